/* SPDX-License-Identifier: MIT */
/* blob.c -- see blob.h. */
#include "base/blob.h"

#include <string.h>

void
blob_init(struct blob *t, arena_alloc_fn *alloc, void *user)
{
	*t = (struct blob){ .alloc = alloc, .user = user };
}

void
blob_add(struct blob *t, const void *bytes, size_t size)
{
	if (t->failed || size == 0)
		return;
	if (size > t->cap - t->size) {
		size_t cap = t->cap ? t->cap : 4096;
		while (cap - t->size < size && cap <= SIZE_MAX / 2)
			cap *= 2;
		char *more = cap - t->size < size ? NULL : t->alloc(t->user, t->data, t->cap, cap);
		if (more == NULL) {
			t->failed = true;
			return;
		}
		t->data = more;
		t->cap = cap;
	}
	memcpy(t->data + t->size, bytes, size);
	t->size += size;
}

void
blob_string(struct blob *t, const char *s)
{
	blob_add(t, s, strlen(s));
}

void
blob_free(struct blob *t)
{
	if (t->data != NULL)
		t->alloc(t->user, t->data, t->cap, 0);
	blob_init(t, t->alloc, t->user);
}
