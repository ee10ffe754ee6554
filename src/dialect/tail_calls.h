/* tail_calls.h -- who roots the arguments of a musttail call.
**
** The caller cannot, because its frame is gone by then.  A function that *roots its arguments* treats its tracked
** parameters as values of its own, like results of calls: nobody else need root them.  Between the jump and the
** callee's first safepoint nothing can collect.
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

/* Does the function say that it roots its arguments: by attribute or by convention? */
bool roots_arguments_stated(LLVMValueRef fn);
/* It says so from now on. */
void roots_arguments_stamp(LLVMValueRef fn);
/* Is it a musttail call?  Those are calls; an invoke is none. */
bool is_musttail(LLVMValueRef call);

/* The musttail call right before a return, or NULL.  Only a cast may come between them. */
LLVMValueRef musttail_before(LLVMValueRef ret);
/* Does the function end in a musttail call somewhere?  Then whoever it jumps to may stand in its place on the stack. */
bool makes_tail_calls(LLVMValueRef fn);

/* The definitions of a module that are to root their arguments, beside those that say so. */
struct tail_targets {
	struct ptrmap of;
	bool any;                /* there are some */
	bool failed;             /* no memory */
};
/* `only`: the one function that is of interest, for hosts that run passes function by function.  Then the module is not
** searched, and only the attributes that InferGCLeaf has set are known.  NULL: all. */
void tail_targets_find(struct tail_targets *, LLVMModuleRef, LLVMValueRef only, arena_alloc_fn *, void *user);
void tail_targets_free(struct tail_targets *);
bool roots_arguments(const struct tail_targets *, LLVMValueRef fn);
/* Does the target of the musttail call root its arguments?  The call, its convention or its callee states it; for
** pointers also the calling function, whose attribute holds for all functions that it jumps to. */
bool tail_call_is_taken(const struct tail_targets *, LLVMValueRef call);

#endif
