/* SPDX-License-Identifier: MIT */
/* barrier_plan.c -- decides which write barriers are needed, and which can share one test.
**
** A barrier is not needed if none of its children matters: a constant lives for ever, and a parent is as old as itself.
** Nor is it needed if the parent was allocated in the same block, or just before it (inline_alloc.c), with no safepoint
** in between: then the parent is young, and each collection looks at young objects. Placement knows of more children
** that live for ever (barrier_child_is_permanent) and puts null in their place.
**
** A barrier joins an earlier one of its block on the same parent if no instruction in between writes memory or is a
** call other than a barrier, and if the children are defined before the earlier one. A barrier is about a store that is
** still to come or has just happened, so the children can be tested together. The places stored into do not matter: the
** test is for whole objects.
**
** If the profile has log bits, children are not tested. Where the collector has to know of each store (bits for slots,
** snapshots), a barrier is needed whatever its children are. */
#include "dialect/immutable.h"
#include "dialect/kind.h"
#include "lowering/common/lowering.h"

enum { FRESH_STEPS = 32 };

static bool
is_field_barrier(enum intrinsic id)
{
	return id == INTR_FIELD_WRITE_BARRIER_P11 || id == INTR_FIELD_WRITE_BARRIER_P13;
}

bool
barrier_has_slot(LLVMValueRef call, enum intrinsic id)
{
	if (id != INTR_WRITE_BARRIER || LLVMGetNumArgOperands(call) < 2)
		return is_field_barrier(id);
	int as = pointer_as(LLVMTypeOf(LLVMGetOperand(call, 1)));
	return as == LR_AS_DERIVED || as == LR_AS_LOADED;
}

void
barrier_children(LLVMValueRef call, enum intrinsic id, unsigned *first, unsigned *step)
{
	*first = barrier_has_slot(call, id) ? 2 : 1;
	*step = is_field_barrier(id) ? 2 : 1;
}

bool
barrier_child_matters(LLVMValueRef child, LLVMValueRef parent)
{
	return child != parent && !LLVMIsConstant(child);
}

/* ---- children that live for ever ---- */

static bool
never_changes(const struct lower *l, LLVMValueRef global)
{
	size_t n;
	bool found = false;

	if (!LLVMIsAGlobalVariable(global))
		return false;
	if (LLVMIsGlobalConstant(global))
		return true;
	LLVMValueMetadataEntry *e = LLVMGlobalCopyAllMetadata(global, &n);
	for (unsigned i = 0; i < n; i++)
		found |= LLVMValueMetadataEntriesGetKind(e, i) == l->e.md_constgv;
	LLVMDisposeValueMetadataEntries(e);
	return found;
}

/* The pointer from which an address is computed, after a few steps: front ends write no more. */
static LLVMValueRef
address_base(LLVMValueRef v)
{
	for (int i = 0; i < 16; i++) {
		LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v)
			: LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v)
			: LLVMRet;
		bool step = op == LLVMAddrSpaceCast || op == LLVMBitCast
			|| (op == LLVMGetElementPtr && LLVMIsInBounds(v));
		if (!step)
			break;
		v = LLVMGetOperand(v, 0);
	}
	return v;
}

/* True for constants, immediates that are made here, types, and values loaded from constant globals, directly or
** through immutable fields. */
bool
barrier_child_is_permanent(const struct lower *l, LLVMValueRef v)
{
	for (int i = 0; i < 16; i++) {
		if (LLVMIsConstant(v))
			return true;
		if (LLVMIsACallInst(v))
			return intrinsic_of_call(v) == INTR_TYPEOF || intrinsic_of_call(v) == INTR_IMMEDIATE_MAKE;
		if (LLVMIsAAddrSpaceCastInst(v)) {
			v = LLVMGetOperand(v, 0);
			continue;
		}
		if (!LLVMIsALoadInst(v))
			return false;
		LLVMValueRef base = address_base(LLVMGetOperand(v, 0));
		if (never_changes(l, base))
			return true;
		if (!load_says_immutable(v, l->e.md_invariant_load, l->e.md_alias_scope, l->e.md_tbaa))
			return false;
		v = base;
	}
	return false;
}

/* ---- elision and merging ---- */

void
barrier_watch_init(struct lower *l)
{
	ptrmap_init(&l->watch.open, l->cx->options.alloc, l->cx->options.user);
	ptrmap_init(&l->watch.order, l->cx->options.alloc, l->cx->options.user);
}

void
barrier_watch_free(struct lower *l)
{
	ptrmap_free(&l->watch.open);
	ptrmap_free(&l->watch.order);
}

static void
close_all(struct barrier_watch *w)
{
	if (w->open.count == 0)
		return;
	ptrmap_clear(&w->open);
	ptrmap_clear(&w->order);
	w->position = 0;
}

void
barrier_watch_block(struct lower *l)
{
	close_all(&l->watch);
	l->watch.fresh = NULL;
}

static bool
writes_memory(LLVMValueRef inst, LLVMOpcode op)
{
	switch (op) {
	case LLVMStore: case LLVMFence: case LLVMAtomicCmpXchg: case LLVMAtomicRMW: case LLVMVAArg:
		return true;
	case LLVMLoad:
		return LLVMGetVolatile(inst) || LLVMGetOrdering(inst) > LLVMAtomicOrderingUnordered;
	default:
		return false;
	}
}

