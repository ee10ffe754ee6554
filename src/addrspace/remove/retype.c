/* SPDX-License-Identifier: MIT */
/* retype.c -- rebuilds instructions over types without special address spaces.
**
** An instruction is rebuilt if its result type, the type that it names, or the function type that it calls changes;
** otherwise only its constants are replaced.  A replaced instruction gives its uses to the new one at once, so the
** order of blocks does not matter: an instruction in front of its operands is built over the old operands and gets
** the new ones when these are replaced.  Only where LLVM derives the result type from an operand must that operand
** have its new type already; if it has not, a stand-in of the right type is used while the instruction is built. */
#include "addrspace/remove/remove.h"

void
retype_replace(struct remover *r, LLVMValueRef old, LLVMValueRef v)
{
	size_t bytes;
	const char *name = LLVMGetValueName2(old, &bytes);

	if (LLVMIsAInstruction(v) != NULL) {
		if (bytes > 0 && r->waiting != NULL) { /* two may have one name */
			LLVMSetValueName2(v, name, bytes);
		} else if (bytes > 0) {
			memcpy(r->name, name, bytes);
			LLVMSetValueName2(old, "", 0);
			LLVMSetValueName2(v, r->name, bytes);
		}
		if (LLVMHasMetadata(old)) {
			size_t n;
			LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(old, &n);
			for (unsigned i = 0; i < n; i++)
				LLVMSetMetadata(v, LLVMValueMetadataEntriesGetKind(entries, i),
					LLVMMetadataAsValue(r->context,
						LLVMValueMetadataEntriesGetMetadata(entries, i)));
			LLVMDisposeValueMetadataEntries(entries);
		}
	}
	LLVMReplaceAllUsesWith(old, v);
	LLVMInstructionEraseFromParent(old);
}

/* The operand from which the result type is derived: operand i of `inst`, or a stand-in if that has its old type
** still. */
static LLVMValueRef
typed_operand(struct remover *r, LLVMValueRef inst, unsigned i)
{
	LLVMValueRef o = operand_of(inst, i);
	LLVMTypeRef t = LLVMTypeOf(o), new_type = typemap_get(r, t);

	if (new_type == t)
		return o;
	return LLVMBuildLoad2(r->builder, new_type, LLVMConstNull(r->ptr), "");
}

/* Replaces the stand-in by the operand itself. */
static void
resolve_operand(LLVMValueRef inst, unsigned i, LLVMValueRef stand_in)
{
	LLVMValueRef o = operand_of(inst, i);

	if (o == stand_in)
		return;
	LLVMReplaceAllUsesWith(stand_in, o);
	LLVMInstructionEraseFromParent(stand_in);
}

static LLVMValueRef
build_extract_value(struct remover *r, LLVMValueRef inst, LLVMValueRef aggregate)
{
	const unsigned n = LLVMGetNumIndices(inst), *at = LLVMGetIndices(inst);

	for (unsigned i = 0; i < n; i++)
		aggregate = LLVMBuildExtractValue(r->builder, aggregate, at[i], "");
	return aggregate;
}

/* LLVM-C inserts and extracts at one level only: extract the nested aggregates, change the innermost, and insert each
** again.  The additional instructions generate no code, except that at -O0 FastISel cannot select some of them. */
static LLVMValueRef
build_insert_value(struct remover *r, LLVMValueRef inst, LLVMValueRef aggregate)
{
	const unsigned n = LLVMGetNumIndices(inst), *at = LLVMGetIndices(inst);
	LLVMValueRef v = LLVMGetOperand(inst, 1), *levels = r->values;

	levels[0] = aggregate;
	for (unsigned i = 1; i < n; i++)
		levels[i] = LLVMBuildExtractValue(r->builder, levels[i - 1], at[i - 1], "");
	for (unsigned i = n; i-- > 0;)
		v = LLVMBuildInsertValue(r->builder, levels[i], v, at[i], "");
	return v;
}

