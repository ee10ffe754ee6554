/* SPDX-License-Identifier: MIT */
/* Stress: collections at every allocation, poison, quarantine, and the messages that name a bad reference. */
#include "runtime_util.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct direct {
	struct lr_frame head;
	void *slots[2];
} __attribute__((aligned(16)));

static bool
all_bytes(const void *p, size_t n, unsigned char value)
{
	const unsigned char *b = p;

	for (size_t i = 0; i < n; i++)
		if (b[i] != value)
			return false;
	return true;
}

Test(stress, collects_at_every_allocation_and_safepoint)
{
	set_stress(1);
	for (int i = 0; i < 100; i++)
		node_new(i, NULL);
	for (int i = 0; i < 10; i++)
		lr_safepoint();
	lr_gc_safepoint();
	cr_assert_eq(stats().minor + stats().full, 111);
	cr_assert_geq(stats().full, 1);
	set_stress(10);
	for (int i = 0; i < 100; i++)
		lr_box_int64(1 << 20);
	cr_assert_eq(stats().minor + stats().full, 121);
	set_stress(0);
	node_new(1, NULL);
	cr_assert_eq(stats().minor + stats().full, 121);
}

/* What julia.safepoint compiles to. */
static void
page_safepoint(void)
{
	volatile uintptr_t used = *(volatile const uintptr_t *)lr_task_current()->ptls->safepoint;

	(void)used;
}

Test(stress, a_load_from_the_safepoint_page_collects)
{
	page_safepoint();
	cr_assert_eq(stats().minor + stats().full, 0);
	set_stress(1);
	for (uint64_t i = 1; i <= 10; i++) {
		node_new(1, NULL);
		cr_assert_eq(stats().minor + stats().full, 2 * i - 1);
		page_safepoint();
		cr_assert_eq(stats().minor + stats().full, 2 * i);
		page_safepoint();
		cr_assert_eq(stats().minor + stats().full, 2 * i);
	}
	cr_assert_eq(stats().live_objects, 0);
	/* While it is about to say that it is GC-safe. */
	node_new(1, NULL);
	lr_gc_safe_enter();
	page_safepoint();
	lr_gc_safe_leave(LR_GC_STATE_UNSAFE);
	cr_assert_eq(stats().live_objects, 1);
	node_new(1, NULL);
	set_stress(0);
	page_safepoint();
	cr_assert_eq(stats().live_objects, 1);
}

Test(stress, a_missed_root_is_found_at_a_page_safepoint)
{
	struct direct f = { { 2 << LR_FRAME_NROOTS_SHIFT, NULL }, { NULL, NULL } };

	set_stress(1);
	f.slots[0] = node_new(1, NULL);
	lr_safepoint();
	lr_task_current()->gcstack = &f.head;
	EXPECT_FATAL(page_safepoint(), "slot 0", "dead object");
}

Test(stress, environment)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	setenv("LATEROOT_GC_STRESS", "3", 1);
	setenv("LATEROOT_GC_MODE", "full", 1);
	setenv("LATEROOT_GC_NURSERY", "64k", 1);
	setenv("LATEROOT_GC_LIMIT", "nonsense", 1);
	cr_assert_eq(lr_runtime_init(), LR_RT_OK);
	cr_assert_eq(lr_runtime_init(), LR_RT_OK);
	lr_gc_get_config(&c);
	cr_assert_eq(c.stress, 3);
	cr_assert_eq(c.mode, LR_GC_FULL);
	cr_assert_eq(c.nursery_bytes, 65536);
	cr_assert_eq(c.limit_bytes, 0);
}

Test(stress, dead_objects_are_poisoned_and_not_reused_soon)
{
	struct node *dead;
	char *big;

	set_stress(1);
	dead = node_new(0x1234, NULL);
	big = lr_gc_alloc(100000, &lr_type_bytes.type);
	lr_safepoint();
	cr_assert_eq(lr_gc_where(dead), LR_GC_DEAD);
	cr_assert(all_bytes((char *)dead - 8, 32, 0xDB), "tag and all");
	cr_assert_eq(lr_gc_where(big), LR_GC_DEAD);
	cr_assert(all_bytes(big - 8, 100008, 0xDB));
	for (int i = 0; i < 10000; i++)
		cr_assert_neq(node_new(i, NULL), dead);
}

