/* SPDX-License-Identifier: MIT */
/* verify.c -- LATEROOT_GC_VERIFY_HEAP: the heap is checked between marking and sweeping.
**
** Each reference in a marked object must refer to a marked object: what is not marked is about to be freed.  So a write
** barrier that is missing shows in the first minor collection, as does a card that was not set, and a marker that lost
** an object.  Marked objects must be old, so that write barriers find them. */
#include "runtime/heap/debug.h"
#include "runtime/heap/scan.h"

struct holder { const char *object; const struct lr_type *type; };

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
	lr_gc_fatal("gc: collection %llu (%s): byte %td of the object %p of type %s holds %p, which %s",
		(unsigned long long)heap.collections, heap.full ? "full" : "minor", (const char *)slot - h->object,
		(const void *)h->object, heap_type_name(h->type), value, what);
}

/* Neighbours are often of one type, and the system is asked only once for it. */
static bool
is_mapped(uintptr_t type)
{
	static uintptr_t last;

	if (type == last)
		return true;
	if (machine_exceeds(type) || !os_is_mapped((void *)(type / world.page_bytes * world.page_bytes)))
		return false;
	last = type;
	return true;
}

static void
verify_object(char *cell, size_t bytes)
{
	char *object = cell + TAG_BYTES;
	struct holder h = { object, lr_type_of(object) };

	(void)bytes;
	if (!heap_is_marked(object))
		return;
	if ((uintptr_t)h.type >= LR_SMALL_VALUE_LIMIT && !is_mapped((uintptr_t)h.type))
		lr_gc_fatal("gc: collection %llu: the tag %p of the object %p is no type",
			(unsigned long long)heap.collections, (const void *)h.type, (void *)object);
	if ((lr_tag(object) & COLOUR) != COLOUR)
		lr_gc_fatal(
			"gc: collection %llu: the object %p of type %s is marked, and its tag says that it is young",
			(unsigned long long)heap.collections, (void *)object, heap_type_name(h.type));
	scan_all(object, h.type, verify_slot, &h);
}

void
verify_heap(void)
{
	pages_visit_cells(verify_object);
}
