/* task.c -- tasks: several C stacks, each with its own chains of frames, on one thread.
**
** A task never leaves the thread that made it, so this file locks nothing but the list of tasks, which the walker
** reads. */
#include "runtime/thread/thread.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if RT_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#if RT_TSAN
#include <sanitizer/tsan_interface.h>
#endif

enum { DEFAULT_STACK_BYTES = 256 * 1024 };

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

/* Switches from the running task to `to`.  Returns when this task is switched to again. */
static void
switch_stacks(struct thread *self, struct task *from, struct task *to)
{
	bool comes_back = from->state != TASK_FINISHED;

	if (comes_back)
		from->state = TASK_SUSPENDED;
	to->state = TASK_RUNNING;
	/* A switch to the caller, at the end of the task too, does not make this task the caller of its own caller. */
	if (to != from->caller && comes_back)
		to->caller = from;
	to->switched_from = from;
	self->pub.current_task = &to->pub;
	from->root_chain = llvm_gc_root_chain;
	llvm_gc_root_chain = to->root_chain;
	asan_before(from, to, comes_back);
	tsan_before(from, to);
	swapcontext(&from->context, &to->context);
	asan_after(from, from->switched_from);
}

static void
task_main(void)
{
	struct thread *self = thread_self();
	struct task *t = (struct task *)self->pub.current_task, *to;

	asan_after(t, t->switched_from);
	t->result = t->entry(t->arg);
	t->arg = NULL;
	t->pub.exception = NULL;
	t->state = TASK_FINISHED;
	to = t->caller;
	if (to->state != TASK_SUSPENDED)
		to = &self->root;
	switch_stacks(self, t, to);
	lr_gc_fatal("task %p: switched to after its end", (void *)t);
}

/* A function of its own, because getcontext may return twice, and the compiler warns of locals of its caller. */
static bool
prepare_context(ucontext_t *context, void *low, size_t bytes)
{
	if (getcontext(context) != 0)
		return false;
	context->uc_stack.ss_sp = low;
	context->uc_stack.ss_size = bytes;
	context->uc_link = NULL;
	makecontext(context, task_main, 0);
	return true;
}

lr_task *
lr_task_new(lr_entry *fn, void *arg, size_t stack_bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct task *t;
	char *stack;

	if (fn == NULL || lr_thread_attach() != LR_RT_OK)
		return NULL;
	struct thread *self = thread_self();
	t = calloc(1, sizeof *t);
	if (t == NULL)
		return NULL;
	if (stack_bytes == 0)
		stack_bytes = DEFAULT_STACK_BYTES;
	if (stack_bytes > SIZE_MAX / 2)
		goto fail;
	stack_bytes = (stack_bytes + page - 1) / page * page + page;
	stack = mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
		-1, 0);
	if (stack == MAP_FAILED)
		goto fail;
	/* The lowest page is a guard page: a stack overflow faults. */
	if (mprotect(stack, page, PROT_NONE) != 0 || !prepare_context(&t->context, stack + page, stack_bytes - page)) {
		munmap(stack, stack_bytes);
		goto fail;
	}
	t->stack = stack;
	t->stack_bytes = stack_bytes;
	t->asan_bottom = stack + page;
	t->asan_bytes = stack_bytes - page;
	tsan_new(t);
	t->valgrind_id = VALGRIND_STACK_REGISTER(stack + page, stack + stack_bytes - 1);
	t->pub.ptls = &self->pub;
	t->entry = fn;
	t->arg = arg;
	t->state = TASK_SUSPENDED;
	pthread_mutex_lock(&world.table_lock);
	t->next = self->tasks;
	self->tasks = t;
	pthread_mutex_unlock(&world.table_lock);
	return &t->pub;
fail:
	free(t);
	return NULL;
}

int
lr_task_switch(lr_task *to)
{
	struct task *t = (struct task *)to;

	if (t == NULL)
		return LR_RT_E_ARG;
	int status = lr_thread_attach();
	if (status != LR_RT_OK)
		return status;
	struct thread *self = thread_self();
	struct task *from = (struct task *)self->pub.current_task;
	if (t->pub.ptls != &self->pub || t->state == TASK_FINISHED)
		return LR_RT_E_STATE;
	world_poll(self);
	if (t != from)
		switch_stacks(self, from, t);
	return LR_RT_OK;
}

lr_task *
lr_task_current(void)
{
	return thread_self()->pub.current_task;
}

lr_task *
lr_task_caller(void)
{
	struct task *t = (struct task *)thread_self()->pub.current_task;

	return t->caller != NULL ? &t->caller->pub : NULL;
}

int
lr_task_finished(const lr_task *task, void **result)
{
	const struct task *t = (const struct task *)task;

	if (t == NULL)
		return LR_RT_E_ARG;
	if (t->state != TASK_FINISHED)
		return 0;
	if (result != NULL)
		*result = t->result;
	return 1;
}

static void
free_task(struct task *t)
{
	VALGRIND_STACK_DEREGISTER(t->valgrind_id);
	tsan_gone(t);
	munmap(t->stack, t->stack_bytes);
	free(t);
}

void
task_free_list(struct task *t)
{
	while (t != NULL) {
		struct task *next = t->next;

		free_task(t);
		t = next;
	}
}

int
lr_task_free(lr_task *task)
{
	struct thread *self = thread_self_tls; /* the thread that owns the task is attached */
	struct task *t = (struct task *)task, **link;

	if (t == NULL)
		return LR_RT_OK;
	if (self == NULL || t->pub.ptls != &self->pub || t->state == TASK_RUNNING || t == &self->root)
		return LR_RT_E_STATE;
	pthread_mutex_lock(&world.table_lock);
	link = &self->tasks;
	while (*link != t)
		link = &(*link)->next;
	*link = t->next;
	pthread_mutex_unlock(&world.table_lock);
	for (struct task *k = self->tasks; k != NULL; k = k->next)
		if (k->caller == t)
			k->caller = &self->root;
	if (self->root.caller == t)
		self->root.caller = NULL;
	free_task(t);
	return LR_RT_OK;
}
