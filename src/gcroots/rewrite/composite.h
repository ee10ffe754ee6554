/* SPDX-License-Identifier: MIT */
/* composite.h -- access to the special pointers of a struct, an array or a vector by number: they are counted in the
** order of their places, through all levels of nesting (struct type_info). */
#ifndef LR_GCROOTS_REWRITE_COMPOSITE_H
#define LR_GCROOTS_REWRITE_COMPOSITE_H

#include "gcroots/model/plan.h"

/* Extracts pointer number `elem` of a value, at the builder's place; the value itself if it is a pointer. */
LLVMValueRef composite_extract(struct session *, LLVMBuilderRef, LLVMValueRef, uint32_t elem);
/* Inserts `what` as pointer number `elem` of the composite `into`, at the builder's place. */
LLVMValueRef composite_insert(struct session *, LLVMBuilderRef, LLVMValueRef into, LLVMValueRef what, uint32_t elem);

#endif
