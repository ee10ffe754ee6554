/* SPDX-License-Identifier: MIT */
/* heap.h -- the reference heap: its collections, its statistics, and look-ups of addresses.  Allocation and the write
** barrier are in runtime.h, which includes this header and explains the words in brackets. */
#ifndef LATEROOT_HEAP_H
#define LATEROOT_HEAP_H

#include <stdio.h>
#include <lateroot/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Precise, mark and sweep, two generations by sticky marks.  A *minor* collection keeps the marks of earlier survivors
** and does not scan these objects, except those that a write barrier queued.  So a missing barrier loses the objects to
** which only an old object refers.  A *full* collection starts without marks.
**
** A *moving* collection is full, and then copies each live object to another place, with three exceptions: objects that
** a root pins (enum lr_root_flags), objects of layout LR_LAYOUT_POINTED or with LR_TYPE_FIXED, and objects for which
** there is no memory.  Under stress the old places become unreadable where no other object is left beside them.  This
** mode is for programs all of whose code was compiled for it (lr_options.reload, or the ABI statepoint).  Other code
** pins the objects that its frames refer to and all objects reachable from these, but not objects that it reads from
** global roots.  C code must hold references in LR_GC_PUSH variables over safepoints, which pin their objects as well;
** see LR_GC_PUSH_MOVING. */
enum lr_gc_mode { LR_GC_GENERATIONAL = 0, LR_GC_FULL = 1, LR_GC_MOVING = 2 };

struct lr_gc_config {
	size_t struct_size;        /* sizeof(struct lr_gc_config); later versions may add fields */
	/* k: collect at each k-th allocation or poll (see lr_safepoint); 0: off.  Under stress each dead object is
	** filled with 0xDB, tag included, and kept from reuse for a while; a write to it meanwhile is fatal (found at
	** shutdown at the latest, or at exit if the environment requests stress).  The marker checks each reference: a
	** bad one is fatal, with a message that names the task, frame and slot, or the object and field, that hold
	** it. */
	uint32_t stress;
	uint32_t mode;             /* enum lr_gc_mode */
	uint32_t full_every;       /* at least every n-th collection is a full one (fewer if much is alive); 0: default,
	                            * 64 */
	uint32_t stress_frames;    /* stress on a stack deeper than this many frames collects only each (depth /
	                            * this)-th time, so that deep recursion stays linear; 0: default, 512; UINT32_MAX:
	                            * always collect */
	size_t nursery_bytes;      /* bytes; without stress: collect after this much allocation at the earliest; 0:
	                            * default, 4 MiB */
	size_t limit_bytes;        /* size of the heap; more is "out of memory"; 0: no limit */
	size_t quarantine_bytes;   /* bytes; stress: how much dead memory is kept from reuse; 0: default, 32 MiB */
	uint32_t verify;           /* not 0: before a collection a second walker must find the same roots
	                            * (LR_WALK_VERIFY); a difference is fatal */
	/* not 0: search for mistakes of programs, with stress (0: 1).  Each collection is a full one.  Fatal are:
	** - an allocation whose descriptor has another size (sizes are compared as rounded up to LR_SIZE_CLASSES), or
	**   references outside of the object
	** - mode generational: an old object that refers to a young one without a write barrier
	** - a read or write of a dead object, through any address: its memory cannot be accessed until
	**   quarantine_bytes, or 20,000 objects, have died later
	** A line on stderr, once for each type and word, reports a word of an object that holds the address of another
	** object and is no reference according to the descriptor.  Each object has 8 KiB of address space and at least
	** one page of memory for itself, as long as half of the heap is free.  Switch it on before the first
	** allocation. */
	uint32_t debug;
	uint32_t threads;          /* that mark, the collecting one among them; 0: default, as many as processors but at
	                            * most 4 */
	/* bytes; the nursery grows up to this size while much survives minor collections, or much of old objects has to
	** be scanned, but not beyond a quarter of what is alive; 0: default, 32 MiB.  If it is not more than
	** nursery_bytes, the nursery always has nursery_bytes, and minor collections are never left out. */
	size_t nursery_max_bytes;
	/* not 0: each object must have a readable type with references inside the object; each root, and each
	** reference and length of what can be reached, must be sound, and so the counters of pages; each reference from
	** an old object to a young one must have had a write barrier.  After marking, each reference in each marked
	** object must refer to a marked object, and each mark belong to an object.  What is wrong is fatal, and the
	** object named.  Minor collections stay minor. */
	uint32_t verify_heap;
	uint32_t leaks;            /* enum lr_leak_kind (inspect.h), or 0: what lr_runtime_shutdown, and exit() if one
	                            * thread is attached, look for and report on stderr; if there are any, the
	                            * process ends with status 1 */
	/* milliseconds; once a collection, or lr_world_stop, has waited that long for a thread, a line on stderr names
	** the thread and says what to do, once for each stop; 0: default, 10,000; UINT32_MAX: no line */
	uint32_t stop_warning_ms;
};

