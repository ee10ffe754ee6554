/* arena.h -- memory that dies together: bump allocation over blocks from a user's allocator.
**
** On exhaustion an arena remembers the failure and returns NULL from then on; callers test `failed` once at the end of
** a phase and not after every allocation, provided that they do not write through the result before. */
#ifndef LR_BASE_ARENA_H
#define LR_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { ARENA_ALIGN = 16, ARENA_SHORT_ARRAY = 64 };

/* realloc-like: (user, NULL, 0, n) allocates, (user, p, n, 0) frees */
typedef void *arena_alloc_fn(void *user, void *p, size_t old_bytes, size_t new_bytes);

/* From libc; `user` is not used. */
void *arena_from_libc(void *user, void *p, size_t old_bytes, size_t new_bytes);

struct arena_block;
struct arena {
	arena_alloc_fn *alloc;
	void *user;
	struct arena_block *blocks;  /* newest first */
	struct arena_block *long_arrays; /* those that have a block each; see ARENA_APPEND */
	char *next, *limit, *end;    /* end: of the block at hand; limit: the same, unless careful */
	bool careful;                /* every request goes to arena_alloc_slow, where tests refuse it */
	size_t total;                /* bytes held from the allocator */
	bool failed;
};

void  arena_init(struct arena *, arena_alloc_fn *, void *user);
/* What a request is when the block at hand does not do: a new block, or failure. */
void *arena_alloc_slow(struct arena *, size_t bytes);
/* `bytes` of memory, aligned for any object; NULL and `failed` when there is none. */
static inline void *
arena_alloc(struct arena *a, size_t bytes)
{
	char *p = a->next;

	/* an arena that failed has no room left; each allocation has an address of its own, an empty one too: 0 - 1 is
	** more than there is */
	if (bytes - 1 >= (size_t)(a->limit - p))
		return arena_alloc_slow(a, bytes);
	a->next = p + ((bytes + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1)); /* the room is a multiple of the
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
/* n * size without overflow, not zeroed / zeroed. */
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
/* Forget all allocations but keep the largest block for reuse. */
void  arena_reset(struct arena *);
/* Give everything back. */
void  arena_free(struct arena *);

/* Make room for one more element in a growing arena array; false when there is no memory.
** Old storage stays in the arena (doubling bounds the waste). */
bool  arena_grow_(struct arena *, void **array, uint32_t n, uint32_t *cap, size_t size);
bool  arena_append_(struct arena *, void **array, uint32_t n, uint32_t *cap, size_t size);
#ifdef __clang_analyzer__ /* does not know that what has room is there */
#define ARENA_HAS_ROOM(array, n, cap) ((array) != NULL && (n) < (cap))
#elif defined(LATEROOT_MOVE_ARRAYS) /* a short array moves each time, so that stale pointers into it are noticed */
#define ARENA_HAS_ROOM(array, n, cap) ((n) < (cap) && (cap) >= ARENA_SHORT_ARRAY)
#else
#define ARENA_HAS_ROOM(array, n, cap) ((n) < (cap))
#endif
/* The same, but where a long array moves to more room, what it had goes back: nobody may point into it. */
#define ARENA_APPEND(ar, array, n, cap) \
	(ARENA_HAS_ROOM(array, n, cap) || arena_append_((ar), (void **)&(array), (n), &(cap), sizeof *(array)))
#define ARENA_PUSH(ar, array, n, cap) \
	(ARENA_HAS_ROOM(array, n, cap) || arena_grow_((ar), (void **)&(array), (n), &(cap), sizeof *(array)))

#endif
