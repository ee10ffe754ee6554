/* SPDX-License-Identifier: MIT */
/* atomic_modify.h -- what the two files of ExpandAtomicModify share.  See atomic_modify.c. */
#ifndef LR_LOWERING_ATOMIC_MODIFY_H
#define LR_LOWERING_ATOMIC_MODIFY_H

#include "lowering/common/lowering.h"
#include "lowering/expand/atomic_match.h"

enum { MOST_BUNDLES = 8 };  /* at one call */

/* The type T of a call whose result is { T, T }. */
LLVMTypeRef modify_type(LLVMValueRef call);
/* Bits of a value of the type that `cmpxchg` can exchange, perhaps as an integer; 0: it cannot. */
unsigned modify_bits(const struct lower *, LLVMTypeRef);
/* The type of the operation, as the call uses it. `scratch` has an element for each argument of the call. */
LLVMTypeRef modify_operation_type(LLVMValueRef call, LLVMTypeRef *scratch);
/* Checks the call itself. */
lr_status modify_check(struct lower *, LLVMValueRef call, LLVMTypeRef *scratch);
/* Can a call of the operation collect, as far as its attributes tell? */
bool modify_may_collect(const struct lower *, LLVMValueRef operation);
/* Behind placement, for an operation that may collect: is all rooted that it needs? */
lr_status modify_check_rooted(const struct lower *, LLVMValueRef call);

#endif
