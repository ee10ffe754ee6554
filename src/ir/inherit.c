/* SPDX-License-Identifier: MIT */
/* inherit.c -- attributes that decide for which processor a function is compiled, and how it is protected. */
#include "ir/inherit.h"

#include <string.h>

static const char *const names[] = { "target-cpu", "tune-cpu", "target-features", "branch-target-enforcement",
	"sign-return-address", "sign-return-address-key", "branch-protection-pauth-lr", "guarded-control-stack" };
enum { NNAMES = sizeof names / sizeof *names };

static LLVMAttributeRef
attribute(LLVMValueRef fn, unsigned i)
{
	return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, names[i],
		(unsigned)strlen(names[i]));
}

void
inherit_machine(LLVMValueRef to, LLVMValueRef from)
{
	for (unsigned i = 0; i < NNAMES; i++)
		if (attribute(from, i) != NULL)
			LLVMAddAttributeAtIndex(to, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute(from, i));
}

bool
inherit_is_same(LLVMValueRef a, LLVMValueRef b)
{
	for (unsigned i = 0; i < NNAMES; i++)
		if (attribute(a, i) != attribute(b, i)) /* attributes are unique in their context */
			return false;
	return true;
}
