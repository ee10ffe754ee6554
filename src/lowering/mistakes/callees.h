/* SPDX-License-Identifier: MIT */
/* callees.h -- which functions are called, and which calls may collect, as far as clang's IR tells. */
#ifndef LR_LOWERING_MISTAKES_CALLEES_H
#define LR_LOWERING_MISTAKES_CALLEES_H

#include "base/ptrmap.h"
#include "ir/llvm.h"

/* The name of the function that an instruction calls; "" if it calls none, or through a pointer. */
const char *callee_name(LLVMValueRef inst);
/* Does the instruction call the function of this name? */
bool calls(LLVMValueRef inst, const char *name);
/* Does the instruction call a function that is declared as returning twice? */
bool calls_returns_twice(LLVMValueRef inst);

/* Adds the functions that are declared NEVER_COLLECTS to a set. */
void leaves_find(LLVMModuleRef, struct ptrmap *leaves);
/* Is the instruction a call that may collect? */
bool call_may_collect(const struct ptrmap *leaves, LLVMValueRef inst);

#endif
