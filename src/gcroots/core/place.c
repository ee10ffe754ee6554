/* SPDX-License-Identifier: MIT */
/* place.c -- places the stores into each slot.
** Needs colour (demand).  Fills store.
**
** A demand says that a value must be in its slot at a safepoint and below it; a store right before the safepoint is
** always right.  Improvements:
** - Out of loops.  A value from outside a natural loop that is live somewhere in it is live all through it (in
**   irreducible functions too), so if nothing else uses the slot inside, one store at the end of the preheader serves
**   every iteration.
** - Once.  One store further up replaces the stores of several paths if it runs no more often than they do together
**   (merge_stores.c).
** - Not twice.  A store is dropped if the value is already in the slot on every path to it. */
#include "gcroots/core/place.h"

#include "base/sorted.h"

static inline uint32_t
key_of(const struct placing *p, const uint32_t *key, uint32_t site)
{
	return key ? key[p->site[site].block] : p->site[site].block;
}

/* Sorts the sites `order` by the key of their block, by counting. */
static bool
sort_by_key(const struct placing *p, const uint32_t *key, uint32_t *order, uint32_t n)
{
	uint32_t nblk = p->f->g.nblk, *at = arena_zarray(p->ar, (size_t)nblk + 2, sizeof *at),
		 *from = arena_array(p->ar, n, sizeof *from);

	if (!at || !from)
		return false;
	memcpy(from, order, n * sizeof *from);
	for (uint32_t i = 0; i < n; i++)
		at[key_of(p, key, from[i]) + 1]++;
	for (block_id b = 0; b < nblk; b++)
		at[b + 1] += at[b];
	for (uint32_t i = 0; i < n; i++)
		order[at[key_of(p, key, from[i])]++] = from[i];
	return true;
}

/* Sorts the sites in slots of this kind by slot and by the key of their block; NULL: by the block's number.  Sites of
** one block stay in order. */
static bool
sort_by_slot(struct placing *p, enum choice kind, const uint32_t *key)
{
	uint32_t *order = arena_array(p->ar, p->n, sizeof *order), nslots = p->f->coloured.nslots, n = 0, last = 0;
	bool ascending = true;

	if (!order)
		return false;
	memset(p->slot_at, 0, ((size_t)nslots + 2) * sizeof *p->slot_at);
	for (uint32_t i = 0; i < p->n; i++) {
		word_id slot = p->site[i].slot;
		uint32_t k = key_of(p, key, i);
		if (!(p->choice[slot] & kind))
			continue;
		ascending &= last <= k;
		last = k;
		order[n++] = i;
		p->slot_at[slot + 2]++;
	}
	if (!ascending && !sort_by_key(p, key, order, n))
		return false;
	for (word_id s = 0; s < nslots; s++)
		p->slot_at[s + 2] += p->slot_at[s + 1];
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = p->slot_at[p->site[order[i]].slot + 1]++;
		p->by_slot[at] = order[i];
		p->key[at] = key_of(p, key, order[i]);
	}
	return true;
}

uint32_t
lower_bound(const struct placing *p, word_id slot, uint32_t k)
{
	return sorted_lower_bound(p->key, p->slot_at[slot], p->slot_at[slot + 1], k);
}

/* Is a value needed in a loop but defined outside it? */
static inline bool
in_others_loop(const struct fn *f, const struct demand *d)
{
	block_id h = f->g.any_loop ? f->g.loop[f->safe[d->safe].block] : NONE;

	return h != NONE && !is_operand(f, d->value) && !cfg_in_loop(&f->g, h, f->val[d->value].block);
}

/* The preheader of the loop of h, if something can be stored at its end; otherwise NONE. */
static block_id
open_preheader(const struct fn *f, block_id h)
{
	block_id b = cfg_preheader(&f->g, h);

	return b != NONE && !closed_at_end(f, b) ? b : NONE;
}

