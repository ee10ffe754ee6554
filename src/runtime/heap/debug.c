/* SPDX-License-Identifier: MIT */
/* debug.c -- the checks of LATEROOT_GC_DEBUG, for mistakes of programs that would otherwise show late, or never.
**
** Each allocation compares the type's descriptor with the requested size.  All objects are checked before each
** collection: an old object that refers to a young one, and that no barrier queued, has missed its barrier; a word that
** holds the address of an object, but is no reference according to its descriptor, is reported.  Each collection is a
** full one, each object has a page of its own, and pages of dead objects cannot be accessed (sweep.c): a fault there is
** a use of a dead object. */
#include "runtime/heap/debug.h"
#include "runtime/world/globals.h"

#include <stdio.h>
#include <string.h>

#if RT_CODE_ADDRESSES
#include <dlfcn.h>

#include "runtime/machine_context.h"
#endif

enum { MOST_SUSPICIONS = 64 };
#define ELEMENTS UINT32_MAX

/* The suspicions that were printed.  Accessed under a stopped world. */
static struct {
	struct { const struct lr_type *type; uint32_t word; } printed[MOST_SUSPICIONS];
	uint32_t count;
} suspicions;

static bool
is_readable(const struct lr_type *type)
{
	return !machine_exceeds((uintptr_t)type) && os_is_readable(type, sizeof *type);
}

/* ---- descriptors ---- */

/* Checks that the references of the fixed part, or of an element, lie within it. */
static void
check_words(const struct lr_type *type, const char *what, const uint32_t *words, uint32_t n, size_t bytes)
{
	for (uint32_t i = 0; i < n; i++) {
		const uint64_t at = sizeof(void *) * (uint64_t)(words != NULL ? words[i] : i);
		if (at + sizeof(void *) > bytes)
			lr_gc_fatal(
				"gc: an object of type %s is allocated, whose descriptor names a reference at byte "
				"%llu of %s of %zu bytes", heap_type_name(type), (unsigned long long)at, what, bytes);
	}
}

static void
check_layout(const struct lr_type *type)
{
	const uint32_t last = type->layout == LR_LAYOUT_POINTED && type->data_word > type->length_word
		? type->data_word : type->length_word;

	if (type->layout == LR_LAYOUT_SCANNED && (!os_is_readable(type, sizeof(struct lr_scanned_type))
		|| lr_type_scan(type) == NULL))
		lr_gc_fatal("gc: an object of type %s is allocated, whose descriptor has the layout LR_LAYOUT_SCANNED "
			"and no scan function", heap_type_name(type));
	if (type->layout > LR_LAYOUT_SCANNED)
		lr_gc_fatal("gc: an object of type %s is allocated, whose descriptor has the layout %u, which is none",
			heap_type_name(type), type->layout);
	if (type->layout == LR_LAYOUT_FIXED || type->layout == LR_LAYOUT_SCANNED)
		return;
	if (type->size_bytes != 0 && sizeof(void *) * ((uint64_t)last + 1) > type->size_bytes)
		lr_gc_fatal(
			"gc: an object of type %s is allocated, whose descriptor has the length or the address of its "
			"elements in word %u of %u bytes", heap_type_name(type), last, type->size_bytes);
	if (type->elem_nrefs != 0 && type->elem_bytes % sizeof(void *) != 0)
		lr_gc_fatal(
			"gc: an object of type %s is allocated, whose descriptor has elements with references of %u "
			"bytes, which is no multiple of %zu", heap_type_name(type), type->elem_bytes, sizeof(void *));
	check_words(type, "elements", type->elem_refs, type->elem_nrefs, type->elem_bytes);
}

/* Does an object of `object_bytes` get a cell of `cell_bytes`, which includes the tag? */
static bool
fits(size_t object_bytes, size_t cell_bytes)
{
	const size_t with_tag = object_bytes + TAG_BYTES;

	if (cell_bytes == TWO_WORDS_CELL)
		return with_tag > 16 && with_tag <= cell_bytes;
	if (with_tag <= LR_SMALL_MAX_BYTES)
		return heap_classes[heap_class_for(with_tag)] == cell_bytes;
	return with_tag <= cell_bytes && cell_bytes - with_tag < 16;
}

