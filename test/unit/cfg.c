/* SPDX-License-Identifier: MIT */
/* cfg.c -- order, dominators and loops against their definitions, on random graphs and on large ones of known shape. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "failing_alloc.h"
#include "core.h"
#include "must.h"

enum { MANY = 48 };              /* nodes of random graphs, at most 64: sets of blocks are words */
typedef uint64_t blocks;
#define BIT(b) ((blocks)1 << (b))

/* -- definitions */

/* What can be reached from `from` without entering a block of `without`. */
static blocks
reach(const struct cfg *g, uint32_t from, blocks without)
{
	blocks seen = without & BIT(from) ? 0 : BIT(from), todo = seen;

	while (todo) {
		uint32_t b = (uint32_t)__builtin_ctzll(todo);
		todo &= todo - 1;
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			blocks s = BIT(g->succ[e]) & ~seen & ~without;
			seen |= s, todo |= s;
		}
	}
	return seen;
}

/* The natural loop of header h: the sources of back edges to it, and what reaches them without passing h. */
static blocks
natural_loop(const struct cfg *g, const blocks *dominated, uint32_t h)
{
	blocks body = 0, before;

	for (uint32_t b = 0; b < g->nblk; b++)
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			if (g->succ[e] == h && dominated[h] & BIT(b))
				body |= BIT(b) | BIT(h);
	do {
		before = body;
		for (uint32_t b = 0; b < g->nblk; b++)
			for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
				if (g->succ[e] != h && body & BIT(g->succ[e]))
					body |= BIT(b);
	} while (body != before);
	return body;
}

/* A graph is reducible if dropping self loops and merging nodes with one predecessor into it leaves a single node. */
static bool
reducible(const struct cfg *g)
{
	blocks succ[64] = { 0 }, alive = 0;

	for (uint32_t b = 0; b < g->nblk; b++) {
		alive |= BIT(b);
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			succ[b] |= BIT(g->succ[e]);
	}
	for (bool again = true; again;) {
		again = false;
		for (uint32_t b = 0; b < g->nblk; b++)
			succ[b] &= ~BIT(b);
		for (uint32_t b = 1; b < g->nblk; b++) {
			uint32_t npred = 0, pred = 0;
			for (uint32_t p = 0; p < g->nblk; p++)
				if (alive & BIT(b) && alive & BIT(p) && succ[p] & BIT(b))
					npred++, pred = p;
			if (npred != 1)
				continue;
			succ[pred] = (succ[pred] | succ[b]) & ~BIT(b) & ~BIT(pred);
			alive &= ~BIT(b);
			again = true;
		}
	}
	return alive == BIT(0);
}

/* -- comparison: each gives NULL or what is wrong */

static const char *
wrong_edges(const struct cfg *g)
{
	uint32_t n = 0;

	for (uint32_t b = 0; b < g->nblk; b++)
		for (uint32_t i = g->pred_at[b]; i < g->pred_at[b + 1]; i++, n++) {
			uint32_t p = g->pred[i], there = 0, back = 0;
			if (i > g->pred_at[b] && p < g->pred[i - 1])
				return "predecessors do not ascend";
			for (uint32_t e = g->succ_at[p]; e < g->succ_at[p + 1]; e++)
				there += g->succ[e] == b;
			for (uint32_t k = g->pred_at[b]; k < g->pred_at[b + 1]; k++)
				back += g->pred[k] == p;
			if (there != back)
				return "an edge is counted differently from its two ends";
		}
	return n == g->succ_at[g->nblk] ? NULL : "number of edges";
}

/* An order in which depth-first search finishes, backward: an edge that goes back goes to an ancestor in the tree, from which the tree leads
** down again by ascending numbers; and each block but the entry has a parent before it. */
static const char *
wrong_order(const struct cfg *g)
{
	for (uint32_t b = 0; b < g->nblk; b++) {
		bool parent = b == 0;
		for (uint32_t i = g->pred_at[b]; i < g->pred_at[b + 1]; i++)
			parent |= g->pred[i] < b;
		if (!parent)
			return "a block before all its predecessors";
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			blocks down = BIT(g->succ[e]);
			for (uint32_t x = g->succ[e]; x < b; x++)
				for (uint32_t k = g->succ_at[x]; down & BIT(x) && k < g->succ_at[x + 1]; k++)
					if (g->succ[k] > x)
						down |= BIT(g->succ[k]);
			if (g->succ[e] < b && !(down & BIT(b)))
				return "an edge back to no ancestor";
		}
	}
	return NULL;
}

