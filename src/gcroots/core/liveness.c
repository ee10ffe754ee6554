/* SPDX-License-Identifier: MIT */
/* liveness.c -- computes the values that are live at each safepoint.
** Needs refine (canon).  Fills rank, by_rank, at, in, out.
**
** In SSA form no fixed point is needed for reducible control flow (Boissinot and others, "Computing liveness sets for
** SSA-form programs"): one backward pass over the forward edges gives each block what is live into it apart from what
** only a loop keeps alive; then what is live into a loop's header is live all through the loop.  Ids ascend in reverse
** post-order, so the values that are live in a loop and come from outside of it are exactly those with ids below
** the first value of the header: the second step is one splice a block.  Irreducible functions
** continue to a fixed point.
**
** A value that no safepoint can see is in no set.  The other values are ranked, which makes most sets a single word.
** Larger sets are persistent: a thousand blocks with nearly the same set cost little more than one. */
#include "gcroots/model/function.h"

struct sweep {
	struct fn *f;
	struct pset_pool *p;
	pset *in, *out;          /* per block; first over forward edges only */
	uint32_t *end_of;        /* per block: the first of its end uses; NULL: there are none */
	uint32_t *next_end;
};

static bool
list_end_uses(struct sweep *l)
{
	struct fn *f = l->f;

	if (f->nend == 0)
		return true;
	l->end_of = arena_array(fn_tmp(f), f->g.nblk, sizeof *l->end_of);
	l->next_end = arena_array(fn_tmp(f), f->nend, sizeof *l->next_end);
	if (!l->end_of || !l->next_end)
		return false;
	memset(l->end_of, 0xFF, f->g.nblk * sizeof *l->end_of);
	for (uint32_t i = 0; i < f->nend; i++) {
		l->next_end[i] = l->end_of[f->end[i].block];
		l->end_of[f->end[i].block] = i;
	}
	return true;
}

/* May a safepoint see the value?  Pinned values have a slot in any case; a value that a callee roots may cover
** others. */
static inline bool
is_seen(const struct fn *f, const struct value *v)
{
	return !v->local || v->pinned || (v->callee_rooted && f->nref);
}

/* Ranks the values that a safepoint may see. */
static bool
rank_values(struct fn *f)
{
	uint32_t nval = f->nval, n = 0;
	const base_id *canon = f->refined.canon;
	const struct value *val = f->val;
	rank_id *rank = f->live.rank = arena_array(f->ar, (size_t)nval + f->noperand + 1, sizeof *rank);
	value_id *by_rank = f->live.by_rank = arena_array(f->ar, (size_t)nval + 1, sizeof *by_rank);
	bool aliases = f->refined.any_alias, pinned = false;
	const rank_id SEEN = 0;

	if (!rank || !by_rank)
		return false;
	memset(aliases ? rank : rank + nval, 0xFF, ((aliases ? nval : 0) + (size_t)f->noperand) * sizeof *rank);
	/* a base is seen if one of its aliases is */
	for (value_id v = 0; aliases && v < nval; v++)
		if (canon[v] >= 0 && is_seen(f, &val[v]))
			rank[canon[v]] = SEEN;
	for (value_id v = 0; v < nval; v++) {
		bool own = canon[v] == value_base(v) && (aliases ? rank[v] == SEEN : is_seen(f, &val[v]));
		pinned |= val[v].pinned && canon[v] >= 0;
		rank[v] = own ? n : NONE;
		if (own)
			by_rank[n++] = v;
	}
	for (value_id v = 0; aliases && v < nval; v++)
		if (canon[v] >= 0)
			rank[v] = rank[canon[v]];
	f->live.any_pinned = pinned;
	f->live.nrank = n;
	return true;
}

/* `bits`, here and below: each set is a word of bits.  It is a constant where these functions are inlined, so that each
** is compiled twice: most functions have such sets, and the fast version does little but walk from event to event. */
#define FOR_BOTH static inline __attribute__((always_inline))

FOR_BOTH pset
with(struct pset_pool *p, pset s, rank_id r, bool bits)
{
	return r == NONE ? s : bits ? s | (pset)1 << r : pset_add(p, s, r);
}

/* Walks backward through events from the set `s` that is live behind them, and gives each safepoint its set. */
FOR_BOTH pset
through_events(const struct sweep *l, uint32_t first, uint32_t end, pset s, bool bits)
{
	const struct fn *f = l->f;
	const rank_id *rank = f->live.rank;
	const event *e = f->event + end, *begin = f->event + first;

	while (e > begin) {
		uint32_t id = EVENT_ID(*--e);
		switch (EVENT_KIND(*e)) {
		case EVENT_SAFEPOINT:
			f->live.at[id] = s;
			if (!bits)
				pset_freeze(l->p);
			break;
		case EVENT_USE:
			s = with(l->p, s, rank[id], bits);
			break;
		case EVENT_DEF:
			if (rank[id] != NONE && f->live.by_rank[rank[id]] == id)
				s = bits ? s & ~((pset)1 << rank[id]) : pset_remove(l->p, s, rank[id]);
			break;
		}
	}
	if (!bits)
		pset_freeze(l->p);
	return s;
}

/* The values that are live out of block b: at its end uses, and along edges to blocks above `above` (NONE: all). */
FOR_BOTH pset
leaving(const struct sweep *l, block_id b, block_id above, bool bits)
{
	const struct cfg *g = &l->f->g;
	pset s = 0;

	for (uint32_t e = g->succ_at[b], end = g->succ_at[b + 1]; e < end; e++)
		if (above == NONE || g->succ[e] > above)
			s = bits ? s | l->in[g->succ[e]] : pset_union(l->p, s, l->in[g->succ[e]]);
	if (!bits)
		pset_freeze(l->p);
	for (uint32_t i = l->end_of ? l->end_of[b] : NONE; i != NONE; i = l->next_end[i])
		s = with(l->p, s, l->f->live.rank[l->f->end[i].value], bits);
	if (!bits)
		pset_freeze(l->p);
	return s;
}

