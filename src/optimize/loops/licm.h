/* SPDX-License-Identifier: MIT */
/* licm.h -- the state of JuliaLICM, and what its files share. */
#ifndef LR_OPTIMIZE_LOOPS_LICM_H
#define LR_OPTIMIZE_LOOPS_LICM_H

#include "dialect/edit/edit.h"
#include "lowering/common/lowering.h"
#include "optimize/loops/loops.h"

struct exit_block {
	LLVMBasicBlockRef block;
	LLVMValueRef at;             /* the instruction before which others can be put; NULL: there is none */
	bool dedicated;              /* all its predecessors are in the loop */
	bool open;                   /* the region at hand may be open on an edge to it */
};

struct licm {
	struct loops l;
	struct lower low;            /* for questions about calls, and its builder */
	unsigned md_prof, md_nonnull, md_dereferenceable;
	unsigned attr_nonnull, attr_noundef, attr_dereferenceable, attr_willreturn, attr_nounwind;
	uint32_t *safepoints;        /* by header: how many safepoints are in the loop and the loops in it */
	uint64_t steps;              /* of searches, that are left for this function */
	/* of the loop at hand */
	block_id header;
	LLVMBasicBlockRef preheader;
	LLVMValueRef *call;          /* that may move, in reverse post-order; not erased meanwhile */
	uint32_t ncall, call_cap;
	struct exit_block *exit;
	uint32_t nexit, exit_cap;
	bool exits_known;
	bool silent;                 /* say nothing of what stays: it is looked at again */
	struct ptrmap exits;         /* block -> index in `exit` */
	struct ptrmap sure;          /* calls that each round comes to first: nothing before them leaves the loop */
	LLVMValueRef *moves;         /* instructions to be moved before the one at hand, in this order */
	uint32_t nmoves, moves_cap;
	/* of the region at hand */
	LLVMValueRef *end;
	uint32_t nend, end_cap;
	struct ptrmap closes;        /* blocks with an end of it */
	struct ptrmap seen;
	block_id *todo;              /* space for all blocks */
	struct arena scratch;        /* reset for each allocation */
};

/* -- julia_licm.c */
/* Is the call a safepoint? */
bool licm_may_collect(struct licm *, LLVMValueRef call);

/* -- licm_move.c */
/* Can the value be had in front of the loop?  Notes in `moves` which instructions have to move for that. */
bool licm_invariant(struct licm *, LLVMValueRef);
/* Moves those instructions and then `inst` to the end of the preheader. */
void licm_hoist(struct licm *, LLVMValueRef inst);
/* Does each round come to the call, as far as the loop is entered? */
static inline bool
licm_sure(const struct licm *x, LLVMValueRef call)
{
	return ptrmap_get(&x->sure, call) != PTRMAP_NONE;
}
/* Do weights of branches say that the block is hardly ever run in the loop? */
bool licm_cold(const struct licm *, LLVMBasicBlockRef);
/* Reports changes to the pass manager. */
void licm_created(struct licm *, LLVMValueRef);
void licm_erase(struct licm *, LLVMValueRef);

/* -- licm_object.c */
/* Is the value an object, or null if `or_null`, even where the program does not come to use it? */
bool licm_is_object(struct licm *, LLVMValueRef, bool or_null);

/* -- licm_alloc.c */
void licm_allocation(struct licm *, LLVMValueRef call);
/* -- licm_preserve.c */
void licm_preserve(struct licm *, LLVMValueRef begin);
/* -- licm_barrier.c */
bool licm_is_barrier(enum intrinsic);
void licm_barrier(struct licm *, LLVMValueRef call, enum intrinsic);

#endif
