/* SPDX-License-Identifier: MIT */
/* Two files in one: the first calls a function of the second, which is declared as compiled by lateroot. */
#include <lateroot/dialect.h>
#include <stdio.h>

struct node { struct node TRACKED *next; long value; };
WALKED struct node TRACKED *cons(struct node TRACKED *next, long value);

#ifdef FIRST
int
main(void)
{
	GC_FUNCTION;
	struct node TRACKED *list = NULL;
	for (long i = 0; i < 100; i++)
		list = cons(list, i);
	long sum = 0;
	for (; list != NULL; list = AT(list)->next)
		sum += AT(list)->value;
	printf("%ld\n", sum);
	return 0;
}
#else
TYPE(node_type, struct node, FIELD(struct node, next));

struct node TRACKED *
cons(struct node TRACKED *next, long value)
{
	GC_FUNCTION;
	struct node TRACKED *n = NEW(struct node, node_type);
	AT(n)->next = next;
	AT(n)->value = value;
	return n;
}
#endif