Test(stress, quarantine_is_bounded)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	lr_gc_get_config(&c);
	c.stress = 1;
	c.quarantine_bytes = 1 << 20;
	lr_gc_configure(&c);
	for (int i = 0; i < 200000; i++)
		node_new(i, NULL);
	for (int i = 0; i < 500; i++)
		lr_gc_alloc(50000, &lr_type_bytes.type);
	cr_assert_lt(stats().heap_bytes, 8 << 20);
	/* Off: everything is usable again. */
	set_stress(0);
	lr_gc_collect(1);
	cr_assert_eq(stats().heap_bytes, 0);
}

static void
many_nodes(int n)
{
	for (int i = 0; i < n; i++)
		node_new(i, NULL);
}

Test(stress, write_after_death_is_found)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	struct node *dead;

	lr_gc_get_config(&c);
	c.stress = 1;
	c.quarantine_bytes = 1024;
	lr_gc_configure(&c);
	dead = node_new(1, NULL);
	lr_safepoint();
	dead->value = 7;
	EXPECT_FATAL(many_nodes(1000), "byte 0 of the dead object", "type Node", "written");
}

/* Short programs end before anything has to leave quarantine. */
static struct node *
node_written_when_dead(void)
{
	struct node *dead;

	set_stress(1);
	dead = node_new(1, NULL);
	lr_safepoint();
	dead->value = 7;
	return dead;
}

Test(stress, write_after_death_is_found_when_stress_ends)
{
	node_written_when_dead();
	EXPECT_FATAL(set_stress(0), "byte 0 of the dead object", "type Node", "written");
}

Test(stress, write_after_death_is_found_when_less_is_kept)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	node_written_when_dead();
	lr_gc_get_config(&c);
	c.quarantine_bytes = 8;
	EXPECT_FATAL(lr_gc_configure(&c), "byte 0 of the dead object", "type Node", "written");
}

Test(stress, write_after_death_is_found_at_shutdown)
{
	node_written_when_dead();
	EXPECT_FATAL(lr_runtime_shutdown(), "byte 0 of the dead object", "type Node", "written");
}

static void
die_writing(void)
{
	struct node *dead;

	setenv("LATEROOT_GC_STRESS", "1", 1);
	if (freopen("/dev/null", "w", stderr) == NULL)
		_exit(1);
	dead = node_new(1, NULL);
	lr_safepoint();
	dead->value = 7;
	exit(0);
}

Test(stress, write_after_death_is_found_at_exit)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0)
		die_writing();
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFSIGNALED(status));
	cr_assert_eq(WTERMSIG(status), SIGABRT);
}

Test(stress, new_memory_is_no_valid_object)
{
	void **p;

	set_stress(1);
	p = lr_gc_alloc_typed(lr_task_current()->ptls, 16, (uintptr_t)&node_type.type);
	cr_assert(all_bytes(p, 16, 0xCB));
}

Test(stress, missing_initialisation_is_found)
{
	struct node *n = NULL;

	LR_GC_PUSH(&n);
	set_stress(1);
	n = lr_gc_alloc_typed(lr_task_current()->ptls, 16, (uintptr_t)&node_type.type);
	EXPECT_FATAL(lr_safepoint(), "never initialised", "type Node, byte 8");
}

Test(stress, missed_root_in_a_frame_is_named)
{
	struct direct f = { { 2 << LR_FRAME_NROOTS_SHIFT, NULL }, { NULL, NULL } };
	struct node *lost;

	set_stress(1);
	lost = node_new(1, NULL);
	node_new(2, NULL);
	/* too late: it was not in its slot at the safepoint before */
	f.slots[1] = lost;
	lr_task_current()->gcstack = &f.head;
	EXPECT_FATAL(lr_safepoint(), "bad reference", "frame 0", "(direct), slot 1", "dead object (type Node, 24 bytes");
}

Test(stress, missed_root_in_a_field_is_named)
{
	struct node *lost, *holder = NULL;

	LR_GC_PUSH(&holder);
	set_stress(1);
	lost = node_new(1, NULL);
	holder = node_new(2, NULL);
	holder->next = lost;
	EXPECT_FATAL(lr_safepoint(), "bad reference", "of type Node, byte 8", "dead object (type Node");
}

Test(stress, interior_pointer_is_named)
{
	void *p = NULL;

	LR_GC_PUSH(&p);
	set_stress(1);
	p = (char *)lr_gc_alloc(64, &lr_type_bytes.type) + 16;
	EXPECT_FATAL(lr_safepoint(), "(indirect), slot 0", "byte 16 of the object");
}

