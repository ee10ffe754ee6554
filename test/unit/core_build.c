/* SPDX-License-Identifier: MIT */
/* core_build.c -- compact functions as scan would make them, from dice or from text. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* -- what both builders use */

static void
start(struct core *m, arena_alloc_fn *alloc, void *user)
{
	*m = (struct core){ .f = { .name = "random" } };
	arena_init(&m->ar, alloc, user);
	pset_pool_init(&m->pool, alloc, user);
}

static bool
start_function(struct core *m, const struct graph *g)
{
	m->f.ar = &m->ar;
	m->f.pool = &m->pool;
	if (!graph_to_cfg(g, &m->ar, &m->f.g))
		return false;
	m->f.event_at = arena_array(&m->ar, (size_t)m->f.g.nblk + 1, sizeof *m->f.event_at);
	m->f.safe_at = arena_array(&m->ar, (size_t)m->f.g.nblk + 1, sizeof *m->f.safe_at);
	return !m->ar.failed;
}

static void
start_block(struct fn *f, uint32_t b)
{
	f->event_at[b] = f->nevent;
	f->safe_at[b] = f->nsafe;
}

static void
add_event(struct fn *f, enum event_kind kind, uint32_t id)
{
	if (ARENA_PUSH(f->ar, f->event, f->nevent, f->event_cap))
		f->event[f->nevent++] = EVENT(kind, id);
}

static void
add_safepoint(struct fn *f, uint32_t b, bool returns_twice)
{
	if (!ARENA_PUSH(f->ar, f->safe, f->nsafe, f->safe_cap))
		return;
	f->safe[f->nsafe] = (struct safepoint){ .block = b, .returns_twice = returns_twice };
	f->any_returns_twice |= returns_twice;
	add_event(f, EVENT_SAFEPOINT, f->nsafe++);
}

static void
add_end_use(struct fn *f, uint32_t b, base_id v)
{
	if (v >= 0 && ARENA_PUSH(f->ar, f->end, f->nend, f->end_cap))
		f->end[f->nend++] = (struct end_use){ b, v };
}

static uint32_t
add_ref(struct fn *f, base_id r)
{
	if (ARENA_PUSH(f->ar, f->ref, f->nref, f->ref_cap))
		f->ref[f->nref++] = r;
	return f->nref - 1;
}

/* The list r is what v is refined to; of a lifted value also what it is made of. */
static void
set_refs(struct fn *f, uint32_t v, const base_id *r, uint32_t n)
{
	struct value *val = &f->val[v];

	if (f->ar->failed)
		return;
	val->ref_at = f->nref, val->ref_n = n;
	for (uint32_t i = 0; i < n; i++)
		add_ref(f, r[i]);
	if (val->kind >= VALUE_PHI) {
		val->in_at = f->nref, val->in_n = n;
		for (uint32_t i = 0; i < n; i++)
			add_ref(f, r[i]);
	}
}

/* A new value; its id would be f->nval. */
static uint32_t
add_value(struct fn *f, uint32_t b, enum value_kind kind, bool is_phi)
{
	if (!ARENA_PUSH(f->ar, f->val, f->nval, f->val_cap))
		return 0;
	f->val[f->nval] = (struct value){ .block = b, .kind = (uint8_t)kind, .is_phi = is_phi };
	return f->nval++;
}

/* Each input of a phi is used at the end of the block that it comes from.  Inputs past the number of edges come from blocks
** that are never reached. */
static void
use_phi_inputs(struct fn *f, uint32_t v)
{
	const uint32_t *at = f->g.pred_at + f->val[v].block;

	for (uint32_t e = at[0]; !f->ar->failed && e < at[1]; e++)
		add_end_use(f, f->g.pred[e], f->ref[f->val[v].ref_at + (e - at[0])]);
}

