/* colour.h -- what colouring (colour.c) shares with its parts. */
#ifndef LR_GCROOTS_CORE_COLOUR_H
#define LR_GCROOTS_CORE_COLOUR_H

#include "gcroots/model/function.h"

#define WANTED ((word_id)(UINT32_MAX - 1)) /* as a value's slot: it gets one at the safepoint at hand */

/* Of a value, by its rank. */
struct home {
	word_id slot;            /* where it is rooted now, WANTED or NONE */
	word_id last;            /* where it was rooted last anywhere: a good guess */
	uint32_t supports;       /* head of the list of those that it covers */
	uint32_t array;          /* the first array that it is to be in, or NONE */
};

/* -- dedicated_slots.c */
/* Mark in `dedicated`, by rank, the values that get a slot for good, and number these slots: home.last.  False on no
** memory. */
bool dedicate_slots(struct fn *, struct arena *, bool *dedicated, struct home *);
/* All demands are there: those dedicated slots that are used come first, behind them `ncoloured` coloured ones.  False
** on no memory. */
bool number_slots(struct fn *, struct arena *, const bool *dedicated, const struct home *, uint32_t ncoloured);

/* -- returns_twice.c */
/* How many values are rooted at a safepoint: in coloured slots, and in dedicated ones. */
struct rooted_at { uint32_t plain, dedicated; };
/* Raise fn.max_live by what calls that may return twice need at the safepoints behind them.  False on no memory. */
bool count_returns_twice(struct fn *, struct arena *, const struct rooted_at *per_safepoint);

#endif
