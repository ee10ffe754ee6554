/* SPDX-License-Identifier: MIT */
/* The reference heap without stress: what lives, what dies, generations, kinds of layout, limits. */
#include "runtime_util.h"

#include <stdlib.h>

#define X(n) n,
static const uint16_t classes[] = { LR_SIZE_CLASSES };
#undef X

static lr_ptls *
ptls(void)
{
	return ((lr_task *)(void *)lr_get_pgcstack())->ptls;
}

Test(heap, unreached_objects_die_and_reached_ones_stay)
{
	struct node *list = NULL, *dead;

	LR_GC_PUSH(&list);
	for (int i = 0; i < 1000; i++)
		list = node_new(i, list);
	dead = node_new(-1, NULL);
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(dead), LR_GC_FREE);
	for (int i = 0; i < 3; i++) {
		int64_t expect = 999;

		for (struct node *n = list; n != NULL; n = n->next, expect--) {
			cr_assert_eq(lr_gc_where(n), LR_GC_OBJECT);
			cr_assert_eq(n->value, expect);
			cr_assert_eq(lr_tag(n) & 3, LR_TAG_MARKED | LR_TAG_OLD);
			cr_assert_eq(lr_type_of(n), &node_type.type);
		}
		cr_assert_eq(expect, -1);
		lr_gc_collect(i);
	}
	dead = list;
	list = NULL;
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(dead), LR_GC_OBJECT, "a minor collection keeps what is old");
	lr_gc_collect(1);
	cr_assert_neq(lr_gc_where(dead), LR_GC_OBJECT);
	cr_assert_eq(stats().live_objects, 0);
	LR_GC_POP();
}

Test(heap, cycles_die)
{
	struct node *a = NULL, *b;

	LR_GC_PUSH(&a);
	a = node_new(1, NULL);
	b = node_new(2, a);
	a->next = b;
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(b), LR_GC_OBJECT);
	a = NULL;
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	LR_GC_POP();
}

/* An old parent, and a young child that only it refers to.  Gives the child. */
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

Test(heap, missing_barrier_loses_the_object)
{
	struct node *parent = NULL, *child;

	LR_GC_PUSH(&parent);
	child = old_to_young(&parent);
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(child), LR_GC_FREE);
	parent->next = NULL;
	LR_GC_POP();
}

Test(heap, barrier_keeps_the_object)
{
	struct node *parent = NULL, *child, *second;

	LR_GC_PUSH(&parent);
	child = old_to_young(&parent);
	lr_gc_write_barrier(parent, child);
	cr_assert_eq(lr_tag(parent) & 3, LR_TAG_MARKED, "queued: the barrier does not fire again");
	cr_assert_eq(stats().queued, 1);
	lr_gc_queue_root(parent);
	cr_assert_eq(stats().queued, 1);
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(child), LR_GC_OBJECT);
	cr_assert_eq(lr_tag(parent) & 3, LR_TAG_MARKED | LR_TAG_OLD, "the barrier is armed again");
	second = node_new(3, NULL);
	child->next = second;
	lr_gc_write_barrier(child, second);
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(second), LR_GC_OBJECT);
	lr_gc_write_barrier(parent, NULL);
	/* Queued, then a full collection. */
	second->next = node_new(4, NULL);
	lr_gc_queue_root(second);
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_where(second->next), LR_GC_OBJECT);
	lr_gc_collect(0);
	cr_assert_eq(second->next->value, 4);
	LR_GC_POP();
}

static struct {
	const void *tag;
	struct node node;
} mutable_static __attribute__((aligned(8))) = { LR_STATIC_TAG(&node_type.type), { 5, NULL } };

