/* SPDX-License-Identifier: MIT */
/* declared_types.h -- what the types in clang's IR say about a place in memory, before LLVM optimises. */
#ifndef LR_LOWERING_COMMON_DECLARED_TYPES_H
#define LR_LOWERING_COMMON_DECLARED_TYPES_H

#include <llvm-c/Target.h>

#include "dialect/edit/edit.h"

struct lr_context;

/* Where a pointer points: `offset` bytes into an object of `type`, beside which there may be more objects of that
** type. */
struct place {
	LLVMTypeRef type;        /* NULL: nothing is known */
	uint64_t offset, size;   /* in bytes; size: of the type */
	bool repeats;            /* the object is an element of an array of unknown length */
	LLVMValueRef root;       /* the first pointer of the computation: a variable, a parameter, or any other one */
};

/* A scalar, vector or union at a place. LEAF_OTHER: a special pointer that is no reference, or a part of one. */
enum leaf { LEAF_NUMBER, LEAF_POINTER, LEAF_REFERENCE, LEAF_OTHER, LEAF_UNION };

/* Called for each leaf in a range of bytes, in order. `type` of LEAF_UNION is the union. False: no more leaves are
** wanted. */
typedef bool leaf_visitor(void *user, enum leaf, LLVMTypeRef type, uint64_t at, uint64_t bytes);

/* The place according to the last types to which addresses were cast. */
void place_of(LLVMTargetDataRef, LLVMValueRef pointer, struct place *);
/* The place according to the type of the variable alone. False: the pointer is at no constant distance into a
** variable. */
bool place_in_variable(LLVMTargetDataRef, LLVMValueRef pointer, struct place *);
/* Do the next `bytes` bytes all have the declared type? Arrays of bytes declare nothing. */
bool place_covers(const struct place *, uint64_t bytes);
/* Visits the leaves of `bytes` bytes. Offsets given to the visitor count from the place. `brief`: a part without
** special pointers is one LEAF_NUMBER, however large it is. False: the type is nested too deep, so that it may have
** references that were not visited. */
bool place_leaves(LLVMTargetDataRef, const struct place *, uint64_t bytes, bool brief, leaf_visitor *, void *user);

/* Is it a struct by which clang represents a union? Its type shows a reference only if that is its first member. */
bool type_is_union(LLVMTypeRef);
/* The outermost union that contains the first byte of the place; NULL: there is none. */
LLVMTypeRef place_union(LLVMTargetDataRef, const struct place *);
/* The name of a type without clang's "struct." or "union.". */
const char *type_plain_name(LLVMTypeRef);

#endif
