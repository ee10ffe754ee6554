/* SPDX-License-Identifier: MIT */
/* annotations.c -- the table llvm.global.annotations: rows of { what is annotated, text, file, line, arguments }. */
#include "lowering/common/annotations.h"

LLVMValueRef
annotations_of(LLVMModuleRef m)
{
	LLVMValueRef table = LLVMGetNamedGlobal(m, "llvm.global.annotations");

	return table != NULL ? LLVMGetInitializer(table) : NULL;
}

const char *
annotation_of_function(LLVMValueRef row, LLVMValueRef *fn, size_t *bytes)
{
	LLVMValueRef text = LLVMGetOperand(row, 1);

	*fn = LLVMGetOperand(row, 0);
	if (!LLVMIsAFunction(*fn) || !LLVMIsAGlobalVariable(text) || (text = LLVMGetInitializer(text)) == NULL
		|| !LLVMIsConstantString(text))
		return NULL;
	return LLVMGetAsString(text, bytes);
}
