/* SPDX-License-Identifier: MIT */
/* Prints what a snapshot, and the search for leaks, say of the frame of keep (keep.ll). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lateroot/runtime.h>

const struct lr_type pair_type = { .name = "pair", .size_bytes = 16, .nrefs = 2 };
void keep(void);
void look(void);
void use(void *);

static int
take(void *user, const char *bytes, size_t n)
{
	return fwrite(bytes, 1, n, user) != n;
}

void
look(void)
{
	if (lr_heap_snapshot(take, stdout) != LR_RT_OK)
		exit(3);
	if (lr_gc_leaks(LR_GC_LEAKS_ALL, stdout) != 1)
		exit(4);
}

void
use(void *pair)
{
	if (pair == NULL)
		exit(5);
}

int
main(void)
{
	keep();
	return 0;
}
