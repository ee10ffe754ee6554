/* SPDX-License-Identifier: MIT */
/* Forms that become other forms: records, define-values, quasiquote, include, cond-expand. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "expand.h"

static size_t
pairs(const struct stx *s)
{
	size_t n = 0;

	for (; s->kind == S_PAIR; s = s->cdr)
		n++;
	return n;
}

size_t
form_length(const struct stx *s, const struct stx *where)
{
	size_t n = pairs(s);

	while (s->kind == S_PAIR)
		s = s->cdr;
	if (s->kind != S_NIL)
		fail(where, "a list is wanted here: %.200s", stx_write(where));
	return n;
}

void
form_shape(const struct stx *form, size_t least, size_t most)
{
	size_t n = form_length(form, form);

	if (n < least || n > most)
		fail(form, "this form has too %s parts: %.200s", n < least ? "few" : "many", stx_write(form));
}

struct stx *
form_append(struct stx *a, struct stx *b)
{
	struct stx *first = b, **last = &first;

	for (; a->kind == S_PAIR; a = a->cdr) {
		*last = stx_pair(a->car, b, a);
		last = &(*last)->cdr;
	}
	return first;
}

struct stx *
form_list(const struct stx *where, size_t n, struct stx **parts)
{
	struct stx *l = stx_nil();

	while (n-- > 0)
		l = stx_pair(parts[n], l, where);
	return l;
}

void
form_define(struct stx *form, struct id **id, struct stx **value)
{
	form_shape(form, 2, INT_MAX);
	struct stx *target = form->cdr->car, *rest = form->cdr->cdr;
	while (target->kind == S_PAIR) { /* curried: (define ((f a) b) ...) */
		struct stx *l = stx_pair(builtin("lambda", form), stx_pair(target->cdr, rest, form), form);
		rest = LIST(form, l);
		target = target->car;
	}
	if (target->kind != S_ID)
		fail(form, "define needs a name");
	if (rest->kind == S_PAIR && rest->cdr->kind != S_NIL)
		fail(form, "define needs one value");
	*id = target->id;
	*value = rest->kind == S_PAIR ? rest->car : NULL;
}

/* ---- files ---- */

char *
form_path(const char *name, size_t length, const char *beside)
{
	const char *slash = beside != NULL && *name != '/' ? strrchr(beside, '/') : NULL;

	return arena_format("%.*s%.*s", slash ? (int)(slash - beside + 1) : 0, slash ? beside : "", (int)length, name);
}

struct stx *
form_read_file(const char *path, bool fold, const struct stx *where)
{
	char *text = NULL;
	size_t n = 0;
	FILE *in = fopen(path, "r");

	if (in == NULL || (getdelim(&text, &n, '\0', in) < 0 && !feof(in)))
		fail(where, "cannot read %s", path);
	fclose(in);
	struct reader r = { .at = text != NULL ? text : "", .file = path, .line = 1, .fold = fold };
	struct stx *s, *forms = stx_nil(), **last = &forms;
	while ((s = read_stx(&r)) != NULL) {
		*last = stx_pair(s, stx_nil(), s);
		last = &(*last)->cdr;
	}
	free(text);
	return forms;
}

struct stx *
form_include(struct stx *form)
{
	bool fold = strcmp(stx_symbol(form->car->id)->name, "include-ci") == 0;
	struct stx *all = stx_nil();

	for (struct stx *f = form->cdr; f->kind == S_PAIR; f = f->cdr) {
		const char *name = f->car->kind == S_ATOM && *f->car->text == '"' ? f->car->text : NULL;
		if (name == NULL)
			fail(form, "include needs names of files");
		all = form_append(all, form_read_file(form_path(name + 1, strlen(name) - 2, form->file), fold, form));
	}
	return all;
}

/* ---- cond-expand ---- */

static bool
feature(struct stx *r)
{
	static const char *const have[] = { "r7rs", "else", "exact-closed", "ratios", "full-unicode", "schemer",
		"lateroot", "unix", "linux", "x86-64" };

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
	if (strcmp(word, "not") == 0 || strcmp(word, "library") == 0) {
		form_shape(r, 2, 2);
		return *word == 'n' ? !feature(r->cdr->car) : library_exists(r->cdr->car, r->file);
	}
	if (!all && strcmp(word, "or") != 0)
		fail(r, "cond-expand has no requirement %s", word);
	for (struct stx *p = r->cdr; p->kind == S_PAIR; p = p->cdr)
		if (feature(p->car) != all)
			return !all;
	return all;
}

