/* SPDX-License-Identifier: MIT */
/* ptrvec.c -- a growing array of pointers. */
#include "runtime/runtime.h"

#include <stdlib.h>

/* Makes space for at least one more pointer.  False if memory is exhausted. */
bool
ptrvec_reserve(struct ptrvec *v)
{
	size_t capacity = v->capacity != 0 ? v->capacity * 2 : 64;
	void **items = realloc(v->items, capacity * sizeof *items);

	if (items == NULL)
		return false;
	v->items = items;
	v->capacity = capacity;
	return true;
}

void
ptrvec_grow(struct ptrvec *v)
{
	if (!ptrvec_reserve(v))
		lr_gc_fatal("gc: no memory for a list of %zu pointers", v->count + 1);
}

void
ptrvec_free(struct ptrvec *v)
{
	free(v->items);
	*v = (struct ptrvec){ 0 };
}
