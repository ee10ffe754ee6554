/* SPDX-License-Identifier: MIT */
/* check_reloc.h -- the independent proof that relocations are right, in any address space, and also for statepoints
** that others have placed. */
#ifndef LR_CHECK_RELOCATIONS_CHECK_RELOC_H
#define LR_CHECK_RELOCATIONS_CHECK_RELOC_H

#include "host/context.h"

/* Proves the rule at the head of check_reloc.c for `fn`; bit n of `spaces` says that address space n is collected.
** Reports each error through lr_fail with LR_E_CHECK.  Only reads the module.  Returns LR_OK if there is no error. */
lr_status check_relocations(lr_context *, LLVMValueRef fn, uint64_t spaces);

/* Two steps, before and after pointers of `fn` are relocated or reloaded: the first notes which of them may be poison
** where they are read, the second reports those that have become poison since.  The notes live in `keep`.  The second
** step says nothing of a function without notes. */
struct check_lost { struct arena *ar; struct lost_read *read; uint32_t n, cap; bool noted; };
lr_status check_lost_note(lr_context *, LLVMValueRef fn, struct arena *keep, struct check_lost *);
lr_status check_lost_judge(lr_context *, LLVMValueRef fn, struct check_lost *);

/* Returns the collected address spaces of a module that has its statepoints already. */
uint64_t check_relocated_spaces(lr_context *, LLVMModuleRef);

#endif
