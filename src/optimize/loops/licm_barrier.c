/* SPDX-License-Identifier: MIT */
/* licm_barrier.c -- a write barrier for the same objects in each round is done once, in front of the loop.
**
** A barrier is good for the stores between two safepoints.  So it may move if there is no safepoint in the loop.  It
** may move over safepoints if the profile says that all survivors of a collection grow old together: the objects live
** as long as a store may come, hence at each collection before it, and behind that no barrier is needed.  That goes for
** the children that the barrier names: julia.object_write_barrier(parent) speaks for children that may be made later.
**
** The barrier reads the objects, also where the loop would not have come to it.  So either each round comes to it
** before anything can leave the loop, or the objects are known to be objects: the parent is not null, and nothing is
** undefined. */
#include "optimize/loops/licm.h"

bool
licm_is_barrier(enum intrinsic id)
{
	return id == INTR_WRITE_BARRIER || id == INTR_OBJECT_WRITE_BARRIER || id == INTR_FIELD_WRITE_BARRIER_P11
		|| id == INTR_FIELD_WRITE_BARRIER_P13;
}

/* May the barrier be in front of stores that come behind a collection?  Log bits are set again by a collection.  Where
** the marks of static objects say nothing, a static parent may have to be queued behind each collection. */
static bool
outlives_collections(const struct licm *x, LLVMValueRef call, enum intrinsic id)
{
	const struct lr_profile *p = x->low.profile;

	return p->survivors_grow_old_together && p->barrier == BARRIER_MARK_BITS && p->image_mask == 0
		&& (id != INTR_OBJECT_WRITE_BARRIER || LLVMGetNumArgOperands(call) > 1);
}

/* The promises of the call about its arguments hold only where it is run. */
static void
drop_promises(struct licm *x, LLVMValueRef call)
{
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
		LLVMRemoveCallSiteEnumAttribute(call, i + 1, x->attr_nonnull);
		LLVMRemoveCallSiteEnumAttribute(call, i + 1, x->attr_noundef);
		LLVMRemoveCallSiteEnumAttribute(call, i + 1, x->attr_dereferenceable);
	}
}

static const char *
objection(struct licm *x, LLVMValueRef call, enum intrinsic id, bool sure)
{
	if (x->low.profile->barrier == BARRIER_SNAPSHOT)
		return "the collector has to see each value that is overwritten";
	if (licm_cold(x, LLVMGetInstructionParent(call)))
		return "it is unlikely to be run";
	if (x->safepoints[x->header] > 0 && !outlives_collections(x, call, id))
		return "the loop may collect, and the parent may grow old before the child does";
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n && !sure; i++) {
		LLVMValueRef v = LLVMGetOperand(call, i);
		if (LLVMTypeOf(v) == x->low.e.tracked && !licm_is_object(x, v, i > 0))
			return "it is not run in each round, and an operand may be no object where it is not";
	}
	return NULL;
}

void
licm_barrier(struct licm *x, LLVMValueRef call, enum intrinsic id)
{
	const bool sure = licm_sure(x, call);

	x->nmoves = 0;
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
		if (!licm_invariant(x, LLVMGetOperand(call, i)))
			return;
	/* What would have to move along might be poison. */
	const char *why = x->nmoves > 0 && !sure ? "its operands are computed in the loop"
		: objection(x, call, id, sure);
	if (why != NULL) {
		remark_say(x->l.cx, LR_REMARK_MISSED, "BarrierInLoop", call, NULL,
			"the write barrier is about the same objects in each round, but stays: %s", why);
		return;
	}
	if (!sure)
		drop_promises(x, call);
	licm_hoist(x, call);
	remark_say(x->l.cx, LR_REMARK_PASSED, "BarrierHoisted", call, NULL,
		"the write barrier is done once, in front of the loop");
}
