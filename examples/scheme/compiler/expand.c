/* SPDX-License-Identifier: MIT */
/* The expander: syntax becomes expressions.  The forms that are built in are here; boot/syntax.scm defines the others
** by syntax-rules. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "scheme_compiler.h"

enum special {
	F_QUOTE, F_QUASIQUOTE, F_IF, F_DEFINE, F_SET, F_LAMBDA, F_NAMED_LAMBDA, F_LET, F_LETREC, F_BEGIN,
	F_DEFINE_SYNTAX, F_LET_SYNTAX, F_AND, F_OR, F_RECORD, F_IMPORT, F_COND_EXPAND, F_INCLUDE,
		F_DEFINE_VALUES, F_SYNTAX_ERROR
};
static const struct { const char *name; enum special form; } specials[] = {
	{ "quote", F_QUOTE }, { "quasiquote", F_QUASIQUOTE }, { "if", F_IF }, { "define", F_DEFINE }, { "set!", F_SET },
	{ "lambda", F_LAMBDA }, { "named-lambda", F_NAMED_LAMBDA }, { "let", F_LET }, { "letrec", F_LETREC },
	{ "letrec*", F_LETREC }, { "begin", F_BEGIN }, { "define-syntax", F_DEFINE_SYNTAX },
	{ "let-syntax", F_LET_SYNTAX }, { "letrec-syntax", F_LET_SYNTAX }, { "and", F_AND }, { "or", F_OR },
	{ "define-record-type", F_RECORD }, { "import", F_IMPORT }, { "cond-expand", F_COND_EXPAND },
	{ "include", F_INCLUDE }, { "include-ci", F_INCLUDE }, { "define-values", F_DEFINE_VALUES },
	{ "syntax-error", F_SYNTAX_ERROR },
};

static struct lambda *current; /* the lambda whose body is expanded */

static struct node *expand(struct stx *, struct scope *);
static struct node *body(struct stx *forms, struct scope *, const struct stx *where);

static struct binding *
bind(struct scope *scope, struct binding b)
{
	struct binding *new = arena(sizeof *new);

	*new = b;
	new->next = scope->bindings;
	return scope->bindings = new;
}

static struct scope *
scope_new(struct scope *up)
{
	struct scope *s = arena(sizeof *s);

	s->up = up;
	return s;
}

/* The scope of programs, in which a name without a binding is a variable of that name. */
struct scope *
scope_program(void)
{
	static struct scope *root;

	if (root == NULL) {
		root = scope_new(NULL);
		for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
			bind(root, (struct binding){ .id = symbol(specials[i].name), .kind = B_SPECIAL,
				.special = (int)specials[i].form });
	}
	return root;
}

struct binding *
look_up(struct id *id, struct scope *scope)
{
	for (;; id = id->base) {
		for (struct scope *s = scope; s != NULL; s = s->up)
			for (struct binding *b = s->bindings; b != NULL; b = b->next)
				if (b->id == id)
					return b;
		if (id->base == NULL)
			return NULL;
		scope = id->scope;
	}
}

bool
same_meaning(struct id *a, struct scope *as, struct id *b, struct scope *bs)
{
	struct binding *x = look_up(a, as), *y = look_up(b, bs);

	return x == y && (x != NULL || stx_symbol(a) == stx_symbol(b));
}

static struct node *
node(enum node_kind kind, const struct stx *where)
{
	struct node *n = arena(sizeof *n);

	n->kind = kind;
	n->line = where->line;
	n->file = where->file;
	return n;
}

static struct node *
constant(const char *text, const struct stx *where)
{
	struct node *n = node(N_CONST, where);

	n->text = text;
	return n;
}

static struct node *
unspecified(const struct stx *where)
{
	return constant("", where);
}

static struct var *
var_new(struct id *id, struct scope *scope)
{
	struct var *v = arena(sizeof *v);

	v->name = stx_symbol(id)->name;
	v->owner = current;
	if (scope != NULL)
		bind(scope, (struct binding){ .id = id, .kind = B_LOCAL, .var = v });
	return v;
}

static size_t
length(const struct stx *s, const struct stx *where)
{
	size_t n = 0;

	for (; s->kind == S_PAIR; s = s->cdr)
		n++;
	if (s->kind != S_NIL)
		fail(where, "a list is wanted here: %.200s", stx_write(where));
	return n;
}

