/* SPDX-License-Identifier: MIT */
/* reproduce.c -- writes a reproducer for a defect of lateroot itself: the function as a module of its own, and a script
** that shows the defect.
**
** The script runs the same command line over that module.  Its exit status is 0 while the defect shows, as llvm-reduce
** expects of a test.  The script is tried at once: if the function alone does not show the defect, the whole module is
** kept. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <llvm-c/IRReader.h>
#include <llvm/Config/llvm-config.h>

#include "tool.h"

enum { DROPPED_MAX = 32, SEARCH_SECONDS = 60 };
static const char search_option[] = "--find-crash"; /* a hidden option, with which one process starts another that is to
                                                     * find the function of a crash */

static struct {
	int argc;
	char **argv, **search;            /* search: the arguments with the option that makes another process find the
	                                   * crash */
	const char *dropped[DROPPED_MAX]; /* arguments that the script omits: outputs */
	int ndropped;
	const char *input;                /* NULL: not given */
	struct bytes kept;                /* contents of stdin */
	const char *folder;               /* NULL: a new folder among the temporary files; "": write no reproducer */
	bool crashed;                     /* this process searches for the function in which another one has crashed */
	bool useless;                     /* the command only checks its input */
	bool pending;
	char *function, *message;         /* of the first defect; function NULL: unknown */
} state;

void
reproduce_command(int argc, char **argv)
{
	char **copy = calloc((size_t)argc + 2, sizeof *copy); /* argp sorts the other array */
	static char option[sizeof search_option];

	/* space for the option, which comes first among those of the command */
	state.search = calloc((size_t)argc + 2, sizeof *copy);
	memcpy(option, search_option, sizeof option);
	for (int i = 0; i < argc && copy != NULL; i++)
		copy[i] = argv[i];
	for (int i = 0; i < argc && state.search != NULL; i++)
		state.search[i + (i > 1)] = argv[i];
	if (state.search != NULL && argc > 1)
		state.search[2] = option;
	state.argc = copy ? argc : 0;
	state.argv = copy;
}

void
reproduce_without(const char *arg)
{
	if (state.ndropped < DROPPED_MAX)
		state.dropped[state.ndropped++] = arg;
}

void
reproduce_input(const char *arg)
{
	state.input = arg;
}

void
reproduce_keep(const struct bytes *b)
{
	state.kept = (struct bytes){ malloc(b->size + 1), b->size };
	if (state.kept.data != NULL)
		memcpy(state.kept.data, b->data, b->size + 1);
}

void
reproduce_into(const char *folder)
{
	state.folder = folder;
}

/* Does the list consist only of checks?  Then an error is the input's, which exists already. */
void
reproduce_passes(const char *list)
{
	static const char *const checks[] = { "CheckGCRoots", "CheckGCRelocations", "GCInvariantVerifier", "verify" };
	bool others = false;

	while (*list != '\0') {
		const size_t n = strcspn(list, ",()<>");
		bool check = n == 0 || (n == 8 && memcmp(list, "function", 8) == 0);
		for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
			check |= strlen(checks[i]) == n && memcmp(checks[i], list, n) == 0;
		others |= !check;
		list += n;
		int depth = 0; /* of parameters, which are not looked at */
		do {
			depth += (*list == '<') - (*list == '>');
			list += *list != '\0';
		} while (depth > 0 && *list != '\0');
	}
	state.useless = !others;
}

void
reproduce_note(const lr_diagnostic *d)
{
	/* diagnostics of the checkers, and of LLVM's verifier about IR that the library has made */
	const bool defect = d->code == LR_E_CHECK || (d->severity == LR_ERROR && d->code == LR_E_INVALID_IR &&
		(strstr(d->message, "rejects the lowered module") != NULL || strncmp(d->message, "after '", 7) == 0));

	if (!defect || state.pending)
		return;
	state.pending = true;
	state.function = d->function ? strdup(d->function) : NULL;
	state.message = strdup(d->message);
	for (char *p = state.message; p != NULL && *p != '\0'; p++)
		if (*p == '\n')
			*p = ' ';
}

/* ---- the module ---- */

/* Reads the input again, because the module in memory has been changed. */
static LLVMModuleRef
read_again(LLVMContextRef llvm)
{
	struct bytes b = state.kept;
	LLVMModuleRef m = NULL;
	char *message = NULL;

	if (b.data == NULL && (state.input == NULL || strcmp(state.input, "-") == 0 || !read_input(state.input, &b)))
		return NULL;
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(b.data, b.size, "input");
	free(b.data);
	state.kept.data = NULL;
	if (LLVMParseIRInContext(llvm, buffer, &m, &message))
		m = NULL;
	LLVMDisposeMessage(message);
	return m;
}

/* Returns a pattern that only this name matches; allocated by malloc. */
static char *
as_pattern(const char *name)
{
	char *pattern = malloc(3 * strlen(name) + 1), *to = pattern;

	for (; pattern != NULL && *name != '\0'; name++) {
		if (strchr("*?[\\", *name) != NULL)
			*to++ = '\\';
		*to++ = *name;
	}
	if (pattern != NULL)
		*to = '\0';
	return pattern;
}

