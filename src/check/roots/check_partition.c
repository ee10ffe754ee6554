/* SPDX-License-Identifier: MIT */
/* check_partition.c -- which phis and choices are always the same object: partition refinement, as in Hopcroft's
** minimisation of automata.
**
** Those of equal shape begin in one class.  A class is split where its members have inputs of different classes, until
** no class can be split.  So cycles are equal until something tells them apart. */
#include "check/roots/check_class.h"
#include "base/sorted.h"

/* The joins that are no copies.  Class k is elem[start[k] .. start[k] + len[k]); the first dirty[k] of these have
** inputs whose classes have changed. */
struct partition {
	uint32_t *elem, *pos, *of, *start, *len, *dirty, nclasses, *work, nwork;
	bool *queued;
	struct mark { uint64_t hash; uint32_t node, run; } *marks;
};

static uint64_t
mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9E3779B97F4A7C15u;
	return h ^ (h >> 29);
}

/* By hash, then by node, so that the order does not depend on how the list is sorted. */
static bool
comes_before(const struct mark *a, const struct mark *b)
{
	return a->hash != b->hash ? a->hash < b->hash : a->node < b->node;
}

/* The class of input `i` of node `n` by now, as a number that differs from those of other classes, and from that of the
** node CK_ROOTED, which is 0. */
static uint64_t
input_class(const struct ck *c, const struct partition *p, uint32_t n, uint32_t i)
{
	uint32_t x = c->node[c->inputs[c->node[n].in + i]].cls;

	return x != CK_ROOTED && check_joins(&c->node[x]) ? ((uint64_t)p->of[x] + 1) << 32 : x;
}

static uint64_t
inputs_hash(const struct ck *c, const struct partition *p, uint32_t n)
{
	uint64_t h = 1;

	for (uint32_t i = 0; i < c->node[n].nin; i++)
		h = mix(h, input_class(c, p, n, i));
	return h;
}

static bool
same_inputs(const struct ck *c, const struct partition *p, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < c->node[a].nin; i++)
		if (input_class(c, p, a, i) != input_class(c, p, b, i))
			return false;
	return true;
}

static uint64_t
shape_hash(const struct node *n)
{
	if (n->kind == NODE_PHI)
		return mix(1, n->block);
	return mix(mix(mix(mix(2, (uintptr_t)n->key), n->key2), n->tag), n->nin);
}

static bool
same_shape(const struct node *a, const struct node *b)
{
	return a->kind == b->kind && a->nin == b->nin
		&& (a->kind == NODE_PHI ? a->block == b->block
			: a->key == b->key && a->key2 == b->key2 && a->tag == b->tag);
}

static void
move_to(struct partition *p, uint32_t n, uint32_t at)
{
	uint32_t other = p->elem[at], from = p->pos[n];

	p->elem[at] = n;
	p->pos[n] = at;
	p->elem[from] = other;
	p->pos[other] = from;
}

/* Marks a node dirty. */
static void
touch(struct partition *p, uint32_t n)
{
	uint32_t k = p->of[n], at;

	if (k == NONE || p->len[k] < 2)
		return;
	at = p->start[k] + p->dirty[k];
	if (p->pos[n] < at)
		return;
	move_to(p, n, at);
	p->dirty[k]++;
	if (!p->queued[k]) {
		p->queued[k] = true;
		p->work[p->nwork++] = k;
	}
}

