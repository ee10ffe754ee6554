/* SPDX-License-Identifier: MIT */
/* check_stale.c -- error 11 of check_roots.c: no safepoint sees what a slot kept over a safepoint without the frame.
**
** A safepoint while the frame is not pushed may free the objects that the slots hold.  From there on no safepoint may
** see such a slot before it is written again.  check_need.c says whether there are such safepoints with a push behind
** them.
**
** State, backward, "may": a slot is *exposed* if a safepoint comes that sees it, without a write in between.
**   safepoint, frame may be pushed      the shown slots are exposed
**   write of a slot, zeroing            the slot is not, all slots are not
** Join: union.  Error at a safepoint where on some path the frame is not pushed: an exposed slot may hold an object. */
#include "check/model/check_phases.h"

struct stale {
	struct ck *c;
	uint8_t *state;        /* of each event that is a safepoint: 1 on some path the frame is not pushed, 2 on some
	                        * path it is */
	uint32_t *shown;       /* and how many slots it may see */
	uint64_t *in, *at;     /* exposed at each block's entry; at each safepoint of the block at hand, last first */
	uint32_t at_cap, *work;
	bool *queued;
	uint32_t base;         /* first of the 64 slots at hand */
};

/* Slots from .. from + n - 1 as bits. */
static uint64_t
bits(const struct stale *s, uint32_t from, uint32_t n)
{
	uint32_t lo = from > s->base ? from - s->base : 0, hi = from + n > s->base ? from + n - s->base : 0;

	hi = hi > 64 ? 64 : hi;
	if (lo >= hi)
		return 0;
	return (hi - lo == 64 ? ~(uint64_t)0 : ((uint64_t)1 << (hi - lo)) - 1) << lo;
}

/* Computes *in, the state at the block's entry, from its successors; if `keep`, also those at its safepoints. */
static bool
backward(struct stale *s, uint32_t b, bool keep, uint64_t *in)
{
	struct ck *c = s->c;
	uint64_t now = 0;
	uint32_t n = 0;

	for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++)
		now |= s->in[c->succ[e]];
	for (uint32_t i = c->ev_off[b + 1]; i-- > c->ev_off[b];) {
		const struct event *e = &c->ev[i];
		if (e->kind == EV_WRITE) {
			now &= ~bits(s, e->a, 1);
		} else if (e->kind == EV_NEW) {
			now = 0;
		} else if (e->kind == EV_SAFEPOINT) {
			if (keep) {
				if (!ARENA_PUSH(&c->ar, s->at, n, s->at_cap))
					return false;
				s->at[n++] = now;
			}
			if (s->state[i] & 2)
				now |= bits(s, 0, s->shown[i]);
		}
	}
	*in = now;
	return true;
}

static void
spread(struct stale *s)
{
	struct ck *c = s->c;
	uint32_t count = 0;
	uint64_t in;

	for (uint32_t b = 0; b < c->nblk; b++) {
		s->in[b] = 0;
		s->queued[b] = true;
		s->work[count++] = b;
	}
	while (count > 0) {
		uint32_t b = s->work[--count];
		s->queued[b] = false;
		if (!backward(s, b, false, &in) || in == s->in[b])
			continue;
		s->in[b] = in;
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++)
			if (!s->queued[c->pred[e]]) {
				s->queued[c->pred[e]] = true;
				s->work[count++] = c->pred[e];
			}
	}
}

static bool
walk_block(struct stale *s, struct slot_walk *w, uint32_t b)
{
	struct ck *c = s->c;
	uint32_t stops = 0;
	uint64_t in;

	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
		stops += c->ev[i].kind == EV_SAFEPOINT;
	if (!check_walk_enter(c, w, b) || (stops > 0 && !backward(s, b, true, &in)))
		return false;
	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		if (!check_walk_event(c, w, &c->ev[i]))
			return false;
		if (c->ev[i].kind != EV_SAFEPOINT)
			continue;
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): backward() has written one for each stop */
		uint64_t exposed = s->at[--stops];
		if (!(s->state[i] & 1))
			continue;
		for (; exposed != 0; exposed &= exposed - 1) {
			uint32_t slot = s->base + (uint32_t)__builtin_ctzll(exposed);
			if (slot < c->nslots && w->content[slot] != CK_ROOTED) {
				check_hole(c, c->calls[c->ev[i].a],
					"slots keep values over a safepoint before the frame is pushed");
				break;
			}
		}
	}
	return true;
}

static void
find_states(struct stale *s)
{
	struct ck *c = s->c;

	for (uint32_t b = 0; b < c->nblk; b++) {
		uint8_t state = c->frame_in[b];
		uint32_t shown = c->shown_in[b];
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
			if (c->ev[i].kind == EV_PUSH)
				state = 2, shown = c->ev[i].b;
			else if (c->ev[i].kind == EV_POP)
				state = 1;
			s->state[i] = state;
			s->shown[i] = shown;
		}
	}
}

bool
check_stale(struct ck *c)
{
	struct stale s = { .c = c };
	unsigned before = c->holes;

	s.state = arena_array(&c->ar, c->nev, sizeof *s.state);
	s.shown = arena_array(&c->ar, c->nev, sizeof *s.shown);
	s.in = arena_array(&c->ar, c->nblk, sizeof *s.in);
	s.work = arena_array(&c->ar, c->nblk, sizeof *s.work);
	s.queued = arena_array(&c->ar, c->nblk, sizeof *s.queued);
	if (c->ar.failed)
		return false;
	find_states(&s);
	for (; s.base < c->nslots && c->holes == before; s.base += 64) {
		struct slot_walk w = { 0 };
		if (!check_walk_start(c, &w))
			return false;
		spread(&s);
		for (uint32_t k = 0; k < c->nblk && !check_many(c); k++)
			if (!walk_block(&s, &w, c->dom_order[k]))
				return false;
	}
	return true;
}
