/* SPDX-License-Identifier: MIT */
/* barriers.c -- old objects that refer to young ones.
**
** Covers: write barriers, each as the only thing that keeps a young object: after every store from here on, the object
** at hand is reachable from an old one alone.  A program of its own because it must fail when any barrier is left out:
** the lost object's contents are poisoned under --gc-stress.  (Plain barriers; hash-table.c has the newer ones.) */
#include <lateroot/dialect.h>

struct node {
	struct node TRACKED *next, *other;
	long value;
};
TYPE(node_type, struct node, FIELD(struct node, next), FIELD(struct node, other));
struct array {
	intptr_t length; /* a word, which `long` is not on Windows */
	struct node TRACKED *element[];
};
TYPE_REFS(array_type, struct array, element);

typedef struct node TRACKED *node;
typedef struct array TRACKED *array;

enum { LENGTH = 12 };

static __attribute__((noinline)) node
make(long value, node next)
{
	GC_FUNCTION;
	node n = NEW(struct node, node_type);

	AT(n)->next = next;
	AT(n)->other = NULL;
	AT(n)->value = value;
	return n;
}

/* Makes everything alive old; what is not kept disappears, and its memory is used again. */
static __attribute__((noinline)) void
collect(void)
{
	GC_FUNCTION;
	lr_gc_collect(0);
	for (int i = 0; i < 3; i++)
		make(-1, NULL);
}

/* A list that grows at its end: every append is a store into an old cell, and nothing else keeps the new one. */
static long
append(void)
{
	GC_FUNCTION;
	node head = make(0, NULL);

	for (long i = 1; i <= LENGTH; i++) {
		collect();
		node fresh = make(i, NULL);
		node last = head;
		while (AT(last)->next != NULL)
			last = AT(last)->next;
		SET(last, next, fresh);
	}
	collect();
	long sum = 0;
	for (node n = head; n != NULL; n = AT(n)->next)
		sum = sum * 3 + AT(n)->value;
	return sum;
}

/* An old array of references, overwritten again and again; one barrier for two children. */
static long
overwrite(void)
{
	GC_FUNCTION;
	array a = NEW_BYTES(struct array, array_type, sizeof(struct array) + LENGTH * sizeof(ref));

	AT(a)->length = LENGTH;
	for (long i = 0; i < LENGTH; i++)
		AT(a)->element[i] = NULL;
	for (long round = 0; round < 4; round++)
		for (long i = 0; i < LENGTH; i += 2) {
			collect();
			node x = make(round * 100 + i, NULL);
			node y = make(round * 100 + i + 1, AT(a)->element[i]);
			julia_write_barrier(a, x, y);
			AT(a)->element[i] = x;
			AT(a)->element[i + 1] = y;
		}
	collect();
	long sum = 0;
	for (long i = 0; i < AT(a)->length; i++) {
		node n = AT(a)->element[i];
		sum = sum * 3 % 1000003 + AT(n)->value + (AT(n)->next == NULL ? 0 : AT(AT(n)->next)->value);
	}
	return sum;
}

/* A young chain behind one reference: the barrier on the first cell must do for all of them. */
static long
chain(void)
{
	GC_FUNCTION;
	node old = make(7, NULL);

	collect();
	SET(old, next, make(1, make(2, make(3, NULL))));
	collect();
	SET(AT(AT(AT(old)->next)->next)->next, other, make(4, NULL));
	collect();
	/* young, old and null children in turn */
	SET(old, other, AT(old)->next);
	SET(old, next, NULL);
	collect();
	node n = AT(old)->other;
	return AT(n)->value * 1000 + AT(AT(n)->next)->value * 100 + AT(AT(AT(n)->next)->next)->value * 10 +
		AT(AT(AT(AT(n)->next)->next)->other)->value;
}

/* A static object that comes to refer to the heap. */
static struct {
	const void *pad, *tag;
	struct node fields;
} permanent __attribute__((aligned(16))) = {NULL, LR_STATIC_TAG(&node_type), {NULL, NULL, 5}};

static long
from_static(void)
{
	GC_FUNCTION;
	node p = (node)&permanent.fields;

	SET(p, next, make(6, NULL));
	collect();
	SET(p, other, make(8, AT(p)->next));
	collect();
	return AT(p)->value * 100 + AT(AT(p)->next)->value * 10 + AT(AT(p)->other)->value;
}

int
main(void)
{
	GC_FUNCTION;
	printf("append: %ld\n", append());
	printf("overwrite: %ld\n", overwrite());
	printf("chain: %ld\n", chain());
	printf("from static: %ld\n", from_static());
	return 0;
}
