/* SPDX-License-Identifier: MIT */
/* relocate_edges.c -- gives each invoke edges of its own, so that there is a place for code along one edge alone.
** The program stays the same.  Afterwards the destinations of an invoke have no phis and no other predecessor.  A
** landing pad that several invokes shared is repeated for each, and its results are merged behind. */
#include "gcroots/relocate/relocate.h"

static bool
has_other_predecessor(LLVMBasicBlockRef bb, LLVMValueRef terminator)
{
	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
		if (LLVMGetUser(u) != terminator)
			return true;
	return false;
}

/* Remembers the order of the predecessors of a block, before the first edge into it is split. */
static bool
remember_order(struct relocate *r, LLVMBasicBlockRef to)
{
	return ptrmap_get(&r->blocks, to) != PTRMAP_NONE
		|| (journal_order(&r->journal, to) && ptrmap_set(&r->blocks, to, 0));
}

/* Makes a block on the edge from `invoke` to `to`, with a copy of `pad` if that is not NULL.  NULL on no memory. */
static LLVMBasicBlockRef
make_edge(struct relocate *r, LLVMValueRef invoke, LLVMBasicBlockRef to, LLVMValueRef pad)
{
	LLVMBuilderRef b = r->e->builder;
	LLVMBasicBlockRef edge = remember_order(r, to) ? journal_split(&r->journal, invoke, to, pad != NULL) : NULL;

	if (!edge)
		return NULL;
	LLVMSetCurrentDebugLocation2(b,
		pad ? LLVMInstructionGetDebugLoc(pad) : LLVMInstructionGetDebugLoc(invoke));
	if (pad) {
		LLVMValueRef copy = LLVMInstructionClone(pad);
		LLVMInsertIntoBuilder(b, copy);
		LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(pad));
	}
	LLVMBuildBr(b, to);
	return edge;
}

/* Returns the block from which control comes to `to` now, if it came from `from` before.  NULL on no memory. */
static LLVMBasicBlockRef
source(struct relocate *r, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMValueRef pad)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(from);

	if (!LLVMIsAInvokeInst(t))
		return from;
	LLVMBasicBlockRef dest = pad ? LLVMGetUnwindDest(t) : LLVMGetNormalDest(t);
	return dest == to ? make_edge(r, t, to, pad) : dest;
}

/* Replaces a phi by one whose entries come from where control comes from now. */
static bool
renew_phi(struct relocate *r, LLVMValueRef old, LLVMValueRef pad)
{
	unsigned n = LLVMCountIncoming(old);
	LLVMBasicBlockRef *block = arena_array(&r->journal.ar, n, sizeof(LLVMBasicBlockRef));
	bool changed = false;

	for (unsigned i = 0; block && i < n; i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(old, i);
		if (!(block[i] = source(r, from, LLVMGetInstructionParent(old), pad)))
			return false;
		changed |= block[i] != from;
	}
	return block && (!changed || journal_renew_phi(&r->journal, old, block));
}

static bool
split_pad(struct relocate *r, LLVMBasicBlockRef bb, LLVMValueRef pad)
{
	unsigned n = 0;
	LLVMUseRef u, after;

	for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i != pad; i = next) {
		next = LLVMGetNextInstruction(i);
		if (!renew_phi(r, i, pad))
			return false;
	}
	/* the uses that are left are invokes without a block on their edge, and the blocks on the edges of the
	** others */
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = after, n++) {
		LLVMValueRef t = LLVMGetUser(u);
		after = LLVMGetNextUse(u);
		if (LLVMIsAInvokeInst(t) && LLVMGetUnwindDest(t) == bb && !make_edge(r, t, bb, pad))
			return false;
	}
	LLVMValueRef *value = arena_array(&r->journal.ar, n, sizeof *value);
	LLVMBasicBlockRef *block = arena_array(&r->journal.ar, n, sizeof(LLVMBasicBlockRef));
	if (!value || !block)
		return false;
	n = 0;
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u)) {
		LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(u));
		value[n] = LLVMGetFirstInstruction(from);
		block[n++] = from;
	}
	return journal_merge_pad(&r->journal, pad, value, block, n);
}

bool
relocate_edges_split(struct relocate *r, LLVMValueRef fn)
{
	ptrmap_clear(&r->blocks);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn), next; b; b = next) {
		next = LLVMGetNextBasicBlock(b);
		LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
		if (!LLVMIsAInvokeInst(t))
			continue;
		LLVMBasicBlockRef normal = LLVMGetNormalDest(t), unwind = LLVMGetUnwindDest(t);
		for (LLVMValueRef i = LLVMGetFirstInstruction(normal), after; LLVMIsAPHINode(i); i = after) {
			after = LLVMGetNextInstruction(i);
			if (!renew_phi(r, i, NULL))
				return false;
		}
		if (LLVMGetNormalDest(t) == normal && has_other_predecessor(normal, t)
			&& !make_edge(r, t, normal, NULL))
			return false;
		LLVMValueRef first = LLVMGetFirstInstruction(unwind), pad = first;
		while (LLVMIsAPHINode(pad))
			pad = LLVMGetNextInstruction(pad);
		if (LLVMIsALandingPadInst(pad) && (pad != first || has_other_predecessor(unwind, t))
			&& !split_pad(r, unwind, pad))
			return false;
	}
	return true;
}
