/* SPDX-License-Identifier: MIT */
/* check_need.h -- shared by check_live.c, check_twice.c and check_need.c. */
#ifndef LR_CHECK_ROOTS_CHECK_NEED_H
#define LR_CHECK_ROOTS_CHECK_NEED_H

#include "check/model/check_phases.h"
#include "base/pset.h"

#define LOCAL (NONE - 1)        /* as a global number: lives within one block */

/* What check_live.c finds.  An *entity* is a node that is used later (its id is that of the node), or a node that a
** preserve region keeps (c->nnode + its index in c->pinned).  An entity that lives in several blocks is *global*; those
** have numbers in the order of the blocks that define them. */
struct liveness {
	uint32_t nentities;
	uint32_t *global;            /* of each entity: its number, LOCAL, or NONE if no safepoint needs it */
	uint32_t *entity;            /* of each global number */
	uint32_t nglobals;
	uint32_t *first_of;          /* block b defines the globals first_of[b] .. first_of[b + 1] - 1 */
	uint32_t *same, *head;       /* the entities of a class, linked: head[class], same[entity] */
	struct pset_pool sets;
	pset *in, *out;              /* of each block: the globals that are live at its entry and at its end */
};

#define TWICE_NOTHING NONE
#define TWICE_SEVERAL (NONE - 1)
/* What check_twice.c finds: calls that may return twice, in the order of their events; and for each, what each slot may
** be written with behind it: TWICE_NOTHING, one content, or TWICE_SEVERAL. */
struct twice { uint32_t n, *event, *block, *later; }; /* later: n rows of nslots; NULL: too many to compute */

static inline uint32_t
entity_node(const struct ck *c, uint32_t e)
{
	return e < c->nnode ? e : c->pinned[e - c->nnode];
}

/* check_live.c.  The caller has to free l->sets. */
bool check_live(struct ck *, struct liveness *l);

/* check_twice.c */
bool check_twice_prepare(struct ck *, struct twice *);
/* The row of the call at an event; NULL: not computed. */
const uint32_t *check_twice_later(const struct ck *, const struct twice *, uint32_t event);

#endif