void
debug_check_type(uintptr_t tag, size_t cell_bytes)
{
	const struct lr_type *type = (const struct lr_type *)tag;

	if (tag < LR_SMALL_VALUE_LIMIT)
		return;
	if (tag & LR_TAG_BITS || !is_readable(type))
		lr_gc_fatal("gc: an object is allocated whose type %p is not the address of a descriptor",
			(const void *)type);
	check_layout(type);
	if (type->size_bytes == 0) {
		check_words(type, "a cell", type->refs, type->nrefs, cell_bytes - TAG_BYTES);
		return;
	}
	check_words(type, "an object", type->refs, type->nrefs, type->size_bytes);
	if (type->layout == LR_LAYOUT_FIXED ? fits(type->size_bytes, cell_bytes)
		: type->size_bytes + TAG_BYTES <= cell_bytes)
		return;
	lr_gc_fatal(
		"gc: %zu bytes (rounded up) are allocated for an object of type %s, whose descriptor says that it has "
		"%u bytes: is it the descriptor of another type?",
		cell_bytes - TAG_BYTES, heap_type_name(type), type->size_bytes);
}

/* ---- objects ---- */

struct object {
	char *at;
	const struct lr_type *type;
	size_t bytes;              /* size of the cell without the tag */
	size_t first, end;         /* byte range of the elements within the object */
};

static struct object
look_at(char *cell, size_t cell_bytes)
{
	struct object o = { .at = cell + TAG_BYTES,
		.type = lr_type_of(cell + TAG_BYTES), .bytes = cell_bytes - TAG_BYTES };

	if ((uintptr_t)o.type < LR_SMALL_VALUE_LIMIT || o.type->layout == LR_LAYOUT_FIXED
		|| o.type->layout == LR_LAYOUT_SCANNED || o.type->elem_bytes == 0)
		return o;
	const char *elements = o.at + o.type->size_bytes;
	if (o.type->layout == LR_LAYOUT_POINTED)
		elements = ((char **)(void *)o.at)[o.type->data_word];
	const intptr_t count = ((const intptr_t *)(void *)o.at)[o.type->length_word];
	const size_t space = (uintptr_t)elements - (uintptr_t)o.at < o.bytes ? o.bytes - (size_t)(elements - o.at) : 0;
	if (count > 0 && space != 0) {
		o.first = (size_t)(elements - o.at);
		o.end = o.first
			+ ((uint64_t)count < space / o.type->elem_bytes ? (size_t)count : space / o.type->elem_bytes)
				* o.type->elem_bytes;
	}
	return o;
}

static bool
has_word(const uint32_t *words, uint32_t n, size_t word)
{
	for (uint32_t i = 0; i < n; i++)
		if ((words != NULL ? words[i] : i) == word)
			return true;
	return false;
}

/* Does the descriptor call the word at byte `at` a reference? */
static bool
is_reference(const struct object *o, size_t at)
{
	if (has_word(o->type->refs, o->type->nrefs, at / sizeof(void *)))
		return true;
	return at >= o->first && at < o->end && o->type->elem_bytes % sizeof(void *) == 0
		&& has_word(o->type->elem_refs, o->type->elem_nrefs,
			(at - o->first) % o->type->elem_bytes / sizeof(void *));
}

static void
missing_barrier(const struct object *o, ptrdiff_t at, const void *child)
{
	lr_gc_fatal(
		"gc: before collection %llu: byte %td of the old object %p of type %s holds the young object %p of "
		"type %s, and no write barrier has queued it",
		(unsigned long long)heap.collections, at, (void *)o->at, heap_type_name(o->type), child,
		heap_type_name(lr_type_of(child)));
}

