/* import.c -- AdoptDialect: from what clang makes of <lateroot/dialect.h> to the GC dialect, before LLVM optimises.
**
** Pointers with address spaces are what C can say by itself.  The rest of the header stands behind functions named
** dialect.* and annotations:
**
**   variables of DERIVED, LOADED, CALLEE_ROOTED   such pointers may not lie in memory: mem2reg, also where nothing else
**                                                 is optimised
**   dialect.preserve_begin, _end                  llvm.julia.gc_preserve_begin, _end: clang cannot make tokens
**   dialect.exchange, compare_exchange, load_acquire   instructions, for which clang would go through integers
**   dialect.copy, move                            llvm.memcpy, llvm.memmove between address spaces
**   llvm.memcpy, llvm.memmove of references       loads and stores, or lateroot.copy_words: copies.c
**   alloca() of references                        an array of them; no function with an array of computed size is
**                                                 inlined: alloca.c
**   a struct of one reference, passed as an integer   the reference: coerced.c
**   swift_context                                 "gcstack"
**   annotate("lateroot.return_roots P N")         "julia.return_roots"="N" at parameter P
**   annotate("lateroot.leaf")                     "gc-leaf-function"
**   annotate("lateroot.roots_arguments")          "lateroot-roots-arguments"
**
** The dialect's own functions get attributes that C has no words for.  Allocation gets none: neither noalias nor a
** memory effect, for LLVM's own pipeline would then drop stores that only the collector reads.
**
** The header leaves a line of module assembly behind, by which its users are known; other modules stay as they are. */
#include "lowering/import/import.h"

#include <stdio.h>

#include <llvm-c/Transforms/PassBuilder.h>

#include "dialect/kind.h"
#include "dialect/edit.h"
#include "dialect/module_marks.h"
#include "dialect/tail_calls.h"
#include "lowering/import/alloca.h"
#include "lowering/mistakes/calls.h"
#include "lowering/import/coerced.h"
#include "lowering/import/copies.h"
#include "lowering/import/flags.h"
#include "lowering/mistakes/heap.h"
#include "lowering/mistakes/blocks.h"
#include "lowering/mistakes/numbers.h"
#include "lowering/mistakes/unions.h"
#include "lowering/mistakes/untyped.h"
#include "lowering/mistakes/accesses.h"
#include "lowering/import/mark_numbers.h"
#include "lowering/common/lowering.h"
#include "host/passes.h"

enum extra { PRESERVE_BEGIN, PRESERVE_END, EXCHANGE, COMPARE_EXCHANGE, LOAD_ACQUIRE, COPY, MOVE, NEXTRAS };
static const char *const extra_names[NEXTRAS] = { "dialect.preserve_begin", "dialect.preserve_end", "dialect.exchange",
	"dialect.compare_exchange", "dialect.load_acquire", "dialect.copy", "dialect.move" };

enum { MAX_PRESERVED = 256 };

struct adoption {
	lr_context *cx;
	LLVMModuleRef m;
	struct edit e;
	struct site { LLVMValueRef call; enum extra what; } *sites;
	uint32_t nsites, sites_cap;
	struct mark { LLVMValueRef fn; unsigned at; const char *name, *value; } *marks; /* string attributes to add */
	uint32_t nmarks, marks_cap;
	struct copies copies;
	struct allocas allocas;
};

void
adopt_give_up(lr_context *cx, LLVMModuleRef m)
{
	const lr_status first = cx->first;
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);

	cx->first = LR_OK;
	pass_remove_ni(cx, m, NULL, 0, NULL);
	cx->first = first;
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (LLVMGetFirstBasicBlock(fn) != NULL) {
			LLVMPositionBuilderAtEnd(b, LLVMInsertBasicBlockInContext(c, LLVMGetFirstBasicBlock(fn), ""));
			LLVMBuildUnreachable(b);
		}
	LLVMDisposeBuilder(b);
}

/* ---- variables ---- */

