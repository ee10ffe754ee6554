/* SPDX-License-Identifier: MIT */
/* kind.h -- the meaning of a type for the collector. */
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

/* The special pointers of a first-class type. */
struct type_kind {
	uint32_t count;   /* number of special pointers (elements of scalable vectors: the known minimum) */
	bool all;         /* all its elements are AS10 pointers (so root slots can hold it) */
	bool derived;     /* it has a special pointer that is not AS10 */
	bool loaded;      /* it has an AS13 pointer */
	bool scalable;    /* it has a scalable vector of special pointers */
	bool too_big;     /* more than TYPE_KIND_MAX pointers: count is not exact */
};
#define TYPE_KIND_MAX (1u << 20)

/* Walks the type, without recursion, up to a fixed depth of nesting (deeper: too_big). */
struct type_kind type_kind(LLVMTypeRef);

/* Returns the special address spaces in a first-class type: bit n stands for space 10 + n.  Returns none if the type is
** too deep or too large to walk, so that no diagnostic is based on it. */
unsigned type_spaces(LLVMTypeRef t);
/* Does the type contain a reference (AS10)?  Also true if the type is too deep or too large to walk. */
bool type_may_hold_reference(LLVMTypeRef);
#define SPACE_BIT(as) (1u << ((as) - LR_AS_FIRST_SPECIAL))

/* For diagnostics about a part of a variable, alias or ifunc, for which they have no field: returns the text before the
** name, and the name; empty strings for other values. */
const char *global_around(LLVMValueRef at, const char **name);

/* Returns the address space of a pointer or a vector of pointers, otherwise -1. */
int pointer_as(LLVMTypeRef t);

#endif
