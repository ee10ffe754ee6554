/* SPDX-License-Identifier: MIT */
/* Snapshots and leaks, on the reference heap in each mode, and on that of bdwgc. */
#include "runtime_util.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char text[1 << 20];         /* the last snapshot or report */
static size_t used;

struct odd { intptr_t count; void **elements; };
static void free_elements(void *object) { free(((struct odd *)object)->elements); }
static LR_TYPE_DEFINE(odd_type, .name = "a \"b\"\n\\\xC3\xA9\xFF\xED\xA0\x80", .layout = LR_LAYOUT_POINTED,
	.size_bytes = sizeof(struct odd), .data_word = 1, .elem_bytes = sizeof(void *), .elem_nrefs = 1,
	.release = free_elements);

static int
take(void *user, const char *bytes, size_t n)
{
	int *left = user;

	if (left != NULL && --*left < 0)
		return 5;
	cr_assert_lt(used + n, sizeof text);
	memcpy(text + used, bytes, n);
	used += n;
	text[used] = '\0';
	return 0;
}

static void
snapshot(void)
{
	used = 0;
	cr_assert_eq(lr_heap_snapshot(take, NULL), LR_RT_OK);
}

/* Does the text have this? */
static __attribute__((format(printf, 1, 2))) bool
has(const char *format, ...)
{
	char wanted[500];
	va_list args;

	va_start(args, format);
	vsnprintf(wanted, sizeof wanted, format, args);
	va_end(args);
	return strstr(text, wanted) != NULL;
}

static unsigned long
id(const void *object)
{
	return (unsigned long)(uintptr_t)object;
}

static void
set_mode(uint32_t mode)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.mode = mode;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
}

static struct node *global;

Test(snapshot, has_objects_references_and_roots)
{
	struct node *a = NULL;
	void *table = NULL, *odd = NULL, *ephemeron = NULL;

	cr_assert_eq(lr_gc_add_root((void **)&global), LR_RT_OK);
	LR_GC_PUSH(&a, &table, &odd, &ephemeron);
	a = node_new(1, node_new(2, NULL));
	node_new(3, a); /* garbage */
	global = a->next;
	table = lr_weak_table_new();
	cr_assert_eq(lr_weak_table_set(table, a, a->next), LR_RT_OK);
	ephemeron = lr_ephemeron_new(a, a->next);
	odd = lr_gc_alloc(sizeof(struct odd), &odd_type.type);
	((struct odd *)odd)->elements = calloc(3, sizeof(void *));
	((struct odd *)odd)->count = 3;
	((struct odd *)odd)->elements[2] = a;
	const uint64_t allocated = stats().allocated_objects;
	snapshot();
	cr_assert_eq(stats().allocated_objects, allocated);
	cr_assert(has("[{\"format\":\"lateroot-heap\",\"version\":1,\"word_bytes\":%zu,\"collected\":true},\n",
		sizeof(void *)));
	cr_assert(has("{\"root\":\"frame\",\"object\":%lu,\"thread\":0,", id(a)));
	cr_assert(has(",\"depth\":0,\"frame\":%lu,\"slot\":0},", id(lr_gc_frame_)), "%s", text);
	cr_assert(has("{\"root\":\"global\",\"object\":%lu,\"slot\":0,\"address\":%lu}", id(global), id(&global)));
	cr_assert(has("{\"id\":%lu,\"type\":\"Node\",", id(a)));
	cr_assert(has(",\"edges\":[[1,%lu]]}", id(a->next)));
	cr_assert(has("{\"id\":%lu,\"type\":\"WeakTable\",", id(table)));
	cr_assert(has(",%lu,\"value\"]]}", id(a->next)));
	cr_assert(has("{\"id\":%lu,\"type\":\"Ephemeron\",", id(ephemeron)));
	cr_assert(has(",\"edges\":[[0,%lu,\"value\"]]}", id(a->next)));
	cr_assert(has("\"type\":\"a \\u0022b\\u0022\\u000a\\u005c\xC3\xA9\\ufffd\\ufffd\\ufffd\\ufffd\","), "%s", text);
	cr_assert(has(",\"edges\":[[2,%lu,\"element\"]]}", id(a)));
	cr_assert(has("{\"end\":true,\"roots\":5,\"objects\":5,\"edges\":4,"), "%s", text);
	cr_assert_str_eq(text + used - 3, "}]\n");
	LR_GC_POP();
	lr_gc_remove_root((void **)&global);
	lr_gc_collect(1); /* releases the elements */
}

