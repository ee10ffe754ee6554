/* SPDX-License-Identifier: MIT */
/* The walk over all objects, and collection off and on, in each mode of the reference heap. */
#include "runtime_util.h"

static void
set_mode(uint32_t mode)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.mode = mode;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
}

struct seen { int young, old, references; size_t bytes; };

static void
on_reference(void *user, const void *slot, void *target)
{
	(void)slot, (void)target;
	((struct seen *)user)->references++;
}

static int
on_object(void *user, const struct lr_heap_object *o)
{
	struct seen *s = user;

	s->bytes += o->bytes;
	if (o->type != &node_type.type)
		return 0;
	++*(o->generation == 0 ? &s->young : &s->old);
	return lr_heap_references(o->object, on_reference, s);
}

static struct seen
look(void)
{
	struct seen s = { 0 };

	cr_assert_eq(lr_heap_walk(on_object, &s), LR_RT_OK);
	return s;
}

static struct node *
list(int n)
{
	struct node *head = NULL;

	LR_GC_PUSH(&head);
	while (n-- > 0)
		head = node_new(n, head);
	LR_GC_POP();
	return head;
}

Test(inspect, the_walk_shows_what_is_alive_in_each_mode)
{
	for (uint32_t round = 0; round < 6; round++) {
		struct node *kept = NULL;
		LR_GC_PUSH(&kept);
		set_stress(round / 3);
		set_mode(round % 3);
		kept = list(300);
		list(200);
		struct seen s = look();
		cr_assert_eq(s.old, 300, "%d in round %u", s.old, round);
		cr_assert_eq(s.young, 0);
		cr_assert_eq(s.references, 299);
		cr_assert_eq(s.bytes, stats().live_bytes);
		kept = NULL;
		LR_GC_POP();
		cr_assert_eq(look().old, 0);
	}
	set_stress(0);
	set_mode(LR_GC_GENERATIONAL);
}

Test(inspect, a_walk_while_collection_is_off_shows_young_and_dead_objects)
{
	struct node *kept = NULL;

	LR_GC_PUSH(&kept);
	kept = list(5);
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_disable(), LR_RT_OK);
	list(7);
	const uint64_t full = stats().full;
	struct seen s = look();
	cr_assert_eq(s.old, 5);
	cr_assert_eq(s.young, 7);
	cr_assert_eq(s.bytes, stats().live_bytes);
	cr_assert_eq(stats().full, full);
	list(9); /* runs of the thread were returned */
	cr_assert_eq(look().young, 16);
	cr_assert_eq(lr_gc_enable(), LR_RT_OK);
	s = look();
	cr_assert_eq(s.old, 5);
	cr_assert_eq(s.young, 0);
	LR_GC_POP();
}

static void
exhaust(void)
{
	for (;;)
		lr_gc_alloc(100000, &lr_type_bytes.type);
}

Test(inspect, memory_that_ends_while_collection_is_off_is_fatal_and_says_so)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.limit_bytes = 4 << 20;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	lr_gc_disable();
	EXPECT_FATAL(exhaust(), "out of memory, and collection is off");
}

static uint32_t done;

static void *
churn(void *arg)
{
	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
		list(100);
		lr_gc_collect(0);
	}
	return arg;
}

Test(inspect, no_collection_runs_once_it_is_off_and_walks_stop_other_threads)
{
	lr_thread *t[2];

	done = 0;
	for (int i = 0; i < 2; i++)
		cr_assert_not_null(t[i] = lr_thread_spawn(churn, NULL));
	for (int i = 0; i < 200; i++) {
		cr_assert_eq(lr_gc_disable(), LR_RT_OK);
		const struct lr_gc_stats before = stats();
		lr_safepoint();
		list(50);
		lr_gc_collect(1);
		const struct lr_gc_stats after = stats();
		cr_assert_eq(before.minor, after.minor);
		cr_assert_eq(before.full, after.full);
		cr_assert_eq(lr_gc_enable(), LR_RT_OK);
		if (i % 10 == 0)
			cr_assert_eq(look().young, 0);
	}
	__atomic_store_n(&done, 1, __ATOMIC_RELEASE);
	for (int i = 0; i < 2; i++)
		lr_thread_join(t[i]);
}

Test(inspect, calls_that_make_no_sense_are_refused)
{
	cr_assert_eq(lr_gc_enable(), LR_RT_E_STATE);
	cr_assert_eq(lr_gc_disabled(), 0);
	cr_assert_eq(lr_heap_walk(NULL, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_heap_references(NULL, on_reference, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_heap_references(lr_box_int64(1), NULL, NULL), LR_RT_E_ARG);
}
