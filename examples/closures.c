/* SPDX-License-Identifier: MIT */
/* closures.c -- functions as values: calls with an argument array, through julia.call and julia.call2.
**
** Covers: the (function, arguments, count) convention both ways, as caller and as callee; captured variables;
** argument references loaded out of the array, which the callee keeps over its own collections; nested calls that
** share one argument buffer; call2 with its extra argument; calls of no arguments; an indirect callee. */
#include <lateroot/dialect.h>

typedef ref (*code)(ref self, ref *args, uint32_t nargs);

struct closure {
	code entry;
	ref captured;
};
struct box {
	long value;
};
TYPE(closure_type, struct closure, FIELD(struct closure, captured));
TYPE(box_type, struct box);

typedef struct closure TRACKED *fun;

#define VALUE(x) (AT((struct box TRACKED *)(x))->value)

static ref
box(long value)
{
	GC_FUNCTION;
	struct box TRACKED *b = NEW(struct box, box_type);

	AT(b)->value = value;
	return b;
}

static ref
closure(code entry, ref captured)
{
	GC_FUNCTION;
	fun f = NEW(struct closure, closure_type);

	AT(f)->entry = entry;
	AT(f)->captured = captured;
	return f;
}

/* captured + the sum of all arguments; allocates between reading one argument and the next. */
static ref
add_entry(ref self, ref *args, uint32_t nargs)
{
	GC_FUNCTION;
	ref total = box(VALUE(AT((fun)self)->captured));

	for (uint32_t i = 0; i < nargs; i++)
		total = box(VALUE(total) + VALUE(args[i]));
	return total;
}

/* Calls what it captured on (its argument, itself applied to nothing). */
static ref
twice_entry(ref self, ref *args, uint32_t nargs)
{
	GC_FUNCTION;
	if (nargs == 0)
		return box(1000);
	ref f = AT((fun)self)->captured;
	ref x = args[0];
	ref none = CALL(AT((fun)self)->entry, self);
	ref once = CALL(AT((fun)f)->entry, f, x, none);
	return CALL(AT((fun)f)->entry, f, once, x, none);
}

/* As add_entry, times the value of `extra`, which only julia.call2 hands over. */
static ref
scaled_entry(ref self, ref *args, uint32_t nargs, ref extra)
{
	GC_FUNCTION;
	ref sum = CALL(add_entry, self, args[0], args[nargs - 1]);

	return box(VALUE(sum) * VALUE(extra));
}

static ref
map(ref f, long n, ref acc)
{
	GC_FUNCTION;
	for (long i = 1; i <= n; i++) {
		ref x = box(i);
		acc = CALL(AT((fun)f)->entry, f, acc, x);
	}
	return acc;
}

int
main(void)
{
	GC_FUNCTION;
	ref one = box(1), two = box(2), ten = box(10);
	ref add10 = closure(add_entry, ten);
	ref twice = closure(twice_entry, add10);

	printf("add: %ld\n", VALUE(CALL(add_entry, add10, one, two)));
	printf("twice: %ld\n", VALUE(CALL(AT((fun)twice)->entry, twice, two)));
	printf("call2: %ld\n", VALUE(CALL2(scaled_entry, ten, add10, one, two)));
	printf("fold: %ld\n", VALUE(map(add10, 50, one)));

	/* a chain of closures, each capturing the one before */
	ref f = add10;
	for (int i = 0; i < 4; i++)
		f = closure(twice_entry, f);
	printf("chain: %ld\n", VALUE(CALL(twice_entry, f, one)));
	return 0;
}
