/* SPDX-License-Identifier: MIT */
/* check_oracle_memory.h -- the stack memory of a function as its program means it: each variable has words of its own, whatever
** shares them in the frame.  Integers and addresses are computed as far as that needs. */
#ifndef CHECK_ORACLE_MEMORY_H
#define CHECK_ORACLE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

enum { MEMORY_WORDS = 64 };
struct memory_object {
	LLVMValueRef pointer;
	int slot;              /* in the frame; -1: an alloca */
	uint32_t nwords;
	bool variable;         /* the program reads it: a variable of the frame, or an alloca */
	uint32_t word[MEMORY_WORDS];
	bool written[MEMORY_WORDS];
};
struct memory;

struct memory *memory_new(LLVMValueRef fn);
void  memory_free(struct memory *);
void  memory_reset(struct memory *, uint64_t seed);
void  memory_step(struct memory *, LLVMValueRef inst);
void  memory_edge(struct memory *, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* Where does a pointer point?  NULL: nowhere on the stack. */
struct memory_object *memory_at(struct memory *, LLVMValueRef pointer, uint32_t *word);

#endif
