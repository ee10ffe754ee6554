/* SPDX-License-Identifier: MIT */
/* helpers.c -- what generated programs call in C.  See helpers.h. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "helpers.h"

struct node { int64_t x; struct node *next, *mate, *fixed; struct array *list; struct array *bits; int64_t y; };
struct array { int64_t n; void *data; };

void
fz_collect(void)
{
	lr_safepoint();
}

void *
fz_pass(void *object)
{
	LR_GC_PUSH(&object);
	lr_safepoint();
	LR_GC_POP();
	return object;
}

/* The caller does not keep `a` and `b`: that is for this function to do. */
void *
fz_lend(void *a, void *b, void *other)
{
	LR_GC_PUSH(&a, &b, &other);
	lr_safepoint();
	LR_GC_POP();
	return a != NULL ? a : b != NULL ? b : other;
}

int64_t
fz_look(const struct node *n)
{
	return n == NULL ? 17 : (int64_t)((uint64_t)n->x * 3 + 1);
}

int64_t
fz_optimistic(const struct node *n)
{
	lr_safepoint();
	return fz_look(n);
}

int64_t
fz_peek(const int64_t *p)
{
	lr_safepoint();
	return *p ^ 5;
}

int64_t
fz_leaf(int64_t n)
{
	return (int64_t)((uint64_t)n * 7 + 1); /* programs wrap around */
}

/* Called GC-safe: others would not have to wait for this thread now. */
int64_t
fz_safe(const lr_ptls *ptls, int64_t n)
{
	return ptls->gc_state == LR_GC_STATE_SAFE ? n + 1 : n - 1;
}

/* Turn the elements round, collecting while the caller's variable is all that keeps them. */
void
fz_stir(void **roots, int64_t n)
{
	lr_safepoint();
	void *first = roots[0];
	memmove(roots, roots + 1, (size_t)(n - 1) * sizeof *roots);
	roots[n - 1] = first;
	lr_safepoint();
}

/* Exchange the references of a variable that has a number in between, collecting as above. */
void
fz_turn(void **pair)
{
	lr_safepoint();
	void *first = pair[0];
	pair[0] = pair[2];
	pair[2] = first;
	lr_safepoint();
}

/* ---- what an object looks like from outside: the same wherever it lies ---- */

struct look { uint64_t sum; unsigned left; };

static void
mix(struct look *l, int64_t n)
{
	l->sum = (l->sum ^ (uint64_t)n) * 1099511628211u;
	l->sum ^= l->sum >> 29;
}

static void
look_at(struct look *l, const void *object, unsigned depth)
{
	const struct node *n = object;
	const struct array *a = object;

	if (object == NULL || l->left == 0 || depth == 0) {
		mix(l, object == NULL);
		return;
	}
	l->left--;
	switch (lr_type_of(object)->name[0]) {
	case 'L':
		for (int64_t k = 0; k < (a->n < 8 ? a->n : 8); k++)
			look_at(l, ((void **)a->data)[k], depth - 1);
		return;
	case 'B':
		for (int64_t k = 0; k < (a->n < 8 ? a->n : 8); k++)
			mix(l, ((int64_t *)a->data)[k]);
		return;
	default:
		mix(l, n->x);
		mix(l, n->y);
		look_at(l, n->next, depth - 1);
		look_at(l, n->mate, depth - 1);
		look_at(l, n->fixed, depth - 1);
		look_at(l, n->list, depth - 1);
		look_at(l, n->bits, depth - 1);
		return;
	}
}

int64_t
fz_hash(const void *object)
{
	struct look l = { 14695981039346656037u, 60 };

	look_at(&l, object, 6);
	return (int64_t)l.sum;
}

/* ---- native exceptions ---- */

static void
forget(_Unwind_Reason_Code reason, struct _Unwind_Exception *e)
{
	(void)reason, (void)e;
}

/* Unwinds if n is odd; gives the object back otherwise. */
void *
fz_unwind(void *object, int64_t n)
{
	static _Thread_local struct _Unwind_Exception exception;

	LR_GC_PUSH(&object);
	lr_safepoint();
	LR_GC_POP();
	if (n & 1) {
		exception = (struct _Unwind_Exception){ .exception_class = UINT64_C(0x66757a7a00000000), .exception_cleanup = forget };
		_Unwind_RaiseException(&exception);
		abort(); /* nobody catches it */
	}
	return object;
}

/* Run a program's first function; what it throws is its result. */
void *
fz_run(void *(*f)(void *, void *, int64_t), void *a, void *b)
{
	void **task = lr_get_pgcstack();
	lr_handler handler;
	void *volatile result = NULL;

	lr_enter_handler(task, &handler);
	if (setjmp(handler.context) == 0) {
		result = f(a, b, 1);
		lr_pop_handler_noexcept(task, 1);
	} else {
		lr_pop_handler(task, 1);
		result = lr_current_exception(task);
	}
	return result;
}
