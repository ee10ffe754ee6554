/* SPDX-License-Identifier: MIT */
/* check_unchanged.c -- does the word of the frame that a number was loaded from root the object up to a call?
**
** For error 7 of check_roots.c.  The number is no root, but the word is one.  If the frame is pushed at the load and
** shows the word, and nothing between load and call changes the word or the frame, the object is rooted at each
** safepoint in between.  Where objects move this does not help, for the number would not move along. */
#include "check/model/check_phases.h"

/* The words that the load reads, and the steps that the search may still take. */
struct words { uint32_t first, n; uint64_t *steps; };

static bool
spend(uint64_t *steps)
{
	*steps -= *steps != 0;
	return *steps != 0;
}

/* Finds the words of the frame that the load reads.  False if the place is not certain, or the address of a word has
** escaped, so that others may write it. */
static bool
find_words(const struct ck *c, LLVMValueRef load, struct words *w)
{
	const struct pointer *p = LLVMIsALoadInst(load) == NULL ? NULL : check_pointer(c, operand_of(load, 0));

	if (p == NULL || p->n != 1 || p->maybe)
		return false;
	const struct place *at = &c->places[p->first];
	const struct object *o = &c->objects[at->object];
	const int64_t end = at->lo + (int64_t)LLVMStoreSizeOfType(c->layout, LLVMTypeOf(load));
	if ((o->kind != OBJECT_SLOT && o->kind != OBJECT_VARIABLE) || at->lo != at->hi || at->lo < 0 || end > o->bytes)
		return false;
	w->first = o->first + (uint32_t)(at->lo / c->word);
	w->n = (uint32_t)((end + c->word - 1) / c->word - at->lo / c->word);
	for (uint32_t s = w->first; s < w->first + w->n; s++)
		if (s >= c->nslots || c->slot_escaped[s] || c->slot_kept[s])
			return false;
	return true;
}

/* May the event change the words, or whether they are roots? */
static bool
changes(const struct ck *c, const struct words *w, const struct event *e)
{
	switch (e->kind) {
	case EV_WRITE:
		return e->a >= w->first && e->a < w->first + w->n;
	case EV_SMUDGE: case EV_UNSEEN:
		return e->a < w->first + w->n && e->a + e->b > w->first;
	case EV_ACCESS:
		if (!c->accesses[e->a].forgets)
			return false;
		const struct object *o = &c->objects[c->places[e->b].object];
		return (o->kind == OBJECT_SLOT || o->kind == OBJECT_VARIABLE) && o->first < w->first + w->n
			&& o->first + (uint32_t)((o->bytes + c->word - 1) / c->word) > w->first;
	case EV_NEW: case EV_PUSH: case EV_POP: case EV_TWICE:
		return true;
	case EV_HEAD:
		return !e->b && !c->table;
	default:
		return false;
	}
}

/* The event of an instruction in its block: the load's access, or the call's safepoint; or NONE. */
static uint32_t
event_of(const struct ck *c, LLVMValueRef inst, uint32_t block, uint64_t *steps)
{
	for (uint32_t i = c->ev_off[block]; i < c->ev_off[block + 1] && spend(steps); i++)
		if ((c->ev[i].kind == EV_ACCESS && c->accesses[c->ev[i].a].inst == inst)
			|| (c->ev[i].kind == EV_SAFEPOINT && c->calls[c->ev[i].a] == inst))
			return i;
	return NONE;
}

/* Is the frame certainly pushed at an event, and does it show all of the words? */
static bool
is_seen(const struct ck *c, const struct words *w, uint32_t block, uint32_t event)
{
	enum { OUT = 1 };
	bool in = (c->frame_in[block] & OUT) == 0;
	uint32_t seen = c->seen_in[block];

	for (uint32_t i = c->ev_off[block]; i < event && spend(w->steps); i++) {
		const struct event *e = &c->ev[i];
		if (e->kind == EV_PUSH)
			in = true, seen = e->b;
		else if (e->kind == EV_POP || (e->kind == EV_HEAD && !e->b && !c->table))
			in = false;
	}
	return in && seen >= w->first + w->n && *w->steps != 0;
}

static bool
are_unchanged(const struct ck *c, const struct words *w, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (!spend(w->steps) || changes(c, w, &c->ev[i]))
			return false;
	return true;
}

/* Are the words unchanged from event `from` of block `a` to event `to` of block `b`, on every path that does not come
** through `a` again? */
static bool
is_unchanged_between(struct ck *c, const struct words *w, uint32_t a, uint32_t from, uint32_t b, uint32_t to)
{
	bool *seen = arena_zarray(&c->ar, c->nblk, sizeof *seen);
	uint32_t *todo = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *todo), n = 0;

	if (seen == NULL || todo == NULL)
		return false;
	if (a == b)
		return from < to && are_unchanged(c, w, from + 1, to);
	if (!are_unchanged(c, w, from + 1, c->ev_off[a + 1]) || !are_unchanged(c, w, c->ev_off[b], to))
		return false;
	todo[n++] = b;
	while (n > 0) {
		uint32_t at = todo[--n];
		for (uint32_t e = c->pred_off[at]; e < c->pred_off[at + 1]; e++) {
			uint32_t p = c->pred[e];
			if (p == a || seen[p])
				continue;
			seen[p] = true;
			if (!are_unchanged(c, w, c->ev_off[p], c->ev_off[p + 1]))
				return false;
			todo[n++] = p;
		}
	}
	return true;
}

bool
check_unchanged(struct ck *c, LLVMValueRef load, LLVMValueRef call, uint64_t *steps)
{
	struct words w = { .steps = steps };
	const uint32_t a = check_block_of(c, load), b = check_block_of(c, call);
	uint32_t from, to;

	if (c->moving || a == NONE || b == NONE || *steps < c->nblk || !find_words(c, load, &w))
		return false;
	*steps -= c->nblk;
	from = event_of(c, load, a, steps);
	to = event_of(c, call, b, steps);
	return from != NONE && to != NONE && is_seen(c, &w, a, from)
		&& is_unchanged_between(c, &w, a, from, b, to);
}
