/* SPDX-License-Identifier: MIT */
/* moving.c -- the moving mode: all objects that are not pinned are copied elsewhere.
**
** A collection marks twice.  The first pass starts from transitively pinned roots and pins all objects that it reaches;
** a pinned root pins the object that it refers to.  The second pass starts from all roots.  After the sweep, objects
** that are not pinned are copied to fresh pages, cell by cell.  The new address replaces the old tag until all roots,
** fields and derived slots are updated.  Pages left without objects are retired.  Under stress they stay unreadable for
** a while (or filled with a pattern), so that a use of an old address is found.
**
** Objects that hold the address of their own data (LR_LAYOUT_POINTED) are always pinned, because other copies of that
** address are unknown. */
#include "runtime/heap/heap.h"
#include "runtime/lifetime/lifetime.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct {
	uint32_t open[LR_SIZE_CLASS_COUNT]; /* per size class: the page that receives copies, and its next cell */
	uint32_t cell[LR_SIZE_CLASS_COUNT];
	/* retired pages: a ring of page runs */
	struct retired { uint32_t first, n; } *retired;
	size_t capacity, first, count, bytes;
} moving;

enum { RETIRED_ENTRIES = 1 << 14 };

/* ---- the bits of an object in its page ---- */

struct bit { uint32_t page, word; uint64_t mask; };

static struct bit
bit_of(const void *object)
{
	uint32_t n = heap_page_number(object), i = 0;

	if (heap.kind[n] == PAGE_SMALL)
		i = (uint32_t)((const char *)object - TAG_BYTES - heap_page_address(&heap.pages[n]) - PAGE_FIRST_CELL)
			/ heap_classes[heap.pages[n].size_class];
	return (struct bit){ n, i / 64, (uint64_t)1 << i % 64 };
}

void
moving_pin(const void *object)
{
	struct bit b;

	if (!heap_contains(object))
		return;
	b = bit_of(object);
	heap.pages[b.page].pinned[b.word] |= b.mask;
}

void
moving_begin(void)
{
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1)) {
		memset(heap.pages[n].pinned, 0, sizeof heap.pages[n].pinned);
		memset(heap.pages[n].moved, 0, sizeof heap.pages[n].moved);
	}
}

void
moving_update(void **slot)
{
	void *value = *slot;
	struct bit b;

	if (!rt_is_reference(value) || !heap_contains(value))
		return;
	b = bit_of(value);
	if (heap.pages[b.page].moved[b.word] & b.mask)
		*slot = (void *)*tag_of(value);
}

/* ---- retired pages ---- */

/* Makes retired pages inaccessible.  Where that cannot be they get the pattern of dead objects, which no reference to a
** live object is. */
static void
close_retired(const struct retired *r)
{
	char *at = heap_page_address(&heap.pages[r->first]);

	pages_discard(at, (size_t)r->n << PAGE_SHIFT);
	if (!pages_close(at, (size_t)r->n << PAGE_SHIFT))
		memset(at, POISON_DEAD, (size_t)r->n << PAGE_SHIFT);
}

static void
open_retired(const struct retired *r)
{
	char *at = heap_page_address(&heap.pages[r->first]);

	if (!pages_open(at, (size_t)r->n << PAGE_SHIFT))
		lr_gc_fatal("gc: %u pages at %p: %s", r->n, (void *)at, strerror(errno));
}

/* Makes the oldest retired pages free. */
static void
release_retired(void)
{
	struct retired *r = &moving.retired[moving.first];

	open_retired(r);
	heap.used_pages += r->n; /* pages_give subtracts them */
	pages_give(&heap.pages[r->first], r->n);
	moving.bytes -= (size_t)r->n << PAGE_SHIFT;
	moving.first = (moving.first + 1) % moving.capacity;
	moving.count--;
}

