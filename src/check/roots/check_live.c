/* SPDX-License-Identifier: MIT */
/* check_live.c -- the demand of check_roots.c, backward: which nodes are needed at the entry and end of each block.
**
** First finds the entities that some safepoint may need, for most nodes live and die between two safepoints.  Then
** solves the equations of liveness for the global ones, to the least fixed point, and adds what preserve regions keep.
** Sets are persistent, so that blocks share what they agree on. */
#include "check/roots/check_need.h"
#include "base/union_find.h"

/* ---- which entities matter ---- */

/* Flags the last use of each node in each block, and each definition without a later use in its block.  A node that is
** used outside of the block that defines it becomes global. */
static bool
find_lasts(struct ck *c, struct liveness *l)
{
	uint32_t *seen = arena_array(&c->ar, c->nnode, sizeof *seen);

	if (seen == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		seen[i] = NONE;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b + 1]; i-- > c->ev_off[b];) {
			struct event *e = &c->ev[i];
			if (e->kind != EV_USE && e->kind != EV_DEF)
				continue;
			e->last = seen[e->a] != b;
			if (e->kind == EV_DEF)
				continue;
			seen[e->a] = b;
			if (c->node[e->a].block != b)
				l->global[e->a] = 0;
		}
	return true;
}

/* A node that stays within a block is an entity if it crosses a safepoint there.  A node of a region is one in any
** case, and global unless the region begins and ends in one block. */
static bool
find_locals(struct ck *c, struct liveness *l)
{
	uint32_t *since = arena_array(&c->ar, c->nnode, sizeof *since),
		 *pin_block = arena_array(&c->ar, c->npins, sizeof *pin_block);
	uint32_t stops = 0;

	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
			const struct event *e = &c->ev[i];
			if (e->kind == EV_SAFEPOINT)
				stops++;
			else if (e->kind == EV_DEF)
				since[e->a] = stops;
			else if (e->kind == EV_USE && e->last && l->global[e->a] == NONE && since[e->a] != stops)
				l->global[e->a] = LOCAL;
			else if (e->kind == EV_PIN)
				pin_block[e->a] = NONE;
			else if (e->kind == EV_UNPIN && c->pins[e->a].block == b && c->pins[e->a].event < i)
				pin_block[e->a] = b;
		}
	for (uint32_t p = 0; p < c->npins; p++)
		for (uint32_t k = 0; k < c->pins[p].nnodes; k++) {
			uint32_t e = c->pins[p].nodes + k;
			if (c->node[c->pinned[e]].kind != NODE_ROOTED)
				l->global[c->nnode + e] = pin_block[p] == c->pins[p].block ? LOCAL : 0;
		}
	return true;
}

