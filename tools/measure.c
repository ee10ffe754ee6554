/* measure.c -- how long placement takes, as a multiple of a bare walk over the same instructions and operands.
**
** Reaches inside the library (it links its objects), because the phases are what is measured: scan to rewrite, without the lowering that
** follows.  Every round reads the module afresh and does one of the two, so neither finds the other's caches; of the rounds the quickest counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>

#include "gcroots/scan.h"

enum { ROUNDS = 6, PHASES = 3 };
static const char *const phase_name[PHASES] = { "walk", "plan", "rewrite" };

static size_t held, most; /* bytes that the library holds now, and at most */

static void *
count(void *user, void *p, size_t old, size_t new)
{
	(void)user;
	held = held - old + new;
	if (held > most)
		most = held;
	if (new == 0) {
		free(p);
		return NULL;
	}
	return realloc(p, new);
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static unsigned long sink;

/* The least that any pass does: every instruction's opcode, every operand. */
static size_t
walk(LLVMModuleRef m)
{
	size_t n = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
				unsigned k = (unsigned)LLVMGetNumOperands(i);
				sink += LLVMGetInstructionOpcode(i);
				for (unsigned o = 0; o < k; o++)
					sink += (unsigned long)(uintptr_t)LLVMGetOperand(i, o);
				n++;
			}
	return n;
}

/* Place the roots of all functions, adding up the time of each phase. */
static bool
place_all(lr_context *cx, LLVMModuleRef m, double *t)
{
	struct plan *plan;
	struct session s;
	struct arena scratch, keep;
	size_t n = 0;
	bool ok = session_init(&s, cx, m);

	arena_init(&scratch, count, NULL);
	arena_init(&keep, count, NULL);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		n++;
	plan = arena_zarray(&keep, n, sizeof *plan);
	n = 0;
	double start = now();
	for (LLVMValueRef f = LLVMGetFirstFunction(m); ok && plan && f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			ok = plan_function(&s, f, &scratch, &keep, &plan[n++]) == LR_OK;
	t[1] += now() - start;
	start = now();
	for (size_t i = 0; ok && plan && i < n; i++)
		ok = rewrite_function(&s, &plan[i]) == LR_OK;
	t[2] += now() - start;
	session_free(&s);
	arena_free(&scratch);
	arena_free(&keep);
	return ok;
}

int
main(int argc, char **argv)
{
	static const char *const args[] = { "measure", "-disable-auto-upgrade-debug-info" };
	lr_options options = { .struct_size = sizeof options, .alloc = count };
	double total[PHASES] = { 0 };
	size_t insts = 0, most_per_inst = 0;
	int failed = 0;

	LLVMParseCommandLineOptions(2, args, "");
	for (int a = 1; a < argc; a++) {
		double best[PHASES];
		size_t n = 0;
		for (int i = 0; i < PHASES; i++)
			best[i] = 1e9;
		for (int round = 0; round < ROUNDS; round++) {
			LLVMContextRef c = LLVMContextCreate();
			LLVMMemoryBufferRef buffer;
			LLVMModuleRef m;
			char *message = NULL;
			double t[PHASES] = { 0 };
			if (LLVMCreateMemoryBufferWithContentsOfFile(argv[a], &buffer, &message)
			    || LLVMParseIRInContext(c, buffer, &m, &message)) {
				fprintf(stderr, "%s: %s\n", argv[a], message);
				LLVMDisposeMessage(message);
				LLVMContextDispose(c);
				failed = 1;
				break;
			}
			/* each has a module to itself that nobody has looked at since it was read */
			if (round % 2 == 0) {
				t[0] = now();
				n = walk(m);
				best[0] = now() - t[0] < best[0] ? now() - t[0] : best[0];
				LLVMDisposeModule(m);
				LLVMContextDispose(c);
				continue;
			}
			lr_context *cx = lr_context_new(&options);
			most = held;
			if (!place_all(cx, m, t)) {
				const char *why;
				lr_first_error(cx, &why);
				fprintf(stderr, "%s: %s\n", argv[a], why ? why : "failed");
				failed = 1;
			}
			lr_context_free(cx);
			LLVMDisposeModule(m);
			LLVMContextDispose(c);
			for (int i = 1; i < PHASES; i++)
				if (t[i] < best[i])
					best[i] = t[i];
			if (n && most / n > most_per_inst)
				most_per_inst = most / n;
		}
		double sum = 0;
		for (int i = 1; i < PHASES; i++)
			sum += best[i];
		if (argc <= 40 && n)
			printf("%-32.32s %9zu inst  walk %6.1f ns  placement %7.1f ns  x%5.2f  %4zu B/inst\n", strrchr(argv[a], '/') ? strrchr(argv[a], '/') + 1 : argv[a],
				n, best[0] / (double)n * 1e9, sum / (double)n * 1e9, sum / best[0], most / n);
		insts += n;
		for (int i = 0; i < PHASES; i++)
			total[i] += best[i];
	}
	if (insts == 0)
		return failed;
	double sum = 0;
	printf("all: %zu instructions, ns each:", insts);
	for (int i = 0; i < PHASES; i++) {
		printf(" %s %.1f", phase_name[i], total[i] / (double)insts * 1e9);
		sum += i ? total[i] : 0;
	}
	printf("\nplacement takes %.2f times the bare walk\n", sum / total[0]);
	return failed;
}
