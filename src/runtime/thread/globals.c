/* SPDX-License-Identifier: MIT */
/* globals.c -- registration of the global and thread-local variables of compiled code.
**
** The functions here work before the runtime is initialised, because constructors run first.  Tables of global
** variables form one list.  Each thread that has instances of thread-local variables owns a holder for them, which
** lives until the thread ends, whether the thread is attached or not. */
#include "runtime/thread/thread.h"
#include "runtime/world/globals.h"

#include <stdlib.h>

#if defined(_WIN32)
#define tls_mine (*(struct tls_holder **)os_word(OS_WORD_TABLES))
#else
static __thread struct tls_holder *tls_mine __attribute__((tls_model("initial-exec")));
#endif

static void
no_memory(const char *function, size_t n)
{
	lr_gc_fatal("%s: no memory for a table of %zu variables", function, n);
}

static struct global_table **
find_global(const struct lr_block *blocks, size_t n)
{
	struct global_table **link = &world.globals;

	while (*link != NULL && ((*link)->blocks != blocks || (*link)->n != n))
		link = &(*link)->next;
	return link;
}

void
lr_globals_add(const struct lr_block *table, size_t n)
{
	struct global_table *new, **found;

	if (n == 0)
		return;
	if (table == NULL)
		lr_gc_fatal("lr_globals_add: the table of %zu blocks is NULL", n);
	new = malloc(sizeof *new);
	if (new == NULL)
		no_memory("lr_globals_add", n);
	*new = (struct global_table){ table, n, 1, NULL };
	pthread_mutex_lock(&world.table_lock);
	found = find_global(table, n);
	if (*found == NULL) {
		*world.globals_end = new;
		world.globals_end = &new->next;
		new = NULL;
	} else {
		(*found)->times++;
	}
	pthread_mutex_unlock(&world.table_lock);
	free(new);
}

void
lr_globals_remove(const struct lr_block *table, size_t n)
{
	struct global_table *old = NULL, **found;

	pthread_mutex_lock(&world.table_lock);
	found = find_global(table, n);
	if (*found != NULL && --(*found)->times == 0) {
		old = *found;
		*found = old->next;
		if (world.globals_end == &old->next)
			world.globals_end = found;
	}
	pthread_mutex_unlock(&world.table_lock);
	free(old);
}

static struct tls_table **
find_tls(struct tls_holder *h, const struct lr_tls_block *key, size_t n)
{
	struct tls_table **link = &h->tables;

	while (*link != NULL && ((*link)->key != key || (*link)->n != n))
		link = &(*link)->next;
	return link;
}

/* Returns the calling thread's holder, and makes one if there is none. */
static struct tls_holder *
my_holder(size_t n)
{
	struct tls_holder *h = tls_mine;

	if (h != NULL)
		return h;
	h = calloc(1, sizeof *h);
	if (h == NULL || thread_watch_end() != LR_RT_OK)
		no_memory("lr_tls_add", n);
	pthread_mutex_lock(&world.table_lock);
	h->next = world.tls_holders;
	world.tls_holders = h;
	pthread_mutex_unlock(&world.table_lock);
	return tls_mine = h;
}

void
lr_tls_add(const struct lr_tls_block *table, size_t n)
{
	struct tls_holder *h;
	struct tls_table *new;

	if (n == 0)
		return;
	if (table == NULL)
		lr_gc_fatal("lr_tls_add: the table of %zu blocks is NULL", n);
	thread_self();
	h = my_holder(n);
	/* Other threads remove tables from the list, but only this thread adds tables to it. */
	pthread_mutex_lock(&world.table_lock);
	const bool there = *find_tls(h, table, n) != NULL;
	pthread_mutex_unlock(&world.table_lock);
	if (there)
		return;
	new = n <= SIZE_MAX / 2 / sizeof *new->blocks ? malloc(sizeof *new + n * sizeof *new->blocks) : NULL;
	if (new == NULL)
		no_memory("lr_tls_add", n);
	new->key = table;
	new->n = n;
	for (size_t i = 0; i < n; i++)
		new->blocks[i] = (struct lr_block){ table[i].map, table[i].address(), table[i].count };
	pthread_mutex_lock(&world.table_lock);
	new->next = h->tables;
	h->tables = new;
	pthread_mutex_unlock(&world.table_lock);
}

void
lr_tls_remove(const struct lr_tls_block *table, size_t n)
{
	struct tls_table *gone = NULL;

	pthread_mutex_lock(&world.table_lock);
	for (struct tls_holder *h = world.tls_holders; h != NULL; h = h->next) {
		struct tls_table **link = find_tls(h, table, n), *t = *link;
		if (t == NULL)
			continue;
		*link = t->next;
		t->next = gone;
		gone = t;
	}
	pthread_mutex_unlock(&world.table_lock);
	while (gone != NULL) {
		struct tls_table *next = gone->next;
		free(gone);
		gone = next;
	}
}

bool
globals_has_tls(void)
{
	return tls_mine != NULL;
}

void
globals_end_thread(void)
{
	struct tls_holder *h = tls_mine, **link = &world.tls_holders;

	if (h == NULL)
		return;
	tls_mine = NULL;
	pthread_mutex_lock(&world.table_lock);
	while (*link != h)
		link = &(*link)->next;
	*link = h->next;
	pthread_mutex_unlock(&world.table_lock);
	while (h->tables != NULL) {
		struct tls_table *next = h->tables->next;
		free(h->tables);
		h->tables = next;
	}
	free(h);
}
