/* SPDX-License-Identifier: MIT */
/* licm_alloc.c -- an object that is made anew in each round, and forgotten in it, is made once, in front of the loop.
**
** In the loop it is only loaded from and stored into, so that no round sees the object of another one.  What is used
** behind the loop is the object of the last round.  Three things are to be kept:
**
**   contents    What the allocation promises to be zero is cleared at the old place, in each round, if anything is
**               stored into the object in the loop.  From its birth up to the first round all of it is zero, since the
**               collector may look at it before.
**   age         If the loop collects, the object may be old when references are stored into it, for which there is no
**               barrier where it was new.  Then no reference is stored into it, in the loop or behind it.
**
**   others      The allocation is a safepoint, and is to come no earlier for an object that is not filled yet.  So
**               nothing is stored between the head of the loop and its first safepoint, or no object has been made
**               since the last safepoint in front of the loop.
**
** The allocation must be in each round that goes on: one on a path that is not taken would cost, not gain.  An object
** that the runtime tells of its death is not shared by rounds. */
#include "dialect/kind.h"
#include "lateroot/abi.h"
#include "optimize/alloc/object/object.h"
#include "optimize/loops/licm.h"

enum { MOST_BYTES = 4096, WALK_STEPS = 1024, PHI_USES = 16, BACK_STEPS = 256, BACK_BLOCKS = 8 };

struct hoist {
	struct licm *x;
	struct object o;
	bool stores;             /* the loop writes into the object */
	const char *why;         /* a clause that says why it stays; NULL: it may move */
	LLVMValueRef because;    /* the use that keeps it there, or NULL */
};

static bool
is_in_loop(const struct licm *x, LLVMValueRef inst)
{
	return loops_define(&x->l, x->header, inst);
}

/* Is a value stored that is, or may contain, a reference other than null? */
static bool
stores_reference(const struct object_use *u)
{
	if (u->kind == USE_STORE) {
		LLVMValueRef v = LLVMGetOperand(u->inst, 0);
		return type_may_hold_reference(LLVMTypeOf(v)) && !LLVMIsNull(v);
	}
	return u->kind == USE_ATOMIC && type_may_hold_reference(u->type);
}

/* May nothing be stored into the object through the phi, but through what calls are given? */
static bool
phi_only_leaves(struct licm *x, LLVMValueRef phi)
{
	unsigned n = 0;

	for (LLVMUseRef u = LLVMGetFirstUse(phi); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (++n > PHI_USES)
			return false;
		if (LLVMIsAReturnInst(user) || LLVMIsALoadInst(user))
			continue;
		if (!LLVMIsACallInst(user) || intrinsic_of_call(user) == INTR_GC_LOADED
			|| intrinsic_of_call(user) == INTR_POINTER_FROM_OBJREF || is_in_loop(x, user))
			return false;
	}
	return true;
}

/* A use in the loop. */
static const char *
inside(struct hoist *h, const struct object_use *u, bool collects)
{
	static const char may_be_old[] = "a reference is stored into it, and the loop may collect";

	switch (u->kind) {
	case USE_LOAD:
		return NULL;
	case USE_STORE: case USE_ATOMIC: case USE_SET:
		h->stores = true;
		return collects && stores_reference(u) ? may_be_old : NULL;
	case USE_TYPEOF: case USE_PRESERVE:
		return NULL;
	case USE_PARENT:
		return collects ? may_be_old : NULL;
	default:
		return use_reason(u);
	}
}

/* A use behind the loop, or in front of it, where the object of the last round of an earlier run of the loop is. */
static const char *
outside(struct hoist *h, const struct object_use *u, bool collects)
{
	static const char may_be_old[] = "a reference may be stored into it behind the loop, which may collect";

	if (!collects)
		return NULL;
	switch (u->kind) {
	case USE_LOAD: case USE_SET: case USE_TYPEOF: case USE_PRESERVE: case USE_PARENT: case USE_CHILD:
	case USE_CALL: case USE_RETURN: case USE_STORED: case USE_ROOT: case USE_LIFETIME:
		return NULL;
	case USE_STORE: case USE_ATOMIC:
		return stores_reference(u) ? may_be_old : NULL;
	case USE_PHI:
		return phi_only_leaves(h->x, u->inst) ? NULL : may_be_old;
	default:
		return may_be_old;
	}
}

