/* SPDX-License-Identifier: MIT */
/* module_marks.c -- marks of a module: a module flag, and a line of inline assembly. */
#include "dialect/module_marks.h"

#include <string.h>

static const char flag[] = "lateroot.memory", typed[] = "typed";

bool
memory_is_typed(const lr_context *cx, LLVMModuleRef m)
{
	return cx->options.memory == LR_MEMORY_TYPED || memory_has_flag(m);
}

bool
memory_has_flag(LLVMModuleRef m)
{
	LLVMMetadataRef md = LLVMGetModuleFlag(m, flag, sizeof flag - 1);
	if (md == NULL)
		return false;
	unsigned n = 0;
	const char *text = LLVMGetMDString(LLVMMetadataAsValue(LLVMGetModuleContext(m), md), &n);
	return text != NULL && n == sizeof typed - 1 && memcmp(text, typed, n) == 0;
}

/* Linking keeps the flag, because all modules with it have the same value. */
void
memory_set_typed(LLVMModuleRef m)
{
	if (LLVMGetModuleFlag(m, flag, sizeof flag - 1) == NULL)
		LLVMAddModuleFlag(m, LLVMModuleFlagBehaviorOverride, flag, sizeof flag - 1,
			LLVMMDStringInContext2(LLVMGetModuleContext(m), typed, sizeof typed - 1));
}

bool
is_c_dialect(LLVMModuleRef m)
{
	return has_module_mark(m, "\"lateroot dialect\"");
}
