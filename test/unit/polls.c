/* SPDX-License-Identifier: MIT */
/* polls.c -- polls for loops against the definition, on random control flow: no cycle without one. */
#include <stdio.h>
#include <stdlib.h>

#include "failing_alloc.h"
#include "lowering/polls/poll_plan.h"
#include "core.h"
#include "must.h"

enum { LIMIT = 48, MOST_BLOCKS = 64 }; /* graphs go a little over their limit */

static struct failing_alloc books; /* each test has a process of its own */

/* Is there a cycle among the blocks that `out` does not hold?  Those without a successor left are taken away until nothing changes. */
static bool
has_cycle(const struct cfg *g, const bool *out)
{
	bool gone[MOST_BLOCKS] = { 0 }, again = true;
	uint32_t left = 0;

	while (again) {
		again = false;
		for (uint32_t b = 0; b < g->nblk; b++) {
			bool leads = false;
			if (gone[b])
				continue;
			for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
				leads |= !gone[g->succ[e]];
			if (out[b] || !leads)
				gone[b] = again = true;
		}
	}
	for (uint32_t b = 0; b < g->nblk; b++)
		left += !gone[b];
	return left > 0;
}

/* Does block `at` reach itself without those that `out` holds? */
static bool
on_cycle(const struct cfg *g, const bool *out, uint32_t at)
{
	bool seen[MOST_BLOCKS] = { 0 };
	uint32_t todo[MOST_BLOCKS], n = 0;

	if (out[at])
		return false;
	todo[n++] = at;
	while (n > 0) {
		uint32_t b = todo[--n];
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			uint32_t s = g->succ[e];
			if (s == at)
				return true;
			if (!seen[s] && !out[s]) {
				seen[s] = true;
				todo[n++] = s;
			}
		}
	}
	return false;
}

static struct cfg
random_cfg(struct arena *ar, struct dice *d, uint64_t seed)
{
	struct graph g;
	struct cfg c;

	arena_init(ar, failing_alloc, &books);
	graph_random(&g, ar, d, (enum graph_shape)(seed % GRAPH_SHAPES), 2 + roll(d, LIMIT - 2), false);
	MUST(graph_finish(&g) && graph_to_cfg(&g, ar, &c), "no memory");
	return c;
}

static struct poll_plan
plan(struct arena *ar, const struct cfg *c, struct dice *d, uint32_t most)
{
	bool *covered = arena_zarray(ar, c->nblk, sizeof *covered);
	uint32_t *trips = arena_array(ar, c->nblk, sizeof *trips), share = 2 + roll(d, 9);
	struct poll_plan p = { .cfg = c, .covered = covered, .trips = trips, .most = most };

	for (uint32_t b = 0; b < c->nblk; b++) {
		covered[b] = roll(d, share) == 0;
		trips[b] = roll(d, 2) ? UINT32_MAX : roll(d, 12);
	}
	MUST(poll_plan_make(&p, ar), "no memory");
	return p;
}

Test(polls, every_cycle_polls)
{
	uint32_t polls = 0, irreducible = 0;

	for (uint64_t seed = 1; seed <= 6000; seed++) {
		struct dice d = { .seed = seed };
		struct arena ar;
		struct cfg c = random_cfg(&ar, &d, seed);
		struct poll_plan p = plan(&ar, &c, &d, 0);
		bool out[MOST_BLOCKS];

		for (uint32_t b = 0; b < c.nblk; b++)
			out[b] = p.covered[b] || p.poll[b];
		cr_assert(!has_cycle(&c, out), "seed %llu", (unsigned long long)seed);
		for (uint32_t b = 0; b < c.nblk; b++)
			cr_assert(!p.poll[b] || on_cycle(&c, p.covered, b), "seed %llu: the poll in block %u serves no cycle", (unsigned long long)seed, b);
		polls += p.npolls;
		irreducible += c.irreducible;
		arena_free(&ar);
	}
	cr_assert(polls > 4000 && irreducible > 500, "%u polls, %u irreducible", polls, irreducible);
}

/* A walk that takes each back edge of a loop as often as its count allows, and then leaves: it never goes on for longer than `most` back edges
** of counted loops without a poll. */
static uint32_t
longest_silence(const struct cfg *g, const struct poll_plan *p, struct dice *d)
{
	uint32_t taken[MOST_BLOCKS] = { 0 }, silent = 0, longest = 0;

	for (uint32_t at = 0, step = 0; step < 4000; step++) {
		uint32_t n = g->succ_at[at + 1] - g->succ_at[at], next = NONE, first = n ? roll(d, n) : 0;
		if (p->covered[at] || p->poll[at])
			silent = 0;
		for (uint32_t k = 0; k < n && next == NONE; k++) {
			uint32_t s = g->succ[g->succ_at[at] + (first + k) % n];
			if (s > at || !cfg_dominates(g, s, at) || p->trips[s] == UINT32_MAX || taken[s] < p->trips[s])
				next = s;
		}
		if (next == NONE)
			break;
		if (next <= at) {
			silent += p->trips[next] != UINT32_MAX || !cfg_dominates(g, next, at);
			longest = silent > longest ? silent : longest;
			taken[next] += g->loop[next] == next && cfg_dominates(g, next, at);
		}
		/* whoever enters a loop anew counts anew */
		for (uint32_t h = 0; h < g->nblk; h++)
			if (g->loop[h] == h && (next < at ? !(g->loop_pos[next] >= g->loop_pos[h] && g->loop_pos[next] <= g->loop_last[h]) :
			    next == h && !(g->loop_pos[at] >= g->loop_pos[h] && g->loop_pos[at] <= g->loop_last[h])))
				taken[h] = 0;
		at = next;
	}
	return longest;
}

