/* SPDX-License-Identifier: MIT */
/* target-names.c -- runs while the library is built: asks LLVM for the names of processors and features, and writes
** them as C.
**
** If LLVM does not know a name, it ends the process or ignores the name, and its C interface has no query.  It prints
** all names for the processor "help", once per process.  So a child process asks for each family of targets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

/* The families that src/target/target_check.c accepts. */
static const struct family { const char *name, *triple; } families[] = {
	{ "x86", "i686-unknown-linux-gnu" }, { "aarch64", "aarch64-unknown-linux-gnu" },
	{ "arm", "armv7-unknown-linux-gnueabihf" }, { "riscv", "riscv64-unknown-linux-gnu" },
	{ "ppc", "powerpc64le-unknown-linux-gnu" }, { "systemz", "s390x-unknown-linux-gnu" },
	{ "mips", "mips64el-unknown-linux-gnuabi64" }, { "loongarch", "loongarch64-unknown-linux-gnu" },
	{ "wasm", "wasm32-unknown-unknown" },
	{ "sparc", "sparcv9-unknown-linux-gnu" }
};
enum { FAMILIES = sizeof families / sizeof *families };

/* Targets, by a prefix of LLVM's name, that do not support all processors of their family. */
static const struct target { const char *name, *triple, *family; } targets[] = {
	{ "x86-64", "x86_64-unknown-linux-gnu", "x86" }, { "riscv64", "riscv64-unknown-linux-gnu", "riscv" },
	{ "riscv32", "riscv32-unknown-linux-gnu", "riscv" }, { "ppc64", "powerpc64le-unknown-linux-gnu", "ppc" },
	{ "mips64", "mips64el-unknown-linux-gnuabi64", "mips" }, { "mips", "mipsel-unknown-linux-gnu", "mips" },
	{ "loongarch64", "loongarch64-unknown-linux-gnu", "loongarch" },
	{ "loongarch32", "loongarch32-unknown-linux-gnu", "loongarch" }
};
enum { TARGETS = sizeof targets / sizeof *targets };

static LLVMTargetMachineRef
machine(const char *triple, const char *cpu)
{
	LLVMTargetRef target;
	char *message = NULL;

	if (LLVMGetTargetFromTriple(triple, &target, &message)) {
		LLVMDisposeMessage(message);
		return NULL;
	}
	return LLVMCreateTargetMachine(target, triple, cpu, "", LLVMCodeGenLevelNone, LLVMRelocPIC,
		LLVMCodeModelDefault);
}

/* Returns what a child prints that makes a target machine for that processor; NULL if there is no such target. */
static char *
ask(const char *triple)
{
	enum { MOST = 1 << 20 };
	char *text = malloc(MOST);
	size_t used = 0;
	int ends[2], status;

	if (text == NULL || pipe(ends) != 0)
		exit(2);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], 2);
		_exit(machine(triple, "help") == NULL);
	}
	close(ends[1]);
	for (ssize_t n; used < MOST - 1 && (n = read(ends[0], text + used, MOST - 1 - used)) > 0;)
		used += (size_t)n;
	close(ends[0]);
	text[used] = '\0';
	if (child < 0 || waitpid(child, &status, 0) < 0)
		exit(2);
	if (used != 0)
		return text;
	free(text);
	return NULL;
}

/* Does LLVM generate code for that processor without ending the process? */
static int
works(const char *triple, const char *cpu)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		if (freopen("/dev/null", "w", stderr) == NULL || dup2(fileno(stderr), 1) < 0)
			_exit(1);
		LLVMTargetMachineRef tm = machine(triple, cpu);
		LLVMContextRef c = LLVMContextCreate();
		LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", c);
		LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
		LLVMTargetDataRef data = LLVMCreateTargetDataLayout(tm);
		LLVMValueRef f = LLVMAddFunction(m, "f", LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, 0));
		LLVMMemoryBufferRef object;
		char *message = NULL;
		LLVMSetTarget(m, triple);
		LLVMSetModuleDataLayout(m, data);
		LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, ""));
		LLVMBuildRetVoid(b);
		_exit(LLVMTargetMachineEmitToMemoryBuffer(tm, m, LLVMObjectFile, &message, &object) != 0);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0)
		exit(2);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Writes the names of a list: two blanks, the name, blanks, and "- ".  With a triple, only those that the target does
** not support. */
static void
put(const char *what, size_t number, const char *list, const char *end, const char *triple)
{
	char name[128];

	printf("static const char %s_%zu[] =\n", what, number);
	for (const char *at = list, *line; at < end; at = line + 1) {
		line = memchr(at, '\n', (size_t)(end - at));
		if (line == NULL)
			break;
		const char *dash = memmem(at, (size_t)(line - at), " - ", 3);
		if (dash != NULL && strncmp(at, "  ", 2) == 0 && at[2] != ' ' && sscanf(at, "%127s", name) == 1
			&& (triple == NULL || !works(triple, name)))
			printf("\t\"%s\\0\"\n", name);
	}
	printf("\t\"\";\n");
}

int
main(int argc, char **argv)
{
	char *text[FAMILIES];

	if (argc != 2 || freopen(argv[1], "w", stdout) == NULL) {
		fprintf(stderr, "usage: target-names FILE\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOFBF, 1 << 20);
	LLVMInitializeAllTargetInfos();
	LLVMInitializeAllTargets();
	LLVMInitializeAllTargetMCs();
	LLVMInitializeAllAsmPrinters();
	printf("/* Made by tools/target-names.c while the library was built. */\n"
		"#include \"target/target_check.h\"\n");
	for (size_t i = 0; i < FAMILIES; i++) {
		fflush(stdout);
		text[i] = ask(families[i].triple);
		const char *features = text[i] ? strstr(text[i], "Available features") : NULL;
		if (features == NULL) {
			fprintf(stderr, "target-names: this LLVM has no target for %s\n", families[i].triple);
			free(text[i]);
			text[i] = NULL;
			continue;
		}
		put("cpus", i, text[i], features, NULL);
		put("features", i, features, features + strlen(features), NULL);
		fflush(stdout);
		for (size_t k = 0; k < TARGETS; k++)
			if (strcmp(targets[k].family, families[i].name) == 0) {
				fflush(stdout);
				put("unfit", k, text[i], features, targets[k].triple);
			}
	}
	printf("const struct target_names target_names[] = {\n");
	for (size_t i = 0; i < FAMILIES; i++)
		if (text[i] != NULL)
			printf("\t{ \"%s\", cpus_%zu, features_%zu },\n", families[i].name, i, i);
	printf("\t{ 0, 0, 0 }\n};\nconst struct target_unfit target_unfit[] = {\n");
	for (size_t k = 0; k < TARGETS; k++)
		for (size_t i = 0; i < FAMILIES; i++)
			if (text[i] != NULL && strcmp(targets[k].family, families[i].name) == 0)
				printf("\t{ \"%s\", unfit_%zu },\n", targets[k].name, k);
	printf("\t{ 0, 0 }\n};\n");
	return fflush(stdout) != 0;
}
