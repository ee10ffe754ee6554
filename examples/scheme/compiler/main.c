#define _GNU_SOURCE
/* SPDX-License-Identifier: MIT */
/* schemer run FILE | schemer compile FILE -o OBJECT-OR-PROGRAM | schemer: a REPL. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
#include <llvm-c/Analysis.h>
#include "emit.h"
#include "session.h"
#include "paths.h"
#include "../runtime/scheme.h"
#ifdef SCHEMER_EDITLINE
#include <editline/readline.h>
#endif

extern const char scheme_syntax[];
scm scm_boot(void) __attribute__((weak));
static struct session session;
static LLVMContextRef llvm;
static size_t stack_bytes = (size_t)512 << 20;

static char *
read_file(const char *path)
{
	char *text = NULL;
	size_t room = 0;
	FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	ssize_t n = f == NULL ? -1 : getdelim(&text, &room, '\0', f);

	if (f != NULL && n < 0 && feof(f)) /* empty */
		return calloc(1, 1);
	if (n < 0) {
		fprintf(stderr, "schemer: %s: %s\n", path, strerror(errno));
		return NULL;
	}
	return text;
}

/* Text as a module that has the function `name`; NULL after a message.  `*any` is false if there was no form. */
static LLVMModuleRef
compile_text(const char *text, const char *file, const char *name, bool *any)
{
	struct trap here, *outer = trap;
	struct reader r = { .at = text, .file = file, .line = 1 };
	LLVMModuleRef volatile m = NULL;

	*any = false;
	trap = &here;
	if (setjmp(here.at) == 0) {
		struct stx *s, **forms = NULL;
		size_t n = 0, room = 0;
		while ((s = read_stx(&r)) != NULL) {
			if (n == room) {
				struct stx **more = arena((2 * room + 16) * sizeof *more);
				if (n > 0)
					memcpy(more, forms, n * sizeof *more);
				forms = more;
				room = 2 * room + 16;
			}
			forms[n++] = s;
		}
		*any = n > 0;
		struct lambda *program = expand_program(forms, n, scope_program());
		analyse(program);
		m = emit_program(llvm, program, name);
	} else
		fprintf(stderr, "%s\n", here.message);
	trap = outer;
	return m;
}

static int
run_text(const char *text, const char *file)
{
	static unsigned number;
	bool any;
	char name[40];

	snprintf(name, sizeof name, "scheme.%u", number++);
	LLVMModuleRef m = compile_text(text, file, name, &any);
	if (m == NULL)
		return 1;
	if (getenv("SCHEMER_IR") != NULL)
		LLVMDumpModule(m);
	scm (*program)(void) = (scm (*)(void))session_add(&session, m, name);
	return program == NULL ? 1 : scm_run(program, stack_bytes);
}

static int
link_program(const char *object, const char *program, bool is_static)
{
	char *const argv[] = { (char *)"cc", (char *)object, (char *)"-o", (char *)program, (char *)SCHEME_LIBRARY,
		is_static ? (char *)LATEROOT_RT_STATIC : (char *)LATEROOT_RT, (char *)"-Wl,-rpath," LATEROOT_LIBDIR,
		(char *)"-lgmp", (char *)"-lm", (char *)"-lpthread", NULL };
	int status = 1;
	pid_t child = fork();

	if (child == 0) {
		execvp(argv[0], argv);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
		fputs("schemer: the linker failed\n", stderr);
		return 1;
	}
	return 0;
}

static int
compile_file(const char *file, struct settings *set, const char *out, const char *entry, bool is_static)
{
	bool any, object = entry != NULL;
	char *text = read_file(file), *path = NULL;

	if (text == NULL || asprintf(&path, object ? "%s" : "%s.o", out) < 0)
		return 1;
	set->object = path;
	if (!session_open(&session, set))
		return 1;
	whole_program = true;
	LLVMModuleRef m = compile_text(text, file, object ? entry : "scm_program", &any);
	int status = m == NULL || !session_write(&session, m);
	if (status == 0 && !object) {
		status = link_program(path, out, is_static);
		unlink(path);
	}
	session_close(&session);
	free(path);
	return status;
}

/* How many parentheses are open: the REPL asks for more lines until there is none. */
static int
depth(const char *s)
{
	int d = 0;

	for (; *s != '\0'; s++) {
		if (*s == ';')
			s += strcspn(s, "\n") - 1;
		else if (*s == '"') {
			for (s++; *s != '\0' && *s != '"'; s++)
				if (*s == '\\' && s[1] != '\0')
					s++;
			if (*s == '\0')
				return 1;
		} else
			d += (*s == '(') - (*s == ')');
	}
	return d;
}

