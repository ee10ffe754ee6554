/* copies.h -- copies of memory that may hold references: see copies.c. */
#ifndef LR_LOWERING_IMPORT_COPIES_H
#define LR_LOWERING_IMPORT_COPIES_H

#include <llvm-c/Target.h>

#include "host/context.h"
#include "dialect/edit.h"

struct copy;

struct copies {
	LLVMTargetDataRef td;
	struct copy *v;
	uint32_t n, cap;
	unsigned tbaa_struct;    /* kind of metadata */
};

/* Which copies of the module are to be changed; edit_ready comes between the two. */
void copies_plan(struct copies *, struct edit *, LLVMModuleRef);
void copies_rewrite(struct copies *, struct edit *);
/* A copy of whole words that LLVM is not to look into. */
LLVMValueRef copies_build_opaque(struct edit *, LLVMValueRef to, unsigned to_align, LLVMValueRef from,
	unsigned from_align, LLVMValueRef bytes, bool move, bool is_volatile);
/* May it be a number of whole words? */
bool copies_are_words(const struct edit *, LLVMValueRef bytes);
/* Make LLVM's intrinsics of opaque copies again: of all in the module, or of a call if it is one.  True if there were
** any. */
bool copies_restore(struct edit *, LLVMModuleRef);
bool copies_restore_call(struct edit *, LLVMValueRef call);

#endif
