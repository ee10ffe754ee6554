/* SPDX-License-Identifier: MIT */
/* execute.c -- differential execution.
**
** All programs of a batch are one module.  It is lowered and compiled in several ways, and each way is run without collections, with a
** collection at every safepoint that poisons what is dead (with statepoints, moves what is alive), or with minor collections only, where a forgotten barrier loses an object.
** Every placement is checked by the checker; what a program returns must always be the same.
**
**   lowered as it is                      never collecting; all at once; generational
**   passes over objects, lowering         all at once; generational          (AllocOpt alone, or behind inlining)
**   LLVM's passes, lowering, clean-up     all at once; generational          (julia<level=1..3>, every other time with
**                                                                             polls, three times in five without some
**                                                                             of the passes over objects)
**   lowering, then LLVM's -O2 or -O3      all at once                        (one batch in three, for it costs most)
**
** Code is generated without optimisation, except in one batch of eight.  Some of the optimisations of placement are off in one of four; in one of four
** all are off in the second way, so that what they make of each program is compared with what it is without them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <time.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <llvm/Config/llvm-config.h>
#include <lateroot/lateroot.h>
#include <lateroot/runtime.h>

#include "execute.h"
#include "gen.h"

static const char *const run_name[RUNS] = { "never collecting", "collecting everywhere", "minor collections everywhere" };

bool execute_moving;            /* objects move: placed with `reload`, before a collector that moves all it may */

struct way { char lowering[96]; const char *after; unsigned runs; LLVMCodeGenOptLevel level; };

struct batch {
	const struct job *jobs;
	uint32_t n;
	struct report *r;
	const struct way *way;
	uint32_t without;        /* optimisations of placement that are switched off */
	lr_abi abi;
	LLVMOrcThreadSafeContextRef ts;
	LLVMContextRef lc;
	LLVMModuleRef m;
	int64_t *expected;
};

static void
fail(struct report *r, uint32_t at, const char *what, const char *where)
{
	if (r->nfailures == FAILURES_MAX)
		return;
	struct failure *f = &r->failure[r->nfailures++];
	f->at = at;
	snprintf(f->what, sizeof f->what, "%.120s: %.260s", where, what);
}

/* What was spent since the last call belongs to `stage`. */
static void
account(struct report *r, enum stage stage)
{
	static uint64_t last;
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	uint64_t at = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
	r->spent[stage] += at - last;
	last = at;
}

static void
name_prefix(char *s, size_t room, uint32_t at)
{
	snprintf(s, room, "p%u.", at);
}

/* Whose function is it? */
static uint32_t
owner(const char *name)
{
	char *end;
	unsigned long at = name != NULL && name[0] == 'p' ? strtoul(name + 1, &end, 10) : NOBODY;

	return at != NOBODY && *end == '.' ? (uint32_t)at : NOBODY;
}

static void
diagnose(void *user, const lr_diagnostic *d)
{
	struct batch *b = user;
	char text[WHAT_BYTES];

	if (d->severity != LR_ERROR)
		return;
	snprintf(text, sizeof text, "%s: %.150s (in %.30s: %.150s)", lr_status_name(d->code), d->message, d->function ? d->function : "?",
		d->instruction ? d->instruction : "?");
	fail(b->r, owner(d->function), text, b->way->lowering);
}

void
job_of_seed(struct job *j, uint64_t seed, size_t size)
{
	struct dice d = { .seed = seed * 2 + 1 };

	if (size == 0) { /* most are small */
		unsigned which = roll(&d, 100);
		size = which < 70 ? 100 + roll(&d, 200) : which < 94 ? 300 + roll(&d, 500) : which < 99 ? 700 + roll(&d, 1500) : 6000;
	}
	*j = (struct job){ seed, malloc(size), size };
	for (size_t i = 0; i < size; i++)
		j->bytes[i] = (uint8_t)roll(&d, 256);
}

void
execute_generate(LLVMModuleRef m, const struct job *j, const char *prefix)
{
	fuzz_program(m, prefix, (struct dice){ .bytes = j->bytes, .left = j->size });
}

