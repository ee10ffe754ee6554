/* SPDX-License-Identifier: MIT */
/* arena.c -- bump allocation over blocks from a user's allocator.  Blocks double up to MAX_BLOCK.  A long allocation
** that does not fit gets a block of its own, and the current block stays in use.  Arrays that grow at their end
** (ARENA_APPEND) get a block of their own from LONG_ARRAY bytes on, which grows by half.
**
** Under AddressSanitizer only requested bytes are accessible: the free part of a block, the gap behind each allocation,
** the old copy of an array that has moved and a block that waits for reuse are poisoned.  With LATEROOT_MOVE_ARRAYS (a
** build option) short arrays move each time an element is added, and long ones move more often than otherwise.  The old
** copy is overwritten, so that stale pointers into it show without a sanitizer, too. */
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { FIRST_BLOCK = 4096, MAX_BLOCK = 1 << 16, LONG_ARRAY = 1 << 14 };

struct arena_block {
	struct arena_block *older;
	size_t bytes;                /* size of the whole block with this header */
	alignas(max_align_t) char data[];
};

void *
arena_from_libc(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	(void)user, (void)old_bytes;
	if (new_bytes == 0) {
		free(p);
		return NULL;
	}
	return realloc(p, new_bytes);
}

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define ARENA_POISON 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define ARENA_POISON 1
#endif
#ifdef ARENA_POISON
#include <sanitizer/asan_interface.h>
enum { GAP = ARENA_ALIGN };
#else
enum { GAP = 0 };
#define ASAN_POISON_MEMORY_REGION(p, bytes) ((void)(p), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(p, bytes) ((void)(p), (void)(bytes))
#endif
#ifdef LATEROOT_MOVE_ARRAYS
enum { MOVE_ARRAYS = 1 };
#else
enum { MOVE_ARRAYS = 0 };
#endif
enum { STALE = 0xDB };

#define ALIGN_UP(n) (((n) + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1))
_Static_assert(ARENA_ALIGN % alignof(max_align_t) == 0, "aligned for any object");

/* Sets the address up to which requests need not call arena_alloc_slow; with gaps all requests call it. */
static void
set_limit(struct arena *a)
{
	a->limit = a->careful || GAP ? a->next : a->end;
}

static void
use_block(struct arena *a, struct arena_block *b)
{
	a->next = b->data;
	a->end = (char *)b + b->bytes;
	ASAN_POISON_MEMORY_REGION(a->next, (size_t)(a->end - a->next));
	set_limit(a);
}

/* Makes the old copy of an array that has moved unusable. */
static void
invalidate_array(void *array, size_t bytes)
{
	if (MOVE_ARRAYS)
		memset(array, STALE, bytes);
	ASAN_POISON_MEMORY_REGION(array, bytes);
}

static void
give_back(struct arena *a, struct arena_block *b)
{
	ASAN_UNPOISON_MEMORY_REGION(b, b->bytes);
	a->alloc(a->user, b, b->bytes, 0);
}

static void *
out_of_memory(struct arena *a)
{
	a->failed = true;
	a->next = a->limit = a->end = NULL; /* so that smaller requests fail from now on, too */
	return NULL;
}

/* Allocates a block of `bytes` in all.  `behind`: it is listed behind the current block, which stays in use. */
static struct arena_block *
new_block(struct arena *a, size_t bytes, bool behind)
{
	struct arena_block **at = behind && a->blocks != NULL ? &a->blocks->older : &a->blocks,
			   *b = a->alloc(a->user, NULL, 0, bytes);

	if (b == NULL)
		return NULL;
	b->older = *at;
	b->bytes = bytes;
	*at = b;
	a->total += bytes;
	return b;
}

void
arena_init(struct arena *a, arena_alloc_fn *alloc, void *user)
{
	*a = (struct arena){ .alloc = alloc, .user = user };
}

void *
arena_alloc_slow(struct arena *a, size_t bytes)
{
	if (a->failed)
		return NULL;
	if (bytes > SIZE_MAX / 4)
		return out_of_memory(a);
	const size_t asked = bytes;
	bytes = ALIGN_UP(bytes + (bytes == 0)) + GAP; /* each allocation has an address of its own, which is not NULL */
	if ((size_t)(a->end - a->next) < bytes) {
		size_t block = a->blocks == NULL ? FIRST_BLOCK
			: a->blocks->bytes < MAX_BLOCK / 2 ? a->blocks->bytes * 2
			: MAX_BLOCK;
		bool own = bytes >= LONG_ARRAY && a->blocks != NULL;
		if (own || block < bytes + sizeof(struct arena_block))
			block = bytes + sizeof(struct arena_block); /* the space in a block is a multiple of the
			                                             * alignment */
		struct arena_block *b = new_block(a, block, own);
		if (b == NULL)
			return out_of_memory(a);
		if (own) {
			ASAN_POISON_MEMORY_REGION(b->data + asked, bytes - asked);
			return b->data;
		}
		use_block(a, b);
	}
	void *p = a->next;
	a->next += bytes;
	set_limit(a);
	ASAN_UNPOISON_MEMORY_REGION(p, asked);
	return p;
}

