/* SPDX-License-Identifier: MIT */
/* check.c -- references and arrays are checked while they are marked, under stress.  A bad one is fatal, and the
** message says where it was found. */
#include "runtime/heap/debug.h"
#include "runtime/heap/mark.h"

enum { MAPPED_PAGES = 1024 };

struct check check;

static uintptr_t mapped[MAPPED_PAGES]; /* numbers of system pages outside the heap that are mapped; 0: empty entry */

/* Describes the location of a bad reference. */
static void
describe_slot(char *text, size_t size, const void *slot)
{
	static const char *const own[TASK_ROOTS] = { "exception", "argument", "result" };
	const struct lr_root_site *r = check.root;

	if (r == NULL)
		snprintf(text, size, "object %p of type %s, byte %td", check.parent,
			heap_type_name(lr_type_of(check.parent)), (const char *)slot - (const char *)check.parent);
	else if (r->kind == LR_ROOT_FRAME && r->frame == NULL)
		snprintf(text, size, "task %p, frame %u at %p (by table), slot %u", (const void *)r->task, r->depth,
			r->pc, r->index);
	else if (r->kind == LR_ROOT_FRAME)
		snprintf(text, size, "task %p, frame %u at %p (%s), slot %u", (const void *)r->task, r->depth,
			(const void *)r->frame,
			r->frame->nroots & LR_FRAME_MAPPED ? "mapped"
				: r->frame->nroots & LR_FRAME_INDIRECT ? "indirect"
				: "direct",
			r->index);
	else if (r->kind == LR_ROOT_TASK)
		snprintf(text, size, "task %p, its %s", (const void *)r->task, own[r->index]);
	else
		snprintf(text, size, "global root %p", slot);
}

static void
describe_value(char *text, size_t size, const void *value)
{
	struct place place = pages_find(value);
	const struct dead *dead = place.what == LR_GC_DEAD ? quarantine_find(value) : NULL;
	uintptr_t v = (uintptr_t)value;

	if (v == (uintptr_t)0xDBDBDBDBDBDBDBDBu)
		snprintf(text, size, "the fill pattern of a dead object");
	else if (v == (uintptr_t)0xCBCBCBCBCBCBCBCBu)
		snprintf(text, size, "never initialised");
	else if (dead != NULL)
		snprintf(text, size, "in a dead object (type %s, %zu bytes, found unreachable by collection %llu)",
			heap_type_name(dead->type), dead->bytes - TAG_BYTES, (unsigned long long)dead->collection);
	else if (place.what == LR_GC_DEAD)
		snprintf(text, size, "in memory that all objects have moved out of");
	else if (place.what == LR_GC_INTERIOR)
		snprintf(text, size, "byte %td of the object at %p", (const char *)value - (place.cell + TAG_BYTES),
			(void *)(place.cell + TAG_BYTES));
	else if (place.what == LR_GC_OBJECT)
		snprintf(text, size, "an object whose tag %p is no type", (void *)lr_tag(value));
	else if (place.what == LR_GC_FREE)
		snprintf(text, size, "free heap memory");
	else if (v % sizeof(void *) != 0)
		snprintf(text, size, "misaligned");
	else
		snprintf(text, size, "not mapped in this process");
}

static void
bad_reference(const void *slot, const void *value)
{
	char where[256], what[256];

	describe_slot(where, sizeof where, slot);
	describe_value(what, sizeof what, value);
	lr_gc_fatal("gc: collection %llu (%s): bad reference %p in %s: %s", (unsigned long long)heap.collections,
		heap.full ? "full" : "minor", value, where, what);
}

/* Is the address, which is outside the heap, mapped? */
static bool
is_mapped(uintptr_t address)
{
	uintptr_t page = address / world.page_bytes;

	if (mapped[page % MAPPED_PAGES] == page)
		return true;
	if (machine_exceeds(address) || !os_is_mapped((const void *)(page * world.page_bytes)))
		return false;
	mapped[page % MAPPED_PAGES] = page;
	return true;
}

void
check_reference(const void *slot, const void *value)
{
	uintptr_t tag;

	if (heap_contains(value)) {
		if (pages_find(value).what != LR_GC_OBJECT)
			bad_reference(slot, value);
		tag = lr_tag(value) & ~(uintptr_t)LR_TAG_BITS;
		if (tag >= LR_SMALL_VALUE_LIMIT && !is_mapped(tag))
			bad_reference(slot, value);
	} else if ((uintptr_t)value % sizeof(void *) != 0 || !is_mapped((uintptr_t)value - TAG_BYTES)) {
		bad_reference(slot, value);
	}
}

void
check_outside(const void *slot, void *value)
{
	if ((uintptr_t)value < LR_SMALL_VALUE_LIMIT)
		return;
	check_reference(slot, value);
	if (heap.config.debug)
		debug_check_static(value);
}

/* Checks that the elements of `object`, if they start in its own cell, also end there. */
void
check_elements(const char *object, const struct lr_type *type, const char *elements, uint64_t count)
{
	struct place own = pages_find(object);
	const char *end = own.cell + own.bytes;

	if (own.what != LR_GC_OBJECT || elements < own.cell || elements >= end)
		return;
	if (type->elem_bytes == 0)
		lr_gc_fatal("gc: object %p is of type %s, whose elements have references and 0 bytes",
			(const void *)object, heap_type_name(type));
	if (count > (uint64_t)(end - elements) / type->elem_bytes)
		lr_gc_fatal(
			"gc: object %p of type %s says that it has %llu elements of %u bytes, but it has space for "
			"%llu only",
			(const void *)object, heap_type_name(type), (unsigned long long)count, type->elem_bytes,
			(unsigned long long)((uint64_t)(end - elements) / type->elem_bytes));
}
