/* measure.c -- what each pass and each phase of placement costs on given modules: time, memory, instructions retired.
**
** Reaches inside the library (it links its objects), because phases are what is measured.  Every figure comes from a module that was
** read afresh for it, so nobody finds the caches of the one before; of the rounds the quickest counts.  The yardstick, "walk",
** is the least that any pass does: every instruction's opcode is read and every operand fetched, once; "visit" also looks at what kind of
** value each operand is.
**
** tools/bench runs this program and knows its JSON: one object a file and line. */
#include <argp.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#if defined(__has_include) && __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION ((void)0)
#define CALLGRIND_STOP_INSTRUMENTATION ((void)0)
#define CALLGRIND_DUMP_STATS_AT(name) ((void)(name))
#define CALLGRIND_ZERO_STATS ((void)0)
#endif

#include <jansson.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "gcroots/scan.h"
#include "passes.h"

enum { MOST_GAUGES = 32 };
enum part { PART_WALK = 1, PART_PLACEMENT = 2, PART_PHASES = 4, PART_PASSES = 8, PART_LLVM = 16, PART_VISIT = 32, PART_QUESTIONS = 64,
	PART_USUAL = PART_WALK | PART_PLACEMENT | PART_PASSES };

/* One thing that is measured on one file. */
struct gauge {
	const char *name;
	double seconds;          /* of the quickest round */
	double retired;          /* instructions; < 0: unknown */
	size_t peak;             /* bytes of the library's allocator, at most; of a phase: at most by its end */
	size_t given;            /* of a pass: instructions and global variables that it found */
};

struct measuring {
	unsigned rounds, parts;
	double enough;           /* seconds; no new round of a file begins after that many */
	size_t stack;            /* bytes for the library's passes; 0: the thread that there is */
	bool json;
	char **files;
	int nfiles;
	int counter;             /* of instructions, from the kernel; -1: there is none */

	/* of the file at hand */
	struct gauge gauge[MOST_GAUGES];
	unsigned ngauges;
	LLVMMemoryBufferRef bitcode;
	size_t insts, functions, slots, max_live, stores, safepoints;
	lr_context *cx;
	bool failed;

	/* of the action at hand */
	double since;
	uint64_t since_retired;
};

static size_t held, most; /* bytes that the library holds now, and at most */
static volatile unsigned long sink;

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
now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- gauges ---- */

static int
open_counter(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_HARDWARE, .size = sizeof a, .config = PERF_COUNT_HW_INSTRUCTIONS, .exclude_kernel = 1,
		.exclude_hv = 1, .inherit = 1 };

	return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
}

static uint64_t
retired(const struct measuring *k)
{
	uint64_t n = 0;

	return k->counter >= 0 && read(k->counter, &n, sizeof n) == sizeof n ? n : 0;
}

static struct gauge *
gauge(struct measuring *k, const char *name)
{
	for (unsigned i = 0; i < k->ngauges; i++)
		if (strcmp(k->gauge[i].name, name) == 0)
			return &k->gauge[i];
	if (k->ngauges == MOST_GAUGES) {
		fprintf(stderr, "lateroot-measure: more than %d gauges\n", MOST_GAUGES);
		exit(1);
	}
	k->gauge[k->ngauges] = (struct gauge){ .name = name, .seconds = -1, .retired = -1 };
	return &k->gauge[k->ngauges++];
}

static void
note(struct gauge *g, double seconds, double n, size_t peak)
{
	if (g->seconds < 0 || seconds < g->seconds)
		g->seconds = seconds;
	if (n >= 0 && (g->retired < 0 || n < g->retired))
		g->retired = n;
	if (peak > g->peak)
		g->peak = peak;
}

static void
begin(struct measuring *k)
{
	most = held;
	CALLGRIND_START_INSTRUMENTATION;
	CALLGRIND_ZERO_STATS;
	k->since_retired = retired(k);
	k->since = now(CLOCK_PROCESS_CPUTIME_ID);
}

static void
end(struct measuring *k, const char *name)
{
	double t = now(CLOCK_PROCESS_CPUTIME_ID) - k->since;
	double n = k->counter >= 0 ? (double)(retired(k) - k->since_retired) : -1;

	CALLGRIND_DUMP_STATS_AT(name);
	CALLGRIND_STOP_INSTRUMENTATION;
	note(gauge(k, name), t, n, most);
}

/* ---- actions, each on a module of its own ---- */

