/* SPDX-License-Identifier: MIT */
/* cfg.c -- reverse post-order, dominators (in one pass where control flow is simple, otherwise Lengauer-Tarjan with
** path compression), natural loops.
**
** All algorithms are near-linear and without recursion: a function may be one chain of a million blocks. */
#include "base/cfg.h"
#include "base/union_find.h"

#include <string.h>

uint32_t
cfg_order(struct arena *ar, uint32_t n, const uint32_t *succ_at, const uint32_t *succ, uint32_t entry,
	uint32_t *order, uint32_t *number)
{
	/* the path to the current block, with the next edge of each block on it */
	struct step { uint32_t block, edge; } *way = arena_array(ar, n, sizeof *way);
	uint32_t depth = 0, first = n, b = entry;

	if (!way)
		return 0;
	if (n == 1) {
		order[0] = number[0] = 0;
		return 1;
	}
	/* blocks on the path and finished blocks have number != NONE */
	memset(number, 0xFF, n * sizeof *number);
	number[b] = 0;
	for (uint32_t e = succ_at[b];;) {
		uint32_t behind = succ_at[b + 1];
		while (e < behind && number[succ[e]] != NONE)
			e++;
		if (e < behind) {
			way[depth++] = (struct step){ b, e + 1 };
			b = succ[e];
			number[b] = 0;
			e = succ_at[b];
			continue;
		}
		order[--first] = b; /* the block that is finished last comes first */
		number[b] = first;
		if (depth == 0)
			break;
		b = way[--depth].block;
		e = way[depth].edge;
	}
	for (uint32_t i = 0; first && i < n - first; i++) { /* closes the gap that unreachable blocks leave */
		order[i] = order[first + i];
		number[order[i]] = i;
	}
	return n - first;
}

/* Fills in predecessors, and dominators over the forward edges alone, in one pass (Cooper, Harvey and Kennedy, "A
** Simple, Fast Dominance Algorithm").  The latter are correct if each retreating edge goes to a dominator of its
** source.  Clears `quick` if walking up the tree takes too long, which is quadratic at worst.  Also sets the targets of
** retreating edges, and whether there are any. */
static bool
fill_preds(struct cfg *g, struct arena *ar, bool *target, bool *retreating, bool *quick)
{
	uint32_t n = g->nblk, m = g->succ_at[n], *idom = g->idom, *pred;
	const uint32_t *succ = g->succ, *succ_at = g->succ_at;
	uint64_t budget = 8 * ((uint64_t)n + m);
	bool all = true;

	g->pred_at = arena_zarray(ar, (size_t)n + 2, sizeof *g->pred_at);
	g->pred = pred = arena_array(ar, m, sizeof *g->pred);
	if (!g->pred_at || (m && !g->pred))
		return false;
	uint32_t *at = g->pred_at + 1; /* shifted by one so that filling leaves the starts in place */
	for (uint32_t e = 0; e < m; e++)
		at[succ[e] + 1]++;
	for (uint32_t b = 0, sum = 0; b < n; b++)
		at[b] = sum += at[b];
	memset(idom, 0xFF, n * sizeof *idom);
	for (uint32_t b = 0, e = 0; b < n; b++)
		for (uint32_t behind = succ_at[b + 1]; e < behind; e++) {
			uint32_t to = succ[e], d = idom[to];
			pred[at[to]++] = b;
			if (to <= b)
				*retreating = target[to] = true;
			else if (d == NONE)
				idom[to] = b;
			else if (all)
				all = (idom[to] = cfg_meet(idom, d, b, &budget)) != NONE;
		}
	*quick = all;
	return true;
}

/* Returns the first target of a retreating edge from block t on, or NULL. */
static const bool *
next_target(const struct cfg *g, const bool *target, const bool *t)
{
	return memchr(t, 1, (size_t)(target + g->nblk - t));
}

static bool
retreats_to_dominators(const struct cfg *g, const bool *target)
{
	for (const bool *t = target; (t = next_target(g, target, t)) != NULL; t++) {
		uint32_t b = (uint32_t)(t - target);
		for (uint32_t e = g->pred_at[b + 1]; e-- > g->pred_at[b] && g->pred[e] >= b;) /* in ascending order */
			if (!cfg_dominates(g, b, g->pred[e]))
				return false;
	}
	return true;
}

/* The state of the Lengauer-Tarjan algorithm; nodes are depth-first numbers. */
struct lt { uint32_t *vertex, *dfs, *parent, *semi, *label, *ancestor, *stack; };

/* Returns the node with minimum semidominator on the path to the forest's root, and compresses the path. */
static uint32_t
lt_eval(struct lt *t, uint32_t v)
{
	uint32_t depth = 0;

	if (t->ancestor[v] == NONE)
		return v;
	for (uint32_t u = v; t->ancestor[t->ancestor[u]] != NONE; u = t->ancestor[u])
		t->stack[depth++] = u;
	while (depth) {
		uint32_t u = t->stack[--depth], a = t->ancestor[u];
		if (t->semi[t->label[a]] < t->semi[t->label[u]])
			t->label[u] = t->label[a];
		t->ancestor[u] = t->ancestor[a];
	}
	return t->label[v];
}

