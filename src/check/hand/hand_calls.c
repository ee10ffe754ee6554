/* SPDX-License-Identifier: MIT */
/* hand_calls.c -- what is known of the functions that code by hand calls: what the source says of them, the C library,
** and what their bodies show. */
#include "check/hand/hand.h"

#include "base/c_library.h"

static void
add_string(LLVMValueRef fn, const char *name, const char *value)
{
	LLVMAddAttributeAtIndex(fn, CK_ON_FUNCTION, LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)), name,
		(unsigned)strlen(name), value, (unsigned)strlen(value)));
}

/* ---- what the source says ---- */

/* The text of an annotation, or "". */
static const char *
text_of(LLVMValueRef global)
{
	LLVMValueRef init = LLVMIsAGlobalVariable(global) != NULL ? LLVMGetInitializer(global) : NULL;
	size_t n = 0;

	return init != NULL && LLVMIsAConstantDataSequential(init) != NULL && LLVMIsConstantString(init)
		? LLVMGetAsString(init, &n) : "";
}

static void
annotate(LLVMValueRef v, const char *text)
{
	LLVMContextRef lc = LLVMGetTypeContext(LLVMTypeOf(v));

	if (LLVMIsAGlobalVariable(v) != NULL && strcmp(text, "lateroot.permanent") == 0)
		LLVMGlobalSetMetadata(v, LLVMGetMDKindIDInContext(lc, "julia.constgv", 13),
			LLVMMDNodeInContext2(lc, NULL, 0));
	if (LLVMIsAFunction(v) == NULL)
		return;
	if (strcmp(text, "lateroot.leaf") == 0) /* a body is checked as if this was inferred */
		add_string(v, "gc-leaf-function", LLVMCountBasicBlocks(v) > 0 ? "inferred" : "");
	else if (strcmp(text, "lateroot.roots_arguments") == 0)
		add_string(v, CHECK_ROOTED_BY_CALLEE, "");
	else if (strcmp(text, "lateroot.part") == 0)
		add_string(v, HAND_PART, "");
}

static void
read_annotations(LLVMModuleRef m)
{
	LLVMValueRef table = LLVMGetNamedGlobal(m, "llvm.global.annotations");
	LLVMValueRef rows = table != NULL ? LLVMGetInitializer(table) : NULL;
	const unsigned n = rows != NULL && LLVMIsAConstantArray(rows) != NULL ? (unsigned)LLVMGetNumOperands(rows) : 0;

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef row = LLVMGetOperand(rows, i);
		if (LLVMIsAConstantStruct(row) != NULL)
			annotate(LLVMGetOperand(row, 0), text_of(LLVMGetOperand(row, 1)));
	}
}

/* ---- functions that never collect ---- */

static void
read_library(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (LLVMCountBasicBlocks(f) == 0 && c_library_is_quiet(value_name(f)))
			add_string(f, "gc-leaf-function", "");
	}
}

static bool
may_collect(lr_context *cx, LLVMValueRef fn)
{
	struct ck c;
	bool twice, may = false;

	check_set_up(&c, cx, fn, false);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL && !may; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && !may; i = LLVMGetNextInstruction(i))
			may = (LLVMIsACallInst(i) != NULL || LLVMIsAInvokeInst(i) != NULL
				|| LLVMIsACallBrInst(i) != NULL) && check_is_safepoint(&c, i, &twice);
	check_tear_down(&c);
	return may;
}

enum { ROUNDS_MOST = 8 };

/* Believes no body that only reads memory if it calls what may collect: clang says so of functions with the names of
** the C library, whatever they do.  In the end no such body is left, or none is believed. */
static void
doubt_readers(lr_context *cx, LLVMModuleRef m)
{
	const unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
	bool again = true;

	for (unsigned round = 0; again && round <= ROUNDS_MOST; round++) {
		again = false;
		for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
			if (LLVMCountBasicBlocks(f) == 0 || LLVMGetEnumAttributeAtIndex(f, CK_ON_FUNCTION, kind) == NULL
				|| (round < ROUNDS_MOST && !may_collect(cx, f)))
				continue;
			LLVMRemoveEnumAttributeAtIndex(f, CK_ON_FUNCTION, kind);
			for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u)) {
				LLVMValueRef call = LLVMGetUser(u);
				if (LLVMIsACallInst(call) != NULL || LLVMIsAInvokeInst(call) != NULL)
					LLVMRemoveCallSiteEnumAttribute(call, CK_ON_FUNCTION, kind);
			}
			again = true;
		}
	}
}

/* Finds leaves from the callees to the callers; what calls itself counts as collecting.  Sources define functions
** before they use them, so that the first round finds nearly all. */
static void
infer_leaves(lr_context *cx, LLVMModuleRef m)
{
	bool again = true;

	for (unsigned round = 0; again && round < ROUNDS_MOST; round++) {
		again = false;
		for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
			const LLVMLinkage l = LLVMGetLinkage(f);
			const bool only = l == LLVMInternalLinkage || l == LLVMPrivateLinkage
				|| l == LLVMLinkOnceODRLinkage;
			if (LLVMCountBasicBlocks(f) == 0 || !only
				|| LLVMGetStringAttributeAtIndex(f, CK_ON_FUNCTION, "gc-leaf-function", 16) != NULL
				|| may_collect(cx, f))
				continue;
			add_string(f, "gc-leaf-function", "inferred");
			again = true;
		}
	}
}

