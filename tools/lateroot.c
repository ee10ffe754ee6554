/* SPDX-License-Identifier: MIT */
/* lateroot.c -- the command line tool: selects the subcommand.  Each has a file of its own name. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm/Config/llvm-config.h>

#include "lateroot/runtime.h"
#include "base/name.h"
#include "tool.h"

static int command_passes(int argc, char **argv);

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *description;
} commands[] = {
	{ "opt",     command_opt,     "run passes over IR" },
	{ "compile", command_compile, "lower, optimise and emit an object, assembly or IR" },
	{ "run",     command_run,     "run a program under the reference runtime" },
	{ "view",    command_view,    "a page that shows each function's roots, and why" },
	{ "dump",    command_dump,    "functions as modules of their own, as files or an archive" },
	{ "tables",  command_tables,  "by what the roots in an object's stack frames are found" },
	{ "check",   command_check,   "prove that lowered modules lose no reference" },
	{ "passes",  command_passes,  "list the passes of this library" },
};

static void
print_version(FILE *to)
{
	uint32_t v = lr_version();
	fprintf(to, "lateroot %u.%u.%u, LLVM %s\n", v >> 16, v >> 8 & 255, v & 255, LLVM_VERSION_STRING);
}

static void
version_hook(FILE *to, struct argp_state *state)
{
	(void)state;
	print_version(to);
}

static void
print_help(FILE *to)
{
	fputs("Place GC roots in LLVM IR of the Julia GC dialect, lower it, compile it, run it.\n\n"
		"  lateroot opt -S prog.ll                      show the lowered IR\n"
		"  lateroot compile -O2 prog.ll -o prog.o       an object file\n"
		"  lateroot run --gc-stress --gc-stats prog.ll  run it under GC stress\n"
		"  lateroot view prog.ll -o prog.html           look at the roots in a browser\n\n"
		"Usage: lateroot COMMAND [OPTION...] [FILE]\n\n", to);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		fprintf(to, "  %-8s  %s\n", commands[i].name, commands[i].description);
	fputs("  help      list the commands, or the options of one\n"
		"  version   print the versions of this tool and of LLVM\n"
		"\n-passes and --passes are the same.  Exit status: 0 done, 1 bad input, 2 bad\n"
		"usage; check: 1 also for holes, 3 for unknown parts.\n", to);
}

static error_t
parse_nothing(int key, char *arg, struct argp_state *state)
{
	if (key == ARGP_KEY_ARG)
		option_error(state, "the command takes no file: '%s'", arg);
	return ARGP_ERR_UNKNOWN;
}

static int
command_passes(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse_nothing,
		.doc = "List the passes of this library, under the names that pipelines have for them, and the whole "
			"pipelines."
	};
	const char *name, *description;

	options_parse(&argp, argc, argv, ARGP_LONG_ONLY, NULL);
	for (size_t i = 0; (name = lr_pass_name(i, &description)) != NULL; i++)
		printf("%-24s %s\n", name, description);
	printf("%-24s %s\n", "lateroot", lr_default_pipeline());
	printf("%-24s %s\n", "julia<level=N;...>", "LLVM's optimisations in stages, the lowering, LLVM's clean-up");
	return EXIT_SUCCESS;
}

/* Checks that all output to stdout and stderr through stdio was written. */
static int
finish(int status)
{
	progress_stop();
	changes_finish();
	reproduce_write();
	if (report_is_lost() && status == EXIT_SUCCESS) /* there is no place for a message */
		status = EXIT_INPUT;
	errno = 0; /* an earlier write may have failed, and left nothing to be flushed */
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_SUCCESS) {
		say_error("<stdout>: %s", errno != 0 ? strerror(errno) : "write error");
		clearerr(stdout);
		return EXIT_INPUT;
	}
	return status;
}

/* argp itself ends the process after --help.  The output of a program that was run is not checked. */
static void
finish_help(void)
{
	if (!process_is_released() && finish(EXIT_SUCCESS) != EXIT_SUCCESS)
		_exit(EXIT_INPUT);
}

/* Whoever closes stderr wants no messages; an output file must not get its number, and messages with it.  What was
** asked for and goes to stderr is lost. */
static void
replace_closed_stderr(void)
{
	if (fcntl(STDERR_FILENO, F_GETFD) != -1)
		return;
	report_no_stderr();
	const int null = open("/dev/null", O_WRONLY);
	if (null >= 0 && null != STDERR_FILENO) {
		dup2(null, STDERR_FILENO);
		close(null);
	}
}

/* Is it the word, with or without dashes? */
static bool
is_word(const char *given, const char *word)
{
	return strcmp(given + strnlen(given, strspn(given, "-") < 3 ? strspn(given, "-") : 0), word) == 0;
}

void
stdout_collect(void)
{
	static char buffer[1 << 16];

	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

int
main(int argc, char **argv)
{
	static char program[64], help[] = "--help";

	replace_closed_stderr();
	argp_err_exit_status = EXIT_USAGE;
	argp_program_version_hook = version_hook;
	module_setup();
	if (argc < 2 || !is_word(argv[1], "run")) /* a program has the stream as the system gives it */
		stdout_collect();
	atexit(finish_help);
	reproduce_command(argc, argv);
	lr_environment_check();
	const char *args = getenv("LATEROOT_ARGS");
	if (args != NULL && *args != '\0')
		say_warning("LATEROOT_ARGS is for programs with the library in them, such as clang with the plug-in; "
			"this tool ignores it, and takes the same options itself");
	bool helps = argc > 1 && (is_word(argv[1], "help") || strcmp(argv[1], "-h") == 0);
	bool versions = argc > 1 && (is_word(argv[1], "version") || strcmp(argv[1], "-V") == 0);
	if ((helps || versions) && argc == 3 && is_word(argv[2], "help")) { /* as behind a command */
		helps = true;
		versions = false;
		argc = 2;
	}
	const int most = helps ? 3 : 2;
	if ((helps || versions) && argc > most) {
		say_error("%s takes %s: '%s'; try 'lateroot --help'", argv[1], helps ? "one command" : "no more words",
			argv[most]);
		return EXIT_USAGE;
	}
	if (helps && argc == 3) { /* help COMMAND is COMMAND --help */
		argv[1] = argv[2];
		argv[2] = help;
	} else if (helps) {
		print_help(stdout);
		return finish(EXIT_SUCCESS);
	}
	const char *word = argc > 1 ? argv[1] : "";
	if (versions) {
		print_version(stdout);
		return finish(EXIT_SUCCESS);
	}
	enum { COMMANDS = sizeof commands / sizeof *commands };
	const char *names[COMMANDS + 4] = { [COMMANDS] = "--help", "--version", "help", "version" };
	for (size_t i = 0; i < COMMANDS; i++) {
		names[i] = commands[i].name;
		if (strcmp(word, commands[i].name) == 0) {
			snprintf(program, sizeof program, "lateroot %s", word); /* for argp's messages */
			argv[1] = program;
			return finish(commands[i].run(argc - 1, argv + 1));
		}
	}
	const char *near = name_nearest(word, strlen(word), names, sizeof names / sizeof *names);
	if (*word == '\0')
		print_help(stderr);
	else
		say_error("no command '%s'%s%s%s; try 'lateroot --help'", word, near ? "; did you mean '" : "",
			near ? near : "", near ? "'?" : "");
	return EXIT_USAGE;
}
