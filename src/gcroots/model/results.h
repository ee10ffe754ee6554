/* SPDX-License-Identifier: MIT */
/* results.h -- the phases of placement that know nothing of LLVM, in their order, and what each adds to a function.
**
** A phase reads the function as scan has filled it (function.h) and the results of the phases before it, and fills its
** own struct, which struct fn holds under the same name.  Each returns false if memory is exhausted.  All lists live in
** fn.ar, and are NULL where that is said. */
#ifndef LR_GCROOTS_MODEL_RESULTS_H
#define LR_GCROOTS_MODEL_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/frequency.h"
#include "base/pset.h"
#include "gcroots/model/ids.h"

struct fn;

/* -- refine.c: values that need no slot of their own. */
struct refined {
	base_id *canon;          /* per value: its base: itself, another value (a lifted value of one base), or < 0:
	                          * it needs no root */
	bool any_alias;          /* some value has another value as its base */
};
/* Narrows the refinement lists (value.ref_at, ref_n), too: to distinct bases that may be asked about anywhere. */
bool refine(struct fn *);

/* -- liveness.c: the values that are live at each safepoint.  Needs refine. */
struct live {
	uint32_t nrank;
	rank_id *rank;           /* per value: the rank of its base; NONE: no safepoint can see the value */
	value_id *by_rank;       /* per rank: the value, which is its own base */
	pset *at;                /* per safepoint: ranks that are live at it */
	pset *in, *out;          /* per block; together they hold all that is live into, through or out of it */
	bool any_pinned;         /* some value that is pinned needs a root */
};
bool liveness(struct fn *);
/* Appends the values in one set alone to one list, and those in the other alone to the other, ascending.  False if
** memory is exhausted. */
bool live_diff(const struct fn *, pset a, pset b, struct arena *, struct pset_list *only_a, struct pset_list *only_b);

/* -- colour.c: the safepoints at which a value needs a root, and its slot there.  Needs liveness. */
/* At safepoint `safe` value `value` must be in `slot`, and so at all safepoints that it dominates where the value is
** live; at the safepoint above it (in the dominator tree) it need not.  A word of an array: at this safepoint alone,
** and `value` may be an operand. */
struct demand { value_id value; safepoint_id safe; word_id slot; };
struct coloured {
	uint32_t ndemand, demand_cap;
	struct demand *demand;
	uint32_t nslots;         /* of values: ndedicated dedicated ones first, then coloured ones */
	uint32_t ndedicated;
	uint32_t array_slots;    /* of nslots: those that only arrays in the frame make necessary */
	word_id *array_word;     /* per fn.array: its first word; NONE: the array is not in the frame */
	word_id *pin_slot;       /* per value, of pinned ones; NULL if there are none */
	bool *by_variable;       /* per value: a stack variable in the frame roots it while it is live; NULL: none */
	bool *roots_values;      /* per variable: values rely on it; NULL: none */
	uint32_t max_live;       /* most values that need a root at one safepoint; those live at a call that may return
	                          * twice count at the safepoints that it leads to as well */
	bool *needs_root;        /* per safepoint: some value needs a root there */
};
bool colour(struct fn *);
/* rooted_by_variable.c: fills coloured.by_variable and roots_values.  For colour.  dedicated: by rank. */
bool root_by_variables(struct fn *, const bool *dedicated);

/* -- place.c: where values are stored into their slots.  Needs colour.  (plan/plan.c adds the stores of shadows and
** of pinned values.) */
/* Puts a value, or an operand, into a slot: right before safepoint `safe` of block `block`, or, if that is NONE, at the
** end of the block. */
struct store { value_id value; word_id slot; block_id block; safepoint_id safe; };
struct placed {
	uint32_t nstore;
	struct store *store;     /* in order of demands */
};
bool place(struct fn *);
/* reconsider_arrays.c: colours and places once more without argument arrays in the frame, where these seem to spare
** nothing, and keeps the better result.  Needs place. */
bool reconsider_arrays(struct fn *);

/* -- estimates.c: estimates of base/frequency.h that phases ask for; each is computed when it is first asked for.  NULL
** if memory is exhausted. */
struct estimated { const float *frequency; const uint8_t *exits; };
/* Per block: how often it runs, as a multiple of the entry, guessed from the graph and the weights of branches. */
const float *block_frequencies(struct fn *);
/* Per block: EXIT_* of base/frequency.h. */
const uint8_t *exit_reachability(struct fn *);

/* -- colour_stack.c, clear_slots.c: the words of stack variables, and those that are cleared.  Needs place. */
/* A word that holds nothing live all through a loop becomes null at the end of the block before the loop, so that what
** it held can be collected. */
struct clear { block_id block; word_id word; };
struct stacked {
	uint32_t nwords;         /* of the frame: the slots of values first, then what variables need beyond those */
	word_id *word;           /* per variable: its first word */
	bool *overlaps;          /* per variable: another one has some of its words at another time; NULL: none */
	uint32_t nclear, clear_cap;
	struct clear *clear;     /* shrink_wrap drops those in blocks in which the frame is not pushed */
};
bool colour_stack(struct fn *);

/* -- shrink_wrap.c: where the frame is pushed and popped.  Needs colour_stack. */
/* The frame is pushed in `block`: before safepoint `safe` of it, at its end, or before everything else in it.  The
** first `words` words of the frame are roots until it is popped; the same in struct cut. */
#define PUSH_AT_END ((safepoint_id)UINT32_MAX)
#define PUSH_AT_TOP ((safepoint_id)(UINT32_MAX - 1))
struct push { block_id block; safepoint_id safe; uint32_t words; };
/* All edges between two blocks get a block in the middle, which pushes or pops the frame. */
struct cut { block_id from, to; uint32_t words; bool push; };
struct wrapped {
	uint32_t npush, push_cap;
	struct push *push;       /* none: the frame is pushed at the top of the function */
	uint32_t npop, pop_cap;
	block_id *pop;           /* if it is pushed outside of the entry block: blocks in which it is popped, instead of
	                          * before each return */
	bool pop_at_safepoint;   /* right behind the last safepoint of such a block, if control leaves it for good
	                          * there; otherwise at its end */
	uint32_t ncut, cut_cap;
	struct cut *cut;
	bool *pushed;            /* per block: the frame is pushed when control comes to it; NULL: from the entry block
	                          * on */
	const char *entry_reason; /* why it is pushed in the entry block although that does not need it; NULL: it does
	                          * need it, or the frame is pushed elsewhere */
};
bool shrink_wrap(struct fn *);
/* definite_init.c: is what the safepoints of the blocks `in` need stored after control enters these blocks?  False if
** that is not known.  For shrink_wrap. */
bool initialised_within(struct fn *, const bool *in);

#endif
