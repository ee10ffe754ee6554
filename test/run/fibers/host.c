/* SPDX-License-Identifier: MIT */
/* host.c -- fibers by ucontext.  Where there is none (WebAssembly), all run on one stack, and a fiber that yields calls
** its consumer: the chains are exchanged in the same way. */
#include <stdio.h>
#include <stdlib.h>
#if !defined(__wasm__)
#include <ucontext.h>
#endif

#include <lateroot/runtime.h>

#include "host.h"

struct fiber {
	lr_task *task;
	struct fiber *caller;
	void (*produce)(void), (*consume)(void);
#if !defined(__wasm__)
	ucontext_t own, back;
	int finished;
#endif
};

static struct fiber *current;

static void
switch_chains(lr_task *to)
{
	if (lr_task_switch(to) != LR_RT_OK)
		abort();
}

/* The chains of the fiber's caller: of another fiber, or of the thread. */
static lr_task *
chains_of_caller(const struct fiber *f)
{
	static lr_task *first;

	if (first == NULL && f->caller == NULL)
		first = lr_task_current();
	return f->caller != NULL ? f->caller->task : first;
}

#if defined(__wasm__)
static void
run(struct fiber *f, lr_task *caller)
{
	(void)caller;
	switch_chains(f->task);
	f->produce();
}

void
fiber_yield(void)
{
	struct fiber *f = current;

	current = f->caller;
	switch_chains(chains_of_caller(f));
	f->consume();
	current = f;
	switch_chains(f->task);
}
#else
enum { STACK_BYTES = 1 << 18 };

static void
begin(void)
{
	current->produce();
	current->finished = 1;
	fiber_yield();
}

void
fiber_yield(void)
{
	struct fiber *f = current;

	current = f->caller;
	switch_chains(chains_of_caller(f));
	swapcontext(&f->own, &f->back);
}

static void
resume(struct fiber *f)
{
	current = f;
	switch_chains(f->task);
	swapcontext(&f->back, &f->own);
}

static void
run(struct fiber *f, lr_task *caller)
{
	void *stack = malloc(STACK_BYTES);

	(void)caller;
	if (stack == NULL || getcontext(&f->own) != 0)
		abort();
	f->own.uc_stack.ss_sp = stack;
	f->own.uc_stack.ss_size = STACK_BYTES;
	makecontext(&f->own, begin, 0);
	for (resume(f); !f->finished; resume(f))
		f->consume();
	free(stack);
}
#endif

void
fiber_run(void (*produce)(void), void (*consume)(void))
{
	struct fiber *f = calloc(1, sizeof *f);

	if (f == NULL || (f->task = lr_task_new_chains()) == NULL)
		abort();
	f->caller = current;
	f->produce = produce;
	f->consume = consume;
	lr_task *caller = chains_of_caller(f);
	current = f;
	run(f, caller);
	current = f->caller;
	switch_chains(caller);
	lr_task_free(f->task);
	free(f);
}
