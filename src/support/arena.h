/* arena.h -- memory that dies together: bump allocation over blocks from a user's allocator.
**
** On exhaustion an arena remembers the failure and returns NULL from then on; callers test `failed` once at the end of
** a phase and not after every allocation, provided that they do not write through the result before. */
#ifndef LR_ARENA_H
#define LR_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* realloc-like: (user, NULL, 0, n) allocates, (user, p, n, 0) frees */
typedef void *arena_alloc_fn(void *user, void *p, size_t old_bytes, size_t new_bytes);

struct arena_block;
struct arena {
	arena_alloc_fn *alloc;
	void *user;
	struct arena_block *blocks;  /* newest first */
	char *next, *limit;
	size_t total;                /* bytes held from the allocator */
	bool failed;
};

void  arena_init(struct arena *, arena_alloc_fn *, void *user);
/* `bytes` of zeroed memory, aligned for any object; NULL and `failed` when there is none. */
void *arena_zalloc(struct arena *, size_t bytes);
/* The same, not zeroed. */
void *arena_alloc(struct arena *, size_t bytes);
/* n * size without overflow, not zeroed / zeroed. */
void *arena_array(struct arena *, size_t n, size_t size);
void *arena_zarray(struct arena *, size_t n, size_t size);
char *arena_strdup(struct arena *, const char *);
/* Forget all allocations but keep the largest block for reuse. */
void  arena_reset(struct arena *);
/* Give everything back. */
void  arena_free(struct arena *);

/* Make room for one more element in a growing arena array; false when there is no memory.
** Old storage stays in the arena (doubling bounds the waste). */
bool  arena_grow_(struct arena *, void **array, uint32_t n, uint32_t *cap, size_t size);
#define ARENA_PUSH(ar, array, n, cap) \
	((n) < (cap) || arena_grow_((ar), (void **)&(array), (n), &(cap), sizeof *(array)))

#endif
