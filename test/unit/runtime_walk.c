/* SPDX-License-Identifier: MIT */
/* The walker over frames made by hand: order, kinds of frames, corrupt chains, and that it never allocates.  The program is linked
** so that every call of the allocator comes through here. */
#include "runtime_util.h"
#include "walk_checked.h"

#include <stdlib.h>

static unsigned long allocator_calls;

void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
void __real_free(void *);
void *__wrap_malloc(size_t), *__wrap_calloc(size_t, size_t), *__wrap_realloc(void *, size_t);
void __wrap_free(void *);

void *
__wrap_malloc(size_t n)
{
	allocator_calls++;
	return __real_malloc(n);
}
void *
__wrap_calloc(size_t n, size_t each)
{
	allocator_calls++;
	return __real_calloc(n, each);
}
void *
__wrap_realloc(void *p, size_t n)
{
	allocator_calls++;
	return __real_realloc(p, n);
}
void
__wrap_free(void *p)
{
	allocator_calls++;
	__real_free(p);
}

#define DIRECT(n) ((uintptr_t)(n) << LR_FRAME_NROOTS_SHIFT)
#define INDIRECT(n) (DIRECT(n) | LR_FRAME_INDIRECT)

struct frame {
	struct lr_frame head;
	void *slots[4];
} __attribute__((aligned(16)));

/* Any value that is no small integer will do for a reference: the walker does not follow it. */
#define REF(i) ((void *)((uintptr_t)0x10000 + 16 * (uintptr_t)(i)))

enum { MAX_SEEN = 64 };
struct seen {
	size_t count, frames, tasks;
	void *values[MAX_SEEN];
	void **slots[MAX_SEEN];
	struct lr_root_site sites[MAX_SEEN];
	struct lr_frame_info infos[MAX_SEEN];
	int answer, frame_answer, bad_code;
	const void *bad_address;
};

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	struct seen *s = user;

	if (s->count < MAX_SEEN) {
		s->values[s->count] = *slot;
		s->slots[s->count] = slot;
		s->sites[s->count] = *site;
	}
	s->count++;
	return s->answer;
}

static int
on_frame(void *user, const struct lr_frame_info *info)
{
	struct seen *s = user;

	if (s->frames < MAX_SEEN)
		s->infos[s->frames] = *info;
	s->frames++;
	return s->frame_answer;
}

static int
on_task(void *user, const lr_task *task)
{
	(void)task;
	((struct seen *)user)->tasks++;
	return 0;
}

static void
on_bad(void *user, int code, const void *address)
{
	struct seen *s = user;

	s->bad_code = code;
	s->bad_address = address;
}

static int64_t
walk(void *newest, struct seen *s)
{
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .frame = on_frame, .task = on_task,
		.bad = on_bad, .user = s };

	return walk_checked(newest, &v);
}

Test(walk, nothing)
{
	struct seen s = { 0 };

	cr_assert_eq(walk(NULL, &s), 0);
	cr_assert_eq(s.frames, 0);
}

Test(walk, newest_frame_first_slots_in_order)
{
	struct frame old = { { DIRECT(2), NULL }, { REF(1), REF(2) } };
	struct frame mid = { { DIRECT(0), &old.head }, { REF(98) } };
	struct frame new = { { DIRECT(3), &mid.head }, { REF(3), REF(4), REF(5), REF(99) } };
	struct seen s = { 0 };
	void *want[] = { REF(3), REF(4), REF(5), REF(1), REF(2) };

	cr_assert_eq(walk(&new, &s), 5);
	cr_assert_eq(s.count, 5);
	cr_assert_arr_eq(s.values, want, sizeof want);
	cr_assert_eq(s.frames, 3);
	cr_assert_eq(s.infos[0].frame, &new.head);
	cr_assert_eq(s.infos[2].frame, &old.head);
	cr_assert_eq(s.infos[2].depth, 2);
	cr_assert_eq(s.infos[2].nroots, 2);
	cr_assert_eq(s.sites[1].kind, LR_ROOT_FRAME);
	cr_assert_eq(s.sites[1].frame, &new.head);
	cr_assert_eq(s.sites[1].index, 1);
	cr_assert_eq(s.sites[4].depth, 2);
	cr_assert_eq(s.slots[4], &old.slots[1]);
}

