/* SPDX-License-Identifier: MIT */
/* arena.h -- memory that is freed together: bump allocation over blocks from a user's allocator.
**
** When memory is exhausted, an arena remembers the failure and returns NULL from then on.  Callers test `failed` once
** at the end of a phase and not after every allocation, provided that they do not write through the result before. */
#ifndef LR_BASE_ARENA_H
#define LR_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { ARENA_ALIGN = 16, ARENA_SHORT_ARRAY = 64 };

/* realloc-like: (user, NULL, 0, n) allocates, (user, p, n, 0) frees */
typedef void *arena_alloc_fn(void *user, void *p, size_t old_bytes, size_t new_bytes);

/* Allocates from libc; `user` is not used. */
void *arena_from_libc(void *user, void *p, size_t old_bytes, size_t new_bytes);

struct arena_block;
struct arena {
	arena_alloc_fn *alloc;
	void *user;
	struct arena_block *blocks;  /* newest first */
	struct arena_block *long_arrays; /* arrays with a block each; see ARENA_APPEND */
	char *next, *limit, *end;    /* end: of the current block; limit: the same, unless careful */
	bool careful;                /* each request goes to arena_alloc_slow, where tests make it fail */
	size_t total;                /* bytes held from the allocator */
	bool failed;
};

void  arena_init(struct arena *, arena_alloc_fn *, void *user);
/* Serves a request that does not fit into the current block: with a new block, or by failure. */
void *arena_alloc_slow(struct arena *, size_t bytes);
/* Returns `bytes` of memory, aligned for any object; NULL with `failed` set if memory is exhausted. */
static inline void *
arena_alloc(struct arena *a, size_t bytes)
{
	char *p = a->next;

	/* an arena that has failed has no space left; a request of 0 bytes wraps around and takes the slow path, so
	** that each allocation has an address of its own */
	if (bytes - 1 >= (size_t)(a->limit - p))
		return arena_alloc_slow(a, bytes);
	a->next = p + ((bytes + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1)); /* the space is a multiple of the
	                                                                         * alignment */
	return p;
}
/* The same, zeroed. */
static inline void *
arena_zalloc(struct arena *a, size_t bytes)
{
	void *p = arena_alloc(a, bytes);

	return p ? memset(p, 0, bytes) : NULL;
}
/* n * size bytes, checked for overflow; not zeroed / zeroed. */
static inline void *
arena_array(struct arena *a, size_t n, size_t size)
{
	return size && n > SIZE_MAX / size ? arena_alloc_slow(a, SIZE_MAX) : arena_alloc(a, n * size);
}
static inline void *
arena_zarray(struct arena *a, size_t n, size_t size)
{
	return size && n > SIZE_MAX / size ? arena_alloc_slow(a, SIZE_MAX) : arena_zalloc(a, n * size);
}
char *arena_strdup(struct arena *, const char *);
/* Frees all allocations, but keeps the largest block for reuse. */
void  arena_reset(struct arena *);
/* Frees all memory of the arena. */
void  arena_free(struct arena *);

/* Makes space for one more element in a growing array; false if memory is exhausted.  The old copy stays in the arena
** (doubling bounds the waste). */
bool  arena_grow_(struct arena *, void **array, uint32_t n, uint32_t *cap, size_t size);
bool  arena_append_(struct arena *, void **array, uint32_t n, uint32_t *cap, size_t size);
#ifdef __clang_analyzer__ /* the analyzer does not know that an array with space is not NULL */
#define ARENA_HAS_ROOM(array, n, cap) ((array) != NULL && (n) < (cap))
#elif defined(LATEROOT_MOVE_ARRAYS) /* a short array moves each time, so that stale pointers into it are noticed */
#define ARENA_HAS_ROOM(array, n, cap) ((n) < (cap) && (cap) >= ARENA_SHORT_ARRAY)
#else
#define ARENA_HAS_ROOM(array, n, cap) ((n) < (cap))
#endif
/* The same, but when a long array moves, its old copy is freed: no pointers into it may be kept. */
#define ARENA_APPEND(ar, array, n, cap) \
	(ARENA_HAS_ROOM(array, n, cap) || arena_append_((ar), (void **)&(array), (n), &(cap), sizeof *(array)))
#define ARENA_PUSH(ar, array, n, cap) \
	(ARENA_HAS_ROOM(array, n, cap) || arena_grow_((ar), (void **)&(array), (n), &(cap), sizeof *(array)))

#endif