static LR_TYPE_DEFINE(holder_type, .name = "Holder", .size_bytes = 16, .nrefs = 2);
static struct { const void *pad, *tag; void *field[2]; } __attribute__((aligned(16))) holder;

static void
finalize(void *object, void *user)
{
	(void)object, (void)user;
}

static void *
generator(void *argument)
{
	LR_GC_PUSH(&argument);
	lr_task_switch(lr_task_caller());
	LR_GC_POP();
	return argument;
}

Test(snapshot, has_roots_of_static_objects_finalizers_and_tasks)
{
	struct node *a = NULL;

	LR_GC_PUSH(&a);
	holder.tag = LR_STATIC_TAG(&holder_type.type);
	a = node_new(1, NULL);
	holder.field[1] = a;
	lr_gc_queue_root(holder.field);
	snapshot();
	cr_assert(has("{\"root\":\"static\",\"object\":%lu,\"slot\":1,\"owner\":%lu}", id(a), id(holder.field)), "%s", text);
	holder.field[1] = NULL;
	cr_assert_eq(lr_finalizer_add(a, finalize, NULL), LR_RT_OK);
	const unsigned long finalized = id(a);
	a = NULL;
	snapshot();
	cr_assert(has("{\"root\":\"finalizer\",\"object\":%lu}", finalized), "%s", text);
	a = node_new(2, NULL);
	lr_task *task = lr_task_new(generator, a, 0);
	cr_assert_eq(lr_task_switch(task), LR_RT_OK);
	snapshot();
	cr_assert(has("{\"root\":\"task\",\"object\":%lu,\"thread\":0,\"task\":%lu,\"slot\":1}", id(a), id(task)), "%s", text);
	cr_assert(has("{\"root\":\"frame\",\"object\":%lu,\"thread\":0,\"task\":%lu,", id(a), id(task)));
	cr_assert_eq(lr_task_free(task), LR_RT_OK);
	LR_GC_POP();
}

Test(snapshot, errors_are_returned_and_leave_no_file)
{
	struct node *list = NULL;
	char path[] = "/tmp/lateroot-snapshot-XXXXXX";
	const int file = mkstemp(path);
	const struct rlimit limit = { 20000, RLIM_INFINITY };

	LR_GC_PUSH(&list);
	for (int i = 0; i < 3000; i++)
		list = node_new(i, list);
	cr_assert_eq(lr_heap_snapshot(NULL, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_heap_snapshot_file(NULL), LR_RT_E_ARG);
	for (int calls = 0; calls < 8; calls++) {
		int left = calls;
		used = 0;
		cr_assert_eq(lr_heap_snapshot(take, &left), 5, "call %d", calls);
		cr_assert_eq(left, -1, "called again after call %d", calls);
	}
	cr_assert_eq(lr_heap_snapshot_file("/dev/full"), LR_RT_E_SYSTEM);
	cr_assert_eq(errno, ENOSPC);
	cr_assert_eq(lr_heap_snapshot_file("/nowhere/at/all"), LR_RT_E_SYSTEM);
	cr_assert_eq(errno, ENOENT);
	cr_assert_eq(lr_heap_snapshot_file(path), LR_RT_OK);
	cr_assert_eq(access(path, F_OK), 0);
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	cr_assert_eq(lr_heap_snapshot_file(path), LR_RT_E_SYSTEM);
	cr_assert_eq(errno, EFBIG);
	cr_assert_neq(access(path, F_OK), 0, "half a file is left");
	close(file);
	LR_GC_POP();
}

Test(snapshot, while_collection_is_off)
{
	cr_assert_eq(lr_gc_disable(), LR_RT_OK);
	node_new(1, NULL); /* dead */
	used = 0;
	const int status = lr_heap_snapshot(take, NULL);
#if defined(TEST_ON_BDW)
	cr_assert_eq(status, LR_RT_E_STATE);
	cr_assert_eq(lr_gc_leaks(LR_GC_LEAKS_ALL, NULL), LR_RT_E_STATE);
#else
	cr_assert_eq(status, LR_RT_OK);
	cr_assert(has("\"collected\":false}"));
	cr_assert(has("\"objects\":1,"));
	cr_assert_eq(lr_gc_leaks(LR_GC_LEAKS_ALL, NULL), LR_RT_E_STATE);
#endif
	cr_assert_eq(lr_gc_enable(), LR_RT_OK);
}

static int stop;

static void *
other_thread(void *argument)
{
	(void)argument;
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		struct node *mine = NULL;
		LR_GC_PUSH(&mine);
		mine = node_new(1, node_new(2, NULL));
		LR_GC_POP();
	}
	return NULL;
}

