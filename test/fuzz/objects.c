/* SPDX-License-Identifier: MIT */
/* objects.c -- mutation testing of AllocOpt over generated programs and a few shapes.
**
** The pass is made wrong in one place at a time.  The linker leads calls between its files here (--wrap), so that the
** pass itself has no switch for this.  The program is then lowered with the checker on, verified, and run with a
** collection at each safepoint, full and minor ones, in child processes.  Somebody must notice: the checker, LLVM's
** verifier, or the result.
**
** A missed escape: the walk over the uses of an object does not see one of them.  What still uses the object when it is
** gone is given poison. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>

#include <lateroot/lateroot.h>
#include <lateroot/runtime.h>

#include "execute.h"
#include "gen.h"
#include "host/passes.h"
#include "optimize/promote/promote.h"
#include "objects.h"
#include "optimize/alloc/parts/parts.h"
#include "optimize/alloc/stack/move.h"

enum fault {
	MISSED_ARGUMENT, MISSED_RETURN, MISSED_STORE, MISSED_ATOMIC, MISSED_PHI, MISSED_SELECT, MISSED_ADDRESS,
	MISSED_COMPARE, MISSED_PRESERVE, MISSED_STORE_INTO, MISSED_HOOK, MISSED_TWICE, MISSED_BIRTH, MISSED_CLEAR,
	STALE_FIELD, DROPPED_BARRIER, WRONG_PLACE, WRONG_LIFETIME, SHORT_REGION, FAULTS
};

static const char *const names[FAULTS] = {
	"missed: argument", "missed: return", "missed: stored", "missed: atomic operand", "missed: phi", "missed: select",
	"missed: address", "missed: comparison", "missed: preserve", "missed: store into it", "missed: hook",
	"missed: second return", "content at birth", "clear in a loop", "stale field", "barrier dropped",
	"over a safepoint", "lifetime too short", "region too short"
};

enum { RUN_SECONDS = 10, CODES_MAX = 1000, EACH_MAX = 40 };

static struct {
	bool on;                 /* AllocOpt runs */
	bool blind;              /* escape_plan runs, and does not see what safepoints leave unfinished */
	enum fault fault;        /* FAULTS: none, opportunities are counted */
	unsigned at;             /* which opportunity */
	LLVMValueRef chosen;     /* the instruction that it was about */
	bool applied;
	uint64_t code[CODES_MAX]; /* of the program without a fault, and of its mutants: each is looked at once */
	unsigned ncode;
} bench;

/* What children tell: in shared memory. */
static struct result {
	unsigned found[FAULTS];  /* opportunities */
	enum verdict { DIED, FAILED, SAME_CODE, REPORTED, NOTICED, SILENT, GOOD } verdict;
	uint64_t code;           /* a number for the text of the lowered module */
	int64_t value;
	bool done;
} *result;

/* Is the fault at hand to be made here?  It is made again wherever the same instruction comes up. */
static bool
wrong(enum fault fault, LLVMValueRef what)
{
	if (!bench.on)
		return false;
	unsigned k = result->found[fault]++;
	if (bench.fault != fault)
		return false;
	if (bench.applied)
		return what != NULL && what == bench.chosen;
	if (k != bench.at)
		return false;
	bench.chosen = what;
	bench.applied = true;
	return true;
}

/* ---- what the linker leads here ---- */

#define WRAP(type, name, ...) type __real_##name(__VA_ARGS__); type __wrap_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__)

WRAP(lr_status, pass_alloc_opt, lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	bench.on = result != NULL;
	lr_status st = __real_pass_alloc_opt(cx, m, fns, nfns, params);
	bench.on = false;
	return st;
}

static enum fault
fault_of_use(const struct object_use *u)
{
	switch (u->kind) {
	case USE_CALL:     return MISSED_ARGUMENT;
	case USE_RETURN:   return MISSED_RETURN;
	case USE_STORED:   return LLVMIsAStoreInst(u->inst) ? MISSED_STORE : MISSED_ATOMIC;
	case USE_PHI:      return MISSED_PHI;
	case USE_SELECT:   return MISSED_SELECT;
	case USE_ADDRESS:  return MISSED_ADDRESS;
	case USE_COMPARE:  return MISSED_COMPARE;
	case USE_PRESERVE: return MISSED_PRESERVE;
	case USE_STORE:    return MISSED_STORE_INTO;
	default:           return FAULTS;
	}
}

