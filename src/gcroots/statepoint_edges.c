/* statepoint_edges.c -- each invoke gets edges of its own, so that there is a place for what happens along just that edge.
** The program stays the same.  Afterwards the destinations of an invoke have no phis and no other predecessor; a landing pad that several
** invokes shared is there once for each, and what it gave is merged behind. */
#include "gcroots/statepoint.h"

struct edges {
	struct edit *e;
	LLVMValueRef fn;
	LLVMValueRef *value;     /* room for the longest phi */
	LLVMBasicBlockRef *block;
};

void
sp_edges_plan(struct edit *e, LLVMValueRef fn)
{
	size_t longest = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
			longest = LLVMCountIncoming(i) > longest ? LLVMCountIncoming(i) : longest;
		/* of a pad without phis, as many edges can become one */
		if (LLVMIsALandingPadInst(LLVMGetFirstInstruction(b))) {
			size_t n = 0;
			for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u))
				n++;
			longest = n > longest ? n : longest;
		}
	}
	if (e->scratch_need < 2 * longest * sizeof(void *))
		e->scratch_need = 2 * longest * sizeof(void *);
}

static bool
has_other_predecessor(LLVMBasicBlockRef bb, LLVMValueRef terminator)
{
	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
		if (LLVMGetUser(u) != terminator)
			return true;
	return false;
}

/* A block on the way from `invoke` to `to`, where `pad`, if it is not NULL, stands once more. */
static LLVMBasicBlockRef
make_edge(struct edges *g, LLVMValueRef invoke, LLVMBasicBlockRef to, LLVMValueRef pad)
{
	struct edit *e = g->e;
	LLVMBasicBlockRef edge = LLVMInsertBasicBlockInContext(e->context, to, pad ? "gc.unwind" : "gc.normal");

	LLVMPositionBuilderAtEnd(e->builder, edge);
	LLVMSetCurrentDebugLocation2(e->builder, pad ? LLVMInstructionGetDebugLoc(pad) : LLVMInstructionGetDebugLoc(invoke));
	if (pad) {
		LLVMValueRef copy = LLVMInstructionClone(pad);
		LLVMInsertIntoBuilder(e->builder, copy);
		LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(pad));
	}
	LLVMBuildBr(e->builder, to);
	if (pad)
		LLVMSetUnwindDest(invoke, edge);
	else
		LLVMSetNormalDest(invoke, edge);
	return edge;
}

/* Where control from `from` comes to `to` now. */
static LLVMBasicBlockRef
source(struct edges *g, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMValueRef pad)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(from);

	if (!LLVMIsAInvokeInst(t))
		return from;
	LLVMBasicBlockRef dest = pad ? LLVMGetUnwindDest(t) : LLVMGetNormalDest(t);
	return dest == to ? make_edge(g, t, to, pad) : dest;
}

/* A phi like `old` whose entries come from where control comes from now. */
static void
renew_phi(struct edges *g, LLVMValueRef old, LLVMValueRef pad)
{
	struct edit *e = g->e;
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(old);
	unsigned n = LLVMCountIncoming(old);
	bool changed = false;

	for (unsigned i = 0; i < n; i++) {
		g->value[i] = LLVMGetIncomingValue(old, i);
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(old, i);
		g->block[i] = source(g, from, bb, pad);
		changed |= g->block[i] != from;
	}
	if (!changed)
		return;
	LLVMPositionBuilderBefore(e->builder, old);
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(old));
	LLVMValueRef made = LLVMBuildPhi(e->builder, LLVMTypeOf(old), "");
	LLVMReplaceAllUsesWith(old, made);
	for (unsigned i = 0; i < n; i++)
		if (g->value[i] == old)
			g->value[i] = made;
	LLVMAddIncoming(made, g->value, g->block, n);
	LLVMInstructionEraseFromParent(old);
}

static void
split_pad(struct edges *g, LLVMBasicBlockRef bb, LLVMValueRef pad)
{
	struct edit *e = g->e;
	unsigned n = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i != pad; i = next) {
		next = LLVMGetNextInstruction(i);
		renew_phi(g, i, pad);
	}
	/* what is left of the uses are invokes without a block on their edge, and the blocks on the edges of the others */
	LLVMUseRef u, next;
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = next) {
		LLVMValueRef t = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (LLVMIsAInvokeInst(t) && LLVMGetUnwindDest(t) == bb)
			make_edge(g, t, bb, pad);
	}
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u)) {
		LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(u));
		g->value[n] = LLVMGetFirstInstruction(from);
		g->block[n++] = from;
	}
	if (LLVMGetFirstUse(pad)) {
		LLVMPositionBuilderBefore(e->builder, LLVMGetFirstInstruction(bb));
		LLVMSetCurrentDebugLocation2(e->builder, NULL);
		LLVMValueRef merged = LLVMBuildPhi(e->builder, LLVMTypeOf(pad), "");
		LLVMReplaceAllUsesWith(pad, merged);
		LLVMAddIncoming(merged, g->value, g->block, n);
	}
	LLVMInstructionEraseFromParent(pad);
}

void
sp_edges_split(struct edit *e, LLVMValueRef fn)
{
	struct edges g = { .e = e, .fn = fn, .value = e->scratch };

	g.block = (LLVMBasicBlockRef *)(g.value + e->scratch_need / (2 * sizeof(void *)));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn), next; b; b = next) {
		next = LLVMGetNextBasicBlock(b);
		LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
		if (!LLVMIsAInvokeInst(t))
			continue;
		LLVMBasicBlockRef normal = LLVMGetNormalDest(t), unwind = LLVMGetUnwindDest(t);
		for (LLVMValueRef i = LLVMGetFirstInstruction(normal), after; LLVMIsAPHINode(i); i = after) {
			after = LLVMGetNextInstruction(i);
			renew_phi(&g, i, NULL);
		}
		if (LLVMGetNormalDest(t) == normal && has_other_predecessor(normal, t))
			make_edge(&g, t, normal, NULL);
		LLVMValueRef first = LLVMGetFirstInstruction(unwind), pad = first;
		while (LLVMIsAPHINode(pad))
			pad = LLVMGetNextInstruction(pad);
		if (LLVMIsALandingPadInst(pad) && (pad != first || has_other_predecessor(unwind, t)))
			split_pad(&g, unwind, pad);
	}
}
