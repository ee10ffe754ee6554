/* thread.c -- attaching, detaching, starting and joining threads.
**
** A thread is attached by its first use of the runtime and detached when it ends.  Its state is one allocation, found
** through one thread-local word. */
#include "runtime/heap/heap.h"
#include "runtime/thread/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

__thread struct lr_stack_entry *llvm_gc_root_chain __attribute__((tls_model("initial-exec")));

static struct {
	pthread_mutex_t lock;
	bool made;
	pthread_key_t key;
} at_exit = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* A started thread, until it is joined.  `arg` and `result` are global roots. */
struct lr_thread {
	pthread_t id;
	lr_entry *entry;
	void *arg, *result;
};

static void
detach_at_exit(void *unused)
{
	struct thread *self = thread_self_tls;

	(void)unused;
	if (self == NULL) {
		globals_end_thread();
		return;
	}
	/* The stacks of the thread are about to vanish with all frames on them, as after pthread_exit in a nested
	** call. */
	self->pub.current_task = &self->root.pub;
	self->root.pub.gcstack = NULL;
	llvm_gc_root_chain = NULL;
	lr_thread_detach();
	globals_end_thread();
}

/* Returns false if the process has no thread-specific key left. */
static bool
make_key(void)
{
	pthread_mutex_lock(&at_exit.lock);
	if (!at_exit.made)
		at_exit.made = pthread_key_create(&at_exit.key, detach_at_exit) == 0;
	pthread_mutex_unlock(&at_exit.lock);
	return at_exit.made;
}

/* The key serves only to have its destructor called, so its value is any pointer but NULL. */
bool
thread_watch_end(void)
{
	return make_key() && pthread_setspecific(at_exit.key, &at_exit) == 0;
}

/* Cancels thread_watch_end for a thread that is not attached any more, unless it has thread-local variables. */
static void
unwatch_end(void)
{
	if (!globals_has_tls())
		pthread_setspecific(at_exit.key, NULL);
}

static void
insert(struct thread *t)
{
	pthread_mutex_lock(&world.list_lock);
	pthread_mutex_lock(&world.table_lock);
	t->next = world.threads;
	world.threads = t;
	world.nthreads++;
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
	if (!make_key())
		return LR_RT_E_SYSTEM;
	t = calloc(1, sizeof *t);
	if (t == NULL)
		return LR_RT_E_NOMEM;
	t->pub.safepoint = world.page;
	t->pub.gc_state = LR_GC_STATE_UNSAFE;
	t->pub.root_task = t->pub.current_task = &t->root.pub;
	t->root.pub.ptls = &t->pub;
	t->root_chain = &llvm_gc_root_chain;
	t->root.state = TASK_RUNNING;
	if (!thread_watch_end()) {
		free(t);
		return LR_RT_E_NOMEM;
	}
	insert(t);
	thread_self_tls = t;
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
	alloc_return_runs(self);
	stats_flush(self);
	/* The next collection must still scan the objects that the thread queued.  The list takes the thread's own
	** state, so that detaching needs no memory. */
	struct thread *gone = NULL, **to = self->queued.count != 0 ? &world.ended : &gone;
	struct task *tasks = self->tasks;
	self->tasks = NULL;
	self->next = *to;
	*to = self;
	/* The next sweep finds the thread's pages, because they are in heap.young. */
	pthread_mutex_unlock(&world.table_lock);
	pthread_mutex_unlock(&world.list_lock);
	thread_self_tls = NULL;
	unwatch_end();
	task_free_list(tasks);
	threads_free(&gone);
	return LR_RT_OK;
}

void
thread_free_all(void)
{
	for (struct thread *t = world.threads; t != NULL; t = t->next)
		task_free_list(t->tasks);
	threads_free(&world.threads);
	threads_free(&world.ended);
	world.nthreads = 0;
	thread_self_tls = NULL;
	unwatch_end();
}

static void *
thread_main(void *p)
{
	struct lr_thread *t = p;

	thread_self();
	LR_GC_PUSH(&t->arg); /* `arg` is rooted in place, because `entry` possibly does not root its argument */
	t->result = t->entry(t->arg);
	LR_GC_POP();
	t->arg = NULL;
	lr_thread_detach();
	return NULL;
}

lr_thread *
lr_thread_spawn(lr_entry *fn, void *arg)
{
	struct lr_thread *t;

	if (fn == NULL || lr_thread_attach() != LR_RT_OK)
		return NULL;
	t = calloc(1, sizeof *t);
	if (t == NULL)
		return NULL;
	t->entry = fn;
	t->arg = arg;
	if (lr_gc_add_root(&t->arg) != LR_RT_OK)
		goto no_arg;
	if (lr_gc_add_root(&t->result) != LR_RT_OK)
		goto no_result;
	world_poll(thread_self()); /* after `arg` has been rooted */
	if (pthread_create(&t->id, NULL, thread_main, t) == 0)
		return t;
	lr_gc_remove_root(&t->result);
no_result:
	lr_gc_remove_root(&t->arg);
no_arg:
	free(t);
	return NULL;
}

void *
lr_thread_join(lr_thread *t)
{
	void *result;

	if (t == NULL)
		return NULL;
	uint8_t old = lr_gc_safe_enter();
	pthread_join(t->id, NULL);
	lr_gc_safe_leave(old);
	/* There is no safepoint from here to the return. */
	result = t->result;
	lr_gc_remove_root(&t->result);
	lr_gc_remove_root(&t->arg);
	free(t);
	return result;
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
	return &llvm_gc_root_chain;
}