/* Does a variable of the function hold pointers that may not lie in memory? */
static bool
has_special_variables(LLVMValueRef fn)
{
	LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(fn);

	for (LLVMValueRef i = entry ? LLVMGetFirstInstruction(entry) : NULL; i != NULL; i = LLVMGetNextInstruction(i))
		if (LLVMIsAAllocaInst(i) && (type_spaces(LLVMGetAllocatedType(i)) & ~SPACE_BIT(LR_AS_TRACKED)))
			return true;
	return false;
}

/* LLVM's mem2reg, which passes optnone functions over: so the others' variables stay where a debugger finds them. */
static lr_status
promote(struct adoption *a)
{
	const unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);
	LLVMAttributeRef attribute = LLVMCreateEnumAttribute(LLVMGetModuleContext(a->m), optnone, 0);
	LLVMValueRef *touched = NULL;
	uint32_t n = 0, cap = 0;
	bool any = false;

	for (LLVMValueRef fn = LLVMGetFirstFunction(a->m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		if (!has_special_variables(fn))
			continue;
		any = true;
		if (LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, optnone) && ARENA_PUSH(&a->e.arena, touched, n, cap))
			touched[n++] = fn;
	}
	if (a->e.arena.failed)
		return lr_nomem(a->cx);
	if (!any)
		return LR_OK;
	for (uint32_t i = 0; i < n; i++)
		LLVMRemoveEnumAttributeAtIndex(touched[i], AT_FUNCTION, optnone);
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(a->m, "function(mem2reg)", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error != NULL)
		LLVMConsumeError(error);
	for (uint32_t i = 0; i < n; i++)
		LLVMAddAttributeAtIndex(touched[i], AT_FUNCTION, attribute);
	a->cx->changed |= LR_CHANGED_IR;
	return LR_OK;
}

/* ---- planning ---- */

static lr_status
plan_call(struct adoption *a, LLVMValueRef call, enum extra what)
{
	if (what == PRESERVE_BEGIN)
		for (LLVMUseRef u = LLVMGetFirstUse(call); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u),
				callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
			if (callee == NULL || callee != LLVMGetNamedFunction(a->m, extra_names[PRESERVE_END]))
				return lr_fail(a->cx, LR_E_DIALECT, call,
					"what PRESERVE gives may only be kept in one variable, and handed to an "
					"UNPRESERVE that is not reached without it");
		}
	if (what == PRESERVE_END) {
		LLVMValueRef token = LLVMGetOperand(call, 0),
			begin = LLVMGetNamedFunction(a->m, extra_names[PRESERVE_BEGIN]);
		if (begin == NULL || !LLVMIsACallInst(token) || LLVMGetCalledValue(token) != begin)
			return lr_fail(a->cx, LR_E_DIALECT, call, "UNPRESERVE is not given what a PRESERVE gave");
	}
	if (LLVMGetNumArgOperands(call) > MAX_PRESERVED)
		return lr_fail(a->cx, LR_E_DIALECT, call, "PRESERVE takes at most %d objects", MAX_PRESERVED);
	edit_plan_call(&a->e, call);
	if (ARENA_PUSH(&a->e.arena, a->sites, a->nsites, a->sites_cap))
		a->sites[a->nsites++] = (struct site){ call, what };
	return LR_OK;
}

static lr_status
plan_calls(struct adoption *a)
{
	for (unsigned what = 0; what < NEXTRAS; what++) {
		LLVMValueRef f = LLVMGetNamedFunction(a->m, extra_names[what]);
		for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef call = LLVMGetUser(u);
			if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
				return lr_fail(a->cx, LR_E_DIALECT, call, "%s may only be called", extra_names[what]);
			lr_status st = plan_call(a, call, what);
			if (st != LR_OK)
				return st;
		}
	}
	return LR_OK;
}

static void
add_mark(struct adoption *a, LLVMValueRef fn, unsigned at, const char *name, const char *value)
{
	if (ARENA_PUSH(&a->e.arena, a->marks, a->nmarks, a->marks_cap))
		a->marks[a->nmarks++] = (struct mark){ fn, at, name, value };
}

