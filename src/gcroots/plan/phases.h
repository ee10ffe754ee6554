/* SPDX-License-Identifier: MIT */
/* phases.h -- placement of one function: the phases in their order.
**
**   plan_words   scan ► refine ► liveness ► colour ► place ► colour_stack   the words, and what is in them
**   plan_frame   shrink_wrap ► make_plan ► reload_cold_plan                     where it is pushed; all of it as IR
**
** plan_function is both, with the mapped frame in between.  Explicit relocation (moving/) calls the halves, and lays
** the words out anew in between.  Nothing here changes IR. */
#ifndef LR_GCROOTS_PLAN_PHASES_H
#define LR_GCROOTS_PLAN_PHASES_H

#include "gcroots/model/plan.h"

/* Runs all phases.  Resets the scratch arena, in which the function and its struct ir then live; the plan is in `keep`.
** */
lr_status plan_function(struct session *, LLVMValueRef fn, lr_abi, struct arena *scratch, struct arena *keep,
	struct fn *, struct ir *, struct plan *);
/* The halves.  Of the plan, plan_words sets the getter alone. */
lr_status plan_words(struct session *, LLVMValueRef fn, lr_abi, struct arena *scratch, struct fn *, struct ir *,
	struct plan *);
lr_status plan_frame(struct session *, struct arena *scratch, struct arena *keep, struct fn *, struct ir *,
	struct plan *);
/* -- walked.c: refuses a function that is marked "lateroot-walked" and would not be, in that ABI. */
lr_status walked_check(struct session *, LLVMValueRef fn, lr_abi);
/* -- never_collects.c: refuses a function whose attributes say that it never collects, and which may. */
lr_status never_collects_check(struct session *, LLVMValueRef fn);

#endif
