/* liveness.c -- which values are live at each safepoint.
** Needs refine (canon).  Fills live, live_in, live_out (and orders the end uses by block).
**
** In SSA form no fixed point is needed for reducible control flow (Boissinot and others, "Computing liveness sets for
** SSA-form programs"): one backward pass over the forward edges gives each block what is live into it apart from what only a
** loop keeps alive; then what is live into a loop's header is live all through the loop.  Ids ascend in reverse post-order, so of
** the values live somewhere in a loop those with ids below the header's first one are exactly the ones from outside: the second step
** is one splice a block.  Irreducible functions go on from there to a fixed point.
**
** Sets are persistent, so a thousand blocks with nearly the same set cost little more than one. */
#include "gcroots/gcroots.h"

struct live {
	struct fn *f;
	struct pset_pool *p;
	pset *in, *out;          /* per block; first over forward edges only */
	uint32_t *end_at;        /* CSR over f->end, sorted by block */
	num *what;               /* per value: what it comes down to, if that can be live at a safepoint; otherwise < 0 */
};

/* Counting sort, stable. */
static bool
sort_end_uses(struct live *l)
{
	struct fn *f = l->f;
	struct end_use *sorted = arena_array(f->ar, f->nend, sizeof *sorted);

	l->end_at = arena_zarray(fn_tmp(f), (size_t)f->g.nblk + 2, sizeof *l->end_at);
	if (!l->end_at || (f->nend && !sorted))
		return false;
	if (f->nend == 0)
		return true;
	uint32_t *at = l->end_at + 1;
	for (uint32_t i = 0; i < f->nend; i++)
		at[f->end[i].block + 1]++;
	for (uint32_t b = 0; b < f->g.nblk; b++)
		at[b + 1] += at[b];
	for (uint32_t i = 0; i < f->nend; i++)
		sorted[at[f->end[i].block]++] = f->end[i];
	f->end = sorted;
	return true;
}

/* What no safepoint sees is left out of all sets. */
static bool
leave_out_local(struct live *l)
{
	struct fn *f = l->f;
	bool aliases = false;

	num *what = l->what = arena_array(fn_tmp(f), f->nval, sizeof *what);
	if (f->nval && !what)
		return false;
	for (uint32_t v = 0; v < f->nval; v++) {
		num c = f->canon[v];
		what[v] = c < 0 || f->val[v].local ? NUM_PERM : c;
		aliases |= c >= 0 && c != (num)v;
		f->any_pinned |= c >= 0 && f->val[v].pinned;
	}
	/* of several that come down to one it is enough that one is seen */
	for (uint32_t v = 0; aliases && v < f->nval; v++)
		if (what[v] >= 0)
			what[what[v]] = what[v];
	for (uint32_t v = 0; aliases && v < f->nval; v++)
		if (f->canon[v] >= 0)
			what[v] = what[f->canon[v]];
	return true;
}

static pset
add_use(struct live *l, pset s, num v)
{
	v = l->what[v];
	return v < 0 ? s : pset_add(l->p, s, (uint32_t)v);
}

/* One event, backward. */
static pset
step(struct live *l, pset s, event e)
{
	uint32_t id = EVENT_ID(e);

	switch (EVENT_KIND(e)) {
	case EVENT_DEF:
		return l->what[id] == (num)id ? pset_remove(l->p, s, id) : s;
	case EVENT_USE:
		return add_use(l, s, (num)id);
	case EVENT_SAFEPOINT:
		break;
	}
	return s;
}

/* Backward through a block; on the way each safepoint gets what is live at it, given what is live behind the block. */
static pset
through_block(struct live *l, uint32_t b, pset s)
{
	struct fn *f = l->f;

	for (uint32_t i = f->event_at[b + 1]; i-- > f->event_at[b];) {
		event e = f->event[i];
		if (EVENT_KIND(e) == EVENT_SAFEPOINT) {
			f->live[EVENT_ID(e)] = s;
			pset_freeze(l->p);
		} else {
			s = step(l, s, e);
		}
	}
	return s;
}

/* What leaves block b along edges to blocks numbered above `above`. */
static pset
leaving(struct live *l, uint32_t b, uint32_t above)
{
	const struct cfg *g = &l->f->g;
	pset s = 0;

	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
		if (above == NO_BLOCK || g->succ[e] > above)
			s = pset_union(l->p, s, l->in[g->succ[e]]);
	pset_freeze(l->p);
	for (uint32_t i = l->end_at[b]; i < l->end_at[b + 1]; i++)
		s = add_use(l, s, l->f->end[i].value);
	return s;
}

