/* collects.c -- see collects.h. */
#include "lowering/mistakes/collects.h"

#include <string.h>

#include "dialect/edit.h"

/* NEVER_COLLECTS: rows of llvm.global.annotations. */
void
collects_find_leaves(LLVMModuleRef m, struct ptrmap *leaves)
{
	static const char leaf[] = "lateroot.leaf";
	LLVMValueRef table = LLVMGetNamedGlobal(m, "llvm.global.annotations");

	table = table != NULL ? LLVMGetInitializer(table) : NULL;
	for (int i = 0, n = table != NULL ? LLVMGetNumOperands(table) : 0; i < n; i++) {
		LLVMValueRef row = LLVMGetOperand(table, (unsigned)i), fn = LLVMGetOperand(row, 0),
			text = LLVMGetOperand(row, 1);
		size_t bytes;
		if (!LLVMIsAFunction(fn) || !LLVMIsAGlobalVariable(text) || (text = LLVMGetInitializer(text)) == NULL ||
			!LLVMIsConstantString(text))
			continue;
		const char *s = LLVMGetAsString(text, &bytes);
		if (bytes >= sizeof leaf && memcmp(s, leaf, sizeof leaf) == 0)
			ptrmap_set(leaves, fn, 1);
	}
}

bool
collects_may(const struct ptrmap *leaves, LLVMValueRef i)
{
	if ((!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) || LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
		return false;
	LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(i));
	if (f == NULL)
		return true;
	const char *name = value_name(f);
	return strcmp(name, "julia.gc_alloc_obj") == 0
		|| (strncmp(name, "julia.", 6) != 0 && strncmp(name, "dialect.", 8) != 0
			&& strncmp(name, "llvm.", 5) != 0 && strncmp(name, "lr_", 3) != 0
			&& strncmp(name, "dialect_", 8) != 0 && ptrmap_get(leaves, f) == PTRMAP_NONE);
}
