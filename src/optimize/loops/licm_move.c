/* SPDX-License-Identifier: MIT */
/* licm_move.c -- what can be in front of a loop, and the move there. */
#include "optimize/loops/licm.h"

enum { MOST_MOVES = 16, COLD_STEPS = 64, UNLIKELY = 64 };

/* Has the instruction no effect but its result, whatever its operands are? */
static bool
is_speculatable(LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMLShr: case LLVMAShr:
	case LLVMAnd: case LLVMOr: case LLVMXor:
	case LLVMFAdd: case LLVMFSub: case LLVMFMul: case LLVMFDiv: case LLVMFRem: case LLVMFNeg:
	case LLVMTrunc: case LLVMZExt: case LLVMSExt: case LLVMFPToUI: case LLVMFPToSI: case LLVMUIToFP:
	case LLVMSIToFP: case LLVMFPTrunc: case LLVMFPExt: case LLVMPtrToInt: case LLVMIntToPtr: case LLVMBitCast:
	case LLVMAddrSpaceCast: case LLVMGetElementPtr: case LLVMICmp: case LLVMFCmp: case LLVMSelect: case LLVMFreeze:
	case LLVMExtractValue: case LLVMInsertValue: case LLVMExtractElement: case LLVMInsertElement:
	case LLVMShuffleVector:
		return true;
	default:
		return false;
	}
}

/* Appends `v` behind the instructions that need it.  They move from the end of the list to its start; one that is
** needed again is there twice, and moves at the later place. */
static bool
note(struct licm *x, LLVMValueRef v)
{
	if (!loops_define(&x->l, x->header, v))
		return true;
	if (!is_speculatable(v) || x->nmoves >= MOST_MOVES
		|| !ARENA_PUSH(&x->l.ar, x->moves, x->nmoves, x->moves_cap))
		return false;
	x->moves[x->nmoves++] = v;
	return true;
}

bool
licm_invariant(struct licm *x, LLVMValueRef v)
{
	const uint32_t first = x->nmoves;
	bool ok = note(x, v);

	for (uint32_t i = first; ok && i < x->nmoves; i++)
		for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(x->moves[i]); k < n && ok; k++)
			ok = note(x, LLVMGetOperand(x->moves[i], k));
	if (!ok)
		x->nmoves = first;
	return ok;
}

static void
move(struct licm *x, LLVMValueRef inst)
{
	LLVMBuilderRef b = x->low.e.builder;

	LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(x->preheader));
	LLVMSetCurrentDebugLocation2(b, NULL); /* the instruction keeps its own */
	LLVMInstructionRemoveFromParent(inst);
	LLVMInsertIntoBuilderWithName(b, inst, value_name(inst));
	if (x->l.given != NULL)
		x->l.given->moved(x->l.given->user, inst);
}

void
licm_hoist(struct licm *x, LLVMValueRef inst)
{
	for (uint32_t i = x->nmoves; i-- > 0;)
		if (loops_define(&x->l, x->header, x->moves[i])) /* not moved yet */
			move(x, x->moves[i]);
	x->nmoves = 0;
	move(x, inst);
	x->l.cx->changed |= LR_CHANGED_IR;
}

void
licm_created(struct licm *x, LLVMValueRef inst)
{
	x->l.cx->changed |= LR_CHANGED_IR;
	if (x->l.given != NULL)
		x->l.given->created(x->l.given->user, inst);
}

void
licm_erase(struct licm *x, LLVMValueRef inst)
{
	x->l.cx->changed |= LR_CHANGED_IR;
	if (x->l.given != NULL)
		x->l.given->erases(x->l.given->user, inst);
	LLVMInstructionEraseFromParent(inst);
}

/* Is the branch taken to successor `to` less than once in UNLIKELY times? */
static bool
is_unlikely(const struct licm *x, LLVMValueRef branch, unsigned to)
{
	LLVMValueRef md = LLVMHasMetadata(branch) ? LLVMGetMetadata(branch, x->md_prof) : NULL, op[4] = { NULL };
	uint64_t weight[2], sum = 0;
	unsigned bytes = 0, n = md != NULL ? LLVMGetMDNodeNumOperands(md) : 0;

	if (n < 3 || n > 4)
		return false;
	LLVMGetMDNodeOperands(md, op);
	const char *kind = op[0] != NULL ? LLVMGetMDString(op[0], &bytes) : NULL;
	if (kind == NULL || bytes != 14 || memcmp(kind, "branch_weights", 14) != 0)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef w = op[n - 2 + i];
		if (w == NULL || !LLVMIsAConstantInt(w))
			return false;
		weight[i] = LLVMConstIntGetZExtValue(w) & UINT32_MAX;
		sum += weight[i];
	}
	return weight[to] * UNLIKELY < sum;
}

bool
licm_cold(const struct licm *x, LLVMBasicBlockRef bb)
{
	const struct cfg *g = &x->l.g;
	uint32_t b = ptrmap_get(&x->l.number, bb);

	for (unsigned i = 0; b != PTRMAP_NONE && b != x->header && i < COLD_STEPS; i++) {
		const block_id up = g->idom[b];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(x->l.block[up]);
		if (LLVMIsABranchInst(end) && LLVMIsConditional(end))
			for (unsigned k = 0; k < 2; k++) {
				uint32_t s = ptrmap_get(&x->l.number, LLVMGetSuccessor(end, k));
				if (s != PTRMAP_NONE && cfg_dominates(g, s, b) && s != up && is_unlikely(x, end, k))
					return true;
			}
		b = up;
	}
	return false;
}
