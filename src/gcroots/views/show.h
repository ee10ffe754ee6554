/* show.h -- what the driver calls to show a plan: dumps, remarks, explanations. */
#ifndef LR_GCROOTS_VIEWS_SHOW_H
#define LR_GCROOTS_VIEWS_SHOW_H

#include "gcroots/model/plan.h"
#include "gcroots/views/listing.h"

struct show {
	struct session *s;
	struct listing listing;  /* the module's text as it came in, if somebody wants to see it */
};

/* False on no memory; show_end is to be called in both cases. */
bool show_begin(struct show *, struct session *);
void show_end(struct show *);
/* Tell whoever asked what the plan is and why.  False on no memory. */
bool show_plan(struct show *, struct fn *, const struct ir *, const struct plan *);

#endif
