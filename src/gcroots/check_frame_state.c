/* check_frame_state.c -- is the frame pushed where it must be, and popped where it must not be any more?
**
** Forward over blocks with three bits: the frame may not be pushed, it may be; the head of the chain may be the frame of a callee that native
** unwinding has left.  Only where the frame certainly is pushed do slots count as roots.  Also finds from where a push can still be reached before the
** slots are zeroed. */
#include "gcroots/check_model.h"

enum { OUT = 1, IN = 2, STRAY = 4 };

static uint8_t
pass(struct ck *c, uint32_t b, uint8_t state, bool report)
{
	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		switch (e->kind) {
		case EV_NEW:
			if (report && (state & IN))
				check_hole(c, c->calls[e->a], "the frame is made anew while it may be pushed");
			break;
		case EV_PUSH:
			if (report && (state & IN))
				check_hole(c, c->calls[e->a], "the frame may be pushed already");
			if (report && (state & STRAY))
				check_hole(c, c->calls[e->a], "the frame is pushed onto that of a function that may have been unwound");
			state = IN;
			break;
		case EV_PAD:
			state |= STRAY;
			break;
		case EV_HEAD:
			if (report && e->b && (state & OUT) && !c->table)
				check_hole(c, c->calls[e->a], "the frame becomes the head of the chain, but may not be pushed");
			if (!e->b && !c->table) /* what the function found: the frame is out of the chain, pushed or not */
				state = OUT;
			state &= OUT | IN;
			break;
		case EV_ANCHOR: case EV_UNANCHOR:
			state &= OUT | IN;
			break;
		case EV_SAFEPOINT:
			if (report && (state & STRAY))
				check_hole(c, c->calls[e->a], "the head of the chain may be the frame of a function that was unwound");
			break;
		case EV_POP:
			if (report && (state & OUT))
				check_hole(c, c->calls[e->a], "the frame may not be pushed here");
			state = OUT;
			break;
		case EV_RETURN:
			if (report && (state & IN) && !c->table)
				check_hole(c, c->calls[e->a], "the frame may still be pushed at this return");
			if (report && (state & STRAY))
				check_hole(c, c->calls[e->a], "the head of the chain may be the frame of a function that was unwound");
			break;
		default:
			break;
		}
	}
	return state;
}

/* 1: a push comes first, 0: zeroed first or neither (*neither). */
static bool
push_first(const struct ck *c, uint32_t from, uint32_t to, bool *neither)
{
	*neither = false;
	for (uint32_t i = from; i < to; i++)
		if (c->ev[i].kind == EV_PUSH || c->ev[i].kind == EV_NEW)
			return c->ev[i].kind == EV_PUSH;
	*neither = true;
	return false;
}

bool
check_frame_state(struct ck *c)
{
	bool again = true, *through;
	uint8_t *in;

	c->frame_in = arena_zarray(&c->ar, c->nblk, sizeof *c->frame_in);
	c->push_ahead = arena_zarray(&c->ar, c->nblk, sizeof *c->push_ahead);
	in = arena_zarray(&c->ar, c->nblk, sizeof *in);
	through = arena_zarray(&c->ar, c->nblk, sizeof *through);
	if (c->ar.failed)
		return false;
	in[0] = OUT;
	while (again) {
		again = false;
		for (uint32_t b = 0; b < c->nblk; b++) {
			uint8_t out = pass(c, b, in[b], false);
			for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++)
				if ((in[c->succ[e]] | out) != in[c->succ[e]]) {
					in[c->succ[e]] |= out;
					again |= c->succ[e] <= b;
				}
		}
	}
	for (uint32_t b = 0; b < c->nblk; b++) {
		pass(c, b, in[b], true);
		c->frame_in[b] = in[b] & (OUT | IN);
		c->push_ahead[b] = push_first(c, c->ev_off[b], c->ev_off[b + 1], &through[b]);
	}
	for (again = true; again;) {
		again = false;
		for (uint32_t b = c->nblk; b-- > 0;)
			for (uint32_t e = c->succ_off[b]; through[b] && !c->push_ahead[b] && e < c->succ_off[b + 1]; e++)
				if (c->push_ahead[c->succ[e]])
					c->push_ahead[b] = again = true;
	}
	return true;
}
