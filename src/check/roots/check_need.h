/* check_need.h -- shared by check_live.c, check_twice.c and check_need.c.
**
** An *entity* is a node that is used later, or a node that a preserve region pins.  Entities that live within one block
** are "local"; the others are "global" and numbered in the order of their blocks. */
#ifndef LR_CHECK_ROOTS_CHECK_NEED_H
#define LR_CHECK_ROOTS_CHECK_NEED_H

#include "check/model/check_model.h"
#include "base/pset.h"

#define LOCAL (NONE - 1)     /* as a global number: lives within one block */

#define TWICE_NOTHING NONE
#define TWICE_SEVERAL (NONE - 1)
/* Calls that return twice, in the order of their events, and what each slot may be written with from there on. */
struct twice { uint32_t n, *event, *block, *later; }; /* later: n rows of nslots; NULL: not known */

struct needs {
	struct ck *c;
	uint32_t nentities;          /* nodes, then pinned nodes */
	uint32_t *global;            /* of each entity: number, LOCAL, or NONE: never needed at a safepoint */
	uint32_t *entity;            /* of each global number */
	uint32_t nglobals, nnodes;   /* globals in all; those that are nodes */
	uint32_t *first_of;          /* block -> first global number among those that it defines */
	uint32_t *same, *head;       /* entities by class, linked: head[class], same[entity] */
	/* sets of globals, of each block: live into it, live out of it */
	struct pset_pool sets;
	pset *in, *out;
	pset since;                  /* live into the block that was entered last; of the entities, only those in
	                              * `moved` are otherwise by now: */
	uint32_t *moved, nmoved;
	bool *has_moved;
	struct pset_list died, born;
	uint32_t *work;              /* blocks */
	bool *flags;
	/* walk */
	struct slot_walk walk;
	bool *live;
	uint32_t *at;                /* of each live entity that is not held: place in unheld */
	uint32_t *unheld, nunheld;
	uint32_t *living, nlive;     /* the live entities, in no order */
	uint32_t *living_at;         /* of each live entity: place in living */
	uint64_t *stamp;             /* of each node: when `covered` was computed */
	bool *covered;
	uint64_t *lasting;           /* of each class: stamp if a slot holds it for good (returns_twice) */
	uint64_t *lent;              /* of each class: stamp if the callee of the safepoint at hand roots it; NULL: none
	                              * ever did */
	bool any_lent;               /* it roots something */
	bool pushed;                 /* the frame is, at the safepoint at hand */
	struct twice calls_twice;
	bool twice;
	uint64_t version;
	struct frame { uint32_t node, ref; } *stack;
	uint32_t stack_cap;
};

static inline uint32_t
node_of(const struct needs *n, uint32_t e)
{
	return e < n->c->nnode ? e : n->c->pinned[e - n->c->nnode];
}

/* check_live.c */
bool check_live_prepare(struct needs *);  /* which entities matter, and where they are live */

/* check_twice.c */
bool check_twice_prepare(struct ck *, struct twice *);
/* of each slot; NULL: not known */
const uint32_t *check_twice_later(const struct ck *, const struct twice *, uint32_t event);

#endif