static void
shape(const struct stx *form, size_t least, size_t most)
{
	size_t n = length(form, form);

	if (n < least || n > most)
		fail(form, "a form of this kind has %zu parts at least: %.200s", least, stx_write(form));
}

static struct node *
variable(struct id *id, struct scope *scope, const struct stx *where)
{
	struct binding *b = look_up(id, scope);

	if (b != NULL && b->kind != B_LOCAL && b->kind != B_GLOBAL)
		fail(where, "%s is syntax, and no variable", id->name);
	if (b != NULL && b->kind == B_LOCAL) {
		struct node *n = node(N_LOCAL, where);
		n->var = b->var;
		b->var->refs++;
		return n;
	}
	struct node *n = node(N_GLOBAL, where);
	n->text = b != NULL ? b->global : stx_symbol(id)->name;
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
	struct node *n = variable(id, scope, where);

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

static struct node *
sequence(struct node **nodes, size_t n, const struct stx *where)
{
	if (n == 1)
		return nodes[0];
	if (n == 0)
		return unspecified(where);
	struct node *s = node(N_SEQ, where);
	s->n = n;
	s->nodes = nodes;
	return s;
}

static struct node *
lambda(const char *name, struct stx *params, struct stx *forms, struct scope *scope, const struct stx *where)
{
	struct lambda *l = arena(sizeof *l);
	struct scope *inner = scope_new(scope);
	struct node *n = node(N_LAMBDA, where);
	size_t room = 1;

	for (struct stx *p = params; p->kind == S_PAIR; p = p->cdr)
		room++;
	*l = (struct lambda){ .name = name, .file = where->file, .line = where->line, .up = current };
	l->params = arena(room * sizeof *l->params);
	current = l;
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
	l->body = body(forms, inner, where);
	current = l->up;
	n->lambda = l;
	return n;
}

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
		struct node *group = node(fix ? N_FIX : N_LET, where);
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
			undefined[nearly++] = constant("#<undefined>", where);
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
			struct node *set = node(N_SET, where), **pair = arena(2 * sizeof *pair);
			set->var = vars[i];
			set->body = values[i];
			pair[0] = set;
			pair[1] = all;
			step = sequence(pair, 2, where);
		} else {
			step = node(fix ? N_FIX : N_LET, where);
			step->n = i - from + 1;
			step->vars = vars + from;
			step->nodes = values + from;
			step->body = all;
		}
		all = step;
		i = from;
	}
	struct node *let = node(N_LET, where);
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
		values[i] = inits[i] == NULL ? unspecified(where) : expand(inits[i], inner);
		if (values[i]->kind == N_LAMBDA) {
			if (values[i]->lambda->name == NULL)
				values[i]->lambda->name = vars[i]->name;
		} else if (vars[i]->refs > 0 || before > 0)
			vars[i]->assigned = true;
	}
	struct node **steps = arena((length(forms, where) + 1) * sizeof *steps);
	size_t nsteps = 0;
	for (; forms->kind == S_PAIR; forms = forms->cdr)
		steps[nsteps++] = expand(forms->car, inner);
	return recursive(vars, values, seen, n, sequence(steps, nsteps, where), where);
}

static struct stx *
make_list(const struct stx *where, size_t n, struct stx **parts)
{
	struct stx *l = stx_nil();

	while (n-- > 0)
		l = stx_pair(parts[n], l, where);
	return l;
}

#define COUNT(...) (sizeof((struct stx *[]){ __VA_ARGS__ }) / sizeof(struct stx *))
#define LIST(where, ...) make_list(where, COUNT(__VA_ARGS__), (struct stx *[]){ __VA_ARGS__ })

/* A name that means what it means in programs, whatever is bound where it is used. */
static struct stx *
builtin(const char *name, const struct stx *where)
{
	struct id *alias = arena(sizeof *alias);

	*alias = (struct id){ .name = name, .base = symbol(name), .scope = scope_program() };
	return stx_id(alias, where);
}