static void
retire(struct page *pg, uint32_t n)
{
	struct retired r = { (uint32_t)(pg - heap.pages), n };
	size_t bytes = (size_t)n << PAGE_SHIFT;

	if (moving.retired == NULL && (moving.retired = calloc(RETIRED_ENTRIES, sizeof *moving.retired)) != NULL)
		moving.capacity = RETIRED_ENTRIES;
	if (world.stress == 0 || moving.retired == NULL || bytes > heap.config.quarantine_bytes) {
		pages_give(pg, n);
		return;
	}
	while (moving.count == moving.capacity || moving.bytes + bytes > heap.config.quarantine_bytes)
		release_retired();
	close_retired(&r);
	pages_unlist(pg);
	pages_clear_live(r.first);
	memset(&heap.kind[r.first], PAGE_RETIRED, n);
	heap.used_pages -= n;
	moving.retired[(moving.first + moving.count++) % moving.capacity] = r;
	moving.bytes += bytes;
}

void
moving_fini(void)
{
	free(moving.retired);
	memset(&moving, 0, sizeof moving);
}

/* ---- copying ---- */

static bool
stays(const struct page *pg, uint32_t cell, const char *object)
{
	const struct lr_type *type = lr_type_of(object);

	if (pg->pinned[cell / 64] >> cell % 64 & 1)
		return true;
	return (uintptr_t)type >= LR_SMALL_VALUE_LIMIT
		&& (type->layout == LR_LAYOUT_POINTED || (type->flags & LR_TYPE_FIXED));
}

/* Returns a cell of a page that receives copies, or NULL if memory is exhausted. */
static char *
fresh_cell(uint32_t size_class)
{
	uint32_t n = moving.open[size_class];
	struct page *pg = n != PAGE_NONE ? &heap.pages[n] : NULL;

	if (pg == NULL || moving.cell[size_class] == pg->cells) {
		pg = pages_take_empty(size_class); /* a listed page may be one that is being emptied */
		if (pg == NULL)
			return NULL;
		pg->fresh = heap.collections;
		moving.open[size_class] = (uint32_t)(pg - heap.pages);
		moving.cell[size_class] = 0;
	}
	uint32_t i = moving.cell[size_class]++;
	pg->allocated[i / 64] |= (uint64_t)1 << i % 64;
	pg->survived[i / 64] |= (uint64_t)1 << i % 64;
	pg->used++;
	return heap_page_address(pg) + PAGE_FIRST_CELL + (size_t)i * heap_classes[size_class];
}

/* Copies an object and leaves the new address where the tag was.  The mark goes with the object: a cell without an
** object has none, for the next collection may be a minor one, which clears no marks. */
static void
copy(struct page *from, uint32_t cell, char *old, char *new, size_t bytes)
{
	memcpy(new, old, bytes);
	life_copied(old + TAG_BYTES, new + TAG_BYTES);
	heap_unmark(old + TAG_BYTES);
	heap_mark(new + TAG_BYTES, false);
	heap.pages[heap_page_number(new)].hooked |= from->hooked;
	*(void **)(void *)old = new + TAG_BYTES;
	from->moved[cell / 64] |= (uint64_t)1 << cell % 64;
	heap.stats.moved++;
	heap.stats.moved_bytes += bytes;
}

static void
copy_small(struct page *pg)
{
	uint32_t bytes = heap_classes[pg->size_class];
	char *first = heap_page_address(pg) + PAGE_FIRST_CELL;

	for (uint32_t w = 0; w * 64 < pg->cells; w++)
		for (uint64_t look = pg->allocated[w]; look != 0; look &= look - 1) {
			uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(look);
			char *old = first + (size_t)i * bytes, *new;

			if (stays(pg, i, old + TAG_BYTES) || (new = fresh_cell(pg->size_class)) == NULL) {
				heap.stats.pinned++;
				continue;
			}
			copy(pg, i, old, new, bytes);
		}
}

static void
copy_big(struct page *pg)
{
	char *old = heap_page_address(pg) + PAGE_FIRST_CELL;
	struct page *to;

	if (stays(pg, 0, old + TAG_BYTES) || (to = pages_take(pg->npages, PAGE_BIG)) == NULL) {
		heap.stats.pinned++;
		return;
	}
	to->bytes = pg->bytes;
	to->fresh = heap.collections;
	copy(pg, 0, old, heap_page_address(to) + PAGE_FIRST_CELL, pg->bytes);
}

/* ---- updating ---- */

static int
on_roots(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	(void)user;
	for (size_t i = 0; i < n && !(site->flags & LR_ROOT_FIXED); i++)
		for (size_t k = 0; k < runs[i].n; k++)
			moving_update(&runs[i].slots[k]);
	return 0;
}