/* The function's module: its text, and a name for the files. */
struct cut { char *text; size_t bytes; char name[LR_FILE_NAME_BYTES]; };

static bool
take(void *user, const lr_function_dump *d)
{
	struct cut *c = user;

	if (c->text != NULL)
		return true;
	lr_dump_file_name(d, c->name);
	c->text = malloc(d->bytes + 1);
	if (c->text != NULL)
		memcpy(c->text, d->text, d->bytes + 1);
	c->bytes = d->bytes;
	return c->text != NULL;
}

static bool
cut_out(LLVMModuleRef m, struct cut *c)
{
	char *pattern = state.function ? as_pattern(state.function) : NULL;
	lr_context *cx = pattern ? lr_context_new(NULL) : NULL;
	const lr_dump_options o = { .struct_size = sizeof o, .functions = pattern, .emit = take, .user = c };

	if (cx != NULL)
		lr_dump_functions(cx, m, NULL, &o);
	lr_context_free(cx);
	free(pattern);
	return c->text != NULL;
}

/* ---- the script ---- */

/* Writes a word quoted for the shell. */
static void
quote(FILE *to, const char *word)
{
	if (*word != '\0'
		&& word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:")]
			== '\0') {
		fputs(word, to);
		return;
	}
	fputc('\'', to);
	for (; *word != '\0'; word++)
		fputs(*word == '\'' ? "'\\''" : (char[]){ *word, '\0' }, to);
	fputc('\'', to);
}

/* Returns how many arguments from number `i` on the script omits: 0; 1 ("--output=x", "-ox"); 2 ("-o x"). */
static int
dropped(int i)
{
	for (int k = 0; k < state.ndropped; k++) {
		const char *arg = state.argv[i], *end = arg + strlen(arg), *d = state.dropped[k];
		if (d > arg && d <= end)
			return 1;
		if (i + 1 < state.argc && d == state.argv[i + 1])
			return 2;
	}
	return 0;
}

static void
put_command(FILE *to)
{
	bool found = false;
	char self[PATH_MAX];
	const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	const char *command = state.argv[1];

	self[n > 0 ? n : 0] = '\0';
	quote(to, n > 0 ? self : state.argv[0]);
	fprintf(to, " %s --reproducers=%s", command,
		strcmp(command, "opt") == 0 ? " --disable-output"
			: strcmp(command, "compile") == 0 || strcmp(command, "view") == 0 ? " -o /dev/null"
			: "");
	for (int i = 2; i < state.argc; i++) {
		if (strcmp(state.argv[i], search_option) == 0)
			continue;
		const int skip = dropped(i);
		if (skip > 0) {
			i += skip - 1;
			continue;
		}
		fputc(' ', to);
		/* in its old place: arguments behind it may be the program's */
		if (state.input != NULL && state.argv[i] == state.input) {
			fputs("\"$module\"", to);
			found = true;
		} else
			quote(to, state.argv[i]);
	}
	fputs(found ? "" : " \"$module\"", to);
}

/* Writes the words of the message that do not depend on names. */
static void
put_constant_words(FILE *to)
{
	const char *at = strstr(state.message, "verifier rejects");
	char words[80];

	snprintf(words, sizeof words, "%s", at ? at : state.message);
	const size_t n = strcspn(words, ":%'\"0123456789");
	if (n >= 8)
		words[n] = '\0';
	quote(to, words);
}

static char *
script(const char *module, const char *name, size_t *bytes)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, bytes);
	const uint32_t v = lr_version();

	if (to == NULL)
		return NULL;
	fprintf(to, "#!/bin/sh\n# lateroot %u.%u.%u, LLVM %s%s%s: %s\n", v >> 16, v >> 8 & 255, v & 255,
		LLVM_VERSION_STRING, state.function ? ", " : "", state.function ? state.function : "", state.message);
	fprintf(to,
		"# Exit status 0: the module given (by default the one beside this file) still shows the defect.  "
		"Smaller, from here:\n#   llvm-reduce-%d --test=./%s %s\n"
		"module=${1:-$(dirname \"$0\")/%s}\n", LLVM_VERSION_MAJOR, name, module, module);
	put_command(to);
	if (state.crashed)
		fputs(" >/dev/null 2>&1 </dev/null\n[ $? -ge 128 ]\n", to);
	else {
		fputs(" 2>&1 </dev/null | grep -q -F ", to);
		put_constant_words(to);
		fputc('\n', to);
	}
	const bool ok = ferror(to) == 0;
	if (fclose(to) == 0 && ok)
		return text;
	free(text);
	return NULL;
}

