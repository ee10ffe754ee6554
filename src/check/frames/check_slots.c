/* SPDX-License-Identifier: MIT */
/* check_slots.c -- what each slot holds, forward.
**
** The contents of slots are put into SSA form: where several writes of a slot meet, the slot gets a merge.  A merge
** holds the class that all its inputs hold; or a phi of its block, if each input is that phi's input of the same edge;
** otherwise it is unknown.  Time and memory are linear in writes and merges, not in blocks times slots. */
#include "check/model/check_phases.h"

enum { MAX_CHANGES = 8 };
#define MERGE 0x80000000u     /* tag of contents that are numbers of merges, before merges are solved */

/* ---- the walk ---- */

bool
check_walk_start(struct ck *c, struct slot_walk *w)
{
	w->content = arena_zarray(&c->ar, c->nslots, sizeof *w->content);
	w->held = arena_zarray(&c->ar, c->nnode, sizeof *w->held);
	w->path = arena_array(&c->ar, c->nblk, sizeof *w->path);
	w->mark = arena_array(&c->ar, c->nblk, sizeof *w->mark);
	return !c->ar.failed;
}

bool
check_walk_holders(struct ck *c, struct slot_walk *w)
{
	w->holder = arena_array(&c->ar, c->nnode, sizeof *w->holder);
	w->next = arena_array(&c->ar, c->nslots, sizeof *w->next);
	w->prev = arena_array(&c->ar, c->nslots, sizeof *w->prev);
	if (c->ar.failed)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		w->holder[i] = NONE;
	return true;
}

static void
link_holder(struct slot_walk *w, uint32_t slot, uint32_t cls)
{
	uint32_t next = w->holder[cls];

	w->holder[cls] = slot;
	w->next[slot] = next;
	w->prev[slot] = NONE;
	if (next != NONE)
		w->prev[next] = slot;
}

static void
unlink_holder(struct slot_walk *w, uint32_t slot, uint32_t cls)
{
	uint32_t next = w->next[slot], prev = w->prev[slot];

	if (next != NONE)
		w->prev[next] = prev;
	if (prev != NONE)
		w->next[prev] = next;
	else
		w->holder[cls] = next;
}

static void
put(struct slot_walk *w, uint32_t slot, uint32_t content)
{
	uint32_t old = w->content[slot];

	w->content[slot] = content;
	if (w->renaming)
		return;
	w->version++;
	if (w->holder != NULL && old != CK_ROOTED && old < CK_UNKNOWN)
		unlink_holder(w, slot, old);
	if (w->holder != NULL && content != CK_ROOTED && content < CK_UNKNOWN)
		link_holder(w, slot, content);
	w->nonnull = w->nonnull + (content != CK_ROOTED) - (old != CK_ROOTED);
	if (old != CK_ROOTED && old < CK_UNKNOWN && --w->held[old] == 0 && w->changed != NULL)
		w->changed(w->user, old);
	if (content != CK_ROOTED && content < CK_UNKNOWN && w->held[content]++ == 0 && w->changed != NULL)
		w->changed(w->user, content);
}

static bool
write_slot(struct ck *c, struct slot_walk *w, uint32_t slot, uint32_t content)
{
	if (w->content[slot] == content)
		return true;
	if (!ARENA_APPEND(&c->ar, w->undo, w->nundo, w->undo_cap))
		return false;
	w->undo[w->nundo++] = (struct undo){ slot, w->content[slot] };
	put(w, slot, content);
	return true;
}

bool
check_walk_event(struct ck *c, struct slot_walk *w, const struct event *e)
{
	uint32_t from = e->a, to = e->a + 1, content = e->b;

	switch (e->kind) {
	case EV_READ:
		if (c->by_value)
			return true;
		break;
	case EV_WRITE:
		break;
	case EV_SMUDGE:
	case EV_UNSEEN:
		to = e->a + e->b;
		content = CK_UNKNOWN;
		break;
	case EV_NEW:
		from = 0;
		to = c->nslots;
		content = CK_ROOTED;
		break;
	default:
		return true;
	}
	for (uint32_t s = from; s < to; s++)
		if (!write_slot(c, w, s, content))
			return false;
	return true;
}

