/* SPDX-License-Identifier: MIT */
/* alloc.c -- the allocation entries of the heap of libgc.
**
** A thread takes cells of up to CELL_SMALL_MOST bytes from lists of its own, which libgc fills about a page at a time.
** Runs (lr_ptls.runs) stay empty, so that every object comes from an entry here. */
#include "runtime/bdw/bdw.h"
#include "runtime/entry/safepoint.h"
#include "runtime/thread/thread.h"

#include <string.h>

enum { ALONE_MOST = 4096 };        /* under stress so many objects have a block for themselves */

static const uint16_t class_bytes_of[LR_SIZE_CLASS_COUNT] = {
#define X(bytes) bytes,
	LR_SIZE_CLASSES
#undef X
};

static enum kind
kind_of(uintptr_t tag)
{
	const struct lr_type *type = (const struct lr_type *)(tag & ~(uintptr_t)LR_TAG_BITS);

	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT) /* code may store the type later */
		return KIND_REFS;
	if (type->nrefs != 0 || type->layout == LR_LAYOUT_SCANNED)
		return KIND_REFS;
	return type->layout != LR_LAYOUT_FIXED && type->elem_nrefs != 0 ? KIND_REFS : KIND_PLAIN;
}

static void
add_fresh(struct lists *lists)
{
	__atomic_add_fetch(&bdw.fresh_bytes, lists->fresh_bytes, __ATOMIC_RELAXED);
	lists->fresh_bytes = 0;
}

/* Collects if as much has been allocated since the last collection as the nursery has space for, and as a third of the
** heap.  [safepoint] */
static void
collect_if_due(struct thread *t, size_t wanted_bytes)
{
	size_t fresh, most = GC_get_heap_size() / 3;

	add_fresh(t->heap);
	fresh = __atomic_load_n(&bdw.fresh_bytes, __ATOMIC_RELAXED);
	if (most < heap_config.nursery_bytes)
		most = heap_config.nursery_bytes;
	if (fresh != 0 && fresh + wanted_bytes > most)
		collect(t, COLLECT_AUTO);
}

/* No memory was available: collects the first time, and is fatal the second time. */
static void
starved(struct thread *t, bool *collected, size_t bytes)
{
	if (*collected)
		lr_gc_fatal("gc: out of memory%s: %zu bytes wanted, heap of %zu bytes",
			rt_gc_is_off() ? ", and collection is off" : "", bytes, GC_get_heap_size());
	while (!collect(t, COLLECT_FULL))
		;
	*collected = true;
}

/* Returns a cell with its tag, and counts it. */
static inline void *
finish(struct thread *t, uintptr_t *cell, size_t cell_bytes, uintptr_t type)
{
	thread_count(&t->allocated_objects, 1);
	thread_count(&t->allocated_bytes, cell_bytes);
	((struct lists *)t->heap)->fresh_bytes += cell_bytes;
	if (rt_unlikely(world.stress != 0))
		memset(object_of(cell), POISON_NEW, cell_bytes - CELL_HEADER_BYTES);
	cell[1] = type;
	cell[0] = HEAD_OBJECT;
	return object_of(cell);
}

static __attribute__((noinline)) void
refill(struct thread *t, enum kind kind, size_t size, void *const *entry)
{
	void **list = &((struct lists *)t->heap)->cell[kind][size];
	bool collected = false;

	set_origin(t, entry);
	collect_if_due(t, 0);
	for (;;) {
		GC_generic_malloc_many(size * CELL_ALIGN, bdw.kind[kind], list);
		if (*list != NULL)
			break;
		starved(t, &collected, size * CELL_ALIGN);
	}
	__atomic_store_n(&bdw.cell_bytes[size], GC_size(*list), __ATOMIC_RELAXED);
	origin_clear(t);
}

/* `size`: bytes of the cell / CELL_ALIGN. */
static inline void *
small(struct thread *t, size_t size, uintptr_t type, void *const *entry)
{
	enum kind kind = kind_of(type);
	void **list = &((struct lists *)t->heap)->cell[kind][size];
	uintptr_t *cell;

	safepoint(t, entry);
	if (rt_unlikely(*list == NULL))
		refill(t, kind, size, entry);
	cell = *list;
	*list = *(void **)(void *)cell;
	return finish(t, cell, __atomic_load_n(&bdw.cell_bytes[size], __ATOMIC_RELAXED), type);
}

static void *
big(struct thread *t, size_t bytes, uintptr_t type, void *const *entry)
{
	bool collected = false;
	void *cell;

	safepoint(t, entry);
	set_origin(t, entry);
	collect_if_due(t, bytes);
	while ((cell = GC_generic_malloc(bytes, bdw.kind[kind_of(type)])) == NULL)
		starved(t, &collected, bytes);
	origin_clear(t);
	return finish(t, cell, GC_size(cell), type);
}

/* `bytes`: without tag. */
static inline void *
any_size(struct thread *t, size_t bytes, uintptr_t type, void *const *entry)
{
	if (rt_unlikely(bytes > PTRDIFF_MAX))
		lr_gc_fatal("gc: out of memory: object of %zu bytes", bytes);
	bytes += CELL_HEADER_BYTES;
	/* libgc does not sweep blocks that are nearly full.  An object that has a block for itself is found dead at
	** once. */
	if (rt_unlikely(world.stress != 0) && bytes <= CELL_SMALL_MOST && bdw.stats.allocated_objects
		- __atomic_load_n(&bdw.freed_objects, __ATOMIC_RELAXED) < ALONE_MOST)
		return big(t, CELL_SMALL_MOST + CELL_ALIGN, type, entry);
	if (bytes <= CELL_SMALL_MOST)
		return small(t, (bytes + CELL_ALIGN - 1) / CELL_ALIGN, type, entry);
	return big(t, bytes, type, entry);
}

void *
alloc_typed(struct thread *t, size_t bytes, uintptr_t type, void *const *entry)
{
	return any_size(t, bytes, type, entry);
}

void *
lr_gc_small_alloc(void *ptls, int32_t size_class, int32_t class_bytes, uintptr_t type)
{
	if (rt_unlikely((uint32_t)size_class >= LR_SIZE_CLASS_COUNT || class_bytes_of[size_class] != class_bytes))
		lr_gc_fatal("lr_gc_small_alloc: there is no size class %d of %d bytes", size_class, class_bytes);
	return any_size(ptls, (size_t)class_bytes - sizeof(uintptr_t), type, ENTRY());
}

void *
lr_gc_big_alloc(void *ptls, size_t bytes_with_tag, uintptr_t type)
{
	return any_size(ptls, bytes_with_tag - sizeof(uintptr_t), type, ENTRY());
}

void *
lr_gc_alloc_typed(void *ptls, size_t bytes, uintptr_t type)
{
	return any_size(ptls, bytes, type, ENTRY());
}

void *
lr_gc_alloc(size_t bytes, const struct lr_type *type)
{
	if (rt_unlikely(type == NULL))
		lr_gc_fatal("lr_gc_alloc: the type is NULL");
	void *object = any_size(thread_self(), bytes, (uintptr_t)type, ENTRY());

	return memset(object, 0, bytes);
}
