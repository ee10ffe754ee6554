/* SPDX-License-Identifier: MIT */
/* core_run.c -- run a planned function: follow random edges, make an object at each definition, fill the slots as the plan says, and at
** each safepoint look whether every object that is still used can be reached from a slot.
**
** This shares nothing with refine: it takes the refinements as they were and gives them their meaning.  A value refined to several others
** is, each time anew, one of them or an object that one of them points to for ever; a lifted value is just one of its inputs.  Liveness is
** that of the values themselves, not of what they come down to.
**
** Safepoints that return twice are returned to later, which demands that all that was live there is kept until then. */
#include <stdio.h>
#include <string.h>

#include "core.h"

#define FOREVER 0u               /* the object that is rooted by others */
#define NO_OBJECT UINT32_MAX

struct run {
	struct core *m;
	const struct fn *f;
	struct dice *d;
	uint32_t *owner;         /* per object: what points to it for ever, or NO_OBJECT */
	uint32_t nobj, obj_cap;
	uint32_t *env;           /* per value: its object */
	uint64_t *defined;       /* per value: when */
	uint64_t now;
	uint32_t *slot;          /* objects in the slots */
	bool *live;              /* nsafe * nval, of values as such */
	struct twice { uint64_t time; uint32_t event; } *twice; /* per safepoint: when it was passed last; 0: never */
	const char *wrong;
};

/* -- liveness of values as such */

static void
backward(const struct run *r, uint32_t b, bool *s, bool *at)
{
	const struct fn *f = r->f;

	for (uint32_t i = f->event_at[b + 1]; i-- > f->event_at[b];) {
		uint32_t id = EVENT_ID(f->event[i]);
		if (EVENT_KIND(f->event[i]) == EVENT_SAFEPOINT)
			memcpy(at + (size_t)id * f->nval, s, f->nval);
		else
			s[id] = EVENT_KIND(f->event[i]) == EVENT_USE;
	}
}

static void
find_live(struct run *r, bool *in, bool *s)
{
	const struct fn *f = r->f;

	for (bool again = true; again;) {
		again = false;
		for (uint32_t b = f->g.nblk; b-- > 0;) {
			memset(s, 0, f->nval);
			for (uint32_t e = f->g.succ_at[b]; e < f->g.succ_at[b + 1]; e++)
				for (uint32_t v = 0; v < f->nval; v++)
					s[v] |= in[(size_t)f->g.succ[e] * f->nval + v];
			for (uint32_t i = 0; i < f->nend; i++)
				if (f->end[i].block == b)
					s[f->end[i].value] = true;
			backward(r, b, s, r->live);
			again |= memcmp(in + (size_t)b * f->nval, s, f->nval) != 0;
			memcpy(in + (size_t)b * f->nval, s, f->nval);
		}
	}
}

/* -- objects */

static uint32_t
new_object(struct run *r, uint32_t owner)
{
	if (!ARENA_PUSH(&r->m->ar, r->owner, r->nobj, r->obj_cap))
		return FOREVER;
	r->owner[r->nobj] = owner;
	return r->nobj++;
}

static uint32_t
object_of(const struct run *r, base_id v)
{
	return v < 0 ? FOREVER : r->env[v];
}

static bool
reached(const struct run *r, uint32_t object)
{
	for (; object != NO_OBJECT; object = r->owner[object]) {
		if (object == FOREVER)
			return true;
		for (uint32_t s = 0; s < r->f->coloured.nslots; s++)
			if (r->slot[s] == object)
				return true;
	}
	return false;
}

static void
set(struct run *r, uint32_t v, uint32_t object)
{
	r->env[v] = object;
	r->defined[v] = r->now;
}

static void
define(struct run *r, uint32_t v)
{
	const struct value *val = &r->m->val[v];
	uint32_t one;

	if (val->ref_n == 0) {
		set(r, v, new_object(r, NO_OBJECT));
		return;
	}
	one = object_of(r, r->m->ref[val->ref_at + roll(r->d, val->ref_n)]);
	set(r, v, val->kind < VALUE_PHI && roll(r->d, 2) ? new_object(r, one) : one);
}

/* All phis of block b at once, on the edge that is number `edge` among those into it.  Gives the first event after them. */
static uint32_t
define_phis(struct run *r, uint32_t b, uint32_t edge)
{
	const struct fn *f = r->f;
	uint32_t end = f->event_at[b], *object;

	while (end < f->event_at[b + 1] && EVENT_KIND(f->event[end]) == EVENT_DEF && r->m->val[EVENT_ID(f->event[end])].is_phi)
		end++;
	object = arena_array(&r->m->ar, (size_t)(end - f->event_at[b]) + 1, sizeof *object);
	for (uint32_t i = f->event_at[b]; object && i < end; i++)
		object[i - f->event_at[b]] = object_of(r, r->m->ref[r->m->val[EVENT_ID(f->event[i])].ref_at + edge]);
	for (uint32_t i = f->event_at[b]; object && i < end; i++)
		set(r, EVENT_ID(f->event[i]), object[i - f->event_at[b]]);
	return end;
}

/* -- safepoints */

static void
make_stores(struct run *r, block_id b, safepoint_id safe)
{
	for (uint32_t i = 0; i < r->f->placed.nstore; i++) {
		const struct store *s = &r->f->placed.store[i];
		if (s->block == b && s->safe == safe)
			r->slot[s->slot] = r->env[s->value];
	}
}

