/* SPDX-License-Identifier: MIT */
/* gcstack.h -- the GC stack of a function's task: an argument that is marked "gcstack", or the result of a getter.
**
** Front ends put the getter into the entry block.  Inlining, or an optimiser that moves the call to the use of its
** result, can leave the only getter in a later block.  Such a function has roots like any other.  So all blocks are
** searched to decide whether a function has a GC stack. */
#ifndef LR_DIALECT_GCSTACK_H
#define LR_DIALECT_GCSTACK_H

#include <stdbool.h>

#include "ir/llvm.h"

/* Is it a call of julia.get_pgcstack or julia.get_pgcstack_or_new? */
bool gcstack_is_getter(LLVMValueRef inst);
/* Returns the argument that is marked "gcstack", or NULL.  An argument that was taken away is none. */
LLVMValueRef gcstack_argument(LLVMValueRef fn);
/* Was the value of parameter `p`, counted from 0, taken away?  Until there are frames, nothing may use the argument.
** LLVM's elimination of dead arguments then lets calls pass poison. */
bool gcstack_is_taken(LLVMValueRef fn, LLVMValueRef argument, unsigned p);
/* Is there an argument that is marked "gcstack", and that was taken away? */
bool gcstack_was_taken(LLVMValueRef fn);
/* The declarations of the getters in a module, or NULL; for callers that ask about many functions. */
struct gcstack_getters { LLVMValueRef fn[2]; };
struct gcstack_getters gcstack_getters(LLVMModuleRef);
LLVMValueRef gcstack_find(const struct gcstack_getters *, LLVMValueRef fn);
/* Returns the argument, or else the first getter in the order of blocks.  NULL: the function has no GC stack, and no
** roots. */
LLVMValueRef gcstack_of(LLVMValueRef fn);
/* Returns the argument, or else the first getter of the entry block: a value that is available in all other blocks.
** NULL if there is none. */
LLVMValueRef gcstack_at_entry(LLVMValueRef fn);
/* Is the instruction before all instructions of other blocks, and before `at` if `at` is in the same block?  True for
** arguments. */
bool gcstack_comes_before(LLVMValueRef gcstack, LLVMValueRef at);

#endif
