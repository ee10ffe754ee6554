/* SPDX-License-Identifier: MIT */
/* llvm-options.c -- -mllvm: hands options to LLVM itself, and says which of them it does not have.
**
** LLVM's C interface parses a command line but does not say what it thinks of it: an unknown option is dropped in
** silence, a wrong value goes to stderr and no further, and --help ends the process.  So a child process tries the
** options first.  What it finds wrong is reported here, and nothing is handed over then. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Support.h>

#include "base/name.h"
#include "tool.h"

enum { GIVEN_MAX = 64, KNOWN_MAX = 8192 };
/* What a child does: list LLVM's options on its stdout, or try those that were given. */
enum work { LIST, TRY };

static const char *given[GIVEN_MAX + 2]; /* [0] is the name of the program in LLVM's messages */
static int ngiven;

void
llvm_option(const struct argp_state *state, const char *arg)
{
	if (arg[0] != '-' || arg[strspn(arg, "-")] == '\0')
		option_error(state, "-mllvm needs an option of LLVM, with its dash, not '%s'", arg);
	if (ngiven == GIVEN_MAX)
		option_error(state, "more than %d options for LLVM", GIVEN_MAX);
	given[++ngiven] = arg;
}

static _Noreturn void
work_in_child(enum work work, int to)
{
	static const char *const list[] = { "lateroot", "--help-list-hidden" };

	process_release();
	if (dup2(to, work == LIST ? STDOUT_FILENO : STDERR_FILENO) < 0)
		_exit(EXIT_INPUT);
	if (work == LIST)
		LLVMParseCommandLineOptions(2, list, "");
	else
		LLVMParseCommandLineOptions(ngiven + 1, given, "");
	_exit(EXIT_SUCCESS);
}

/* Returns what the child writes, allocated by malloc; NULL if there is no child.  *status is how it ended. */
static char *
ask_child(enum work work, int *status)
{
	int ends[2];
	char *text = NULL;
	size_t size = 0;

	fflush(NULL);
	if (pipe(ends) != 0)
		return NULL;
	const pid_t child = fork();
	if (child == 0)
		work_in_child(work, ends[1]);
	close(ends[1]);
	FILE *from = child > 0 ? fdopen(ends[0], "r") : NULL;
	if (from == NULL || getdelim(&text, &size, '\0', from) < 0) {
		free(text);
		text = child > 0 ? strdup("") : NULL;
	}
	if (from != NULL)
		fclose(from);
	else
		close(ends[0]);
	if (child > 0 && waitpid(child, status, 0) != child)
		*status = -1;
	return text;
}

/* Cuts LLVM's list in place.  A line is "  --name=<value> - what it does", or one of the values: "    =value - ..." */
static size_t
read_names(char *list, const char **names)
{
	size_t n = 0;

	for (char *line = strtok(list, "\n"); line != NULL && n < KNOWN_MAX; line = strtok(NULL, "\n")) {
		const size_t blanks = strspn(line, " "), dashes = strspn(line + blanks, "-");
		char *name = line + blanks + dashes;
		if (blanks == 0 || dashes == 0 || dashes > 2 || *name == ' ')
			continue;
		name[strcspn(name, "=[ ")] = '\0';
		names[n++] = name;
	}
	return n;
}

/* Is each option one that LLVM has?  Reports the first that is none. */
static bool
all_are_known(void)
{
	static const char *names[KNOWN_MAX];
	int status = 0;
	char *list = ask_child(LIST, &status);
	const size_t n = list ? read_names(list, names) : 0;
	bool known = n > 0;

	if (!known)
		say_error("LLVM does not say which options it has");
	for (int i = 1; i <= ngiven && known; i++) {
		const char *name = given[i] + strspn(given[i], "-");
		const size_t length = strcspn(name, "=");
		known = false;
		for (size_t k = 0; k < n && !known; k++)
			known = strncmp(names[k], name, length) == 0 && names[k][length] == '\0';
		if (known && strncmp(name, "help", 4) != 0 && strncmp(name, "version", 7) != 0)
			continue;
		const char *near = known ? NULL : name_nearest(name, length, names, n);
		if (known)
			say_error("-mllvm %s: this process cannot do that; 'opt %s' of LLVM can", given[i], given[i]);
		else
			say_error("-mllvm %s: LLVM has no such option%s%s%s", given[i],
				near ? "; did you mean '-" : "", near ? near : "", near ? "'?" : "");
		known = false;
	}
	free(list);
	return known;
}

/* Does LLVM take all values?  Reports what it says if not. */
static bool
all_are_taken(void)
{
	int status = 0;
	char *said = ask_child(TRY, &status);
	const bool taken = said != NULL && *said == '\0' && status == 0;

	if (!taken) {
		const char *text = said ? said : "";
		const size_t prefix = strlen("lateroot: ");
		if (strncmp(text, "lateroot: ", prefix) == 0)
			text += prefix;
		say_error("-mllvm: %.*s", (int)strcspn(*text ? text : "LLVM does not take this", "\n"),
			*text ? text : "LLVM does not take this");
	}
	free(said);
	return taken;
}

void
llvm_options_parse(void)
{
	given[0] = "lateroot";
	if (ngiven == 0)
		return;
	if (!all_are_known() || !all_are_taken())
		exit(EXIT_USAGE);
	LLVMParseCommandLineOptions(ngiven + 1, given, "");
}
