/* SPDX-License-Identifier: MIT */
/* mark.c -- marks all objects that roots reach.
**
** The stack holds objects whose fields are still to be scanned; there is no recursion.  An object that is already
** marked is not pushed.  Survivors of earlier collections stay marked, which is what makes a minor collection minor.
** Under stress each reference is checked before it is followed. */
#include "runtime/heap/debug.h"

enum { MAPPED_PAGES = 1024 };

static struct {
	struct ptrvec stack;
	bool check;
	bool pin;                  /* pin all objects that are reached */
	bool update;               /* do not mark: replace each reference by the new address of its object */
	/* the current root, or else the object that is being scanned; for messages */
	const struct lr_root_site *root;
	const void *parent;
	const void *bad;           /* address at which the walk failed */
	uintptr_t mapped[MAPPED_PAGES]; /* numbers of system pages outside the heap that are mapped; 0: empty entry */
} marker;

/* Describes the location of a bad reference. */
static void
describe_slot(char *text, size_t size, const void *slot)
{
	static const char *const own[TASK_ROOTS] = { "exception", "argument", "result" };
	const struct lr_root_site *r = marker.root;

	if (r == NULL)
		snprintf(text, size, "object %p of type %s, byte %td", marker.parent,
			heap_type_name(lr_type_of(marker.parent)), (const char *)slot - (const char *)marker.parent);
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

	if (marker.mapped[page % MAPPED_PAGES] == page)
		return true;
	if (machine_exceeds(address) || !os_is_mapped((const void *)(page * world.page_bytes)))
		return false;
	marker.mapped[page % MAPPED_PAGES] = page;
	return true;
}

static void
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

static inline void
mark_slot(void **slot)
{
	void *value = *slot;
	uintptr_t *tag;

	if ((uintptr_t)value < LR_SMALL_VALUE_LIMIT)
		return;
	if (rt_unlikely(marker.update)) {
		moving_update(slot);
		return;
	}
	if (rt_unlikely(marker.check))
		check_reference(slot, value);
	/* An object outside the heap is static, and lives for ever. */
	if (!heap_contains(value)) {
		if (rt_unlikely(marker.check) && heap.config.debug)
			debug_check_static(value);
		return;
	}
	tag = tag_of(value);
	if (rt_unlikely(marker.pin))
		moving_pin(value);
	if (*tag & LR_TAG_MARKED)
		return;
	*tag |= COLOUR;
	heap.stats.marked++;
	ptrvec_push(&marker.stack, value);
}

/* Checks that the elements of `object`, if they start in its own cell, also end there. */
static void
check_elements(const char *object, const struct lr_type *type, const char *elements, uint64_t count)
{
	struct place own = pages_find(object);
	const char *end = own.cell + own.bytes;

	if (own.what != LR_GC_OBJECT || elements < own.cell || elements >= end)
		return;
	if (count > (uint64_t)(end - elements) / type->elem_bytes)
		lr_gc_fatal(
			"gc: object %p of type %s says that it has %llu elements of %u bytes, but it has space for "
			"%llu only",
			(const void *)object, heap_type_name(type), (unsigned long long)count, type->elem_bytes,
			(unsigned long long)((uint64_t)(end - elements) / type->elem_bytes));
}

static void
scan_elements(char *object, const struct lr_type *type)
{
	intptr_t count = ((const intptr_t *)(void *)object)[type->length_word];
	char *element = object + type->size_bytes;

	if (type->layout == LR_LAYOUT_POINTED)
		element = ((char **)(void *)object)[type->data_word];
	if (count <= 0 || element == NULL)
		return;
	if (marker.check && type->elem_bytes != 0)
		check_elements(object, type, element, (uint64_t)count);
	for (; count > 0; count--, element += type->elem_bytes)
		for (uint32_t i = 0; i < type->elem_nrefs; i++)
			mark_slot((void **)(void *)element + (type->elem_refs != NULL ? type->elem_refs[i] : i));
}

static void
scan_object(void *object)
{
	const struct lr_type *type = lr_type_of(object);
	void **words = object;

	/* Small tags and objects without a type have no references. */
	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return;
	marker.parent = object;
	for (uint32_t i = 0; i < type->nrefs; i++)
		mark_slot(&words[type->refs != NULL ? type->refs[i] : i]);
	if (type->layout != LR_LAYOUT_FIXED && type->elem_nrefs != 0)
		scan_elements(object, type);
}

