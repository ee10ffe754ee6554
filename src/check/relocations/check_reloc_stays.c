/* check_reloc_stays.c -- which pointers no collection moves: what they are made of stays where it is. */
#include "check/relocations/check_reloc_model.h"
#include "check/model/check_table.h"

unsigned
rmodel_space(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	t = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind ? LLVMGetPointerAddressSpace(t) : 0;
}

/* What a cast into a collected space comes from: pointers of collected spaces that went through one that is not.  Gives
** how many; at most RMODEL_DEEP. */
unsigned
rmodel_sources(const struct rmodel *m, LLVMValueRef cast, LLVMValueRef *source)
{
	LLVMValueRef todo[RMODEL_DEEP], seen[RMODEL_DEEP];
	unsigned n = 0, nseen = 0, found = 0;

	for (todo[n++] = LLVMGetOperand(cast, 0); n > 0;) {
		LLVMValueRef v = todo[--n];
		bool again = false;
		for (unsigned i = 0; i < nseen; i++)
			again |= seen[i] == v;
		if (again || nseen == RMODEL_DEEP || !LLVMIsAInstruction(v))
			continue;
		seen[nseen++] = v;
		LLVMOpcode op = LLVMGetInstructionOpcode(v);
		unsigned first = op == LLVMSelect,
			end = op == LLVMSelect ? 3
			: op == LLVMPHI ? LLVMCountIncoming(v)
			: 1;
		if (op == LLVMAddrSpaceCast && rmodel_collected(m, rmodel_space(LLVMGetOperand(v, 0)))) {
			source[found++] = LLVMGetOperand(v, 0);
			continue;
		}
		if (op != LLVMAddrSpaceCast && op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMFreeze
			&& op != LLVMSelect && op != LLVMPHI)
			continue;
		for (unsigned i = first; i < end && n < RMODEL_DEEP; i++)
			todo[n++] = LLVMGetOperand(v, i);
	}
	return found;
}

bool
rmodel_is_pure(const struct rmodel *m, LLVMValueRef v)
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

/* A variable whose contents never change. */
static bool
global_stays(const struct rmodel *m, LLVMValueRef v)
{
	for (int i = 0; i < RMODEL_DEEP && LLVMIsAConstantExpr(v); i++)
		v = LLVMGetOperand(v, 0);
	if (!LLVMIsAGlobalVariable(v) || LLVMIsGlobalConstant(v))
		return LLVMIsAGlobalVariable(v) != NULL;
	size_t n;
	bool found = false;
	LLVMValueMetadataEntry *e = LLVMGlobalCopyAllMetadata(v, &n);
	for (unsigned i = 0; i < n; i++)
		found |= LLVMValueMetadataEntriesGetKind(e, i) == m->md_constgv;
	LLVMDisposeValueMetadataEntries(e);
	return found;
}

/* What the front end says never moves: constants and what lies in constant memory, the stack, types (integers made
** pointers). */
static bool
generic_stays(const struct rmodel *m, LLVMValueRef p)
{
	LLVMValueRef todo[RMODEL_DEEP], seen[RMODEL_DEEP];
	unsigned n = 0, nseen = 0;

	for (todo[n++] = p; n > 0;) {
		bool again = false;
		LLVMValueRef v = todo[--n];
		for (unsigned i = 0; i < nseen; i++)
			again |= seen[i] == v;
		if (again || LLVMIsAConstant(v))
			continue;
		if (!LLVMIsAInstruction(v) || nseen == RMODEL_DEEP)
			return false;
		seen[nseen++] = v;
		LLVMOpcode op = LLVMGetInstructionOpcode(v);
		unsigned first = op == LLVMSelect,
			last = op == LLVMSelect ? 2
			: op == LLVMPHI ? LLVMCountIncoming(v) - 1
			: 0;
		if (op == LLVMAlloca || op == LLVMIntToPtr)
			continue;
		if (op == LLVMLoad) {
			LLVMValueRef from = LLVMGetOperand(v, 0);
			if (LLVMGetPointerAddressSpace(LLVMTypeOf(from)) != 0)
				return false;
			if (!global_stays(m, from) && !(LLVMHasMetadata(v) && (LLVMGetMetadata(v, m->md_constgv)
			    || check_immutable(v, m->md_invariant, m->md_alias_scope, m->md_tbaa))))
				return false;
		} else if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMFreeze && op != LLVMAddrSpaceCast
			&& op != LLVMSelect && op != LLVMPHI) {
			return false;
		}
		for (unsigned i = first; i <= last; i++) {
			if (n == RMODEL_DEEP)
				return false;
			todo[n++] = op == LLVMPHI ? LLVMGetIncomingValue(v, i) : LLVMGetOperand(v, i);
		}
	}
	return true;
}

/* Does a collection move what a node is that is made of no others? */
bool
rmodel_root_movable(const struct rmodel *m, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	unsigned as = LLVMGetTypeKind(t) == LLVMPointerTypeKind ? LLVMGetPointerAddressSpace(t) : 0;
	bool in_dialect = rmodel_space(v) >= LR_AS_FIRST_SPECIAL && rmodel_space(v) <= LR_AS_LAST_SPECIAL;

	if (LLVMIsAArgument(v)) /* of what derived ones point into the caller has made sure that it stays */
		return as != LR_AS_DERIVED && as != LR_AS_CALLEE_ROOTED && as != LR_AS_LOADED;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAddrSpaceCast: /* what the dialect calls Derived may point to anybody's memory */
		return (as == LR_AS_TRACKED || !in_dialect) && !generic_stays(m, LLVMGetOperand(v, 0));
	case LLVMIntToPtr:
		return !in_dialect && !LLVMIsAConstant(LLVMGetOperand(v, 0));
	case LLVMCall: /* types live for ever */
		return check_fn_of(LLVMGetCalledValue(v)) != FN_TYPEOF;
	case LLVMLoad: /* data that generic memory has the address of are nobody's */
		if (as == LR_AS_LOADED && LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(v, 0))) == LR_AS_GENERIC)
			return false;
		return !generic_stays(m, v);
	default:
		return true;
	}
}
