/* SPDX-License-Identifier: MIT */
/* disguised.h -- references that are read as something else: the state of the search for them. */
#ifndef LR_GCROOTS_STACK_DISGUISED_H
#define LR_GCROOTS_STACK_DISGUISED_H

#include "gcroots/stack/crossing.h"
#include "gcroots/stack/variables.h"

#include <llvm-c/Target.h>

/* An address in a variable: byte `at` plus any multiple of `step`.  0: byte `at` alone; ANYWHERE: any byte. */
struct address {
	LLVMValueRef pointer, variable;
	int64_t at;
	uint64_t step;
	bool read;               /* some instruction reads through it */
};

/* A value that was read as something else, or is made of such a value; or a store of one into another stack
** variable. */
struct disguised {
	LLVMValueRef value;
	LLVMValueRef read, variable;
	bool crossed;            /* a safepoint may lie between the read and this value */
	bool direct;             /* made of the value of `read` alone, and not by way of another variable */
	bool queued;
};

struct disguise {
	struct scan *sc;
	LLVMTargetDataRef layout;
	struct ptrmap addresses, seen;
	struct ptrmap joined;    /* phi -> token of the item for which it was visited last */
	struct address *address;
	uint32_t naddress, address_cap;
	struct disguised *item;
	uint32_t nitem, item_cap;
	uint32_t *todo, ntodo, todo_cap;
	struct crossing crossing;/* is there a safepoint between two instructions? */
	uint64_t steps_left;     /* for stack_unchanged */
};

/* -- disguised_addresses.c: finds all addresses of a variable in which references are known */
void disguised_reach(struct disguise *, const struct stack_var *var);
/* May an access of `size` bytes touch a word that is known to be a reference? */
bool disguised_touches(struct disguise *, const struct stack_var *var, const struct address *a, uint64_t size);
/* Returns the type that an instruction reads through the pointer.  NULL: it reads nothing, or that is not known.
** `op`: the opcode, 0 if it is no instruction. */
LLVMTypeRef disguised_type_read(LLVMValueRef inst, LLVMOpcode op, LLVMValueRef pointer);

#endif
