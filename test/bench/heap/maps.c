/* SPDX-License-Identifier: MIT */
/* maps.c -- two persistent maps: a red-black tree, and a trie over hashes with compressed nodes (HAMT). */
#include "heap.h"

struct tree {
	struct tree TRACKED *left, *right;
	uint64_t key;
	long red, value;
};
TYPE(tree_type, struct tree, FIELD(struct tree, left), FIELD(struct tree, right));

static struct tree TRACKED *
new_tree(long red, struct tree TRACKED *left, uint64_t key, long value, struct tree TRACKED *right)
{
	GC_FUNCTION;
	struct tree TRACKED *t = NEW(struct tree, tree_type);

	AT(t)->left = left;
	AT(t)->right = right;
	AT(t)->key = key;
	AT(t)->red = red;
	AT(t)->value = value;
	return t;
}

static bool
is_red(struct tree TRACKED *t)
{
	return t != NULL && AT(t)->red;
}

static struct tree TRACKED *
blacken(struct tree TRACKED *t)
{
	return new_tree(0, AT(t)->left, AT(t)->key, AT(t)->value, AT(t)->right);
}

/* x < y < z with the four trees between them become a red node with two black ones. */
#define TURN(a, x, b, y, c, z, d)                                                                                  \
	new_tree(1, new_tree(0, a, AT(x)->key, AT(x)->value, b), AT(y)->key, AT(y)->value, \
		new_tree(0, c, AT(z)->key, AT(z)->value, d))

static struct tree TRACKED *
with_left(struct tree TRACKED *t, struct tree TRACKED *l)
{
	if (!AT(t)->red && is_red(l)) {
		struct tree TRACKED *ll = AT(l)->left, *lr = AT(l)->right;
		if (is_red(ll))
			return TURN(AT(ll)->left, ll, AT(ll)->right, l, lr, t, AT(t)->right);
		if (is_red(lr))
			return TURN(ll, l, AT(lr)->left, lr, AT(lr)->right, t, AT(t)->right);
	}
	return new_tree(AT(t)->red, l, AT(t)->key, AT(t)->value, AT(t)->right);
}

static struct tree TRACKED *
with_right(struct tree TRACKED *t, struct tree TRACKED *r)
{
	if (!AT(t)->red && is_red(r)) {
		struct tree TRACKED *rl = AT(r)->left, *rr = AT(r)->right;
		if (is_red(rl))
			return TURN(AT(t)->left, t, AT(rl)->left, rl, AT(rl)->right, r, rr);
		if (is_red(rr))
			return TURN(AT(t)->left, t, rl, r, AT(rr)->left, rr, AT(rr)->right);
	}
	return new_tree(AT(t)->red, AT(t)->left, AT(t)->key, AT(t)->value, r);
}

static struct tree TRACKED *
tree_insert(struct tree TRACKED *t, uint64_t key, long value)
{
	if (t == NULL)
		return new_tree(1, NULL, key, value, NULL);
	if (key < AT(t)->key)
		return with_left(t, tree_insert(AT(t)->left, key, value));
	if (key > AT(t)->key)
		return with_right(t, tree_insert(AT(t)->right, key, value));
	return new_tree(AT(t)->red, AT(t)->left, key, value, AT(t)->right);
}

static long
tree_find(struct tree TRACKED *t, uint64_t key)
{
	while (t != NULL && AT(t)->key != key)
		t = key < AT(t)->key ? AT(t)->left : AT(t)->right;
	return t != NULL ? AT(t)->value : -1;
}

/* A node has a bit for each child that there is; word 1 tells which children are leaves. */
struct node {
	long n;
	ref at[];
};
struct leaf {
	uint64_t key;
	long value;
};
TYPE_REFS(node_type, struct node, at);
TYPE_BYTES(leaf_type, struct leaf);

/* The bitmaps of a node are in an object of its own, its first child. */
struct bits {
	uint32_t all, leaves;
};
TYPE_BYTES(bits_type, struct bits);

static struct node TRACKED *
new_node(long n)
{
	GC_FUNCTION;
	struct node TRACKED *a = NEW_BYTES(struct node, node_type, sizeof(struct node) + (size_t)n * sizeof(ref));

	AT(a)->n = n;
	for (long i = 0; i < n; i++)
		AT(a)->at[i] = NULL;
	return a;
}

