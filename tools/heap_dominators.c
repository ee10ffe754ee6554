/* SPDX-License-Identifier: MIT */
/* heap_dominators.c -- which node each path from the roots to an object goes through last (Lengauer and Tarjan 1979,
** with simple linking: O(edges * log nodes)).
**
** Below, nodes are numbered from 1 on in the order of a depth-first search; 0 is none.  That order makes a tree; the
** *semidominator* of a node is the least node from which a path of nodes with greater numbers leads to it. */
#include <stdlib.h>

#include "heap.h"

struct search {
	const struct heap *h;
	uint32_t n;                /* nodes that were reached */
	uint32_t *number;          /* by node of the heap */
	uint32_t *node, *parent, *semi, *label, *ancestor, *dominator, *bucket, *next; /* by number */
	uint64_t *first_before;    /* by number: where in `before` its predecessors begin */
	uint32_t *before;          /* numbers of predecessors */
	uint32_t *stack;
	uint64_t *at;              /* of each on the stack: its next edge */
};

static bool
make(struct search *s, const struct heap *h)
{
	const size_t n = h->nobjects + 2;

	s->h = h;
	s->number = calloc(n, sizeof *s->number);
	uint32_t **by_number[] = { &s->node, &s->parent, &s->semi, &s->label, &s->ancestor, &s->dominator, &s->bucket,
		&s->next, &s->stack };
	bool ok = s->number != NULL;
	for (size_t i = 0; i < sizeof by_number / sizeof *by_number; i++)
		ok &= (*by_number[i] = calloc(n, sizeof(uint32_t))) != NULL;
	ok &= (s->first_before = calloc(n + 2, sizeof *s->first_before)) != NULL;
	ok &= (s->at = calloc(n, sizeof *s->at)) != NULL;
	ok &= (s->before = calloc(h->nedges + h->nroots + 1, sizeof *s->before)) != NULL;
	return ok;
}

static void
unmake(struct search *s)
{
	free(s->number);
	free(s->node);
	free(s->parent);
	free(s->semi);
	free(s->label);
	free(s->ancestor);
	free(s->dominator);
	free(s->bucket);
	free(s->next);
	free(s->stack);
	free(s->first_before);
	free(s->at);
	free(s->before);
}

/* Edges of a node: those of the node of the roots come after all others. */
static uint64_t
first_edge(const struct heap *h, uint32_t node)
{
	return node < h->nobjects ? h->object[node].first_edge : h->nedges;
}
static uint64_t
end_of_edges(const struct heap *h, uint32_t node)
{
	return node < h->nobjects ? h->object[node + 1].first_edge : h->nedges + h->nroots;
}
static uint32_t
target(const struct heap *h, uint64_t edge)
{
	return edge < h->nedges ? h->edge[edge].to.node : h->root[edge - h->nedges].object;
}

static void
enter(struct search *s, uint32_t node, uint32_t parent, uint32_t depth)
{
	const uint32_t number = ++s->n;

	s->number[node] = number;
	s->node[number] = node;
	s->parent[number] = parent;
	s->semi[number] = s->label[number] = number;
	s->stack[depth] = number;
	s->at[depth] = first_edge(s->h, node);
}

static void
number_nodes(struct search *s)
{
	uint32_t depth = 0;

	enter(s, (uint32_t)s->h->nobjects, 0, depth++);
	while (depth != 0) {
		const uint32_t number = s->stack[depth - 1];

		if (s->at[depth - 1] == end_of_edges(s->h, s->node[number])) {
			depth--;
			continue;
		}
		const uint32_t to = target(s->h, s->at[depth - 1]++);
		if (s->number[to] == 0)
			enter(s, to, number, depth++);
	}
}

/* Lists the predecessors of each node that was reached. */
static void
list_predecessors(struct search *s)
{
	const struct heap *h = s->h;

	for (uint32_t v = 1; v <= s->n; v++)
		for (uint64_t e = first_edge(h, s->node[v]); e < end_of_edges(h, s->node[v]); e++)
			s->first_before[s->number[target(h, e)] + 1]++;
	for (uint32_t v = 1; v <= s->n; v++)
		s->first_before[v + 1] += s->first_before[v];
	s->first_before[s->n + 2] = s->first_before[s->n + 1];
	/* filled from the end of each part down, so that the first index is right at the end */
	for (uint32_t v = 1; v <= s->n; v++)
		for (uint64_t e = first_edge(h, s->node[v]); e < end_of_edges(h, s->node[v]); e++)
			s->before[--s->first_before[s->number[target(h, e)] + 1]] = v;
}

/* Shortens the way from v to the root of its tree in the forest of linked nodes. */
static void
compress(struct search *s, uint32_t v)
{
	uint32_t depth = 0;

	for (; s->ancestor[s->ancestor[v]] != 0; v = s->ancestor[v])
		s->stack[depth++] = v;
	while (depth != 0) {
		const uint32_t u = s->stack[--depth], above = s->ancestor[u];

		if (s->semi[s->label[above]] < s->semi[s->label[u]])
			s->label[u] = s->label[above];
		s->ancestor[u] = s->ancestor[above];
	}
}

/* Returns the node with the least semidominator on the way. */
static uint32_t
evaluate(struct search *s, uint32_t v)
{
	if (s->ancestor[v] == 0)
		return v;
	compress(s, v);
	return s->label[v];
}

static void
find_dominators(struct search *s)
{
	for (uint32_t w = s->n; w > 1; w--) {
		const uint32_t parent = s->parent[w];

		for (uint64_t i = s->first_before[w + 1]; i < s->first_before[w + 2]; i++) {
			const uint32_t u = evaluate(s, s->before[i]);
			if (s->semi[u] < s->semi[w])
				s->semi[w] = s->semi[u];
		}
		s->next[w] = s->bucket[s->semi[w]];
		s->bucket[s->semi[w]] = w;
		s->ancestor[w] = parent;
		for (uint32_t v = s->bucket[parent]; v != 0; v = s->next[v]) {
			const uint32_t u = evaluate(s, v);
			s->dominator[v] = s->semi[u] < s->semi[v] ? u : parent;
		}
		s->bucket[parent] = 0;
	}
	for (uint32_t w = 2; w <= s->n; w++)
		if (s->dominator[w] != s->semi[w])
			s->dominator[w] = s->dominator[s->dominator[w]];
}

bool
heap_dominators(struct heap *h)
{
	struct search s = { 0 };
	const bool ok = make(&s, h);

	if (ok) {
		number_nodes(&s);
		list_predecessors(&s);
		find_dominators(&s);
		for (size_t i = 0; i <= h->nobjects; i++)
			h->dominator[i] = s.number[i] > 1 ? s.node[s.dominator[s.number[i]]] : HEAP_NONE;
		/* Those that are dominated come later in the search. */
		for (uint32_t v = s.n; v > 1; v--)
			h->retained[s.node[s.dominator[v]]] += h->retained[s.node[v]];
	}
	unmake(&s);
	return ok;
}
