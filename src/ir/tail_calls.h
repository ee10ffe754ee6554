/* tail_calls.h -- who roots the arguments of a musttail call.
**
** The caller's frame is gone by then, so the caller cannot.  A function that *roots its arguments* takes its tracked
** parameters for values of its own, like results of calls: nobody else need root them.  Between the jump and the
** callee's first safepoint nothing can collect.
**
** A function roots its arguments if it has the attribute "lateroot-roots-arguments", or one of LLVM's conventions for
** tail calls (tailcc, swifttailcc, preserve_nonecc).  A definition that musttail calls of its module reach is made to,
** if that is known: called by its name, or through a pointer of its type where its address is taken. */
#ifndef LR_TAIL_CALLS_H
#define LR_TAIL_CALLS_H

#include <stdbool.h>

#include "ir/llvm.h"
#include "support/arena.h"
#include "support/ptrmap.h"

#define ROOTS_ARGUMENTS_ATTRIBUTE "lateroot-roots-arguments"

/* Does the function say that it roots its arguments: by attribute or by convention? */
bool roots_arguments_stated(LLVMValueRef fn);
/* It says so from now on. */
void roots_arguments_stamp(LLVMValueRef fn);
/* Is it a musttail call?  Those are calls; an invoke is none. */
bool is_musttail(LLVMValueRef call);

/* The definitions of a module that are to root their arguments, beside those that say so. */
struct tail_targets {
	struct ptrmap of;
	bool any;                /* there are musttail calls */
	bool failed;             /* no memory */
};
/* `only`: the one function that is of interest, as where a host runs passes function by function; the module is not
** looked through then, and what InferGCLeaf has stamped is all there is to know.  NULL: all. */
void tail_targets_find(struct tail_targets *, LLVMModuleRef, LLVMValueRef only, arena_alloc_fn *, void *user);
void tail_targets_free(struct tail_targets *);
bool roots_arguments(const struct tail_targets *, LLVMValueRef fn);
/* Does what `call`, a musttail call, jumps to root its arguments?  The call, its convention or its callee says so; of a
** pointer also the calling function, which then says it of all that it jumps to. */
bool tail_call_is_taken(const struct tail_targets *, LLVMValueRef call);

#endif
