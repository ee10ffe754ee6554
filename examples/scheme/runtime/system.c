/* SPDX-License-Identifier: MIT */
/* The process, files, clocks, and the compiler, if it is there. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "scheme.h"

int scm_argc;
char **scm_argv;
scm (*scm_eval_hook)(const char *text, int64_t environment, const char *file);
int64_t (*scm_environment_hook)(const char *imports);

static int
status_of(scm *a, int64_t n)
{
	return n == 0 || a[0] == SCM_TRUE ? 0 : scm_is_fixnum(a[0]) ? (int)scm_int(a[0]) & 255 : 1;
}
static scm
exit_now(scm *a, int64_t n)
{
	scm_ends();
	fflush(NULL);
	exit(status_of(a, n));
}
static scm emergency_exit(scm *a, int64_t n) { _exit(status_of(a, n)); }

static char *
text_of(scm x, const char *who)
{
	size_t bytes;

	if (!scm_is(x, &scm_string_type))
		scm_wrong_type(who, x);
	return scm_utf8(x, 0, ((struct scm_string *)x)->length, &bytes);
}

static scm
file_exists(scm *a, int64_t n)
{
	char *path = text_of(a[0], "file-exists?");
	bool there = access(path, F_OK) == 0;

	SCM_UNUSED(n);
	free(path);
	return scm_bool(there);
}

static scm
delete_file(scm *a, int64_t n)
{
	char *path = text_of(a[0], "delete-file");
	int bad = remove(path);

	SCM_UNUSED(n);
	free(path);
	if (bad != 0)
		scm_error_of_kind("file-error", "delete-file", "the file cannot be deleted", scm_cons(a[0], SCM_NIL));
	return SCM_UNSPECIFIED;
}

static scm
variable(scm *a, int64_t n)
{
	char *name = text_of(a[0], "get-environment-variable");
	const char *value = getenv(name);

	SCM_UNUSED(n);
	free(name);
	return value == NULL ? SCM_FALSE : scm_string_new(value);
}

static scm
variables(scm *a, int64_t n)
{
	extern char **environ;
	scm l = SCM_NIL, pair = SCM_NIL, value = SCM_NIL;

	SCM_UNUSED(a), SCM_UNUSED(n);
	LR_GC_PUSH(&l, &pair, &value);
	for (char **e = environ; e != NULL && *e != NULL; e++) {
		const char *equals = strchr(*e, '=');
		if (equals == NULL)
			continue;
		value = scm_string_new(equals + 1);
		pair = scm_string_from(*e, (size_t)(equals - *e));
		pair = scm_cons(pair, value);
		l = scm_cons(pair, l);
	}
	LR_GC_POP();
	return l;
}

static scm
command_line(scm *a, int64_t n)
{
	scm l = SCM_NIL, word = SCM_NIL;

	SCM_UNUSED(a), SCM_UNUSED(n);
	LR_GC_PUSH(&l, &word);
	for (int i = scm_argc; i-- > 0;) {
		word = scm_string_new(scm_argv[i]);
		l = scm_cons(word, l);
	}
	LR_GC_POP();
	return l;
}

static scm
second(scm *a, int64_t n)
{
	struct timespec t;

	SCM_UNUSED(a), SCM_UNUSED(n);
	clock_gettime(CLOCK_REALTIME, &t);
	return scm_flonum((double)t.tv_sec + 37 + (double)t.tv_nsec / 1e9); /* TAI */
}
static scm
jiffy(scm *a, int64_t n)
{
	struct timespec t;

	SCM_UNUSED(a), SCM_UNUSED(n);
	clock_gettime(CLOCK_MONOTONIC, &t);
	return scm_fixnum(t.tv_sec * 1000000 + t.tv_nsec / 1000);
}
static scm jiffies(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return scm_fixnum(1000000); }
static scm collect(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); lr_gc_collect(1); return SCM_UNSPECIFIED; }

/* ---- the compiler ---- */

static char *
written(scm x)
{
	char *text = NULL;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	if (f == NULL)
		scm_error_of_kind("out-of-memory", "eval", "the memory is used up", SCM_NIL);
	scm_print(f, x, SCM_WRITE);
	fclose(f);
	return text;
}

static void
want_compiler(const void *hook, const char *who)
{
	if (hook == NULL)
		scm_error(who, "a compiled program has no compiler; use schemer run", SCM_NIL);
}

static int64_t
environment_of(scm *a, int64_t n, const char *who)
{
	if (n < 2)
		return 0;
	if (!scm_is(a[1], &scm_environment_type))
		scm_wrong_type(who, a[1]);
	return scm_int(*(scm *)a[1]);
}

/* What the compiler gets is text, which it reads; procedures and circular data in it are errors. */
static scm
eval(scm *a, int64_t n)
{
	int64_t environment = environment_of(a, n, "eval");
	char *text;

	want_compiler((const void *)(uintptr_t)scm_eval_hook, "eval");
	text = written(a[0]);
	return scm_eval_hook(text, environment, NULL); /* frees the text */
}

static scm
load(scm *a, int64_t n)
{
	int64_t environment = environment_of(a, n, "load");
	char *path = text_of(a[0], "load"), *text = NULL;
	size_t room = 0;
	FILE *f = fopen(path, "r");

	want_compiler((const void *)(uintptr_t)scm_eval_hook, "load");
	if (f == NULL || (getdelim(&text, &room, '\0', f) < 0 && !feof(f))) {
		free(path);
		scm_error_of_kind("file-error", "load", "the file cannot be read", scm_cons(a[0], SCM_NIL));
	}
	fclose(f);
	return scm_eval_hook(text, environment, path); /* frees both */
}

static scm
environment_number(int64_t number)
{
	scm *e = lr_gc_alloc(8, &scm_environment_type);

	*e = scm_fixnum(number);
	return e;
}

static scm
environment(scm *a, int64_t n)
{
	scm imports = scm_list(a, n);

	want_compiler((const void *)(uintptr_t)scm_environment_hook, "environment");
	return environment_number(scm_environment_hook(written(imports)));
}
static scm interaction(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return environment_number(0); }

const struct scm_builtin scm_system_builtins[] = {
	{ "%exit", exit_now, 0, 1 }, { "emergency-exit", emergency_exit, 0, 1 }, { "file-exists?", file_exists, 1, 1 },
	{ "delete-file", delete_file, 1, 1 }, { "get-environment-variable", variable, 1, 1 },
	{ "get-environment-variables", variables, 0, 0 }, { "command-line", command_line, 0, 0 },
	{ "current-second", second, 0, 0 }, { "current-jiffy", jiffy, 0, 0 }, { "jiffies-per-second", jiffies, 0, 0 },
	{ "%collect", collect, 0, 0 }, { "eval", eval, 1, 2 }, { "load", load, 1, 2 },
	{ "environment", environment, 1, -1 }, { "interaction-environment", interaction, 0, 0 },
	{ "scheme-report-environment", interaction, 1, 1 }, { "null-environment", interaction, 1, 1 },
	{ NULL, NULL, 0, 0 },
};
