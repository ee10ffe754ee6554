/* SPDX-License-Identifier: MIT */
/* returns_twice.c -- counts the values that need a root at once in functions with calls that may return twice.
**
** Control may come back to such a call from any safepoint behind it.  So the values that are live at the call need
** their roots at all these safepoints, and count there too. */
#include "gcroots/core/colour.h"

static pset
with_live(struct fn *f, pset others, safepoint_id safe)
{
	pset sum = pset_union(f->pool, others, f->live.at[safe]);

	pset_freeze(f->pool);
	return sum;
}

/* Spreads the sets of values that are live at calls that may return twice forward over blocks until no set grows. */
static bool
spread_live(struct fn *f, struct arena *ar, pset *in)
{
	const struct cfg *g = &f->g;
	uint32_t *todo = arena_array(ar, g->nblk, sizeof *todo), n = 0;
	bool *queued = arena_zarray(ar, g->nblk, sizeof *queued);

	if (!todo || !queued)
		return false;
	for (safepoint_id s = f->nsafe; s-- > 0;)
		if (f->safe[s].returns_twice && !queued[f->safe[s].block])
			todo[n++] = f->safe[s].block, queued[f->safe[s].block] = true;
	while (n) {
		block_id b = todo[--n];
		pset out = in[b];
		queued[b] = false;
		for (safepoint_id s = f->safe_at[b]; s < f->safe_at[b + 1]; s++)
			if (f->safe[s].returns_twice)
				out = with_live(f, out, s);
		for (uint32_t e = g->succ_at[b]; out && e < g->succ_at[b + 1]; e++) {
			block_id x = g->succ[e];
			pset sum = pset_union(f->pool, in[x], out);
			pset_freeze(f->pool);
			if (pset_equal(f->pool, sum, in[x]))
				continue;
			in[x] = sum;
			if (!queued[x])
				todo[n++] = x, queued[x] = true;
		}
	}
	return true;
}

bool
count_returns_twice(struct fn *f, struct arena *ar, const struct rooted_at *rooted)
{
	pset *in = arena_zarray(ar, f->g.nblk, sizeof *in), counted = 0; /* from one set to the next by their
	                                                                  * difference */
	struct pset_change change = { 0 };
	bool *used = arena_zarray(ar, f->live.nrank, sizeof *used);
	uint32_t count = 0, x;

	if (!in || !used || !spread_live(f, ar, in))
		return false;
	for (uint32_t i = 0; i < f->coloured.ndemand; i++)
		if (f->live.rank[f->coloured.demand[i].value] != NONE)
			used[f->live.rank[f->coloured.demand[i].value]] = true;
	for (block_id b = 0; b < f->g.nblk; b++) {
		pset now = in[b];
		for (safepoint_id s = f->safe_at[b]; s < f->safe_at[b + 1]; s++) {
			if (f->safe[s].returns_twice)
				now = with_live(f, now, s);
			if (now != counted) {
				if (!pset_changes(f->pool, counted, now, ar, &change))
					return false;
				for (struct pset_part p = change.only_b; pset_next(&p, &x);)
					count += used[x];
				for (struct pset_part p = change.only_a; pset_next(&p, &x);)
					count -= used[x];
				counted = now;
			}
			uint32_t most = rooted[s].plain + (count > rooted[s].dedicated ? count : rooted[s].dedicated);
			if (most > f->coloured.max_live)
				f->coloured.max_live = most;
		}
	}
	return !f->pool->failed;
}