/* Is it a load that LLVM may take to give the same in each round? */
static bool
is_constant_load(const struct licm *x, const struct object_use *u)
{
	if (u->kind != USE_LOAD || !LLVMHasMetadata(u->inst))
		return false;
	if (LLVMGetMetadata(u->inst, x->low.e.md_invariant_load) != NULL)
		return true;
	LLVMValueRef tag = LLVMGetMetadata(u->inst, x->low.e.md_tbaa);
	return tag != NULL && LLVMGetMDNodeNumOperands(tag) > 3;
}

static const char *
look_at_uses(struct hoist *h, bool collects)
{
	for (uint32_t i = 0; i < h->o.nuse; i++) {
		const struct object_use *u = &h->o.use[i];
		const char *why = is_in_loop(h->x, u->inst) ? inside(h, u, collects) : outside(h, u, collects);
		if (why == NULL && is_constant_load(h->x, u))
			why = "what is loaded from it is marked as constant";
		if (why != NULL) {
			h->because = u->inst;
			return why;
		}
	}
	return NULL;
}

/* Is the block in each round that goes on? */
static bool
is_in_each_round(const struct licm *x, LLVMBasicBlockRef bb)
{
	const struct cfg *g = &x->l.g;
	const uint32_t b = ptrmap_get(&x->l.number, bb);

	for (uint32_t e = g->pred_at[x->header]; e < g->pred_at[x->header + 1]; e++)
		if (cfg_in_loop(g, x->header, g->pred[e]) && !cfg_dominates(g, b, g->pred[e]))
			return false;
	return true;
}

static bool
writes(const struct licm *x, LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMStore: case LLVMAtomicCmpXchg: case LLVMAtomicRMW: case LLVMFence: case LLVMInvoke: case LLVMCallBr:
		return true;
	case LLVMCall:
		return loops_call_touches_memory(inst, x->low.e.attr_memory);
	default:
		return false;
	}
}

/* Does the loop come to a safepoint before it writes anything? */
static bool
collects_first(struct licm *x)
{
	LLVMBasicBlockRef bb = x->l.block[x->header];

	for (unsigned n = 0; n < BACK_BLOCKS; n++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != end; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsACallInst(i) && licm_may_collect(x, i))
				return true;
			if (writes(x, i))
				return false;
		}
		if (LLVMGetInstructionOpcode(end) != LLVMBr || LLVMIsConditional(end))
			return false;
		bb = LLVMGetSuccessor(end, 0);
		if (bb == x->l.block[x->header] || !loops_contain(&x->l, x->header, bb))
			return false;
	}
	return false;
}

static LLVMBasicBlockRef
only_predecessor(LLVMBasicBlockRef bb)
{
	LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb));

	if (u == NULL || LLVMGetNextUse(u) != NULL || !LLVMIsAInstruction(LLVMGetUser(u)))
		return NULL;
	return LLVMGetInstructionParent(LLVMGetUser(u));
}

/* Is it a memset of all of the object, or of a larger one? */
static bool
clears(LLVMValueRef set, LLVMValueRef object, uint64_t bytes)
{
	if (set == NULL || strncmp(value_name(LLVMGetCalledValue(set)), "llvm.memset.p", 13) != 0)
		return false;
	LLVMValueRef to = LLVMGetOperand(set, 0), length = LLVMGetOperand(set, 2);
	if (LLVMIsAAddrSpaceCastInst(to))
		to = LLVMGetOperand(to, 0);
	return to == object && LLVMIsNull(LLVMGetOperand(set, 1)) && LLVMIsAConstantInt(length)
		&& LLVMConstIntGetZExtValue(length) >= bytes;
}

/* Was no object made since the last safepoint in front of the loop, so that all are filled?  The last safepoint may be
** the allocation of one that is zero, or is cleared by the last call behind it. */
static bool
all_are_filled(struct licm *x, struct alloc_opt *a)
{
	LLVMBasicBlockRef bb = x->preheader;
	LLVMValueRef call = NULL;
	struct object o;
	unsigned steps = 0;

	for (unsigned n = 0; bb != NULL && n < BACK_BLOCKS; n++) {
		for (LLVMValueRef i = LLVMGetLastInstruction(bb); i != NULL; i = LLVMGetPreviousInstruction(i)) {
			if (++steps > BACK_STEPS || LLVMIsAInvokeInst(i) || LLVMIsACallBrInst(i))
				return false;
			if (!LLVMIsACallInst(i))
				continue;
			if (licm_may_collect(x, i)) /* it may have made what it returns */
				return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind
					|| (object_of_call(a, i, &o) && (o.zeroed || clears(call, i, o.bytes)));
			call = i;
		}
		if (bb == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(bb)))
			return true;
		bb = only_predecessor(bb);
	}
	return false;
}

