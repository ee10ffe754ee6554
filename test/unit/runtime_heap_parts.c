/* SPDX-License-Identifier: MIT */
/* The reference heap: cards, a nursery that adapts, threads that mark, pauses, the check of the heap. */
#include "runtime_util.h"

static struct node *
old_to_young(struct node **parent)
{
	struct node *child;

	*parent = node_new(1, NULL);
	lr_gc_collect(0);
	child = node_new(2, NULL);
	(*parent)->next = child;
	return child;
}


struct refs {
	int64_t n;
	struct node *at[];
};

static struct refs *
refs_new(int64_t n)
{
	struct refs *r = lr_gc_alloc(sizeof *r + (size_t)n * sizeof *r->at, &lr_type_refs.type);

	r->n = n;
	return r;
}

static void
store(struct refs *array, int64_t i, struct node *child)
{
	array->at[i] = child;
	if ((lr_tag(array) & 3) == 3 && !(lr_tag(child) & LR_TAG_MARKED))
		lr_gc_queue_slot(array, &array->at[i]);
}

Test(heap_parts, a_big_old_array_is_scanned_where_it_changed)
{
	struct refs *array = NULL;
	struct node *lost;

	LR_GC_PUSH(&array);
	array = refs_new(100000);
	lr_gc_collect(0);
	lr_gc_collect(0);
	cr_assert_eq(stats().cards, 0);
	store(array, 7, node_new(7, NULL));
	store(array, 8, node_new(8, NULL));
	store(array, 99999, node_new(99999, NULL));
	lost = node_new(50000, NULL);
	array->at[50000] = lost; /* no barrier */
	cr_assert_eq(lr_tag(array) & 3, LR_TAG_MARKED | LR_TAG_OLD, "the barrier goes on firing");
	cr_assert_eq(stats().queued, 1);
	lr_gc_collect(0);
	cr_assert_eq(stats().cards, 2);
	for (int64_t i = 0; i < 3; i++)
		cr_assert_eq(lr_gc_where(array->at[(int64_t[]){ 7, 8, 99999 }[i]]), LR_GC_OBJECT);
	cr_assert_eq(lr_gc_where(lost), LR_GC_FREE, "nothing else was scanned");
	array->at[50000] = NULL;
	lr_gc_collect(0);
	cr_assert_eq(stats().cards, 2, "what was scanned is clean");
	store(array, 1, node_new(1, NULL));
	lr_gc_collect(1);
	cr_assert_eq(array->at[1]->value, 1);
	lr_gc_collect(0);
	cr_assert_eq(stats().cards, 2, "a full collection cleans as well");
	cr_assert_eq(array->at[99999]->value, 99999);
	LR_GC_POP();
}

Test(heap_parts, a_slot_elsewhere_queues_the_object)
{
	struct node *parent = NULL, *child;
	struct refs *array = NULL;

	LR_GC_PUSH(&parent, &array);
	child = old_to_young(&parent);
	lr_gc_queue_slot(parent, &parent->next);
	cr_assert_eq(lr_tag(parent) & 3, LR_TAG_MARKED, "a small object is queued as a whole");
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(child), LR_GC_OBJECT);
	array = refs_new(10000);
	lr_gc_collect(0);
	array->at[5] = node_new(5, NULL);
	lr_gc_queue_slot(array, NULL);
	cr_assert_eq(lr_tag(array) & 3, LR_TAG_MARKED);
	lr_gc_collect(0);
	cr_assert_eq(array->at[5]->value, 5);
	LR_GC_POP();
}

static void
configure(struct lr_gc_config change)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	lr_gc_get_config(&c);
	if (change.threads != 0)
		c.threads = change.threads;
	if (change.nursery_bytes != 0)
		c.nursery_bytes = change.nursery_bytes;
	if (change.nursery_max_bytes != 0)
		c.nursery_max_bytes = change.nursery_max_bytes;
	c.verify_heap = change.verify_heap;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
}

Test(heap_parts, several_threads_mark_the_same)
{
	enum { LISTS = 1000, LENGTH = 400 };
	struct refs *array = NULL;

	configure((struct lr_gc_config){ .threads = 4, .verify_heap = 1 });
	LR_GC_PUSH(&array);
	array = refs_new(LISTS);
	for (int64_t i = 0; i < LISTS; i++)
		for (int64_t k = 0; k < LENGTH; k++)
			store(array, i, node_new(k, array->at[i]));
	for (int round = 0; round < 3; round++) {
		lr_gc_collect(1);
		cr_assert_eq(stats().live_objects, LISTS * LENGTH + 1);
		for (int64_t i = 0; i < LISTS; i++) {
			int64_t k = LENGTH;
			for (struct node *n = array->at[i]; n != NULL; n = n->next)
				cr_assert_eq(n->value, --k);
			cr_assert_eq(k, 0);
		}
	}
	array = NULL;
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	LR_GC_POP();
}