char *
execute_text(const struct job *jobs, uint32_t n)
{
	LLVMContextRef lc = LLVMContextCreate();
	LLVMModuleRef m = fuzz_module(lc);
	char prefix[16];

	for (uint32_t i = 0; i < n; i++) {
		snprintf(prefix, sizeof prefix, "p%u.", i);
		execute_generate(m, &jobs[i], prefix);
	}
	fuzz_printing_main(m, n);
	char *text = LLVMPrintModuleToString(m);
	LLVMDisposeModule(m);
	LLVMContextDispose(lc);
	return text;
}

/* ---- compiling ---- */

/* There in programs built for coverage only. */
int __llvm_profile_write_file(void) __attribute__((weak));

void
leave(int status)
{
	if (__llvm_profile_write_file != NULL)
		__llvm_profile_write_file();
	_exit(status);
}

void
execute_context(LLVMContextRef *lc, LLVMOrcThreadSafeContextRef *ts)
{
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
#if LLVM_VERSION_MAJOR >= 21
	*lc = LLVMContextCreate();
	*ts = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(*lc);
#else
	*ts = LLVMOrcCreateNewThreadSafeContext();
	*lc = LLVMOrcThreadSafeContextGetContext(*ts);
#endif
}

static LLVMTargetMachineRef
machine(LLVMCodeGenOptLevel level)
{
	LLVMTargetRef target;
	char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
	LLVMTargetMachineRef tm = NULL;

	if (!LLVMGetTargetFromTriple(triple, &target, &message))
		tm = LLVMCreateTargetMachine(target, triple, "x86-64", "", level, LLVMRelocPIC, LLVMCodeModelJITDefault);
	LLVMDisposeMessage(triple);
	LLVMDisposeMessage(message);
	return tm;
}

static bool
no_error(struct batch *b, LLVMErrorRef e)
{
	if (e == NULL)
		return true;
	char *text = LLVMGetErrorMessage(e);
	fail(b->r, NOBODY, text, b->way->lowering);
	LLVMDisposeErrorMessage(text);
	return false;
}

static bool
lower(struct batch *b, LLVMModuleRef m)
{
	lr_options o = { .struct_size = sizeof o, .diagnose = diagnose, .user = b, .check = true, .without = b->without, .abi = b->abi, .reload = execute_moving };
	lr_context *cx = lr_context_new(&o);

	snprintf(b->r->doing, sizeof b->r->doing, "%s", b->way->lowering);
	bool good = lr_run(cx, m, b->way->lowering) == LR_OK;
	for (size_t i = 0; good && i < lr_stats_count(cx); i++) {
		const lr_function_stats *s = lr_stats(cx, i);
		b->r->slots += s->slots;
		b->r->frames += s->frame;
		if (s->frame && s->slots + s->alloca_slots < s->max_live) {
			fail(b->r, owner(s->name), "fewer slots than values that need one at once", b->way->lowering);
			good = false;
		}
	}
	lr_context_free(cx);
	if (good && b->way->after != NULL) {
		LLVMPassBuilderOptionsRef po = LLVMCreatePassBuilderOptions();
		LLVMTargetMachineRef tm = machine(b->way->level);
		snprintf(b->r->doing, sizeof b->r->doing, "%s", b->way->after);
		good = no_error(b, LLVMRunPasses(m, b->way->after, tm, po));
		LLVMDisposePassBuilderOptions(po);
		LLVMDisposeTargetMachine(tm);
	}
	return good;
}

LLVMErrorRef
execute_session(LLVMOrcThreadSafeContextRef ts, LLVMModuleRef m, LLVMCodeGenOptLevel level, LLVMOrcLLJITRef *jit)
{
	LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();

	LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine(level)));
	LLVMErrorRef error = LLVMOrcCreateLLJIT(jit, builder);
	if (error != NULL)
		return error;
	return LLVMOrcLLJITAddLLVMIRModule(*jit, LLVMOrcLLJITGetMainJITDylib(*jit), LLVMOrcCreateNewThreadSafeModule(m, ts));
}