struct stx *
form_cond_expand(struct stx *form)
{
	for (struct stx *c = form->cdr; c->kind == S_PAIR; c = c->cdr) {
		if (c->car->kind != S_PAIR)
			fail(form, "cond-expand needs clauses");
		if (feature(c->car->car))
			return c->car->cdr;
	}
	return stx_nil();
}

/* ---- records ---- */

static struct stx *
atom(const char *text, const struct stx *where)
{
	struct stx *s = arena(sizeof *s);

	*s = (struct stx){ .kind = S_ATOM, .line = where->line, .file = where->file, .text = text };
	return s;
}

/* (define get (%record-accessor type i 'get)), and the same for a modifier */
static struct stx *
field_procedure(struct stx *form, const char *maker, struct stx *type, size_t i, struct stx *name)
{
	if (name->kind != S_ID)
		fail(form, "a field of a record needs names");
	return LIST(form, builtin("define", form), name, LIST(form, builtin(maker, form), type,
		atom(arena_format("%zu", i), form), LIST(form, builtin("quote", form), name)));
}

/* The constructor's values: its parameters, and #f for fields that it does not have. */
static struct stx *
constructor(struct stx *form, struct stx *type, struct stx *make, struct stx **fields, size_t n)
{
	struct stx *values = stx_nil();
	size_t used = 0;

	for (size_t i = n; i-- > 0;) {
		struct stx *value = atom("#f", form);
		for (struct stx *p = make->cdr; p->kind == S_PAIR; p = p->cdr)
			if (p->car->kind == S_ID && p->car->id == fields[i]->id) {
				value = p->car;
				used++;
			}
		values = stx_pair(value, values, form);
	}
	if (used != form_length(make->cdr, form))
		fail(form, "a parameter of the constructor is no field");
	values = stx_pair(builtin("%record", form), stx_pair(type, values, form), form);
	return LIST(form, builtin("define", form), make, values);
}

/* A record type becomes definitions that call %record procedures of the runtime. */
struct stx *
form_record(struct stx *form)
{
	form_shape(form, 4, INT_MAX);
	struct stx *type = form->cdr->car, *make = form->cdr->cdr->car, *test = form->cdr->cdr->cdr->car;
	struct stx *specs = form->cdr->cdr->cdr->cdr, *out = stx_nil(), *quote = builtin("quote", form);
	struct stx *name = type->kind == S_PAIR ? type->car : type, *def = builtin("define", form);
	struct stx **fields = arena((form_length(specs, form) + 1) * sizeof *fields);
	size_t n = 0;

	if (name->kind != S_ID)
		fail(form, "a record type needs a name");
	for (struct stx *f = specs; f->kind == S_PAIR; f = f->cdr, n++) {
		struct stx *spec = f->car->kind == S_PAIR ? f->car : LIST(form, f->car);
		form_shape(spec, 1, 3);
		fields[n] = spec->car;
		if (fields[n]->kind != S_ID)
			fail(form, "a field of a record needs names");
		if (spec->cdr->kind == S_PAIR)
			out = stx_pair(field_procedure(form, "%record-accessor", name, n, spec->cdr->car), out, form);
		if (spec->cdr->kind == S_PAIR && spec->cdr->cdr->kind == S_PAIR)
			out = stx_pair(field_procedure(form, "%record-modifier", name, n, spec->cdr->cdr->car), out,
				form);
	}
	struct stx *names = form_list(form, n, fields);
	if (test->kind == S_ID)
		out = stx_pair(LIST(form, def, test, LIST(form, builtin("%record-predicate", form), name)), out, form);
	if (make->kind == S_ID)
		make = stx_pair(make, names, form);
	if (make->kind == S_PAIR)
		out = stx_pair(constructor(form, name, make, fields, n), out, form);
	struct stx *start = LIST(form, builtin("%make-record-type", form), LIST(form, quote, name),
		LIST(form, quote, names));
	start = LIST(form, def, name, start);
	return stx_pair(builtin("begin", form), stx_pair(start, out, form), form);
}

