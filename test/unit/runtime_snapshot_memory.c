/* SPDX-License-Identifier: MIT */
/* Snapshots and the search for leaks, when malloc refuses. */
#include "refuse_malloc.h"
#include "runtime_util.h"

#include <stdio.h>

static int
take(void *user, const char *bytes, size_t n)
{
	(void)bytes;
	*(size_t *)user += n;
	return 0;
}

Test(memory, a_snapshot_needs_some_and_says_so)
{
	size_t bytes = 0;

	lr_runtime_init();
	lr_gc_collect(1);
	granted = 0;
	const int status = lr_heap_snapshot(take, &bytes);
	granted = -1;
	cr_assert_eq(status, LR_RT_E_NOMEM);
	cr_assert_eq(bytes, 0);
	granted = 1;
	const int second = lr_heap_snapshot(take, &bytes);
	const int left = granted;
	granted = -1;
	cr_assert_eq(second, LR_RT_OK);
	cr_assert_eq(left, 0);
	cr_assert_eq(refused, 1, "more was asked for");
	cr_assert_gt(bytes, 0);
}

static const struct lr_type types[] = {
	{ .name = "a", .size_bytes = 16, .nrefs = 2 }, { .name = "b", .size_bytes = 16, .nrefs = 2 },
};

Test(memory, leaks_are_counted_or_there_is_an_error)
{
	void **list = NULL;
	int64_t found = LR_RT_E_NOMEM;
	int requests = 0;

	LR_GC_PUSH(&list);
	for (int i = 0; i < 2000; i++) {
		void **pair = lr_gc_alloc(16, &types[i % 2]);
		pair[0] = list;
		list = pair;
	}
	lr_gc_collect(1); /* the collector has its stack now */
	cr_assert_eq(lr_gc_expect_dead(list[0], NULL), LR_RT_OK);
	cr_assert_eq(lr_gc_expect_alive(((void **)list[0])[0]), LR_RT_OK);
	for (; found == LR_RT_E_NOMEM; requests++) {
		granted = requests;
		found = lr_gc_leaks(LR_GC_LEAKS_ALL, NULL);
		granted = -1;
		cr_assert_lt(requests, 1000);
	}
	cr_assert_eq(found, 2);
	cr_assert_gt(requests, 10);
	granted = 0;
	for (int i = 0, status = LR_RT_OK; status == LR_RT_OK && i < 1000; i++)
		status = lr_gc_expect_dead(list, NULL);
	granted = -1;
	cr_assert_eq(refused, requests);
	LR_GC_POP();
}
