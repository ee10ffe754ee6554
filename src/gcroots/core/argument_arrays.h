/* SPDX-License-Identifier: MIT */
/* argument_arrays.h -- chooses the words of the frame for the arguments of boxed calls, for colour.c. */
#ifndef LR_GCROOTS_CORE_ARGUMENT_ARRAYS_H
#define LR_GCROOTS_CORE_ARGUMENT_ARRAYS_H

#include "gcroots/core/colour.h"
#include "base/slotset.h"

struct arrays {
	const struct fn *f;
	/* of colour.c: slots in use, and the slot of each value */
	const struct slotset *busy;
	const struct home *home;
	uint32_t words;          /* all arrays lie below this word */
	uint32_t *at_safe;       /* per safepoint: its array, or NONE */
	rank_id *rank;           /* per argument: of its value; NONE: it has none, or a dedicated slot, which is not
	                          * among those */
	word_id *planned;        /* per array: its first word, if that is still free then, or NONE */
};

/* False if memory is exhausted. */
bool arrays_init(struct arrays *, const struct fn *, const struct slotset *busy, struct home *, const bool *dedicated);
/* A free slot for the value of rank x at safepoint `safe` that spares another store at a later call, or NONE. */
word_id arrays_hint(struct arrays *, rank_id x, safepoint_id safe);
/* The first word of the array at the safepoint at hand, or NONE: in the frame it would spare no store. */
word_id arrays_place(const struct arrays *, const struct array *);

#endif
