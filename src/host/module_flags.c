/* SPDX-License-Identifier: MIT */
/* module_flags.c -- refuses modules whose flags LLVM cannot read.
**
** LLVM's verifier, and all that looks for a flag, takes each flag for a number, a name and a value, and reads foreign
** memory where it is something else.  So this is asked before LLVM's verifier is. */
#include "host/context.h"

#include "base/arena.h"
#include "ir/llvm.h"

enum { FLAG_OPERANDS = 3 };

static bool
is_readable(LLVMValueRef flag)
{
	LLVMValueRef operand[FLAG_OPERANDS];

	if (flag == NULL || LLVMIsAMDNode(flag) == NULL || LLVMGetMDNodeNumOperands(flag) != FLAG_OPERANDS)
		return false;
	LLVMGetMDNodeOperands(flag, operand);
	return operand[0] != NULL && LLVMIsAConstantInt(operand[0]) != NULL
		&& operand[1] != NULL && LLVMIsAMDString(operand[1]) != NULL && operand[2] != NULL;
}

lr_status
lr_check_module_flags(lr_context *cx, LLVMModuleRef m)
{
	static const char name[] = "llvm.module.flags";
	const unsigned n = LLVMGetNamedMetadataNumOperands(m, name);
	bool readable = true;
	struct arena ar;

	if (n == 0)
		return LR_OK;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	LLVMValueRef *flag = arena_array(&ar, n, sizeof *flag);
	if (flag != NULL)
		LLVMGetNamedMetadataOperands(m, name, flag);
	for (unsigned i = 0; flag != NULL && i < n && readable; i++)
		readable = is_readable(flag[i]);
	arena_free(&ar);
	if (flag == NULL)
		return lr_nomem(cx);
	return readable ? LR_OK : lr_fail_rejected(cx, NULL, "a module flag is not a number, a name and a value");
}
