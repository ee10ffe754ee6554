/* SPDX-License-Identifier: MIT */
/* variable.h -- the name of a variable in the source. */
#ifndef LR_IR_VARIABLE_H
#define LR_IR_VARIABLE_H

#include <stddef.h>

#include "ir/llvm.h"

/* Writes the name of a stack or global variable, for diagnostics: its name in the source if there is debug information,
** otherwise its name in the IR, or "". Time is linear in the size of the function. */
void variable_name(LLVMValueRef variable, char *to, size_t room);

/* Calls `each` for each debug record of `fn` which says that `value` is all of a variable, or its address; the name is
** not terminated. LLVM-C shows debug records from LLVM 22 on: before, it is never called. */
void variable_values(LLVMValueRef fn, void (*each)(void *user, LLVMValueRef value, const char *name, size_t bytes),
	void *user);

#endif
