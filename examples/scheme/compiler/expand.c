/* SPDX-License-Identifier: MIT */
/* The expander: syntax becomes expressions.  The forms that are built in are here; boot/syntax.scm defines the others
** by syntax-rules. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "expand.h"

struct lambda *expand_current;
static unsigned macro_depth, nesting; /* of what is expanded now */
enum { NESTING = 20000 };

struct node *
node_new(enum node_kind kind, const struct stx *where)
{
	struct node *n = arena(sizeof *n);

	n->kind = kind;
	n->line = where->line;
	n->file = where->file;
	return n;
}

struct node *
node_constant(const char *text, const struct stx *where)
{
	struct node *n = node_new(N_CONST, where);

	n->text = text;
	return n;
}

struct node *
node_unspecified(const struct stx *where)
{
	return node_constant("", where);
}

struct var *
var_new(struct id *id, struct scope *scope)
{
	struct var *v = arena(sizeof *v);

	v->name = stx_symbol(id)->name;
	v->owner = expand_current;
	if (scope != NULL)
		bind(scope, (struct binding){ .id = id, .kind = B_LOCAL, .var = v });
	return v;
}

struct node *
expand_variable(struct id *id, struct scope *scope, const struct stx *where)
{
	struct binding *b = look_up(id, scope);

	if (b == NULL)
		fail(where, "%s has no meaning here", id->name);
	if (b->kind != B_LOCAL && b->kind != B_GLOBAL)
		fail(where, "%s is syntax, and no variable", id->name);
	struct node *n = node_new(b->kind == B_LOCAL ? N_LOCAL : N_GLOBAL, where);
	if (b->kind == B_LOCAL) {
		n->var = b->var;
		b->var->refs++;
	} else
		n->text = b->global;
	return n;
}

/* Names of primitives that the program defines or sets: they are variables like any other from then on. */
bool
redefined(const char *name)
{
	return symbol(name)->redefined;
}

static struct node *
assign(struct id *id, struct node *value, struct scope *scope, const struct stx *where, bool define)
{
	struct binding *b = look_up(id, scope);

	if (!define && b != NULL && b->kind == B_GLOBAL && (b->imported || (b->scope == scope_system() && !scope_boot)))
		fail(where, "%s is imported, and cannot be set", id->name);
	struct node *n = expand_variable(id, scope, where);
	n->kind = n->kind == N_LOCAL ? N_SET : N_SET_GLOBAL;
	n->define = define;
	if (n->kind == N_SET_GLOBAL)
		symbol(n->text)->redefined = true;
	n->body = value;
	if (n->var != NULL)
		n->var->assigned = true;
	if (value->kind == N_LAMBDA && value->lambda->name == NULL)
		value->lambda->name = stx_symbol(id)->name;
	return n;
}

struct node *
node_sequence(struct node **nodes, size_t n, const struct stx *where)
{
	if (n == 1)
		return nodes[0];
	if (n == 0)
		return node_unspecified(where);
	struct node *s = node_new(N_SEQ, where);
	s->n = n;
	s->nodes = nodes;
	return s;
}

struct node *
expand_lambda(const char *name, struct stx *params, struct stx *forms, struct scope *scope, const struct stx *where)
{
	struct lambda *l = arena(sizeof *l);
	struct scope *inner = scope_new(scope);
	struct node *n = node_new(N_LAMBDA, where);
	size_t room = 1;

	for (struct stx *p = params; p->kind == S_PAIR; p = p->cdr)
		room++;
	*l = (struct lambda){ .name = name, .file = where->file, .line = where->line, .up = expand_current };
	l->params = arena(room * sizeof *l->params);
	expand_current = l;
	for (; params->kind == S_PAIR; params = params->cdr) {
		if (params->car->kind != S_ID)
			fail(where, "a parameter has to be a name");
		for (struct binding *b = inner->bindings; b != NULL; b = b->next)
			if (b->id == params->car->id)
				fail(where, "the parameter %s occurs twice", b->id->name);
		l->params[l->n++] = var_new(params->car->id, inner);
	}
	if (params->kind == S_ID) {
		l->rest = true;
		l->params[l->n] = var_new(params->id, inner);
	} else if (params->kind != S_NIL)
		fail(where, "a parameter has to be a name");
	l->body = expand_body(forms, inner, where);
	expand_current = l->up;
	n->lambda = l;
	return n;
}

