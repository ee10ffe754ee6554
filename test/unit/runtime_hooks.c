/* SPDX-License-Identifier: MIT */
/* Release hooks: each runs once, in every mode, also among objects whose types have none.  A sweep reads the tags of
** those pages alone in which an entry made an object with a hook. */
#include "runtime_util.h"

enum { OBJECTS = 1000 };

struct file { uintptr_t number; struct node *owner; };
static unsigned closed[OBJECTS];

static void
close_file(void *object)
{
	closed[((struct file *)object)->number]++;
}

static LR_TYPE_DEFINE(file_type, .name = "File", .size_bytes = 16, .nrefs = 1, .refs = (const uint32_t[]){ 1 },
	.release = close_file);

static struct file *
file_new(uintptr_t number, struct node *owner)
{
	struct file *f;

	LR_GC_PUSH(&owner);
	f = lr_gc_alloc(sizeof *f, &file_type.type);
	f->number = number;
	f->owner = owner;
	LR_GC_POP();
	return f;
}

static unsigned
closed_of(unsigned from, unsigned step)
{
	unsigned n = 0;

	for (unsigned i = from; i < OBJECTS; i += step)
		n += closed[i];
	return n;
}

/* Every third file is kept, and each has a node beside it in its page. */
static void
make_files(enum lr_gc_mode mode)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	void *kept[OBJECTS] = { NULL };

	lr_gc_get_config(&c);
	c.mode = mode;
	lr_gc_configure(&c);
	cr_assert_eq(lr_gc_add_root_range(kept, OBJECTS), LR_RT_OK);
	for (unsigned i = 0; i < OBJECTS; i++) {
		struct file *f = file_new(i, NULL);
		if (i % 3 == 0)
			kept[i] = f;
		node_new((int64_t)i, NULL);
	}
	for (int full = 0; full < 4; full++) {
		lr_gc_collect(full != 0);
		cr_assert_eq(closed_of(0, 3), 0, "collection %d: %u of the living", full, closed_of(0, 3));
		cr_assert_eq(closed_of(1, 3) + closed_of(2, 3), OBJECTS - (OBJECTS + 2) / 3);
	}
	for (unsigned i = 0; i < OBJECTS; i += 2)
		kept[i] = NULL;
	lr_gc_collect(1);
	cr_assert_eq(closed_of(0, 6), (OBJECTS + 5) / 6);
	cr_assert_eq(closed_of(3, 6), 0);
	cr_assert_eq(lr_gc_remove_root_range(kept, OBJECTS), LR_RT_OK);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
	for (unsigned i = 0; i < OBJECTS; i++)
		cr_assert_eq(closed[i], 1, "file %u was closed %u times", i, closed[i]);
}

Test(hooks, run_once)
{
	make_files(LR_GC_GENERATIONAL);
}

Test(hooks, run_once_where_objects_move)
{
	make_files(LR_GC_MOVING);
}

Test(hooks, run_once_without_generations)
{
	make_files(LR_GC_FULL);
}

/* What a compiler must not do: the object would die without its hook. */
static void
take_from_run(void)
{
	struct lr_ptls *t = ((lr_task *)(void *)lr_get_pgcstack())->ptls;
	struct file *f = NULL;

	LR_GC_PUSH(&f);
	node_new(1, NULL);
	struct lr_run *run = &t->runs[1];
	cr_assert_neq(run->next, run->end);
	f = (struct file *)(void *)run->next;
	run->next += 32;
	((uintptr_t *)(void *)f)[-1] = (uintptr_t)&file_type.type;
	*f = (struct file){ 1, NULL };
	lr_gc_collect(1);
	LR_GC_POP();
}

Test(hooks, of_objects_from_runs_are_mistakes)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	lr_gc_get_config(&c);
	c.verify_heap = 1;
	lr_gc_configure(&c);
	EXPECT_FATAL(take_from_run(), "of type File", "has a release hook, and the object was taken from a run");
}