/* May control still come back to safepoint p: is what was live there as it was?  A value that is only another name of one is gone
** with that: its handler is left before control comes to the definition again. */
static bool
may_return_to(const struct run *r, uint32_t p)
{
	if (r->twice[p].time == 0)
		return false;
	for (uint32_t v = 0; v < r->f->nval; v++)
		if (r->live[(size_t)p * r->f->nval + v]) {
			base_id c = r->f->refined.canon[v];
			if (r->defined[v] > r->twice[p].time || (c >= 0 && r->defined[c] > r->twice[p].time))
				return false;
		}
	return true;
}

static void
look(struct run *r, uint32_t at, uint32_t p)
{
	for (uint32_t v = 0; v < r->f->nval; v++)
		if (r->live[(size_t)p * r->f->nval + v] && !reached(r, r->env[v])) {
			char *text = arena_alloc(&r->m->ar, 128);
			r->wrong = text ? text : "no memory";
			if (text)
				snprintf(text, 128, "run: the object of value %u is lost at safepoint %u%s", v, at, at == p ? "" : ", and control can still return to an earlier one");
			return;
		}
}

static void
pass_safepoint(struct run *r, uint32_t p, uint32_t event_number)
{
	const struct fn *f = r->f;

	make_stores(r, f->safe[p].block, p);
	if (f->safe[p].returns_twice)
		r->twice[p] = (struct twice){ r->now, event_number };
	look(r, p, p);
	for (uint32_t q = 0; f->any_returns_twice && q < f->nsafe; q++)
		if (q != p && may_return_to(r, q))
			look(r, p, q);
}

/* -- control */

static uint32_t
block_of_event(const struct fn *f, uint32_t i)
{
	uint32_t b = 0;

	while (f->event_at[b + 1] <= i)
		b++;
	return b;
}

/* One of the safepoints that control may return to, or NONE. */
static uint32_t
second_return(struct run *r)
{
	const struct fn *f = r->f;
	uint32_t p;

	if (!f->any_returns_twice || !one_in(r->d, 12))
		return NONE;
	p = roll(r->d, f->nsafe);
	for (uint32_t k = 0; k < f->nsafe; k++, p = p + 1 == f->nsafe ? 0 : p + 1)
		if (may_return_to(r, p))
			return p;
	return NONE;
}

/* Number of edge e of block b among those into its target: repeated edges come in order. */
static uint32_t
edge_in(const struct cfg *g, uint32_t b, uint32_t e)
{
	uint32_t to = g->succ[e], i = g->pred_at[to], nth = 0;

	for (uint32_t k = g->succ_at[b]; k < e; k++)
		nth += g->succ[k] == to;
	while (g->pred[i] != b || nth > 0)
		nth -= g->pred[i++] == b;
	return i - g->pred_at[to];
}

static void
run_once(struct run *r, uint32_t *steps)
{
	const struct fn *f = r->f;
	uint32_t b = 0, i = 0, p;

	memset(r->twice, 0, f->nsafe * sizeof *r->twice);
	for (uint32_t s = 0; s < f->coloured.nslots; s++)
		r->slot[s] = NO_OBJECT;
	for (;;) {
		for (; i < f->event_at[b + 1]; i++) {
			uint32_t id = EVENT_ID(f->event[i]);
			r->now++;
			switch (EVENT_KIND(f->event[i])) {
			case EVENT_DEF: define(r, id); break;
			case EVENT_USE: break;
			case EVENT_SAFEPOINT: pass_safepoint(r, id, i); break;
			}
			if (r->wrong || *steps == 0 || r->m->ar.failed)
				return;
			--*steps;
			if (EVENT_KIND(f->event[i]) == EVENT_SAFEPOINT && (p = second_return(r)) != NONE) {
				i = r->twice[p].event;
				b = block_of_event(f, i);
			}
		}
		make_stores(r, b, NONE);
		uint32_t n = f->g.succ_at[b + 1] - f->g.succ_at[b];
		if (n == 0 || *steps == 0)
			return;
		--*steps;
		uint32_t e = f->g.succ_at[b] + roll(r->d, n), edge = edge_in(&f->g, b, e);
		b = f->g.succ[e];
		r->now++;
		i = define_phis(r, b, edge);
	}
}

const char *
core_run(struct core *m, struct dice *d, uint32_t steps)
{
	const struct fn *f = &m->f;
	struct run r = { .m = m, .f = f, .d = d };
	bool *in = arena_zarray(&m->ar, (size_t)f->g.nblk * f->nval + 1, sizeof *in), *s = arena_zarray(&m->ar, (size_t)f->nval + 1, sizeof *s);

	r.env = arena_zarray(&m->ar, (size_t)f->nval + 1, sizeof *r.env);
	r.defined = arena_zarray(&m->ar, (size_t)f->nval + 1, sizeof *r.defined);
	r.slot = arena_zarray(&m->ar, (size_t)f->coloured.nslots + 1, sizeof *r.slot);
	r.live = arena_zarray(&m->ar, (size_t)f->nsafe * f->nval + 1, sizeof *r.live);
	r.twice = arena_zarray(&m->ar, (size_t)f->nsafe + 1, sizeof *r.twice);
	if (m->ar.failed)
		return "no memory";
	new_object(&r, NO_OBJECT); /* FOREVER */
	find_live(&r, in, s);
	for (int again = 0; again < 6 && steps && !r.wrong && !m->ar.failed; again++)
		run_once(&r, &steps);
	return m->ar.failed ? "no memory" : r.wrong;
}
