/* SPDX-License-Identifier: MIT */
/* colour.h -- what colouring (colour.c) shares with its parts. */
#ifndef LR_GCROOTS_CORE_COLOUR_H
#define LR_GCROOTS_CORE_COLOUR_H

#include "gcroots/model/function.h"

#define WANTED ((word_id)(UINT32_MAX - 1)) /* as the slot of a value: it gets one at the safepoint at hand */

/* The slot of a value, by its rank. */
struct home {
	word_id slot;            /* that roots it now, WANTED or NONE */
	word_id last;            /* the last slot that it had anywhere: a good guess */
	uint32_t supports;       /* head of the list of the values that it covers */
	uint32_t array;          /* the first array that it is to be in, or NONE */
};

/* -- dedicated_slots.c */
/* Marks in `dedicated`, by rank, the values that get a dedicated slot, and numbers these slots: home.last.  False if
** memory is exhausted, here and below. */
bool dedicate_slots(struct fn *, struct arena *, bool *dedicated, struct home *);
/* Numbers the slots once all demands are made: the dedicated slots that are used come first, then `ncoloured` coloured
** ones. */
bool number_slots(struct fn *, struct arena *, const bool *dedicated, const struct home *, uint32_t ncoloured);

/* -- returns_twice.c */
/* How many values are rooted at a safepoint: in coloured slots, and in dedicated ones. */
struct rooted_at { uint32_t plain, dedicated; };
/* Raises coloured.max_live by the values that calls that may return twice need at the safepoints behind them. */
bool count_returns_twice(struct fn *, struct arena *, const struct rooted_at *per_safepoint);

#endif