/* ---- running ---- */

static struct report *fatal_report;

static void
on_fatal(void *user, const char *message)
{
	(void)user;
	size_t n = strlen(fatal_report->doing);
	snprintf(fatal_report->doing + n, sizeof fatal_report->doing - n, ": %s", message);
}

void
execute_configure(enum run run, lr_abi abi)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	lr_gc_get_config(&c);
	c.stress = run != RUN_NEVER;
	c.mode = run == RUN_GENERATIONAL ? LR_GC_GENERATIONAL : execute_moving || abi == LR_ABI_STATEPOINT ? LR_GC_MOVING : LR_GC_FULL;
	c.full_every = UINT32_MAX;
	c.nursery_bytes = (size_t)1 << 34;
	c.quarantine_bytes = 1 << 17;
	c.stress_frames = UINT32_MAX;
	lr_gc_configure(&c);
}

/* Code in one of two sessions: LLVM's own, which can be told to generate it quickly, or the library's, which knows of tables of roots. */
struct code { LLVMOrcLLJITRef orc; lr_jit *jit; };

/* Takes the module. */
static bool
make_code(struct batch *b, LLVMModuleRef m, struct code *code)
{
	*code = (struct code){ NULL, NULL };
	if (b->abi == LR_ABI_GCFRAME)
		return no_error(b, execute_session(b->ts, m, b->way->level, &code->orc));
	lr_options o = { .struct_size = sizeof o, .diagnose = diagnose, .user = b, .abi = b->abi };
	lr_context *cx = lr_context_new(&o);
	LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(m);
	code->jit = lr_jit_new(cx, 0);
	return code->jit != NULL && lr_jit_add(code->jit, "fuzz", LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode)) == LR_OK;
}

static bool
find_code(struct batch *b, const struct code *code, const char *name, int64_t (**entry)(void))
{
	LLVMOrcExecutorAddress address = 0;
	void *there = NULL;

	if (code->jit == NULL ? !no_error(b, LLVMOrcLLJITLookup(code->orc, &address, name)) : lr_jit_lookup(code->jit, name, &there) != LR_OK)
		return false;
	if (code->jit == NULL)
		there = (void *)(uintptr_t)address;
	memcpy(entry, &there, sizeof there);
	return true;
}

static void
run_programs(struct batch *b, const struct code *code, enum run run)
{
	struct report *r = b->r;
	char name[32], text[WHAT_BYTES];

	int64_t (*entry)(void), got;
	if (!find_code(b, code, "p0.main", &entry)) /* generates the code of all */
		return;
	account(r, STAGE_CODE);
	lr_gc_collect(1);
	execute_configure(run, b->abi);
	for (uint32_t i = 0; i < b->n; i++) {
		snprintf(name, sizeof name, "p%u.main", i);
		if (!find_code(b, code, name, &entry))
			return;
		snprintf(r->doing, sizeof r->doing, "%s%s%s, %s", b->way->lowering, b->way->after ? ", " : "", b->way->after ? b->way->after : "", run_name[run]);
		r->at = i;
		got = entry();
		if (run != RUN_NEVER) { /* has it written to what was dead? */
			execute_configure(RUN_NEVER, b->abi);
			execute_configure(run, b->abi);
		}
		r->at = NOBODY;
		if (run == RUN_NEVER && b->way->runs >> RUN_NEVER & 1) {
			b->expected[i] = got;
		} else if (got != b->expected[i]) {
			snprintf(text, sizeof text, "gives %016llx, not %016llx", (unsigned long long)got, (unsigned long long)b->expected[i]);
			fail(r, i, text, r->doing);
		}
	}
	account(r, STAGE_RUN);
}

static uint64_t
count_instructions(LLVMModuleRef m, uint64_t *functions)
{
	uint64_t n = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		*functions += !LLVMIsDeclaration(f);
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				n++;
	}
	return n;
}

