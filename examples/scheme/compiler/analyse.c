/* SPDX-License-Identifier: MIT */
/* What the emitter wants to know of a program: which lambdas are loops of the function around them, which are called
** directly, and which variables a closure captures.
**
** A lambda of `fix` is a loop if it is only called, and each call is in a position whose value is that of the fix, or
** of the lambda's own body.  The rounds of the inner loops are decided first, so that a loop's body may call the loop
** around it. */
#include <string.h>
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

/* ---- which lambdas have a direct function ----
**
** Its convention differs from that of closures, and tail calls do not cross conventions.  So all its tail calls are of
** direct functions, or of procedures in C, which call no Scheme procedure and so need no tail call. */

struct tail { struct lambda *from, *to; struct tail *next; }; /* to NULL: something unknown */
static struct tail *tails;

static void
tail_calls(struct node *n, struct lambda *in, bool tail)
{
	switch (n->kind) {
	case N_LAMBDA:
		tail_calls(n->lambda->body, n->lambda, true);
		return;
	case N_CALL:
		for (size_t i = n->nodes[0]->kind == N_LOCAL; i <= n->n; i++)
			tail_calls(n->nodes[i], in, false);
		if ((n->nodes[0]->kind == N_LOCAL && n->nodes[0]->var->known && n->nodes[0]->var->known->loop)
			|| (n->nodes[0]->kind == N_GLOBAL && is_primitive(n->nodes[0]->text, n->n)) || is_builtin(n))
			return; /* procedures in C look at the stack themselves */
		struct lambda *to = known_callee(n);
		if (to != NULL && whole_program) /* elsewhere a procedure is alive as long as its closure */
			to->direct = true;
		if (tail && !(n->nodes[0]->kind == N_GLOBAL && to != in && returns_at_once(n->nodes[0]->text))) {
			struct tail *t = arena(sizeof *t);
			*t = (struct tail){ in, to, tails };
			tails = t;
		} else
			in->calls = true;
		return;
	case N_FIX:
		for (size_t i = 0; i < n->n; i++)
			if (n->nodes[i]->lambda->loop)
				tail_calls(n->nodes[i]->lambda->body, in, tail);
			else
				tail_calls(n->nodes[i], in, false);
		tail_calls(n->body, in, tail);
		return;
	default:
		break;
	}
	for (size_t i = 0; n->nodes != NULL && i < n->n; i++)
		tail_calls(n->nodes[i], in,
			tail && ((n->kind == N_IF && i > 0) || (n->kind == N_SEQ && i + 1 == n->n)));
	if (n->body != NULL)
		tail_calls(n->body, in, tail && n->kind == N_LET);
}

/* Tail calls of direct functions matter in circles alone: elsewhere a plain call leaves a bounded number of frames.
** What is not in one goes, from both ends. */
static void
circles(void)
{
	bool changed = true;

	for (struct tail *t = tails; t != NULL; t = t->next)
		t->from->tails = false;
	for (struct tail *t = tails; t != NULL; t = t->next)
		if (t->from != t->to && t->from->direct)
			t->from->tails = t->to->tails = true;
	while (changed) {
		changed = false;
		for (struct tail *t = tails; t != NULL; t = t->next)
			if (t->to != NULL)
				t->from->behind = t->to->before = false;
		for (struct tail *t = tails; t != NULL; t = t->next)
			if (t->to != NULL && t->from != t->to && t->from->tails && t->to->tails)
				t->from->behind = t->to->before = true;
		for (struct tail *t = tails; t != NULL; t = t->next)
			for (int i = 0; i < 2; i++) {
				struct lambda *l = i == 0 ? t->from : t->to;
				if (l != NULL && l->tails && !(l->before && l->behind)) {
					l->tails = false;
					changed = true;
				}
			}
	}
}

/* Those whose tail calls are not all of direct functions are none. */
static void
without_unknown(void)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (struct tail *t = tails; t != NULL; t = t->next)
			if (t->from->direct && (t->to == NULL || !t->to->direct)) {
				t->from->direct = false;
				changed = true;
			}
	}
}

/* Tail calls between functions with arguments on the stack go wrong if these take different room there: LLVM does not
** move the return address.  So in circles all arguments are in registers, the closure too. */
enum { MOST_IN_CIRCLES = 5 };

static bool
without_large_circles(void)
{
	bool changed = false;

	for (struct tail *t = tails; t != NULL; t = t->next)
		if (t->from->tails && t->from->direct && t->from->n > MOST_IN_CIRCLES) {
			t->from->direct = false;
			changed = true;
		}
	return changed;
}

/* What the library defines has a direct function for programs, or keeps it, if it may. */
static void
library_functions(struct node *n, bool keep)
{
	for (size_t i = 0; n->kind == N_SEQ && i < n->n; i++)
		library_functions(n->nodes[i], keep);
	struct lambda *l = n->kind == N_SET_GLOBAL ? known_global(n->text) : NULL;
	if (l == NULL || l->rest)
		return;
	if (keep)
		l->exported = l->direct && !l->tails;
	else
		l->direct = true;
}

static void
direct_functions(struct lambda *program)
{
	tails = NULL;
	if (scope_boot)
		library_functions(program->body, false);
	tail_calls(program->body, program, true);
	do {
		without_unknown();
		circles();
	} while (without_large_circles());
	if (scope_boot)
		library_functions(program->body, true);
	for (struct tail *t = tails; t != NULL; t = t->next) {
		t->from->calls |= !(t->from == t->to && t->from->direct);
		t->from->again |= t->from->direct && t->from == t->to;
	}
}