Test(heap, static_objects)
{
	struct node *holder = NULL;

	LR_GC_PUSH(&holder);
	holder = node_new(1, &mutable_static.node);
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_where(holder->next), LR_GC_OUTSIDE);
	/* A static parent becomes a root when its barrier fires. */
	mutable_static.node.next = node_new(2, NULL);
	lr_gc_write_barrier(&mutable_static.node, mutable_static.node.next);
	for (int i = 0; i < 4; i++) {
		lr_gc_collect(i & 1);
		cr_assert_eq(lr_gc_where(mutable_static.node.next), LR_GC_OBJECT);
		mutable_static.node.next = node_new(i, mutable_static.node.next);
		lr_gc_write_barrier(&mutable_static.node, mutable_static.node.next);
	}
	LR_GC_POP();
}

/* What a static parent came to refer to had survived a collection: nothing else says that the parent is to be looked at. */
Test(heap, static_parent_of_old_child)
{
	struct node *child = NULL;

	LR_GC_PUSH(&child);
	child = node_new(1, NULL);
	lr_gc_collect(1);
	mutable_static.node.next = child;
	lr_gc_write_barrier(&mutable_static.node, child);
	child = NULL;
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_where(mutable_static.node.next), LR_GC_OBJECT);
	LR_GC_POP();
}

Test(heap, size_classes)
{
	char *all[LR_SIZE_CLASS_COUNT][3] = { { NULL } };

	cr_assert_eq(sizeof classes / sizeof *classes, LR_SIZE_CLASS_COUNT);
	for (int c = 0; c < LR_SIZE_CLASS_COUNT; c++) {
		cr_assert(c == 0 || classes[c] > classes[c - 1] || c == LR_SIZE_CLASS_COUNT - 1);
		for (int i = 0; i < 3; i++) {
			all[c][i] = lr_gc_small_alloc(ptls(), c, classes[c], (uintptr_t)&lr_type_bytes.type);
			cr_assert_eq((uintptr_t)all[c][i] % (classes[c] % 16 == 0 ? 16 : 8), 0);
			cr_assert_eq(lr_tag(all[c][i]), (uintptr_t)&lr_type_bytes.type);
			cr_assert_eq(lr_gc_object_bytes(all[c][i]), classes[c] - 8u);
			cr_assert_eq(lr_gc_where(all[c][i] + 1), LR_GC_INTERIOR);
			memset(all[c][i], c, classes[c] - 8u);
		}
	}
	for (int c = 0; c < LR_SIZE_CLASS_COUNT; c++)
		for (int i = 0; i < 3; i++) {
			cr_assert_eq(lr_tag(all[c][i]), (uintptr_t)&lr_type_bytes.type, "neighbours overlap");
			for (unsigned b = 0; b < classes[c] - 8u; b++)
				cr_assert_eq(all[c][i][b], (char)c);
		}
	EXPECT_FATAL(lr_gc_small_alloc(ptls(), 0, 32, 0), "size class");
}

Test(heap, every_small_size)
{
	for (size_t bytes = 0; bytes <= 3000; bytes++) {
		char *p = lr_gc_alloc(bytes, &lr_type_bytes.type);

		cr_assert_eq((uintptr_t)p % 16, 0);
		cr_assert_geq(lr_gc_object_bytes(p), bytes);
		memset(p, 1, bytes);
	}
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
}

Test(heap, big_objects)
{
	void **refs = NULL;
	char *bytes = NULL, *middle;
	enum { N = 100000 };

	LR_GC_PUSH(&refs, &bytes);
	refs = lr_gc_big_alloc(ptls(), 8 + 8 + 8 * N, (uintptr_t)&lr_type_refs.type);
	memset(refs, 0, 8 + 8 * N);
	*(int64_t *)(void *)refs = N;
	cr_assert_eq((uintptr_t)refs % 16, 0);
	bytes = lr_gc_alloc_typed(ptls(), 5000, (uintptr_t)&lr_type_bytes.type);
	memset(bytes, 0, 5000);
	middle = (char *)refs + 4 * N;
	cr_assert_eq(lr_gc_where(middle), LR_GC_INTERIOR);
	for (int i = 1; i <= N; i += 10) {
		refs[i] = node_new(i, NULL);
		lr_gc_write_barrier(refs, refs[i]);
	}
	lr_gc_collect(0);
	for (int i = 1; i <= N; i += 10)
		cr_assert_eq(((struct node *)refs[i])->value, i);
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_where(refs), LR_GC_OBJECT);
	cr_assert_eq(lr_gc_where(bytes), LR_GC_OBJECT);
	refs = NULL;
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(middle), LR_GC_INTERIOR);
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_where(middle), LR_GC_FREE);
	cr_assert_eq(stats().live_objects, 1);
	LR_GC_POP();
}

