/* SPDX-License-Identifier: MIT */
/* llvm.h -- the headers of LLVM-C that nearly all files need, and small helpers that it lacks. */
#ifndef LR_IR_LLVM_H
#define LR_IR_LLVM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm/Config/llvm-config.h>

/* The name of a value, borrowed.  Empty for unnamed ones. */
static inline const char *
value_name(LLVMValueRef v)
{
	size_t n;
	return LLVMGetValueName2(v, &n);
}

/* Does the module declare a function whose name begins like this? */
static inline bool
declares_prefix(LLVMModuleRef m, const char *prefix)
{
	const size_t n = strlen(prefix);

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (LLVMIsDeclaration(f) && strncmp(value_name(f), prefix, n) == 0)
			return true;
	return false;
}

/* Does the module's assembly hold this text?  Headers for C mark their modules by a quoted string there. */
static inline bool
has_module_mark(LLVMModuleRef m, const char *quoted)
{
	size_t n = 0;
	const char *text = LLVMGetModuleInlineAsm(m, &n);

	return n > 0 && memmem(text, n, quoted, strlen(quoted)) != NULL;
}

/* LLVM-C has no predicate for these. */
static inline LLVMBool
is_metadata_operand(LLVMValueRef v)
{
	return LLVMGetValueKind(v) == LLVMMetadataAsValueValueKind;
}

/* Operand i of an instruction. LLVMGetOperand tests first whether the value is metadata, which takes longer than all
** the rest. */
static inline LLVMValueRef
operand_of(LLVMValueRef inst, unsigned i)
{
	return LLVMGetUsedValue(LLVMGetOperandUse(inst, i));
}

/* The user of a value that has a single use; NULL: it has none, or several. */
static inline LLVMValueRef
sole_user(LLVMValueRef v)
{
	LLVMUseRef u = LLVMGetFirstUse(v);

	return u != NULL && LLVMGetNextUse(u) == NULL ? LLVMGetUser(u) : NULL;
}

/* Prefetches an instruction and its operands, which lie in front of it: instructions are spread over memory. NULL is
** allowed. */
static inline void
prefetch_instruction(LLVMValueRef inst)
{
	__builtin_prefetch(inst);
	__builtin_prefetch((const void *)((uintptr_t)inst - 64)); /* a number, for there is none before NULL */
}

#endif