WRAP(bool, object_walk, struct alloc_opt *a, struct object *o)
{
	bool ok = __real_object_walk(a, o);
	uint32_t n = 0;

	for (uint32_t i = 0; bench.on && i < o->nuse; i++) {
		enum fault f = fault_of_use(&o->use[i]);
		if (f == FAULTS || !wrong(f, o->use[i].inst))
			o->use[n++] = o->use[i];
	}
	if (bench.on)
		o->nuse = n;
	return ok;
}

WRAP(void, alloc_erase, struct alloc_opt *a, LLVMValueRef inst)
{
	if (bench.applied && LLVMGetFirstUse(inst) != NULL)
		LLVMReplaceAllUsesWith(inst, LLVMGetPoison(LLVMTypeOf(inst)));
	__real_alloc_erase(a, inst);
}

WRAP(const char *, type_hook_reason, const lr_context *cx, LLVMTargetDataRef layout, LLVMValueRef type)
{
	const char *reason = __real_type_hook_reason(cx, layout, type);

	return reason != NULL && wrong(MISSED_HOOK, type) ? NULL : reason;
}

WRAP(bool, object_lives_twice, const struct alloc_opt *a, const struct object *o)
{
	return __real_object_lives_twice(a, o) && !wrong(MISSED_TWICE, o->value);
}

WRAP(bool, object_born_zero, const struct object *o, uint64_t offset, uint64_t bytes)
{
	return __real_object_born_zero(o, offset, bytes) && !wrong(MISSED_BIRTH, o->value);
}

WRAP(bool, type_may_hold_reference, LLVMTypeRef t)
{
	return __real_type_may_hold_reference(t) && !bench.blind;
}

WRAP(bool, escape_plan, struct alloc_opt *a, const struct virtual_plan *p, struct member *m)
{
	bench.blind = wrong(WRONG_PLACE, m->o.value);
	bool ok = __real_escape_plan(a, p, m);
	bench.blind = false;
	return ok;
}

/* Barriers of an object that exists are dropped as those of one that does not. */
WRAP(bool, escape_is_real, const struct alloc_opt *a, const struct object_use *u)
{
	return __real_escape_is_real(a, u)
		&& !((u->kind == USE_PARENT || u->kind == USE_CHILD) && wrong(DROPPED_BARRIER, u->inst));
}

/* The memory ends in front of a load from it. */
WRAP(bool, lifetime_plan, struct alloc_opt *a, const struct object *o, struct move *m)
{
	bool ok = __real_lifetime_plan(a, o, m);

	for (uint32_t i = 0; ok && m->nend > 0 && i < o->nuse; i++)
		if (o->use[i].kind == USE_LOAD && wrong(WRONG_LIFETIME, o->use[i].inst))
			m->end[0] = o->use[i].inst;
	return ok;
}

WRAP(bool, object_region, struct alloc_opt *a, const struct object *o, uint32_t *n)
{
	bool ok = __real_object_region(a, o, n);

	for (uint32_t i = 0; ok && bench.on && i < *n; i++)
		if (wrong(SHORT_REGION, LLVMBasicBlockAsValue(a->block[a->list[i]]))) {
			a->mark[a->list[i]].live = 0;
			a->list[i--] = a->list[--*n];
		}
	return ok;
}

/* Stores of constants are what the fields hold when the object is made; others are stores into its fields. */
WRAP(bool, promote_variables, struct arena *ar, const struct cfg *g, LLVMBasicBlockRef *block,
	const struct promote_variable *var, uint32_t n)
{
	for (uint32_t k = 0; bench.on && k < n; k++)
		for (LLVMUseRef u = LLVMGetFirstUse(var[k].alloca), next; u != NULL; u = next) {
			LLVMValueRef user = LLVMGetUser(u);
			next = LLVMGetNextUse(u);
			if (LLVMIsAStoreInst(user) && wrong(LLVMIsConstant(LLVMGetOperand(user, 0)) ? MISSED_CLEAR
				: STALE_FIELD, user))
				LLVMInstructionEraseFromParent(user);
		}
	return __real_promote_variables(ar, g, block, var, n);
}

