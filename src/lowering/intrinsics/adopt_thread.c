/* SPDX-License-Identifier: MIT */
/* adopt_thread.c -- lowers julia.get_pgcstack_or_new, in functions called by threads that are GC-safe, or that
** the runtime possibly does not know.
**
** The code looks for the GC stack as any getter does. If there is none, the runtime adopts the thread; otherwise the
** thread enters the GC-unsafe state and passes a safepoint. Before each return the old state is restored (that of an
** adopted thread is GC-safe) and a safepoint passed, unless the result is a reference: no root could hold it in the
** GC-safe state. */
#include "dialect/kind.h"
#include "lowering/intrinsics/ptls.h"

lr_status
adoption_plan(struct ptls *t, struct getter_call *c)
{
	struct lower *l = &t->l;
	LLVMBasicBlockRef entry = LLVMGetInstructionParent(c->call);
	LLVMValueRef fn = LLVMGetBasicBlockParent(entry);

	if (gcstack_argument(fn) != NULL || getter_argument(fn) != NULL)
		return LR_OK;
	LLVMValueRef getter = gcstack_at_entry(fn);
	if (getter == NULL)
		return lr_fail(l->cx, LR_E_DIALECT, c->call, "julia.get_pgcstack_or_new must be in the entry block");
	c->first = getter == c->call;
	if (!c->first) /* it was inlined: the thread is known by now */
		return LR_OK;
	c->ret_at = t->nrets;
	if (type_kind(LLVMGetReturnType(LLVMGlobalGetValueType(fn))).count > 0)
		return LR_OK;
	for (LLVMBasicBlockRef bb = entry; bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb),
			prev = end != NULL ? LLVMGetPreviousInstruction(end) : NULL;
		if (end == NULL || !LLVMIsAReturnInst(end))
			continue;
		if (prev != NULL && LLVMIsACallInst(prev) && LLVMGetTailCallKind(prev) == LLVMTailCallKindMustTail)
			return lr_fail(l->cx, LR_E_DIALECT, prev,
				"a musttail call in a function with julia.get_pgcstack_or_new: the GC state could not "
				"be restored");
		if (ARENA_PUSH(&l->e.arena, t->rets, t->nrets, t->rets_cap))
			t->rets[t->nrets++] = end;
	}
	c->nret = t->nrets - c->ret_at;
	return LR_OK;
}

/* Builds the store of a GC state, and a safepoint. */
static void
set_state(struct ptls *t, LLVMValueRef ptls, LLVMValueRef state)
{
	struct edit *e = &t->l.e;
	LLVMValueRef store = LLVMBuildStore(e->builder, state,
		edit_offset(e, ptls, t->l.profile->gc_state_in_ptls, "gc_state"));

	LLVMSetOrdering(store, LLVMAtomicOrderingRelease);
	LLVMSetAlignment(store, 1);
	LLVMValueRef page = LLVMBuildLoad2(e->builder, e->ptr,
		edit_offset(e, ptls, t->l.profile->safepoint_in_ptls, ""), "signal_page");
	LLVMSetOrdering(page, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(page, e->word_bytes);
	LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
	LLVMValueRef poll = LLVMBuildLoad2(e->builder, e->word, page, "");
	LLVMSetVolatile(poll, true);
	LLVMSetAlignment(poll, e->word_bytes);
	LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
}

LLVMValueRef
adoption_build(struct ptls *t, const struct getter_call *c, LLVMValueRef found)
{
	struct edit *e = &t->l.e;
	const struct lr_profile *p = t->l.profile;
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(c->call), head;
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(c->call);
	LLVMValueRef value[2] = { found, NULL }, state[2];

	edit_cut_block(e, rest, (LLVMValueRef[]){ c->call }, 1, &head);
	LLVMBasicBlockRef block[] = { LLVMInsertBasicBlockInContext(e->context, rest, "enter"),
		LLVMInsertBasicBlockInContext(e->context, rest, "adopt") };
	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	edit_weights(e, LLVMBuildCondBr(e->builder, LLVMBuildIsNotNull(e->builder, found, ""), block[0], block[1]), 9,
		1);
	LLVMPositionBuilderAtEnd(e->builder, block[0]);
	LLVMValueRef ptls = ptls_of_gcstack(&t->l, found);
	state[0] = LLVMBuildLoad2(e->builder, e->i8, edit_offset(e, ptls, p->gc_state_in_ptls, ""), "");
	LLVMSetOrdering(state[0], LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(state[0], 1);
	set_state(t, ptls, LLVMConstInt(e->i8, p->gc_state_unsafe, false));
	LLVMBuildBr(e->builder, rest);
	LLVMPositionBuilderAtEnd(e->builder, block[1]);
	value[1] = getter_call_runtime(t, p->adopt_thread, false);
	state[1] = LLVMConstInt(e->i8, p->gc_state_safe, false);
	LLVMBuildBr(e->builder, rest);
	edit_before(e, c->call);
	LLVMValueRef pgcstack = LLVMBuildPhi(e->builder, e->ptr, "pgcstack"),
		old = LLVMBuildPhi(e->builder, e->i8, "gc_state.old");
	LLVMAddIncoming(pgcstack, value, block, 2);
	LLVMAddIncoming(old, state, block, 2);
	for (uint32_t i = 0; i < c->nret; i++) {
		edit_before(e, t->rets[c->ret_at + i]);
		set_state(t, ptls_of_gcstack(&t->l, pgcstack), old);
	}
	return pgcstack;
}
