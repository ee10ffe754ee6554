/* SPDX-License-Identifier: MIT */
/* check_first_look.c -- a first look: may there be anything to prove?
**
** All errors are at safepoints, at operations on the frame, or behind landing pads; and a safepoint can only lose an
** object that an instruction has given.  So a function without a frame is right if it has no safepoint.  It also is if
** it has no instruction that gives a special pointer, no landing pad, and no boxed call, whose metadata may say that
** its arguments are in a frame.  The rest of such a function need not be read. */
#include "check/model/check_model.h"

/* May a safepoint be wrong whatever else the function does?  Where a table finds the slots, an anchor must be in the
** chain.  Where objects move, arguments move; a function that roots its arguments must do so; and a leaf must have no
** safepoints. */
static bool
safepoints_suffice(struct ck *c)
{
	return c->own_arguments || check_reloads(c->fn) || check_says_leaf(c)
		|| c->abi == LR_ABI_FRAMEMAP;
}

static bool
is_of_frame(enum check_fn id)
{
	return id == FN_NEW_GC_FRAME || id == FN_PUSH_GC_FRAME || id == FN_POP_GC_FRAME
		|| id == FN_GET_GC_FRAME_SLOT;
}

/* Are there byval parameters with references in them? */
static bool
has_copies(struct ck *c)
{
	LLVMAttributeRef a;

	for (unsigned i = 0, n = c->attr.byval == 0 ? 0 : LLVMCountParams(c->fn); i < n; i++)
		if ((a = LLVMGetEnumAttributeAtIndex(c->fn, i + 1, c->attr.byval)) != NULL
			&& check_has_refs(c, LLVMGetTypeAttributeValue(a)))
			return true;
	return false;
}

/* Does the instruction make stack memory that may hold references, even if no instruction loads them? */
static bool
holds_memory(struct ck *c, LLVMValueRef i, LLVMOpcode op)
{
	LLVMAttributeRef a;

	if (op == LLVMAlloca)
		return (c->typed || c->statepoints) && check_has_refs(c, LLVMGetAllocatedType(i));
	if ((op != LLVMCall && op != LLVMInvoke) || c->attr.sret == 0)
		return false;
	/* sret is the first argument, or the one behind `this` */
	for (unsigned k = 0, n = LLVMGetNumArgOperands(i); k < n && k < 2; k++) {
		if ((a = check_argument(i, k, c->attr.sret)) != NULL && check_has_refs(c, LLVMGetTypeAttributeValue(a)))
			return true;
	}
	return false;
}

bool
check_first_look(struct ck *c)
{
	bool stops = false, twice, something = safepoints_suffice(c) || has_copies(c);

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if (op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr) {
				enum check_fn id = check_callee(c, i).id;
				if (is_of_frame(id))
					return true;
				stops = stops || check_is_safepoint(c, i, &twice);
				something |= id == FN_CALL || id == FN_CALL2 || id == FN_CALL3;
			}
			something = something || op == LLVMLandingPad || check_lanes(c, LLVMTypeOf(i)) > 0
				|| holds_memory(c, i, op);
			if (stops && something)
				return true;
		}
	return false;
}
