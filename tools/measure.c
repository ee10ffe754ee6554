/* SPDX-License-Identifier: MIT */
/* measure.c -- measures the cost of each pass and each phase of placement on given modules: time, memory, instructions
** retired.
**
** Each measurement reads the module anew, so that none profits from the caches of an earlier one; of the rounds the
** fastest counts.
**
** tools/bench runs this program and reads its JSON: one object per file and line. */
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
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>

#include "measure.h"

enum part {
	PART_WALK = 1,
	PART_PLACEMENT = 2,
	PART_PHASES = 4,
	PART_PASSES = 8,
	PART_LLVM = 16,
	PART_VISIT = 32,
	PART_QUESTIONS = 64,
	PART_USUAL = PART_WALK | PART_PLACEMENT | PART_PASSES
};

static size_t held, most; /* bytes that the library holds now, and at most */

void *
measure_alloc(void *user, void *p, size_t old, size_t new)
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

size_t
measure_peak(void)
{
	return most;
}

void
measure_reset_peak(void)
{
	most = held;
}

double
measure_now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- gauges ---- */

static int
open_counter(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_HARDWARE,
		.size = sizeof a, .config = PERF_COUNT_HW_INSTRUCTIONS, .exclude_kernel = 1, .exclude_hv = 1,
		.inherit = 1 };

	return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
}

static uint64_t
retired(const struct measuring *k)
{
	uint64_t n = 0;

	return k->counter >= 0 && read(k->counter, &n, sizeof n) == sizeof n ? n : 0;
}

struct gauge *
measure_gauge(struct measuring *k, const char *name)
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

void
measure_note(struct measuring *k, const char *name, double seconds, double n, size_t peak)
{
	struct gauge *g = measure_gauge(k, name);

	if (g->seconds < 0 || seconds < g->seconds)
		g->seconds = seconds;
	if (n >= 0 && (g->retired < 0 || n < g->retired))
		g->retired = n;
	if (peak > g->peak)
		g->peak = peak;
}

void
measure_begin(struct measuring *k)
{
	measure_reset_peak();
	CALLGRIND_START_INSTRUMENTATION;
	CALLGRIND_ZERO_STATS;
	k->since_retired = retired(k);
	k->since = measure_now(CLOCK_PROCESS_CPUTIME_ID);
}

void
measure_end(struct measuring *k, const char *name)
{
	double t = measure_now(CLOCK_PROCESS_CPUTIME_ID) - k->since;
	double n = k->counter >= 0 ? (double)(retired(k) - k->since_retired) : -1;

	CALLGRIND_DUMP_STATS_AT(name);
	CALLGRIND_STOP_INSTRUMENTATION;
	measure_note(k, name, t, n, most);
}

/* ---- one module ---- */

static void *
on_thread(void *action)
{
	struct action *a = action;

	a->act(a);
	return NULL;
}

/* Runs `act` on a module that is read anew, on a stack of the requested size. */
static void
run(struct measuring *k, void (*act)(struct action *), const char *what)
{
	LLVMContextRef c = LLVMContextCreate();
	lr_options options = { .struct_size = sizeof options, .alloc = measure_alloc };
	LLVMContextSetDiscardValueNames(c, k->no_names);
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
		if (pthread_attr_setstacksize(&attributes, k->stack)
			|| pthread_create(&thread, &attributes, on_thread, &a)) {
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

/* Reads the file and converts it to bitcode, which is faster to read repeatedly. */
static bool
load(struct measuring *k, const char *path)
{
	LLVMContextRef c = LLVMContextCreate();
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef m;
	char *message = NULL;
	bool ok = !LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)
		&& !LLVMParseIRInContext(c, buffer, &m, &message);

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
	double start = measure_now(CLOCK_MONOTONIC);

	for (unsigned round = 0; round < k->rounds && !k->failed; round++) {
		if (round && measure_now(CLOCK_MONOTONIC) - start > k->enough)
			break;
		if (k->parts & PART_WALK || !round)
			run(k, action_walk, NULL);
		if (k->parts & PART_VISIT)
			run(k, action_visit, NULL);
		if (k->parts & PART_QUESTIONS)
			run(k, action_questions, NULL);
		if (k->parts & PART_PLACEMENT)
			run(k, action_placement, NULL);
		if (k->parts & PART_PHASES)
			run(k, action_phases, NULL);
		if (k->parts & PART_PASSES) {
			run(k, action_passes, NULL);
			run(k, action_propagate, NULL);
		}
		if (k->parts & PART_LLVM) {
			run(k, action_llvm, "dse");
			run(k, action_llvm, "gvn");
			run(k, action_llvm, "instcombine<no-verify-fixpoint>");
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
	json_t *all = json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "file", path, "instructions",
		(json_int_t)k->insts, "functions", (json_int_t)k->functions, "safepoints", (json_int_t)k->safepoints,
		"slots", (json_int_t)k->slots, "max_live", (json_int_t)k->max_live, "stores", (json_int_t)k->stores,
		"gauges", gauges);
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
		printf("  %-26s %9.1f ms  %8.1f ns an instruction  %8.2f walks  %6.0f bytes an instruction", g->name,
			g->seconds * 1e3, g->seconds / n * 1e9, g->seconds / bare, (double)g->peak / n);
		if (g->retired >= 0)
			printf("  %.0f retired", g->retired / n);
		if (g->given)
			printf("  %8.1f ns each of %zu given", g->seconds / (double)g->given * 1e9, g->given);
		putchar('\n');
	}
}

/* ---- command line ---- */

enum { KEY_ROUNDS = 256, KEY_ENOUGH, KEY_STACK, KEY_JSON, KEY_ONLY, KEY_NO_NAMES };

static const struct argp_option options[] = {
	{ "rounds", KEY_ROUNDS, "N", 0, "measure everything N times; the quickest counts (default 3)", 0 },
	{ "enough", KEY_ENOUGH, "SECONDS", 0, "begin no further round of a file after SECONDS (default 20)", 0 },
	{ "only", KEY_ONLY, "PART[,...]", 0,
		"walk, visit, questions, placement, phases, passes, llvm (default: walk,placement,passes)", 0 },
	{ "stack", KEY_STACK, "KIB", 0, "run the library on a stack of KIB kibibytes", 0 },
	{ "no-names", KEY_NO_NAMES, NULL, 0,
		"in contexts that give no names to values (LLVMContextSetDiscardValueNames)", 0 },
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
			argp_error(state,
				"no part '%.*s'; there is: walk, placement, phases, passes, llvm, visit, questions",
				(int)n, list);
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
	case KEY_NO_NAMES: k->no_names = true; break;
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