Test(heap, big_memory_is_given_back_and_used_again)
{
	for (int i = 0; i < 2000; i++) {
		char *p = lr_gc_alloc((size_t)1 << 20, &lr_type_bytes.type);

		p[0] = p[(1 << 20) - 1] = 1;
	}
	cr_assert_lt(stats().heap_bytes, (size_t)64 << 20);
}

struct memory {
	int64_t length;
	void *data;
};
static int released;

static void
free_data(void *object)
{
	free(((struct memory *)object)->data);
	released++;
}

static LR_TYPE_DEFINE(memory_type, .name = "Memory", .layout = LR_LAYOUT_POINTED, .size_bytes = 16, .length_word = 0,
	.data_word = 1, .elem_bytes = 8, .elem_nrefs = 1);
static LR_TYPE_DEFINE(buffer_type, .name = "Buffer", .layout = LR_LAYOUT_POINTED, .size_bytes = 16, .length_word = 0,
	.data_word = 1, .elem_bytes = 8, .elem_nrefs = 1, .release = free_data);
/* records {bits, reference, bits, reference} after one reference and the length */
static LR_TYPE_DEFINE(table_type, .name = "Table", .layout = LR_LAYOUT_INLINE, .size_bytes = 16, .nrefs = 1, .length_word = 1,
	.elem_bytes = 32, .elem_nrefs = 2, .elem_refs = (const uint32_t[]){ 1, 3 });

Test(heap, elements_behind_a_data_pointer)
{
	struct memory *inside = NULL, *outside = NULL;
	void *kept[4];

	LR_GC_PUSH(&inside, &outside);
	inside = lr_gc_alloc(sizeof *inside + 4 * 8, &memory_type.type);
	inside->length = 4;
	inside->data = inside + 1;
	outside = lr_gc_alloc(sizeof *outside, &buffer_type.type);
	outside->data = calloc(4, 8);
	outside->length = 4;
	for (int i = 0; i < 4; i++) {
		((void **)inside->data)[i] = node_new(i, NULL);
		((void **)outside->data)[i] = kept[i] = node_new(i, NULL);
	}
	lr_gc_collect(0);
	lr_gc_collect(1);
	for (int i = 0; i < 4; i++) {
		cr_assert_eq(lr_gc_where(((void **)inside->data)[i]), LR_GC_OBJECT);
		cr_assert_eq(lr_gc_where(kept[i]), LR_GC_OBJECT);
	}
	inside->length = 1;
	outside->length = -3;
	cr_assert_eq(released, 0);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 3, "elements past the length are not looked at");
	outside = NULL;
	lr_gc_collect(1);
	cr_assert_eq(released, 1);
	outside = lr_gc_alloc(sizeof *outside, &buffer_type.type);
	lr_gc_collect(1);
	LR_GC_POP();
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
	cr_assert_eq(released, 2, "shutdown releases what is left");
}

