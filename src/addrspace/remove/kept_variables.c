/* SPDX-License-Identifier: MIT */
/* kept_variables.c -- keeps the stores of NULL into static variables that no code reads.
**
** The collector reads them: each variable of a typed module that holds references is a root (LowerGlobals).  As long as
** LLVM sees all uses of such a variable, its pass GlobalOpt deletes the stores of constants, and leaves the others for
** the sake of leak checkers; then the last object would live for ever.  llvm.compiler.used is a use that LLVM does not
** see through, and makes no code. */
#include "addrspace/remove/kept_variables.h"

#include "base/ptrmap.h"
#include "dialect/kind.h"
#include "ir/used_list.h"

static bool
is_hidden_root(LLVMValueRef g)
{
	const LLVMLinkage linkage = LLVMGetLinkage(g);

	return (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) && !LLVMIsDeclaration(g)
		&& !LLVMIsGlobalConstant(g) && LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == 0
		&& type_may_hold_reference(LLVMGlobalGetValueType(g));
}

lr_status
kept_variables_plan(struct kept_variables *k, lr_context *cx, LLVMModuleRef m)
{
	struct ptrmap known;
	uint32_t before, cap;

	arena_init(&k->arena, cx->options.alloc, cx->options.user);
	ptrmap_init(&known, cx->options.alloc, cx->options.user);
	k->row = used_list_read(m, LIST_COMPILER_USED, &k->arena, &before);
	k->n = cap = before;
	for (uint32_t i = 0; i < before; i++)
		ptrmap_set(&known, k->row[i], i);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		if (is_hidden_root(g) && ptrmap_get(&known, g) == PTRMAP_NONE
			&& ARENA_PUSH(&k->arena, k->row, k->n, cap))
			k->row[k->n++] = g;
	const bool failed = k->arena.failed || known.failed;
	ptrmap_free(&known);
	if (failed)
		arena_free(&k->arena);
	else if (k->n == before)
		k->n = 0;
	return failed ? lr_nomem(cx) : LR_OK;
}

void
kept_variables_apply(struct kept_variables *k, lr_context *cx, LLVMModuleRef m)
{
	if (k->n == 0)
		return;
	used_list_write(m, LIST_COMPILER_USED, k->row, k->n);
	cx->changed |= LR_CHANGED_IR;
}

void
kept_variables_free(struct kept_variables *k)
{
	arena_free(&k->arena);
}