/* Gives the global entities, which have 0 so far, their numbers. */
static bool
number_globals(struct ck *c, struct liveness *l)
{
	l->first_of = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof *l->first_of);
	if (l->first_of == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (l->global[i] == 0)
			l->first_of[c->node[i].block + 2]++;
	for (uint32_t b = 0; b < c->nblk; b++)
		l->first_of[b + 2] += l->first_of[b + 1];
	l->nglobals = l->first_of[c->nblk + 1];
	for (uint32_t i = c->nnode; i < l->nentities; i++)
		if (l->global[i] == 0)
			l->global[i] = l->nglobals++;
	l->entity = arena_array(&c->ar, l->nglobals, sizeof *l->entity);
	if (l->entity == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (l->global[i] == 0)
			l->global[i] = l->first_of[c->node[i].block + 1]++;
	for (uint32_t i = 0; i < l->nentities; i++)
		if (l->global[i] < LOCAL)
			l->entity[l->global[i]] = i;
	return true;
}

static bool
find_entities(struct ck *c, struct liveness *l)
{
	l->nentities = c->nnode + c->npinned;
	l->global = arena_array(&c->ar, l->nentities, sizeof *l->global);
	l->same = arena_array(&c->ar, l->nentities, sizeof *l->same);
	l->head = arena_array(&c->ar, c->nnode, sizeof *l->head);
	if (c->ar.failed)
		return false;
	for (uint32_t e = 0; e < l->nentities; e++)
		l->global[e] = NONE;
	if (!find_lasts(c, l) || !find_locals(c, l) || !number_globals(c, l))
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		l->head[i] = NONE;
	for (uint32_t e = l->nentities; e-- > 0;)
		if (l->global[e] != NONE) {
			uint32_t cls = c->node[entity_node(c, e)].cls;
			l->same[e] = l->head[cls];
			l->head[cls] = e;
		}
	return true;
}

/* ---- blocks that wait, each at most once, first in first out ---- */

struct queue { uint32_t *block, head, count, size; bool *waits; };

static void
push(struct queue *q, uint32_t b)
{
	if (q->waits[b])
		return;
	q->waits[b] = true;
	q->block[(q->head + q->count++) % q->size] = b;
}

static uint32_t
pop(struct queue *q)
{
	uint32_t b = q->block[q->head];

	q->head = q->head + 1 == q->size ? 0 : q->head + 1;
	q->count--;
	q->waits[b] = false;
	return b;
}

static bool
start_queue(struct ck *c, struct queue *q)
{
	*q = (struct queue){ .size = c->nblk };
	q->block = arena_array(&c->ar, c->nblk, sizeof *q->block);
	q->waits = arena_zarray(&c->ar, c->nblk, sizeof *q->waits);
	return !c->ar.failed;
}

/* ---- where they live ---- */

/* The set at the entry of block b, from that at its end: without what b defines, and with what it uses.  It contains
** the former set at the entry, so uses need reading only once. */
static pset
live_into(const struct ck *c, struct liveness *l, uint32_t b, bool first)
{
	struct pset_pool *p = &l->sets;
	pset s = l->out[b];

	for (uint32_t g = l->first_of[b]; g < l->first_of[b + 1]; g++)
		s = pset_remove(p, s, g);
	for (uint32_t i = c->ev_off[b]; first && i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		if (e->kind == EV_USE && e->last && c->node[e->a].block != b)
			s = pset_add(p, s, l->global[e->a]);
	}
	pset_freeze(p);
	s = pset_union(p, l->in[b], s);
	pset_freeze(p);
	return s;
}

/* Computes the sets of block b again; has the one at the entry grown?  Sets only grow, and a union that adds nothing is
** the same set again, so comparing words is enough. */
static bool
update_block(const struct ck *c, struct liveness *l, uint32_t b, bool first)
{
	pset out = l->out[b], in;

	for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
		out = pset_union(&l->sets, out, l->in[c->succ[e]]);
		pset_freeze(&l->sets);
	}
	if (!first && out == l->out[b])
		return false;
	l->out[b] = out;
	in = live_into(c, l, b, first);
	if (in == l->in[b])
		return false;
	l->in[b] = in;
	return true;
}

/* Finds natural loops, inner ones first: header[b] is that of the innermost loop around b, other than its own;
** heads[b]: b is the header of a loop.  Returns whether any edge goes back. */
static bool
find_loops(const struct ck *c, uint32_t *work, uint32_t *up, uint32_t *header, bool *heads)
{
	bool any = false;

	for (uint32_t b = 0; b < c->nblk; b++) {
		up[b] = b;
		header[b] = NONE;
	}
	for (uint32_t h = c->nblk; h-- > 0;) {
		uint32_t count = 0;
		heads[h] = false;
		for (uint32_t b = h;; b = work[--count]) {
			for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++) {
				uint32_t p = c->pred[e];
				any |= b == h && p >= h;
				if (b == h && !(p >= h && ck_dominates(c, h, p)))
					continue;
				heads[h] = true;
				p = partition_of(up, p);
				if (p == h)
					continue;
				up[p] = header[p] = h;
				work[count++] = p;
			}
			if (count == 0)
				break;
		}
	}
	return any;
}

