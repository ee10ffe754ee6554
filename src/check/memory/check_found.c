/* SPDX-License-Identifier: MIT */
/* check_found.c -- finds the stores of references into stack memory, and for each the slots that hold the stored object
** at the next safepoint. */
#include "check/memory/check_stored.h"

enum { RECENT_EVENTS = 512, RECENT_MIRRORS = 16, MAX_HOPS = 8 };

/* Is one of the accesses at these positions a store of the same object into a mirror of `object`, at the same
** distance? */
static bool
is_mirrored(const struct ck *c, const uint32_t *recent, uint32_t n, const struct access *a, uint32_t node,
	uint32_t object)
{
	for (uint32_t i = n; i-- > 0 && n - i <= RECENT_MIRRORS;) {
		const struct event *e = &c->ev[recent[i]];
		const struct access *m = &c->accesses[e->a];
		if (c->objects[c->places[e->b].object].of == object && m->nnodes == 1 && a->nnodes == 1
			&& c->node[c->stored_nodes[m->nodes]].cls == c->node[node].cls
			&& check_mirrors(c->pointers[m->pointer].v, c->pointers[a->pointer].v))
			return true;
	}
	return false;
}

static void
add_holder(struct keep *k, uint32_t slot)
{
	for (uint32_t i = 0; i < k->nholders; i++)
		if (k->holder[i] == slot)
			return;
	if (k->nholders < HOLDERS)
		k->holder[k->nholders++] = slot;
}

/* Finds slots that hold the object at position `at`: those that were written recently, or else any.  k->via becomes the
** last node that was searched for. */
static void
find_holders(const struct ck *c, const struct slot_walk *w, struct keep *k, uint32_t at)
{
	uint32_t first = c->ev_off[k->block];

	k->from = at;
	for (uint32_t hop = 0; hop < MAX_HOPS; hop++) {
		uint32_t cls = k->cls = c->node[k->via].cls;
		for (uint32_t i = at; i-- > first && at - i <= RECENT_EVENTS && k->nholders < HOLDERS;)
			if (c->ev[i].kind == EV_WRITE && c->ev[i].b == cls && w->content[c->ev[i].a] == cls)
				add_holder(k, c->ev[i].a);
		for (uint32_t slot = k->nholders == 0 ? w->holder[cls] : NONE;
			slot != NONE && k->nholders < HOLDERS; slot = w->next[slot])
			add_holder(k, slot);
		if (k->nholders > 0 || c->node[k->via].nrefs != 1)
			break;
		k->via = c->refs[c->node[k->via].refs]; /* the one that keeps it alive */
	}
}

/* Finds the holders of the stores from `open` on, at position `at`.  A store of an object that is in no slot, but kept
** alive by several others, is replaced by a store of each of these. */
static bool
settle_holders(struct stores *s, const struct slot_walk *w, uint32_t open, uint32_t at)
{
	struct ck *c = s->c;

	while (open < s->nkeep) {
		struct keep k = s->keep[open];
		find_holders(c, w, &k, at);
		const struct node *x = &c->node[k.via];
		bool apart = k.nholders == 0 && x->nrefs > 1 && x->nrefs <= k.parts;
		if (apart)
			k.parts /= x->nrefs;
		s->keep[open] = k;
		for (uint32_t r = 0; apart && r < x->nrefs; r++) {
			k.via = c->refs[x->refs + r];
			if (r > 0 && !ARENA_PUSH(&c->ar, s->keep, s->nkeep, s->keep_cap))
				return false;
			s->keep[r == 0 ? open : s->nkeep++] = k;
		}
		open += !apart;
	}
	return true;
}

/* Notes the stores of tracked values at position `i` into an alloca. */
static bool
note_stores(struct stores *s, uint32_t i, uint32_t b, const uint32_t *recent, uint32_t nrecent)
{
	struct ck *c = s->c;
	const struct event *e = &c->ev[i];
	const struct access *a = &c->accesses[e->a];
	uint32_t o = c->places[e->b].object;

	if (c->objects[o].kind != OBJECT_ALLOCA || !a->writes)
		return true;
	for (uint32_t k = 0; k < a->nnodes; k++) {
		uint32_t node = c->stored_nodes[a->nodes + k];
		if (c->node[node].kind == NODE_ROOTED)
			continue;
		if (!ARENA_PUSH(&c->ar, s->keep, s->nkeep, s->keep_cap))
			return false;
		s->keep[s->nkeep++] = (struct keep){ .pos = i,
			.block = b, .node = node, .via = node, .parts = MAX_PARTS, .object = o, .from = i,
			.mirrored = is_mirrored(c, recent, nrecent, a, node, o) };
	}
	return true;
}

/* Walks over the dominator tree with the contents of the slots. */
bool
check_find_stores(struct stores *s)
{
	struct ck *c = s->c;
	struct slot_walk w = { 0 };
	uint32_t *recent = NULL, cap = 0;

	if (!check_walk_start(c, &w) || !check_walk_holders(c, &w))
		return false;
	for (uint32_t x = 0; x < c->nblk; x++) {
		uint32_t b = c->dom_order[x], open = s->nkeep, nrecent = 0;
		if (c->nslots > 0 && !check_walk_enter(c, &w, b))
			return false;
		for (uint32_t i = c->ev_off[b]; i <= c->ev_off[b + 1]; i++) {
			const struct event *e = &c->ev[i];
			if (i == c->ev_off[b + 1] || e->kind == EV_SAFEPOINT) {
				if (!settle_holders(s, &w, open, i))
					return false;
				open = s->nkeep;
				nrecent = 0;
				continue;
			}
			if (!check_walk_event(c, &w, e))
				return false;
			if (e->kind != EV_ACCESS)
				continue;
			if (c->objects[c->places[e->b].object].kind == OBJECT_MIRROR && c->accesses[e->a].writes) {
				if (!ARENA_PUSH(&c->ar, recent, nrecent, cap))
					return false;
				recent[nrecent++] = i;
			}
			if (!note_stores(s, i, b, recent, nrecent))
				return false;
		}
	}
	return true;
}
