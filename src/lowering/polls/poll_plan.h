/* SPDX-License-Identifier: MIT */
/* poll_plan.h -- decides at the ends of which blocks a function polls, so that each cycle has a poll. Does not use
** LLVM. */
#ifndef LR_LOWERING_POLLS_POLL_PLAN_H
#define LR_LOWERING_POLLS_POLL_PLAN_H

#include "base/cfg.h"

struct poll_plan {
	const struct cfg *cfg;
	const bool *covered;     /* by block: it polls anyway */
	const uint32_t *trips;   /* by block: how often at most the natural loop of this header takes its back edge;
	                          * UINT32_MAX: unknown */
	uint32_t most;           /* iterations of nested loops together that need no poll; 0: none */
	/* results */
	bool *poll;              /* by block: poll at its end */
	uint32_t npolls;
};

/* False: memory is exhausted. */
bool poll_plan_make(struct poll_plan *, struct arena *);

#endif