Test(snapshot, beside_another_thread)
{
	struct node *list = NULL;
	lr_thread *t = lr_thread_spawn(other_thread, NULL);

	LR_GC_PUSH(&list);
	for (int i = 0; i < 300; i++)
		list = node_new(i, list);
	for (int i = 0; i < 20; i++) {
		snapshot();
		cr_assert(has("{\"root\":\"frame\",\"object\":%lu,", id(list)));
		cr_assert(has("\"end\":true"));
		cr_assert_eq(lr_gc_leaks(LR_GC_LEAKS_EXPECTED, NULL), 0);
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	lr_thread_join(t);
	LR_GC_POP();
}

static void
signal_two_times(void)
{
	char folder[] = "/tmp/lateroot-signal-XXXXXX", path[64];

	if (mkdtemp(folder) == NULL || chdir(folder) != 0)
		_exit(20);
	setenv("LATEROOT_GC_SNAPSHOT", "heap.json", 1);
	setenv("LATEROOT_GC_SNAPSHOT_SIGNAL", "10", 1);
	lr_runtime_init();
	lr_gc_collect(1);
	if (access("heap.json.1", F_OK) == 0)
		_exit(21);
	for (int i = 1; i < 3; i++) {
		raise(10);
		raise(10);
		lr_gc_collect(1);
		lr_gc_collect(1);
		snprintf(path, sizeof path, "heap.json.%d", i);
		if (unlink(path) != 0)
			_exit(21 + i);
	}
	lr_runtime_shutdown();
	if (unlink("heap.json") != 0 || rmdir(folder) != 0)
		_exit(24);
	_exit(0);
}

Test(snapshot, on_a_signal)
{
	int status = 0;
	const pid_t child = fork();

	if (child == 0)
		signal_two_times();
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFEXITED(status));
	cr_assert_eq(WEXITSTATUS(status), 0, "%d", WEXITSTATUS(status));
}

/* ---- leaks ---- */

static int64_t
leaks(uint32_t what)
{
	text[0] = '\0';
	FILE *f = fmemopen(text, sizeof text, "w");
	const int64_t n = lr_gc_leaks(what, f);

	fclose(f);
	return n;
}

Test(leaks, what_is_expected_to_be_dead_and_is_not)
{
#if defined(TEST_ON_BDW)
	const uint32_t modes = 1;
#else
	const uint32_t modes = 3;
#endif
	for (uint32_t round = 0; round < 2 * modes; round++) {
		struct node *list = NULL, *last = NULL;

		set_stress(round / modes);
		set_mode(round % modes);
		LR_GC_PUSH_MOVING(&list, &last);
		last = node_new(0, NULL);
		list = node_new(1, last);
		for (int i = 0; i < 40; i++)
			list = node_new(i, list);
		cr_assert_eq(lr_gc_expect_dead(last, "closed"), LR_RT_OK);
		last = NULL;
		cr_assert_eq(leaks(LR_GC_LEAKS_EXPECTED), 1);
		cr_assert(has("leak: Node at "), "%s", text);
		cr_assert(has(" is alive, and was expected to be dead: closed\n    root: frame 0 of thread 0, slot 0\n"));
		cr_assert(has("      ... 26 more\n      by word 1: Node at 0x"), "%s", text);
		cr_assert(has("\nlateroot: 1 leak\n"));
		cr_assert_eq(leaks(LR_GC_LEAKS_ALL), 42);
		cr_assert(has("leak: 41 objects are alive of type Node, "), "%s", text);
		cr_assert_eq(lr_gc_expect_alive(list), LR_RT_OK);
		cr_assert_eq(leaks(LR_GC_LEAKS_ALL), 1, "%s", text);
		list = NULL;
		cr_assert_eq(leaks(LR_GC_LEAKS_ALL), 0, "%s", text);
		cr_assert_eq(text[0], '\0');
		LR_GC_POP();
	}
	set_stress(0);
}

