/* SPDX-License-Identifier: MIT */
/* link_check.c -- part of AdoptDialect: what keeps files from being linked that were compiled without the plug-in.
**
** A file may hold references over calls and name no function of the dialect: compiled without the plug-in it would
** have no roots.  So <lateroot/dialect.h> defines in each file a variable with the address of a symbol that no library
** defines.  clang never deletes the variable, for it stands in llvm.used or llvm.compiler.used.  Modules that were
** linked before may have several. */
#include "lowering/import/link_check.h"

#include "ir/used_list.h"

static const char symbol[] = "dialect_file_was_compiled_without_the_plug_in";

static bool
has_address(LLVMValueRef v, LLVMValueRef of)
{
	return LLVMIsAGlobalVariable(v) && LLVMGetInitializer(v) == of;
}

/* Takes the variables with the address of `of` from a list.  False: memory is exhausted. */
static bool
take_from_list(LLVMModuleRef m, const char *list, struct arena *arena, LLVMValueRef of)
{
	uint32_t n, kept = 0;
	LLVMValueRef *row = used_list_read(m, list, arena, &n);

	for (uint32_t i = 0; i < n; i++)
		if (!has_address(row[i], of))
			row[kept++] = row[i];
	if (kept < n)
		used_list_write(m, list, row, kept);
	return !arena->failed;
}

static LLVMValueRef
next_variable(LLVMValueRef of)
{
	for (LLVMUseRef u = LLVMGetFirstUse(of); u != NULL; u = LLVMGetNextUse(u))
		if (has_address(LLVMGetUser(u), of))
			return LLVMGetUser(u);
	return NULL;
}

lr_status
link_check_delete(lr_context *cx, LLVMModuleRef m, bool *changed)
{
	LLVMValueRef of = LLVMGetNamedGlobal(m, symbol), variable;
	struct arena arena;

	if (of == NULL || LLVMGetInitializer(of) != NULL)
		return LR_OK;
	arena_init(&arena, cx->options.alloc, cx->options.user);
	const bool done = take_from_list(m, LIST_USED, &arena, of)
		&& take_from_list(m, LIST_COMPILER_USED, &arena, of);
	arena_free(&arena);
	if (!done)
		return lr_nomem(cx);
	while ((variable = next_variable(of)) != NULL) {
		/* constants without a user still refer to it: the list that it was in */
		LLVMReplaceAllUsesWith(variable, LLVMConstNull(LLVMTypeOf(variable)));
		LLVMDeleteGlobal(variable);
	}
	if (LLVMGetFirstUse(of) == NULL)
		LLVMDeleteGlobal(of);
	*changed = true;
	return LR_OK;
}
