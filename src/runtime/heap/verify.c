/* SPDX-License-Identifier: MIT */
/* verify.c -- LATEROOT_GC_VERIFY_HEAP: the heap is checked before marking, and between marking and sweeping.
**
** Before: what the marker trusts.  Each object has a type, whose references lie in the object; those that survived the
** last collection have no more elements than they have room, and refer to objects; the counters of pages are right.
** An old object that refers to a young one must be queued, or have a mark on the card: also if something else keeps the
** young one alive.  Young objects that nothing refers to may never have been filled, so that only their types can be
** checked.  The rest of a young object is checked when the marker comes to it.
**
** After: each reference in a marked object must refer to a marked object: what is not marked is about to be freed.  So
** a marker that lost an object shows, and a card that was not scanned.  Marked objects must be old, so that write
** barriers find them.  Each mark is that of an object. */
#include "runtime/heap/debug.h"
#include "runtime/heap/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* An object whose references are visited.  `barriers`: one that is young needs a write barrier. */
struct holder { const char *object; const struct lr_type *type; bool barriers; };

/* The system is asked once for each page of memory in a check: a question takes longer than all else that is done with
** an object.  Between checks the program may unmap.  Threads that mark share the table. */
enum { KNOWN_PAGES = 256 };
static uintptr_t known_pages[KNOWN_PAGES];

static bool
is_mapped(uintptr_t address)
{
	const uintptr_t page = address / world.page_bytes;
	uintptr_t *known = &known_pages[page % KNOWN_PAGES];

	if (__atomic_load_n(known, __ATOMIC_RELAXED) == page && page != 0)
		return true;
	if (machine_exceeds(address) || !os_is_readable((void *)(page * world.page_bytes), 1))
		return false;
	__atomic_store_n(known, page, __ATOMIC_RELAXED);
	return true;
}

/* Can the first and the last byte be read? */
static bool
are_mapped(const void *at, uint64_t bytes)
{
	const uintptr_t first = (uintptr_t)at;

	return bytes - 1 <= UINTPTR_MAX - first && is_mapped(first) && is_mapped(first + (uintptr_t)(bytes - 1));
}

/* The name of a type whose descriptor may be damaged. */
static const char *
name_of(const struct lr_type *type)
{
	return (uintptr_t)type < LR_SMALL_VALUE_LIMIT || type->name == NULL || is_mapped((uintptr_t)type->name)
		? heap_type_name(type) : "(unreadable)";
}

