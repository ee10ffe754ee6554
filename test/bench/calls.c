/* SPDX-License-Identifier: MIT */
/* calls.c -- a loop of calls, any of which might collect, with four objects live around it. */
#include "bench.h"

KERNEL long
work(GC_ARGUMENT, long n)
{
	box a = NEW_BOX(1), b = NEW_BOX(2), c = NEW_BOX(3), d = NEW_BOX(4);
	long total = 0;

	opaque_use(a); /* others know them, so that they are not just variables to LLVM */
	opaque_use(b);
	opaque_use(c);
	opaque_use(d);
	for (long i = 0; i < n; i++) {
		opaque();
		total += AT(a)->value + AT(b)->value;
		AT(c)->value += AT(d)->value;
	}
	return total + AT(c)->value;
}

ROUNDS(10, work(gcstack, 10000000))
