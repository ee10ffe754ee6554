/* rewrite.h -- what the files share that carry out a plan, and rewriting in halves: whoever adds to a function what
** rewrite does not know of stands between rewrite_begin and rewrite_end. */
#ifndef LR_GCROOTS_REWRITE_REWRITE_H
#define LR_GCROOTS_REWRITE_REWRITE_H

#include "gcroots/model/scan.h"
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
LLVMValueRef rewrite_object(struct rewrite *, num v);
/* -- rewrite_frame.c: the frame, where it is pushed and popped but on edges, and addresses of words. */
void rewrite_frame(struct rewrite *);
/* Landing pads put back the chain; for functions without a frame of their own, too. */
void rewrite_pads(struct rewrite *);
LLVMValueRef rewrite_slot_address(struct rewrite *, uint32_t slot, const char *name);
/* -- rewrite_edges.c: a push or a pop in the middle of edges; last of all, since phis are made anew. */
void rewrite_edges(struct rewrite *);
/* -- undefined.c: what is undefined in tracked values becomes null, so that no garbage reaches a slot.  With a journal,
** in which undefined_room makes room (false on no memory), that can be taken back. */
bool undefined_room(const struct plan *, struct journal *);
void undefined_fill(LLVMBuilderRef, const struct plan *, struct journal *);

#endif
