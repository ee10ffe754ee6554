/* SPDX-License-Identifier: MIT */
/* lowered.c -- what FinalLowerGC makes of the dialect's functions: calls of the runtime, and loads that poll.
**
** The model knows the dialect's functions by name.  Behind FinalLowerGC a write barrier is a call of the entry that
** queues a parent, which never collects; julia.safepoint is a volatile load whose result is not used, which may. */
#include "check/prove/prove.h"

#include "check/model/check_table.h"

/* The entry that never collects, behind the prefix of a runtime; others are named by the profile. */
static const char QUIET[] = "gc_queue_root";
static const char *const PREFIXES[] = { "jl_", "ijl_", "lr_" };

/* Is it the name of the profile, perhaps with the suffix for reset regions? */
static bool
is_named(lr_context *cx, const char *name, const char *entry)
{
	size_t n = strlen(entry);

	return n > 0 && strncmp(name, entry, n) == 0
		&& (name[n] == '\0' || strcmp(name + n, cx->profile.reset_safe_suffix) == 0);
}

static bool
is_quiet(lr_context *cx, LLVMValueRef fn)
{
	const char *name = value_name(fn);

	if (LLVMCountBasicBlocks(fn) > 0)
		return false;
	if (is_named(cx, name, cx->profile.queue_root) || is_named(cx, name, cx->profile.queue_slot)
		|| is_named(cx, name, cx->profile.type_of))
		return true;
	for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++)
		if (strncmp(name, PREFIXES[i], strlen(PREFIXES[i])) == 0
			&& strcmp(name + strlen(PREFIXES[i]), QUIET) == 0)
			return true;
	return false;
}

static bool
is_allocation(lr_context *cx, LLVMValueRef fn)
{
	const char *const entries[] = { cx->profile.small_alloc, cx->profile.big_alloc, cx->profile.typed_alloc,
		cx->profile.memory_alloc };

	for (size_t k = 0; k < sizeof entries / sizeof *entries; k++)
		if (is_named(cx, value_name(fn), entries[k]))
			return true;
	return false;
}

bool
lowered_module(lr_context *cx, LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (is_quiet(cx, f) || is_allocation(cx, f))
			return true;
	return false;
}

bool
lowered_polls(LLVMValueRef i)
{
	return LLVMIsALoadInst(i) != NULL && LLVMGetVolatile(i) && LLVMGetFirstUse(i) == NULL
		&& LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind
		&& LLVMIsAAllocaInst(LLVMGetOperand(i, 0)) == NULL
		&& LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 0))) == 0;
}

static bool
is_fence(LLVMValueRef i)
{
	return i != NULL && LLVMIsAFenceInst(i) != NULL && LLVMIsAtomicSingleThread(i);
}

bool
lowered_fenced(LLVMValueRef load)
{
	return is_fence(LLVMGetPreviousInstruction(load)) && is_fence(LLVMGetNextInstruction(load));
}

void
lowered_mark_leaves(lr_context *cx, LLVMModuleRef copy)
{
	LLVMContextRef lc = LLVMGetModuleContext(copy);

	for (LLVMValueRef f = LLVMGetFirstFunction(copy); f != NULL; f = LLVMGetNextFunction(f))
		if (is_quiet(cx, f))
			LLVMAddAttributeAtIndex(f, CK_ON_FUNCTION,
				LLVMCreateStringAttribute(lc, "gc-leaf-function", 16, "", 0));
}

bool
lowered_mark_polls(LLVMValueRef fn, struct ptrmap *original, bool only_fenced)
{
	LLVMModuleRef m = LLVMGetGlobalParent(fn);
	LLVMContextRef lc = LLVMGetModuleContext(m);
	LLVMTypeRef ptr = LLVMPointerTypeInContext(lc, 0);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(lc), &ptr, 1, false);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(lc);
	bool ok = true;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (!lowered_polls(i) || (only_fenced && !lowered_fenced(i)))
				continue;
			LLVMValueRef poll = LLVMGetNamedFunction(m, "julia.safepoint"), at = LLVMGetOperand(i, 0);
			if (poll == NULL)
				poll = LLVMAddFunction(m, "julia.safepoint", type);
			LLVMPositionBuilderBefore(b, i);
			LLVMValueRef call = LLVMBuildCall2(b, type, poll, &at, 1, "");
			ok = ptrmap_set(original, call, ptrmap_get(original, i)) && ok;
		}
	LLVMDisposeBuilder(b);
	return ok;
}

void
lowered_mark_allocations(lr_context *cx, LLVMValueRef fn)
{
	LLVMModuleRef m = LLVMGetGlobalParent(fn);

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef callee = LLVMIsACallInst(i) != NULL ? LLVMGetCalledValue(i) : NULL;
			if (callee == NULL || LLVMIsAFunction(callee) == NULL || !is_allocation(cx, callee))
				continue;
			LLVMValueRef alloc = LLVMGetNamedFunction(m, "julia.gc_alloc_obj");
			if (alloc == NULL) /* only its name is read */
				alloc = LLVMAddFunction(m, "julia.gc_alloc_obj", LLVMGlobalGetValueType(callee));
			LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, alloc);
		}
}
