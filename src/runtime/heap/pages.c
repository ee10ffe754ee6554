/* SPDX-License-Identifier: MIT */
/* pages.c -- the range of addresses of the heap, and its pages.
**
** This file takes and frees runs of pages, finds pages with free cells, and looks up addresses.  A look-up is
** arithmetic, so that checking each reference of a program under stress stays cheap. */
#include "runtime/heap/heap.h"

#include <string.h>

struct heap heap = { .lock = PTHREAD_MUTEX_INITIALIZER };

#define X(bytes) bytes,
const uint16_t heap_classes[LR_SIZE_CLASS_COUNT] = { LR_SIZE_CLASSES };
#undef X
// NOLINTNEXTLINE(bugprone-macro-parentheses): adds up
#define X(bytes) +1
_Static_assert(0 LR_SIZE_CLASSES == LR_SIZE_CLASS_COUNT, "count of the size classes");
#undef X
// NOLINTNEXTLINE(bugprone-macro-parentheses): a conjunction
#define X(bytes) && ((bytes) % 16 == 0 || (bytes) == TWO_WORDS_CELL) && (bytes) <= LR_SMALL_MAX_BYTES
_Static_assert(1 LR_SIZE_CLASSES, "cells keep objects 16-byte aligned, but for one class");
#undef X

uint8_t heap_class_by_size[LR_SMALL_MAX_BYTES / 16 + 1];

enum { COMMIT_PAGES = 512 };

/* Sizes of the mappings for `npages` pages.  They are rounded up to system pages, so that committing by COMMIT_PAGES
** stays aligned. */
static size_t
kinds_bytes(uint32_t npages)
{
	return ((size_t)npages + 4095) & ~(size_t)4095;
}
static size_t
infos_bytes(uint32_t npages)
{
	return ((size_t)npages * sizeof(struct page) + 4095) & ~(size_t)4095;
}

static size_t
live_bytes(uint32_t npages)
{
	return ((size_t)npages / 64 + 1) * sizeof *heap.live;
}

/* Pages of the system for the marks and the cards of a number of pages. */
static size_t
marks_bytes(uint32_t npages)
{
	return ((size_t)npages * PAGE_MARK_WORDS * sizeof *heap.marks + 4095) & ~(size_t)4095;
}
static size_t
cards_bytes(uint32_t npages)
{
	return (((size_t)npages << (PAGE_SHIFT - CARD_SHIFT)) + 4095) & ~(size_t)4095;
}

/* The tables beside the pages. */
static void
release_tables(uint32_t npages)
{
	const struct { void *at; size_t bytes; } tables[] = {
		{ heap.pages, infos_bytes(npages) }, { heap.kind, kinds_bytes(npages) },
		{ heap.live, live_bytes(npages) }, { heap.marks, marks_bytes(npages) },
		{ heap.cards, cards_bytes(npages) },
	};

	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		if (tables[i].at != NULL)
			os_release(tables[i].at, tables[i].bytes);
}

static bool
reserve_all(size_t bytes)
{
	uint32_t npages = (uint32_t)(bytes >> PAGE_SHIFT);

	heap.base = os_reserve(bytes);
	heap.pages = os_reserve(infos_bytes(npages));
	heap.kind = os_reserve(kinds_bytes(npages));
	heap.live = os_reserve(live_bytes(npages));
	heap.marks = os_reserve(marks_bytes(npages));
	heap.cards = os_reserve(cards_bytes(npages));
	if (heap.base != NULL && heap.pages != NULL && heap.kind != NULL && heap.live != NULL && heap.marks != NULL &&
	    heap.cards != NULL && os_open(heap.live, live_bytes(npages)) && os_open(heap.cards, cards_bytes(npages))) {
		heap.bytes = bytes;
		heap.npages = npages;
		lr_gc_cards = (struct lr_card_table){ (uintptr_t)heap.base, bytes >> CARD_SHIFT, heap.cards };
		return true;
	}
	if (heap.base != NULL)
		os_release(heap.base, bytes);
	release_tables(npages);
	return false;
}

