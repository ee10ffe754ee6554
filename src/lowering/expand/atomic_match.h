/* SPDX-License-Identifier: MIT */
/* atomic_match.h -- recognises operations of julia.atomicmodify that one instruction of the processor can do. */
#ifndef LR_LOWERING_ATOMIC_MATCH_H
#define LR_LOWERING_ATOMIC_MATCH_H

#include <stdbool.h>

#include "ir/llvm.h"

/* The arguments of julia.atomicmodify. Arguments of the operation follow; its first one is the old value. */
enum { MODIFY_ADDRESS, MODIFY_OPERATION, MODIFY_ORDERING, MODIFY_SCOPE, MODIFY_ARGUMENTS };

enum { MATCH_LEVELS = 4, MATCH_NODES = 64 };

/* A function whose body was read, and the call of it that was followed: of the operation itself, julia.atomicmodify. */
struct match_level { LLVMValueRef fn, call; };

struct atomic_match {
	enum { MATCH_NONE, MATCH_IDENTITY, MATCH_RMW } kind;
	LLVMAtomicRMWBinOp op;
	/* MATCH_RMW: the other operand, in the body of the last level; the instruction that computes the new value; for
	** nand the `and` before it. The last two are NULL if the new value is the operand itself. */
	LLVMValueRef operand, result, inner;
	struct match_level level[MATCH_LEVELS];
	unsigned nlevels;
	/* private: values of the bodies that the operand needs, and their copies */
	struct { LLVMValueRef from, to; } node[MATCH_NODES];
	unsigned nnodes;
};

/* Matches the operation of a call of julia.atomicmodify whose types have been checked. */
struct atomic_match atomic_match(LLVMValueRef call);
/* Builds the operand before the call of julia.atomicmodify, at the builder's place. */
LLVMValueRef atomic_match_operand(struct atomic_match *, LLVMBuilderRef);
/* Builds the new value from the old one and the operand. */
LLVMValueRef atomic_match_result(const struct atomic_match *, LLVMBuilderRef, LLVMValueRef old, LLVMValueRef operand);

#endif
