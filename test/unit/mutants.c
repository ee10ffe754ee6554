/* SPDX-License-Identifier: MIT */
/* mutants.c -- finding root stores, and moving instructions; for tests that break placements. */
#include "mutants.h"

bool
mutant_is_call_of(LLVMValueRef inst, enum intrinsic id)
{
	return LLVMIsACallInst(inst) != NULL && intrinsic_of_call(inst) == id;
}

bool
mutant_only_roots(LLVMValueRef slot)
{
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsAStoreInst(LLVMGetUser(u)) == NULL || LLVMGetOperand(LLVMGetUser(u), 0) == slot)
			return false;
	return true;
}

bool
mutant_is_root_store(LLVMValueRef inst)
{
	return LLVMIsAStoreInst(inst) != NULL && mutant_is_call_of(LLVMGetOperand(inst, 1), INTR_GET_GC_FRAME_SLOT)
		&& mutant_only_roots(LLVMGetOperand(inst, 1));
}

void
mutant_insert(LLVMValueRef inst, LLVMValueRef before)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(before)));

	LLVMPositionBuilderBefore(b, before);
	LLVMInsertIntoBuilder(b, inst);
	LLVMDisposeBuilder(b);
}

bool
mutant_move(LLVMValueRef inst, LLVMValueRef before)
{
	if (before == NULL || before == inst || before == LLVMGetNextInstruction(inst))
		return false;
	LLVMInstructionRemoveFromParent(inst);
	mutant_insert(inst, before);
	return true;
}

static bool
may_collect(LLVMValueRef inst)
{
	return LLVMIsACallInst(inst) != NULL && intrinsic_may_be_safepoint(intrinsic_of_call(inst));
}

LLVMValueRef
mutant_later(LLVMValueRef inst)
{
	while (LLVMIsATerminatorInst(inst = LLVMGetNextInstruction(inst)) == NULL)
		if (may_collect(inst) && LLVMGetTailCallKind(inst) != LLVMTailCallKindMustTail)
			return LLVMGetNextInstruction(inst);
	return NULL;
}

LLVMValueRef
mutant_earlier(LLVMValueRef inst)
{
	while ((inst = LLVMGetPreviousInstruction(inst)) != NULL && LLVMIsAPHINode(inst) == NULL && LLVMIsALandingPadInst(inst) == NULL)
		if (may_collect(inst))
			return inst;
	return NULL;
}