int
pages_init(void)
{
	uint32_t c = 0;

	for (uint32_t i = 0; i <= LR_SMALL_MAX_BYTES / 16; i++) {
		while (heap_classes[c] < i * 16)
			c++;
		heap_class_by_size[i] = (uint8_t)c;
	}
	for (uint32_t i = 0; i < LR_SIZE_CLASS_COUNT; i++)
		heap.partial[i] = PAGE_NONE;
	for (size_t bytes = os_range_most; bytes >= os_range_least; bytes /= 2)
		if (reserve_all(bytes))
			return LR_RT_OK;
	return LR_RT_E_NOMEM;
}

void
pages_fini(void)
{
	lr_gc_cards = (struct lr_card_table){ 0 };
	os_release(heap.base, heap.bytes);
	release_tables(heap.npages);
	ptrvec_free(&heap.young);
	heap = (struct heap){ .lock = PTHREAD_MUTEX_INITIALIZER };
}

/* Shrinks a range to whole pages of the system; false: there are none in it. */
static bool
shrink_to_system(char **at, size_t *bytes)
{
	const uintptr_t mask = world.page_bytes - 1, first = ((uintptr_t)*at + mask) & ~mask,
			end = ((uintptr_t)*at + *bytes) & ~mask;

	*at += first - (uintptr_t)*at;
	*bytes = end > first ? end - first : 0;
	return *bytes != 0;
}

void
pages_discard(void *at, size_t bytes)
{
	char *first = at;

	if (shrink_to_system(&first, &bytes))
		os_discard(first, bytes);
}

bool
pages_close(void *at, size_t bytes)
{
	char *first = at;

	return !shrink_to_system(&first, &bytes) || os_close(first, bytes);
}

bool
pages_open(void *at, size_t bytes)
{
	char *first = at;

	return !shrink_to_system(&first, &bytes) || os_open(first, bytes);
}

/* Makes pages accessible up to number `end`.  The tables are made accessible in whole system pages; doing that twice is
** harmless.  A heap that outgrows the first step gets large pages, which take less time to come by and to look up; not
** for debugging, where single pages are made unreadable. */
static bool
commit(uint32_t end)
{
	end = (end + COMMIT_PAGES - 1) / COMMIT_PAGES * COMMIT_PAGES;
	if (end > heap.npages)
		end = heap.npages;
	/* only new pages: earlier ones may be unreadable on purpose */
	const size_t old = (size_t)heap.committed << PAGE_SHIFT;
	if (!os_open(heap.base + old, ((size_t)end << PAGE_SHIFT) - old) || !os_open(heap.pages, infos_bytes(end))
		|| !os_open(heap.kind, kinds_bytes(end)) || !os_open(heap.marks, marks_bytes(end)))
		return false;
	if (old != 0 && !heap.config.debug)
		os_want_large_pages(heap.base + old, ((size_t)end << PAGE_SHIFT) - old);
	heap.committed = end;
	return true;
}

/* Returns the first of `n` adjacent free pages, or PAGE_NONE.  Advances the hint over pages in use. */
static uint32_t
find_run(uint32_t n)
{
	uint32_t run = 0;

	while (heap.hint < heap.high && heap.kind[heap.hint] != PAGE_FREE)
		heap.hint++;
	for (uint32_t i = heap.hint; i < heap.high; i++) {
		run = heap.kind[i] == PAGE_FREE ? run + 1 : 0;
		if (run == n)
			return i + 1 - n;
	}
	/* A free run at the end of the used part may extend beyond it. */
	return heap.npages - heap.high >= n - run ? heap.high - run : PAGE_NONE;
}

struct page *
pages_take(uint32_t n, enum page_kind kind)
{
	uint32_t first;
	struct page *pg;

	if (heap.config.limit_bytes != 0 && ((size_t)heap.used_pages + n) << PAGE_SHIFT > heap.config.limit_bytes)
		return NULL;
	first = find_run(n);
	if (first == PAGE_NONE || (first + n > heap.committed && !commit(first + n)))
		return NULL;
	if (first + n > heap.high)
		heap.high = first + n;
	pg = &heap.pages[first];
	memset(pg, 0, sizeof *pg);
	pg->npages = n;
	heap.kind[first] = (uint8_t)kind;
	pages_set_live(first);
	for (uint32_t i = 1; i < n; i++) {
		heap.kind[first + i] = PAGE_REST;
		heap.pages[first + i].head = first;
		heap.pages[first + i].returned = heap.pages[first + i].idle = false;
	}
	heap.used_pages += n;
	return pg;
}