struct action {
	struct measuring *k;
	LLVMModuleRef m;
	const char *llvm;        /* what LLVM is to run */
	void (*act)(struct action *);
};

static void
walk(struct action *a)
{
	struct measuring *k = a->k;

	k->insts = k->functions = 0;
	begin(k);
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); f; f = LLVMGetNextFunction(f)) {
		k->functions += !LLVMIsDeclaration(f);
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
				unsigned n = (unsigned)LLVMGetNumOperands(i);
				unsigned long seen = (unsigned long)LLVMGetInstructionOpcode(i);
				for (unsigned o = 0; o < n; o++)
					seen += (unsigned long)(uintptr_t)LLVMGetOperand(i, o);
				sink += seen;
				k->insts++;
			}
	}
	end(k, "walk");
}

/* The same with a look at each operand: what kind of value it is. */
static void
visit(struct action *a)
{
	struct measuring *k = a->k;

	begin(k);
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
				unsigned n = (unsigned)LLVMGetNumOperands(i);
				unsigned long seen = (unsigned long)LLVMGetInstructionOpcode(i);
				for (unsigned o = 0; o < n; o++)
					seen += (unsigned long)LLVMGetValueKind(LLVMGetOperand(i, o));
				sink += seen;
			}
	end(k, "visit");
}

/* What placement cannot but ask LLVM, and nothing else: what each instruction is and, of those that can make or use object references, of what
** type they are and what their operands are; of calls also the callee, its type and whether the call site has attributes; where control goes. */
static unsigned long
ask(LLVMValueRef i, LLVMOpcode op)
{
	unsigned long seen = op;
	unsigned first = 0, n = 1;

	switch (op) {
	case LLVMBr: case LLVMSwitch:
		n = LLVMGetNumSuccessors(i);
		for (unsigned e = 0; e < n; e++)
			seen += (unsigned long)(uintptr_t)LLVMGetSuccessor(i, e);
		return seen;
	case LLVMCall: case LLVMInvoke:
		seen += (unsigned long)(uintptr_t)LLVMGetCalledValue(i) + (unsigned long)(uintptr_t)LLVMGetCalledFunctionType(i);
		seen += LLVMGetCallSiteAttributeCount(i, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
		n = (unsigned)LLVMGetNumOperands(i) - 1;
		break;
	case LLVMLoad: case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze: case LLVMExtractValue:
		break;
	case LLVMStore: case LLVMInsertValue:
		n = 2;
		break;
	case LLVMSelect:
		first = 1, n = 3;
		break;
	case LLVMPHI: case LLVMRet:
		n = (unsigned)LLVMGetNumOperands(i);
		break;
	default:
		return seen;
	}
	seen += (unsigned long)(uintptr_t)LLVMTypeOf(i);
	for (unsigned o = first; o < n; o++)
		seen += (unsigned long)(uintptr_t)LLVMGetOperand(i, o);
	return seen;
}

static void
questions(struct action *a)
{
	struct measuring *k = a->k;

	begin(k);
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				sink += ask(i, LLVMGetInstructionOpcode(i));
	end(k, "questions");
}

/* Placement alone, scan to rewrite, without the lowering that follows. */
static void
placement(struct action *a)
{
	struct measuring *k = a->k;
	struct plan *plan;
	struct session s;
	struct arena scratch, keep;
	size_t n = 0;

	arena_init(&scratch, count, NULL);
	arena_init(&keep, count, NULL);
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); f; f = LLVMGetNextFunction(f))
		n++;
	plan = arena_zarray(&keep, n + 1, sizeof *plan);
	n = 0;
	begin(k);
	bool ok = session_init(&s, k->cx, a->m);
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); ok && plan && f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			ok = plan_function(&s, f, LR_ABI_GCFRAME, &scratch, &keep, &plan[n++]) == LR_OK;
	end(k, "plan");
	begin(k);
	ok = ok && plan && rewrite_reserve(&s, plan, n);
	for (size_t i = 0; ok && i < n; i++)
		rewrite_function(&s, &plan[i]);
	end(k, "rewrite");
	session_free(&s);
	arena_free(&scratch);
	arena_free(&keep);
	k->failed |= !ok || !plan;
}

