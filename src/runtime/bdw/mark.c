/* SPDX-License-Identifier: MIT */
/* mark.c -- what libgc follows: roots from the walker, and the references that types describe.
**
** libgc calls mark_object for each object that it has marked, on any of its marking threads.  An array is scanned in
** pieces: each call leaves an entry for the next piece on the mark stack, below the references that it found, so that
** the stack stays small. */
#include "runtime/bdw/bdw.h"

#include <stdarg.h>
#include <stdio.h>

enum { PIECE_REFS = 128, MAPPED_PAGES = 1024 };

/* An entry of libgc's mark stack.  Its header says that a procedure may leave one, and not how it looks.  mark_init
** lets libgc make one, and compares. */
struct entry { GC_word *start; GC_word descriptor; };

static unsigned mark_proc;
static uintptr_t mapped[MAPPED_PAGES]; /* atomic: numbers of system pages outside the heap that are mapped */

bool
bdw_find(const char *format, ...)
{
	uint32_t none = 0;
	va_list args;

	if (!__atomic_compare_exchange_n(&bdw.finding.found, &none, 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return false;
	va_start(args, format);
	vsnprintf(bdw.finding.text, sizeof bdw.finding.text, format, args);
	va_end(args);
	return true;
}

void
bdw_report(void)
{
	if (bdw.finding.found)
		lr_gc_fatal("%s", bdw.finding.text);
}

static bool
is_mapped(uintptr_t address)
{
	uintptr_t page = address / world.page_bytes, *known = &mapped[page % MAPPED_PAGES];

	if (__atomic_load_n(known, __ATOMIC_RELAXED) == page)
		return true;
	if (machine_exceeds(address) || !os_is_mapped((const void *)(page * world.page_bytes)))
		return false;
	__atomic_store_n(known, page, __ATOMIC_RELAXED);
	return true;
}

/* Describes what is wrong with a reference, or returns false. */
static bool
is_bad(const void *value, char *what, size_t size)
{
	const uintptr_t *cell = cell_around(value);
	uintptr_t v = (uintptr_t)value;

	if (v == (uintptr_t)0xDBDBDBDBDBDBDBDBu)
		return snprintf(what, size, "the fill pattern of a dead object");
	if (v == (uintptr_t)0xCBCBCBCBCBCBCBCBu)
		return snprintf(what, size, "never initialised");
	if (v % sizeof(void *) != 0)
		return snprintf(what, size, "misaligned");
	if (cell == NULL)
		return (GC_is_heap_ptr((void *)v) && snprintf(what, size, "free heap memory"))
			|| (!is_mapped(v - sizeof(uintptr_t)) && snprintf(what, size, "not mapped in this process"));
	if (!(*cell & HEAD_OBJECT))
		return snprintf(what, size, "free heap memory");
	if (*cell & HEAD_DEAD)
		return snprintf(what, size, "in a dead object (type %s)",
			heap_type_name((const struct lr_type *)(*cell & HEAD_TYPE)));
	if (cell_of(value) != cell)
		return snprintf(what, size, "byte %td of the object at %p",
			(const char *)value - (const char *)cell - CELL_HEADER_BYTES, (const void *)(cell + 2));
	uintptr_t type = lr_tag(value) & ~(uintptr_t)LR_TAG_BITS;
	if (type >= LR_SMALL_VALUE_LIMIT && !is_mapped(type))
		return snprintf(what, size, "an object whose tag %p is no type", (void *)type);
	return false;
}

static int
check_root(void *user, void **slot, const struct lr_root_site *site)
{
	static const char *const own[TASK_ROOTS] = { "exception", "argument", "result" };
	char what[128];

	(void)user;
	if (!is_bad(*slot, what, sizeof what))
		return 0;
	if (site->kind == LR_ROOT_GLOBAL)
		bdw_find("gc: bad reference %p in global root %p: %s", *slot, (void *)slot, what);
	else if (site->kind == LR_ROOT_TASK)
		bdw_find("gc: bad reference %p in task %p, its %s: %s", *slot, (const void *)site->task,
			own[site->index], what);
	else
		bdw_find("gc: bad reference %p in task %p, frame %u at %p, slot %u: %s", *slot,
			(const void *)site->task, site->depth,
			site->frame != NULL ? (const void *)site->frame : site->pc, site->index, what);
	return -1;
}

void
mark_check_roots(void)
{
	struct lr_visitor visitor = { .struct_size = sizeof visitor, .root = check_root };

	lr_walk_all(&visitor);
}

/* One reference of an object.  Returns the new top of the mark stack. */
static inline struct GC_ms_entry *
mark_slot(void **slot, const void *parent, struct GC_ms_entry *top, struct GC_ms_entry *limit)
{
	void *value = *slot;
	char what[128];

	if (!rt_is_reference(value))
		return top;
	if (rt_unlikely(bdw.check) && is_bad(value, what, sizeof what)) {
		bdw_find("gc: bad reference %p in object %p of type %s, byte %td: %s", value, parent,
			heap_type_name(lr_type_of(parent)), (const char *)slot - (const char *)parent, what);
		return top;
	}
	/* libgc ignores what is outside of its heap. */
	return GC_MARK_AND_PUSH(cell_of(value), top, limit, slot);
}

/* Returns the elements of an object, or NULL; *count is their number. */
static char *
elements(char *object, const struct lr_type *type, size_t *count)
{
	intptr_t length;

	if ((type->layout != LR_LAYOUT_INLINE && type->layout != LR_LAYOUT_POINTED) || type->elem_nrefs == 0)
		return NULL;
	length = ((const intptr_t *)(void *)object)[type->length_word];
	*count = length > 0 ? (size_t)length : 0;
	return type->layout == LR_LAYOUT_POINTED ? ((char **)(void *)object)[type->data_word]
		: object + type->size_bytes;
}

/* For scan functions. */
struct marking {
	const void *parent;
	struct GC_ms_entry *top, *limit;
};

static void
mark_scanned(void *state, void **slots, size_t n)
{
	struct marking *m = state;

	for (size_t i = 0; i < n; i++)
		m->top = mark_slot(&slots[i], m->parent, m->top, m->limit);
}

static struct GC_ms_entry *
mark_object(GC_word *cell, struct GC_ms_entry *top, struct GC_ms_entry *limit, GC_word piece)
{
	void **words = object_of(cell);
	const struct lr_type *type;
	size_t count = 0;

	if ((cell[0] & (HEAD_OBJECT | HEAD_DEAD)) != HEAD_OBJECT)
		return top;
	type = lr_type_of(words);
	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return top;
	char *elems = elements((char *)words, type, &count);
	if (elems == NULL)
		count = 0;
	const size_t each = type->elem_nrefs < PIECE_REFS && count != 0 ? PIECE_REFS / type->elem_nrefs : 1;
	const size_t first = piece * each, end = count - first > each ? first + each : count;
	if (end < count) {
		struct entry *next = (struct entry *)(void *)top + 1;
		*next = (struct entry){ cell, GC_MAKE_PROC(mark_proc, piece + 1) };
		top = (struct GC_ms_entry *)(void *)next;
	}
	for (uint32_t i = 0; piece == 0 && i < type->nrefs; i++)
		top = mark_slot(&words[type->refs != NULL ? type->refs[i] : i], words, top, limit);
	if (type->layout == LR_LAYOUT_SCANNED) {
		struct marking m = { words, top, limit };
		lr_type_scan(type)(words, mark_scanned, &m);
		top = m.top;
	}
	for (size_t k = first; k < end; k++)
		for (uint32_t i = 0; i < type->elem_nrefs; i++) {
			void **slot = (void **)(void *)(elems + k * type->elem_bytes)
				+ (type->elem_refs != NULL ? type->elem_refs[i] : i);
			top = mark_slot(slot, words, top, limit);
		}
	return top;
}

static int
push_runs(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	(void)user, (void)site;
	for (size_t i = 0; i < n; i++)
		GC_push_all_eager(runs[i].slots, runs[i].slots + runs[i].n);
	return 0;
}

static int
count_frame(void *user, const struct lr_frame_info *info)
{
	(void)info;
	++*(uint64_t *)user;
	return 0;
}

struct visiting {
	void (*visit)(void *user, void **slot);
	void *user;
};

static void
visit_scanned(void *state, void **slots, size_t n)
{
	const struct visiting *v = state;

	for (size_t i = 0; i < n; i++)
		v->visit(v->user, &slots[i]);
}

void
mark_each_reference(void *object, void (*visit)(void *user, void **slot), void *user)
{
	const struct lr_type *type = lr_type_of(object);
	void **words = object;
	size_t count = 0;
	char *elems;

	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return;
	for (uint32_t i = 0; i < type->nrefs; i++)
		visit(user, &words[type->refs != NULL ? type->refs[i] : i]);
	if (type->layout == LR_LAYOUT_SCANNED)
		lr_type_scan(type)(object, visit_scanned, &(struct visiting){ visit, user });
	elems = elements(object, type, &count);
	for (size_t k = 0; elems != NULL && k < count; k++)
		for (uint32_t i = 0; i < type->elem_nrefs; i++)
			visit(user, (void **)(void *)(elems + k * type->elem_bytes)
				+ (type->elem_refs != NULL ? type->elem_refs[i] : i));
}

static void
push_slot(void *user, void **slot)
{
	(void)user;
	GC_push_all_eager(slot, slot + 1);
}

/* libgc asks for roots.  The world is stopped, and libgc's lock is held. */
static void
push_roots(void)
{
	uint64_t frames = 0;
	struct lr_visitor visitor = { .struct_size = sizeof visitor, .roots = push_runs, .frame = count_frame,
		.user = &frames };
	int64_t roots;

	if (bdw.no_roots)
		return;
	roots = lr_walk_all(&visitor);
	if (roots < 0) {
		bdw_find("gc: collection %llu: frame %llu of the walk: %s", (unsigned long long)bdw.collections,
			(unsigned long long)frames, lr_rt_strerror((int)roots));
		return;
	}
	bdw.stats.roots += (uint64_t)roots;
	bdw.stats.frames += frames;
	bdw.stats.last_roots = (uint64_t)roots;
	bdw.stats.last_frames = frames;
	if (frames > bdw.stats.max_frames)
		bdw.stats.max_frames = frames;
	world.last_frames = frames;
	for (size_t i = 0; i < world.static_parents.count; i++)
		mark_each_reference(world.static_parents.items[i], push_slot, NULL); /* a barrier fired on it */
}

/* Does an entry that libgc pushes for a cell look like a struct entry?  Its procedure is the one of the cell's kind. */
static bool
entry_is_right(GC_word *cell)
{
	struct entry stack[8] = { { NULL, 0 } };
	const struct GC_ms_entry *top = GC_mark_and_push(cell, (struct GC_ms_entry *)(void *)&stack[2],
		(struct GC_ms_entry *)(void *)&stack[8], NULL);
	bool right = (const void *)top == &stack[3] && stack[3].start == cell
		&& stack[3].descriptor == GC_MAKE_PROC(mark_proc, 0);

	for (size_t i = 0; i < sizeof stack / sizeof *stack; i++) /* nothing else was written */
		right = right && (i == 3 || (stack[i].start == NULL && stack[i].descriptor == 0));
	GC_clear_mark_bit(cell);
	return right;
}

bool
mark_init(void)
{
	void *cell[KINDS];

	if (GC_get_version() >> 16 != GC_VERSION_MAJOR)
		lr_gc_fatal("gc: made for version %d of libgc, and linked with version %u", GC_VERSION_MAJOR,
			GC_get_version() >> 16);
	mark_proc = GC_new_proc(mark_object);
	bdw.kind[KIND_REFS] = (int)GC_new_kind(GC_new_free_list(), GC_MAKE_PROC(mark_proc, 0), 0, 0);
	bdw.kind[KIND_PLAIN] = (int)GC_new_kind(GC_new_free_list(), 0, 0, 0);
	/* Only this function makes a kind's list of blocks to be swept, without which GC_generic_malloc_many does not
	** work. */
	for (int k = 0; k < KINDS; k++)
		if ((cell[k] = GC_generic_malloc(CELL_ALIGN, bdw.kind[k])) == NULL)
			return false;
	if (!entry_is_right(cell[KIND_REFS]))
		lr_gc_fatal("gc: the mark stack of version %u.%u of libgc is not as expected", GC_get_version() >> 16,
			GC_get_version() >> 8 & 0xFF);
	GC_set_push_other_roots(push_roots);
	return true;
}
