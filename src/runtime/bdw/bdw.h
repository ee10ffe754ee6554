/* SPDX-License-Identifier: MIT */
/* bdw.h -- internals of the heap of liblateroot-bdw: bdwgc (libgc) behind the runtime's own stacks and roots.
**
** libgc gives memory and marks; it looks for nothing by itself.  Its data segments, registers and stacks are off: all
** roots come from lr_walk_all, in push_roots (mark.c).  No thread of the program is registered with it, except the
** collecting one for the time of a collection, on a stack of the heap's own (clean.c).  libgc never decides to collect;
** collect does.
**
** A cell of libgc is aligned to 16 bytes:
**   [0] head      HEAD_OBJECT and more bits; even while the cell is free, because libgc links its free cells there
**   [1] tag       as everywhere
**   [2...]        the object */
#ifndef LR_RUNTIME_BDW_BDW_H
#define LR_RUNTIME_BDW_BDW_H

#define GC_THREADS 1
#define GC_NO_THREAD_REDIRECTS 1
#include <gc/gc.h>
#include <gc/gc_disclaim.h>
#include <gc/gc_inline.h>
#include <gc/gc_mark.h>

#include "runtime/collector.h"
#include "runtime/world/pauses.h"

enum {
	CELL_ALIGN = 16,
	CELL_HEADER_BYTES = 16,    /* head and tag */
	CELL_SMALL_MOST = 2048,    /* libgc has lists of cells up to this size */
	CELL_SIZES = CELL_SMALL_MOST / CELL_ALIGN + 1,
	POISON_DEAD = 0xDB,
	POISON_NEW = 0xCB
};

/* The head of a cell that is, or was, an object.  A dead object that is kept from reuse has its type in the other
** bits, because its tag is poisoned, and its age: collections since its death. */
#define HEAD_OBJECT ((uintptr_t)1)
#define HEAD_DEAD ((uintptr_t)2)
#define HEAD_AGE ((uintptr_t)4)
#define HEAD_AGES ((uintptr_t)12)
#define HEAD_TYPE (~(uintptr_t)15)

/* Objects without references are of a kind of their own, which libgc does not scan. */
enum kind { KIND_REFS, KIND_PLAIN, KINDS };

/* What a thread keeps: cells that are not allocated, linked by their first words. */
struct lists {
	void *cell[KINDS][CELL_SIZES];
	size_t fresh_bytes;        /* allocated and not yet added to bdw.fresh_bytes */
};

/* The first mistake of the program that a collection has found, reported when the collection is over. */
struct finding {
	uint32_t found;            /* atomic: 0, 1 while it is written */
	char text[512];
};

struct bdw {
	bool started;              /* libgc is; it cannot be ended */
	bool marking;              /* libgc marks for a collection, and not because dead_sweep asks it to sweep */
	bool no_roots;             /* heap_fini: everything is dead */
	bool swept;                /* every dead object of the last collection has been found */
	bool check;                /* stress: the marker checks each reference */
	int kind[KINDS];
	size_t fresh_bytes;        /* atomic: allocated since the last collection, roughly */
	size_t cell_bytes[CELL_SIZES]; /* size of libgc's cells for each size asked for; atomic; 0: not known yet */
	size_t kept_bytes;         /* atomic: dead objects that are kept from reuse */
	uint64_t freed_objects, freed_bytes; /* atomic */
	uint64_t collections;
	struct lr_gc_stats stats;  /* guarded by world.table_lock */
	struct pauses pauses;
	struct finding finding;
};
extern struct bdw bdw;

static inline uintptr_t *
cell_of(const void *object)
{
	return (uintptr_t *)(uintptr_t)object - CELL_HEADER_BYTES / sizeof(uintptr_t);
}
static inline void *
object_of(void *cell)
{
	return (char *)cell + CELL_HEADER_BYTES;
}

/* Returns the cell that an address is in, or NULL. */
static inline uintptr_t *
cell_around(const void *address)
{
	return GC_base((void *)(uintptr_t)address);
}

/* mark.c */
bool mark_init(void);                      /* makes the kinds; false: memory is exhausted */
void mark_check_roots(void);               /* stress: checks each root.  The world is stopped */
/* Calls visit(user, slot) for each reference of an object. */
void mark_each_reference(void *object, void (*visit)(void *user, void **slot), void *user);
bool bdw_find(const char *format, ...) __attribute__((format(printf, 1, 2))); /* records the first mistake */
void bdw_report(void);                     /* a mistake that was recorded is fatal */

/* dead.c */
void dead_init(void);
void dead_sweep(void);                     /* finds every dead object of the last collection now */

/* clean.c */
bool clean_init(void);                     /* false: memory is exhausted */
/* Calls a function with the calling thread registered with libgc, on a stack and with registers that hold no
** references. */
void clean_call(void (*function)(void));

/* bdw.c */
void bdw_marked(void);                     /* libgc has marked, and holds its lock */
void bdw_flush(struct thread *);           /* adds a thread's counters to bdw.stats */

#endif