/* "P N": N references come back through parameter P of the source, counted from 0. */
static lr_status
plan_return_roots(struct adoption *a, LLVMValueRef fn, const char *text, size_t bytes)
{
	char numbers[40], more;
	unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
	long long parameter, n; /* so that numbers below 0 and above what can be are seen to be */

	snprintf(numbers, sizeof numbers, "%.*s", (int)(bytes < 39 ? bytes : 39), text);
	if (sscanf(numbers, "%15lld %15lld %c", &parameter, &n, &more) != 2 || parameter < 0 || n <= 0)
		return lr_fail(a->cx, LR_E_DIALECT, fn,
			"RETURN_ROOTS takes the number of a parameter and how many references come back through it");
	if (LLVMCountParams(fn) > 0 && LLVMGetEnumAttributeAtIndex(fn, 1, sret) != NULL)
		parameter++;
	if (parameter >= LLVMCountParams(fn)
		|| pointer_as(LLVMTypeOf(LLVMGetParam(fn, (unsigned)parameter))) != LR_AS_GENERIC)
		return lr_fail(a->cx, LR_E_DIALECT, fn,
			"RETURN_ROOTS: parameter %lld is no pointer to references on the stack", parameter);
	snprintf(numbers, sizeof numbers, "%lld", n);
	add_mark(a, fn, (unsigned)parameter + 1, "julia.return_roots", arena_strdup(&a->e.arena, numbers));
	return LR_OK;
}

/* One row of llvm.global.annotations: { function, text, file, line, arguments }. */
static lr_status
plan_annotation(struct adoption *a, LLVMValueRef row)
{
	static const char roots[] = "lateroot.return_roots ", leaf[] = "lateroot.leaf",
		own[] = "lateroot.roots_arguments";
	LLVMValueRef fn = LLVMGetOperand(row, 0), text = LLVMGetOperand(row, 1);
	size_t n;

	if (!LLVMIsAFunction(fn) || !LLVMIsAGlobalVariable(text) || (text = LLVMGetInitializer(text)) == NULL
		|| !LLVMIsConstantString(text))
		return LR_OK;
	const char *s = LLVMGetAsString(text, &n);
	if (n >= sizeof leaf && memcmp(s, leaf, sizeof leaf) == 0)
		add_mark(a, fn, AT_FUNCTION, "gc-leaf-function", "");
	if (n >= sizeof own && memcmp(s, own, sizeof own) == 0)
		add_mark(a, fn, AT_FUNCTION, ROOTS_ARGUMENTS_ATTRIBUTE, "");
	if (n >= sizeof roots && memcmp(s, roots, sizeof roots - 1) == 0)
		return plan_return_roots(a, fn, s + sizeof roots - 1, n - (sizeof roots - 1));
	return LR_OK;
}

