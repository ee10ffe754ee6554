/* memory_model.c -- the module flag that says whether types of memory can be believed. */
#include "ir/memory_model.h"

#include <string.h>

static const char flag[] = "lateroot.memory", typed[] = "typed";

bool
memory_is_typed(const lr_context *cx, LLVMModuleRef m)
{
	if (cx->options.memory == LR_MEMORY_TYPED)
		return true;
	LLVMMetadataRef md = LLVMGetModuleFlag(m, flag, sizeof flag - 1);
	if (md == NULL)
		return false;
	unsigned n = 0;
	const char *text = LLVMGetMDString(LLVMMetadataAsValue(LLVMGetModuleContext(m), md), &n);
	return text != NULL && n == sizeof typed - 1 && memcmp(text, typed, n) == 0;
}

/* Linking keeps the flag: where two modules have it, both say the same. */
void
memory_set_typed(LLVMModuleRef m)
{
	if (LLVMGetModuleFlag(m, flag, sizeof flag - 1) == NULL)
		LLVMAddModuleFlag(m, LLVMModuleFlagBehaviorOverride, flag, sizeof flag - 1,
			LLVMMDStringInContext2(LLVMGetModuleContext(m), typed, sizeof typed - 1));
}
