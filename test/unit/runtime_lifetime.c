/* SPDX-License-Identifier: MIT */
/* Weak references, ephemerons, weak tables, finalizers and identity hashes, one by one.  runtime_lifetime_model.c
** compares all of them with a model. */
#include "runtime_util.h"

#include <lateroot/lifetime.h>
#include <stdlib.h>

/* The entries of a weak table are memory of malloc: LeakSanitizer does not see that an object of the heap has them. */
static void
free_the_dead(void)
{
	lr_gc_collect(1);
}

TestSuite(lifetime, .fini = free_the_dead);

Test(lifetime, a_weak_reference_forgets_what_is_unreachable)
{
	struct node *kept = NULL;
	void *to_kept = NULL, *to_lost = NULL, *to_static = NULL, *to_null = NULL;

	LR_GC_PUSH(&kept, &to_kept, &to_lost, &to_static, &to_null);
	kept = node_new(1, NULL);
	to_kept = lr_weak_new(kept, 0);
	to_lost = lr_weak_new(node_new(2, NULL), 0);
	to_static = lr_weak_new((void *)(uintptr_t)&node_type.type, 0);
	to_null = lr_weak_new(NULL, 0);
	cr_assert_eq(((struct node *)lr_weak_get(to_lost))->value, 2);
	lr_gc_collect(0);
	cr_assert_eq(lr_weak_get(to_kept), kept);
	cr_assert_null(lr_weak_get(to_lost));
	cr_assert_eq(lr_weak_get(to_static), &node_type.type);
	cr_assert_null(lr_weak_get(to_null));
	kept = NULL;
#ifndef TEST_ON_BDW
	lr_gc_collect(0);
	cr_assert_not_null(lr_weak_get(to_kept), "a minor collection keeps what is old");
#endif
	lr_gc_collect(1);
	cr_assert_null(lr_weak_get(to_kept));
	LR_GC_POP();
}

Test(lifetime, a_chain_of_ephemerons_lives_from_its_first_key)
{
	enum { LINKS = 100000 };
	void *chain = NULL, *key = NULL, *next = NULL, *first = NULL;

	/* The value of each is the key of the one made before it, which a table holds.  Marking them costs one look each. */
	LR_GC_PUSH(&chain, &key, &next, &first);
	chain = lr_weak_table_new();
	key = node_new(0, NULL);
	for (int i = 1; i <= LINKS; i++) {
		next = node_new(i, NULL);
		cr_assert_eq(lr_weak_table_set(chain, next, key), LR_RT_OK);
		key = next;
	}
	first = key;
	key = next = NULL;
	lr_gc_collect(1);
	cr_assert_eq(lr_weak_table_count(chain), LINKS);
	int n = LINKS;
	for (key = first; key != NULL; key = lr_weak_table_get(chain, key))
		cr_assert_eq(((struct node *)key)->value, n--);
	cr_assert_eq(n, -1);
	first = NULL;
	lr_gc_collect(1);
	cr_assert_eq(lr_weak_table_count(chain), 0);
	cr_assert_eq(stats().live_objects, 1);
	LR_GC_POP();
}

Test(lifetime, a_value_that_refers_to_its_key_does_not_keep_it)
{
	struct node *key = NULL;
	void *e = NULL;

	LR_GC_PUSH(&key, &e);
	key = node_new(1, NULL);
	e = lr_ephemeron_new(key, node_new(2, key));
	lr_gc_collect(1);
	cr_assert_eq(lr_ephemeron_key(e), key);
	cr_assert_eq(((struct node *)lr_ephemeron_value(e))->value, 2);
	key = NULL;
	lr_gc_collect(1);
	cr_assert_null(lr_ephemeron_key(e));
	cr_assert_null(lr_ephemeron_value(e));
	cr_assert_eq(stats().live_objects, 1);
	LR_GC_POP();
}

