/* SPDX-License-Identifier: MIT */
/* heap_graph.c -- shortest paths from the roots, and sizes by type. */
#include <stdlib.h>

#include "heap.h"

/* Breadth-first: `from` and `by` of each object that a root leads to. */
static void
find_paths(struct heap *h, uint32_t *queue)
{
	const uint32_t roots = (uint32_t)h->nobjects;
	size_t n = 0;

	for (uint32_t i = 0; i <= roots; i++)
		h->from[i] = HEAP_NONE;
	for (size_t i = 0; i < h->nroots; i++) {
		const uint32_t to = h->root[i].object;
		if (h->from[to] != HEAP_NONE)
			continue;
		h->from[to] = roots;
		h->by[to] = i;
		queue[n++] = to;
	}
	for (size_t k = 0; k < n; k++)
		for (uint64_t e = h->object[queue[k]].first_edge; e < h->object[queue[k] + 1].first_edge; e++) {
			const uint32_t to = h->edge[e].to.node;
			if (h->from[to] != HEAP_NONE)
				continue;
			h->from[to] = queue[k];
			h->by[to] = e;
			queue[n++] = to;
		}
}

/* Visits the tree of dominators in depth.  An object counts for its type unless one above it is of the same type: what
** that retains has this in it. */
static void
sum_types(struct heap *h, uint32_t *child, uint32_t *sibling, uint32_t *above)
{
	const uint32_t roots = (uint32_t)h->nobjects;

	for (uint32_t i = 0; i <= roots; i++)
		child[i] = HEAP_NONE;
	for (uint32_t i = 0; i < roots; i++)
		if (h->dominator[i] != HEAP_NONE) {
			sibling[i] = child[h->dominator[i]];
			child[h->dominator[i]] = i;
		}
	for (uint32_t at = child[roots]; at != HEAP_NONE && at != roots;) {
		const uint32_t type = h->object[at].type;
		if (above[type]++ == 0)
			h->type[type].retained += h->retained[at];
		if (child[at] != HEAP_NONE) {
			at = child[at];
			continue;
		}
		/* leaves objects until one has a sibling */
		for (;; at = h->dominator[at]) {
			if (at == roots)
				return;
			above[h->object[at].type]--;
			if (sibling[at] != HEAP_NONE)
				break;
		}
		at = sibling[at];
	}
}

bool
heap_measure(struct heap *h)
{
	const size_t n = h->nobjects + 1;
	uint32_t *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), *above = calloc(h->ntypes + 1, sizeof *above);

	h->from = calloc(n, sizeof *h->from);
	h->by = calloc(n, sizeof *h->by);
	h->dominator = calloc(n, sizeof *h->dominator);
	h->retained = calloc(n, sizeof *h->retained);
	bool ok = a && b && above && h->from && h->by && h->dominator && h->retained;
	for (size_t i = 0; i < h->nobjects && ok; i++) {
		h->retained[i] = h->object[i].bytes;
		h->type[h->object[i].type].objects++;
		h->type[h->object[i].type].bytes += h->object[i].bytes;
	}
	if (ok && (ok = heap_dominators(h))) {
		find_paths(h, a);
		sum_types(h, a, b, above);
	}
	free(a);
	free(b);
	free(above);
	return ok;
}
