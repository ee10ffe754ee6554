/* SPDX-License-Identifier: MIT */
/* llvm_calls.h -- tells which of LLVM's own intrinsics may run other code, and with it the collector.
**
** Most of them are instructions by another name. Some call their operands or a runtime: statepoints and patch points,
** guards and deoptimisation, coroutines, Objective-C. As any call, an intrinsic is a safepoint unless it is known not
** to be one. */
#ifndef LR_IR_LLVM_CALLS_H
#define LR_IR_LLVM_CALLS_H

#include <stdbool.h>

#include "ir/llvm.h"

enum llvm_call {
	LLVM_CALL_NEVER,    /* runs no other code */
	LLVM_CALL_ORDINARY, /* a call like others: its attributes decide */
	LLVM_CALL_ALWAYS,   /* may collect, whatever its attributes say */
	LLVM_CALL_TWICE,    /* may collect, whatever its attributes say, and may return twice */
	LLVM_CALL_SPLITS    /* belongs to a coroutine that LLVM has not split yet: the function's frame dies before its
	                     * values do */
};

/* The kind of a function that is named llvm.* and is not the dialect's. `name` has `n` bytes. */
enum llvm_call llvm_call_of(LLVMValueRef fn, const char *name, size_t n);
/* The kind of any callee; ordinary if it is no intrinsic of LLVM. */
enum llvm_call llvm_call_kind(LLVMValueRef callee);
/* Does LLVM require a "deopt" bundle on each call of the intrinsic? */
bool llvm_call_needs_deopt(LLVMValueRef callee);
/* Does the result of the call point to the same memory as its first operand? */
bool llvm_call_passes_pointer(LLVMValueRef call);

#endif
