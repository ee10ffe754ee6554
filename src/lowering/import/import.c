/* SPDX-License-Identifier: MIT */
/* import.c -- AdoptDialect: turns clang's IR into the GC dialect, for <lateroot/dialect.h>, before LLVM optimises.
**
** C can express pointers with address spaces by itself. The header expresses the rest by functions named dialect.* and
** by annotations:
**
**   variables of DERIVED, LOADED, CALLEE_ROOTED   mem2reg, even if nothing else is optimised: such pointers must not
**                                                 lie in memory
**   dialect.preserve_begin, _end                  llvm.julia.gc_preserve_begin, _end: clang cannot make tokens
**   dialect.exchange, compare_exchange, load_acquire   instructions, for which clang would use integers
**   dialect.copy, move                            llvm.memcpy, llvm.memmove between address spaces
**   dialect.zero                                  llvm.memset of a fresh object: no loop, in which there would be polls
**   llvm.memcpy, llvm.memmove of references       loads and stores, or lateroot.copy_words: copies.c
**   alloca() of references                        an array of them; functions with an array of computed size are not
**                                                 inlined: alloca.c
**   a struct of one reference, passed as an integer   the reference: coerced.c
**   swift_context                                 "gcstack"
**   annotate("lateroot.return_roots P N")         "julia.return_roots"="N" at parameter P
**   annotate("lateroot.leaf")                     "gc-leaf-function"
**   annotate("lateroot.roots_arguments")          "lateroot-roots-arguments"
**   annotate("lateroot.walked")                   "lateroot-walked"
**   what files without the plug-in do not link for     nothing: link_check.c
**
** The dialect's own functions get attributes that C cannot express. Allocation gets none, neither noalias nor a memory
** effect: LLVM's own pipeline would then drop stores that only the collector reads.
**
** The header adds a line of module assembly, by which its users are known; other modules stay as they are. */
#include "lowering/import/import.h"

#include <stdio.h>

#include <llvm-c/Transforms/PassBuilder.h>

#include "addrspace/remove/wasm.h"
#include "dialect/edit/edit.h"
#include "dialect/kind.h"
#include "dialect/module_marks.h"
#include "dialect/tail_calls.h"
#include "dialect/walked.h"
#include "host/passes.h"
#include "lowering/common/annotations.h"
#include "lowering/common/lowering.h"
#include "lowering/import/alloca.h"
#include "lowering/import/coerced.h"
#include "lowering/import/copies.h"
#include "lowering/import/flags.h"
#include "lowering/import/link_check.h"
#include "lowering/import/mark_numbers.h"
#include "lowering/mistakes/mistakes.h"

/* The functions of the header that are replaced, and their types: of the result, then of the parameters. */
enum extra { PRESERVE_BEGIN, PRESERVE_END, EXCHANGE, COMPARE_EXCHANGE, LOAD_ACQUIRE, COPY, MOVE, ZERO, NEXTRAS };
static const struct { const char *name, *type; } extras[NEXTRAS] = {
	{ "dialect.preserve_begin", "ct." }, { "dialect.preserve_end", "vc" }, { "dialect.exchange", "tdt" },
	{ "dialect.compare_exchange", "tdtt" }, { "dialect.load_acquire", "td" }, { "dialect.copy", "vppn" },
	{ "dialect.move", "vppn" }, { "dialect.zero", "ttn" }
};

enum { MAX_PRESERVED = 256 };

struct import {
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
import_give_up(lr_context *cx, LLVMModuleRef m)
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

/* Does the function have a variable of pointers that must not lie in memory? */
static bool
has_special_variables(LLVMValueRef fn)
{
	LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(fn);

	for (LLVMValueRef i = entry ? LLVMGetFirstInstruction(entry) : NULL; i != NULL; i = LLVMGetNextInstruction(i))
		if (LLVMIsAAllocaInst(i) && (type_spaces(LLVMGetAllocatedType(i)) & ~SPACE_BIT(LR_AS_TRACKED)))
			return true;
	return false;
}

/* Runs LLVM's mem2reg if some function has such variables. The pass skips optnone functions; those with such variables
** lose that attribute meanwhile. Variables of other functions stay in memory, where a debugger finds them. */
static lr_status
promote(struct import *im)
{
	const unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);
	LLVMAttributeRef attribute = LLVMCreateEnumAttribute(LLVMGetModuleContext(im->m), optnone, 0);
	LLVMValueRef *touched = NULL;
	uint32_t n = 0, cap = 0;
	bool any = false;