Test(lifetime, an_old_table_keeps_young_values)
{
	void *table = NULL, *key = NULL;

	LR_GC_PUSH(&table, &key);
	table = lr_weak_table_new();
	key = node_new(1, NULL);
	lr_gc_collect(0);
	for (int i = 2; i < 50; i++) {
		cr_assert_eq(lr_weak_table_set(table, key, node_new(i, NULL)), LR_RT_OK);
		lr_gc_collect(0);
		cr_assert_eq(((struct node *)lr_weak_table_get(table, key))->value, i);
	}
	cr_assert_eq(lr_weak_table_set(table, key, NULL), LR_RT_OK);
	cr_assert_null(lr_weak_table_get(table, key));
	cr_assert_eq(lr_weak_table_count(table), 0);
	LR_GC_POP();
}

static struct { int64_t values[16]; size_t n; } ran;

static void
record(void *object, void *user)
{
	ran.values[ran.n++ % 16] = ((struct node *)object)->value;
	if (user != NULL)
		*(void **)user = object;
}

Test(lifetime, finalizers_run_when_asked_and_what_is_referred_to_is_whole)
{
	struct node *a = NULL, *b = NULL;
	void *weak = NULL, *weak_long = NULL;

	LR_GC_PUSH(&a, &b, &weak, &weak_long);
	b = node_new(2, NULL);
	a = node_new(1, b);
	weak = lr_weak_new(b, 0);
	weak_long = lr_weak_new(b, LR_WEAK_LONG);
	cr_assert_eq(lr_finalizer_add(b, record, NULL), LR_RT_OK);
	cr_assert_eq(lr_finalizer_add(a, record, NULL), LR_RT_OK);
	a = b = NULL;
	set_stress(1u << 30);
	lr_gc_collect(1);
	cr_assert_eq(lr_finalizers_pending(), 2);
	cr_assert_null(lr_weak_get(weak));
	cr_assert_not_null(lr_weak_get(weak_long));
	lr_gc_collect(1);
	cr_assert_eq(lr_finalizers_run(), 2);
	cr_assert_eq(ran.values[0], 1);
	cr_assert_eq(ran.values[1], 2);
	lr_gc_collect(1);
	cr_assert_null(lr_weak_get(weak_long));
	cr_assert_eq(lr_finalizers_run(), 0);
	LR_GC_POP();
}

Test(lifetime, a_finalizer_may_make_its_object_reachable_again)
{
	static void *saved;
	struct node *a = NULL;

	LR_GC_PUSH(&a);
	cr_assert_eq(lr_gc_add_root(&saved), LR_RT_OK);
	a = node_new(7, NULL);
	cr_assert_eq(lr_finalizer_add(a, record, &saved), LR_RT_OK);
	for (int i = 0; i < 2; i++) {
		a = NULL;
		saved = NULL;
		lr_gc_collect(1);
		cr_assert_eq(lr_finalizers_run(), i == 0);
		if (i != 0)
			break;
		cr_assert_eq(((struct node *)saved)->value, 7);
		lr_gc_collect(1);
		cr_assert_eq(lr_gc_where(saved), LR_GC_OBJECT);
	}
	cr_assert_eq(stats().live_objects, 0);
	cr_assert_eq(lr_gc_remove_root(&saved), LR_RT_OK);
	LR_GC_POP();
}

Test(lifetime, finalizers_can_be_removed_also_many_of_them)
{
	enum { MANY = 50000 };
	void **objects = NULL;

	LR_GC_PUSH(&objects);
	objects = lr_gc_alloc(sizeof(int64_t) + MANY * sizeof *objects, &lr_type_refs.type);
	*(int64_t *)(void *)objects = MANY;
	for (int i = 1; i <= MANY; i++) {
		void *n = node_new(i, NULL);

		objects[i] = n;
		lr_gc_write_barrier(objects, n);
		cr_assert_eq(lr_finalizer_add(n, record, NULL), LR_RT_OK);
	}
	for (int i = 1; i < MANY; i++)
		cr_assert_eq(lr_finalizer_remove(objects[i], record, NULL), LR_RT_OK);
	cr_assert_eq(lr_finalizer_remove(objects[1], record, NULL), LR_RT_E_NOT_FOUND);
	cr_assert_eq(lr_finalizer_remove(objects[MANY], record, &ran), LR_RT_E_NOT_FOUND);
	objects = NULL;
	lr_gc_collect(1);
	cr_assert_eq(lr_finalizers_run(), 1);
	cr_assert_eq(ran.values[0], MANY);
	LR_GC_POP();
}

