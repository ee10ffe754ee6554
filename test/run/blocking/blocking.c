/* SPDX-License-Identifier: MIT */
/* blocking.c -- plain threads that block in C while another one collects.  With -DUNSAFE the thread says nothing. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <lateroot/dialect.h>

#ifdef UNSAFE
#define MAYBE_SAFE(...) __VA_ARGS__
#else
#define MAYBE_SAFE(...) GC_SAFE(__VA_ARGS__)
#endif

struct node { struct node TRACKED *next; long value; };
TYPE(node_type, struct node, FIELD(struct node, next));

static int ready[2], go[2];
static struct node TRACKED *made; /* so that the list exists before the call that blocks */

static struct node TRACKED *
list(long n)
{
	GC_FUNCTION;
	struct node TRACKED *all = NULL;
	for (long i = 0; i < n; i++) {
		struct node TRACKED *one = NEW(struct node, node_type);
		AT(one)->next = all;
		AT(one)->value = i;
		all = one;
	}
	return all;
}

/* What it has in a variable outlives the collections of the other thread. */
static void *
waits(void *result)
{
	GC_FUNCTION;
	struct node TRACKED *mine = list(10);
	char c;
	long got;

	made = mine;
	if (write(ready[1], "r", 1) != 1)
		abort();
	MAYBE_SAFE(got = read(go[0], &c, 1));
	long sum = got;
	for (; mine != NULL; mine = AT(mine)->next)
		sum += AT(mine)->value;
	*(long *)result = sum;
	return NULL;
}

int
main(void)
{
	GC_FUNCTION;
	struct node TRACKED *mine = list(5);
	pthread_t thread;
	long sum = 0;
	char c;

	if (pipe(ready) != 0 || pipe(go) != 0)
		return 2;
	pthread_create(&thread, NULL, waits, &sum);
	GC_SAFE(if (read(ready[0], &c, 1) != 1) abort());
	for (int i = 0; i < 10; i++) {
		lr_gc_collect(1);
		list(100);
	}
	if (write(go[1], "g", 1) != 1)
		abort();
	GC_SAFE(pthread_join(thread, NULL));
	for (; mine != NULL; mine = AT(mine)->next)
		sum += AT(mine)->value;
	printf("%ld\n", sum);
	return 0;
}
