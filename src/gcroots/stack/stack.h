/* stack.h -- references in stack memory: what the scan of instructions calls. */
#ifndef LR_GCROOTS_STACK_STACK_H
#define LR_GCROOTS_STACK_STACK_H

#include "gcroots/values/record.h"

/* -- variables.c */
void scan_alloca(struct scan *, LLVMValueRef inst);
/* The call stores `n` references to the variable that `pointer` leads to. */
void scan_return_roots(struct scan *, LLVMValueRef call, LLVMValueRef pointer, uint32_t n);
/* The call takes `pointer` as the address of a `type`, by its attribute sret (`written`) or byval. */
void scan_typed_pointer(struct scan *, LLVMValueRef call, LLVMValueRef pointer, LLVMTypeRef type, bool written);
/* -- shadows.c */
void scan_store_special(struct scan *, LLVMValueRef store, LLVMValueRef value, LLVMValueRef pointer);
/* A store, atomic operation or masked store. */
static inline void
scan_store_to_stack(struct scan *sc, LLVMValueRef store, LLVMValueRef value, LLVMValueRef pointer)
{
	if (scan_type(sc, value)->count)
		scan_store_special(sc, store, value, pointer);
}
/* Once the blocks are done. */
void scan_stores_made_special(struct scan *);
/* -- typed_accesses.c: in typed modules */
/* A reference that is loaded out of memory which is no object. */
void scan_typed_load(struct scan *, LLVMValueRef load, LLVMValueRef pointer);
/* An access to something that is no reference. */
void scan_typed_other(struct scan *, LLVMValueRef access, LLVMValueRef pointer);
/* Once the blocks are done. */
void scan_judge(struct scan *);
/* -- disguised.c: references that are read as something else, and used behind a safepoint.  Once the blocks are done
** and the graph is analysed. */
void scan_disguised(struct scan *);
/* -- accesses.c: once the blocks are done and the graph is analysed */
void scan_vars(struct scan *);

#endif
