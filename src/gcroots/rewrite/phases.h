/* phases.h -- placement of one function: the phases in their order.
**
**   plan_words   scan ► refine ► liveness ► colour ► place ► colour_stack   the words, and what is in them
**   plan_frame   shrink_wrap ► make_plan ► reload_cold_plan                     where it is pushed; all of it as IR
**
** plan_function is both, with the mapped frame in between.  Explicit relocation (moving/) lays the words out anew in
** between, and so calls the halves.  Nothing here changes IR. */
#ifndef LR_GCROOTS_REWRITE_PHASES_H
#define LR_GCROOTS_REWRITE_PHASES_H

#include "gcroots/model/plan.h"

/* All of it.  The scratch arena is reset; the function and what is known of its IR live there until it is reset again.
** The plan is in `keep`. */
lr_status plan_function(struct session *, LLVMValueRef fn, lr_abi, struct arena *scratch, struct arena *keep,
	struct fn *, struct ir *, struct plan *);
/* Its halves.  Of the plan, plan_words sets the getter alone. */
lr_status plan_words(struct session *, LLVMValueRef fn, lr_abi, struct arena *scratch, struct fn *, struct ir *,
	struct plan *);
lr_status plan_frame(struct session *, struct arena *scratch, struct arena *keep, struct fn *, struct ir *,
	struct plan *);

#endif
