/* framemap.h -- the table by which the slots of "framemap" functions are found: made by object.c, read by the runtime
** as it lies in memory.
**
** One section per image, LR_FRAMEMAP_TABLE: entries in order of the functions' addresses, each relative to itself, so
** that nothing has to be relocated or sorted at run time.  A function has one entry for each piece of its slots, and at
** least one.  Each object's part ends with an entry for the end of its code that belongs to no function, so that what
** lies between objects is nobody's.  Code in between without a record, of which LLVM removed all that collects, has an
** entry that says so (FRAMEMAP_GAP): where a part lies by itself, as in memory of the JIT, only its last entry ends
** it. */
#ifndef LR_TABLES_FRAMEMAP_H
#define LR_TABLES_FRAMEMAP_H

#include <stddef.h>
#include <stdint.h>

struct framemap_entry {
	int32_t start;           /* of the function, from the address of this field */
	uint32_t slots;          /* how far below the frame pointer they begin, in words << FRAMEMAP_WORDS_SHIFT | kind
	                          * << FRAMEMAP_COUNT_BITS | how many */
};
/* What may become of the objects in them (abi.h, LR_FRAME_MOVING). */
enum framemap_kind { FRAMEMAP_DEEP = 0, FRAMEMAP_MOVING, FRAMEMAP_FIXED };
enum {
	FRAMEMAP_COUNT_BITS = 12,
	FRAMEMAP_KIND_BITS = 2,
	FRAMEMAP_WORDS_SHIFT = FRAMEMAP_COUNT_BITS + FRAMEMAP_KIND_BITS,
	FRAMEMAP_COUNT_MAX = (1 << FRAMEMAP_COUNT_BITS) - 2,
	FRAMEMAP_END = (1 << FRAMEMAP_COUNT_BITS) - 1, /* as a count: no function; as all of `slots`: the last entry of
	                                                * an object's part */
	FRAMEMAP_GAP = FRAMEMAP_END | 1 << FRAMEMAP_COUNT_BITS, /* as all of `slots`: no function, and more follows */
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

/* The last entry of the function that `pc` is in, of `n` sorted ones; NULL: it is in none.  The others of the function
** are before it. */
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
