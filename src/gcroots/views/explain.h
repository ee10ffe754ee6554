/* explain.h -- why each value is rooted or not, said once for everybody who shows it: explain_json.c and remarks.c. */
#ifndef LR_GCROOTS_VIEWS_EXPLAIN_H
#define LR_GCROOTS_VIEWS_EXPLAIN_H

#include "gcroots/views/listing.h"
#include "base/text.h"
#include "gcroots/model/plan.h"

enum why {
	WHY_SLOT,                /* needed at safepoints, and nothing else keeps it there */
	WHY_PINNED,              /* preserved by a region too far-flung to follow: a slot all along */
	WHY_SAME,                /* a merge of one value with itself: that one stands for it */
	WHY_REFINED,             /* reached from what others root, all along */
	WHY_PERMANENT,           /* never collected */
	WHY_COVERED,             /* live at safepoints, but values that are live there, too, keep it reachable */
	WHY_BY_VARIABLE,         /* live at safepoints, but the stack variable that it was loaded out of roots it */
	WHY_CALLEE_ROOTED,       /* at each safepoint where it is live the callee keeps it alive */
	WHY_NOT_LIVE,            /* not live at any safepoint */
	WHY_NO_SAFEPOINT,        /* the function has no safepoint */
	WHY_ARGUMENT,            /* no value that needs a root: put into the array of a boxed call that lies in the
	                          * frame */
	WHY_COUNT
};
extern const char *const why_names[WHY_COUNT];

struct explain {
	struct session *s;
	struct fn *f;
	const struct ir *ir;
	const struct plan *p;
	struct arena *ar;        /* its own */
	const struct lines *lines; /* text of the instructions, or none if it could not be told; NULL: nobody needs
	                            * it */
	uint8_t *why;            /* by value: enum why */
	safepoint_id *first;     /* by value: the first safepoint where it is live, or where it needs its first slot;
	                          * NONE */
	uint32_t *count;         /* by value: stores of it */
	safepoint_id *up;        /* by safepoint: the nearest that dominates it, or NONE */
	uint32_t nneeding;       /* safepoints at which a slot is needed */
	/* where the text of instructions is: */
	struct ptrmap at;        /* instruction -> its number: those of reachable blocks, in the order of fn's blocks */
	uint32_t *inst_at;       /* nblk + 1 */
	struct line *text;       /* by number; NULL without `lines` */
	struct line *label;      /* by block */
};

/* False on no memory.  The caller frees in both cases. */
bool explain_init(struct explain *, struct session *, struct fn *, const struct ir *, const struct plan *,
	struct arena *ar, const struct lines *);
void explain_free(struct explain *);
/* "%x", or what it is if it has no name. */
void explain_value_name(const struct explain *, struct text *, base_id v);
void explain_inst_name(const struct explain *, struct text *, LLVMValueRef);
/* A clause: "live at ...". */
void explain_reason(const struct explain *, struct text *, value_id v);
/* Why the frame is pushed at the top of the function although it could be elsewhere; NULL if that is not so. */
const char *explain_push_at_entry(const struct explain *);
/* Hand `explain` and `remark` what they ask for.  False on no memory. */
bool explain_json(struct explain *, struct text *);
bool explain_remarks(struct explain *);

#endif
