/* SPDX-License-Identifier: MIT */
/* deep-recursion.c -- a hundred thousand frames.
**
** Covers: the walk over a very long chain of frames, on a task with a stack of its own; a root in every frame, used
** on the way back. */
#include <lateroot/dialect.h>

struct counter {
	struct counter TRACKED *below;
	long value;
};
TYPE(counter_type, struct counter, FIELD(struct counter, below));

typedef struct counter TRACKED *counter;

enum { DEPTH = 100000, EVERY = 1000 };

static __attribute__((noinline)) counter
count(long value, counter below)
{
	GC_FUNCTION;
	counter c = NEW(struct counter, counter_type);

	AT(c)->below = below;
	AT(c)->value = value;
	return c;
}

/* Allocates in every EVERY-th frame only, so that a collection at each allocation stays affordable; the frames in
** between keep the object of the one above. */
static __attribute__((noinline)) long
descend(long depth, counter c)
{
	GC_FUNCTION;
	if (depth == DEPTH)
		return AT(count(1, c))->value;
	if (depth % EVERY == 0)
		c = count(depth / EVERY, NULL);
	long below = descend(depth + 1, c);
	return (below * 3 + AT(c)->value) % 1000003;
}

static ref
start(ref first)
{
	GC_FUNCTION;
	return count(descend(0, first), NULL);
}

int
main(void)
{
	GC_FUNCTION;
	lr_task *task = new_task(start, count(5, NULL), (size_t)128 << 20);
	ref result = NULL;

	if (task == NULL || lr_task_switch(task) != LR_RT_OK || task_result(task, &result) != 1)
		return 1;
	printf("%d frames: %ld\n", DEPTH, AT((counter)result)->value);
	return lr_task_free(task) != LR_RT_OK;
}
