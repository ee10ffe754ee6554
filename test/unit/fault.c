/* SPDX-License-Identifier: MIT */
/* fault.c -- every request for memory refused in turn, over whole programs.
**
** The linker puts the functions below between the library and its arenas (see fault.cmake), so that each single piece that is asked of an
** arena counts, and not only the blocks that arenas ask of the user's allocator; those count as well.  Request N is refused, for N = 1, 2, ...
** until a run needs fewer.  Then: the status says so, the module is as some finished step of the pipeline left it, nothing is leaked, and
** the next run in the same context, with memory, gives what an undisturbed one gives.
**
** Many programs make many requests: of each program and way about LATEROOT_FAULTS are refused (200 unless set), spread evenly; 0: all. */
#include <glob.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

#include "api.h"
#include "refuse.h"

enum { MAX_STEPS = 16 };

/* The text after each step, the first being the input's. */
struct expected {
	char *text[MAX_STEPS];
	size_t n;
	char *plain_result; /* the last, without the numbers of types */
};

struct program {
	LLVMMemoryBufferRef bitcode;
	char name[200];
};

static LLVMModuleRef
parse(LLVMContextRef llvm, const struct program *p)
{
	LLVMModuleRef m = NULL;

	cr_assert_not(LLVMParseBitcodeInContext2(llvm, p->bitcode, &m));
	return m;
}

static struct program
program_read(const char *path)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMMemoryBufferRef text;
	LLVMModuleRef m;
	char *message = NULL;
	struct program p;

	cr_assert_not(LLVMCreateMemoryBufferWithContentsOfFile(path, &text, &message), "%s", path);
	cr_assert_not(LLVMParseIRInContext(llvm, text, &m, &message), "%s: %s", path, message);
	p.bitcode = LLVMWriteBitcodeToMemoryBuffer(m);
	snprintf(p.name, sizeof p.name, "%s", strrchr(path, '/') + 1);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return p;
}

/* What a first run made in LLVM's context gives types another number: "%struct.a.12" reads "%struct.a". */
static void
forget_type_numbers(char *text)
{
	char *to = text;

	for (const char *from = text; *from != 0; *to++ = *from++)
		while (*from == '.' && from[1] >= '0' && from[1] <= '9')
			from += 1 + strspn(from + 1, "0123456789");
	*to = 0;
}

/* What a run does besides: prove the placement; or explain it in all forms; or place statepoints, and prove them; or have slots read again. */
/* OPTIMIZE: with a pass that may stop early, see lr_stop_early.  IMMEDIATES, FOLD: a profile that has some; FOLD with such a pass. */
enum also { NOTHING, CHECK, EXPLAIN, STATEPOINTS, RELOAD, RELOAD_BY_TABLE, OPTIMIZE, IMMEDIATES, FOLD };

static bool
is_optimizing(enum also also)
{
	return also == OPTIMIZE || also == FOLD;
}

static lr_options
options_of(enum also also)
{
	lr_options o = { .struct_size = sizeof o, .abi = LR_ABI_GCFRAME };

	if (also == STATEPOINTS)
		o.abi = LR_ABI_STATEPOINT;
	if (also == RELOAD_BY_TABLE)
		o.abi = LR_ABI_FRAMEMAP;
	o.reload = also == RELOAD || also == RELOAD_BY_TABLE;
	if (also == OPTIMIZE)
		o.profile = "julia-1.13", o.check = true;
	if (also == IMMEDIATES || also == FOLD)
		o.profile = OPTIMIZE_DIR "/Inputs/fixnums.profile", o.check = true;
	return o;
}

static struct expected
run_in_steps(const struct program *p, const char *const *steps, enum also also)
{
	lr_options o = options_of(also);
	struct expected e = { .n = 1 };
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = parse(llvm, p);
	lr_context *cx = lr_context_new(&o);

	e.text[0] = LLVMPrintModuleToString(m);
	for (; *steps != NULL; steps++) {
		cr_assert_eq(lr_run(cx, m, *steps), LR_OK, "%s: %s", p->name, *steps);
		e.text[e.n++] = LLVMPrintModuleToString(m);
	}
	e.plain_result = LLVMPrintModuleToString(m);
	forget_type_numbers(e.plain_result);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return e;
}

static void
ignore_text(void *user, const char *text, size_t bytes)
{
	(void)user, (void)text, (void)bytes;
}

static void
ignore_explanation(void *user, const char *function, const char *json, size_t bytes)
{
	(void)user;
	cr_assert(bytes > 2 && json[0] == '{' && json[bytes - 1] == '}', "%s: half an explanation", function);
}

