/* check_live.c -- what is needed, backward.
**
** Finds the entities that cross a safepoint, and what is live into and out of each block: the least solution of the
** equations for that.  Sets are persistent, so that blocks share what they agree on. */
#include "check/roots/check_need.h"
#include "base/union_find.h"

/* ---- which entities matter ---- */

/* Flag the last use in each block of each node; a definition without a later use there is flagged, too.  A node used
** outside of the block that defines it becomes global. */
static bool
find_lasts(struct needs *n)
{
	struct ck *c = n->c;
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
				n->global[e->a] = 0;
		}
	return true;
}

/* Nodes and regions that stay within a block matter if they cross a safepoint. */
static bool
find_locals(struct needs *n)
{
	struct ck *c = n->c;
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
			else if (e->kind == EV_USE && e->last && n->global[e->a] == NONE && since[e->a] != stops)
				n->global[e->a] = LOCAL;
			else if (e->kind == EV_PIN)
				pin_block[e->a] = NONE;
			else if (e->kind == EV_UNPIN && c->pins[e->a].block == b && c->pins[e->a].event < i)
				pin_block[e->a] = b;
		}
	for (uint32_t p = 0; p < c->npins; p++)
		for (uint32_t k = 0; k < c->pins[p].nnodes; k++) {
			uint32_t e = c->pins[p].nodes + k;
			if (c->node[c->pinned[e]].kind != NODE_ROOTED)
				n->global[c->nnode + e] = pin_block[p] == c->pins[p].block ? LOCAL : 0;
		}
	return true;
}

static bool
number_globals(struct needs *n)
{
	struct ck *c = n->c;

	n->first_of = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof *n->first_of);
	if (n->first_of == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (n->global[i] == 0)
			n->first_of[c->node[i].block + 2]++;
	for (uint32_t b = 0; b < c->nblk; b++)
		n->first_of[b + 2] += n->first_of[b + 1];
	n->nglobals = n->nnodes = n->first_of[c->nblk + 1];
	for (uint32_t i = c->nnode; i < n->nentities; i++)
		if (n->global[i] == 0)
			n->global[i] = n->nglobals++;
	n->entity = arena_array(&c->ar, n->nglobals, sizeof *n->entity);
	if (n->entity == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (n->global[i] == 0)
			n->global[i] = n->first_of[c->node[i].block + 1]++;
	for (uint32_t i = 0; i < n->nentities; i++)
		if (n->global[i] < LOCAL)
			n->entity[n->global[i]] = i;
	return true;
}

static bool
find_entities(struct needs *n)
{
	struct ck *c = n->c;

	n->nentities = c->nnode + c->npinned;
	n->global = arena_array(&c->ar, n->nentities, sizeof *n->global);
	n->same = arena_array(&c->ar, n->nentities, sizeof *n->same);
	n->head = arena_array(&c->ar, c->nnode, sizeof *n->head);
	n->live = arena_zarray(&c->ar, n->nentities, sizeof *n->live);
	n->at = arena_array(&c->ar, n->nentities, sizeof *n->at);
	n->unheld = arena_array(&c->ar, n->nentities, sizeof *n->unheld);
	n->living = arena_array(&c->ar, n->nentities, sizeof *n->living);
	n->living_at = arena_array(&c->ar, n->nentities, sizeof *n->living_at);
	n->moved = arena_array(&c->ar, n->nentities, sizeof *n->moved);
	n->has_moved = arena_zarray(&c->ar, n->nentities, sizeof *n->has_moved);
	n->stamp = arena_zarray(&c->ar, c->nnode, sizeof *n->stamp);
	n->covered = arena_zarray(&c->ar, c->nnode, sizeof *n->covered);
	n->lasting = arena_zarray(&c->ar, c->nnode, sizeof *n->lasting);
	if (c->ar.failed)
		return false;
	for (uint32_t e = 0; e < n->nentities; e++)
		n->global[e] = NONE;
	if (!find_lasts(n) || !find_locals(n) || !number_globals(n))
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		n->head[i] = NONE;
	for (uint32_t e = n->nentities; e-- > 0;)
		if (n->global[e] != NONE) {
			uint32_t cls = c->node[node_of(n, e)].cls;
			n->same[e] = n->head[cls];
			n->head[cls] = e;
		}
	return true;
}

/* ---- where they live ---- */

/* What is live into block b, given what is live out of it: all but what it defines, and what it uses.  What was known
** to be live into it stays. */
static pset
live_into(struct needs *n, uint32_t b, bool first)
{
	const struct ck *c = n->c;
	struct pset_pool *p = &n->sets;
	pset s = n->out[b];

	for (uint32_t g = n->first_of[b]; g < n->first_of[b + 1]; g++)
		s = pset_remove(p, s, g);
	for (uint32_t i = c->ev_off[b]; first && i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		if (e->kind == EV_USE && e->last && c->node[e->a].block != b)
			s = pset_add(p, s, n->global[e->a]);
	}
	pset_freeze(p);
	s = pset_union(p, n->in[b], s);
	pset_freeze(p);
	return s;
}

/* Ask block b again, or for the first time; has what is live into it grown?  Sets only grow, and a union that adds
** nothing is the same set again, so what has changed is seen at a glance. */
static bool
ask_block(struct needs *n, uint32_t b, bool first)
{
	const struct ck *c = n->c;
	pset out = n->out[b], in;

	for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
		out = pset_union(&n->sets, out, n->in[c->succ[e]]);
		pset_freeze(&n->sets);
	}
	if (!first && out == n->out[b])
		return false;
	n->out[b] = out;
	in = live_into(n, b, first);
	if (in == n->in[b])
		return false;
	n->in[b] = in;
	return true;
}