char *
arena_strdup(struct arena *a, const char *s)
{
	if (a->failed) /* otherwise a string made in the array might lack its terminator */
		return NULL;
	size_t n = strlen(s) + 1;
	char *copy = arena_alloc(a, n);

	if (copy != NULL)
		memcpy(copy, s, n);
	return copy;
}

/* Returns the new capacity of an array that had `cap` elements; 0 if it cannot grow. */
static uint32_t
more(uint32_t cap, bool is_long)
{
	if (cap > UINT32_MAX / 2)
		return 0;
	if (MOVE_ARRAYS)
		return cap < ARENA_SHORT_ARRAY ? cap + 1 : cap + cap / 8;
	return is_long ? cap + cap / 2 : cap < 8 ? 16 : cap * 2;
}

bool
arena_grow_(struct arena *a, void **array, uint32_t n, uint32_t *cap, size_t size)
{
	uint32_t wanted = more(*cap, false);

	if (wanted == 0) {
		out_of_memory(a);
		return false;
	}
	char *bigger = arena_array(a, wanted, size);

	if (bigger == NULL)
		return false;
	if (n != 0)
		memcpy(bigger, *array, (size_t)n * size);
	if (*cap != 0)
		invalidate_array(*array, (size_t)*cap * size);
	*array = bigger;
	*cap = wanted;
	return true;
}

static struct arena_block **
find_long(struct arena *a, const void *array)
{
	struct arena_block **at = &a->long_arrays;

	while (*at != NULL && (*at)->data != array)
		at = &(*at)->older;
	return at;
}

bool
arena_append_(struct arena *a, void **array, uint32_t n, uint32_t *cap, size_t size)
{
	size_t have = (size_t)*cap * size;
	uint32_t wanted = more(*cap, true);

	if (have < LONG_ARRAY || wanted == 0 || a->failed)
		return arena_grow_(a, array, n, cap, size);
	struct arena_block **at = find_long(a, *array), *old = *at;
	size_t bytes = sizeof(struct arena_block) + ALIGN_UP((size_t)wanted * size);
	bool in_place = old != NULL && !MOVE_ARRAYS;
	if (in_place)
		ASAN_UNPOISON_MEMORY_REGION(old, old->bytes);
	struct arena_block *b = a->alloc(a->user, in_place ? old : NULL, in_place ? old->bytes : 0, bytes);
	if (b == NULL) {
		out_of_memory(a);
		return false;
	}
	if (!in_place) {
		memcpy(b->data, *array, (size_t)n * size);
		b->older = old != NULL ? old->older : NULL; /* a new block goes to the end of the list */
		b->bytes = old != NULL ? old->bytes : 0;
		invalidate_array(*array, have);
		if (old != NULL)
			give_back(a, old);
	}
	a->total += bytes - b->bytes;
	b->bytes = bytes;
	ASAN_POISON_MEMORY_REGION(b->data + (size_t)wanted * size, bytes - sizeof *b - (size_t)wanted * size);
	*at = b;
	*array = b->data;
	*cap = wanted;
	return true;
}

static void
free_blocks(struct arena *a, struct arena_block *b)
{
	for (struct arena_block *older; b != NULL; b = older) {
		older = b->older;
		give_back(a, b);
	}
}

void
arena_reset(struct arena *a)
{
	if (a->blocks != NULL && a->blocks->older == NULL && a->long_arrays == NULL) { /* the usual case */
		a->failed = false;
		a->total = a->blocks->bytes;
		use_block(a, a->blocks);
		return;
	}
	free_blocks(a, a->long_arrays);
	a->long_arrays = NULL;
	struct arena_block *keep = a->blocks;

	for (struct arena_block *b = a->blocks; b != NULL; b = b->older)
		if (b->bytes > keep->bytes)
			keep = b;
	for (struct arena_block *b = a->blocks, *older; b != NULL; b = older) {
		older = b->older;
		if (b != keep)
			give_back(a, b);
	}
	a->blocks = keep;
	a->failed = false;
	a->next = a->limit = a->end = NULL;
	a->total = 0;
	if (keep != NULL) {
		keep->older = NULL;
		a->total = keep->bytes;
		use_block(a, keep);
	}
}

void
arena_free(struct arena *a)
{
	free_blocks(a, a->blocks);
	free_blocks(a, a->long_arrays);
	*a = (struct arena){ .alloc = a->alloc, .user = a->user, .careful = a->careful };
}
