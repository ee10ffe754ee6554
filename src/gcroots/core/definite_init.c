/* SPDX-License-Identifier: MIT */
/* definite_init.c -- checks that the slots of a region of blocks are stored within the region, wherever control enters.
**
** A frame that is pushed again does not keep the contents of its slots.  If several regions replace one, each must
** store the values that its safepoints need.  A forward pass over the blocks of all regions computes the slots that are
** stored on every path since the region was entered; at each safepoint the slots that hold a root must be among them.
** Only for functions of few slots, and in a few rounds; otherwise the answer is no. */
#include "gcroots/model/function.h"

#include <string.h>

enum { MAX_SLOTS = 64, MAX_ROUNDS = 8, MAX_CELLS = 1 << 20 };
typedef uint64_t mask;

struct filling {
	struct fn *f;
	const bool *in;
	uint32_t *demand_at, *next_demand; /* by safepoint: list of demands */
	mask *held;              /* by safepoint: slots that hold a root there */
	mask *before, *at_end;   /* stored before a safepoint; at the end of a block */
	mask *out;               /* by block */
};

static bool
list_demands(struct filling *l)
{
	struct fn *f = l->f;

	l->demand_at = arena_array(f->ar, f->nsafe, sizeof *l->demand_at);
	l->next_demand = arena_array(f->ar, f->coloured.ndemand, sizeof *l->next_demand);
	if (f->ar->failed)
		return false;
	for (safepoint_id s = 0; s < f->nsafe; s++)
		l->demand_at[s] = NONE;
	for (uint32_t i = 0; i < f->coloured.ndemand; i++) {
		l->next_demand[i] = l->demand_at[f->coloured.demand[i].safe];
		l->demand_at[f->coloured.demand[i].safe] = i;
	}
	return true;
}

/* Walks down the dominator tree (a dominator has a lower number): a slot is held until its value is no longer live. */
static bool
find_held(struct filling *l)
{
	struct fn *f = l->f;
	uint32_t n = f->coloured.nslots;
	value_id *end = arena_array(f->ar, (size_t)f->g.nblk * n, sizeof *end), now[MAX_SLOTS];

	l->held = arena_zarray(f->ar, f->nsafe, sizeof *l->held);
	if (!end || !l->held || !list_demands(l))
		return false;
	for (block_id b = 0; b < f->g.nblk; b++) {
		for (uint32_t c = 0; c < n; c++)
			now[c] = f->g.idom[b] == NONE ? NONE : end[(size_t)f->g.idom[b] * n + c];
		for (safepoint_id s = f->safe_at[b]; s < f->safe_at[b + 1]; s++) {
			for (uint32_t c = 0; c < n; c++)
				if (now[c] != NONE && !is_live(f, f->live.at[s], now[c]))
					now[c] = NONE;
			for (uint32_t d = l->demand_at[s]; d != NONE; d = l->next_demand[d])
				now[f->coloured.demand[d].slot] = f->coloured.demand[d].value;
			for (uint32_t c = 0; c < n; c++)
				l->held[s] |= now[c] != NONE ? (mask)1 << c : 0;
		}
		memcpy(end + (size_t)b * n, now, n * sizeof *now);
	}
	return true;
}

static bool
find_stores(struct filling *l)
{
	struct fn *f = l->f;

	l->before = arena_zarray(f->ar, f->nsafe, sizeof *l->before);
	l->at_end = arena_zarray(f->ar, f->g.nblk, sizeof *l->at_end);
	l->out = arena_array(f->ar, f->g.nblk, sizeof *l->out);
	if (f->ar->failed)
		return false;
	for (uint32_t i = 0; i < f->placed.nstore; i++) {
		const struct store *s = &f->placed.store[i];
		*(s->safe != NONE ? &l->before[s->safe] : &l->at_end[s->block]) |= (mask)1 << s->slot;
	}
	for (block_id b = 0; b < f->g.nblk; b++)
		l->out[b] = ~(mask)0;
	return true;
}

/* Are all slots that block b needs stored, as far as is known?  Sets *again if more is known now. */
static bool
follow(struct filling *l, block_id b, bool *again)
{
	const struct cfg *g = &l->f->g;
	mask now = g->pred_at[b] == g->pred_at[b + 1] ? 0 : ~(mask)0;

	for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
		now &= l->in[g->pred[e]] ? l->out[g->pred[e]] : 0;
	for (safepoint_id s = l->f->safe_at[b]; s < l->f->safe_at[b + 1]; s++) {
		now |= l->before[s];
		if (l->held[s] & ~now)
			return false;
	}
	now |= l->at_end[b];
	*again |= now != l->out[b];
	l->out[b] = now;
	return true;
}

bool
initialised_within(struct fn *f, const bool *in)
{
	struct filling l = { .f = f, .in = in };
	bool again = true;
	uint64_t nslots = f->coloured.nslots;

	if (nslots > MAX_SLOTS || nslots * ((uint64_t)f->g.nblk + f->nsafe) > MAX_CELLS
		|| !find_held(&l) || !find_stores(&l))
		return false;
	for (int round = 0; again; round++) {
		again = false;
		for (block_id b = 0; b < f->g.nblk; b++)
			if (in[b] && !follow(&l, b, &again))
				return false;
		if (again && round == MAX_ROUNDS)
			return false;
	}
	return true;
}
