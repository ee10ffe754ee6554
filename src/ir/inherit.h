/* SPDX-License-Identifier: MIT */
/* inherit.h -- attributes that decide for which processor a function is compiled, and how it is protected. */
#ifndef LR_IR_INHERIT_H
#define LR_IR_INHERIT_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Gives `to`, a new function that belongs to `from`, the attributes of `from`: processor, features, and the marks of
** branch targets and signatures of return addresses (AArch64).  They decide, too, in which registers arguments go. */
void inherit_machine(LLVMValueRef to, LLVMValueRef from);
/* Do both functions have the same ones? */
bool inherit_is_same(LLVMValueRef a, LLVMValueRef b);

#endif
