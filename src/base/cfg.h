/* SPDX-License-Identifier: MIT */
/* cfg.h -- control flow over dense block numbers: order, dominators, loops.  Uses no LLVM.
**
** Blocks are numbered in reverse post-order.  The entry is block 0, and unreachable blocks have no number.  So the
** number of a block is greater than those of its dominators, and an edge to a number not greater than that of its
** source is retreating. */
#ifndef LR_BASE_CFG_H
#define LR_BASE_CFG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/none.h"

ID_KIND(block_id);

struct cfg {
	uint32_t nblk;
	/* edges in CSR form, repeated edges kept: successors of b are succ[succ_at[b] .. succ_at[b+1]) */
	uint32_t *succ_at, *pred_at;
	block_id *succ, *pred;
	block_id *idom;        /* NONE for the entry */
	/* dominator tree in preorder, children ascending: the number of each block, the last number in its subtree, and
	** the block of each number */
	uint32_t *dom_pre, *dom_last;
	block_id *dom_order;
	/* natural loops; NONE or 0 for a block in no loop */
	block_id *loop;        /* header of the innermost loop around b (b itself if it is a header) */
	block_id *loop_parent; /* for a header: the header of the next enclosing loop */
	uint32_t *loop_depth;
	/* loop forest order: the blocks of a loop are contiguous: loop_pos[h] .. loop_last[h] for a header h */
	uint32_t *loop_pos, *loop_last;
	bool any_loop;         /* some edge is retreating; false: `loop` holds only NONE */
	bool irreducible;      /* some retreating edge goes to a block that does not dominate its source; `loop` then
	                        * covers only the natural loops */
};

/* Numbers the blocks reachable from block `entry` of a graph with n nodes (CSR succ_at, succ).  `order` (n elements)
** receives the old number of each new one, `number` (n elements) the new number or NONE.  Returns the number of
** reachable blocks, or 0 if memory is exhausted. */
uint32_t cfg_order(struct arena *, uint32_t n, const uint32_t *succ_at, const uint32_t *succ, uint32_t entry,
	uint32_t *order, uint32_t *number);

/* Fills in all fields from nblk, succ_at, succ.  Returns false if memory is exhausted. */
bool cfg_analyse(struct cfg *, struct arena *);

/* Returns the preheader of the loop of header h: the only block outside the loop that enters it, and that goes nowhere
** else; NONE if there is none. */
block_id cfg_preheader(const struct cfg *, block_id h);

/* Is block b in the loop of header h? */
static inline bool
cfg_in_loop(const struct cfg *g, block_id h, block_id b)
{
	return g->loop_pos[h] <= g->loop_pos[b] && g->loop_pos[b] <= g->loop_last[h];
}

/* Returns the nearest block that dominates both, as far as `idom` is filled in; NONE when the budget of steps is
** exhausted. */
static inline block_id
cfg_meet(const block_id *idom, block_id a, block_id b, uint64_t *budget)
{
	while (a != b) {
		if (*budget == 0)
			return NONE;
		--*budget;
		if (a > b)
			a = idom[a];
		else
			b = idom[b];
	}
	return a;
}

/* Does block a dominate block b?  Each block dominates itself. */
static inline bool
cfg_dominates(const struct cfg *g, block_id a, block_id b)
{
	return g->dom_pre[a] <= g->dom_pre[b] && g->dom_pre[b] <= g->dom_last[a];
}

#endif