Test(walk, null_and_small_values_are_no_references)
{
	struct frame f = { { DIRECT(4), NULL }, { NULL, (void *)(uintptr_t)0x40, (void *)(uintptr_t)(LR_SMALL_VALUE_LIMIT - 1), REF(1) } };
	struct seen s = { 0 };

	cr_assert_eq(walk(&f, &s), 1);
	cr_assert_eq(s.sites[0].index, 3);
}

Test(walk, indirect_slots_are_addresses_of_variables)
{
	void *a = REF(1), *b = NULL, *c = REF(3);
	struct frame f = { { INDIRECT(4), NULL }, { &a, &b, NULL, &c } };
	struct seen s = { 0 };

	cr_assert_eq(walk(&f, &s), 2);
	cr_assert_eq(s.slots[0], &a);
	cr_assert_eq(s.slots[1], &c);
	cr_assert_eq(s.sites[1].index, 3);
	cr_assert(s.infos[0].indirect);
	/* A collector that moves objects writes through the slot. */
	*s.slots[1] = REF(7);
	cr_assert_eq(c, REF(7));
}

Test(walk, callbacks_may_stop_and_skip)
{
	struct frame old = { { DIRECT(2), NULL }, { REF(1), REF(2) } };
	struct frame new = { { DIRECT(2), &old.head }, { REF(3), REF(4) } };
	struct seen negative = { .answer = -77 }, positive = { .answer = 1 }, skip = { .frame_answer = LR_WALK_SKIP_FRAME },
		refuse = { .frame_answer = -5 };
	struct lr_visitor nothing = { .struct_size = sizeof nothing };

	cr_assert_eq(walk(&new, &negative), -77);
	cr_assert_eq(negative.count, 1);
	cr_assert_eq(walk(&new, &positive), 1);
	cr_assert_eq(positive.count, 1);
	cr_assert_eq(walk(&new, &skip), 0);
	cr_assert_eq(skip.frames, 2);
	cr_assert_eq(walk(&new, &refuse), -5);
	cr_assert_eq(refuse.frames, 1);
	cr_assert_eq(walk_checked(&new.head, &nothing), 4);
}

/* Whoever was compiled for another version of the header. */
Test(walk, visitors_of_other_versions)
{
	struct frame f = { { DIRECT(2), NULL }, { REF(1), REF(2) } };
	struct seen s = { 0 };
	struct { struct lr_visitor v; uintptr_t later[4]; } newer = { { .root = on_root, .user = &s }, { 1, 2, 3, 4 } };
	struct lr_visitor older;

	cr_assert_eq(lr_walk_frames(&f.head, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_walk_frames(&f.head, &newer.v), LR_RT_E_ARG, "it says nothing of its size");
	cr_assert_eq(lr_walk_task(lr_task_current(), &newer.v), LR_RT_E_ARG);
	cr_assert_eq(lr_walk_all(&newer.v), LR_RT_E_ARG);
	newer.v.struct_size = sizeof newer;
	cr_assert_eq(lr_walk_frames(&f.head, &newer.v), 2);
	memset(&older, 0xFF, sizeof older); /* what lies behind it is not the visitor's */
	memcpy(&older, &newer.v, offsetof(struct lr_visitor, derived));
	older.struct_size = offsetof(struct lr_visitor, derived);
	cr_assert_eq(lr_walk_frames(&f.head, &older), 2);
	cr_assert_eq(s.count, 4);
}

Test(walk, corrupt_frames_are_reported)
{
	struct frame last = { { DIRECT(1), NULL }, { REF(1) } };
	struct frame f = { { DIRECT(1), &last.head }, { REF(2) } };
	struct seen s = { 0 };

	cr_assert_eq(walk((char *)&f + 8, &s), LR_RT_E_FRAME_ALIGN);
	cr_assert_eq(walk((void *)(uintptr_t)0x20, &s), LR_RT_E_FRAME_ADDRESS);
	cr_assert_eq(walk((void *)(uintptr_t)0xDBDBDBDBDBDBDBD0u, &s), LR_RT_E_FRAME_ADDRESS);
	cr_assert_eq(s.count, 0);
	f.head.nroots = DIRECT((uint64_t)LR_FRAME_MAX_ROOTS + 1);
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_NROOTS);
	f.head.nroots = (uintptr_t)-4 & ~(uintptr_t)LR_FRAME_MAPPED;
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_NROOTS);
	f.head.nroots = (uintptr_t)-4; /* a mapped frame with bits that it cannot have */
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_FLAGS);
	f.head.nroots = DIRECT(1) | LR_FRAME_ANCHOR | LR_FRAME_INDIRECT;
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_FLAGS);
	f.head.nroots = DIRECT(2) | LR_FRAME_ANCHOR;
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_UNMAPPED);
	cr_assert_eq(s.count, 0);
	/* What is newer than the corrupt frame is still visited. */
	f.head.nroots = DIRECT(1);
	f.head.prev = (struct lr_frame *)(void *)((char *)&last + 8);
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_ALIGN);
	cr_assert_eq(s.count, 1);
	cr_assert_eq(s.values[0], REF(2));
	f.head.prev = NULL;
	f.head.nroots = INDIRECT(1);
	f.slots[0] = (void *)(uintptr_t)0x10003;
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_SLOT);
	cr_assert_eq(s.bad_code, LR_RT_E_FRAME_SLOT);
	cr_assert_eq(s.bad_address, &f.head);
	cr_assert_lt(walk_checked(&f.head, &VISITOR()), 0);
	cr_assert_str_not_empty(lr_rt_strerror(LR_RT_E_FRAME_SLOT));
	cr_assert_str_not_empty(lr_rt_strerror(-12345));
}

