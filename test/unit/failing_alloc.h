/* SPDX-License-Identifier: MIT */
/* failing_alloc.h -- an allocator that keeps books and can refuse the N-th request. */
#ifndef TEST_FAILING_ALLOC_H
#define TEST_FAILING_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct failing_alloc {
	size_t fail_at;      /* refuse this request (counted from 1) and all after it; 0: none */
	size_t requests;     /* so far */
	size_t live_bytes, live_blocks;
	bool refused;
	bool wrong_size;     /* somebody gave back a block under another size */
};

/* realloc-like, as everywhere in the project; the size is kept in front of the block to be compared. */
static void *
failing_alloc(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	struct failing_alloc *f = user;
	size_t *old = p ? (size_t *)p - 2 : NULL;

	if (old != NULL && *old != old_bytes)
		f->wrong_size = true;
	if (new_bytes == 0) {
		if (old != NULL) {
			f->live_bytes -= *old;
			f->live_blocks--;
			free(old);
		}
		return NULL;
	}
	f->requests++;
	if (f->fail_at != 0 && f->requests >= f->fail_at) {
		f->refused = true;
		return NULL;
	}
	size_t before = old ? *old : 0;
	size_t *block = realloc(old, new_bytes + 2 * sizeof *block);
	if (block == NULL)
		return NULL;
	f->live_bytes += new_bytes - before;
	f->live_blocks += old == NULL;
	*block = new_bytes;
	return block + 2;
}

#endif