/* (define (name . params) body...) as name and value. */
static void
define_parts(struct stx *form, struct id **id, struct stx **value)
{
	if (form->cdr->kind != S_PAIR)
		fail(form, "define needs a name");
	struct stx *target = form->cdr->car, *rest = form->cdr->cdr;
	while (target->kind == S_PAIR) { /* curried: (define ((f a) b) ...) */
		struct stx *l = stx_pair(builtin("lambda", form), stx_pair(target->cdr, rest, form), form);
		rest = LIST(form, l);
		target = target->car;
	}
	if (target->kind != S_ID)
		fail(form, "define needs a name");
	*id = target->id;
	*value = rest->kind == S_PAIR ? rest->car : NULL;
}

static void
define_syntax(struct stx *form, struct scope *scope, struct scope *meaning)
{
	shape(form, 3, 3);
	struct stx *name = form->cdr->car, *rules = form->cdr->cdr->car;
	if (name->kind != S_ID)
		fail(form, "define-syntax needs a name");
	struct id *id = scope->up == NULL ? stx_symbol(name->id) : name->id;
	if (rules->kind == S_ID) { /* another name of a keyword */
		struct binding *b = look_up(rules->id, meaning);
		if (b == NULL)
			fail(form, "%s is no syntax", rules->id->name);
		struct binding copy = *b;
		copy.id = id;
		bind(scope, copy);
		return;
	}
	bind(scope, (struct binding){ .id = id, .kind = B_MACRO, .macro = macro_new(rules, meaning) });
}

static int
special_of(const struct stx *form, struct scope *scope, struct macro **macro)
{
	*macro = NULL;
	if (form->kind != S_PAIR || form->car->kind != S_ID)
		return -1;
	struct binding *b = look_up(form->car->id, scope);
	if (b != NULL && b->kind == B_MACRO)
		*macro = b->macro;
	return b != NULL && b->kind == B_SPECIAL ? b->special : -1;
}

static struct stx *
append(struct stx *a, struct stx *b)
{
	return a->kind == S_PAIR ? stx_pair(a->car, append(a->cdr, b), a) : b;
}

static bool
feature(struct stx *r)
{
	static const char *const have[] = { "r7rs", "else", "schemer",
		"lateroot", "unix" };

	if (r->kind == S_ID) {
		for (size_t i = 0; i < sizeof have / sizeof *have; i++)
			if (strcmp(stx_symbol(r->id)->name, have[i]) == 0)
				return true;
		return false;
	}
	if (r->kind != S_PAIR || r->car->kind != S_ID)
		fail(r, "cond-expand needs a requirement");
	const char *word = stx_symbol(r->car->id)->name;
	bool all = strcmp(word, "and") == 0;
	if (strcmp(word, "not") == 0)
		return !feature(r->cdr->car);
	if (strcmp(word, "library") == 0)
		return strncmp(stx_write(r->cdr->car), "(scheme ", 8) == 0;
	for (struct stx *p = r->cdr; p->kind == S_PAIR; p = p->cdr)
		if (feature(p->car) != all)
			return !all;
	return all;
}

static struct stx *
cond_expand(struct stx *form)
{
	for (struct stx *c = form->cdr; c->kind == S_PAIR; c = c->cdr)
		if (c->car->kind == S_PAIR && feature(c->car->car))
			return c->car->cdr;
	return stx_nil();
}

static struct stx *
include(struct stx *form)
{
	struct stx *all = stx_nil();

	for (struct stx *f = form->cdr; f->kind == S_PAIR; f = f->cdr) {
		const char *name = f->car->kind == S_ATOM && *f->car->text == '"' ? f->car->text : NULL;
		if (name == NULL)
			fail(form, "include needs names of files");
		const char *slash = form->file != NULL && name[1] != '/' ? strrchr(form->file, '/') : NULL;
		char *path = arena_format("%.*s%.*s", slash ? (int)(slash - form->file + 1) : 0, form->file,
			(int)strlen(name) - 2, name + 1), *text = NULL;
		size_t n = 0;
		FILE *in = fopen(path, "r");
		if (in == NULL || getdelim(&text, &n, '\0', in) < 0)
			fail(form, "cannot read %s", path);
		fclose(in);
		struct reader r = { .at = text, .file = path, .line = 1 };
		struct stx *s, *forms = stx_nil(), **last = &forms;
		while ((s = read_stx(&r)) != NULL) {
			*last = stx_pair(s, stx_nil(), s);
			last = &(*last)->cdr;
		}
		all = append(all, forms);
	}
	return all;
}

