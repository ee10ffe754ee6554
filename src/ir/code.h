/* SPDX-License-Identifier: MIT */
/* code.h -- the instructions of a function in an array, read once for all phases that look at each of them.
**
** LLVM's instructions are a list of objects that are spread over memory, and LLVM has to be asked for each opcode. So
** that is done in one walk. It leaves out instructions from which no reference can come: arithmetic, branches, and,
** unless they are asked for, comparisons. */
#ifndef LR_IR_CODE_H
#define LR_IR_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/ptrmap.h"
#include "ir/llvm.h"

struct code {
	LLVMValueRef fn;         /* NULL: no function has been read, or it may have changed since */
	struct code_inst { LLVMValueRef inst; LLVMOpcode op; } *inst;
	/* In the order of the function, with one more behind the last. A block has the instructions from inst[at] up to
	** the next block's, and a terminator `end` with opcode `op`, which may be among them. */
	struct code_block { LLVMBasicBlockRef block; LLVMValueRef end; LLVMOpcode op; uint32_t at; } *block;
	uint32_t ninst, nblock, inst_cap, block_cap;
	struct ptrmap place;     /* block -> index in `block` */
	arena_alloc_fn *alloc;
	void *user;
};

void code_init(struct code *, arena_alloc_fn *, void *user);
void code_free(struct code *);
/* Reads a function with blocks, each of which has a terminator. False: memory is exhausted. */
bool code_read(struct code *, LLVMValueRef fn, bool comparisons);
/* Frees the instructions if they take much memory. Blocks and their places stay known. */
void code_drop(struct code *);

#endif