/* Arrays that take several steps each; the threads have steps of different arrays at the same time. */
Test(heap_parts, several_threads_mark_parts_of_arrays)
{
	enum { ARRAYS = 400, LENGTH = 2000 };
	struct refs *arrays = NULL, *array = NULL;

	configure((struct lr_gc_config){ .threads = 4 });
	LR_GC_PUSH(&arrays, &array);
	arrays = refs_new(ARRAYS);
	for (int64_t i = 0; i < ARRAYS; i++) {
		array = refs_new(LENGTH);
		store(arrays, i, (struct node *)array);
		for (int64_t k = 0; k < LENGTH; k++)
			store(array, k, node_new(k, NULL));
	}
	array = NULL;
	for (int round = 0; round < 3; round++) {
		lr_gc_collect(1);
		cr_assert_eq(stats().live_objects, ARRAYS * (LENGTH + 1) + 1);
	}
	LR_GC_POP();
}

/* Lists that are all young, more than one thread marks alone; every second one is dropped.  Their items share objects,
** which several threads find at once. */
Test(heap_parts, several_threads_mark_the_young)
{
	enum { LISTS = 4096, LENGTH = 100, YOUNG = 64 << 20 };
	struct refs *lists = NULL, *items = NULL, *item = NULL;

	configure((struct lr_gc_config){ .threads = 4, .verify_heap = 1, .nursery_bytes = YOUNG,
		.nursery_max_bytes = YOUNG });
	LR_GC_PUSH(&lists, &items, &item);
	for (int round = 0; round < 5; round++) {
		const uint64_t minor = stats().minor;
		lists = refs_new(LISTS);
		items = refs_new(LENGTH);
		for (int64_t k = 0; k < LENGTH; k++)
			store(items, k, node_new(k, NULL));
		for (int64_t i = 0; i < LISTS; i++)
			for (int64_t k = 0; k < LENGTH; k++) {
				item = refs_new(2);
				item->at[0] = lists->at[i];
				item->at[1] = items->at[k];
				lists->at[i] = (struct node *)item;
			}
		item = items = NULL;
		cr_assert_eq(stats().minor, minor, "all of it is young");
		const void *dropped = lists->at[1];
		for (int64_t i = 1; i < LISTS; i += 2)
			lists->at[i] = NULL;
		lr_gc_collect(0);
		cr_assert_eq(stats().minor, minor + 1);
		cr_assert_eq(lr_gc_where(dropped), LR_GC_FREE);
		for (int64_t i = 0; i < LISTS; i += 2) {
			int64_t k = LENGTH;
			for (struct refs *r = (struct refs *)lists->at[i]; r != NULL; r = (struct refs *)r->at[0]) {
				cr_assert_eq(lr_gc_where(r), LR_GC_OBJECT);
				cr_assert_eq(r->at[1]->value, --k);
			}
			cr_assert_eq(k, 0);
		}
		lists = NULL;
		lr_gc_collect(1);
		cr_assert_eq(stats().live_objects, 0);
	}
	LR_GC_POP();
}

Test(heap_parts, the_nursery_grows_while_much_survives_and_within_its_bounds)
{
	enum { LEAST = 256 << 10, MOST = 1 << 20 };
	struct node *list = NULL;

	configure((struct lr_gc_config){ .nursery_bytes = LEAST, .nursery_max_bytes = MOST });
	LR_GC_PUSH(&list);
	cr_assert_eq(stats().nursery_bytes, LEAST);
	for (int i = 0; i < 400000; i++) {
		list = node_new(i, list);
		node_new(i, NULL);
	}
	cr_assert_eq(stats().nursery_bytes, MOST);
	list = NULL;
	lr_gc_collect(1);
	for (int i = 0; i < 400000; i++)
		node_new(i, NULL);
	cr_assert_eq(stats().nursery_bytes, LEAST);
	cr_assert_gt(stats().minor, 0);
	LR_GC_POP();
}