/* Returns the current configuration, initialised from the environment; fields beyond c->struct_size are left out.
** LR_RT_OK, LR_RT_E_ARG. */
LR_API int lr_gc_get_config(struct lr_gc_config *c);
/* Changes the configuration.  [safepoint]  LR_RT_OK; LR_RT_E_ARG if a value is invalid: nothing has changed then. */
LR_API int lr_gc_configure(const struct lr_gc_config *c);

/* Collects now; full: 0 minor, 1 full.  [safepoint] */
LR_API void lr_gc_collect(int full);

/* Collection off and on, for the whole process.  The calls nest: collections run again when each lr_gc_disable has had
** its lr_gc_enable, by whichever thread.  No collection runs from the return of lr_gc_disable on, so no object dies,
** moves, or changes its generation.  lr_gc_collect and stress have no effect then, but are safepoints.  Allocation goes
** on until memory is exhausted (limit_bytes, or the system's), which is fatal, since a collection would break the
** promise.  The counter outlives lr_runtime_shutdown.
** LR_RT_OK; LR_RT_E_STATE: enable: collection is on; disable: 2^32 - 1 calls already.  Neither is a safepoint. */
LR_API int lr_gc_disable(void);
LR_API int lr_gc_enable(void);
/* Returns how many calls of lr_gc_enable are missing; 0: collection is on.  Any thread in any state. */
LR_API uint32_t lr_gc_disabled(void);

/* An object, as lr_heap_walk shows it; valid during the call. */
struct lr_heap_object {
	size_t struct_size;        /* sizeof(struct lr_heap_object) of the library; later versions may add fields */
	void *object;              /* its address */
	const struct lr_type *type;/* NULL: the tag is a small number, and the object has no references */
	size_t bytes;              /* of its cell, as in lr_gc_stats: size class, tag and header included */
	uint32_t generation;       /* 0: allocated since the last collection; 1: older */
};
/* Must not allocate, reach a safepoint, store references, change the GC state, or wait for another thread: these have
** been stopped, maybe with locks in their hands.  0 goes on; another value ends the walk. */
typedef int lr_heap_visit(void *user, const struct lr_heap_object *object);
/* Stops all threads, runs a full collection, and calls `visit` once for each object of the heap that is alive, in no
** order.  Static objects are not of the heap.  Takes time linear in the heap, and no memory.  If collection is off,
** none runs, and objects that nothing refers to are shown as well.  [safepoint]  The calling thread must not have
** stopped the world.
** Returns LR_RT_OK, the value other than 0 of the last call, LR_RT_E_ARG (visit is NULL), LR_RT_E_STATE (bdwgc:
** collection is off). */
LR_API int lr_heap_walk(lr_heap_visit *visit, void *user);
/* Calls visit(user, slot, target) for each reference that is not NULL and no immediate in an object, as its descriptor
** says: `slot` is the word that has it, in the object or in its elements elsewhere; `target` may be static.  What weak
** references and ephemerons refer to is not shown.  The object must not be moved, or stored to, meanwhile: in
** lr_heap_visit, or between two safepoints.  `visit` must be like lr_heap_visit.  LR_RT_OK; LR_RT_E_ARG (object is no
** reference, visit is NULL). */
typedef void lr_heap_reference_visit(void *user, const void *slot, void *target);
LR_API int lr_heap_references(const void *object, lr_heap_reference_visit *visit, void *user);

