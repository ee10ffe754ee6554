/* SPDX-License-Identifier: MIT */
/* read_barrier.c -- LowerReadBarriers: what is loaded as a reference goes through a function of the runtime, where the
** profile has one.
**
**   value = load slot;  used = read_barrier(value, slot)
**
** If the profile has read_flag, a byte that says whether there is anything to do:
**
**   head:       value = load slot;  if read_flag != 0, weights 1:9       -> read_slow, otherwise rest
**   read_slow:  better = read_barrier(value, slot)                       -> rest
**   rest:       used = phi [value, head], [better, read_slow]
**
** The pass stands before roots are placed, so that placement sees and roots the result.  The function never collects:
** between a load and its barrier there is no safepoint, and what was loaded itself has no slot.  Invariant loads lose
** their mark, or LLVM would take the word that was loaded for what lies there behind the next safepoint, too.
**
** Every load of a reference has a barrier, whatever its memory: objects, globals, the stack.  Only the slots of frames
** have none, which later passes read.  FinalLowerGC asks read_barriers_missing for loads that this pass did not see. */
#include "dialect/kind.h"
#include "dialect/names.h"
#include "host/passes.h"
#include "lowering/common/lowering.h"

static const char DONE[] = "lateroot-read-barriers";

struct read_barriers {
	struct lower l;
	LLVMValueRef *loads;     /* in program order, those of one block together */
	uint32_t nloads, cap;
	LLVMTypeRef type;        /* of the function of the runtime */
};

static lr_status
refuse(const struct lower *l, LLVMValueRef inst, const char *what, const char *why)
{
	return lr_fail(l->cx, LR_E_DIALECT, inst, "profile '%s' has read barriers, and there is none for %s: %s",
		l->profile->name, what, why);
}

static lr_status
plan_instruction(struct read_barriers *r, LLVMValueRef inst)
{
	static const char older[] = "the memory may hold an older word for the same object, and compare unequal";
	struct lower *l = &r->l;
	LLVMTypeRef type = LLVMTypeOf(inst);

	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMLoad: case LLVMAtomicRMW:
		break;
	case LLVMAtomicCmpXchg:
		return type_may_hold_reference(type) ? refuse(l, inst, "cmpxchg of references", older) : LR_OK;
	case LLVMCall: case LLVMInvoke:
		return is_atomic_modify(LLVMGetCalledValue(inst)) && type_may_hold_reference(type)
			? refuse(l, inst, "julia.atomicmodify of references", older) : LR_OK;
	default:
		return LR_OK;
	}
	if (!type_may_hold_reference(type))
		return LR_OK;
	if (type != l->e.tracked)
		return refuse(l, inst, "loads of several references at once", "load them one by one");
	if (!ARENA_PUSH(&l->e.arena, r->loads, r->nloads, r->cap))
		return lr_nomem(l->cx);
	r->loads[r->nloads++] = inst;
	return runtime_name_check(l, inst, l->profile->read_barrier);
}

static LLVMValueRef
build_call(struct read_barriers *r, LLVMValueRef load)
{
	struct edit *e = &r->l.e;
	const char *name = r->l.profile->read_barrier;
	const bool known = LLVMGetNamedFunction(e->module, name) != NULL;
	LLVMValueRef f = runtime_function(&r->l, name, r->type);
	LLVMValueRef args[] = { load, LLVMGetOperand(load, 0) };
	LLVMAttributeRef leaf = LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0);

	if (!known) {
		add_attribute(e->context, f, AT_FUNCTION, "nounwind", 0);
		LLVMAddAttributeAtIndex(f, AT_FUNCTION, leaf);
	}
	/* The slot goes as it is: code in the dialect does not cast it to address space 0.  RemoveJuliaAddrspaces makes
	** the types of call and function equal. */
	LLVMTypeRef type = LLVMFunctionType(e->tracked, (LLVMTypeRef[]){ e->tracked, LLVMTypeOf(args[1]) }, 2, false);
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, f, args, 2, "");
	LLVMAddCallSiteAttribute(call, AT_FUNCTION, leaf);
	return call;
}

/* Lets all users of the load but its barrier, whose first argument it is, use another value. */
static void
replace_uses(LLVMValueRef load, LLVMValueRef used, LLVMValueRef barrier)
{
	LLVMReplaceAllUsesWith(load, used);
	LLVMSetOperand(barrier, 0, load);
}

static LLVMValueRef
flag_of(struct read_barriers *r)
{
	struct edit *e = &r->l.e;
	LLVMValueRef g = LLVMGetNamedGlobal(e->module, r->l.profile->read_flag);

	return g != NULL ? g : LLVMAddGlobal(e->module, e->i8, r->l.profile->read_flag);
}

