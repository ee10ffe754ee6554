/* SPDX-License-Identifier: MIT */
/* check_events.c -- appends to the list of events of a function, and to the calls that events name. */
#include "check/model/check_model.h"

bool
check_emit(struct ck *c, enum event_kind kind, uint32_t a, uint32_t b)
{
	if (!ARENA_APPEND(&c->ar, c->ev, c->nev, c->ev_cap))
		return false;
	c->ev[c->nev++] = (struct event){ (uint8_t)kind, false, a, b };
	return true;
}

uint32_t
check_add_call(struct ck *c, LLVMValueRef call)
{
	if (!ARENA_APPEND(&c->ar, c->calls, c->ncalls, c->calls_cap))
		return 0;
	c->calls[c->ncalls] = call;
	return c->ncalls++;
}