/* Does the script find the defect in the module? */
static bool
shows(const char *path)
{
	int status = 1;
	const pid_t child = fork();

	if (child == 0) {
		execl("/bin/sh", "sh", path, (char *)NULL);
		_exit(127);
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- writing the files ---- */

/* Returns the folder for the files, allocated by malloc.  NULL: the reason has been reported. */
static char *
make_folder(void)
{
	const char *temporary = getenv("TMPDIR");
	char *path = NULL;

	if (state.folder != NULL) {
		if ((path = strdup(state.folder)) != NULL && (mkdir(path, 0777) == 0 || errno == EEXIST))
			return path;
	} else if (asprintf(&path, "%s/lateroot-XXXXXX", temporary && *temporary ? temporary : "/tmp") < 0)
		path = NULL;
	else if (mkdtemp(path) != NULL)
		return path;
	say_note("no reproducer: %s: %s", path ? path : "no memory", strerror(errno));
	free(path);
	return NULL;
}

/* Returns the path of the file `name`, which ends in ".ll", with another end; allocated by malloc, NULL if memory is
** exhausted. */
static char *
in_folder(const char *folder, const char *name, const char *end)
{
	char *path;

	return asprintf(&path, "%s/%.*s%s", folder, (int)(strlen(name) - strlen(".ll")), name, end) < 0 ? NULL : path;
}

/* Writes both files.  False: the reason has been reported, unless memory is exhausted. */
static bool
put_files(const char *module_path, const char *script_path, const char *module, const char *text, size_t bytes)
{
	size_t n = 0;
	char *shell = script(module, strrchr(script_path, '/') + 1, &n);
	const char *input = state.input ? state.input : "-";
	const bool ok = shell != NULL && output_spares_input(module_path, input)
		&& output_spares_input(script_path, input) && write_output(module_path, text, bytes)
		&& write_output(script_path, shell, n) && chmod(script_path, 0755) == 0;

	free(shell);
	return ok;
}

/* Writes the function's module and the script, or the whole module if only that shows the defect.  Returns false, with
** no files, if the function's module does not show it and `or_whole` is false. */
static bool
write_files(LLVMModuleRef m, const char *folder, bool or_whole)
{
	struct cut c = { .name = "module.ll" };
	const bool alone = cut_out(m, &c);
	char *module_path = in_folder(folder, c.name, ".ll"), *script_path = in_folder(folder, c.name, ".sh");
	bool ok = module_path != NULL && script_path != NULL, shown = false;

	if (ok && alone) {
		ok = put_files(module_path, script_path, c.name, c.text, c.bytes);
		shown = ok && shows(script_path);
	}
	const bool nothing = ok && !shown && !or_whole;
	if (nothing && alone) {
		unlink(module_path);
		unlink(script_path);
	} else if (ok && !shown && or_whole) {
		char *whole = LLVMPrintModuleToString(m);
		ok = put_files(module_path, script_path, c.name, whole, strlen(whole));
		LLVMDisposeMessage(whole);
	}
	if (!ok)
		say_note("no reproducer in %s", folder);
	else if (!nothing)
		say_note("a defect of lateroot: please report %s, which shows it with %s%s", script_path, module_path,
			shown ? ""
				: shows(script_path) ? " (the whole module: the function alone does not)"
				: " (not now, however)");
	free(c.text);
	free(module_path);
	free(script_path);
	return !nothing;
}

/* ---- crashes ---- */

/* Runs in the handler of a fault, and so calls only async-signal-safe functions.  LLVM's state is not reliable, so
** another process searches for the function. */
void
reproduce_crash(void)
{
	int status;

	if (state.crashed || state.useless || state.search == NULL || state.argc < 2 || state.input == NULL
		|| state.input[0] == '-' || (state.folder != NULL && *state.folder == '\0'))
		return;
	const pid_t child = fork();
	if (child == 0) {
		sigset_t all; /* the signal that is being handled must be able to end child processes */
		sigfillset(&all);
		sigprocmask(SIG_UNBLOCK, &all, NULL);
		execv("/proc/self/exe", state.search);
		_exit(127);
	}
	if (child > 0)
		waitpid(child, &status, 0);
}

void
reproduce_search(void)
{
	state.crashed = true;
}

/* Finds the first function whose module alone makes lateroot crash, and writes that; or the whole module. */
static void
find_crash(LLVMModuleRef m, const char *folder)
{
	const time_t start = time(NULL);
	size_t n;

	if ((state.message = strdup("crash")) == NULL) {
		say_note("no reproducer: no memory");
		return;
	}
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && time(NULL) - start < SEARCH_SECONDS;
		f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		free(state.function);
		state.function = strdup(LLVMGetValueName2(f, &n));
		if (state.function != NULL && write_files(m, folder, false))
			return;
	}
	free(state.function);
	state.function = NULL;
	write_files(m, folder, true);
}

bool
reproduce_module(LLVMModuleRef m)
{
	char *folder;

	if (!state.crashed)
		return false;
	if ((folder = make_folder()) != NULL)
		find_crash(m, folder);
	free(folder);
	return true;
}

void
reproduce_write(void)
{
	char *folder;

	if (!state.pending || state.useless || state.argc < 2 || state.message == NULL
		|| (state.folder != NULL && *state.folder == '\0'))
		return;
	state.pending = false;
	if ((folder = make_folder()) == NULL)
		return;
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = read_again(llvm);
	if (m != NULL) {
		write_files(m, folder, true);
		LLVMDisposeModule(m);
	} else
		say_note("no reproducer: the input cannot be read again");
	LLVMContextDispose(llvm);
	free(folder);
}
