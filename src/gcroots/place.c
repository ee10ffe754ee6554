/* place.c -- the plan: where each slot is stored.
** Needs slots (demand).  Fills store.
**
** A demand says that from a safepoint on down a value must be in its slot; a store right before that safepoint always does.  Improvements:
** - Out of loops.  A value from outside a natural loop that is live somewhere in it is live all through it (in irreducible functions
**   too), so if nothing else uses the slot inside, one store at the end of the preheader serves every iteration.
** - Once.  Where one store further up serves several paths and runs no more often than they do together (gather.c).
** - Not twice.  Where every path to a store already brings the value in that slot, the store goes. */
#include "gcroots/place.h"

/* Sort spots by slot and by `key` of their block, the number if that is NULL; spots of one block stay in order. */
static bool
sort_by_slot(struct placing *p, const uint32_t *key)
{
	struct fn *f = p->f;
	uint32_t *at = arena_zarray(p->ar, (size_t)f->g.nblk + 2, sizeof *at);
	uint32_t *order = arena_array(p->ar, p->n, sizeof *order);

	if (!at || !order)
		return false;
	for (uint32_t i = 0; i < p->n; i++)
		at[(key ? key[p->spot[i].block] : p->spot[i].block) + 1]++;
	for (uint32_t b = 0; b < f->g.nblk; b++)
		at[b + 1] += at[b];
	for (uint32_t i = 0; i < p->n; i++)
		order[at[key ? key[p->spot[i].block] : p->spot[i].block]++] = i;
	for (uint32_t s = 0; s <= f->nslots + 1; s++)
		p->slot_at[s] = 0;
	for (uint32_t i = 0; i < p->n; i++)
		p->slot_at[p->spot[i].slot + 2]++;
	for (uint32_t s = 0; s < f->nslots; s++)
		p->slot_at[s + 2] += p->slot_at[s + 1];
	for (uint32_t i = 0; i < p->n; i++)
		p->by_slot[p->slot_at[p->spot[order[i]].slot + 1]++] = order[i];
	for (uint32_t s = 0; s < f->nslots; s++)
		for (uint32_t i = p->slot_at[s], last = 0; i < p->slot_at[s + 1]; i++) {
			const struct spot *x = &p->spot[p->by_slot[i]];
			p->run[i] = i > p->slot_at[s] && x->value == last ? p->run[i - 1] : i;
			p->key[i] = key ? key[x->block] : x->block;
			last = x->value;
		}
	return true;
}

uint32_t
lower_bound(const struct placing *p, uint32_t slot, uint32_t k)
{
	uint32_t lo = p->slot_at[slot], hi = p->slot_at[slot + 1];

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (p->key[mid] < k)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool
in_loop(const struct cfg *g, uint32_t h, uint32_t b)
{
	return g->loop_pos[h] <= g->loop_pos[b] && g->loop_pos[b] <= g->loop_last[h];
}

/* The block outside the loop of h from which alone it is entered and which goes nowhere else; NO_BLOCK if there is none. */
static uint32_t
preheader(const struct fn *f, uint32_t h)
{
	const struct cfg *g = &f->g;
	uint32_t only = NO_BLOCK;

	for (uint32_t e = g->pred_at[h]; e < g->pred_at[h + 1]; e++) {
		uint32_t p = g->pred[e];
		if (in_loop(g, h, p))
			continue;
		if (only != NO_BLOCK)
			return NO_BLOCK;
		only = p;
	}
	return only != NO_BLOCK && g->succ_at[only + 1] - g->succ_at[only] == 1 && !closed_at_end(f, only) ? only : NO_BLOCK;
}

/* Move stores to the preheader of the outermost loop that allows it. */
static bool
hoist(struct placing *p)
{
	const struct cfg *g = &p->f->g;
	uint32_t *pre;

	if (!sort_by_slot(p, g->loop_pos))
		return false;
	pre = arena_array(p->ar, g->nblk, sizeof *pre);
	if (!pre)
		return false;
	for (uint32_t b = 0; b < g->nblk; b++)
		pre[b] = g->loop[b] == b ? preheader(p->f, b) : NO_BLOCK;
	for (uint32_t i = 0; i < p->n; i++) {
		struct spot *s = &p->spot[i];
		uint32_t from = s->block, best = NO_BLOCK, level = 0;
		if (s->gone || is_operand(p->f, s->value))
			continue;
		for (uint32_t h = g->loop[from]; h != NO_BLOCK && level < MAX_WALK; h = g->loop_parent[h], level++) {
			if (in_loop(g, h, p->f->val[s->value].block))
				break;
			uint32_t lo = lower_bound(p, s->slot, g->loop_pos[h]);
			uint32_t hi = lower_bound(p, s->slot, g->loop_last[h] + 1);
			if (p->run[hi - 1] > lo)
				break;
			if (pre[h] != NO_BLOCK)
				best = h;
		}
		if (best == NO_BLOCK)
			continue;
		/* all spots of the slot in the loop are this value's: one store stands for all of them */
		uint32_t lo = lower_bound(p, s->slot, g->loop_pos[best]);
		uint32_t hi = lower_bound(p, s->slot, g->loop_last[best] + 1);
		for (uint32_t k = lo; k < hi; k++)
			p->spot[p->by_slot[k]].gone = true;
		s->gone = false;
		s->hoisted = true;
		s->demand = pre[best]; /* moved only after all are decided: the sorted order must stand */
	}
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->n; i++) {
		struct spot s = p->spot[i];
		if (s.gone)
			continue;
		if (s.hoisted)
			s.block = s.demand;
		p->spot[n++] = s;
	}
	p->n = n;
	return true;
}

