/* SPDX-License-Identifier: MIT */
/* alloca_type.h -- the type of memory of alloca(), as its accesses show it: see alloca_type.c. */
#ifndef LR_LOWERING_COMMON_ALLOCA_TYPE_H
#define LR_LOWERING_COMMON_ALLOCA_TYPE_H

#include "base/arena.h"
#include "ir/llvm.h"

/* Is the memory bytes of alloca(), rather than a variable with a declared type? */
bool alloca_is_untyped(LLVMValueRef alloca);
/* The type with references of which the memory is an array. NULL: the memory has a declared type, or its accesses do
** not agree on one. The arena is marked as failed if memory is exhausted. */
LLVMTypeRef alloca_type_of_accesses(LLVMValueRef alloca, struct arena *);

#endif
