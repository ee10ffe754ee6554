/* SPDX-License-Identifier: MIT */
/* alloca.c -- part of AdoptDialect: stack variables with references whose size is computed.
**
** These are arrays of variable length, and memory of alloca(). Memory of alloca() becomes an array of the type that its
** accesses show (lowering/common/alloca_type.c).
**
** Placement refuses a variable of computed size in a function that calls one that returns twice. LLVM could inline a
** function with such a variable into one with a handler; whether a program compiles must not depend on that. So
** functions with such variables are not inlined. Functions that the program declares always_inline are not inlined into
** functions with a handler. If their address is taken they are not inlined at all, for LLVM may find out which function
** a pointer calls. */
#include "lowering/import/alloca.h"

#include <llvm-c/Target.h>

#include "dialect/kind.h"
#include "dialect/edit/edit.h"
#include "lowering/common/alloca_type.h"
#include "lowering/import/flags.h"

static unsigned
kind_of(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool
is_call(LLVMValueRef i)
{
	return LLVMIsACallInst(i) || LLVMIsAInvokeInst(i);
}

/* ---- alloca() ---- */

/* Makes the memory an array of the type, with the number of elements rounded up. */
static void
give_type(LLVMBuilderRef b, LLVMModuleRef m, const struct untyped *u)
{
	LLVMTargetDataRef td = LLVMGetModuleDataLayout(m);
	LLVMValueRef bytes = LLVMGetOperand(u->alloca, 0);
	const uint64_t each = LLVMABISizeOfType(td, u->type);
	LLVMTypeRef type = LLVMTypeOf(bytes);
	LLVMValueRef count, made;

	LLVMPositionBuilderBefore(b, u->alloca);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(u->alloca));
	if (LLVMIsAConstantInt(bytes))
		count = LLVMConstInt(type, (LLVMConstIntGetZExtValue(bytes) + each - 1) / each, false);
	else
		count = LLVMBuildUDiv(b, LLVMBuildAdd(b, bytes, LLVMConstInt(type, each - 1, false), ""),
			LLVMConstInt(type, each, false), "");
	made = LLVMBuildArrayAlloca(b, u->type, count, "");
	LLVMSetAlignment(made, LLVMGetAlignment(u->alloca));
	flags_clear_patterns_of_alloca(m, u->alloca);
	LLVMReplaceAllUsesWith(u->alloca, made);
	LLVMInstructionEraseFromParent(u->alloca);
}

/* ---- inlining ---- */

static void
look_at_alloca(struct allocas *a, LLVMValueRef fn, LLVMValueRef i)
{
	LLVMTypeRef type = LLVMGetAllocatedType(i);

	if (alloca_is_untyped(i)) {
		type = alloca_type_of_accesses(i, &a->arena);
		if (type == NULL || !ARENA_PUSH(&a->arena, a->untyped, a->nuntyped, a->untyped_cap))
			return;
		a->untyped[a->nuntyped++] = (struct untyped){i, type};
	}
	if (type_kind(type).count == 0 ||
		(LLVMIsAConstantInt(LLVMGetOperand(i, 0)) && LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(fn)))
		return;
	ptrmap_set(&a->holder, fn, 1);
}

static void
look_at_function(struct allocas *a, LLVMValueRef fn, unsigned twice)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAAllocaInst(i))
				look_at_alloca(a, fn, i);
			if (!is_call(i))
				continue;
			LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(i));
			if (LLVMGetCallSiteEnumAttribute(i, AT_FUNCTION, twice) ||
				(f != NULL && LLVMGetEnumAttributeAtIndex(f, AT_FUNCTION, twice)))
				a->any_twice = ptrmap_set(&a->twice, fn, 1);
		}
}

