/* SPDX-License-Identifier: MIT */
/* Several threads: stop the world, safe regions, the safepoint page. */
#include "runtime_util.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif

static int flag_up, flag_down; /* atomics between a test and its thread */

static void
raise_flag(int *f)
{
	__atomic_store_n(f, 1, __ATOMIC_SEQ_CST);
}
static bool
flag_is_up(int *f)
{
	return __atomic_load_n(f, __ATOMIC_SEQ_CST) != 0;
}
/* Waiting without polls must be done GC-safe. */
static void
await_flag(int *f)
{
	uint8_t old = lr_gc_safe_enter();

	while (!flag_is_up(f))
		usleep(100);
	lr_gc_safe_leave(old);
}

/* Builds and checks a list; gives its length boxed. */
static void *
list_worker(void *arg)
{
	int64_t n = lr_unbox_int64(arg), sum = 0;
	struct node *list = NULL, *junk = NULL;

	LR_GC_PUSH(&list, &junk);
	for (int64_t i = 0; i < n; i++) {
		list = node_new(i, list);
		junk = node_new(-i, junk);
		if (i % 10 == 0)
			junk = NULL;
	}
	for (struct node *l = list; l != NULL; l = l->next)
		sum += l->value;
	LR_GC_POP();
	return lr_box_int64(sum);
}

static void
run_workers(int64_t n)
{
	lr_thread *t[2];
	void *mine = NULL;

	LR_GC_PUSH(&mine);
	for (int i = 0; i < 2; i++)
		cr_assert_not_null(t[i] = lr_thread_spawn(list_worker, lr_box_int64(n)));
	mine = list_worker(lr_box_int64(n));
	for (int i = 0; i < 2; i++)
		cr_assert_eq(lr_unbox_int64(lr_thread_join(t[i])), n * (n - 1) / 2);
	cr_assert_eq(lr_unbox_int64(mine), n * (n - 1) / 2);
	LR_GC_POP();
}

Test(thread, three_threads_allocate_under_stress, .timeout = 100)
{
	set_stress(1);
	run_workers(1000);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
}

Test(thread, three_threads_allocate, .timeout = 100)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	lr_gc_get_config(&c);
	c.nursery_bytes = 1 << 16;
	lr_gc_configure(&c);
	run_workers(100000);
	cr_assert_gt(stats().minor, 10);
}

/* What a loop with julia.safepoint in it compiles to. */
static void *
spinner(void *arg)
{
	lr_ptls *p = lr_task_current()->ptls;
	struct node *mine = NULL;
	volatile uintptr_t used; /* valgrind drops a load whose value is not used */

	LR_GC_PUSH(&mine);
	mine = node_new(77, NULL);
	raise_flag(&flag_up);
	while (!flag_is_up(&flag_down))
		used = *(volatile const uintptr_t *)p->safepoint;
	(void)used;
	cr_assert_eq(mine->value, 77);
	LR_GC_POP();
	return arg;
}

Test(thread, the_safepoint_page_stops_a_spinning_thread, .timeout = 60)
{
	lr_thread *t = lr_thread_spawn(spinner, NULL);

	await_flag(&flag_up);
	for (int i = 0; i < 100; i++)
		lr_gc_collect(i & 1);
	cr_assert_eq(stats().live_objects, 1);
	raise_flag(&flag_down);
	lr_thread_join(t);
}

Test(thread, the_safepoint_page_under_stress, .timeout = 60)
{
	lr_thread *t = lr_thread_spawn(spinner, NULL);

	await_flag(&flag_up);
	set_stress(1);
	for (int i = 0; i < 1000; i++)
		node_new(i, NULL);
	set_stress(0);
	for (int i = 0; i < 10; i++)
		lr_gc_collect(0);
	raise_flag(&flag_down);
	lr_thread_join(t);
}

static void *
sleeper(void *arg)
{
	struct node *mine = NULL;

	LR_GC_PUSH(&mine);
	mine = node_new(5, NULL);
	raise_flag(&flag_up);
	await_flag(&flag_down);
	cr_assert_eq(mine->value, 5);
	LR_GC_POP();
	return arg;
}

Test(thread, nobody_waits_for_a_safe_region, .timeout = 60)
{
	lr_thread *t = lr_thread_spawn(sleeper, NULL);

	await_flag(&flag_up);
	set_stress(1);
	for (int i = 0; i < 100; i++)
		node_new(i, NULL);
	raise_flag(&flag_down);
	lr_thread_join(t);
}

/* What compiled code does around a call that is marked GC-safe. */
static void *
transitions(void *arg)
{
	lr_ptls *p = lr_task_current()->ptls;
	struct node *mine = NULL;

	LR_GC_PUSH(&mine);
	mine = node_new(1, NULL);
	raise_flag(&flag_up);
	cr_assert_null(arg);
	while (!flag_is_up(&flag_down)) {
		uint8_t old = p->gc_state;

		__atomic_store_n(&p->gc_state, LR_GC_STATE_SAFE, __ATOMIC_RELEASE);
		usleep(10);
		__atomic_store_n(&p->gc_state, old, __ATOMIC_RELEASE);
		(void)*(volatile const uintptr_t *)p->safepoint;
		mine = node_new(mine->value + 1, NULL);
	}
	LR_GC_POP();
	return lr_box_int64(mine->value);
}

