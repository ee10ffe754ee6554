/* SPDX-License-Identifier: MIT */
/* alloca.h -- stack variables of computed size: see alloca.c. */
#ifndef LR_LOWERING_IMPORT_ALLOCA_H
#define LR_LOWERING_IMPORT_ALLOCA_H

#include "host/context.h"
#include "base/ptrmap.h"

/* The changes that are planned. */
struct allocas {
	struct arena arena;
	struct ptrmap holder; /* set of functions with such a variable */
	struct ptrmap twice;  /* set of functions that call one that returns twice */
	struct untyped {
		LLVMValueRef alloca;
		LLVMTypeRef type;
	} * untyped;        /* memory of alloca(), with the type of its elements */
	LLVMValueRef *call; /* calls of always_inline functions that are not to be inlined */
	uint32_t nuntyped, untyped_cap, ncall, call_cap;
	bool any_twice;
};

void allocas_begin(struct allocas *, const lr_context *);
lr_status allocas_plan(struct allocas *, lr_context *, LLVMModuleRef);
void allocas_rewrite(struct allocas *, LLVMModuleRef);
void allocas_end(struct allocas *);

#endif
