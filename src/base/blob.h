/* SPDX-License-Identifier: MIT */
/* blob.h -- growing bytes in one block of their own, which may be large, and can be reused or passed on. */
#ifndef LR_BASE_BLOB_H
#define LR_BASE_BLOB_H

#include "base/arena.h"

/* `failed` is set when memory is exhausted; the bytes then stay as they were. */
struct blob {
	arena_alloc_fn *alloc;
	void *user;
	char *data;
	size_t size, cap;
	bool failed;
};

void blob_init(struct blob *, arena_alloc_fn *, void *user);
void blob_add(struct blob *, const void *bytes, size_t size);
void blob_string(struct blob *, const char *);
void blob_free(struct blob *);

#endif