void
expand_define_syntax(struct stx *form, struct scope *scope, struct scope *meaning)
{
	form_shape(form, 3, 3);
	struct stx *name = form->cdr->car, *rules = form->cdr->cdr->car;
	if (name->kind != S_ID)
		fail(form, "define-syntax needs a name");
	struct binding b = { .kind = B_MACRO };
	if (rules->kind == S_ID) { /* another name of a keyword */
		struct binding *old = look_up(rules->id, meaning);
		if (old == NULL || (old->kind != B_MACRO && old->kind != B_SPECIAL))
			fail(form, "%s is no syntax", rules->id->name);
		b = *old;
	} else {
		/* (macro pattern...) may itself be a macro that makes syntax-rules */
		struct macro *macro;
		for (unsigned n = 0; special_of(rules, meaning, &macro) < 0 && macro != NULL && n < 1000; n++)
			rules = macro_expand(macro, rules, meaning);
		b.macro = macro_new(rules, meaning);
	}
	b.imported = false;
	b.id = name->id;
	bind(scope, b);
	if (scope->top && name->id->base != NULL) {
		b.id = stx_symbol(name->id);
		bind(scope, b);
	}
}

static struct node *
conditional(struct stx *form, struct scope *scope)
{
	form_shape(form, 3, 4);
	struct node *n = node_new(N_IF, form);
	n->n = 3;
	n->nodes = arena(3 * sizeof *n->nodes);
	n->nodes[0] = expand(form->cdr->car, scope);
	n->nodes[1] = expand(form->cdr->cdr->car, scope);
	n->nodes[2] = form->cdr->cdr->cdr->kind == S_PAIR ? expand(form->cdr->cdr->cdr->car, scope)
		: node_unspecified(form);
	return n;
}

static struct node *
logical(struct stx *form, struct scope *scope, bool is_or)
{
	struct stx *rest = form->cdr;

	if (rest->kind != S_PAIR)
		return node_constant(is_or ? "#f" : "#t", form);
	struct node *first = expand(rest->car, scope);
	if (rest->cdr->kind != S_PAIR)
		return first;
	struct node *other = logical(stx_pair(form->car, rest->cdr, form), scope, is_or), *n = node_new(N_IF, form);
	n->n = 3;
	n->nodes = arena(3 * sizeof *n->nodes);
	n->nodes[0] = first;
	n->nodes[1] = other;
	n->nodes[2] = node_constant("#f", form);
	if (!is_or)
		return n;
	struct var *v = var_new(symbol("or"), NULL);
	struct node *let = node_new(N_LET, form);
	struct node *first_ref = node_new(N_LOCAL, form), *second_ref = node_new(N_LOCAL, form);
	first_ref->var = second_ref->var = v;
	n->nodes[0] = first_ref;
	n->nodes[1] = second_ref;
	n->nodes[2] = other;
	let->n = 1;
	let->vars = arena(sizeof v);
	let->vars[0] = v;
	let->nodes = arena(sizeof first);
	let->nodes[0] = first;
	let->body = n;
	return let;
}

struct node *
expand_steps(struct stx *forms, struct scope *scope, const struct stx *where)
{
	size_t n = form_length(forms, where), i = 0;
	struct node **nodes = arena((n + 1) * sizeof *nodes);

	for (; forms->kind == S_PAIR; forms = forms->cdr)
		nodes[i++] = expand(forms->car, scope);
	return node_sequence(nodes, n, where);
}

static struct node *
definition(struct stx *form, struct scope *scope)
{
	struct id *id;
	struct stx *value;

	if (!scope->top)
		fail(form, "a definition stands at the head of a body: %.100s", stx_write(form));
	form_define(form, &id, &value);
	/* A procedure may call itself; another value is computed before the name has its new meaning. */
	struct macro *macro;
	bool procedure = value == NULL || special_of(value, scope, &macro) == F_LAMBDA;
	if (procedure)
		define_top(id, scope);
	struct node *n = value != NULL ? expand(value, scope) : node_unspecified(form);
	if (!procedure)
		define_top(id, scope);
	return assign(id, n, scope, form, true);
}

/* The procedures that the forms of a program define are known to all of them. */
static void
declare(struct stx *form, struct scope *scope)
{
	struct macro *macro;
	struct id *id;
	struct stx *value;

	if (special_of(form, scope, &macro) == F_BEGIN)
		for (struct stx *f = form->cdr; f->kind == S_PAIR; f = f->cdr)
			declare(f->car, scope);
	else if (special_of(form, scope, &macro) == F_DEFINE) {
		form_define(form, &id, &value);
		if (value != NULL && special_of(value, scope, &macro) == F_LAMBDA)
			define_top(id, scope);
	}
}

struct node *
expand_tops(struct stx *forms, struct scope *scope, const struct stx *where)
{
	struct macro *macro;

	for (struct stx *f = forms; f->kind == S_PAIR; f = f->cdr) {
		int form = special_of(f->car, scope, &macro);
		if (form == F_IMPORT || form == F_LIBRARY) /* what follows may mean something else then */
			break;
		declare(f->car, scope);
	}
	return expand_steps(forms, scope, where);
}

