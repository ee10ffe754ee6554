/* SPDX-License-Identifier: MIT */
/* gcbench.c -- binary trees of many sizes, made from the leaves and from the root, beside one that lives for long. */
#include "heap.h"

struct tree {
	struct tree TRACKED *left, *right;
	long i, j;
};
TYPE(tree_type, struct tree, FIELD(struct tree, left), FIELD(struct tree, right));

struct numbers {
	long n;
	double at[];
};
TYPE_BYTES(numbers_type, struct numbers);

enum { LONG_DEPTH = 18, STRETCH_DEPTH = 19, LEAST_DEPTH = 4, MOST_DEPTH = 18, NUMBERS = 500000 };

static struct tree TRACKED *
new_tree(struct tree TRACKED *left, struct tree TRACKED *right)
{
	GC_FUNCTION;
	struct tree TRACKED *t = NEW(struct tree, tree_type);

	AT(t)->left = left;
	AT(t)->right = right;
	AT(t)->i = AT(t)->j = 0;
	return t;
}

/* From the leaves: parents are younger than their children. */
static struct tree TRACKED *
make(int depth)
{
	if (depth <= 0)
		return new_tree(NULL, NULL);
	struct tree TRACKED *left = make(depth - 1);
	return new_tree(left, make(depth - 1));
}

/* From the root: children are younger than their parents. */
static void
populate(int depth, struct tree TRACKED *t)
{
	if (depth <= 0)
		return;
	SET(t, left, new_tree(NULL, NULL));
	SET(t, right, new_tree(NULL, NULL));
	populate(depth - 1, AT(t)->left);
	populate(depth - 1, AT(t)->right);
}

static long
count(const struct tree TRACKED *t)
{
	return t == NULL ? 0 : 1 + count(AT(t)->left) + count(AT(t)->right);
}

static int
times(int depth)
{
	return (2 << STRETCH_DEPTH) / (2 << depth);
}

static uint64_t
construct(int depth)
{
	uint64_t sum = 0;

	for (int i = 0; i < times(depth); i++) {
		struct tree TRACKED *t = new_tree(NULL, NULL);
		populate(depth, t);
		sum += (uint64_t)count(t);
	}
	for (int i = 0; i < times(depth); i++)
		sum += (uint64_t)count(make(depth)) << 1;
	return sum;
}

static struct numbers TRACKED *
make_numbers(void)
{
	GC_FUNCTION;
	struct numbers TRACKED *a = NEW_DATA(struct numbers, numbers_type,
		sizeof(struct numbers) + NUMBERS * sizeof(double));

	AT(a)->n = NUMBERS;
	for (long i = 0; i < NUMBERS; i++)
		AT(a)->at[i] = 1.0 / (double)(i + 1);
	return a;
}

int
main(void)
{
	uint64_t sum = 14695981039346656037u;

	HEAP_BEGIN();
	sum = mix(sum, (uint64_t)count(make(STRETCH_DEPTH)));
	struct tree TRACKED *lasting = new_tree(NULL, NULL);
	populate(LONG_DEPTH, lasting);
	struct numbers TRACKED *numbers = make_numbers();
	for (int depth = LEAST_DEPTH; depth <= MOST_DEPTH; depth += 2)
		sum = mix(sum, construct(depth));
	sum = mix(sum, (uint64_t)count(lasting));
	printf("%016llx %.6f\n", (unsigned long long)sum, AT(numbers)->at[NUMBERS / 2] * (double)AT(numbers)->n);
	return 0;
}
