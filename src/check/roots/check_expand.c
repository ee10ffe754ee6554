/* SPDX-License-Identifier: MIT */
/* check_expand.c -- makes the events of the function from the raw ones, when all nodes and classes are known: values
** become nodes, written nodes become classes, rooted nodes are dropped, and the uses of phis are added. */
#include "check/model/check_phases.h"

/* Emits the nodes that the value itself defines; nodes that no event asked for do not exist. */
static bool
expand_defined(struct ck *c, LLVMValueRef v, uint32_t lanes)
{
	uint32_t base = ptrmap_get(&c->lanes_of, v);

	for (uint32_t i = 0; base != PTRMAP_NONE && i < lanes; i++) {
		uint32_t n = c->lane_node[base + i];
		if (n != NONE && c->node[n].kind != NODE_ROOTED && c->node[n].lane == i && c->node[n].value == v
			&& !check_emit(c, EV_DEF, n, 0))
			return false;
	}
	return true;
}

static bool
expand(struct ck *c, const struct event *e)
{
	switch (e->kind) {
	case EV_DEFS:
		return expand_defined(c, c->defined[e->a], e->b);
	case EV_USE:
	case EV_CALLEE_ROOTED:
		return c->node[e->a].kind == NODE_ROOTED || check_emit(c, (enum event_kind)e->kind, e->a, 0);
	case EV_WRITE:
	case EV_READ:
		if (e->b == CK_UNKNOWN || c->slot_escaped[e->a])
			return check_emit(c, e->kind, e->a, CK_UNKNOWN);
		return check_emit(c, e->kind, e->a, c->node[e->b].cls);
	default:
		return check_emit(c, e->kind, e->a, e->b);
	}
}

/* Emits the inputs of the successors' phis, which are used at the end of this block. */
static bool
phi_uses(struct ck *c, uint32_t b)
{
	for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
		uint32_t s = c->succ[e];
		for (uint32_t i = c->phi_off[s]; i < c->phi_off[s + 1]; i++) {
			uint32_t p = c->phi[i], x;
			if (c->node[p].nin == 0)
				continue;
			x = c->inputs[c->node[p].in + c->succ_edge[e]];
			if (c->node[x].kind != NODE_ROOTED && !check_emit(c, EV_USE, x, 0))
				return false;
		}
	}
	return true;
}

bool
check_expand(struct ck *c, const struct event *raw, const uint32_t *raw_off)
{
	for (uint32_t b = 0; b < c->nblk; b++) {
		c->ev_off[b] = c->nev;
		for (uint32_t i = raw_off[b]; i < raw_off[b + 1]; i++) {
			if (raw[i].kind == EV_PIN)
				c->pins[raw[i].a].event = c->nev;
			if (!expand(c, &raw[i]))
				return false;
		}
		if (!phi_uses(c, b))
			return false;
	}
	c->ev_off[c->nblk] = c->nev;
	return true;
}