static lr_status
plan_marks(struct adoption *a)
{
	const unsigned swiftself = LLVMGetEnumAttributeKindForName("swiftself", 9);
	LLVMValueRef table = LLVMGetNamedGlobal(a->m, "llvm.global.annotations");

	table = table != NULL ? LLVMGetInitializer(table) : NULL;
	for (int i = 0, n = table != NULL ? LLVMGetNumOperands(table) : 0; i < n; i++) {
		lr_status st = plan_annotation(a, LLVMGetOperand(table, (unsigned)i));
		if (st != LR_OK)
			return st;
	}
	for (LLVMValueRef fn = LLVMGetFirstFunction(a->m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (unsigned p = 1, n = LLVMCountParams(fn); p <= n; p++)
			if (LLVMGetEnumAttributeAtIndex(fn, p, swiftself) != NULL)
				add_mark(a, fn, p, "gcstack", "");
	return LR_OK;
}

/* ---- changing ---- */

static LLVMValueRef
declare(struct adoption *a, const char *name, LLVMTypeRef type)
{
	LLVMValueRef f = LLVMGetNamedFunction(a->m, name);

	return f != NULL ? f : LLVMAddFunction(a->m, name, type);
}

static LLVMValueRef
build_preserve(struct adoption *a, LLVMValueRef call, enum extra what)
{
	struct edit *e = &a->e;
	LLVMTypeRef token = LLVMTokenTypeInContext(e->context);
	LLVMValueRef kept[MAX_PRESERVED];
	unsigned n = LLVMGetNumArgOperands(call);

	if (what == PRESERVE_END) {
		LLVMTypeRef type = LLVMFunctionType(e->void_type, &token, 1, false);
		kept[0] = LLVMGetOperand(call, 0);
		return LLVMBuildCall2(e->builder, type, declare(a, "llvm.julia.gc_preserve_end", type), kept, 1, "");
	}
	LLVMTypeRef type = LLVMFunctionType(token, NULL, 0, true);
	for (unsigned i = 0; i < n; i++)
		kept[i] = LLVMGetOperand(call, i);
	return LLVMBuildCall2(e->builder, type, declare(a, "llvm.julia.gc_preserve_begin", type), kept, n, "");
}

static LLVMValueRef
build(struct adoption *a, LLVMValueRef call, enum extra what)
{
	LLVMBuilderRef b = a->e.builder;
	LLVMValueRef op[3] = { NULL, NULL, NULL }, pair;

	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < 3 && i < n; i++)
		op[i] = LLVMGetOperand(call, i);
	switch (what) {
	case EXCHANGE:
		pair = LLVMBuildAtomicRMW(b, LLVMAtomicRMWBinOpXchg, op[0], op[1],
			LLVMAtomicOrderingSequentiallyConsistent, false);
		return pair;
	case COMPARE_EXCHANGE:
		pair = LLVMBuildAtomicCmpXchg(b, op[0], op[1], op[2], LLVMAtomicOrderingSequentiallyConsistent,
			LLVMAtomicOrderingSequentiallyConsistent, false);
		return LLVMBuildExtractValue(b, pair, 0, "");
	case LOAD_ACQUIRE:
		pair = LLVMBuildLoad2(b, a->e.tracked, op[0], "");
		LLVMSetOrdering(pair, LLVMAtomicOrderingAcquire);
		LLVMSetAlignment(pair, a->e.word_bytes);
		return pair;
	case COPY:
	case MOVE:
		if (copies_are_words(&a->e, op[2]))
			return copies_build_opaque(&a->e, op[0], 1, op[1], 1, op[2], what == MOVE, false);
		if (what == COPY)
			return LLVMBuildMemCpy(b, op[0], 1, op[1], 1, op[2]);
		return LLVMBuildMemMove(b, op[0], 1, op[1], 1, op[2]);
	default:
		return build_preserve(a, call, what);
	}
}

/* The begin's uses, ends that were made before or will be, take the token: the types differ, so operand by operand. */
static void
hand_over(LLVMValueRef from, LLVMValueRef to)
{
	for (LLVMUseRef u = LLVMGetFirstUse(from), next; u != NULL; u = next) {
		next = LLVMGetNextUse(u);
		LLVMSetOperand(LLVMGetUser(u), 0, to);
	}
}

static void
rewrite(struct adoption *a)
{
	for (uint32_t i = 0; i < a->nsites; i++) {
		LLVMValueRef call = a->sites[i].call;
		edit_before(&a->e, call);
		LLVMValueRef made = build(a, call, a->sites[i].what);
		if (a->sites[i].what == EXCHANGE || a->sites[i].what == COMPARE_EXCHANGE
			|| a->sites[i].what == LOAD_ACQUIRE) {
			edit_replace(&a->e, call, made);
			continue;
		}
		if (a->sites[i].what == PRESERVE_BEGIN)
			hand_over(call, made);
		LLVMInstructionEraseFromParent(call);
	}
	for (unsigned what = 0; what < NEXTRAS; what++) {
		LLVMValueRef f = LLVMGetNamedFunction(a->m, extra_names[what]);
		if (f != NULL && LLVMGetFirstUse(f) == NULL)
			LLVMDeleteFunction(f);
	}
	for (uint32_t i = 0; i < a->nmarks; i++) {
		const struct mark *k = &a->marks[i];
		LLVMAddAttributeAtIndex(k->fn, k->at,
			LLVMCreateStringAttribute(a->e.context, k->name, (unsigned)strlen(k->name), k->value,
				(unsigned)strlen(k->value)));
	}
}

/* What may be known of the dialect's functions while LLVM optimises. */
static void
add_attributes(struct adoption *a)
{
	/* inaccessiblemem: bits 2 and 3 in every version; nothing, read, or read and write */
	enum { NONE = 0, READ = 4, READ_WRITE = 12 };
	static const struct { const char *name; unsigned memory; bool pure; } rows[] = {
		{ "julia.get_pgcstack", READ, false },
		{ "julia.typeof", NONE, true },
		{ "julia.pointer_from_objref", NONE, true },
		{ "julia.gc_loaded", NONE, true },
		{ "julia.write_barrier", READ_WRITE, false },
		{ "julia.object_write_barrier", READ_WRITE, false },
		{ "julia.field_write_barrier.p11", READ_WRITE, false },
		{ "julia.field_write_barrier.p13", READ_WRITE, false },
	};
	const unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8),
		willreturn = LLVMGetEnumAttributeKindForName("willreturn", 10);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(a->m, rows[i].name);
		if (f == NULL)
			continue;
		LLVMAddAttributeAtIndex(f, AT_FUNCTION,
			LLVMCreateEnumAttribute(a->e.context, a->e.attr_memory, rows[i].memory));
		LLVMAddAttributeAtIndex(f, AT_FUNCTION, LLVMCreateEnumAttribute(a->e.context, nounwind, 0));
		if (rows[i].pure)
			LLVMAddAttributeAtIndex(f, AT_FUNCTION, LLVMCreateEnumAttribute(a->e.context, willreturn, 0));
	}
}

