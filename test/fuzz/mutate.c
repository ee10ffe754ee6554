/* SPDX-License-Identifier: MIT */
/* mutate.c -- mutation testing of the checker over generated programs.
**
** Each mutant is a program in which one thing about the placement of roots is wrong.  It is broken at the moment when
** the library would call the checker, which the linker leads here (--wrap): between the writing of roots and the
** clean-up that takes away what says which objects are to be kept.  The checker looks at it; then the program is
** lowered further and run, collecting at every safepoint, in a child process.  Where that gives another result than the
** right program, or dies, the checker must have said so.  Of mutants of which neither says anything, the oracle of the
** unit tests (check_oracle.h) looks for a path on which an object is lost, as far as it understands the function. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Error.h>

#include <lateroot/lateroot.h>
#include <lateroot/runtime.h>

#include "check_oracle.h"
#include "check/check.h"
#include "gen.h"
#include "mutants_memory.h"
#include "mutate.h"

bool mutate_mapped;

static const char *const names[MUT_MEMORY] = {
	"store dropped", "null stored", "store delayed", "store to another slot", "store to another slot as well", "slots swapped", "no push",
	"no pop", "push delayed", "pop hastened", "popped twice", "push of fewer words", "region shortened",
	"null undefined"
};

const char *
mutation_name(unsigned m)
{
	return m < MUT_MEMORY ? names[m] : memory_mutation_name[m - MUT_MEMORY];
}

enum { PLACES_MAX = 6000, RUN_SECONDS = 10, CHECKED_MAX = 64, WALKS = 30, STEPS = 800 };

/* The at'th thing of its sort in the function that is checked as number `function`. */
struct place { enum mutation kind; unsigned function, at; };

struct bench {
	LLVMContextRef lc;
	LLVMOrcThreadSafeContextRef ts;
	struct dice d;
	struct place place[PLACES_MAX];
	unsigned nplaces;
	/* one run of the library */
	const struct place *wanted; /* NULL: list the places */
	unsigned function;          /* that is checked next */
	bool applied, null, loses;
	bool oracle[CHECKED_MAX];   /* does the oracle understand the function? */
	unsigned holes;
	LLVMValueRef begin, kept[4];/* MUT_PRESERVE: the region, and what it preserves */
	struct outcome { int64_t value; bool done; } *outcome; /* shared with children */
};

enum sort { SORT_STORE, SORT_PUSH, SORT_POP, SORT_REGION, SORT_OTHER };

static enum sort
sort_of(LLVMValueRef i)
{
	if (LLVMIsAStoreInst(i) != NULL)
		return mutant_is_root_store(i) ? SORT_STORE : SORT_OTHER;
	if (LLVMIsACallInst(i) == NULL)
		return SORT_OTHER;
	switch (intrinsic_of_call(i)) {
	case INTR_PUSH_GC_FRAME: return SORT_PUSH;
	case INTR_POP_GC_FRAME: return SORT_POP;
	case INTR_PRESERVE_BEGIN: return SORT_REGION;
	default: return SORT_OTHER;
	}
}

/* The at'th instruction of a sort; counts them if there are fewer. */
static LLVMValueRef
find(LLVMValueRef f, enum sort sort, unsigned at, unsigned *count)
{
	unsigned n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (sort_of(i) == sort && n++ == at)
				return i;
	if (count != NULL)
		*count = n;
	return NULL;
}

static bool
is_null_reference(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == 10 && LLVMIsConstant(v)
		&& LLVMIsNull(v);
}

/* The number of an operand by which null leaves the function; -1: there is none. */
static int
null_that_leaves(LLVMValueRef i)
{
	int n = 0;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMStore: n = 1; break;
	case LLVMRet: n = LLVMGetNumOperands(i); break;
	case LLVMCall: n = intrinsic_of_call(i) == INTR_NONE ? (int)LLVMGetNumArgOperands(i) : 0; break;
	default: break;
	}
	for (int k = 0; k < n; k++)
		if (is_null_reference(LLVMGetOperand(i, (unsigned)k)))
			return k;
	return -1;
}

