/* SPDX-License-Identifier: MIT */
/* statepoints_make.h -- tables of statepoints for tests, made by hand. */
#ifndef TEST_STATEPOINTS_MAKE_H
#define TEST_STATEPOINTS_MAKE_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "tables/statepoints_make.h"
#include "tables/statepoints_zip.h"

enum { SP = 7, FP = 6 };
#define CONSTANT(n) { .kind = STACKMAP_CONSTANT, .bytes = 8, .offset = (n), .value = (uint64_t)(int64_t)(n) }
#define AT(r, off) { .kind = STACKMAP_INDIRECT, .bytes = 8, .reg = r, .offset = (int32_t)(off) }
#define MEMORY(r, off) { .kind = STACKMAP_DIRECT, .bytes = 8, .reg = r, .offset = (int32_t)(off) }
#define HEAD(ndeopt) CONSTANT(0), CONSTANT(0), CONSTANT(ndeopt)
#define COUNTS(a, b, c, d, e) CONSTANT(a), CONSTANT(b), CONSTANT(c), CONSTANT(d), CONSTANT(e)
#define RECORD(m, returns, ...) statepoint_make_record(m, returns, (const struct stackmap_location[]){ __VA_ARGS__ }, \
	sizeof (const struct stackmap_location[]){ __VA_ARGS__ } / sizeof(struct stackmap_location))

static inline void *
reallocate(void *user, void *old, size_t old_bytes, size_t bytes)
{
	size_t *left = user; /* requests until one is refused; NULL: none is */

	(void)old_bytes;
	if (bytes == 0) {
		free(old);
		return NULL;
	}
	return left != NULL && (*left)-- == 0 ? NULL : realloc(old, bytes);
}

/* The table in memory of its own, and no more: its end is the memory's. */
static inline struct statepoint_table *
table_of(struct statepoint_maker *m, uint32_t code_bytes)
{
	cr_assert(statepoint_make_sort(m), "%s", m->why);
	size_t n = statepoint_make_size(m, code_bytes);
	struct statepoint_table *t = malloc(n);

	statepoint_make_write(m, code_bytes, t);
	statepoint_make_end(m);
	cr_assert(statepoint_table_is(t, n));
	cr_assert_eq(t->bytes, n);
	return t;
}

/* The table compressed, likewise in memory of its own. */
static inline __attribute__((unused)) struct statepoint_zip *
zip_of(const struct statepoint_table *t)
{
	uLongf stream = compressBound(t->bytes);
	struct statepoint_zip *z = calloc(1, sizeof *z + stream + 8);

	cr_assert_eq(compress2((Bytef *)(z + 1), &stream, (const Bytef *)t, t->bytes, Z_BEST_COMPRESSION), Z_OK);
	*z = (struct statepoint_zip){ STATEPOINT_ZIP_MAGIC, (uint32_t)((sizeof *z + stream + 7) & ~(size_t)7), 0, t->code_bytes, t->bytes, (uint32_t)stream };
	return realloc(z, z->bytes);
}

#endif
