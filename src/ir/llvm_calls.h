/* llvm_calls.h -- which of LLVM's own intrinsics may run other code, and with it the collector.
**
** Most of them are instructions by another name.  Some call their operands or a runtime: statepoints and patch points,
** guards and deoptimisation, coroutines, Objective-C.  The rule is that of all calls: an intrinsic is a safepoint
** unless it is known not to be one. */
#ifndef LR_IR_LLVM_CALLS_H
#define LR_IR_LLVM_CALLS_H

#include <stdbool.h>

#include "ir/llvm.h"

enum llvm_call {
	LLVM_CALL_NEVER,    /* runs no other code */
	LLVM_CALL_ORDINARY, /* a call like others: its attributes decide */
	LLVM_CALL_ALWAYS,   /* may collect, whatever its attributes say */
	LLVM_CALL_TWICE,    /* the same, and may return twice */
	LLVM_CALL_SPLITS    /* a part of a coroutine before LLVM splits it: the frame of the function dies before its
	                     * values do */
};

/* What a function named llvm.*, but none of the dialect's, is.  `name` has `n` bytes. */
enum llvm_call llvm_call_of(LLVMValueRef fn, const char *name, size_t n);
/* The same for any callee; what is no intrinsic of LLVM is ordinary. */
enum llvm_call llvm_call_kind(LLVMValueRef callee);
/* Does LLVM want a "deopt" bundle on each call of it? */
bool llvm_call_needs_deopt(LLVMValueRef callee);
/* Does the result of the call point to the same memory as its first operand? */
bool llvm_call_passes_pointer(LLVMValueRef call);

#endif