static LLVMValueRef
find_null(LLVMValueRef f, unsigned at, unsigned *count)
{
	unsigned n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (null_that_leaves(i) >= 0 && n++ == at)
				return i;
	*count = n;
	return NULL;
}

static void
list_places(struct bench *w, LLVMValueRef fn)
{
	static const struct { enum mutation kind; enum sort sort; } what[] = {
		{ MUT_DROP, SORT_STORE }, { MUT_NULL, SORT_STORE }, { MUT_DELAY, SORT_STORE }, { MUT_RETARGET, SORT_STORE },
		{ MUT_DUPLICATE, SORT_STORE }, { MUT_SWAP, SORT_STORE }, { MUT_NO_PUSH, SORT_PUSH }, { MUT_LATE_PUSH, SORT_PUSH },
		{ MUT_NO_POP, SORT_POP }, { MUT_EARLY_POP, SORT_POP }, { MUT_TWO_POPS, SORT_POP }, { MUT_FEWER, SORT_PUSH },
		{ MUT_PRESERVE, SORT_REGION }
	};

	for (unsigned k = 0; mutate_mapped && k < MEMORY_MUTATIONS; k++)
		for (unsigned i = 0, n = mutate_memory_places(fn, (enum memory_mutation)k);
			i < n && w->nplaces < PLACES_MAX; i++)
			w->place[w->nplaces++] = (struct place){ (enum mutation)(MUT_MEMORY + k), w->function, i };
	for (size_t k = 0; !mutate_mapped && k < sizeof what / sizeof *what; k++) {
		unsigned n = 0;
		find(fn, what[k].sort, UINT32_MAX, &n);
		for (unsigned i = 0; i < n && w->nplaces < PLACES_MAX; i++)
			w->place[w->nplaces++] = (struct place){ what[k].kind, w->function, i };
	}
	unsigned n = 0;
	if (!mutate_mapped)
		find_null(fn, UINT32_MAX, &n);
	for (unsigned i = 0; i < n && w->nplaces < PLACES_MAX; i++)
		w->place[w->nplaces++] = (struct place){ MUT_UNDEFINED, w->function, i };
}

/* ---- the mutations ---- */

/* Another slot of the frame that only roots. */
static LLVMValueRef
other_slot(struct bench *w, LLVMValueRef slot)
{
	LLVMBasicBlockRef b = LLVMGetInstructionParent(slot);
	LLVMValueRef fit[64];
	unsigned n = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && n < 64; i = LLVMGetNextInstruction(i))
		if (i != slot && mutant_is_call_of(i, INTR_GET_GC_FRAME_SLOT) && mutant_only_roots(i) && LLVMGetOperand(i, 1) != LLVMGetOperand(slot, 1))
			fit[n++] = i;
	return n == 0 ? NULL : fit[roll(&w->d, n)];
}

static LLVMValueRef
other_store(LLVMValueRef slot)
{
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u != NULL; u = LLVMGetNextUse(u))
		return LLVMGetUser(u);
	return NULL;
}

