/* SPDX-License-Identifier: MIT */
/* dedicated_slots.c -- slots that belong to one value in the whole function: those of pinned values, and of values that
** are live at a call that may return twice, because the second return finds the slots as they are by then. */
#include "gcroots/core/argument_arrays.h"

bool
dedicate_slots(struct fn *f, struct arena *ar, bool *dedicated, struct home *home)
{
	struct pset_change change = { 0 };
	pset members = 0;

	for (safepoint_id s = 0; f->any_returns_twice && s < f->nsafe; s++)
		if (f->safe[s].returns_twice) {
			members = pset_union(f->pool, members, f->live.at[s]);
			pset_freeze(f->pool);
		}
	for (value_id v = 0; f->live.any_pinned && v < f->nval; v++)
		if (f->val[v].pinned && f->refined.canon[v] >= 0)
			members = pset_add(f->pool, members, f->live.rank[v]);
	for (rank_id x = 0; f->without.slot_sharing && x < f->live.nrank; x++)
		members = pset_add(f->pool, members, x);
	pset_freeze(f->pool);
	if (members == 0)
		return !f->pool->failed;
	rank_id x;
	if (!pset_changes(f->pool, members, 0, ar, &change))
		return false;
	for (struct pset_part p = change.only_a; pset_next(&p, &x);) {
		dedicated[x] = true;
		home[x].last = f->coloured.ndedicated++;
	}
	return !f->pool->failed;
}

static bool
is_dedicated(const struct fn *f, const bool *dedicated, value_id id)
{
	return f->live.rank[id] != NONE && dedicated[f->live.rank[id]];
}

/* Renumbers the dedicated slots: only those that are used remain. */
static bool
number_dedicated(struct fn *f, struct arena *ar, const bool *dedicated, const struct home *home)
{
	uint32_t *number = arena_zarray(ar, f->coloured.ndedicated, sizeof *number), used = 0;
	word_id *pin_slot = f->live.any_pinned ? arena_array(f->ar, f->nval, sizeof *pin_slot) : NULL;

	if (!number || (f->live.any_pinned && !pin_slot))
		return false;
	f->coloured.pin_slot = pin_slot;
	for (uint32_t i = 0; i < f->coloured.ndemand; i++)
		if (is_dedicated(f, dedicated, f->coloured.demand[i].value))
			number[f->coloured.demand[i].slot] = 1;
	for (value_id v = 0; f->live.any_pinned && v < f->nval; v++)
		if (f->val[v].pinned && f->refined.canon[v] >= 0)
			number[home[f->live.rank[v]].last] = 1;
	for (uint32_t i = 0; i < f->coloured.ndedicated; i++)
		number[i] = number[i] ? used++ : NONE;
	for (uint32_t i = 0; i < f->coloured.ndemand; i++) {
		struct demand *d = &f->coloured.demand[i];
		d->slot = is_dedicated(f, dedicated, d->value) ? number[d->slot] : d->slot + used;
	}
	for (uint32_t i = 0; i < f->narray; i++)
		f->coloured.array_word[i] += f->coloured.array_word[i] != NONE ? used : 0;
	for (value_id v = 0; f->live.any_pinned && v < f->nval; v++)
		f->coloured.pin_slot[v] = f->val[v].pinned && f->refined.canon[v] >= 0
			? number[home[f->live.rank[v]].last] : NONE;
	f->coloured.ndedicated = used;
	return true;
}

bool
number_slots(struct fn *f, struct arena *ar, const bool *dedicated, const struct home *home, uint32_t ncoloured)
{
	if (f->coloured.ndedicated && !number_dedicated(f, ar, dedicated, home))
		return false;
	f->coloured.nslots = f->coloured.ndedicated + ncoloured;
	return true;
}
