/* SPDX-License-Identifier: MIT */
/* used_list.h -- llvm.used and llvm.compiler.used: the lists of what LLVM must not delete. */
#ifndef LR_IR_USED_LIST_H
#define LR_IR_USED_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "ir/llvm.h"

#define LIST_USED          "llvm.used"
#define LIST_COMPILER_USED "llvm.compiler.used" /* the linker may delete it */

/* The entries of the list of that name, and their number. NULL with 0: there is no list, or the arena failed. */
LLVMValueRef *used_list_read(LLVMModuleRef, const char *name, struct arena *, uint32_t *n);
/* Replaces the list by one with these entries; by none if `n` is 0. */
void used_list_write(LLVMModuleRef, const char *name, LLVMValueRef *row, uint32_t n);

#endif
