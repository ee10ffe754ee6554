/* SPDX-License-Identifier: MIT */
/* start.c -- starting and joining threads, and noticing their ends. */
#include "runtime/thread/thread.h"

#include <stdlib.h>

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
	thread_set_task(self, &self->root.pub);
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
int
thread_watch_end(void)
{
	if (!make_key())
		return LR_RT_E_SYSTEM;
	return pthread_setspecific(at_exit.key, &at_exit) == 0 ? LR_RT_OK : LR_RT_E_NOMEM;
}

void
thread_unwatch_end(void)
{
	if (!globals_has_tls())
		pthread_setspecific(at_exit.key, NULL);
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
