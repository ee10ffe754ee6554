/* SPDX-License-Identifier: MIT */
/* stack_windows.c -- C stacks of tasks, by fibers: Windows keeps the bounds of each stack in the thread's block, and
** has a guard page at its end. */
#include "runtime/thread/thread.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* A thread is a fiber as long as it runs tasks, unless the host has made it one for good. */
void
stack_switch(struct task *from, struct task *to, bool comes_back)
{
	const bool convert = !IsThreadAFiber();

	(void)comes_back;
	from->context = convert ? ConvertThreadToFiberEx(NULL, FIBER_FLAG_FLOAT_SWITCH) : GetCurrentFiber();
	if (from->context == NULL)
		lr_gc_fatal("task %p: no memory to leave the thread's own stack", (void *)from);
	SwitchToFiber(to->context);
	if (convert)
		ConvertFiberToThread();
}

void
stack_begin(struct task *t)
{
	(void)t;
}

static void CALLBACK
fiber_main(void *main)
{
	((void (*)(void))main)();
}

bool
stack_make(struct task *t, size_t stack_bytes, void (*main)(void))
{
	t->stack = CreateFiberEx(0, stack_bytes, FIBER_FLAG_FLOAT_SWITCH, fiber_main, (void *)main);
	t->stack_bytes = stack_bytes;
	t->context = t->stack;
	return t->stack != NULL;
}

bool
stack_empty(struct task *t, void (*main)(void))
{
	void *old = t->stack;

	if (!stack_make(t, t->stack_bytes, main)) {
		t->stack = t->context = old;
		return false;
	}
	DeleteFiber(old);
	return true;
}

void
stack_free(struct task *t)
{
	DeleteFiber(t->stack);
}