/* Gives the memory of free pages to the system. */
static void
discard_free(uint32_t first, uint32_t n)
{
	pages_discard(heap_page_address(&heap.pages[first]), (size_t)n << PAGE_SHIFT);
	for (uint32_t i = 0; i < n; i++)
		heap.pages[first + i].returned = true;
	heap.stats.returned_bytes += (uint64_t)n << PAGE_SHIFT;
}

void
pages_give(struct page *pg, uint32_t n)
{
	uint32_t first = (uint32_t)(pg - heap.pages);

	pages_unlist(pg);
	pages_clear_live(first);
	memset(&heap.kind[first], PAGE_FREE, n);
	if (first < heap.hint)
		heap.hint = first;
	heap.used_pages -= n;
	/* The memory of a big object returns to the system; single pages are soon used again. */
	if (n > 8)
		discard_free(first, n);
}

/* Gives the memory of pages n to end - 1 to the system if they were idle before; they are now. */
static void
return_idle(uint32_t n, uint32_t end)
{
	while (n < end) {
		uint32_t to = n;
		while (to < end && heap.pages[to].idle)
			to++;
		if (to > n)
			discard_free(n, to - n);
		for (; to < end && !heap.pages[to].idle; to++)
			heap.pages[to].idle = true;
		n = to;
	}
}

/* After a full collection: as much memory as the nursery takes, and an eighth of what is in use, stays at hand, and so
** does what was taken since the last one.  To take memory from the system again costs more than to use it. */
void
pages_return(void)
{
	uint32_t keep = (uint32_t)(heap.nursery >> PAGE_SHIFT) + heap.used_pages / 8, n = heap.hint;

	while (n < heap.high) {
		uint32_t end = n;
		while (end < heap.high && heap.kind[end] == PAGE_FREE && !heap.pages[end].returned)
			end++;
		if (end - n > keep) {
			return_idle(n + keep, end);
			keep = 0;
		} else {
			keep -= end - n;
		}
		n = end + 1;
	}
}

uint32_t
pages_next_live(uint32_t n)
{
	uint32_t w = n / 64, words = (heap.high + 63) / 64;
	uint64_t look;

	if (w >= words)
		return PAGE_NONE;
	look = heap.live[w] & ~(uint64_t)0 << n % 64;
	while (look == 0 && ++w < words)
		look = heap.live[w];
	return look != 0 ? w * 64 + (uint32_t)__builtin_ctzll(look) : PAGE_NONE;
}

struct page *
pages_take_empty(uint32_t size_class)
{
	struct page *pg = pages_take(1, PAGE_SMALL);

	if (pg != NULL) {
		pg->size_class = (uint8_t)size_class;
		pg->cells = (uint16_t)((PAGE_BYTES - PAGE_FIRST_CELL) / heap_classes[size_class]);
		/* for debugging: one cell a page, so that it can be made unreadable, while pages are plentiful */
		if (heap.config.debug && heap.used_pages < heap.npages / 2)
			pg->cells = 1;
	}
	return pg;
}

struct page *
pages_take_small(uint32_t size_class)
{
	struct page *pg;

	if (heap.partial[size_class] == PAGE_NONE)
		return pages_take_empty(size_class);
	pg = &heap.pages[heap.partial[size_class]];
	pages_unlist(pg);
	pages_set_live((uint32_t)(pg - heap.pages));
	return pg;
}

void
pages_list_partial(struct page *pg)
{
	uint32_t n = (uint32_t)(pg - heap.pages), *first = &heap.partial[pg->size_class];

	/* A page with few free cells costs more to sweep than it yields. */
	if (pg->listed || (pg->cells - pg->used) * 8 < pg->cells)
		return;
	pg->next = *first;
	pg->prev = PAGE_NONE;
	if (*first != PAGE_NONE)
		heap.pages[*first].prev = n;
	*first = n;
	pg->listed = true;
}

void
pages_unlist(struct page *pg)
{
	if (!pg->listed)
		return;
	if (pg->prev != PAGE_NONE)
		heap.pages[pg->prev].next = pg->next;
	else
		heap.partial[pg->size_class] = pg->next;
	if (pg->next != PAGE_NONE)
		heap.pages[pg->next].prev = pg->prev;
	pg->listed = false;
}

void
pages_settle(struct page *pg)
{
	uint64_t allocated = 0;

	if (pg->used == 0) {
		pages_give(pg, 1);
		return;
	}
	for (uint32_t w = 0; w * 64 < pg->cells; w++)
		allocated |= pg->allocated[w];
	if (allocated == 0)
		pages_clear_live((uint32_t)(pg - heap.pages));
	pages_list_partial(pg);
}

