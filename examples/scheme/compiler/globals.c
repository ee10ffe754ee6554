/* SPDX-License-Identifier: MIT */
/* What is known of global variables.  A variable of a whole program that is set once, by a definition at its top, and
** that nothing can use before, has the value of that definition wherever it is used. */
#include <ctype.h>
#include <string.h>
#include "scheme_compiler.h"

bool whole_program, linked_program;
static unsigned epoch;

/* The forms at the top, in their order. */
struct step { struct node *node; unsigned number; struct step *next; };
static struct step *first_step, **last_step;
static unsigned nsteps;

static struct global *
global_of(const char *name)
{
	struct id *id = symbol(name);

	if (id->global == NULL)
		id->global = arena(sizeof *id->global);
	if (id->global->epoch != epoch)
		*id->global = (struct global){ .epoch = epoch, .old = scm_has_global(name) };
	return id->global;
}

/* Counts what is set. */
static void
count(struct node *n)
{
	if (n->kind == N_SET_GLOBAL)
		global_of(n->text)->sets++;
	if (n->kind == N_GLOBAL && !scope_boot && (strcmp(n->text, "eval") == 0 || strcmp(n->text, "load") == 0))
		whole_program = false; /* what these compile may set any variable */
	if (n->kind == N_LAMBDA)
		count(n->lambda->body);
	for (size_t i = 0; n->nodes != NULL && i < n->n + (n->kind == N_CALL); i++)
		count(n->nodes[i]);
	if (n->body != NULL)
		count(n->body);
}

/* A definition that runs no code. */
static bool
plain(const struct node *n)
{
	return n->kind == N_SET_GLOBAL && n->define && (n->body->kind == N_LAMBDA || n->body->kind == N_CONST);
}

static void
steps(struct node *n)
{
	if (n->kind == N_SEQ) {
		for (size_t i = 0; i < n->n; i++)
			steps(n->nodes[i]);
		return;
	}
	struct step *s = arena(sizeof *s);
	*s = (struct step){ n, ++nsteps, NULL };
	*last_step = s;
	last_step = &s->next;
	if (plain(n)) {
		struct global *g = global_of(n->text);
		struct definition *d = arena(sizeof *d);
		*d = (struct definition){ n->body, g->definitions };
		g->definitions = d;
		g->value = n->body;
		g->step = s->number;
	}
}

/* All variables that an expression names are reached by this step; new ones go to a list. */
static void
reach(struct node *n, unsigned step, struct global **new)
{
	if (n->kind == N_GLOBAL || n->kind == N_SET_GLOBAL) {
		struct global *g = global_of(n->text);
		if (g->reached == 0) {
			g->reached = step;
			g->next = *new;
			*new = g;
		}
	}
	if (n->kind == N_LAMBDA)
		reach(n->lambda->body, step, new);
	for (size_t i = 0; n->nodes != NULL && i < n->n + (n->kind == N_CALL); i++)
		reach(n->nodes[i], step, new);
	if (n->body != NULL)
		reach(n->body, step, new);
}

/* A step may use what it names, and what the procedures name that it names. */
static void
reach_all(void)
{
	struct global *new = NULL;

	for (struct step *s = first_step; s != NULL; s = s->next) {
		if (plain(s->node))
			continue;
		reach(s->node, s->number, &new);
		while (new != NULL) {
			struct global *g = new;
			new = g->next;
			for (struct definition *d = g->definitions; d != NULL; d = d->next)
				reach(d->value, s->number, &new);
		}
	}
}

static struct node *
known_value(const char *name)
{
	struct global *g = whole_program ? symbol(name)->global : NULL;
	bool once = g != NULL && g->epoch == epoch && g->sets == 1 && !g->old;

	return once && (g->reached == 0 || g->reached > g->step) ? g->value : NULL;
}

struct lambda *
known_global(const char *name)
{
	struct node *v = known_value(name);

	return v != NULL && v->kind == N_LAMBDA ? v->lambda : NULL;
}

const char *
known_constant(const char *name)
{
	struct node *v = known_value(name);

	if (v == NULL || v->kind != N_CONST)
		return NULL;
	return isdigit((unsigned char)v->text[0]) || v->text[0] == '-' || strcmp(v->text, "#t") == 0
		|| strcmp(v->text, "#f") == 0 || strcmp(v->text, "()") == 0 ? v->text : NULL;
}

struct lambda *
known_callee(const struct node *call)
{
	const struct node *f = call->nodes[0];
	struct lambda *l = f->kind == N_GLOBAL ? known_global(f->text)
		: f->kind == N_LOCAL && !f->var->assigned ? f->var->known : NULL;

	return l != NULL && l->n == call->n && !l->rest ? l : NULL;
}

void
analyse_globals(struct node *program)
{
	epoch++;
	nsteps = 0;
	first_step = NULL;
	last_step = &first_step;
	count(program);
	steps(program);
	reach_all();
}
