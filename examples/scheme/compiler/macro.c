/* SPDX-License-Identifier: MIT */
/* syntax-rules.  A template's own names become aliases, which mean what they meant where the macro was defined, unless
** the expansion binds them. */
#include <string.h>
#include "expand.h"

struct macro {
	struct scope *scope;
	struct id *ellipsis;
	struct stx *literals, *rules;
};
/* What a pattern variable stands for: syntax, or under an ellipsis a row of further bindings. */
struct match {
	struct id *id;
	struct stx *stx;
	struct match **row;
	size_t n;
	bool many;
	struct match *next;
};
struct renaming { struct id *from, *to; struct renaming *next; };
struct expansion {
	struct macro *macro;
	struct scope *use;
	struct renaming *renamings;
};

struct macro *
macro_new(struct stx *form, struct scope *scope)
{
	struct macro *m = arena(sizeof *m);
	struct stx *rest;

	if (form->kind != S_PAIR || form->cdr->kind != S_PAIR || form->car->kind != S_ID
		|| strcmp(stx_symbol(form->car->id)->name, "syntax-rules") != 0)
		fail(form, "a macro needs syntax-rules");
	rest = form->cdr;
	m->scope = scope;
	m->ellipsis = symbol("...");
	if (rest->car->kind == S_ID) {
		m->ellipsis = rest->car->id;
		rest = rest->cdr;
		if (rest->kind != S_PAIR)
			fail(form, "syntax-rules needs a list of literals");
	}
	m->literals = rest->car;
	m->rules = rest->cdr;
	return m;
}

static bool
literal(const struct macro *m, struct id *id)
{
	for (struct stx *l = m->literals; l->kind == S_PAIR; l = l->cdr)
		if (l->car->kind == S_ID && l->car->id == id)
			return true;
	return false;
}

static bool
is_ellipsis(const struct macro *m, const struct stx *s)
{
	return s->kind == S_ID && !literal(m, s->id) && (s->id == m->ellipsis
		|| (stx_symbol(m->ellipsis) == symbol("...") && stx_symbol(s->id) == symbol("...")));
}

static void
add(struct match **to, struct match b)
{
	struct match *m = arena(sizeof *m);

	*m = b;
	m->next = *to;
	*to = m;
}

static size_t
length(const struct stx *s)
{
	size_t n = 0;

	for (; s->kind == S_PAIR; s = s->cdr)
		n++;
	return n;
}

static bool match(struct expansion *, struct stx *pattern, struct stx *, struct match **);

static void
pattern_names(struct macro *m, struct stx *p, struct match **to)
{
	if (p->kind == S_ID && !is_ellipsis(m, p) && !literal(m, p->id))
		add(to, (struct match){ .id = p->id });
	else if (p->kind == S_PAIR) {
		pattern_names(m, p->car, to);
		pattern_names(m, p->cdr, to);
	} else if (p->kind == S_VECTOR)
		pattern_names(m, p->list, to);
}

/* (sub ... after): each element but the last ones, as many as `after` has, fits `sub`. */
static bool
match_row(struct expansion *e, struct stx *pattern, struct stx *s, struct match **to)
{
	struct stx *after = pattern->cdr->cdr;
	size_t have = length(s), need = length(after);

	if (have < need)
		return false;
	size_t n = have - need;
	struct match **row = arena((n + 1) * sizeof *row), *names = NULL;
	for (size_t i = 0; i < n; i++, s = s->cdr)
		if (!match(e, pattern->car, s->car, &row[i]))
			return false;
	pattern_names(e->macro, pattern->car, &names);
	for (; names != NULL; names = names->next)
		add(to, (struct match){ .id = names->id, .many = true, .row = row, .n = n });
	return match(e, after, s, to);
}

static bool
match(struct expansion *e, struct stx *p, struct stx *s, struct match **to)
{
	switch (p->kind) {
	case S_NIL:
		return s->kind == S_NIL;
	case S_ID:
		if (literal(e->macro, p->id))
			return s->kind == S_ID && same_meaning(s->id, e->use, p->id, e->macro->scope);
		if (stx_symbol(p->id) != symbol("_"))
			add(to, (struct match){ .id = p->id, .stx = s });
		return true;
	case S_PAIR:
		if (p->cdr->kind == S_PAIR && is_ellipsis(e->macro, p->cdr->car))
			return match_row(e, p, s, to);
		return s->kind == S_PAIR && match(e, p->car, s->car, to) && match(e, p->cdr, s->cdr, to);
	case S_VECTOR:
		return s->kind == S_VECTOR && match(e, p->list, s->list, to);
	case S_ATOM:
		return s->kind == S_ATOM && strcmp(p->text, s->text) == 0;
	}
	return false;
}

