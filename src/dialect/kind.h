/* kind.h -- what a type means to the collector. */
#ifndef LR_DIALECT_KIND_H
#define LR_DIALECT_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "lateroot/abi.h"
#include "ir/llvm.h"

static inline bool
as_is_special(unsigned as)
{
	return as >= LR_AS_FIRST_SPECIAL && as <= LR_AS_LAST_SPECIAL;
}

/* How many special pointers a first-class type holds. */
struct type_kind {
	uint32_t count;   /* special pointers in it (elements of scalable vectors: the known minimum) */
	bool all;         /* nothing but AS10 pointers in it (so it may be laid over root slots) */
	bool derived;     /* some special pointer in it is not AS10 */
	bool loaded;      /* some pointer in it is AS13 */
	bool scalable;    /* a scalable vector of special pointers is in it */
	bool too_big;     /* more than TYPE_KIND_MAX pointers: count is not exact */
};
#define TYPE_KIND_MAX (1u << 20)

/* Walks the type without recursion on input depth beyond a fixed limit of nesting (deeper: too_big). */
struct type_kind type_kind(LLVMTypeRef);

/* Which special address spaces occur anywhere in a first-class type: bit n stands for space 10 + n.
** None when the type is too deep or too large to walk: nobody is blamed for what cannot be seen. */
unsigned type_spaces(LLVMTypeRef t);
/* Is there a reference (AS10) anywhere in it?  True, too, when the type is too deep or too large to walk. */
bool type_may_hold_reference(LLVMTypeRef);
#define SPACE_BIT(as) (1u << ((as) - LR_AS_FIRST_SPECIAL))

/* For messages about something inside of a variable, alias or ifunc, which diagnostics have no place for: its name and
** what stands before it; empty strings for other values. */
const char *global_around(LLVMValueRef at, const char **name);

/* The address space if `t` is a pointer or a vector of pointers, otherwise -1. */
int pointer_as(LLVMTypeRef t);

#endif
