/* SPDX-License-Identifier: MIT */
/* loops.h -- the loops of a function for the passes of this folder. */
#ifndef LR_OPTIMIZE_LOOPS_LOOPS_H
#define LR_OPTIMIZE_LOOPS_LOOPS_H

#include "base/cfg.h"
#include "base/ptrmap.h"
#include "host/context.h"
#include "host/remark.h"

/* The loops of one function, or one loop with the loops in it.  In the second case the graph has the blocks of that
** loop only, and block 0 is its header. */
struct loops {
	lr_context *cx;
	const struct loop_given *given; /* NULL: the whole function */
	struct arena ar;             /* reset by loops_read */
	struct cfg g;
	LLVMBasicBlockRef *block;    /* by number */
	block_id *by_place;          /* the blocks in the order of loop_pos, in which those of a loop are contiguous */
	struct ptrmap number;        /* block -> its number */
};

void loops_init(struct loops *, lr_context *);
void loops_free(struct loops *);
/* Reads the graph of `fn`, or of the loop that the context names.  False: memory is exhausted. */
bool loops_read(struct loops *, LLVMValueRef fn);
/* Is `h` the header of a loop that the pass has to work on?  From the last block to the first, inner loops precede
** those around them. */
static inline bool
loops_has(const struct loops *l, block_id h)
{
	return l->g.loop[h] == h && (l->given == NULL || h == 0);
}
/* Is the block in the loop of header h? */
static inline bool
loops_contain(const struct loops *l, block_id h, LLVMBasicBlockRef bb)
{
	uint32_t b = ptrmap_get(&l->number, bb);

	return b != PTRMAP_NONE && cfg_in_loop(&l->g, h, b);
}
/* Is it an instruction in that loop? */
bool loops_define(const struct loops *, block_id h, LLVMValueRef);

/* May the call read or write memory?  Only attributes say that it does not. */
bool loops_call_touches_memory(LLVMValueRef call, unsigned memory_kind);

#endif