/* ---- closures ---- */

/* `in` uses `v`: so it and all lambdas between it and the owner capture it. */
static void
captured(struct var *v, struct lambda *in)
{
	for (in = real(in); in != real(v->owner) && in->self != v; in = real(in->up)) {
		size_t i = 0;
		v->captured = true;
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

/* Calls of direct functions, and uses of lambdas of fix: their closure has to be captured only if it captures something
** itself. Others are in variables of the module. */
struct use { struct var *var; struct lambda *in; struct use *next; };
static struct use *uses;

static void
use(struct var *v, struct lambda *in)
{
	struct use *u = arena(sizeof *u);

	*u = (struct use){ v, in, uses };
	uses = u;
}

static bool
constant_if_empty(const struct var *v)
{
	return whole_program && v->known != NULL && v->known->self == v && !v->known->loop && !v->assigned;
}

static void
captures(struct node *n, struct lambda *in)
{
	if (n->kind == N_LOCAL && constant_if_empty(n->var))
		use(n->var, in);
	else if ((n->kind == N_LOCAL || n->kind == N_SET) && !(n->var->known != NULL && n->var->known->loop))
		captured(n->var, in);
	if (n->kind == N_LAMBDA)
		captures(n->lambda->body, n->lambda);
	else {
		size_t first = 0;
		if (n->kind == N_CALL && n->nodes[0]->kind == N_LOCAL && known_callee(n) != NULL
			&& known_callee(n)->direct) {
			use(n->nodes[0]->var, in);
			first = 1;
		}
		for (size_t i = first; n->nodes != NULL && i < n->n + (n->kind == N_CALL); i++)
			captures(n->nodes[i], in);
		if (n->body != NULL)
			captures(n->body, in);
	}
}

static void
closures(struct lambda *program)
{
	bool changed = true;

	uses = NULL;
	captures(program->body, program);
	while (changed) {
		changed = false;
		for (struct use **u = &uses; *u != NULL;)
			if ((*u)->var->known->nfree > 0) {
				captured((*u)->var, (*u)->in);
				*u = (*u)->next;
				changed = true;
			} else
				u = &(*u)->next;
	}
}

/* ---- flonums without boxes ----
**
** A variable of a let or a loop whose values look like flonums, and that no closure captures. */

static bool
looks_flonum(const struct node *n)
{
	switch (n->kind) {
	case N_CONST: return n->text[0] != '"' && n->text[0] != '#' && strpbrk(n->text, "0123456789") != NULL
		&& strchr(n->text, '.') != NULL;
	case N_LOCAL: return n->var->flonum;
	case N_IF:    return looks_flonum(n->nodes[1]) || looks_flonum(n->nodes[2]);
	case N_SEQ:   return looks_flonum(n->nodes[n->n - 1]);
	case N_LET:   return looks_flonum(n->body);
	case N_CALL:  break;
	default:      return false;
	}
	if (n->nodes[0]->kind != N_GLOBAL || !is_primitive(n->nodes[0]->text, n->n))
		return false;
	if (strcmp(n->nodes[0]->text, "sqrt") == 0)
		return true;
	if (strlen(n->nodes[0]->text) != 1 || strchr("+-*/", n->nodes[0]->text[0]) == NULL)
		return false;
	for (size_t i = 1; i <= n->n; i++)
		if (looks_flonum(n->nodes[i]))
			return true;
	return false;
}

static void
mark(struct var *v, const struct node *value)
{
	if (!v->assigned && !v->captured && v->known == NULL && looks_flonum(value))
		v->flonum = true;
}

static void
flonums(struct node *n)
{
	if (n->kind == N_LAMBDA)
		flonums(n->lambda->body);
	if (n->kind == N_CALL && n->nodes[0]->kind == N_LOCAL && n->nodes[0]->var->known != NULL
		&& n->nodes[0]->var->known->loop)
		for (size_t i = 0; i < n->n; i++)
			mark(n->nodes[0]->var->known->params[i], n->nodes[i + 1]);
	/* Where a loop begins is in the body of its fix. */
	if (n->kind == N_FIX)
		flonums(n->body);
	for (size_t i = 0; n->nodes != NULL && i < n->n + (n->kind == N_CALL); i++)
		flonums(n->nodes[i]);
	for (size_t i = 0; n->kind == N_LET && i < n->n; i++)
		mark(n->vars[i], n->nodes[i]);
	if (n->body != NULL && n->kind != N_FIX)
		flonums(n->body);
}

/* A variable of a let that is another name of a known procedure (of map, say) is that procedure where it is called. */
static void
other_names(struct node *n)
{
	for (size_t i = 0; n->kind == N_LET && i < n->n; i++)
		if (n->nodes[i]->kind == N_GLOBAL && !n->vars[i]->assigned)
			n->vars[i]->known = known_global(n->nodes[i]->text);
	if (n->kind == N_LAMBDA)
		other_names(n->lambda->body);
	for (size_t i = 0; n->nodes != NULL && i < n->n + (n->kind == N_CALL); i++)
		other_names(n->nodes[i]);
	if (n->body != NULL)
		other_names(n->body);
}

void
analyse(struct lambda *program)
{
	calls = NULL;
	analyse_globals(program->body);
	other_names(program->body);
	loops_of_lambda(program);
	direct_functions(program);
	closures(program);
	flonums(program->body);
}
