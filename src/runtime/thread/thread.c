/* SPDX-License-Identifier: MIT */
/* thread.c -- attaching and detaching threads.
**
** A thread is attached by its first use of the runtime and detached when it ends.  Its state is one allocation, found
** through one thread-local word. */
#include "runtime/collector.h"
#include "runtime/thread/thread.h"

#include <stdlib.h>

#if !defined(_WIN32)
__thread struct lr_stack_entry *llvm_gc_root_chain __attribute__((tls_model("initial-exec")));
__thread void **lr_pgcstack_here __attribute__((tls_model("initial-exec")));
#endif

/* Compiled code that has been told of no task calls lr_get_pgcstack. */
static void
thread_unpublish(void)
{
#if !defined(_WIN32)
	lr_pgcstack_here = NULL;
#endif
}

static void
insert(struct thread *t)
{
	pthread_mutex_lock(&world.list_lock);
	pthread_mutex_lock(&world.table_lock);
	t->next = world.threads;
	world.threads = t;
	world.nthreads++;
	if (world.nthreads > world.max_threads)
		world.max_threads = world.nthreads;
	pthread_mutex_unlock(&world.table_lock);
	pthread_mutex_unlock(&world.list_lock);
}

int
lr_thread_attach(void)
{
	struct thread *t;
	int status;

	if (thread_self_tls != NULL)
		return LR_RT_OK;
	status = runtime_begin();
	if (status != LR_RT_OK)
		return status;
	t = calloc(1, sizeof *t);
	if (t == NULL)
		return LR_RT_E_NOMEM;
	t->pub.safepoint = world.page;
	t->pub.gc_state = LR_GC_STATE_UNSAFE;
	t->pub.root_task = t->pub.current_task = &t->root.pub;
	t->root.pub.ptls = &t->pub;
	t->number = os_thread_number();
	t->root_chain = &llvm_gc_root_chain;
	t->root.state = TASK_RUNNING;
	status = heap_thread_begin(t) ? thread_watch_end() : LR_RT_E_NOMEM;
	if (status != LR_RT_OK) {
		free(t->heap);
		free(t);
		return status;
	}
	insert(t);
	thread_self_tls = t;
	thread_set_task(t, &t->root.pub);
	return LR_RT_OK;
}

struct thread *
thread_adopt(void)
{
	int status = lr_thread_attach();

	if (status != LR_RT_OK)
		lr_gc_fatal("can not attach a thread: %s", lr_rt_strerror(status));
	return thread_self_tls;
}

int
lr_thread_detach(void)
{
	struct thread *self = thread_self_tls, **link;

	if (self == NULL || self->pub.current_task != &self->root.pub || self->root.pub.gcstack != NULL ||
	    llvm_gc_root_chain != NULL)
		return LR_RT_E_STATE;
	/* The thread is GC-safe while it waits for the lock: the holder of the lock may be waiting for this thread. */
	__atomic_store_n(&self->pub.gc_state, LR_GC_STATE_SAFE, __ATOMIC_SEQ_CST);
	pthread_mutex_lock(&world.list_lock);
	pthread_mutex_lock(&world.table_lock);
	for (link = &world.threads; *link != self; link = &(*link)->next)
		;
	*link = self->next;
	world.nthreads--;
	heap_thread_end(self);
	/* The next collection must still scan the objects that the thread queued.  The list takes the thread's own
	** state, so that detaching needs no memory. */
	struct thread *gone = NULL, **to = self->queued.count != 0 ? &world.ended : &gone;
	struct task *tasks = self->tasks, *spare = self->spare;
	self->tasks = self->spare = NULL;
	self->next = *to;
	*to = self;
	pthread_mutex_unlock(&world.table_lock);
	pthread_mutex_unlock(&world.list_lock);
	thread_self_tls = NULL;
	thread_unpublish();
	thread_unwatch_end();
	task_free_list(tasks);
	task_free_list(spare);
	threads_free(&gone);
	return LR_RT_OK;
}

void
thread_free_all(void)
{
	for (struct thread *t = world.threads; t != NULL; t = t->next) {
		task_free_list(t->tasks);
		task_free_list(t->spare);
	}
	threads_free(&world.threads);
	threads_free(&world.ended);
	world.nthreads = 0;
	thread_self_tls = NULL;
	thread_unpublish();
	thread_unwatch_end();
}

void **
lr_get_pgcstack(void)
{
	return (void **)(void *)&thread_self()->pub.current_task->gcstack;
}

void **
lr_get_pgcstack_or_new(void)
{
	return lr_get_pgcstack();
}

void *
lr_root_chain(void)
{
#if defined(_WIN32)
	return os_word(OS_WORD_CHAIN);
#else
	return &llvm_gc_root_chain;
#endif
}
