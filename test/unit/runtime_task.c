/* SPDX-License-Identifier: MIT */
/* Tasks: switching, and that the frames of suspended ones are roots. */
#include "runtime_util.h"

/* A generator: passes out the squares of 1, 2, ... in `passed`, then ends. */
static int64_t passed;

static void *
squares(void *arg)
{
	int64_t n = lr_unbox_int64(arg);
	struct node *history = NULL;

	LR_GC_PUSH(&history);
	for (int64_t i = 1; i <= n; i++) {
		history = node_new(i * i, history);
		passed = history->value;
		lr_task_switch(lr_task_caller());
	}
	for (struct node *h = history; h != NULL; h = h->next, n--)
		cr_assert_eq(h->value, n * n);
	LR_GC_POP();
	return history;
}

static void
run_generators(int64_t n)
{
	enum { TASKS = 8 };
	lr_task *t[TASKS];
	void *result;

	for (int i = 0; i < TASKS; i++)
		cr_assert_not_null(t[i] = lr_task_new(squares, lr_box_int64(n), 0));
	for (int64_t step = 1; step <= n; step++)
		for (int i = 0; i < TASKS; i++) {
			cr_assert_eq(lr_task_switch(t[i]), LR_RT_OK);
			cr_assert_eq(passed, step * step);
			cr_assert_eq(lr_task_finished(t[i], NULL), 0);
		}
	for (int i = 0; i < TASKS; i++) {
		lr_task_switch(t[i]);
		cr_assert_eq(lr_task_finished(t[i], &result), 1);
		lr_gc_collect(1);
		cr_assert_eq(((struct node *)result)->value, n * n, "the result is kept until the task is freed");
		cr_assert_eq(lr_task_switch(t[i]), LR_RT_E_STATE);
		cr_assert_eq(lr_task_free(t[i]), LR_RT_OK);
	}
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
}

Test(task, generators)
{
	run_generators(100);
}

Test(task, generators_under_stress)
{
	set_stress(1);
	run_generators(50);
}

Test(task, errors)
{
	lr_task *self = lr_task_current(), *t = lr_task_new(squares, lr_box_int64(3), 1);

	cr_assert_eq(self, (lr_task *)(void *)lr_get_pgcstack());
	cr_assert_null(lr_task_caller());
	cr_assert_eq(lr_task_switch(NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_task_switch(self), LR_RT_OK);
	cr_assert_eq(lr_task_free(self), LR_RT_E_STATE);
	cr_assert_eq(lr_task_free(NULL), LR_RT_OK);
	cr_assert_null(lr_task_new(squares, NULL, SIZE_MAX - 100));
	cr_assert_eq(lr_task_free(t), LR_RT_OK, "a task need not run");
}

Test(task, abandoned_tasks_lose_their_roots)
{
	lr_task *t = lr_task_new(squares, lr_box_int64(10), 0);

	lr_task_switch(t);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 1);
	cr_assert_eq(lr_task_free(t), LR_RT_OK);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
}

static void *
thrower(void *arg)
{
	lr_task *t = lr_task_current();
	struct node *local = arg;
	lr_handler h;

	LR_GC_PUSH(&local);
	lr_enter_handler(t, &h);
	if (setjmp(h.context) == 0) {
		/* Suspended inside a protected part: handlers belong to the task. */
		lr_task_switch(lr_task_caller());
		lr_throw(node_new(local->value + 1, NULL));
	}
	lr_pop_handler(t, 1);
	local = lr_current_exception(t);
	LR_GC_POP();
	return local;
}

Test(task, handlers_belong_to_tasks)
{
	lr_task *self = lr_task_current(), *t;
	struct node *arg = NULL;
	volatile int caught = 0;
	lr_handler h;
	void *result;

	LR_GC_PUSH(&arg);
	set_stress(1);
	arg = node_new(1, NULL);
	t = lr_task_new(thrower, arg, 0);
	lr_task_switch(t);
	lr_enter_handler(self, &h);
	if (setjmp(h.context) == 0) {
		cr_assert_eq(self->handlers, &h);
		lr_throw(arg);
	}
	caught++;
	lr_pop_handler(self, 1);
	lr_task_switch(t);
	cr_assert(lr_task_finished(t, &result));
	cr_assert_eq(((struct node *)result)->value, 2);
	cr_assert_eq(lr_current_exception(self), arg);
	cr_assert_eq(caught, 1);
	lr_task_free(t);
	LR_GC_POP();
}

static lr_task *ring[3];

static void *
in_ring(void *arg)
{
	int64_t me = lr_unbox_int64(arg);

	/* The last one ends first, then control runs back along the callers. */
	if (me < 2)
		lr_task_switch(ring[me + 1]);
	return arg;
}

