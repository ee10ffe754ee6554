/* SPDX-License-Identifier: MIT */
/* schemer run FILE | schemer compile FILE -o OBJECT-OR-PROGRAM | schemer: a REPL. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
#include "program.h"
#include "paths.h"

scm scm_boot(void) __attribute__((weak));

struct command {
	struct settings set;
	const char *words[2], *out, *entry; /* entry: an object with this function, and no program */
	int n;
	bool is_static, bdw;       /* bdw: the heap of bdwgc */
	size_t stack_bytes, memory_bytes;
};

/* The path of a part of schemer: in ../lib/schemer of the program, or where the build made it. */
static const char *
part(const char *built)
{
	char program[4096], *path;
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

	program[n > 0 ? n : 0] = '\0';
	for (int up = 0; up < 2; up++) {
		char *slash = strrchr(program, '/');
		if (slash == NULL)
			return built;
		*slash = '\0';
	}
	if (asprintf(&path, "%s/lib/schemer%s", program, strrchr(built, '/')) < 0)
		return built;
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return built;
}

static int
link_program(const char *object, const struct command *c)
{
	const char *runtime = c->bdw ? LATEROOT_BDW : c->is_static ? LATEROOT_RT_STATIC : LATEROOT_RT;
	char *const argv[] = { (char *)"cc", (char *)object, (char *)"-o", (char *)c->out, (char *)part(SCHEME_LIBRARY),
		(char *)runtime, (char *)"-Wl,-rpath," LATEROOT_LIBDIR,
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
compile_file(struct command *c)
{
	char *text = program_read_file(c->words[1]), *path = NULL, message[512];
	bool object = c->entry != NULL;

	if (text == NULL || asprintf(&path, object ? "%s" : "%s.o", c->out) < 0)
		return 1;
	c->set.object = path;
	if (!session_open(&program_session, &c->set))
		return 1;
	LLVMModuleRef m = program_compile((struct source){ text, c->words[1], 1 }, object ? c->entry : "scm_program",
		message, sizeof message);
	if (m == NULL)
		fprintf(stderr, "%s\n", message);
	int status = m == NULL || !session_write(&program_session, m);
	if (status == 0 && !object) {
		status = link_program(path, c);
		unlink(path);
	}
	session_close(&program_session);
	free(path);
	free(text);
	return status;
}

/* On the stack of the program. */
static int
command(void *argument)
{
	struct command *c = argument;
	scm result;

	if (scm_boot != NULL && !scm_try(scm_boot, &result))
		return 1;
	if (!program_start(c->entry != NULL))
		return 1;
	if (c->n == 2 && strcmp(c->words[0], "compile") == 0)
		return compile_file(c);
	if (!session_open(&program_session, &c->set))
		return 1;
	int status = 0;
	if (c->n == 0)
		status = !repl();
	else {
		char *text = program_read_file(c->words[1]);
		status = text == NULL || !program_run((struct source){ text, c->words[1], 1 }, true, &result);
		free(text);
	}
	fflush(stdout);
	return status;
}

static int
usage(void)
{
	fputs("usage: schemer [options] [run FILE argument... | compile FILE -o PROGRAM]\n"
		"  --abi=gcframe|framemap|statepoint  -O0..-O3  --check  --no-check\n"
		"  --gc-stress[=K]  --heap=reference|moving|bdw  --stack=MEGABYTES  --memory=MEGABYTES\n"
		"  --static (compile)\n", stderr);
	return 2;
}

static bool
option(const char *a, struct command *c)
{
	struct settings *set = &c->set;

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
	else if (strcmp(a, "--static") == 0)
		c->is_static = true;
	else if (strcmp(a, "--gc-stress") == 0)
		setenv("LATEROOT_GC_STRESS", "1", 1);
	else if (strncmp(a, "--gc-stress=", 12) == 0) {
		const size_t digits = strspn(a + 12, "0123456789");
		if (digits == 0 || digits > 9 || a[12 + digits] != '\0' || atol(a + 12) == 0)
			return false;
		setenv("LATEROOT_GC_STRESS", a + 12, 1);
	} else if (strcmp(a, "--heap=moving") == 0)
		setenv("LATEROOT_GC_MODE", "moving", 1);
	else if (strcmp(a, "--heap=bdw") == 0)
		return c->bdw = *LATEROOT_BDW != '\0';
	else if (strncmp(a, "--stack=", 8) == 0)
		return scm_megabytes(a + 8, &c->stack_bytes);
	else if (strncmp(a, "--memory=", 9) == 0)
		return scm_megabytes(a + 9, &c->memory_bytes);
	else
		return strcmp(a, "--heap=reference") == 0;
	return true;
}

int
main(int argc, char **argv)
{
	static const struct lr_immediates rules = { .bits = 7 };
	struct command c = { .set = { .abi = LR_ABI_STATEPOINT, .level = 2, .profile = part(SCHEME_PROFILE) },
		.stack_bytes = (size_t)512 << 20 };
	bool running = false;

#ifndef NDEBUG
	c.set.check = true;
#endif
	for (int i = 1; i < argc && !running; i++) {
		if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
			c.out = argv[++i];
		else if (strncmp(argv[i], "--entry=", 8) == 0)
			c.entry = argv[i] + 8;
		else if (argv[i][0] == '-' && argv[i][1] != '\0') {
			if (!option(argv[i], &c))
				return usage();
		} else if (c.n < 2) {
			c.words[c.n++] = argv[i];
			running = c.n == 2 && strcmp(c.words[0], "run") == 0;
			scm_argc = argc - i;
			scm_argv = argv + i;
		} else
			return usage();
	}
	bool compiling = c.n == 2 && strcmp(c.words[0], "compile") == 0 && c.out != NULL;
	if (c.n != 0 && !running && !compiling)
		return usage();
	/* The heap of bdwgc stands in for the runtime's when it is loaded first. */
	if (c.bdw && !compiling && getenv("SCHEMER_BDW") == NULL) {
		setenv("SCHEMER_BDW", "1", 1);
		setenv("LD_PRELOAD", LATEROOT_BDW, 1);
		execv("/proc/self/exe", argv);
		perror("schemer");
		return 2;
	}
	lr_immediates_set(&rules);
	if (lr_runtime_init() != LR_RT_OK)
		return 1;
	scm_start(c.memory_bytes);
	return scm_run(command, &c, c.stack_bytes);
}
