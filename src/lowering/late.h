/* late.h -- the clean-up half of LateLowerGCFrame. */
#ifndef LR_LATE_H
#define LR_LATE_H

#include "context.h"

/* Lower what the front end's intrinsics mean, once the roots of `fn` are placed (or known not to be needed): jlcalls, allocations
** down to julia.gc_alloc_bytes, typeof and the pointer intrinsics; erase preserve regions, flushes and operand bundles; take back
** promises of constness that a root no longer backs.  Write barriers, julia.safepoint and the getter stay for later
** passes.  `pgcstack` may be NULL.  Fails, before changing anything, only on calls that break the dialect and on no memory. */
lr_status lower_late_intrinsics(lr_context *, LLVMModuleRef, LLVMValueRef fn, LLVMValueRef pgcstack);
/* Only the examination: so that placement can know before its own changes that the clean-up will not refuse. */
lr_status lower_late_check(lr_context *, LLVMModuleRef, LLVMValueRef fn);

#endif