static ref
new_bits(uint32_t all, uint32_t leaves)
{
	GC_FUNCTION;
	struct bits TRACKED *b = NEW_DATA(struct bits, bits_type, sizeof(struct bits));

	AT(b)->all = all;
	AT(b)->leaves = leaves;
	return (ref)b;
}

static struct leaf TRACKED *
new_leaf(uint64_t key, long value)
{
	GC_FUNCTION;
	struct leaf TRACKED *l = NEW_DATA(struct leaf, leaf_type, sizeof(struct leaf));

	AT(l)->key = key;
	AT(l)->value = value;
	return l;
}

static long
place(uint32_t all, uint32_t bit)
{
	return 1 + __builtin_popcount(all & (bit - 1));
}

static struct node TRACKED *
node_insert(struct node TRACKED *t, int shift, struct leaf TRACKED *leaf)
{
	const uint32_t bit = 1u << (AT(leaf)->key >> shift & 31);
	uint32_t all = 0, leaves = 0;
	ref child = (ref)leaf;

	if (t != NULL) {
		all = AT((struct bits TRACKED *)AT(t)->at[0])->all;
		leaves = AT((struct bits TRACKED *)AT(t)->at[0])->leaves;
	}
	const long i = place(all, bit), n = t != NULL ? AT(t)->n : 1;
	const bool fresh = (all & bit) == 0;
	uint32_t now = leaves | bit;
	if (!fresh && (leaves & bit) == 0) {
		child = (ref)node_insert((struct node TRACKED *)AT(t)->at[i], shift + 5, leaf);
		now = leaves;
	} else if (!fresh && AT((struct leaf TRACKED *)AT(t)->at[i])->key != AT(leaf)->key) {
		struct node TRACKED *below = node_insert(NULL, shift + 5, (struct leaf TRACKED *)AT(t)->at[i]);
		child = (ref)node_insert(below, shift + 5, leaf);
		now = leaves & ~bit;
	}
	ref bits = fresh || now != leaves ? new_bits(all | bit, now) : AT(t)->at[0];
	struct node TRACKED *copy = new_node(fresh ? n + 1 : n);
	AT(copy)->at[0] = bits;
	for (long k = 1; k < i; k++)
		AT(copy)->at[k] = AT(t)->at[k];
	AT(copy)->at[i] = child;
	for (long k = fresh ? i : i + 1; k < n; k++)
		AT(copy)->at[fresh ? k + 1 : k] = AT(t)->at[k];
	return copy;
}

static long
node_find(struct node TRACKED *t, uint64_t key)
{
	for (int shift = 0; t != NULL; shift += 5) {
		struct bits TRACKED *b = (struct bits TRACKED *)AT(t)->at[0];
		const uint32_t bit = 1u << (key >> shift & 31);
		if ((AT(b)->all & bit) == 0)
			return -1;
		ref child = AT(t)->at[place(AT(b)->all, bit)];
		if (AT(b)->leaves & bit)
			return AT((struct leaf TRACKED *)child)->key == key ? AT((struct leaf TRACKED *)child)->value : -1;
		t = (struct node TRACKED *)child;
	}
	return -1;
}

int
main(void)
{
	enum { KEYS = 180000, LOOK_UPS = 400000 };
	uint64_t random = 521288629, sum = 0;
	struct tree TRACKED *tree = NULL;
	struct node TRACKED *trie = NULL;

	HEAP_BEGIN();
	for (long i = 0; i < KEYS; i++) {
		tree = blacken(tree_insert(tree, next_random(&random) >> 44, i));
		trie = node_insert(trie, 0, new_leaf(next_random(&random) >> 24, i));
	}
	random = 521288629;
	for (long i = 0; i < LOOK_UPS; i++) {
		sum = mix(sum, (uint64_t)tree_find(tree, next_random(&random) >> 44));
		sum = mix(sum, (uint64_t)node_find(trie, next_random(&random) >> 24));
	}
	printf("%016llx\n", (unsigned long long)sum);
	return 0;
}
