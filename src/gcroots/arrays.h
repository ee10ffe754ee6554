/* arrays.h -- what slots.c asks arrays.c: which words of the frame the arguments of a boxed call take. */
#ifndef LR_ARRAYS_H
#define LR_ARRAYS_H

#include "gcroots/gcroots.h"
#include "support/slotset.h"

#define NO_SLOT UINT32_MAX
#define WANTED (UINT32_MAX - 1) /* as a value's slot: it gets one at the safepoint at hand */
#define NO_ARRAY UINT32_MAX

struct arrays {
	const struct fn *f;
	/* of the walk: slots in use, each value's own, and who has one for good, which is counted apart */
	const struct slotset *busy;
	const uint32_t *slot;
	const bool *dedicated;
	uint32_t words;          /* none lies further on */
	uint32_t *at_safe;       /* per safepoint: its array, or NO_ARRAY */
	uint32_t *next;          /* per value: the first array that it is to be in, or NO_ARRAY */
	uint32_t *planned;       /* per array: where it is going to be, if nothing gets in between, or NO_WORD */
};

/* False on no memory. */
bool arrays_init(struct arrays *, const struct fn *, const struct slotset *busy, const uint32_t *slot, const bool *dedicated);
/* Value v gets a slot at safepoint `safe`: a free one that spares another store later, or NO_SLOT. */
uint32_t arrays_hint(struct arrays *, uint32_t v, uint32_t safe);
/* The first word of the array at the safepoint at hand, or NO_WORD: it spares nothing in the frame. */
uint32_t arrays_place(const struct arrays *, const struct array *);

#endif