/* A record type becomes definitions that call %record procedures of the runtime. */
static struct stx *
record(struct stx *form)
{
	shape(form, 4, INT_MAX);
	struct stx *type = form->cdr->car, *make = form->cdr->cdr->car, *test = form->cdr->cdr->cdr->car;
	struct stx *fields = form->cdr->cdr->cdr->cdr, *names = stx_nil(), *out = stx_nil(), *start = stx_nil();
	struct stx *name = type->kind == S_PAIR ? type->car : type, *def = builtin("define", form);
	struct stx *quote = builtin("quote", form);
	struct stx **list = arena((length(fields, form) + 1) * sizeof *list);
	size_t n = 0;

	for (struct stx *f = fields; f->kind == S_PAIR; f = f->cdr) {
		list[n] = f->car->kind == S_PAIR ? f->car->car : f->car;
		struct stx *at = arena(sizeof *at);
		*at = (struct stx){ .kind = S_ATOM, .line = form->line, .file = form->file,
			.text = arena_format("%zu", n) };
		if (f->car->kind == S_PAIR && f->car->cdr->kind == S_PAIR) {
			struct stx *get = f->car->cdr->car;
			out = stx_pair(LIST(form, def, get, LIST(form, builtin("%record-accessor", form), name, at,
				LIST(form, quote, get))), out, form);
			if (f->car->cdr->cdr->kind == S_PAIR) {
				struct stx *set = f->car->cdr->cdr->car;
				out = stx_pair(LIST(form, def, set, LIST(form, builtin("%record-modifier", form), name,
					at,
					LIST(form, quote, set))), out, form);
			}
		}
		n++;
	}
	names = make_list(form, n, list);
	if (test->kind == S_ID)
		out = stx_pair(LIST(form, def, test, LIST(form, builtin("%record-predicate", form), name)), out, form);
	if (make->kind == S_ID)
		make = stx_pair(make, names, form);
	if (make->kind == S_PAIR) {
		struct stx *values = stx_nil();
		for (size_t i = n; i-- > 0;) {
			struct stx *value = NULL;
			for (struct stx *p = make->cdr; p->kind == S_PAIR; p = p->cdr)
				if (p->car->kind == S_ID && list[i]->kind == S_ID && p->car->id == list[i]->id)
					value = p->car;
			if (value == NULL) {
				value = arena(sizeof *value);
				*value = (struct stx){ .kind = S_ATOM, .text = "#f" };
			}
			values = stx_pair(value, values, form);
		}
		out = stx_pair(LIST(form, def, make, stx_pair(builtin("%record", form), stx_pair(name, values, form),
			form)), out, form);
	}
	start = LIST(form, def, name, LIST(form, builtin("%make-record-type", form), LIST(form, quote, name),
		LIST(form, quote, names)));
	return stx_pair(builtin("begin", form), stx_pair(start, out, form), form);
}

/* (define-values (a b . c) expression): a list of the values, then one definition for each. */
static struct stx *
define_values(struct stx *form)
{
	shape(form, 3, 3);
	struct id *id = arena(sizeof *id);
	*id = (struct id){ .name = "values", .base = symbol(arena_format("%%values%p", (void *)id)),
		.scope = scope_program() };
	struct stx *all = stx_id(id, form), *def = builtin("define", form), *p = form->cdr->car;
	struct stx *call = LIST(form, builtin("call-with-values", form), LIST(form, builtin("lambda", form), stx_nil(),
		form->cdr->cdr->car), builtin("list", form));
	struct stx *out = LIST(form, builtin("begin", form), LIST(form, def, all, call)), *rest = all;
	for (; p->kind == S_PAIR; p = p->cdr) {
		out = append(out, LIST(form, LIST(form, def, p->car, LIST(form, builtin("car", form), rest))));
		rest = LIST(form, builtin("cdr", form), rest);
	}
	if (p->kind == S_ID)
		out = append(out, LIST(form, LIST(form, def, p, rest)));
	return out;
}

