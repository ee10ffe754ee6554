/* SPDX-License-Identifier: MIT */
/* program.c -- an outside program that uses the runtime library: what compiled code would do, by hand.  Valid C++, too. */
#include <lateroot/runtime.h>

#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	long value;
};
static const uint32_t refs[] = { 0 };
static const struct lr_type node_type = { "node", LR_LAYOUT_FIXED, sizeof(struct node), 1, 0, 0, 0, 0, 0, refs, NULL, NULL };

static struct node *
push(struct node *list, long value)
{
	struct node *n;

	LR_GC_PUSH(&list);
	n = (struct node *)lr_gc_alloc(sizeof *n, &node_type);
	n->next = list;
	n->value = value;
	LR_GC_POP();
	return n;
}

static long
sum(const struct node *list)
{
	long s = 0;

	for (; list != NULL; list = list->next)
		s += list->value;
	return s;
}

int
main(void)
{
	struct node *keep = NULL, *other = NULL;

	if (lr_runtime_init() != LR_RT_OK)
		return EXIT_FAILURE;
	LR_GC_PUSH(&keep, &other);
	for (long i = 0; i < 1000; i++) {
		keep = push(keep, i);
		other = push(NULL, i);
		if (i % 100 == 0)
			lr_gc_collect(1);
	}
	lr_gc_write_barrier(keep, other);
	keep->next->next = other;
	lr_gc_collect(0);
	printf("%ld %ld\n", sum(keep), other->value);
	LR_GC_POP();
	return EXIT_SUCCESS;
}
