/* framemap_place.c -- finds the place from which on a function of the ABI "framemap" needs its stack frame.
**
** LLVM sets up the stack frame before a record of the slots, so paths that leave early would pay for a record at the
** top. Slots are seen at safepoints only. So they are made, nulled and recorded at the nearest common dominator of all
** instructions that may collect and all uses of the slots, outside of loops. */
#include "base/cfg.h"
#include "lowering/common/lowering.h"

struct placing {
	struct lower *l;
	struct ptrmap number;    /* block -> its number */
	LLVMBasicBlockRef *block;
	uint32_t n;
	bool *needs;             /* by block: it may collect, or uses a slot */
	bool give_up;
};

static void
need(struct placing *p, LLVMValueRef inst)
{
	uint32_t b = LLVMIsAInstruction(inst) && !LLVMIsAPHINode(inst)
		? ptrmap_get(&p->number, LLVMGetInstructionParent(inst)) : PTRMAP_NONE;

	if (b == PTRMAP_NONE)
		p->give_up = true;
	else
		p->needs[b] = true;
}

/* Notes the uses of a slot's address. Uses of addresses that are computed from it come after these. */
static void
need_users(struct placing *p, LLVMValueRef slot)
{
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u != NULL; u = LLVMGetNextUse(u))
		need(p, LLVMGetUser(u));
}

static bool
matters(LLVMValueRef inst, LLVMOpcode op)
{
	if (op == LLVMLoad)
		return LLVMGetVolatile(inst);
	if (op == LLVMInvoke || op == LLVMCallBr)
		return true;
	if (op != LLVMCall)
		return false;
	switch (intrinsic_of_call(inst)) {
	case INTR_NEW_GC_FRAME:
	case INTR_GET_GC_FRAME_SLOT:
	case INTR_GET_PGCSTACK:
	case INTR_LLVM:
	case INTR_LLVM_LIFETIME:
	case INTR_LLVM_DEBUG:
		return false;
	default:
		return true;
	}
}

/* Notes the blocks that need the slots. False: the first block does, as in most functions. */
static bool
read_blocks(struct placing *p, LLVMValueRef fn)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);

	for (LLVMBasicBlockRef bb = entry; bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if (matters(i, op))
				need(p, i);
			else if (op == LLVMCall && intrinsic_of_call(i) == INTR_GET_GC_FRAME_SLOT)
				need_users(p, i);
			if (p->give_up || p->needs[0])
				return false;
		}
	return true;
}

static bool
analyse(struct placing *p, struct cfg *g, uint32_t *order)
{
	struct arena *ar = &p->l->e.arena;
	uint32_t *at = arena_array(ar, (size_t)p->n + 1, sizeof *at), *number = arena_array(ar, p->n, sizeof *number),
		nsucc = 0;

	for (uint32_t b = 0; b < p->n; b++)
		nsucc += LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(p->block[b]));
	uint32_t *succ = arena_array(ar, (size_t)nsucc + 1, sizeof *succ);
	if (!at || !number || !succ)
		return false;
	nsucc = 0;
	for (uint32_t b = 0; b < p->n; b++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(p->block[b]);
		at[b] = nsucc;
		for (unsigned i = 0, n = LLVMGetNumSuccessors(end); i < n; i++)
			succ[nsucc++] = ptrmap_get(&p->number, LLVMGetSuccessor(end, i));
	}
	at[p->n] = nsucc;
	g->nblk = cfg_order(ar, p->n, at, succ, 0, order, number);
	g->succ_at = arena_array(ar, (size_t)g->nblk + 1, sizeof *g->succ_at);
	g->succ = arena_array(ar, (size_t)nsucc + 1, sizeof *g->succ);
	if (g->nblk == 0 || !g->succ_at || !g->succ)
		return false;
	uint32_t m = 0;
	for (uint32_t b = 0; b < g->nblk; b++) {
		g->succ_at[b] = m;
		for (uint32_t e = at[order[b]]; e < at[order[b] + 1]; e++)
			g->succ[m++] = number[succ[e]];
	}
	g->succ_at[g->nblk] = m;
	return cfg_analyse(g, ar);
}

/* The number of the common dominator in the order of the graph; 0: the first block. */
static uint32_t
common_block(const struct placing *p, const struct cfg *g, const uint32_t *order)
{
	uint32_t d = NONE;

	for (uint32_t b = 0; b < g->nblk; b++) {
		if (!p->needs[order[b]])
			continue;
		while (d != NONE && !cfg_dominates(g, d, b))
			d = g->idom[d];
		if (d == NONE)
			d = b;
	}
	while (d != NONE && g->loop[d] != NONE)
		d = g->idom[g->loop[d]];
	return d != NONE && !g->irreducible ? d : 0;
}

LLVMValueRef
framemap_place(struct lower *l, LLVMValueRef fn)
{
	struct placing p = { .l = l, .n = LLVMCountBasicBlocks(fn) };
	struct cfg g = { 0 };
	LLVMValueRef place = NULL;

	p.block = arena_array(&l->e.arena, p.n, sizeof *p.block);
	p.needs = arena_zarray(&l->e.arena, p.n, sizeof *p.needs);
	uint32_t *order = arena_array(&l->e.arena, p.n, sizeof *order);
	if (p.n < 2 || !p.block || !p.needs || !order)
		return NULL;
	LLVMGetBasicBlocks(fn, p.block);
	ptrmap_init(&p.number, l->cx->options.alloc, l->cx->options.user);
	bool ok = true;
	for (uint32_t b = 0; b < p.n && ok; b++)
		ok = ptrmap_set(&p.number, p.block[b], b);
	l->e.arena.failed |= !ok; /* the pass fails, rather than use another place */
	uint32_t d = ok && read_blocks(&p, fn) && analyse(&p, &g, order) ? common_block(&p, &g, order) : 0;
	ptrmap_free(&p.number);
	if (d == 0)
		return NULL;
	for (place = LLVMGetFirstInstruction(p.block[order[d]]); LLVMIsAPHINode(place) || LLVMIsALandingPadInst(place);)
		place = LLVMGetNextInstruction(place);
	return LLVMIsAFuncletPadInst(place) || LLVMIsACatchSwitchInst(place) ? NULL : place;
}
