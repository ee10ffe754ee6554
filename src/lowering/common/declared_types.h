/* declared_types.h -- what the types in clang's IR say about a place in memory, before anything is optimised. */
#ifndef LR_LOWERING_COMMON_DECLARED_TYPES_H
#define LR_LOWERING_COMMON_DECLARED_TYPES_H

#include <llvm-c/Target.h>

#include "dialect/edit.h"

struct lr_context;

/* Where a pointer points to: `offset` bytes into an object of `type`, which may have more of its kind beside it. */
struct place {
	LLVMTypeRef type;        /* NULL: nothing is known */
	uint64_t offset, size;   /* size: of the type */
	bool repeats;            /* part of an array of unknown length */
	LLVMValueRef root;       /* where the search ended: a variable, a parameter, or any other pointer */
};

/* What lies at a place. */
enum leaf { LEAF_NUMBER, LEAF_POINTER, LEAF_REFERENCE, LEAF_OTHER, LEAF_UNION };

/* Told of each leaf in a range of bytes, in order; `type` of LEAF_UNION is the union.  False: no more of them. */
typedef bool leaf_visitor(void *user, enum leaf, LLVMTypeRef type, uint64_t at, uint64_t bytes);

void place_of(LLVMTargetDataRef, LLVMValueRef pointer, struct place *);
/* The same by the type of the variable alone, whatever addresses were cast to on the way.  False: it is no place in one
** that is known. */
bool place_in_variable(LLVMTargetDataRef, LLVMValueRef pointer, struct place *);
/* Is all of the next `bytes` bytes of the declared type?  Arrays of bytes declare nothing. */
bool place_covers(const struct place *, uint64_t bytes);
/* Offsets given to the visitor count from the place.  `brief`: what has no special pointer in it is one LEAF_NUMBER,
** however large it is.  False if it was nested too deep to look at: then it may have references. */
bool place_leaves(LLVMTargetDataRef, const struct place *, uint64_t bytes, bool brief, leaf_visitor *, void *user);

/* Clang names all unions so.  One that has a reference as its first member says so in its type, any other does not. */
bool type_is_union(LLVMTypeRef);
/* The outermost union that the first byte of the place is in; NULL: in none. */
LLVMTypeRef place_union(LLVMTargetDataRef, const struct place *);
/* A name of a type without clang's "struct." or "union.". */
const char *type_plain_name(LLVMTypeRef);

#endif
