/* SPDX-License-Identifier: MIT */
/* bundles.c -- checks and lowers operand bundles of calls.
**
**   "gc-transition"(ptls)    the callee runs GC-safe: the state of the thread is saved, SAFE stored (release), and a
**                            safepoint passed; after the call the old state is stored (release) and a safepoint passed.
**                            This needs no new blocks. Where statepoints are placed, these do it
**   "julia.gc_alloc_zeroinit_indirect"(offset, bytes)
**                            only on the runtime's allocation of a Memory: zeroes the data to which the word at
**                            `offset` points
**   zeroing bundles          of julia.gc_alloc_obj are allocation.c's, and an error on other calls
**   "deopt"                  stays at statepoints, and is an error elsewhere
**   all others               were read by placement, and are deleted
**
** During a GC-safe call other threads may collect at any time. So the call is a safepoint for placement, and all live
** references are in slots. References that no slot can hold are an error: results, and arguments that the callee is to
** root. */
#include "dialect/kind.h"
#include "dialect/abi.h"
#include "lowering/common/lowering.h"

/* ---- examining ---- */

static bool
special(LLVMValueRef v)
{
	LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));

	return (k == LLVMPointerTypeKind || k == LLVMStructTypeKind || k == LLVMArrayTypeKind
		|| k == LLVMVectorTypeKind)
		&& type_kind(LLVMTypeOf(v)).count > 0;
}

/* Has the block a predecessor other than that of `terminator`? */
static bool
has_other_predecessors(LLVMBasicBlockRef bb, LLVMValueRef terminator)
{
	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u != NULL; u = LLVMGetNextUse(u))
		if (LLVMGetUser(u) != terminator)
			return true;
	return false;
}

static lr_status
check_transition(struct lower *l, LLVMValueRef call, enum intrinsic id, LLVMOperandBundleRef b)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(call);
	const char *why = NULL;

	if (LLVMGetNumOperandBundleArgs(b) != 1 || LLVMTypeOf(LLVMGetOperandBundleArgAtIndex(b, 0)) != l->e.ptr)
		why = "must hold the ptls, a pointer in address space 0";
	else if (id != INTR_NONE || LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
		why = "may only stand on calls of ordinary functions";
	else if (op == LLVMCallBr || (op == LLVMCall && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail))
		why = "must not stand on a callbr or a musttail call: nothing can follow them";
	else if (special(call))
		why = "must not stand on a call whose result holds references: no root could hold them while the "
			"thread is GC-safe";
	else if (effects_exclude_collection(l, call))
		why = "stands on a call that is said not to collect (by its memory attribute or \"gc-leaf-function\")";
	else if (op == LLVMInvoke
		&& (has_other_predecessors(LLVMGetNormalDest(call), call)
			|| has_other_predecessors(LLVMGetUnwindDest(call), call)
			|| LLVMGetNormalDest(call) == LLVMGetUnwindDest(call)))
		why = "may only stand on an invoke whose two destinations are reached from nowhere else";
	for (unsigned i = 0; why == NULL && i < LLVMGetNumArgOperands(call); i++) {
		LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, i));
		if (LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == LR_AS_CALLEE_ROOTED)
			why = "must not stand on a call with arguments in address space 12: the callee cannot root "
				"them while GC-safe";
	}
	return why != NULL ? lr_fail(l->cx, LR_E_DIALECT, call, "the bundle \"gc-transition\" %s", why) : LR_OK;
}

static bool
allocates_memory(const struct lower *l, LLVMValueRef call)
{
	static const char suffix[] = "alloc_genericmemory_unchecked";
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n;

	if (!LLVMIsACallInst(call) || !LLVMIsAFunction(callee) || LLVMTypeOf(call) != l->e.tracked)
		return false;
	const char *name = LLVMGetValueName2(callee, &n);
	return (n >= sizeof suffix - 1 && memcmp(name + n - (sizeof suffix - 1), suffix, sizeof suffix - 1) == 0) ||
		(l->profile->memory_alloc[0] != '\0' && strlen(l->profile->memory_alloc) == n
			&& memcmp(name, l->profile->memory_alloc, n) == 0);
}

static lr_status
check_indirect(struct lower *l, LLVMValueRef call, LLVMOperandBundleRef b)
{
	bool bad = LLVMGetNumOperandBundleArgs(b) != 2;

	for (unsigned i = 0; i < LLVMGetNumOperandBundleArgs(b); i++)
		bad |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperandBundleArgAtIndex(b, i))) != LLVMIntegerTypeKind;
	if (bad)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the bundle \"julia.gc_alloc_zeroinit_indirect\" must hold the offset of the data pointer and "
			"a size");
	if (!allocates_memory(l, call))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the bundle \"julia.gc_alloc_zeroinit_indirect\" may only stand on a call of "
			"jl_alloc_genericmemory_unchecked that gives an object");
	return LR_OK;
}