static bool
fill_idom(struct cfg *g, struct arena *ar)
{
	uint32_t n = g->nblk, depth = 0, count = 0;
	uint32_t *mem = arena_array(ar, (size_t)n * 10 + 10, sizeof *mem);

	if (!mem)
		return false;
	struct lt t = { mem, mem + n, mem + 2 * (size_t)n, mem + 3 * (size_t)n, mem + 4 * (size_t)n,
		mem + 5 * (size_t)n, mem + 6 * (size_t)n };
	uint32_t *next = mem + 7 * (size_t)n, *bucket = mem + 8 * (size_t)n, *chain = mem + 9 * (size_t)n;

	for (uint32_t b = 0; b < n; b++)
		t.dfs[b] = NONE;
	t.stack[depth++] = 0;
	t.dfs[0] = 0, t.vertex[0] = 0, t.parent[0] = NONE, count = 1;
	next[0] = g->succ_at[0];
	while (depth) {
		uint32_t b = t.stack[depth - 1];
		if (next[b] == g->succ_at[b + 1]) {
			depth--;
			continue;
		}
		uint32_t s = g->succ[next[b]++];
		if (t.dfs[s] != NONE)
			continue;
		t.dfs[s] = count, t.vertex[count] = s, t.parent[count] = t.dfs[b], count++;
		next[s] = g->succ_at[s];
		t.stack[depth++] = s;
	}
	/* from here on nodes are depth-first numbers, in idom too */
	for (uint32_t v = 0; v < n; v++) {
		t.semi[v] = t.label[v] = v;
		t.ancestor[v] = bucket[v] = NONE;
	}
	uint32_t *dom = g->idom;
	for (uint32_t w = n - 1; w > 0; w--) {
		uint32_t b = t.vertex[w], p = t.parent[w];
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
			uint32_t u = lt_eval(&t, t.dfs[g->pred[e]]);
			if (t.semi[u] < t.semi[w])
				t.semi[w] = t.semi[u];
		}
		chain[w] = bucket[t.semi[w]];
		bucket[t.semi[w]] = w;
		t.ancestor[w] = p;
		for (uint32_t v = bucket[p]; v != NONE; v = chain[v]) {
			uint32_t u = lt_eval(&t, v);
			dom[v] = t.semi[u] < t.semi[v] ? u : p;
		}
		bucket[p] = NONE;
	}
	for (uint32_t w = 1; w < n; w++)
		if (dom[w] != t.semi[w])
			dom[w] = dom[dom[w]];
	/* converts to block numbers; `semi` is free to hold the result */
	t.semi[0] = NONE;
	for (uint32_t w = 1; w < n; w++)
		t.semi[t.vertex[w]] = t.vertex[dom[w]];
	memcpy(g->idom, t.semi, n * sizeof *g->idom);
	return true;
}

static bool
fill_dom_tree(struct cfg *g, struct arena *ar)
{
	uint32_t n = g->nblk, *mem = arena_array(ar, (size_t)n * 4, sizeof *mem);
	const uint32_t *idom = g->idom;

	if (!mem)
		return false;
	/* next: preorder number of the next child */
	uint32_t *pre_of = mem, *last = mem + n, *order = mem + 2 * (size_t)n, *next = mem + 3 * (size_t)n;
	g->dom_pre = pre_of, g->dom_last = last, g->dom_order = order;
	memset(last, 0, n * sizeof *last);
	/* Dominators precede in reverse post-order: subtree sizes bottom up, then preorder numbers top down. */
	for (uint32_t b = n - 1; b > 0; b--)
		last[idom[b]] += last[b] + 1;
	pre_of[0] = order[0] = 0;
	next[0] = 1;
	for (uint32_t b = 1; b < n; b++) {
		uint32_t *of_parent = &next[idom[b]], pre = *of_parent, below = last[b];
		*of_parent = pre + below + 1;
		next[b] = pre + 1;
		pre_of[b] = pre;
		last[b] = pre + below;
		order[pre] = b;
	}
	return true;
}

/* Blocks `from` .. `to` have the same position in the loop forest as in reverse post-order. */
static void
keep_places(struct cfg *g, uint32_t from, uint32_t to)
{
	for (uint32_t b = from; b < to; b++)
		g->loop_pos[b] = g->loop_last[b] = b;
}