/* The definitions at the head of a body make it a letrec*. */
static struct node *
body(struct stx *forms, struct scope *scope, const struct stx *where)
{
	struct scope *inner = scope_new(scope);
	struct id **ids = NULL;
	struct stx **inits = NULL;
	size_t n = 0, room = 0;
	struct macro *macro;

	while (forms->kind == S_PAIR) {
		struct stx *f = forms->car;
		int s = special_of(f, inner, &macro);
		if (macro != NULL)
			forms = stx_pair(macro_expand(macro, f, inner), forms->cdr, f);
		else if (s == F_BEGIN)
			forms = append(f->cdr, forms->cdr);
		else if (s == F_COND_EXPAND || s == F_INCLUDE)
			forms = append(s == F_INCLUDE ? include(f) : cond_expand(f), forms->cdr);
		else if (s == F_RECORD || s == F_DEFINE_VALUES)
			forms = stx_pair(s == F_RECORD ? record(f) : define_values(f), forms->cdr, f);
		else if (s == F_DEFINE_SYNTAX) {
			define_syntax(f, inner, inner);
			forms = forms->cdr;
		} else if (s == F_DEFINE) {
			if (n == room) {
				room = 2 * room + 8;
				struct id **i = arena(room * sizeof *i);
				struct stx **v = arena(room * sizeof *v);
				for (size_t k = 0; k < n; k++) {
					i[k] = ids[k];
					v[k] = inits[k];
				}
				ids = i;
				inits = v;
			}
			define_parts(f, &ids[n], &inits[n]);
			var_new(ids[n], inner);
			n++;
			forms = forms->cdr;
		} else
			break;
	}
	if (forms->kind != S_PAIR && n == 0)
		fail(where, "a body has to have an expression");
	return letrec(ids, inits, n, forms, inner, where);
}

static struct node *
let(struct stx *form, struct scope *scope, bool rec)
{
	shape(form, 3, INT_MAX);
	struct stx *name = form->cdr->car, *bindings = name, *forms = form->cdr->cdr;
	bool named = name->kind == S_ID && !rec;
	if (named) {
		shape(form, 4, INT_MAX);
		bindings = forms->car;
		forms = forms->cdr;
	}
	size_t n = length(bindings, form), i = 0;
	struct id **ids = arena((n + 1) * sizeof *ids);
	struct stx **inits = arena((n + 1) * sizeof *inits), *params = stx_nil();
	for (struct stx *b = bindings; b->kind == S_PAIR; b = b->cdr, i++) {
		shape(b->car, 2, 2);
		if (b->car->car->kind != S_ID)
			fail(form, "a binding needs a name");
		ids[i] = b->car->car->id;
		inits[i] = b->car->cdr->car;
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
		struct node *fix = node(N_FIX, form), *call = node(N_CALL, form);
		fix->n = 1;
		fix->vars = arena(sizeof *fix->vars);
		fix->nodes = arena(sizeof *fix->nodes);
		fix->vars[0] = var_new(name->id, inner);
		fix->nodes[0] = lambda(fix->vars[0]->name, params, forms, inner, form);
		call->n = n;
		call->nodes = arena((n + 1) * sizeof *call->nodes);
		call->nodes[0] = variable(name->id, inner, form);
		for (i = 0; i < n; i++)
			call->nodes[i + 1] = values[i];
		fix->body = call;
		if (fix->vars[0]->assigned) { /* a loop whose name is set: the plain way */
			struct node *set = node(N_SET, form), *box = node(N_LET, form), **two = arena(2 * sizeof *two);
			set->var = fix->vars[0];
			set->body = fix->nodes[0];
			two[0] = set;
			two[1] = call;
			*box = *fix;
			box->kind = N_LET;
			box->nodes = arena(sizeof *box->nodes);
			box->nodes[0] = unspecified(form);
			box->body = sequence(two, 2, form);
			return box;
		}
		return fix;
	}
	struct node *l = node(N_LET, form);
	l->n = n;
	l->nodes = values;
	l->vars = arena((n + 1) * sizeof *l->vars);
	for (i = 0; i < n; i++) {
		l->vars[i] = var_new(ids[i], inner);
		if (values[i]->kind == N_LAMBDA && values[i]->lambda->name == NULL)
			values[i]->lambda->name = l->vars[i]->name;
	}
	l->body = body(forms, inner, form);
	return l;
}

