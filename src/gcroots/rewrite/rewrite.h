/* SPDX-License-Identifier: MIT */
/* rewrite.h -- carries out plans.  A caller that adds changes of its own makes them between rewrite_begin and
** rewrite_end. */
#ifndef LR_GCROOTS_REWRITE_REWRITE_H
#define LR_GCROOTS_REWRITE_REWRITE_H

#include "gcroots/model/plan.h"
#include "ir/journal.h"

struct rewrite {
	struct session *s;
	const struct plan *p;
	LLVMBuilderRef b;
	LLVMTypeRef p0, p10;
	LLVMValueRef null;
	LLVMValueRef *lifted;    /* by plan_value_id: the base that was built; filled if plan.nin is not 0 */
	LLVMValueRef *slot;      /* by word of the frame's roots: its address, where something is stored, and of
	                          * plan.addressed */
	LLVMValueRef frame;
};

/* -- rewrite.c: bases, frame, stores, variables; then the changes that make new blocks and phis.  Nothing can fail. */
void rewrite_begin(struct rewrite *, struct session *, const struct plan *);
void rewrite_end(struct rewrite *);
/* Build before an instruction, or behind it; without a source location. */
void rewrite_before(struct rewrite *, LLVMValueRef inst);
void rewrite_after(struct rewrite *, LLVMValueRef inst);
LLVMValueRef rewrite_call(struct rewrite *, enum intrinsic, LLVMTypeRef result, LLVMValueRef *args, unsigned n,
	const char *name);
/* -- rewrite_bases.c: bases for derived pointers; and the object of value `v` of the plan, at the builder's
** place. */
void rewrite_bases(struct rewrite *);
LLVMValueRef rewrite_object(struct rewrite *, plan_value_id v);
/* -- rewrite_frame.c: the frame, its pushes and pops (except on edges), and addresses of words. */
void rewrite_frame(struct rewrite *);
/* Landing pads restore the chain; in functions without a frame of their own, too. */
void rewrite_pads(struct rewrite *);
LLVMValueRef rewrite_slot_address(struct rewrite *, word_id slot, const char *name);
/* -- rewrite_edges.c: a push or a pop in the middle of edges; last of all, since phis are made anew. */
void rewrite_edges(struct rewrite *);
/* -- undefined.c: undefined parts of tracked values become null, so that no garbage reaches a slot.  With a journal it
** can be undone; undefined_reserve reserves its memory (false if that is exhausted). */
bool undefined_reserve(const struct plan *, struct journal *);
void undefined_fill(LLVMBuilderRef, const struct plan *, struct journal *);
/* Parts of stack variables that may be read before they are written become null, before any other change of the
** function. */
void unwritten_fill(LLVMBuilderRef, const struct plan *);

/* -- rewrite.c: moves an instruction without operands of this function, such as a getter or an alloca, to its top. */
void raise_to_entry(LLVMBuilderRef, LLVMValueRef inst);
/* The instruction before which frames are popped at the `end` of a block: a branch, a return, or the musttail call
** before it. */
LLVMValueRef pop_place(LLVMValueRef end);
/* Makes a block in the middle of an edge, and returns its branch.  Phis are replaced by new ones, so pointers to phis
** are invalid afterwards.  `value` and `block` are scratch space for as many entries as edges enter its target. */
LLVMValueRef edge_middle(LLVMBuilderRef, const struct plan_cut *, LLVMValueRef *value, LLVMBasicBlockRef *block);

/* -- rewrite.c, scratch.c: carry out a plan.  rewrite_reserve reserves the memory for all plans in advance (false if
** memory is exhausted); rewrite_release releases it before the session is freed. */
bool rewrite_reserve(struct session *, const struct plan *, size_t n);
void rewrite_function(struct session *, const struct plan *p); /* rewrite_begin and rewrite_end are its halves */
/* Removes markers of lifetimes.  They stay until the result is checked, because they say where a variable in the frame
** holds nothing. */
void rewrite_drop_lifetimes(LLVMValueRef fn);
void rewrite_release(struct session *);

/* -- mapped_frame_build.c: the mapped frame.  Needs rewrite_reserve; nothing can fail. */
void mapped_build(struct session *, const struct plan *);
/* Of a function with safepoints: removes the attributes that say that no other code sees memory of its callers.  A
** collector finds that memory by the callers' frames, reads it at each safepoint, so that no store may be left out or
** moved behind one, and may change it. */
void callers_memory(struct session *, LLVMValueRef fn);
/* The store that links the mapped frame, behind which the function's own frame is linked; NULL if there is none. */
LLVMValueRef mapped_link(unsigned md_mapped, LLVMValueRef fn, LLVMValueRef pgcstack);
/* The store in the block of `end`, before it, that takes the mapped frame out of the chain; `end` if there is none. */
LLVMValueRef mapped_unlink(unsigned md_mapped, LLVMValueRef end);

#endif
