/* SPDX-License-Identifier: MIT */
/* slotset.h -- the set of free slots: a bitmap with summaries, so that the lowest free one is found in four steps. */
#ifndef LR_BASE_SLOTSET_H
#define LR_BASE_SLOTSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* level[0] has a bit per slot, set if it is busy; level[i+1] has a bit per word of level[i], set if that word is
** full */
enum { SLOTSET_LEVELS = 5 };
struct slotset { uint64_t *level[SLOTSET_LEVELS]; };

static inline bool
slotset_init(struct slotset *s, struct arena *ar, uint32_t nslots)
{
	size_t first = (size_t)nslots / 64 + 2, all = 0; /* one more than needed: see slotset_window */

	for (size_t i = 0, words = first; i < SLOTSET_LEVELS; i++, words = words / 64 + 1)
		all += words;
	uint64_t *word = arena_zarray(ar, all, sizeof *word);
	if (!word)
		return false;
	for (size_t i = 0, words = first; i < SLOTSET_LEVELS; i++, words = words / 64 + 1) {
		s->level[i] = word;
		word += words;
	}
	return true;
}

/* Updates the summary of a word that has become full, or is no longer full. */
static inline void
slotset_sum_up(struct slotset *s, uint32_t word, bool full)
{
	for (int i = 1; i < SLOTSET_LEVELS; i++, word >>= 6) {
		uint64_t *sum = &s->level[i][word >> 6], before = *sum, bit = (uint64_t)1 << (word & 63);
		*sum = full ? before | bit : before & ~bit;
		if ((full ? *sum : before) != UINT64_MAX)
			return;
	}
}

static inline void
slotset_take(struct slotset *s, uint32_t slot)
{
	if ((s->level[0][slot >> 6] |= (uint64_t)1 << (slot & 63)) == UINT64_MAX)
		slotset_sum_up(s, slot >> 6, true);
}

static inline void
slotset_give(struct slotset *s, uint32_t slot)
{
	uint64_t *word = &s->level[0][slot >> 6], before = *word;

	*word = before & ~((uint64_t)1 << (slot & 63));
	if (before == UINT64_MAX)
		slotset_sum_up(s, slot >> 6, false);
}

static inline bool
slotset_busy(const struct slotset *s, uint32_t slot)
{
	return s->level[0][slot >> 6] >> (slot & 63) & 1;
}

/* Returns the bits of `slot` and the 63 slots behind it. */
static inline uint64_t
slotset_window(const struct slotset *s, uint32_t slot)
{
	const uint64_t *w = &s->level[0][slot >> 6];

	return w[0] >> (slot & 63) | (slot & 63 ? w[1] << (64 - (slot & 63)) : 0);
}

/* Returns the lowest free slot. */
static inline uint32_t
slotset_lowest(const struct slotset *s)
{
	uint32_t at = 0;

	if (s->level[0][0] != UINT64_MAX)
		return (uint32_t)__builtin_ctzll(~s->level[0][0]);
	for (int i = SLOTSET_LEVELS - 1; i >= 0; i--)
		at = at << 6 | (uint32_t)__builtin_ctzll(~s->level[i][at]);
	return at;
}

#endif
