/* SPDX-License-Identifier: MIT */
/* runtime_init.c -- starting and stopping the runtime: environment, configuration, messages. */
#include "runtime_util.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *shuts_down(void *unused);

static struct lr_gc_config
config(void)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	return c;
}

/* What `run` writes to standard error. */
static char said[4096];

static void
listen(void (*run)(void))
{
	FILE *f = tmpfile();
	int old = dup(2);

	cr_assert_not_null(f);
	fflush(stderr);
	dup2(fileno(f), 2);
	run();
	fflush(stderr);
	dup2(old, 2);
	close(old);
	rewind(f);
	said[fread(said, 1, sizeof said - 1, f)] = '\0';
	fclose(f);
}

static void
start(void)
{
	cr_assert_eq(lr_runtime_init(), LR_RT_OK);
}

static void
stop(void)
{
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
}

Test(init, every_status_has_words_of_its_own)
{
	static const int codes[] = { LR_RT_OK, LR_RT_E_NOMEM, LR_RT_E_ARG, LR_RT_E_STATE, LR_RT_E_SYSTEM, LR_RT_E_FRAME_ADDRESS, LR_RT_E_FRAME_ALIGN,
		LR_RT_E_FRAME_NROOTS, LR_RT_E_FRAME_FLAGS, LR_RT_E_FRAME_CYCLE, LR_RT_E_FRAME_SLOT, LR_RT_E_FRAME_UNMAPPED, LR_RT_E_FRAME_POINTER, LR_RT_E_STACKMAP, LR_RT_E_NOT_FOUND, LR_RT_E_PATCH_POINT,
		LR_RT_E_PATCH_ROOM, -12345 };

	for (size_t a = 0; a < sizeof codes / sizeof *codes; a++) {
		cr_assert_str_not_empty(lr_rt_strerror(codes[a]));
		for (size_t b = 0; b < a; b++)
			cr_assert_str_neq(lr_rt_strerror(codes[a]), lr_rt_strerror(codes[b]));
	}
}

/* Misspelt names are told once, with the one that was meant. */
Test(init, unknown_names_in_the_environment)
{
	setenv("LATEROOT_GC_STRES", "1", 1);
	setenv("LATEROOT_STRESS", "1", 1);
	setenv("LATEROOT_GC_MDOE", "full", 1);
	setenv("LATEROOT_NOTHING_LIKE_ANY_NAME_THAT_THERE_IS", "1", 1);
	setenv("LATEROOT_GC_VERIFY", "0", 1);
	setenv("LATEROOT_ARGS", "-time-passes", 1);
	setenv("LATEROOT", "1", 1);
	setenv("ROOT_GC_STRESS", "1", 1);
	listen(start);
	cr_assert_not_null(
		strstr(said,
			"lateroot: LATEROOT_GC_STRES in the environment is unknown; did you mean "
			"LATEROOT_GC_STRESS?\n"),
		"%s", said);
	cr_assert_not_null(
		strstr(said, "LATEROOT_STRESS in the environment is unknown; did you mean LATEROOT_GC_STRESS?\n"),
		"%s", said);
	cr_assert_not_null(
		strstr(said, "LATEROOT_GC_MDOE in the environment is unknown; did you mean LATEROOT_GC_MODE?\n"),
		"%s", said);
	cr_assert_not_null(strstr(said,
				   "LATEROOT_NOTHING_LIKE_ANY_NAME_THAT_THERE_IS in the environment is unknown\n"),
		"%s", said);
	size_t lines = 0;
	for (const char *p = said; *p != '\0'; p++)
		lines += *p == '\n';
	cr_assert_eq(lines, 4, "%s", said);
	listen(lr_environment_check);
	cr_assert_str_empty(said, "once");
}

