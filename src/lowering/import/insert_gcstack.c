/* SPDX-License-Identifier: MIT */
/* insert_gcstack.c -- SettleGCStack and TidyLowered, before and after the lowering of C with <lateroot/dialect.h>.
**
** No roots are placed in a function without julia.get_pgcstack. A compiler for a language knows where it wants the
** call. A C programmer does not write it, and without it objects would be lost. So at the end of LLVM's optimisation
** each function that calls anything and has references of its own gets exactly one call, behind its allocas. If the
** function needs no root in the end, the call has no use and is deleted.
**
** SettleGCStack also restores LLVM's intrinsics for the copies that AdoptDialect hid from LLVM. */
#include <llvm-c/Transforms/PassBuilder.h>

#include "dialect/abi.h"
#include "dialect/kind.h"
#include "dialect/module_marks.h"
#include "dialect/edit/edit.h"
#include "dialect/gcstack.h"
#include "dialect/tail_calls.h"
#include "lowering/import/import.h"
#include "lowering/import/copies.h"
#include "lowering/mistakes/mistakes.h"
#include "lowering/common/lowering.h"
#include "host/passes.h"

static const char GETTER[] = "julia.get_pgcstack";

/* Of a function: it has references, it calls what may be a safepoint, it has a getter already. */
struct look { bool holds, calls, asks; };

/* May objects move while the function runs, as far as its attributes and the options say? */
static bool
may_move(const lr_context *cx, LLVMValueRef fn)
{
	const lr_abi abi = abi_given(fn, cx->options.abi);

	return abi == LR_ABI_STATEPOINT || reload_given(fn, abi, cx->options.reload);
}

/* Looks at each instruction by itself. So a function that holds references and calls something may need no root. */
static struct look
look_at(const struct tail_targets *tails, LLVMValueRef fn, bool moving)
{
	struct look k = { false, false, false };

	for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++) { /* memory of byval arguments is the function's */
		LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(fn, i + 1,
			LLVMGetEnumAttributeKindForName("byval", 5));
		k.holds = k.holds || (byval && type_kind(LLVMGetTypeAttributeValue(byval)).count > 0);
	}
	/* the caller roots arguments, except those of functions that root their own; but where objects move, its roots
	** do not update the copies that this function has */
	const bool own = moving || roots_arguments(tails, fn);
	for (LLVMValueRef a = own ? LLVMGetFirstParam(fn) : NULL; a != NULL; a = LLVMGetNextParam(a))
		k.holds = k.holds || type_kind(LLVMTypeOf(a)).count > 0;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			const LLVMOpcode op = LLVMGetInstructionOpcode(i);
			const enum intrinsic id = op == LLVMCall ? intrinsic_of_call(i) : INTR_NONE;
			k.holds = k.holds
				|| type_kind(op == LLVMAlloca ? LLVMGetAllocatedType(i) : LLVMTypeOf(i)).count > 0;
			k.calls = k.calls || op == LLVMInvoke || (op == LLVMCall && intrinsic_may_be_safepoint(id));
			k.asks = k.asks || id == INTR_GET_PGCSTACK;
		}
	return k;
}

/* Tells LLVM that the getter has no effect, so that it may be moved, and deleted if it has no use. */
static void
mark_getter(const struct edit *e, LLVMValueRef call)
{
	static const char *const names[] = { "nounwind", "willreturn" };

	for (unsigned i = 0; i < 2; i++)
		LLVMAddCallSiteAttribute(call, AT_FUNCTION,
			LLVMCreateEnumAttribute(e->context, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])),
				0));
	LLVMAddCallSiteAttribute(call, AT_FUNCTION, LLVMCreateEnumAttribute(e->context, e->attr_memory, 0));
}

