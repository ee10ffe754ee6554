/* SPDX-License-Identifier: MIT */
/* walk.c -- what the walker tells of the newest entry of LLVM's shadow stack: numbers and metadata of the roots, in order of their numbers. */
#include <lateroot/runtime.h>

void walk(void);

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	if (site->entry != NULL && site->depth == 0)
		printf("%ld: %d\n", (long)*(int64_t *)*slot, site->metadata ? *(const int *)site->metadata : 0);
	return 0;
}

void
walk(void)
{
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root };

	lr_walk_task(lr_task_current(), &v);
}