/* Moves stores to the preheader of the outermost loop that allows it. */
static bool
hoist(struct placing *p)
{
	const struct cfg *g = &p->f->g;
	enum { UNKNOWN, NOWHERE, KNOWN };
	uint32_t *pre = arena_zarray(p->ar, g->nblk, sizeof *pre); /* per header: KNOWN + preheader */
	uint32_t *run = arena_array(p->ar, p->n, sizeof *run);     /* per position in by_slot: start of the run of the
	                                                            * same value */

	if (!pre || !run || !sort_by_slot(p, CHOICE_LOOP, g->loop_pos))
		return false;
	for (word_id s = 0; s < p->f->coloured.nslots; s++)
		for (uint32_t i = p->slot_at[s]; i < p->slot_at[s + 1]; i++)
			run[i] = i > p->slot_at[s] && p->site[p->by_slot[i]].value == p->site[p->by_slot[i - 1]].value
				? run[i - 1] : i;
	for (uint32_t i = 0; i < p->n; i++) {
		struct store_site *s = &p->site[i];
		block_id from = s->block, best = NONE;
		uint32_t level = 0;
		if (s->gone || g->loop[from] == NONE || !(p->choice[s->slot] & CHOICE_LOOP)
			|| is_operand(p->f, s->value))
			continue;
		for (block_id h = g->loop[from]; h != NONE && level < MAX_WALK; h = g->loop_parent[h], level++) {
			if (cfg_in_loop(g, h, p->f->val[s->value].block))
				break;
			uint32_t lo = lower_bound(p, s->slot, g->loop_pos[h]);
			uint32_t hi = lower_bound(p, s->slot, g->loop_last[h] + 1);
			if (run[hi - 1] > lo)
				break;
			if (pre[h] == UNKNOWN) {
				uint32_t b = open_preheader(p->f, h);
				pre[h] = b == NONE ? NOWHERE : KNOWN + b;
			}
			if (pre[h] != NOWHERE)
				best = h;
		}
		if (best == NONE)
			continue;
		/* all sites of the slot in the loop are of this value: one store replaces all of them */
		uint32_t lo = lower_bound(p, s->slot, g->loop_pos[best]);
		uint32_t hi = lower_bound(p, s->slot, g->loop_last[best] + 1);
		for (uint32_t k = lo; k < hi; k++)
			p->site[p->by_slot[k]].gone = true;
		s->gone = false;
		s->hoisted = true;
		s->block = pre[best] - KNOWN; /* by_slot is not re-sorted: it keeps the order of the old blocks */
	}
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->n; i++)
		if (!p->site[i].gone)
			p->site[n++] = p->site[i];
	p->dropped = p->n - n;
	p->n = n;
	return true;
}

/* Per block, for already_there: `slot` (plus 1; 0: none) has sites in it, the last one at position `last` of by_slot;
** the block was visited for position `seen` - 1. */
struct block_sites { uint32_t slot, last, seen; };

/* Is the site at position `pos` of by_slot preceded on every path by a store of its value into its slot, without
** another store into the slot in between? */
static bool
already_there(const struct placing *p, uint32_t pos, struct block_sites *look)
{
	const struct cfg *g = &p->f->g;
	const struct store_site *s = &p->site[p->by_slot[pos]];
	block_id todo[MAX_WALK], def = p->f->val[s->value].block;
	uint32_t n = 0, visited = 0;

	todo[n++] = s->block;
	while (n) {
		block_id b = todo[--n];
		uint32_t e = g->pred_at[b], end = g->pred_at[b + 1];
		if (b == def || e == end)
			return false;
		for (; e < end; e++) {
			struct block_sites *x = &look[g->pred[e]];
			if (x->seen == pos + 1)
				continue;
			x->seen = pos + 1;
			if (++visited == MAX_WALK)
				return false;
			if (x->slot != s->slot + 1)
				todo[n++] = g->pred[e];
			else if (p->site[p->by_slot[x->last]].value != s->value)
				return false;
		}
	}
	return true;
}

/* Drops the stores that already_there finds.  A store may be dropped because of stores that are dropped themselves.
** That is sound: on any path the first of them has no store before it, and so stays.  The first site of a value in a
** slot, in order of blocks, always stays: some path to it goes through blocks with lower numbers only. */
static bool
drop_repeated(struct placing *p)
{
	struct block_sites *look = arena_zarray(p->ar, p->f->g.nblk, sizeof *look);
	/* per value: 1 + the last slot in which a site of it was met */
	uint32_t *met = arena_zarray(p->ar, id_count(p->f), sizeof *met);

	if (!look || !met || !sort_by_slot(p, CHOICE_REPEATED, NULL))
		return false;
	for (word_id slot = 0; slot < p->f->coloured.nslots; slot++) {
		uint32_t first = p->slot_at[slot], end = p->slot_at[slot + 1];
		bool ready = false;
		for (uint32_t pos = first; pos < end; pos++) {
			struct store_site *s = &p->site[p->by_slot[pos]];
			if (met[s->value] != slot + 1) {
				met[s->value] = slot + 1;
				continue;
			}
			if (p->key[pos - 1] == s->block) {
				s->gone = p->site[p->by_slot[pos - 1]].value == s->value;
				continue;
			}
			if (is_operand(p->f, s->value))
				continue;
			for (uint32_t k = first; k < end && !ready; k++)
				look[p->key[k]].slot = slot + 1, look[p->key[k]].last = k;
			ready = true;
			s->gone = already_there(p, pos, look);
		}
	}
	return true;
}

