/* SPDX-License-Identifier: MIT */
/* set-once.c -- SET and SET_SLOT evaluate each operand once, and take a variable of any likely name. */
#include <lateroot/dialect.h>

struct box {
	long n;
};
TYPE(box_type, struct box);
struct row {
	ref a[4];
};
TYPE(row_type, struct row, 0, 1, 2, 3);

static struct row TRACKED *stack[2];
static int top;

static struct row TRACKED *
pop(void)
{
	return stack[--top];
}

static ref
box(long n)
{
	GC_FUNCTION;
	struct box TRACKED *b = NEW(struct box, box_type);
	AT(b)->n = n;
	return (ref)b;
}

static long
number(ref b)
{
	return b ? AT((struct box TRACKED *)b)->n : 0;
}

int
main(void)
{
	GC_FUNCTION;
	int i = 0;
	for (top = 0; top < 2; top++)
		stack[top] = NEW_ZEROED(struct row, row_type);
	struct row TRACKED *o = stack[1];
	SET(pop(), a[0], box(42));
	SET_SLOT(o, AT(o)->a[i += 1], box(43));
	ref set_value_ = box(44);
	SET(o, a[2], set_value_);
	printf("%d %d: %ld %ld %ld\n", top, i, number(AT(o)->a[0]), number(AT(o)->a[1]), number(AT(o)->a[2]));
	return 0;
}
