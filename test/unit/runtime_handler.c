/* SPDX-License-Identifier: MIT */
/* Exceptions: where control goes, and what becomes of the frame chain. */
#include "runtime_util.h"

static struct node *
exception_new(int64_t value)
{
	return node_new(value, NULL);
}

/* Pushes frames that nobody will pop. */
static void
deep(int levels, int64_t value)
{
	struct node *local = NULL;

	LR_GC_PUSH(&local);
	local = exception_new(levels);
	if (levels == 0)
		lr_throw(exception_new(value));
	else if (value != 0)
		deep(levels - 1, value);
	LR_GC_POP();
}

Test(handler, throw_cuts_the_frame_chain)
{
	lr_task *t = lr_task_current();
	lr_handler h;
	struct node *kept = NULL;
	volatile int caught = 0;
	struct lr_frame *top;

	LR_GC_PUSH(&kept);
	kept = exception_new(1);
	top = t->gcstack;
	lr_enter_handler(t, &h);
	cr_assert_eq(t->handlers, &h);
	if (setjmp(h.context) == 0) {
		deep(20, 42);
		cr_assert_fail("throw returned");
	} else {
		caught = 1;
		cr_assert_eq(t->gcstack, top);
		cr_assert_eq(t->handlers, &h, "the handler stays until popped");
		lr_pop_handler(t, 1);
	}
	cr_assert(caught);
	cr_assert_null(t->handlers);
	cr_assert_eq(((struct node *)lr_current_exception(t))->value, 42);
	LR_GC_POP();
	cr_assert_null(t->gcstack);
}

Test(handler, pops)
{
	lr_task *t = lr_task_current();
	lr_handler h[3];
	struct node *a = NULL;

	lr_enter_handler(t, &h[0]);
	lr_enter_handler(t, &h[1]);
	lr_enter_handler(t, &h[2]);
	lr_pop_handler_noexcept(t, 1);
	cr_assert_eq(t->handlers, &h[1]);
	lr_enter_handler(t, &h[2]);
	{
		LR_GC_PUSH(&a);
		lr_pop_handler_noexcept(t, 2);
		cr_assert_eq(t->handlers, &h[0]);
		cr_assert_not_null(t->gcstack, "noexcept leaves the frames alone");
		lr_pop_handler(t, 1);
		cr_assert_null(t->gcstack);
	}
	cr_assert_null(t->handlers);
	EXPECT_FATAL(lr_pop_handler(t, 1), "handlers");
}

static int
nested(lr_task *t)
{
	lr_handler outer, inner;
	volatile int steps = 0;

	lr_enter_handler(t, &outer);
	if (setjmp(outer.context) == 0) {
		lr_enter_handler(t, &inner);
		if (setjmp(inner.context) == 0) {
			steps += 1;
			lr_throw(exception_new(1));
		}
		lr_pop_handler(t, 1);
		steps += 10;
		/* Rethrow from the inner handler goes to the outer one. */
		lr_throw(exception_new(((struct node *)lr_current_exception(t))->value + 1));
	}
	lr_pop_handler(t, 1);
	steps += 100;
	return steps;
}

Test(handler, nested)
{
	lr_task *t = lr_task_current();

	cr_assert_eq(nested(t), 111);
	cr_assert_eq(((struct node *)lr_current_exception(t))->value, 2);
	cr_assert_null(t->handlers);
}

Test(handler, exception_is_a_root)
{
	lr_task *t = lr_task_current();
	lr_handler h;

	set_stress(1);
	lr_enter_handler(t, &h);
	if (setjmp(h.context) == 0)
		deep(5, 7);
	lr_pop_handler(t, 1);
	for (int i = 0; i < 100; i++)
		exception_new(i);
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_where(lr_current_exception(t)), LR_GC_OBJECT);
	cr_assert_eq(((struct node *)lr_current_exception(t))->value, 7);
}

Test(handler, gc_state_is_restored)
{
	lr_task *t = lr_task_current();
	lr_handler h;
	struct node *e = exception_new(3);

	lr_enter_handler(t, &h);
	if (setjmp(h.context) == 0) {
		lr_gc_safe_enter();
		cr_assert_eq(t->ptls->gc_state, LR_GC_STATE_SAFE);
		lr_throw(e);
	}
	cr_assert_eq(t->ptls->gc_state, LR_GC_STATE_UNSAFE);
	lr_pop_handler(t, 1);
}

static jmp_buf from_hook;
static void *hook_saw;

static void
uncaught(void *user, lr_task *t, void *exception)
{
	*(lr_task **)user = t;
	hook_saw = exception;
	longjmp(from_hook, 1);
}

Test(handler, uncaught_hook)
{
	lr_task *who = NULL;
	struct node *volatile e = exception_new(9);

	lr_set_uncaught_hook(uncaught, &who);
	if (setjmp(from_hook) == 0)
		lr_throw(e);
	cr_assert_eq(hook_saw, e);
	cr_assert_eq(who, lr_task_current());
}

Test(handler, uncaught_ends_the_program, .exit_code = 1)
{
	lr_throw(exception_new(9));
}

Test(handler, uncaught_null_ends_the_program, .exit_code = 1)
{
	lr_throw(NULL);
}
