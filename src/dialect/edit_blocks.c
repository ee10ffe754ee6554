/* edit_blocks.c -- blocks cut in two, and instructions moved to where a block begins. */
#include "dialect/edit.h"

#include <stdio.h>
#include <string.h>

#include "dialect/names.h"

enum { BLOCK_NAME_BYTES = 200 };

/* Put a detached or placed instruction at the start of `bb`, keeping its name and its debug location. */
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
	/* The name it has already: anything else, an empty one too, would be set. */
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

/* All edges into `bb` and its address are `head`'s from now on.  Without a terminator LLVM leaves the phis of the
** successors alone, which is right: `bb` goes on being their predecessor. */
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

/* The label goes to the head, which is what others know by it. */
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
	if (entry) /* in the part that stays */
		for (LLVMValueRef next, inst = cuts[n - 1]; inst != NULL; inst = next) {
			next = LLVMGetNextInstruction(inst);
			if (is_static_alloca(inst))
				move_to_start(e, inst, heads[0]);
		}
	/* From the last part to the first, each backwards: debug records of LLVM 22 then fall behind once, not once per
	** instruction.  What is still to be moved always ends before the part that stays. */
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
