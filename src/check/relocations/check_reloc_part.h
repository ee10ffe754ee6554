/* check_reloc_part.h -- parts of values, which check_reloc_pairs.c follows. */
#ifndef LR_CHECK_RELOC_PART_H
#define LR_CHECK_RELOC_PART_H

#include "check/relocations/check_reloc_model.h"

/* A pointer: part `part` of a value. */
struct part { LLVMValueRef v; uint32_t part; };

static inline bool
part_same(struct part a, struct part b)
{
	return a.v == b.v && a.part == b.part;
}

bool part_is_vector(LLVMValueRef v);
/* The lane that a constant names; false if none that there is, or none that is known. */
bool part_lane(LLVMValueRef vector, LLVMValueRef index, uint32_t *lane);
/* One step back, to what is the same pointer, or with `address` one into the same object.  False if there is no one
** such. */
bool part_inner(struct rmodel *m, struct part *at, bool address);

#endif