static void
suspect(const struct object *o, size_t at, const void *child)
{
	const uint32_t word = at >= o->first && at < o->end ? ELEMENTS : (uint32_t)(at / sizeof(void *));

	for (uint32_t i = 0; i < suspicions.count; i++)
		if (suspicions.printed[i].type == o->type && suspicions.printed[i].word == word)
			return;
	if (suspicions.count == MOST_SUSPICIONS)
		return;
	suspicions.printed[suspicions.count].type = o->type;
	suspicions.printed[suspicions.count++].word = word;
	fprintf(stderr,
		"lateroot: gc: suspicion, before collection %llu: byte %zu of the object %p of type %s holds the "
		"address of object %p of type %s, but the descriptor names no reference there\n",
		(unsigned long long)heap.collections, at, (void *)o->at, heap_type_name(o->type), child,
		heap_type_name(lr_type_of(child)));
}

/* May the address of this object be stored where no descriptor names a reference? */
static bool
allows_untyped_references(const void *child)
{
	const struct lr_type *type = lr_type_of(child);

	return (uintptr_t)type < LR_SMALL_VALUE_LIMIT || (type->flags & LR_TYPE_FIXED);
}

/* The words that a scan function names in an old object. */
static void
check_scanned(void *state, void **slots, size_t n)
{
	const struct object *o = state;

	for (size_t i = 0; i < n; i++)
		if (heap_contains(slots[i]) && pages_find(slots[i]).what == LR_GC_OBJECT
			&& !(lr_tag(slots[i]) & LR_TAG_MARKED) && !cards_are_set((char *)&slots[i]))
			missing_barrier(o, (char *)&slots[i] - o->at, slots[i]);
}

static void
check_object(char *cell, size_t cell_bytes)
{
	const struct object o = look_at(cell, cell_bytes);
	const bool old = heap.config.mode == LR_GC_GENERATIONAL && (lr_tag(o.at) & COLOUR) == COLOUR;

	if ((uintptr_t)o.type < LR_SMALL_VALUE_LIMIT)
		return;
	for (size_t at = 0; at + sizeof(void *) <= o.bytes; at += sizeof(void *)) {
		const void *value = *(void **)(void *)(o.at + at);
		if (!heap_contains(value) || pages_find(value).what != LR_GC_OBJECT)
			continue;
		if (!is_reference(&o, at)) {
			if (o.type->layout != LR_LAYOUT_SCANNED && !allows_untyped_references(value))
				suspect(&o, at, value);
		} else if (old && !(lr_tag(value) & LR_TAG_MARKED) && !cards_are_set(o.at + at)) {
			missing_barrier(&o, (ptrdiff_t)at, value);
		}
	}
	if (o.type->layout == LR_LAYOUT_SCANNED && old)
		lr_type_scan(o.type)(o.at, check_scanned, (void *)(uintptr_t)&o);
}

void
debug_check_heap(void)
{
	pages_visit_cells(check_object);
}

/* ---- static objects ---- */

struct search { const void *slot; bool found; };

static void
search_words(void *state, void **slots, size_t n)
{
	struct search *s = state;

	s->found |= (uintptr_t)s->slot - (uintptr_t)slots < n * sizeof *slots;
}

static bool
is_root(void *slot)
{
	struct search s = { slot, false };

	for (size_t i = 0; i < world.roots.count; i++)
		if (world.roots.items[i] == slot)
			return true;
	for (size_t i = 0; i < world.ranges.count; i += 2)
		search_words(&s, world.ranges.items[i], (size_t)world.ranges.items[i + 1]);
	for (size_t i = 0; i < world.scanners.count && !s.found; i++) {
		const struct root_scanner *f = world.scanners.items[i];

		f->scan(f->user, search_words, &s);
	}
	return s.found || globals_have(slot);
}

static void
check_static_slot(char *object, const struct lr_type *type, char *at)
{
	void *const value = *(void **)(void *)at;

	if (heap_contains(value) && pages_find(value).what == LR_GC_OBJECT && !is_root(at))
		lr_gc_fatal(
			"gc: collection %llu: byte %td of the static object %p of type %s holds the object %p of type "
			"%s; no write barrier has queued it, and it is no root",
			(unsigned long long)heap.collections, at - object, (void *)object, heap_type_name(type), value,
			heap_type_name(lr_type_of(value)));
}

