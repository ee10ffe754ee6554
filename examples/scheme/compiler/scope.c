/* SPDX-License-Identifier: MIT */
/* Names and what they mean.  A scope of a program, of a library, or of the system is a *top*: its bindings hang on the
** names, and what it does not bind is a global variable.  The system's variables are those of the runtime.  A variable
** of a library is called "NAME in LIBRARY"; so programs and libraries may define names that the system has. */
#include <string.h>
#include "expand.h"
#include "../runtime/scheme.h"

static const struct { const char *name; enum special form; } specials[] = {
	{ "quote", F_QUOTE }, { "quasiquote", F_QUASIQUOTE }, { "if", F_IF }, { "define", F_DEFINE }, { "set!", F_SET },
	{ "lambda", F_LAMBDA }, { "let", F_LET }, { "letrec", F_LETREC }, { "letrec*", F_LETREC }, { "begin", F_BEGIN },
	{ "define-syntax", F_DEFINE_SYNTAX }, { "let-syntax", F_LET_SYNTAX }, { "letrec-syntax", F_LET_SYNTAX },
	{ "and", F_AND }, { "or", F_OR }, { "define-record-type", F_RECORD }, { "import", F_IMPORT },
	{ "define-library", F_LIBRARY }, { "cond-expand", F_COND_EXPAND }, { "include", F_INCLUDE },
	{ "include-ci", F_INCLUDE }, { "define-values", F_DEFINE_VALUES }, { "syntax-error", F_SYNTAX_ERROR },
	/* names that stand in other forms alone, each with a number of its own */
	{ "else", F_WORD }, { "=>", F_WORD + 1 }, { "...", F_WORD + 2 }, { "_", F_WORD + 3 },
	{ "unquote", F_WORD + 4 }, { "unquote-splicing", F_WORD + 5 }, { "syntax-rules", F_WORD + 6 },
};
bool scope_boot; /* what is compiled is the library of the system */

struct binding *
bind(struct scope *scope, struct binding b)
{
	struct binding *new = arena(sizeof *new), **list = scope->top ? &b.id->tops : &scope->bindings;

	*new = b;
	new->scope = scope;
	new->next = *list;
	return *list = new;
}

struct scope *
scope_new(struct scope *up)
{
	struct scope *s = arena(sizeof *s);

	s->up = up;
	return s;
}

struct scope *
scope_top(struct scope *up, const char *library)
{
	struct scope *s = scope_new(up);

	s->top = true;
	s->library = library;
	return s;
}

struct scope *
scope_system(void)
{
	static struct scope *system;

	if (system == NULL) {
		system = scope_top(NULL, NULL);
		for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
			bind(system, (struct binding){ .id = symbol(specials[i].name), .kind = B_SPECIAL,
				.special = (int)specials[i].form });
	}
	return system;
}

struct scope *
scope_of_top(struct scope *scope)
{
	while (!scope->top)
		scope = scope->up;
	return scope;
}

static struct binding *
bound_here(struct id *id, struct scope *top)
{
	for (struct binding *b = id->tops; b != NULL; b = b->next)
		if (b->scope == top)
			return b;
	return NULL;
}

/* The global variable that a name is in a top; the system has those of the runtime, the others have all names. */
static struct binding *
global(struct id *id, struct scope *top)
{
	const char *name = id->name;

	if (top == scope_system()) {
		if (!scope_boot && !scm_has_global(name))
			return NULL;
	} else if (top->library != NULL)
		name = arena_format("%s in %s", name, top->library);
	else if (scm_has_global(name))
		name = arena_format("%s in the program", name);
	return bind(top, (struct binding){ .id = id, .kind = B_GLOBAL, .global = name });
}

/* In a top: its own bindings, then those of the system, if the top sees all of it. */
static struct binding *
look_up_top(struct id *id, struct scope *top)
{
	struct binding *b = bound_here(id, top);

	if (b == NULL && top->up != NULL && (id->base != NULL || *id->name != '%'))
		b = look_up_top(id, top->up);
	return b == NULL && id->base == NULL && top->up == NULL && top == scope_system() ? global(id, top) : b;
}

struct binding *
look_up(struct id *id, struct scope *scope)
{
	for (;; id = id->base) {
		struct scope *s = scope;
		for (; !s->top; s = s->up)
			for (struct binding *b = s->bindings; b != NULL; b = b->next)
				if (b->id == id)
					return b;
		struct binding *b = look_up_top(id, s);
		if (b != NULL)
			return b;
		if (id->base == NULL)
			return s == scope_system() ? NULL : global(id, s);
		scope = id->scope;
	}
}

bool
same_meaning(struct id *a, struct scope *as, struct id *b, struct scope *bs)
{
	struct binding *x = look_up(a, as), *y = look_up(b, bs);

	if (x == NULL || y == NULL || x == y)
		return x == y && (x != NULL || stx_symbol(a) == stx_symbol(b));
	return x->kind == y->kind && ((x->kind == B_SPECIAL && x->special == y->special)
		|| (x->kind == B_MACRO && x->macro == y->macro)
		|| (x->kind == B_GLOBAL && strcmp(x->global, y->global) == 0));
}

/* A definition in a top.  A name that was imported, or is the system's, gets a variable of its own. */
struct binding *
define_top(struct id *id, struct scope *top)
{
	struct id *plain = stx_symbol(id);
	struct binding *b = bound_here(plain, top);

	if (b == NULL || b->kind != B_GLOBAL || b->imported)
		b = global(plain, top);
	if (b == NULL) /* the system's own, in a program that defines nothing there */
		b = bind(top, (struct binding){ .id = plain, .kind = B_GLOBAL, .global = plain->name });
	if (id != plain)
		bind(top, (struct binding){ .id = id, .kind = B_GLOBAL, .global = b->global });
	return b;
}

/* A name that means what it means in the system, whatever is bound where it is used. */
struct stx *
builtin(const char *name, const struct stx *where)
{
	struct id *alias = arena(sizeof *alias);

	*alias = (struct id){ .name = name, .base = symbol(name), .scope = scope_system() };
	return stx_id(alias, where);
}

int
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
