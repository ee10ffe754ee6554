/* SPDX-License-Identifier: MIT */
/* Bodies, let, letrec: definitions that see each other. */
#include <limits.h>
#include "expand.h"

/* letrec*: lambdas that stand together know each other.  Another variable that something before its own value refers
** to is a box, as if it were assigned; so is a lambda that something before its row refers to. */
static struct node *
recursive(struct var **vars, struct node **values, const unsigned *seen, size_t n, struct node *rest,
	const struct stx *where)
{
	struct node *all = rest;
	size_t first;

	for (size_t i = n; i > 0; i = first) {
		first = i - 1;
		bool fix = values[first]->kind == N_LAMBDA && !vars[first]->assigned;
		while (fix && first > 0 && values[first - 1]->kind == N_LAMBDA && !vars[first - 1]->assigned)
			first--;
		struct node *group = node_new(fix ? N_FIX : N_LET, where);
		group->n = i - first;
		group->vars = vars + first;
		group->nodes = values + first;
		group->body = all;
		all = group;
		bool boxed = false;
		for (size_t k = first; k < i; k++)
			boxed = boxed || seen[k * n + first] > 0;
		for (size_t k = first; boxed && k < i; k++)
			vars[k]->assigned = true;
	}
	/* Boxes exist from the start, and are set where the value is due. */
	struct var **early = arena((n + 1) * sizeof *early);
	struct node **undefined = arena((n + 1) * sizeof *undefined);
	size_t nearly = 0;
	for (size_t i = 0; i < n; i++)
		if (vars[i]->assigned) {
			early[nearly] = vars[i];
			undefined[nearly++] = node_constant("#<undefined>", where);
		}
	if (nearly == 0)
		return all;
	/* With a box in it the row is set one by one; what is no box stays a let or a fix of its own. */
	all = rest;
	for (size_t i = n; i-- > 0;) {
		bool fix = values[i]->kind == N_LAMBDA && !vars[i]->assigned;
		size_t from = i;
		while (fix && from > 0 && values[from - 1]->kind == N_LAMBDA && !vars[from - 1]->assigned)
			from--;
		struct node *step;
		if (vars[i]->assigned) {
			struct node *set = node_new(N_SET, where), **pair = arena(2 * sizeof *pair);
			set->var = vars[i];
			set->body = values[i];
			pair[0] = set;
			pair[1] = all;
			step = node_sequence(pair, 2, where);
		} else {
			step = node_new(fix ? N_FIX : N_LET, where);
			step->n = i - from + 1;
			step->vars = vars + from;
			step->nodes = values + from;
			step->body = all;
		}
		all = step;
		i = from;
	}
	struct node *let = node_new(N_LET, where);
	let->n = nearly;
	let->vars = early;
	let->nodes = undefined;
	let->body = all;
	return let;
}

static struct node *
letrec(struct id **ids, struct stx **inits, size_t n, struct stx *forms, struct scope *inner, const struct stx *where)
{
	struct var **vars = arena((n + 1) * sizeof *vars);
	struct node **values = arena((n + 1) * sizeof *values);
	unsigned *seen = arena((n * n + 1) * sizeof *seen); /* references to variable k before value i */

	for (size_t i = 0; i < n; i++) {
		struct binding *b = look_up(ids[i], inner);
		vars[i] = b != NULL && b->kind == B_LOCAL ? b->var : var_new(ids[i], inner);
	}
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++)
			seen[k * n + i] = vars[k]->refs;
		unsigned before = vars[i]->refs;
		values[i] = inits[i] == NULL ? node_unspecified(where) : expand(inits[i], inner);
		if (values[i]->kind == N_LAMBDA) {
			if (values[i]->lambda->name == NULL)
				values[i]->lambda->name = vars[i]->name;
		} else if (vars[i]->refs > 0 || before > 0)
			vars[i]->assigned = true;
	}
	return recursive(vars, values, seen, n, expand_steps(forms, inner, where), where);
}

/* The definitions of a body, in order: names and what they are bound to. */
struct definitions { struct id **ids; struct stx **values; size_t n, room; };

static void
add_definition(struct definitions *d, struct id *id, struct stx *value, struct scope *scope)
{
	if (d->n == d->room) {
		d->room = 2 * d->room + 8;
		struct id **ids = arena(d->room * sizeof *ids);
		struct stx **values = arena(d->room * sizeof *values);
		for (size_t i = 0; i < d->n; i++) {
			ids[i] = d->ids[i];
			values[i] = d->values[i];
		}
		d->ids = ids;
		d->values = values;
	}
	for (size_t i = 0; i < d->n; i++)
		if (d->ids[i] == id)
			fail(value, "%s is defined twice in a body", id->name);
	d->ids[d->n] = id;
	d->values[d->n++] = value;
	var_new(id, scope);
}

static bool
definition_follows(struct stx *forms, struct scope *scope)
{
	struct macro *macro;

	for (; forms->kind == S_PAIR; forms = forms->cdr) {
		int s = special_of(forms->car, scope, &macro);
		if (s == F_DEFINE || s == F_DEFINE_VALUES || s == F_RECORD || s == F_DEFINE_SYNTAX)
			return true;
	}
	return false;
}

