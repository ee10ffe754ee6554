/* SPDX-License-Identifier: MIT */
/* verify.c -- LATEROOT_GC_VERIFY_HEAP: the heap is checked before marking, and between marking and sweeping.
**
** Before: what the marker trusts.  Each object has a type, whose references lie in the object; those that survived the
** last collection have no more elements than they have room, and refer to objects; the counters of pages are right.
** Young objects that nothing refers to may never have been filled, so that only their types can be checked.
**
** After: each reference in a marked object must refer to a marked object: what is not marked is about to be freed.  So
** a write barrier that is missing shows in the first minor collection, as does a card that was not set, and a marker
** that lost an object.  Marked objects must be old, so that write barriers find them.  Each mark is that of an
** object. */
#include "runtime/heap/debug.h"
#include "runtime/heap/scan.h"

#include <string.h>

struct holder { const char *object; const struct lr_type *type; };

static void
bad_slot(const struct holder *h, void **slot, const char *what)
{
	lr_gc_fatal("gc: collection %llu (%s): byte %td of the object %p of type %s holds %p, which %s",
		(unsigned long long)heap.collections, heap.full ? "full" : "minor", (const char *)slot - h->object,
		(const void *)h->object, heap_type_name(h->type), *slot, what);
}

static void
verify_slot(void *user, void **slot)
{
	const struct holder *h = user;
	const void *value = *slot;
	const char *what;

	if (!rt_is_reference(value) || !heap_contains(value))
		return;
	if (pages_find(value).what != LR_GC_OBJECT)
		what = "is no object";
	else if (!heap_is_marked(value))
		what = heap.full ? "was not marked" : "was not marked: a write barrier is missing";
	else
		return;
	bad_slot(h, slot, what);
}

/* The system is asked once for each page of memory in a check: a question takes longer than all else that is done with
** an object.  Between checks the program may unmap. */
enum { KNOWN_PAGES = 256 };
static uintptr_t known_pages[KNOWN_PAGES];

static bool
is_mapped(uintptr_t address)
{
	const uintptr_t page = address / world.page_bytes;
	uintptr_t *known = &known_pages[page % KNOWN_PAGES];

	if (*known == page && page != 0)
		return true;
	if (machine_exceeds(address) || !os_is_mapped((void *)(page * world.page_bytes)))
		return false;
	*known = page;
	return true;
}

/* Does a reference that survived the last collection lead to an object? */
static void
verify_target(void *user, void **slot)
{
	const uintptr_t value = (uintptr_t)*slot;

	if (value < LR_SMALL_VALUE_LIMIT || !rt_is_reference(*slot))
		return;
	if (heap_contains(*slot)) {
		if (pages_find(*slot).what != LR_GC_OBJECT)
			bad_slot(user, slot, "is no object");
	} else if (value % sizeof(void *) != 0) {
		bad_slot(user, slot, "is misaligned");
	} else if (!is_mapped(value - TAG_BYTES)) {
		bad_slot(user, slot, "is not mapped in this process");
	}
}

static void
verify_type(const struct holder *h, size_t bytes)
{
	const struct lr_type *type = h->type;

	if (!is_mapped((uintptr_t)type) || !is_mapped((uintptr_t)(type + 1) - 1) || type->layout > LR_LAYOUT_SCANNED)
		lr_gc_fatal("gc: collection %llu: the tag %p of the object %p is no type",
			(unsigned long long)heap.collections, (const void *)type, (const void *)h->object);
	for (uint32_t i = 0; i < type->nrefs; i++) {
		const uint32_t word = type->refs != NULL ? type->refs[i] : i;
		if (word >= bytes / sizeof(void *))
			lr_gc_fatal("gc: collection %llu: the object %p of type %s has %zu bytes, and its type has a "
				"reference in word %u", (unsigned long long)heap.collections, (const void *)h->object,
				heap_type_name(type), bytes, word);
	}
}

