/* SPDX-License-Identifier: MIT */
/* alloc.c -- the allocation entries of the reference heap.
**
** A thread takes cells from the pages in its caches without a lock.  Adjacent free cells of a page form a run, which
** compiled code uses up by itself.  A run counts as allocated when it is made, and its unused rest is returned before a
** collection.  Objects with a release hook come from an entry, which notes their page: a sweep reads the tags of no
** other.  Each entry is a safepoint first and takes memory afterwards, with no safepoint in between.  Code that
** allocates from runs calls an entry at the latest after a page of objects.  Under stress runs are empty, so that each
** object comes from an entry. */
#include "runtime/entry/safepoint.h"
#include "runtime/heap/debug.h"
#include "runtime/thread/thread.h"

#include <string.h>

static __attribute__((noinline, cold)) void
finish_under_stress(char *cell, size_t cell_bytes, uintptr_t type)
{
	if (heap.config.debug)
		debug_check_type(type, cell_bytes);
	memset(cell, POISON_NEW, cell_bytes);
}

/* Writes the tag of an object into its cell, and returns the object. */
static inline void *
finish(char *cell, size_t cell_bytes, uintptr_t type)
{
	if (rt_unlikely(world.stress != 0))
		finish_under_stress(cell, cell_bytes, type);
	*(uintptr_t *)(void *)cell = type;
	return cell + TAG_BYTES;
}

/* Notes that a sweep has to look for a release hook. */
static inline void
note_hook(char *object, uintptr_t tag)
{
	const struct lr_type *type = (const struct lr_type *)(tag & ~(uintptr_t)LR_TAG_BITS);

	if (rt_unlikely((uintptr_t)type >= LR_SMALL_VALUE_LIMIT && type->release != NULL))
		heap.pages[heap_page_number(object)].hooked = true;
}

static void
count_objects(struct thread *t, uint32_t n, size_t bytes)
{
	thread_count(&t->allocated_objects, n);
	thread_count(&t->allocated_bytes, n * bytes);
}

/* The caller holds heap.lock; other threads read the count without it. */
static void
count_young(size_t bytes)
{
	__atomic_store_n(&heap.young_bytes, heap.young_bytes + bytes, __ATOMIC_RELAXED);
}

/* Collects if `wanted_bytes` more would make a collection due, but not merely because one object is larger than the
** nursery. [safepoint] */
static void
collect_if_due(struct thread *t, size_t wanted_bytes)
{
	size_t young = __atomic_load_n(&heap.young_bytes, __ATOMIC_RELAXED);

	if (young != 0 && young + wanted_bytes > heap.young_most)
		collect(t, COLLECT_AUTO);
}

/* No memory was available: runs a full collection the first time, and is fatal the second time. */
static void
starved(struct thread *t, bool *collected, size_t bytes)
{
	if (*collected)
		lr_gc_fatal("gc: out of memory%s: %zu bytes wanted, heap of %zu bytes",
			rt_gc_is_off() ? ", and collection is off" : "", bytes, (size_t)heap.used_pages << PAGE_SHIFT);
	while (!collect(t, COLLECT_FULL))
		;
	*collected = true;
}

/* Returns the bits of the free cells in a word of the page's bitmap. */
static uint64_t
free_in_word(const struct page *pg, uint32_t word)
{
	uint32_t first = word * 64, left = pg->cells - first;
	uint64_t valid = left >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << left) - 1;

	return valid & ~(pg->allocated[word] | pg->held[word]);
}

/* Advances to the next word of the cache's page that has a free cell.  Returns false if the page has none. */
static bool
next_word(struct cache *c)
{
	if (c->page == NULL)
		return false;
	while (++c->word * 64 < c->page->cells) {
		c->free = free_in_word(c->page, c->word);
		if (c->free != 0)
			return true;
	}
	__atomic_store_n(&c->page->run, NULL, __ATOMIC_RELAXED);
	c->page = NULL;
	return false;
}

/* Returns the number of low bits that are set. */
static inline uint32_t
ones(uint64_t w)
{
	return ~w == 0 ? 64 : (uint32_t)__builtin_ctzll(~w);
}

/* Takes the first free cells of the cache, as far as they are adjacent, or one under stress.  Returns the number of the
** first; *end: that behind the last. */
static uint32_t
take_adjacent(struct cache *c, uint32_t *end)
{
	const uint32_t bit = (uint32_t)__builtin_ctzll(c->free), first = c->word * 64 + bit;
	uint32_t n = world.stress != 0 ? 1 : ones(c->free >> bit);

	*end = first + n;
	c->free &= ~page_bits(c->word, first, *end);
	while (*end == (c->word + 1) * 64 && *end < c->page->cells && world.stress == 0) {
		c->free = free_in_word(c->page, ++c->word);
		if ((n = ones(c->free)) == 0)
			break;
		*end += n;
		c->free &= ~page_bits(c->word, first, *end);
	}
	return first;
}

