/* SPDX-License-Identifier: MIT */
/* look.c -- a walk over the stack of stack.ll, by both walkers: which roots there are, from the newest frame on, and by which way each was found. */
#include <lateroot/runtime.h>

#include <stdio.h>
#include <stdlib.h>

void look(int64_t depth);

/* Levels are visited in ascending order. */
static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	int64_t *level = user, n = lr_unbox_int64(*slot) - 1000000;
	const char *found = site->frame != NULL ? "frame" : site->entry != NULL ? "entry" : site->pc != NULL ? "table" : "nothing";
	static const char *const expected[] = { "frame", "table", "table", "entry" };

	if (site->kind != LR_ROOT_FRAME)
		return 0;
	if (n != ++*level || found != expected[n % 4])
		printf("level %lld, %s, behind %lld\n", (long long)n, found, (long long)*level - 1);
	return 0;
}

void
look(int64_t depth)
{
	int64_t level = 0;
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .user = &level, .mode = LR_WALK_VERIFY };
	int64_t n = lr_walk_task(lr_task_current(), &v);

	if (n < 0 || level != depth)
		printf("%lld, %lld levels of %lld\n", (long long)n, (long long)level, (long long)depth);
	lr_gc_collect(1);
}