lr_status
bundles_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	unsigned n = LLVMGetNumOperandBundles(call);
	lr_status st = LR_OK;

	for (unsigned i = 0; i < n && st == LR_OK; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		enum bundle kind = bundle_kind(b);
		if (kind == BUNDLE_DEOPT && LLVMGetNumOperandBundleArgs(b) > 0 && !l->keep_bundles
			&& LLVMGetIntrinsicID(LLVMGetCalledValue(call)) == 0)
			st = lr_fail(l->cx, LR_E_DIALECT, call,
				"the bundle \"deopt\" would be lost: only statepoints keep it; use the ABI "
				"'statepoint', or, to keep objects alive and nothing else, the bundle \"jl_roots\"");
		else if (kind == BUNDLE_TRANSITION)
			st = check_transition(l, call, id, b);
		else if (kind == BUNDLE_ZEROINIT_INDIRECT)
			st = check_indirect(l, call, b);
		else if ((kind == BUNDLE_ZEROINIT || kind == BUNDLE_PTR_OFFSETS) && id != INTR_GC_ALLOC_OBJ)
			st = lr_fail(l->cx, LR_E_DIALECT, call,
				"the bundle \"%s\" may only stand on julia.gc_alloc_obj",
				kind == BUNDLE_ZEROINIT ? "julia.gc_alloc_zeroinit" : "julia.gc_alloc_ptr_offsets");
		LLVMDisposeOperandBundle(b);
	}
	edit_plan_call(&l->e, call);
	return st;
}

/* ---- building ---- */

static LLVMValueRef
state_address(struct lower *l, LLVMValueRef ptls)
{
	return edit_offset(&l->e, ptls, l->profile->gc_state_in_ptls, "gc_state");
}

static void
store_state(struct lower *l, LLVMValueRef state, LLVMValueRef at)
{
	LLVMValueRef store = LLVMBuildStore(l->e.builder, state, at);

	LLVMSetOrdering(store, LLVMAtomicOrderingRelease);
	LLVMSetAlignment(store, 1);
}

/* Positions the builder behind phis and landing pad. */
static void
at_start_of(struct edit *e, LLVMBasicBlockRef bb, LLVMMetadataRef where)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(bb);

	while (LLVMIsAPHINode(inst) || LLVMIsALandingPadInst(inst))
		inst = LLVMGetNextInstruction(inst);
	LLVMPositionBuilderBefore(e->builder, inst);
	LLVMSetCurrentDebugLocation2(e->builder, where);
}

static void
leave_safe(struct lower *l, LLVMValueRef ptls, LLVMValueRef at, LLVMValueRef old)
{
	store_state(l, old, at);
	poll_build(l, ptls);
}

static void
surround(struct lower *l, LLVMValueRef call, LLVMValueRef ptls)
{
	struct edit *e = &l->e;
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);

	edit_before(e, call);
	LLVMValueRef at = state_address(l, ptls), old = LLVMBuildLoad2(e->builder, e->i8, at, "gc_state.old");
	LLVMSetOrdering(old, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(old, 1);
	store_state(l, LLVMConstInt(e->i8, l->profile->gc_state_safe, false), at);
	poll_build(l, ptls);
	if (LLVMIsAInvokeInst(call)) {
		at_start_of(e, LLVMGetNormalDest(call), where);
		leave_safe(l, ptls, at, old);
		at_start_of(e, LLVMGetUnwindDest(call), where);
	} else {
		edit_after(e, call);
		LLVMSetCurrentDebugLocation2(e->builder, where);
	}
	leave_safe(l, ptls, at, old);
}

void
bundles_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	unsigned n = LLVMGetNumOperandBundles(call);
	/* then the trampoline changes the state (statepoint_trampoline.c) */
	bool later = n > 0 && (l->keep_bundles || abi_of(l->cx, l->fn) == LR_ABI_STATEPOINT) && l->pgcstack != NULL;

	(void)id;
	for (unsigned i = 0; i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		enum bundle kind = bundle_kind(b);
		if (kind == BUNDLE_TRANSITION && !later) {
			surround(l, call, LLVMGetOperandBundleArgAtIndex(b, 0));
			if (LLVMIsACallInst(call)) /* it is no longer the last action of the function */
				LLVMSetTailCallKind(call, LLVMTailCallKindNone);
		} else if (kind == BUNDLE_ZEROINIT_INDIRECT) {
			edit_after(e, call);
			memory_zero_data(l, call, LLVMGetOperandBundleArgAtIndex(b, 0),
				LLVMGetOperandBundleArgAtIndex(b, 1));
		}
		LLVMDisposeOperandBundle(b);
	}
	if (!l->keep_bundles)
		edit_strip_bundles(e, call);
}
