/* SPDX-License-Identifier: MIT */
/* explain.h -- the reason why each value is rooted or not, for explain_json.c and remarks.c. */
#ifndef LR_GCROOTS_VIEWS_EXPLAIN_H
#define LR_GCROOTS_VIEWS_EXPLAIN_H

#include "gcroots/views/listing.h"
#include "base/text.h"
#include "gcroots/model/plan.h"

enum why {
	WHY_SLOT,                /* live at safepoints at which nothing else roots its object */
	WHY_PINNED,              /* preserved by a region too large to follow: a dedicated slot in the whole function */
	WHY_SAME,                /* a merge of one value with itself: that value is its base */
	WHY_REFINED,             /* always reachable from values that are rooted elsewhere */
	WHY_PERMANENT,           /* never collected */
	WHY_COVERED,             /* live at safepoints, but reachable from values that are live there */
	WHY_BY_VARIABLE,         /* live at safepoints, but the stack variable that it was loaded from roots it */
	WHY_CALLEE_ROOTED,       /* at each safepoint where it is live the callee roots it */
	WHY_NOT_LIVE,            /* not live at any safepoint */
	WHY_NO_SAFEPOINT,        /* the function has no safepoint */
	WHY_ARGUMENT,            /* an operand, which needs no root: stored into the array of a boxed call in the
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
	const struct lines *lines; /* text of the instructions, or none if it is not known; NULL: it is not needed */
	uint8_t *why;            /* by value: enum why */
	safepoint_id *first;     /* by value: the first safepoint where it is live, or where it needs its first slot;
	                          * NONE */
	uint32_t *count;         /* by value: stores of it */
	safepoint_id *up;        /* by safepoint: the nearest that dominates it, or NONE */
	uint32_t nneeding;       /* safepoints at which a slot is needed */
	struct ptrmap at;        /* instruction -> its number: of reachable blocks, in the order of fn's blocks */
	uint32_t *inst_at;       /* nblk + 1 */
	struct line *text;       /* by number; NULL without `lines` */
	struct line *label;      /* by block */
	struct ptrmap variable;  /* instruction or argument -> number in `variables` */
	struct variable { const char *name; uint32_t bytes; } *variables; /* of the source; names are not terminated */
	uint32_t nvariable, variable_cap;
};

/* False if memory is exhausted.  The caller calls explain_free in any case. */
bool explain_init(struct explain *, struct session *, struct fn *, const struct ir *, const struct plan *,
	struct arena *ar, const struct lines *);
void explain_free(struct explain *);
/* Writes "%x", or a description of a value without a name. */
void explain_value_name(const struct explain *, struct text *, base_id v);
void explain_inst_name(const struct explain *, struct text *, LLVMValueRef);
/* The variable of the source that debug information says a value is; NULL if there is none, or it is not known. */
const struct variable *explain_variable(const struct explain *, LLVMValueRef);
/* Writes a clause: "live at ...". */
void explain_reason(const struct explain *, struct text *, value_id v);
/* Why the frame is pushed at the top of the function although no root is needed there; NULL if it is pushed elsewhere
** or needed there. */
const char *explain_push_at_entry(const struct explain *);
/* Call the user's `explain` and `remark`.  False if memory is exhausted. */
bool explain_json(struct explain *, struct text *);
bool explain_remarks(struct explain *);

#endif
