/* SPDX-License-Identifier: MIT */
/* trace.c -- marks all objects that can be reached from those that are marked.
**
** A marker's stack holds marked objects whose references are still to be scanned; there is no recursion.  The mark
** is a bit beside the pages, so that a reference to an object that is marked already costs no access to that
** object.  An object's tag gets its colour, which write barriers test, when the object is scanned.  Big arrays are
** scanned in parts, so that the stack stays small. */
#include "runtime/heap/debug.h"
#include "runtime/heap/mark.h"
#include "runtime/heap/scan.h"

#include <stdlib.h>

enum { PART = 512 /* elements */ };

struct marker marker_own;

static __attribute__((noinline, cold)) void
grow(struct marker *m)
{
	if (m->first > m->capacity / 2) {
		for (size_t i = m->first; i < m->count; i++)
			m->items[i - m->first] = m->items[i];
	} else {
		struct ptrvec v = { m->items, m->count, m->capacity };

		ptrvec_grow(&v);
		m->items = v.items;
		m->capacity = v.capacity;
		return;
	}
	m->count -= m->first;
	m->first = 0;
}

void
marker_push(struct marker *m, void *object)
{
	if (rt_unlikely(m->count == m->capacity))
		grow(m);
	m->items[m->count++] = object;
}

static __attribute__((noinline, cold)) void
check_value(void **slot)
{
	if (!heap_contains(*slot)) {
		if (check.references)
			check_outside(slot, *slot);
		return;
	}
	if (check.references)
		check_reference(slot, *slot);
	if (check.pin)
		moving_pin(*slot);
}

/* `user` is the marker. */
SCAN_INLINE void
visit(void *user, void **slot)
{
	struct marker *m = user;
	void *value = *slot;

	if (rt_unlikely(world.immediates != 0) && immediates_deny(value))
		return;
	if (rt_unlikely(check.any))
		check_value(slot);
	/* An object outside the heap is static, and lives for ever. */
	if (!heap_contains(value) || !heap_mark(value, m->shared))
		return;
	m->marked++;
	if (rt_unlikely(m->count == m->capacity))
		grow(m);
	m->items[m->count++] = value;
}

void
marker_slot(struct marker *m, void **slot)
{
	visit(m, slot);
}

static void
push_rest(struct marker *m, void *object, uint64_t next)
{
	if (m->nrests == m->rests_capacity) {
		const size_t capacity = m->rests_capacity != 0 ? m->rests_capacity * 2 : 16;
		struct rest *rests = realloc(m->rests, capacity * sizeof *rests);
		if (rests == NULL)
			lr_gc_fatal("gc: no memory for a list of %zu arrays", capacity);
		m->rests = rests;
		m->rests_capacity = capacity;
	}
	m->rests[m->nrests++] = (struct rest){ object, next };
}

static void
scan_part(struct marker *m, char *object, const struct lr_type *type, uint64_t first)
{
	struct elements e = scan_find_elements(object, type);

	if (first >= e.count)
		return;
	if (rt_unlikely(check.references) && first == 0)
		check_elements(object, type, e.at, e.count);
	e.count -= first;
	if (e.count > PART) {
		push_rest(m, object, first + PART);
		e.count = PART;
	}
	scan_some(e.at + first * type->elem_bytes, e.count, type, visit, m);
}

static void
scan(struct marker *m, void *object, const struct lr_type *type)
{
	if (rt_unlikely(check.any))
		check.parent = object;
	if (rt_unlikely(check.objects))
		verify_before_scan(object);
	scan_fixed(object, type, visit, m);
	scan_by_function(object, type, visit, m);
	if (scan_has_elements(type))
		scan_part(m, object, type, 0);
}

/* Objects without a type and those with a small tag have no references, and neither have many of a type. */
static inline bool
has_references(const struct lr_type *type)
{
	return (uintptr_t)type >= LR_SMALL_VALUE_LIMIT
		&& ((type->nrefs | type->elem_nrefs) != 0 || type->layout == LR_LAYOUT_SCANNED || check.objects);
}

