/* SPDX-License-Identifier: MIT */
/* core_oracle.c -- what function.h promises of live sets, demands, slots and stores, proved by the slow and obvious means. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

#define NOTHING UINT32_MAX       /* a slot may hold anything */

struct oracle {
	struct core *m;
	struct fn *f;
	struct arena *ar;
	bool *live;              /* nsafe * nval: by the fixed point */
	bool *in_block;          /* nblk * nval */
	uint32_t *now;           /* per slot: the value in it */
	uint32_t *into;          /* nblk * nslots: the same at the start of each block */
	bool *reached;           /* `into` of this block says something yet */
	uint8_t *rooted;         /* per value: 0 not asked, 1 being asked, 2 no, 3 yes */
	uint32_t *before, *at_end, *store_before, *store_at_end; /* stores by safepoint, by block (CSR) */
	uint32_t left_out;       /* a store that is not made */
};

__attribute__((format(printf, 2, 3)))
static const char *
say(struct oracle *o, const char *fmt, ...)
{
	char *text = arena_alloc(o->ar, 256);
	va_list ap;

	if (!text)
		return "no memory";
	va_start(ap, fmt);
	vsnprintf(text, 256, fmt, ap);
	va_end(ap);
	return text;
}

/* -- liveness */

static void
use(const struct fn *f, bool *s, base_id v)
{
	if (canon_of(f, v) >= 0)
		s[canon_of(f, v)] = true;
}

/* Backward through block b; what is live at its safepoints goes to `at` (NULL: nowhere). */
static void
backward(const struct fn *f, uint32_t b, bool *s, bool *at)
{
	for (uint32_t i = f->event_at[b + 1]; i-- > f->event_at[b];) {
		uint32_t id = EVENT_ID(f->event[i]);
		switch (EVENT_KIND(f->event[i])) {
		case EVENT_DEF: s[id] = false; break;
		case EVENT_USE: use(f, s, (base_id)id); break;
		case EVENT_SAFEPOINT:
			if (at)
				memcpy(at + (size_t)id * f->nval, s, f->nval);
			break;
		}
	}
}

static void
live_out(const struct oracle *o, uint32_t b, bool *s)
{
	const struct fn *f = o->f;

	memset(s, 0, f->nval);
	for (uint32_t e = f->g.succ_at[b]; e < f->g.succ_at[b + 1]; e++)
		for (uint32_t v = 0; v < f->nval; v++)
			s[v] |= o->in_block[(size_t)f->g.succ[e] * f->nval + v];
	for (uint32_t i = 0; i < f->nend; i++)
		if (f->end[i].block == b)
			use(f, s, f->end[i].value);
}

static const char *
check_liveness(struct oracle *o)
{
	const struct fn *f = o->f;
	bool *s = arena_zarray(o->ar, (size_t)f->nval + 1, sizeof *s), again = true;

	while (s && again) {
		again = false;
		for (uint32_t b = f->g.nblk; b-- > 0;) {
			bool *in = o->in_block + (size_t)b * f->nval;
			live_out(o, b, s);
			backward(f, b, s, o->live);
			again |= memcmp(in, s, f->nval) != 0;
			memcpy(in, s, f->nval);
		}
	}
	for (uint32_t x = 0; x < f->live.nrank; x++)
		if (f->live.rank[f->live.by_rank[x]] != x || f->refined.canon[f->live.by_rank[x]] != (base_id)f->live.by_rank[x] || (x && f->live.by_rank[x - 1] >= f->live.by_rank[x]))
			return say(o, "liveness: rank %u is wrong", x);
	for (uint32_t p = 0; p < f->nsafe; p++)
		for (uint32_t v = 0; v < f->nval; v++)
			if (o->live[(size_t)p * f->nval + v] != (f->refined.canon[v] == (base_id)v && is_live(f, f->live.at[p], v)))
				return say(o, "liveness: value %u at safepoint %u: it should be %s", v, p, o->live[(size_t)p * f->nval + v] ? "live" : "dead");
	return NULL;
}

/* -- demands */

/* Does v need no root at a safepoint where just these values are live?  As colour.c defines it: each refinement is live (then it is rooted or
** covered itself) or, if dead, covered.  o->rooted remembers answers. */
static bool
covered(struct oracle *o, const bool *live, uint32_t v)
{
	const struct value *val = &o->f->val[v];

	if (o->rooted[v] == 0) {
		o->rooted[v] = 1;
		bool yes = val->ref_n > 0;
		for (uint32_t i = 0; yes && i < val->ref_n; i++) {
			base_id r = canon_of(o->f, o->f->ref[val->ref_at + i]);
			yes = r < 0 || live[r] || covered(o, live, (uint32_t)r);
		}
		o->rooted[v] = yes ? 3 : 2;
	}
	return o->rooted[v] == 3;
}

