/* SPDX-License-Identifier: MIT */
/* LLVM's shadow stack: entries made by hand, between frames of the other chain; metadata; corrupt entries; tasks and handlers. */
#include <criterion/criterion.h>
#include <lateroot/runtime.h>

#include "walk_checked.h"

enum { MAX_SEEN = 16 };
static struct seen { void **slot[MAX_SEEN]; struct lr_root_site site[MAX_SEEN]; int n, bad; } seen;

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	if (site->kind != LR_ROOT_FRAME)
		return 0;
	seen.slot[seen.n] = slot;
	seen.site[seen.n++] = *site;
	return 0;
}

static void
on_bad(void *user, int code, const void *address)
{
	(void)user, (void)address;
	seen.bad = code;
}

static int64_t
walk(void)
{
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root, .bad = on_bad };

	walk_in_all_ways(NULL, lr_task_current());
	seen = (struct seen){ .n = 0 };
	return lr_walk_task(lr_task_current(), &v);
}

static const char one[] = "one";
static const struct { int32_t nroots, nmeta; const void *meta[1]; } map = { 2, 1, { one } };
static uint64_t objects[4];

struct entry { struct lr_stack_entry *next; const void *map; void *roots[2]; };
struct frame { struct lr_frame head; void *slot[2]; } __attribute__((aligned(16)));
/* From old to new, as on a stack that grows down. */
struct stack { struct entry newest; struct frame frame; struct entry oldest; } __attribute__((aligned(16)));

static void
link_up(struct stack *s)
{
	*s = (struct stack){
		.newest = { (struct lr_stack_entry *)(void *)&s->oldest, &map, { &objects[0], &objects[1] } },
		.frame = { { 1 << LR_FRAME_NROOTS_SHIFT, NULL }, { &objects[2], NULL } },
		.oldest = { NULL, &map, { NULL, &objects[3] } }
	};
	llvm_gc_root_chain = (struct lr_stack_entry *)(void *)&s->newest;
	lr_task_current()->gcstack = &s->frame.head;
}

static void
unlink_all(void)
{
	llvm_gc_root_chain = NULL;
	lr_task_current()->gcstack = NULL;
}

Test(shadow, both_chains_in_the_order_of_the_stack)
{
	struct stack s;

	lr_runtime_init();
	link_up(&s);
	cr_assert_eq(walk(), 4);
	cr_assert_eq(seen.slot[0], &s.newest.roots[0]);
	cr_assert_eq(seen.slot[1], &s.newest.roots[1]);
	cr_assert_eq(seen.slot[2], &s.frame.slot[0]);
	cr_assert_eq(seen.slot[3], &s.oldest.roots[1]);
	cr_assert_eq(seen.site[0].metadata, one);
	cr_assert_null(seen.site[1].metadata);
	cr_assert_null(seen.site[2].entry);
	cr_assert_eq((const void *)seen.site[3].entry, &s.oldest);
	cr_assert_null(seen.site[3].metadata);
	cr_assert_eq(seen.site[3].depth, 2);
	cr_assert_eq(lr_thread_detach(), LR_RT_E_STATE, "it still has roots");
	unlink_all();
}

Test(shadow, corrupt_entries_end_the_walk)
{
	static const struct { int32_t nroots, nmeta; } bad_map[] = { { -1, 0 }, { 1, 2 }, { 1, -1 }, { INT32_MAX, 0 } };
	struct stack s;

	lr_runtime_init();
	for (size_t i = 0; i < sizeof bad_map / sizeof *bad_map; i++) {
		link_up(&s);
		s.oldest.map = &bad_map[i];
		cr_expect_eq(walk(), LR_RT_E_FRAME_NROOTS);
		cr_expect_eq(seen.bad, LR_RT_E_FRAME_NROOTS);
	}
	link_up(&s);
	s.oldest.map = NULL;
	cr_expect_eq(walk(), LR_RT_E_FRAME_FLAGS);
	link_up(&s);
	s.newest.next = (struct lr_stack_entry *)(uintptr_t)((uintptr_t)&s.oldest + 4);
	cr_expect_eq(walk(), LR_RT_E_FRAME_ALIGN);
	s.newest.next = (struct lr_stack_entry *)(uintptr_t)16;
	cr_expect_eq(walk(), LR_RT_E_FRAME_ADDRESS);
	s.newest.next = (struct lr_stack_entry *)(void *)&s.newest;
	cr_expect_eq(walk(), LR_RT_E_FRAME_CYCLE);
	unlink_all();
}

Test(shadow, handlers_cut_the_chain_back)
{
	struct lr_handler h;
	struct stack s;

	lr_runtime_init();
	link_up(&s);
	struct lr_stack_entry *found = llvm_gc_root_chain;
	lr_enter_handler(lr_task_current(), &h);
	if (setjmp(h.context) == 0) {
		llvm_gc_root_chain = NULL;
		lr_throw(NULL);
	}
	cr_assert_eq(llvm_gc_root_chain, found);
	llvm_gc_root_chain = NULL;
	lr_pop_handler(lr_task_current(), 1);
	cr_assert_eq(llvm_gc_root_chain, found);
	unlink_all();
}

static struct stack of_task;

static void *
in_task(void *arg)
{
	cr_assert_null(llvm_gc_root_chain);
	link_up(&of_task);
	lr_task_switch(lr_task_caller());
	cr_assert_eq((void *)llvm_gc_root_chain, &of_task.newest);
	unlink_all();
	return arg;
}

Test(shadow, each_task_has_a_chain_of_its_own)
{
	struct lr_visitor v = { .struct_size = sizeof v, .root = on_root };
	struct stack s;

	lr_runtime_init();
	link_up(&s);
	lr_task *t = lr_task_new(in_task, NULL, 0);
	lr_task_switch(t);
	cr_assert_eq((void *)llvm_gc_root_chain, &s.newest);
	seen = (struct seen){ .n = 0 };
	walk_in_all_ways(NULL, NULL);
	cr_assert_eq(lr_walk_all(&v), 8);
	cr_assert_eq(seen.slot[4], &of_task.newest.roots[0]);
	lr_task_switch(t);
	lr_task_free(t);
	cr_assert_eq(walk(), 4);
	unlink_all();
}
