/* check_reloc_part.c -- the part of a value that a part of another one is: through aggregates, lanes and calls that
** pass a pointer on. */
#include "check/relocations/check_reloc_part.h"

bool
part_is_vector(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

/* The lane that a constant names; false if none that there is, or none that is known. */
bool
part_lane(LLVMValueRef vector, LLVMValueRef index, uint32_t *lane)
{
	if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= LLVMGetVectorSize(LLVMTypeOf(vector)))
		return false;
	*lane = (uint32_t)LLVMConstIntGetZExtValue(index);
	return true;
}

/* A call of an intrinsic that gives back its argument, or with `address` a place in the same object. */
static bool
passes_on(LLVMValueRef call, bool address)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = LLVMIsAFunction(callee) ? value_name(callee) : "";
	bool same = strncmp(name, "llvm.launder.invariant.group.", 29) == 0
		|| strncmp(name, "llvm.strip.invariant.group.", 27) == 0 || strncmp(name, "llvm.ssa.copy.", 14) == 0;

	return same || (address && strncmp(name, "llvm.ptrmask.", 13) == 0);
}

/* The lane that a shuffle takes. */
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

/* The same for lanes that an intrinsic takes out of a vector, or puts into one. */
static bool
lanes_of_call(struct rmodel *m, struct part *at)
{
	LLVMValueRef v = at->v, callee = LLVMGetCalledValue(v), vector = LLVMGetOperand(v, 0);
	const char *name = LLVMIsAFunction(callee) ? value_name(callee) : "";
	bool insert = strncmp(name, "llvm.vector.insert.", 19) == 0;

	if ((!insert && strncmp(name, "llvm.vector.extract.", 20) != 0) || !part_is_vector(v)
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

/* One step back, to what is the same pointer, or with `address` one into the same object.  False if there is no one
** such. */
bool
part_inner(struct rmodel *m, struct part *at, bool address)
{
	LLVMValueRef v = at->v, from;
	uint32_t lane, n;

	if (!LLVMIsAInstruction(v))
		return false;
	from = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : NULL;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMGetElementPtr: /* of one address, many may be made */
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