/* (define-values (a b . c) expression): a list of the values, then one definition for each. */
struct stx *
form_values(struct stx *form)
{
	form_shape(form, 3, 3);
	struct id *id = arena(sizeof *id);
	*id = (struct id){ .name = "values", .base = symbol(arena_format("%%values%p", (void *)id)),
		.scope = scope_system() };
	struct stx *all = stx_id(id, form), *def = builtin("define", form), *formals = form->cdr->car, *p = formals;
	struct stx **names = arena((pairs(formals) + 1) * sizeof *names);
	size_t n = 0;
	for (; p->kind == S_PAIR; p = p->cdr)
		names[n++] = builtin("value", form);
	/* The lambda of these formals checks their number. */
	struct stx *row = p->kind == S_ID ? builtin("rest", form) : stx_nil(), *rest = all;
	struct stx *list = p->kind == S_ID ? row : LIST(form, builtin("quote", form), stx_nil());
	for (; n > 0; n--) {
		row = stx_pair(names[n - 1], row, form);
		list = LIST(form, builtin("cons", form), names[n - 1], list);
	}
	struct stx *call = LIST(form, builtin("call-with-values", form), LIST(form, builtin("lambda", form), stx_nil(),
		form->cdr->cdr->car), LIST(form, builtin("lambda", form), row, list));
	struct stx *out = LIST(form, builtin("begin", form), LIST(form, def, all, call));
	for (p = formals; p->kind == S_PAIR; p = p->cdr) {
		out = form_append(out, LIST(form, LIST(form, def, p->car, LIST(form, builtin("car", form), rest))));
		rest = LIST(form, builtin("cdr", form), rest);
	}
	if (p->kind == S_ID)
		out = form_append(out, LIST(form, LIST(form, def, p, rest)));
	return out;
}

/* ---- quasiquote ---- */

static bool
is_form(const struct stx *s, const char *name, struct scope *scope)
{
	return s->kind == S_PAIR && s->car->kind == S_ID && s->cdr->kind == S_PAIR && s->cdr->cdr->kind == S_NIL
		&& same_meaning(s->car->id, scope, symbol(name), scope_system());
}

/* Calls of cons, append and list->vector. */
static struct stx *
quasi(struct stx *s, unsigned depth, const struct stx *where, struct scope *scope)
{
	bool again = is_form(s, "quasiquote", scope);

	if (is_form(s, "unquote", scope) && depth == 1)
		return s->cdr->car;
	if (again || is_form(s, "unquote", scope) || is_form(s, "unquote-splicing", scope))
		return LIST(where, builtin("list", where), LIST(where, builtin("quote", where), s->car),
			quasi(s->cdr->car, again ? depth + 1 : depth - 1, where, scope));
	if (s->kind == S_PAIR && is_form(s->car, "unquote-splicing", scope) && depth == 1) {
		if (s->cdr->kind == S_NIL)
			return s->car->cdr->car;
		return LIST(where, builtin("append", where), s->car->cdr->car, quasi(s->cdr, depth, where, scope));
	}
	if (s->kind == S_PAIR)
		return LIST(where, builtin("cons", where), quasi(s->car, depth, where, scope),
			quasi(s->cdr, depth, where, scope));
	if (s->kind == S_VECTOR)
		return LIST(where, builtin("list->vector", where), quasi(s->list, depth, where, scope));
	return LIST(where, builtin("quote", where), s);
}

struct stx *
form_quasi(struct stx *form, struct scope *scope)
{
	form_shape(form, 2, 2);
	return quasi(form->cdr->car, 1, form, scope);
}

/* Does a form name a procedure, or is it a lambda? */
static bool
simple_procedure(const struct stx *form, struct scope *scope)
{
	struct macro *macro;

	return form->kind == S_ID || special_of(form, scope, &macro) == F_LAMBDA;
}

/* Calls of procedures of the library that take any number of arguments, with the usual number.  What has to be called
** for each element is called in place, directly if it is known. */
struct stx *
form_of_call(struct stx *form, struct scope *scope)
{
	static const struct { const char *name, *other; bool procedure; } calls[] = {
		{ "map", "%map-in-place", true }, { "for-each", "%for-each-in-place", true },
		{ "map", "%map1", false }, { "append", "%append2", false },
	};
	struct stx *arguments = form->cdr;

	if (scope_boot || form->car->kind != S_ID || arguments->kind != S_PAIR || arguments->cdr->kind != S_PAIR
		|| arguments->cdr->cdr->kind != S_NIL)
		return NULL;
	struct binding *b = look_up(form->car->id, scope);
	for (size_t i = 0; b != NULL && b->kind == B_GLOBAL && i < sizeof calls / sizeof *calls; i++)
		if (strcmp(b->global, calls[i].name) == 0
			&& (!calls[i].procedure || simple_procedure(arguments->car, scope)))
			return stx_pair(builtin(calls[i].other, form), arguments, form);
	return NULL;
}
