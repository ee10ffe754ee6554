/* SPDX-License-Identifier: MIT */
/* address_flow.h -- finds the values of a module, before it is optimised, that may be addresses of given memory.
**
** An address is followed through pointer arithmetic, phis and selects, variables that hold a pointer, and arguments and
** results of functions that the module defines. It is followed through members of structs on request: an address that
** is stored into a member of one struct may then be loaded from the same member of any other struct of that type. It is
** not followed through other memory that is itself reached through a pointer, nor through calls of pointers. So a value
** that is found may have the address; a value that is not found may have it all the same. Time and memory are
** proportional to the uses that are followed. */
#ifndef LR_LOWERING_MISTAKES_ADDRESS_FLOW_H
#define LR_LOWERING_MISTAKES_ADDRESS_FLOW_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/ptrmap.h"

/* Fields are the implementation's. */
struct address_flow {
	struct arena arena;
	LLVMTargetDataRef parts; /* set by address_flow_references; otherwise NULL */
	struct ptrmap at;   /* pointer -> index in `origin` of the memory that it may point into */
	struct ptrmap kept; /* variables that hold such a pointer, and functions that return one */
	struct flow_origin {
		LLVMValueRef memory;
		LLVMValueRef in; /* a pointer to the variable that gets the address; NULL: `memory` is the address */
		bool is_root;    /* the address is passed to a function that makes roots of the memory */
	} * origin;
	uint32_t norigin, origin_cap;
	LLVMValueRef *todo;
	uint32_t ntodo, todo_cap;
	struct ptrmap members; /* struct type -> index in `member` of its first member */
	struct flow_member {
		uint32_t first_load; /* list in `load` of the loads from this member */
		bool kept;           /* such a pointer is stored into the member */
	} * member;
	uint32_t nmember, member_cap;
	struct flow_load {
		LLVMValueRef load;
		uint32_t next;
	} * load; /* index 0 ends a list */
	uint32_t nload, load_cap;
};

void address_flow_begin(struct address_flow *, arena_alloc_fn *, void *user);
void address_flow_end(struct address_flow *);
/* Follows addresses through members of structs, too. */
void address_flow_members(struct address_flow *, LLVMModuleRef);
/* Follows an address only to where references may be declared, not to members without any. */
void address_flow_references(struct address_flow *, LLVMTargetDataRef);
/* May a reference be declared where the pointer points? True also if that is no constant distance into a variable. */
bool address_flow_may_be_reference(LLVMTargetDataRef, LLVMValueRef pointer);
/* Adds memory whose address is the value `memory`: a variable, a call, or a parameter. */
void address_flow_add(struct address_flow *, LLVMValueRef memory);
/* Adds memory whose address `call` stores where `pointer` points. */
void address_flow_add_in(struct address_flow *, LLVMValueRef call, LLVMValueRef pointer);
/* Follows the addresses of all memory that was added. False: memory is exhausted. */
bool address_flow_spread(struct address_flow *);
/* The first memory that was found to lie behind a pointer. NULL: none was found, or its address is passed to a function
** that makes roots of it. */
LLVMValueRef address_flow_memory(const struct address_flow *, LLVMValueRef pointer);

#endif
