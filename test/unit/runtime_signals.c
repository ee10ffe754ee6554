/* SPDX-License-Identifier: MIT */
/* runtime_signals.c -- a storm of signals through everything that the runtime does: its system calls begin again, and a handler that walks the
** frames of the thread that it interrupts finds them whole, wherever that is.  The frames are those of C (LR_GC_PUSH): compiled code
** may be between the stores that push one; see lr_walk_frames. */
#include "runtime_util.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

enum { WORKERS = 2, ENOUGH = 1500 };

static _Thread_local lr_task *walked;  /* NULL: the thread has no task yet, or not any more */
static int signals, roots, wrong, stop; /* atomics */
static pthread_t targets[WORKERS + 1];
static int present[WORKERS + 1];

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)slot, (void)site;
	++*(int *)user;
	return 0;
}

static void
walk_in_handler(int number)
{
	int count = 0;
	const struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .user = &count };

	(void)number;
	__atomic_fetch_add(&signals, 1, __ATOMIC_RELAXED);
	if (walked == NULL)
		return;
	int64_t n = lr_walk_frames(*(struct lr_frame *volatile *)&walked->gcstack, &v);
	if (n != count)
		__atomic_store_n(&wrong, (int)n - 1000, __ATOMIC_RELAXED);
	__atomic_fetch_add(&roots, count, __ATOMIC_RELAXED);
}

static void
enter(int who)
{
	targets[who] = pthread_self();
	walked = lr_task_current();
	__atomic_store_n(&present[who], 1, __ATOMIC_RELEASE);
}

/* No signal is on its way to a thread that has ended. */
static pthread_mutex_t sending = PTHREAD_MUTEX_INITIALIZER;

static void
leave(int who)
{
	uint8_t old = lr_gc_safe_enter();

	pthread_mutex_lock(&sending);
	__atomic_store_n(&present[who], 0, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&sending);
	lr_gc_safe_leave(old);
	walked = NULL;
}

static void *
send_signals(void *arg)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		pthread_mutex_lock(&sending);
		for (int i = 0; i <= WORKERS; i++)
			if (__atomic_load_n(&present[i], __ATOMIC_ACQUIRE))
				pthread_kill(targets[i], SIGPROF);
		pthread_mutex_unlock(&sending);
		usleep(30);
	}
	return arg;
}

/* Deep, so that there is something to walk. */
static struct node *
build(int depth, int64_t n)
{
	struct node *list = NULL, *rest = NULL;

	LR_GC_PUSH(&list, &rest);
	if (depth > 0)
		rest = build(depth - 1, n);
	list = node_new(n + depth, rest);
	LR_GC_POP();
	return list;
}

static bool
sound(const struct node *l, int depth, int64_t n)
{
	for (; l != NULL && l->value == n + depth; l = l->next)
		depth--;
	return l == NULL && depth == -1;
}

/* Throws with as many frames to be left. */
static void
fall(int depth, struct node *what)
{
	struct node *held = what;

	LR_GC_PUSH(&held);
	if (depth > 0)
		fall(depth - 1, held);
	else if (held != NULL)
		lr_throw(held);
	LR_GC_POP();
}

static void *
worker(void *arg)
{
	int who = (int)lr_unbox_int64(arg);
	struct node *list = NULL;

	LR_GC_PUSH(&list);
	enter(who);
	for (int64_t n = 0; __atomic_load_n(&signals, __ATOMIC_RELAXED) < ENOUGH; n++) {
		list = build(20, n);
		if (!sound(list, 20, n))
			__atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
		if (n % 16 == 0)
			lr_gc_collect(n % 64 == 0);
		if (n % 5 == 0) { /* the way out that pops many frames at once */
			lr_handler h;
			lr_enter_handler(walked, &h);
			if (__sigsetjmp(h.context, 0) == 0)
				fall(20, list);
			lr_pop_handler(walked, 1);
			list = lr_current_exception(walked);
		}
	}
	leave(who);
	LR_GC_POP();
	return NULL;
}

static void
storm(uint32_t stress)
{
	pthread_t sender;
	lr_thread *t[WORKERS];

	set_stress(stress);
	sigaction(SIGPROF, &(struct sigaction){ .sa_handler = walk_in_handler }, NULL); /* no SA_RESTART: system calls end with EINTR */
	pthread_create(&sender, NULL, send_signals, NULL);
	for (int i = 0; i < WORKERS; i++)
		cr_assert_not_null(t[i] = lr_thread_spawn(worker, lr_box_int64(i + 1)));
	worker(lr_box_int64(0));
	for (int i = 0; i < WORKERS; i++)
		lr_thread_join(t[i]);
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(sender, NULL);
	cr_assert_eq(wrong, 0, "a walk in a handler, or a list: %d", wrong);
	cr_assert_gt(roots, ENOUGH / 10);
	lr_gc_collect(1);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
}

Test(signals, through_allocation_and_collections, .timeout = 100)
{
	storm(0);
}

Test(signals, through_collections_at_every_safepoint, .timeout = 100)
{
	storm(1);
}