lr_status
pass_adopt_dialect(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct adoption a = { .cx = cx, .m = m };
	lr_status st;

	if (!is_c_dialect(m))
		return LR_OK;
	allocas_begin(&a.allocas, cx);
	st = edit_begin(&a.e, cx, m) ? LR_OK : lr_nomem(cx);
	if (st == LR_OK)
		st = unions_check(cx, m);
	if (st == LR_OK)
		st = heap_check_early(cx, m);
	if (st == LR_OK)
		st = untyped_check(cx, m);
	if (st == LR_OK)
		st = numbers_check(cx, m);
	if (st == LR_OK)
		st = calls_check(cx, m);
	if (st == LR_OK && adopt_patterns(m))
		cx->changed |= LR_CHANGED_IR;
	if (st == LR_OK && adopt_fake_uses(m))
		cx->changed |= LR_CHANGED_IR;
	if (st == LR_OK)
		st = coerced_adopt(cx, m);
	if (st == LR_OK)
		st = words_check(cx, m);
	if (st == LR_OK)
		st = mistakes_check(cx, m);
	if (st == LR_OK)
		st = promote(&a);
	if (st == LR_OK)
		st = plan_calls(&a);
	if (st == LR_OK)
		st = plan_marks(&a);
	if (st == LR_OK)
		copies_plan(&a.copies, &a.e, m);
	if (st == LR_OK)
		st = allocas_plan(&a.allocas, cx, m);
	if (st == LR_OK && (!edit_ready(&a.e) || a.e.arena.failed))
		st = lr_nomem(cx);
	if (st == LR_OK)
		st = pass_add_ni(cx, m, fns, nfns, params);
	if (st == LR_OK) {
		rewrite(&a);
		copies_rewrite(&a.copies, &a.e);
		allocas_rewrite(&a.allocas, m);
		mark_numbers(m);
		add_attributes(&a);
		memory_set_typed(m);
		cx->changed |= LR_CHANGED_IR;
	}
	allocas_end(&a.allocas);
	edit_end(&a.e);
	return st;
}
