/* SPDX-License-Identifier: MIT */
/* scratch.h -- scratch space of rewrite for all functions: memory, and constants that were made before. */
#ifndef LR_GCROOTS_REWRITE_SCRATCH_H
#define LR_GCROOTS_REWRITE_SCRATCH_H

#include "gcroots/model/plan.h"

enum { REWRITE_MODELS = 8 };

struct rewrite_scratch {
	LLVMBuilderRef b;
	LLVMTypeRef i32, p0, p10;
	LLVMValueRef null;       /* a tracked pointer */
	LLVMValueRef *lifted, *slot, *value;
	LLVMMetadataRef *meta;   /* as `slot` */
	LLVMBasicBlockRef *block;
	struct ptrmap seen;
	uint32_t nval, nroots, width; /* capacity of the lists */
	LLVMValueRef *word;      /* the numbers 0 .. nroots as constants; NULL: not made yet */
	LLVMValueRef *arguments; /* nodes of ARGUMENTS_METADATA by the word that they name; NULL: not made yet */
	unsigned kind_align, kind_dereferenceable;
	LLVMValueRef model[REWRITE_MODELS]; /* addresses of variables of so many words, in no block; NULL: not made
	                                     * yet */
};

/* The longest list of inputs of a phi in the plan. */
uint32_t rewrite_width(const struct plan *);
/* The number as an i32. */
LLVMValueRef rewrite_word(struct session *, uint32_t n);
/* The metadata that says that the arguments of a boxed call begin at that word of the frame. */
LLVMValueRef rewrite_arguments_at(struct session *, word_id word);

#endif