/* What may be moved: in a frame of code that reads its roots again, all but the last ones. */
Test(walk, frames_say_what_may_move)
{
	static const uintptr_t moving = DIRECT(4) | LR_FRAME_MOVING | (uintptr_t)1 << LR_FRAME_FIXED_SHIFT | (uintptr_t)1 << LR_FRAME_DEEP_SHIFT;
	static const uint32_t flags[4] = { 0, 0, LR_ROOT_FIXED, LR_ROOT_FIXED | LR_ROOT_DEEP };
	struct frame older = { { DIRECT(2), NULL }, { REF(6), REF(7) } };
	struct frame f = { { moving, &older.head }, { REF(1), REF(2), REF(3), REF(4) } };
	struct seen s = { 0 };

	cr_assert_eq(walk(&f, &s), 6);
	for (int i = 0; i < 4; i++)
		cr_assert_eq(s.sites[i].flags, flags[i], "%d", i);
	cr_assert_eq(s.infos[0].nroots, 4);
	cr_assert_eq(s.sites[4].flags, LR_ROOT_FIXED | LR_ROOT_DEEP);
	f.head.nroots = DIRECT(3) | LR_FRAME_MOVING | (uintptr_t)2 << LR_FRAME_FIXED_SHIFT | (uintptr_t)2 << LR_FRAME_DEEP_SHIFT;
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_NROOTS);
	f.head.nroots = DIRECT(2) | (uintptr_t)1 << LR_FRAME_DEEP_SHIFT;
	cr_assert_eq(walk(&f, &s), LR_RT_E_FRAME_NROOTS);
}

/* The end of a relocation visits no roots. */
Test(walk, finishing_visits_no_root)
{
	struct frame f = { { DIRECT(1), NULL }, { REF(1) } };
	struct seen s = { 0 };
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .user = &s, .mode = LR_WALK_RELOCATE };

	cr_assert_eq(walk_checked(&f.head, &v), 1);
	v.mode = LR_WALK_FINISH;
	cr_assert_eq(walk_checked(&f.head, &v), 0);
	cr_assert_eq(s.count, 1);
}

Test(walk, cycles_end, .timeout = 10)
{
	enum { N = 50 };
	static struct frame f[N];
	struct seen s = { 0 };

	/* Every length of tail before every length of cycle. */
	for (int tail = 0; tail < N; tail++) {
		for (int i = 0; i < N; i++)
			f[i].head = (struct lr_frame){ DIRECT(0), i + 1 < N ? &f[i + 1].head : &f[tail].head };
		cr_assert_eq(walk(&f[0], &s), LR_RT_E_FRAME_CYCLE);
	}
}

Test(walk, push_and_pop_from_c)
{
	lr_task *t = (lr_task *)(void *)lr_get_pgcstack();
	struct lr_frame *before = t->gcstack;
	int value = 5;
	int *a = &value;
	char *b = NULL;
	struct seen s = { 0 };
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .frame = on_frame, .task = on_task, .user = &s };

	LR_GC_PUSH2(&a, &b);
	b = (char *)&value;
	walk_in_all_ways(NULL, t);
	cr_assert_eq(lr_walk_task(t, &v), 2);
	cr_assert_eq(s.slots[0], (void **)(void *)&a);
	cr_assert_eq(s.slots[1], (void **)(void *)&b);
	cr_assert_eq(s.sites[0].task, t);
	cr_assert_eq(s.tasks, 1);
	LR_GC_POP();
	cr_assert_eq(t->gcstack, before);
}