static const char *
wrong_dominators(const struct cfg *g, const blocks *dominated)
{
	blocks numbers = 0;

	for (uint32_t b = 0; b < g->nblk; b++) {
		uint32_t idom = NONE, last_kid = 0;
		blocks below = 0;
		for (uint32_t a = 0; a < g->nblk; a++) {
			if (cfg_dominates(g, a, b) != ((dominated[a] & BIT(b)) != 0))
				return "cfg_dominates";
			/* the nearest of the strict dominators is the one that the others dominate */
			if (a != b && dominated[a] & BIT(b) && (idom == NONE || dominated[idom] & BIT(a)))
				idom = a;
		}
		if (g->idom[b] != idom)
			return "idom";
		if (idom != NONE && idom >= b)
			return "a dominator with a higher number";
		for (uint32_t x = 1; x < g->nblk; x++) {
			if (g->idom[x] != b)
				continue;
			if (g->dom_pre[x] <= last_kid)
				return "children out of order";
			last_kid = g->dom_pre[x];
		}
		if (g->dom_order[g->dom_pre[b]] != b)
			return "dom_order";
		for (uint32_t x = 0; x < g->nblk; x++)
			if (dominated[b] & BIT(x))
				below |= BIT(g->dom_pre[x]);
		if (numbers & BIT(g->dom_pre[b]) || g->dom_last[b] - g->dom_pre[b] + 1 != (uint32_t)__builtin_popcountll(dominated[b])
		    || below >> g->dom_pre[b] != (BIT(g->dom_last[b] - g->dom_pre[b]) << 1) - 1)
			return "preorder numbers of the dominator tree";
		numbers |= BIT(g->dom_pre[b]);
	}
	return NULL;
}

static const char *
wrong_loops(const struct cfg *g, const blocks *dominated)
{
	blocks body[64], positions = 0;

	for (uint32_t h = 0; h < g->nblk; h++)
		body[h] = natural_loop(g, dominated, h);
	for (uint32_t b = 0; b < g->nblk; b++) {
		uint32_t depth = 0, inner = NONE, parent = NONE;
		for (uint32_t h = 0; h < g->nblk; h++) {
			if (!(body[h] & BIT(b)))
				continue;
			depth++;
			if (inner == NONE || body[inner] & BIT(h))
				parent = inner, inner = h;
			else if (parent == NONE || body[parent] & BIT(h))
				parent = h;
		}
		if (g->loop_depth[b] != depth)
			return "loop_depth";
		if (g->loop[b] != inner)
			return "loop";
		if (g->loop_parent[b] != (inner == b ? parent : NONE))
			return "loop_parent";
		if (g->loop_pos[b] >= g->nblk || positions & BIT(g->loop_pos[b]))
			return "loop_pos is no permutation";
		positions |= BIT(g->loop_pos[b]);
		if (inner != b && g->loop_last[b] != g->loop_pos[b])
			return "loop_last of a block that is no header";
		for (uint32_t x = 0; inner == b && x < g->nblk; x++)
			if ((g->loop_pos[b] <= g->loop_pos[x] && g->loop_pos[x] <= g->loop_last[b]) != ((body[b] & BIT(x)) != 0))
				return "blocks of a loop are not contiguous";
	}
	return NULL;
}

static const char *
wrong(const struct cfg *g)
{
	blocks dominated[64];
	const char *what;

	for (uint32_t a = 0; a < g->nblk; a++)
		dominated[a] = reach(g, 0, 0) & ~reach(g, 0, BIT(a));
	if ((what = wrong_edges(g)) || (what = wrong_order(g)) || (what = wrong_dominators(g, dominated)) || (what = wrong_loops(g, dominated)))
		return what;
	return g->irreducible == reducible(g) ? "irreducible" : NULL;
}

/* The numbering itself: exactly the reachable nodes, each once, the entry first, and edges as they were. */
static const char *
wrong_numbers(const struct graph *g, const struct cfg *c, struct arena *ar)
{
	uint32_t *order = arena_array(ar, g->n, sizeof *order), *number = arena_array(ar, g->n, sizeof *number);
	uint32_t n = cfg_order(ar, g->n, g->succ_at, g->succ, 0, order, number);
	struct cfg all = { .nblk = g->n, .succ_at = g->succ_at, .succ = g->succ };
	blocks reached = reach(&all, 0, 0);

	if (n != c->nblk || n != (uint32_t)__builtin_popcountll(reached) || order[0] != 0)
		return "number of reachable nodes";
	for (uint32_t x = 0; x < g->n; x++)
		if (reached & BIT(x) ? number[x] >= n || order[number[x]] != x : number[x] != NONE)
			return "numbers";
	return NULL;
}

