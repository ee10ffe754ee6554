/* argument_arrays.h -- what colour.c asks argument_arrays.c: which words of the frame the arguments of a boxed call
** take. */
#ifndef LR_GCROOTS_CORE_ARGUMENT_ARRAYS_H
#define LR_GCROOTS_CORE_ARGUMENT_ARRAYS_H

#include "gcroots/core/colour.h"
#include "base/slotset.h"

struct arrays {
	const struct fn *f;
	/* of the walk: slots in use, and whose they are */
	const struct slotset *busy;
	const struct home *home;
	uint32_t words;          /* none lies further on */
	uint32_t *at_safe;       /* per safepoint: its array, or NONE */
	rank_id *rank;           /* per argument: of its value; NONE: it has none, or a dedicated slot, which is not
	                          * among those */
	word_id *planned;        /* per array: where it is going to be, if nothing gets in between, or NONE */
};

/* False on no memory. */
bool arrays_init(struct arrays *, const struct fn *, const struct slotset *busy, struct home *, const bool *dedicated);
/* The value of rank x gets a slot at safepoint `safe`: a free one that spares another store later, or NONE. */
word_id arrays_hint(struct arrays *, rank_id x, safepoint_id safe);
/* The first word of the array at the safepoint at hand, or NONE: it spares nothing in the frame. */
word_id arrays_place(const struct arrays *, const struct array *);

#endif