/* False if it makes no sense at this place. */
static bool
apply(struct bench *w, LLVMValueRef fn, const struct place *p)
{
	enum sort sort = p->kind <= MUT_SWAP ? SORT_STORE : p->kind == MUT_NO_PUSH || p->kind == MUT_LATE_PUSH || p->kind == MUT_FEWER ? SORT_PUSH : SORT_POP;
	if (p->kind >= MUT_MEMORY)
		return mutate_memory(fn, (enum memory_mutation)(p->kind - MUT_MEMORY), p->at);
	unsigned none;
	LLVMValueRef i = p->kind == MUT_PRESERVE ? w->begin : p->kind == MUT_UNDEFINED ? find_null(fn, p->at, &none)
		: find(fn, sort, p->at, NULL), to, store, copy;

	if (i == NULL)
		return false;
	w->null = sort == SORT_STORE && LLVMIsNull(LLVMGetOperand(i, 0));
	switch (p->kind) {
	case MUT_DROP:
	case MUT_NO_PUSH:
	case MUT_NO_POP:
		LLVMInstructionEraseFromParent(i);
		return true;
	case MUT_NULL:
		if (w->null)
			return false;
		LLVMSetOperand(i, 0, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(i, 0))));
		return true;
	case MUT_DELAY:
	case MUT_LATE_PUSH:
		return mutant_move(i, mutant_later(i));
	case MUT_EARLY_POP:
		return mutant_move(i, mutant_earlier(i));
	case MUT_FEWER:
		to = LLVMGetOperand(i, 1);
		LLVMSetOperand(i, 1, LLVMConstInt(LLVMTypeOf(to), LLVMConstIntGetZExtValue(to) - 1, false));
		return true;
	case MUT_UNDEFINED:
		none = (unsigned)null_that_leaves(i);
		LLVMSetOperand(i, none, LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(i, none))));
		return true;
	case MUT_RETARGET:
		to = other_slot(w, LLVMGetOperand(i, 1));
		if (to == NULL)
			return false;
		LLVMSetOperand(i, 1, to);
		return true;
	case MUT_SWAP:
		to = other_slot(w, LLVMGetOperand(i, 1));
		store = to == NULL ? NULL : other_store(to);
		if (store == NULL)
			return false;
		LLVMSetOperand(store, 1, LLVMGetOperand(i, 1));
		LLVMSetOperand(i, 1, to);
		return true;
	case MUT_DUPLICATE:
	case MUT_TWO_POPS:
		to = p->kind == MUT_DUPLICATE ? other_slot(w, LLVMGetOperand(i, 1)) : i;
		if (to == NULL)
			return false;
		copy = LLVMInstructionClone(i);
		if (p->kind == MUT_DUPLICATE)
			LLVMSetOperand(copy, 1, to);
		mutant_insert(copy, i);
		return true;
	default: /* roots were placed without it; here it comes back */
		for (unsigned k = 0; k < LLVMGetNumArgOperands(i) && k < 4; k++)
			LLVMSetOperand(i, k, w->kept[k]);
		return true;
	}
}

/* ---- variables that callees write ---- */

/* Is it a call of a function of the program that gives an object, in a function that may collect? */
static bool
gives_object(LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	const char *name = LLVMIsACallInst(i) ? value_name(LLVMGetCalledValue(i)) : "";

	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == 10
		&& strncmp(name, "p.", 2) == 0 && LLVMGetTailCallKind(i) != LLVMTailCallKindMustTail;
}

static bool
has_getter(LLVMValueRef f)
{
	for (LLVMValueRef i = LLVMCountBasicBlocks(f) == 0 ? NULL : LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
		i != NULL; i = LLVMGetNextInstruction(i))
		if (mutant_is_call_of(i, INTR_GET_PGCSTACK))
			return true;
	return false;
}

/* The result goes through a variable with a number in its middle, whose references a callee exchanges, collecting. */
static void
send_through(LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef turn)
{
	LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), v, store, other, back;
	LLVMTypeRef p10 = LLVMTypeOf(call), i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(p10)),
		e[3] = { p10, i64, p10 };
	LLVMTypeRef t = LLVMStructTypeInContext(LLVMGetTypeContext(p10), e, 3, false);

	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
	v = LLVMBuildAlloca(b, t, "");
	LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
	store = LLVMBuildStore(b, LLVMConstNull(p10), v);
	LLVMBuildStore(b, LLVMConstInt(i64, 0x123456789abcd, false), LLVMBuildStructGEP2(b, t, v, 1, ""));
	other = LLVMBuildStore(b, LLVMConstNull(p10), LLVMBuildStructGEP2(b, t, v, 2, ""));
	LLVMBuildCall2(b, LLVMGlobalGetValueType(turn), turn, &v, 1, "");
	back = LLVMBuildLoad2(b, p10, LLVMBuildStructGEP2(b, t, v, 2, ""), "");
	LLVMReplaceAllUsesWith(call, back);
	LLVMSetOperand(store, 0, call); /* no null of the program's own, which looks like clearing */
	LLVMSetOperand(other, 0, call);
}

