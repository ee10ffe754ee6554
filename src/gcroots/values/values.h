/* SPDX-License-Identifier: MIT */
/* values.h -- values that are made of other values, and bases that are found by looking at several instructions. */
#ifndef LR_GCROOTS_VALUES_VALUES_H
#define LR_GCROOTS_VALUES_VALUES_H

#include "gcroots/values/record.h"

/* -- values.c: instructions whose result has a type `t` that holds special pointers */
void scan_phi(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_finish_phi(struct scan *, const struct pending_phi *); /* once all blocks are done */
void scan_select(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_extractvalue(struct scan *, LLVMValueRef);
void scan_insertvalue(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_extractelement(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_insertelement(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_shuffle(struct scan *, LLVMValueRef, const struct type_info *t);
/* Results of LLVM's intrinsics that pass pointers on or load them.  False if the call is none of those. */
bool scan_intrinsic_result(struct scan *, LLVMValueRef call, LLVMValueRef callee, const struct type_info *t);
/* -- interior.c */
/* Note address arithmetic on tracked pointers. */
void scan_note_interior(struct scan *, LLVMValueRef gep);
/* Once all blocks are done, and before phis are finished. */
void scan_interior(struct scan *);
/* -- invariant.c */
/* Returns the base of the reference that a load through `pointer` yields, as far as the memory never changes: the id
** of the value that it was loaded from, BASE_ROOTED, BASE_PERMANENT; or LOAD_PLAIN if the memory may change. */
#define LOAD_PLAIN ((base_id)-3)
base_id scan_load_source(struct scan *, LLVMValueRef load, LLVMValueRef pointer);
/* The same for a generic pointer that is cast to a tracked one.  `op`: the opcode of the pointer, 0 if it is no
** instruction. */
base_id scan_generic_source(struct scan *, LLVMValueRef pointer, LLVMOpcode op);

#endif