static void
update_page(uint32_t n)
{
	struct page *pg = &heap.pages[n];
	char *first = heap_page_address(pg) + PAGE_FIRST_CELL;

	if (heap.kind[n] == PAGE_BIG && !(pg->moved[0] & 1))
		mark_update(first + TAG_BYTES);
	if (heap.kind[n] != PAGE_SMALL)
		return;
	for (uint32_t w = 0; w * 64 < pg->cells; w++)
		for (uint64_t look = pg->allocated[w] & ~pg->moved[w]; look != 0; look &= look - 1)
			mark_update(first
				+ (size_t)(w * 64 + (uint32_t)__builtin_ctzll(look)) * heap_classes[pg->size_class]
				+ TAG_BYTES);
}

static void
walk(enum lr_walk_mode mode)
{
	struct lr_visitor v = { .struct_size = sizeof v, .roots = on_roots, .mode = mode };
	int64_t status = lr_walk_all(&v);

	if (status < 0)
		lr_gc_fatal("gc: collection %llu: updating roots: %s", (unsigned long long)heap.collections,
			lr_rt_strerror((int)status));
}

/* ---- cells that were moved from ---- */

static void
leave_small(struct page *pg, bool list_first)
{
	uint32_t bytes = heap_classes[pg->size_class];
	char *first = heap_page_address(pg) + PAGE_FIRST_CELL;
	uint64_t left = 0;

	for (uint32_t w = 0; w * 64 < pg->cells; w++)
		left |= (pg->allocated[w] & ~pg->moved[w]) | pg->held[w];
	if (left == 0) {
		retire(pg, 1);
		return;
	}
	for (uint32_t w = 0; w * 64 < pg->cells; w++)
		for (uint64_t look = pg->moved[w]; look != 0; look &= look - 1) {
			uint64_t bit = look & -look;
			char *cell = first + (size_t)(w * 64 + (uint32_t)__builtin_ctzll(look)) * bytes;

			*(uintptr_t *)(void *)cell = lr_tag(*(void **)(void *)cell);
			pg->allocated[w] &= ~bit;
			pg->survived[w] &= ~bit;
			if (sweep_hold(cell, bytes))
				pg->held[w] |= bit;
			else
				pg->used--;
		}
	memset(pg->moved, 0, sizeof pg->moved);
	if (list_first)
		pages_unlist(pg);
	pages_settle(pg);
}

/* Lists the pages that receive copies, for new objects.  Full ones are not listed. */
static void
list_fresh(void)
{
	for (uint32_t c = 0; c < LR_SIZE_CLASS_COUNT; c++)
		if (moving.open[c] != PAGE_NONE)
			pages_list_partial(&heap.pages[moving.open[c]]);
}

/* New objects are put, by turns, beside pinned objects and beside fresh copies.  The former keeps pinned objects
** together.  The latter allows a whole page to be emptied at once by the next move. */
static void
leave_behind(void)
{
	const bool staying_first = heap.collections % 3 != 0; /* not 2: loops often allocate an even number */

	if (staying_first)
		list_fresh();
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1)) {
		struct page *pg = &heap.pages[n];

		if (pg->fresh == heap.collections)
			continue;
		if (heap.kind[n] == PAGE_SMALL)
			leave_small(pg, staying_first);
		else if (heap.kind[n] == PAGE_BIG && (pg->moved[0] & 1))
			retire(pg, pg->npages);
	}
	if (!staying_first)
		list_fresh();
}

void
moving_evacuate(void)
{
	for (uint32_t c = 0; c < LR_SIZE_CLASS_COUNT; c++)
		moving.open[c] = PAGE_NONE;
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1)) {
		if (heap.pages[n].fresh == heap.collections)
			continue;
		if (heap.kind[n] == PAGE_SMALL)
			copy_small(&heap.pages[n]);
		else if (heap.kind[n] == PAGE_BIG)
			copy_big(&heap.pages[n]);
	}
	walk(LR_WALK_RELOCATE);
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1))
		update_page(n);
	for (size_t i = 0; i < world.static_parents.count; i++)
		mark_update(world.static_parents.items[i]);
	life_update(moving_update);
	walk(LR_WALK_FINISH);
	leave_behind();
	while (world.stress == 0 && moving.count != 0)
		release_retired();
}
