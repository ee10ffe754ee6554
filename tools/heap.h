/* SPDX-License-Identifier: MIT */
/* heap.h -- a snapshot of a heap (docs/snapshots.md): its graph, what retains what, and the page about it.
**
** Nodes are numbers: objects in the order of the file, then one node for all roots together. */
#ifndef LR_HEAP_H
#define LR_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

#define HEAP_NONE UINT32_MAX

/* Where a reference is; as the third element of an edge says. */
enum heap_edge_kind { HEAP_WORD, HEAP_ELEMENT, HEAP_OUTSIDE, HEAP_VALUE, HEAP_EDGE_KINDS };
extern const char *const heap_edge_kinds[HEAP_EDGE_KINDS];

struct heap_object {
	uint64_t id, bytes;
	uint64_t first_edge;       /* its edges end where those of the next object begin */
	uint32_t type;
	uint32_t line : 31;        /* of the file, for messages */
	uint32_t old : 1;          /* generation 1 */
};
struct heap_edge {
	union { uint64_t id; uint32_t node; } to; /* the id, until the whole file is read */
	uint32_t word;             /* UINT32_MAX: that or more */
	uint8_t kind;
};
struct heap_root {
	uint64_t id;
	uint32_t object;
	char kind[16];
	uint32_t line;             /* of the file, for messages */
	uint64_t thread, depth, slot;
	uint64_t at;               /* address of code or of the variable; 0: not known */
};
struct heap_type { char *name; uint64_t objects, bytes, retained; };
struct heap_symbol { uint64_t at; char *name; uint64_t offset; };

struct heap {
	bool collected;
	struct heap_object *object; /* with one more at the end */
	struct heap_edge *edge;
	struct heap_root *root;
	struct heap_type *type;
	struct heap_symbol *symbol;
	size_t nobjects, nedges, nroots, ntypes, nsymbols;
	uint64_t bytes;
	/* heap_graph.c, by node */
	uint32_t *from;            /* of a shortest path from the roots: the node before; HEAP_NONE: unreachable */
	uint64_t *by;              /* the edge, or for those that a root refers to, the root */
	uint32_t *dominator;       /* HEAP_NONE: unreachable, or the node of the roots */
	uint64_t *retained;        /* bytes that would be freed with the node */
};

/* Makes room for one more; false if memory is exhausted. */
bool heap_grow(void *array, size_t n, size_t bytes);

/* heap_read.c: false: the reason has been reported.  heap_free is to be called in any case. */
bool heap_read(struct heap *, const char *path);
void heap_free(struct heap *);
/* heap_graph.c: false if memory is exhausted */
bool heap_measure(struct heap *);
/* heap_dominators.c: fills in heap.dominator, and adds to heap.retained what is dominated.  Time is near-linear in
** nodes and edges, and no calls nest.  False if memory is exhausted. */
bool heap_dominators(struct heap *);
/* heap_page.c: what the page shows, as JSON, about a snapshot that was measured; `wanted` is the id of an object to be
** shown in any case, or 0.  False if memory is exhausted. */
bool heap_json(struct text *, const struct heap *, const char *source, uint64_t wanted);
/* view_heap.c: `lateroot view --heap`; returns the exit status */
struct view_heap { const char *snapshot, *output, *object; bool json; };
int view_heap(const struct view_heap *);

#endif
