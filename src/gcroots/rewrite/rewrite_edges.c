/* SPDX-License-Identifier: MIT */
/* rewrite_edges.c -- edges with a push or a pop in their middle. */
#include "gcroots/rewrite/rewrite.h"
#include "gcroots/rewrite/scratch.h"

/* Replaces all edges from `from` in the phis by one from `middle`. */
static void
reroute_phi(LLVMBuilderRef b, LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef middle, LLVMValueRef *value,
	LLVMBasicBlockRef *block)
{
	unsigned n = LLVMCountIncoming(phi), k = 0;
	size_t bytes;
	bool seen = false;

	for (unsigned i = 0; i < n; i++) {
		LLVMBasicBlockRef x = LLVMGetIncomingBlock(phi, i);
		if (x == from && seen)
			continue;
		seen |= x == from;
		value[k] = LLVMGetIncomingValue(phi, i);
		block[k++] = x == from ? middle : x;
	}
	LLVMPositionBuilderBefore(b, phi);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(phi));
	LLVMValueRef made = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
	LLVMAddIncoming(made, value, block, k);
	const char *name = LLVMGetValueName2(phi, &bytes);
	char copy[64];
	if (bytes < sizeof copy) {
		memcpy(copy, name, bytes);
		LLVMSetValueName2(phi, "", 0);
		LLVMSetValueName2(made, copy, bytes);
	}
	if (LLVMCanValueUseFastMathFlags(phi))
		LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(phi));
	for (unsigned i = 0; i < k; i++) /* of itself */
		if (value[i] == phi)
			LLVMSetOperand(made, i, made);
	LLVMReplaceAllUsesWith(phi, made);
	LLVMInstructionEraseFromParent(phi);
}

LLVMValueRef
edge_middle(LLVMBuilderRef b, const struct plan_cut *c, LLVMValueRef *value, LLVMBasicBlockRef *block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(c->from), next;
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(end));
	LLVMBasicBlockRef middle = LLVMInsertBasicBlockInContext(context, c->to, c->push ? "gcpush" : "gcpop");

	for (unsigned i = 0, n = LLVMGetNumSuccessors(end); i < n; i++)
		if (LLVMGetSuccessor(end, i) == c->to)
			LLVMSetSuccessor(end, i, middle);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(c->to); LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		reroute_phi(b, phi, c->from, middle, value, block);
	}
	LLVMPositionBuilderAtEnd(b, middle);
	LLVMSetCurrentDebugLocation2(b, NULL);
	return LLVMBuildBr(b, c->to);
}

static void
cut_edge(struct rewrite *r, const struct plan_cut *c)
{
	LLVMValueRef args[] = { r->frame, rewrite_word(r->s, c->words) };

	rewrite_before(r, edge_middle(r->b, c, r->s->scratch->value, r->s->scratch->block));
	rewrite_call(r, c->push ? INTR_PUSH_GC_FRAME : INTR_POP_GC_FRAME,
		LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module)), args, c->push ? 2 : 1, "");
}

void
rewrite_edges(struct rewrite *r)
{
	for (uint32_t i = 0; i < r->p->ncut; i++)
		cut_edge(r, &r->p->cut[i]);
}
