/* SPDX-License-Identifier: MIT */
/* cold.c -- a short function that needs roots on a path that is hardly ever taken. */
#include "bench.h"

struct pair {
	box first, second;
};
TYPE(pair_type, struct pair, FIELD(struct pair, first), FIELD(struct pair, second));
typedef struct pair TRACKED *pair;

KERNEL long
difference(GC_ARGUMENT, pair p)
{
	box a = AT(p)->first, b = AT(p)->second;
	(void)gcstack;
	long d = AT(a)->value - AT(b)->value;

	if (__builtin_expect(d < 0, 0)) {
		opaque();
		opaque_use(a);
		opaque();
		return AT(b)->value - AT(a)->value;
	}
	return d;
}

KERNEL long
work(GC_ARGUMENT, long n)
{
	pair p = NEW(struct pair, pair_type);
	AT(p)->first = NULL;
	AT(p)->second = NULL;
	box a = NEW_BOX(n), b = NEW_BOX(1);
	SET(p, first, a);
	SET(p, second, b);
	long total = 0;

	for (long i = 0; i < n; i++) {
		AT(AT(p)->second)->value = i % 100000 == 99999 ? n + 1 : i & 7;
		total += difference(gcstack, p);
	}
	return total;
}

ROUNDS(10, work(gcstack, 10000000))