static void
throw_it(void *object, void *user)
{
	(void)user;
	lr_throw(object);
}

Test(lifetime, what_a_finalizer_throws_goes_to_the_caller)
{
	struct node *a = NULL;
	lr_handler h;
	void *task;

	LR_GC_PUSH(&a);
	a = node_new(1, NULL);
	cr_assert_eq(lr_finalizer_add(a, record, NULL), LR_RT_OK);
	cr_assert_eq(lr_finalizer_add(a, throw_it, NULL), LR_RT_OK);
	a = NULL;
	lr_gc_collect(1);
	task = lr_get_pgcstack();
	lr_enter_handler(task, &h);
	if (setjmp(h.context) == 0) {
		lr_finalizers_run();
		cr_assert_fail("nothing was thrown");
	}
	lr_pop_handler(task, 1);
	cr_assert_eq(((struct node *)lr_current_exception(task))->value, 1);
	cr_assert_eq(lr_finalizers_run(), 1);
	LR_GC_POP();
}

static int notified;

static void
notify(void *user)
{
	*(int *)user += (int)lr_finalizers_pending();
}

Test(lifetime, the_hook_is_called_when_finalizers_become_pending)
{
	lr_finalizers_set_hook(notify, &notified);
	cr_assert_eq(lr_finalizer_add(node_new(1, NULL), record, NULL), LR_RT_OK);
	lr_gc_collect(1);
	cr_assert_eq(notified, 1);
	lr_gc_collect(1);
	cr_assert_eq(notified, 1);
	cr_assert_eq(lr_finalizers_run(), 1);
}

#ifndef TEST_ON_BDW
static void
set_mode(uint32_t mode)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.mode = mode;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
}

Test(lifetime, the_identity_hash_stays_when_the_object_moves)
{
	enum { MANY = 300 };
	void **objects = NULL;
	uintptr_t hash[MANY + 1];
	int moved = 0;

	LR_GC_PUSH_MOVING(&objects);
	set_mode(LR_GC_MOVING);
	objects = lr_gc_alloc(sizeof(int64_t) + MANY * sizeof *objects, &lr_type_refs.type);
	*(int64_t *)(void *)objects = MANY;
	for (int i = 1; i <= MANY; i++) {
		objects[i] = node_new(i, NULL);
		hash[i] = lr_identity_hash(objects[i]);
	}
	for (int round = 0; round < 5; round++) {
		void *was = objects[1];

		lr_gc_collect(1);
		moved += objects[1] != was;
		for (int i = 1; i <= MANY; i++)
			cr_assert_eq(lr_identity_hash(objects[i]), hash[i]);
	}
	cr_assert_gt(moved, 0);
	cr_assert_eq(lr_identity_hash(&node_type.type), lr_identity_hash(&node_type.type));
	LR_GC_POP();
}
#endif

Test(lifetime, bad_arguments_are_refused)
{
	size_t position = 0;
	void *k, *v;

	cr_assert_null(lr_weak_get(NULL));
	cr_assert_null(lr_ephemeron_key(NULL));
	cr_assert_null(lr_ephemeron_value(NULL));
	cr_assert_eq(lr_weak_table_set(NULL, &k, &v), LR_RT_E_ARG);
	cr_assert_eq(lr_weak_table_set(lr_weak_table_new(), NULL, &v), LR_RT_E_ARG);
	cr_assert_null(lr_weak_table_get(NULL, &k));
	cr_assert_null(lr_weak_table_get(lr_weak_table_new(), NULL));
	cr_assert_eq(lr_weak_table_count(NULL), 0);
	cr_assert_eq(lr_weak_table_next(NULL, &position, &k, &v), 0);
	cr_assert_eq(lr_weak_table_next(lr_weak_table_new(), &position, &k, &v), 0);
	cr_assert_eq(lr_finalizer_add(NULL, record, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_finalizer_add(node_new(1, NULL), NULL, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_finalizer_add((void *)(uintptr_t)&node_type.type, record, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_finalizer_remove(NULL, record, NULL), LR_RT_E_NOT_FOUND);
}
