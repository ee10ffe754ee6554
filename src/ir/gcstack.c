/* gcstack.c -- the one place that looks for the GC stack of a function. */
#include "ir/gcstack.h"
#include "ir/names.h"

bool
gcstack_is_getter(LLVMValueRef inst)
{
	if (!LLVMIsACallInst(inst))
		return false;
	enum intrinsic id = intrinsic_of_call(inst);
	return id == INTR_GET_PGCSTACK || id == INTR_GET_PGCSTACK_OR_NEW;
}

LLVMValueRef
gcstack_argument(LLVMValueRef fn)
{
	unsigned p = 0;

	for (LLVMValueRef a = LLVMGetFirstParam(fn); a != NULL; a = LLVMGetNextParam(a))
		if (LLVMGetAttributeCountAtIndex(fn, ++p) > 0 && LLVMGetStringAttributeAtIndex(fn, p, "gcstack", 7) != NULL)
			return a;
	return NULL;
}

/* `getter`: the declarations, either of which may be NULL. */
static LLVMValueRef
getter_in(LLVMBasicBlockRef bb, const LLVMValueRef *getter)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
		if (LLVMGetInstructionOpcode(i) == LLVMCall) {
			LLVMValueRef callee = LLVMGetCalledValue(i);
			if (callee == getter[0] || callee == getter[1])
				return i;
		}
	return NULL;
}

static LLVMValueRef
find(LLVMValueRef fn, bool entry_only)
{
	LLVMValueRef found = gcstack_argument(fn);
	LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn);

	if (found != NULL || bb == NULL)
		return found;
	LLVMModuleRef m = LLVMGetGlobalParent(fn);
	LLVMValueRef getter[] = {
		LLVMGetNamedFunction(m, intrinsic_name(INTR_GET_PGCSTACK)),
		LLVMGetNamedFunction(m, intrinsic_name(INTR_GET_PGCSTACK_OR_NEW))
	};
	if (getter[0] == NULL && getter[1] == NULL)
		return NULL;
	do {
		found = getter_in(bb, getter);
	} while (found == NULL && !entry_only && (bb = LLVMGetNextBasicBlock(bb)) != NULL);
	return found;
}

LLVMValueRef
gcstack_of(LLVMValueRef fn)
{
	return find(fn, false);
}

LLVMValueRef
gcstack_at_entry(LLVMValueRef fn)
{
	return find(fn, true);
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
