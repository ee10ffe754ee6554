/* SPDX-License-Identifier: MIT */
/* callees.c -- see callees.h. */
#include "lowering/mistakes/callees.h"

#include <string.h>

#include "lowering/common/annotations.h"

const char *
callee_name(LLVMValueRef inst)
{
	const bool is_call = LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst);
	LLVMValueRef f = is_call ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;

	return f != NULL ? value_name(f) : "";
}

bool
calls(LLVMValueRef inst, const char *name)
{
	return strcmp(callee_name(inst), name) == 0;
}

bool
calls_returns_twice(LLVMValueRef inst)
{
	LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;

	return f != NULL && LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMGetEnumAttributeKindForName("returns_twice", 13)) != NULL;
}

void
leaves_find(LLVMModuleRef m, struct ptrmap *leaves)
{
	static const char leaf[] = "lateroot.leaf";
	LLVMValueRef table = annotations_of(m), fn;
	size_t bytes;

	for (int i = 0, n = table != NULL ? LLVMGetNumOperands(table) : 0; i < n; i++) {
		const char *text = annotation_of_function(LLVMGetOperand(table, (unsigned)i), &fn, &bytes);
		if (text != NULL && bytes >= sizeof leaf && memcmp(text, leaf, sizeof leaf) == 0)
			ptrmap_set(leaves, fn, 1);
	}
}

bool
call_may_collect(const struct ptrmap *leaves, LLVMValueRef inst)
{
	static const char *const never[] = { "julia.", "dialect.", "llvm.", "lr_", "lateroot.immediate." };

	if ((!LLVMIsACallInst(inst) && !LLVMIsAInvokeInst(inst)) || LLVMIsAInlineAsm(LLVMGetCalledValue(inst)))
		return false;
	LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(inst));
	if (f == NULL)
		return true;
	const char *name = value_name(f);
	if (strcmp(name, "julia.gc_alloc_obj") == 0)
		return true;
	for (size_t i = 0; i < sizeof never / sizeof *never; i++)
		if (strncmp(name, never[i], strlen(never[i])) == 0)
			return false;
	return ptrmap_get(leaves, f) == PTRMAP_NONE;
}