/* Is spot number `pos` of the sorted order preceded on every path by a store of its value into its slot, with nothing else stored there
** in between? */
static bool
already_there(struct placing *p, uint32_t pos, uint32_t *stamp)
{
	const struct cfg *g = &p->f->g;
	const struct spot *s = &p->spot[p->by_slot[pos]];
	uint32_t todo[MAX_WALK], n = 0, visited = 0, def = p->f->val[s->value].block;

	if (pos > p->slot_at[s->slot] && p->key[pos - 1] == s->block)
		return p->spot[p->by_slot[pos - 1]].value == s->value;
	if (is_operand(p->f, s->value))
		return false;
	todo[n++] = s->block;
	while (n) {
		uint32_t b = todo[--n];
		if (b == def || g->pred_at[b] == g->pred_at[b + 1])
			return false;
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
			uint32_t x = g->pred[e];
			if (stamp[x] == pos + 1)
				continue;
			stamp[x] = pos + 1;
			if (++visited == MAX_WALK)
				return false;
			uint32_t last = lower_bound(p, s->slot, x + 1);
			if (last > p->slot_at[s->slot] && p->key[last - 1] == x) {
				if (p->spot[p->by_slot[last - 1]].value != s->value)
					return false;
			} else {
				todo[n++] = x;
			}
		}
	}
	return true;
}

/* A store is dropped on account of stores that may be dropped themselves; that is sound, because on any path the first of
** them has none before it and so stays. */
static bool
drop_repeated(struct placing *p)
{
	uint32_t *stamp = arena_zarray(p->ar, p->f->g.nblk, sizeof *stamp);
	uint32_t *count = arena_zarray(p->ar, p->f->nval, sizeof *count);

	if (!stamp || !count || !sort_by_slot(p, NULL))
		return false;
	for (uint32_t i = 0; i < p->n; i++)
		count[p->spot[i].value]++;
	for (uint32_t pos = 0; pos < p->n; pos++) {
		struct spot *s = &p->spot[p->by_slot[pos]];
		if (count[s->value] > 1)
			s->gone = already_there(p, pos, stamp);
	}
	return true;
}

/* Each demand by a store of its own. */
static void
store_at_demands(struct fn *f)
{
	for (uint32_t i = 0; i < f->ndemand; i++) {
		const struct demand *d = &f->demand[i];
		f->store[f->nstore++] = (struct store){ d->value, d->slot, d->safe, STORE_BEFORE_SAFEPOINT };
	}
}

static bool
store_better(struct fn *f, bool out_of_loops, bool once)
{
	struct placing p = { .f = f, .ar = fn_tmp(f), .n = f->ndemand };

	p.spot = arena_zarray(p.ar, p.n, sizeof *p.spot);
	p.by_slot = arena_array(p.ar, p.n, sizeof *p.by_slot);
	p.key = arena_array(p.ar, p.n, sizeof *p.key);
	p.run = arena_array(p.ar, p.n, sizeof *p.run);
	p.slot_at = arena_zarray(p.ar, (size_t)f->nslots + 3, sizeof *p.slot_at);
	if (!p.spot || !p.by_slot || !p.key || !p.run || !p.slot_at)
		return false;
	for (uint32_t i = 0; i < p.n; i++)
		p.spot[i] = (struct spot){ .block = f->safe[f->demand[i].safe].block, .value = f->demand[i].value,
			.slot = f->demand[i].slot, .demand = i };
	if ((out_of_loops && !hoist(&p)) || (once && (!drop_repeated(&p) || !gather(&p))))
		return false;
	for (uint32_t i = 0; i < p.n; i++) {
		const struct spot *s = &p.spot[i];
		if (s->gone)
			continue;
		f->store[f->nstore++] = s->hoisted
			? (struct store){ s->value, s->slot, s->block, STORE_AT_BLOCK_END }
			: (struct store){ s->value, s->slot, f->demand[s->demand].safe, STORE_BEFORE_SAFEPOINT };
	}
	return true;
}

bool
place(struct fn *f)
{
	bool in_loop = false, repeated = false, ok = true;

	f->nstore = 0;
	if (f->ndemand == 0)
		return true;
	/* most functions have neither loops nor a value with two demands */
	bool *seen = arena_zarray(fn_tmp(f), f->nval, sizeof *seen);
	f->store = arena_array(f->ar, f->ndemand, sizeof *f->store);
	if (!seen || !f->store)
		return false;
	for (uint32_t i = 0; i < f->ndemand; i++) {
		const struct demand *d = &f->demand[i];
		uint32_t h = f->g.loop[f->safe[d->safe].block];
		in_loop |= h != NO_BLOCK && h != f->g.loop[f->val[d->value].block];
		repeated |= seen[d->value];
		seen[d->value] = true;
	}
	if (f->without.store_motion || (!in_loop && !repeated))
		store_at_demands(f);
	else
		ok = store_better(f, in_loop, repeated);
	return fn_tmp_done(f) && ok && !f->ar->failed;
}
