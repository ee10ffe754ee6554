/* SPDX-License-Identifier: MIT */
/* world.c -- stopping all threads: the safepoint page, polls, states of threads.
**
** A thread that wants the world stopped sets `world.stop`, makes the safepoint page unreadable, and waits until no
** other thread is GC-unsafe.  A running thread notices this at a poll, or by the fault of its load from the page.  It
** then sets its state to WAITING and sleeps on the word until that is 0 again.
**
** A thread that becomes GC-unsafe stores its state first and reads `stop` (or loads from the page) afterwards.  The
** stopper writes `stop` first and reads the states afterwards.  So at least one of the two sees the other.  Compiled
** code has no fence between its two accesses.  For such code the fence is that of closing the page (mprotect interrupts
** every processor that runs a thread of this process), or os_fence_all.
**
** Under stress the page stays unreadable while the world runs, so that each load from it collects.  The load must
** succeed in the end, so the handler leaves the page readable, and the next allocation makes it unreadable again. */
#include "runtime/world/slow_stop.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool page_closed;           /* the safepoint page cannot be read; written under world.list_lock */

/* Takes no lock of the runtime, because the handler of the safepoint page calls it. */
void
world_park(struct thread *t)
{
	uint8_t old = t->pub.gc_state;

	do {
		__atomic_store_n(&t->pub.gc_state, LR_GC_STATE_WAITING, __ATOMIC_SEQ_CST);
		while (__atomic_load_n(&world.stop, __ATOMIC_ACQUIRE) != 0)
			os_wait(&world.stop, 1);
		__atomic_store_n(&t->pub.gc_state, old, __ATOMIC_SEQ_CST);
	} while (old == LR_GC_STATE_UNSAFE && __atomic_load_n(&world.stop, __ATOMIC_SEQ_CST) != 0);
}

void
world_set_state(struct thread *t, uint8_t state)
{
	__atomic_store_n(&t->pub.gc_state, state, __ATOMIC_SEQ_CST);
	if (state == LR_GC_STATE_UNSAFE && __atomic_load_n(&world.stop, __ATOMIC_SEQ_CST) != 0)
		world_park(t);
}

/* The caller of close_page and open_page holds world.list_lock. */
static void
close_page(void)
{
	if (page_closed)
		return;
	if (!os_close(world.page, world.page_bytes))
		lr_gc_fatal("safepoint page: %s", strerror(errno));
	/* Loads from the page are meant to fault, so memcheck need not report them. */
	(void)VALGRIND_MAKE_MEM_DEFINED(world.page, world.page_bytes);
	os_fence_all();
	__atomic_store_n(&page_closed, true, __ATOMIC_RELAXED);
}
static void
open_page(void)
{
	if (!page_closed)
		return;
	if (!os_open_read_only(world.page, world.page_bytes))
		lr_gc_fatal("safepoint page: %s", strerror(errno));
	__atomic_store_n(&page_closed, false, __ATOMIC_RELAXED);
}

void
world_arm(void)
{
	if (__atomic_load_n(&page_closed, __ATOMIC_RELAXED) || pthread_mutex_trylock(&world.list_lock) != 0)
		return;
	close_page();
	pthread_mutex_unlock(&world.list_lock);
}

/* Makes the page readable, so that a load from it succeeds.  No other thread has the world stopped while this function
** holds the lock. */
void
world_disarm(struct thread *t)
{
	uint8_t old = t->pub.gc_state;

	__atomic_store_n(&t->pub.gc_state, LR_GC_STATE_WAITING, __ATOMIC_SEQ_CST);
	pthread_mutex_lock(&world.list_lock);
	open_page();
	pthread_mutex_unlock(&world.list_lock);
	world_set_state(t, old);
}

int
world_map_page(void)
{
	char *page;

	world.page_bytes = os_page_bytes();
	page = os_reserve(world.page_bytes);
	if (page == NULL || !os_open_read_only(page, world.page_bytes))
		return LR_RT_E_NOMEM;
	world.page = page;
	return LR_RT_OK;
}

void
world_unmap_page(void)
{
	os_release(world.page, world.page_bytes);
	world.page = NULL;
	page_closed = false;
}

/* Waits until no thread but `self` is GC-unsafe.  Compiled code stores states without a wake-up, so this function
** polls: at first with sched_yield, then with short sleeps. */
static void
await_others(const struct thread *self)
{
	static const struct timespec nap = { 0, 20000 };
	struct slow_stop slow = { .period_ms = world.stop_warning_ms };

	for (struct thread *t = world.threads; t != NULL; t = t->next) {
		if (t == self)
			continue;
		for (unsigned tries = 0; __atomic_load_n(&t->pub.gc_state, __ATOMIC_SEQ_CST) == LR_GC_STATE_UNSAFE;
			tries++) {
			if (tries < 200) {
				sched_yield();
				continue;
			}
			slow_stop_look(&slow, t);
			nanosleep(&nap, NULL);
		}
	}
}

bool
world_try_stop(struct thread *self)
{
	uint32_t running = 0;

	if (!__atomic_compare_exchange_n(&world.stop, &running, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
		world_park(self);
		return false;
	}
	pthread_mutex_lock(&world.list_lock);
	/* A thread that is alone has no thread to stop, and its collections cost no system call. */
	if (world.nthreads > 1) {
		close_page();
		await_others(self);
	}
	pthread_mutex_lock(&world.table_lock);
	return true;
}

void
world_resume(void)
{
	pthread_mutex_unlock(&world.table_lock);
	if (world.stress == 0)
		open_page();
	__atomic_store_n(&world.stop, 0, __ATOMIC_SEQ_CST);
	os_wake_all(&world.stop);
	pthread_mutex_unlock(&world.list_lock);
}