static void
print_graph(const struct graph *g)
{
	for (uint32_t b = 0; b < g->n; b++) {
		fprintf(stderr, "%u ->", b);
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			fprintf(stderr, " %u", g->succ[e]);
		fprintf(stderr, "\n");
	}
}

Test(cfg, random_graphs_against_the_definitions)
{
	struct failing_alloc books = { 0 };
	uint32_t nloops = 0, nirreducible = 0, nunreachable = 0, deepest = 0;
	struct arena ar;

	arena_init(&ar, failing_alloc, &books);
	for (uint64_t seed = 0; seed < 12000; seed++) {
		struct dice d = { .seed = seed };
		struct graph g;
		struct cfg c;
		const char *what;
		graph_random(&g, &ar, &d, (enum graph_shape)(seed % GRAPH_SHAPES), 2 + roll(&d, seed % 8 ? 16 : MANY - 16), seed % 5 == 0);
		MUST(graph_finish(&g) && graph_to_cfg(&g, &ar, &c), "no memory");
		if (g.n > 64) /* the last statement may go past the limit */
			goto next;
		if ((what = wrong_numbers(&g, &c, &ar)) || (what = wrong(&c))) {
			print_graph(&g);
			cr_assert_fail("seed %llu: %s", (unsigned long long)seed, what);
		}
		nirreducible += c.irreducible;
		nunreachable += c.nblk < g.n;
		for (uint32_t b = 0; b < c.nblk; b++) {
			nloops += c.loop[b] == b;
			deepest = c.loop_depth[b] > deepest ? c.loop_depth[b] : deepest;
		}
next:
		arena_reset(&ar);
	}
	arena_free(&ar);
	cr_assert_eq(books.live_blocks, 0);
	/* the dice must not avoid what is hard */
	cr_assert_gt(nloops, 5000);
	cr_assert_gt(nirreducible, 500);
	cr_assert_gt(nunreachable, 500);
	cr_assert_gt(deepest, 3);
}

/* All graphs of up to four nodes with at most two successors each. */
Test(cfg, all_small_graphs)
{
	struct failing_alloc books = { 0 };
	struct arena ar;

	arena_init(&ar, failing_alloc, &books);
	for (uint32_t n = 1; n <= 4; n++) {
		uint32_t choices = n * n + n + 1, total = 1; /* two, one or no successors */
		for (uint32_t b = 0; b < n; b++)
			total *= choices;
		for (uint32_t code = 0; code < total; code++) {
			struct graph g = { .ar = &ar, .n = n };
			struct cfg c;
			const char *what;
			for (uint32_t b = 0, rest = code; b < n; b++, rest /= choices) {
				uint32_t pick = rest % choices;
				if (pick < n * n)
					graph_edge(&g, b, pick / n);
				if (pick < n * n + n)
					graph_edge(&g, b, pick % n);
			}
			MUST(graph_finish(&g) && graph_to_cfg(&g, &ar, &c), "no memory");
			if ((what = wrong_numbers(&g, &c, &ar)) || (what = wrong(&c))) {
				print_graph(&g);
				cr_assert_fail("%s", what);
			}
			arena_reset(&ar);
		}
	}
	arena_free(&ar);
}

Test(cfg, every_allocation_may_fail)
{
	uint32_t limit = 50;

	for (size_t n = 1; limit < 100000; n++) {
		struct failing_alloc sure = { 0 }, books = { .fail_at = n };
		struct dice d = { .seed = limit };
		struct arena own, ar;
		struct graph g;
		struct cfg c;

		arena_init(&own, failing_alloc, &sure);
		arena_init(&ar, failing_alloc, &books);
		graph_random(&g, &own, &d, GRAPH_WILD, limit, true);
		cr_assert(graph_finish(&g));
		cr_assert_eq(graph_to_cfg(&g, &ar, &c), !books.refused);
		arena_free(&ar);
		arena_free(&own);
		cr_assert_eq(books.live_blocks, 0);
		cr_assert_not(books.wrong_size);
		if (!books.refused)
			limit *= 3, n = 0;
	}
}

/* -- large graphs of known shape; quadratic work would take minutes */

enum { LARGE = 100000 };

struct large { struct failing_alloc books; struct arena ar; struct graph g; struct cfg c; };

static void
large_start(struct large *l, uint32_t n)
{
	*l = (struct large){ .books = { 0 } };
	arena_init(&l->ar, failing_alloc, &l->books);
	l->g = (struct graph){ .ar = &l->ar, .n = n };
}

static void
large_analyse(struct large *l)
{
	clock_t start = clock();

	cr_assert(graph_finish(&l->g) && graph_to_cfg(&l->g, &l->ar, &l->c));
	cr_assert_eq(l->c.nblk, l->g.n);
	cr_assert_lt((double)(clock() - start) / CLOCKS_PER_SEC, 5.0, "not near-linear");
}

