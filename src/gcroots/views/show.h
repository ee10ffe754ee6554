/* SPDX-License-Identifier: MIT */
/* show.h -- shows a plan: dumps, remarks, explanations.  For the driver. */
#ifndef LR_GCROOTS_VIEWS_SHOW_H
#define LR_GCROOTS_VIEWS_SHOW_H

#include "gcroots/model/plan.h"
#include "gcroots/views/listing.h"

struct show {
	struct session *s;
	struct listing listing;  /* the module's text as it came in, if it is needed */
};

/* False if memory is exhausted; show_end must be called in any case. */
bool show_begin(struct show *, struct session *);
void show_end(struct show *);
/* Shows the plan and its reasons to the callbacks of the options.  False if memory is exhausted. */
bool show_plan(struct show *, struct fn *, const struct ir *, const struct plan *);

#endif
