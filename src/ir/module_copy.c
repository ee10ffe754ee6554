/* SPDX-License-Identifier: MIT */
/* module_copy.c -- copies a module.
**
** LLVMCloneModule maps a blockaddress of a function that it has not cloned yet to the block of the old module: in LLVM
** 19 and 22 if the blockaddress is in a function before the block's own, in LLVM 19 also if it is in the initialiser of
** a variable. Code generation then crashes, or the code jumps to a wrong address. A copy by bitcode does not depend on
** the order. */
#include "ir/module_copy.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

bool
has_label_address(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u != NULL; u = LLVMGetNextUse(u))
			if (!LLVMIsAInstruction(LLVMGetUser(u)))
				return true;
	return false;
}

static bool
any_label_address(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (has_label_address(f))
			return true;
	return false;
}

static LLVMModuleRef
copy_by_bitcode(LLVMModuleRef m)
{
	LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(m);
	LLVMModuleRef copy = NULL;

	if (LLVMParseBitcodeInContext2(LLVMGetModuleContext(m), bitcode, &copy))
		copy = NULL;
	LLVMDisposeMemoryBuffer(bitcode);
	if (copy != NULL) {
		size_t n;
		const char *name = LLVMGetModuleIdentifier(m, &n);
		LLVMSetModuleIdentifier(copy, name, n); /* bitcode has none */
	}
	return copy;
}

LLVMModuleRef
module_copy(LLVMModuleRef m)
{
	return any_label_address(m) ? copy_by_bitcode(m) : LLVMCloneModule(m);
}