static LLVMValueRef
build_shuffle(struct remover *r, LLVMValueRef inst, LLVMValueRef first)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(r->context), t;
	const unsigned n = LLVMGetNumMaskElements(inst);
	LLVMValueRef mask;

	if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMScalableVectorTypeKind) {
		t = LLVMScalableVectorType(i32, n);
		mask = LLVMGetMaskValue(inst, 0) == 0 ? LLVMConstNull(t) : LLVMGetPoison(t);
	} else {
		for (unsigned i = 0; i < n; i++) {
			int at = LLVMGetMaskValue(inst, i);
			r->values[i] = at < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)at, false);
		}
		mask = LLVMConstVector(r->values, n);
	}
	return LLVMBuildShuffleVector(r->builder, first, LLVMGetOperand(inst, 1), mask, "");
}

static LLVMValueRef
build_gep(struct remover *r, LLVMValueRef inst, LLVMValueRef base)
{
	const unsigned n = (unsigned)LLVMGetNumOperands(inst) - 1;

	for (unsigned i = 0; i < n; i++)
		r->values[i] = operand_of(inst, i + 1);
	return LLVMBuildGEPWithNoWrapFlags(r->builder, typemap_get(r, LLVMGetGEPSourceElementType(inst)), base,
		r->values, n, "", LLVMGEPGetNoWrapFlags(inst));
}

static void
copy_scope(LLVMValueRef from, LLVMValueRef to)
{
#if LLVM_VERSION_MAJOR >= 22
	LLVMSetAtomicSyncScopeID(to, LLVMGetAtomicSyncScopeID(from));
#else
	if (LLVMIsAtomicSingleThread(from)) /* the template has other scopes */
		LLVMSetAtomicSingleThread(to, true);
#endif
}

/* Clones the template of an atomic instruction, if it needs one. */
static LLVMValueRef
clone_atomic(struct remover *r, LLVMValueRef inst)
{
#if LLVM_VERSION_MAJOR >= 22
	(void)r, (void)inst;
	return NULL;
#else
	LLVMValueRef v = templates_atomic(r, inst);

	if (v != NULL)
		LLVMSetOperand(v, 0, LLVMGetOperand(inst, 0));
	return v;
#endif
}

static LLVMValueRef
build_load(struct remover *r, LLVMValueRef inst, LLVMTypeRef type)
{
	LLVMValueRef v = clone_atomic(r, inst);

	if (v == NULL)
		v = LLVMBuildLoad2(r->builder, type, LLVMGetOperand(inst, 0), "");
	LLVMSetAlignment(v, LLVMGetAlignment(inst));
	LLVMSetVolatile(v, LLVMGetVolatile(inst));
	if (LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic) {
		LLVMSetOrdering(v, LLVMGetOrdering(inst));
		copy_scope(inst, v);
	}
	return v;
}

static LLVMValueRef
build_cmpxchg(struct remover *r, LLVMValueRef inst, LLVMValueRef expected)
{
	const LLVMAtomicOrdering success = LLVMGetCmpXchgSuccessOrdering(inst),
		failure = LLVMGetCmpXchgFailureOrdering(inst);
	LLVMValueRef v = clone_atomic(r, inst);

	if (v == NULL)
		v = LLVMBuildAtomicCmpXchg(r->builder, LLVMGetOperand(inst, 0), expected, LLVMGetOperand(inst, 2),
			success, failure, false);
	else {
		LLVMSetOperand(v, 1, expected);
		LLVMSetOperand(v, 2, LLVMGetOperand(inst, 2));
		LLVMSetCmpXchgSuccessOrdering(v, success);
		LLVMSetCmpXchgFailureOrdering(v, failure);
	}
	LLVMSetAlignment(v, LLVMGetAlignment(inst));
	LLVMSetVolatile(v, LLVMGetVolatile(inst));
	LLVMSetWeak(v, LLVMGetWeak(inst));
	copy_scope(inst, v);
	return v;
}

