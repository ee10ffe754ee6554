/* SPDX-License-Identifier: MIT */
/* estimates.c -- the estimates of base/frequency.h for a function, made when they are first asked for. */
#include "gcroots/model/function.h"

static struct branch_hints
hints_of(const struct fn *f)
{
	return (struct branch_hints){ .weight = f->weight, .dead_end = f->dead_end, .calls_cold = f->calls_cold };
}

const uint8_t *
exit_reachability(struct fn *f)
{
	const struct branch_hints h = hints_of(f);

	if (!f->estimated.exits)
		f->estimated.exits = cfg_exits(&f->g, &h, f->ar);
	return f->estimated.exits;
}

const float *
block_frequencies(struct fn *f)
{
	if (f->estimated.frequency)
		return f->estimated.frequency;
	if ((f->weigh && !f->weigh(f, f->asked)) || !exit_reachability(f))
		return NULL;
	const struct branch_hints h = hints_of(f);
	return f->estimated.frequency = cfg_frequencies(&f->g, &h, f->estimated.exits, f->ar);
}