bool
check_walk_enter(struct ck *c, struct slot_walk *w, uint32_t b)
{
	while (w->depth > 0 && (b == 0 || w->path[w->depth - 1] != c->idom[b])) {
		uint32_t mark = w->mark[--w->depth];
		while (w->nundo > mark) {
			w->nundo--;
			put(w, w->undo[w->nundo].slot, w->undo[w->nundo].content);
		}
	}
	w->path[w->depth] = b;
	w->mark[w->depth++] = w->nundo;
	for (uint32_t i = c->merge_off[b]; i < c->merge_off[b + 1]; i++) {
		const struct slot_merge *m = &c->merges[c->merge_list[i]];
		if (!write_slot(c, w, m->slot, w->renaming ? MERGE | c->merge_list[i] : m->content))
			return false;
	}
	return true;
}

/* ---- contents of merges ---- */

static bool
fill_merge_inputs(struct ck *c, struct slot_walk *w)
{
	if (!check_walk_start(c, w))
		return false;
	for (uint32_t k = 0; k < c->nblk; k++) {
		uint32_t b = c->dom_order[k];
		if (!check_walk_enter(c, w, b))
			return false;
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
			if (!check_walk_event(c, w, &c->ev[i]))
				return false;
		}
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++)
			for (uint32_t i = c->merge_off[c->succ[e]]; i < c->merge_off[c->succ[e] + 1]; i++) {
				const struct slot_merge *m = &c->merges[c->merge_list[i]];
				c->merge_in[m->in + c->succ_edge[e]] = w->content[m->slot];
			}
	}
	return true;
}

static uint32_t
input_of(const struct ck *c, const struct slot_merge *m, uint32_t i)
{
	uint32_t x = c->merge_in[m->in + i];

	return x & MERGE ? c->merges[x & ~MERGE].content : x;
}

/* A phi of the block whose inputs are in the slot at the ends of all predecessors; CK_UNKNOWN: there is none. */
static uint32_t
matching_phi(const struct ck *c, const struct slot_merge *m, uint32_t n)
{
	for (uint32_t k = c->phi_off[m->block]; k < c->phi_off[m->block + 1]; k++) {
		const struct node *p = &c->node[c->phi[k]];
		uint32_t i = 0;
		if (p->kind != NODE_PHI || p->nin != n)
			continue;
		for (; i < n; i++) {
			uint32_t want = c->node[c->inputs[p->in + i]].cls, have = input_of(c, m, i);
			if (have != NONE && want != CK_ROOTED && want != have)
				break;
		}
		if (i == n)
			return p->cls;
	}
	return CK_UNKNOWN;
}

/* The content of all inputs, without those that are not known yet or are `ignored`; CK_UNKNOWN: they differ.  *all: no
** input was left out. */
static uint32_t
agreed(const struct ck *c, const struct slot_merge *m, uint32_t n, uint32_t ignored, bool *all)
{
	uint32_t one = NONE;

	*all = true;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t x = input_of(c, m, i);
		if (x == NONE || x == ignored)
			*all = false;
		else if (one == NONE)
			one = x;
		else if (x != one)
			return CK_UNKNOWN;
	}
	/* the entry block has one more predecessor, the caller, with which slots are null */
	return m->block != 0 || one == CK_ROOTED || one == NONE ? one : CK_UNKNOWN;
}

