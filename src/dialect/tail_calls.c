/* SPDX-License-Identifier: MIT */
/* tail_calls.c -- finds the functions that root their arguments themselves, for musttail calls.
**
** The uses of each definition tell which musttail calls reach it by its name.  Only if the address of some definition
** is taken, the ends of all blocks are searched for musttail calls through pointers. */
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

LLVMValueRef
musttail_before(LLVMValueRef ret)
{
	LLVMValueRef i = LLVMGetPreviousInstruction(ret);

	if (i != NULL && LLVMGetInstructionOpcode(i) == LLVMBitCast)
		i = LLVMGetPreviousInstruction(i);
	return i != NULL && is_musttail(i) ? i : NULL;
}

/* Returns the musttail call that ends a block, or NULL. */
static LLVMValueRef
musttail_at_end(LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	return end != NULL && LLVMGetInstructionOpcode(end) == LLVMRet ? musttail_before(end) : NULL;
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

/* Is a function used as something other than the callee of a call?  The callee is the last operand. */
static bool
takes_address(LLVMUseRef u, LLVMValueRef user)
{
	return (LLVMIsACallInst(user) == NULL && LLVMIsAInvokeInst(user) == NULL)
		|| LLVMGetOperandUse(user, (unsigned)LLVMGetNumOperands(user) - 1) != u;
}

static bool
address_is_taken(LLVMValueRef fn)
{
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u))
		if (takes_address(u, LLVMGetUser(u)))
			return true;
	return false;
}

static void
add_target(struct tail_targets *t, LLVMValueRef fn)
{
	t->any = true;
	t->failed |= !ptrmap_set(&t->of, fn, 1);
}

/* Finds the musttail calls that reach the definition by its name.  Returns true if its address is taken as well. */
static bool
look_at_uses(struct tail_targets *t, LLVMValueRef fn)
{
	bool taken = false;

	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (takes_address(u, user))
			taken = true;
		else if (is_musttail(user) && is_target(fn, user))
			add_target(t, fn);
	}
	return taken;
}

/* Finds the definitions whose address is taken, and whose type is that of a musttail call through a pointer. */
static void
find_behind_pointers(struct tail_targets *t, LLVMModuleRef m, struct ptrmap *types)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
			LLVMValueRef call = musttail_at_end(bb);
			if (call != NULL && LLVMIsAFunction(LLVMGetCalledValue(call)) == NULL)
				t->failed |= !ptrmap_set(types, LLVMGetCalledFunctionType(call), 1);
		}
	for (LLVMValueRef fn = types->count ? LLVMGetFirstFunction(m) : NULL; fn != NULL; fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn) && ptrmap_get(types, LLVMGlobalGetValueType(fn)) != PTRMAP_NONE
			&& address_is_taken(fn))
			add_target(t, fn);
}

void
tail_targets_find(struct tail_targets *t, LLVMModuleRef m, LLVMValueRef only, arena_alloc_fn *alloc, void *user)
{
	struct ptrmap types;
	bool taken = false;

	*t = (struct tail_targets){ 0 };
	ptrmap_init(&t->of, alloc, user);
	if (only != NULL) /* functions that were lowered before do not take it into account */
		return;
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn))
			taken |= look_at_uses(t, fn);
	if (!taken)
		return;
	ptrmap_init(&types, alloc, user);
	find_behind_pointers(t, m, &types);
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
	if (LLVMIsAFunction(callee) != NULL) /* for a declaration only its attribute and convention count */
		return roots_arguments_stated(callee) || (is_target(callee, call) && roots_arguments(t, callee));
	return LLVMIsAInlineAsm(callee) == NULL
		&& roots_arguments_stated(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
}