Test(task, chain_of_tasks_unwinds)
{
	for (int i = 0; i < 3; i++)
		ring[i] = lr_task_new(in_ring, lr_box_int64(i), 0);
	lr_task_switch(ring[0]);
	for (int i = 0; i < 3; i++) {
		cr_assert(lr_task_finished(ring[i], NULL));
		lr_task_free(ring[i]);
	}
}

static void *
ends(void *arg)
{
	return arg;
}

static void *
frees_its_caller(void *arg)
{
	cr_assert_eq(lr_task_free(lr_task_caller()), LR_RT_OK);
	return arg;
}

static void *
goes_on(void *arg)
{
	lr_task_switch(ring[1]);
	return arg;
}

Test(task, without_its_caller_a_task_ends_in_the_first)
{
	ring[0] = lr_task_new(goes_on, NULL, 0);
	ring[1] = lr_task_new(frees_its_caller, NULL, 0);
	lr_task_switch(ring[0]);
	cr_assert(lr_task_finished(ring[1], NULL));
	lr_task_free(ring[1]);
	ring[0] = lr_task_new(ends, NULL, 0);
	lr_task_switch(ring[0]);
	cr_assert(lr_task_finished(ring[0], NULL));
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
}

static void *
leaves_much(void *arg)
{
	struct node *local = node_new(1, NULL);
	lr_handler h;

	LR_GC_PUSH(&local, &arg);
	lr_enter_handler(lr_task_current(), &h);
	if (setjmp(h.context) == 0)
		for (;;) {
			local = node_new(local->value + 1, local);
			lr_task_switch(lr_task_caller());
		}
	cr_assert(0, "nothing throws here");
	return NULL;
}

static void *
throws_by_itself(void *arg)
{
	lr_task *t = lr_task_current();
	lr_handler h;

	LR_GC_PUSH(&arg);
	cr_assert_null(t->handlers);
	cr_assert_null(lr_current_exception(t));
	lr_enter_handler(t, &h);
	if (setjmp(h.context) == 0)
		lr_throw(arg);
	lr_pop_handler(t, 1);
	LR_GC_POP();
	return lr_current_exception(t);
}

Test(task, restarted_tasks_keep_their_stack_alone)
{
	lr_task *t = lr_task_new(leaves_much, NULL, 0);
	struct node *n = NULL;
	void *result;

	LR_GC_PUSH(&n);
	set_stress(1);
	for (int i = 0; i < 30; i++) {
		for (int k = 0; k < i % 3; k++)
			cr_assert_eq(lr_task_switch(t), LR_RT_OK);
		lr_gc_collect(1);
		cr_assert_eq(stats().live_objects, (uint64_t)(i > 0) + (uint64_t)(i % 3 > 0 ? i % 3 + 1 : 0));
		n = node_new(i, NULL);
		cr_assert_eq(lr_task_restart(t, throws_by_itself, n), LR_RT_OK);
		cr_assert_eq(lr_task_finished(t, NULL), 0);
		lr_gc_collect(1);
		cr_assert_eq(stats().live_objects, 1, "and the argument");
		cr_assert_eq(lr_task_switch(t), LR_RT_OK);
		cr_assert_eq(lr_task_finished(t, &result), 1);
		cr_assert_eq(result, n);
		cr_assert_eq(lr_task_restart(t, leaves_much, NULL), LR_RT_OK, "a finished one, too");
	}
	cr_assert_eq(lr_task_free(t), LR_RT_OK);
	LR_GC_POP();
}

static void *
restarts_its_caller(void *arg)
{
	cr_assert_eq(lr_task_restart(lr_task_current(), ends, NULL), LR_RT_E_STATE);
	cr_assert_eq(lr_task_restart(lr_task_caller(), ends, arg), LR_RT_OK);
	return arg;
}

Test(task, restarted_callers_are_callers)
{
	lr_task *chains = lr_task_new_chains();

	ring[0] = lr_task_new(goes_on, NULL, 0);
	ring[1] = lr_task_new(restarts_its_caller, NULL, 0);
	cr_assert_eq(lr_task_switch(ring[0]), LR_RT_OK);
	for (int i = 0; i < 2; i++) {
		cr_assert(lr_task_finished(ring[i], NULL));
		lr_task_free(ring[i]);
	}
	cr_assert_eq(lr_task_restart(chains, ends, NULL), LR_RT_E_STATE);
	cr_assert_eq(lr_task_restart(lr_task_current(), ends, NULL), LR_RT_E_STATE);
	cr_assert_eq(lr_task_restart(NULL, ends, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_task_restart(chains, NULL, NULL), LR_RT_E_ARG);
	lr_task_free(chains);
}
