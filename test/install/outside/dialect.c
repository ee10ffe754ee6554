/* SPDX-License-Identifier: MIT */
/* dialect.c -- an outside program in the dialect, for clang. */
#include <lateroot/dialect.h>

struct node {
	struct node TRACKED *next;
	long value;
};
TYPE(node_type, struct node, FIELD(struct node, next));

int
main(void)
{
	GC_FUNCTION;
	struct node TRACKED *list = NULL;
	long sum = 0;

	for (long i = 0; i < 1000; i++) {
		struct node TRACKED *n = NEW(struct node, node_type);
		AT(n)->next = list;
		AT(n)->value = i;
		list = n;
	}
	for (; list != NULL; list = AT(list)->next)
		sum += AT(list)->value;
	printf("%ld\n", sum);
	return 0;
}
