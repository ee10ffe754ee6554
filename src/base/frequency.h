/* SPDX-License-Identifier: MIT */
/* frequency.h -- how often the blocks of a graph run, and which hardly ever do: estimates.  Uses no LLVM. */
#ifndef LR_BASE_FREQUENCY_H
#define LR_BASE_FREQUENCY_H

#include "base/cfg.h"

/* Facts about a function that its graph does not show. */
struct branch_hints {
	const uint32_t *weight;  /* per edge, as g.succ: how often it is taken, compared with the others of its block;
	                          * all 0: not known; NULL: nothing is known */
	const bool *dead_end;    /* per block: it ends in `unreachable`; NULL: none does */
	const bool *calls_cold;  /* per block: it calls a function that hardly ever runs; NULL: none does */
	bool stays;              /* a branch out of a loop does not make the rest of the round less frequent: it is
	                          * taken once for all rounds.  False: it counts like any other branch */
};

enum { EXIT_NO_RETURN = 1, EXIT_NO_DEAD_END = 2, EXIT_COLD = 4 };
/* Returns for each block: no path from it comes to a return; none comes to `unreachable`; it hardly ever runs, for only
** `unreachable` or a call of a cold function is ahead.  NULL: memory is exhausted. */
uint8_t *cfg_exits(const struct cfg *, const struct branch_hints *, struct arena *);
/* Returns for each block how often it runs, as a multiple of the entry.  `exits` is the result of cfg_exits.  NULL:
** memory is exhausted. */
float *cfg_frequencies(const struct cfg *, const struct branch_hints *, const uint8_t *exits, struct arena *);

#endif
