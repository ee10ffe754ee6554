/* blob.h -- bytes that grow in one block of their own, which may be large and is used again or given away. */
#ifndef LR_BASE_BLOB_H
#define LR_BASE_BLOB_H

#include "base/arena.h"

/* `failed` once there was no memory; then it stays as it was. */
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
