/* SPDX-License-Identifier: MIT */
/* merge_stores.c -- replaces several stores of a value by one in a common dominator, if that runs no more often than
** they do together.
**
** The new store is at the end of the block, so the slot must be free between there and the old stores: no other value
** is stored into it on the way, and no other value that is live out of the block has it. */
#include "gcroots/core/place.h"

enum { MAX_SITES = 64 };

struct merging {
	struct placing *p;
	const float *freq;       /* block_frequencies; NULL until it is needed */
	uint32_t *seen, stamp;   /* per block; NULL until it is needed */
	uint64_t budget;
};

static bool
pay(struct merging *g, uint64_t n)
{
	if (g->budget < n)
		return false;
	g->budget -= n;
	return true;
}

/* Does another value that is live out of block d have the slot? */
static bool
taken_past(struct merging *g, word_id slot, value_id value, block_id d)
{
	const struct placing *p = g->p;
	value_id last = value;

	for (uint32_t i = p->slot_at[slot]; i < p->slot_at[slot + 1]; i++) {
		value_id w = p->site[p->by_slot[i]].value;
		if (w == last || w == value)
			continue;
		last = w;
		if (!pay(g, 4) || is_live(p->f, p->f->live.out[d], w))
			return true;
	}
	return false;
}

/* Is a value other than `value` stored into the slot in block b, before site `until` if that is there? */
static bool
stored_in(struct merging *g, word_id slot, value_id value, block_id b, uint32_t until)
{
	const struct placing *p = g->p;

	for (uint32_t i = lower_bound(p, slot, b); i < p->slot_at[slot + 1] && p->key[i] == b && p->by_slot[i] != until;
		i++)
		if (p->site[p->by_slot[i]].value != value)
			return true;
	return false;
}

/* Does the slot belong to the value alone on all paths from the end of block d to the sites? */
static bool
free_between(struct merging *g, const uint32_t *sites, uint32_t n, block_id d)
{
	const struct cfg *c = &g->p->f->g;
	const struct store_site *first = &g->p->site[sites[0]];
	block_id todo[MAX_WALK];
	uint32_t ntodo = 0, visited = 0;

	if (taken_past(g, first->slot, first->value, d))
		return false;
	g->stamp++;
	for (uint32_t i = 0; i < n; i++) {
		const struct store_site *s = &g->p->site[sites[i]];
		if (s->block == d || stored_in(g, s->slot, s->value, s->block, s->hoisted ? NONE : sites[i]))
			return false;
		if (ntodo == MAX_WALK)
			return false;
		todo[ntodo++] = s->block;
	}
	while (ntodo) {
		block_id b = todo[--ntodo];
		if (!pay(g, 2 + c->pred_at[b + 1] - c->pred_at[b]))
			return false;
		for (uint32_t e = c->pred_at[b]; e < c->pred_at[b + 1]; e++) {
			block_id x = c->pred[e];
			if (x == d || g->seen[x] == g->stamp)
				continue;
			g->seen[x] = g->stamp;
			if (++visited == MAX_WALK || ntodo == MAX_WALK
				|| stored_in(g, first->slot, first->value, x, NONE))
				return false;
			todo[ntodo++] = x;
		}
	}
	return true;
}

/* Merges the stores `sites`, if that is possible and pays.  by_slot keeps the old order and does not show the new store
** to others.  That does no harm: the merge is refused if another value of the slot is live there. */
static void
try_group(struct merging *g, const uint32_t *sites, uint32_t n)
{
	struct placing *p = g->p;
	struct store_site *first = &p->site[sites[0]];
	block_id d = first->block;
	float cost = 0;

	for (uint32_t i = 1; i < n && d != NONE; i++)
		d = cfg_meet(p->f->g.idom, d, p->site[sites[i]].block, &g->budget);
	if (d == NONE || closed_at_end(p->f, d)
		|| (p->f->val[first->value].at_end && p->f->val[first->value].block == d))
		return;
	if (!g->freq && !(g->freq = block_frequencies(p->f)))
		return;
	for (uint32_t i = 0; i < n; i++)
		cost += g->freq[p->site[sites[i]].block];
	if (g->freq[d] > cost * 1.001f)
		return;
	if (!g->seen && !(g->seen = arena_zarray(p->ar, p->f->g.nblk, sizeof *g->seen)))
		return;
	if (!free_between(g, sites, n, d))
		return;
	for (uint32_t i = 1; i < n; i++)
		p->site[sites[i]].gone = true;
	first->block = d;
	first->hoisted = true;
}

/* The next value from v on with several demands, or NULL. */
static const uint8_t *
next_repeated(const struct placing *p, const uint8_t *v)
{
	return memchr(v, 2, (size_t)(p->times + p->f->nval - v));
}

bool
merge_stores(struct placing *p)
{
	struct merging g = { .p = p };
	uint32_t *head = arena_array(p->ar, p->f->nval, sizeof *head), *next = arena_array(p->ar, p->n, sizeof *next);

	g.budget = 64 * ((uint64_t)p->f->coloured.ndemand - p->dropped + p->f->g.nblk) + 4096;
	if (!head || !next)
		return false;
	for (const uint8_t *v = p->times; (v = next_repeated(p, v)) != NULL; v++)
		head[v - p->times] = NONE;
	for (uint32_t i = p->n; i-- > 0;)
		if (p->times[p->site[i].value] > 1 && !p->site[i].gone && !is_operand(p->f, p->site[i].value)) {
			next[i] = head[p->site[i].value];
			head[p->site[i].value] = i;
		}
	for (const uint8_t *v = p->times; (v = next_repeated(p, v)) != NULL; v++) {
		uint32_t group[MAX_SITES], n = 0;
		for (uint32_t i = head[v - p->times]; i != NONE && n < MAX_SITES; i = next[i])
			if (n == 0 || p->site[i].slot == p->site[group[0]].slot)
				group[n++] = i;
		if (n > 1)
			try_group(&g, group, n);
	}
	return true;
}
