/* rewrite.h -- what the files share that carry out a plan, and rewriting in halves: whoever adds to a function what
** rewrite does not know of stands between rewrite_begin and rewrite_end. */
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
	LLVMValueRef *lifted;    /* by number: the base that has been made; filled if the plan has some (plan.nin) */
	LLVMValueRef *slot;      /* by word of the frame's roots: its address, where something is stored, and of
	                          * plan.addressed */
	LLVMValueRef frame;
};

/* -- rewrite.c: bases, frame, stores, variables; then what makes blocks and phis anew.  Nothing can fail. */
void rewrite_begin(struct rewrite *, struct session *, const struct plan *);
void rewrite_end(struct rewrite *);
/* Build before an instruction, or behind it: new ones have no place in the source. */
void rewrite_before(struct rewrite *, LLVMValueRef inst);
void rewrite_after(struct rewrite *, LLVMValueRef inst);
LLVMValueRef rewrite_call(struct rewrite *, enum intrinsic, LLVMTypeRef result, LLVMValueRef *args, unsigned n,
	const char *name);
/* -- rewrite_bases.c: bases for derived pointers; and the object that number `v` stands for, at the builder's place. */
void rewrite_bases(struct rewrite *);
LLVMValueRef rewrite_object(struct rewrite *, base_id v);
/* -- rewrite_frame.c: the frame, where it is pushed and popped but on edges, and addresses of words. */
void rewrite_frame(struct rewrite *);
/* Landing pads put back the chain; for functions without a frame of their own, too. */
void rewrite_pads(struct rewrite *);
LLVMValueRef rewrite_slot_address(struct rewrite *, word_id slot, const char *name);
/* -- rewrite_edges.c: a push or a pop in the middle of edges; last of all, since phis are made anew. */
void rewrite_edges(struct rewrite *);
/* -- undefined.c: what is undefined in tracked values becomes null, so that no garbage reaches a slot.  With a journal,
** in which undefined_room makes room (false on no memory), that can be taken back. */
bool undefined_room(const struct plan *, struct journal *);
void undefined_fill(LLVMBuilderRef, const struct plan *, struct journal *);

/* -- plan.c: is it a getter's call that something comes before which needs it? */
bool getter_moves_up(const struct fn *, const struct ir *);
/* -- rewrite.c: moves an instruction that has no operands of this function, as a getter or an alloca, to the top of
** it. */
void raise_to_entry(LLVMBuilderRef, LLVMValueRef inst);
/* Before what frames are popped that are gone at `end` of a block: a branch, or a return, or the musttail call before
** it. */
LLVMValueRef pop_place(LLVMValueRef end);
/* A block in the middle of an edge; gives the branch that it consists of.  Phis are made anew, and whoever remembers
** one remembers it in vain.  `value` and `block` are room for as many as there are edges into where it leads. */
LLVMValueRef edge_middle(LLVMBuilderRef, const struct plan_cut *, LLVMValueRef *value, LLVMBasicBlockRef *block);

/* -- plan.c: where the frame, or the anchor, is linked into the chain and taken out again, as shrink_wrap has
** it.  False on no memory. */
bool plan_pushes(const struct fn *f, const struct ir *ir, struct arena *keep, struct plan *p);
/* Lay out the frame and keep what rewrite needs, in `keep`.  False on no memory. */
bool make_plan(struct fn *f, struct ir *ir, struct arena *keep, struct plan *p);
/* -- reload_cold.c: what is read out of its slot again behind a call that hardly ever runs.  False on no memory. */
bool reload_cold_plan(struct session *, const struct fn *, const struct ir *, struct arena *keep, struct plan *p);
/* -- rewrite.c, scratch.c: carry out a plan.  Memory for all plans is reserved before; false if there is none.  It is
** released before the session is freed. */
bool rewrite_reserve(struct session *, const struct plan *, size_t n);
void rewrite_function(struct session *, const struct plan *p); /* rewrite.h has it in halves */
/* Markers of lifetimes stay while the result is to be checked: they say where a variable in the frame holds nothing.
** Then they go. */
void rewrite_drop_lifetimes(LLVMValueRef fn);
void rewrite_release(struct session *);
/* -- undefined_plan.c: what of a function has to become null, for all plans: what is undefined and may get into a slot,
** if `all`, or else what leaves the function.  False on no memory. */
bool undefined_plan(struct session *, const struct ir *, bool all, struct arena *, struct arena *keep, struct plan *);
/* -- unwritten.c: what may be read of stack variables before it is written becomes null; to plan that (false on no
** memory), and to do it before anything else in the function changes. */
bool unwritten_plan(struct session *, struct arena *, struct arena *keep, struct plan *);
void unwritten_fill(LLVMBuilderRef, const struct plan *);

/* -- memory_plan.c: the variables that stay where they are, in `keep`.  Needs scan. */
lr_status mapped_plan(struct session *, const struct fn *, const struct ir *, struct arena *keep, struct plan *);
/* Refuse what would need one in a typed module's function without a GC stack. */
lr_status mapped_without_getter(struct session *, LLVMValueRef fn);
/* -- memory_build.c: the mapped frame.  Needs rewrite_reserve; nothing can fail. */
void mapped_build(struct session *, const struct plan *);
/* Of a function with safepoints: what says that nobody else sees memory of its callers goes.  A collector finds it by
** their frames, reads it at each safepoint, so that no store may be left out or moved behind one, and may change it. */
void callers_memory(struct session *, LLVMValueRef fn);
/* Behind what a function's own frame has to be linked: the store that links the mapped frame, or NULL. */
LLVMValueRef mapped_link(unsigned md_mapped, LLVMValueRef fn, LLVMValueRef pgcstack);
/* The store in the block of `end`, before it, that takes the mapped frame out of the chain; `end` if there is none. */
LLVMValueRef mapped_unlink(unsigned md_mapped, LLVMValueRef end);

#endif