static void
ignore_remark(void *user, const lr_remark *r)
{
	(void)user;
	cr_assert_gt(r->nargs, 0);
}

static unsigned stopped_early;

/* The pass has done a part of its work.  What it has done is right: the module can be lowered, and the checker proves the roots.  Only `pipeline`
** is run before that, to see that the pass goes on where it stopped. */
static void
finish_stopped(lr_context *cx, LLVMModuleRef m, const char *name, const char *pipeline, size_t n)
{
	char *message = NULL;

	stopped_early++;
	cr_assert_not(LLVMVerifyModule(m, LLVMReturnStatusAction, &message), "%s: request %zu refused: %s", name, n, message);
	LLVMDisposeMessage(message);
	if (n % 2 != 0)
		cr_assert_eq(lr_run(cx, m, pipeline), LR_OK, "%s: the pass again after request %zu was refused", name, n);
	cr_assert_eq(lr_run(cx, m, NULL), LR_OK, "%s: lowering after request %zu was refused", name, n);
}

/* One run with request `n` refused.  False if the run did not get that far. */
static bool
run_refused(const struct program *p, const char *pipeline, const struct expected *e, size_t n, bool sticky, enum also also)
{
	struct failing_alloc books = { 0 };
	lr_options o = options_of(also);
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = parse(llvm, p);

	o.alloc = refusing_alloc, o.user = &books;
	o.check |= also == CHECK || also == STATEPOINTS;
	o.time_passes = true;
	if (also == EXPLAIN)
		o.dump_forms = "NLCP", o.dump = ignore_text, o.explain = ignore_explanation, o.remark = ignore_remark;
	memset(&faults, 0, sizeof faults);
	faults.refuse = n;
	faults.sticky = sticky;
	lr_context *cx = lr_context_new(&o);
	lr_status st = cx != NULL ? lr_run(cx, m, pipeline) : LR_E_NOMEM;
	bool refused = faults.refused;
	faults.refuse = 0;
	/* A table that only saves time may do without, so that a refusal need not be an error. */
	cr_assert(st == LR_OK || (refused && st == LR_E_NOMEM), "%s: request %zu refused: %s", p->name, n, lr_status_name(st));
	char *now = LLVMPrintModuleToString(m);
	size_t step = st == LR_OK ? e->n - 1 : 0;
	cr_assert(!is_optimizing(also) || st == LR_OK || strcmp(now, e->text[0]) == 0, "%s: request %zu refused: a failed pass changed something", p->name, n);
	while (step < e->n && strcmp(now, e->text[step]) != 0)
		step++;
	LLVMDisposeMessage(now);
	if (is_optimizing(also) && st == LR_OK && step == e->n && refused) {
		finish_stopped(cx, m, p->name, pipeline, n);
		step = e->n - 1;
	}
	cr_assert_lt(step, e->n, "%s: request %zu refused (%s): the module is as no step leaves it", p->name, n, lr_status_name(st));
	if (step == 0 && cx != NULL) { /* the context is as good as new */
		lr_clear_error(cx);
		if (lr_first_error(cx, NULL) == LR_OK) {
			cr_assert_eq(lr_run(cx, m, pipeline), LR_OK, "%s: after request %zu was refused", p->name, n);
			now = LLVMPrintModuleToString(m);
			forget_type_numbers(now);
			cr_assert_str_eq(now, e->plain_result, "%s: after request %zu was refused: another result", p->name, n);
			LLVMDisposeMessage(now);
		}
	}
	lr_context_free(cx);
	cr_assert_eq(books.live_blocks, 0, "%s: request %zu refused: %zu blocks are left", p->name, n, books.live_blocks);
	cr_assert_not(books.wrong_size, "%s: request %zu refused: a block came back under another size", p->name, n);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	return refused;
}

static size_t
count_requests(const struct program *p, const char *pipeline, const struct expected *e, enum also also)
{
	run_refused(p, pipeline, e, SIZE_MAX, false, also);
	return faults.requests;
}

