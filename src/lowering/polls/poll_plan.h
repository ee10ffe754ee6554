/* poll_plan.h -- at the ends of which blocks a function has to poll, so that no cycle goes by without.  Knows nothing
** of LLVM. */
#ifndef LR_LOWERING_POLLS_POLL_PLAN_H
#define LR_LOWERING_POLLS_POLL_PLAN_H

#include "base/cfg.h"

struct poll_plan {
	const struct cfg *cfg;
	const bool *covered;     /* by block: control that goes through it polls anyway */
	const uint32_t *trips;   /* by block: the natural loop of this header takes its back edge at most so often;
	                          * UINT32_MAX: unknown */
	uint32_t most;           /* iterations in all that may go by without a poll; 0: none */
	/* results */
	bool *poll;              /* by block: poll at its end */
	uint32_t npolls;
};

/* False on no memory. */
bool poll_plan_make(struct poll_plan *, struct arena *);

#endif
