/* SPDX-License-Identifier: MIT */
/* alloc_kind.h -- attributes that say to LLVM what an allocation is. */
#ifndef LR_DIALECT_ALLOC_KIND_H
#define LR_DIALECT_ALLOC_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/llvm.h"

struct lr_context;

/* Bits of `allockind`, LLVM's AllocFnKind. */
enum { ALLOC_KIND_ALLOC = 1 << 0, ALLOC_KIND_UNINITIALIZED = 1 << 3, ALLOC_KIND_ZEROED = 1 << 4 };
/* A string attribute of calls, in place of an `allockind` that was taken away: "zeroed" or "uninitialized". */
#define ALLOC_CONTENT_ATTRIBUTE "lateroot-allockind"

/* The `allockind` of a call or of its callee, and what ALLOC_CONTENT_ATTRIBUTE says; 0 if there is neither. */
uint64_t alloc_kind(LLVMValueRef call);
/* The `allockind` that LLVM may know of a call: not "uninitialized" where a bundle promises zeros, which LLVM does not
** know of. */
uint64_t alloc_kind_for_llvm(LLVMValueRef call);
/* Gives the allocations of the module that `allockind`. True: something changed. */
bool alloc_kind_settle(LLVMModuleRef);
/* LLVM deletes an object that nobody needs, and stores into it, where attributes of the allocation promise that this
** changes nothing. Takes these attributes from allocations of types that may have a hook. Attributes of the function
** move to the calls that may keep them. True: something changed. */
bool alloc_kind_withdraw(const struct lr_context *, LLVMModuleRef);

#endif