static struct node *
let_syntax(struct stx *form, struct scope *scope)
{
	form_shape(form, 3, INT_MAX);
	struct scope *inner = scope_new(scope);
	bool rec = strcmp(stx_symbol(form->car->id)->name, "letrec-syntax") == 0;
	for (struct stx *b = form->cdr->car; b->kind == S_PAIR; b = b->cdr)
		expand_define_syntax(stx_pair(form->car, b->car, form), inner, rec ? inner : scope);
	return expand_body(form->cdr->cdr, inner, form);
}

static struct node *
special(int s, struct stx *form, struct scope *scope)
{
	switch ((enum special)s) {
	case F_QUOTE:
		form_shape(form, 2, 2);
		return node_constant(stx_write(form->cdr->car), form);
	case F_QUASIQUOTE:
		return expand(form_quasi(form, scope), scope);
	case F_IF:     return conditional(form, scope);
	case F_DEFINE: return definition(form, scope);
	case F_SET:
		form_shape(form, 3, 3);
		if (form->cdr->car->kind != S_ID)
			fail(form, "set! needs a name");
		return assign(form->cdr->car->id, expand(form->cdr->cdr->car, scope), scope, form, false);
	case F_LAMBDA:
		form_shape(form, 3, INT_MAX);
		return expand_lambda(NULL, form->cdr->car, form->cdr->cdr, scope, form);
	case F_LET:    return expand_let(form, scope, false);
	case F_LETREC: return expand_let(form, scope, true);
	case F_BEGIN:  return expand_steps(form->cdr, scope, form);
	case F_DEFINE_SYNTAX:
		expand_define_syntax(form, scope, scope);
		return node_unspecified(form);
	case F_LET_SYNTAX: return let_syntax(form, scope);
	case F_AND:    return logical(form, scope, false);
	case F_OR:     return logical(form, scope, true);
	case F_RECORD: return expand(form_record(form), scope);
	case F_DEFINE_VALUES: return expand(form_values(form), scope);
	case F_IMPORT: return expand_import(form, scope);
	case F_LIBRARY: return expand_library(form);
	case F_COND_EXPAND: return expand_steps(form_cond_expand(form), scope, form);
	case F_INCLUDE: return expand_steps(form_include(form), scope, form);
	case F_SYNTAX_ERROR:
		fail(form, "%.300s", stx_write(form->cdr));
	case F_WORD:
		break;
	}
	fail(form, "%s stands where it has no meaning", stx_symbol(form->car->id)->name);
}

static struct node *
expand_one(struct stx *s, struct scope *scope)
{
	struct macro *macro;

	if (s->kind == S_ID)
		return expand_variable(s->id, scope, s);
	if (s->kind == S_ATOM)
		return node_constant(s->text, s);
	if (s->kind == S_VECTOR)
		return node_constant(stx_write(s), s);
	if (s->kind == S_NIL)
		fail(s, "() is no expression");
	int form = special_of(s, scope, &macro);
	if (macro != NULL) {
		if (++macro_depth > 2000) {
			fail(s, "the expansion of a macro does not end");
		}
		struct node *n = expand(macro_expand(macro, s, scope), scope);
		macro_depth--;
		return n;
	}
	if (form >= 0)
		return special(form, s, scope);
	struct stx *other = form_of_call(s, scope);
	if (other != NULL)
		return expand(other, scope);
	size_t n = form_length(s, s);
	struct node *call = node_new(N_CALL, s);
	call->n = n - 1;
	call->nodes = arena(n * sizeof *call->nodes);
	for (size_t i = 0; i < n; i++, s = s->cdr)
		call->nodes[i] = expand(s->car, scope);
	if (call->nodes[0]->kind == N_LAMBDA && call->nodes[0]->lambda->name == NULL)
		call->nodes[0]->lambda->name = "lambda";
	return call;
}

/* All that walks expressions recurs as deep as they are nested. */
struct node *
expand(struct stx *s, struct scope *scope)
{
	if (++nesting > NESTING)
		fail(s, "the program is nested too deep");
	struct node *n = expand_one(s, scope);
	nesting--;
	return n;
}

struct lambda *
expand_program(struct stx *forms, struct scope *scope)
{
	struct lambda *l = arena(sizeof *l), *outer = expand_current;
	struct stx none = { .file = forms->file, .line = forms->line };

	*l = (struct lambda){ .name = "program", .file = none.file, .line = none.line };
	l->params = arena(sizeof *l->params);
	expand_current = l;
	macro_depth = nesting = 0;
	l->body = expand_tops(forms, scope, &none);
	expand_current = outer;
	return l;
}
