/* dedicated_slots.c -- slots that belong to one value for good: those of pinned values, and of what is live at a call
** that may return twice, because the second return finds the slots as the first left them. */
#include "gcroots/core/argument_arrays.h"

bool
dedicate_slots(struct fn *f, struct arena *ar, bool *dedicated, struct home *home)
{
	struct pset_change change = { 0 };
	pset all = 0;

	for (safepoint_id s = 0; f->any_returns_twice && s < f->nsafe; s++)
		if (f->safe[s].returns_twice) {
			all = pset_union(f->pool, all, f->live[s]);
			pset_freeze(f->pool);
		}
	for (value_id v = 0; f->any_pinned && v < value_count(f); v++)
		if (f->val[v].pinned && f->canon[v] >= 0)
			all = pset_add(f->pool, all, f->rank[v]);
	for (rank_id x = 0; f->without.slot_sharing && x < f->nrank; x++)
		all = pset_add(f->pool, all, x);
	pset_freeze(f->pool);
	if (all == 0)
		return !f->pool->failed;
	rank_id x;
	if (!pset_changes(f->pool, all, 0, ar, &change))
		return false;
	for (struct pset_part p = change.only_a; pset_next(&p, &x);) {
		dedicated[x] = true;
		home[x].last = f->ndedicated++;
	}
	return !f->pool->failed;
}

static bool
is_dedicated(const struct fn *f, const bool *dedicated, value_id id)
{
	return f->rank[id] != NONE && dedicated[f->rank[id]];
}

/* Of the slots that are set aside for values those that turned out to be used. */
static bool
number_dedicated(struct fn *f, struct arena *ar, const bool *dedicated, const struct home *home)
{
	uint32_t *number = arena_zarray(ar, f->ndedicated, sizeof *number), used = 0;

	if (!number || (f->any_pinned && !(f->pin_slot = arena_array(f->ar, f->nval, sizeof *f->pin_slot))))
		return false;
	for (uint32_t i = 0; i < f->ndemand; i++)
		if (is_dedicated(f, dedicated, f->demand[i].value))
			number[f->demand[i].slot] = 1;
	for (value_id v = 0; f->any_pinned && v < value_count(f); v++)
		if (f->val[v].pinned && f->canon[v] >= 0)
			number[home[f->rank[v]].last] = 1;
	for (uint32_t i = 0; i < f->ndedicated; i++)
		number[i] = number[i] ? used++ : NONE;
	for (uint32_t i = 0; i < f->ndemand; i++) {
		struct demand *d = &f->demand[i];
		d->slot = is_dedicated(f, dedicated, d->value) ? number[d->slot] : d->slot + used;
	}
	for (uint32_t i = 0; i < f->narray; i++)
		f->array[i].word += f->array[i].word != NONE ? used : 0;
	for (value_id v = 0; f->any_pinned && v < f->nval; v++)
		f->pin_slot[v] = v < value_count(f) && f->val[v].pinned && f->canon[v] >= 0
			? number[home[f->rank[v]].last] : NONE;
	f->ndedicated = used;
	return true;
}

bool
number_slots(struct fn *f, struct arena *ar, const bool *dedicated, const struct home *home, uint32_t ncoloured)
{
	if (f->ndedicated && !number_dedicated(f, ar, dedicated, home))
		return false;
	f->nslots = f->ndedicated + ncoloured;
	return true;
}
