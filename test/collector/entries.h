/* SPDX-License-Identifier: MIT */
/* entries.h -- what toy.c and mover.c share: the entries of a heap that takes each object from malloc, as a cell in one
** list, and how to find the references of an object.
**
** Included behind a `struct cell` with the members next, bytes (those of the cell among them) and, at its end, tag; the
** object stands behind its cell.  The file that includes it defines lr_gc_collect.  No tag has low bits, so that write
** barriers fire on static parents alone. */
#ifndef TEST_COLLECTOR_ENTRIES_H
#define TEST_COLLECTOR_ENTRIES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <lateroot/runtime.h>

_Static_assert(sizeof(struct cell) % 16 == 0, "the object is aligned");

struct list { void **items; size_t n, capacity; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *cells;
static size_t fresh;               /* bytes since the last collection */
static struct lr_gc_stats stats;
static struct list grey, statics;  /* what is to be scanned; static parents, on which a barrier fired */

static void
push(struct list *l, void *item)
{
	if (l->n == l->capacity) {
		l->capacity = l->capacity * 2 + 64;
		l->items = realloc(l->items, l->capacity * sizeof *l->items);
		if (l->items == NULL)
			lr_gc_fatal("heap: out of memory");
	}
	l->items[l->n++] = item;
}

/* Calls visit(state, ...) for the words of an object that are references. */
static void
each_reference(void *object, lr_visit_slots *visit, void *state)
{
	const struct lr_type *t = lr_type_of(object);
	void **words = object;

	for (uint32_t i = 0; i < t->nrefs; i++)
		visit(state, &words[t->refs != NULL ? t->refs[i] : i], 1);
	if (t->layout == LR_LAYOUT_SCANNED)
		lr_type_scan(t)(object, visit, state);
	if ((t->layout != LR_LAYOUT_INLINE && t->layout != LR_LAYOUT_POINTED) || t->elem_nrefs == 0)
		return;
	char *e = t->layout == LR_LAYOUT_POINTED ? words[t->data_word] : (char *)object + t->size_bytes;
	for (intptr_t n = (intptr_t)words[t->length_word]; n > 0; n--, e += t->elem_bytes)
		for (uint32_t i = 0; i < t->elem_nrefs; i++)
			visit(state, &((void **)(void *)e)[t->elem_refs != NULL ? t->elem_refs[i] : i], 1);
}

static void
collect(void *user)
{
	(void)user;
	lr_gc_collect(1);
}

/* `entry`: the stack frame of the function that compiled code has called, and that keeps it: the heap is compiled with
** -fno-optimize-sibling-calls. */
static void *
allocate(void *entry, size_t bytes, uintptr_t type)
{
	const bool due = __atomic_load_n(&fresh, __ATOMIC_RELAXED) > (8u << 20) || getenv("LATEROOT_GC_STRESS") != NULL;
	struct cell *c = NULL;

	lr_safepoint_at(entry, due ? collect : NULL, NULL);
	if (bytes < PTRDIFF_MAX / 2)
		c = aligned_alloc(16, (sizeof *c + bytes + 15) / 16 * 16);
	if (c == NULL)
		lr_gc_fatal("heap: out of memory: %zu bytes", bytes);
	*c = (struct cell){ .bytes = sizeof *c + bytes, .tag = type };
	pthread_mutex_lock(&lock); /* no safepoint while it is held */
	c->next = cells;
	cells = c;
	__atomic_store_n(&fresh, fresh + c->bytes, __ATOMIC_RELAXED);
	stats.allocated_objects++;
	stats.allocated_bytes += c->bytes;
	pthread_mutex_unlock(&lock);
	return c + 1;
}

void *
lr_gc_alloc_typed(void *ptls, size_t bytes, uintptr_t type)
{
	(void)ptls;
	return allocate(__builtin_frame_address(0), bytes, type);
}

void *
lr_gc_small_alloc(void *ptls, int32_t size_class, int32_t class_bytes, uintptr_t type)
{
	(void)ptls, (void)size_class;
	return allocate(__builtin_frame_address(0), (size_t)class_bytes - sizeof(uintptr_t), type);
}

void *
lr_gc_big_alloc(void *ptls, size_t bytes_with_tag, uintptr_t type)
{
	(void)ptls;
	return allocate(__builtin_frame_address(0), bytes_with_tag - sizeof(uintptr_t), type);
}

void *
lr_gc_alloc_memory(void *ptls, size_t bytes, const void *type)
{
	uintptr_t *object = allocate(__builtin_frame_address(0), 16 + bytes, (uintptr_t)type);

	(void)ptls;
	object[0] = 0;
	object[1] = (uintptr_t)(object + 2);
	return object;
}

void *
lr_gc_alloc(size_t bytes, const struct lr_type *type)
{
	return memset(allocate(__builtin_frame_address(0), bytes, (uintptr_t)type), 0, bytes);
}

void
lr_gc_queue_root(const void *parent)
{
	uintptr_t *tag = (uintptr_t *)(uintptr_t)parent - LR_TAG_WORDS;

	if (!(__atomic_fetch_and(tag, ~(uintptr_t)LR_TAG_OLD, __ATOMIC_RELAXED) & LR_TAG_OLD))
		return;
	pthread_mutex_lock(&lock);
	push(&statics, (void *)(uintptr_t)parent);
	pthread_mutex_unlock(&lock);
}

void
lr_gc_queue_slot(const void *parent, const void *slot)
{
	(void)slot;
	lr_gc_queue_root(parent);
}

int
lr_gc_stats(struct lr_gc_stats *s)
{
	pthread_mutex_lock(&lock);
	*s = stats;
	pthread_mutex_unlock(&lock);
	s->struct_size = sizeof *s;
	s->live_objects = s->allocated_objects - s->freed_objects;
	s->heap_bytes = s->live_bytes = s->allocated_bytes - s->freed_bytes;
	return LR_RT_OK;
}

size_t
lr_gc_object_bytes(const void *object)
{
	return ((const struct cell *)object - 1)->bytes - sizeof(struct cell);
}

enum lr_gc_place
lr_gc_where(const void *object)
{
	return lr_tag(object) & LR_TAG_STATIC ? LR_GC_OUTSIDE : LR_GC_OBJECT;
}

int
lr_heap_walk(lr_heap_visit *visit, void *user)
{
	int result = 0;

	if (visit == NULL)
		return LR_RT_E_ARG;
	lr_gc_collect(1);
	lr_world_stop();
	for (struct cell *c = cells; c != NULL && result == 0; c = c->next)
		result = visit(user, &(struct lr_heap_object){ sizeof(struct lr_heap_object), c + 1, lr_type_of(c + 1),
			c->bytes, 1 });
	lr_world_resume();
	return result;
}

#endif