/* `inside`: the object is one of the heap, and gets its colour. */
static inline void
colour_and_scan(struct marker *m, void *object, bool inside)
{
	uintptr_t *tag = tag_of(object);
	const uintptr_t old = *tag;
	const struct lr_type *type = (const struct lr_type *)(old & ~(uintptr_t)LR_TAG_BITS);

	if (inside && (old & COLOUR) != COLOUR)
		*tag = old | COLOUR;
	if (has_references(type))
		scan(m, object, type);
}

void
marker_scan(struct marker *m, void *object)
{
	colour_and_scan(m, object, heap_contains(object));
}

/* Visits those references that lie in the range. */
struct range { struct marker *m; const char *begin, *end; };

SCAN_INLINE void
visit_in_range(void *user, void **slot)
{
	const struct range *r = user;

	if ((const char *)slot >= r->begin && (const char *)slot < r->end)
		visit(r->m, slot);
}

void
marker_scan_range(struct marker *m, char *object, const char *begin, const char *end)
{
	const struct lr_type *type = lr_type_of(object);
	struct range range = { m, begin, end };

	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return;
	if (rt_unlikely(check.any))
		check.parent = object;
	scan_fixed(object, type, visit_in_range, &range);
	scan_by_function(object, type, visit_in_range, &range);
	if (!scan_has_elements(type) || type->elem_bytes == 0)
		return;
	const struct elements e = scan_find_elements(object, type);
	const char *all = e.at + e.count * type->elem_bytes;
	if (e.count == 0 || end <= e.at || begin >= all)
		return;
	const uint64_t first = begin > e.at ? (uint64_t)(begin - e.at) / type->elem_bytes : 0,
		last = end < all ? ((uint64_t)(end - e.at) + type->elem_bytes - 1) / type->elem_bytes : e.count;
	char *at = e.at + first * type->elem_bytes;
	/* Where each element is one reference, all of these lie in the range as a whole. */
	if (type->elem_bytes == sizeof(void *)
		&& ((uintptr_t)e.at | (uintptr_t)begin | (uintptr_t)end) % sizeof(void *) == 0)
		scan_some(at, last - first, type, visit, m);
	else
		scan_some(at, last - first, type, visit_in_range, &range);
}

/* Returns the object that waits longest, in exchange for another one, or NULL. */
static inline void *
exchange(struct marker *m, void *object)
{
	void *oldest = m->ring[m->at];

	m->ring[m->at] = object;
	m->at = (m->at + 1) % PREFETCHED;
	return oldest;
}

static void *
next_waiting(struct marker *m)
{
	void *object = NULL;

	for (unsigned i = 0; i < PREFETCHED && object == NULL; i++)
		object = exchange(m, NULL);
	return object;
}

bool
marker_drain(struct marker *m, uint64_t most)
{
	for (uint64_t n = 0; n < most;) {
		void *object;

		if (m->count != m->first) {
			object = m->items[--m->count];
			__builtin_prefetch(tag_of(object), 1);
			object = exchange(m, object);
		} else {
			m->first = m->count = 0;
			object = next_waiting(m);
			if (object == NULL && m->nrests == 0)
				return true;
		}
		if (object != NULL) {
			colour_and_scan(m, object, true); /* what was marked is of the heap */
			n++;
		} else if (m->count == m->first && m->nrests != 0) {
			const struct rest r = m->rests[--m->nrests];
			if (rt_unlikely(check.any)) /* otherwise several threads mark */
				check.parent = r.object;
			scan_part(m, r.object, lr_type_of(r.object), r.next);
		}
		if (m->shared && m->count - m->first > (size_t)2 * PREFETCHED)
			workers_share(m);
	}
	return false;
}

void
marker_free(struct marker *m)
{
	free(m->items);
	free(m->rests);
	*m = (struct marker){ 0 };
}
