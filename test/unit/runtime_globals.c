/* SPDX-License-Identifier: MIT */
/* Tables of global and thread-local variables. */
#include "runtime_util.h"
#include "walk_checked.h"

#include <pthread.h>

#define HELD (LR_ROOT_FIXED | LR_ROOT_DEEP)

struct own_map { uint32_t words, nruns; uint64_t run[3]; };
struct value { intptr_t tag; struct node *ref; };
static const struct own_map value_map = { 2, 1, { LR_RUN(1, 1, 0, 1, LR_RUN_MOVING) } };
static const struct own_map kinds_map = { 3, 3,
	{ LR_RUN(0, 1, 0, 1, LR_RUN_MOVING), LR_RUN(1, 1, 0, 1, LR_RUN_FIXED), LR_RUN(2, 1, 0, 1, LR_RUN_DEEP) } };

#define MAP(m) ((const struct lr_map *)(const void *)&(m))

static struct value one, four[4];
static struct node *kinds[3];
static const struct lr_block table[] = { { MAP(value_map), &one, 1 }, { MAP(value_map), four, 4 },
	{ MAP(kinds_map), kinds, 1 } };
enum { TABLE = sizeof table / sizeof *table };

static void
collect_in_mode(uint32_t mode)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.stress = 1;
	c.mode = mode;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
}

static struct { uint32_t n; struct lr_root_site site[16]; void **slot[16]; } seen;

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	if (seen.n < 16) {
		seen.site[seen.n] = *site;
		seen.slot[seen.n] = slot;
	}
	seen.n++;
	return 0;
}

static int64_t
walk(void)
{
	seen.n = 0;
	walk_in_all_ways(NULL, NULL);
	return lr_walk_all(&VISITOR(.root = on_root));
}

/* Constructors run before anybody has begun. */
Test(globals, added_before_the_runtime_begins)
{
	lr_globals_add(table, TABLE);
	lr_globals_add(table, TABLE);
	lr_globals_add(table, 0);
	lr_runtime_init();
	cr_assert_eq(walk(), 0);
	collect_in_mode(LR_GC_FULL);
	one.ref = node_new(1, NULL);
	four[3].ref = node_new(2, NULL);
	for (int i = 0; i < 3; i++)
		kinds[i] = node_new(i, NULL);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 5);
	cr_assert_eq(walk(), 5, "once, however often it was added");
	static const uint32_t flags[] = { 0, 0, 0, LR_ROOT_FIXED, HELD };
	for (int i = 0; i < 5; i++) {
		cr_assert_eq(seen.site[i].kind, LR_ROOT_GLOBAL);
		cr_assert_eq(seen.site[i].flags, flags[i]);
		cr_assert_eq(seen.site[i].block, &table[i < 2 ? i : 2]);
	}
	cr_assert_eq(seen.slot[1], (void **)(void *)&four[3].ref);
	cr_assert_eq(seen.site[1].index, 4);
	lr_globals_remove(table, TABLE);
	cr_assert_eq(walk(), 5);
	lr_globals_remove(table, TABLE);
	cr_assert_eq(walk(), 0);
	lr_globals_remove(table, TABLE);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	/* and destructors behind it */
	lr_globals_add(table, TABLE);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
	lr_globals_remove(table, TABLE);
}

Test(globals, several_tables)
{
	static const struct lr_block other[] = { { MAP(value_map), &four[1], 1 } },
		third[] = { { MAP(value_map), &four[2], 1 } };
	static const struct lr_block *const all[] = { table, other, third };

	/* in every order */
	for (int first = 0; first < 3; first++)
		for (int second = 0; second < 3; second++) {
			if (second == first)
				continue;
			for (int i = 0; i < 3; i++)
				lr_globals_add(all[i], 1);
			one.ref = four[1].ref = four[2].ref = (struct node *)(uintptr_t)0x10000;
			cr_assert_eq(walk(), 3);
			lr_globals_remove(all[first], 1);
			cr_assert_eq(walk(), 2);
			lr_globals_remove(all[second], 1);
			cr_assert_eq(walk(), 1);
			lr_globals_remove(all[3 - first - second], 1);
			cr_assert_eq(walk(), 0);
		}
}

/* Minor collections visit them, too: no barrier is needed. */
Test(globals, minor_collections)
{
	lr_globals_add(table, TABLE);
	collect_in_mode(LR_GC_GENERATIONAL);
	one.ref = node_new(1, NULL);
	for (int64_t i = 0; i < 20; i++) {
		four[i % 4].ref = node_new(i, NULL);
		lr_gc_collect(0);
		cr_assert_eq(lr_gc_where(four[i % 4].ref), LR_GC_OBJECT);
		cr_assert_eq(four[i % 4].ref->value, i);
	}
	cr_assert_eq(one.ref->value, 1);
	cr_assert_gt(stats().minor, stats().full);
}

