/* SPDX-License-Identifier: MIT */
/* handler.c -- exceptions: a chain of saved contexts in each task.
**
** A handler saves the heads of both chains of frames when it is entered, so functions that a throw skips need not pop
** their frames. */
#include "runtime/thread/thread.h"

#if defined(_WIN32)
_Noreturn void context_resume(uint64_t *context); /* context_windows.S */
#elif !defined(__wasm__)
#define context_resume(context) _longjmp(context, 1)
#endif

#include <stdlib.h>

static struct {
	lr_uncaught_hook *hook;
	void *user;
} uncaught;

void
lr_set_uncaught_hook(lr_uncaught_hook *hook, void *user)
{
	uncaught.hook = hook;
	uncaught.user = user;
}

void
lr_enter_handler(void *task, void *buf)
{
	lr_task *t = task;
	lr_handler *h = buf;

	if (rt_unlikely(t == NULL || h == NULL))
		lr_gc_fatal("lr_enter_handler: the %s is NULL", t == NULL ? "task" : "handler");
	h->prev = t->handlers;
	h->gcstack = t->gcstack;
	h->root_chain = llvm_gc_root_chain;
	h->gc_state = t->ptls->gc_state;
	t->handlers = h;
}

/* Returns the `n`th handler, counted from the innermost one as 1. */
static lr_handler *
nth_handler(const lr_task *t, int n)
{
	if (rt_unlikely(t == NULL))
		lr_gc_fatal("asked to pop %d handlers, and the task is NULL", n);
	lr_handler *h = t->handlers;
	for (int i = 1; i < n && h != NULL; i++)
		h = h->prev;
	if (h == NULL || n < 1)
		lr_gc_fatal("task %p: asked to pop %d handlers, there are fewer", (const void *)t, n);
	return h;
}

void
lr_pop_handler(void *task, int n)
{
	lr_task *t = task;
	lr_handler *h = nth_handler(t, n);

	t->handlers = h->prev;
	t->gcstack = h->gcstack;
	llvm_gc_root_chain = h->root_chain;
	world_set_state((struct thread *)t->ptls, h->gc_state);
}

void
lr_pop_handler_noexcept(void *task, int n)
{
	lr_task *t = task;

	t->handlers = nth_handler(t, n)->prev;
}

void *
lr_current_exception(void *task)
{
	return task != NULL ? ((lr_task *)task)->exception : NULL;
}

static const char *
type_name(const void *object)
{
	const struct lr_type *type;

	if (!lr_is_reference(object))
		return (uintptr_t)object < LR_SMALL_VALUE_LIMIT ? "null" : "immediate";
	type = lr_type_of(object);
	return (uintptr_t)type < LR_SMALL_VALUE_LIMIT || type->name == NULL ? "(unnamed)" : type->name;
}

void
lr_throw(void *exception)
{
	struct thread *self = thread_self();
	lr_task *t = self->pub.current_task;
	lr_handler *h = t->handlers;

	t->exception = exception;
	if (h == NULL) {
		if (uncaught.hook != NULL)
			uncaught.hook(uncaught.user, t, exception);
		fflush(stdout);
		fprintf(stderr, "uncaught exception of type %s\n", type_name(exception));
		exit(1);
	}
	t->gcstack = h->gcstack;
	llvm_gc_root_chain = h->root_chain;
	world_set_state(self, h->gc_state);
#if defined(__wasm__)
	lr_gc_fatal("an exception of type %s is thrown, and WebAssembly cannot return to the handler: it has no setjmp",
		type_name(exception));
#else
	/* On POSIX systems _longjmp, because __sigsetjmp(_, 0) saves contexts without the signal mask. */
	context_resume(h->context);
#endif
}
