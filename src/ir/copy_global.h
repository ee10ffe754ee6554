/* SPDX-License-Identifier: MIT */
/* copy_global.h -- the properties of a function or global variable: copies them to one that takes its place. */
#ifndef LR_IR_COPY_GLOBAL_H
#define LR_IR_COPY_GLOBAL_H

#include <stdbool.h>

#include "ir/llvm.h"

/* Is a function without a body marked as dso_local? LLVM-C has no getter: this reads the function's text. */
bool function_is_dso_local(LLVMValueRef fn);
/* Copies linkage, visibility and storage class, and section, alignment and comdat of functions and variables. */
void copy_global_common(LLVMValueRef old, LLVMValueRef new_value, bool dso_local);
/* The metadata of the kind that a function or variable has; NULL: none. */
LLVMMetadataRef global_metadata(LLVMValueRef global, unsigned kind);
/* Copies metadata. False: several entries have the same kind, and LLVM 19 has kept the last of them. */
bool copy_global_metadata(LLVMValueRef old, LLVMValueRef new_value);
/* Copies calling convention, collector, personality, and the data before and at the entry. Removes the debug
** information from the old function; copy_global_metadata copies it. */
void copy_function_parts(LLVMValueRef old, LLVMValueRef fn);
/* Moves all blocks of a function to one that has none. */
void move_body(LLVMValueRef from, LLVMValueRef to);

#endif