static void
bad_slot(const struct holder *h, void **slot, const char *what)
{
	lr_gc_fatal("gc: collection %llu (%s): byte %td of the object %p of type %s holds %p, which %s",
		(unsigned long long)heap.collections, heap.full ? "full" : "minor", (const char *)slot - h->object,
		(const void *)h->object, name_of(h->type), *slot, what);
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

__attribute__((format(LR_PRINTF, 2, 3)))
static _Noreturn void
bad_type(const struct holder *h, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	lr_gc_fatal("gc: collection %llu: the object %p of type %s (%p) %s", (unsigned long long)heap.collections,
		(const void *)h->object, name_of(h->type), (const void *)h->type, text);
}

/* Does a reference that survived the last collection lead to an object? */
static void
verify_target(void *user, void **slot)
{
	if ((uintptr_t)slot % sizeof(void *) != 0 || !are_mapped(slot, sizeof *slot))
		bad_type(user, "is shown by its scan function to have a reference at %p, which cannot be read",
			(void *)slot);
	const uintptr_t value = (uintptr_t)*slot;

	if (value < LR_SMALL_VALUE_LIMIT || !rt_is_reference(*slot))
		return;
	if (heap_contains(*slot)) {
		const struct holder *h = user;
		if (pages_find(*slot).what != LR_GC_OBJECT)
			bad_slot(user, slot, "is no object");
		if (h->barriers && !heap_is_marked(*slot) && !(heap_contains(slot) && cards_are_set((char *)slot)))
			bad_slot(user, slot, "is young: a write barrier is missing");
	} else if (value % sizeof(void *) != 0) {
		bad_slot(user, slot, "is misaligned");
	} else if (!is_mapped(value - TAG_BYTES)) {
		bad_slot(user, slot, "is not mapped in this process");
	} else {
		const uintptr_t type = lr_tag(*slot) & ~(uintptr_t)LR_TAG_BITS;
		if (type >= LR_SMALL_VALUE_LIMIT && !is_mapped(type))
			bad_slot(user, slot, "lies outside of the heap, where no tag is in front of it");
	}
}

/* The words that a descriptor calls references lie in the `bytes` of the object, or of an element. */
static void
verify_words(const struct holder *h, const uint32_t *words, uint32_t n, size_t bytes, const char *what)
{
	if (n == 0)
		return;
	if (n > bytes / sizeof(void *))
		bad_type(h, "has %s of %zu bytes, and its type has %u references there", what, bytes, n);
	if (words != NULL && ((uintptr_t)words % sizeof *words != 0 || !are_mapped(words, n * sizeof *words)))
		bad_type(h, "has a type whose list of references, %p, cannot be read", (const void *)words);
	for (uint32_t i = 0; words != NULL && i < n; i++)
		if (words[i] >= bytes / sizeof(void *))
			bad_type(h, "has %s of %zu bytes, and its type has a reference in word %u", what, bytes,
				words[i]);
}

static void
verify_elements_of_type(const struct holder *h, size_t bytes)
{
	const struct lr_type *type = h->type;
	const uint32_t last = type->layout == LR_LAYOUT_POINTED && type->data_word > type->length_word ? type->data_word
		: type->length_word;

	if (last >= bytes / sizeof(void *))
		bad_type(h, "has %zu bytes, and its type has the length or the address of its elements in word %u",
			bytes, last);
	if (type->layout == LR_LAYOUT_INLINE && type->size_bytes > bytes)
		bad_type(h, "has %zu bytes, and its type says %u without the elements", bytes, type->size_bytes);
	if (type->elem_bytes % sizeof(void *) != 0 || type->elem_bytes == 0)
		bad_type(h, "has elements with references and %u bytes", type->elem_bytes);
	verify_words(h, type->elem_refs, type->elem_nrefs, type->elem_bytes, "elements");
}

static void
verify_type(const struct holder *h, size_t bytes)
{
	const struct lr_type *type = h->type;

	if (!are_mapped(type, sizeof *type) || type->layout > LR_LAYOUT_SCANNED)
		lr_gc_fatal("gc: collection %llu: the tag %p of the object %p is no type",
			(unsigned long long)heap.collections, (const void *)type, (const void *)h->object);
	verify_words(h, type->refs, type->nrefs, bytes, "a cell");
	if (scan_has_elements(type))
		verify_elements_of_type(h, bytes);
	if (type->layout == LR_LAYOUT_SCANNED && (!are_mapped(type, sizeof(struct lr_scanned_type))
		|| lr_type_scan(type) == NULL || !is_mapped((uintptr_t)lr_type_scan(type))))
		bad_type(h, "has a type whose scan function cannot be called");
	if (type->release != NULL && !is_mapped((uintptr_t)type->release))
		bad_type(h, "has a type whose release function cannot be called");
}

/* All elements lie in the object, in one other, or in memory outside of the heap. */
static void
verify_length(const struct holder *h, char *object)
{
	if (!scan_has_elements(h->type))
		return;
	const struct elements e = scan_find_elements(object, h->type);
	if (e.count == 0)
		return;
	const uint64_t most = UINT64_MAX / h->type->elem_bytes, all = e.count <= most ? e.count * h->type->elem_bytes
		: UINT64_MAX;
	if ((uintptr_t)e.at % sizeof(void *) != 0)
		bad_type(h, "has its elements at %p, which is misaligned", (void *)e.at);
	if (!heap_contains(e.at)) {
		if (!are_mapped(e.at, all))
			bad_type(h, "has %llu elements of %u bytes at %p, where memory cannot be read",
				(unsigned long long)e.count, h->type->elem_bytes, (void *)e.at);
		return;
	}
	/* The end of the object's own memory is no place for elements, but an address that pages_find does not know. */
	const struct place place = pages_find(e.at - 1);
	if (place.what != LR_GC_OBJECT && place.what != LR_GC_INTERIOR)
		bad_type(h, "has its elements at %p, which is in no object", (void *)e.at);
	const uint64_t space = (uint64_t)(place.cell + place.bytes - e.at) / h->type->elem_bytes;
	if (e.count > space)
		bad_type(h, "says that it has %llu elements of %u bytes, but it has space for %llu only",
			(unsigned long long)e.count, h->type->elem_bytes, (unsigned long long)space);
}

/* Fatal unless the references of an object with a sound type are where they can be read, and lead to objects. */
static void
verify_content(const struct holder *h, char *object)
{
	verify_length(h, object);
	scan_all(object, h->type, verify_target, (void *)(uintptr_t)h);
}

static void
verify_tag(char *cell, size_t cell_bytes)
{
	char *object = cell + TAG_BYTES;
	const struct holder h = { object, lr_type_of(object),
		heap.config.mode == LR_GC_GENERATIONAL && (lr_tag(object) & COLOUR) == COLOUR };

	if ((uintptr_t)h.type < LR_SMALL_VALUE_LIMIT)
		return;
	verify_type(&h, cell_bytes - TAG_BYTES);
	const uint32_t n = heap_page_number(object);
	if (h.type->release != NULL && heap.kind[n] == PAGE_SMALL && !heap.pages[n].hooked)
		bad_type(&h, "has a release hook, and the object was taken from a run of free cells");
	if (heap_is_marked(object))
		verify_content(&h, object);
}

void
verify_before_scan(void *object)
{
	const struct holder h = { object, lr_type_of(object), false };

	if ((uintptr_t)h.type < LR_SMALL_VALUE_LIMIT)
		return;
	if (!heap_contains(object))
		verify_type(&h, SIZE_MAX);
	verify_content(&h, object);
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

/* Each mark of a page is that of an object, whose address may be one that is no multiple of 16. */
enum { ODD_OBJECT = 8 };
static void
verify_marks(uint32_t n)
{
	for (uint32_t i = 0; i < PAGE_BYTES >> MARK_SHIFT; i++) {
		char *at = heap.base + ((size_t)n << PAGE_SHIFT) + ((size_t)i << MARK_SHIFT);
		if (i % 64 == 0 && heap.marks[(size_t)n * PAGE_MARK_WORDS + i / 64] == 0)
			i += 63;
		else if (heap_is_marked(at) && pages_find(at).what != LR_GC_OBJECT
			&& pages_find(at + ODD_OBJECT).what != LR_GC_OBJECT)
			lr_gc_fatal("gc: collection %llu: %p is marked, and is no object",
				(unsigned long long)heap.collections, (void *)at);
	}
}

static void
verify_object(char *cell, size_t bytes)
{
	char *object = cell + TAG_BYTES;
	struct holder h = { object, lr_type_of(object), false };

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
