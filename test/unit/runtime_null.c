/* SPDX-License-Identifier: MIT */
/* runtime_null.c -- each function of the runtime's headers with NULL for each of its pointers. */
#include <setjmp.h>

#include "runtime_util.h"

#include <lateroot/patch.h>

static void *
same(void *arg)
{
	return arg;
}

Test(null, errors)
{
	struct lr_visitor v = { .struct_size = sizeof v };
	struct lr_registers r;
	struct lr_live_value value;
	void *code;

	cr_expect_eq(lr_gc_get_config(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_gc_configure(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_gc_stats(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_gc_add_root(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_gc_remove_root(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_walk_frames(NULL, NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_walk_frames(NULL, &v), 0);
	cr_expect_eq(lr_walk_task(NULL, &v), LR_RT_E_ARG);
	cr_expect_eq(lr_walk_task(lr_task_current(), NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_walk_all(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_framemap_remove(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_statepoints_remove(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_task_switch(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_task_finished(NULL, NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_task_finished(lr_task_current(), NULL), 0);
	cr_expect_eq(lr_task_free(NULL), LR_RT_OK);
	cr_expect_eq(lr_stackmaps_add(NULL, 0), LR_RT_E_ARG);
	cr_expect_eq(lr_stackmaps_remove(NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_patch(NULL, 8, LR_PATCH_NOPS, NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_patch(&code, 8, LR_PATCH_CALL, NULL), LR_RT_E_ARG);
	cr_expect_eq(lr_stackmap_read(1, NULL, NULL, &value, 1), LR_RT_E_ARG);
	memset(&r, 0, sizeof r);
	cr_expect_eq(lr_stackmap_read(1, NULL, &r, NULL, 1), LR_RT_E_ARG);
	cr_expect_eq(lr_stackmap_read(1, NULL, &r, NULL, 0), LR_RT_E_NOT_FOUND);
	cr_expect_eq(lr_stackmap_find(1, NULL, 5), 0);
}

Test(null, nothing)
{
	struct lr_registers r;

	cr_expect_null(lr_thread_spawn(NULL, NULL));
	cr_expect_null(lr_thread_join(NULL));
	cr_expect_null(lr_task_new(NULL, NULL, 0));
	cr_expect_null(lr_current_exception(NULL));
	cr_expect_eq(lr_gc_where(NULL), LR_GC_OUTSIDE);
	cr_expect_eq(lr_gc_object_bytes(NULL), 0);
	lr_gc_print_stats(NULL);
	lr_globals_add(NULL, 0);
	lr_globals_remove(NULL, 1);
	lr_tls_add(NULL, 0);
	lr_tls_remove(NULL, 1);
	lr_registers_of(NULL, NULL);
	r.reg[0] = 1;
	lr_registers_of(&r, NULL);
	cr_expect_eq(r.reg[0], 0);
	lr_set_probe(NULL, NULL);
	lr_set_uncaught_hook(NULL, NULL);
	lr_check_frames(NULL, NULL, NULL);
	lr_thread *t = lr_thread_spawn(same, NULL);
	cr_assert_not_null(t);
	cr_expect_null(lr_thread_join(t));
}

/* Code that is loaded or compiled cannot be told of an error. */
#define DIES(statement, words) do { \
		const char *message_ = CATCH_FATAL(statement); \
		cr_assert_not_null(message_, "%s", #statement); \
		cr_assert_not_null(strstr(message_, words), "%s: %s", #statement, message_); \
	} while (0)

Test(null, globals) { DIES(lr_globals_add(NULL, 1), "NULL"); }
Test(null, tls) { DIES(lr_tls_add(NULL, 1), "NULL"); }
Test(null, framemap) { DIES(lr_framemap_add(NULL, NULL, NULL), "table of code"); }
Test(null, statepoints) { DIES(lr_statepoints_add(NULL, NULL), "table of code"); }
Test(null, handler) { DIES(lr_enter_handler(lr_task_current(), NULL), "the handler is NULL"); }
Test(null, handler_task) { DIES(lr_enter_handler(NULL, NULL), "the task is NULL"); }
Test(null, pop) { DIES(lr_pop_handler(NULL, 1), "the task is NULL"); }
Test(null, pop_noexcept) { DIES(lr_pop_handler_noexcept(NULL, 1), "the task is NULL"); }
Test(null, alloc) { DIES(lr_gc_alloc(8, NULL), "the type is NULL"); }
Test(null, barrier) { DIES(lr_gc_queue_root(NULL), "the parent is NULL"); }
Test(null, frames) { DIES(lr_check_frames(NULL, &node_type, NULL), "a function returns"); }
Test(null, fatal) { DIES(lr_gc_fatal(NULL), "no reason"); }
