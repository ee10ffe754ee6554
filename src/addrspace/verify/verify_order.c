/* SPDX-License-Identifier: MIT */
/* verify_order.c -- the dialect verifier's rule for the order of write barriers, safepoints and stores.
**
** A barrier that stands before its store tells the collector what the parent is about to refer to. On every path it
** comes behind the last safepoint before the store: a collection in between can make the parent old while the child is
** still young, and nobody would tell the collector again.
**
** Where the profile says that survivors grow old together, a barrier may stand before safepoints.
**
** Here is reported what one block shows: a barrier, a safepoint, and then the store for which the barrier was, with
** no other barrier for it in between or right behind it. Behind the older julia.write_barrier(parent, child...) no
** store is expected. Only safepoints for certain count: a function of this module may turn out not to collect. */
#include "addrspace/verify/verify.h"

enum { STEPS = 16 };

static bool
has_attribute(LLVMValueRef call, LLVMValueRef fn, const char *name)
{
	unsigned n = (unsigned)strlen(name);
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	return LLVMGetCallSiteStringAttribute(call, at, name, n) != NULL
		|| LLVMGetStringAttributeAtIndex(fn, at, name, n) != NULL;
}

static bool
has_memory_effects(LLVMValueRef call, LLVMValueRef fn)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	return LLVMGetCallSiteEnumAttribute(call, at, kind) != NULL
		|| LLVMGetEnumAttributeAtIndex(fn, at, kind) != NULL;
}

static bool
is_certain_safepoint(LLVMValueRef call, enum intrinsic id)
{
	LLVMValueRef fn = LLVMGetCalledValue(call);

	if (!LLVMIsAFunction(fn) || !intrinsic_may_be_safepoint(id) || has_attribute(call, fn, "gc-leaf-function"))
		return false;
	if (id != INTR_NONE)
		return true;
	return LLVMIsDeclaration(fn) && LLVMGetIntrinsicID(fn) == 0
		&& (!has_memory_effects(call, fn) || has_attribute(call, fn, "julia.safepoint"));
}

static void
forget(struct verifier *v, unsigned i)
{
	v->order.open[i] = v->order.open[--v->order.n];
}

/* Opens a barrier, in place of an earlier one for the same place. `slot` NULL: any place in the parent. */
static void
open_barrier(struct verifier *v, LLVMValueRef parent, LLVMValueRef slot, LLVMValueRef child)
{
	if (LLVMIsConstant(child) || v->order.n == OPEN_BARRIERS)
		return;
	v->order.open[v->order.n++] = (struct open_barrier){ parent, slot, child, v->order.safepoints };
}

static void
close_barriers(struct verifier *v, LLVMValueRef parent, LLVMValueRef slot)
{
	for (unsigned i = v->order.n; i-- > 0;)
		if (v->order.open[i].parent == parent && (slot == NULL || v->order.open[i].slot == slot
			|| v->order.open[i].slot == NULL))
			forget(v, i);
}

static void
note_barrier(struct verifier *v, LLVMValueRef call, enum intrinsic id)
{
	const unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef parent = n > 0 ? LLVMGetOperand(call, 0) : NULL;

	if (id == INTR_OBJECT_WRITE_BARRIER) {
		close_barriers(v, parent, NULL);
		for (unsigned i = 1; i < n; i++)
			open_barrier(v, parent, NULL, LLVMGetOperand(call, i));
	} else if (id == INTR_WRITE_BARRIER) {
		close_barriers(v, parent, NULL);
		int as = n > 2 ? pointer_as(LLVMTypeOf(LLVMGetOperand(call, 1))) : -1;
		for (unsigned i = 2; (as == LR_AS_DERIVED || as == LR_AS_LOADED) && i < n; i++)
			open_barrier(v, parent, LLVMGetOperand(call, 1), LLVMGetOperand(call, i));
	} else {
		for (unsigned i = 1; i + 1 < n; i += 2) {
			close_barriers(v, parent, LLVMGetOperand(call, i));
			open_barrier(v, parent, LLVMGetOperand(call, i), LLVMGetOperand(call, i + 1));
		}
	}
}

/* The object that an address is computed from, after a few steps. */
static LLVMValueRef
object_of(LLVMValueRef address)
{
	for (int i = 0; i < STEPS; i++) {
		if (!LLVMIsAAddrSpaceCastInst(address) && !LLVMIsAGetElementPtrInst(address))
			break;
		address = LLVMGetOperand(address, 0);
	}
	return address;
}

/* Is the call a barrier for the store that `b` stands in front of? */
static bool
serves(LLVMValueRef call, enum intrinsic id, const struct open_barrier *b)
{
	const bool field = id == INTR_FIELD_WRITE_BARRIER_P11 || id == INTR_FIELD_WRITE_BARRIER_P13;
	const unsigned n = LLVMGetNumArgOperands(call);

	if (n == 0 || (!field && id != INTR_WRITE_BARRIER && id != INTR_OBJECT_WRITE_BARRIER)
		|| LLVMGetOperand(call, 0) != b->parent)
		return false;
	for (unsigned k = 1; k < n; k++)
		if (LLVMGetOperand(call, k) == b->child
			&& (!field || b->slot == NULL || LLVMGetOperand(call, k - 1) == b->slot))
			return true;
	return false;
}

/* Does a barrier for the store follow it, before anything may collect? */
static bool
has_barrier_behind(LLVMValueRef store, const struct open_barrier *b)
{
	LLVMValueRef i = LLVMGetNextInstruction(store);

	for (int steps = 0; i != NULL && steps < STEPS; steps++, i = LLVMGetNextInstruction(i)) {
		if (LLVMIsACallInst(i) == NULL)
			continue;
		const enum intrinsic id = intrinsic_of_call(i);
		if (serves(i, id, b))
			return true;
		if (intrinsic_may_be_safepoint(id))
			return false;
	}
	return false;
}

void
verify_order_block(struct verifier *v)
{
	v->order.n = v->order.safepoints = 0;
}

void
verify_order_call(struct verifier *v, LLVMValueRef call, enum intrinsic id)
{
	if (v->cx->profile.survivors_grow_old_together)
		return;
	switch (id) {
	case INTR_WRITE_BARRIER: case INTR_OBJECT_WRITE_BARRIER: case INTR_FIELD_WRITE_BARRIER_P11:
	case INTR_FIELD_WRITE_BARRIER_P13:
		note_barrier(v, call, id);
		break;
	default:
		if (v->order.n > 0 && is_certain_safepoint(call, id))
			v->order.safepoints++;
		break;
	}
}

void
verify_order_store(struct verifier *v, LLVMValueRef store)
{
	LLVMValueRef child = LLVMGetOperand(store, 0), address = LLVMGetOperand(store, 1);

	for (unsigned i = v->order.n; i-- > 0;) {
		const struct open_barrier *b = &v->order.open[i];
		if (b->child != child || (b->slot != NULL ? b->slot != address : object_of(address) != b->parent))
			continue;
		if (b->safepoints != v->order.safepoints && !has_barrier_behind(store, b))
			violation(v, store,
				"a safepoint lies between this store and the write barrier before it: the parent may "
				"have become old since; the barrier must come behind it");
		forget(v, i);
	}
}
