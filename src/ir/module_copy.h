/* SPDX-License-Identifier: MIT */
/* module_copy.h -- copies a module. */
#ifndef LR_IR_MODULE_COPY_H
#define LR_IR_MODULE_COPY_H

#include <stdbool.h>

#include "ir/llvm.h"

/* Is the address of one of the function's blocks taken, as for a computed goto? */
bool has_label_address(LLVMValueRef fn);

/* A copy in the same context, to be disposed of by the caller.  NULL if LLVM cannot read its own bitcode. */
LLVMModuleRef module_copy(LLVMModuleRef);

#endif