Test(polls, counted_loops_end_soon)
{
	enum { MOST = 60 };
	uint32_t fewer = 0;

	for (uint64_t seed = 1; seed <= 3000; seed++) {
		struct dice d = { .seed = seed }, same;
		struct arena ar;
		struct cfg c = random_cfg(&ar, &d, seed);
		same = d;
		struct poll_plan p = plan(&ar, &c, &d, MOST), all = plan(&ar, &c, &same, 0);

		cr_assert(p.npolls <= all.npolls + c.nblk);
		fewer += p.npolls < all.npolls;
		if (!c.irreducible)
			for (uint32_t run = 0; run < 4; run++) {
				uint32_t silence = longest_silence(&c, &p, &d);
				cr_assert(silence <= 3 * MOST, "seed %llu: %u iterations without a poll", (unsigned long long)seed, silence);
			}
		arena_free(&ar);
	}
	cr_assert(fewer > 300, "%u", fewer);
}

/* One block, two nested loops of known counts, a loop of which each way polls, and one with a way past the poll. */
Test(polls, by_hand)
{
	struct arena ar;
	struct graph g = { .ar = &ar, .n = 4 };
	struct cfg c;
	bool covered[4] = { 0 };
	uint32_t trips[4] = { UINT32_MAX, 10, 20, UINT32_MAX };
	struct poll_plan p = { .cfg = &c, .covered = covered, .trips = trips, .most = 1000 };

	arena_init(&ar, failing_alloc, &books);
	graph_edge(&g, 0, 1); /* 1: outer header, 2: inner loop, 3: way out */
	graph_edge(&g, 1, 2);
	graph_edge(&g, 2, 2);
	graph_edge(&g, 2, 1);
	graph_edge(&g, 1, 3);
	MUST(graph_finish(&g) && graph_to_cfg(&g, &ar, &c), "no memory");
	uint32_t inner = c.loop_depth[2] == 2 ? 2 : 3;
	trips[inner] = 20, trips[5 - inner] = UINT32_MAX;
	MUST(poll_plan_make(&p, &ar), "no memory");
	cr_assert_eq(p.npolls, 0);
	p.most = 100; /* the inner one alone is short enough; the outer one then polls where it goes back, which is the inner block */
	MUST(poll_plan_make(&p, &ar), "no memory");
	cr_assert(p.npolls == 1 && p.poll[inner]);
	covered[1] = true;
	p.most = 0;
	MUST(poll_plan_make(&p, &ar), "no memory");
	cr_assert(p.npolls == 1 && p.poll[inner]);
	covered[1] = false, covered[inner] = true;
	MUST(poll_plan_make(&p, &ar), "no memory");
	cr_assert_eq(p.npolls, 0);
	arena_free(&ar);
}

/* Nests so deep that looking at each loop from each around it would take for ever. */
Test(polls, deep_nests)
{
	enum { DEPTH = 50000 };
	struct arena ar;
	struct graph g = { .ar = &ar, .n = 2 * DEPTH + 1 };
	struct cfg c;

	arena_init(&ar, failing_alloc, &books);
	for (uint32_t i = 0; i < 2 * DEPTH; i++)
		graph_edge(&g, i, i + 1);
	for (uint32_t i = 1; i <= DEPTH; i++)
		graph_edge(&g, 2 * DEPTH - i, i);
	MUST(graph_finish(&g) && graph_to_cfg(&g, &ar, &c), "no memory");
	bool *covered = arena_zarray(&ar, c.nblk, sizeof *covered);
	uint32_t *trips = arena_array(&ar, c.nblk, sizeof *trips);
	for (uint32_t b = 0; b < c.nblk; b++)
		trips[b] = UINT32_MAX;
	struct poll_plan p = { .cfg = &c, .covered = covered, .trips = trips };
	MUST(poll_plan_make(&p, &ar), "no memory");
	cr_assert(p.npolls >= 1);
	arena_free(&ar);
}

Test(polls, no_memory)
{
	for (size_t at = 1; at < 40; at++) {
		struct failing_alloc refusing = { .fail_at = at };
		struct dice d = { .seed = 7 };
		struct arena ar, own;
		struct cfg c = random_cfg(&ar, &d, 1);
		bool *covered = arena_zarray(&ar, c.nblk, sizeof *covered);
		struct poll_plan p = { .cfg = &c, .covered = covered };

		arena_init(&own, failing_alloc, &refusing);
		cr_assert_eq(poll_plan_make(&p, &own), !refusing.refused);
		arena_free(&own);
		cr_assert_eq(refusing.live_blocks, 0);
		arena_free(&ar);
	}
}