/* Natural loops, inner ones first: header[b] becomes that of the next loop around b, other than its own; heads[b]: it
** has a loop of its own.  Returns whether any edge goes back. */
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

/* What is live into the header of a loop is live all through it.  The equations say so too, but only go round by
** round. */
static void
spread_loops(struct needs *n, const uint32_t *header, const bool *heads)
{
	struct pset_pool *p = &n->sets;

	for (uint32_t b = 0; b < n->c->nblk; b++) {
		uint32_t h = header[b];
		n->in[b] = h == NONE ? n->in[b] : pset_union(p, n->in[b], n->in[h]);
		pset_freeze(p);
		if (heads[b])
			h = b;
		n->out[b] = h == NONE ? n->out[b] : pset_union(p, n->out[b], n->in[h]);
		pset_freeze(p);
	}
}

/* The least solution of the equations for liveness: once through the blocks, last ones first; then, if any edge goes
** back, until nothing grows. */
static bool
live_sets(struct needs *n)
{
	struct ck *c = n->c;
	uint32_t head = 0, count = 0, *up = arena_array(&c->ar, c->nblk, sizeof *up),
		 *header = arena_array(&c->ar, c->nblk, sizeof *header);

	if (c->ar.failed)
		return false;
	for (uint32_t b = c->nblk; b-- > 0;)
		ask_block(n, b, true);
	if (!find_loops(c, n->work, up, header, n->flags))
		return true;
	spread_loops(n, header, n->flags);
	for (uint32_t b = c->nblk; b-- > 0;) {
		n->work[count++] = b;
		n->flags[b] = true;
	}
	while (count > 0 && !n->sets.failed) {
		uint32_t b = n->work[head];
		head = head + 1 == c->nblk ? 0 : head + 1;
		count--;
		n->flags[b] = false;
		if (!ask_block(n, b, false))
			continue;
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++)
			if (!n->flags[c->pred[e]]) {
				n->flags[c->pred[e]] = true;
				n->work[(head + count++) % c->nblk] = c->pred[e];
			}
	}
	return true;
}

/* What the begin or the end of a preserve region does to the set of those active. */
static pset
region_event(struct needs *n, pset s, const struct event *e)
{
	const struct ck *c = n->c;

	if (e->kind != EV_PIN && e->kind != EV_UNPIN)
		return s;
	for (uint32_t k = 0; k < c->pins[e->a].nnodes; k++) {
		uint32_t g = n->global[c->nnode + c->pins[e->a].nodes + k];
		if (g < LOCAL)
			s = e->kind == EV_PIN ? pset_add(&n->sets, s, g) : pset_remove(&n->sets, s, g);
	}
	return s;
}

/* Preserve regions, forward: a region is active into a block that its begin dominates if it can be reached from there
** without passing an end.  Whatever is active into a block that way was active out of its immediate dominator. */
static bool
add_regions(struct needs *n)
{
	const struct ck *c = n->c;
	struct pset_pool *p = &n->sets;
	pset *in = arena_zarray(&n->c->ar, c->nblk, sizeof *in), *out = arena_zarray(&n->c->ar, c->nblk, sizeof *out),
		s;
	uint32_t head = 0, count = 0, asked = 0, *work = n->work;
	bool *queued = n->flags;

	if (n->c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		work[count++] = b;
		queued[b] = true;
	}
	for (; count > 0 && !p->failed; asked++) {
		uint32_t b = work[head];
		head = head + 1 == c->nblk ? 0 : head + 1;
		count--;
		queued[b] = false;
		s = in[b];
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++) {
			s = pset_union(p, s, pset_common(p, out[c->pred[e]], out[c->idom[b]]));
			pset_freeze(p);
		}
		if (asked >= c->nblk && s == in[b])
			continue;
		in[b] = s;
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
			s = region_event(n, s, &c->ev[i]);
		pset_freeze(p);
		if (pset_equal(p, s, out[b]))
			continue;
		out[b] = s;
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++)
			if (!queued[c->succ[e]]) {
				queued[c->succ[e]] = true;
				work[(head + count++) % c->nblk] = c->succ[e];
			}
	}
	for (uint32_t b = 0; b < c->nblk; b++) {
		n->in[b] = pset_union(p, n->in[b], in[b]);
		pset_freeze(p);
	}
	return true;
}

bool
check_live_prepare(struct needs *n)
{
	struct ck *c = n->c;

	n->work = arena_array(&c->ar, c->nblk, sizeof *n->work);
	n->flags = arena_array(&c->ar, c->nblk, sizeof *n->flags);
	n->in = arena_zarray(&c->ar, c->nblk, sizeof *n->in);
	n->out = arena_zarray(&c->ar, c->nblk, sizeof *n->out);
	if (c->ar.failed || !find_entities(n))
		return false;
	pset_pool_reset(&n->sets, n->nglobals);
	return live_sets(n) && (c->npins == 0 || add_regions(n)) && !n->sets.failed;
}