struct static_object { char *at; const struct lr_type *type; };

static void
check_static_words(void *state, void **slots, size_t n)
{
	const struct static_object *o = state;

	for (size_t i = 0; i < n; i++)
		check_static_slot(o->at, o->type, (char *)&slots[i]);
}

void
debug_check_static(void *object)
{
	const uintptr_t told = LR_TAG_MARKED | LR_TAG_OLD | LR_TAG_STATIC, tag = lr_tag(object);
	const struct lr_type *type = lr_type_of(object);

	if (heap.config.mode != LR_GC_GENERATIONAL || (tag & LR_TAG_BITS & ~(uintptr_t)LR_TAG_HASHED) != told
		|| (uintptr_t)type < LR_SMALL_VALUE_LIMIT || !is_readable(type))
		return;
	for (uint32_t i = 0; i < type->nrefs; i++)
		check_static_slot(object, type, (char *)((void **)object + (type->refs != NULL ? type->refs[i] : i)));
	if (type->layout == LR_LAYOUT_SCANNED)
		lr_type_scan(type)(object, check_static_words, &(struct static_object){ object, type });
	if (type->layout != LR_LAYOUT_INLINE || type->elem_nrefs == 0)
		return;
	const intptr_t count = ((const intptr_t *)object)[type->length_word];
	char *element = (char *)object + type->size_bytes;
	for (intptr_t k = 0; k < count; k++, element += type->elem_bytes)
		for (uint32_t i = 0; i < type->elem_nrefs; i++)
			check_static_slot(object, type, (char *)((void **)(void *)element
				+ (type->elem_refs != NULL ? type->elem_refs[i] : i)));
}

/* ---- use of the dead ---- */

#if RT_CODE_ADDRESSES
/* How the access is called in messages: the signal tells which kind it was on x86-64 alone. */
static const char *
access_of(const ucontext_t *context)
{
#if defined(__x86_64__)
	enum { FAULT_WAS_WRITE = 2 };

	return context->uc_mcontext.gregs[REG_ERR] & FAULT_WAS_WRITE ? "written" : "read";
#else
	(void)context;
	return "accessed";
#endif
}

/* Describes the code that accessed the memory, as far as that is known. */
static void
describe_code(char *text, size_t size, const ucontext_t *context)
{
	struct machine_place at;
	Dl_info in;

	text[0] = '\0';
	if (!machine_interrupted(context, &at))
		return;
	if (dladdr((void *)at.pc, &in) != 0 && in.dli_fname != NULL)
		snprintf(text, size, ", %s by the code at %p (%s+0x%tx)", access_of(context), (void *)at.pc,
			in.dli_fname, (char *)at.pc - (char *)in.dli_fbase);
	else
		snprintf(text, size, ", %s by the code at %p", access_of(context), (void *)at.pc);
}
#else
static void
describe_code(char *text, size_t size, const void *context)
{
	(void)size, (void)context;
	text[0] = '\0';
}
#endif

void
debug_fault(const void *address, const void *context)
{
	const struct dead *dead;
	char code[512];

	if (!heap.config.debug || !heap_contains(address))
		return;
	describe_code(code, sizeof code, context);
	dead = quarantine_find_page(address);
	if (dead != NULL)
		lr_gc_fatal("gc: byte %td of the dead object %p (type %s, %zu bytes, found unreachable by collection "
			"%llu) is used%s: a root is missing, or its address is used behind a safepoint without "
			"PRESERVE", (const char *)address - (dead->cell + TAG_BYTES), (void *)(dead->cell + TAG_BYTES),
			heap_type_name(dead->type), dead->bytes - TAG_BYTES, (unsigned long long)dead->collection,
			code);
	if (pages_find(address).what == LR_GC_DEAD)
		lr_gc_fatal(
			"gc: address %p is used%s: all objects have moved out of that memory, so this "
			"is an old address", address, code);
}