Test(thread, compiled_transitions, .timeout = 60)
{
	lr_thread *t;
	struct node *mine = NULL;

	LR_GC_PUSH(&mine);
	set_stress(1);
	t = lr_thread_spawn(transitions, NULL);
	await_flag(&flag_up);
	mine = node_new(0, NULL);
	for (int i = 0; i < 1000; i++)
		mine = node_new(mine->value + 1, NULL);
	raise_flag(&flag_down);
	cr_assert_gt(lr_unbox_int64(lr_thread_join(t)), 1);
	cr_assert_eq(mine->value, 1000);
	LR_GC_POP();
}

static int
count_tasks(void *user, const lr_task *t)
{
	(void)t;
	++*(int *)user;
	return 0;
}

Test(thread, the_world_stops_for_a_walker, .timeout = 60)
{
	lr_thread *t = lr_thread_spawn(spinner, NULL);
	int tasks = 0;
	struct lr_visitor v = { .struct_size = sizeof v, .task = count_tasks, .user = &tasks };

	await_flag(&flag_up);
	lr_world_stop();
	cr_assert_eq(lr_walk_all(&v), 1);
	cr_assert_eq(tasks, 2);
	lr_world_resume();
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_E_STATE);
	raise_flag(&flag_down);
	lr_thread_join(t);
}

static void *
foreign(void *arg)
{
	struct node *n;

	cr_assert_eq(*lr_get_pgcstack_or_new(), NULL);
	n = node_new(3, NULL);
	*(int64_t *)arg = n->value;
	if (*(int64_t *)arg == 3) {
		cr_assert_eq(lr_thread_attach(), LR_RT_OK);
		cr_assert_eq(lr_thread_detach(), LR_RT_OK);
		cr_assert_eq(lr_thread_detach(), LR_RT_E_STATE);
		/* again, and ended without detaching */
		lr_thread_attach();
		node_new(4, NULL);
	}
	return NULL;
}

Test(thread, foreign_threads_are_adopted_and_forgotten, .timeout = 60)
{
	for (int i = 0; i < 20; i++) {
		pthread_t id;
		int64_t value = 0;
		uint8_t old;

		lr_get_pgcstack();
		pthread_create(&id, NULL, foreign, &value);
		old = lr_gc_safe_enter();
		pthread_join(id, NULL);
		lr_gc_safe_leave(old);
		cr_assert_eq(value, 3);
	}
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	cr_assert_eq(stats().allocated_objects, 40);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK, "only this thread is left");
}

/* A barrier of a thread that is gone still counts. */
static struct node *shared_parent;

static void *
queues(void *arg)
{
	struct node *child = node_new(8, NULL);

	shared_parent->next = child;
	lr_gc_write_barrier(shared_parent, child);
	return arg;
}

Test(thread, barriers_outlive_their_thread, .timeout = 60)
{
	lr_gc_add_root((void **)(void *)&shared_parent);
	shared_parent = node_new(1, NULL);
	lr_gc_collect(0);
	lr_thread_join(lr_thread_spawn(queues, NULL));
	lr_gc_collect(0);
	cr_assert_eq(lr_gc_where(shared_parent->next), LR_GC_OBJECT);
	cr_assert_eq(shared_parent->next->value, 8);
}

/* Asked of by the library, which is linked with these in place of libc's. */
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
static __thread bool no_memory;

void *
__wrap_malloc(size_t bytes)
{
	return no_memory ? NULL : __real_malloc(bytes);
}

void *
__wrap_calloc(size_t n, size_t bytes)
{
	return no_memory ? NULL : __real_calloc(n, bytes);
}

void *
__wrap_realloc(void *p, size_t bytes)
{
	return no_memory ? NULL : __real_realloc(p, bytes);
}

static void *
ends_without_memory(void *arg)
{
	queues(arg);
	no_memory = true; /* until the thread ends */
	return arg;
}

Test(thread, detaching_needs_no_memory, .timeout = 60)
{
	lr_gc_add_root((void **)(void *)&shared_parent);
	shared_parent = node_new(1, NULL);
	for (int i = 0; i < 3; i++) {
		lr_gc_collect(0);
		lr_thread_join(lr_thread_spawn(ends_without_memory, NULL));
		lr_thread_join(lr_thread_spawn(ends_without_memory, NULL));
		lr_gc_collect(i == 2);
		cr_assert_eq(lr_gc_where(shared_parent->next), LR_GC_OBJECT);
		cr_assert_eq(shared_parent->next->value, 8);
	}
	lr_thread_join(lr_thread_spawn(ends_without_memory, NULL));
	lr_gc_remove_root((void **)(void *)&shared_parent);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK, "with something queued");
}

static void *
gives_node(void *arg)
{
	return node_new(lr_unbox_int64(arg), NULL);
}

