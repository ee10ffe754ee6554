/* SPDX-License-Identifier: MIT */
/* mark.h -- marking: what roots.c, trace.c, workers.c and check.c share. */
#ifndef LR_RUNTIME_HEAP_MARK_H
#define LR_RUNTIME_HEAP_MARK_H

#include "runtime/heap/heap.h"

enum { PREFETCHED = 8 };

/* A big array of which elements from `next` on are still to be scanned. */
struct rest { void *object; uint64_t next; };

/* One for each thread that marks.  Objects on the stack are marked, and their references are still to be scanned.  An
** object that is taken from the stack waits in a ring of PREFETCHED until its first words are in the cache. */
struct marker {
	void **items;
	size_t first, count, capacity; /* items[first] to items[count - 1] */
	struct rest *rests;
	size_t nrests, rests_capacity;
	void *ring[PREFETCHED];
	unsigned at;
	bool shared;               /* other threads mark at the same time */
	uint64_t marked;           /* objects */
	uint64_t marked_at_share;  /* `marked` when objects were last given to other threads */
};

/* What the current collection checks, and where it is, for messages.  One thread marks while anything is checked. */
struct check {
	bool references;           /* under stress */
	bool pin;                  /* pin all objects that are reached */
	bool any;                  /* one of the two */
	bool objects;              /* verify_heap: the types and lengths of objects, by verify.c */
	const struct lr_root_site *root; /* the current root; NULL: `parent` is being scanned */
	const void *parent;
};
extern struct check check;

/* check.c: fatal unless the reference in a slot is one */
void check_reference(const void *slot, const void *value);
void check_outside(const void *slot, void *value); /* the value is no address of the heap */
/* Checks that the elements of `object`, if they start in its own cell, also end there. */
void check_elements(const char *object, const struct lr_type *type, const char *elements, uint64_t count);

/* trace.c */
extern struct marker marker_own;           /* of the thread that collects */
void marker_push(struct marker *, void *object); /* the object is marked */
void marker_slot(struct marker *, void **slot);  /* marks what the slot refers to */
void marker_scan(struct marker *, void *object); /* marks what the object refers to */
/* Marks what the references in bytes from `begin` to `end` of the object refer to. */
void marker_scan_range(struct marker *, char *object, const char *begin, const char *end);
/* Scans at most `most` objects, and those that they reach, and so on.  False: there are more. */
bool marker_drain(struct marker *, uint64_t most);
void marker_free(struct marker *);

/* workers.c */
void workers_drain(struct marker *);       /* scans until nothing is left, on several threads if it takes long */
void workers_share(struct marker *);       /* gives a part of the stack to idle threads */
void workers_fini(void);

/* cards.c */
void cards_scan(struct marker *, char *object); /* scans the places that changed, and forgets that they did */
void cards_clear(char *object);

#endif
