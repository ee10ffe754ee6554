/* SPDX-License-Identifier: MIT */
/* keep_results.c -- part of LowerGlobals: keeps stores of functions that return references in their callers' memory
** (sret).
**
** The collector reads that memory while the function runs, by the caller's frame. If all callers of the function are
** known, as for static functions and in link-time optimisation, LLVM's pass ArgumentPromotion marks the parameter as
** noalias, and LLVM deletes stores that only the collector would see. The pass skips functions whose address is used
** for anything but a call. llvm.compiler.used is such a use, which makes no code. */
#include "lowering/globals/keep_results.h"

#include "dialect/kind.h"

static const char list_name[] = "llvm.compiler.used";

static bool
gives_references(LLVMValueRef fn, unsigned sret)
{
	for (unsigned p = 1, n = LLVMCountParams(fn); p <= n && p <= 2; p++) { /* LLVM allows it nowhere else */
		LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, p, sret);
		if (a != NULL && type_may_hold_reference(LLVMGetTypeAttributeValue(a)))
			return true;
	}
	return false;
}

bool
keep_results(struct edit *e)
{
	const unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
	LLVMValueRef old = LLVMGetNamedGlobal(e->module, list_name);
	LLVMValueRef all = old != NULL ? LLVMGetInitializer(old) : NULL;
	const unsigned before = all != NULL ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(all)) : 0;
	LLVMValueRef *row = NULL;
	uint32_t n = 0, cap = 0;

	for (unsigned i = 0; i < before; i++)
		if (ARENA_PUSH(&e->arena, row, n, cap))
			row[n++] = LLVMGetOperand(all, i);
	for (LLVMValueRef fn = LLVMGetFirstFunction(e->module); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (LLVMGetFirstBasicBlock(fn) != NULL && gives_references(fn, sret)
			&& ARENA_PUSH(&e->arena, row, n, cap))
			row[n++] = fn;
	if (n == before || e->arena.failed)
		return false;
	LLVMValueRef value = LLVMConstArray2(e->ptr, row, n), list = LLVMAddGlobal(e->module, LLVMTypeOf(value), "");
	LLVMSetInitializer(list, value);
	LLVMSetLinkage(list, LLVMAppendingLinkage);
	LLVMSetSection(list, "llvm.metadata");
	if (old != NULL)
		LLVMDeleteGlobal(old);
	LLVMSetValueName2(list, list_name, sizeof list_name - 1);
	return true;
}
