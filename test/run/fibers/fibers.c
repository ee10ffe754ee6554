/* SPDX-License-Identifier: MIT */
/* fibers.c -- fibers of a front end, rooted in chains of their own.
**
** A fiber makes lists and yields each of them; the consumer allocates, and runs a fiber inside of it.  What only a
** suspended fiber holds must survive. */
#include <lateroot/dialect.h>

#include "host.h"

struct node {
	struct node TRACKED *next;
	long value;
};
TYPE(node_type, struct node, FIELD(struct node, next));
typedef struct node TRACKED *list;

static list message; /* from the fiber that yields to its consumer */
static long total, inner_total;

static list
push(list rest, long value)
{
	GC_FUNCTION;
	list n = NEW(struct node, node_type);

	AT(n)->next = rest;
	AT(n)->value = value;
	return n;
}

static long
sum(list l)
{
	long s = 0;

	for (; l != NULL; l = AT(l)->next)
		s += AT(l)->value;
	return s;
}

static void
produce_inner(void)
{
	GC_FUNCTION;
	list held = push(NULL, 1);

	for (long i = 0; i < 3; i++) {
		held = push(held, i);
		message = held;
		fiber_yield();
	}
	inner_total += sum(held);
}

static void
consume_inner(void)
{
	GC_FUNCTION;
	list l = message, garbage = push(NULL, 99);

	message = garbage;
	inner_total += sum(l);
}

static void
produce(void)
{
	GC_FUNCTION;
	list held = NULL;

	for (long i = 1; i <= 20; i++) {
		held = push(held, i);
		message = push(held, 1000);
		fiber_yield();
	}
	total += sum(held);
}

static void
consume(void)
{
	GC_FUNCTION;
	list l = message;

	message = NULL;
	fiber_run(produce_inner, consume_inner);
	total += sum(push(l, 7));
}

int
main(void)
{
	GC_FUNCTION;
	list own = push(push(NULL, 5), 6);

	fiber_run(produce, consume);
	printf("%ld %ld %ld\n", total, inner_total, sum(own));
	return 0;
}
