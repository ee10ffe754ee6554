/* SPDX-License-Identifier: MIT */
/* poll_plan.c -- places polls so that each cycle has one: at the sources of retreating edges, inner loops first, unless
** the cycle polls already.
**
** Each cycle takes a retreating edge into its block of lowest number, and otherwise stays among blocks of higher
** numbers. So an edge u -> v needs a poll at the end of u only if a path leads from v to u through blocks with numbers
** from v on, none of which polls. This holds for irreducible control flow, too. Inner loops come first, since a poll in
** one serves the loops around it if no path avoids it.
**
** Loops that are known to end soon need no poll. For nested loops the product of their iterations counts. */
#include "lowering/polls/poll_plan.h"

enum { WALKS = 32 };             /* visits of each edge on average, after which all undecided edges get a poll */

struct walk {
	const struct poll_plan *p;
	uint32_t *seen, *todo;       /* seen, by block: the target of the last search that visited it, plus one; todo:
	                              * blocks to visit */
	uint64_t budget;
};

static bool
passes(const struct poll_plan *p, uint32_t b)
{
	return !p->covered[b] && !p->poll[b];
}

/* Is there a path from v to u without a poll and without a block of a lower number than v? Blocks that an earlier
** search for another source of an edge to v has visited are visited again: polls may have been placed since. */
static bool
open_way(struct walk *w, uint32_t v, uint32_t u, uint32_t stamp)
{
	const struct cfg *g = w->p->cfg;
	uint32_t n = 0;

	if (!passes(w->p, u) || !passes(w->p, v))
		return false;
	if (u == v)
		return true;
	w->seen[u] = stamp;
	w->todo[n++] = u;
	while (n > 0) {
		uint32_t b = w->todo[--n], edges = g->pred_at[b + 1] - g->pred_at[b];
		if (w->budget < edges)
			return true;
		w->budget -= edges;
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
			uint32_t a = g->pred[e];
			if (a == v)
				return true;
			if (a < v || w->seen[a] == stamp || !passes(w->p, a))
				continue;
			w->seen[a] = stamp;
			w->todo[n++] = a;
		}
	}
	return false;
}

/* The iterations of the loop with header v and all loops in it, if none of them polls; 0: too many, or not known. */
static uint32_t
iterations(const struct poll_plan *p, const uint64_t *inner, uint32_t v)
{
	if (p->most == 0 || p->cfg->loop[v] != v || p->trips[v] == UINT32_MAX)
		return 0;
	uint64_t all = ((uint64_t)p->trips[v] + 1) * (1 + inner[v]);
	return inner[v] <= p->most && all <= p->most ? (uint32_t)all : 0;
}

bool
poll_plan_make(struct poll_plan *p, struct arena *ar)
{
	const struct cfg *g = p->cfg;
	uint32_t n = g->nblk, stamp = 0;
	struct walk w = { p, arena_zarray(ar, n, sizeof *w.seen), arena_array(ar, n, sizeof *w.todo),
		WALKS * ((uint64_t)n + g->succ_at[n]) };
	/* by header: iterations of the loops directly inside that have no poll */
	uint64_t *inner = arena_zarray(ar, n, sizeof *inner);

	p->npolls = 0;
	p->poll = arena_zarray(ar, n, sizeof *p->poll);
	if (ar->failed)
		return false;
	if (!g->any_loop)
		return true;
	for (uint32_t v = n; v-- > 0;) {
		uint32_t all = iterations(p, inner, v);
		bool unpolled = false;
		for (uint32_t e = g->pred_at[v]; e < g->pred_at[v + 1]; e++) {
			uint32_t u = g->pred[e];
			if (u < v || !open_way(&w, v, u, ++stamp))
				continue;
			if (all > 0 && cfg_dominates(g, v, u)) {
				unpolled = true;
				continue;
			}
			p->poll[u] = true;
			p->npolls++;
		}
		if (unpolled && g->loop_parent[v] != NONE)
			inner[g->loop_parent[v]] += all;
	}
	return true;
}