/* Statistics since lr_runtime_init.  Bytes are those of cells (size class, tag included).  On bdwgc 0 stands for what
** libgc does not tell: what is marked, moved, pinned, or in cards; nursery and minor collections, which it has not; and
** what is alive is an upper bound, for dead objects are found late. */
struct lr_gc_stats {
	size_t struct_size;
	uint64_t minor, full;              /* number of collections */
	uint64_t roots, frames;            /* visited, over all collections */
	uint64_t max_frames;               /* most frames walked in one collection */
	uint64_t allocated_objects, allocated_bytes;
	uint64_t freed_objects, freed_bytes;
	uint64_t live_objects, live_bytes; /* allocated and not yet found dead */
	uint64_t queued;                   /* number of lr_gc_queue_root calls that took effect */
	uint64_t marked;                   /* objects marked, over all collections */
	uint64_t heap_bytes;               /* pages held from the system */
	uint64_t pause_ns, max_pause_ns;   /* time with the world stopped: sum, longest */
	uint64_t moved, moved_bytes;       /* objects copied by moving collections */
	uint64_t cards;                    /* parts of 512 bytes of big old objects that minor collections scanned */
	uint64_t nursery_bytes;            /* present size of the nursery */
	/* lengths of pauses in nanoseconds: the length that 50, 95 and 99 % do not exceed (up to 7 % too long), and the
	** longest; 0 if there was none */
	uint64_t minor_p50_ns, minor_p95_ns, minor_p99_ns, minor_max_ns;
	uint64_t full_p50_ns, full_p95_ns, full_p99_ns, full_max_ns;
	uint64_t minor_ns, full_ns;        /* sums of pauses */
	uint64_t requested;                /* collections that lr_gc_collect ran */
	uint64_t moving;                   /* those of the full ones that moved objects */
	uint64_t pinned;                   /* objects that moving collections left at their places */
	uint64_t last_roots, last_frames, last_marked; /* of the last collection */
	uint64_t full_live_objects, full_live_bytes; /* live after the last full collection */
	uint64_t fresh_bytes;              /* given to threads since the last collection */
	uint64_t peak_heap_bytes;          /* greatest heap_bytes, as collections and this call saw it */
	uint64_t reserved_bytes;           /* range of addresses that the heap may grow into */
	uint64_t returned_bytes;           /* memory that was given back to the system, in all */
	uint64_t mark_threads;             /* threads that may mark, the collecting one among them */
	uint64_t threads, max_threads;     /* attached now, and at most at a time */
	uint64_t tasks;                    /* of all threads, the first ones among them */
	uint64_t global_roots;             /* words of lr_gc_add_root and lr_gc_add_root_range, and pairs of
	                                    * lr_gc_add_root_scanner, that are registered now */
	uint64_t weak_cleared;             /* weak references, ephemerons and entries of weak tables that forgot an
	                                    * object while they were reachable */
	uint64_t finalizers;               /* that became pending */
	uint64_t finalizers_run, finalizers_pending;
};
/* Set s->struct_size first.  LR_RT_OK, LR_RT_E_ARG.  May wait for a collection to end.  Any thread. */
LR_API int lr_gc_stats(struct lr_gc_stats *s);
/* Prints them, a line each, "gc: name value".  The caller checks the stream for errors; NULL: prints nothing. */
LR_API void lr_gc_print_stats(FILE *);

/* Looks up any address in the heap.  For tests and debuggers; the thread must be GC-unsafe or the world stopped. */
enum lr_gc_place {
	LR_GC_OUTSIDE = 0,         /* outside the heap: static, stack, malloc */
	LR_GC_OBJECT,              /* the start of an allocated object */
	LR_GC_INTERIOR,            /* inside an allocated object */
	LR_GC_DEAD,                /* inside a dead object that is kept from reuse */
	LR_GC_FREE                 /* heap memory that is no object */
};
LR_API enum lr_gc_place lr_gc_where(const void *address);
/* Returns the bytes of the object's cell without the tag, at least the requested size; 0 if `object` is not
** LR_GC_OBJECT. */
LR_API size_t lr_gc_object_bytes(const void *object);

#if defined(__MINGW32__) && !defined(__clang__) /* where `printf` is the one of Windows' old library */
#define LR_PRINTF gnu_printf
#else
#define LR_PRINTF printf
#endif

/* Ends the process where the heap cannot go on: calls the hook, then prints "lateroot: " and the message on stderr and
** aborts.  A hook may leave by longjmp; after that no lr_ function but lr_rt_strerror may be called in this process. */
LR_API void lr_gc_fatal(const char *format, ...) LR_RT_NORETURN __attribute__((format(LR_PRINTF, 1, 2)));
typedef void lr_fatal_hook(void *user, const char *message);
LR_API void lr_set_fatal_hook(lr_fatal_hook *, void *user);

#ifdef __cplusplus
}
#endif
#endif
