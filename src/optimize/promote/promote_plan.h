/* SPDX-License-Identifier: MIT */
/* promote_plan.h -- stack variables on their way into SSA form: what promote.c and promote_plan.c share. */
#ifndef LR_OPTIMIZE_PROMOTE_PLAN_H
#define LR_OPTIMIZE_PROMOTE_PLAN_H

#include "base/ptrmap.h"
#include "optimize/promote/promote.h"

/* A load or a store of a variable. */
struct event {
	LLVMValueRef inst;
	uint32_t var;
	block_id block;          /* NONE: it cannot be reached */
	bool store;
	uint32_t source;         /* of a load: what it loads, as described at `content` */
};

/* A phi to be made. Its operands are operand[at ..], one for each edge into the block, in the order of the graph. */
struct phi { LLVMValueRef made; uint32_t var, at; block_id block; };

/* The content of the current variable at the entry of a block, or a store, or its first content (node 0). */
struct node {
	uint32_t content;        /* of a store and of node 0; of a phi, once it is listed; otherwise NONE */
	block_id block;          /* at whose entry; NONE */
	uint32_t at, next, end;  /* operands edge[at..end), of which those before `next` are `only`, or the node
	                          * itself */
	uint32_t only;           /* an operand; NONE */
	uint32_t watch;          /* first watch on this node; NONE */
};

/* A phi's node is to be looked at again when the node that it watches turns out to be another one. */
struct watch { uint32_t node, next; };

struct promote {
	struct arena *ar;
	const struct cfg *g;
	LLVMBasicBlockRef *block;
	const struct promote_variable *var;
	uint32_t nvar;
	struct ptrmap block_of, var_of;
	struct event *event;     /* in the order of blocks and instructions; behind them those in unreachable blocks */
	uint32_t nevent, event_cap;
	uint32_t *of_var, *of_var_at; /* events of each variable in order */
	/* `content` counts: 0 the first content, 1 + i the value stored by event i, 1 + nevent + i phi i */
	struct phi *phi;
	uint32_t nphi, phi_cap, *operand, noperand, operand_cap;
	/* edges from unreachable blocks into reachable ones */
	struct dead_edge { LLVMBasicBlockRef from; uint32_t next; } *dead;
	uint32_t ndead, dead_cap, *dead_into; /* the last of each block, with the next; NONE */
	/* for the current variable: nodes, with `up` for sets of equal ones; the last node of a block (`out`) and the
	** one of its entry (`in`), NONE if there is none; the blocks with an entry */
	struct node *node;
	uint32_t nnode, node_cap, *up, up_cap, *edge, nedge, edge_cap;
	uint32_t *in, *out, *live, nlive, live_cap;
	struct watch *watch;
	uint32_t nwatch, watch_cap, *todo, ntodo, todo_cap;
};

/* -- promote_plan.c */
/* Plans the phis of a variable, and says what its loads find.  If memory is exhausted, the arena has failed. */
void promote_plan_variable(struct promote *, uint32_t v);

#endif
