/* SPDX-License-Identifier: MIT */
/* edit_blocks.c -- splits blocks, and moves instructions to the start of a block. */
#include "dialect/edit/edit.h"

#include <stdio.h>
#include <string.h>

#include "dialect/names.h"

enum { BLOCK_NAME_BYTES = 200 };

/* Moves an instruction, which may be in no block, to the start of `bb`, with its name and debug location. */
static void
move_to_start(struct edit *e, LLVMValueRef inst, LLVMBasicBlockRef bb)
{
	LLVMValueRef first = LLVMGetFirstInstruction(bb);

	LLVMInstructionRemoveFromParent(inst);
	if (first != NULL)
		LLVMPositionBuilderBefore(e->builder, first);
	else
		LLVMPositionBuilderAtEnd(e->builder, bb);
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	/* LLVM sets the name that is passed, even an empty one, so the old one is passed. */
	LLVMInsertIntoBuilderWithName(e->builder, inst, value_name(inst));
}

void
edit_drop_lifetimes(LLVMValueRef alloca)
{
	for (LLVMUseRef u = LLVMGetFirstUse(alloca), next; u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (LLVMIsACallInst(user) && intrinsic_of_call(user) == INTR_LLVM_LIFETIME)
			LLVMInstructionEraseFromParent(user);
	}
}

void
edit_raise(struct edit *e, LLVMValueRef inst)
{
	move_to_start(e, inst, LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst))));
}

static bool
is_static_alloca(LLVMValueRef inst)
{
	return LLVMIsAAllocaInst(inst) && LLVMIsAConstantInt(LLVMGetOperand(inst, 0));
}

/* Redirects all edges into `bb`, and its address, to `head`.  While `bb` has no terminator, LLVM does not change the
** phis of its successors, which is right: `bb` remains their predecessor. */
static void
redirect_edges(struct edit *e, LLVMBasicBlockRef bb, LLVMBasicBlockRef head)
{
	LLVMValueRef terminator = LLVMGetBasicBlockTerminator(bb);

	LLVMInstructionRemoveFromParent(terminator);
	LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(bb), LLVMBasicBlockAsValue(head));
	LLVMPositionBuilderAtEnd(e->builder, bb);
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	LLVMInsertIntoBuilderWithName(e->builder, terminator, value_name(terminator));
}

/* Moves the name to the head, which is the block that other code refers to. */
static void
pass_on_label(LLVMBasicBlockRef bb, LLVMBasicBlockRef head)
{
	char name[BLOCK_NAME_BYTES];

	snprintf(name, sizeof name, "%s", LLVMGetBasicBlockName(bb));
	if (name[0] == '\0')
		return;
	LLVMSetValueName2(LLVMBasicBlockAsValue(bb), "", 0);
	LLVMSetValueName2(LLVMBasicBlockAsValue(head), name, strlen(name));
	LLVMSetValueName2(LLVMBasicBlockAsValue(bb), name, strlen(name));
}

void
edit_cut_block(struct edit *e, LLVMBasicBlockRef bb, LLVMValueRef *cuts, size_t n, LLVMBasicBlockRef *heads)
{
	bool entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(bb)) == bb;

	for (size_t i = 0; i < n; i++)
		heads[i] = LLVMInsertBasicBlockInContext(e->context, bb, "");
	if (entry) /* in the part that stays in `bb` */
		for (LLVMValueRef next, inst = cuts[n - 1]; inst != NULL; inst = next) {
			next = LLVMGetNextInstruction(inst);
			if (is_static_alloca(inst))
				move_to_start(e, inst, heads[0]);
		}
	/* From the last part to the first, each backwards: debug records of LLVM 22 are then left behind once, not once
	** per instruction.  The instructions that are still to be moved always precede the part that stays. */
	for (size_t i = n; i-- > 0;) {
		for (LLVMValueRef prev, inst = LLVMGetPreviousInstruction(cuts[n - 1]); inst != NULL; inst = prev) {
			bool last = i > 0 && inst == cuts[i - 1];
			prev = LLVMGetPreviousInstruction(inst);
			move_to_start(e, inst, entry && is_static_alloca(inst) ? heads[0] : heads[i]);
			if (last)
				break;
		}
	}
	redirect_edges(e, bb, heads[0]);
	pass_on_label(bb, heads[0]);
}
