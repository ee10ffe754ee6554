/* SPDX-License-Identifier: MIT */
/* walked.c -- reads the mark of functions and calls; see walked.h. */
#include "dialect/walked.h"

static const char ATTRIBUTE[] = WALKED_ATTRIBUTE;

bool
walked_is_stated(LLVMValueRef fn)
{
	return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTRIBUTE,
		sizeof ATTRIBUTE - 1) != NULL;
}

bool
walked_is_stated_at(LLVMValueRef call)
{
	return LLVMGetCallSiteStringAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTRIBUTE,
		sizeof ATTRIBUTE - 1) != NULL;
}