static bool
finish(struct core *m)
{
	struct fn *f = &m->f;

	if (m->ar.failed)
		return false;
	start_block(f, f->g.nblk);
	m->val = arena_array(&m->ar, f->nval, sizeof *m->val);
	m->ref = arena_array(&m->ar, f->nref, sizeof *m->ref);
	if (m->ar.failed)
		return false;
	if (f->nval)
		memcpy(m->val, f->val, f->nval * sizeof *m->val);
	if (f->nref)
		memcpy(m->ref, f->ref, f->nref * sizeof *m->ref);
	return true;
}

/* -- from dice */

struct random {
	struct fn *f;
	struct dice *d;
	uint32_t *first;         /* per block: its first value; [b + 1] only once b is done */
	uint32_t b;
	uint32_t rooted, repeat, preserves; /* chances, per function: once in so many times */
};

/* A value that is defined where the end of block b (or of the part of it that is built) is reached; or a special number. */
static base_id
available(struct random *r, uint32_t b, bool only_value)
{
	const struct fn *f = r->f;

	if (!only_value && one_in(r->d, r->rooted))
		return roll(r->d, 3) ? BASE_ROOTED : BASE_PERMANENT;
	for (bool first = true; b != NONE; b = f->g.idom[b], first = false) {
		uint32_t n = (b == r->b ? f->nval : r->first[b + 1]) - r->first[b];
		/* here, or in some block above; in the entry at the latest */
		if (n && (f->g.idom[b] == NONE || roll(r->d, first ? 2 : 4) == 0))
			return (base_id)(r->first[b] + roll(r->d, n));
	}
	return BASE_ROOTED;
}

static void
random_use(struct random *r)
{
	base_id v = available(r, r->b, true);

	if (v >= 0)
		add_event(r->f, EVENT_USE, (uint32_t)v);
}

static void
define(struct random *r, enum value_kind kind, const base_id *refs, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (refs[i] >= 0 && (kind >= VALUE_PHI || !one_in(r->d, 10)))
			add_event(r->f, EVENT_USE, (uint32_t)refs[i]);
	uint32_t v = add_value(r->f, r->b, kind, false);
	set_refs(r->f, v, refs, n);
	add_event(r->f, EVENT_DEF, v);
}

static void
random_event(struct random *r, bool returns_twice)
{
	enum { MOST = 40 };
	base_id refs[MOST];
	uint32_t n = 2;

	switch (roll(r->d, 12)) {
	case 0:
	case 1: /* a call: what the callee roots, the safepoint, the other arguments, the result */
		random_use(r);
		add_safepoint(r->f, r->b, returns_twice && one_in(r->d, 6));
		random_use(r);
		define(r, VALUE_SELF, NULL, 0);
		break;
	case 2:
	case 3:
		add_safepoint(r->f, r->b, false);
		break;
	case 4:
	case 5:
		random_use(r);
		break;
	case 6:
		define(r, roll(r->d, 2) ? VALUE_SELF : VALUE_ELEM, NULL, 0);
		break;
	case 7:
	case 8: /* a load from something that never changes */
		refs[0] = available(r, r->b, false);
		define(r, VALUE_SELF, refs, 1);
		break;
	case 9: /* a select, extractelement, insertelement; lifted or not */
		if (one_in(r->d, 4))
			n = 2 + roll(r->d, one_in(r->d, 10) ? MOST - 2 : 4);
		for (uint32_t i = 0; i < n; i++)
			refs[i] = i && one_in(r->d, r->repeat) ? refs[0] : available(r, r->b, false);
		define(r, roll(r->d, 2) ? VALUE_SELF : n > 2 ? VALUE_EXTRACT : roll(r->d, 2) ? VALUE_SELECT : VALUE_INSERT, refs, n);
		break;
	case 10: /* a preserved value */
		if (one_in(r->d, r->preserves))
			add_end_use(r->f, r->b, available(r, r->b, true));
		break;
	case 11:
		break;
	}
}

