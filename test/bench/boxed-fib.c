/* SPDX-License-Identifier: MIT */
/* boxed-fib.c -- Fibonacci numbers on boxed integers: allocation, and objects that live across calls. */
#include "bench.h"

KERNEL box
fib(GC_ARGUMENT, box n)
{
	long v = AT(n)->value;

	if (v < 2)
		return n;
	box a = fib(gcstack, NEW_BOX(v - 1));
	box b = fib(gcstack, NEW_BOX(v - 2));
	return NEW_BOX(AT(a)->value + AT(b)->value);
}

ROUNDS(150, AT(fib(gcstack, NEW_BOX(24)))->value)
