/* SPDX-License-Identifier: MIT */
/* branch_weights.c -- the weights of branches, as the IR states them: by !prof, or by llvm.expect if that is not
** lowered yet.  `!unpredictable` says nothing about frequencies. */
#include "ir/branch_weights.h"

enum { LIKELY = 2000, MAX_SUCCESSORS = 4096 };

struct weights { struct arena *ar; const struct cfg *g; uint32_t *weight; };

static bool
has_room(struct weights *w)
{
	if (!w->weight)
		w->weight = arena_zarray(w->ar, w->g->succ_at[w->g->nblk], sizeof *w->weight);
	return w->weight != NULL;
}

/* Reads !{!"branch_weights", [!"expected",] i32 ...}. */
static void
read_profile(struct weights *w, LLVMValueRef md, uint32_t first, uint32_t n)
{
	unsigned have = LLVMGetMDNodeNumOperands(md), bytes = 0;
	LLVMValueRef *op;
	const char *kind;

	if (have < n + 1 || have > n + 2 || n > MAX_SUCCESSORS || !(op = arena_array(w->ar, have, sizeof *op)))
		return;
	LLVMGetMDNodeOperands(md, op);
	kind = op[0] ? LLVMGetMDString(op[0], &bytes) : NULL;
	if (!kind || bytes != 14 || memcmp(kind, "branch_weights", 14) != 0 || !has_room(w))
		return;
	for (uint32_t i = 0; i < n; i++) {
		LLVMValueRef c = op[have - n + i];
		uint64_t x = c && LLVMIsAConstantInt(c) ? LLVMConstIntGetZExtValue(c) : 0;
		w->weight[first + i] = x > UINT32_MAX ? UINT32_MAX : (uint32_t)x;
	}
}

static bool
is_expect(LLVMValueRef v)
{
	LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;

	return callee && LLVMIsAFunction(callee) && strncmp(value_name(callee), "llvm.expect.", 12) == 0;
}

/* Reads br i1 expect(x, c), or br i1 (expect(x, c) == d). */
static void
read_expectation(struct weights *w, LLVMValueRef branch, uint32_t first)
{
	LLVMValueRef cond = LLVMGetCondition(branch), expect = cond, with = NULL;
	bool differs = false;

	if (LLVMIsAICmpInst(cond)) {
		LLVMIntPredicate p = LLVMGetICmpPredicate(cond);
		expect = LLVMGetOperand(cond, 0), with = LLVMGetOperand(cond, 1);
		differs = p == LLVMIntNE;
		if ((p != LLVMIntEQ && !differs) || !LLVMIsAConstantInt(with))
			return;
	}
	if (!is_expect(expect) || !LLVMIsAConstantInt(LLVMGetOperand(expect, 1)) || !has_room(w))
		return;
	uint64_t value = LLVMConstIntGetZExtValue(LLVMGetOperand(expect, 1));
	bool taken = with ? (value == LLVMConstIntGetZExtValue(with)) != differs : value != 0;
	w->weight[first] = taken ? LIKELY : 1;
	w->weight[first + 1] = taken ? 1 : LIKELY;
}

bool
read_branch_weights(struct arena *ar, const struct cfg *g, const LLVMBasicBlockRef *block, unsigned md_prof,
	bool expects, uint32_t **weight)
{
	struct weights w = { .ar = ar, .g = g };

	for (block_id b = 0; b < g->nblk && g->nblk > 1; b++) {
		uint32_t first = g->succ_at[b], n = g->succ_at[b + 1] - first;
		if (n < 2)
			continue;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block[b]);
		LLVMValueRef md = LLVMHasMetadata(end) ? LLVMGetMetadata(end, md_prof) : NULL;
		if (md)
			read_profile(&w, md, first, n);
		else if (expects && LLVMGetInstructionOpcode(end) == LLVMBr)
			read_expectation(&w, end, first);
	}
	*weight = w.weight;
	return !ar->failed;
}
