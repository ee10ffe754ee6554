/* SPDX-License-Identifier: MIT */
/* What the emitter wants to know of a program: which lambdas are loops of the function around them, and which variables
** a closure captures.
**
** A lambda of `fix` is a loop if it is only called, and each call is in a position whose value is that of the fix, or
** of the lambda's own body.  The rounds of the inner loops are decided first, so that a loop's body may call the loop
** around it. */
#include "scheme_compiler.h"

struct call { struct node *node; struct var *var; struct call *next; };
static struct call *calls;

static struct position *
position_new(struct position *up)
{
	struct position *p = arena(sizeof *p);

	p->up = up;
	return p;
}

static void loops(struct node *, struct position *);

static void
loops_of_lambda(struct lambda *l)
{
	l->position = position_new(NULL);
	loops(l->body, l->position);
}

static bool
reaches(const struct position *p, const struct position *a, const struct position *b)
{
	for (; p != NULL; p = p->up)
		if (p == a || p == b)
			return true;
	return false;
}

static void
loops_of_fix(struct node *n, struct position *at)
{
	struct position *inside = position_new(at);

	for (size_t i = 0; i < n->n; i++) {
		n->vars[i]->known = n->nodes[i]->lambda;
		n->nodes[i]->lambda->self = n->vars[i];
		loops_of_lambda(n->nodes[i]->lambda);
	}
	loops(n->body, inside);
	struct var *v = n->vars[0];
	struct lambda *l = v->known;
	if (n->n != 1 || v->escapes || v->assigned || l->rest)
		return;
	for (struct call *c = calls; c != NULL; c = c->next)
		if (c->var == v && (!reaches(c->node->position, inside, l->position) || c->node->n != l->n))
			return;
	n->loop = l->loop = true;
	l->position->up = inside;
}

static void
loops(struct node *n, struct position *at)
{
	switch (n->kind) {
	case N_CONST: case N_GLOBAL:
		return;
	case N_LOCAL:
		n->var->escapes = true;
		return;
	case N_LAMBDA:
		loops_of_lambda(n->lambda);
		return;
	case N_SET: case N_SET_GLOBAL:
		loops(n->body, position_new(NULL));
		return;
	case N_FIX:
		loops_of_fix(n, at);
		return;
	default:
		break;
	}
	for (size_t i = 0; i < n->n + (n->kind == N_CALL); i++) {
		bool value = (n->kind == N_IF && i > 0) || (n->kind == N_SEQ && i + 1 == n->n);
		if (n->kind == N_CALL && i == 0 && n->nodes[0]->kind == N_LOCAL) {
			struct call *c = arena(sizeof *c);
			*c = (struct call){ n, n->nodes[0]->var, calls };
			calls = c;
			n->position = at;
		} else
			loops(n->nodes[i], value ? at : position_new(NULL));
	}
	if (n->kind == N_LET)
		loops(n->body, at);
}

static struct lambda *
real(struct lambda *l)
{
	while (l->loop)
		l = l->up;
	return l;
}

/* `in` uses `v`: so it and all lambdas between it and the owner capture it. */
static void
captured(struct var *v, struct lambda *in)
{
	for (in = real(in); in != real(v->owner) && in->self != v; in = real(in->up)) {
		size_t i = 0;
		while (i < in->nfree && in->free[i] != v)
			i++;
		if (i < in->nfree)
			return;
		if (in->nfree == in->room) {
			in->room = 2 * in->room + 4;
			struct var **more = arena(in->room * sizeof *more);
			for (size_t k = 0; k < in->nfree; k++)
				more[k] = in->free[k];
			in->free = more;
		}
		in->free[in->nfree++] = v;
	}
}

static void
captures(struct node *n, struct lambda *in)
{
	if ((n->kind == N_LOCAL || n->kind == N_SET) && !(n->var->known != NULL && n->var->known->loop))
		captured(n->var, in);
	if (n->kind == N_LAMBDA)
		captures(n->lambda->body, n->lambda);
	else {
		for (size_t i = 0; n->nodes != NULL && i < n->n + (n->kind == N_CALL); i++)
			captures(n->nodes[i], in);
		if (n->body != NULL)
			captures(n->body, in);
	}
}

void
analyse(struct lambda *program)
{
	calls = NULL;
	loops_of_lambda(program);
	captures(program->body, program);
}