void
pages_visit_cells(void (*visit)(char *cell, size_t bytes))
{
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1)) {
		struct page *pg = &heap.pages[n];
		char *first = heap_page_address(pg) + PAGE_FIRST_CELL;

		if (heap.kind[n] == PAGE_BIG)
			visit(first, pg->bytes);
		if (heap.kind[n] != PAGE_SMALL)
			continue;
		for (uint32_t i = 0; i < pg->cells; i++)
			if (pg->allocated[i / 64] >> i % 64 & 1)
				visit(first + (size_t)i * heap_classes[pg->size_class], heap_classes[pg->size_class]);
	}
}

/* Is the object in the unused rest of a thread's run?  That thread may be making its next run: behind this one in the
** page, so that nothing lies between the new `next` and the old `end`; or in another page. */
static bool
in_rest_of_run(const struct page *pg, const char *object)
{
	const struct lr_run *run = __atomic_load_n(&pg->run, __ATOMIC_ACQUIRE);

	if (run == NULL)
		return false;
	const char *end = __atomic_load_n(&run->end, __ATOMIC_ACQUIRE);
	const char *next = __atomic_load_n(&run->next, __ATOMIC_RELAXED);
	return object < end && object >= next && (uintptr_t)next - (uintptr_t)heap_page_address(pg) < PAGE_BYTES;
}

static struct place
find_small(const struct page *pg, const char *address)
{
	static const struct place nothing = { LR_GC_FREE, NULL, 0 };
	char *start = heap_page_address(pg) + PAGE_FIRST_CELL;
	uint32_t size = heap_classes[pg->size_class], i;
	struct place place = { .bytes = size };
	uint64_t bit;

	if (address < start)
		return nothing;
	i = (uint32_t)(address - start) / size;
	if (i >= pg->cells)
		return nothing;
	bit = (uint64_t)1 << i % 64;
	place.cell = start + (size_t)i * size;
	if (pg->held[i / 64] & bit)
		place.what = LR_GC_DEAD;
	else if ((__atomic_load_n(&pg->allocated[i / 64], __ATOMIC_ACQUIRE) & bit)
		&& !in_rest_of_run(pg, place.cell + TAG_BYTES))
		place.what = address == place.cell + TAG_BYTES ? LR_GC_OBJECT : LR_GC_INTERIOR;
	else
		place.what = LR_GC_FREE;
	return place;
}

struct place
pages_find(const void *address)
{
	const char *a = address;
	struct place place = { LR_GC_OUTSIDE, NULL, 0 };
	const struct page *pg;
	uint32_t n;

	if (!heap_contains(address))
		return place;
	place.what = LR_GC_FREE;
	n = heap_page_number(address);
	if (n >= heap.high)
		return place;
	if (heap.kind[n] == PAGE_REST)
		n = heap.pages[n].head;
	pg = &heap.pages[n];
	if (heap.kind[n] == PAGE_RETIRED)
		place.what = LR_GC_DEAD;
	if (heap.kind[n] == PAGE_FREE || heap.kind[n] == PAGE_RETIRED)
		return place;
	if (heap.kind[n] == PAGE_SMALL)
		return find_small(pg, a);
	place.cell = heap_page_address(pg) + PAGE_FIRST_CELL;
	place.bytes = pg->bytes;
	if (a < place.cell || a >= place.cell + pg->bytes)
		return place;
	if (heap.kind[n] == PAGE_BIG_DEAD)
		place.what = LR_GC_DEAD;
	else
		place.what = a == place.cell + TAG_BYTES ? LR_GC_OBJECT : LR_GC_INTERIOR;
	return place;
}

struct place
pages_find_beside_threads(const void *address)
{
	pthread_mutex_lock(&heap.lock);
	const struct place place = pages_find(address);
	pthread_mutex_unlock(&heap.lock);
	return place;
}

enum lr_gc_place
lr_gc_where(const void *address)
{
	return pages_find_beside_threads(address).what;
}

size_t
lr_gc_object_bytes(const void *object)
{
	struct place place = pages_find_beside_threads(object);

	return place.what == LR_GC_OBJECT ? place.bytes - TAG_BYTES : 0;
}
