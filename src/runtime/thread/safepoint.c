/* SPDX-License-Identifier: MIT */
/* safepoint.c -- GC-safe regions, and stopping the world for hosts. */
#include "runtime/thread/thread.h"

void
lr_world_stop(void)
{
	struct thread *self = thread_self();

	while (!world_try_stop(self))
		;
}

void
lr_world_resume(void)
{
	world_resume();
}

uint8_t
lr_gc_safe_enter(void)
{
	struct thread *self = thread_self();
	uint8_t old = self->pub.gc_state;

	__atomic_store_n(&self->pub.gc_state, LR_GC_STATE_SAFE, __ATOMIC_SEQ_CST);
	return old;
}

void
lr_gc_safe_leave(uint8_t old_state)
{
	world_set_state(thread_self(), old_state);
}
