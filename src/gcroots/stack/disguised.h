/* disguised.h -- references that are read as something else: what the search for them shares. */
#ifndef LR_GCROOTS_STACK_DISGUISED_H
#define LR_GCROOTS_STACK_DISGUISED_H

#include "gcroots/stack/crossing.h"
#include "gcroots/stack/variables.h"

#include <llvm-c/Target.h>

/* An address: byte `at` of a variable, or that and any multiple of `step` (0: just there; ANYWHERE). */
struct address {
	LLVMValueRef pointer, variable;
	int64_t at;
	uint64_t step;
	bool read;               /* something is loaded from there */
};

/* What was read, or made of it; or a store of that into another stack variable. */
struct disguised {
	LLVMValueRef value;
	LLVMValueRef read, variable;
	bool crossed;            /* a safepoint came before it */
	bool direct;             /* made of what `read` gave last, and of nothing else */
	bool queued;
};

struct disguise {
	struct scan *sc;
	LLVMTargetDataRef layout;
	struct ptrmap addresses, seen;
	struct ptrmap joined;    /* phi -> the item for which it was looked at */
	struct address *address;
	uint32_t naddress, address_cap;
	struct disguised *item;
	uint32_t nitem, item_cap;
	uint32_t *todo, ntodo, todo_cap;
	struct crossing crossing;     /* from one instruction to another */
	uint64_t steps_left;           /* steps of scan_unchanged */
};

/* -- disguised_addresses.c: find all addresses of a variable in which references are known */
void disguised_reach(struct disguise *, const struct stack_var *var);
/* May an access of so many bytes touch a word that is known to be a reference? */
bool disguised_touches(struct disguise *, const struct stack_var *var, const struct address *a, uint64_t size);
/* What an instruction reads through the pointer; NULL: it does not, or cannot be told.  `op`: its opcode, 0 if it is
** none. */
LLVMTypeRef disguised_type_read(LLVMValueRef inst, LLVMOpcode op, LLVMValueRef pointer);

#endif