Test(leaks, arguments)
{
	cr_assert_eq(lr_gc_leaks(0, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_leaks(3, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_leaks(LR_GC_LEAKS_ALL, NULL), 0);
	cr_assert_eq(lr_gc_expect_dead(NULL, NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_expect_alive(NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_expect_dead(lr_box_int64(1), NULL), LR_RT_E_ARG);
}

/* The status of a process in which `run` has returned. */
static int
status_of(void (*run)(void))
{
	int status = 0;
	const pid_t child = fork();

	if (child == 0) {
		freopen("/dev/null", "w", stderr);
		run();
		exit(0);
	}
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
configure(uint32_t what)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	lr_gc_get_config(&c);
	c.leaks = what;
	if (lr_gc_configure(&c) != LR_RT_OK)
		_exit(99);
	lr_gc_add_root((void **)&global);
	global = node_new(1, NULL);
}

static void
nothing_is_expected(void)
{
	configure(LR_GC_LEAKS_EXPECTED);
}

static void
all_have_to_die(void)
{
	configure(LR_GC_LEAKS_ALL);
}

static void
one_has_to_die(void)
{
	configure(LR_GC_LEAKS_EXPECTED);
	lr_gc_expect_dead(global, NULL);
}

static void
one_has_to_die_before_shutdown(void)
{
	one_has_to_die();
	lr_runtime_shutdown();
}

static void
all_die(void)
{
	configure(LR_GC_LEAKS_ALL);
	lr_gc_expect_dead(global, NULL);
	global = NULL;
}

Test(leaks, the_process_ends_with_status_1)
{
	cr_assert_eq(status_of(nothing_is_expected), 0);
	cr_assert_eq(status_of(all_die), 0);
	cr_assert_eq(status_of(all_have_to_die), 1);
	cr_assert_eq(status_of(one_has_to_die), 1);
	cr_assert_eq(status_of(one_has_to_die_before_shutdown), 1);
}

/* ---- statistics ---- */

Test(statistics, count_what_lifetimes_and_threads_do)
{
	struct node *key = NULL;
	void *weak = NULL, *table = NULL;

	LR_GC_PUSH(&key, &weak, &table);
	key = node_new(1, NULL);
	weak = lr_weak_new(key, 0);
	table = lr_weak_table_new();
	lr_weak_table_set(table, key, key);
	lr_finalizer_add(key, finalize, NULL);
	struct lr_gc_stats s = stats();
	cr_assert_eq(s.weak_cleared, 0);
	cr_assert_eq(s.threads, 1);
	cr_assert_eq(s.max_threads, 1);
	cr_assert_eq(s.tasks, 1);
	cr_assert_eq(s.requested, 0);
	cr_assert_gt(s.fresh_bytes + 4096, 0);
	key = NULL;
	lr_gc_collect(1);
	s = stats();
	cr_assert_eq(s.requested, 1);
	cr_assert_eq(s.weak_cleared, 2);
	cr_assert_eq(s.finalizers, 1);
	cr_assert_eq(s.finalizers_pending, 1);
	cr_assert_eq(s.finalizers_run, 0);
	cr_assert_eq(lr_finalizers_run(), 1);
	s = stats();
	cr_assert_eq(s.finalizers_pending, 0);
	cr_assert_eq(s.finalizers_run, 1);
	cr_assert_eq(s.last_frames, 1);
	cr_assert_eq(s.last_roots, 2);
	cr_assert_geq(s.full_live_objects, 3);
	cr_assert_geq(s.full_live_bytes, s.full_live_objects * 16);
	cr_assert_geq(s.peak_heap_bytes, s.heap_bytes);
	cr_assert_gt(s.full_ns, 0);
	cr_assert_gt(s.full_p50_ns, 0);
	cr_assert_geq(s.full_max_ns, s.full_p99_ns);
	cr_assert_eq(s.full_ns + s.minor_ns, s.pause_ns);
	cr_assert_geq(s.mark_threads, 1);
	lr_gc_add_root((void **)&global);
	lr_gc_add_root_range((void **)holder.field, 2);
	cr_assert_eq(stats().global_roots, 3);
	lr_gc_remove_root_range((void **)holder.field, 2);
	lr_gc_remove_root((void **)&global);
	stop = 1;
	lr_thread_join(lr_thread_spawn(other_thread, NULL));
	cr_assert_eq(stats().threads, 1);
	cr_assert_eq(stats().max_threads, 2);
	weak = table = NULL; /* the table's memory is not the heap's: it goes with the table */
	lr_gc_collect(1);
	LR_GC_POP();
}

#if !defined(TEST_ON_BDW)
static __attribute__((noinline)) void
move(void)
{
	struct node *moves = NULL;

	LR_GC_PUSH_MOVING(&moves);
	moves = node_new(2, NULL);
	lr_gc_collect(1);
	LR_GC_POP();
}

Test(statistics, count_what_moves_and_what_stays)
{
	struct node *stays = NULL;

	LR_GC_PUSH(&stays);
	set_mode(LR_GC_MOVING);
	stays = node_new(1, NULL);
	move();
	const struct lr_gc_stats s = stats();
	cr_assert_eq(s.moving, 1);
	cr_assert_eq(s.moved, 1);
	cr_assert_eq(s.pinned, 1);
	cr_assert_eq(s.last_marked, 2);
	LR_GC_POP();
}

Test(statistics, memory_that_is_given_back)
{
	void *big = NULL;

	LR_GC_PUSH(&big);
	big = lr_gc_alloc(8 << 20, &lr_type_bytes.type);
	const struct lr_gc_stats with = stats();
	cr_assert_geq(with.peak_heap_bytes, 8 << 20);
	cr_assert_geq(with.fresh_bytes, 8 << 20);
	cr_assert_geq(with.reserved_bytes, with.heap_bytes);
	big = NULL;
	lr_gc_collect(1);
	const struct lr_gc_stats without = stats();
	cr_assert_geq(without.returned_bytes, with.returned_bytes + (8 << 20));
	cr_assert_lt(without.heap_bytes, 8 << 20);
	cr_assert_geq(without.peak_heap_bytes, 8 << 20);
	cr_assert_eq(without.fresh_bytes, 0);
	LR_GC_POP();
}
#endif

Test(statistics, are_all_printed)
{
	char *printed = NULL;
	size_t bytes = 0, lines = 0;
	FILE *f = open_memstream(&printed, &bytes);

	cr_assert_not_null(f);
	lr_gc_print_stats(f);
	fclose(f);
	for (const char *line = printed; *line != '\0'; line = strchr(line, '\n') + 1) {
		cr_assert_eq(strncmp(line, "gc: ", 4), 0, "%s", line);
		lines++;
	}
	cr_assert_eq(lines, (sizeof(struct lr_gc_stats) - sizeof(size_t)) / sizeof(uint64_t), "%zu lines:\n%s", lines, printed);
	free(printed);
}

Test(statistics, of_a_caller_with_fewer_or_more_fields)
{
	struct { struct lr_gc_stats s; uint64_t later[4]; } more = { .s.struct_size = sizeof more };
	uint64_t few[4] = { offsetof(struct lr_gc_stats, roots), 7, 7, 7 };

	memset(more.later, 7, sizeof more.later);
	lr_gc_collect(1);
	cr_assert_eq(lr_gc_stats(&more.s), LR_RT_OK);
	cr_assert_eq(more.later[0], 0);
	cr_assert_eq(more.later[3], 0);
	cr_assert_eq(more.s.requested, 1);
	cr_assert_eq(lr_gc_stats((struct lr_gc_stats *)(void *)few), LR_RT_OK);
	cr_assert_eq(few[2], 1);
	cr_assert_eq(few[3], 7);
}
