/* tail_calls.c -- which functions root their arguments themselves, for musttail calls.
**
** One look at the end of each block finds the musttail calls of a module. */
#include "dialect/tail_calls.h"
#include "ir/linkage.h"

static const char ATTRIBUTE[] = ROOTS_ARGUMENTS_ATTRIBUTE;
enum { CC_TAIL = 18, CC_SWIFT_TAIL = 20, CC_PRESERVE_NONE = 21 };

static bool
is_tail_convention(unsigned cc)
{
	return cc == CC_TAIL || cc == CC_SWIFT_TAIL || cc == CC_PRESERVE_NONE;
}

bool
roots_arguments_stated(LLVMValueRef fn)
{
	return is_tail_convention(LLVMGetFunctionCallConv(fn))
		|| LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTRIBUTE,
			sizeof ATTRIBUTE - 1)
		!= NULL;
}

void
roots_arguments_stamp(LLVMValueRef fn)
{
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), ATTRIBUTE,
			sizeof ATTRIBUTE - 1, "", 0));
}

bool
is_musttail(LLVMValueRef call)
{
	return LLVMIsACallInst(call) != NULL && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
}

/* The musttail call that ends a block, or NULL.  Only a cast may come between it and the return. */
static LLVMValueRef
musttail_at_end(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetBasicBlockTerminator(bb);

	if (i == NULL || LLVMGetInstructionOpcode(i) != LLVMRet || (i = LLVMGetPreviousInstruction(i)) == NULL)
		return NULL;
	if (LLVMGetInstructionOpcode(i) == LLVMBitCast)
		i = LLVMGetPreviousInstruction(i);
	return i != NULL && is_musttail(i) ? i : NULL;
}

bool
makes_tail_calls(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		if (musttail_at_end(bb) != NULL)
			return true;
	return false;
}

/* Is the callee a definition that this call is known to reach? */
static bool
is_target(LLVMValueRef callee, LLVMValueRef call)
{
	return definition_is_final(callee) && LLVMGlobalGetValueType(callee) == LLVMGetCalledFunctionType(call);
}

static bool
address_is_taken(LLVMValueRef fn)
{
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool call = LLVMIsACallInst(user) != NULL || LLVMIsAInvokeInst(user) != NULL;
		if (!call || LLVMGetCalledValue(user) != fn)
			return true;
		for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
			if (LLVMGetOperand(user, i) == fn)
				return true;
	}
	return false;
}

/* The musttail calls of a function.  `types`: of functions that they reach through pointers. */
static void
look_at_ends(struct tail_targets *t, struct ptrmap *types, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef call = musttail_at_end(bb), callee = call != NULL ? LLVMGetCalledValue(call) : NULL;
		t->any |= call != NULL;
		if (call != NULL && LLVMIsAFunction(callee) == NULL)
			t->failed |= !ptrmap_set(types, LLVMGetCalledFunctionType(call), 1);
		else if (call != NULL && is_target(callee, call))
			t->failed |= !ptrmap_set(&t->of, callee, 1);
	}
}

void
tail_targets_find(struct tail_targets *t, LLVMModuleRef m, LLVMValueRef only, arena_alloc_fn *alloc, void *user)
{
	struct ptrmap types;

	*t = (struct tail_targets){ 0 };
	ptrmap_init(&t->of, alloc, user);
	ptrmap_init(&types, alloc, user);
	if (only != NULL) {
		look_at_ends(t, &types, only);
		ptrmap_clear(&t->of); /* who was lowered before does not know of it */
	}
	for (LLVMValueRef fn = only == NULL ? LLVMGetFirstFunction(m) : NULL; fn != NULL; fn = LLVMGetNextFunction(fn))
		look_at_ends(t, &types, fn);
	for (LLVMValueRef fn = t->any && only == NULL ? LLVMGetFirstFunction(m) : NULL; fn != NULL;
		fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn) && ptrmap_get(&types, LLVMGlobalGetValueType(fn)) != PTRMAP_NONE
			&& address_is_taken(fn))
			t->failed |= !ptrmap_set(&t->of, fn, 1);
	ptrmap_free(&types);
}

void
tail_targets_free(struct tail_targets *t)
{
	ptrmap_free(&t->of);
}

bool
roots_arguments(const struct tail_targets *t, LLVMValueRef fn)
{
	return (t->any && ptrmap_get(&t->of, fn) != PTRMAP_NONE) || roots_arguments_stated(fn);
}

bool
tail_call_is_taken(const struct tail_targets *t, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (is_tail_convention(LLVMGetInstructionCallConv(call))
		|| LLVMGetCallSiteStringAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTRIBUTE,
			sizeof ATTRIBUTE - 1)
			!= NULL)
		return true;
	if (LLVMIsAFunction(callee) != NULL) /* of a declaration only what it says counts */
		return roots_arguments_stated(callee) || (is_target(callee, call) && roots_arguments(t, callee));
	return LLVMIsAInlineAsm(callee) == NULL
		&& roots_arguments_stated(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
}