/* The pass over the forward edges. */
FOR_BOTH void
go_backward(const struct sweep *l, bool bits)
{
	const uint32_t *event_at = l->f->event_at;

	for (block_id b = l->f->g.nblk; b-- > 0;) {
		l->out[b] = leaving(l, b, b, bits);
		l->in[b] = through_events(l, event_at[b], event_at[b + 1], l->out[b], bits);
	}
}

static void
go_backward_by_bits(const struct sweep *l)
{
	go_backward(l, true);
}

static void
go_backward_by_nodes(const struct sweep *l)
{
	go_backward(l, false);
}

/* The rank of the first value defined in block b or after it. */
static rank_id
first_rank(const struct fn *f, block_id b)
{
	rank_id lo = 0, hi = f->live.nrank;

	while (lo < hi) {
		rank_id mid = lo + (hi - lo) / 2;
		if (f->val[f->live.by_rank[mid]].block < b)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Completes the sets of blocks in loops: outer loops first, each header before its members.  The values from outside of
** the loop are the same at each safepoint in it. */
static bool
spread_loops(struct sweep *l)
{
	struct fn *f = l->f;
	const struct cfg *g = &f->g;
	rank_id *first = arena_array(fn_tmp(f), g->nblk, sizeof *first); /* by header: the first rank in the loop */

	if (!first)
		return false;
	for (block_id b = 0; b < g->nblk; b++) {
		block_id h = g->loop[b];
		if (h == NONE)
			continue;
		uint32_t up = h == b ? g->loop_parent[h] : NONE;
		if (h == b)
			first[h] = first_rank(f, h);
		if (up != NONE)
			l->in[h] = pset_splice(l->p, l->in[up], l->in[h], first[up]);
		pset_freeze(l->p);
		pset out = pset_splice(l->p, l->in[h], l->out[b], first[h]);
		if (out == l->out[b])
			continue;
		l->out[b] = out;
		pset before = 0;
		for (safepoint_id s = f->safe_at[b]; s < f->safe_at[b + 1]; s++) {
			bool same = s > f->safe_at[b] && f->live.at[s] == before;
			before = f->live.at[s];
			f->live.at[s] = same ? f->live.at[s - 1] : pset_splice(l->p, l->in[h], before, first[h]);
		}
		pset_freeze(l->p);
	}
	return true;
}

/* Iterates until no set grows: for irreducible functions only.  A block is visited again, in its turn, when the set
** live into one of its successors has grown. */
static bool
iterate(struct sweep *l)
{
	const struct cfg *g = &l->f->g;
	block_id *ring = arena_array(fn_tmp(l->f), g->nblk, sizeof *ring);
	uint32_t first = 0, end = 0, todo = g->nblk;
	bool *queued = arena_array(fn_tmp(l->f), g->nblk, sizeof *queued);

	if (!ring || !queued)
		return false;
	for (block_id b = 0; b < g->nblk; b++)
		ring[b] = g->nblk - 1 - b, queued[b] = true;
	for (; todo > 0 && !l->p->failed; todo--) {
		block_id b = ring[first];
		first = first + 1 == g->nblk ? 0 : first + 1;
		queued[b] = false;
		pset out = leaving(l, b, NONE, false), old = l->in[b];
		if (pset_equal(l->p, out, l->out[b]))
			continue;
		l->out[b] = out;
		l->in[b] = through_events(l, l->f->event_at[b], l->f->event_at[b + 1], out, false);
		if (pset_equal(l->p, l->in[b], old))
			continue;
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
			block_id p = g->pred[e];
			if (queued[p])
				continue;
			ring[end] = p, queued[p] = true, todo++;
			end = end + 1 == g->nblk ? 0 : end + 1;
		}
	}
	return true;
}

static void
to_values(const struct fn *f, struct pset_list *l, uint32_t from)
{
	for (uint32_t i = from; i < l->n; i++)
		l->v[i] = f->live.by_rank[l->v[i]];
}

bool
live_diff(const struct fn *f, pset a, pset b, struct arena *ar, struct pset_list *only_a, struct pset_list *only_b)
{
	uint32_t na = only_a->n, nb = only_b->n;

	if (!pset_diff(f->pool, a, b, ar, only_a, only_b))
		return false;
	to_values(f, only_a, na);
	to_values(f, only_b, nb);
	return true;
}

bool
liveness(struct fn *f)
{
	struct sweep l = { .f = f, .p = f->pool };

	if (!rank_values(f))
		return false;
	pset_pool_reset(f->pool, f->live.nrank);
	f->live.at = arena_zarray(f->ar, f->nsafe, sizeof *f->live.at);
	l.in = arena_array(f->ar, f->g.nblk, sizeof *l.in);
	l.out = arena_array(f->ar, f->g.nblk, sizeof *l.out);
	if ((f->nsafe && !f->live.at) || !l.in || !l.out || !list_end_uses(&l))
		return false;
	if (f->pool->bits)
		go_backward_by_bits(&l);
	else
		go_backward_by_nodes(&l);
	if (f->g.any_loop && !(f->g.irreducible ? iterate(&l) : spread_loops(&l)))
		return false;
	f->live.in = l.in;
	f->live.out = l.out;
	return fn_tmp_done(f) && !f->pool->failed && !f->ar->failed;
}