/* The phases of planning as plan_function (late.c) has them.  In small functions by the wall clock: to ask for CPU time is a system call, which
** takes as long as they do. */
static void
phases(struct action *a)
{
	static const struct { const char *name; bool (*run)(struct fn *); } middle[] = {
		{ "refine", refine }, { "liveness", liveness }, { "slots", slots }, { "place", place }, { "share words", share_words }, { "wrap", wrap },
	};
	enum { MIDDLE = sizeof middle / sizeof *middle, N = MIDDLE + 2 }; /* scan before, make plan behind */
	struct measuring *k = a->k;
	struct session s;
	struct arena scratch, keep;
	double t[N] = { 0 };
	size_t peak[N] = { 0 };
	bool ok = session_init(&s, k->cx, a->m);

	arena_init(&scratch, count, NULL);
	arena_init(&keep, count, NULL);
	for (LLVMValueRef fn = LLVMGetFirstFunction(a->m); ok && fn; fn = LLVMGetNextFunction(fn)) {
		struct plan plan = { .fn = fn };
		struct fn f;
		struct ir ir;
		if (LLVMIsDeclaration(fn))
			continue;
		clockid_t clock = LLVMCountBasicBlocks(fn) > 200 || k->insts > 200 * k->functions ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
		arena_reset(&scratch);
		most = held;
		double since = now(clock);
		for (unsigned i = 0; ok && i < N && (i == 0 || ir.pgcstack); i++) {
			if (i == 0)
				ok = scan_function(&s, fn, &scratch, &f, &ir) == LR_OK;
			else if (i == N - 1) {
				plan.pgcstack = ir.pgcstack;
				ok = make_plan(&f, &ir, &keep, &plan);
			} else if (!f.quiet)
				ok = middle[i - 1].run(&f);
			double at = now(clock);
			t[i] += at - since;
			since = at;
			peak[i] = most > peak[i] ? most : peak[i];
		}
	}
	for (unsigned i = 0; i < N; i++)
		note(gauge(k, i == 0 ? "scan" : i == N - 1 ? "make plan" : middle[i - 1].name), t[i], -1, peak[i]);
	session_free(&s);
	arena_free(&scratch);
	arena_free(&keep);
	k->failed |= !ok;
}

/* What earlier passes have left is more than what the file had: allocations and barriers become a dozen instructions each. */
static size_t
count_module(LLVMModuleRef m)
{
	size_t n = 0;

	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
		n++;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				n++;
	return n;
}

static void
run_pass(struct action *a, const char *name, lr_pass *run)
{
	struct measuring *k = a->k;
	LLVMValueRef *fns;
	size_t n = 0;

	if (k->failed)
		return;
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); f; f = LLVMGetNextFunction(f))
		n += !LLVMIsDeclaration(f);
	if (!(fns = malloc((n + 1) * sizeof *fns))) {
		k->failed = true;
		return;
	}
	n = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			fns[n++] = f;
	size_t given = count_module(a->m);
	begin(k);
	k->failed |= run(k->cx, a->m, fns, n, NULL) != LR_OK;
	end(k, name);
	gauge(k, name)->given = given;
	free(fns);
}

/* All of our passes in the order of the default pipeline, the checker after placement. */
static void
all_passes(struct action *a)
{
	struct measuring *k = a->k;

	run_pass(a, "GCInvariantVerifier", pass_verify_invariants);
	run_pass(a, "RemoveNI", pass_remove_ni);
	run_pass(a, "LateLowerGCFrame", pass_late_lower_gc_frame);
	k->slots = k->max_live = k->stores = k->safepoints = 0;
	for (size_t i = 0; i < lr_stats_count(k->cx); i++) {
		const lr_function_stats *s = lr_stats(k->cx, i);
		k->slots += s->slots;
		k->max_live += s->max_live;
		k->stores += s->root_stores;
		k->safepoints += s->safepoints;
	}
	run_pass(a, "CheckGCRoots", pass_check_gc_roots);
	run_pass(a, "FinalLowerGC", pass_final_lower_gc);
	run_pass(a, "LowerPTLSPass", pass_lower_ptls);
	run_pass(a, "RemoveJuliaAddrspaces", pass_remove_julia_addrspaces);
}

static void
propagate(struct action *a)
{
	run_pass(a, "PropagateJuliaAddrspaces", pass_propagate_addrspaces);
}

