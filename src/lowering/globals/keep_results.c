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
#include "ir/used_list.h"

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
	uint32_t before;
	LLVMValueRef *row = used_list_read(e->module, LIST_COMPILER_USED, &e->arena, &before);
	uint32_t n = before, cap = before;

	for (LLVMValueRef fn = LLVMGetFirstFunction(e->module); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (LLVMGetFirstBasicBlock(fn) != NULL && gives_references(fn, sret)
			&& ARENA_PUSH(&e->arena, row, n, cap))
			row[n++] = fn;
	if (n == before || e->arena.failed)
		return false;
	used_list_write(e->module, LIST_COMPILER_USED, row, n);
	return true;
}
