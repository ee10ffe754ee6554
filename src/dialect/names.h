/* SPDX-License-Identifier: MIT */
/* names.h -- recognises the functions that the dialect identifies by name. */
#ifndef LR_DIALECT_NAMES_H
#define LR_DIALECT_NAMES_H

#include <stdbool.h>

#include "ir/llvm.h"

enum intrinsic {
	INTR_NONE,          /* an ordinary function, an indirect call, or an llvm.* intrinsic that may run other code */
	INTR_LLVM,          /* any other llvm.* intrinsic that runs no other code */
	INTR_LLVM_LIFETIME, /* llvm.lifetime.start / .end */
	INTR_LLVM_DEBUG,    /* llvm.dbg.* */
	INTR_MEMCMP,        /* memcmp, which never collects */
#define INTRINSIC(id, name, safepoint) INTR_##id,
#define HELPER(id, name) INTR_##id,
#include "dialect/intrinsics.def"
	INTR_COUNT
};

/* Classifies `callee` by its name.  Any value may be passed; values other than functions are INTR_NONE. */
enum intrinsic intrinsic_of(LLVMValueRef callee);
/* Classifies the callee of a call, invoke or callbr. */
enum intrinsic intrinsic_of_call(LLVMValueRef call);
/* Returns the dialect's name for `id`; NULL for the generic ones. */
const char *intrinsic_name(enum intrinsic id);
/* Does the module have a function of this kind, under the plain name or with a suffix for the type? */
bool intrinsic_declared(LLVMModuleRef, enum intrinsic);
/* Is the value a function whose name begins with "julia.atomicmodify."?  No enum intrinsic stands for these. */
bool is_atomic_modify(LLVMValueRef callee);
/* Can a call of it collect, as far as its name tells?  (Attributes may still rule that out.) */
bool intrinsic_may_be_safepoint(enum intrinsic id);

#endif