	for (LLVMValueRef fn = LLVMGetFirstFunction(im->m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		if (!has_special_variables(fn))
			continue;
		any = true;
		if (LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, optnone) && ARENA_PUSH(&im->e.arena, touched, n, cap))
			touched[n++] = fn;
	}
	if (im->e.arena.failed)
		return lr_nomem(im->cx);
	if (!any)
		return LR_OK;
	for (uint32_t i = 0; i < n; i++)
		LLVMRemoveEnumAttributeAtIndex(touched[i], AT_FUNCTION, optnone);
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(im->m, "function(mem2reg)", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error != NULL)
		LLVMConsumeError(error);
	for (uint32_t i = 0; i < n; i++)
		LLVMAddAttributeAtIndex(touched[i], AT_FUNCTION, attribute);
	im->cx->changed |= LR_CHANGED_IR;
	return LR_OK;
}

/* ---- planning ---- */

/* Is `t` of the kind that the letter stands for? */
static bool
fits(LLVMTypeRef t, char letter)
{
	switch (letter) {
	case 't': return pointer_as(t) == LR_AS_TRACKED;
	case 'd': return pointer_as(t) == LR_AS_DERIVED;
	case 'c': return pointer_as(t) == LR_AS_CALLEE_ROOTED;
	case 'p': return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
	case 'n': return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64;
	default: return LLVMGetTypeKind(t) == LLVMVoidTypeKind;
	}
}

/* Is the type that of the header? `letters`: as in `extras`; a dot at the end stands for any other arguments. */
static bool
is_declared_type(LLVMTypeRef type, const char *letters)
{
	LLVMTypeRef params[4];
	const bool more = strchr(letters, '.') != NULL;
	const unsigned n = (unsigned)strlen(letters) - 1 - more;

	if (LLVMCountParamTypes(type) != n || LLVMIsFunctionVarArg(type) != more
		|| !fits(LLVMGetReturnType(type), letters[0]))
		return false;
	LLVMGetParamTypes(type, params);
	for (unsigned i = 0; i < n; i++)
		if (!fits(params[i], letters[i + 1]))
			return false;
	return true;
}

static lr_status
plan_call(struct import *im, LLVMValueRef call, enum extra what)
{
	if (what == PRESERVE_BEGIN)
		for (LLVMUseRef u = LLVMGetFirstUse(call); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u),
				callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
			if (callee == NULL || callee != LLVMGetNamedFunction(im->m, extras[PRESERVE_END].name))
				return lr_fail(im->cx, LR_E_DIALECT, call,
					"the result of PRESERVE may only be stored in one variable, and passed to an "
					"UNPRESERVE that only this PRESERVE can reach");
		}
	if (what == PRESERVE_END) {
		LLVMValueRef token = LLVMGetOperand(call, 0),
			begin = LLVMGetNamedFunction(im->m, extras[PRESERVE_BEGIN].name);
		if (begin == NULL || !LLVMIsACallInst(token) || LLVMGetCalledValue(token) != begin)
			return lr_fail(im->cx, LR_E_DIALECT, call,
				"the argument of UNPRESERVE is not the result of a PRESERVE");
	}
	if (LLVMGetNumArgOperands(call) > MAX_PRESERVED)
		return lr_fail(im->cx, LR_E_DIALECT, call, "PRESERVE takes at most %d objects", MAX_PRESERVED);
	edit_plan_call(&im->e, call);
	if (ARENA_PUSH(&im->e.arena, im->sites, im->nsites, im->sites_cap))
		im->sites[im->nsites++] = (struct site){ call, what };
	return LR_OK;
}

static lr_status
plan_calls(struct import *im)
{
	for (unsigned what = 0; what < NEXTRAS; what++) {
		LLVMValueRef f = LLVMGetNamedFunction(im->m, extras[what].name);
		for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef call = LLVMGetUser(u);
			if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
				return lr_fail(im->cx, LR_E_DIALECT, call,
					"%s must be called directly; its address cannot be taken", extras[what].name);
			if (!is_declared_type(LLVMGetCalledFunctionType(call), extras[what].type))
				return lr_fail(im->cx, LR_E_DIALECT, call,
					"%s has another type than in <lateroot/dialect.h>", extras[what].name);
			lr_status st = plan_call(im, call, what);
			if (st != LR_OK)
				return st;
		}
	}
	return LR_OK;
}