/* The next guess at the content of a merge.
**
** Any fixed point is sound, for it holds when control first reaches the merge, and on each way afterwards.  But the
** proof may need other contents than a fixed point has.  A phi that is needed is stored into a slot, so the content on
** which the inputs known so far agree is the better guess.  Where slots are read again behind safepoints, however, all
** that is read in a loop goes through phis, and those of nested loops only match as a whole: there a phi is the better
** guess.  *again: the last guess was wrong, and the next one is to be examined once more. */
static uint32_t
solve(const struct ck *c, const struct slot_merge *m, bool *again)
{
	uint32_t n = c->pred_off[m->block + 1] - c->pred_off[m->block], phi = CK_UNKNOWN;
	bool all;
	uint32_t one = agreed(c, m, n, NONE, &all);

	*again = false;
	if (one != CK_UNKNOWN && (all || !c->moving))
		return one;
	if (!c->moving)
		return c->by_value ? CK_UNKNOWN : matching_phi(c, m, n);
	if (!c->by_value && one != NONE)
		phi = matching_phi(c, m, n);
	if (phi != CK_UNKNOWN || one != CK_UNKNOWN)
		return phi != CK_UNKNOWN ? phi : one;
	if (m->content == NONE || m->content == CK_UNKNOWN)
		return CK_UNKNOWN;
	*again = true; /* an input that holds the guess came around the loop, and proves nothing */
	one = agreed(c, m, n, m->content, &all);
	return one == NONE ? CK_UNKNOWN : one;
}

static bool
solve_merges(struct ck *c)
{
	uint32_t *off = arena_zarray(&c->ar, (size_t)c->nmerges + 2, sizeof *off), *list, *work, head = 0, count = 0;
	uint8_t *changes = arena_zarray(&c->ar, (size_t)c->nmerges + 1, sizeof *changes);
	bool *queued = arena_zarray(&c->ar, (size_t)c->nmerges + 1, sizeof *queued);

	work = arena_array(&c->ar, (size_t)c->nmerges + 1, sizeof *work);
	if (c->ar.failed)
		return false;
	for (uint32_t m = 0; m < c->nmerges; m++) {
		const struct slot_merge *x = &c->merges[m];
		for (uint32_t i = 0; i < c->pred_off[x->block + 1] - c->pred_off[x->block]; i++)
			if (c->merge_in[x->in + i] & MERGE)
				off[(c->merge_in[x->in + i] & ~MERGE) + 2]++;
		work[count++] = m;
		queued[m] = true;
	}
	for (uint32_t m = 0; m < c->nmerges; m++)
		off[m + 2] += off[m + 1];
	list = arena_array(&c->ar, off[c->nmerges + 1], sizeof *list);
	if (list == NULL)
		return false;
	for (uint32_t m = 0; m < c->nmerges; m++) {
		const struct slot_merge *x = &c->merges[m];
		for (uint32_t i = 0; i < c->pred_off[x->block + 1] - c->pred_off[x->block]; i++)
			if (c->merge_in[x->in + i] & MERGE)
				list[off[(c->merge_in[x->in + i] & ~MERGE) + 1]++] = m;
	}
	while (count > 0) {
		uint32_t m = work[head], x;
		bool again = false;
		head = head + 1 == c->nmerges ? 0 : head + 1;
		count--;
		queued[m] = false;
		x = changes[m] < MAX_CHANGES ? solve(c, &c->merges[m], &again) : CK_UNKNOWN;
		if (x == c->merges[m].content)
			continue;
		c->merges[m].content = x;
		if (changes[m] < MAX_CHANGES)
			changes[m]++;
		if (again) {
			queued[m] = true;
			/* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is a merge, m */
			work[(head + count++) % c->nmerges] = m;
		}
		for (uint32_t i = off[m]; i < off[m + 1]; i++)
			if (!queued[list[i]]) {
				queued[list[i]] = true;
				/* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is a merge, m */
				work[(head + count++) % c->nmerges] = list[i];
			}
	}
	for (uint32_t m = 0; m < c->nmerges; m++)
		if (c->merges[m].content == NONE)
			c->merges[m].content = CK_UNKNOWN;
	return true;
}

bool
check_slots(struct ck *c)
{
	struct slot_walk w = { .renaming = true };

	if (c->nslots == 0) {
		c->merge_off = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof *c->merge_off);
		return c->merge_off != NULL;
	}
	return check_find_merges(c) && fill_merge_inputs(c, &w) && solve_merges(c);
}

bool
check_slots_by_value(struct ck *c)
{
	struct slot_walk w = { .renaming = true };

	c->by_value = true;
	for (uint32_t m = 0; m < c->nmerges; m++)
		c->merges[m].content = NONE;
	return fill_merge_inputs(c, &w) && solve_merges(c);
}