static void
random_phi_inputs(struct random *r, uint32_t v)
{
	struct fn *f = r->f;
	const uint32_t *at = f->g.pred_at + f->val[v].block;
	uint32_t n = at[1] - at[0], more = one_in(r->d, 10);
	base_id *in = arena_array(f->ar, (size_t)n + 1, sizeof *in), usual = BASE_PERMANENT;

	for (uint32_t i = 0; in && i < n + more; i++) {
		uint32_t p = i < n ? f->g.pred[at[0] + i] : NONE;
		if (p == NONE) {
			in[i] = BASE_PERMANENT;
		} else if (i && f->g.pred[at[0] + i - 1] == p) {
			in[i] = in[i - 1]; /* repeated edges bring the same value */
		} else if (usual >= 0 && one_in(r->d, r->repeat) && cfg_dominates(&f->g, f->val[usual].block, p)) {
			in[i] = usual;
		} else if (cfg_dominates(&f->g, f->val[v].block, p) && one_in(r->d, 3)) {
			in[i] = (base_id)v;
		} else {
			in[i] = usual = available(r, p, false);
		}
	}
	if (!in)
		return;
	set_refs(f, v, in, n + more);
	use_phi_inputs(f, v);
}

bool
core_random(struct core *m, arena_alloc_fn *alloc, void *user, struct dice *d)
{
	struct fn *f = &m->f;
	struct graph g;
	enum graph_shape shape = (enum graph_shape)roll(d, GRAPH_SHAPES);
	uint32_t limit = roll(d, 4) ? 14 : one_in(d, 8) ? 150 : 40;
	/* some functions are full of calls, some of values, some nearly empty */
	uint32_t busy = 1 + roll(d, 8), phis = 1 + roll(d, 5);
	bool returns_twice = one_in(d, 4), pins = one_in(d, 6);

	start(m, alloc, user);
	graph_random(&g, &m->ar, d, shape, 2 + roll(d, limit), false);
	if (!graph_finish(&g) || !start_function(m, &g))
		return false;
	struct random r = { .f = f, .d = d, .rooted = 2 + roll(d, 20), .repeat = 2 + roll(d, 10), .preserves = 1 + roll(d, 4) };
	if (!(r.first = arena_zarray(&m->ar, (size_t)f->g.nblk + 1, sizeof *r.first)))
		return false;
	for (r.b = 0; r.b < f->g.nblk && !m->ar.failed; r.b++) {
		r.first[r.b] = f->nval;
		start_block(f, r.b);
		if (r.b && (phis > 4 || f->g.pred_at[r.b + 1] - f->g.pred_at[r.b] > 1))
			for (uint32_t n = roll(d, phis); n > 0; n--)
				add_event(f, EVENT_DEF, add_value(f, r.b, roll(d, 2) ? VALUE_PHI : VALUE_SELF, true));
		for (uint32_t n = roll(d, 2 * busy); n > 0; n--)
			random_event(&r, returns_twice);
	}
	r.first[f->g.nblk] = f->nval;
	for (uint32_t v = 0; v < f->nval && !m->ar.failed; v++) {
		if (f->val[v].is_phi)
			random_phi_inputs(&r, v);
		f->val[v].pinned = pins && one_in(d, 8);
	}
	return finish(m);
}

/* -- from text */

struct reader { const char *at; bool bad; };

static uint32_t
read_number(struct reader *t)
{
	char *end;
	unsigned long n = strtoul(t->at, &end, 10);

	t->bad |= end == t->at || n >= MAX_IDS;
	t->at = end;
	return (uint32_t)n;
}

/* "(1,r,p)" or nothing; gives how many. */
static uint32_t
read_list(struct reader *t, struct arena *ar, base_id **list)
{
	uint32_t n = 0, cap = 0;

	*list = NULL;
	if (*t->at != '(')
		return 0;
	do {
		base_id x = *++t->at == 'r' ? BASE_ROOTED : BASE_PERMANENT;
		if (*t->at == 'r' || *t->at == 'p')
			t->at++;
		else
			x = (base_id)read_number(t);
		if (!ARENA_PUSH(ar, *list, n, cap))
			return 0;
		(*list)[n++] = x;
	} while (*t->at == ',');
	t->bad |= *t->at != ')';
	t->at += *t->at == ')';
	return n;
}

