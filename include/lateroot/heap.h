/* heap.h -- the reference heap: how it collects, what it counts, and what it knows of an address.  Allocation and the
** write barrier are in runtime.h, which includes this header; the words in brackets are explained there. */
#ifndef LATEROOT_HEAP_H
#define LATEROOT_HEAP_H

#include <stdio.h>
#include <lateroot/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Precise, mark and sweep, two generations by sticky marks.  A *minor* collection leaves every object that survived
** before marked and does not look into it, except those that a write barrier queued.  So a missing barrier loses the
** object that only an old one refers to.  A *full* collection starts with no marks.
**
** A *moving* collection is full, and then copies every object that is alive to another place, except three kinds:
** objects that a root holds in place (enum lr_root_flags), objects of layout LR_LAYOUT_POINTED or with LR_TYPE_FIXED,
** and objects for which there is no memory.  Under stress the old places become unreadable where no other object is
** left beside them.  This mode is for programs all of whose code was compiled for it (lr_options.reload, or the ABI
** statepoint).  Other code holds in place what its frames refer to and everything reachable from that, but not what it
** has from global roots.  C code must hold references in LR_GC_PUSH variables over safepoints: those stay in place as
** well; see LR_GC_PUSH_MOVING. */
enum lr_gc_mode { LR_GC_GENERATIONAL = 0, LR_GC_FULL = 1, LR_GC_MOVING = 2 };

struct lr_gc_config {
	size_t struct_size;        /* sizeof(struct lr_gc_config); later versions may add fields */
	/* k: collect at every k-th allocation or poll (see lr_safepoint); 0: off.  Under stress every dead object is
	** filled with 0xDB, tag included, and kept from reuse for a while; a write to it meanwhile is fatal (found at
	** shutdown at the latest, or at exit where the environment asks for stress).  Every reference that the marker
	** meets is checked: a bad one is fatal, with a message that says in which task, frame and slot, or in which
	** object and field it is. */
	uint32_t stress;
	uint32_t mode;             /* enum lr_gc_mode */
	uint32_t full_every;       /* at least every so many collections a full one (later ones if there is much alive);
	                            * 0: default, 64 */
	uint32_t stress_frames;    /* stress on a stack deeper than this many frames collects only each (depth /
	                            * this)-th time, to stay linear in deep recursion; 0: default, 512; UINT32_MAX:
	                            * always collect */
	size_t nursery_bytes;      /* without stress: collect after so much allocation; 0: default, 8 MiB */
	size_t limit_bytes;        /* of the heap; more is "out of memory"; 0: as much as there is */
	size_t quarantine_bytes;   /* stress: how much dead memory is kept from reuse; 0: default, 32 MiB */
	uint32_t verify;           /* not 0: before a collection a second walker must find the same roots
	                            * (LR_WALK_VERIFY); a difference is fatal */
	/* not 0: look for mistakes of programs, with stress (0: 1).  Every collection is a full one.  Fatal is:
	** - an object is allocated, and its descriptor says another size (sizes are compared as rounded up to
	**   LR_SIZE_CLASSES), or references outside of it
	** - mode generational: an old object refers to a young one, and no write barrier reported it
	** - a dead object is read or written, through any address: its memory cannot be accessed until
	**   quarantine_bytes, or 20,000 objects, have died later
	** A line on stderr, once for each type and word, reports a word of an object that holds the address of another
	** object and is no reference according to the descriptor.  Each object has 16 KiB of address space and at least
	** one page of memory for itself, as long as half of the heap is free.  To be switched on before there are
	** objects. */
	uint32_t debug;
};

/* The configuration in force, initialised from the environment; fields beyond c->struct_size are left out.  LR_RT_OK,
** LR_RT_E_ARG. */
LR_API int lr_gc_get_config(struct lr_gc_config *c);
/* Change it.  [safepoint]  LR_RT_OK; LR_RT_E_ARG if a value makes no sense: then nothing changed. */
LR_API int lr_gc_configure(const struct lr_gc_config *c);

/* Collect now; full: 0 minor, 1 full.  [safepoint] */
LR_API void lr_gc_collect(int full);

/* Figures since lr_runtime_init.  Bytes are those of cells (size class, tag included). */
struct lr_gc_stats {
	size_t struct_size;
	uint64_t minor, full;              /* collections */
	uint64_t roots, frames;            /* visited, over all collections */
	uint64_t max_frames;               /* most frames walked in one collection */
	uint64_t allocated_objects, allocated_bytes;
	uint64_t freed_objects, freed_bytes;
	uint64_t live_objects, live_bytes; /* allocated and not yet found dead */
	uint64_t queued;                   /* lr_gc_queue_root calls that took effect */
	uint64_t marked;                   /* objects marked, over all collections */
	uint64_t heap_bytes;               /* pages held from the system */
	uint64_t pause_ns, max_pause_ns;   /* world stopped: in all, longest */
	uint64_t moved, moved_bytes;       /* objects copied by moving collections */
};
/* Set s->struct_size first.  LR_RT_OK, LR_RT_E_ARG.  May wait for a collection to end; any thread. */
LR_API int lr_gc_stats(struct lr_gc_stats *s);
/* Print them, a line each, "gc: name value".  Errors of the stream are the caller's to look for; NULL: nothing is
** printed. */
LR_API void lr_gc_print_stats(FILE *);

/* What the heap knows of an address, whatever it is.  For tests and debuggers; the thread must be
** GC-unsafe or the world stopped. */
enum lr_gc_place {
	LR_GC_OUTSIDE = 0,         /* not heap: static, stack, malloc */
	LR_GC_OBJECT,              /* the start of an allocated object */
	LR_GC_INTERIOR,            /* inside an allocated object */
	LR_GC_DEAD,                /* inside an object that was collected and is kept from reuse */
	LR_GC_FREE                 /* heap memory that is no object */
};
LR_API enum lr_gc_place lr_gc_where(const void *address);
/* Bytes of the object's cell without the tag: at least what was asked for.  `object` is LR_GC_OBJECT; 0 otherwise. */
LR_API size_t lr_gc_object_bytes(const void *object);

/* The one way out of a heap that can not go on: calls the hook, then prints "lateroot: " and the message on stderr and
** aborts.  A hook may leave by longjmp, after which no lr_ function may be called any more in this process but
** lr_rt_strerror. */
LR_API void lr_gc_fatal(const char *format, ...) LR_RT_NORETURN __attribute__((format(printf, 1, 2)));
typedef void lr_fatal_hook(void *user, const char *message);
LR_API void lr_set_fatal_hook(lr_fatal_hook *, void *user);

#ifdef __cplusplus
}
#endif
#endif