static void
go_one_way(struct batch *b, const struct way *way, bool last)
{
	LLVMModuleRef m = last ? b->m : LLVMCloneModule(b->m);
	struct code code;

	b->way = way;
	bool good = lower(b, m);
	account(b->r, way->after != NULL || strcmp(way->lowering, "lateroot") != 0 ? STAGE_OPTIMISE : STAGE_LOWER);
	if (!good)
		return;
	snprintf(b->r->doing, sizeof b->r->doing, "code generation after %.90s", way->lowering);
	if (!make_code(b, m, &code))
		return;
	for (enum run run = RUN_NEVER; run < RUNS; run++)
		if (way->runs >> run & 1)
			run_programs(b, &code, run);
}

void
execute(const struct job *jobs, uint32_t n, uint64_t salt, unsigned abi, struct report *r)
{
	struct batch b = { .jobs = jobs, .n = n, .r = r, .abi = (lr_abi)abi, .expected = calloc(n, sizeof(int64_t)) };
	static const char *const alone[] = { "function(AllocOpt),lateroot",
		"always-inline,function(sroa,early-cse,simplifycfg,AllocOpt,sroa),lateroot" };
	static const char *const off[] = { "", "", ";no_alloc_opt", ";no_julia_licm",
		";no_alloc_opt;no_julia_licm;no_lower_simd_loop" };
	struct way way[4] = {
		{ "lateroot", NULL, 1 << RUN_NEVER | 1 << RUN_STRESS | 1 << RUN_GENERATIONAL, LLVMCodeGenLevelNone },
		{ "", NULL, 1 << RUN_STRESS | 1 << RUN_GENERATIONAL, LLVMCodeGenLevelNone },
		{ "", NULL, 1 << RUN_STRESS | 1 << RUN_GENERATIONAL, LLVMCodeGenLevelNone },
		{ "lateroot", salt % 2 ? "default<O2>" : "default<O3>", 1 << RUN_STRESS, LLVMCodeGenLevelNone }
	};
	const uint32_t some = salt % 4 == 2 ? (uint32_t)(salt / 4) & LR_ALL_OPTIMISATIONS : 0;
	unsigned nways = salt % 3 == 0 ? 4 : 3; /* the last one is dear, and shows least */

	char prefix[32], *message = NULL;

	for (unsigned k = 0; salt % 8 == 0 && k < nways; k++)
		way[k].level = LLVMCodeGenLevelDefault;
	snprintf(way[1].lowering, sizeof way[1].lowering, "%s", alone[salt / 2 % 2]);
	snprintf(way[2].lowering, sizeof way[2].lowering, "julia<level=%d%s%s>", (int)(1 + salt % 3),
		salt / 3 % 2 ? ";polls" : "", off[salt % 5]);
	fatal_report = r;
	lr_set_fatal_hook(on_fatal, NULL);
	r->at = NOBODY;
	execute_context(&b.lc, &b.ts);
	snprintf(r->doing, sizeof r->doing, "generating");
	b.m = fuzz_module(b.lc);
	for (uint32_t i = 0; i < n; i++) {
		r->at = i;
		name_prefix(prefix, sizeof prefix, i);
		execute_generate(b.m, &jobs[i], prefix);
	}
	r->at = NOBODY;
	account(r, STAGE_GENERATE);
	r->instructions = count_instructions(b.m, &r->functions);
	if (LLVMVerifyModule(b.m, LLVMReturnStatusAction, &message)) {
		fail(r, NOBODY, message, "the generator made no valid module");
	} else {
		for (unsigned k = 0; k < nways; k++) {
			b.without = k == 2 && salt % 4 == 1 ? LR_ALL_OPTIMISATIONS : some;
			go_one_way(&b, &way[k], k == nways - 1);
		}
	}
	LLVMDisposeMessage(message);
	struct lr_gc_stats s = { .struct_size = sizeof s };
	lr_gc_stats(&s);
	r->collections = s.minor + s.full;
	r->done = true;
}