/* Is `v` a new object in `bb`, with no safepoint from there to its end? */
static bool
fresh_at_end(const struct lower *l, LLVMValueRef v, LLVMBasicBlockRef bb)
{
	if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != bb)
		return false;
	if (LLVMIsAAddrSpaceCastInst(v) ? LLVMGetMetadata(v, l->e.md_fresh) == NULL
	    : !LLVMIsACallInst(v) || intrinsic_of_call(v) != INTR_GC_ALLOC_BYTES)
		return false;
	for (int i = 0; i < FRESH_STEPS; i++) {
		v = LLVMGetNextInstruction(v);
		if (LLVMIsATerminatorInst(v))
			return LLVMIsABranchInst(v) != NULL;
		if (LLVMIsACallInst(v) && intrinsic_may_be_safepoint(intrinsic_of_call(v)))
			return false;
	}
	return false;
}

/* Is the phi the result of an allocation with a fast path, where the paths join? */
static bool
joins_fresh(const struct lower *l, LLVMValueRef phi)
{
	if (LLVMTypeOf(phi) != l->e.tracked || LLVMCountIncoming(phi) != 2)
		return false;
	return fresh_at_end(l, LLVMGetIncomingValue(phi, 0), LLVMGetIncomingBlock(phi, 0))
		&& fresh_at_end(l, LLVMGetIncomingValue(phi, 1), LLVMGetIncomingBlock(phi, 1));
}

void
barrier_watch_instruction(struct lower *l, LLVMValueRef inst, LLVMOpcode op)
{
	struct barrier_watch *w = &l->watch;

	if (op == LLVMPHI && joins_fresh(l, inst))
		w->fresh = inst;
	if (w->open.count == 0)
		return;
	if (writes_memory(inst, op))
		close_all(w);
	else
		w->failed |= !ptrmap_set(&w->order, inst, w->position++);
}

void
barrier_watch_call(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct barrier_watch *w = &l->watch;

	if (id == INTR_LLVM_DEBUG)
		return;
	close_all(w);
	if (id == INTR_GC_ALLOC_BYTES) /* an older object may have become old in its collection */
		w->fresh = call;
	else if (intrinsic_may_be_safepoint(id))
		w->fresh = NULL;
}

/* Are all children that matter defined before `leader`? */
static bool
known_before(const struct barrier_watch *w, LLVMValueRef call, enum intrinsic id, const struct barrier *leader)
{
	unsigned n = LLVMGetNumArgOperands(call), first, step;

	barrier_children(call, id, &first, &step);
	for (unsigned i = first; i < n; i += step) {
		LLVMValueRef child = LLVMGetOperand(call, i);
		uint32_t at = barrier_child_matters(child, LLVMGetOperand(call, 0)) ? ptrmap_get(&w->order, child)
			: PTRMAP_NONE;
		if (at != PTRMAP_NONE && at >= leader->position)
			return false;
	}
	return true;
}

/* Does the collector have to know of each store, whatever is stored? */
static bool
counts_stores(const struct lower *l)
{
	return l->profile->barrier == BARRIER_SLOT_LOG || l->profile->barrier == BARRIER_SNAPSHOT;
}

static bool
any_child_matters(const struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	unsigned n = LLVMGetNumArgOperands(call), first, step;

	if ((n == 1 && id == INTR_OBJECT_WRITE_BARRIER) || counts_stores(l))
		return true;
	barrier_children(call, id, &first, &step);
	for (unsigned i = first; i < n; i += step)
		if (barrier_child_matters(LLVMGetOperand(call, i), LLVMGetOperand(call, 0)))
			return true;
	return false;
}

static bool
may_join(const struct lower *l, LLVMValueRef call, enum intrinsic id, const struct barrier *leader)
{
	switch (l->profile->barrier) {
	case BARRIER_SLOT_LOG: case BARRIER_CARDS: return false; /* each slot has a bit or a card of its own */
	case BARRIER_OBJECT_LOG: case BARRIER_SNAPSHOT: return true; /* children are not tested */
	default: return known_before(&l->watch, call, id, leader);
	}
}

struct barrier
barrier_decide(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct barrier_watch *w = &l->watch;
	LLVMValueRef parent = LLVMGetOperand(call, 0);
	struct barrier b = { .call = call, .id = id, .position = w->position };

	b.whole = LLVMGetNumArgOperands(call) == 1;
	if (l->profile->barrier == BARRIER_NONE)
		return b;
	if (l->cx->options.without & LR_BARRIER_ELISION) {
		b.needed = b.whole || any_child_matters(l, call, id);
		b.last = l->nbarriers;
		return b;
	}
	if (!any_child_matters(l, call, id) || parent == w->fresh)
		return b;
	uint32_t at = ptrmap_get(&w->open, parent);
	if (at != PTRMAP_NONE && may_join(l, call, id, &l->barriers[at])) {
		struct barrier *leader = &l->barriers[at];
		leader->whole |= b.whole;
		l->barriers[leader->last].next = l->nbarriers;
		leader->last = l->nbarriers;
		return b;
	}
	b.needed = true;
	b.last = l->nbarriers;
	w->failed |= !ptrmap_set(&w->open, parent, l->nbarriers);
	return b;
}
