/* SPDX-License-Identifier: MIT */
/* The heap, its helpers and lifetimes, when malloc and the system refuse memory, pages or threads.
**
** A process of its own for each request in turn: that one is refused, or all from it on.  Each must come to the right
** end, in which what a call has refused did not happen; or it ends with a message that speaks of memory. */
#include "refuse_malloc.h"
#include "runtime_util.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

void *__real_mmap(void *, size_t, int, int, int, off_t);
int __real_mprotect(void *, size_t, int);
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void *__wrap_mmap(void *, size_t, int, int, int, off_t);
int __wrap_mprotect(void *, size_t, int);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

void *
__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
	errno = ENOMEM;
	return is_refused() ? MAP_FAILED : __real_mmap(at, bytes, protection, flags, file, offset);
}

/* Protection that takes access away needs no memory. */
int
__wrap_mprotect(void *at, size_t bytes, int protection)
{
	errno = ENOMEM;
	return protection != PROT_NONE && is_refused() ? -1 : __real_mprotect(at, bytes, protection);
}

int
__wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *), void *arg)
{
	return is_refused() ? EAGAIN : __real_pthread_create(id, attributes, run, arg);
}

enum { KEYS = 300, ARRAYS = 20, CHAIN = 6000, WHOLE = 0, DIED = 42, NO_RUNTIME = 43, WRONG = 44 };
enum { TABLE_REFUSED = 1, FINALIZER_REFUSED = 2 }; /* what a process tells its parent at the end */

struct refs { int64_t n; void *at[]; };
static bool in_table[KEYS], has_finalizer[KEYS];
static uintptr_t hash[KEYS];
static int finalized, expected_finalized;

