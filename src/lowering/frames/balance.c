/* SPDX-License-Identifier: MIT */
/* balance.c -- builds code that checks at run time that frames are popped as they were pushed: lr_options.check_frames.
**
** The head of the chain is loaded where a function begins and where it returns, and the runtime compares the two
** (lr_check_frames). The checker proves the same at compile time; this code also finds mistakes of later passes and of
** hand-written code. */
#include "lowering/common/lowering.h"

static const char NAME[] = "lr_check_frames";

static LLVMValueRef
load_head(struct lower *l)
{
	LLVMValueRef at = l->shadow ? shadow_chain(l->e.module, l->e.builder) : l->pgcstack;
	LLVMValueRef head = LLVMBuildLoad2(l->e.builder, l->e.ptr, at, "gchead");

	LLVMSetAlignment(head, l->e.word_bytes);
	LLVMSetVolatile(head, true); /* LLVM must not forward a stored value to it */
	return head;
}

void
balance_lower(struct lower *l)
{
	struct edit *e = &l->e;
	LLVMTypeRef params[] = { e->ptr, e->ptr, e->ptr }, type = LLVMFunctionType(e->void_type, params, 3, false);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->fn);
	LLVMValueRef first = l->pgcstack != NULL && LLVMIsAInstruction(l->pgcstack)
		? LLVMGetNextInstruction(l->pgcstack) : LLVMGetFirstInstruction(entry),
		args[3] = { NULL };

	edit_before(e, first);
	args[0] = load_head(l);
	for (LLVMBasicBlockRef bb = entry; bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb), before = LLVMGetPreviousInstruction(end);
		if (!LLVMIsAReturnInst(end))
			continue;
		if (before != NULL && LLVMIsACallInst(before)
			&& LLVMGetTailCallKind(before) == LLVMTailCallKindMustTail)
			end = before;
		edit_before(e, end);
		args[1] = load_head(l);
		if (args[2] == NULL)
			args[2] = LLVMBuildGlobalStringPtr(e->builder, value_name(l->fn), "checked");
		LLVMValueRef f = LLVMGetNamedFunction(e->module, NAME);
		if (f == NULL)
			f = LLVMAddFunction(e->module, NAME, type);
		LLVMBuildCall2(e->builder, type, f, args, 3, "");
	}
}
