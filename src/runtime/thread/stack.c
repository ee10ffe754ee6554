/* SPDX-License-Identifier: MIT */
/* stack.c -- C stacks of tasks, by ucontext. */
#include "runtime/thread/thread.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if RT_ASAN
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
#endif

void
stack_switch(struct task *from, struct task *to, bool comes_back)
{
	ucontext_t here; /* lives on the stack that it describes */

	/* cppcheck-suppress autoVariables ; read only while this call has not returned */
	from->context = &here;
	asan_before(from, to, comes_back);
	tsan_before(from, to);
	swapcontext(&here, to->context);
	asan_after(from, from->switched_from);
}

void
stack_begin(struct task *t)
{
	asan_after(t, t->switched_from);
}

/* A function of its own, because getcontext may return twice, and the compiler warns of locals of its caller. */
static bool
prepare_context(ucontext_t *context, void *low, size_t bytes, void (*main)(void))
{
	if (getcontext(context) != 0)
		return false;
	context->uc_stack.ss_sp = low;
	context->uc_stack.ss_size = bytes;
	context->uc_link = NULL;
	makecontext(context, main, 0);
	return true;
}

bool
stack_make(struct task *t, size_t stack_bytes, void (*main)(void))
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *stack;

	stack_bytes = (stack_bytes + page - 1) / page * page + page;
	t->context = calloc(1, sizeof(ucontext_t)); /* the first one; it is freed with the task */
	if (t->context == NULL)
		return false;
	t->first_context = t->context;
	stack = mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
		-1, 0);
	if (stack == MAP_FAILED)
		goto fail;
	/* The lowest page is a guard page: a stack overflow faults. */
	if (mprotect(stack, page, PROT_NONE) != 0
		|| !prepare_context(t->context, stack + page, stack_bytes - page, main)) {
		munmap(stack, stack_bytes);
		goto fail;
	}
	t->stack = stack;
	t->stack_bytes = stack_bytes;
	t->asan_bottom = stack + page;
	t->asan_bytes = stack_bytes - page;
	tsan_new(t);
	t->valgrind_id = VALGRIND_STACK_REGISTER(stack + page, stack + stack_bytes - 1);
	return true;
fail:
	free(t->first_context);
	return false;
}

void
stack_free(struct task *t)
{
	VALGRIND_STACK_DEREGISTER(t->valgrind_id);
	tsan_gone(t);
	munmap(t->stack, t->stack_bytes);
	free(t->first_context);
}
