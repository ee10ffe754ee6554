/* SPDX-License-Identifier: MIT */
/* relocate_walk.c -- one walk over the dominator tree: hands calls to the emitter, gives each use the current value,
** and fills the phis.  Needs relocate_variables and relocate_place_phis.  relocate_reserve takes all memory; after
** it nothing fails. */
#include "dialect/names.h"
#include "gcroots/relocate/relocate.h"

/* Finds the edges of each invoke along which its live variables stay live. */
static bool
follow_invokes(struct relocate *r)
{
	r->into = arena_zarray(r->ar, (size_t)r->live_at[r->v.nsafe] + 1, sizeof *r->into);
	for (safepoint_id s = 0; r->into && s < r->v.nsafe; s++) {
		LLVMValueRef call = r->ir.safe[s];
		if (!LLVMIsAInvokeInst(call))
			continue;
		uint32_t normal = ptrmap_get(&r->blocks, LLVMGetNormalDest(call)),
			unwind = ptrmap_get(&r->blocks, LLVMGetUnwindDest(call));
		for (uint32_t i = r->live_at[s]; i < r->live_at[s + 1]; i++)
			r->into[i] = (uint8_t)((relocate_live_into(r, normal, r->live[i]) ? INTO_NORMAL : 0) |
				(relocate_live_into(r, unwind, r->live[i]) ? INTO_UNWIND : 0));
	}
	return r->into != NULL;
}

/* Takes memory for bases that will be given; each is a value of its own. */
static bool
reserve_bases(struct relocate *r, uint32_t bases)
{
	uint32_t *elem = arena_array(r->ar, (size_t)r->nelem + bases + 1, sizeof *elem);
	struct relocate_value *value = arena_array(r->ar, (size_t)r->nvalue + bases + 1, sizeof *value);

	if (!elem || !value)
		return false;
	if (r->nelem)
		memcpy(elem, r->elem, r->nelem * sizeof *elem);
	if (r->nvalue)
		memcpy(value, r->value, r->nvalue * sizeof *value);
	r->elem = elem, r->value = value;
	ptrmap_grow_for(&r->values, r->values.count + bases);
	return true;
}

bool
relocate_reserve(struct relocate *r, uint32_t bases)
{
	uint32_t nvar = r->v.nval, nblk = r->v.g.nblk, defs = r->phi_at[nblk], entries = 0, nlift = 0;
	struct arena *ar = r->ar;
	struct relocate_walk *w = &r->walk;

	*w = (struct relocate_walk){ .tracked = LLVMPointerTypeInContext(r->e->context, LR_AS_TRACKED) };
	for (safepoint_id s = 0; s < r->v.nsafe; s++) {
		uint32_t live = r->live_at[s + 1] - r->live_at[s];
		defs += live;
		entries += LLVMIsAInvokeInst(r->ir.safe[s]) ? 2 * live : 0;
	}
	for (relocate_id v = 0; v < nvar; v++)
		nlift += r->var[v].kind > VALUE_PHI;
	w->cur = arena_zarray(ar, (size_t)nvar + 1, sizeof *w->cur);
	w->orig = arena_zarray(ar, (size_t)nvar + 1, sizeof *w->orig);
	w->phi = arena_array(ar, (size_t)r->phi_at[nblk] + 1, sizeof *w->phi);
	w->undo = arena_array(ar, (size_t)defs + entries + 1, sizeof *w->undo);
	w->entry = arena_array(ar, (size_t)entries + 1, sizeof *w->entry);
	w->entry_of = arena_array(ar, (size_t)nblk + 1, sizeof *w->entry_of);
	w->todo = arena_array(ar, 2 * (size_t)nblk + 2, sizeof *w->todo);
	ptrmap_clear(&r->lifted);
	ptrmap_grow_for(&r->lifted, nlift);
	if (bases && !reserve_bases(r, bases))
		return false;
	ptrmap_grow_for(&r->values, r->values.count + r->v.nsafe);
	for (uint32_t v = nvar; v-- > 0;)
		if (r->var[v].kind > VALUE_PHI)
			ptrmap_set(&r->lifted, r->var[v].defining, v); /* the first of them stays */
	for (block_id b = 0; w->entry_of && b < nblk; b++)
		w->entry_of[b] = NONE;
	return follow_invokes(r) && !ar->failed && !r->lifted.failed && !r->values.failed;
}

static void
make_phis(struct relocate *r)
{
	LLVMBuilderRef b = r->e->builder;

	for (block_id k = 0; k < r->v.g.nblk; k++) {
		if (r->phi_at[k] == r->phi_at[k + 1] && r->lift_at[k] == r->lift_at[k + 1])
			continue;
		/* no debug record may stand before a phi */
		LLVMPositionBuilderBeforeInstrAndDbgRecords(b, r->walk.spot = LLVMGetFirstInstruction(r->ir.block[k]));
		LLVMSetCurrentDebugLocation2(b, NULL);
		for (uint32_t i = r->lift_at[k]; i < r->lift_at[k + 1]; i++)
			if (!r->walk.orig[r->lift[i]])
				r->walk.orig[r->lift[i]] = LLVMBuildPhi(b, r->walk.tracked, "gclift");
		for (uint32_t i = r->phi_at[k]; i < r->phi_at[k + 1]; i++)
			r->walk.phi[i] = LLVMBuildPhi(b, relocate_type(r, r->phi[i]), "");
	}
}

