/* SPDX-License-Identifier: MIT */
/* sweep.c -- frees the objects that were not reached.
**
** A minor sweep reads only the objects allocated since the last sweep, a full sweep reads all.  Under stress dead
** objects are filled with a pattern and put in quarantine, a ring.  The pattern must be unchanged when they leave it,
** at shutdown at the latest. */
#include "runtime/heap/heap.h"

#include <stdlib.h>
#include <string.h>

enum {
	RING_ENTRIES = 1 << 18,
	MOST_CLOSED = 20000        /* the system limits the mappings of a process, and each unreadable page may need
	                            * two */
};

static void
run_release_hook(char *cell)
{
	const struct lr_type *type = lr_type_of(cell + TAG_BYTES);

	if ((uintptr_t)type >= LR_SMALL_VALUE_LIMIT && type->release != NULL)
		type->release(cell + TAG_BYTES);
}

/* Size of all pages of a cell that has its pages for itself. */
static size_t
closed_bytes(const struct dead *d)
{
	return (PAGE_FIRST_CELL + d->bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

/* For debugging: makes the pages of a dead object unreadable.  If the system refuses, the pattern stays and shows
** writes. */
static void
close_pages(struct dead *d)
{
	const uint32_t n = heap_page_number(d->cell);

	if (heap.kind[n] == PAGE_SMALL && heap.pages[n].cells != 1)
		return;
	char *pages = d->cell - PAGE_FIRST_CELL;
	/* A part of a larger page of the system keeps its pattern. */
	d->closed = ((uintptr_t)pages | closed_bytes(d)) % world.page_bytes == 0
		&& pages_close(pages, closed_bytes(d));
	if (d->closed)
		pages_discard(pages, closed_bytes(d));
}

static void
open_pages(const struct dead *d)
{
	if (!pages_open(d->cell - PAGE_FIRST_CELL, closed_bytes(d)))
		lr_gc_fatal("gc: no access to the pages of a dead object at %p any more",
			(void *)(d->cell + TAG_BYTES));
}

/* Removes the oldest object from the quarantine.  A changed pattern is fatal. */
static void
release_oldest(void)
{
	struct dead *d = &heap.dead[heap.dead_first];
	uint32_t n = heap_page_number(d->cell);
	struct page *pg = &heap.pages[n];

	if (d->closed)
		open_pages(d);
	for (size_t i = 0; i < d->bytes && !d->closed; i++)
		if ((unsigned char)d->cell[i] != POISON_DEAD)
			lr_gc_fatal(
				"gc: byte %zd of the dead object at %p (type %s, %zu bytes, found unreachable by "
				"collection %llu) was written", (ssize_t)i - TAG_BYTES, (void *)(d->cell + TAG_BYTES),
				(uintptr_t)d->type >= LR_SMALL_VALUE_LIMIT && d->type->name != NULL ? d->type->name
					: "(unnamed)",
				d->bytes - TAG_BYTES, (unsigned long long)d->collection);
	heap.dead_first = (heap.dead_first + 1) % heap.dead_capacity;
	heap.dead_count--;
	heap.dead_bytes -= d->bytes;
	if (heap.kind[n] == PAGE_BIG_DEAD) {
		pages_give(pg, pg->npages);
	} else {
		uint32_t i = (uint32_t)(d->cell - heap_page_address(pg)) / heap_classes[pg->size_class];

		pg->held[i / 64] &= ~((uint64_t)1 << i % 64);
		pg->used--;
		if (!pages_is_live(n)) /* otherwise the next sweep does that */
			pages_settle(pg);
	}
}

void
quarantine_trim(size_t bytes)
{
	while (heap.dead_bytes > bytes)
		release_oldest();
}

/* Fills a dead cell and puts it in quarantine.  Returns false if there is no quarantine: free the cell at once. */
bool
sweep_hold(char *cell, size_t bytes)
{
	struct dead *d;

	if (world.stress == 0 || bytes > heap.config.quarantine_bytes)
		return false;
	if (heap.dead == NULL) {
		heap.dead = calloc(RING_ENTRIES, sizeof *heap.dead);
		if (heap.dead == NULL)
			return false;
		heap.dead_capacity = RING_ENTRIES;
	}
	while (heap.dead_count == heap.dead_capacity || (heap.config.debug && heap.dead_count >= MOST_CLOSED)
		|| heap.dead_bytes + bytes > heap.config.quarantine_bytes)
		release_oldest();
	d = &heap.dead[(heap.dead_first + heap.dead_count) % heap.dead_capacity];
	*d = (struct dead){ cell, lr_type_of(cell + TAG_BYTES), heap.collections, bytes, false };
	heap.dead_count++;
	heap.dead_bytes += bytes;
	memset(cell, POISON_DEAD, bytes);
	if (heap.config.debug)
		close_pages(d);
	return true;
}

const struct dead *
quarantine_find(const void *address)
{
	const char *a = address;

	for (size_t i = 0; i < heap.dead_count; i++) {
		const struct dead *d = &heap.dead[(heap.dead_first + i) % heap.dead_capacity];

		if (a >= d->cell && a < d->cell + d->bytes)
			return d;
	}
	return NULL;
}

const struct dead *
quarantine_find_page(const void *address)
{
	for (size_t i = heap.dead_count; i-- > 0;) {
		const struct dead *d = &heap.dead[(heap.dead_first + i) % heap.dead_capacity];

		if (d->closed && (uintptr_t)address - (uintptr_t)(d->cell - PAGE_FIRST_CELL) < closed_bytes(d))
			return d;
	}
	return NULL;
}

void
quarantine_fini(void)
{
	free(heap.dead);
	heap.dead = NULL;
	heap.dead_count = heap.dead_bytes = heap.dead_capacity = 0;
}

static void
count_dead(size_t bytes)
{
	heap.stats.freed_objects++;
	heap.stats.freed_bytes += bytes;
}

/* Frees a dead cell; true if it goes into quarantine. */
static inline bool
free_cell(char *cell, uint32_t bytes)
{
	run_release_hook(cell);
	return sweep_hold(cell, bytes);
}

/* Puts the even bits of a word side by side. */
static inline uint64_t
even_bits(uint64_t w)
{
	w &= 0x5555555555555555u;
	w = (w | w >> 1) & 0x3333333333333333u;
	w = (w | w >> 2) & 0x0f0f0f0f0f0f0f0fu;
	w = (w | w >> 4) & 0x00ff00ff00ff00ffu;
	w = (w | w >> 8) & 0x0000ffff0000ffffu;
	return (w | w >> 16) & 0xffffffffu;
}

/* Returns 64 bits of a page's marks, which begin at word `base`, from bit `at` on; those behind the page are 0. */
static inline uint64_t
marks_from(size_t base, uint32_t at)
{
	const uint32_t word = at / 64, shift = at % 64;
	uint64_t bits = word < PAGE_MARK_WORDS ? heap.marks[base + word] >> shift : 0;

	if (shift != 0 && word + 1 < PAGE_MARK_WORDS)
		bits |= heap.marks[base + word + 1] << (64 - shift);
	return bits;
}

/* Puts the first two of each three bits of 48 side by side. */
static inline uint64_t
two_of_three_bits(uint64_t w)
{
	w = (w & 0x0c30c30c30c3u) | (w >> 1 & 0x30c30c30c30cu);
	w = (w & 0x00f00f00f00fu) | (w >> 2 & 0x0f00f00f00f0u);
	w = (w & 0x0000ff0000ffu) | (w >> 4 & 0x00ff0000ff00u);
	return (w & 0xffffu) | (w >> 8 & 0xffff0000u);
}

/* Returns the marks of 64 cells of 16, 24 or 32 bytes, from cell 64 * word of the page on.  Cell 0 has its object at
** byte 16, so its mark is bit 1. */
static inline uint64_t
marks_of_cells(size_t base, uint32_t word, uint32_t bytes)
{
	const uint32_t half = bytes * 32 >> MARK_SHIFT, first = 1 + word * 2 * half;

	if (bytes == 16)
		return marks_from(base, first);
	if (bytes == TWO_WORDS_CELL)
		return two_of_three_bits(marks_from(base, first))
			| two_of_three_bits(marks_from(base, first + half)) << 32;
	return even_bits(marks_from(base, first)) | even_bits(marks_from(base, first + half)) << 32;
}

/* Returns the bits of those cells of `look`, in a word of the bitmap, that are not marked. */
static inline uint64_t
unmarked(const struct page *pg, uint32_t word, uint64_t look, uint32_t bytes)
{
	const size_t base = (size_t)(pg - heap.pages) * PAGE_MARK_WORDS;
	const uint32_t step = bytes >> MARK_SHIFT, first = 1 + word * 64 * step;
	uint64_t dead = 0;

	if (bytes <= 32)
		return look & ~marks_of_cells(base, word, bytes);
	for (; look != 0; look &= look - 1) {
		const uint32_t i = (uint32_t)__builtin_ctzll(look), at = first + i * step;
		dead |= (~heap.marks[base + at / 64] >> at % 64 & 1) << i;
	}
	return dead;
}

/* In most pages of a nursery nothing is marked. */
static bool
has_marks(const struct page *pg)
{
	const uint64_t *marks = heap.marks + (size_t)(pg - heap.pages) * PAGE_MARK_WORDS;
	uint64_t any = 0;

	for (uint32_t i = 0; i < PAGE_MARK_WORDS; i++)
		any |= marks[i];
	return any != 0;
}

/* Memory is read only where an object may have a release hook, and under stress: a sweep is arithmetic on bitmaps, and
** what it frees is looked at when a thread makes runs of it (entry/alloc.c). */
static void
sweep_small(struct page *pg)
{
	const uint32_t bytes = heap_classes[pg->size_class];
	const bool reads = pg->hooked || world.stress != 0, marked = has_marks(pg);
	char *first = heap_page_address(pg) + PAGE_FIRST_CELL;

	for (uint32_t w = 0; w * 64 < pg->cells; w++) {
		const uint64_t candidates = heap.full ? pg->allocated[w] : pg->allocated[w] & ~pg->survived[w],
			dead = marked ? unmarked(pg, w, candidates, bytes) : candidates;
		uint64_t held = 0;

		for (uint64_t look = reads ? dead : 0; look != 0; look &= look - 1) {
			const uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(look);
			if (free_cell(first + (size_t)i * bytes, bytes))
				held |= look & -look;
		}
		const uint32_t n = (uint32_t)__builtin_popcountll(dead);
		heap.stats.freed_objects += n;
		heap.stats.freed_bytes += (uint64_t)n * bytes;
		pg->allocated[w] &= ~dead;
		pg->held[w] |= held;
		pg->used = (uint16_t)(pg->used - n + (uint32_t)__builtin_popcountll(held));
		pg->survived[w] = pg->allocated[w];
	}
	pages_settle(pg);
}

/* Marks the pages of a dead big object as being in quarantine. */
static void
quarantine_big(struct page *pg)
{
	uint32_t n = (uint32_t)(pg - heap.pages);

	heap.kind[n] = PAGE_BIG_DEAD;
	pages_clear_live(n);
}

static void
sweep_big(struct page *pg)
{
	char *cell = heap_page_address(pg) + PAGE_FIRST_CELL;

	if (heap_is_marked(cell + TAG_BYTES))
		return;
	run_release_hook(cell);
	count_dead(pg->bytes);
	if (sweep_hold(cell, pg->bytes))
		quarantine_big(pg);
	else
		pages_give(pg, pg->npages);
}

static void
sweep_page(uint32_t n)
{
	if (heap.kind[n] == PAGE_SMALL)
		sweep_small(&heap.pages[n]);
	else if (heap.kind[n] == PAGE_BIG)
		sweep_big(&heap.pages[n]);
}

void
sweep(void)
{
	/* When stress has been turned off, the quarantine is emptied. */
	while (world.stress == 0 && heap.dead_count != 0)
		release_oldest();
	if (heap.full) {
		for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1))
			sweep_page(n);
	} else {
		for (size_t i = 0; i < heap.young.count; i++)
			sweep_page((uint32_t)((struct page *)heap.young.items[i] - heap.pages));
	}
	heap.young.count = 0;
	heap.young_bytes = 0;
}

static void
release_cell(char *cell, size_t bytes)
{
	(void)bytes;
	run_release_hook(cell);
}

void
sweep_everything(void)
{
	pages_visit_cells(release_cell);
}
