/* SPDX-License-Identifier: MIT */
/* framemap.h -- the table by which the slots of "framemap" functions are found.  object.c makes it; the runtime reads
** it as it lies in memory.
**
** One section per image, LR_FRAMEMAP_TABLE, holds entries in order of the functions' addresses.  Each is relative to
** itself, so that nothing must be relocated or sorted at run time.  A function has one entry for each group of its
** slots, and at least one.  The part of each object ends with an entry for the end of its code, so that bytes between
** objects belong to no function.  Code without a record, from which LLVM removed everything that collects, has an entry
** that says so (FRAMEMAP_GAP).  Where a part lies by itself, as in memory of the JIT, only its last entry ends it. */
#ifndef LR_TABLES_FRAMEMAP_H
#define LR_TABLES_FRAMEMAP_H

#include <stddef.h>
#include <stdint.h>

struct framemap_entry {
	int32_t start;           /* start of the function, relative to the address of this field */
	uint32_t slots;          /* distance of the first slot below the frame pointer, in words << FRAMEMAP_WORDS_SHIFT
	                          * | kind << FRAMEMAP_COUNT_BITS | number of slots */
};
/* What the collector may do with the objects in the slots (abi.h, LR_FRAME_MOVING). */
enum framemap_kind { FRAMEMAP_DEEP = 0, FRAMEMAP_MOVING, FRAMEMAP_PINNED };
enum {
	FRAMEMAP_COUNT_BITS = 12,
	FRAMEMAP_KIND_BITS = 2,
	FRAMEMAP_WORDS_SHIFT = FRAMEMAP_COUNT_BITS + FRAMEMAP_KIND_BITS,
	FRAMEMAP_COUNT_MAX = (1 << FRAMEMAP_COUNT_BITS) - 2,
	FRAMEMAP_END = (1 << FRAMEMAP_COUNT_BITS) - 1, /* as a count: no function; as all of `slots`: the last entry of
	                                                * an object's part */
	FRAMEMAP_GAP = FRAMEMAP_END | 1 << FRAMEMAP_COUNT_BITS, /* as all of `slots`: no function, and more entries
	                                                         * follow */
	FRAMEMAP_WORDS_MAX = (1 << (32 - FRAMEMAP_WORDS_SHIFT)) - 1
};

static inline uintptr_t
framemap_start(const struct framemap_entry *e)
{
	return (uintptr_t)e + (uintptr_t)(intptr_t)e->start;
}
static inline uint32_t
framemap_count(const struct framemap_entry *e)
{
	return e->slots & FRAMEMAP_END;
}
static inline uint32_t
framemap_words(const struct framemap_entry *e)
{
	return e->slots >> FRAMEMAP_WORDS_SHIFT;
}
static inline enum framemap_kind
framemap_kind_of(const struct framemap_entry *e)
{
	return (enum framemap_kind)(e->slots >> FRAMEMAP_COUNT_BITS & ((1u << FRAMEMAP_KIND_BITS) - 1));
}

/* Returns the last entry of the function that contains `pc`, among `n` sorted ones; NULL if no function does.  The
** other entries of the function precede it. */
static inline const struct framemap_entry *
framemap_find(const struct framemap_entry *e, uint32_t n, uintptr_t pc)
{
	uint32_t lo = 0, hi = n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (framemap_start(&e[mid]) <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo == 0 || framemap_count(&e[lo - 1]) == FRAMEMAP_END ? NULL : &e[lo - 1];
}

#endif