static void
llvm(struct action *a)
{
	struct measuring *k = a->k;
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();

	begin(k);
	LLVMErrorRef e = LLVMRunPasses(a->m, a->llvm, NULL, options);
	end(k, strncmp(a->llvm, "instcombine", 11) == 0 ? "instcombine" : a->llvm);
	if (e) {
		LLVMConsumeError(e);
		k->failed = true;
	}
	LLVMDisposePassBuilderOptions(options);
}

static void *
on_thread(void *action)
{
	struct action *a = action;

	a->act(a);
	return NULL;
}

/* `act` on a module read afresh, if need be on a stack of the size asked for. */
static void
run(struct measuring *k, void (*act)(struct action *), const char *what)
{
	LLVMContextRef c = LLVMContextCreate();
	lr_options options = { .struct_size = sizeof options, .alloc = count };
	struct action a = { .k = k, .llvm = what, .act = act };
	pthread_attr_t attributes;
	pthread_t thread;

	if (k->failed || LLVMParseBitcodeInContext2(c, k->bitcode, &a.m)) {
		k->failed = true;
		LLVMContextDispose(c);
		return;
	}
	k->cx = lr_context_new(&options);
	if (k->stack && !what) {
		pthread_attr_init(&attributes);
		if (pthread_attr_setstacksize(&attributes, k->stack) || pthread_create(&thread, &attributes, on_thread, &a)) {
			fprintf(stderr, "lateroot-measure: no thread with %zu bytes of stack\n", k->stack);
			exit(1);
		}
		pthread_join(thread, NULL);
		pthread_attr_destroy(&attributes);
	} else {
		act(&a);
	}
	const char *why;
	if (lr_first_error(k->cx, &why) != LR_OK)
		fprintf(stderr, "lateroot-measure: %s\n", why);
	lr_context_free(k->cx);
	LLVMDisposeModule(a.m);
	LLVMContextDispose(c);
}

/* ---- files ---- */

/* The file as bitcode, which is quicker to read again and again. */
static bool
load(struct measuring *k, const char *path)
{
	LLVMContextRef c = LLVMContextCreate();
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef m;
	char *message = NULL;
	bool ok = !LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) && !LLVMParseIRInContext(c, buffer, &m, &message);

	if (ok) {
		k->bitcode = LLVMWriteBitcodeToMemoryBuffer(m);
		LLVMDisposeModule(m);
	} else {
		fprintf(stderr, "lateroot-measure: %s: %s\n", path, message);
		LLVMDisposeMessage(message);
	}
	LLVMContextDispose(c);
	return ok;
}

static void
measure(struct measuring *k)
{
	double start = now(CLOCK_MONOTONIC);

	for (unsigned round = 0; round < k->rounds && !k->failed; round++) {
		if (round && now(CLOCK_MONOTONIC) - start > k->enough)
			break;
		if (k->parts & PART_WALK || !round)
			run(k, walk, NULL);
		if (k->parts & PART_VISIT)
			run(k, visit, NULL);
		if (k->parts & PART_QUESTIONS)
			run(k, questions, NULL);
		if (k->parts & PART_PLACEMENT)
			run(k, placement, NULL);
		if (k->parts & PART_PHASES)
			run(k, phases, NULL);
		if (k->parts & PART_PASSES) {
			run(k, all_passes, NULL);
			run(k, propagate, NULL);
		}
		if (k->parts & PART_LLVM) {
			run(k, llvm, "dse");
			run(k, llvm, "gvn");
			run(k, llvm, "instcombine<no-verify-fixpoint>");
		}
	}
}

static void
print_json(const struct measuring *k, const char *path)
{
	json_t *gauges = json_object();

	for (unsigned i = 0; i < k->ngauges; i++) {
		const struct gauge *g = &k->gauge[i];
		json_t *o = json_pack("{s:f, s:I}", "seconds", g->seconds, "peak", (json_int_t)g->peak);
		if (g->retired >= 0)
			json_object_set_new(o, "retired", json_real(g->retired));
		if (g->given)
			json_object_set_new(o, "given", json_integer((json_int_t)g->given));
		json_object_set_new(gauges, g->name, o);
	}
	json_t *all = json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "file", path, "instructions", (json_int_t)k->insts, "functions",
		(json_int_t)k->functions, "safepoints", (json_int_t)k->safepoints, "slots", (json_int_t)k->slots, "max_live", (json_int_t)k->max_live,
		"stores", (json_int_t)k->stores, "gauges", gauges);
	json_dumpf(all, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
	putchar('\n');
	fflush(stdout);
	json_decref(all);
}

