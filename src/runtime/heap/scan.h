/* SPDX-License-Identifier: MIT */
/* scan.h -- where an object has its references, for those who visit them.
**
** The functions are inlined together with their visitor. */
#ifndef LR_RUNTIME_HEAP_SCAN_H
#define LR_RUNTIME_HEAP_SCAN_H

#include "runtime/heap/heap.h"

#define SCAN_INLINE static inline __attribute__((always_inline))

typedef void scan_visit(void *user, void **slot);

/* The elements of an object; none if count is 0. */
struct elements { char *at; uint64_t count; };

SCAN_INLINE struct elements
scan_find_elements(char *object, const struct lr_type *type)
{
	const intptr_t count = ((const intptr_t *)(void *)object)[type->length_word];
	char *at = object + type->size_bytes;

	if (type->layout == LR_LAYOUT_POINTED)
		at = ((char **)(void *)object)[type->data_word];
	return (struct elements){ at, count > 0 && at != NULL ? (uint64_t)count : 0 };
}

SCAN_INLINE bool
scan_has_elements(const struct lr_type *type)
{
	return (type->layout == LR_LAYOUT_INLINE || type->layout == LR_LAYOUT_POINTED) && type->elem_nrefs != 0;
}

SCAN_INLINE void
scan_fixed(char *object, const struct lr_type *type, scan_visit *visit, void *user)
{
	void **words = (void **)(void *)object;

	if (type->refs != NULL)
		for (uint32_t i = 0; i < type->nrefs; i++)
			visit(user, &words[type->refs[i]]);
	else
		for (uint32_t i = 0; i < type->nrefs; i++)
			visit(user, &words[i]);
}

SCAN_INLINE void
scan_some(char *at, uint64_t count, const struct lr_type *type, scan_visit *visit, void *user)
{
	const uint32_t bytes = type->elem_bytes;

	if (type->elem_nrefs == 1 && bytes == sizeof(void *) && type->elem_refs == NULL) {
		for (uint64_t i = 0; i < count; i++)
			visit(user, (void **)(void *)at + i);
		return;
	}
	for (; count > 0; count--, at += bytes)
		for (uint32_t i = 0; i < type->elem_nrefs; i++)
			visit(user, (void **)(void *)at + (type->elem_refs != NULL ? type->elem_refs[i] : i));
}

/* What a scan function is given, to visit each word of a run. */
struct scan_call { scan_visit *visit; void *user; };

static inline void
scan_words(void *state, void **slots, size_t n)
{
	const struct scan_call *c = state;

	for (size_t i = 0; i < n; i++)
		c->visit(c->user, &slots[i]);
}

/* Visits what the type's own function finds, if it has one. */
SCAN_INLINE void
scan_by_function(char *object, const struct lr_type *type, scan_visit *visit, void *user)
{
	struct scan_call call = { visit, user };

	if (rt_unlikely(type->layout == LR_LAYOUT_SCANNED))
		lr_type_scan(type)(object, scan_words, &call);
}

/* Visits all references of an object. */
SCAN_INLINE void
scan_all(char *object, const struct lr_type *type, scan_visit *visit, void *user)
{
	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return;
	scan_fixed(object, type, visit, user);
	scan_by_function(object, type, visit, user);
	if (scan_has_elements(type)) {
		const struct elements e = scan_find_elements(object, type);
		scan_some(e.at, e.count, type, visit, user);
	}
}

#endif
