/* SPDX-License-Identifier: MIT */
/* planner.h -- the parts of a plan.  Nothing here changes IR; rewrite/ carries plans out. */
#ifndef LR_GCROOTS_PLAN_PLANNER_H
#define LR_GCROOTS_PLAN_PLANNER_H

#include "gcroots/model/plan.h"

/* -- plan.c: is the chain a getter's call that has to move up, because an instruction before it needs the chain? */
bool getter_moves_up(const struct fn *, const struct ir *);
/* -- plan.c: where the frame, or the anchor, is linked into the chain and taken out again, as shrink_wrap has
** decided.  False if memory is exhausted. */
bool plan_pushes(const struct fn *f, const struct ir *ir, struct arena *keep, struct plan *p);
/* Lays out the frame and makes the plan, in `keep`.  False if memory is exhausted. */
bool make_plan(struct fn *f, struct ir *ir, struct arena *keep, struct plan *p);
/* -- reload_cold.c: values that are reloaded behind a call that hardly ever runs.  False if memory is exhausted. */
bool reload_cold_plan(struct session *, const struct fn *, const struct ir *, struct arena *keep, struct plan *p);
/* -- undefined_plan.c: plans which undefined references become null: `all` of them, because they may get into a slot,
** or those that leave the function.  False if memory is exhausted. */
bool undefined_plan(struct session *, const struct ir *, bool all, struct arena *, struct arena *keep, struct plan *);
/* -- unwritten.c: plans which parts of stack variables become null, because they may be read before they are written.
** False if memory is exhausted. */
bool unwritten_plan(struct session *, struct arena *, struct arena *keep, struct plan *);
/* -- mapped_frame_plan.c: the variables that stay where they are, in `keep`.  Needs scan. */
lr_status mapped_plan(struct session *, const struct fn *, const struct ir *, struct arena *keep, struct plan *);
/* Refuses variables that would need a mapped frame in a function without a GC stack, in typed modules. */
lr_status mapped_without_getter(struct session *, LLVMValueRef fn);
/* -- rootless.c: warns once if the function, which has no GC stack, would have roots with one.  Fails if memory is
** exhausted, if the options make an error of the warning, or if LLVM has taken the GC stack away. */
lr_status warn_rootless(struct session *, LLVMValueRef fn, struct arena *);

#endif