static void
print_text(const struct measuring *k, const char *path)
{
	const char *base = strrchr(path, '/');
	double n = (double)k->insts, bare = k->gauge[0].seconds;

	printf("%s: %zu instructions\n", base ? base + 1 : path, k->insts);
	for (unsigned i = 0; i < k->ngauges; i++) {
		const struct gauge *g = &k->gauge[i];
		printf("  %-26s %9.1f ms  %8.1f ns an instruction  %8.2f walks  %6.0f bytes an instruction", g->name, g->seconds * 1e3,
			g->seconds / n * 1e9, g->seconds / bare, (double)g->peak / n);
		if (g->retired >= 0)
			printf("  %.0f retired", g->retired / n);
		if (g->given)
			printf("  %8.1f ns each of %zu given", g->seconds / (double)g->given * 1e9, g->given);
		putchar('\n');
	}
}

/* ---- command line ---- */

enum { KEY_ROUNDS = 256, KEY_ENOUGH, KEY_STACK, KEY_JSON, KEY_ONLY };

static const struct argp_option options[] = {
	{ "rounds", KEY_ROUNDS, "N", 0, "measure everything N times; the quickest counts (default 3)", 0 },
	{ "enough", KEY_ENOUGH, "SECONDS", 0, "begin no further round of a file after SECONDS (default 20)", 0 },
	{ "only", KEY_ONLY, "PART[,...]", 0, "walk, visit, questions, placement, phases, passes, llvm (default: walk,placement,passes)", 0 },
	{ "stack", KEY_STACK, "KIB", 0, "run the library on a stack of KIB kibibytes", 0 },
	{ "json", KEY_JSON, NULL, 0, "one line of JSON a file", 0 },
	{ 0 }
};

static unsigned
parts(struct argp_state *state, const char *list)
{
	static const char *const name[] = { "walk", "placement", "phases", "passes", "llvm", "visit", "questions" };
	enum { N = sizeof name / sizeof *name };
	unsigned set = 0;

	while (*list) {
		size_t n = strcspn(list, ",");
		unsigned i = 0;
		while (i < N && (strlen(name[i]) != n || strncmp(name[i], list, n) != 0))
			i++;
		if (i == N)
			argp_error(state, "no part '%.*s'; there is: walk, placement, phases, passes, llvm, visit, questions", (int)n, list);
		set |= 1u << i;
		list += n + (list[n] == ',');
	}
	return set;
}

static double
positive(struct argp_state *state, const char *arg)
{
	char *rest;
	double x = strtod(arg, &rest);

	if (*rest || rest == arg || !(x > 0))
		argp_error(state, "'%s' is not a number above 0", arg);
	return x;
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct measuring *k = state->input;

	switch (key) {
	case KEY_ROUNDS: k->rounds = (unsigned)positive(state, arg); break;
	case KEY_ENOUGH: k->enough = positive(state, arg); break;
	case KEY_STACK: k->stack = (size_t)(positive(state, arg) * 1024); break;
	case KEY_JSON: k->json = true; break;
	case KEY_ONLY: k->parts = parts(state, arg); break;
	case ARGP_KEY_ARGS:
		k->files = state->argv + state->next;
		k->nfiles = state->argc - state->next;
		break;
	case ARGP_KEY_NO_ARGS: argp_error(state, "no file given"); break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

int
main(int argc, char **argv)
{
	static const struct argp argp = { options, parse, "FILE...",
		"Measure the library's passes, phases and memory on modules in the GC dialect.", NULL, NULL, NULL };
	static const char *const llvm_args[] = { "lateroot-measure", "-disable-auto-upgrade-debug-info" };
	struct measuring k = { .rounds = 3, .parts = PART_USUAL, .enough = 20 };
	int status = 0;

	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &k);
	LLVMParseCommandLineOptions(2, llvm_args, "");
	k.counter = open_counter();
	for (int i = 0; i < k.nfiles; i++) {
		k.failed = false;
		k.ngauges = 0;
		if (!load(&k, k.files[i])) {
			status = 1;
			continue;
		}
		measure(&k);
		LLVMDisposeMemoryBuffer(k.bitcode);
		if (k.failed) {
			fprintf(stderr, "lateroot-measure: %s: failed\n", k.files[i]);
			status = 1;
		} else if (k.json) {
			print_json(&k, k.files[i]);
		} else {
			print_text(&k, k.files[i]);
		}
	}
	return status;
}