Test(heap, records)
{
	uintptr_t *table = NULL;
	struct node *header, *refs[6];

	LR_GC_PUSH(&table);
	table = lr_gc_alloc(16 + 3 * 32, &table_type.type);
	table[1] = 3;
	header = node_new(0, NULL);
	table[0] = (uintptr_t)header;
	for (int i = 0; i < 3; i++) {
		/* bits that look like references must not be taken for any */
		table[2 + 4 * i] = (uintptr_t)node_new(100, NULL);
		table[4 + 4 * i] = 0xDBDBDBDBDBDBDBDBu;
		table[3 + 4 * i] = (uintptr_t)(refs[2 * i] = node_new(i, NULL));
		table[5 + 4 * i] = (uintptr_t)(refs[2 * i + 1] = node_new(i, NULL));
	}
	lr_gc_collect(0);
	cr_assert_eq(stats().live_objects, 1 + 1 + 6);
	cr_assert_eq(lr_gc_where(header), LR_GC_OBJECT);
	for (int i = 0; i < 6; i++)
		cr_assert_eq(lr_gc_where(refs[i]), LR_GC_OBJECT);
	LR_GC_POP();
}

Test(heap, deep_structures_do_not_recurse)
{
	struct node *list = NULL;

	LR_GC_PUSH(&list);
	for (int i = 0; i < 1000000; i++)
		list = node_new(i, list);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 1000000);
	LR_GC_POP();
}

Test(heap, collects_by_itself_and_reuses_memory)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	lr_gc_get_config(&c);
	c.nursery_bytes = 1 << 20;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	for (int i = 0; i < 1000000; i++)
		node_new(i, NULL);
	cr_assert_geq(stats().minor + stats().full, 20);
	cr_assert_lt(stats().heap_bytes, 8 << 20);
}

Test(heap, mode_full)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	struct node *parent = NULL, *child;

	LR_GC_PUSH(&parent);
	lr_gc_get_config(&c);
	c.mode = LR_GC_FULL;
	c.nursery_bytes = 1 << 16;
	lr_gc_configure(&c);
	child = old_to_young(&parent);
	for (int i = 0; i < 10000; i++)
		node_new(i, NULL);
	cr_assert_gt(stats().full, 0);
	cr_assert_eq(lr_gc_where(child), LR_GC_OBJECT, "no barrier is needed");
	LR_GC_POP();
}

static void
for_ever(struct node *volatile *list)
{
	for (;;)
		*list = node_new(0, *list);
}

Test(heap, out_of_memory_is_fatal)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	struct node *volatile list = NULL;

	lr_gc_get_config(&c);
	c.limit_bytes = 4 << 20;
	lr_gc_configure(&c);
	/* Garbage never fills a limited heap... */
	for (int i = 0; i < 400000; i++)
		node_new(i, NULL);
	/* ...but what lives does. */
	lr_gc_add_root((void **)(uintptr_t)&list);
	EXPECT_FATAL(for_ever(&list), "out of memory");
}

Test(heap, absurd_sizes_are_fatal)
{
	EXPECT_FATAL(lr_gc_alloc_typed(ptls(), SIZE_MAX - 4, 0), "out of memory");
}

Test(heap, absurd_size_of_a_big_object_is_fatal)
{
	EXPECT_FATAL(lr_gc_big_alloc(ptls(), SIZE_MAX / 2, 0), "out of memory");
}

Test(heap, configuration_is_checked)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	struct { size_t struct_size; uint32_t stress; } old = { 16, 0 };

	cr_assert_eq(lr_gc_get_config(NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.mode = 7;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_E_ARG);
	c.struct_size = 0;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_E_ARG);
	/* a caller that was compiled with fewer fields */
	cr_assert_eq(lr_gc_get_config((struct lr_gc_config *)(void *)&old), LR_RT_OK);
	cr_assert_eq(lr_gc_stats(&(struct lr_gc_stats){ .struct_size = 0 }), LR_RT_E_ARG);
}

