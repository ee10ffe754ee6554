/* SPDX-License-Identifier: MIT */
/* check_reloc_part.h -- parts of values, and the parts that they are copies of. */
#ifndef LR_CHECK_RELOC_PART_H
#define LR_CHECK_RELOC_PART_H

#include "check/relocations/check_reloc_model.h"

/* One pointer: part number `part` of a value. */
struct part { LLVMValueRef v; uint32_t part; };

static inline bool
part_same(struct part a, struct part b)
{
	return a.v == b.v && a.part == b.part;
}

bool part_is_vector(LLVMValueRef v);
/* Gets the lane that a constant index names.  False if the index is no constant, or beyond the vector. */
bool part_lane(LLVMValueRef vector, LLVMValueRef index, uint32_t *lane);
/* May a collection move what the part points to? */
bool part_is_movable(const struct rmodel *m, struct part at);
/* Does the part belong to a source, or to no node at all, and no collection moves what it points to? */
bool part_is_immovable_source(const struct rmodel *m, struct part at);
/* Goes one step back: to the pointer that *at is a copy of, or with `address` to one into the same object.  False if
** there is no single such pointer. */
bool part_inner(struct rmodel *m, struct part *at, bool address);

#endif
