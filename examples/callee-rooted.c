/* SPDX-License-Identifier: MIT */
/* callee-rooted.c -- operands that the callee keeps alive.
**
** Covers: address space 12 at calls (the caller needs no slot for an operand that is not used again), beside
** operands that it must root itself; and a callee in plain C that pushes a frame by hand: one whose roots are
** addresses of its variables. */
#include <lateroot/dialect.h>

struct box {
	long value;
	ref link;
};
TYPE(box_type, struct box, FIELD(struct box, link));

typedef struct box TRACKED *boxref;

static boxref
box(long value, ref link)
{
	GC_FUNCTION;
	boxref b = NEW(struct box, box_type);

	AT(b)->value = value;
	AT(b)->link = link;
	return b;
}

static __attribute__((noinline)) void
disturb(void)
{
	GC_FUNCTION;
	box(-1, NULL);
}

struct plain_box {
	long value;
	void *link;
};

/* What a runtime written in C would do: the objects are ordinary pointers here, and a frame says where they are. */
static void *
keep_both(struct plain_box *a, struct plain_box *b)
{
	LR_GC_PUSH2(&a, &b);
	disturb();
	disturb();
	a->value += b->value;
	LR_GC_POP();
	return a;
}

/* The same function as the dialect sees it.  Through a variable, so that LLVM does not look behind it. */
static void *volatile keeper = (void *)keep_both;
typedef boxref (*keeper_fn)(void CALLEE_ROOTED *, void CALLEE_ROOTED *);

/* Fresh objects that only the callee roots. */
static long
fresh(long i)
{
	GC_FUNCTION;
	keeper_fn keep = (keeper_fn)keeper;
	boxref a = box(i, NULL);
	boxref b = box(i * 10, NULL);

	return AT(keep((void CALLEE_ROOTED *)a, (void CALLEE_ROOTED *)b))->value;
}

/* Here `a` is used again: it is live beyond the call, and the caller's business. */
static long
used_again(long i)
{
	GC_FUNCTION;
	keeper_fn keep = (keeper_fn)keeper;
	boxref a = box(i, NULL);
	boxref b = box(i * 10, a);
	boxref c = keep((void CALLEE_ROOTED *)b, (void CALLEE_ROOTED *)a);

	disturb();
	return AT(c)->value * 1000 + AT(a)->value;
}

int
main(void)
{
	GC_FUNCTION;
	long sum = 0;

	for (long i = 0; i < 10; i++)
		sum = sum * 2 + fresh(i);
	printf("fresh: %ld\n", sum);
	sum = 0;
	for (long i = 0; i < 10; i++)
		sum = sum * 2 + used_again(i);
	printf("used again: %ld\n", sum);
	return 0;
}