static void
open_variables(struct bench *w, LLVMModuleRef m)
{
	LLVMContextRef lc = LLVMGetModuleContext(m);
	LLVMTypeRef ptr = LLVMPointerTypeInContext(lc, 0),
		ft = LLVMFunctionType(LLVMVoidTypeInContext(lc), &ptr, 1, false);
	LLVMValueRef turn = LLVMAddFunction(m, "fz_turn", ft);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(lc);

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef x = has_getter(f) ? LLVMGetFirstBasicBlock(f) : NULL; x != NULL;
			x = LLVMGetNextBasicBlock(x))
			for (LLVMValueRef i = LLVMGetFirstInstruction(x), next; i != NULL; i = next) {
				next = LLVMGetNextInstruction(i);
				if (gives_object(i) && one_in(&w->d, 2))
					send_through(b, i, turn);
			}
	LLVMDisposeBuilder(b);
}

/* ---- lowering, checking ---- */

static struct bench *bench;

lr_status __real_check_function(lr_context *, LLVMValueRef, bool, unsigned *);
lr_status __wrap_check_function(lr_context *, LLVMValueRef, bool, unsigned *);

/* What the library calls when the roots of a function stand. */
lr_status
__wrap_check_function(lr_context *cx, LLVMValueRef fn, bool reload, unsigned *holes)
{
	struct bench *w = bench;
	unsigned n = 0;

	if (w == NULL)
		return __real_check_function(cx, fn, reload, holes);
	const char *why;
	if (w->wanted == NULL) {
		list_places(w, fn);
		w->oracle[w->function % CHECKED_MAX] = !oracle_loses(fn, WALKS, STEPS, 1, &why);
	} else if (w->function == w->wanted->function) {
		w->applied = apply(w, fn, w->wanted);
		w->loses = w->applied && w->oracle[w->function % CHECKED_MAX] && oracle_loses(fn, WALKS, STEPS, 1, &why);
	}
	w->function++;
	lr_context *quiet = lr_context_new(NULL);
	__real_check_function(quiet, fn, reload, &n);
	lr_context_free(quiet);
	w->holes += n;
	return LR_OK;
}

/* Roots are placed as if the region preserved nothing. */
static void
forget_region(struct bench *w, LLVMModuleRef m, const struct place *p)
{
	unsigned function = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && function++ == p->function)
			w->begin = find(f, SORT_REGION, p->at, NULL);
	for (unsigned k = 0; w->begin != NULL && k < LLVMGetNumArgOperands(w->begin) && k < 4; k++) {
		w->kept[k] = LLVMGetOperand(w->begin, k);
		LLVMSetOperand(w->begin, k, LLVMConstNull(LLVMTypeOf(w->kept[k])));
	}
}

/* A copy of `source` lowered, broken at p (NULL: nowhere); w->holes, w->applied tell more.  NULL if that failed. */
static LLVMModuleRef
lower_broken(struct bench *w, LLVMModuleRef source, const struct place *p)
{
	lr_options o = { .struct_size = sizeof o,
		.check = true, .memory = mutate_mapped ? LR_MEMORY_TYPED : LR_MEMORY_FLAG };
	lr_context *cx = lr_context_new(&o);
	LLVMModuleRef m = LLVMCloneModule(source);

	w->wanted = p;
	w->function = w->holes = 0;
	w->applied = w->null = w->loses = false;
	w->begin = NULL;
	if (p != NULL && p->kind == MUT_PRESERVE)
		forget_region(w, m, p);
	bench = w;
	lr_status st = lr_run(cx, m, NULL);
	bench = NULL;
	lr_context_free(cx);
	if (st == LR_OK)
		return m;
	LLVMDisposeModule(m);
	return NULL;
}

