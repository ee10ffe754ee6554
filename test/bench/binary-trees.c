/* SPDX-License-Identifier: MIT */
/* binary-trees.c -- many short-lived trees beside a long-lived one. */
#include "bench.h"

struct tree {
	struct tree TRACKED *left, *right;
};
TYPE(tree_type, struct tree, FIELD(struct tree, left), FIELD(struct tree, right));
typedef struct tree TRACKED *tree;

KERNEL tree
grow(GC_ARGUMENT, int depth)
{
	tree left = NULL, right = NULL;

	if (depth > 0) {
		left = grow(gcstack, depth - 1);
		right = grow(gcstack, depth - 1);
	}
	tree t = NEW(struct tree, tree_type);
	AT(t)->left = left;
	AT(t)->right = right;
	return t;
}

KERNEL long
count(GC_ARGUMENT, tree t)
{
	return AT(t)->left == NULL ? 1 : 1 + count(gcstack, AT(t)->left) + count(gcstack, AT(t)->right);
}

KERNEL long
work(GC_ARGUMENT)
{
	tree keep = grow(gcstack, 14);
	long total = 0;

	for (int depth = 4; depth <= 14; depth += 2)
		for (int i = 0; i < 1 << (14 - depth); i++)
			total += count(gcstack, grow(gcstack, depth));
	return total + count(gcstack, keep);
}

ROUNDS(80, work(gcstack))
