/* SPDX-License-Identifier: MIT */
/* binary-trees.c -- allocation of short-lived trees while one long-lived tree stays.
**
** Covers: arguments, calls and loads that must survive recursive calls; a phi of a fresh object and null;
** a long-lived structure that only one root, far up the stack, keeps alive. */
#include <lateroot/dialect.h>

struct tree {
	struct tree TRACKED *left, *right;
};
TYPE(tree_type, struct tree, FIELD(struct tree, left), FIELD(struct tree, right));

enum { LONG_LIVED_DEPTH = 9, MIN_DEPTH = 2, MAX_DEPTH = 7, TREES_OF_MAX_DEPTH = 2 };

static struct tree TRACKED *
grow(int depth)
{
	GC_FUNCTION;
	if (depth < 0)
		return NULL;
	struct tree TRACKED *left = grow(depth - 1);
	struct tree TRACKED *right = grow(depth - 1);
	struct tree TRACKED *t = NEW(struct tree, tree_type);

	AT(t)->left = left;
	AT(t)->right = right;
	return t;
}

/* Counts nodes; takes no GC stack, because nothing here can collect. */
static long
count(struct tree TRACKED *t)
{
	return t == NULL ? 0 : 1 + count(AT(t)->left) + count(AT(t)->right);
}

int
main(void)
{
	GC_FUNCTION;
	struct tree TRACKED *keep = grow(LONG_LIVED_DEPTH);

	for (int depth = MIN_DEPTH; depth <= MAX_DEPTH; depth += 1) {
		int trees = TREES_OF_MAX_DEPTH << (MAX_DEPTH - depth) / 2;
		long nodes = 0;
		for (int i = 0; i < trees; i++)
			nodes += count(grow(depth));
		printf("%d trees of depth %d: %ld nodes\n", trees, depth, nodes);
	}
	printf("long-lived tree: %ld nodes\n", count(keep));
	return 0;
}