Test(stress, wild_pointers_are_named)
{
	void *p = (void *)(uintptr_t)0x123456789AB8;

	LR_GC_PUSH(&p);
	set_stress(1);
	EXPECT_FATAL(lr_safepoint(), "not mapped in this process");
}

Test(stress, misaligned_pointers_are_named)
{
	char buffer[32];
	void *p = buffer + 1;

	LR_GC_PUSH(&p);
	set_stress(1);
	EXPECT_FATAL(lr_safepoint(), "misaligned");
}

Test(stress, bad_global_root_is_named)
{
	static void *root;

	set_stress(1);
	lr_gc_add_root(&root);
	root = node_new(1, NULL);
	lr_safepoint();
	root = (char *)root + 24;
	EXPECT_FATAL(lr_safepoint(), "global root");
}

Test(stress, length_beyond_the_object_is_found)
{
	int64_t *refs = NULL;

	LR_GC_PUSH(&refs);
	set_stress(1);
	refs = lr_gc_alloc(8 + 8 * 4, &lr_type_refs.type);
	refs[0] = 400;
	EXPECT_FATAL(lr_safepoint(), "type Refs", "400 elements");
}

Test(stress, corrupt_frame_is_fatal)
{
	struct direct f = { { LR_FRAME_ANCHOR | LR_FRAME_INDIRECT, NULL }, { NULL, NULL } };

	lr_task_current()->gcstack = &f.head;
	EXPECT_FATAL(lr_gc_collect(0), "reserved bit");
}

Test(stress, allocation_in_a_safe_region_is_found)
{
	set_stress(1);
	lr_gc_safe_enter();
	EXPECT_FATAL(node_new(1, NULL), "GC-safe");
}

/* Each level allocates; the walk at level n costs n. */
static int64_t
descend(int levels, struct node *above)
{
	struct node *mine = above;
	int64_t sum;

	LR_GC_PUSH(&mine);
	mine = node_new(levels, above);
	sum = levels == 0 ? 0 : descend(levels - 1, mine);
	sum += mine->value;
	LR_GC_POP();
	return sum;
}

static void *
descend_task(void *arg)
{
	return lr_box_int64(descend(100000, arg));
}

Test(stress, deep_recursion_takes_seconds_not_hours, .timeout = 300)
{
	lr_task *t;
	void *result;

	set_stress(1);
	t = lr_task_new(descend_task, NULL, (size_t)256 << 20);
	lr_task_switch(t);
	cr_assert(lr_task_finished(t, &result));
	cr_assert_eq(lr_unbox_int64(result), (int64_t)100000 * 100001 / 2);
	cr_assert_geq(stats().max_frames, 90000);
	lr_task_free(t);
}

/* A program with a changing structure, the same with and without stress. */
static uint64_t
churn(int steps)
{
	struct node *table[16] = { NULL }, *n = NULL;
	uint64_t hash = 0, random = 12345;
	void **f[18] __attribute__((aligned(16)));

	for (int i = 0; i < 16; i++)
		f[2 + i] = (void **)(void *)&table[i];
	lr_gc_push_indirect((void **)f, 16);
	{
		LR_GC_PUSH(&n);
		for (int i = 0; i < steps; i++) {
			unsigned a, b;

			random = random * 6364136223846793005u + 1442695040888963407u;
			a = random >> 33 & 15;
			b = random >> 43 & 15;
			n = node_new(i, table[b]);
			if (table[a] != NULL && random >> 60 != 0) {
				table[a]->next = n;
				lr_gc_write_barrier(table[a], n);
			} else {
				table[a] = n;
			}
			if (random >> 58 == 0)
				table[b] = NULL;
			n = table[a];
			for (int step = 0; step < 10 && n != NULL; step++, n = n->next)
				hash = hash * 31 + (uint64_t)n->value;
			if (random >> 52 == 0)
				memset(table, 0, sizeof table);
		}
		LR_GC_POP();
	}
	lr_gc_pop((struct lr_frame *)(void *)f);
	return hash;
}

Test(stress, same_result, .timeout = 100)
{
	uint64_t want = churn(20000), plain, full;
	struct lr_gc_config c = { .struct_size = sizeof c };

	set_stress(1);
	plain = churn(20000);
	lr_gc_get_config(&c);
	c.mode = LR_GC_FULL;
	lr_gc_configure(&c);
	full = churn(20000);
	cr_assert_eq(plain, want);
	cr_assert_eq(full, want);
}