static void
add_mark(struct import *im, LLVMValueRef fn, unsigned at, const char *name, const char *value)
{
	if (ARENA_PUSH(&im->e.arena, im->marks, im->nmarks, im->marks_cap))
		im->marks[im->nmarks++] = (struct mark){ fn, at, name, value };
}

/* Reads "P N": N references are returned through parameter P of the source, counted from 0. */
static lr_status
plan_return_roots(struct import *im, LLVMValueRef fn, const char *text, size_t bytes)
{
	char numbers[40], more;
	unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
	long long parameter, n; /* wide enough for negative and for too large numbers */

	snprintf(numbers, sizeof numbers, "%.*s", (int)(bytes < 39 ? bytes : 39), text);
	if (sscanf(numbers, "%15lld %15lld %c", &parameter, &n, &more) != 2 || parameter < 0 || n <= 0)
		return lr_fail(im->cx, LR_E_DIALECT, fn,
			"RETURN_ROOTS takes the number of a parameter and the number of references that it returns");
	const long long number = /* of the parameter in LLVM's function */
		parameter + (LLVMCountParams(fn) > 0 && LLVMGetEnumAttributeAtIndex(fn, 1, sret) != NULL);
	if (number >= LLVMCountParams(fn)
		|| pointer_as(LLVMTypeOf(LLVMGetParam(fn, (unsigned)number))) != LR_AS_GENERIC)
		return lr_fail(im->cx, LR_E_DIALECT, fn,
			"RETURN_ROOTS: parameter %lld is not a pointer to references on the stack", parameter);
	snprintf(numbers, sizeof numbers, "%lld", n);
	add_mark(im, fn, (unsigned)number + 1, "julia.return_roots", arena_strdup(&im->e.arena, numbers));
	return LR_OK;
}

static lr_status
plan_annotation(struct import *im, LLVMValueRef row)
{
	static const char roots[] = "lateroot.return_roots ", leaf[] = "lateroot.leaf",
		own[] = "lateroot.roots_arguments", walked[] = "lateroot.walked";
	LLVMValueRef fn;
	size_t n;
	const char *s = annotation_of_function(row, &fn, &n);

	if (s == NULL)
		return LR_OK;
	if (n >= sizeof leaf && memcmp(s, leaf, sizeof leaf) == 0)
		add_mark(im, fn, AT_FUNCTION, "gc-leaf-function", "");
	if (n >= sizeof own && memcmp(s, own, sizeof own) == 0)
		add_mark(im, fn, AT_FUNCTION, ROOTS_ARGUMENTS_ATTRIBUTE, "");
	if (n >= sizeof walked && memcmp(s, walked, sizeof walked) == 0)
		add_mark(im, fn, AT_FUNCTION, WALKED_ATTRIBUTE, "");
	if (n >= sizeof roots && memcmp(s, roots, sizeof roots - 1) == 0)
		return plan_return_roots(im, fn, s + sizeof roots - 1, n - (sizeof roots - 1));
	return LR_OK;
}

