/* weights.c -- the weights of branches, as the IR states them: by !prof, or by llvm.expect if that is not lowered
** yet.  Fills fn.weight.  Calls of cold functions are found when calls are read.  `!unpredictable` says nothing
** about frequencies. */
#include "gcroots/model/scanned.h"

enum { LIKELY = 2000, MAX_SUCCESSORS = 4096 };

static bool
has_room(struct fn *f)
{
	uint32_t n = f->g.succ_at[f->g.nblk];

	if (!f->weight)
		f->weight = arena_zarray(f->ar, n, sizeof *f->weight);
	return f->weight != NULL;
}

/* Reads !{!"branch_weights", [!"expected",] i32 ...}. */
static void
read_profile(struct fn *f, LLVMValueRef md, uint32_t first, uint32_t n)
{
	unsigned have = LLVMGetMDNodeNumOperands(md), bytes = 0;
	LLVMValueRef *op;
	const char *kind;

	if (have < n + 1 || have > n + 2 || n > MAX_SUCCESSORS || !(op = arena_array(f->ar, have, sizeof *op)))
		return;
	LLVMGetMDNodeOperands(md, op);
	kind = op[0] ? LLVMGetMDString(op[0], &bytes) : NULL;
	if (!kind || bytes != 14 || memcmp(kind, "branch_weights", 14) != 0 || !has_room(f))
		return;
	for (uint32_t i = 0; i < n; i++) {
		LLVMValueRef w = op[have - n + i];
		uint64_t x = w && LLVMIsAConstantInt(w) ? LLVMConstIntGetZExtValue(w) : 0;
		f->weight[first + i] = x > UINT32_MAX ? UINT32_MAX : (uint32_t)x;
	}
}

static bool
is_expect(LLVMValueRef v)
{
	size_t n;

	if (!LLVMIsACallInst(v) || intrinsic_of_call(v) != INTR_LLVM)
		return false;
	const char *name = LLVMGetValueName2(LLVMGetCalledValue(v), &n);
	return n > 12 && memcmp(name, "llvm.expect.", 12) == 0;
}

/* Reads br i1 expect(x, c), or br i1 (expect(x, c) == d). */
static void
read_expectation(struct fn *f, LLVMValueRef branch, uint32_t first)
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
	if (!is_expect(expect) || !LLVMIsAConstantInt(LLVMGetOperand(expect, 1)) || !has_room(f))
		return;
	uint64_t value = LLVMConstIntGetZExtValue(LLVMGetOperand(expect, 1));
	bool taken = with ? (value == LLVMConstIntGetZExtValue(with)) != differs : value != 0;
	f->weight[first] = taken ? LIKELY : 1;
	f->weight[first + 1] = taken ? 1 : LIKELY;
}

bool
weights(struct fn *f, const void *asked)
{
	const struct ir *ir = asked;

	for (block_id b = 0; b < f->g.nblk && f->g.nblk > 1; b++) {
		uint32_t first = f->g.succ_at[b], n = f->g.succ_at[b + 1] - first;
		if (n < 2)
			continue;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(ir->block[b]);
		LLVMValueRef md = LLVMHasMetadata(end) ? LLVMGetMetadata(end, ir->md_prof) : NULL;
		if (md)
			read_profile(f, md, first, n);
		else if (ir->expects && LLVMGetInstructionOpcode(end) == LLVMBr)
			read_expectation(f, end, first);
	}
	return !f->ar->failed;
}