static const char *
next_word(struct reader *t)
{
	while (*t->at == ' ' || *t->at == '\t' || *t->at == '\n')
		t->at++;
	return t->at;
}

/* Blocks and edges alone. */
static void
read_graph(struct graph *g, const char *text)
{
	struct reader t = { text, false };

	for (; *t.at; t.at++) {
		if (*t.at == ';')
			g->n++;
		if (*t.at != '>')
			continue;
		t.at++;
		graph_edge(g, g->n, read_number(&t));
		t.at--;
	}
}

static void
read_word(struct reader *t, struct core *m, uint32_t b)
{
	static const struct { const char *word; enum value_kind kind; bool is_phi; } kinds[] = {
		{ "d", VALUE_SELF, false }, { "phi", VALUE_SELF, true }, { "lphi", VALUE_PHI, true }, { "sel", VALUE_SELECT, false },
		{ "ins", VALUE_INSERT, false }, { "ext", VALUE_EXTRACT, false },
	};
	size_t n = strspn(t->at, "abcdefghijklmnopqrstuvwxyzS!>");
	const char *word = t->at;
	struct fn *f = &m->f;
	base_id *list;

	t->at += n;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i].word) == n && strncmp(word, kinds[i].word, n) == 0) {
			uint32_t v = add_value(f, b, kinds[i].kind, kinds[i].is_phi), refs = read_list(t, &m->ar, &list);
			set_refs(f, v, list, refs);
			add_event(f, EVENT_DEF, v);
			return;
		}
	switch (n == 1 ? *word : 0) {
	case 'u': add_event(f, EVENT_USE, read_number(t)); break;
	case 'e': add_end_use(f, b, (base_id)read_number(t)); break;
	case 's': add_safepoint(f, b, false); break;
	case 'S': add_safepoint(f, b, true); break;
	case '>': read_number(t); break;
	case '!': {
		uint32_t v = read_number(t);
		t->bad |= v >= f->nval;
		if (!t->bad)
			f->val[v].pinned = true;
		break;
	}
	default: t->bad = true; break;
	}
}

/* Ids in range, phis with an input for each edge, and each block after one that leads to it. */
static bool
makes_sense(const struct fn *f)
{
	for (uint32_t b = 1; b < f->g.nblk; b++)
		if (f->g.pred_at[b] == f->g.pred_at[b + 1] || f->g.pred[f->g.pred_at[b]] >= b)
			return false;
	for (uint32_t i = 0; i < f->nevent; i++)
		if (EVENT_KIND(f->event[i]) == EVENT_USE && EVENT_ID(f->event[i]) >= f->nval)
			return false;
	for (uint32_t i = 0; i < f->nref; i++)
		if (f->ref[i] >= (base_id)f->nval)
			return false;
	for (uint32_t i = 0; i < f->nend; i++)
		if (f->end[i].value >= (base_id)f->nval)
			return false;
	for (uint32_t v = 0; v < f->nval; v++)
		if (f->val[v].is_phi && f->val[v].ref_n < f->g.pred_at[f->val[v].block + 1] - f->g.pred_at[f->val[v].block])
			return false;
	return true;
}