static bool
fill_loops(struct cfg *g, struct arena *ar, const bool *target, bool retreating)
{
	uint32_t n = g->nblk;

	g->loop = arena_array(ar, n, sizeof *g->loop);
	g->loop_parent = arena_array(ar, n, sizeof *g->loop_parent);
	g->loop_depth = arena_zarray(ar, n, sizeof *g->loop_depth);
	g->loop_pos = arena_array(ar, n, sizeof *g->loop_pos);
	g->loop_last = retreating ? arena_array(ar, n, sizeof *g->loop_last) : g->loop_pos;
	if (!g->loop || !g->loop_parent || !g->loop_depth || !g->loop_pos || !g->loop_last)
		return false;
	g->irreducible = false;
	g->any_loop = retreating;
	memset(g->loop, 0xFF, n * sizeof *g->loop);
	memset(g->loop_parent, 0xFF, n * sizeof *g->loop_parent);
	if (!retreating) {
		keep_places(g, 0, n);
		return true;
	}
	uint32_t *up = arena_array(ar, n, sizeof *up), *work = arena_array(ar, n, sizeof *work);
	uint32_t *size = arena_array(ar, n, sizeof *size);
	if (!up || !work || !size)
		return false;
	/* the first block that may be a header; the end of the last block in a loop */
	uint32_t first = (uint32_t)(next_target(g, target, target) - target), end = first;
	for (uint32_t b = first; b < n; b++)
		up[b] = b, size[b] = 1;
	/* Inner headers first: a walk back from the latches finds the body of a loop.  An inner loop counts as one
	** node, which union-find keeps near-linear. */
	for (const bool *t = target + n; (t = memrchr(target, 1, (size_t)(t - target))) != NULL;) {
		uint32_t h = (uint32_t)(t - target), todo = 0;
		bool header = false;
		for (uint32_t e = g->pred_at[h + 1]; e-- > g->pred_at[h] && g->pred[e] >= h;) { /* in ascending order */
			uint32_t y = g->pred[e];
			if (!cfg_dominates(g, h, y)) {
				g->irreducible = true;
				continue;
			}
			header = true;
			end = y >= end ? y + 1 : end;
			y = partition_of(up, y);
			if (y != h && g->loop_parent[y] != h) {
				g->loop_parent[y] = h;
				work[todo++] = y;
			}
		}
		if (!header)
			continue;
		while (todo) {
			uint32_t z = work[--todo];
			up[z] = h;
			for (uint32_t e = g->pred_at[z]; e < g->pred_at[z + 1]; e++) {
				uint32_t p = g->pred[e];
				/* h does not dominate this node, so it is a second entry of the loop: irreducible
				** inside */
				if (!cfg_dominates(g, h, p))
					continue;
				end = p >= end ? p + 1 : end;
				p = partition_of(up, p);
				if (p != h && g->loop_parent[p] != h) {
					g->loop_parent[p] = h;
					work[todo++] = p;
				}
			}
		}
		g->loop[h] = h;
	}
	keep_places(g, 0, first);
	keep_places(g, end, n);
	/* loop_parent is the innermost header around a block, or, for a header, around its loop: sizes of the subtrees
	** of the loop forest */
	for (uint32_t b = end; b-- > first;)
		if (g->loop_parent[b] != NONE)
			size[g->loop_parent[b]] += size[b];
	/* moves that of an ordinary block to `loop`; then the contiguous order: headers precede members */
	for (uint32_t b = first, top = first; b < end; b++) {
		uint32_t h = g->loop_parent[b], depth = h == NONE ? 0 : g->loop_depth[h];
		uint32_t *at = h == NONE ? &top : &work[h]; /* work[h]: next free position inside loop h */
		if (g->loop[b] == b)
			depth++;
		else
			g->loop[b] = h, g->loop_parent[b] = NONE;
		g->loop_depth[b] = depth;
		uint32_t pos = *at;
		*at = pos + size[b];
		work[b] = pos + 1;
		g->loop_pos[b] = pos;
		g->loop_last[b] = pos + size[b] - 1;
	}
	return true;
}

bool
cfg_analyse(struct cfg *g, struct arena *ar)
{
	bool *target = arena_zarray(ar, g->nblk, sizeof *target), retreating = false, quick;

	g->idom = arena_array(ar, g->nblk, sizeof *g->idom);
	if (!g->idom || !target || !fill_preds(g, ar, target, &retreating, &quick))
		return false;
	if ((!quick && !fill_idom(g, ar)) || !fill_dom_tree(g, ar))
		return false;
	if (quick && retreating && !retreats_to_dominators(g, target) && (!fill_idom(g, ar) || !fill_dom_tree(g, ar)))
		return false;
	return fill_loops(g, ar, target, retreating);
}

block_id
cfg_preheader(const struct cfg *g, block_id h)
{
	uint32_t only = NONE;

	for (uint32_t e = g->pred_at[h]; e < g->pred_at[h + 1]; e++) {
		uint32_t p = g->pred[e];
		if (cfg_in_loop(g, h, p))
			continue;
		if (only != NONE)
			return NONE;
		only = p;
	}
	return only != NONE && g->succ_at[only + 1] - g->succ_at[only] == 1 ? only : NONE;
}