static LLVMValueRef
build_rmw(struct remover *r, LLVMValueRef inst, LLVMValueRef value)
{
	LLVMValueRef v = clone_atomic(r, inst);

	if (v == NULL)
		v = LLVMBuildAtomicRMW(r->builder, LLVMGetAtomicRMWBinOp(inst), LLVMGetOperand(inst, 0), value,
			LLVMGetOrdering(inst), false);
	else { /* of pointers there is only an exchange */
		LLVMSetOperand(v, 1, value);
		LLVMSetOrdering(v, LLVMGetOrdering(inst));
	}
	LLVMSetAlignment(v, LLVMGetAlignment(inst));
	LLVMSetVolatile(v, LLVMGetVolatile(inst));
	copy_scope(inst, v);
	return v;
}

static LLVMValueRef
build_phi(struct remover *r, LLVMValueRef inst, LLVMTypeRef type)
{
	const unsigned n = LLVMCountIncoming(inst);
	LLVMValueRef v = LLVMBuildPhi(r->builder, type, "");

	for (unsigned i = 0; i < n; i++) {
		r->values[i] = LLVMGetIncomingValue(inst, i);
		r->blocks[i] = LLVMGetIncomingBlock(inst, i);
	}
	LLVMAddIncoming(v, r->values, r->blocks, n);
	return v;
}

static LLVMValueRef
build_landing_pad(struct remover *r, LLVMValueRef inst, LLVMTypeRef type)
{
	const unsigned n = LLVMGetNumClauses(inst);
	LLVMValueRef v = LLVMBuildLandingPad(r->builder, type, NULL, n, "");

	for (unsigned i = 0; i < n; i++)
		LLVMAddClause(v, LLVMGetClause(inst, i));
	LLVMSetCleanup(v, LLVMIsCleanup(inst));
	return v;
}

static LLVMValueRef
build_alloca(struct remover *r, LLVMValueRef inst)
{
	const unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(inst));
	LLVMValueRef v = templates_alloca(r, inst);

	if (v == NULL) {
		layout_stack(r, space_to(r, as));
		v = LLVMBuildArrayAlloca(r->builder, typemap_get(r, LLVMGetAllocatedType(inst)),
			LLVMGetOperand(inst, 0), "");
	}
	LLVMSetAlignment(v, LLVMGetAlignment(inst));
	return v;
}

/* ---- one instruction ---- */

static void
retype_cast(struct remover *r, LLVMValueRef inst, LLVMOpcode op, LLVMTypeRef type)
{
	LLVMValueRef from = operand_of(inst, 0);

	if (op != LLVMIntToPtr && typemap_get(r, LLVMTypeOf(from)) == type) { /* the cast has become a no-op */
		LLVMReplaceAllUsesWith(inst, from != inst ? from : LLVMGetPoison(type));
		LLVMInstructionEraseFromParent(inst);
		return;
	}
	if (type == LLVMTypeOf(inst))
		return;
	LLVMPositionBuilderBefore(r->builder, inst);
	retype_replace(r, inst, LLVMBuildCast(r->builder, op, from, type, ""));
}

