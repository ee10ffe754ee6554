/* SPDX-License-Identifier: MIT */
/* plan.h -- the changes to make in a function.  Made by plan/ from a compact function and the IR behind it, carried out
** by rewrite/, moving/ and statepoint/. */
#ifndef LR_GCROOTS_MODEL_PLAN_H
#define LR_GCROOTS_MODEL_PLAN_H

#include "gcroots/model/scanned.h"

/* Index of plan.val: a value that the plan needs.  NONE: the object of a pointer needs no root. */
ID_KIND(plan_value_id);

/* The compact function is no longer needed once a plan is made.  This is a value that the plan needs; `id` is its id in
** the compact function. */
struct plan_value { LLVMValueRef defining; uint32_t elem, in_at, in_n : 29, kind : 3; value_id id; };
struct plan_store { LLVMValueRef before; plan_value_id value; word_id slot; }; /* slot: word of the frame's roots */
/* The store goes as far behind its slot as `pointer` points into `of`; if `pointer` is not within `guard` bytes of
** `of`, into the word behind these (guard 0: it always is). */
struct plan_mirror { uint32_t store; LLVMValueRef pointer, of; uint64_t guard; };
/* An edge that gets a block in its middle, which pushes or pops the frame. */
struct plan_cut { LLVMBasicBlockRef from, to; uint32_t words; bool push; };
struct plan_clear { LLVMValueRef before; word_id slot; };
/* The value is reloaded from its slot behind a safepoint.  Behind the join of the block with others, a phi replaces the
** value at these uses; at a use with `edge`, the reloaded value itself does. */
struct plan_use { LLVMValueRef user; unsigned operand; bool edge; };
struct plan_reload {
	LLVMValueRef value, behind;
	LLVMBasicBlockRef from, join;
	word_id slot;
	uint32_t nuse;
	struct plan_use *use;
};
/* The arguments of a boxed call are in the words from `slot` on. */
struct plan_array { LLVMValueRef call; word_id slot; };
/* The words of a variable that become null before an instruction; no words: all `bytes` of it. */
struct plan_unwritten { LLVMValueRef alloca, before; uint64_t bytes; uint32_t *word, nword; };
struct mapped;
struct plan {
	LLVMValueRef fn, pgcstack;
	struct mapped *mapped;   /* NULL: no mapped frame */
	lr_abi abi;
	uint32_t nroots;         /* words in the frame */
	bool pushed;             /* the frame, or with a table an anchor, is linked into the chain */
	uint32_t frame_align;
	uint32_t alloca_slots;   /* of nroots, those that only stack variables and shadow stores need */
	uint32_t nval, nin, nstore, nvar, npop, nundef, nshuffle, nclear, nuntag, npush, npad, ncut, narray, nmirror,
		nreload;
	struct plan_value *val;
	plan_value_id *in;       /* inputs of the lifted values */
	struct plan_store *store;
	struct plan_mirror *mirror; /* in order of stores */
	struct stack_var *var;
	struct undef_use *undef;
	LLVMValueRef *shuffle;   /* whose undefined lanes become null */
	struct plan_unwritten *unwritten;
	uint32_t nunwritten;
	unsigned word_bytes;
	struct plan_clear *clear;
	struct plan_array *array;
	struct plan_reload *reload;
	LLVMValueRef *push;      /* the frame is pushed before each of these; none: at the top */
	uint32_t *push_words;    /* and so many of its words are roots then */
	LLVMValueRef *pop;       /* and popped before each of these */
	/* behind each landing pad the head of the chain is restored, to the frame or to the head when the function was
	** entered: unwound callees have not popped their frames */
	struct plan_pad { LLVMValueRef pad; bool frame; } *pad;
	struct plan_cut *cut;
	uint32_t cut_width;      /* most edges that come together where one is cut */
	/* Accesses to variables that share words lose the metadata that says that they do not alias others.  If only
	** the collector may read the variable (not `shared`), they lose the metadata that says so of calls. */
	struct plan_untag { LLVMValueRef inst; bool shared; } *untag;
	bool moving;             /* values are reloaded behind safepoints */
	word_id *addressed;      /* words whose addresses are needed beside those that are stored to */
	uint32_t naddressed;
	bool getter_moves_up;    /* the getter comes after a safepoint, or not in the entry block */
	/* for the statistics */
	uint32_t nsafe, tracked, max_live, nslots, array_slots, root_stores, array_stores;
};

static inline bool
plan_has_frame(const struct plan *p)
{
	return p->nroots != 0 || p->pushed;
}

#endif
