/* composite.h -- the special pointers of a struct, an array or a vector, by their numbers: they are counted in the
** order in which they lie, through all levels of nesting (struct type_info). */
#ifndef LR_GCROOTS_REWRITE_COMPOSITE_H
#define LR_GCROOTS_REWRITE_COMPOSITE_H

#include "gcroots/model/plan.h"

/* Pointer number `elem` of a value, extracted at the builder's place; the value itself if it is a pointer. */
LLVMValueRef composite_extract(struct session *, LLVMBuilderRef, LLVMValueRef, uint32_t elem);
/* The composite `into` with `what` in place of pointer number `elem`, built there as well. */
LLVMValueRef composite_insert(struct session *, LLVMBuilderRef, LLVMValueRef into, LLVMValueRef what, uint32_t elem);

#endif
