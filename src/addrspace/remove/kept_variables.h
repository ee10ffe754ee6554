/* SPDX-License-Identifier: MIT */
/* kept_variables.h -- static variables that are roots keep all stores: see kept_variables.c. */
#ifndef LR_ADDRSPACE_REMOVE_KEPT_VARIABLES_H
#define LR_ADDRSPACE_REMOVE_KEPT_VARIABLES_H

#include "base/arena.h"
#include "host/context.h"
#include "ir/llvm.h"

/* The new list llvm.compiler.used; none if `n` is 0. */
struct kept_variables {
	struct arena arena;
	LLVMValueRef *row;
	uint32_t n;
};

/* For a typed module, before LLVM optimises it.  Changes nothing; a failure leaves nothing to be freed. */
lr_status kept_variables_plan(struct kept_variables *, lr_context *, LLVMModuleRef);
void kept_variables_apply(struct kept_variables *, lr_context *, LLVMModuleRef);
void kept_variables_free(struct kept_variables *);

#endif
