/* SPDX-License-Identifier: MIT */
/* check_handover.c -- what a call hands over to its callee: which of the two roots the arguments, and does a table find
** the frame of the callee? */
#include "check/model/check_model.h"

enum { ASKS = 1, FRAMED = 2, JUMPS = 4 };

/* Does a function ask for the GC stack, does it have a frame already, and does it make musttail calls? */
static uint32_t
look_at_body(LLVMValueRef fn)
{
	uint32_t seen = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			enum check_fn id = LLVMIsACallInst(i) ? check_fn_of(LLVMGetCalledValue(i)) : FN_OTHER;
			seen |= id == FN_GET_PGCSTACK ? ASKS : 0;
			seen |= id == FN_NEW_GC_FRAME ? FRAMED : 0;
			if (LLVMIsACallInst(i) && LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail)
				seen |= JUMPS;
		}
	return seen;
}

bool
check_replaceable(LLVMValueRef fn)
{
	LLVMLinkage l = LLVMGetLinkage(fn);

	if (l == LLVMInternalLinkage || l == LLVMPrivateLinkage)
		return false;
	return l != LLVMExternalLinkage || (LLVMGetVisibility(fn) == LLVMDefaultVisibility
		&& LLVMGetModuleFlag(LLVMGetGlobalParent(fn), "SemanticInterposition", 21) != NULL);
}

/* What the body of a callee shows, if no other definition can replace it: 0, or at least ASKS, so that it roots its
** values. */
static uint32_t
known_body(struct ck *c, LLVMValueRef callee)
{
	uint32_t seen;

	if (LLVMIsAFunction(callee) == NULL || LLVMIsDeclaration(callee) || check_replaceable(callee))
		return 0;
	if ((seen = ptrmap_get(&c->walked, callee)) != PTRMAP_NONE)
		return seen;
	seen = look_at_body(callee);
	seen = (seen & ASKS) != 0 || check_gcstack(callee) != NULL ? seen | ASKS : 0;
	ptrmap_set(&c->walked, callee, seen);
	return seen;
}

/* Does a table find the frame of the callee?  Not for certain if the callee may jump to a function that takes its place
** on the stack, unless it is marked: then its jumps are checked. */
static bool
is_walked(struct ck *c, LLVMValueRef call, LLVMValueRef callee)
{
	if (check_says_walked(c->cx, call, callee))
		return true;
	if (LLVMIsAFunction(callee) == NULL || check_abi(c->cx, callee) != LR_ABI_FRAMEMAP)
		return false;
	uint32_t seen = known_body(c, callee);
	return seen != 0 && (seen & JUMPS) == 0;
}

bool
check_jumps(LLVMValueRef fn)
{
	return (look_at_body(fn) & JUMPS) != 0;
}

/* Is it a musttail call whose callee roots its arguments?  The call, its convention or the callee says so; of a callee
** that is a pointer, the calling function. */
static bool
is_taken_jump(const struct ck *c, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (LLVMIsACallInst(call) == NULL || LLVMGetTailCallKind(call) != LLVMTailCallKindMustTail)
		return false;
	if (check_is_tail_convention(LLVMGetInstructionCallConv(call))
		|| LLVMGetCallSiteStringAttribute(call, CK_ON_FUNCTION, CHECK_ROOTED_BY_CALLEE,
			sizeof CHECK_ROOTED_BY_CALLEE - 1)
			!= NULL)
		return true;
	if (LLVMIsAInlineAsm(callee) != NULL)
		return false;
	return check_roots_arguments(LLVMIsAFunction(callee) != NULL ? callee : c->fn);
}

/* Does the callee root its arguments, and update them where objects move?  A function that is lowered says so by its
** attribute.  Pass managers that lower one function after another leave some for later, which will do what their
** attributes or the options ask for. */
static bool
tolerates_moves(struct ck *c, LLVMValueRef callee)
{
	lr_abi abi = check_abi(c->cx, callee);
	uint32_t seen = known_body(c, callee);

	if (seen == 0)
		return false;
	return abi == LR_ABI_STATEPOINT || check_reloads(callee)
		|| (!(seen & FRAMED) && check_will_reload(callee, abi, c->reload));
}

bool
check_takes_over(struct ck *c, LLVMValueRef call)
{
	if (is_taken_jump(c, call))
		return true;
	if (!c->moving)
		return false;
	const struct callee f = check_callee(c, call);
	if (f.fn == NULL || LLVMGetNumOperandBundles(call) != 0 || f.id != FN_OTHER
		|| LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)))
		return false; /* arguments that va_arg takes lie in memory that the callee does not root */
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, i));
		if (check_space(t) == LR_AS_DERIVED || check_space(t) == LR_AS_LOADED)
			return false;
	}
	return tolerates_moves(c, f.fn);
}

bool
check_leaves(struct ck *c, LLVMValueRef call)
{
	switch (check_callee(c, call).id) {
	case FN_GC_ALLOC: /* the runtime finds the frame of the caller of these */
	case FN_SAFEPOINT:
		return false;
	case FN_CALL:
		return !is_walked(c, call, LLVMGetOperand(call, 0));
	case FN_OTHER:
		return !is_walked(c, call, LLVMGetCalledValue(call));
	default:
		return true;
	}
}
