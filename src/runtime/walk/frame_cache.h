/* SPDX-License-Identifier: MIT */
/* frame_cache.h -- descriptions of frames, cached by return address (frame_cache.c).  Most frames of a deep stack have
** one of a few return addresses, and the same ones recur at the next collection.
**
** All threads share one cache without locks: the version of each entry tells whether it changed while it was read. Only
** simple frames are cached: adjacent slots below the frame pointer, or few slots above the stack pointer whose objects
** may move.  A walk enters only return addresses of its own stack, so their code is loaded meanwhile.  The entries of
** unloaded code are removed with its table. */
#ifndef LR_RUNTIME_WALK_FRAME_CACHE_H
#define LR_RUNTIME_WALK_FRAME_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { CACHED_BITS = 11, CACHED_WAYS = 2, CACHED_VERSION_BITS = 16 };
struct cached_entry {
	uint64_t key;              /* return address << 16 | version; an address of 0: empty, or being changed */
	uint64_t frame;            /* see below; never 0 */
};
extern struct cached_entry cached_entries[1 << CACHED_BITS][CACHED_WAYS] __attribute__((visibility("hidden")));

/* A frame in a word, whose upper 16 bits give its kind:
**   run    int32 bytes from the frame pointer (CACHED_FP: by a framemap) or the stack pointer (CACHED_SP) to the first
**          slot, u16 number of slots, u16 kind | CACHED_SOME, if there are any | flags (enum lr_root_flags)
**   mask   a bit for each of 48 words, u16 CACHED_MASK | words from the stack pointer up to the first of
**          them; or from the frame pointer down to it, where places are counted from there (MACHINE_CALL_PUSHES) */
enum {
	CACHED_SOME = 16, /* size of a struct lr_root_run */
	CACHED_SP = 1 << 13,
	CACHED_FP = 1 << 14,
	CACHED_MASK = 1 << 15,
	CACHED_FIRST_MAX = CACHED_MASK - 1,
	CACHED_MASK_WORDS = 48
};

static inline uint64_t
cached_run(uint32_t kind, uint32_t flags, int64_t words, uint32_t n)
{
	return (uint64_t)(kind | (n != 0 ? CACHED_SOME : 0) | flags) << 48 | (uint64_t)n << 32
		| (uint32_t)(words * (int64_t)sizeof(void *));
}
static inline uint64_t
cached_mask(uint64_t mask, uint64_t first)
{
	return (CACHED_MASK | first) << 48 | mask;
}
static inline uint32_t
cached_kind(uint64_t frame)
{
	return (uint32_t)(frame >> 48);
}
static inline uint32_t
cached_count(uint64_t frame)
{
	return frame >> 32 & 0xffff;
}
static inline int32_t
cached_bytes(uint64_t frame)
{
	return (int32_t)(uint32_t)frame;
}

/* Removes the lowest run of adjacent bits from the mask, and returns it. */
struct cached_words { uint32_t first, n; };
static inline struct cached_words
cached_take(uint64_t *mask)
{
	const uint32_t first = (uint32_t)__builtin_ctzll(*mask), n = (uint32_t)__builtin_ctzll(~(*mask >> first));

	*mask &= ~(uint64_t)0 << (first + n);
	return (struct cached_words){ first, n };
}

static inline struct cached_entry *
cached_set(uintptr_t pc)
{
	return cached_entries[(uint64_t)pc * 0x9E3779B97F4A7C15u >> (64 - CACHED_BITS)];
}

/* Returns the frame of an entry; 0 if the entry is for another address, or is being changed. */
static inline uint64_t
cached_read(const struct cached_entry *e, uintptr_t pc)
{
	uint64_t key = __atomic_load_n(&e->key, __ATOMIC_ACQUIRE), frame;

	if (key >> CACHED_VERSION_BITS != pc)
		return 0;
	frame = __atomic_load_n(&e->frame, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return __atomic_load_n(&e->key, __ATOMIC_RELAXED) == key ? frame : 0;
}

/* Returns the cached frame, or 0.  [signal-safe] */
static inline uint64_t
cached_find(uintptr_t pc)
{
	const struct cached_entry *set = cached_set(pc);
	uint64_t frame = 0;

	for (int i = 0; i < CACHED_WAYS && frame == 0; i++)
		frame = cached_read(&set[i], pc);
	return frame;
}

/* [signal-safe] */
void cached_enter(uintptr_t pc, uint64_t frame);
/* Removes all entries for return addresses in this code. */
void cached_forget(uintptr_t begin, uintptr_t end);

#endif
