/* check_look.c -- a first look: may there be anything to prove?
**
** All holes are at safepoints, in what is done to the frame, or behind landing pads, and what is lost at a safepoint is an object that an
** instruction gives.  So a function without frame has none if it has no safepoint; or if it has no instruction that gives a special
** pointer, no landing pad, and no boxed call, whose arguments may be said to be in a frame.  There the rest need not be read. */
#include "gcroots/check_model.h"
#include "lowering/abi_choice.h"

/* Is a safepoint enough for holes, whatever the function does?  Where a table finds the slots an anchor must be in the chain; where objects move
** arguments do, too; and a leaf has no safepoints. */
static bool
safepoints_suffice(struct ck *c)
{
	return check_reloads(c->fn) || check_says_leaf(c->fn) || abi_of(c->cx, c->fn) == LR_ABI_FRAMEMAP;
}

static bool
is_of_frame(enum intrinsic id)
{
	return id == INTR_NEW_GC_FRAME || id == INTR_PUSH_GC_FRAME || id == INTR_POP_GC_FRAME || id == INTR_GET_GC_FRAME_SLOT;
}

bool
check_look(struct ck *c)
{
	bool stops = false, twice, something = safepoints_suffice(c);

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if (op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr) {
				enum intrinsic id = check_callee(c, i).id;
				if (is_of_frame(id))
					return true;
				stops = stops || check_is_safepoint(c, i, &twice);
				something |= id == INTR_CALL || id == INTR_CALL2 || id == INTR_CALL3;
			}
			something = something || op == LLVMLandingPad || check_lanes(c, LLVMTypeOf(i)) > 0;
			if (stops && something)
				return true;
		}
	return false;
}
