/* SPDX-License-Identifier: MIT */
/* names.c -- a program with names of its own that the archives use inside, too. */
#include <stdio.h>
#include <lateroot/runtime.h>

int world = 1, heap = 2, slots = 3, place = 4;
void collect(void), sweep(void), refine(void), liveness(void);
void collect(void) { world++; }
void sweep(void) { heap++; }
void refine(void) { slots++; }
void liveness(void) { place++; }

int
main(void)
{
	collect();
	sweep();
	refine();
	liveness();
	lr_gc_collect(1);
	printf("%d\n", world + heap + slots + place);
	return 0;
}
