/* code.h -- the instructions of a function, read once for all who look at each of them.
**
** LLVM's instructions are a list of objects that lie all over memory, and what each of them is has to be asked.  So
** that is done in one walk.  It leaves out what no reference can come of: arithmetic, branches, and comparisons unless
** they are asked for. */
#ifndef LR_IR_CODE_H
#define LR_IR_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/ptrmap.h"
#include "ir/llvm.h"

struct code {
	LLVMValueRef fn;         /* NULL: none has been read, or it may have changed since */
	struct code_inst { LLVMValueRef inst; LLVMOpcode op; } *inst;
	/* In the order of the function, with one more behind the last: instructions inst[at] to inst[block[1].at], and
	** the terminator, which may be among them. */
	struct code_block { LLVMBasicBlockRef block; LLVMValueRef end; LLVMOpcode op; uint32_t at; } *block;
	uint32_t ninst, nblock, inst_cap, block_cap;
	struct ptrmap place;     /* block -> its place in `block` */
	arena_alloc_fn *alloc;
	void *user;
};

void code_init(struct code *, arena_alloc_fn *, void *user);
void code_free(struct code *);
/* A function with blocks, each of which has a terminator.  False on no memory. */
bool code_read(struct code *, LLVMValueRef fn, bool comparisons);
/* The instructions are not needed any more: many of them take much memory.  The places of blocks stay known. */
void code_drop(struct code *);

#endif
