/* SPDX-License-Identifier: MIT */
/* collector.h -- what the rest of the runtime asks of a heap.
**
** A heap is a set of objects that define the functions here and the allocation entries; the linker chooses one.
** Two of them are in the tree: heap/ with entry/alloc.c (liblateroot-rt) and bdw/ (liblateroot-bdw).  What both share
** is outside of them: threads, tasks, safepoints, the walker, the static boxes, the text of statistics.
**
** A heap also defines the functions of include/lateroot/{runtime,heap}.h that allocate or look at objects:
** lr_gc_small_alloc, lr_gc_big_alloc, lr_gc_alloc_typed, lr_gc_alloc, lr_gc_where, lr_gc_object_bytes. */
#ifndef LR_RUNTIME_COLLECTOR_H
#define LR_RUNTIME_COLLECTOR_H

#include "runtime/runtime.h"

/* Makes the heap ready; heap_config is all zero.  Called before any thread is attached, and again after heap_fini.
** Returns LR_RT_OK, LR_RT_E_NOMEM or LR_RT_E_SYSTEM. */
int heap_init(void);
/* Frees all objects (their release hooks run) and all memory.  At most the calling thread is attached. */
void heap_fini(void);
/* At exit, under stress, if no other thread is attached: reports writes to dead objects that are still to be found. */
void heap_at_exit(void);

/* The configuration.  The heap only reads it. */
extern struct lr_gc_config heap_config;
/* Returns why the heap cannot have this configuration, or NULL if it can. */
const char *heap_refuses(const struct lr_gc_config *);
/* heap_config has changed.  The world is stopped; at the start no thread is attached. */
void heap_configured(void);

/* A thread is about to be attached, or could not be attached after all, or is being detached.  `begin` may be called
** at any time and returns false if memory is exhausted; `end` is called with world.list_lock and world.table_lock. */
bool heap_thread_begin(struct thread *);
void heap_thread_end(struct thread *);

enum collect_kind { COLLECT_AUTO, COLLECT_MINOR, COLLECT_FULL };
/* Stops the world and collects; does not collect if rt_gc_is_off(), which is read again when the world is stopped.
** [safepoint]  false: another thread has stopped the world meanwhile. */
bool collect(struct thread *, enum collect_kind);

/* What lr_heap_walk does, for arguments that are valid.  [safepoint]  Returns what that function returns. */
int heap_walk(struct thread *, lr_heap_visit *visit, void *user);
/* Calls visit(user, slot) for each word of an object in which its descriptor has a reference. */
void heap_each_reference(void *object, void (*visit)(void *user, void **slot), void *user);

/* stress.c: collects if it is this safepoint's turn.  [safepoint] */
void collect_stress(struct thread *);

/* The slow path of the write barrier: `parent` is an object, of the heap or static.  Not a safepoint. */
void heap_queue(struct thread *, void *parent);
void heap_queue_slot(struct thread *, void *parent, const void *slot); /* the same for a store into one slot */

/* Fills in the statistics as of now, with those of running threads; struct_size is not looked at. */
void heap_stats(struct lr_gc_stats *);

/* A fault at an address that is not the safepoint page.  Ends the process if it belongs to a dead object, and returns
** otherwise.  Called from the signal handler with its `context`. */
void heap_fault(const void *address, const void *context);

/* Allocates an object for an entry whose own stack frame is at `entry` (RT_FRAME_ADDRESS).  [safepoint] */
void *alloc_typed(struct thread *, size_t bytes, uintptr_t type, void *const *entry);

#endif
