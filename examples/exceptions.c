/* SPDX-License-Identifier: MIT */
/* exceptions.c -- throwing past frames, and going on.
**
** Covers: handlers (enter, a call that returns twice, pop on both ways); values from before the protected part that
** are used in it and in the handler; frames that vanish without a pop; nested handlers and rethrowing; a throw out of a
** callee that has roots of its own; an exception object that carries data. */
#include <lateroot/dialect.h>

struct error {
	struct error TRACKED *cause;
	long code;
};
TYPE(error_type, struct error, FIELD(struct error, cause));
struct box {
	long value;
};
TYPE(box_type, struct box);

typedef struct error TRACKED *error;
typedef struct box TRACKED *boxref;

static boxref
box(long value)
{
	GC_FUNCTION;
	boxref b = NEW(struct box, box_type);

	AT(b)->value = value;
	return b;
}

static __attribute__((noreturn)) void
fail(long code, error cause)
{
	GC_FUNCTION;
	error e = NEW(struct error, error_type);

	AT(e)->cause = cause;
	AT(e)->code = code;
	throw_ref(e);
}

/* Goes down `depth` frames, each with a root, and throws there if `n` is odd. */
static __attribute__((noinline)) long
descend(long n, long depth)
{
	GC_FUNCTION;
	boxref mine = box(n + depth);

	if (depth > 0)
		return descend(n, depth - 1) + AT(mine)->value;
	if (n % 2)
		fail(n, NULL);
	return AT(mine)->value;
}

/* `before` lives over the protected part and is used on both ways; `inner` only on one. */
static long
protect(long n)
{
	GC_FUNCTION;
	struct lr_handler handler;
	boxref before = box(n * 1000);

	lr_enter_handler(gcstack, &handler);
	if (save_context(&handler, 0) == 0) {
		boxref inner = box(n);
		long sum = descend(n, 5);
		sum += AT(inner)->value + AT(before)->value;
		lr_pop_handler_noexcept(gcstack, 1);
		return sum;
	}
	lr_pop_handler(gcstack, 1);
	error e = current_exception(gcstack);
	boxref after = box(-1);
	return -(AT(e)->code + AT(before)->value) * 10 + AT(after)->value;
}

/* Handlers in a loop; what was caught so far is in a list that grows on the exceptional way. */
static long
collect_errors(long n)
{
	GC_FUNCTION;
	error all = NULL;
	long good = 0;

	for (long i = 0; i < n; i++) {
		struct lr_handler handler;
		lr_enter_handler(gcstack, &handler);
		if (save_context(&handler, 0) == 0) {
			descend(i, 2);
			lr_pop_handler_noexcept(gcstack, 1);
			continue;
		}
		lr_pop_handler(gcstack, 1);
		error e = NEW(struct error, error_type);
		AT(e)->cause = all;
		AT(e)->code = AT((error)current_exception(gcstack))->code;
		all = e;
	}
	for (; all != NULL; all = AT(all)->cause)
		good = good * 11 + AT(all)->code;
	return good;
}

/* Catches, wraps, and throws on. */
static __attribute__((noinline)) long
wrap(long n, long levels)
{
	GC_FUNCTION;
	struct lr_handler handler;

	if (levels == 0)
		return descend(n, 3);
	lr_enter_handler(gcstack, &handler);
	if (save_context(&handler, 0) == 0) {
		long sum = wrap(n, levels - 1);
		lr_pop_handler_noexcept(gcstack, 1);
		return sum;
	}
	lr_pop_handler(gcstack, 1);
	error e = current_exception(gcstack);
	fail(AT(e)->code + levels, e);
}

static long
nested(long n)
{
	GC_FUNCTION;
	struct lr_handler handler;

	lr_enter_handler(gcstack, &handler);
	if (save_context(&handler, 0) == 0) {
		long sum = wrap(n, 4);
		lr_pop_handler_noexcept(gcstack, 1);
		return sum;
	}
	lr_pop_handler(gcstack, 1);
	long trace = 0;
	boxref b = box(100000000);
	for (error e = current_exception(gcstack); e != NULL; e = AT(e)->cause)
		trace = trace * 20 + AT(e)->code;
	return trace + AT(b)->value;
}

int
main(void)
{
	GC_FUNCTION;
	for (long n = 2; n < 6; n++)
		printf("protect %ld: %ld\n", n, protect(n));
	printf("errors: %ld\n", collect_errors(10));
	printf("nested: %ld %ld\n", nested(4), nested(5));
	return 0;
}
