/* SPDX-License-Identifier: MIT */
/* splay.c -- a splay tree from which old nodes are taken while new ones come, each with a small tree as its load. */
#include "heap.h"

struct load {
	struct load TRACKED *left, *right;
	long number;
};
TYPE(load_type, struct load, FIELD(struct load, left), FIELD(struct load, right));

struct node {
	struct node TRACKED *left, *right;
	struct load TRACKED *load;
	uint64_t key;
};
TYPE(node_type, struct node, FIELD(struct node, left), FIELD(struct node, right), FIELD(struct node, load));

enum { NODES = 60000, CHANGES = 160000, LOAD_DEPTH = 4 };

static struct node TRACKED *root;

static struct load TRACKED *
new_load(int depth, long number)
{
	GC_FUNCTION;
	struct load TRACKED *left = NULL, *right = NULL;

	if (depth > 0) {
		left = new_load(depth - 1, number * 2);
		right = new_load(depth - 1, number * 2 + 1);
	}
	struct load TRACKED *l = NEW(struct load, load_type);
	AT(l)->left = left;
	AT(l)->right = right;
	AT(l)->number = number;
	return l;
}

static struct node TRACKED *
new_node(uint64_t key)
{
	GC_FUNCTION;
	struct load TRACKED *load = new_load(LOAD_DEPTH, (long)(key & 255));
	struct node TRACKED *n = NEW(struct node, node_type);

	AT(n)->left = AT(n)->right = NULL;
	AT(n)->load = load;
	AT(n)->key = key;
	return n;
}

/* Top down: the node with the key, or one beside it, becomes the root. */
static struct node TRACKED *
splay(struct node TRACKED *t, struct node TRACKED *header, uint64_t key)
{
	struct node TRACKED *left = header, *right = header;

	SET(header, left, NULL);
	SET(header, right, NULL);
	for (;;) {
		if (key < AT(t)->key) {
			struct node TRACKED *l = AT(t)->left;
			if (l != NULL && key < AT(l)->key) {
				SET(t, left, AT(l)->right);
				SET(l, right, t);
				t = l;
				l = AT(t)->left;
			}
			if (l == NULL)
				break;
			SET(right, left, t);
			right = t;
			t = l;
		} else if (key > AT(t)->key) {
			struct node TRACKED *r = AT(t)->right;
			if (r != NULL && key > AT(r)->key) {
				SET(t, right, AT(r)->left);
				SET(r, left, t);
				t = r;
				r = AT(t)->right;
			}
			if (r == NULL)
				break;
			SET(left, right, t);
			left = t;
			t = r;
		} else {
			break;
		}
	}
	SET(left, right, AT(t)->left);
	SET(right, left, AT(t)->right);
	SET(t, left, AT(header)->right);
	SET(t, right, AT(header)->left);
	return t;
}

static void
insert(struct node TRACKED *header, uint64_t key)
{
	struct node TRACKED *n = new_node(key);

	if (root != NULL) {
		root = splay(root, header, key);
		if (AT(root)->key == key)
			return;
		if (key > AT(root)->key) {
			SET(n, left, root);
			SET(n, right, AT(root)->right);
			SET(root, right, NULL);
		} else {
			SET(n, right, root);
			SET(n, left, AT(root)->left);
			SET(root, left, NULL);
		}
	}
	root = n;
}

/* Removes the node with the greatest key that is not above `key`; returns that key. */
static uint64_t
take(struct node TRACKED *header, uint64_t key)
{
	root = splay(root, header, key);
	struct node TRACKED *left = AT(root)->left, *right = AT(root)->right;
	const uint64_t found = AT(root)->key;

	if (left == NULL) {
		root = right;
	} else {
		root = splay(left, header, found);
		SET(root, right, right);
	}
	return found;
}

static long
weigh(const struct load TRACKED *l)
{
	return l == NULL ? 0 : AT(l)->number + weigh(AT(l)->left) + weigh(AT(l)->right);
}

int
main(void)
{
	uint64_t random = 123456789, sum = 0;

	HEAP_BEGIN();
	struct node TRACKED *header = new_node(0);
	for (int i = 0; i < NODES; i++)
		insert(header, next_random(&random) >> 16);
	for (int i = 0; i < CHANGES; i++) {
		insert(header, next_random(&random) >> 16);
		sum = mix(sum, take(header, next_random(&random) >> 16));
		sum += (uint64_t)weigh(AT(root)->load);
	}
	printf("%016llx\n", (unsigned long long)sum);
	return 0;
}