static void
drain(void)
{
	while (marker.stack.count != 0)
		scan_object(marker.stack.items[--marker.stack.count]);
}

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	marker.root = site;
	mark_slot(slot);
	return 0;
}

/* Used where references are not checked, so that no message needs the site. */
static int
on_roots(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	(void)user, (void)site;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < runs[i].n; k++)
			mark_slot(&runs[i].slots[k]);
	return 0;
}

/* Pins the roots that must not move.  Runs before anything else is marked. */
static int
on_pinned_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	marker.root = site;
	if (site->flags & LR_ROOT_DEEP)
		mark_slot(slot);
	else if (site->flags & LR_ROOT_FIXED) {
		if (marker.check)
			check_reference(slot, *slot);
		moving_pin(*slot);
	}
	return 0;
}

static int
on_frame(void *user, const struct lr_frame_info *info)
{
	(void)info;
	++*(uint64_t *)user;
	return 0;
}

static void
on_bad(void *user, int code, const void *address)
{
	(void)user, (void)code;
	marker.bad = address;
}

/* Scans the objects that barriers queued.  A full collection need not: it reaches those that live. */
static void
scan_queued(struct ptrvec *queued)
{
	for (size_t i = 0; i < queued->count && !heap.full; i++) {
		*tag_of(queued->items[i]) |= COLOUR;
		scan_object(queued->items[i]);
	}
	queued->count = 0;
}

/* Returns the number of roots. */
static int64_t
walk_roots(const struct lr_visitor *visitor)
{
	uint64_t *frames = visitor->user;
	int64_t roots;

	*frames = 0;
	roots = lr_walk_all(visitor);
	if (roots < 0)
		lr_gc_fatal("gc: collection %llu: frame %llu of the walk: %s (%p)",
			(unsigned long long)heap.collections, (unsigned long long)*frames, lr_rt_strerror((int)roots),
			marker.bad);
	return roots;
}

static int
pass_by(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user, (void)slot, (void)site;
	return 0;
}

static int
pass_all_by(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	(void)user, (void)runs, (void)n, (void)site;
	return 0;
}

/* Walks roots one by one and in batches by turns, because the walker has separate code for both. */
static void
verify_roots(void)
{
	uint64_t frames = 0;
	struct lr_visitor visitor = { .struct_size = sizeof visitor,
		.root = pass_by, .bad = on_bad, .user = &frames, .mode = LR_WALK_VERIFY };

	if (heap.collections % 2 != 0)
		visitor.roots = pass_all_by;
	walk_roots(&visitor);
}

static void
pin_roots(void)
{
	uint64_t frames = 0;
	struct lr_visitor visitor = { .struct_size = sizeof visitor,
		.root = on_pinned_root, .frame = on_frame, .bad = on_bad, .user = &frames };

	moving_begin();
	marker.pin = true;
	walk_roots(&visitor);
	marker.root = NULL;
	drain();
	marker.pin = false;
}

void
mark_update(void *object)
{
	marker.update = true;
	scan_object(object);
	marker.update = false;
}

void
mark_roots_and_drain(void)
{
	uint64_t frames = 0;
	struct lr_visitor visitor = { .struct_size = sizeof visitor,
		.root = on_root, .frame = on_frame, .bad = on_bad, .user = &frames };
	int64_t roots;

	marker.check = world.stress != 0;
	if (!marker.check)
		visitor.roots = on_roots;
	marker.stack.count = 0;
	if (heap.config.verify)
		verify_roots();
	if (heap.config.mode == LR_GC_MOVING)
		pin_roots();
	roots = walk_roots(&visitor);
	heap.stats.roots += (uint64_t)roots;
	heap.stats.frames += frames;
	if (frames > heap.stats.max_frames)
		heap.stats.max_frames = frames;
	world.last_frames = frames;
	marker.root = NULL;
	for (size_t i = 0; i < world.static_parents.count; i++)
		scan_object(world.static_parents.items[i]);
	for (struct thread *t = world.threads; t != NULL; t = t->next)
		scan_queued(&t->queued);
	for (struct thread *t = world.ended; t != NULL; t = t->next)
		scan_queued(&t->queued);
	threads_free(&world.ended);
	drain();
}

void
mark_fini(void)
{
	ptrvec_free(&marker.stack);
}
