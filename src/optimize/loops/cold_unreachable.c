/* SPDX-License-Identifier: MIT */
/* cold_unreachable.c -- ColdUnreachableBranches: a branch to code that never returns is unlikely.
**
** A conditional branch of which one side reaches no `ret` gets the weights 2000:1 for the other side, unless it has
** weights.  Both sides may be of that kind: then the block itself never returns, and nothing is known.  A side from
** which a loop without exits can be reached gets no weights: a program may spend its time there. */
#include "host/passes.h"
#include "optimize/loops/loops.h"

enum { LIKELY = 2000 };

enum { RETURNS = 1, LEAVES = 2, ENDLESS = 4 };   /* a ret, any exit, a loop without exits can be reached */

struct cold {
	struct loops l;
	LLVMContextRef context;
	unsigned md_prof, md_unpredictable;
	uint8_t *ahead;          /* by block */
	block_id *todo;
};

/* Sets `bit` in all blocks from which a block that has it can be reached. */
static void
spread(struct cold *c, uint8_t bit)
{
	const struct cfg *g = &c->l.g;
	uint32_t n = 0;

	for (block_id b = 0; b < g->nblk; b++)
		if (c->ahead[b] & bit)
			c->todo[n++] = b;
	while (n > 0) {
		block_id b = c->todo[--n];
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
			if (!(c->ahead[g->pred[e]] & bit)) {
				c->ahead[g->pred[e]] |= bit;
				c->todo[n++] = g->pred[e];
			}
	}
}

static bool
look_ahead(struct cold *c)
{
	const struct cfg *g = &c->l.g;

	c->ahead = arena_zarray(&c->l.ar, g->nblk, sizeof *c->ahead);
	c->todo = arena_array(&c->l.ar, g->nblk, sizeof *c->todo);
	if (c->l.ar.failed)
		return false;
	for (block_id b = 0; b < g->nblk; b++)
		if (g->succ_at[b] == g->succ_at[b + 1])
			c->ahead[b] = LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(c->l.block[b])) ? RETURNS | LEAVES
				: LEAVES;
	spread(c, RETURNS);
	spread(c, LEAVES);
	for (block_id b = 0; b < g->nblk; b++)
		if (!(c->ahead[b] & LEAVES))
			c->ahead[b] |= ENDLESS;
	spread(c, ENDLESS);
	return true;
}

static void
weigh(struct cold *c, LLVMValueRef branch, bool first_is_cold)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(c->context);
	LLVMMetadataRef node[3] = { LLVMMDStringInContext2(c->context, "branch_weights", 14),
		LLVMValueAsMetadata(LLVMConstInt(i32, first_is_cold ? 1 : LIKELY, false)),
		LLVMValueAsMetadata(LLVMConstInt(i32, first_is_cold ? LIKELY : 1, false)) };

	LLVMSetMetadata(branch, c->md_prof,
		LLVMMetadataAsValue(c->context, LLVMMDNodeInContext2(c->context, node, 3)));
	c->l.cx->changed |= LR_CHANGED_IR;
}

static bool
has_weights(const struct cold *c, LLVMValueRef branch)
{
	return LLVMHasMetadata(branch)
		&& (LLVMGetMetadata(branch, c->md_prof) != NULL
			|| LLVMGetMetadata(branch, c->md_unpredictable) != NULL);
}

static void
look_at_branch(struct cold *c, block_id b)
{
	const struct cfg *g = &c->l.g;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(c->l.block[b]);
	uint32_t first = g->succ_at[b];

	if (g->succ_at[b + 1] - first != 2 || !LLVMIsABranchInst(end) || has_weights(c, end))
		return;
	const uint8_t ahead[2] = { c->ahead[g->succ[first]], c->ahead[g->succ[first + 1]] };
	const bool cold[2] = { !(ahead[0] & (RETURNS | ENDLESS)), !(ahead[1] & (RETURNS | ENDLESS)) };
	if (cold[0] != cold[1] && ahead[cold[0] ? 1 : 0] & RETURNS)
		weigh(c, end, cold[0]);
}

/* Does the function both return and end otherwise? */
static bool
concerns(LLVMValueRef fn)
{
	bool returns = false, others = false;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		if (LLVMIsAReturnInst(end))
			returns = true;
		else if (LLVMGetNumSuccessors(end) == 0)
			others = true;
		if (returns && others)
			return true;
	}
	return false;
}

lr_status
pass_cold_unreachable(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	LLVMContextRef context = LLVMGetModuleContext(m);
	struct cold c = { .context = context, .md_prof = LLVMGetMDKindIDInContext(context, "prof", 4),
		.md_unpredictable = LLVMGetMDKindIDInContext(context, "unpredictable", 13) };
	lr_status st = LR_OK;

	(void)params;
	loops_init(&c.l, cx);
	for (size_t i = 0; i < nfns && st == LR_OK; i++) {
		if (!concerns(fns[i]))
			continue;
		if (!loops_read(&c.l, fns[i]) || !look_ahead(&c))
			st = lr_nomem(cx);
		for (block_id b = 0; b < c.l.g.nblk && st == LR_OK; b++)
			look_at_branch(&c, b);
	}
	loops_free(&c.l);
	return st;
}