/* The first value id defined in block b or after it. */
static uint32_t
first_id(const struct fn *f, uint32_t b)
{
	uint32_t lo = 0, hi = f->nval;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (f->val[mid].block < b)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Complete the sets of blocks in loops: outer loops first, each header before its members.  What comes from outside of the loop is the same at
** each safepoint in it. */
static bool
spread_loops(struct live *l)
{
	struct fn *f = l->f;
	const struct cfg *g = &f->g;
	uint32_t *first = arena_array(fn_tmp(f), g->nblk, sizeof *first); /* by header: the first value id of the loop */

	if (!first)
		return false;
	for (uint32_t b = 0; b < g->nblk; b++) {
		uint32_t h = g->loop[b], up = h == b ? g->loop_parent[h] : NO_BLOCK;
		if (h == NO_BLOCK)
			continue;
		if (h == b)
			first[h] = first_id(f, h);
		if (up != NO_BLOCK)
			l->in[h] = pset_splice(l->p, l->in[up], l->in[h], first[up]);
		pset_freeze(l->p);
		pset out = pset_splice(l->p, l->in[h], l->out[b], first[h]);
		if (out == l->out[b])
			continue;
		l->out[b] = out;
		pset before = 0;
		for (uint32_t s = f->safe_at[b]; s < f->safe_at[b + 1]; s++) {
			bool same = s > f->safe_at[b] && f->live[s] == before;
			before = f->live[s];
			f->live[s] = same ? f->live[s - 1] : pset_splice(l->p, l->in[h], before, first[h]);
		}
		pset_freeze(l->p);
	}
	return true;
}

/* Iterate until nothing grows: for irreducible functions only.  A block is asked again, in its turn, when what is live into one of its
** successors has grown. */
static bool
iterate(struct live *l)
{
	const struct cfg *g = &l->f->g;
	uint32_t *ring = arena_array(fn_tmp(l->f), g->nblk, sizeof *ring), first = 0, end = 0, todo = g->nblk;
	bool *queued = arena_array(fn_tmp(l->f), g->nblk, sizeof *queued);

	if (!ring || !queued)
		return false;
	for (uint32_t b = 0; b < g->nblk; b++)
		ring[b] = g->nblk - 1 - b, queued[b] = true;
	for (; todo > 0 && !l->p->failed; todo--) {
		uint32_t b = ring[first];
		first = first + 1 == g->nblk ? 0 : first + 1;
		queued[b] = false;
		pset out = leaving(l, b, NO_BLOCK), old = l->in[b];
		pset_freeze(l->p);
		if (pset_equal(l->p, out, l->out[b]))
			continue;
		l->out[b] = out;
		l->in[b] = through_block(l, b, out);
		pset_freeze(l->p);
		if (pset_equal(l->p, l->in[b], old))
			continue;
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
			uint32_t p = g->pred[e];
			if (queued[p])
				continue;
			ring[end] = p, queued[p] = true, todo++;
			end = end + 1 == g->nblk ? 0 : end + 1;
		}
	}
	return true;
}

bool
liveness(struct fn *f)
{
	struct live l = { .f = f, .p = f->pool };

	pset_pool_reset(f->pool, f->nval);
	f->live = arena_zarray(f->ar, f->nsafe, sizeof *f->live);
	l.in = arena_zarray(f->ar, f->g.nblk, sizeof *l.in);
	l.out = arena_zarray(f->ar, f->g.nblk, sizeof *l.out);
	if ((f->nsafe && !f->live) || !l.in || !l.out || !sort_end_uses(&l) || !leave_out_local(&l))
		return false;
	for (uint32_t b = f->g.nblk; b-- > 0;) {
		l.in[b] = l.out[b] = leaving(&l, b, b);
		pset_freeze(f->pool);
		if (f->event_at[b] == f->event_at[b + 1])
			continue;
		l.in[b] = through_block(&l, b, l.out[b]);
		pset_freeze(f->pool);
	}
	if (f->g.any_loop && !(f->g.irreducible ? iterate(&l) : spread_loops(&l)))
		return false;
	f->live_in = l.in;
	f->live_out = l.out;
	return fn_tmp_done(f) && !f->pool->failed && !f->ar->failed;
}
