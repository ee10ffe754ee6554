/* SPDX-License-Identifier: MIT */
/* The REPL: one module a form.  Code that no procedure comes from any more is unloaded. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "program.h"
#ifdef SCHEMER_EDITLINE
#include <editline/readline.h>
#endif

enum { UNLOAD_EVERY = 16 };
static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
	(void)number;
	interrupted = 1;
	scm_interrupt();
}

/* How many parentheses are open: the REPL asks for more lines until there is none. */
static int
depth(const char *s)
{
	int d = 0;

	for (; *s != '\0'; s++) {
		if (*s == ';')
			s += strcspn(s, "\n") - 1;
		else if (*s == '#' && s[1] == '\\' && s[2] != '\0')
			s += 2;
		else if (*s == '"' || *s == '|') {
			char mark = *s;
			for (s++; *s != '\0' && *s != mark; s++)
				if (*s == '\\' && s[1] != '\0')
					s++;
			if (*s == '\0')
				return 1;
		} else
			d += (*s == '(') - (*s == ')');
	}
	return d;
}

/* A line; NULL at the end of the input, or after Ctrl-C. */
static char *
prompt_line(const char *prompt)
{
#ifdef SCHEMER_EDITLINE
	if (isatty(0)) {
		char *edited = readline(prompt);
		if (edited != NULL && *edited != '\0')
			add_history(edited);
		return edited;
	}
#endif
	char *line = NULL;
	size_t room = 0;
	if (isatty(0))
		fputs(prompt, stdout);
	fflush(stdout);
	ssize_t n = getline(&line, &room, stdin);
	if (n > 0 && line[n - 1] == '\n')
		line[n - 1] = '\0';
	if (n >= 0)
		return line;
	free(line);
	return NULL;
}

static void
show(scm x)
{
	scm list = scm_is(x, &scm_values_type) ? ((struct scm_values *)x)->list : SCM_NIL;

	if (!scm_is(x, &scm_values_type) && x != SCM_UNSPECIFIED) {
		scm_print(stdout, x, SCM_WRITE);
		putchar('\n');
	}
	for (; list != SCM_NIL; list = CDR(list)) {
		scm_print(stdout, CAR(list), SCM_WRITE);
		putchar('\n');
	}
}

static scm shown;
static scm
show_program(void)
{
	show(shown);
	return SCM_UNSPECIFIED;
}

static void
run(const char *text, unsigned line)
{
	static unsigned before;

	interrupted = 0;
	scm_interrupt_forget();
	if (program_run((struct source){ text, "repl", line }, false, &shown))
		scm_try(show_program, &shown); /* data may be too deep to be written */
	else
		scm_leave_winds();
	shown = SCM_UNSPECIFIED;
	if (program_session.nmodules >= before + UNLOAD_EVERY && !scm_other_stacks()) {
		session_unload(&program_session);
		before = program_session.nmodules;
		if (getenv("SCHEMER_UNLOAD") != NULL)
			fprintf(stderr, "schemer: %u modules are loaded\n", before);
	}
}

bool
repl(void)
{
	struct sigaction action = { .sa_handler = on_interrupt };
	char *text = NULL, *line;
	unsigned lines = 0, first = 1; /* that were read; the first one of the text */

	sigaction(SIGINT, &action, NULL);
	lr_gc_add_root(&shown);
	for (;;) {
		line = prompt_line(text == NULL ? "> " : "  ");
		if (line == NULL && interrupted) { /* Ctrl-C drops what has been typed */
			interrupted = 0;
			clearerr(stdin);
			putchar('\n');
			free(text);
			text = NULL;
			continue;
		}
		if (line == NULL)
			break;
		char *all = NULL;
		if (asprintf(&all, "%s%s\n", text ? text : "", line) < 0)
			break;
		lines++;
		if (text == NULL)
			first = lines;
		free(line);
		free(text);
		text = all;
		if (depth(text) > 0)
			continue;
		if (text[strspn(text, " \t\n")] != '\0')
			run(text, first);
		fflush(stdout);
		free(text);
		text = NULL;
	}
	const bool whole = text == NULL;
	if (!whole)
		run(text, first); /* says what is open */
	free(text);
	return whole;
}
