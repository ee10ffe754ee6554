/* SPDX-License-Identifier: MIT */
/* colour_stack.h -- the words of the frame that are in use in a set of blocks: shared by stack colouring
** (colour_stack.c) and the clearing of dead words (clear_slots.c). */
#ifndef LR_GCROOTS_CORE_COLOUR_STACK_H
#define LR_GCROOTS_CORE_COLOUR_STACK_H

#include "gcroots/model/function.h"

/* A block in which a placed variable is live. */
struct resident { variable_id var; uint32_t next; };

struct stack_words {
	struct fn *f;
	struct arena *ar;
	uint64_t budget;
	/* per block, true where equal to the stamp in use */
	uint32_t *in, *kill, *after, *seen, stamp;
	block_id *todo;
	/* blocks of the variable at hand */
	block_id *block;
	uint32_t nblock;
	/* variables that are live in a block */
	uint32_t *residents;     /* heads by block */
	struct resident *resident;
	uint32_t nresident, resident_cap;
	/* lists of demands: all of a value, by its rank; of each block, one for each slot */
	uint32_t *demand_of_value, *demand_in_block, *next_of_value, *next_in_block;
	struct pset_change change;
	uint32_t *busy;          /* by word: busy for the variable of this stamp, or, if NONE, for all */
	uint32_t *seen_var;
	block_id *since;         /* per variable: its first block, NONE if the blocks where it is live are not known */
	uint32_t limit;          /* size of busy */
	/* clear_slots.c: by word: how many values that are live into the loop at hand it holds; the set of these */
	uint32_t *holds;
	pset held;
	struct clearing { block_id head, before; } *loop; /* loops that words can be cleared for: the header, and the
	                                                   * block before it */
	uint32_t nloop;
};

/* Takes n steps off the budget.  False if fewer are left: then the caller goes without the optimisation. */
static inline bool
pay(struct stack_words *s, uint64_t n)
{
	if (s->budget < n)
		return false;
	s->budget -= n;
	return true;
}

static inline void
mark_busy(struct stack_words *s, word_id word, uint32_t n)
{
	for (word_id w = word; w < word + n; w++)
		s->busy[w] = s->stamp;
}

/* -- colour_stack.c */
/* Marks the slots of the demands of block b.  False if over budget, here and below. */
bool mark_demands(struct stack_words *, block_id b);
/* Marks the words of the variables that are live in one of the blocks at hand. */
bool busy_with_variables(struct stack_words *);

/* -- clear_slots.c */
/* Lists the loops before which words can be cleared.  False if memory is exhausted, here and below. */
bool list_loops(struct stack_words *);
/* Plans the clears, once all variables have their words. */
bool clear_dead(struct stack_words *);

#endif