static char *
prompt_line(const char *prompt)
{
#ifdef SCHEMER_EDITLINE
	if (isatty(0)) {
		char *line = readline(prompt);
		if (line != NULL && *line != '\0')
			add_history(line);
		return line;
	}
#endif
	char *line = NULL;
	size_t room = 0;
	if (isatty(0))
		fputs(prompt, stdout);
	ssize_t n = getline(&line, &room, stdin);
	if (n > 0 && line[n - 1] == '\n')
		line[n - 1] = '\0';
	return n < 0 ? NULL : line;
}

static int
repl(void)
{
	char *text = NULL, *line;

	while ((line = prompt_line(text == NULL ? "> " : "  ")) != NULL) {
		char *all = NULL;
		if (asprintf(&all, "%s%s\n", text ? text : "", line) < 0)
			return 1;
		free(line);
		free(text);
		text = all;
		if (depth(text) > 0)
			continue;
		char *form = NULL;
		if (strspn(text, " \t\n") < strlen(text) && asprintf(&form, "(%%show (begin %s))", text) >= 0) {
			/* definitions stand by themselves */
			if (strncmp(text, "(define", 7) == 0 || strncmp(text, "(import", 7) == 0)
				run_text(text, "repl");
			else
				run_text(form, "repl");
			free(form);
		}
		fflush(stdout);
		free(text);
		text = NULL;
	}
	free(text);
	return 0;
}

static int
usage(void)
{
	fputs("usage: schemer [options] [run FILE | compile FILE -o PROGRAM]\n"
		"  --abi=gcframe|framemap|statepoint  -O0..-O3  --check  --gc-stress  --heap=reference|moving\n"
		"  --static (compile)  --stack=MEGABYTES\n", stderr);
	return 2;
}

static bool
option(const char *a, struct settings *set)
{
	if (strncmp(a, "--abi=", 6) == 0) {
		for (set->abi = LR_ABI_GCFRAME; lr_abi_name(set->abi) != NULL; set->abi++)
			if (strcmp(lr_abi_name(set->abi), a + 6) == 0)
				return true;
		return false;
	}
	if (strncmp(a, "-O", 2) == 0 && a[2] >= '0' && a[2] <= '3')
		set->level = (unsigned)(a[2] - '0');
	else if (strcmp(a, "--check") == 0)
		set->check = true;
	else if (strcmp(a, "--no-check") == 0)
		set->check = false;
	else if (strcmp(a, "--gc-stress") == 0)
		setenv("LATEROOT_GC_STRESS", "1", 1);
	else if (strcmp(a, "--heap=moving") == 0)
		setenv("LATEROOT_GC_MODE", "moving", 1);
	else if (strncmp(a, "--stack=", 8) == 0)
		stack_bytes = (size_t)atol(a + 8) << 20;
	else
		return strcmp(a, "--heap=reference") == 0;
	return true;
}

int
main(int argc, char **argv)
{
	struct settings set = { .abi = LR_ABI_STATEPOINT, .level = 2, .profile = SCHEME_PROFILE };
	const char *words[3] = { NULL, NULL, NULL }, *out = NULL, *entry = NULL;
	bool is_static = false, any;
	int n = 0;

#ifndef NDEBUG
	set.check = true;
#endif
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
			out = argv[++i];
		else if (strncmp(argv[i], "--entry=", 8) == 0) /* an object with this function, and no program */
			entry = argv[i] + 8;
		else if (strcmp(argv[i], "--static") == 0)
			is_static = true;
		else if (argv[i][0] == '-' && argv[i][1] != '\0') {
			if (!option(argv[i], &set))
				return usage();
		} else if (n < 2)
			words[n++] = argv[i];
		else
			return usage();
	}
	llvm = LLVMContextCreate();
	LLVMModuleRef m = compile_text(scheme_syntax, "syntax.scm", "syntax", &any);
	if (m == NULL)
		return 1;
	LLVMDisposeModule(m);
	bool compile = n == 2 && strcmp(words[0], "compile") == 0 && out != NULL;
	if (!compile && n != 0 && (n != 2 || strcmp(words[0], "run") != 0))
		return usage();

	/* The runtime is started for a compilation, too: it knows the names of the library. */
	static const struct lr_immediates rules = { .bits = 7 };
	lr_immediates_set(&rules);
	if (lr_runtime_init() != LR_RT_OK)
		return 1;
	scm_start();
	int status = scm_boot != NULL ? scm_run(scm_boot, stack_bytes) : 0;
	if (compile)
		return status != 0 ? status : compile_file(words[1], &set, out, entry, is_static);
	if (!session_open(&session, &set))
		return 1;
	if (status == 0 && n == 0)
		status = repl();
	else if (status == 0) {
		char *text = read_file(words[1]);
		whole_program = true;
		status = text == NULL ? 1 : run_text(text, words[1]);
		free(text);
	}
	fflush(stdout);
	session_close(&session);
	return status;
}
