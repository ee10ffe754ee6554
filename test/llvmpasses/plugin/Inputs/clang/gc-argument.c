/* SPDX-License-Identifier: MIT */
/* Functions that are given the GC stack, and use it for nothing but their roots. */
#include <lateroot/dialect.h>
#include <stdio.h>

struct pair { struct pair TRACKED *first, *second; long number; };
typedef struct pair TRACKED *pair;
TYPE(pair_type, struct pair, FIELD(struct pair, first), FIELD(struct pair, second));

/* One of them is inlined, with its getter. */
static pair
inlined(pair a, pair b, long number)
{
	GC_FUNCTION;
	pair p = NEW(struct pair, pair_type);

	SET(p, first, a);
	SET(p, second, b);
	AT(p)->number = number;
	return p;
}

__attribute__((noinline)) pair
called(pair a, pair b, long number)
{
	return inlined(a, b, number);
}

GC_ARGUMENT_CALL __attribute__((noinline)) pair
by_call(GC_ARGUMENT, pair a, long number)
{
	pair x = called(a, NULL, number), y = called(x, NULL, number + 1);

	return called(x, y, 1);
}

GC_ARGUMENT_CALL __attribute__((noinline)) pair
by_inlining(GC_ARGUMENT, pair a, long number)
{
	pair x = inlined(a, NULL, number), y = inlined(x, NULL, number + 1);

	return inlined(x, y, 1);
}

int
main(void)
{
	GC_FUNCTION;
	pair a = by_call(gcstack, NULL, 3), b = by_inlining(gcstack, a, 5);

	printf("%ld %ld %ld %ld\n", AT(AT(a)->first)->number, AT(AT(a)->second)->number,
		AT(AT(b)->first)->number, AT(AT(AT(b)->second)->first)->number);
	return 0;
}