static lr_status
plan_marks(struct import *im)
{
	const unsigned swiftself = LLVMGetEnumAttributeKindForName("swiftself", 9);
	LLVMValueRef table = annotations_of(im->m);

	for (int i = 0, n = table != NULL ? LLVMGetNumOperands(table) : 0; i < n; i++) {
		lr_status st = plan_annotation(im, LLVMGetOperand(table, (unsigned)i));
		if (st != LR_OK)
			return st;
	}
	for (LLVMValueRef fn = LLVMGetFirstFunction(im->m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (unsigned p = 1, n = LLVMCountParams(fn); p <= n; p++)
			if (LLVMGetEnumAttributeAtIndex(fn, p, swiftself) != NULL)
				add_mark(im, fn, p, "gcstack", "");
	return LR_OK;
}

/* ---- changing ---- */

static LLVMValueRef
declare(struct import *im, const char *name, LLVMTypeRef type)
{
	LLVMValueRef f = LLVMGetNamedFunction(im->m, name);

	return f != NULL ? f : LLVMAddFunction(im->m, name, type);
}

static LLVMValueRef
build_preserve(struct import *im, LLVMValueRef call, enum extra what)
{
	struct edit *e = &im->e;
	LLVMTypeRef token = LLVMTokenTypeInContext(e->context);
	LLVMValueRef kept[MAX_PRESERVED];
	unsigned n = LLVMGetNumArgOperands(call);

	if (what == PRESERVE_END) {
		LLVMTypeRef type = LLVMFunctionType(e->void_type, &token, 1, false);
		kept[0] = LLVMGetOperand(call, 0);
		return LLVMBuildCall2(e->builder, type, declare(im, "llvm.julia.gc_preserve_end", type), kept, 1, "");
	}
	LLVMTypeRef type = LLVMFunctionType(token, NULL, 0, true);
	for (unsigned i = 0; i < n; i++)
		kept[i] = LLVMGetOperand(call, i);
	return LLVMBuildCall2(e->builder, type, declare(im, "llvm.julia.gc_preserve_begin", type), kept, n, "");
}

static LLVMValueRef
build(struct import *im, LLVMValueRef call, enum extra what)
{
	LLVMBuilderRef b = im->e.builder;
	LLVMValueRef op[3] = { NULL, NULL, NULL }, made;

	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < 3 && i < n; i++)
		op[i] = LLVMGetOperand(call, i);
	switch (what) {
	case EXCHANGE:
		made = LLVMBuildAtomicRMW(b, LLVMAtomicRMWBinOpXchg, op[0], op[1],
			LLVMAtomicOrderingSequentiallyConsistent, false);
		return made;
	case COMPARE_EXCHANGE:
		made = LLVMBuildAtomicCmpXchg(b, op[0], op[1], op[2], LLVMAtomicOrderingSequentiallyConsistent,
			LLVMAtomicOrderingSequentiallyConsistent, false);
		return LLVMBuildExtractValue(b, made, 0, "");
	case LOAD_ACQUIRE:
		made = LLVMBuildLoad2(b, im->e.tracked, op[0], "");
		LLVMSetOrdering(made, LLVMAtomicOrderingAcquire);
		LLVMSetAlignment(made, im->e.word_bytes);
		return made;
	case COPY:
	case MOVE:
		if (copies_are_words(&im->e, op[2]))
			return copies_build_opaque(&im->e, op[0], 1, op[1], 1, op[2], what == MOVE, false);
		if (what == COPY)
			return LLVMBuildMemCpy(b, op[0], 1, op[1], 1, op[2]);
		return LLVMBuildMemMove(b, op[0], 1, op[1], 1, op[2]);
	case ZERO:
		made = LLVMBuildAddrSpaceCast(b, op[0],
			LLVMPointerTypeInContext(im->e.context, LR_AS_DERIVED), "");
		LLVMBuildMemSet(b, made, LLVMConstInt(im->e.i8, 0, false), op[1], im->e.word_bytes);
		return op[0];
	default:
		return build_preserve(im, call, what);
	}
}

/* Makes the uses of the begin, which are ends already made or still to be made, use the token. Their types differ, so
** LLVMReplaceAllUsesWith cannot be used. */
static void
replace_token(LLVMValueRef from, LLVMValueRef to)
{
	for (LLVMUseRef u = LLVMGetFirstUse(from), next; u != NULL; u = next) {
		next = LLVMGetNextUse(u);
		LLVMSetOperand(LLVMGetUser(u), 0, to);
	}
}

static void
rewrite(struct import *im)
{
	for (uint32_t i = 0; i < im->nsites; i++) {
		LLVMValueRef call = im->sites[i].call;
		edit_before(&im->e, call);
		LLVMValueRef made = build(im, call, im->sites[i].what);
		if (extras[im->sites[i].what].type[0] == 't') {
			edit_replace(&im->e, call, made);
			continue;
		}
		if (im->sites[i].what == PRESERVE_BEGIN)
			replace_token(call, made);
		LLVMInstructionEraseFromParent(call);
	}
	for (unsigned what = 0; what < NEXTRAS; what++) {
		LLVMValueRef f = LLVMGetNamedFunction(im->m, extras[what].name);
		if (f != NULL && LLVMGetFirstUse(f) == NULL)
			LLVMDeleteFunction(f);
	}
	for (uint32_t i = 0; i < im->nmarks; i++) {
		const struct mark *k = &im->marks[i];
		LLVMAddAttributeAtIndex(k->fn, k->at,
			LLVMCreateStringAttribute(im->e.context, k->name, (unsigned)strlen(k->name), k->value,
				(unsigned)strlen(k->value)));
	}
}

/* Adds attributes to the dialect's functions for LLVM's optimisation. */
static void
add_attributes(struct import *im)
{
	/* effects on inaccessiblemem, which has bits 2 and 3 in each version of LLVM */
	enum { NO_MEMORY = 0, READ = 4, READ_WRITE = 12 };
	static const struct { const char *name; unsigned memory; bool pure; } rows[] = {
		{ "julia.get_pgcstack", READ, false },
		{ "julia.typeof", NO_MEMORY, true },
		{ "julia.pointer_from_objref", NO_MEMORY, true },
		{ "julia.gc_loaded", NO_MEMORY, true },
		{ "julia.write_barrier", READ_WRITE, false },
		{ "julia.object_write_barrier", READ_WRITE, false },
		{ "julia.field_write_barrier.p11", READ_WRITE, false },
		{ "julia.field_write_barrier.p13", READ_WRITE, false },
	};
	const unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8),
		willreturn = LLVMGetEnumAttributeKindForName("willreturn", 10);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(im->m, rows[i].name);
		if (f == NULL)
			continue;
		LLVMAddAttributeAtIndex(f, AT_FUNCTION,
			LLVMCreateEnumAttribute(im->e.context, im->e.attr_memory, rows[i].memory));
		LLVMAddAttributeAtIndex(f, AT_FUNCTION, LLVMCreateEnumAttribute(im->e.context, nounwind, 0));
		if (rows[i].pure)
			LLVMAddAttributeAtIndex(f, AT_FUNCTION, LLVMCreateEnumAttribute(im->e.context, willreturn, 0));
	}
}

