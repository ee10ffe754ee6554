/* SPDX-License-Identifier: MIT */
/* retype_plan.c -- examines every instruction before anything changes: maps all types that retype.c will ask for,
** finds the constants that will be rebuilt, measures the scratch memory, and reports what cannot be moved. */
#include "addrspace/remove/remove.h"

static void
note_max(size_t *max, size_t n)
{
	if (n > *max)
		*max = n;
}

/* An argument that is swifterror or inalloca must come from an alloca that says so. */
static void
plan_fragile(struct remover *r, LLVMValueRef call, LLVMAttributeIndex at, unsigned kind)
{
	LLVMValueRef o;
	LLVMTypeRef t;

	if (at == 0 || kind == 0 || (kind != r->attr_swifterror && kind != r->attr_inalloca))
		return;
	o = LLVMGetOperand(call, at - 1);
	if (LLVMIsAAllocaInst(o) == NULL)
		return;
	t = LLVMGetAllocatedType(o);
	if (typemap_get(r, t) == t && typemap_get(r, LLVMTypeOf(o)) == LLVMTypeOf(o))
		return;
	if (kind == r->attr_swifterror)
		templates_plan_swifterror(r, o);
	else
		r->status = lr_fail(r->cx, LR_E_DIALECT, o, "inalloca memory of pointers %s cannot be made anew",
			going_spaces(r));
}

static void
plan_declared_fragile(struct remover *r, LLVMValueRef call, LLVMValueRef callee)
{
	const unsigned n = LLVMGetNumArgOperands(call), declared = LLVMCountParams(callee);

	for (unsigned i = 1; i <= n && i <= declared; i++) {
		if (LLVMGetAttributeCountAtIndex(callee, i) == 0)
			continue;
		if (LLVMGetEnumAttributeAtIndex(callee, i, r->attr_swifterror) != NULL)
			plan_fragile(r, call, i, r->attr_swifterror);
		if (LLVMGetEnumAttributeAtIndex(callee, i, r->attr_inalloca) != NULL
		 /* then plan_attributes reports it */
		 && LLVMGetCallSiteEnumAttribute(call, i, r->attr_inalloca) == NULL)
			plan_fragile(r, call, i, r->attr_inalloca);
	}
}

/* Does an attribute at index `at` change?  Only attributes of the result and of parameters name types. */
static bool
plan_attributes(struct remover *r, LLVMValueRef call, LLVMAttributeIndex at)
{
	const unsigned n = LLVMGetCallSiteAttributeCount(call, at);
	LLVMAttributeRef few[16], *attributes = few;
	bool changes = false;

	if (n == 0)
		return false;
	note_max(&r->max_attributes, n);
	if (n > 16 && (attributes = arena_array(&r->arena, n, sizeof *attributes)) == NULL)
		return false;
	LLVMGetCallSiteAttributes(call, at, attributes);
	for (unsigned i = 0; i < n; i++) {
		plan_fragile(r, call, at, LLVMGetEnumAttributeKind(attributes[i]));
		changes |= typemap_attribute(r, attributes[i]) != attributes[i];
	}
	return changes;
}

static bool
plan_call(struct remover *r, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const unsigned n = LLVMGetNumArgOperands(call);
	LLVMTypeRef t = LLVMGetCalledFunctionType(call);
	bool changes = typemap_get(r, t) != t;

	note_max(&r->max_bundles, LLVMGetNumOperandBundles(call));
	for (unsigned i = 0; i <= n; i++)
		changes |= plan_attributes(r, call, i);
	note_max(&r->max_attributes, LLVMGetCallSiteAttributeCount(call, FUNCTION_INDEX));
	if (LLVMGetValueKind(callee) == LLVMInlineAsmValueKind)
		typemap_get(r, LLVMGetInlineAsmFunctionType(callee));
	if (r->fragile_allocas && LLVMGetValueKind(callee) == LLVMFunctionValueKind)
		plan_declared_fragile(r, call, callee);
	return changes;
}

