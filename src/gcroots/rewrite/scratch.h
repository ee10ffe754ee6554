/* scratch.h -- what rewrite has at hand for all functions: memory, and constants that were asked for before. */
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
	uint32_t nval, nroots, width; /* for how much there is room */
	LLVMValueRef *word;      /* the numbers 0 .. nroots as constants, those that were asked for */
	LLVMValueRef *arguments; /* nodes of ARGUMENTS_METADATA by the word that they name, those that were asked for */
	unsigned kind_align, kind_dereferenceable;
	LLVMValueRef model[REWRITE_MODELS]; /* addresses of variables of so many words, in no block; NULL: there is none
	                                     * yet */
};

/* The longest list of a phi's inputs that this plan needs room for. */
uint32_t rewrite_width(const struct plan *);
/* The number as an i32. */
LLVMValueRef rewrite_word(struct session *, uint32_t n);
/* The metadata that says that the arguments of a boxed call begin at that word of the frame. */
LLVMValueRef rewrite_arguments_at(struct session *, word_id word);

#endif
