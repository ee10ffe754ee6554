/* SPDX-License-Identifier: MIT */
/* variables.h -- stack variables: what the files of stack/ share. */
#ifndef LR_GCROOTS_STACK_VARIABLES_H
#define LR_GCROOTS_STACK_VARIABLES_H

#include "gcroots/values/record.h"

enum { MAX_TRACE = 256, MAX_BYTES = 1 << 27 };

/* -- variables.c: the record of an alloca, made on demand; NULL on no memory */
struct stack_var *stack_record(struct scan *, LLVMValueRef alloca);
/* Has the type of the variable references in it? */
bool stack_has_references(struct scan *, LLVMValueRef alloca);
/* The name for diagnostics: in quotes, or "without a name". */
struct stack_name { char text[130]; };
struct stack_name stack_variable_name(LLVMValueRef alloca);
/* -- trace_back.c: finds all allocas that `pointer` may point into (`found`, space for MAX_TRACE), and whether it
** may point to other memory (`foreign`).  Returns false if there are too many values to trace.  `place`: the offset
** in each alloca, in bytes; it may be NULL, and so may the scan then. */
bool stack_trace(struct scan *, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place, uint32_t *n, bool *foreign);
/* Returns the stack variable that an address is in, if no phi or select is on the way; otherwise NULL.  *constant: the
** distance from its beginning is constant. */
LLVMValueRef stack_variable_at(LLVMValueRef pointer, bool *constant);
bool stack_constant_indices(LLVMValueRef gep);
/* What a GEP adds: `bytes` plus any multiple of `step`; 0: no more; ANYWHERE: any number. */
enum { ANYWHERE = 1 };
struct stack_offset { int64_t bytes; uint64_t step; };
struct stack_offset stack_gep_offset(struct session *, LLVMValueRef gep);
uint64_t stack_gcd(uint64_t a, uint64_t b);
/* -- trace_forward.c: returns the one stack variable that the pointer may lead into, foreign memory aside.  NULL:
** there is none, or there are several; *several: some of these have no references in their types. */
LLVMValueRef stack_variable_of(struct scan *, LLVMValueRef pointer, bool *several);
/* -- typed_accesses.c: stack_trace for typed modules.  If there are too many values to trace, it asks
** stack_variable_of.  Returns false if there is no such variable, after a diagnostic if there are several. */
bool stack_trace_typed(struct scan *, LLVMValueRef access, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place,
	uint32_t *n, bool *foreign);
void stack_note_typed(struct scan *, LLVMValueRef inst, LLVMValueRef pointer, const LLVMValueRef *found,
	const int64_t *place, uint32_t n, bool foreign);
/* -- rooted_variables.c: does the variable need no words, for others root all references that it ever holds?  If so,
** what is loaded from it needs no root either, and is marked so.  Once the blocks are done. */
bool stack_is_rooted(struct scan *, const struct stack_var *);
/* -- memory_open.c: is the address passed as an argument that the callee does not keep? */
bool stack_not_captured(const struct session *, LLVMValueRef call, unsigned p);
/* May the call use the pointer only to read memory, by its attributes?  It does not keep the pointer then. */
bool stack_only_read(const struct session *, LLVMValueRef call, LLVMValueRef pointer);
/* -- unchanged.c: does a bundle of the call name the variable, and does the variable still hold then what `read`
** loaded from it?  Takes steps off `*steps`; with none left the answer is no. */
bool stack_unchanged(struct scan *, LLVMValueRef variable, LLVMValueRef read, LLVMValueRef call, uint64_t *steps);

#endif