static void
refuse_each(const char *pattern, const char *pipeline, const char *const *steps, enum also also)
{
	const char *wish = getenv("LATEROOT_FAULTS");
	size_t most = wish != NULL ? strtoul(wish, NULL, 10) : 200;
	glob_t found;

	cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "%s", pattern);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct program p = program_read(found.gl_pathv[i]);
		struct expected e = run_in_steps(&p, steps, also);
		size_t all = count_requests(&p, pipeline, &e, also);
		size_t stride = most == 0 || all <= most ? 1 : all / most;
		/* From another place in each program, so that the few of each add up to more. */
		for (size_t n = 1 + i * 7 % stride; n <= all; n += stride)
			run_refused(&p, pipeline, &e, n, n / stride % 2 != 0, also);
		for (size_t s = 0; s < e.n; s++)
			LLVMDisposeMessage(e.text[s]);
		LLVMDisposeMessage(e.plain_result);
		LLVMDisposeMemoryBuffer(p.bitcode);
	}
	globfree(&found);
}

static const char *const whole[] = {
	"function(GCInvariantVerifier)", "RemoveNI", "InferGCLeaf", "function(LowerExcHandlers)", "function(InlineAllocation)", "function(LateLowerGCFrame)", "function(FinalLowerGC)", "LowerPTLSPass",
	"RemoveJuliaAddrspaces", NULL
};

Test(fault, each_request_of_the_whole_lowering)
{
	refuse_each(EXAMPLES_DIR "/*.ll", NULL, whole, NOTHING);
}

/* The checker looks at what placement has written: without memory for that, placement stands. */
Test(fault, each_request_with_the_checker)
{
	refuse_each(EXAMPLES_DIR "/[a-e]*.ll", NULL, whole, CHECK);
}

Test(fault, each_request_for_statepoints)
{
	static const char *const steps[] = {
		"function(GCInvariantVerifier)", "RemoveNI", "InferGCLeaf", "function(LowerExcHandlers)", "function(InlineAllocation)", "function(LateLowerGCFrame)", "function(FinalLowerGC)",
		"function(PlaceStatepoints)", "LowerPTLSPass", "RemoveJuliaAddrspaces", NULL
	};

	refuse_each(EXAMPLES_DIR "/[a-e]*.ll", NULL, steps, STATEPOINTS);
	refuse_each(FAULT_DIR "/*.ll", "PlaceStatepoints", (const char *const[]){ "PlaceStatepoints", NULL }, STATEPOINTS);
}

/* Functions that read their slots again are changed once to be planned, which is taken back if the plan fails. */
static void
refuse_reload(enum also also)
{
	static const char *const steps[] = { "LateLowerGCFrame", NULL };

	refuse_each(EXAMPLES_DIR "/[a-c]*.ll", "LateLowerGCFrame", steps, also);
	refuse_each(FAULT_DIR "/*.ll", "LateLowerGCFrame", steps, also);
}

Test(fault, each_request_where_slots_are_read_again)
{
	refuse_reload(RELOAD);
}

Test(fault, each_request_where_slots_are_read_again_by_table)
{
	refuse_reload(RELOAD_BY_TABLE);
}

/* Nothing of what is shown changes what is done, and without memory for it nothing is done. */
Test(fault, each_request_with_explanations)
{
	refuse_each(EXAMPLES_DIR "/[a-e]*.ll", NULL, whole, EXPLAIN);
}

Test(fault, each_request_of_the_front_passes)
{
	static const char *const steps[] = { "AddNI", "PlaceGCPolls<return;call>", "function(PropagateJuliaAddrspaces)", "RemoveAddrspaces", NULL };

	refuse_each(EXAMPLES_DIR "/[a-e]*.ll", "AddNI,PlaceGCPolls<return;call>,function(PropagateJuliaAddrspaces),RemoveAddrspaces", steps, NOTHING);
}

/* These passes change one thing after the other.  Without memory for the next one they stop there; without memory for the first they fail, and
** change nothing. */
Test(fault, each_request_of_the_optimizing_passes)
{
	static const char *const alloc[] = { "function(AllocOpt)", NULL }, *const licm[] = { "function(JuliaLICM)", NULL };

	refuse_each(OPTIMIZE_DIR "/alloc-*.ll", *alloc, alloc, OPTIMIZE);
	refuse_each(OPTIMIZE_DIR "/move-*.ll", *alloc, alloc, OPTIMIZE);
	refuse_each(OPTIMIZE_DIR "/licm-*.ll", *licm, licm, OPTIMIZE);
	cr_assert_gt(stopped_early, 0);
}

Test(fault, each_request_for_immediates)
{
	static const char *const fold[] = { "function(AllocOpt)", NULL };

	refuse_each(OPTIMIZE_DIR "/../lowering/immediates.ll", NULL, whole, IMMEDIATES);
	refuse_each(OPTIMIZE_DIR "/immediates.ll", *fold, fold, FOLD);
}