static bool
is_form(const struct stx *s, const char *name)
{
	return s->kind == S_PAIR && s->car->kind == S_ID && strcmp(stx_symbol(s->car->id)->name, name) == 0
		&& s->cdr->kind == S_PAIR && s->cdr->cdr->kind == S_NIL;
}

/* Quasiquote as calls of cons, append and list->vector. */
static struct stx *
quasi(struct stx *s, unsigned depth, const struct stx *where)
{
	if (is_form(s, "unquote") && depth == 1)
		return s->cdr->car;
	if (is_form(s, "unquote") || is_form(s, "unquote-splicing") || is_form(s, "quasiquote")) {
		unsigned inner = is_form(s, "quasiquote") ? depth + 1 : depth - 1;
		return LIST(where, builtin("list", where), LIST(where, builtin("quote", where), s->car),
			quasi(s->cdr->car, inner, where));
	}
	if (s->kind == S_PAIR && is_form(s->car, "unquote-splicing") && depth == 1)
		return LIST(where, builtin("append", where), s->car->cdr->car, quasi(s->cdr, depth, where));
	if (s->kind == S_PAIR)
		return LIST(where, builtin("cons", where), quasi(s->car, depth, where), quasi(s->cdr, depth, where));
	if (s->kind == S_VECTOR)
		return LIST(where, builtin("list->vector", where), quasi(s->list, depth, where));
	return LIST(where, builtin("quote", where), s);
}

static struct node *
conditional(struct stx *form, struct scope *scope)
{
	shape(form, 3, 4);
	struct node *n = node(N_IF, form);
	n->n = 3;
	n->nodes = arena(3 * sizeof *n->nodes);
	n->nodes[0] = expand(form->cdr->car, scope);
	n->nodes[1] = expand(form->cdr->cdr->car, scope);
	n->nodes[2] = form->cdr->cdr->cdr->kind == S_PAIR ? expand(form->cdr->cdr->cdr->car, scope) : unspecified(form);
	return n;
}