/* Inserts the call behind the allocas, which code generators expect at the start. */
static LLVMValueRef
call_getter(struct edit *e, LLVMValueRef fn)
{
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
	LLVMValueRef getter = LLVMGetNamedFunction(e->module, GETTER),
		at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));

	if (getter == NULL)
		getter = LLVMAddFunction(e->module, GETTER, type);
	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	edit_before(e, at);
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, getter, NULL, 0, "gcstack");
	mark_getter(e, call);
	return call;
}

/* Inserts the getter, which takes the place of all other getters of the function. */
static void
insert_getter(struct edit *e, LLVMValueRef fn)
{
	LLVMValueRef call = call_getter(e, fn);

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i != NULL; i = next) {
			next = LLVMGetNextInstruction(i);
			if (i != call && LLVMIsACallInst(i) && intrinsic_of_call(i) == INTR_GET_PGCSTACK) {
				LLVMReplaceAllUsesWith(i, call);
				LLVMInstructionEraseFromParent(i);
			}
		}
}

static bool
restore_copies(struct edit *e, LLVMValueRef fn)
{
	bool any = false;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i != NULL; i = next) {
			next = LLVMGetNextInstruction(i);
			if (LLVMIsACallInst(i) && intrinsic_of_call(i) == INTR_NONE)
				any |= copies_restore_call(e, i);
		}
	return any;
}

/* A function with a getter stays as it is: in the pipeline of another program some functions may be lowered already,
** and still hold references. */
lr_status
insert_gcstack(lr_context *cx, LLVMModuleRef m, LLVMValueRef fn)
{
	struct edit e;
	struct tail_targets tails;

	tail_targets_find(&tails, m, fn, cx->options.alloc, cx->options.user);
	const bool ok = !tails.failed;
	const struct look k = ok ? look_at(&tails, fn, may_move(cx, fn)) : (struct look){ false, false, false };
	const bool wanted = !k.asks && k.holds && k.calls && gcstack_argument(fn) == NULL;
	tail_targets_free(&tails);

	if (!edit_begin(&e, cx, m) || !ok) {
		edit_end(&e);
		return lr_nomem(cx);
	}
	if (restore_copies(&e, fn) || wanted)
		cx->changed |= LR_CHANGED_IR;
	if (wanted)
		insert_getter(&e, fn);
	edit_end(&e);
	return LR_OK;
}

lr_status
pass_settle_gcstack(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct edit e;
	struct tail_targets tails;

	(void)fns, (void)nfns, (void)params;
	if (!edit_begin(&e, cx, m)) {
		edit_end(&e);
		return lr_nomem(cx);
	}
	tail_targets_find(&tails, m, NULL, cx->options.alloc, cx->options.user);
	if (!tails.failed && copies_restore(&e, m))
		cx->changed |= LR_CHANGED_IR;
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && !tails.failed; fn = LLVMGetNextFunction(fn)) {
		if (LLVMGetFirstBasicBlock(fn) == NULL || gcstack_argument(fn) != NULL)
			continue;
		const struct look k = look_at(&tails, fn, may_move(cx, fn));
		if (!k.asks && !(k.holds && k.calls))
			continue;
		insert_getter(&e, fn);
		cx->changed |= LR_CHANGED_IR;
	}
	bool ok = !tails.failed;
	tail_targets_free(&tails);
	edit_end(&e);
	if (!ok)
		return lr_nomem(cx);
	return is_c_dialect(m) ? mistakes_check_optimised(cx, m) : cx->first;
}

lr_status
pass_tidy_lowered(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	static const char text[] = "function(sroa,dse,gvn,sccp,dce,instcombine<no-verify-fixpoint>,simplifycfg)";
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(m, text, NULL, options);

	(void)fns, (void)nfns, (void)params;
	LLVMDisposePassBuilderOptions(options);
	cx->changed |= LR_CHANGED_CFG;
	if (error == NULL)
		return LR_OK;
	char *message = LLVMGetErrorMessage(error);
	lr_status st = lr_fail(cx, LR_E_PIPELINE, NULL, "%s", message);
	LLVMDisposeErrorMessage(message);
	return st;
}