/* Fills the entries of phis along the edges out of block b. */
static void
leave_block(struct relocate *r, block_id b)
{
	const struct cfg *c = &r->v.g;
	LLVMBasicBlockRef bb = r->ir.block[b];

	relocate_before(r, LLVMGetBasicBlockTerminator(bb));
	for (uint32_t i = r->in_at[b]; i < r->in_at[b + 1]; i++) {
		LLVMValueRef phi = r->in[i].phi, old = LLVMGetIncomingValue(phi, r->in[i].index), now;
		/* several edges from one block must bring the same value */
		bool again = i > r->in_at[b] && r->in[i - 1].phi == phi;
		now = again ? LLVMGetIncomingValue(phi, r->in[i - 1].index)
			: relocate_current(r, old, lanes_read(phi, 0));
		if (now != old)
			LLVMSetOperand(phi, r->in[i].index, now);
	}
	for (uint32_t i = r->lin_at[b]; i < r->lin_at[b + 1]; i++) {
		const struct relocate_var *v = &r->var[r->lin[i].var];
		if (!v->needed)
			continue;
		LLVMValueRef in = relocate_object(r, r->f.ref[r->f.val[v->object].in_at + r->lin[i].index]);
		if (relocate_base_is_full(r, r->lin[i].var, r->walk.orig[r->lin[i].var]))
			LLVMSetOperand(r->walk.orig[r->lin[i].var], r->lin[i].index, in);
		else
			LLVMAddIncoming(r->walk.orig[r->lin[i].var], &in, &bb, 1);
	}
	for (uint32_t e = c->succ_at[b]; e < c->succ_at[b + 1]; e++)
		for (uint32_t s = c->succ[e], i = r->phi_at[s]; i < r->phi_at[s + 1]; i++) {
			LLVMValueRef in = relocate_get(r, r->phi[i]);
			LLVMAddIncoming(r->walk.phi[i], &in, &bb, 1);
		}
}

/* Fills the entries from blocks that are never reached; these count as predecessors all the same. */
static void
leave_unreachable(struct relocate *r)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(r->ir.fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
		if (ptrmap_get(&r->blocks, bb) != PTRMAP_NONE)
			continue;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
			uint32_t s = ptrmap_get(&r->blocks, LLVMGetSuccessor(t, k));
			if (s == PTRMAP_NONE)
				continue;
			for (uint32_t i = r->phi_at[s]; i < r->phi_at[s + 1]; i++) {
				LLVMValueRef none = LLVMConstNull(LLVMTypeOf(r->walk.phi[i]));
				LLVMAddIncoming(r->walk.phi[i], &none, &bb, 1);
			}
			for (uint32_t i = r->lift_at[s]; i < r->lift_at[s + 1]; i++) {
				LLVMValueRef none = LLVMConstNull(r->walk.tracked), phi = r->walk.orig[r->lift[i]];
				if (!relocate_base_is_full(r, r->lift[i], phi))
					LLVMAddIncoming(phi, &none, &bb, 1);
			}
		}
	}
}

static bool
is_fence(LLVMValueRef i)
{
	return i != NULL && LLVMGetInstructionOpcode(i) == LLVMFence;
}

LLVMValueRef
relocate_end_of_safepoint(LLVMValueRef call)
{
	LLVMValueRef i = LLVMGetNextInstruction(call), end;

	if (intrinsic_of_call(call) != INTR_GCROOT_FLUSH)
		return call;
	while (is_fence(i))
		i = LLVMGetNextInstruction(i);
	if (i == NULL || !LLVMIsALoadInst(i) || !LLVMGetVolatile(i))
		return call;
	for (end = i; is_fence(LLVMGetNextInstruction(end)); )
		end = LLVMGetNextInstruction(end);
	return end;
}

static void
enter_block(struct relocate *r, block_id b)
{
	uint32_t next = r->v.safe_at[b], end = r->v.safe_at[b + 1];

	for (uint32_t i = r->phi_at[b]; i < r->phi_at[b + 1]; i++)
		relocate_set(r, r->phi[i], r->walk.phi[i]);
	for (uint32_t i = r->walk.entry_of[b]; i != NONE; i = r->walk.entry[i].next)
		relocate_set(r, r->walk.entry[i].var, r->walk.entry[i].value);
	for (LLVMValueRef inst = LLVMGetFirstInstruction(r->ir.block[b]), after; inst; inst = after) {
		after = LLVMGetNextInstruction(inst);
		if (LLVMIsAPHINode(inst))
			continue;
		if (r->lifted.count)
			relocate_make_bases(r, inst);
		relocate_read_current(r, inst);
		if (!after) /* phi entries are filled before the terminator: its own result is none of them */
			leave_block(r, b);
		if (next < end && r->ir.safe[next] == inst) {
			if (!r->plain[next]) {
				for (LLVMValueRef last = relocate_end_of_safepoint(inst), i = inst; i != last; ) {
					i = after;
					after = LLVMGetNextInstruction(i);
					relocate_read_current(r, i);
				}
				relocate_before(r, inst);
				r->emitter->emit(r->self, next);
			}
			next++;
		}
	}
}

static void
undo(struct relocate *r, uint32_t to)
{
	for (; r->walk.nundo > to; r->walk.nundo--)
		r->walk.cur[r->walk.undo[r->walk.nundo - 1].var] = r->walk.undo[r->walk.nundo - 1].was;
}

void
relocate_walk(struct relocate *r)
{
	const struct cfg *c = &r->v.g;
	uint32_t n = 0;

	make_phis(r);
	/* `todo` has the blocks that dominate the current one, each with the height of the undo list to go back to
	** when its subtree is done */
	for (uint32_t i = 0; i < c->nblk; i++) {
		block_id b = c->dom_order[i];
		for (; n && !cfg_dominates(c, r->walk.todo[n - 2], b); n -= 2)
			undo(r, r->walk.todo[n - 1]);
		r->walk.todo[n++] = b;
		r->walk.todo[n++] = r->walk.nundo;
		enter_block(r, b);
	}
	undo(r, 0);
	leave_unreachable(r);
}