static int
compare_demands(const void *a, const void *b)
{
	const struct demand *x = a, *y = b;

	return x->safe != y->safe ? (x->safe < y->safe ? -1 : 1) : x->value < y->value ? -1 : x->value > y->value;
}

/* The bound on slots, the largest number of roots, each demand once, distinct slots, and slots of one's own. */
static const char *
check_slots(struct oracle *o)
{
	struct fn *f = o->f;
	uint32_t most = 0, most_shared = 0, nref = 0;
	bool *own = arena_zarray(o->ar, (size_t)f->nval + 1, sizeof *own);
	struct demand *d = arena_array(o->ar, (size_t)f->coloured.ndemand + 1, sizeof *d);

	if (!own || !d)
		return "no memory";
	for (uint32_t v = 0; v < f->nval; v++) {
		if (f->val[v].pinned && f->refined.canon[v] >= 0)
			own[f->refined.canon[v]] = true;
		for (uint32_t p = 0; p < f->nsafe; p++)
			own[v] |= f->safe[p].returns_twice && o->live[(size_t)p * f->nval + v];
		nref += f->refined.canon[v] == (base_id)v ? f->val[v].ref_n : 0;
	}
	if (f->coloured.ndemand)
		memcpy(d, f->coloured.demand, f->coloured.ndemand * sizeof *d);
	qsort(d, f->coloured.ndemand, sizeof *d, compare_demands);
	for (uint32_t p = 0, i = 0; p < f->nsafe; p++) {
		const bool *live = o->live + (size_t)p * f->nval;
		uint32_t n = 0, shared = 0;
		memset(o->rooted, 0, f->nval);
		for (uint32_t v = 0; v < f->nval; v++)
			if (live[v] && !covered(o, live, v))
				n++, shared += !own[v];
		most = n > most ? n : most;
		most_shared = shared > most_shared ? shared : most_shared;
		for (; i < f->coloured.ndemand && d[i].safe == p; i++) {
			if (d[i].value >= f->nval || d[i].slot >= f->coloured.nslots || !live[d[i].value])
				return say(o, "demand for value %u in slot %u at safepoint %u: out of range or dead", d[i].value, d[i].slot, p);
			if (i && d[i - 1].safe == p && d[i - 1].value == d[i].value)
				return say(o, "value %u is demanded twice at safepoint %u", d[i].value, p);
			for (uint32_t k = i; k-- > 0 && d[k].safe == p;)
				if (d[k].slot == d[i].slot)
					return say(o, "slot %u is given out twice at safepoint %u", d[i].slot, p);
		}
	}
	/* colour.c gives up on long questions; in what is small it must not */
	/* where calls return twice, it also counts what must stay for the second time */
	if (nref <= 24 && !f->any_returns_twice ? f->coloured.max_live != most : f->coloured.max_live < most)
		return say(o, "max_live is %u, and %u values need a root at once", f->coloured.max_live, most);
	if (f->coloured.nslots > f->coloured.max_live + f->coloured.ndedicated)
		return say(o, "%u slots for %u values at once and %u dedicated ones", f->coloured.nslots, f->coloured.max_live, f->coloured.ndedicated);
	if (nref <= 24 && f->coloured.nslots > most_shared + f->coloured.ndedicated)
		return say(o, "%u slots, though only %u values share the %u that are not dedicated", f->coloured.nslots, most_shared, f->coloured.nslots - f->coloured.ndedicated);
	bool *used = arena_zarray(o->ar, (size_t)f->coloured.nslots + 1, sizeof *used);
	for (uint32_t i = 0; used && i < f->coloured.ndemand; i++)
		used[f->coloured.demand[i].slot] = true;
	for (uint32_t v = 0; used && f->coloured.pin_slot && v < f->nval; v++)
		if (f->coloured.pin_slot[v] < f->coloured.nslots)
			used[f->coloured.pin_slot[v]] = true;
	for (uint32_t s = 0; used && s < f->coloured.nslots; s++)
		if (!used[s])
			return say(o, "slot %u is for nothing", s);
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		for (uint32_t k = 0; k < f->placed.nstore; k++)
			if (own[f->placed.store[i].value] && f->placed.store[i].slot == f->placed.store[k].slot && f->placed.store[i].value != f->placed.store[k].value)
				return say(o, "slot %u is value %u's alone, but value %u is stored there too", f->placed.store[i].slot, f->placed.store[i].value, f->placed.store[k].value);
	for (uint32_t v = 0; v < f->nval && f->nsafe; v++) {
		if (!f->val[v].pinned || f->refined.canon[v] < 0)
			continue;
		if (!f->coloured.pin_slot || f->coloured.pin_slot[v] >= f->coloured.ndedicated)
			return say(o, "pinned value %u has no slot", v);
		for (uint32_t i = 0; i < f->placed.nstore; i++)
			if ((f->placed.store[i].slot == f->coloured.pin_slot[v]) != (f->placed.store[i].value == (uint32_t)f->refined.canon[v]))
				return say(o, "value %u is stored in slot %u; the pinned value %u has slot %u", f->placed.store[i].value, f->placed.store[i].slot, v, f->coloured.pin_slot[v]);
	}
	return NULL;
}

