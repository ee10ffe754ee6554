/* SPDX-License-Identifier: MIT */
/* stack.c -- C stacks of tasks, by context_MACHINE.S or by ucontext. */
#include "runtime/thread/context.h"
#include "runtime/thread/thread.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if RT_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if RT_TSAN
#include <sanitizer/tsan_interface.h>
#endif

/* Reports to ThreadSanitizer: a new stack, a switch to a stack, the end of a stack. */
#if RT_TSAN
static void
tsan_new(struct task *t)
{
	t->fiber = __tsan_create_fiber(0);
}
static void
tsan_before(struct task *from, const struct task *to)
{
	from->fiber = __tsan_get_current_fiber();
	__tsan_switch_to_fiber(to->fiber, 0);
}
static void
tsan_gone(const struct task *t)
{
	__tsan_destroy_fiber(t->fiber);
}
#else
static void
tsan_new(struct task *t)
{
	(void)t;
}
static void
tsan_before(struct task *from, const struct task *to)
{
	(void)from, (void)to;
}
static void
tsan_gone(const struct task *t)
{
	(void)t;
}
#endif

#if RT_ASAN
/* Reports to AddressSanitizer, before a switch; `leaving` is false if the stack will never be used again. */
static void
asan_before(struct task *from, const struct task *to, bool leaving)
{
	__sanitizer_start_switch_fiber(leaving ? &from->fake_stack : NULL, to->asan_bottom, to->asan_bytes);
}
/* Reports to AddressSanitizer, after a switch, on the new stack.  Sets the bounds of the old stack, which is the only
** way to learn those of a thread's own stack. */
static void
asan_after(struct task *now, struct task *from)
{
	__sanitizer_finish_switch_fiber(now->fake_stack, &from->asan_bottom, &from->asan_bytes);
	now->fake_stack = NULL;
}
/* What frames that are gone have poisoned. */
static void
asan_dropped(struct task *t)
{
	__asan_unpoison_memory_region(t->asan_bottom, t->asan_bytes);
	t->fake_stack = NULL;
}
#else
static void
asan_before(struct task *from, const struct task *to, bool leaving)
{
	(void)from, (void)to, (void)leaving;
}
static void
asan_after(struct task *now, struct task *from)
{
	(void)now, (void)from;
}
static void
asan_dropped(const struct task *t)
{
	(void)t;
}
#endif

/* How stacks are exchanged; the same for all of the process. */
enum way { WAY_UNKNOWN, WAY_OWN, WAY_LIBRARY };
static enum way chosen;        /* atomic */

/* Decides that when the first stack is made.  The C library can give up second stacks later, and gets along with
** that. */
static void
choose_way(void)
{
	enum way unknown = WAY_UNKNOWN, found = WAY_LIBRARY;

	if (CONTEXT_OWN && context_shadowed() == 0)
		found = WAY_OWN;
	__atomic_compare_exchange_n(&chosen, &unknown, found, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Are stacks exchanged by context_MACHINE.S?  Not before one has been made. */
static inline bool
is_own(void)
{
	return CONTEXT_OWN && __atomic_load_n(&chosen, __ATOMIC_RELAXED) == WAY_OWN;
}

static void
switch_by_library(struct task *from, const struct task *to)
{
	ucontext_t here; /* lives on the stack that it describes */

	/* cppcheck-suppress autoVariables ; read only while this call has not returned */
	from->context = &here;
	swapcontext(&here, to->context);
}

void
stack_switch(struct task *from, struct task *to, bool comes_back)
{
	asan_before(from, to, comes_back);
	tsan_before(from, to);
	if (is_own())
		context_switch(&from->context, to->context);
	else
		switch_by_library(from, to);
	asan_after(from, from->switched_from);
}

void
stack_begin(struct task *t)
{
	asan_after(t, t->switched_from);
}

/* A function of its own, because getcontext may return twice, and the compiler warns of locals of its caller. */
static bool
fill_context(ucontext_t *context, void *low, size_t bytes, void (*main)(void))
{
	if (getcontext(context) != 0)
		return false;
	context->uc_stack.ss_sp = low;
	context->uc_stack.ss_size = bytes;
	context->uc_link = NULL;
	makecontext(context, main, 0);
	return true;
}

/* The first context of the task: a call of `main` on its empty stack. */
static bool
begin_context(struct task *t, void (*main)(void))
{
	if (is_own()) {
		t->context = context_make((char *)t->stack + t->stack_bytes, main);
		return true;
	}
	const size_t page = (size_t)sysconf(_SC_PAGESIZE); /* of the guard */
	if (t->first_context == NULL)
		t->first_context = calloc(1, sizeof(ucontext_t)); /* it is freed with the task */
	t->context = t->first_context;
	return t->context != NULL
		&& fill_context(t->context, (char *)t->stack + page, t->stack_bytes - page, main);
}

bool
stack_make(struct task *t, size_t stack_bytes, void (*main)(void))
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *stack;

	choose_way();
	stack_bytes = (stack_bytes + page - 1) / page * page + page;
	stack = mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
		-1, 0);
	if (stack == MAP_FAILED)
		return false;
	/* The lowest page is a guard page: a stack overflow faults. */
	t->stack = stack;
	t->stack_bytes = stack_bytes;
	if (mprotect(stack, page, PROT_NONE) != 0 || !begin_context(t, main)) {
		free(t->first_context);
		munmap(stack, stack_bytes);
		return false;
	}
	t->asan_bottom = stack + page;
	t->asan_bytes = stack_bytes - page;
	tsan_new(t);
	t->valgrind_id = VALGRIND_STACK_REGISTER(stack + page, stack + stack_bytes - 1);
	return true;
}

bool
stack_empty(struct task *t, void (*main)(void))
{
	if (!begin_context(t, main))
		return false;
	asan_dropped(t);
	tsan_gone(t);
	tsan_new(t);
	return true;
}

void
stack_free(struct task *t)
{
	VALGRIND_STACK_DEREGISTER(t->valgrind_id);
	tsan_gone(t);
	munmap(t->stack, t->stack_bytes);
	free(t->first_context);
}