Test(walk, task_and_global_roots)
{
	lr_task *t = (lr_task *)(void *)lr_get_pgcstack();
	struct seen s = { 0 };
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .frame = on_frame, .task = on_task, .user = &s };
	static void *global = REF(2), *empty = NULL;

	t->exception = REF(1);
	cr_assert_eq(lr_gc_add_root(&global), LR_RT_OK);
	cr_assert_eq(lr_gc_add_root(&empty), LR_RT_OK);
	cr_assert_eq(lr_gc_add_root(NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_add_root((void **)(void *)((char *)&global + 1)), LR_RT_E_ARG);
	lr_world_stop();
	walk_in_all_ways(NULL, NULL);
	cr_assert_eq(lr_walk_all(&v), 2);
	lr_world_resume();
	cr_assert_eq(s.sites[0].kind, LR_ROOT_TASK);
	cr_assert_eq(s.values[0], REF(1));
	cr_assert_eq(s.sites[1].kind, LR_ROOT_GLOBAL);
	cr_assert_eq(s.slots[1], &global);
	cr_assert_eq(lr_gc_remove_root(&global), LR_RT_OK);
	cr_assert_eq(lr_gc_remove_root(&global), LR_RT_E_ARG);
	t->exception = NULL;
	walk_in_all_ways(NULL, NULL);
	cr_assert_eq(lr_walk_all(&v), 0);
	cr_assert_eq(lr_gc_remove_root(&empty), LR_RT_OK);
}

static struct lr_frame *suspended_frame;

static void *
suspended_entry(void *arg)
{
	lr_task *t = lr_task_current();
	struct frame f = { { DIRECT(1), NULL }, { REF(30) } };

	t->gcstack = suspended_frame = &f.head;
	lr_task_switch(lr_task_caller());
	t->gcstack = NULL;
	return arg;
}

Test(walk, suspended_tasks)
{
	lr_task *t = lr_task_new(suspended_entry, NULL, 0);
	struct frame f = { { DIRECT(1), NULL }, { REF(20) } };
	struct seen s = { 0 };
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .frame = on_frame, .task = on_task, .user = &s };

	cr_assert_not_null(t);
	lr_task_switch(t);
	lr_task_current()->gcstack = &f.head;
	walk_in_all_ways(NULL, NULL);
	cr_assert_eq(lr_walk_all(&v), 2);
	cr_assert_eq(s.tasks, 2);
	cr_assert_eq(s.values[0], REF(20));
	cr_assert_eq(s.sites[0].task, lr_task_current());
	cr_assert_eq(s.values[1], REF(30));
	cr_assert_eq(s.sites[1].task, t);
	cr_assert_eq(s.sites[1].frame, suspended_frame);
	lr_task_current()->gcstack = NULL;
	lr_task_switch(t);
	cr_assert(lr_task_finished(t, NULL));
	cr_assert_eq(lr_task_free(t), LR_RT_OK);
}

Test(walk, never_allocates)
{
	enum { N = 100000 };
	struct frame *chain = aligned_alloc(16, N * sizeof *chain);
	struct seen s = { 0 };
	unsigned long before;
	void *volatile block; /* or the compiler removes the pair */
	int64_t n;

	for (int i = 0; i < N; i++)
		chain[i] = (struct frame){ { DIRECT(2), i > 0 ? &chain[i - 1].head : NULL }, { REF(i), REF(i + 1) } };
	lr_get_pgcstack();
	free(block = malloc(1));
	before = allocator_calls;
	cr_assert_gt(before, 1, "the allocator is not watched");
	lr_task_current()->gcstack = &chain[N - 1].head;
	n = lr_walk_all(&VISITOR(.root = on_root, .frame = on_frame, .task = on_task, .user = &s));
	lr_task_current()->gcstack = NULL;
	cr_assert_eq(allocator_calls, before);
	cr_assert_eq(n, 2 * N);
	cr_assert_eq(s.frames, N);
	free(chain);
}