Test(thread, argument_and_result_are_roots, .timeout = 60)
{
	struct node *r = NULL;
	lr_thread *t;

	LR_GC_PUSH(&r);
	set_stress(1);
	t = lr_thread_spawn(gives_node, lr_box_int64(1 << 20));
	for (int i = 0; i < 100; i++)
		node_new(i, NULL);
	usleep(1000);
	lr_gc_collect(1);
	r = lr_thread_join(t);
	cr_assert_eq(r->value, 1 << 20);
	LR_GC_POP();
}

static void *
exits_in_the_middle(void *arg)
{
	struct node *mine = NULL;

	LR_GC_PUSH(&mine);
	mine = node_new(1, NULL);
	if (mine->value == 1)
		pthread_exit(arg);
	LR_GC_POP();
	return arg;
}

Test(thread, a_thread_that_exits_with_frames_holds_nobody_up, .timeout = 60)
{
	pthread_t id;
	uint8_t old;

	lr_get_pgcstack();
	pthread_create(&id, NULL, exits_in_the_middle, NULL);
	old = lr_gc_safe_enter();
	pthread_join(id, NULL);
	lr_gc_safe_leave(old);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	cr_assert_eq(stats().allocated_objects, 1);
}

/* Two pipes: the one is stderr, and what comes out of the other lets the thread that blocks go on. */
static struct { int told[2], release[2], lines; char text[1024]; } slow;

static void *
blocks(void *unused)
{
	char c;

	pthread_setname_np(pthread_self(), "blocks)(");
	lr_get_pgcstack();
	raise_flag(&flag_up);
	cr_assert_eq(read(slow.release[0], &c, 1), 1); /* GC-unsafe */
	return unused;
}

/* Not attached.  Reads messages up to the end, and releases the other thread at the first. */
static void *
releases(void *unused)
{
	size_t used = 0;
	char c;

	while (read(slow.told[0], &c, 1) == 1) {
		if (used < sizeof slow.text - 1)
			slow.text[used++] = c;
		if (c == '\n' && slow.lines++ == 0)
			cr_assert_eq(write(slow.release[1], "x", 1), 1);
	}
	return unused;
}

Test(thread, a_stop_that_waits_names_the_thread, .timeout = 60)
{
	struct lr_gc_config c = { .struct_size = sizeof c };
	pthread_t sleeper, reader;
	int old = dup(STDERR_FILENO);

	cr_assert(pipe(slow.told) == 0 && pipe(slow.release) == 0);
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.stop_warning_ms = 1;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	dup2(slow.told[1], STDERR_FILENO);
	close(slow.told[1]);
	pthread_create(&reader, NULL, releases, NULL);
	pthread_create(&sleeper, NULL, blocks, NULL);
	await_flag(&flag_up);
	lr_gc_collect(1); /* does not end before the message */
	dup2(old, STDERR_FILENO);
	close(old);
	pthread_join(reader, NULL);
	pthread_join(sleeper, NULL);
	cr_assert_eq(slow.lines, 1);
	cr_assert(strstr(slow.text, "lateroot: gc: a collection has waited ") == slow.text, "%s", slow.text);
	cr_assert(strstr(slow.text, " (blocks)(), which is at no safepoint"), "%s", slow.text);
	cr_assert(strstr(slow.text, "lr_gc_safe_enter()"), "%s", slow.text);
}

static void *
takes_ptls(void *arg)
{
	*(lr_ptls **)arg = lr_task_current()->ptls;
	raise_flag(&flag_up);
	await_flag(&flag_down);
	return NULL;
}

Test(thread, the_state_of_another_thread_is_refused, .timeout = 60)
{
	lr_ptls *other = NULL;
	pthread_t id;

	set_stress(1);
	pthread_create(&id, NULL, takes_ptls, &other);
	await_flag(&flag_up);
	/* It is GC-safe; make it look as if it were not. */
	__atomic_store_n(&other->gc_state, LR_GC_STATE_UNSAFE, __ATOMIC_SEQ_CST);
	EXPECT_FATAL(lr_gc_alloc_typed(other, 8, 0), "state of another");
}

static volatile sig_atomic_t faults;
static char *my_page;

static void
my_handler(int number, siginfo_t *info, void *context)
{
	(void)number, (void)context;
	if ((char *)info->si_addr == my_page) {
		faults++;
		mprotect(my_page, 4096, PROT_READ);
	} else {
		_exit(9);
	}
}

Test(thread, other_faults_go_to_the_handler_before, .timeout = 60)
{
	struct sigaction mine = { .sa_flags = SA_SIGINFO }, now;

	mine.sa_sigaction = my_handler;
	sigaction(SIGSEGV, &mine, NULL);
	my_page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifdef VALGRIND_MAKE_MEM_DEFINED
	(void)VALGRIND_MAKE_MEM_DEFINED(my_page, 4096);
#endif
	lr_runtime_init();
	cr_assert_eq(*(volatile char *)my_page, 0);
	cr_assert_eq(faults, 1);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
	sigaction(SIGSEGV, NULL, &now);
	cr_assert_eq(now.sa_sigaction, my_handler, "put back");
	munmap(my_page, 4096);
}
