/* variables.h -- stack variables: what the files of stack/ share. */
#ifndef LR_GCROOTS_STACK_VARIABLES_H
#define LR_GCROOTS_STACK_VARIABLES_H

#include "gcroots/values/record.h"

enum { MAX_TRACE = 256, MAX_BYTES = 1 << 27 };

/* -- variables.c: the record of an alloca that matters, made on demand; NULL on no memory */
struct stack_var *stack_record(struct scan *, LLVMValueRef alloca);
/* -- trace_back.c: all allocas that `pointer` may point into (`found`, space for MAX_TRACE), and whether it may point
** to memory of others (`foreign`).  False if there are too many values to trace.  `place`: the offset in each alloca,
** in bytes; it may be NULL, and so may the scan then. */
bool stack_trace(struct scan *, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place, uint32_t *n, bool *foreign);
/* -- trace_forward.c: the one stack variable that the pointer may lead into, besides foreign memory; NULL: none, or
** several, of which some have no references in their types if *several. */
LLVMValueRef stack_variable_of(struct scan *, LLVMValueRef pointer, bool *several);
/* -- typed_accesses.c: stack_trace for typed modules, in which it does not give up */
bool stack_trace_typed(struct scan *, LLVMValueRef access, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place,
	uint32_t *n, bool *foreign);
void stack_note_typed(struct scan *, LLVMValueRef inst, LLVMValueRef pointer, const LLVMValueRef *found,
	const int64_t *place, uint32_t n, bool foreign);
/* -- unchanged.c: does the call name the variable in a bundle, and is what the load gave still in it then?  Takes steps
** off `*steps`; with none left: no. */
bool stack_unchanged(struct scan *, LLVMValueRef variable, LLVMValueRef read, LLVMValueRef call, uint64_t *steps);

#endif