static void
verify_length(struct holder *h, char *object, size_t bytes)
{
	if (!scan_has_elements(h->type))
		return;
	if (h->type->elem_bytes == 0)
		lr_gc_fatal("gc: collection %llu: the object %p is of type %s, whose elements have references and "
			"0 bytes",
			(unsigned long long)heap.collections, (void *)object, heap_type_name(h->type));
	const struct elements e = scan_find_elements(object, h->type);
	const char *end = object + bytes;
	if (e.at < object || e.at > end)
		return;
	if (e.count > (uint64_t)(end - e.at) / h->type->elem_bytes)
		lr_gc_fatal("gc: collection %llu: the object %p of type %s says that it has %llu elements of %u bytes, "
			"but it has space for %llu only", (unsigned long long)heap.collections, (void *)object,
			heap_type_name(h->type), (unsigned long long)e.count, h->type->elem_bytes,
			(unsigned long long)((uint64_t)(end - e.at) / h->type->elem_bytes));
}

static void
verify_tag(char *cell, size_t cell_bytes)
{
	char *object = cell + TAG_BYTES;
	const size_t bytes = cell_bytes - TAG_BYTES;
	struct holder h = { object, lr_type_of(object) };

	if ((uintptr_t)h.type < LR_SMALL_VALUE_LIMIT)
		return;
	verify_type(&h, bytes);
	if (!heap_is_marked(object))
		return;
	verify_length(&h, object, bytes);
	scan_all(object, h.type, verify_target, &h);
}

/* The counter of a page decides when the page is free. */
static void
verify_counter(const struct page *pg)
{
	uint32_t used = 0;

	for (uint32_t w = 0; w * 64 < pg->cells; w++) {
		used += (uint32_t)__builtin_popcountll(pg->allocated[w] | pg->held[w]);
		if (pg->allocated[w] & pg->held[w])
			lr_gc_fatal("gc: collection %llu: the page at %p has an object that is alive and dead",
				(unsigned long long)heap.collections, (void *)heap_page_address(pg));
	}
	if (used != pg->used)
		lr_gc_fatal("gc: collection %llu: the page at %p has %u objects, and counts %u",
			(unsigned long long)heap.collections, (void *)heap_page_address(pg), used, pg->used);
}

void
verify_tags(void)
{
	memset(known_pages, 0, sizeof known_pages);
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1))
		if (heap.kind[n] == PAGE_SMALL)
			verify_counter(&heap.pages[n]);
	pages_visit_cells(verify_tag);
}

/* Each mark of a page is that of an object. */
static void
verify_marks(uint32_t n)
{
	for (uint32_t i = 0; i < PAGE_BYTES >> MARK_SHIFT; i++) {
		char *at = heap.base + ((size_t)n << PAGE_SHIFT) + ((size_t)i << MARK_SHIFT);
		if (i % 64 == 0 && heap.marks[(size_t)n * PAGE_MARK_WORDS + i / 64] == 0)
			i += 63;
		else if (heap_is_marked(at) && pages_find(at).what != LR_GC_OBJECT)
			lr_gc_fatal("gc: collection %llu: %p is marked, and is no object",
				(unsigned long long)heap.collections, (void *)at);
	}
}

static void
verify_object(char *cell, size_t bytes)
{
	char *object = cell + TAG_BYTES;
	struct holder h = { object, lr_type_of(object) };

	(void)bytes;
	if (!heap_is_marked(object))
		return;
	if ((lr_tag(object) & COLOUR) != COLOUR)
		lr_gc_fatal(
			"gc: collection %llu: the object %p of type %s is marked, and its tag says that it is young",
			(unsigned long long)heap.collections, (void *)object, heap_type_name(h.type));
	scan_all(object, h.type, verify_slot, &h);
}

void
verify_heap(void)
{
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1))
		verify_marks(n);
	pages_visit_cells(verify_object);
}
