/* SPDX-License-Identifier: MIT */
/* copies.h -- copies of memory that may hold references: see copies.c. */
#ifndef LR_LOWERING_IMPORT_COPIES_H
#define LR_LOWERING_IMPORT_COPIES_H

#include <llvm-c/Target.h>

#include "host/context.h"
#include "dialect/edit/edit.h"

struct copy;

struct copies {
	LLVMTargetDataRef td;
	struct copy *v;
	uint32_t n, cap;
	unsigned tbaa_struct;    /* kind of metadata */
};

/* Finds the copies of the module that are to be changed. edit_ready is to be called between these two. */
void copies_plan(struct copies *, struct edit *, LLVMModuleRef);
void copies_rewrite(struct copies *, struct edit *);
/* Builds a copy of whole words that LLVM does not look into. */
LLVMValueRef copies_build_opaque(struct edit *, LLVMValueRef to, unsigned to_align, LLVMValueRef from,
	unsigned from_align, LLVMValueRef bytes, bool move, bool is_volatile);
/* May `bytes` be a number of whole words? */
bool copies_are_words(const struct edit *, LLVMValueRef bytes);
/* Make LLVM's intrinsics of opaque copies again: of all of the module, or of a call if it is one. True: something was
** changed. */
bool copies_restore(struct edit *, LLVMModuleRef);
bool copies_restore_call(struct edit *, LLVMValueRef call);

#endif