Test(init, numbers_from_the_environment_may_have_units)
{
	static const struct { const char *text; uint64_t bytes; } cases[] = {
		{ "4096", 4096 }, { "3k", 3 << 10 }, { "3K", 3 << 10 }, { "2m", 2 << 20 }, { "2M", 2 << 20 }, { "1g", 1 << 30 }, { "1G", 1 << 30 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		setenv("LATEROOT_GC_NURSERY", cases[i].text, 1);
		setenv("LATEROOT_GC_LIMIT", cases[i].text, 1);
		listen(start);
		cr_assert_str_eq(said, "");
		cr_assert_eq(config().nursery_bytes, cases[i].bytes);
		cr_assert_eq(config().limit_bytes, cases[i].bytes);
		stop();
	}
}

Test(init, what_is_no_number_is_ignored_and_said)
{
	static const char *const cases[] = { "x", "-1", "4q", "4kk", "99999999999999999999", "18446744073709551615g", "20000000000000000k" };

	unsetenv("LATEROOT_GC_NURSERY");
	start();
	uint64_t usual = config().nursery_bytes;
	stop();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		setenv("LATEROOT_GC_NURSERY", cases[i], 1);
		listen(start);
		cr_assert_not_null(strstr(said, "LATEROOT_GC_NURSERY"), "%s", cases[i]);
		cr_assert_not_null(strstr(said, cases[i]));
		cr_assert_eq(config().nursery_bytes, usual);
		stop();
	}
	setenv("LATEROOT_GC_NURSERY", "0", 1); /* as usual */
	listen(start);
	cr_assert_str_eq(said, "");
	cr_assert_eq(config().nursery_bytes, usual);
	stop();
}

Test(init, stress_of_more_than_32_bits_is_ignored)
{
	setenv("LATEROOT_GC_STRESS", "4294967296", 1);
	listen(start);
	cr_assert_not_null(strstr(said, "LATEROOT_GC_STRESS=4294967296 is ignored"));
	cr_assert_eq(config().stress, 0);
}

Test(init, modes)
{
	setenv("LATEROOT_GC_MODE", "full", 1);
	listen(start);
	cr_assert_eq(config().mode, LR_GC_FULL);
	stop();
	setenv("LATEROOT_GC_MODE", "generational", 1);
	listen(start);
	cr_assert_str_eq(said, "");
	cr_assert_eq(config().mode, LR_GC_GENERATIONAL);
	stop();
	setenv("LATEROOT_GC_MODE", "fast", 1);
	listen(start);
	cr_assert_not_null(strstr(said, "LATEROOT_GC_MODE=fast is ignored"));
	cr_assert_eq(config().mode, LR_GC_GENERATIONAL);
	stop();
}

Test(init, statistics_at_the_end_if_asked)
{
	setenv("LATEROOT_GC_STATS", "1", 1);
	start();
	(void)node_new(1, NULL);
	listen(stop);
	cr_assert_not_null(strstr(said, "collections"));
	setenv("LATEROOT_GC_STATS", "0", 1);
	start();
	listen(stop);
	cr_assert_str_eq(said, "");
}

Test(init, shutdown_twice_is_shutdown_once)
{
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK); /* before it began */
	start();
	stop();
	stop();
	start(); /* and it may begin again */
	cr_assert_eq(stats().allocated_objects, 0);
	stop();
}

/* ---- the end of the process ---- */

static void
note_fatal(void *user, const char *message)
{
	*(int *)user += 1;
	fprintf(stderr, "hook: %s\n", message);
}

static void
die_with_hook(void)
{
	int calls = 0;

	lr_set_fatal_hook(note_fatal, &calls);
	lr_gc_fatal("cannot go on: %d %s", 7, "x");
}

static void
die_without_hook(void)
{
	lr_set_fatal_hook(NULL, NULL);
	lr_gc_fatal("cannot go on: %d %s", 7, "x");
}

static void
note_uncaught(void *user, lr_task *t, void *exception)
{
	(void)user;
	fprintf(stderr, "hook: %d %lld\n", t == lr_task_current(), (long long)((struct node *)exception)->value);
}

static void
throw_with_hook(void)
{
	lr_set_uncaught_hook(note_uncaught, NULL);
	lr_throw(node_new(5, NULL));
}

static void (*dies)(void);
static int how_it_died;

static void
in_a_child(void)
{
	pid_t child = fork();

	if (child == 0) {
		dies();
		_exit(0);
	}
	cr_assert_eq(waitpid(child, &how_it_died, 0), child);
}

static void
expect_abort(void (*f)(void), const char *text)
{
	dies = f;
	listen(in_a_child);
	cr_assert(WIFSIGNALED(how_it_died) && WTERMSIG(how_it_died) == SIGABRT, "%d", how_it_died);
	cr_assert_not_null(strstr(said, text), "%s", said);
}

Test(init, fatal_is_hook_then_message_then_abort)
{
	expect_abort(die_without_hook, "lateroot: cannot go on: 7 x\n");
	cr_assert_null(strstr(said, "hook"));
	expect_abort(die_with_hook, "hook: cannot go on: 7 x\nlateroot: cannot go on: 7 x\n");
	cr_assert_null(strstr(strstr(said, "hook") + 1, "hook"), "once");
}

