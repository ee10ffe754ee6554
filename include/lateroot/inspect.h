/* SPDX-License-Identifier: MIT */
/* inspect.h -- what is on the heap and what keeps it there: snapshots as JSON, and reports of leaks.  lr_heap_walk of
** heap.h shows the same to a function.  runtime.h, which includes this header, explains the words in brackets. */
#ifndef LATEROOT_INSPECT_H
#define LATEROOT_INSPECT_H

#include <stdio.h>
#include <lateroot/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/* The version of the format, which docs/snapshots.md describes. */
#define LR_SNAPSHOT_VERSION 1

/* Takes the next `n` bytes of a snapshot.  Some calls come while the world is stopped: it must be as lr_heap_visit of
** heap.h must.  0 goes on; another value ends the snapshot. */
typedef int lr_snapshot_write(void *user, const char *bytes, size_t n);
/* Collects, and writes all that is alive as JSON: roots, objects with their types, sizes and references.  Walks the
** heap by lr_heap_walk, also that of a heap of one's own.  Takes 33 KiB of malloc, and nothing of the heap.  While
** collection is off, none runs, and dead objects are in the snapshot as well.  [safepoint]  The calling thread must not
** have stopped the world.
** LR_RT_OK; the value other than 0 of the last call; LR_RT_E_ARG (write is NULL), LR_RT_E_NOMEM; LR_RT_E_STATE (bdwgc:
** collection is off); LR_RT_E_FRAME_* and others of lr_walk_all, if a stack cannot be walked. */
LR_API int lr_heap_snapshot(lr_snapshot_write *write, void *user);
/* The same into a file, which is made or overwritten.  LR_RT_E_SYSTEM: the system refuses, and errno says why.  After
** an error there is no file, unless `path` is a device or a pipe. */
LR_API int lr_heap_snapshot_file(const char *path);
/* What became of the snapshot that LATEROOT_GC_SNAPSHOT asks for at the end of the program, for who is called by exit()
** after the runtime (atexit before lr_runtime_init).  LR_RT_OK: it was written, or not asked for, or the end has not
** come; otherwise as above, or LR_RT_E_STATE: several threads were attached.  Any thread in any state. */
LR_API int lr_heap_snapshot_status(void);

/* ---- leaks ------------------------------------------------------------------------------------------------------- */

/* Says that the object is about to die: nothing but what the caller holds at the moment leads to it.  If it is alive at
** a later lr_gc_leaks, that names it, with `why` (NULL: nothing; the string must live on) and a path from a root.  The
** object is not kept alive, and forgotten when it has died.  For a program that never asks it costs a word of memory
** and a look in each full collection.
** LR_RT_OK; LR_RT_E_ARG: no object of the heap; LR_RT_E_NOMEM.  Not a safepoint. */
LR_API int lr_gc_expect_dead(void *object, const char *why);
/* Says that the object, and all that it leads to, may live until the end: a table of symbols, a cache.  lr_gc_leaks
** does not count it.  Results as above. */
LR_API int lr_gc_expect_alive(void *object);

enum lr_leak_kind {
	LR_GC_LEAKS_EXPECTED = 1,  /* objects of lr_gc_expect_dead */
	LR_GC_LEAKS_ALL = 2        /* these, and all other objects that are alive, by type: for the end of a program.
	                            * Those of lr_gc_expect_alive, and what they lead to, do not count */
};
/* Collects, and counts leaks.  `what` is one of enum lr_leak_kind; the report goes to `report`, unless that is NULL:
** for each object of lr_gc_expect_dead, and for the first object of each type, a shortest path from a root.  Takes
** memory of malloc in proportion to what is alive.  [safepoint]  The calling thread must not have stopped the world.
** Returns the number of leaks, or LR_RT_E_ARG, LR_RT_E_NOMEM, LR_RT_E_STATE (collection is off), or what lr_walk_all
** returns if a stack cannot be walked.  The caller checks the stream for errors. */
LR_API int64_t lr_gc_leaks(uint32_t what, FILE *report);

#ifdef __cplusplus
}
#endif
#endif
