/* SPDX-License-Identifier: MIT */
/* used_list.c -- llvm.used and llvm.compiler.used.  The length of such a list is part of its type, so that another list
** takes its place. */
#include "ir/used_list.h"

#include <string.h>

LLVMValueRef *
used_list_read(LLVMModuleRef m, const char *name, struct arena *arena, uint32_t *n)
{
	LLVMValueRef list = LLVMGetNamedGlobal(m, name), all = list != NULL ? LLVMGetInitializer(list) : NULL;
	const bool is_array = all != NULL && LLVMGetTypeKind(LLVMTypeOf(all)) == LLVMArrayTypeKind;
	const uint32_t count = is_array && LLVMIsAConstantArray(all) ? (uint32_t)LLVMGetNumOperands(all) : 0;
	LLVMValueRef *row = count > 0 ? arena_array(arena, count, sizeof *row) : NULL;

	*n = row != NULL ? count : 0;
	for (uint32_t i = 0; i < *n; i++)
		row[i] = LLVMGetOperand(all, i);
	return row;
}

void
used_list_write(LLVMModuleRef m, const char *name, LLVMValueRef *row, uint32_t n)
{
	LLVMValueRef old = LLVMGetNamedGlobal(m, name);

	if (n > 0) {
		LLVMTypeRef entry = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);
		LLVMValueRef value = LLVMConstArray2(entry, row, n), list = LLVMAddGlobal(m, LLVMTypeOf(value), "");
		LLVMSetInitializer(list, value);
		LLVMSetLinkage(list, LLVMAppendingLinkage);
		LLVMSetSection(list, "llvm.metadata");
		if (old != NULL)
			LLVMDeleteGlobal(old);
		LLVMSetValueName2(list, name, strlen(name));
	} else if (old != NULL)
		LLVMDeleteGlobal(old);
}
