/* SPDX-License-Identifier: MIT */
/* measure_actions.c -- the actions that lateroot-measure measures: walks, placement and its phases, passes, LLVM's
** passes.
**
** The file uses internals of the library (it links its objects), because phases are measured.  The yardstick, "walk",
** is the minimum that any pass does: it reads each instruction's opcode and fetches each operand once.  "visit" also
** reads the kind of value of each operand. */
#include "measure.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "gcroots/plan/phases.h"
#include "gcroots/plan/planner.h"
#include "host/passes.h"
#include "gcroots/rewrite/rewrite.h"

static volatile unsigned long sink;

/* Visits each instruction of the module.  `look` is a constant where this is inlined, so that it costs no call. */
static inline __attribute__((always_inline)) void
each_instruction(struct action *a, const char *name, unsigned long (*look)(LLVMValueRef))
{
	measure_begin(a->k);
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				sink += look(i);
	measure_end(a->k, name);
}

static inline unsigned long
fetch(LLVMValueRef i)
{
	unsigned n = (unsigned)LLVMGetNumOperands(i);
	unsigned long seen = (unsigned long)LLVMGetInstructionOpcode(i);

	for (unsigned o = 0; o < n; o++)
		seen += (unsigned long)(uintptr_t)LLVMGetOperand(i, o);
	return seen;
}

void
action_walk(struct action *a)
{
	struct measuring *k = a->k;

	each_instruction(a, "walk", fetch); /* first, before another action has brought the module into the caches */
	k->insts = k->functions = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(a->m); f; f = LLVMGetNextFunction(f)) {
		k->functions += !LLVMIsDeclaration(f);
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				k->insts++;
	}
}

/* The same, and reads the kind of value of each operand. */
static inline unsigned long
fetch_kinds(LLVMValueRef i)
{
	unsigned n = (unsigned)LLVMGetNumOperands(i);
	unsigned long seen = (unsigned long)LLVMGetInstructionOpcode(i);

	for (unsigned o = 0; o < n; o++)
		seen += (unsigned long)LLVMGetValueKind(LLVMGetOperand(i, o));
	return seen;
}

void
action_visit(struct action *a)
{
	each_instruction(a, "visit", fetch_kinds);
}

