/* SPDX-License-Identifier: MIT */
/* demote_float16.c -- DemoteFloat16: each operation on half or bfloat rounds to 16 bits, as IEEE 754 asks for.
**
** Where the processor lacks such operations, LLVM's code generator keeps intermediate results in 32 bits, and rounds
** only some of them. So operands are extended to float, the operation is done in float, and its result is truncated.
** No pass that folds a truncation with the extension behind it may follow.
**
** Whether the target has the operations is said by the function's attributes "julia.hasfp16" and "julia.hasbf16",
** "true" or "false". Without them half is native everywhere but on PowerPC, and bfloat nowhere. Operations with all
** fast-math flags stay: they do not ask for exact rounding. Calls stay as well. */
#include "dialect/edit/edit.h"
#include "host/passes.h"
#include "host/remark.h"

struct demotion {
	lr_context *cx;
	struct edit e;
	bool half, bfloat;       /* of the current function: operations on these are not native */
	LLVMValueRef *ops;
	uint32_t n, cap;
};

static bool
attribute_or(LLVMValueRef fn, const char *name, bool otherwise)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, name, (unsigned)strlen(name));
	unsigned n;

	if (a == NULL)
		return otherwise;
	const char *value = LLVMGetStringAttributeValue(a, &n);
	return n == 4 && memcmp(value, "true", 4) == 0;
}

/* The type of a scalar or of a vector's elements. */
static LLVMTypeRef
element(LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);

	return k == LLVMVectorTypeKind || k == LLVMScalableVectorTypeKind ? LLVMGetElementType(t) : t;
}

static bool
is_demoted(const struct demotion *d, LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(element(t));

	return (d->half && k == LLVMHalfTypeKind) || (d->bfloat && k == LLVMBFloatTypeKind);
}

static bool
concerns(const struct demotion *d, LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMFNeg: case LLVMFAdd: case LLVMFSub: case LLVMFMul: case LLVMFDiv: case LLVMFRem: case LLVMFCmp:
		return is_demoted(d, LLVMTypeOf(LLVMGetOperand(inst, 0)))
			&& (LLVMGetFastMathFlags(inst) & LLVMFastMathAll) != LLVMFastMathAll;
	default:
		return false;
	}
}

static LLVMTypeRef
wide_type(struct edit *e, LLVMTypeRef t)
{
	LLVMTypeRef wide = LLVMFloatTypeInContext(e->context);

	switch (LLVMGetTypeKind(t)) {
	case LLVMVectorTypeKind: return LLVMVectorType(wide, LLVMGetVectorSize(t));
	case LLVMScalableVectorTypeKind: return LLVMScalableVectorType(wide, LLVMGetVectorSize(t));
	default: return wide;
	}
}

static void
copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
	size_t n;

	if (!LLVMHasMetadata(from))
		return;
	LLVMValueMetadataEntry *e = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
	for (unsigned i = 0; i < n; i++) {
		LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(e, i);
		LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(e, i),
			LLVMMetadataAsValue(LLVMGetTypeContext(LLVMTypeOf(from)), md));
	}
	LLVMDisposeValueMetadataEntries(e);
}

static void
demote(struct demotion *d, LLVMValueRef inst)
{
	struct edit *e = &d->e;
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	LLVMTypeRef narrow = LLVMTypeOf(LLVMGetOperand(inst, 0)), wide = wide_type(e, narrow);
	LLVMValueRef a, b = NULL, v;

	remark_say(d->cx, LR_REMARK_ANALYSIS, "Demoted", inst, NULL, "is done in 32 bits and rounded to 16");
	edit_before(e, inst);
	a = LLVMBuildFPExt(e->builder, LLVMGetOperand(inst, 0), wide, "");
	if (op != LLVMFNeg)
		b = LLVMGetOperand(inst, 1) == LLVMGetOperand(inst, 0) ? a
			: LLVMBuildFPExt(e->builder, LLVMGetOperand(inst, 1), wide, "");
	if (op == LLVMFNeg)
		v = LLVMBuildFNeg(e->builder, a, "");
	else if (op == LLVMFCmp)
		v = LLVMBuildFCmp(e->builder, LLVMGetFCmpPredicate(inst), a, b, "");
	else
		v = LLVMBuildBinOp(e->builder, op, a, b, "");
	if (LLVMIsAInstruction(v)) { /* constants are folded */
		LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(inst));
		copy_metadata(inst, v);
	}
	if (op != LLVMFCmp)
		v = LLVMBuildFPTrunc(e->builder, v, narrow, "");
	edit_replace(e, inst, v);
}

static void
plan(struct demotion *d, LLVMValueRef fn, bool native_half)
{
	d->half = !attribute_or(fn, "julia.hasfp16", native_half);
	d->bfloat = !attribute_or(fn, "julia.hasbf16", false);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL; inst = LLVMGetNextInstruction(inst))
			if (concerns(d, inst)) {
				edit_plan_name(&d->e, inst);
				if (ARENA_PUSH(&d->e.arena, d->ops, d->n, d->cap))
					d->ops[d->n++] = inst;
			}
}

lr_status
pass_demote_float16(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct demotion d = { .cx = cx };
	bool native_half = strncmp(LLVMGetTarget(m), "powerpc", 7) != 0 && strncmp(LLVMGetTarget(m), "ppc", 3) != 0;
	lr_status st = LR_OK;

	(void)params;
	if (!edit_begin(&d.e, cx, m))
		st = lr_nomem(cx);
	for (size_t i = 0; i < nfns && st == LR_OK; i++)
		plan(&d, fns[i], native_half);
	if (st == LR_OK && !edit_ready(&d.e))
		st = lr_nomem(cx);
	for (uint32_t i = 0; i < d.n && st == LR_OK; i++) {
		demote(&d, d.ops[i]);
		cx->changed |= LR_CHANGED_IR;
	}
	edit_end(&d.e);
	return st;
}