static struct match *
find(struct match *m, struct id *id)
{
	while (m != NULL && m->id != id)
		m = m->next;
	return m;
}

static struct id *
rename_id(struct expansion *e, struct id *id)
{
	for (struct renaming *r = e->renamings; r != NULL; r = r->next)
		if (r->from == id)
			return r->to;
	struct id *alias = arena(sizeof *alias);
	struct renaming *r = arena(sizeof *r);
	*alias = (struct id){ .name = id->name, .base = id, .scope = e->macro->scope };
	*r = (struct renaming){ id, alias, e->renamings };
	e->renamings = r;
	return alias;
}

/* The longest row that a template's names have; false: none of them has one. */
static bool
row_length(struct expansion *e, struct stx *t, struct match *m, size_t *n)
{
	if (t->kind == S_ID) {
		struct match *b = find(m, t->id);
		if (b == NULL || !b->many)
			return false;
		if (b->n > *n)
			*n = b->n;
		return true;
	}
	if (t->kind == S_PAIR) {
		bool first = row_length(e, t->car, m, n);
		return row_length(e, t->cdr, m, n) || first;
	}
	return t->kind == S_VECTOR && row_length(e, t->list, m, n);
}

static struct match *
row_element(struct expansion *e, struct stx *t, struct match *m, size_t i, struct match *to)
{
	if (t->kind == S_ID) {
		struct match *b = find(m, t->id);
		if (b != NULL && b->many && i < b->n) {
			struct match *inner = find(b->row[i], t->id);
			if (inner != NULL)
				add(&to, *inner);
		}
		return to;
	}
	if (t->kind == S_PAIR)
		return row_element(e, t->cdr, m, i, row_element(e, t->car, m, i, to));
	return t->kind == S_VECTOR ? row_element(e, t->list, m, i, to) : to;
}

static struct stx *instance(struct expansion *, struct stx *, struct match *, bool escaped, const struct stx *);

/* The instances of `t` under `depth` ellipses, as a list. */
static struct stx *
instances(struct expansion *e, struct stx *t, struct match *m, unsigned depth, const struct stx *where)
{
	if (depth == 0)
		return stx_pair(instance(e, t, m, false, where), stx_nil(), where);
	size_t n = 0;
	if (!row_length(e, t, m, &n))
		fail(where, "an ellipsis follows a template without a row");
	struct stx *all = stx_nil();
	for (size_t i = n; i-- > 0;)
		all = form_append(instances(e, t, row_element(e, t, m, i, m), depth - 1, where), all);
	return all;
}

static struct stx *
instance(struct expansion *e, struct stx *t, struct match *m, bool escaped, const struct stx *where)
{
	if (t->kind == S_ID) {
		struct match *b = find(m, t->id);
		if (b == NULL)
			return stx_id(rename_id(e, t->id), where);
		if (b->many)
			fail(where, "%s needs an ellipsis in the template", t->id->name);
		return b->stx;
	}
	if (t->kind == S_VECTOR) {
		struct stx *v = arena(sizeof *v);
		*v = *t;
		v->list = instance(e, t->list, m, escaped, where);
		return v;
	}
	if (t->kind != S_PAIR)
		return t;
	if (!escaped && is_ellipsis(e->macro, t->car) && t->cdr->kind == S_PAIR)
		return instance(e, t->cdr->car, m, true, where);
	unsigned depth = 0;
	struct stx *rest = t->cdr;
	for (; !escaped && rest->kind == S_PAIR && is_ellipsis(e->macro, rest->car); rest = rest->cdr)
		depth++;
	if (depth > 0)
		return form_append(instances(e, t->car, m, depth, where), instance(e, rest, m, false, where));
	return stx_pair(instance(e, t->car, m, escaped, where), instance(e, rest, m, escaped, where), where);
}

struct stx *
macro_expand(struct macro *macro, struct stx *use, struct scope *scope)
{
	struct expansion e = { .macro = macro, .use = scope };

	arena_expands = use;
	for (struct stx *r = macro->rules; r->kind == S_PAIR; r = r->cdr) {
		struct match *m = NULL;
		struct stx *rule = r->car;
		if (rule->kind != S_PAIR || rule->cdr->kind != S_PAIR || rule->car->kind != S_PAIR)
			fail(rule, "a rule has a pattern and a template");
		if (match(&e, rule->car->cdr, use->cdr, &m)) {
			struct stx *result = instance(&e, rule->cdr->car, m, false, use);
			arena_expands = NULL;
			return result;
		}
	}
	fail(use, "no rule of the macro fits: %.200s", stx_write(use));
}