/* -- stores */

static void
make_store(struct oracle *o, uint32_t i)
{
	if (i != o->left_out)
		o->now[o->f->placed.store[i].slot] = o->f->placed.store[i].value;
}

/* Rooted by the slots as they are, by others, or by its refinements. */
static bool
rooted(struct oracle *o, base_id v)
{
	const struct fn *f = o->f;

	v = canon_of(f, v);
	if (v < 0)
		return true;
	if (o->rooted[v] == 0) {
		const struct value *val = &f->val[v];
		o->rooted[v] = 1; /* asked again meanwhile, it does not hold itself up */
		bool yes = false;
		for (uint32_t s = 0; !yes && s < f->coloured.nslots; s++)
			yes = o->now[s] == (uint32_t)v;
		if (!yes && val->ref_n) {
			yes = true;
			for (uint32_t i = 0; yes && i < val->ref_n; i++)
				yes = rooted(o, f->ref[val->ref_at + i]);
		}
		o->rooted[v] = yes ? 3 : 2;
	}
	return o->rooted[v] == 3;
}

/* Forward through block b from o->now; with `look`, the first safepoint and value that lack a root. */
static bool
forward(struct oracle *o, uint32_t b, bool look, uint32_t *safe, uint32_t *value)
{
	const struct fn *f = o->f;

	for (uint32_t i = f->event_at[b]; i < f->event_at[b + 1]; i++) {
		uint32_t id = EVENT_ID(f->event[i]);
		switch (EVENT_KIND(f->event[i])) {
		case EVENT_DEF: /* what a slot holds is the last instance, not this one */
			for (uint32_t s = 0; s < f->coloured.nslots; s++)
				if (o->now[s] == id)
					o->now[s] = NOTHING;
			break;
		case EVENT_USE:
			break;
		case EVENT_SAFEPOINT:
			for (uint32_t k = o->before[id]; k < o->before[id + 1]; k++)
				make_store(o, o->store_before[k]);
			if (!look)
				break;
			memset(o->rooted, 0, f->nval);
			for (uint32_t v = 0; v < f->nval; v++)
				if (o->live[(size_t)id * f->nval + v] && !rooted(o, (base_id)v)) {
					*safe = id, *value = v;
					return false;
				}
			break;
		}
	}
	for (uint32_t k = o->at_end[b]; k < o->at_end[b + 1]; k++)
		make_store(o, o->store_at_end[k]);
	return true;
}

/* What each slot holds on every path, then a look at each safepoint. */
static bool
all_rooted(struct oracle *o, uint32_t *safe, uint32_t *value)
{
	const struct fn *f = o->f;
	size_t width = f->coloured.nslots;
	bool again = true;

	memset(o->reached, 0, f->g.nblk);
	o->reached[0] = true;
	for (size_t s = 0; s < width; s++)
		o->into[s] = NOTHING;
	while (again) {
		again = false;
		for (uint32_t b = 0; b < f->g.nblk; b++) {
			if (!o->reached[b])
				continue;
			memcpy(o->now, o->into + b * width, width * sizeof *o->now);
			forward(o, b, false, NULL, NULL);
			for (uint32_t e = f->g.succ_at[b]; e < f->g.succ_at[b + 1]; e++) {
				uint32_t to = f->g.succ[e], *into = o->into + to * width;
				if (!o->reached[to]) {
					memcpy(into, o->now, width * sizeof *into);
					o->reached[to] = again = true;
					continue;
				}
				for (size_t s = 0; s < width; s++)
					if (into[s] != NOTHING && into[s] != o->now[s])
						into[s] = NOTHING, again = true;
			}
		}
	}
	for (uint32_t b = 0; b < f->g.nblk; b++) {
		memcpy(o->now, o->into + b * width, width * sizeof *o->now);
		if (!forward(o, b, true, safe, value))
			return false;
	}
	return true;
}