/* Instructions whose result has the type of operand `i`, or a part of it. */
static void
retype_by_operand(struct remover *r, LLVMValueRef inst, LLVMOpcode op, unsigned i)
{
	LLVMValueRef o, v;

	LLVMPositionBuilderBefore(r->builder, inst);
	o = typed_operand(r, inst, i);
	switch (op) {
	case LLVMGetElementPtr:
		v = build_gep(r, inst, o);
		break;
	case LLVMSelect:
		v = LLVMBuildSelect(r->builder, LLVMGetOperand(inst, 0), o, LLVMGetOperand(inst, 2), "");
		break;
	case LLVMFreeze:
		v = LLVMBuildFreeze(r->builder, o, "");
		break;
	case LLVMExtractValue:
		v = build_extract_value(r, inst, o);
		break;
	case LLVMInsertValue:
		v = build_insert_value(r, inst, o);
		break;
	case LLVMExtractElement:
		v = LLVMBuildExtractElement(r->builder, o, LLVMGetOperand(inst, 1), "");
		break;
	case LLVMInsertElement:
		v = LLVMBuildInsertElement(r->builder, o, LLVMGetOperand(inst, 1), LLVMGetOperand(inst, 2), "");
		break;
	case LLVMShuffleVector:
		v = build_shuffle(r, inst, o);
		break;
	case LLVMAtomicCmpXchg:
		v = build_cmpxchg(r, inst, o);
		break;
	default:
		v = build_rmw(r, inst, o);
		break;
	}
	resolve_operand(inst, i, o);
	retype_replace(r, inst, v);
}

static void
map_constant_operands(struct remover *r, LLVMValueRef inst)
{
	const int n = LLVMGetNumOperands(inst);

	for (int i = 0; i < n; i++) {
		LLVMValueRef o = operand_of(inst, (unsigned)i), mapped;
		switch (LLVMGetValueKind(o)) {
		case LLVMConstantPointerNullValueKind:
		case LLVMConstantAggregateZeroValueKind:
		case LLVMUndefValueValueKind:
		case LLVMPoisonValueValueKind:
		case LLVMFunctionValueKind:
		case LLVMGlobalVariableValueKind:
		case LLVMGlobalAliasValueKind:
		case LLVMGlobalIFuncValueKind:
		case LLVMConstantExprValueKind:
		case LLVMConstantStructValueKind:
		case LLVMConstantArrayValueKind:
		case LLVMConstantVectorValueKind:
		case LLVMConstantPtrAuthValueKind:
			mapped = constants_map(r, o);
			if (mapped != o)
				LLVMSetOperand(inst, (unsigned)i, mapped);
			break;
		default:
			break;
		}
	}
}

static void
retype_instruction(struct remover *r, LLVMValueRef inst)
{
	const LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	LLVMTypeRef t = LLVMTypeOf(inst), type = typemap_get(r, t), source;

	map_constant_operands(r, inst);
	switch (op) {
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		retype_call(r, inst, op);
		return;
	case LLVMAddrSpaceCast:
	case LLVMBitCast:
	case LLVMIntToPtr:
		retype_cast(r, inst, op, type);
		return;
	case LLVMAlloca:
		source = LLVMGetAllocatedType(inst);
		if (type == t && typemap_get(r, source) == source)
			return;
		LLVMPositionBuilderBefore(r->builder, inst);
		retype_replace(r, inst, build_alloca(r, inst));
		return;
	case LLVMGetElementPtr:
		source = LLVMGetGEPSourceElementType(inst);
		if (type != t || typemap_get(r, source) != source)
			retype_by_operand(r, inst, op, 0);
		return;
	default:
		break;
	}
	if (type == t)
		return;
	LLVMPositionBuilderBefore(r->builder, inst);
	switch (op) {
	case LLVMLoad:
		retype_replace(r, inst, build_load(r, inst, type));
		break;
	case LLVMPHI:
		retype_replace(r, inst, build_phi(r, inst, type));
		break;
	case LLVMVAArg:
		retype_replace(r, inst, LLVMBuildVAArg(r->builder, LLVMGetOperand(inst, 0), type, ""));
		break;
	case LLVMLandingPad:
		retype_replace(r, inst, build_landing_pad(r, inst, type));
		break;
	case LLVMSelect:
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
		retype_by_operand(r, inst, op, 1);
		break;
	default:
		retype_by_operand(r, inst, op, 0);
		break;
	}
}

void
retype_body(struct remover *r, const struct clone *fn)
{
	for (uint32_t i = fn->touched; i < fn->touched + fn->ntouched; i++)
		retype_instruction(r, r->touched[i]);
}
