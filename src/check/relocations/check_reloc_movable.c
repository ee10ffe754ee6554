/* SPDX-License-Identifier: MIT */
/* check_reloc_movable.c -- which nodes are sources, and which sources point to what a collection may move. */
#include "check/relocations/check_reloc_model.h"
#include "check/model/check_table.h"

unsigned
rmodel_space(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	t = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind ? LLVMGetPointerAddressSpace(t) : 0;
}

/* The operands that a pointer is made of, if it is a cast, address arithmetic, a freeze, a select or a phi: returns how
** many, from operand `*first` on. */
static unsigned
made_of(LLVMValueRef v, unsigned *first)
{
	*first = 0;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAddrSpaceCast: case LLVMGetElementPtr: case LLVMBitCast: case LLVMFreeze:
		return 1;
	case LLVMPHI:
		return LLVMCountIncoming(v);
	case LLVMSelect:
		*first = 1;
		return 2;
	default:
		return 0;
	}
}

static bool
is_among(LLVMValueRef v, const LLVMValueRef *list, unsigned n)
{
	bool found = false;

	for (unsigned i = 0; i < n; i++)
		found |= list[i] == v;
	return found;
}

/* Does the function cast any pointer out of a collected space? */
static bool
has_casts_out(struct rmodel *m)
{
	if (m->casts_out_known)
		return m->casts_out;
	m->casts_out_known = true;
	for (uint32_t b = 0; b < m->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(m->block[b]); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAddrSpaceCastInst(i) && rmodel_collected(m, rmodel_space(LLVMGetOperand(i, 0)))
				&& !rmodel_collected(m, rmodel_space(i)))
				return m->casts_out = true;
	return false;
}

unsigned
rmodel_sources(struct rmodel *m, LLVMValueRef cast, LLVMValueRef *source)
{
	LLVMValueRef todo[RMODEL_DEEP], seen[RMODEL_DEEP];
	unsigned n = 0, nseen = 0, found = 0, first;

	if (!has_casts_out(m))
		return 0;
	for (todo[n++] = LLVMGetOperand(cast, 0); n > 0;) {
		LLVMValueRef v = todo[--n];
		if (!LLVMIsAInstruction(v) || is_among(v, seen, nseen))
			continue;
		if (nseen == RMODEL_DEEP)
			return RMODEL_DEEP + 1;
		seen[nseen++] = v;
		if (LLVMIsAAddrSpaceCastInst(v) && rmodel_collected(m, rmodel_space(LLVMGetOperand(v, 0)))) {
			source[found++] = LLVMGetOperand(v, 0);
			continue;
		}
		unsigned end = made_of(v, &first);
		for (end += first; first < end; first++) {
			LLVMValueRef from = LLVMGetOperand(v, first);
			if (!LLVMIsAInstruction(from) || is_among(from, seen, nseen) || is_among(from, todo, n))
				continue;
			if (n == RMODEL_DEEP)
				return RMODEL_DEEP + 1;
			todo[n++] = from;
		}
	}
	return found;
}

bool
rmodel_forwards(struct rmodel *m, LLVMValueRef v)
{
	LLVMValueRef source[RMODEL_DEEP];

	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPHI:
	case LLVMSelect:
	case LLVMGetElementPtr:
	case LLVMFreeze:
	case LLVMBitCast:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMExtractElement: case LLVMInsertElement: case LLVMShuffleVector:
		return true;
	case LLVMAddrSpaceCast:
		return rmodel_collected(m, rmodel_space(LLVMGetOperand(v, 0))) || rmodel_sources(m, v, source) > 0;
	case LLVMCall:
		return check_fn_of(LLVMGetCalledValue(v)) == FN_GC_LOADED || rmodel_is_intrinsic(v, "llvm.ptrmask.")
			|| rmodel_is_intrinsic(v, "llvm.launder.invariant.group.")
			|| rmodel_is_intrinsic(v, "llvm.strip.invariant.group.")
			|| rmodel_is_intrinsic(v, "llvm.ssa.copy.");
	default:
		return false;
	}
}

/* Is it a global variable whose content never changes? */
static bool
is_constant_global(const struct rmodel *m, LLVMValueRef v)
{
	for (int i = 0; i < RMODEL_DEEP && LLVMIsAConstantExpr(v); i++)
		v = LLVMGetOperand(v, 0);
	return check_is_constant_global(v, m->md_constgv);
}

/* Does a pointer of a space that is not collected surely point to what no collection moves?  Those are constants,
** pointers loaded from memory that never changes, stack memory, and types: integers made pointers, and what the runtime
** tells of an object. */
static bool
is_immovable(const struct rmodel *m, LLVMValueRef p)
{
	LLVMValueRef todo[RMODEL_DEEP], seen[RMODEL_DEEP];
	unsigned n = 0, nseen = 0, first = 0;

	for (todo[n++] = p; n > 0;) {
		LLVMValueRef v = todo[--n];
		if (is_among(v, seen, nseen) || LLVMIsAConstant(v))
			continue;
		if (!LLVMIsAInstruction(v) || nseen == RMODEL_DEEP)
			return false;
		seen[nseen++] = v;
		if (LLVMIsAAllocaInst(v) || LLVMIsAIntToPtrInst(v) || check_is_type_call(&m->cx->profile, v))
			continue;
		unsigned end = made_of(v, &first);
		if (LLVMIsALoadInst(v)) {
			LLVMValueRef from = LLVMGetOperand(v, 0);
			if (LLVMGetPointerAddressSpace(LLVMTypeOf(from)) != 0)
				return false;
			if (!is_constant_global(m, from) && !(LLVMHasMetadata(v) && (LLVMGetMetadata(v, m->md_constgv)
			    || check_immutable(v, m->md_invariant, m->md_alias_scope, m->md_tbaa))))
				return false;
			end = 1; /* the memory has to be immovable, too */
		}
		if (end == 0)
			return false;
		for (end += first; first < end; first++) {
			if (n == RMODEL_DEEP)
				return false;
			todo[n++] = LLVMGetOperand(v, first);
		}
	}
	return true;
}

bool
rmodel_source_movable(const struct rmodel *m, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	unsigned as = LLVMGetTypeKind(t) == LLVMPointerTypeKind ? LLVMGetPointerAddressSpace(t) : 0;
	bool in_dialect = rmodel_space(v) >= LR_AS_FIRST_SPECIAL && rmodel_space(v) <= LR_AS_LAST_SPECIAL;

	if (LLVMIsAArgument(v)) /* the caller holds in place what arguments point into, but for tracked ones */
		return as != LR_AS_DERIVED && as != LR_AS_CALLEE_ROOTED && as != LR_AS_LOADED;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAddrSpaceCast: /* a derived pointer of the dialect may point to memory outside of objects */
		return (as == LR_AS_TRACKED || !in_dialect) && !is_immovable(m, LLVMGetOperand(v, 0));
	case LLVMIntToPtr:
		return !in_dialect && !LLVMIsAConstant(LLVMGetOperand(v, 0));
	case LLVMCall: /* types are never moved, and immediates are no addresses */
		return check_fn_of(LLVMGetCalledValue(v)) != FN_TYPEOF
			&& check_fn_of(LLVMGetCalledValue(v)) != FN_IMMEDIATE_MAKE;
	case LLVMLoad: /* memory whose address lies in generic memory belongs to no object */
		if (as == LR_AS_LOADED && LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(v, 0))) == LR_AS_GENERIC)
			return false;
		return !is_immovable(m, v);
	default:
		return true;
	}
}