bool
core_parse(struct core *m, arena_alloc_fn *alloc, void *user, const char *text)
{
	struct graph g;
	struct reader t = { text, false };
	struct fn *f = &m->f;
	uint32_t b = 0;

	start(m, alloc, user);
	g = (struct graph){ .ar = &m->ar };
	read_graph(&g, text);
	for (uint32_t e = 0; e < g.nedge; e++)
		if (g.edge[e].to >= g.n)
			return false;
	/* the numbers in the text stand: it is in reverse post-order if it says so */
	if (g.n == 0 || !graph_finish(&g))
		return false;
	f->ar = &m->ar;
	f->pool = &m->pool;
	f->g = (struct cfg){ .nblk = g.n, .succ_at = g.succ_at, .succ = g.succ };
	f->event_at = arena_array(&m->ar, (size_t)g.n + 1, sizeof *f->event_at);
	f->safe_at = arena_array(&m->ar, (size_t)g.n + 1, sizeof *f->safe_at);
	if (m->ar.failed || !cfg_analyse(&f->g, &m->ar))
		return false;
	start_block(f, 0);
	while (*next_word(&t) && !t.bad && !m->ar.failed)
		if (*t.at == ';')
			t.at++, start_block(f, ++b);
		else
			read_word(&t, m, b);
	if (t.bad || m->ar.failed || b != g.n || !makes_sense(f))
		return false;
	for (uint32_t v = 0; v < f->nval; v++)
		if (f->val[v].is_phi)
			use_phi_inputs(f, v);
	return finish(m);
}

/* -- to text */

struct writer { struct arena *ar; char *text; uint32_t n, cap; };

__attribute__((format(printf, 2, 3)))
static void
put(struct writer *w, const char *fmt, ...)
{
	char piece[64];
	va_list ap;

	va_start(ap, fmt);
	int n = vsnprintf(piece, sizeof piece, fmt, ap);
	va_end(ap);
	for (int i = 0; i <= n; i++) {
		if (!ARENA_PUSH(w->ar, w->text, w->n, w->cap))
			return;
		w->text[w->n++] = piece[i];
	}
	w->n--; /* the terminator is overwritten */
}

static void
put_value(struct writer *w, const struct core *m, uint32_t v)
{
	static const char *const kinds[] = { "d", "d", "lphi", "sel", "ext", "ins" };
	const struct value *val = &m->val[v];

	put(w, " %s", val->is_phi && val->kind < VALUE_PHI ? "phi" : kinds[val->kind]);
	for (uint32_t i = 0; i < val->ref_n; i++) {
		base_id r = m->ref[val->ref_at + i];
		put(w, "%c", i ? ',' : '(');
		if (r < 0)
			put(w, "%c", r == BASE_ROOTED ? 'r' : 'p');
		else
			put(w, "%d", r);
	}
	if (val->ref_n)
		put(w, ")");
}

char *
core_text(struct core *m)
{
	const struct fn *f = &m->f;
	struct writer w = { .ar = &m->ar };

	for (uint32_t b = 0; b < f->g.nblk; b++) {
		for (uint32_t i = f->event_at[b]; i < f->event_at[b + 1]; i++) {
			uint32_t id = EVENT_ID(f->event[i]);
			switch (EVENT_KIND(f->event[i])) {
			case EVENT_DEF: put_value(&w, m, id); break;
			case EVENT_USE: put(&w, " u%u", id); break;
			case EVENT_SAFEPOINT: put(&w, f->safe[id].returns_twice ? " S" : " s"); break;
			}
			if (EVENT_KIND(f->event[i]) == EVENT_DEF && m->val[id].pinned)
				put(&w, " !%u", id);
		}
		/* those of phi inputs too: read back they are there twice, which changes nothing */
		for (uint32_t i = 0; i < f->nend; i++)
			if (f->end[i].block == b)
				put(&w, " e%d", f->end[i].value);
		for (uint32_t e = f->g.succ_at[b]; e < f->g.succ_at[b + 1]; e++)
			put(&w, " >%u", f->g.succ[e]);
		put(&w, ";\n");
	}
	return m->ar.failed ? NULL : w.text;
}

void
core_free(struct core *m)
{
	pset_pool_free(&m->pool);
	arena_free(&m->ar);
}

bool
core_plan(struct core *m)
{
	return refine(&m->f) && liveness(&m->f) && colour(&m->f) && place(&m->f);
}
