/* SPDX-License-Identifier: MIT */
/* tail_calls.h -- which function roots the arguments of a musttail call.
**
** The caller cannot, because its frame is gone by then.  A function that *roots its arguments* treats its tracked
** parameters as values of its own, like results of calls, so that no other function need root them.  Between the jump
** and the callee's first safepoint no code can collect.
**
** A function roots its arguments if it has the attribute "lateroot-roots-arguments", or one of LLVM's conventions for
** tail calls (tailcc, swifttailcc, preserve_nonecc).  A definition also gets the attribute if musttail calls of its
** module are known to reach it: by its name, or through a pointer of its type if its address is taken. */
#ifndef LR_DIALECT_TAIL_CALLS_H
#define LR_DIALECT_TAIL_CALLS_H

#include <stdbool.h>

#include "ir/llvm.h"
#include "base/arena.h"
#include "base/ptrmap.h"

#define ROOTS_ARGUMENTS_ATTRIBUTE "lateroot-roots-arguments"

/* Does the function's attribute or convention state that it roots its arguments? */
bool roots_arguments_stated(LLVMValueRef fn);
/* Sets the function's attribute. */
void roots_arguments_stamp(LLVMValueRef fn);
/* Is it a musttail call?  Only calls can be; an invoke cannot. */
bool is_musttail(LLVMValueRef call);

/* Returns the musttail call right before a return, or NULL.  Only a cast may come between them. */
LLVMValueRef musttail_before(LLVMValueRef ret);
/* Does the function contain a musttail call?  Then the function that it jumps to may replace it on the stack. */
bool makes_tail_calls(LLVMValueRef fn);

/* The definitions of a module that must root their arguments, beside those that state it. */
struct tail_targets {
	struct ptrmap of;
	bool any;                /* there are such definitions */
	bool failed;             /* memory is exhausted */
};
/* `only`: the one function of interest, for hosts that run passes function by function.  The module is then not
** searched, and only the attributes that InferGCLeaf has set count.  NULL: all functions. */
void tail_targets_find(struct tail_targets *, LLVMModuleRef, LLVMValueRef only, arena_alloc_fn *, void *user);
void tail_targets_free(struct tail_targets *);
bool roots_arguments(const struct tail_targets *, LLVMValueRef fn);
/* Does the target of the musttail call root its arguments?  The call, its convention or its callee states it; for
** pointers also the calling function, whose attribute holds for all functions that it jumps to. */
bool tail_call_is_taken(const struct tail_targets *, LLVMValueRef call);

#endif
