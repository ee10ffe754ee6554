/* clean_up.h -- the clean-up half of LateLowerGCFrame.
**
** Lowers what the front end's intrinsics mean, once the roots of a function are placed (or known not to be needed):
** jlcalls, allocations down to julia.gc_alloc_bytes, typeof and the pointer intrinsics, GC-safe calls; erases preserve
** regions, flushes and operand bundles; takes back promises of constness that a root no longer backs.  Write barriers,
** julia.safepoint and the getter stay for later passes.
**
** First all functions are planned, then memory is secured, and then nothing can fail.  Between planning and applying, a
** call may change its place or its operands, but none may go except markers of lifetimes and invariance. */
#ifndef LR_LOWERING_INTRINSICS_CLEAN_UP_H
#define LR_LOWERING_INTRINSICS_CLEAN_UP_H

#include "host/context.h"
#include "base/ptrmap.h"
#include "ir/code.h"

struct edit;
struct clean_up;
/* In `ar`; NULL on no memory.  clean_up_end is to be called in any other case. */
struct clean_up *clean_up_begin(lr_context *, LLVMModuleRef, struct arena *ar);
/* Forget the functions that were planned and applied: others come. */
void clean_up_again(struct clean_up *);
/* Functions of the module were removed or changed by others. */
void clean_up_forget_functions(struct clean_up *);
/* What it changes the module with, for others that change it in the same pass. */
struct edit *clean_up_edit(struct clean_up *);
/* Examine one more function, which has just been read.  Fails on calls that break the dialect and on no memory.  With
** `keep`, what keeps objects alive (preserve regions, julia.gc_loaded, bundles) and julia.typeof stay: a later
** placement has to see them, and then calls this again.  Nothing is done about the calls in `without`, if it is not
** NULL. */
lr_status clean_up_plan(struct clean_up *, const struct code *, bool keep, const struct ptrmap *without);
/* After the last of them.  No frame in which arguments lie has more words than that. */
lr_status clean_up_ready(struct clean_up *, uint32_t words);
/* Lower the function that was planned as number `i`: in this order, each once.  `pgcstack` may be NULL; `frame`: the
** function has a GC frame now. */
void clean_up_apply(struct clean_up *, size_t i, LLVMValueRef pgcstack, bool frame);
void clean_up_end(struct clean_up *);

#endif
