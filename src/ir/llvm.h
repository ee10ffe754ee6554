/* llvm.h -- the headers of LLVM-C that nearly all files need, and small helpers that it lacks. */
#ifndef LR_IR_LLVM_H
#define LR_IR_LLVM_H

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

/* Prefetches an instruction and its operands, which lie in front of it: instructions are spread over memory. NULL is
** allowed. */
static inline void
prefetch_instruction(LLVMValueRef inst)
{
	__builtin_prefetch(inst);
	__builtin_prefetch((const void *)((uintptr_t)inst - 64)); /* a number, for there is none before NULL */
}

#endif
