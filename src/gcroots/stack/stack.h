/* SPDX-License-Identifier: MIT */
/* stack.h -- references in stack memory: the functions that the scan of instructions calls. */
#ifndef LR_GCROOTS_STACK_STACK_H
#define LR_GCROOTS_STACK_STACK_H

#include "gcroots/values/record.h"

/* -- variables.c */
void stack_alloca(struct scan *, LLVMValueRef inst);
/* The call stores `n` references to the variable that `pointer` leads to. */
void stack_return_roots(struct scan *, LLVMValueRef call, LLVMValueRef pointer, uint32_t n);
/* The call takes `pointer` as the address of a `type`, by its attribute sret (`written`) or byval. */
void stack_typed_pointer(struct scan *, LLVMValueRef call, LLVMValueRef pointer, LLVMTypeRef type, bool written);
/* -- shadows.c */
void stack_store_special(struct scan *, LLVMValueRef store, LLVMValueRef value, LLVMValueRef pointer);
/* Looks at a store, atomic operation or masked store of any value. */
static inline void
stack_store(struct scan *sc, LLVMValueRef store, LLVMValueRef value, LLVMValueRef pointer)
{
	if (scan_type(sc, value)->count)
		stack_store_special(sc, store, value, pointer);
}
/* Tells which operands of a store, atomic operation or masked store are the value and the address. */
void stack_store_operands(LLVMValueRef store, unsigned *value, unsigned *pointer);
/* Once the blocks are done. */
void stack_finish_stores(struct scan *);
/* -- typed_accesses.c: in typed modules */
/* Notes a load of a reference out of memory that is no object. */
void stack_typed_load(struct scan *, LLVMValueRef load, LLVMValueRef pointer);
/* Notes an access to something other than a reference. */
void stack_typed_other(struct scan *, LLVMValueRef access, LLVMValueRef pointer);
/* Once the blocks are done. */
void stack_check_types(struct scan *);
/* -- disguised.c: reports references that are read as something else and used behind a safepoint.  Once the blocks
** are done and the graph is analysed. */
void stack_disguised(struct scan *);
/* -- accesses.c: once the blocks are done and the graph is analysed */
void stack_accesses(struct scan *);

#endif
