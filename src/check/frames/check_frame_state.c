/* SPDX-License-Identifier: MIT */
/* check_frame_state.c -- is the frame pushed where it must be, and popped before the function returns?
**
** A forward data flow of three bits: on some path the frame is not pushed; on some path it is; the head of the chain
** may be the frame of a callee that native unwinding has left.  Slots count as roots only where the frame certainly is
** pushed, and only as many as the push says: the collector does not see writes into the others.  Also finds the blocks
** from which a push can be reached before the slots are zeroed. */
#include "check/model/check_phases.h"

enum { OUT = 1, IN = 2, STRAY = 4 };

/* The effect of an event or a block on the bits: those in `keep` stay, those in `add` are set.  `words`: how many slots
** are roots behind it; NONE: as many as before.  While the frame is not pushed all of them count, for what is written
** may become a root. */
struct effect { uint8_t keep, add; uint32_t words; };

static struct effect
effect_of(const struct ck *c, const struct event *e)
{
	const struct effect none = { OUT | IN | STRAY, 0, NONE }, in_order = { OUT | IN, 0, NONE };

	switch (e->kind) {
	case EV_PUSH:
		return (struct effect){ 0, IN, e->b };
	case EV_POP:
		return (struct effect){ 0, OUT, c->nslots };
	case EV_PAD:
		return (struct effect){ OUT | IN | STRAY, STRAY, NONE };
	case EV_HEAD: /* if the head is restored to what the function found, the frame is out of the chain */
		return e->b || c->table ? in_order : (struct effect){ 0, OUT, NONE };
	case EV_ANCHOR: case EV_UNANCHOR:
		return in_order;
	default:
		return none;
	}
}

static uint8_t
behind(struct effect e, uint8_t state)
{
	return (state & e.keep) | e.add;
}

static struct effect
effect_of_block(const struct ck *c, uint32_t b)
{
	struct effect all = { OUT | IN | STRAY, 0, NONE };

	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		struct effect e = effect_of(c, &c->ev[i]);
		all.keep &= e.keep;
		all.add = behind(e, all.add);
		all.words = e.words != NONE ? e.words : all.words;
	}
	return all;
}

static uint8_t
through_block(struct ck *c, uint32_t b, uint8_t state, const void *effects)
{
	(void)c;
	return behind(((const struct effect *)effects)[b], state);
}

/* Reports the errors in a block. */
static void
report(struct ck *c, uint32_t b, uint8_t state)
{
	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		switch (e->kind) {
		case EV_NEW:
			if (state & IN)
				check_hole(c, c->calls[e->a], "the frame is made again while it may be pushed");
			break;
		case EV_PUSH:
			if (state & IN)
				check_hole(c, c->calls[e->a], "the frame may be pushed already");
			if (state & STRAY)
				check_hole(c, c->calls[e->a],
					"the frame is pushed onto that of a function that may have been unwound");
			break;
		case EV_HEAD:
			if (e->b && (state & OUT) && !c->table)
				check_hole(c, c->calls[e->a],
					"the frame becomes the head of the chain, but on some path it is not pushed");
			break;
		case EV_SAFEPOINT:
			if (state & STRAY)
				check_hole(c, c->calls[e->a],
					"the head of the chain may be the frame of a function that was unwound");
			break;
		case EV_POP:
			if (state & OUT)
				check_hole(c, c->calls[e->a], "on some path the frame is not pushed here");
			break;
		case EV_RETURN:
			if ((state & IN) && !c->table)
				check_hole(c, c->calls[e->a], "the frame may still be pushed at this return");
			if (state & STRAY)
				check_hole(c, c->calls[e->a],
					"the head of the chain may be the frame of a function that was unwound");
			break;
		default:
			break;
		}
		state = behind(effect_of(c, e), state);
	}
}

static bool
find_words(struct ck *c, const struct effect *effect)
{
	c->seen_in = arena_array(&c->ar, c->nblk, sizeof *c->seen_in);
	c->shown_in = arena_zarray(&c->ar, c->nblk, sizeof *c->shown_in);
	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		c->seen_in[b] = c->nslots;
	for (bool again = true; again;) {
		again = false;
		for (uint32_t b = 0; b < c->nblk; b++) {
			bool says = effect[b].words != NONE;
			uint32_t seen = says ? effect[b].words : c->seen_in[b],
				shown = says ? effect[b].words : c->shown_in[b];
			for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
				uint32_t s = c->succ[e];
				again |= s <= b && (seen < c->seen_in[s] || shown > c->shown_in[s]);
				c->seen_in[s] = seen < c->seen_in[s] ? seen : c->seen_in[s];
				c->shown_in[s] = shown > c->shown_in[s] ? shown : c->shown_in[s];
			}
		}
	}
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b], seen = c->seen_in[b]; i < c->ev_off[b + 1]; i++) {
			struct event *e = &c->ev[i];
			if (e->kind == EV_PUSH || e->kind == EV_POP)
				seen = effect_of(c, e).words;
			else if ((e->kind == EV_WRITE || e->kind == EV_READ) && e->a >= seen)
				e->b = CK_UNKNOWN;
		}
	return true;
}

/* Does a push come before the slots are zeroed?  *neither: there is no push, and they are not zeroed. */
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
	bool *through;
	struct effect *effect;
	uint8_t *in;

	c->frame_in = arena_zarray(&c->ar, c->nblk, sizeof *c->frame_in);
	c->push_ahead = arena_zarray(&c->ar, c->nblk, sizeof *c->push_ahead);
	in = arena_zarray(&c->ar, c->nblk, sizeof *in);
	through = arena_zarray(&c->ar, c->nblk, sizeof *through);
	effect = arena_array(&c->ar, c->nblk, sizeof *effect);
	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		effect[b] = effect_of_block(c, b);
	in[0] = OUT;
	check_spread(c, in, through_block, effect);
	for (uint32_t b = 0; b < c->nblk; b++) {
		report(c, b, in[b]);
		c->frame_in[b] = in[b] & (OUT | IN);
		c->push_ahead[b] = push_first(c, c->ev_off[b], c->ev_off[b + 1], &through[b]);
	}
	if (!find_words(c, effect))
		return false;
	for (bool again = true; again;) {
		again = false;
		for (uint32_t b = c->nblk; b-- > 0;)
			for (uint32_t e = c->succ_off[b]; through[b] && !c->push_ahead[b] && e < c->succ_off[b + 1];
				e++)
				if (c->push_ahead[c->succ[e]])
					c->push_ahead[b] = again = true;
	}
	return true;
}