static bool
sort_stores(struct oracle *o)
{
	const struct fn *f = o->f;

	o->before = arena_zarray(o->ar, (size_t)f->nsafe + 2, sizeof *o->before);
	o->at_end = arena_zarray(o->ar, (size_t)f->g.nblk + 2, sizeof *o->at_end);
	o->store_before = arena_array(o->ar, f->placed.nstore, sizeof *o->store_before);
	o->store_at_end = arena_array(o->ar, f->placed.nstore, sizeof *o->store_at_end);
	if (o->ar->failed)
		return false;
	for (int pass = 0; pass < 2; pass++) {
		uint32_t *at = pass ? o->at_end : o->before, *list = pass ? o->store_at_end : o->store_before, n = 0;
		for (uint32_t k = 0; k < (pass ? f->g.nblk : f->nsafe); k++) {
			at[k] = n;
			for (uint32_t i = 0; i < f->placed.nstore; i++)
				if (pass ? f->placed.store[i].safe == NONE && f->placed.store[i].block == k : f->placed.store[i].safe == k)
					list[n++] = i;
			at[k + 1] = n;
		}
	}
	return true;
}

static const char *
check_stores(struct oracle *o)
{
	const struct fn *f = o->f;
	uint32_t safe = 0, value = 0;

	for (uint32_t i = 0; i < f->placed.nstore; i++) {
		const struct store *s = &f->placed.store[i];
		block_id b = s->block;
		if (s->value >= f->nval || f->refined.canon[s->value] != (base_id)s->value || s->slot >= f->coloured.nslots || b >= f->g.nblk
			|| (s->safe != NONE && (s->safe >= f->nsafe || f->safe[s->safe].block != b)))
			return say(o, "store %u is out of range", i);
		/* the stored value must be there: defined above */
		bool there = f->val[s->value].block != b && cfg_dominates(&f->g, f->val[s->value].block, b);
		for (uint32_t e = f->event_at[b]; e < f->event_at[b + 1] && !there; e++) {
			if (s->safe != NONE && f->event[e] == EVENT(EVENT_SAFEPOINT, s->safe))
				break;
			there = f->event[e] == EVENT(EVENT_DEF, s->value);
		}
		if (!there)
			return say(o, "store %u is made before value %u is defined", i, s->value);
	}
	if (!all_rooted(o, &safe, &value))
		return say(o, "value %u has no root at safepoint %u", value, safe);
	return NULL;
}

static bool
start(struct oracle *o, struct core *m)
{
	struct fn *f = &m->f;

	*o = (struct oracle){ .m = m, .f = f, .ar = &m->ar, .left_out = UINT32_MAX };
	o->live = arena_zarray(o->ar, (size_t)f->nsafe * f->nval + 1, sizeof *o->live);
	o->in_block = arena_zarray(o->ar, (size_t)f->g.nblk * f->nval + 1, sizeof *o->in_block);
	o->now = arena_zarray(o->ar, (size_t)f->coloured.nslots + 1, sizeof *o->now);
	o->into = arena_zarray(o->ar, (size_t)f->g.nblk * f->coloured.nslots + 1, sizeof *o->into);
	o->reached = arena_zarray(o->ar, f->g.nblk, sizeof *o->reached);
	o->rooted = arena_zarray(o->ar, (size_t)f->nval + 1, sizeof *o->rooted);
	return !o->ar->failed && sort_stores(o);
}

const char *
core_check(struct core *m)
{
	struct oracle o;
	const char *what;

	if (!start(&o, m))
		return "no memory";
	if ((what = check_liveness(&o)) || (what = check_slots(&o)))
		return what;
	return check_stores(&o);
}

uint32_t
core_needless(struct core *m)
{
	struct oracle o;
	uint32_t n = 0, safe, value;

	if (!start(&o, m) || check_liveness(&o))
		return 0;
	for (o.left_out = 0; o.left_out < m->f.placed.nstore; o.left_out++)
		n += all_rooted(&o, &safe, &value);
	return n;
}
