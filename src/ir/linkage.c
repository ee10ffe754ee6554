/* SPDX-License-Identifier: MIT */
/* linkage.c -- see linkage.h. */
#include "ir/linkage.h"

static bool
may_be_interposed(LLVMValueRef fn)
{
	static const char flag[] = "SemanticInterposition";

	return LLVMGetVisibility(fn) == LLVMDefaultVisibility
		&& LLVMGetModuleFlag(LLVMGetGlobalParent(fn), flag, sizeof flag - 1) != NULL;
}

bool
definition_is_final(LLVMValueRef fn)
{
	if (LLVMIsDeclaration(fn))
		return false;
	switch (LLVMGetLinkage(fn)) {
	case LLVMInternalLinkage:
	case LLVMPrivateLinkage:
		return true;
	case LLVMExternalLinkage:
		return !may_be_interposed(fn);
	default:
		return false;
	}
}