/* All functions of the module: wasm_take_spaces and coerced_import replace some. */
static LLVMValueRef *
functions_of(LLVMModuleRef m, struct arena *arena, size_t *n)
{
	size_t count = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		count++;
	LLVMValueRef *fns = arena_array(arena, count + 1, sizeof *fns);
	*n = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && fns != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			fns[(*n)++] = f;
	return fns;
}

lr_status
pass_adopt_dialect(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct import im = { .cx = cx, .m = m };
	bool changed = false;

	if (!is_c_dialect(m))
		return LR_OK;
	lr_status st = link_check_delete(cx, m, &changed);
	if (changed)
		cx->changed |= LR_CHANGED_IR;
	if (st == LR_OK && is_wasm(m))
		st = wasm_take_spaces(cx, m);
	if (st != LR_OK)
		return st;
	allocas_begin(&im.allocas, cx);
	st = edit_begin(&im.e, cx, m) ? LR_OK : lr_nomem(cx);
	if (st == LR_OK)
		st = mistakes_check(cx, m);
	if (st == LR_OK && flags_clear_patterns(m))
		cx->changed |= LR_CHANGED_IR;
	if (st == LR_OK && flags_drop_fake_uses(m))
		cx->changed |= LR_CHANGED_IR;
	if (st == LR_OK)
		st = coerced_import(cx, m);
	if (st == LR_OK)
		st = mistakes_check_accesses(cx, m);
	if (st == LR_OK)
		st = promote(&im);
	if (st == LR_OK)
		st = plan_calls(&im);
	if (st == LR_OK)
		st = plan_marks(&im);
	if (st == LR_OK)
		copies_plan(&im.copies, &im.e, m);
	if (st == LR_OK)
		st = allocas_plan(&im.allocas, cx, m);
	if (st == LR_OK && (!edit_ready(&im.e) || im.e.arena.failed))
		st = lr_nomem(cx);
	if (st == LR_OK && (fns = functions_of(m, &im.e.arena, &nfns)) == NULL)
		st = lr_nomem(cx);
	if (st == LR_OK)
		st = pass_add_ni(cx, m, fns, nfns, params);
	if (st == LR_OK) {
		rewrite(&im);
		copies_rewrite(&im.copies, &im.e);
		allocas_rewrite(&im.allocas, m);
		mark_numbers(m);
		add_attributes(&im);
		memory_set_typed(m);
		cx->changed |= LR_CHANGED_IR;
	}
	allocas_end(&im.allocas);
	edit_end(&im.e);
	return st;
}
