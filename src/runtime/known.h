/* known.h -- what tables have said of frames, by the address that is returned to (known.c): most of a deep stack is the same few, over and over, and so is
** the next collection's.
**
** One cache for all threads, without locks: a version of each entry says whether it was changed while somebody read it.  Only what is simple is kept:
** slots side by side below the frame pointer, or few above the stack pointer whose objects may move.
** A walk enters only what its own stack returns to, so that is loaded meanwhile; what is unloaded goes out with its table. */
#ifndef LR_RT_KNOWN_H
#define LR_RT_KNOWN_H

#include <stdbool.h>
#include <stdint.h>

enum { KNOWN_BITS = 11, KNOWN_WAYS = 2, KNOWN_VERSION_BITS = 16 };
struct known_entry {
	uint64_t key;              /* return address << 16 | version; an address of 0: none, or being changed */
	uint64_t frame;            /* see below; it is never 0 */
};
extern struct known_entry known_entries[1 << KNOWN_BITS][KNOWN_WAYS] __attribute__((visibility("hidden")));

/* A frame in a word:
**   run    words from the frame pointer down << 16 | how many << 4 | flags (enum lr_root_flags) << 2 | 1
**   mask   a bit for each of 48 words << 16 | words from the stack pointer to the first of them << 2 | 2 */
enum { KNOWN_KIND = 3, KNOWN_RUN = 1, KNOWN_MASK = 2, KNOWN_MASK_SHIFT = 16, KNOWN_MASK_WORDS = 48, KNOWN_FIRST_MAX = (1 << 14) - 1 };

static inline struct known_entry *
known_set(uintptr_t pc)
{
	return known_entries[(uint64_t)pc * 0x9E3779B97F4A7C15u >> (64 - KNOWN_BITS)];
}

/* 0: nothing is known.  [signal-safe] */
static inline uint64_t
known_find(uintptr_t pc)
{
	struct known_entry *set = known_set(pc);

	for (int i = 0; i < KNOWN_WAYS; i++) {
		uint64_t key = __atomic_load_n(&set[i].key, __ATOMIC_ACQUIRE);
		if (key >> KNOWN_VERSION_BITS != pc || pc == 0)
			continue;
		uint64_t frame = __atomic_load_n(&set[i].frame, __ATOMIC_RELAXED);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (__atomic_load_n(&set[i].key, __ATOMIC_RELAXED) == key)
			return frame;
	}
	return 0;
}

/* [signal-safe] */
void known_enter(uintptr_t pc, uint64_t frame);
/* Forget all that returns into this code. */
void known_forget(uintptr_t begin, uintptr_t end);

#endif
