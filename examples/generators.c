/* SPDX-License-Identifier: MIT */
/* generators.c -- tasks that take turns on one thread.
**
** Covers: frames of suspended tasks as roots; references that go to a task and come back; many tasks at a time, some of
** them abandoned in the middle.  Two trees of different shapes are compared leaf by leaf, each walked by a task. */
#include <lateroot/dialect.h>

struct tree {
	struct tree TRACKED *left, *right;
	long leaf;
};
TYPE(tree_type, struct tree, FIELD(struct tree, left), FIELD(struct tree, right));
/* How a generator and its user pass things on; `done` once there is no more. */
struct channel {
	ref item;
	struct tree TRACKED *tree;
	long done;
};
TYPE(channel_type, struct channel, FIELD(struct channel, item), FIELD(struct channel, tree));
struct box {
	long value;
};
TYPE(box_type, struct box);

typedef struct tree TRACKED *tree;
typedef struct channel TRACKED *channel;

static tree
node(tree left, tree right, long leaf)
{
	GC_FUNCTION;
	tree t = NEW(struct tree, tree_type);

	AT(t)->left = left;
	AT(t)->right = right;
	AT(t)->leaf = leaf;
	return t;
}

/* Leaves from, ... from + n - 1; `lean` says how unevenly the tree divides them. */
static tree
build(long from, long n, long lean)
{
	GC_FUNCTION;
	if (n == 1)
		return node(NULL, NULL, from * from % 101);
	long first = n / lean > 0 ? n / lean : 1;
	tree left = build(from, first, lean);
	return node(left, build(from + first, n - first, lean), 0);
}

static __attribute__((noinline)) void
yield_leaves(tree t, channel c)
{
	GC_FUNCTION;
	if (AT(t)->left != NULL) {
		yield_leaves(AT(t)->left, c);
		yield_leaves(AT(t)->right, c);
		return;
	}
	struct box TRACKED *b = NEW(struct box, box_type);
	AT(b)->value = AT(t)->leaf;
	SET(c, item, b);
	lr_task_switch(lr_task_caller());
}

static ref
generate(ref argument)
{
	GC_FUNCTION;
	channel c = argument;

	yield_leaves(AT(c)->tree, c);
	AT(c)->done = 1;
	return c;
}

static channel
new_channel(tree t)
{
	GC_FUNCTION;
	channel c = NEW(struct channel, channel_type);

	AT(c)->item = NULL;
	AT(c)->tree = t;
	AT(c)->done = 0;
	return c;
}

/* The number of leaves that agree from the start on, and 1000 more if that is all of them. */
static long
same_fringe(tree s, tree t)
{
	GC_FUNCTION;
	channel a = new_channel(s), b = new_channel(t);
	lr_task *ta = new_task(generate, a, 0), *tb = new_task(generate, b, 0);
	long same = 0;

	for (;;) {
		lr_task_switch(ta);
		lr_task_switch(tb);
		if (AT(a)->done || AT(b)->done) {
			same += AT(a)->done && AT(b)->done ? 1000 : 0;
			break;
		}
		struct box TRACKED *x = AT(a)->item;
		struct box TRACKED *y = AT(b)->item;
		if (AT(x)->value != AT(y)->value)
			break; /* both tasks are abandoned, in the middle of their trees */
		same++;
	}
	lr_task_free(ta);
	lr_task_free(tb);
	return same;
}

int
main(void)
{
	GC_FUNCTION;
	tree even = build(1, 40, 2);
	tree leaning = build(1, 40, 7);
	tree shorter = build(1, 39, 3);
	tree other = node(build(1, 25, 2), build(27, 14, 2), 0);

	printf("even and leaning: %ld\n", same_fringe(even, leaning));
	printf("even and shorter: %ld\n", same_fringe(even, shorter));
	printf("leaning and other: %ld\n", same_fringe(leaning, other));
	return 0;
}
