/* SPDX-License-Identifier: MIT */
/* poll_trips.c -- counts the iterations of loops from a constant to a constant, by running the counter.
**
** Such a loop has one back edge. Its header has a phi that starts with a constant and to which each iteration adds a
** constant. A block that is in each iteration leaves the loop by a comparison of the phi or the sum with a constant. */
#include "lowering/polls/polls.h"

enum { TESTS = 16 };             /* blocks that are searched for one that ends the loop */

struct counter {
	LLVMValueRef phi, next;
	uint64_t start, step, mask;
	unsigned width;
};

static bool
constant(LLVMValueRef v, uint64_t *value)
{
	if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	*value = LLVMConstIntGetZExtValue(v);
	return true;
}

static bool
is_counter(LLVMValueRef phi, LLVMBasicBlockRef latch, struct counter *c)
{
	unsigned back;

	if (LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind || LLVMCountIncoming(phi) != 2)
		return false;
	back = LLVMGetIncomingBlock(phi, 0) == latch ? 0 : 1;
	c->phi = phi;
	c->next = LLVMGetIncomingValue(phi, back);
	c->width = LLVMGetIntTypeWidth(LLVMTypeOf(phi));
	if (c->width > 64 || !constant(LLVMGetIncomingValue(phi, 1 - back), &c->start)
		|| !LLVMIsABinaryOperator(c->next))
		return false;
	LLVMOpcode op = LLVMGetInstructionOpcode(c->next);
	if ((op != LLVMAdd && op != LLVMSub) || LLVMGetOperand(c->next, 0) != phi
		|| !constant(LLVMGetOperand(c->next, 1), &c->step))
		return false;
	c->step = op == LLVMSub ? 0 - c->step : c->step;
	c->mask = c->width == 64 ? UINT64_MAX : (UINT64_C(1) << c->width) - 1;
	return true;
}

static int64_t
as_signed(uint64_t v, unsigned width)
{
	return (int64_t)(v << (64 - width)) >> (64 - width);
}

static bool
holds(LLVMIntPredicate p, uint64_t a, uint64_t b, unsigned width)
{
	int64_t sa = as_signed(a, width), sb = as_signed(b, width);

	switch (p) {
	case LLVMIntEQ: return a == b;
	case LLVMIntNE: return a != b;
	case LLVMIntUGT: return a > b;
	case LLVMIntUGE: return a >= b;
	case LLVMIntULT: return a < b;
	case LLVMIntULE: return a <= b;
	case LLVMIntSGT: return sa > sb;
	case LLVMIntSGE: return sa >= sb;
	case LLVMIntSLT: return sa < sb;
	default: return sa <= sb;
	}
}

/* How often the back edge is taken if the comparison `test` of the counter, or of its next value, with a constant ends
** the loop when its result is `leaves`. UINT32_MAX: more than `most`, or not known. */
static uint32_t
run(const struct counter *c, LLVMValueRef test, bool leaves, uint32_t most)
{
	LLVMValueRef left = LLVMGetOperand(test, 0), right = LLVMGetOperand(test, 1);
	LLVMIntPredicate p = LLVMGetICmpPredicate(test);
	bool swapped = LLVMIsAConstantInt(left) != NULL, next = (swapped ? right : left) == c->next;
	uint64_t limit, i = c->start;

	if ((!next && (swapped ? right : left) != c->phi) || !constant(swapped ? left : right, &limit))
		return UINT32_MAX;
	for (uint32_t taken = 0; taken <= most; taken++) {
		uint64_t after = (i + c->step) & c->mask, x = next ? after : i;
		if (holds(p, swapped ? limit : x, swapped ? x : limit, c->width) == leaves)
			return taken;
		i = after;
	}
	return UINT32_MAX;
}

static bool
in_loop(const struct cfg *g, const LLVMBasicBlockRef *bb, uint32_t b, uint32_t h, LLVMBasicBlockRef block)
{
	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
		if (bb[g->succ[e]] == block)
			return g->loop_pos[g->succ[e]] >= g->loop_pos[h] && g->loop_pos[g->succ[e]] <= g->loop_last[h];
	return true;
}

uint32_t
poll_trips(const struct cfg *g, const LLVMBasicBlockRef *bb, uint32_t h, uint32_t most)
{
	uint32_t latch = g->pred_at[h + 1] - g->pred_at[h] == 2 ? g->pred[g->pred_at[h]] : NONE,
		fewest = UINT32_MAX;

	if (latch != NONE && latch < h)
		latch = g->pred[g->pred_at[h] + 1];
	if (latch == NONE || latch < h || !cfg_dominates(g, h, latch) || g->pred[g->pred_at[h]] >= h)
		return UINT32_MAX;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(bb[h]); phi != NULL && LLVMIsAPHINode(phi);
		phi = LLVMGetNextInstruction(phi)) {
		struct counter c;
		uint32_t tests = 0;
		if (!is_counter(phi, bb[latch], &c))
			continue;
		for (uint32_t b = latch; b != NONE && b >= h && tests < TESTS; b = g->idom[b], tests++) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(bb[b]);
			if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)
				|| !LLVMIsAICmpInst(LLVMGetCondition(end)))
				continue;
			bool first = in_loop(g, bb, b, h, LLVMGetSuccessor(end, 0)),
				second = in_loop(g, bb, b, h, LLVMGetSuccessor(end, 1));
			if (first == second)
				continue;
			uint32_t trips = run(&c, LLVMGetCondition(end), second, most);
			fewest = trips < fewest ? trips : fewest;
		}
	}
	return fewest;
}