/* A store for each demand; in slots with a choice, for each site that is left. */
static void
add_stores(struct fn *f, const struct placing *p)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < f->coloured.ndemand; i++) {
		const struct demand *d = &f->coloured.demand[i];
		struct store s = { d->value, d->slot, f->safe[d->safe].block, d->safe };
		if (p && p->choice[d->slot]) {
			if (k == p->n || p->site[k].demand != i)
				continue;
			const struct store_site *site = &p->site[k++];
			if (site->gone)
				continue;
			if (site->hoisted)
				s.block = site->block, s.safe = NONE;
		}
		f->placed.store[f->placed.nstore++] = s;
	}
}

/* Finds the slots with a choice, and counts the sites in them. */
static void
find_choices(struct placing *p)
{
	const struct fn *f = p->f;

	for (uint32_t i = 0; i < f->coloured.ndemand; i++) {
		const struct demand *d = &f->coloured.demand[i];
		if (p->times[d->value] > 1)
			p->choice[d->slot] |= CHOICE_REPEATED;
		if (in_others_loop(f, d))
			p->choice[d->slot] |= CHOICE_LOOP;
	}
	for (uint32_t i = 0; i < f->coloured.ndemand; i++)
		p->n += p->choice[f->coloured.demand[i].slot] != 0;
}

static bool
store_better(struct placing *p, bool out_of_loops, bool once)
{
	struct fn *f = p->f;
	uint32_t n = 0;

	if (!(p->choice = arena_zarray(p->ar, f->coloured.nslots, sizeof *p->choice)))
		return false;
	find_choices(p);
	p->site = arena_array(p->ar, p->n, sizeof *p->site);
	p->by_slot = arena_array(p->ar, p->n, sizeof *p->by_slot);
	p->key = arena_array(p->ar, p->n, sizeof *p->key);
	p->slot_at = arena_array(p->ar, (size_t)f->coloured.nslots + 2, sizeof *p->slot_at);
	if (!p->site || !p->by_slot || !p->key || !p->slot_at)
		return false;
	for (uint32_t i = 0; i < f->coloured.ndemand; i++) {
		const struct demand *d = &f->coloured.demand[i];
		if (p->choice[d->slot])
			p->site[n++] = (struct store_site){ .block = f->safe[d->safe].block,
				.value = d->value, .slot = d->slot, .demand = i };
	}
	if ((out_of_loops && !hoist(p)) || (once && (!drop_repeated(p) || !merge_stores(p))))
		return false;
	add_stores(f, p);
	return true;
}

bool
place(struct fn *f)
{
	struct placing p = { .f = f, .ar = fn_tmp(f) };
	bool in_loop = false, repeated = false, ok = true;

	f->placed.nstore = 0;
	if (f->coloured.ndemand == 0)
		return true;
	/* most functions have neither loops nor a value with two demands */
	p.times = arena_zarray(p.ar, id_count(f), sizeof *p.times);
	f->placed.store = arena_array(f->ar, f->coloured.ndemand, sizeof *f->placed.store);
	if (!p.times || !f->placed.store)
		return false;
	for (uint32_t i = 0; i < f->coloured.ndemand; i++) {
		const struct demand *d = &f->coloured.demand[i];
		uint8_t *times = &p.times[d->value];
		in_loop |= in_others_loop(f, d);
		repeated |= *times != 0;
		*times = *times ? 2 : 1;
	}
	if (f->without.store_motion || (!in_loop && !repeated))
		add_stores(f, NULL);
	else
		ok = store_better(&p, in_loop, repeated);
	return fn_tmp_done(f) && ok && !f->ar->failed;
}