/* Where all that is allocated survives, a minor collection is in vain, and the next full one has to mark it again. */
Test(heap_parts, minor_collections_in_vain_are_left_out)
{
	enum { NODES = 400000, LEAST = 256 << 10 };
	struct node *list = NULL;
	struct lr_gc_stats few, many;

	LR_GC_PUSH(&list);
	for (int fixed = 0; fixed < 2; fixed++) {
		configure((struct lr_gc_config){ .nursery_bytes = LEAST, .nursery_max_bytes = fixed ? LEAST : 2 * LEAST });
		lr_gc_collect(1);
		const struct lr_gc_stats before = stats();
		for (int i = 0; i < NODES; i++)
			list = node_new(i, list);
		struct lr_gc_stats now = stats();
		now.minor -= before.minor;
		now.full -= before.full;
		*(fixed ? &many : &few) = now;
		cr_assert_gt(now.full, 0);
		list = NULL;
		lr_gc_collect(1);
		cr_assert_eq(stats().live_objects, 0);
	}
	cr_assert_lt(few.minor, many.minor / 2);
	cr_assert_leq(few.full, many.full + 1, "the full ones come no sooner");
	/* What dies young is worth a minor collection again, after one more full one at most. */
	configure((struct lr_gc_config){ .nursery_bytes = LEAST, .nursery_max_bytes = 2 * LEAST });
	for (int i = 0; i < NODES / 2; i++)
		list = node_new(i, list);
	const struct lr_gc_stats before = stats();
	for (int i = 0; i < 4 * NODES; i++)
		node_new(i, NULL);
	const struct lr_gc_stats now = stats();
	cr_assert_gt(now.minor - before.minor, 20 * (now.full - before.full));
	LR_GC_POP();
}

/* A store into a part of an array that has its card set needs no more of a barrier. */
Test(heap_parts, compiled_code_sees_the_cards)
{
	struct refs *array = NULL, *small = NULL;

	LR_GC_PUSH(&array, &small);
	array = refs_new(4000);
	small = refs_new(2);
	lr_gc_collect(1);
	const uintptr_t at = (uintptr_t)&array->at[1000] - lr_gc_cards.heap;
	cr_assert_lt(at >> LR_CARD_SHIFT, lr_gc_cards.count);
	const uint8_t *card = &lr_gc_cards.cards[at >> LR_CARD_SHIFT];
	cr_assert_eq(*card, 0);
	store(array, 1000, node_new(1, NULL));
	cr_assert_eq(*card, 1);
	cr_assert_eq(card[2], 0);
	store(small, 0, node_new(2, NULL));
	cr_assert_eq(lr_gc_cards.cards[((uintptr_t)small - lr_gc_cards.heap) >> LR_CARD_SHIFT], 0);
	lr_gc_collect(0);
	cr_assert_eq(*card, 0);
	cr_assert_eq(array->at[1000]->value, 1);
	/* outside of the heap there are none */
	cr_assert_geq(((uintptr_t)&lr_gc_cards - lr_gc_cards.heap) >> LR_CARD_SHIFT, lr_gc_cards.count);
	LR_GC_POP();
}

Test(heap_parts, pauses_are_told_as_percentiles)
{
	struct lr_gc_stats s;

	for (int i = 0; i < 20; i++)
		lr_gc_collect(0);
	s = stats();
	cr_assert_gt(s.minor_p50_ns, 0);
	cr_assert_leq(s.minor_p50_ns, s.minor_p95_ns);
	cr_assert_leq(s.minor_p95_ns, s.minor_p99_ns);
	cr_assert_leq(s.minor_p99_ns, s.minor_max_ns);
	cr_assert_eq(s.full_max_ns, 0);
	lr_gc_collect(1);
	s = stats();
	cr_assert_eq(s.full_p50_ns, s.full_max_ns, "of one pause");
	cr_assert_leq(s.minor_max_ns, s.max_pause_ns);
}

Test(heap_parts, the_check_of_the_heap_names_the_holder)
{
	struct node *parent = NULL;

	configure((struct lr_gc_config){ .verify_heap = 1 });
	LR_GC_PUSH(&parent);
	old_to_young(&parent); /* without a barrier */
	const char *message = CATCH_FATAL(lr_gc_collect(0));
	cr_assert_not_null(message);
	cr_assert_not_null(strstr(message, "byte 8 of the object"), "%s", message);
	cr_assert_not_null(strstr(message, "which is young: a write barrier is missing"), "%s", message);
}

/* A cell that an object has left has no mark, so that a minor collection takes what comes there for a young object. */
Test(heap_parts, minor_collections_after_moves)
{
	struct node *list = NULL;
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_runtime_init(), LR_RT_OK);
	LR_GC_PUSH_MOVING(&list);
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.verify_heap = 1;
	for (int round = 0; round < 3; round++) {
		c.mode = LR_GC_MOVING;
		cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
		for (int i = 0; i < 500; i++)
			list = node_new(i, list);
		lr_gc_collect(1);
		lr_gc_collect(1);
		c.mode = LR_GC_GENERATIONAL;
		cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
		for (int i = 0; i < 500; i++) {
			list = node_new(i, list);
			if (i % 50 == 0)
				lr_gc_collect(0);
		}
		lr_gc_collect(0);
	}
	int n = 0;
	for (const struct node *at = list; at != NULL; at = at->next)
		cr_assert_eq(at->value, 499 - n++ % 500);
	cr_assert_eq(n, 3000);
	LR_GC_POP();
}