#define MUST(condition) \
	((condition) ? (void)0 : (fprintf(stderr, "%d requests granted: line %d: %s\n", granted, __LINE__, #condition), _exit(WRONG)))

static void
die(void *user, const char *message)
{
	(void)user;
	if (strstr(message, "memory") == NULL)
		fprintf(stderr, "lateroot: %s\n", message);
	_exit(strstr(message, "memory") != NULL ? DIED : WRONG);
}

static struct refs *
refs_new(int64_t n)
{
	struct refs *r = lr_gc_alloc(sizeof *r + (size_t)n * sizeof *r->at, &lr_type_refs.type);

	r->n = n;
	return r;
}

static void
finalize(void *object, void *user)
{
	(void)user;
	MUST(has_finalizer[((struct node *)object)->value]);
	finalized++;
}

/* A store into an object that may be old. */
static void
put(struct refs *r, int64_t i, void *object)
{
	r->at[i] = object;
	if ((lr_tag(r) & LR_TAG_OLD) && !(lr_tag(object) & LR_TAG_MARKED))
		lr_gc_queue_slot(r, &r->at[i]);
}

/* [safepoint]  More objects than one thread marks alone, by more arrays than the first list of them has room for. */
static struct refs *
much(void)
{
	struct refs *all = NULL, *part = NULL;
	struct node *n = NULL;

	LR_GC_PUSH_MOVING(&all, &part, &n);
	all = refs_new(ARRAYS);
	for (int i = 0; i < ARRAYS; i++) {
		part = refs_new(CHAIN);
		put(all, i, part);
		for (int k = 0; k < CHAIN; k++) {
			n = node_new(k, NULL);
			put(part, k, n);
		}
	}
	LR_GC_POP();
	return all;
}

/* Gives young values to keys of an old table, which lists them for the next minor collection. */
static void
renew(void *table, struct refs *keys)
{
	bool renewed[KEYS];

	LR_GC_PUSH_MOVING(&table, &keys);
	for (int i = 0; i < KEYS; i++) {
		struct node *value = node_new(i + KEYS, NULL);
		const int status = in_table[i] ? lr_weak_table_set(table, keys->at[i], value) : LR_RT_E_NOMEM;
		MUST(status == LR_RT_OK || status == LR_RT_E_NOMEM);
		renewed[i] = status == LR_RT_OK;
	}
	lr_gc_collect(0);
	for (int i = 0; i < KEYS; i++) {
		const struct node *value = lr_weak_table_get(table, keys->at[i]);
		MUST((value != NULL) == in_table[i]);
		MUST(value == NULL || value->value == (renewed[i] ? i + KEYS : -i));
	}
	LR_GC_POP();
}

/* Returns which calls have refused. */
static int
play(uint32_t mode)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	struct refs *keys = NULL, *weak = NULL, *all = NULL;
	void *table = NULL;
	int told = 0, entries = 0;

	if (lr_runtime_init() != LR_RT_OK)
		_exit(NO_RUNTIME);
	MUST(lr_gc_get_config(&c) == LR_RT_OK);
	c.mode = mode;
	c.threads = 2;
	c.verify_heap = 0;
	MUST(lr_gc_configure(&c) == LR_RT_OK);
	LR_GC_PUSH_MOVING(&keys, &weak, &all, &table);
	keys = refs_new(KEYS);
	weak = refs_new(KEYS);
	table = lr_weak_table_new();
	for (int i = 0; i < KEYS; i++) {
		put(keys, i, node_new(i, NULL));
		struct node *value = node_new(-i, NULL);
		const int status = lr_weak_table_set(table, keys->at[i], value);
		MUST(status == LR_RT_OK || status == LR_RT_E_NOMEM);
		in_table[i] = status == LR_RT_OK;
		entries += in_table[i];
		MUST((int)lr_weak_table_count(table) == entries);
		MUST(lr_weak_table_get(table, keys->at[i]) == (in_table[i] ? value : NULL));
		told |= in_table[i] ? 0 : TABLE_REFUSED;
		const int added = lr_finalizer_add(keys->at[i], finalize, NULL);
		MUST(added == LR_RT_OK || added == LR_RT_E_NOMEM);
		has_finalizer[i] = added == LR_RT_OK;
		told |= has_finalizer[i] ? 0 : FINALIZER_REFUSED;
		hash[i] = lr_identity_hash(keys->at[i]);
		put(weak, i, i % 2 ? lr_weak_new(keys->at[i], 0) : lr_ephemeron_new(keys->at[i], keys->at[i]));
	}
	all = much();
	lr_gc_collect(0);
	for (int i = 0; i < KEYS; i += 3) { /* has no finalizer any more: found by the map, or without memory for one */
		MUST(lr_finalizer_remove(keys->at[i], finalize, NULL) == (has_finalizer[i] ? LR_RT_OK : LR_RT_E_NOT_FOUND));
		has_finalizer[i] = false;
	}
	lr_gc_collect(1);
	lr_gc_collect(1);
	renew(table, keys);
	entries = 0;
	for (int i = 0; i < KEYS; i++) {
		MUST(lr_identity_hash(keys->at[i]) == hash[i]);
		MUST(lr_weak_get(weak->at[i]) == keys->at[i]);
		if (i % 2) {
			keys->at[i] = NULL;
			expected_finalized += has_finalizer[i];
		} else {
			entries += in_table[i];
		}
	}
	lr_gc_collect(1);
	MUST((int)lr_finalizers_run() == expected_finalized && finalized == expected_finalized);
	MUST((int)lr_weak_table_count(table) == entries);
	for (int i = 0; i < KEYS; i++)
		MUST((lr_weak_get(weak->at[i]) == NULL) == (keys->at[i] == NULL));
	for (int i = 0; i < ARRAYS; i++)
		for (int k = 0; k < CHAIN; k++)
			MUST(((struct node *)((struct refs *)all->at[i])->at[k])->value == k);
	LR_GC_POP();
	lr_runtime_shutdown();
	return told;
}

/* What became of processes that were refused memory: by status, and by what they told. */
static int ends[WRONG + 1], tellers[4];

/* Returns whether something was refused. */
static bool
try(uint32_t mode, int grant, int refuse)
{
	int pipes[2], got[2] = { 0, 0 }, status;

	cr_assert_eq(pipe(pipes), 0);
	const pid_t child = fork();
	if (child == 0) {
		lr_set_fatal_hook(die, NULL);
		refusals = refuse;
		granted = grant;
		const int told = play(mode);
		granted = -1;
		_exit(write(pipes[1], (int[]){ told, refused }, sizeof got) == sizeof got ? WHOLE : WRONG);
	}
	close(pipes[1]);
	const ssize_t n = read(pipes[0], got, sizeof got);
	close(pipes[0]);
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFEXITED(status) && WEXITSTATUS(status) < WRONG, "mode %u, %d requests granted, %d refused: status %x",
		mode, grant, refuse, (unsigned)status);
	ends[WEXITSTATUS(status)]++;
	tellers[got[0]]++;
	return n != sizeof got || got[1] != 0;
}

static void
try_all(uint32_t mode)
{
	int requests = 0;

	while (try(mode, requests, 1)) {
		try(mode, requests, 1 << 30);
		requests++;
		cr_assert_lt(requests, 1000);
	}
	cr_assert_gt(requests, 20);
	cr_assert_gt(ends[WHOLE], 10, "one refusal is borne: %d", ends[WHOLE]);
	cr_assert_gt(ends[DIED], 10, "%d", ends[DIED]);
	cr_assert_gt(ends[NO_RUNTIME], 2, "%d", ends[NO_RUNTIME]);
	cr_assert_gt(tellers[TABLE_REFUSED] + tellers[TABLE_REFUSED | FINALIZER_REFUSED], 3);
	cr_assert_gt(tellers[FINALIZER_REFUSED] + tellers[TABLE_REFUSED | FINALIZER_REFUSED], 1);
}

Test(memory, is_refused, .timeout = 100)
{
	try_all(LR_GC_GENERATIONAL);
}

Test(memory, is_refused_where_objects_move, .timeout = 100)
{
	try_all(LR_GC_MOVING);
}
