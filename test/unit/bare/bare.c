/* SPDX-License-Identifier: MIT */
/* bare.c -- runs the tests of a program, each in a process of its own, one after the other.
**
**   unit-NAME [--jobs N] [--filter SUITE/NAME]     the filter is a shell pattern
**
** A finding of a sanitizer changes how the process ends, and so fails the test. */
#include <criterion/criterion.h>

#include <fnmatch.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

static struct bare_test *first, **last = &first;

void
bare_add(struct bare_test *t)
{
	*last = t;
	last = &t->next;
}

void
bare_failed(const char *file, int line, const char *what, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: does not hold: %s ", file, line, what);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	_exit(101);
}

static const struct bare_test *
suite_of(const struct bare_test *t)
{
	const struct bare_test *s = first;

	while (s != NULL && (s->run != NULL || strcmp(s->suite, t->suite) != 0))
		s = s->next;
	return s != NULL ? s : t;
}

static bool
passes(const struct bare_test *t)
{
	const struct bare_test *suite = suite_of(t);
	int status;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		void (*init)(void) = t->init ? t->init : suite->init, (*fini)(void) = t->fini ? t->fini : suite->fini;
		if (init)
			init();
		t->run();
		if (fini)
			fini();
		exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return false;
	if (WIFEXITED(status) ? t->signal == 0 && WEXITSTATUS(status) == t->exit_code : t->signal != 0 && WTERMSIG(status) == t->signal)
		return true;
	fprintf(stderr, "%s/%s: %s %d\n", t->suite, t->name, WIFEXITED(status) ? "exit status" : "signal",
		WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
	return false;
}

int
main(int argc, char **argv)
{
	const char *filter = "*";
	unsigned ran = 0, failed = 0;

	for (int i = 1; i + 1 < argc; i += 2)
		if (strcmp(argv[i], "--filter") == 0)
			filter = argv[i + 1];
	for (const struct bare_test *t = first; t != NULL; t = t->next) {
		char name[256];
		snprintf(name, sizeof name, "%s/%s", t->suite, t->name);
		if (t->run == NULL || fnmatch(filter, name, 0) != 0)
			continue;
		ran++;
		failed += !passes(t);
	}
	printf("%u tests, %u failed\n", ran, failed);
	return failed > 0 || ran == 0;
}