/* `rest` begins behind the load, with which `head` ends. */
static void
build_tested(struct read_barriers *r, LLVMValueRef load, LLVMBasicBlockRef head, LLVMBasicBlockRef rest)
{
	struct edit *e = &r->l.e;
	LLVMBasicBlockRef slow = LLVMInsertBasicBlockInContext(e->context, rest, "read_slow");
	LLVMValueRef first = LLVMGetFirstInstruction(rest);

	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(load));
	LLVMValueRef flag = LLVMBuildLoad2(e->builder, e->i8, flag_of(r), "read_flag");
	LLVMSetOrdering(flag, LLVMAtomicOrderingMonotonic); /* the collector changes it */
	LLVMSetAlignment(flag, 1);
	LLVMValueRef on = LLVMBuildICmp(e->builder, LLVMIntNE, flag, LLVMConstNull(e->i8), "");
	edit_weights(e, LLVMBuildCondBr(e->builder, on, slow, rest), 1, 9);
	LLVMPositionBuilderAtEnd(e->builder, slow);
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(load));
	LLVMValueRef better = build_call(r, load);
	LLVMBuildBr(e->builder, rest);
	LLVMPositionBuilderBefore(e->builder, first);
	LLVMValueRef used = LLVMBuildPhi(e->builder, e->tracked, "");
	replace_uses(load, used, better);
	LLVMAddIncoming(used, (LLVMValueRef[]){ load, better }, (LLVMBasicBlockRef[]){ head, slow }, 2);
}

static void
lower_block(struct read_barriers *r, uint32_t from, uint32_t end, LLVMValueRef *cuts, LLVMBasicBlockRef *heads)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(r->loads[from]);
	const uint32_t n = end - from;

	for (uint32_t i = 0; i < n; i++) {
		LLVMValueRef load = r->loads[from + i];
		LLVMSetMetadata(load, r->l.e.md_invariant_load, NULL);
		LLVMSetMetadata(load, r->l.e.md_tbaa, NULL); /* it may say "constant" */
		cuts[i] = LLVMGetNextInstruction(load);
	}
	if (r->l.profile->read_flag[0] == '\0') {
		for (uint32_t i = 0; i < n; i++) {
			edit_after(&r->l.e, r->loads[from + i]);
			LLVMValueRef used = build_call(r, r->loads[from + i]);
			replace_uses(r->loads[from + i], used, used);
		}
		return;
	}
	edit_cut_block(&r->l.e, bb, cuts, n, heads);
	for (uint32_t i = 0; i < n; i++)
		build_tested(r, r->loads[from + i], heads[i], i + 1 < n ? heads[i + 1] : bb);
}

static lr_status
plan(struct read_barriers *r, LLVMValueRef fn)
{
	lr_status st = LR_OK;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL && st == LR_OK;
			i = LLVMGetNextInstruction(i))
			st = plan_instruction(r, i);
	return st;
}

static bool
is_done(LLVMValueRef fn)
{
	return LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, DONE, sizeof DONE - 1) != NULL;
}

lr_status
read_barriers_missing(struct lower *l, LLVMValueRef fn)
{
	if (l->profile->read_barrier[0] == '\0' || is_done(fn))
		return LR_OK;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			const LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op == LLVMLoad || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg)
				&& type_may_hold_reference(LLVMTypeOf(i)))
				return lr_fail(l->cx, LR_E_PIPELINE, i, "profile '%s' has read barriers: "
					"LowerReadBarriers must run before LateLowerGCFrame", l->profile->name);
		}
	return LR_OK;
}

lr_status
pass_lower_read_barriers(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct read_barriers r = { .l = { .cx = cx, .profile = &cx->profile } };
	struct edit *e = &r.l.e;
	LLVMValueRef *cuts = NULL;
	LLVMBasicBlockRef *heads = NULL;
	lr_status st = LR_OK;

	(void)params;
	if (cx->profile.read_barrier[0] == '\0')
		return LR_OK;
	if (!edit_begin(e, cx, m))
		st = lr_nomem(cx);
	for (size_t i = 0; i < nfns && st == LR_OK; i++)
		if (!is_done(fns[i]))
			st = plan(&r, fns[i]);
	if (st == LR_OK && r.nloads > 0) {
		cuts = arena_array(&e->arena, r.nloads, sizeof(LLVMValueRef));
		heads = arena_array(&e->arena, r.nloads, sizeof(LLVMBasicBlockRef));
		if (cuts == NULL || heads == NULL)
			st = lr_nomem(cx);
	}
	if (st == LR_OK && !edit_ready(e))
		st = lr_nomem(cx);
	if (st == LR_OK) {
		r.type = LLVMFunctionType(e->tracked, (LLVMTypeRef[]){ e->tracked, e->ptr }, 2, false);
		const bool cuts_blocks = r.nloads > 0 && cx->profile.read_flag[0] != '\0',
			records = cuts_blocks && edit_debug_as_calls(e);
		for (uint32_t i = 0, end; i < r.nloads; i = end) {
			LLVMBasicBlockRef bb = LLVMGetInstructionParent(r.loads[i]);
			for (end = i + 1; end < r.nloads && LLVMGetInstructionParent(r.loads[end]) == bb; end++)
				;
			lower_block(&r, i, end, cuts, heads);
		}
		LLVMAttributeRef done = LLVMCreateStringAttribute(e->context, DONE, sizeof DONE - 1, "", 0);
		for (size_t i = 0; i < nfns; i++)
			LLVMAddAttributeAtIndex(fns[i], AT_FUNCTION, done);
		edit_debug_restore(e, records);
		cx->changed |= LR_CHANGED_IR | (cuts_blocks ? LR_CHANGED_CFG : 0);
	}
	edit_end(e);
	return st;
}
