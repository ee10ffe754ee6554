/* SPDX-License-Identifier: MIT */
/* walked.c -- definitions that are marked "lateroot-walked" (dialect/walked.h) are held to the mark: their callers, in
** other modules too, link no anchor.
**
** Such a function needs a frame that a table describes at each call that may collect.  So it has an ABI with tables and
** a GC stack, or calls nothing that collects.  A musttail call puts another function into its place, which must be
** walked as well.  If the ABI without tables is that of all functions that do not say, the mark has no meaning: callers
** of such ABIs link no anchors either. */
#include "dialect/abi.h"
#include "dialect/gcstack.h"
#include "dialect/walked.h"
#include "gcroots/plan/phases.h"

static bool
names_abi(LLVMValueRef fn)
{
	return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ABI_ATTRIBUTE,
		sizeof ABI_ATTRIBUTE - 1) != NULL;
}

/* Is control in the callee walked like the function, or does the callee never collect? */
static bool
is_harmless(struct session *s, LLVMValueRef call, bool *failed)
{
	const struct callee_info *c = session_callee(s, LLVMGetCalledValue(call));
	struct callee_info here;

	if (c == NULL) {
		*failed = true;
		return true;
	}
	here = *c;
	if (c->asks && session_has_attributes(call))
		*failed |= !session_call_site(s, call, &here);
	return !here.safepoint || (is_musttail(call) && (c->table || c->statepoint || session_is_walked(c, call)));
}

lr_status
walked_check(struct session *s, LLVMValueRef fn, lr_abi abi)
{
	bool failed = false;

	if (!walked_is_stated(fn))
		return LR_OK;
	if (!abi_has_table(abi)) {
		if (!names_abi(fn))
			return LR_OK;
		return lr_fail(s->cx, LR_E_DIALECT, fn,
			"the function is marked \"lateroot-walked\", and no table describes frames of its ABI '%s'",
			lr_abi_name(abi));
	}
	const bool rootless = gcstack_find(&s->getters, fn) == NULL;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
			const LLVMOpcode op = LLVMGetInstructionOpcode(i);
			const bool call = op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
			if (!call || (!rootless && !is_musttail(i)) || is_harmless(s, i, &failed))
				continue;
			return lr_fail(s->cx, LR_E_DIALECT, i, is_musttail(i)
				? "the function is marked \"lateroot-walked\", and a function without the mark takes "
				"its place here"
				: "the function is marked \"lateroot-walked\", and has no GC stack, so that no table "
				"describes its frame at this call, which may collect");
		}
	return failed ? lr_nomem(s->cx) : LR_OK;
}