static struct node *
logical(struct stx *form, struct scope *scope, bool is_or)
{
	struct stx *rest = form->cdr;

	if (rest->kind != S_PAIR)
		return constant(is_or ? "#f" : "#t", form);
	struct node *first = expand(rest->car, scope);
	if (rest->cdr->kind != S_PAIR)
		return first;
	struct node *other = logical(stx_pair(form->car, rest->cdr, form), scope, is_or), *n = node(N_IF, form);
	n->n = 3;
	n->nodes = arena(3 * sizeof *n->nodes);
	n->nodes[0] = first;
	n->nodes[1] = other;
	n->nodes[2] = constant("#f", form);
	if (!is_or)
		return n;
	struct var *v = var_new(symbol("or"), NULL);
	struct node *let = node(N_LET, form), *first_ref = node(N_LOCAL, form), *second_ref = node(N_LOCAL, form);
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

static struct node *
steps(struct stx *forms, struct scope *scope, const struct stx *where)
{
	size_t n = length(forms, where), i = 0;
	struct node **nodes = arena((n + 1) * sizeof *nodes);

	for (; forms->kind == S_PAIR; forms = forms->cdr)
		nodes[i++] = expand(forms->car, scope);
	return sequence(nodes, n, where);
}

static struct node *
definition(struct stx *form, struct scope *scope)
{
	struct id *id;
	struct stx *value;

	if (scope->up != NULL)
		fail(form, "a definition stands at the head of a body: %.100s", stx_write(form));
	define_parts(form, &id, &value);
	struct id *plain = stx_symbol(id);
	for (struct binding **b = &scope->bindings; *b != NULL; b = &(*b)->next)
		if ((*b)->id == plain) { /* what was syntax is a variable from now on */
			*b = (*b)->next;
			break;
		}
	return assign(plain, value != NULL ? expand(value, scope) : unspecified(form), scope, form, true);
}

static struct node *
let_syntax(struct stx *form, struct scope *scope)
{
	shape(form, 3, INT_MAX);
	struct scope *inner = scope_new(scope);
	bool rec = strcmp(stx_symbol(form->car->id)->name, "letrec-syntax") == 0;
	for (struct stx *b = form->cdr->car; b->kind == S_PAIR; b = b->cdr)
		define_syntax(stx_pair(form->car, b->car, form), inner, rec ? inner : scope);
	return body(form->cdr->cdr, inner, form);
}

static struct node *
special(int s, struct stx *form, struct scope *scope)
{
	switch ((enum special)s) {
	case F_QUOTE:
		shape(form, 2, 2);
		return constant(stx_write(form->cdr->car), form);
	case F_QUASIQUOTE:
		shape(form, 2, 2);
		return expand(quasi(form->cdr->car, 1, form), scope);
	case F_IF:     return conditional(form, scope);
	case F_DEFINE: return definition(form, scope);
	case F_SET:
		shape(form, 3, 3);
		if (form->cdr->car->kind != S_ID)
			fail(form, "set! needs a name");
		return assign(form->cdr->car->id, expand(form->cdr->cdr->car, scope), scope, form, false);
	case F_LAMBDA:
		shape(form, 3, INT_MAX);
		return lambda(NULL, form->cdr->car, form->cdr->cdr, scope, form);
	case F_NAMED_LAMBDA:
		shape(form, 3, INT_MAX);
		return lambda(form->cdr->car->car->id->name, form->cdr->car->cdr, form->cdr->cdr, scope, form);
	case F_LET:    return let(form, scope, false);
	case F_LETREC: return let(form, scope, true);
	case F_BEGIN:  return steps(form->cdr, scope, form);
	case F_DEFINE_SYNTAX:
		define_syntax(form, scope, scope);
		return unspecified(form);
	case F_LET_SYNTAX: return let_syntax(form, scope);
	case F_AND:    return logical(form, scope, false);
	case F_OR:     return logical(form, scope, true);
	case F_RECORD: return expand(record(form), scope);
	case F_DEFINE_VALUES: return expand(define_values(form), scope);
	case F_IMPORT: return unspecified(form);
	case F_COND_EXPAND: return steps(cond_expand(form), scope, form);
	case F_INCLUDE: return steps(include(form), scope, form);
	case F_SYNTAX_ERROR:
		fail(form, "%.300s", stx_write(form->cdr));
	}
	fail(form, "unknown form");
}

static struct node *
expand(struct stx *s, struct scope *scope)
{
	struct macro *macro;
	static unsigned depth;

	if (s->kind == S_ID)
		return variable(s->id, scope, s);
	if (s->kind == S_ATOM)
		return constant(s->text, s);
	if (s->kind == S_VECTOR)
		return constant(stx_write(s), s);
	if (s->kind == S_NIL)
		fail(s, "() is no expression");
	int form = special_of(s, scope, &macro);
	if (macro != NULL) {
		if (++depth > 2000) {
			depth = 0;
			fail(s, "the expansion of a macro does not end");
		}
		struct node *n = expand(macro_expand(macro, s, scope), scope);
		depth--;
		return n;
	}
	if (form >= 0)
		return special(form, s, scope);
	size_t n = length(s, s);
	struct node *call = node(N_CALL, s);
	call->n = n - 1;
	call->nodes = arena(n * sizeof *call->nodes);
	for (size_t i = 0; i < n; i++, s = s->cdr)
		call->nodes[i] = expand(s->car, scope);
	if (call->nodes[0]->kind == N_LAMBDA && call->nodes[0]->lambda->name == NULL)
		call->nodes[0]->lambda->name = "lambda";
	return call;
}

struct lambda *
expand_program(struct stx **forms, size_t n, struct scope *scope)
{
	struct lambda *l = arena(sizeof *l);
	struct stx none = { .file = n > 0 ? forms[0]->file : NULL, .line = n > 0 ? forms[0]->line : 0 };
	struct node **nodes = arena((n + 1) * sizeof *nodes);

	*l = (struct lambda){ .name = "program", .file = none.file, .line = none.line };
	l->params = arena(sizeof *l->params);
	current = l;
	for (size_t i = 0; i < n; i++)
		nodes[i] = expand(forms[i], scope);
	current = NULL;
	l->body = sequence(nodes, n, &none);
	return l;
}