static bool
can_rebuild(LLVMOpcode op)
{
	switch (op) {
	case LLVMAlloca:
	case LLVMLoad:
	case LLVMGetElementPtr:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMFreeze:
	case LLVMAddrSpaceCast:
	case LLVMBitCast:
	case LLVMIntToPtr:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector:
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
	case LLVMVAArg:
	case LLVMLandingPad:
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		return true;
	default:
		return false;
	}
}

/* These GC strategies of LLVM recognise objects by their address space, which relocates therefore must keep. */
static bool
is_bound_relocate(LLVMValueRef inst)
{
	const char *gc;
	size_t n;

	LLVMValueRef callee = LLVMGetCalledValue(inst);
	if (callee == NULL || LLVMIsAFunction(callee) == NULL
		|| strncmp(LLVMGetValueName2(callee, &n), "llvm.experimental.gc.relocate", 29) != 0)
		return false;
	gc = LLVMGetGC(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
	return gc != NULL && (strcmp(gc, "statepoint-example") == 0 || strcmp(gc, "coreclr") == 0);
}

/* Will retype.c have to do anything to it? */
static bool
plan_instruction(struct remover *r, LLVMValueRef inst)
{
	const LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	const int n = LLVMGetNumOperands(inst);
	LLVMTypeRef t = LLVMTypeOf(inst);
	const bool changes = typemap_get(r, t) != t;
	bool touched = changes;

	note_max(&r->max_operands, (size_t)n);
	if (changes && (!can_rebuild(op) || (op == LLVMCall && is_bound_relocate(inst))))
		r->status = lr_fail(r->cx, LR_E_DIALECT, inst,
			"an instruction of this kind cannot be moved to address space 0");
	switch (op) {
	case LLVMAlloca:
		t = LLVMGetAllocatedType(inst);
		touched |= typemap_get(r, t) != t;
		if (changes && !r->all)
			r->status = lr_fail(r->cx, LR_E_DIALECT, inst,
				"an alloca in a special address space: the stack holds no objects");
		break;
	case LLVMGetElementPtr:
		t = LLVMGetGEPSourceElementType(inst);
		touched |= typemap_get(r, t) != t;
		break;
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		touched |= plan_call(r, inst);
		break;
	case LLVMAddrSpaceCast:
	case LLVMBitCast: /* it may have become a no-op */
		touched = true;
		break;
	case LLVMInsertValue:
		note_max(&r->max_operands, LLVMGetNumIndices(inst));
		break;
#if LLVM_VERSION_MAJOR < 22
	case LLVMLoad:
		if (!changes || LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic)
			break;
		templates_plan_scope(r, inst);
		break;
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
		if (changes)
			templates_plan_scope(r, inst);
		break;
#endif
	case LLVMShuffleVector:
		note_max(&r->max_operands, LLVMGetNumMaskElements(inst) + (size_t)2);
		break;
	default:
		break;
	}
	for (int i = 0; i < n; i++) {
		LLVMValueRef o = operand_of(inst, (unsigned)i);
		switch (LLVMGetValueKind(o)) {
		case LLVMArgumentValueKind:
		case LLVMBasicBlockValueKind:
		case LLVMConstantIntValueKind:
		case LLVMConstantFPValueKind:
		case LLVMMetadataAsValueValueKind:
		case LLVMInlineAsmValueKind:
			break;
		case LLVMFunctionValueKind:
			touched |= r->functions_move;
			break;
		case LLVMInstructionValueKind:
			if (LLVMIsAInstruction(o) != NULL)
				break;
			/* fall through */
		default:
			touched |= constants_plan(r, inst, o);
			break;
		}
	}
	return touched;
}

void
retype_plan(struct remover *r, struct clone *fn)
{
	fn->touched = r->ntouched;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn->old); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			if (plan_instruction(r, i)) {
				if (!ARENA_APPEND(&r->arena, r->touched, r->ntouched, r->touched_cap))
					return;
				r->touched[r->ntouched++] = i;
			}
	fn->ntouched = r->ntouched - fn->touched;
}

void
retype_plan_names(struct remover *r)
{
	for (uint32_t i = 0; i < r->ntouched; i++) {
		size_t bytes;
		LLVMGetValueName2(r->touched[i], &bytes);
		note_max(&r->max_name, bytes);
	}
}