/* Adds the functions into which always_inline functions, possibly nested, bring such a variable. */
static void
follow_always_inline(struct allocas *a, LLVMModuleRef m)
{
	const unsigned always = kind_of("alwaysinline");
	LLVMValueRef *todo = NULL;
	uint32_t ntodo = 0, cap = 0;

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (ptrmap_get(&a->holder, fn) != PTRMAP_NONE && LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, always) &&
			ARENA_PUSH(&a->arena, todo, ntodo, cap))
			todo[ntodo++] = fn;
	while (ntodo > 0) {
		LLVMValueRef fn = todo[--ntodo];
		for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef call = LLVMGetUser(u);
			if (!is_call(call) || LLVMGetCalledValue(call) != fn)
				continue;
			LLVMValueRef into = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
			if (ptrmap_get(&a->twice, into) != PTRMAP_NONE) {
				if (ARENA_PUSH(&a->arena, a->call, a->ncall, a->call_cap))
					a->call[a->ncall++] = call;
			} else if (ptrmap_get(&a->holder, into) == PTRMAP_NONE && ptrmap_set(&a->holder, into, 1) &&
				   LLVMGetEnumAttributeAtIndex(into, AT_FUNCTION, always) &&
				   ARENA_PUSH(&a->arena, todo, ntodo, cap))
				todo[ntodo++] = into;
		}
	}
}

void
allocas_begin(struct allocas *a, const lr_context *cx)
{
	*a = (struct allocas){.any_twice = false};
	arena_init(&a->arena, cx->options.alloc, cx->options.user);
	ptrmap_init(&a->holder, cx->options.alloc, cx->options.user);
	ptrmap_init(&a->twice, cx->options.alloc, cx->options.user);
}

lr_status
allocas_plan(struct allocas *a, lr_context *cx, LLVMModuleRef m)
{
	const unsigned twice = kind_of("returns_twice");

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		look_at_function(a, fn, twice);
	follow_always_inline(a, m);
	return a->arena.failed || a->holder.failed || a->twice.failed ? lr_nomem(cx) : LR_OK;
}

/* Has the function a use other than a call of it? Then it may be called through a pointer. */
static bool
is_taken(LLVMValueRef fn)
{
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u))
		if (!is_call(LLVMGetUser(u)) || LLVMGetCalledValue(LLVMGetUser(u)) != fn)
			return true;
	return false;
}

/* Keeps LLVM from inlining a function. Its calls in functions declared `flatten` are marked as always inlined, too. */
static void
never_inline(const struct allocas *a, LLVMValueRef fn, unsigned always, LLVMAttributeRef never)
{
	if (LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, always)) {
		if (!a->any_twice || !is_taken(fn))
			return;
		LLVMRemoveEnumAttributeAtIndex(fn, AT_FUNCTION, always);
	}
	LLVMAddAttributeAtIndex(fn, AT_FUNCTION, never);
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u))
		if (is_call(LLVMGetUser(u)) && LLVMGetCalledValue(LLVMGetUser(u)) == fn)
			LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(u), AT_FUNCTION, always);
}

/* The same for calls through pointers, in case LLVM finds out which function they call. */
static void
never_inline_pointers(LLVMValueRef fn, unsigned always)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			if (is_call(i) && !LLVMIsAFunction(LLVMGetCalledValue(i)))
				LLVMRemoveCallSiteEnumAttribute(i, AT_FUNCTION, always);
}

void
allocas_rewrite(struct allocas *a, LLVMModuleRef m)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMAttributeRef never = LLVMCreateEnumAttribute(c, kind_of("noinline"), 0);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		if (ptrmap_get(&a->holder, fn) != PTRMAP_NONE)
			never_inline(a, fn, kind_of("alwaysinline"), never);
		if (ptrmap_get(&a->twice, fn) != PTRMAP_NONE)
			never_inline_pointers(fn, kind_of("alwaysinline"));
	}
	for (uint32_t i = 0; i < a->ncall; i++)
		LLVMAddCallSiteAttribute(a->call[i], AT_FUNCTION, never);
	for (uint32_t i = 0; i < a->nuntyped; i++)
		give_type(b, m, &a->untyped[i]);
	LLVMDisposeBuilder(b);
}

void
allocas_end(struct allocas *a)
{
	ptrmap_free(&a->holder);
	ptrmap_free(&a->twice);
	arena_free(&a->arena);
}
