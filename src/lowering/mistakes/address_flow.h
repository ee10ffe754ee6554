/* address_flow.h -- where the addresses of some memory may go in a module, before it is optimised.
**
** Followed are pointer arithmetic, phis and selects, variables that keep a pointer, arguments and results of
** functions that the module defines. Members of structs are followed if that is asked for: what is kept in a member
** of one struct may then come out of the same member of any other of that type. Not followed are other pointers
** within memory that is itself reached through a pointer, and calls through pointers. So an address that is found
** may be at a place; one that is not found may be there all the same. Takes time and memory in proportion to the
** uses that are followed. */
#ifndef LR_LOWERING_MISTAKES_ADDRESS_FLOW_H
#define LR_LOWERING_MISTAKES_ADDRESS_FLOW_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/ptrmap.h"

/* Fields are the implementation's. */
struct address_flow {
	struct arena arena;
	LLVMTargetDataRef parts; /* NULL: all of the memory is of interest */
	struct ptrmap at;   /* pointers, with the number of the memory that they may lead into */
	struct ptrmap kept; /* variables that keep such a pointer, and functions that return one */
	struct flow_origin {
		LLVMValueRef memory;
		LLVMValueRef in; /* a pointer to the variable that gets its address; NULL: it is the result */
		bool is_root;
	} * origin;
	uint32_t norigin, origin_cap;
	LLVMValueRef *todo;
	uint32_t ntodo, todo_cap;
	struct ptrmap members; /* struct types, with the number of the first of their members */
	struct flow_member {
		uint32_t first_load;
		bool kept;
	} * member;
	uint32_t nmember, member_cap;
	struct flow_load {
		LLVMValueRef load;
		uint32_t next;
	} * load; /* number 0 is none */
	uint32_t nload, load_cap;
};

void address_flow_begin(struct address_flow *, arena_alloc_fn *, void *user);
/* Follow members of structs, too. */
void address_flow_members(struct address_flow *, LLVMModuleRef);
/* Follow only addresses where references may be declared, and not those of members without any. */
void address_flow_references(struct address_flow *, LLVMTargetDataRef);
/* Is a reference declared where the pointer leads, which is a constant distance into a variable?  True if it is not. */
bool address_flow_may_be_reference(LLVMTargetDataRef, LLVMValueRef pointer);
void address_flow_end(struct address_flow *);
/* `memory` is a pointer that no other instruction of the module gives: a variable, or a call. */
void address_flow_add(struct address_flow *, LLVMValueRef memory);
/* `call` writes the address of memory to where `pointer` leads. */
void address_flow_add_in(struct address_flow *, LLVMValueRef call, LLVMValueRef pointer);
/* Once all is added. False: no memory. */
bool address_flow_spread(struct address_flow *);
/* The first memory that was found to lie behind a pointer; NULL: none. None either if its address goes to a
** function by which the runtime gets to know roots. */
LLVMValueRef address_flow_memory(const struct address_flow *, LLVMValueRef pointer);

#endif
