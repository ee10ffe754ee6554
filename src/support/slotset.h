/* slotset.h -- which slots are free: a bitmap with summaries, so that the lowest free one is found in four steps. */
#ifndef LR_SLOTSET_H
#define LR_SLOTSET_H

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

/* level[0] has a bit per slot, set if it is busy; level[i+1] a bit per word of level[i], set if that word is full */
enum { SLOTSET_LEVELS = 5 };
struct slotset { uint64_t *level[SLOTSET_LEVELS]; int nlevel; };

static inline bool
slotset_init(struct slotset *s, struct arena *ar, uint32_t nslots)
{
	size_t words = (size_t)nslots / 64 + 1;

	s->nlevel = 0;
	do
		if (!(s->level[s->nlevel] = arena_zarray(ar, words + 1, sizeof *s->level[s->nlevel])))
			return false;
	while (++s->nlevel < SLOTSET_LEVELS && words > 1 && (words = words / 64 + 1));
	return true;
}

static inline void
slotset_take(struct slotset *s, uint32_t slot)
{
	for (int i = 0; i < s->nlevel; i++, slot >>= 6)
		if ((s->level[i][slot >> 6] |= (uint64_t)1 << (slot & 63)) != UINT64_MAX)
			return;
}

static inline void
slotset_give(struct slotset *s, uint32_t slot)
{
	for (int i = 0; i < s->nlevel; i++, slot >>= 6) {
		uint64_t before = s->level[i][slot >> 6];
		s->level[i][slot >> 6] = before & ~((uint64_t)1 << (slot & 63));
		if (before != UINT64_MAX)
			return;
	}
}

static inline bool
slotset_busy(const struct slotset *s, uint32_t slot)
{
	return s->level[0][slot >> 6] >> (slot & 63) & 1;
}

/* Of `slot` and those behind it, a bit each, as far as there are any. */
static inline uint64_t
slotset_window(const struct slotset *s, uint32_t slot)
{
	const uint64_t *w = &s->level[0][slot >> 6];

	return slot & 63 ? w[0] >> (slot & 63) | w[1] << (64 - (slot & 63)) : w[0];
}

/* The lowest free slot. */
static inline uint32_t
slotset_lowest(const struct slotset *s)
{
	uint32_t at = 0;

	for (int i = s->nlevel - 1; i >= 0; i--)
		at = at << 6 | (uint32_t)__builtin_ctzll(~s->level[i][at]);
	return at;
}

#endif
