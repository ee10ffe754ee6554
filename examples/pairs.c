/* SPDX-License-Identifier: MIT */
/* pairs.c -- structures with references in them, as values.
**
** Covers: {reference, number} and {reference, reference} as arguments and results of functions, taken apart and
** put together again around collections, through phis and selects. */
#include <lateroot/dialect.h>

struct tree {
	struct tree TRACKED *left, *right;
	long key;
};
TYPE(tree_type, struct tree, FIELD(struct tree, left), FIELD(struct tree, right));

typedef struct tree TRACKED *tree;

struct sized {
	tree t;
	long size;
};
struct halves {
	tree low, high;
};

static tree
node(tree left, long key, tree right)
{
	GC_FUNCTION;
	tree t = NEW(struct tree, tree_type);

	AT(t)->left = left;
	AT(t)->right = right;
	AT(t)->key = key;
	return t;
}

/* A new tree with all of `t` below `key`, and another with the rest: nothing of `t` is changed. */
static struct halves
split(tree t, long key)
{
	GC_FUNCTION;
	struct halves h;

	if (t == NULL) {
		h.low = h.high = NULL; /* not an initialiser: clang would make integers of it */
		return h;
	}
	if (AT(t)->key < key) {
		h = split(AT(t)->right, key);
		h.low = node(AT(t)->left, AT(t)->key, h.low);
	} else {
		h = split(AT(t)->left, key);
		h.high = node(h.high, AT(t)->key, AT(t)->right);
	}
	return h;
}

static struct sized
insert(struct sized s, long key)
{
	GC_FUNCTION;
	struct halves h = split(s.t, key);
	struct sized grown = {node(h.low, key, h.high), s.size + 1};

	return grown;
}

/* The larger of the two; allocates while both are values in hand. */
static struct sized
larger(struct sized a, struct sized b)
{
	GC_FUNCTION;
	tree spare = node(a.t, 0, b.t);
	struct sized s = a.size >= b.size ? a : b;

	s.t = node(s.t, AT(spare)->key - 1, NULL);
	return s;
}

static long
checksum(tree t, long seed)
{
	if (t == NULL)
		return seed;
	seed = checksum(AT(t)->left, seed);
	seed = (seed * 31 + AT(t)->key) % 1000000007;
	return checksum(AT(t)->right, seed);
}

int
main(void)
{
	GC_FUNCTION;
	struct sized a = {NULL, 0}, b = {NULL, 0};
	long x = 7;

	for (int i = 0; i < 70; i++) {
		x = x * 1103 % 10007;
		if (x % 3 != 0)
			a = insert(a, x);
		else
			b = insert(b, x);
	}
	struct halves h = split(a.t, 5000);
	struct sized s = larger(a, b);
	printf("sizes %ld and %ld\n", a.size, b.size);
	printf("halves %ld and %ld\n", checksum(h.low, 1), checksum(h.high, 1));
	printf("larger %ld of %ld\n", checksum(s.t, 1), s.size);
	return 0;
}
