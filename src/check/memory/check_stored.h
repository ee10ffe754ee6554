/* SPDX-License-Identifier: MIT */
/* check_stored.h -- stores of references into stack memory: found by check_found.c, assigned to windows of large
** objects by check_window.c, proved by check_stored.c. */
#ifndef LR_CHECK_MEMORY_CHECK_STORED_H
#define LR_CHECK_MEMORY_CHECK_STORED_H

#include "check/memory/check_stack.h"

enum { HOLDERS = 12, MAX_PARTS = 32 };

/* A store of tracked values into an alloca. */
struct keep {
	uint32_t pos, block;
	uint32_t node, object;      /* which alloca */
	uint32_t via;               /* the node that is searched for in slots: `node`, or one that keeps it alive */
	uint32_t parts;             /* by how many stores, of nodes that keep it alive, it may still be replaced */
	uint32_t cls;               /* the class that the holders hold */
	uint32_t from;              /* the position from which on the holders hold it */
	uint32_t holder[HOLDERS], nholders; /* slots */
	bool mirrored;              /* a store into a mirror goes with it, which proves it */
	bool reported;
};

struct stores {
	struct stack *stack;
	struct ck *c;
	struct flow *flow;          /* of the current object */
	struct keep *keep;
	uint32_t nkeep, keep_cap;
	uint32_t *next;             /* store -> the next one into the same object, or window of it */
	uint32_t *at;               /* by block: the slots that hold the object at its entry, on all ways */
	uint64_t *left;             /* by block: the cells that still have it there, on some way */
	uint32_t *seen, *work;
	bool *queued, *again;       /* again: control may come back to the block, or to an earlier one in their order */
	uint32_t visits;
	uint32_t stamp;             /* of the current walk, for `seen` */
	uint64_t mapped;            /* cells of the current object whose references are all in runs of its blocks */
	uint64_t *refs;             /* its words with references by its type; NULL: the type is not known or has none */
	uint32_t nrefs;             /* number of words of the object, or of one element */
};

/* The stores into one object, by its windows. */
struct stored_windows {
	uint32_t n;
	uint32_t *first, *last;     /* stores, linked by stores.next; at index n those that lie in no single window */
	bool *wanted;               /* the window has stores to prove */
	bool all;                   /* stores that lie in no single window are proved in each */
	struct windows accesses;
};

/* Finds all stores of references into stack memory, and the slots that hold the objects.  False: memory is
** exhausted. */
bool check_find_stores(struct stores *);
void check_add_to_window(struct stores *, struct stored_windows *, uint32_t window, uint32_t store);
/* Assigns the stores that are linked from `first` on to windows.  False: memory is exhausted. */
bool check_deal_stores(struct stores *, struct stored_windows *, uint32_t first);

#endif