static LLVMValueRef
clear(struct licm *x, LLVMValueRef object, uint64_t offset, uint64_t bytes, unsigned align)
{
	struct edit *e = &x->low.e;
	LLVMValueRef at = LLVMBuildAddrSpaceCast(e->builder, object,
		LLVMPointerTypeInContext(e->context, LR_AS_DERIVED), "");

	if (offset != 0) {
		LLVMValueRef by = LLVMConstInt(e->i64, offset, false);
		at = LLVMBuildInBoundsGEP2(e->builder, e->i8, at, &by, 1, "");
	}
	while (offset % align != 0)
		align /= 2;
	LLVMValueRef set = LLVMBuildMemSet(e->builder, at, LLVMConstInt(e->i8, 0, false),
		LLVMConstInt(e->i64, bytes, false), align);
	licm_created(x, set);
	return set;
}

/* Moves the allocation, and clears what has to be. */
static void
hoist(struct hoist *h)
{
	struct licm *x = h->x;
	const struct object *o = &h->o;
	LLVMValueRef object = o->value, behind = LLVMGetNextInstruction(object);
	const struct zero_range all = { 0, o->bytes };

	licm_hoist(x, object);
	if (h->stores) {
		const struct zero_range *r = o->zeroed ? &all : o->zero;
		for (uint32_t i = 0, n = o->zeroed ? 1 : o->nzero; i < n; i++)
			if (r[i].bytes != 0) {
				edit_before(&x->low.e, behind);
				clear(x, object, r[i].offset, r[i].bytes, o->heap_align);
			}
	}
	if (!o->zeroed && o->bytes != 0) {
		edit_before(&x->low.e, LLVMGetBasicBlockTerminator(x->preheader));
		clear(x, object, 0, o->bytes, o->heap_align);
	}
}

static const char *
objection(struct hoist *h, struct alloc_opt *a, LLVMValueRef call)
{
	struct licm *x = h->x;
	struct object *o = &h->o;

	if (!object_of_call(a, call, o) || o->bytes > MOST_BYTES || o->zero_unknown)
		return "its size is not constant, or large";
	if (licm_cold(x, LLVMGetInstructionParent(call)) || !is_in_each_round(x, LLVMGetInstructionParent(call)))
		return "only some of the rounds make it";
	if (type_may_have_hook(a, o->type))
		return type_hook_reason(a->cx, a->layout, o->type);
	if (!object_walk(a, o))
		return "it has too many uses";
	if (!collects_first(x) && !all_are_filled(x, a))
		return "in front of the loop another object may not be filled yet";
	return look_at_uses(h, x->safepoints[x->header] > (licm_may_collect(x, call) ? 1 : 0));
}

void
licm_allocation(struct licm *x, LLVMValueRef call)
{
	struct hoist h = { .x = x };
	struct alloc_opt a = { .cx = x->l.cx, .e = x->low.e, .layout = LLVMGetModuleDataLayout(x->low.e.module),
		.budget = WALK_STEPS, .ar = x->scratch, .seen = x->seen };

	x->nmoves = 0;
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
		if (!licm_invariant(x, LLVMGetOperand(call, i)))
			return;
	h.why = objection(&h, &a, call);
	const bool failed = a.ar.failed || a.seen.failed;
	x->seen = a.seen;
	if (h.why == NULL && !failed) {
		remark_say(x->l.cx, LR_REMARK_PASSED, "AllocationHoisted", call, NULL,
			"one object, made in front of the loop, serves all rounds");
		x->safepoints[x->header] -= licm_may_collect(x, call);
		hoist(&h);
	} else if (!failed && !x->silent) {
		remark_say(x->l.cx, LR_REMARK_MISSED, "AllocationInLoop", call, h.because,
			"allocation stays in the loop: %s", h.why);
	}
	x->scratch = a.ar;
	arena_reset(&x->scratch);
	x->l.ar.failed |= failed;
}