static void
large_end(struct large *l)
{
	arena_free(&l->ar);
	cr_assert_eq(l->books.live_blocks, 0);
}

Test(cfg, long_chain)
{
	struct large l;

	large_start(&l, LARGE);
	for (uint32_t b = 0; b + 1 < LARGE; b++)
		graph_edge(&l.g, b, b + 1);
	large_analyse(&l);
	for (uint32_t b = 1; b < LARGE; b++)
		MUST(l.c.idom[b] == b - 1 && l.c.loop[b] == NONE && l.c.dom_last[b] == LARGE - 1, "block %u", b);
	large_end(&l);
}

/* One loop around all of it, with an exit from each block to the same one. */
Test(cfg, ladder_with_a_shared_exit)
{
	struct large l;

	large_start(&l, LARGE);
	for (uint32_t b = 0; b + 2 < LARGE; b++) {
		graph_edge(&l.g, b, LARGE - 1);
		graph_edge(&l.g, b, b + 1);
	}
	graph_edge(&l.g, LARGE - 2, 1);
	large_analyse(&l);
	cr_assert_not(l.c.irreducible);
	cr_assert_eq(l.c.idom[1], 0, "the entry's children: the ladder");
	cr_assert_eq(l.c.idom[LARGE - 1], 0, "and the exit");
	for (uint32_t b = 1; b + 2 < LARGE; b++)
		MUST(l.c.loop[b] == 1 && l.c.loop_depth[b] == 1, "block %u", b);
	large_end(&l);
}

/* LARGE / 2 loops, each inside the one before: headers down, latches up. */
Test(cfg, deep_nest)
{
	struct large l;
	uint32_t depth = LARGE / 2, deepest = 0;

	large_start(&l, LARGE + 1);
	for (uint32_t i = 0; i < LARGE; i++)
		graph_edge(&l.g, i, i + 1);
	for (uint32_t i = 0; i < depth; i++)
		graph_edge(&l.g, LARGE - 1 - i, i);
	large_analyse(&l);
	cr_assert_not(l.c.irreducible);
	for (uint32_t b = 0; b < LARGE; b++)
		deepest = l.c.loop_depth[b] > deepest ? l.c.loop_depth[b] : deepest;
	cr_assert_eq(deepest, depth);
	for (uint32_t i = 0; i < depth; i++)
		MUST(l.c.loop[i] == i && l.c.loop_parent[i] == (i ? i - 1 : NONE) && l.c.loop_last[i] - l.c.loop_pos[i] + 1 == LARGE - 2 * i,
			"header %u", i);
	large_end(&l);
}

/* One header, a latch from every block: the union-find must not walk the same body again. */
Test(cfg, one_header_many_latches)
{
	struct large l;

	large_start(&l, LARGE);
	for (uint32_t b = 0; b + 1 < LARGE; b++) {
		graph_edge(&l.g, b, b + 1);
		graph_edge(&l.g, b, 0);
	}
	large_analyse(&l);
	for (uint32_t b = 0; b + 1 < LARGE; b++)
		MUST(l.c.loop[b] == 0, "block %u", b);
	large_end(&l);
}

/* Irreducible everywhere: pairs of blocks that lead to each other, both entered from before. */
Test(cfg, chain_of_irreducible_pairs)
{
	struct large l;

	large_start(&l, LARGE + 1);
	for (uint32_t b = 0; b + 2 < LARGE; b += 2) {
		graph_edge(&l.g, b, b + 1);
		graph_edge(&l.g, b, b + 2);
		graph_edge(&l.g, b + 1, b + 2);
		graph_edge(&l.g, b + 2, b + 1);
	}
	graph_edge(&l.g, LARGE - 2, LARGE - 1);
	graph_edge(&l.g, LARGE - 1, LARGE);
	large_analyse(&l);
	cr_assert(l.c.irreducible);
	large_end(&l);
}

/* A dominator tree that a naive iteration takes quadratically many steps for: a chain downward with all edges back up. */
Test(cfg, zigzag)
{
	struct large l;
	uint32_t n = LARGE / 2;

	large_start(&l, 2 * n + 1);
	for (uint32_t i = 0; i < n; i++) {
		graph_edge(&l.g, i, i + 1);
		graph_edge(&l.g, i, 2 * n - i);
		if (i)
			graph_edge(&l.g, 2 * n - i + 1, 2 * n - i);
	}
	graph_edge(&l.g, n, n + 1);
	large_analyse(&l);
	large_end(&l);
}
