/* SPDX-License-Identifier: MIT */
/* clean_up.h -- the clean-up half of LateLowerGCFrame.
**
** Lowers the front end's intrinsics, once the roots of a function are placed or known not to be needed: boxed calls,
** allocations down to julia.gc_alloc_bytes, typeof and the pointer intrinsics, GC-safe calls. Deletes preserve regions,
** flushes and operand bundles. Removes marks of constness that hold only while a root keeps the object alive. Write
** barriers, julia.safepoint and the getter stay for later passes.
**
** First all functions are planned, then memory is taken, and after that nothing can fail. Between planning and
** applying, a call may be moved and its operands may change, but no call may be deleted except markers of lifetimes and
** invariance. */
#ifndef LR_LOWERING_INTRINSICS_CLEAN_UP_H
#define LR_LOWERING_INTRINSICS_CLEAN_UP_H

#include "host/context.h"
#include "base/ptrmap.h"
#include "ir/code.h"

struct edit;
struct clean_up;
/* The result lives in `ar`. NULL: memory is exhausted; otherwise clean_up_end is to be called. */
struct clean_up *clean_up_begin(lr_context *, LLVMModuleRef, struct arena *ar);
/* Forgets the functions that were planned and applied: others follow. */
void clean_up_again(struct clean_up *);
/* To be called if functions of the module were deleted or changed elsewhere. */
void clean_up_forget_functions(struct clean_up *);
/* The editor of the clean-up, for other parts of the same pass. */
struct edit *clean_up_edit(struct clean_up *);
/* Examines one more function, which has just been read. Fails if a call breaks the rules of the dialect, or if memory
** is exhausted. With `keep`, constructs that keep objects alive (preserve regions, julia.gc_loaded, bundles) and
** julia.typeof stay: a later placement has to see them, and then calls this again. Calls in `without`, which may be
** NULL, are skipped. */
lr_status clean_up_plan(struct clean_up *, const struct code *, bool keep, const struct ptrmap *without);
/* To be called after the last function is planned. `words`: the largest number of words of a frame with argument
** arrays. */
lr_status clean_up_ready(struct clean_up *, uint32_t words);
/* Lowers the function that was planned as number `i`. To be called once for each function, in this order. `pgcstack`
** may be NULL; `frame`: the function has a GC frame now. */
void clean_up_apply(struct clean_up *, size_t i, LLVMValueRef pgcstack, bool frame);
void clean_up_end(struct clean_up *);

#endif