/* Splits the dirty members of class k into runs of equal inputs.  Each run becomes a class; if no member is clean, the
** longest run remains class k.  Nodes that have a node of a new class as input become dirty. */
static void
split(struct ck *c, struct partition *p, const struct users *u, uint32_t k)
{
	uint32_t n = p->dirty[k], at = p->start[k], clean = p->len[k] - n, kept = NONE, longest = 0;
	struct mark *m = p->marks;

	p->dirty[k] = 0;
	p->queued[k] = false;
	for (uint32_t i = 0; i < n; i++)
		m[i] = (struct mark){ inputs_hash(c, p, p->elem[at + i]), p->elem[at + i], 0 };
	SORT_IN_PLACE(struct mark, m, n, comes_before);
	for (uint32_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && m[j].hash == m[i].hash && same_inputs(c, p, m[i].node, m[j].node);)
			j++;
		m[i].run = j - i;
		if (clean == 0 && j - i > longest) {
			longest = j - i;
			kept = i;
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		p->elem[at + i] = m[i].node;
		p->pos[m[i].node] = at + i;
	}
	p->start[k] = kept == NONE ? at + n : at + kept;
	p->len[k] = kept == NONE ? clean : longest;
	for (uint32_t i = 0; i < n; i += m[i].run) {
		if (i == kept)
			continue;
		uint32_t new = p->nclasses++;
		p->start[new] = at + i;
		p->len[new] = m[i].run;
		for (uint32_t j = i; j < i + m[i].run; j++)
			p->of[m[j].node] = new;
	}
	for (uint32_t i = 0; i < n; i += m[i].run)
		for (uint32_t j = i; i != kept && j < i + m[i].run; j++)
			for (uint32_t e = u->off[m[j].node]; e < u->off[m[j].node + 1]; e++)
				touch(p, u->list[e]);
}

/* The first partition: classes of equal shape, all members dirty. */
static bool
first_classes(struct ck *c, struct partition *p)
{
	size_t size = (size_t)c->nnode + 1;
	uint32_t n = 0;

	*p = (struct partition){ 0 };
	p->elem = arena_array(&c->ar, size, sizeof *p->elem);
	p->pos = arena_array(&c->ar, size, sizeof *p->pos);
	p->of = arena_array(&c->ar, size, sizeof *p->of);
	p->start = arena_zarray(&c->ar, size, sizeof *p->start);
	p->len = arena_zarray(&c->ar, size, sizeof *p->len);
	p->dirty = arena_zarray(&c->ar, size, sizeof *p->dirty);
	p->work = arena_array(&c->ar, size, sizeof *p->work);
	p->queued = arena_zarray(&c->ar, size, sizeof *p->queued);
	p->marks = arena_array(&c->ar, size, sizeof *p->marks);
	if (c->ar.failed)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++) {
		p->of[i] = NONE;
		if (check_joins(&c->node[i]) && !c->node[i].copy)
			p->marks[n++] = (struct mark){ shape_hash(&c->node[i]), i, 0 };
	}
	SORT_IN_PLACE(struct mark, p->marks, n, comes_before);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t x = p->marks[i].node;
		if (i == 0 || p->marks[i].hash != p->marks[i - 1].hash
			|| !same_shape(&c->node[x], &c->node[p->elem[i - 1]])) {
			p->start[p->nclasses] = i;
			p->queued[p->nclasses] = true;
			p->work[p->nwork++] = p->nclasses++;
		}
		p->elem[i] = x;
		p->pos[x] = i;
		p->of[x] = p->nclasses - 1;
		p->len[p->nclasses - 1]++;
		p->dirty[p->nclasses - 1]++;
	}
	return true;
}

bool
check_find_equal(struct ck *c, const struct users *u)
{
	struct partition p;
	uint32_t *rep;

	if (!first_classes(c, &p))
		return false;
	while (p.nwork > 0) {
		uint32_t k = p.work[--p.nwork];
		if (p.len[k] > 1)
			split(c, &p, u, k);
		else
			p.dirty[k] = 0, p.queued[k] = false;
	}
	rep = arena_array(&c->ar, (size_t)p.nclasses + 1, sizeof *rep);
	if (rep == NULL)
		return false;
	for (uint32_t k = 0; k < p.nclasses; k++)
		rep[k] = NONE;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (p.of[i] != NONE && rep[p.of[i]] == NONE)
			rep[p.of[i]] = i;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (p.of[i] != NONE)
			c->node[i].cls = rep[p.of[i]];
	for (uint32_t i = 0; i < c->nnode; i++) /* copies follow what they are copies of */
		if (c->node[i].copy)
			c->node[i].cls = c->node[c->node[i].cls].cls;
	return true;
}