/* ---- a program, in a child ---- */

struct program {
	const struct job *job;   /* NULL: `shape` */
	const char *shape;
	const char *passes;
};

static void
count_errors(void *user, const lr_diagnostic *d)
{
	*(unsigned *)user += d->severity == LR_ERROR;
}

static uint64_t
number_of(LLVMModuleRef m)
{
	char *text = LLVMPrintModuleToString(m);
	uint64_t h = 14695981039346656037u;

	for (const char *c = text; *c != '\0'; c++)
		h = (h ^ (unsigned char)*c) * 1099511628211u;
	LLVMDisposeMessage(text);
	return h;
}

static bool
is_known(uint64_t code)
{
	for (unsigned k = 0; k < bench.ncode; k++)
		if (bench.code[k] == code)
			return true;
	return false;
}

/* Lowers the program.  NULL: that failed, or somebody has noticed something. */
static LLVMModuleRef
lower(const struct program *p, const char *passes, LLVMContextRef lc)
{
	unsigned errors = 0;
	lr_options o = { .struct_size = sizeof o, .check = true, .diagnose = count_errors, .user = &errors };
	lr_context *cx = lr_context_new(&o);
	LLVMModuleRef m = NULL;
	LLVMMemoryBufferRef file;
	char *message = NULL;

	if (p->job != NULL) {
		m = fuzz_module(lc);
		execute_generate(m, p->job, "p.");
	} else if (LLVMCreateMemoryBufferWithContentsOfFile(p->shape, &file, &message)
		|| LLVMParseIRInContext(lc, file, &m, &message)) {
		printf("%s: %s\n", p->shape, message);
		return NULL;
	}
	bool good = lr_run(cx, m, passes) == LR_OK && errors == 0
		&& !LLVMVerifyModule(m, LLVMReturnStatusAction, &message);
	lr_context_free(cx);
	return good ? m : NULL;
}

static void
run(LLVMOrcThreadSafeContextRef ts, LLVMModuleRef m, enum run how, LLVMCodeGenOptLevel level)
{
	LLVMOrcLLJITRef jit;
	LLVMOrcExecutorAddress address;
	int64_t (*entry)(void);

	alarm(RUN_SECONDS);
	if (execute_session(ts, m, level, &jit) != NULL
		|| LLVMOrcLLJITLookup(jit, &address, "p.main") != NULL)
		_exit(4);
	memcpy(&entry, &address, sizeof entry);
	execute_configure(how, LR_ABI_GCFRAME);
	result->value = entry();
	result->done = true;
	_exit(0);
}

static int
wait_for(pid_t child)
{
	int status = -1;

	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

/* In a child: lowers the program and runs it in each of the ways.  Variables share stack memory only in optimised code;
** what is poison, such code may take for what it should be. */
static void
examine(const struct program *p, bool mutant, int64_t expected)
{
	static const struct { enum run how; LLVMCodeGenOptLevel level; } ways[] = {
		{ RUN_STRESS, LLVMCodeGenLevelNone }, { RUN_GENERATIONAL, LLVMCodeGenLevelNone },
		{ RUN_STRESS, LLVMCodeGenLevelDefault }
	};
	LLVMContextRef lc;
	LLVMOrcThreadSafeContextRef ts;

	if (freopen("/dev/null", "w", stderr) == NULL)
		_exit(3);
	execute_context(&lc, &ts);
	LLVMModuleRef m = lower(p, p->passes, lc);
	result->verdict = mutant ? REPORTED : FAILED;
	if (m == NULL)
		leave(0);
	result->code = number_of(m);
	result->verdict = SAME_CODE;
	if (is_known(result->code))
		leave(0);
	result->verdict = mutant ? SILENT : GOOD;
	for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
		result->done = false;
		pid_t child = fork();
		if (child == 0)
			run(ts, m, ways[k].how, ways[k].level);
		if (wait_for(child) == 0 && result->done && result->value == expected)
			continue;
		result->verdict = mutant ? NOTICED : FAILED;
		break;
	}
	leave(0);
}

