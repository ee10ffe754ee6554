/* copy_global.h -- what a function or global variable carries besides its type and body goes to one made anew. */
#ifndef LR_IR_COPY_GLOBAL_H
#define LR_IR_COPY_GLOBAL_H

#include <stdbool.h>

#include "ir/llvm.h"

/* Is a function without a body said to be of this linkage unit?  LLVM-C has no getter: this reads its text. */
bool function_is_dso_local(LLVMValueRef fn);
/* Linkage, visibility, storage class, and of functions and variables section, alignment and comdat. */
void copy_global_common(LLVMValueRef old, LLVMValueRef new_value, bool dso_local);
/* False: there are several entries of one kind, of which LLVM 19 has kept the last. */
bool copy_global_metadata(LLVMValueRef old, LLVMValueRef new_value);
/* Calling convention, collector, debug information, personality, data before and at the entry. */
void copy_function_parts(LLVMValueRef old, LLVMValueRef fn);

#endif
