/* SPDX-License-Identifier: MIT */
/* tree-sum.c -- recursion over a tree: a child is kept by its caller while its own children are summed. */
#include "bench.h"

struct node {
	struct node TRACKED *left, *right;
	long value;
};
TYPE(node_type, struct node, FIELD(struct node, left), FIELD(struct node, right));
typedef struct node TRACKED *node;

KERNEL node
grow(GC_ARGUMENT, long depth)
{
	if (depth == 0)
		return NULL;
	node left = grow(gcstack, depth - 1), right = grow(gcstack, depth - 1);
	node n = NEW(struct node, node_type);
	AT(n)->left = left;
	AT(n)->right = right;
	AT(n)->value = depth;
	return n;
}

KERNEL long
sum(GC_ARGUMENT, node n)
{
	if (n == NULL)
		return 0;
	return sum(gcstack, AT(n)->left) + sum(gcstack, AT(n)->right) + AT(n)->value;
}

KERNEL long
work(GC_ARGUMENT)
{
	node root = grow(gcstack, 15);
	long total = 0;

	for (int i = 0; i < 100; i++) {
		opaque(); /* so that no two sums are known to be the same */
		total += sum(gcstack, root);
	}
	return total;
}

ROUNDS(20, work(gcstack))