Test(globals, objects_move_unless_they_are_fixed)
{
	struct node *before[3];

	lr_globals_add(table, TABLE);
	collect_in_mode(LR_GC_MOVING);
	for (int i = 0; i < 3; i++)
		kinds[i] = node_new(i, NULL);
	memcpy(before, kinds, sizeof kinds);
	lr_gc_collect(1);
	lr_gc_collect(1);
	cr_assert_neq(kinds[0], before[0]);
	cr_assert_eq(kinds[1], before[1]);
	cr_assert_eq(kinds[2], before[2]);
	for (int i = 0; i < 3; i++)
		cr_assert_eq(kinds[i]->value, i);
}

Test(globals, a_bad_map)
{
	static const struct own_map bad = { 1, 1, { LR_RUN(1, 1, 0, 1, 0) } };
	static const struct lr_block bad_table[] = { { MAP(value_map), &one, 1 }, { MAP(bad), &one, 1 } };

	lr_runtime_init();
	lr_globals_add(bad_table, 2);
	cr_assert_eq(walk(), LR_RT_E_MAP_RUN);
	EXPECT_FATAL(lr_gc_collect(1), "a run of a map");
}

/* ---- thread-local variables ---- */

static __thread struct value mine;
static __thread struct node *also_mine[3];

static void *
address_of_mine(void)
{
	return &mine;
}

static void *
address_of_also_mine(void)
{
	return also_mine;
}

static const struct lr_tls_block tls[] = { { MAP(value_map), address_of_mine, 1 },
	{ MAP(kinds_map), address_of_also_mine, 1 } };

static void *
with_instances(void *arg)
{
	lr_tls_add(tls, 2);
	lr_tls_add(tls, 2);
	mine.ref = node_new(7, NULL);
	also_mine[2] = node_new(8, NULL);
	for (int i = 0; i < 50; i++) {
		node_new(i, NULL);
		cr_assert(mine.ref->value == 7 && also_mine[2]->value == 8);
	}
	return arg;
}

Test(globals, thread_local_variables, .timeout = 60)
{
	lr_thread *t[2];

	collect_in_mode(LR_GC_FULL);
	lr_tls_add(tls, 2);
	lr_tls_add(tls, 0);
	mine.ref = node_new(1, NULL);
	for (int i = 0; i < 2; i++)
		cr_assert_not_null(t[i] = lr_thread_spawn(with_instances, NULL));
	for (int i = 0; i < 50; i++) {
		node_new(i, NULL);
		cr_assert_eq(mine.ref->value, 1);
	}
	for (int i = 0; i < 2; i++)
		lr_thread_join(t[i]);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 1, "of the threads that have ended nothing is left");
	cr_assert_eq(walk(), 1);
	cr_assert_eq(seen.slot[0], (void **)(void *)&mine.ref);
	cr_assert_eq(seen.site[0].kind, LR_ROOT_GLOBAL);
	lr_tls_remove(tls, 2);
	lr_tls_remove(tls, 2);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
}

/* Compiled code asks once a thread: what it has said counts after the thread was attached again. */
Test(globals, thread_local_variables_of_a_detached_thread)
{
	collect_in_mode(LR_GC_FULL);
	lr_tls_add(tls, 2);
	mine.ref = node_new(1, NULL);
	cr_assert_eq(lr_thread_detach(), LR_RT_OK);
	cr_assert_eq(lr_thread_attach(), LR_RT_OK);
	node_new(2, NULL);
	cr_assert_eq(lr_gc_where(mine.ref), LR_GC_OBJECT);
	cr_assert_eq(mine.ref->value, 1);
	cr_assert_eq(walk(), 1);
}

static pthread_barrier_t added, removed;

static void *
waits_while_removed(void *unused)
{
	(void)unused;
	lr_tls_add(tls, 2);
	mine.ref = node_new(3, NULL);
	lr_thread_detach();
	pthread_barrier_wait(&added);
	pthread_barrier_wait(&removed);
	return NULL; /* its end finds nothing that is still to be taken out */
}

/* As dlclose does: for all threads. */
Test(globals, thread_local_variables_are_removed_for_all_threads, .timeout = 60)
{
	pthread_t id;

	collect_in_mode(LR_GC_FULL);
	pthread_barrier_init(&added, NULL, 2);
	pthread_barrier_init(&removed, NULL, 2);
	lr_tls_add(tls, 2);
	mine.ref = node_new(4, NULL);
	cr_assert_eq(pthread_create(&id, NULL, waits_while_removed, NULL), 0);
	uint8_t old = lr_gc_safe_enter();
	pthread_barrier_wait(&added);
	lr_gc_safe_leave(old);
	cr_assert_eq(walk(), 2);
	lr_tls_remove(tls, 2);
	cr_assert_eq(walk(), 0);
	pthread_barrier_wait(&removed);
	pthread_join(id, NULL);
	/* it can be loaded again */
	lr_tls_add(tls, 2);
	cr_assert_eq(walk(), 1);
}

Test(globals, a_thread_that_ends_attached)
{
	pthread_t id;

	collect_in_mode(LR_GC_FULL);
	uint8_t old = lr_gc_safe_enter();
	cr_assert_eq(pthread_create(&id, NULL, with_instances, NULL), 0);
	pthread_join(id, NULL);
	lr_gc_safe_leave(old);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	cr_assert_eq(walk(), 0);
}