/* The minimal queries of placement to LLVM: the opcode of each instruction; the type and the operands of those that can
** make or use object references; the callee of calls, its type and whether the call site has attributes; the
** successors. */
static inline unsigned long
ask(LLVMValueRef i)
{
	const LLVMOpcode op = LLVMGetInstructionOpcode(i);
	unsigned long seen = op;
	unsigned first = 0, n = 1;

	switch (op) {
	case LLVMBr: case LLVMSwitch:
		n = LLVMGetNumSuccessors(i);
		for (unsigned e = 0; e < n; e++)
			seen += (unsigned long)(uintptr_t)LLVMGetSuccessor(i, e);
		return seen;
	case LLVMCall: case LLVMInvoke:
		seen += (unsigned long)(uintptr_t)LLVMGetCalledValue(i)
			+ (unsigned long)(uintptr_t)LLVMGetCalledFunctionType(i);
		seen += LLVMGetCallSiteAttributeCount(i, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
		n = (unsigned)LLVMGetNumOperands(i) - 1;
		break;
	case LLVMLoad:
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
	case LLVMExtractValue:
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

void
action_questions(struct action *a)
{
	each_instruction(a, "questions", ask);
}

/* Placement alone, from scan to rewrite, without the lowering that follows. */
void
action_placement(struct action *a)
{
	struct measuring *k = a->k;
	struct plan *plan;
	struct session s;
	struct arena scratch, keep;
	struct fn f;
	struct ir ir;
	size_t n = 0;

	arena_init(&scratch, measure_alloc, NULL);
	arena_init(&keep, measure_alloc, NULL);
	for (LLVMValueRef fn = LLVMGetFirstFunction(a->m); fn; fn = LLVMGetNextFunction(fn))
		n++;
	plan = arena_zarray(&keep, n + 1, sizeof *plan);
	n = 0;
	measure_begin(k);
	bool ok = session_init(&s, k->cx, a->m, NULL);
	for (LLVMValueRef fn = LLVMGetFirstFunction(a->m); ok && plan && fn; fn = LLVMGetNextFunction(fn)) {
		if (!LLVMIsDeclaration(fn))
			ok = plan_function(&s, fn, LR_ABI_GCFRAME, &scratch, &keep, &f, &ir, &plan[n++]) == LR_OK;
		pset_pool_trim(&s.pool);
	}
	measure_end(k, "plan");
	measure_begin(k);
	ok = ok && plan && rewrite_reserve(&s, plan, n);
	for (size_t i = 0; ok && i < n; i++)
		rewrite_function(&s, &plan[i]);
	measure_end(k, "rewrite");
	rewrite_release(&s);
	session_free(&s);
	arena_free(&scratch);
	arena_free(&keep);
	k->failed |= !ok;
}

/* The phases of planning as in plan_function (phases.c).  In small functions they are measured by the wall clock:
** reading CPU time is a system call, which takes as long as they do. */
void
action_phases(struct action *a)
{
	static const struct { const char *name; bool (*run)(struct fn *); } middle[] = {
		{ "refine", refine }, { "liveness", liveness }, { "colour", colour }, { "place", place },
		{ "colour stack", colour_stack }, { "shrink wrap", shrink_wrap },
	};
	enum { MIDDLE = sizeof middle / sizeof *middle, N = MIDDLE + 2 }; /* scan before, make plan after */
	struct measuring *k = a->k;
	struct session s;
	struct arena scratch, keep;
	double t[N] = { 0 };
	size_t peak[N] = { 0 };
	bool ok = session_init(&s, k->cx, a->m, NULL);

	arena_init(&scratch, measure_alloc, NULL);
	arena_init(&keep, measure_alloc, NULL);
	for (LLVMValueRef fn = LLVMGetFirstFunction(a->m); ok && fn; fn = LLVMGetNextFunction(fn)) {
		struct plan plan = { .fn = fn };
		struct fn f;
		struct ir ir;
		if (LLVMIsDeclaration(fn))
			continue;
		clockid_t clock = LLVMCountBasicBlocks(fn) > 200 || k->insts > 200 * k->functions
			? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
		arena_reset(&scratch);
		measure_reset_peak();
		double since = measure_now(clock);
		for (unsigned i = 0; ok && i < N && (i == 0 || ir.pgcstack); i++) {
			if (i == 0)
				ok = scan_function(&s, fn, &scratch, &f, &ir) == LR_OK;
			else if (i == N - 1) {
				plan.pgcstack = ir.pgcstack;
				ok = make_plan(&f, &ir, &keep, &plan);
			} else if (!f.nothing_to_place)
				ok = middle[i - 1].run(&f);
			double at = measure_now(clock);
			t[i] += at - since;
			since = at;
			peak[i] = measure_peak() > peak[i] ? measure_peak() : peak[i];
		}
	}
	for (unsigned i = 0; i < N; i++)
		measure_note(k, i == 0 ? "scan" : i == N - 1 ? "make plan" : middle[i - 1].name, t[i], -1, peak[i]);
	session_free(&s);
	arena_free(&scratch);
	arena_free(&keep);
	k->failed |= !ok;
}

/* Counts the module after earlier passes, which have enlarged it: each allocation and barrier becomes a dozen
** instructions. */
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
	measure_begin(k);
	k->failed |= run(k->cx, a->m, fns, n, NULL) != LR_OK;
	measure_end(k, name);
	measure_gauge(k, name)->given = given;
	free(fns);
}

/* All passes of this library in the order of the default pipeline, with the checker after placement. */
void
action_passes(struct action *a)
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

void
action_propagate(struct action *a)
{
	run_pass(a, "PropagateJuliaAddrspaces", pass_propagate_addrspaces);
}

void
action_llvm(struct action *a)
{
	struct measuring *k = a->k;
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();

	measure_begin(k);
	LLVMErrorRef e = LLVMRunPasses(a->m, a->llvm, NULL, options);
	measure_end(k, strncmp(a->llvm, "instcombine", 11) == 0 ? "instcombine" : a->llvm);
	if (e) {
		LLVMConsumeError(e);
		k->failed = true;
	}
	LLVMDisposePassBuilderOptions(options);
}
