/* check_reloc.h -- the independent proof that relocations are right; for any address space, and for statepoints that
** others have placed. */
#ifndef LR_CHECK_RELOCATIONS_CHECK_RELOC_H
#define LR_CHECK_RELOCATIONS_CHECK_RELOC_H

#include "host/context.h"

/* Behind each gc.statepoint of `fn` no pointer of a collected address space may be used that was there before it and is
** not relocated by it, and each gc.relocate must pair a pointer with the object that it points into; of functions of
** the ABI "statepoint", there is an anchor where control leaves.  Whatever is wrong is reported through lr_fail with
** LR_E_CHECK.  The module is only read.  LR_OK if nothing is wrong. */
lr_status check_relocations(lr_context *, LLVMValueRef fn, uint64_t spaces);
/* Before pointers of `fn` are relocated, or read again: which of them may be poison where they are read.  And behind
** it: are others?  What is noted lives in `keep`; of what was not noted nothing is said. */
struct check_lost { struct arena *ar; struct lost_read *read; uint32_t n, cap; bool noted; };
lr_status check_lost_note(lr_context *, LLVMValueRef fn, struct arena *keep, struct check_lost *);
lr_status check_lost_judge(lr_context *, LLVMValueRef fn, struct check_lost *);
/* For `spaces`: those of the module, which has its statepoints already. */
uint64_t check_relocated_spaces(lr_context *, LLVMModuleRef);

#endif