static enum verdict
judge(const struct program *p, enum fault fault, unsigned at, int64_t expected)
{
	bench.fault = fault;
	bench.at = at;
	bench.applied = false;
	memset(result, 0, sizeof *result);
	fflush(NULL);
	pid_t child = fork();
	if (child == 0)
		examine(p, fault != FAULTS, expected);
	wait_for(child);
	if (result->verdict != SAME_CODE && result->code != 0 && bench.ncode < CODES_MAX)
		bench.code[bench.ncode++] = result->code;
	return result->verdict;
}

/* What the program gives without AllocOpt, and without a collection. */
static bool
expected_value(const struct program *p, int64_t *value)
{
	memset(result, 0, sizeof *result);
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		LLVMContextRef lc;
		LLVMOrcThreadSafeContextRef ts;
		execute_context(&lc, &ts);
		LLVMModuleRef m = lower(p, NULL, lc);
		if (m == NULL)
			_exit(1);
		run(ts, m, RUN_NEVER, LLVMCodeGenLevelNone);
	}
	bool good = wait_for(child) == 0 && result->done;
	*value = result->value;
	return good;
}

/* ---- all of it ---- */

struct score { unsigned mutants, reported, noticed, silent, died; };

static void
count(struct score *s, enum verdict v)
{
	s->mutants += v != SAME_CODE;
	s->reported += v == REPORTED;
	s->noticed += v == NOTICED;
	s->silent += v == SILENT;
	s->died += v == DIED;
}

/* False: the program fails without any fault. */
static bool
mutate_program(const struct program *p, struct dice *d, unsigned most, struct score score[FAULTS])
{
	int64_t expected;
	unsigned found[FAULTS];

	bench.ncode = 0;
	if (!expected_value(p, &expected) || judge(p, FAULTS, 0, expected) != GOOD)
		return false;
	memcpy(found, result->found, sizeof found);
	for (enum fault f = 0; f < FAULTS; f++) {
		unsigned n = p->job == NULL ? found[f] < EACH_MAX ? found[f] : EACH_MAX : found[f] > 0 ? most : 0;
		for (unsigned k = 0; k < n; k++) {
			unsigned at = p->job == NULL ? k : roll(d, found[f]);
			enum verdict v = judge(p, f, at, expected);
			count(&score[f], v);
			if (v == SILENT && getenv("LATEROOT_FUZZ_VERBOSE") != NULL)
				printf("silent: %s, number %u, seed %lld, %s %s\n", names[f], at,
					p->job != NULL ? (long long)p->job->seed : 0LL, p->passes,
					p->shape != NULL ? p->shape : "");
		}
	}
	return true;
}

int
mutate_objects(uint64_t from, uint64_t to, size_t size, unsigned most, char *const *shapes, size_t nshapes)
{
	static const char *const passes[] = { "function(AllocOpt),lateroot", "julia<level=2>",
		"always-inline,function(sroa,early-cse,simplifycfg,AllocOpt,sroa),lateroot" };
	enum { WAYS = sizeof passes / sizeof *passes };
	struct score score[FAULTS] = { 0 };
	struct dice d = { .seed = from };
	unsigned bad = 0;

	result = mmap(NULL, sizeof *result, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (result == MAP_FAILED)
		return 2;
	for (size_t k = 0; k < nshapes * WAYS; k++) {
		struct program p = { .shape = shapes[k / WAYS], .passes = passes[k % WAYS] };
		if (!mutate_program(&p, &d, most, score) && ++bad)
			printf("%s fails without a fault, %s\n", p.shape, p.passes);
	}
	for (uint64_t seed = from; seed <= to; seed++) {
		struct job j;
		job_of_seed(&j, seed, size);
		struct program p = { .job = &j, .passes = passes[seed % WAYS] };
		if (!mutate_program(&p, &d, most, score) && ++bad)
			printf("seed %llu fails without a fault, %s\n", (unsigned long long)seed, p.passes);
		free(j.bytes);
	}
	printf("%-24s %8s %8s %8s %8s %8s\n", "", "mutants", "reported", "noticed", "died", "silent");
	for (enum fault f = 0; f < FAULTS; f++) {
		const struct score *s = &score[f];
		bool seen = s->reported + s->noticed > 0;
		printf("%-24s %8u %8u %8u %8u %8u%s\n", names[f], s->mutants, s->reported, s->noticed, s->died, s->silent,
			seen ? "" : "  never noticed");
		bad += !seen;
	}
	return bad != 0;
}