/* What is live at the header of a loop is live all through the loop.  The equations say the same, but need a round for
** each level of nesting. */
static void
spread_loops(const struct ck *c, struct liveness *l, const uint32_t *header, const bool *heads)
{
	struct pset_pool *p = &l->sets;

	for (uint32_t b = 0; b < c->nblk; b++) {
		uint32_t h = header[b];
		l->in[b] = h == NONE ? l->in[b] : pset_union(p, l->in[b], l->in[h]);
		pset_freeze(p);
		if (heads[b])
			h = b;
		l->out[b] = h == NONE ? l->out[b] : pset_union(p, l->out[b], l->in[h]);
		pset_freeze(p);
	}
}

/* Solves the equations: once through the blocks, last ones first; then, if any edge goes back, until no set grows. */
static bool
solve_liveness(struct ck *c, struct liveness *l)
{
	struct queue q;
	uint32_t *up = arena_array(&c->ar, c->nblk, sizeof *up), *header = arena_array(&c->ar, c->nblk, sizeof *header);
	bool *heads = arena_array(&c->ar, c->nblk, sizeof *heads);

	if (!start_queue(c, &q))
		return false;
	for (uint32_t b = c->nblk; b-- > 0;)
		update_block(c, l, b, true);
	if (!find_loops(c, q.block, up, header, heads))
		return true;
	spread_loops(c, l, header, heads);
	for (uint32_t b = c->nblk; b-- > 0;)
		push(&q, b);
	while (q.count > 0 && !l->sets.failed) {
		uint32_t b = pop(&q);
		if (!update_block(c, l, b, false))
			continue;
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++)
			push(&q, c->pred[e]);
	}
	return true;
}

/* ---- preserve regions ---- */

/* The set of active entities behind the begin or the end of a region. */
static pset
region_event(const struct ck *c, struct liveness *l, pset s, const struct event *e)
{
	if (e->kind != EV_PIN && e->kind != EV_UNPIN)
		return s;
	for (uint32_t k = 0; k < c->pins[e->a].nnodes; k++) {
		uint32_t g = l->global[c->nnode + c->pins[e->a].nodes + k];
		if (g < LOCAL)
			s = e->kind == EV_PIN ? pset_add(&l->sets, s, g) : pset_remove(&l->sets, s, g);
	}
	return s;
}

/* Adds preserved entities to the sets at block entries.  Forward: a region is active at the entry of a block that its
** begin dominates if a path leads there from the begin without passing an end.  Then it was active at the end of the
** immediate dominator, too. */
static bool
add_regions(struct ck *c, struct liveness *l)
{
	struct pset_pool *p = &l->sets;
	pset *in = arena_zarray(&c->ar, c->nblk, sizeof *in), *out = arena_zarray(&c->ar, c->nblk, sizeof *out), s;
	uint32_t asked = 0;
	struct queue q;

	if (!start_queue(c, &q))
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		push(&q, b);
	for (; q.count > 0 && !p->failed; asked++) {
		uint32_t b = pop(&q);
		s = in[b];
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++) {
			s = pset_union(p, s, pset_common(p, out[c->pred[e]], out[c->idom[b]]));
			pset_freeze(p);
		}
		if (asked >= c->nblk && s == in[b])
			continue;
		in[b] = s;
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
			s = region_event(c, l, s, &c->ev[i]);
		pset_freeze(p);
		if (pset_equal(p, s, out[b]))
			continue;
		out[b] = s;
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++)
			push(&q, c->succ[e]);
	}
	for (uint32_t b = 0; b < c->nblk; b++) {
		l->in[b] = pset_union(p, l->in[b], in[b]);
		pset_freeze(p);
	}
	return true;
}

bool
check_live(struct ck *c, struct liveness *l)
{
	pset_pool_init(&l->sets, c->ar.alloc, c->ar.user);
	l->in = arena_zarray(&c->ar, c->nblk, sizeof *l->in);
	l->out = arena_zarray(&c->ar, c->nblk, sizeof *l->out);
	if (c->ar.failed || !find_entities(c, l))
		return false;
	pset_pool_reset(&l->sets, l->nglobals);
	return solve_liveness(c, l) && (c->npins == 0 || add_regions(c, l)) && !l->sets.failed;
}
