/* SPDX-License-Identifier: MIT */
/* framemap_place.c -- finds the place from which on a function of the ABI "framemap" needs its stack frame.
**
** LLVM sets up the stack frame before a record of the slots, so paths that leave early would pay for a record at the
** top. Slots are seen at safepoints only. So they are made, nulled and recorded at the nearest common dominator of all
** instructions that may collect and all uses of the slots, outside of loops. */
#include "ir/read_cfg.h"
#include "lowering/common/lowering.h"

struct placing {
	struct lower *l;
	struct ptrmap number;    /* block -> its place in the function */
	LLVMBasicBlockRef *block; /* by place in the function, as `needs` */
	uint32_t n;
	bool *needs;             /* the block may collect, or uses a slot */
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

/* The number in `g` of the common dominator; 0: the first block. `bb`: the blocks by that number. */
static uint32_t
common_block(const struct placing *p, const struct cfg *g, LLVMBasicBlockRef *bb)
{
	uint32_t d = NONE;

	for (uint32_t b = 0; b < g->nblk; b++) {
		if (!p->needs[ptrmap_get(&p->number, bb[b])])
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
	if (p.n < 2 || !p.block || !p.needs)
		return NULL;
	LLVMGetBasicBlocks(fn, p.block);
	ptrmap_init(&p.number, l->cx->options.alloc, l->cx->options.user);
	bool ok = true;
	for (uint32_t b = 0; b < p.n && ok; b++)
		ok = ptrmap_set(&p.number, p.block[b], b);
	l->e.arena.failed |= !ok; /* the pass fails, rather than use another place */
	LLVMBasicBlockRef *bb = ok && read_blocks(&p, fn) ? read_cfg(&l->e.arena, &p.number, fn, &g) : NULL;
	uint32_t d = bb != NULL ? common_block(&p, &g, bb) : 0;
	ptrmap_free(&p.number);
	if (d == 0)
		return NULL;
	for (place = LLVMGetFirstInstruction(bb[d]); LLVMIsAPHINode(place) || LLVMIsALandingPadInst(place);)
		place = LLVMGetNextInstruction(place);
	return LLVMIsAFuncletPadInst(place) || LLVMIsACatchSwitchInst(place) ? NULL : place;
}