Test(heap, boxes)
{
	void *big = NULL;

	LR_GC_PUSH(&big);
	for (int64_t i = -2000; i < 2000; i++) {
		void *b = lr_box_int64(i);

		cr_assert_eq(lr_unbox_int64(b), i);
		cr_assert_eq(lr_type_of(b), &lr_type_int64.type);
		cr_assert_eq((uintptr_t)b % 16, 0);
	}
	big = lr_box_int64(INT64_MIN);
	lr_gc_collect(1);
	cr_assert_eq(lr_unbox_int64(big), INT64_MIN);
	cr_assert_eq(lr_box_int64(1), lr_box_int64(1));
	LR_GC_POP();
}

Test(heap, types_are_objects)
{
	struct node *holder = NULL;

	LR_GC_PUSH(&holder);
	set_stress(1);
	holder = node_new(1, (struct node *)(uintptr_t)&node_type.type);
	cr_assert_eq(lr_type_of(holder->next), &lr_type_type.type);
	lr_gc_collect(1);
	LR_GC_POP();
}

Test(heap, figures)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	node_new(1, NULL);
	lr_gc_collect(0);
	lr_gc_collect(1);
	cr_assert_eq(stats().minor, 1);
	cr_assert_eq(stats().full, 1);
	cr_assert_eq(stats().allocated_objects, 1);
	cr_assert_eq(stats().allocated_bytes, 32);
	cr_assert_eq(stats().freed_objects, 1);
	lr_gc_print_stats(f);
	fclose(f);
	cr_assert_not_null(strstr(text, "gc: minor collections      1\n"));
	free(text);
}

Test(heap, shutdown_and_begin_again)
{
	for (int i = 0; i < 3; i++) {
		node_new(1, NULL);
		lr_gc_collect(0);
		cr_assert_eq(stats().minor, 1);
		cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
	}
}

/* As compiled code does it: what is taken from a run counts at once, the rest is free, and a collection takes it back. */
Test(heap, runs_are_objects_when_they_are_taken)
{
	struct lr_gc_stats before = { .struct_size = sizeof before }, after = before;
	struct node *first = node_new(1, NULL), *kept = NULL, *taken;
	const uint32_t bytes = (uint32_t)lr_gc_object_bytes(first) + 8;
	uint32_t class = 0;

	while (classes[class] != bytes)
		class++;
	struct lr_run *run = &ptls()->runs[class];
	LR_GC_PUSH(&kept);
	lr_gc_stats(&before);
	for (int i = 0; i < 3; i++) {
		cr_assert_neq(run->next, run->end);
		taken = (struct node *)(void *)run->next;
		cr_assert_eq(lr_gc_where(taken), LR_GC_FREE);
		run->next += bytes;
		((uintptr_t *)(void *)taken)[-1] = (uintptr_t)&node_type.type;
		taken->value = i;
		taken->next = kept;
		kept = taken;
		cr_assert_eq(lr_gc_where(taken), LR_GC_OBJECT);
	}
	lr_gc_stats(&after);
	cr_assert_eq(after.allocated_objects, before.allocated_objects + 3);
	cr_assert_eq(after.allocated_bytes, before.allocated_bytes + 3 * (uint64_t)bytes);
	const char *rest = run->next;
	lr_gc_collect(1);
	cr_assert_eq(run->next, run->end);
	cr_assert_eq(lr_gc_where(rest), LR_GC_FREE);
	cr_assert_eq(kept->next->next->value, 0);
	lr_gc_stats(&after);
	cr_assert_eq(after.allocated_objects, before.allocated_objects + 3);
	cr_assert_eq(after.live_objects, 3);
	LR_GC_POP();
}

Test(heap, under_stress_there_are_no_runs)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	node_new(1, NULL);
	lr_gc_get_config(&c);
	c.stress = 1;
	lr_gc_configure(&c);
	for (int i = 0; i < 3; i++) {
		for (unsigned k = 0; k < LR_SIZE_CLASS_COUNT; k++)
			cr_assert_eq(ptls()->runs[k].next, ptls()->runs[k].end);
		node_new(i, NULL);
	}
}
