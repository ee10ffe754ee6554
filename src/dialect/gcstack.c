/* SPDX-License-Identifier: MIT */
/* gcstack.c -- finds the GC stack of a function.  No other file searches for it. */
#include "dialect/gcstack.h"
#include "dialect/names.h"

bool
gcstack_is_getter(LLVMValueRef inst)
{
	if (!LLVMIsACallInst(inst))
		return false;
	enum intrinsic id = intrinsic_of_call(inst);
	return id == INTR_GET_PGCSTACK || id == INTR_GET_PGCSTACK_OR_NEW;
}

bool
gcstack_is_taken(LLVMValueRef fn, LLVMValueRef argument, unsigned p)
{
	if (LLVMGetFirstUse(argument) != NULL)
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if ((LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && LLVMGetCalledValue(call) == fn
			&& p < LLVMGetNumArgOperands(call) && LLVMIsUndef(LLVMGetOperand(call, p)))
			return true;
	}
	return false;
}

/* The argument that is marked "gcstack", whether or not it was taken away; *p is its number. */
static LLVMValueRef
marked_argument(LLVMValueRef fn, unsigned *p)
{
	*p = 0;
	for (LLVMValueRef a = LLVMGetFirstParam(fn); a != NULL; a = LLVMGetNextParam(a), ++*p)
		if (LLVMGetAttributeCountAtIndex(fn, *p + 1) > 0
			&& LLVMGetStringAttributeAtIndex(fn, *p + 1, "gcstack", 7) != NULL)
			return a;
	return NULL;
}

LLVMValueRef
gcstack_argument(LLVMValueRef fn)
{
	unsigned p;
	LLVMValueRef a = marked_argument(fn, &p);

	return a != NULL && !gcstack_is_taken(fn, a, p) ? a : NULL;
}

bool
gcstack_was_taken(LLVMValueRef fn)
{
	unsigned p;
	LLVMValueRef a = marked_argument(fn, &p);

	return a != NULL && gcstack_is_taken(fn, a, p);
}

struct gcstack_getters
gcstack_getters(LLVMModuleRef m)
{
	return (struct gcstack_getters){ { LLVMGetNamedFunction(m, intrinsic_name(INTR_GET_PGCSTACK)),
		LLVMGetNamedFunction(m, intrinsic_name(INTR_GET_PGCSTACK_OR_NEW)) } };
}

static LLVMValueRef
getter_in(LLVMBasicBlockRef bb, const struct gcstack_getters *g)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
		if (LLVMGetInstructionOpcode(i) == LLVMCall) {
			LLVMValueRef callee = LLVMGetCalledValue(i);
			if (callee == g->fn[0] || callee == g->fn[1])
				return i;
		}
	return NULL;
}

static LLVMValueRef
find(const struct gcstack_getters *g, LLVMValueRef fn, bool entry_only)
{
	LLVMValueRef found = gcstack_argument(fn);
	LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn);

	if (found != NULL || bb == NULL || (g->fn[0] == NULL && g->fn[1] == NULL))
		return found;
	do {
		found = getter_in(bb, g);
	} while (found == NULL && !entry_only && (bb = LLVMGetNextBasicBlock(bb)) != NULL);
	return found;
}

LLVMValueRef
gcstack_find(const struct gcstack_getters *g, LLVMValueRef fn)
{
	return find(g, fn, false);
}

LLVMValueRef
gcstack_of(LLVMValueRef fn)
{
	struct gcstack_getters g = gcstack_getters(LLVMGetGlobalParent(fn));

	return find(&g, fn, false);
}

LLVMValueRef
gcstack_at_entry(LLVMValueRef fn)
{
	struct gcstack_getters g = gcstack_getters(LLVMGetGlobalParent(fn));

	return find(&g, fn, true);
}

bool
gcstack_comes_before(LLVMValueRef gcstack, LLVMValueRef at)
{
	if (LLVMIsAInstruction(gcstack) == NULL)
		return true;
	LLVMBasicBlockRef own = LLVMGetInstructionParent(gcstack), bb = LLVMGetInstructionParent(at);
	if (own != bb)
		return own == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(own));
	for (LLVMValueRef i = at; i != NULL; i = LLVMGetPreviousInstruction(i))
		if (i == gcstack)
			return true;
	return false;
}