Test(init, uncaught_is_hook_then_message_then_exit)
{
	dies = throw_with_hook;
	listen(in_a_child);
	cr_assert(WIFEXITED(how_it_died) && WEXITSTATUS(how_it_died) == 1, "%d", how_it_died);
	cr_assert_not_null(strstr(said, "hook: 1 5\nuncaught exception of type Node\n"), "%s", said);
}

static void
get_without_keys(void)
{
	lr_get_pgcstack();
}

/* What can say that it failed does so, and the process goes on. */
Test(init, a_runtime_that_cannot_start_is_an_error_where_there_is_a_way_to_say_so)
{
	pthread_key_t key[4096];
	struct lr_gc_config c = { .struct_size = sizeof c };
	void *root = NULL;
	size_t n = 0;

	while (n < sizeof key / sizeof *key && pthread_key_create(&key[n], NULL) == 0)
		n++;
	cr_assert_lt(n, sizeof key / sizeof *key);
	cr_assert_eq(lr_runtime_init(), LR_RT_E_SYSTEM);
	cr_assert_eq(lr_thread_attach(), LR_RT_E_SYSTEM);
	cr_assert_eq(lr_thread_detach(), LR_RT_E_STATE);
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	cr_assert_eq(lr_gc_configure(&c), LR_RT_E_SYSTEM);
	cr_assert_null(lr_task_new(shuts_down, NULL, 0));
	cr_assert_null(lr_thread_spawn(shuts_down, NULL));
	cr_assert_eq(lr_task_free(NULL), LR_RT_OK);
	cr_assert_eq(lr_gc_add_root(&root), LR_RT_OK);
	cr_assert_eq(lr_gc_remove_root(&root), LR_RT_OK);
	expect_abort(get_without_keys, "lateroot: can not attach a thread: ");
	cr_assert_eq(pthread_key_delete(key[--n]), 0);
	cr_assert_eq(lr_runtime_init(), LR_RT_OK);
	stop();
	while (n > 0)
		pthread_key_delete(key[--n]);
}

static void *
shuts_down(void *unused)
{
	(void)unused;
	*(int *)caught_fatal.message = lr_runtime_shutdown();
	return NULL;
}

Test(init, no_shutdown_inside_a_task)
{
	lr_task *t;

	start();
	t = lr_task_new(shuts_down, NULL, 0);
	cr_assert_eq(lr_task_switch(t), LR_RT_OK);
	cr_assert_eq(*(int *)caught_fatal.message, LR_RT_E_STATE);
	stop();
}

Test(init, zero_means_the_usual_amount)
{
	struct lr_gc_config usual, c;

	start();
	usual = c = config();
	c.full_every = 0, c.stress_frames = 0, c.nursery_bytes = 0, c.quarantine_bytes = 0;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
	c = config();
	cr_assert_eq(c.full_every, usual.full_every);
	cr_assert_eq(c.stress_frames, usual.stress_frames);
	cr_assert_eq(c.nursery_bytes, usual.nursery_bytes);
	cr_assert_eq(c.quarantine_bytes, usual.quarantine_bytes);
}

Test(init, configurations_of_other_sizes)
{
	struct { struct lr_gc_config c; uint64_t more; } newer = { .c = { .struct_size = sizeof newer }, .more = 7 };
	struct lr_gc_config older = { .struct_size = offsetof(struct lr_gc_config, nursery_bytes) }, c = { .struct_size = sizeof c };

	start();
	cr_assert_eq(lr_gc_get_config(NULL), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_configure(NULL), LR_RT_E_ARG);
	c.struct_size = 0;
	cr_assert_eq(lr_gc_get_config(&c), LR_RT_E_ARG);
	cr_assert_eq(lr_gc_configure(&c), LR_RT_E_ARG);
	/* who knows of more gets what there is */
	cr_assert_eq(lr_gc_get_config(&newer.c), LR_RT_OK);
	cr_assert_eq(newer.more, 7);
	cr_assert_eq(lr_gc_configure(&newer.c), LR_RT_OK);
	/* who knows of less changes less */
	uint64_t before = config().nursery_bytes;
	older.nursery_bytes = 12345;
	cr_assert_eq(lr_gc_configure(&older), LR_RT_OK);
	cr_assert_eq(config().nursery_bytes, before);
	c = config();
	c.mode = LR_GC_MOVING + 1;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_E_ARG);
}
