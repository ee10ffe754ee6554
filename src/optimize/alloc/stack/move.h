/* SPDX-License-Identifier: MIT */
/* move.h -- an object that moves to the stack: what move.c, memory_objects.c and lifetimes.c share. */
#ifndef LR_OPTIMIZE_ALLOC_MOVE_H
#define LR_OPTIMIZE_ALLOC_MOVE_H

#include "optimize/alloc/object/object.h"

enum { MAX_INDICES = 16 };       /* of a GEP */

/* The plan for one object. It lives in the arena of the round. */
struct move {
	uint64_t bytes;          /* of the variable */
	bool references;         /* it is an array of references */
	bool unread;             /* nothing is made: what is in it is never looked at */
	bool raw;                /* its address goes to code that this pass does not follow */
	LLVMValueRef *made;      /* the new pointers, by number of the old one */
	LLVMValueRef *dead;      /* instructions to be erased, some perhaps repeated */
	uint32_t ndead;
	LLVMValueRef *retype;    /* calls of memcpy and the like to be given other types, some perhaps repeated */
	uint32_t nretype;
	/* Instructions besides the uses of the object that need its memory */
	LLVMValueRef *until;
	uint32_t nuntil, until_cap;
	/* The memory is needed no longer in front of these instructions, whatever path is taken */
	LLVMValueRef *end;
	uint32_t nend, end_cap;
	/* Of a Memory: pointers of address space 13 to its data, each behind the one that it is computed from */
	LLVMValueRef *data;
	uint32_t ndata, data_cap;
};

/* -- move.c: does the object become a stack variable as a whole? */
/* Returns the bytes of stack memory that the function has by now, of constant size: an earlier run made some of it. */
uint64_t move_spent(const struct alloc_opt *);
bool move_suits(struct alloc_opt *, struct object *);
/* Notes the users of a raw address as needing the memory.  False: memory is exhausted. */
bool move_follow_raw(struct alloc_opt *, struct move *, LLVMValueRef address);
/* How many types name the form of memcpy, memmove or memset for given address spaces; 0: it is another function. */
unsigned move_overloaded(LLVMValueRef call);

/* -- move_apply.c: makes it one */
void move_to_stack(struct alloc_opt *, struct object *);
/* Builds the same GEP of another base. */
LLVMValueRef move_rebuild_gep(struct alloc_opt *, LLVMValueRef gep, LLVMValueRef base);
/* Takes marks from an access that hold for an object, but not for a variable. */
void move_weaken(struct alloc_opt *, LLVMValueRef access);

/* -- lifetimes.c */
/* Plans the ends of the variable's lifetime.  False: memory is exhausted. */
bool lifetime_plan(struct alloc_opt *, const struct object *, struct move *);
/* Builds llvm.lifetime.start or .end at the builder's place. */
void lifetime_build(struct alloc_opt *, bool start, LLVMValueRef variable, uint64_t bytes);

/* -- memory_objects.c */
/* Describes a call of julia.gc_alloc_memory; false: the call is not one. */
bool object_of_memory(struct alloc_opt *, LLVMValueRef call, struct object *);
/* Reads the size of a julia.gc_alloc_memory, and fills in `data`.  False: it does not suit. */
bool memory_object_suits(struct alloc_opt *, struct object *, struct move *);
/* Builds the header of a Memory that has become a variable. */
void memory_object_header(struct alloc_opt *, const struct object *, LLVMValueRef variable);
/* Rewrites what uses the pointers of `data`. */
void memory_object_rewrite(struct alloc_opt *, struct move *);

#endif
