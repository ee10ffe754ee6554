/* SPDX-License-Identifier: MIT */
/* propagate.h -- shared by the plan (propagate.c) and the change (lift.c) of PropagateJuliaAddrspaces. */
#ifndef LR_ADDRSPACE_PROPAGATE_PROPAGATE_H
#define LR_ADDRSPACE_PROPAGATE_PROPAGATE_H

#include "dialect/kind.h"
#include "host/context.h"
#include "dialect/edit/edit.h"
#include "base/arena.h"
#include "base/none.h"
#include "base/ptrmap.h"

enum { NO_SPACE = -1, SPOILT = -2 };      /* of node.as */
enum { MEMORY_INTRINSICS = 5 };

struct node {
	LLVMValueRef value, lifted;
	uint32_t users;    /* list of edges */
	int as;            /* ordinary space in which it can be computed; NO_SPACE: it is computed from nulls alone */
	bool reason;       /* it is computed from something other than constants */
	bool leaf;         /* lifted is its operand 0 */
	bool queued;
	bool open;         /* being lifted */
	bool made;         /* lifted is a new instruction */
	bool live;         /* has a user that stays */
};

struct edge { uint32_t user, next; };

/* A pointer operand of an access. */
struct access { LLVMValueRef inst; unsigned operand; uint32_t node; };

struct propagation {
	LLVMModuleRef module;
	LLVMContextRef context;
	struct edit edit;
	struct arena arena;
	struct ptrmap ids;
	struct node *nodes;
	struct edge *edges;
	struct access *accesses;
	uint32_t *queue;
	uint32_t nnodes, nodes_cap, nedges, edges_cap, naccesses, accesses_cap, nqueue, queue_cap;
	uint32_t max_operands;
	LLVMValueRef *values;
	LLVMBasicBlockRef *blocks;
	uint32_t *phis;    /* nodes whose copies are still empty */
	char *name;
	uint32_t nphis;
	unsigned memory_intrinsics[MEMORY_INTRINSICS];
};

/* Will the access be made through the lifted pointer? */
static inline bool
wanted(const struct propagation *p, const struct access *a)
{
	return p->nodes[a->node].as >= 0 && p->nodes[a->node].reason;
}

/* propagate.c: number of leading pointer operands if `call` is memset, memcpy or memmove; otherwise 0. */
unsigned propagate_memory_intrinsic(const struct propagation *, LLVMValueRef call);

/* lift.c */
/* Allocates what lift_all needs; false if memory is exhausted. */
bool lift_ready(struct propagation *);
/* Computes the wanted pointers in their spaces, makes the accesses use them, and erases values that are unused then. */
void lift_all(struct propagation *);

#endif