/* The definitions of a body make it a letrec*.  An expression before a definition is the value of a name that nothing
** refers to. */
struct node *
expand_body(struct stx *forms, struct scope *scope, const struct stx *where)
{
	struct scope *inner = scope_new(scope);
	struct definitions d = { 0 };
	struct macro *macro;

	while (forms->kind == S_PAIR) {
		struct stx *f = forms->car, *value;
		struct id *id;
		int s = special_of(f, inner, &macro);
		if (macro != NULL) {
			forms = stx_pair(macro_expand(macro, f, inner), forms->cdr, f);
			continue;
		}
		switch (s) {
		case F_BEGIN:         forms = form_append(f->cdr, forms->cdr); continue;
		case F_COND_EXPAND:   forms = form_append(form_cond_expand(f), forms->cdr); continue;
		case F_INCLUDE:       forms = form_append(form_include(f), forms->cdr); continue;
		case F_RECORD:        forms = stx_pair(form_record(f), forms->cdr, f); continue;
		case F_DEFINE_VALUES: forms = stx_pair(form_values(f), forms->cdr, f); continue;
		case F_DEFINE_SYNTAX: expand_define_syntax(f, inner, inner); break;
		case F_DEFINE:
			form_define(f, &id, &value);
			add_definition(&d, id, value, inner);
			break;
		default:
			if (!definition_follows(forms->cdr, inner))
				goto expressions;
			add_definition(&d, builtin("expression", f)->id, f, inner);
		}
		forms = forms->cdr;
	}
expressions:
	if (forms->kind != S_PAIR && d.n == 0)
		fail(where, "a body has to have an expression");
	return letrec(d.ids, d.values, d.n, forms, inner, where);
}

struct node *
expand_let(struct stx *form, struct scope *scope, bool rec)
{
	form_shape(form, 3, INT_MAX);
	struct stx *name = form->cdr->car, *bindings = name, *forms = form->cdr->cdr;
	bool named = name->kind == S_ID && !rec;
	if (named) {
		form_shape(form, 4, INT_MAX);
		bindings = forms->car;
		forms = forms->cdr;
	}
	size_t n = form_length(bindings, form), i = 0;
	struct id **ids = arena((n + 1) * sizeof *ids);
	struct stx **inits = arena((n + 1) * sizeof *inits), *params = stx_nil();
	for (struct stx *b = bindings; b->kind == S_PAIR; b = b->cdr, i++) {
		form_shape(b->car, 2, 2);
		if (b->car->car->kind != S_ID)
			fail(form, "a binding needs a name");
		ids[i] = b->car->car->id;
		inits[i] = b->car->cdr->car;
		for (size_t k = 0; k < i; k++)
			if (ids[k] == ids[i])
				fail(form, "the variable %s occurs twice", ids[i]->name);
	}
	struct scope *inner = scope_new(scope);
	if (rec) {
		for (i = 0; i < n; i++)
			var_new(ids[i], inner);
		struct stx *all = LIST(form, stx_pair(builtin("let", form), stx_pair(stx_nil(), forms, form), form));
		return letrec(ids, inits, n, all, inner, form);
	}
	struct node **values = arena((n + 1) * sizeof *values);
	for (i = 0; i < n; i++)
		values[i] = expand(inits[i], scope);
	if (named) {
		for (i = n; i-- > 0;)
			params = stx_pair(stx_id(ids[i], form), params, form);
		struct node *fix = node_new(N_FIX, form), *call = node_new(N_CALL, form);
		fix->n = 1;
		fix->vars = arena(sizeof *fix->vars);
		fix->nodes = arena(sizeof *fix->nodes);
		fix->vars[0] = var_new(name->id, inner);
		fix->nodes[0] = expand_lambda(fix->vars[0]->name, params, forms, inner, form);
		call->n = n;
		call->nodes = arena((n + 1) * sizeof *call->nodes);
		call->nodes[0] = expand_variable(name->id, inner, form);
		for (i = 0; i < n; i++)
			call->nodes[i + 1] = values[i];
		fix->body = call;
		if (fix->vars[0]->assigned) { /* a loop whose name is set: the plain way */
			struct node *set = node_new(N_SET, form), *box = node_new(N_LET, form);
			struct node **two = arena(2 * sizeof *two);
			set->var = fix->vars[0];
			set->body = fix->nodes[0];
			two[0] = set;
			two[1] = call;
			*box = *fix;
			box->kind = N_LET;
			box->nodes = arena(sizeof *box->nodes);
			box->nodes[0] = node_unspecified(form);
			box->body = node_sequence(two, 2, form);
			return box;
		}
		return fix;
	}
	struct node *l = node_new(N_LET, form);
	l->n = n;
	l->nodes = values;
	l->vars = arena((n + 1) * sizeof *l->vars);
	for (i = 0; i < n; i++) {
		l->vars[i] = var_new(ids[i], inner);
		if (values[i]->kind == N_LAMBDA && values[i]->lambda->name == NULL)
			values[i]->lambda->name = l->vars[i]->name;
	}
	l->body = expand_body(forms, inner, form);
	return l;
}

