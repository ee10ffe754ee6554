/* SPDX-License-Identifier: MIT */
/* annotations.h -- what C says of its functions by __attribute__((annotate(...))). */
#ifndef LR_LOWERING_COMMON_ANNOTATIONS_H
#define LR_LOWERING_COMMON_ANNOTATIONS_H

#include <stddef.h>

#include "ir/llvm.h"

/* The rows of the module's table, as operands of a constant array. NULL: the module has none. */
LLVMValueRef annotations_of(LLVMModuleRef);
/* The text of a row that is about a function, which becomes *fn. *bytes counts the zero at its end. NULL: the row is
** about something else. */
const char *annotation_of_function(LLVMValueRef row, LLVMValueRef *fn, size_t *bytes);

#endif