/* ---- running ---- */

/* In a child: generate code, run. */
static void
run_here(struct bench *w, LLVMModuleRef m, enum run run)
{
	LLVMOrcLLJITRef jit;
	LLVMOrcExecutorAddress address;
	int64_t (*entry)(void);

	if (freopen("/dev/null", "w", stderr) == NULL)
		_exit(3);
	alarm(RUN_SECONDS);
	LLVMErrorRef error = execute_session(w->ts, m, LLVMCodeGenLevelNone, &jit);
	if (error == NULL)
		error = LLVMOrcLLJITLookup(jit, &address, "p.main");
	if (error != NULL) {
		printf("no code: %s\n", LLVMGetErrorMessage(error));
		fflush(stdout);
		_exit(4);
	}
	memcpy(&entry, &address, sizeof entry);
	execute_configure(run, LR_ABI_GCFRAME);
	w->outcome->value = entry();
	void **task = lr_get_pgcstack();
	if (*task != NULL) /* a frame was left behind */
		_exit(5);
	w->outcome->done = true;
	_exit(0);
}

static struct outcome
outcome_of(struct bench *w, LLVMModuleRef m, enum run run)
{
	int status;

	*w->outcome = (struct outcome){ 0, false };
	fflush(NULL);
	pid_t child = fork();
	if (child == 0)
		run_here(w, m, run);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	return *w->outcome;
}

static void
judge(struct bench *w, LLVMModuleRef m, const struct place *p, int64_t expected, const struct job *job, struct score *s)
{
	struct outcome o = outcome_of(w, m, RUN_STRESS);
	bool changed = !o.done || o.value != expected;

	s->mutants++;
	if (changed) {
		s->changed++;
		if (w->holes == 0) {
			s->missed++;
			printf("seed %llu: missed: %s, number %u of function %u\n", (unsigned long long)job->seed,
				mutation_name(p->kind), p->at, p->function);
		}
	} else if (w->holes != 0) {
		s->only_reported++;
	} else {
		s->silent++;
		s->silent_null += w->null;
		if (getenv("LATEROOT_FUZZ_VERBOSE") != NULL)
			printf("seed %llu: silent: %s, number %u of function %u\n", (unsigned long long)job->seed,
				mutation_name(p->kind), p->at, p->function);
		s->silent_judged += w->oracle[p->function % CHECKED_MAX];
		if (w->loses) {
			s->disputed++;
			printf("seed %llu: the oracle alone objects: %s, number %u of function %u\n",
				(unsigned long long)job->seed, mutation_name(p->kind), p->at, p->function);
		}
	}
}

bool
mutate(const struct job *job, unsigned most, struct score score[MUTATIONS])
{
	static struct bench here;
	struct bench *w = &here;

	*w = (struct bench){ .d = { .seed = job->seed } };
	w->outcome = mmap(NULL, sizeof *w->outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (w->outcome == MAP_FAILED)
		return false;
	execute_context(&w->lc, &w->ts);
	LLVMModuleRef source = fuzz_module(w->lc), m;
	execute_generate(source, job, "p.");
	if (mutate_mapped)
		open_variables(w, source);
	m = lower_broken(w, source, NULL);
	if (m == NULL || w->holes != 0)
		return false;
	struct outcome right = outcome_of(w, m, RUN_NEVER), stress = outcome_of(w, m, RUN_STRESS);
	if (!right.done || !stress.done || right.value != stress.value)
		return false;
	LLVMDisposeModule(m);
	for (unsigned k = 0; k < most && w->nplaces > 0; k++) {
		unsigned at = roll(&w->d, w->nplaces);
		struct place p = w->place[at];
		w->place[at] = w->place[--w->nplaces];
		m = lower_broken(w, source, &p);
		if (m == NULL)
			continue;
		if (w->applied)
			judge(w, m, &p, right.value, job, &score[p.kind]);
		LLVMDisposeModule(m);
	}
	munmap(w->outcome, sizeof *w->outcome);
	return true;
}
