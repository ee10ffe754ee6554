/* check_need.h -- shared by check_live.c, check_twice.c and check_need.c.
**
** An *entity* is a node that is used later, or a node that a preserve region pins.  Entities that live within one block
** are "local"; the others are "global" and numbered in the order of their blocks. */
#ifndef LR_CHECK_NEED_H
#define LR_CHECK_NEED_H

#include "gcroots/check_model.h"

#define LOCAL (CK_NONE - 1)     /* as a global number: lives within one block */

struct pair { uint32_t block, entity; };

#define TWICE_NOTHING CK_NONE
#define TWICE_SEVERAL (CK_NONE - 1)
/* Calls that return twice, in the order of their events, and what each slot may be written with from there on. */
struct twice { uint32_t n, *event, *block, *later; }; /* later: n rows of nslots; NULL: not known */

struct needs {
	struct ck *c;
	uint32_t nentities;          /* nodes, then pinned nodes */
	uint32_t *global;            /* of each entity: number, LOCAL, or CK_NONE: never needed at a safepoint */
	uint32_t *entity;            /* of each global number */
	uint32_t nglobals, nnodes;   /* globals in all; those that are nodes */
	uint32_t *first_of;          /* block -> first global number among those that it defines */
	uint32_t *same, *head;       /* entities by class, linked: head[class], same[entity] */
	uint32_t *unpin_off, *unpin; /* pin -> blocks with an end of it */
	/* liveness as lists: of block b, entities in_off[b] .. in_off[b + 1] of in_list are live into it */
	bool sparse;
	uint32_t *in_off, *in_list, *out_off, *out_list;
	uint32_t *out_of;            /* of each entity: block that it was last found live out of */
	/* liveness as a matrix: globals base .. base + 64 * words */
	uint32_t base, words;
	uint64_t *in, *out, *now;
	uint32_t *work, *ends, *seen; /* blocks */
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

/* Is global number `g` in the matrix?  Then where. */
static inline bool
in_matrix(const struct needs *n, uint32_t g, uint32_t *word, uint64_t *bit)
{
	if (n->sparse || g >= LOCAL || g < n->base || g - n->base >= 64 * n->words)
		return false;
	*word = (g - n->base) / 64;
	*bit = (uint64_t)1 << ((g - n->base) % 64);
	return true;
}

/* check_live.c */
bool check_live_prepare(struct needs *);  /* which entities matter; their liveness as lists, if that is not too much */
bool check_live_group(struct needs *);    /* otherwise: the matrix for the globals from `base` on */

/* check_twice.c */
bool check_twice_prepare(struct ck *, struct twice *);
const uint32_t *check_twice_later(const struct ck *, const struct twice *, uint32_t event); /* of each slot; NULL: not known */

#endif
