/* SPDX-License-Identifier: MIT */
/* workers.c -- marking on several threads.
**
** The thread that collects marks alone at first.  If a collection has more than ALONE objects, which minor ones seldom
** have, it wakes the helpers, threads that do nothing else.  A thread with work
** gives a batch of its stack to the pool whenever another one is idle.  Marking ends when all are.  Helpers never run
** code of the program, and are started by the first collection that needs them. */
#include "runtime/heap/mark.h"

#include <stdlib.h>
#include <string.h>

#if RT_ONE_THREAD

void
workers_drain(struct marker *m)
{
	marker_drain(m, UINT64_MAX);
}

void
workers_share(struct marker *m)
{
	(void)m;
}

void
workers_fini(void)
{
}

#else


enum {
	ALONE = 100000,
	BATCH = 512,
	SHARE_EVERY = 4096,        /* objects: to wake a thread costs as much as to mark some hundred */
	MOST_HELPERS = 15
};

struct batch {
	struct batch *next;
	uint32_t count;
	void *objects[BATCH];
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t change;     /* a batch, the end of marking, or of the helpers */
	struct batch *batches;
	uint32_t waiting;          /* number of batches.  Read without the lock as a hint */
	uint32_t idle;             /* threads that mark and have nothing to do.  Read without the lock as a hint */
	uint32_t threads;          /* that mark: helpers, and the one that collects */
	uint32_t helpers;          /* that were started */
	bool finished, quit, watches_fork;
	uint64_t marked;           /* by helpers */
	pthread_t id[MOST_HELPERS];
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER };

/* Moves the oldest objects of the stack, which lead to most others, to the pool.  If memory is exhausted, they stay. */
void
workers_share(struct marker *m)
{
	if (m->marked - m->marked_at_share < SHARE_EVERY
		|| __atomic_load_n(&pool.idle, __ATOMIC_RELAXED) <= __atomic_load_n(&pool.waiting, __ATOMIC_RELAXED))
		return;
	m->marked_at_share = m->marked;
	struct batch *b = malloc(sizeof *b);
	if (b == NULL)
		return;
	const size_t half = (m->count - m->first) / 2;
	b->count = (uint32_t)(half < BATCH ? half : BATCH);
	memcpy(b->objects, &m->items[m->first], b->count * sizeof *b->objects);
	m->first += b->count;
	pthread_mutex_lock(&pool.lock);
	b->next = pool.batches;
	pool.batches = b;
	__atomic_store_n(&pool.waiting, pool.waiting + 1, __ATOMIC_RELAXED);
	pthread_cond_broadcast(&pool.change);
	pthread_mutex_unlock(&pool.lock);
}

/* The caller holds pool.lock, and there is a batch.  Returns it and counts the thread as busy. */
static struct batch *
take(void)
{
	struct batch *b = pool.batches;

	pool.batches = b->next;
	__atomic_store_n(&pool.waiting, pool.waiting - 1, __ATOMIC_RELAXED);
	__atomic_store_n(&pool.idle, pool.idle - 1, __ATOMIC_RELAXED);
	return b;
}

/* The caller holds pool.lock. */
static void
become_idle(void)
{
	__atomic_store_n(&pool.idle, pool.idle + 1, __ATOMIC_RELAXED);
	if (pool.idle == pool.threads && pool.batches == NULL) {
		pool.finished = true;
		pthread_cond_broadcast(&pool.change);
	}
}

/* Marks from a batch on.  The caller does not hold the lock. */
static void
work(struct marker *m, struct batch *b)
{
	for (uint32_t i = 0; i < b->count; i++)
		marker_push(m, b->objects[i]);
	free(b);
	while (!marker_drain(m, UINT64_MAX))
		;
}

static void *
helper(void *unused)
{
	struct marker m = { .shared = true };

	(void)unused;
	pthread_mutex_lock(&pool.lock);
	while (!pool.quit) {
		if (pool.batches == NULL) {
			pthread_cond_wait(&pool.change, &pool.lock);
			continue;
		}
		struct batch *b = take();
		pthread_mutex_unlock(&pool.lock);
		work(&m, b);
		pthread_mutex_lock(&pool.lock);
		pool.marked += m.marked;
		m.marked = m.marked_at_share = 0;
		become_idle();
	}
	pthread_mutex_unlock(&pool.lock);
	marker_free(&m);
	return NULL;
}

/* The child of a fork has no helpers. */
static void
after_fork(void)
{
	pool.helpers = 0;
	pthread_mutex_init(&pool.lock, NULL);
	pthread_cond_init(&pool.change, NULL);
}

/* Starts helpers until there are `wanted`, or the system refuses.  They take no signals. */
static void
start(uint32_t wanted)
{
	if (!pool.watches_fork)
		pool.watches_fork = os_watch_fork(after_fork);
	while (pool.helpers < wanted && pool.helpers < MOST_HELPERS && os_start_helper(&pool.id[pool.helpers], helper))
		pool.helpers++;
}

void
workers_drain(struct marker *m)
{
	const uint32_t wanted = check.any ? 0 : heap.config.threads - 1;

	if (marker_drain(m, wanted == 0 ? UINT64_MAX : ALONE))
		return;
	if (pool.helpers < wanted)
		start(wanted);
	pthread_mutex_lock(&pool.lock);
	pool.finished = false;
	pool.threads = pool.helpers + 1;
	pool.marked = 0;
	__atomic_store_n(&pool.idle, pool.helpers, __ATOMIC_RELAXED);
	m->shared = true;
	for (;;) {
		pthread_mutex_unlock(&pool.lock);
		while (!marker_drain(m, UINT64_MAX))
			;
		pthread_mutex_lock(&pool.lock);
		become_idle();
		while (pool.batches == NULL && !pool.finished)
			pthread_cond_wait(&pool.change, &pool.lock);
		if (pool.finished)
			break;
		struct batch *b = take();
		for (uint32_t i = 0; i < b->count; i++)
			marker_push(m, b->objects[i]);
		free(b);
	}
	m->shared = false;
	m->marked += pool.marked;
	pthread_mutex_unlock(&pool.lock);
}

void
workers_fini(void)
{
	pthread_mutex_lock(&pool.lock);
	pool.quit = true;
	pthread_cond_broadcast(&pool.change);
	pthread_mutex_unlock(&pool.lock);
	for (uint32_t i = 0; i < pool.helpers; i++)
		pthread_join(pool.id[i], NULL);
	pool.helpers = 0;
	pool.quit = false;
}

#endif