/* Makes a run of at least one cell from a cache that has free cells. */
static void
make_run(struct thread *t, uint32_t size_class)
{
	struct cache *c = &t->cache[size_class];
	struct page *pg = c->page;
	struct lr_run *run = &t->pub.runs[size_class];
	uint32_t bytes = heap_classes[size_class], end, begin = take_adjacent(c, &end), n = end - begin;
	char *first = c->cells + (size_t)begin * bytes + TAG_BYTES;

	count_objects(t, n, bytes);
	/* A thread that reads the bitmap must find the run before it finds the bits.  It reads `end` and then `next`
	** (pages.c), and must never take the `next` of the last run together with the new `end`. */
	__atomic_store_n(&run->end, NULL, __ATOMIC_RELAXED);
	__atomic_store_n(&run->next, first, __ATOMIC_RELEASE);
	__atomic_store_n(&run->end, first + (size_t)n * bytes, __ATOMIC_RELEASE);
	__atomic_store_n(&pg->run, run, __ATOMIC_RELEASE);
	for (uint32_t w = begin / 64; w * 64 < end; w++)
		__atomic_store_n(&pg->allocated[w], pg->allocated[w] | page_bits(w, begin, end), __ATOMIC_RELEASE);
	pg->used = (uint16_t)(pg->used + n);
}

static void
refill(struct thread *t, uint32_t size_class, void *const *entry)
{
	struct cache *c = &t->cache[size_class];
	bool collected = false;

	set_origin(t, entry);
	while (!next_word(c)) {
		struct page *pg;

		collect_if_due(t, 0);
		pthread_mutex_lock(&heap.lock);
		pg = pages_take_small(size_class);
		if (pg != NULL) {
			ptrvec_push(&heap.young, pg);
			count_young((size_t)(pg->cells - pg->used) * heap_classes[size_class]);
		}
		pthread_mutex_unlock(&heap.lock);
		if (pg == NULL) {
			starved(t, &collected, heap_classes[size_class]);
			continue;
		}
		c->page = pg;
		c->cells = heap_page_address(pg) + PAGE_FIRST_CELL;
		c->word = UINT32_MAX;      /* next_word starts with word 0 */
	}
	origin_clear(t);
}

static inline void *
small(struct thread *t, uint32_t size_class, uintptr_t type, void *const *entry)
{
	struct lr_run *run = &t->pub.runs[size_class];
	char *object;

	safepoint(t, entry);
	if (run->next == run->end) {
		if (t->cache[size_class].free == 0)
			refill(t, size_class, entry);
		make_run(t, size_class);
	}
	object = run->next;
	__atomic_store_n(&run->next, object + heap_classes[size_class], __ATOMIC_RELAXED); /* see make_run */
	finish(object - TAG_BYTES, heap_classes[size_class], type);
	note_hook(object, type);
	return object;
}

static void *
big(struct thread *t, size_t bytes, uintptr_t type, void *const *entry)
{
	bool collected = false;
	struct page *pg;
	size_t npages = (bytes + PAGE_FIRST_CELL + PAGE_BYTES - 1) >> PAGE_SHIFT;

	safepoint(t, entry);
	if (bytes > heap.bytes)
		lr_gc_fatal("gc: out of memory: object of %zu bytes", bytes);
	set_origin(t, entry);
	collect_if_due(t, npages << PAGE_SHIFT);
	for (;;) {
		pthread_mutex_lock(&heap.lock);
		pg = pages_take((uint32_t)npages, PAGE_BIG);
		if (pg != NULL) {
			pg->bytes = bytes;
			ptrvec_push(&heap.young, pg);
			count_young(npages << PAGE_SHIFT);
			/* The tag is written before the lock is released: each page that claims an object must have its
			** tag. */
			*(uintptr_t *)(void *)(heap_page_address(pg) + PAGE_FIRST_CELL) = type;
		}
		pthread_mutex_unlock(&heap.lock);
		if (pg != NULL) {
			origin_clear(t);
			count_objects(t, 1, bytes);
			return finish(heap_page_address(pg) + PAGE_FIRST_CELL, bytes, type);
		}
		starved(t, &collected, bytes);
	}
}

static inline void *
any_size(struct thread *t, size_t bytes_with_tag, uintptr_t type, void *const *entry)
{
	if (bytes_with_tag <= LR_SMALL_MAX_BYTES)
		return small(t, heap_class_for(bytes_with_tag), type, entry);
	return big(t, bytes_with_tag, type, entry);
}

void *
alloc_typed(struct thread *t, size_t bytes, uintptr_t type, void *const *entry)
{
	if (bytes > SIZE_MAX - TAG_BYTES)
		lr_gc_fatal("gc: out of memory: object of %zu bytes", bytes);
	return any_size(t, bytes + TAG_BYTES, type, entry);
}

void *
lr_gc_small_alloc(void *ptls, int32_t size_class, int32_t class_bytes, uintptr_t type)
{
	if (rt_unlikely((uint32_t)size_class >= LR_SIZE_CLASS_COUNT || heap_classes[size_class] != class_bytes))
		lr_gc_fatal("lr_gc_small_alloc: there is no size class %d of %d bytes", size_class, class_bytes);
	return small(ptls, (uint32_t)size_class, type, ENTRY());
}

void *
lr_gc_big_alloc(void *ptls, size_t bytes_with_tag, uintptr_t type)
{
	return any_size(ptls, bytes_with_tag, type, ENTRY());
}

void *
lr_gc_alloc_typed(void *ptls, size_t bytes, uintptr_t type)
{
	return alloc_typed(ptls, bytes, type, ENTRY());
}

void *
lr_gc_alloc(size_t bytes, const struct lr_type *type)
{
	if (rt_unlikely(type == NULL))
		lr_gc_fatal("lr_gc_alloc: the type is NULL");
	void *object = alloc_typed(thread_self(), bytes, (uintptr_t)type, ENTRY());

	return memset(object, 0, bytes);
}
