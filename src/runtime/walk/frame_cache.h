/* frame_cache.h -- what tables have said of frames, by the address that is returned to (frame_cache.c): most of a deep
** stack is the same few, over and over, and so is the next collection's.
**
** One cache for all threads, without locks: a version of each entry says whether it was changed while somebody read it.
** Only what is simple is kept:  slots side by side below the frame pointer, or few above the stack pointer whose
** objects may move.  A walk enters only what its own stack returns to, so that is loaded meanwhile; what is unloaded
** goes out with its table. */
#ifndef LR_RUNTIME_WALK_FRAME_CACHE_H
#define LR_RUNTIME_WALK_FRAME_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { KNOWN_BITS = 11, KNOWN_WAYS = 2, KNOWN_VERSION_BITS = 16 };
struct known_entry {
	uint64_t key;              /* return address << 16 | version; an address of 0: none, or being changed */
	uint64_t frame;            /* see below; it is never 0 */
};
extern struct known_entry known_entries[1 << KNOWN_BITS][KNOWN_WAYS] __attribute__((visibility("hidden")));

/* A frame in a word, whose upper 16 bits are of its kind:
**   run    int32 bytes from the frame pointer (KNOWN_FP: by a framemap) or the stack pointer (KNOWN_SP) to the first
**          slot, u16 how many, u16 kind | KNOWN_SOME, if there are any | flags (enum lr_root_flags)
**   mask   a bit for each of 48 words, u16 KNOWN_MASK | words from the stack pointer to the first of them */
enum {
	KNOWN_SOME = 16, /* bytes of a struct lr_root_run */
	KNOWN_SP = 1 << 13,
	KNOWN_FP = 1 << 14,
	KNOWN_MASK = 1 << 15,
	KNOWN_FIRST_MAX = KNOWN_MASK - 1,
	KNOWN_MASK_WORDS = 48
};

static inline uint64_t
known_run(uint32_t kind, uint32_t flags, int64_t words, uint32_t n)
{
	return (uint64_t)(kind | (n != 0 ? KNOWN_SOME : 0) | flags) << 48 | (uint64_t)n << 32
		| (uint32_t)(words * (int64_t)sizeof(void *));
}
static inline uint64_t
known_mask(uint64_t mask, uint64_t first)
{
	return (KNOWN_MASK | first) << 48 | mask;
}
static inline uint32_t
known_kind(uint64_t frame)
{
	return (uint32_t)(frame >> 48);
}
static inline uint32_t
known_count(uint64_t frame)
{
	return frame >> 32 & 0xffff;
}
static inline int32_t
known_bytes(uint64_t frame)
{
	return (int32_t)(uint32_t)frame;
}

/* The lowest of the bits that stand side by side, out of the mask. */
struct known_bits { uint32_t first, n; };
static inline struct known_bits
known_take(uint64_t *mask)
{
	const uint32_t first = (uint32_t)__builtin_ctzll(*mask), n = (uint32_t)__builtin_ctzll(~(*mask >> first));

	*mask &= ~(uint64_t)0 << (first + n);
	return (struct known_bits){ first, n };
}

static inline struct known_entry *
known_set(uintptr_t pc)
{
	return known_entries[(uint64_t)pc * 0x9E3779B97F4A7C15u >> (64 - KNOWN_BITS)];
}

/* What an entry says of the frame; 0: nothing, or it was just being changed. */
static inline uint64_t
known_read(const struct known_entry *e, uintptr_t pc)
{
	uint64_t key = __atomic_load_n(&e->key, __ATOMIC_ACQUIRE), frame;

	if (key >> KNOWN_VERSION_BITS != pc)
		return 0;
	frame = __atomic_load_n(&e->frame, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return __atomic_load_n(&e->key, __ATOMIC_RELAXED) == key ? frame : 0;
}

/* 0: nothing is known.  [signal-safe] */
static inline uint64_t
known_find(uintptr_t pc)
{
	const struct known_entry *set = known_set(pc);
	uint64_t frame = 0;

	for (int i = 0; i < KNOWN_WAYS && frame == 0; i++)
		frame = known_read(&set[i], pc);
	return frame;
}

/* [signal-safe] */
void known_enter(uintptr_t pc, uint64_t frame);
/* Forget all that returns into this code. */
void known_forget(uintptr_t begin, uintptr_t end);

#endif
