/* SPDX-License-Identifier: MIT */
/* check_reloc_part.c -- which part of which value a part is a copy of: through casts, aggregates, lanes, and calls of
** intrinsics that return their argument. */
#include "check/relocations/check_reloc_part.h"

bool
part_is_vector(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

bool
part_lane(LLVMValueRef vector, LLVMValueRef index, uint32_t *lane)
{
	if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= LLVMGetVectorSize(LLVMTypeOf(vector)))
		return false;
	*lane = (uint32_t)LLVMConstIntGetZExtValue(index);
	return true;
}

bool
part_is_movable(const struct rmodel *m, struct part at)
{
	uint32_t node = rmodel_node(m, at.v);
	struct rnode *n = node == NONE ? NULL : &m->node[node];

	return n && at.part < n->parts && (*rnode_movable(n, at.part / 64) >> at.part % 64 & 1);
}

bool
part_is_immovable_source(const struct rmodel *m, struct part at)
{
	uint32_t node = rmodel_node(m, at.v);

	return node == NONE || (!m->node[node].forwards && at.part < m->node[node].parts && !part_is_movable(m, at));
}

/* Does the intrinsic return its argument, or with `address` a pointer into the same object? */
static bool
passes_on(LLVMValueRef call, bool address)
{
	return rmodel_is_intrinsic(call, "llvm.launder.invariant.group.")
		|| rmodel_is_intrinsic(call, "llvm.strip.invariant.group.")
		|| rmodel_is_intrinsic(call, "llvm.ssa.copy.")
		|| (address && rmodel_is_intrinsic(call, "llvm.ptrmask."));
}

/* Follows a lane through a shufflevector. */
static bool
shuffled(struct part *at)
{
	LLVMValueRef v = at->v, first = LLVMGetOperand(v, 0);
	int lane = at->part < LLVMGetNumMaskElements(v) ? LLVMGetMaskValue(v, at->part) : -1;
	uint32_t width = LLVMGetVectorSize(LLVMTypeOf(first));

	if (lane < 0) { /* poison */
		*at = (struct part){ LLVMGetPoison(LLVMTypeOf(v)), at->part };
		return true;
	}
	*at = (uint32_t)lane < width ? (struct part){ first, (uint32_t)lane }
		: (struct part){ LLVMGetOperand(v, 1), (uint32_t)lane - width };
	return true;
}

/* Follows a lane through llvm.vector.insert and llvm.vector.extract. */
static bool
lanes_of_call(struct rmodel *m, struct part *at)
{
	LLVMValueRef v = at->v, vector = LLVMGetOperand(v, 0);
	bool insert = rmodel_is_intrinsic(v, "llvm.vector.insert.");

	if ((!insert && !rmodel_is_intrinsic(v, "llvm.vector.extract.")) || !part_is_vector(v)
		|| !part_is_vector(vector))
		return false;
	uint32_t first = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(v, insert ? 2 : 1));
	uint32_t n = insert ? rmodel_parts(m, LLVMTypeOf(LLVMGetOperand(v, 1))) : 0;
	if (!insert)
		*at = (struct part){ vector, at->part + first };
	else if (at->part >= first && at->part - first < n)
		*at = (struct part){ LLVMGetOperand(v, 1), at->part - first };
	else
		at->v = vector;
	return true;
}

bool
part_inner(struct rmodel *m, struct part *at, bool address)
{
	LLVMValueRef v = at->v, from;
	uint32_t lane, n;

	if (!LLVMIsAInstruction(v))
		return false;
	from = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : NULL;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMGetElementPtr: /* a vector of addresses may be made of a single one */
		if (address)
			*at = (struct part){ from, part_is_vector(from) ? at->part : 0 };
		return address;
	case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
		at->v = from;
		return true;
	case LLVMCall:
		if (!passes_on(v, address))
			return lanes_of_call(m, at);
		at->v = from;
		return true;
	case LLVMExtractValue:
		*at = (struct part){ from, at->part + rmodel_parts_before(m, LLVMTypeOf(from), v) };
		return true;
	case LLVMInsertValue:
		lane = rmodel_parts_before(m, LLVMTypeOf(v), v);
		n = rmodel_parts(m, LLVMTypeOf(LLVMGetOperand(v, 1)));
		*at = at->part >= lane && at->part - lane < n ? (struct part){ LLVMGetOperand(v, 1), at->part - lane }
			: (struct part){ from, at->part };
		return true;
	case LLVMExtractElement:
		if (!part_is_vector(from) || !part_lane(from, LLVMGetOperand(v, 1), &lane))
			return false;
		*at = (struct part){ from, lane };
		return true;
	case LLVMInsertElement:
		if (!part_is_vector(v) || !part_lane(v, LLVMGetOperand(v, 2), &lane))
			return false;
		*at = at->part == lane ? (struct part){ LLVMGetOperand(v, 1), 0 } : (struct part){ from, at->part };
		return true;
	case LLVMShuffleVector:
		return part_is_vector(v) && part_is_vector(from) && shuffled(at);
	default:
		return false;
	}
}
