/* SPDX-License-Identifier: MIT */
/* loop.h -- the one loop that a loop pass works on when a loop pass manager of opt or clang runs it.  May be included
** from C++.
**
** In lr_run, and as a function pass of opt, a loop pass works on all loops of a function, innermost first. */
#ifndef LR_HOST_LOOP_H
#define LR_HOST_LOOP_H

#include <stddef.h>

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct loop_given {
	LLVMBasicBlockRef header;
	const LLVMBasicBlockRef *blocks; /* of the loop and the loops in it, in any order, with the header */
	size_t nblocks;
	/* The pass calls these, so that analyses of the pass manager stay right: */
	void (*moved)(void *user, LLVMValueRef instruction);   /* after a move to the end of a block without successors
	                                                        * other than the header */
	void (*created)(void *user, LLVMValueRef instruction); /* after the instruction was put into a block */
	void (*erases)(void *user, LLVMValueRef instruction);  /* before the instruction is erased */
	void *user;
};

#ifdef __cplusplus
}
#endif
#endif