/* ---- calls ---- */

/* Passes references in the address space that says that the callee roots them. */
static void
hand_over(LLVMBuilderRef b, LLVMValueRef call)
{
	enum { ARGUMENTS_MOST = 32 };
	const unsigned n = LLVMGetNumArgOperands(call);
	LLVMTypeRef types[ARGUMENTS_MOST], fn = LLVMGetCalledFunctionType(call);
	LLVMValueRef args[ARGUMENTS_MOST];
	bool any = false;

	if (n > ARGUMENTS_MOST || LLVMIsFunctionVarArg(fn))
		return;
	LLVMPositionBuilderBefore(b, call);
	for (unsigned k = 0; k < n; k++) {
		args[k] = LLVMGetOperand(call, k);
		types[k] = LLVMTypeOf(args[k]);
		if (check_space(types[k]) != LR_AS_TRACKED || LLVMGetTypeKind(types[k]) != LLVMPointerTypeKind)
			continue;
		types[k] = LLVMPointerTypeInContext(LLVMGetTypeContext(types[k]), LR_AS_CALLEE_ROOTED);
		args[k] = LLVMBuildAddrSpaceCast(b, args[k], types[k], "");
		any = true;
	}
	if (!any)
		return;
	LLVMValueRef made = LLVMBuildCall2(b, LLVMFunctionType(LLVMGetReturnType(fn), types, n, false),
		LLVMGetCalledValue(call), args, n, "");
	LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
	hand_copy_metadata(made, call);
	LLVMReplaceAllUsesWith(call, made);
	LLVMInstructionEraseFromParent(call);
}

/* Makes of the result a load of constant memory of the first argument: so it lives as long as that. */
static void
make_part(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef of = LLVMGetNumArgOperands(call) > 0 ? LLVMGetOperand(call, 0) : NULL;
	LLVMContextRef lc = LLVMGetTypeContext(LLVMTypeOf(call));

	if (of == NULL || check_space(LLVMTypeOf(of)) != LR_AS_TRACKED || check_space(LLVMTypeOf(call)) != LR_AS_TRACKED
		|| LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
		return;
	LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
	LLVMValueRef part = LLVMBuildLoad2(b, LLVMTypeOf(call), of, "");
	LLVMReplaceAllUsesWith(call, part);
	LLVMSetMetadata(part, LLVMGetMDKindIDInContext(lc, "invariant.load", 14),
		LLVMMetadataAsValue(lc, LLVMMDNodeInContext2(lc, NULL, 0)));
	hand_copy_metadata(part, call);
}

static void
change_calls(LLVMModuleRef m, LLVMValueRef fn, void (*change)(LLVMBuilderRef, LLVMValueRef))
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));

	for (LLVMUseRef u = LLVMGetFirstUse(fn), next; u != NULL; u = next) {
		LLVMValueRef call = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (LLVMIsACallInst(call) != NULL && LLVMGetCalledValue(call) == fn)
			change(b, call);
	}
	LLVMDisposeBuilder(b);
}

static bool
says(LLVMValueRef fn, const char *name)
{
	return LLVMGetStringAttributeAtIndex(fn, CK_ON_FUNCTION, name, (unsigned)strlen(name)) != NULL;
}

/* Calls of the getter under the name that the profile, or this library's runtime, has for it. */
static void
name_getter(lr_context *cx, LLVMModuleRef m)
{
	const char *const names[] = { "lr_get_pgcstack", cx->profile.getter_name };

	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		LLVMValueRef fn = *names[k] != '\0' ? LLVMGetNamedFunction(m, names[k]) : NULL;
		if (fn == NULL || LLVMCountBasicBlocks(fn) > 0)
			continue;
		LLVMValueRef ours = LLVMGetNamedFunction(m, "julia.get_pgcstack");
		if (ours == NULL)
			ours = LLVMAddFunction(m, "julia.get_pgcstack", LLVMGlobalGetValueType(fn));
		/* so that it stays a call where the inliner puts it into code that catches exceptions */
		LLVMAddAttributeAtIndex(ours, CK_ON_FUNCTION, LLVMCreateEnumAttribute(LLVMGetModuleContext(m),
			LLVMGetEnumAttributeKindForName("nounwind", 8), 0));
		LLVMReplaceAllUsesWith(fn, ours);
	}
}

void
hand_calls(lr_context *cx, LLVMModuleRef m)
{
	name_getter(cx, m);
	read_annotations(m);
	read_library(m);
	doubt_readers(cx, m);
	infer_leaves(cx, m);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (says(f, CHECK_ROOTED_BY_CALLEE))
			change_calls(m, f, hand_over);
		if (says(f, HAND_PART))
			change_calls(m, f, make_part);
	}
}
