/* SPDX-License-Identifier: MIT */
/* task.c -- tasks: several C stacks, each with its own chains of frames, on one thread.
**
** A task never leaves the thread that made it, so this file locks nothing but the list of tasks, which the walker
** reads. */
#include "runtime/thread/thread.h"

#include <stdlib.h>

enum {
	DEFAULT_STACK_BYTES = 256 * 1024,
	LEAST_STACK_BYTES = 64 * 1024, /* the collector runs on the stack that allocates; libgc takes 20 KiB of it */
	MOST_SPARE = 16,           /* of a thread */
	MOST_SPARE_BYTES = 4 << 20 /* of their stacks, any page of which may have been used */
};

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
	thread_set_task(self, &to->pub);
	from->root_chain = llvm_gc_root_chain;
	llvm_gc_root_chain = to->root_chain;
	if (!from->is_chains && !to->is_chains)
		stack_switch(from, to, comes_back);
}

static void
task_main(void)
{
	struct thread *self = thread_self();
	struct task *t = (struct task *)self->pub.current_task, *to;

	stack_begin(t);
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

/* Adds a task to those of its thread. */
static void
insert(struct thread *self, struct task *t)
{
	t->pub.ptls = &self->pub;
	t->state = TASK_SUSPENDED;
	pthread_mutex_lock(&world.table_lock);
	t->next = self->tasks;
	self->tasks = t;
	pthread_mutex_unlock(&world.table_lock);
}

/* Puts a call of fn(arg) on the task's stack, in the place of what is there.  False: no memory, and nothing has
** changed. */
static bool
begin_anew(struct task *t, lr_entry *fn, void *arg)
{
	if (!stack_empty(t, task_main))
		return false;
	t->pub.gcstack = NULL;
	t->pub.handlers = NULL;
	t->pub.exception = NULL;
	t->root_chain = NULL;
	t->entry = fn;
	t->arg = arg;
	t->result = NULL;
	t->state = TASK_SUSPENDED;
	return true;
}

/* Keeps a freed task for the next one.  Under stress and with AddressSanitizer it is freed, so that uses of its stack
** show. */
static bool
keep_spare(struct thread *self, struct task *t)
{
	if (RT_ASAN || world.stress != 0 || t->is_chains || self->spare_count == MOST_SPARE
		|| t->asked_bytes > MOST_SPARE_BYTES - self->spare_bytes)
		return false;
	self->spare_count++;
	self->spare_bytes += t->asked_bytes;
	t->next = self->spare;
	self->spare = t;
	return true;
}

/* Returns a spare task with a stack of that size, or NULL. */
static struct task *
take_spare(struct thread *self, size_t bytes)
{
	for (struct task **link = &self->spare, *t; (t = *link) != NULL; link = &t->next)
		if (t->asked_bytes == bytes) {
			*link = t->next;
			self->spare_count--;
			self->spare_bytes -= bytes;
			t->caller = NULL;
			return t;
		}
	return NULL;
}

static void
free_task(struct task *t)
{
	if (!t->is_chains)
		stack_free(t);
	free(t);
}

lr_task *
lr_task_new(lr_entry *fn, void *arg, size_t stack_bytes)
{
	struct task *t;

	if (fn == NULL || stack_bytes > SIZE_MAX / 2 || lr_thread_attach() != LR_RT_OK)
		return NULL;
	if (stack_bytes == 0)
		stack_bytes = DEFAULT_STACK_BYTES;
	if (stack_bytes < LEAST_STACK_BYTES)
		stack_bytes = LEAST_STACK_BYTES;
	t = take_spare(thread_self(), stack_bytes);
	if (t != NULL && !begin_anew(t, fn, arg)) {
		free_task(t);
		return NULL;
	}
	if (t == NULL) {
		t = calloc(1, sizeof *t);
		if (t == NULL)
			return NULL;
		if (!stack_make(t, stack_bytes, task_main)) {
			free(t);
			return NULL;
		}
		t->asked_bytes = stack_bytes;
		t->entry = fn;
		t->arg = arg;
	}
	insert(thread_self(), t);
	return &t->pub;
}

lr_task *
lr_task_new_chains(void)
{
	struct task *t;

	if (lr_thread_attach() != LR_RT_OK)
		return NULL;
	t = calloc(1, sizeof *t);
	if (t == NULL)
		return NULL;
	t->is_chains = true;
	insert(thread_self(), t);
	return &t->pub;
}

int
lr_task_switch(lr_task *to)
{
	struct task *t = (struct task *)to;

	if (t == NULL)
		return LR_RT_E_ARG;
	struct thread *self = thread_self_tls;
	if (rt_unlikely(self == NULL)) {
		int status = lr_thread_attach();
		if (status != LR_RT_OK)
			return status;
		self = thread_self_tls;
	}
	struct task *from = (struct task *)self->pub.current_task;
	if (t->pub.ptls != &self->pub || t->state == TASK_FINISHED)
		return LR_RT_E_STATE;
	/* the runtime does not know on which stack a task without one of its own runs */
	if ((from->is_chains && t->stack != NULL) || (t->is_chains && from->stack != NULL))
		return LR_RT_E_STATE;
	world_poll(self);
	if (t != from)
		switch_stacks(self, from, t);
	return LR_RT_OK;
}

int
lr_task_restart(lr_task *task, lr_entry *fn, void *arg)
{
	const struct thread *self = thread_self_tls; /* the thread that owns the task is attached */
	struct task *t = (struct task *)task;

	if (t == NULL || fn == NULL)
		return LR_RT_E_ARG;
	if (self == NULL || t->pub.ptls != &self->pub || t->state == TASK_RUNNING || t->stack == NULL)
		return LR_RT_E_STATE;
	return begin_anew(t, fn, arg) ? LR_RT_OK : LR_RT_E_NOMEM;
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
	if (!keep_spare(self, t))
		free_task(t);
	return LR_RT_OK;
}
