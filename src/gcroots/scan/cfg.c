/* SPDX-License-Identifier: MIT */
/* cfg.c -- control flow: numbers the blocks in reverse post-order, records how each ends, and keeps the landing pads
** that matter. */
#include "gcroots/scan/scan.h"

#include "ir/branch_weights.h"

/* Returns the number of successors.  Most blocks end in one of these terminators, for which that is quick. */
static inline uint32_t
successors(LLVMValueRef end, LLVMOpcode op)
{
	switch (op) {
	case LLVMRet: case LLVMUnreachable: return 0;
	/* the target, or the condition and two targets */
	case LLVMBr: return (uint32_t)LLVMGetNumOperands(end) / 2 + 1;
	default: return LLVMGetNumSuccessors(end);
	}
}

/* Lists the successors of each block, all by their indices in session.code.  NULL on no memory. */
static const uint32_t *
read_edges(const struct code *c, struct arena *tmp, uint32_t *at)
{
	const struct code_block *b = c->block;
	uint32_t n = c->nblock, m = 0, *succ;

	for (uint32_t i = 0; i < n; i++) {
		at[i] = m;
		m += successors(b[i].end, b[i].op);
	}
	at[n] = m;
	if (!(succ = arena_array(tmp, (size_t)m + 1, sizeof *succ)))
		return NULL;
	for (uint32_t i = 0, e = 0; i < n; i++)
		for (uint32_t k = 0, behind = at[i + 1]; e < behind; e++)
			succ[e] = ptrmap_get(&c->place, LLVMGetSuccessor(b[i].end, k++));
	return succ;
}

bool
scan_cfg(struct scan *sc)
{
	struct arena *ar = sc->ar, *tmp = fn_tmp(sc->f);
	struct fn *f = sc->f;
	struct cfg *g = &f->g;
	const struct code *c = &sc->s->code;
	const uint32_t all = c->nblock;
	block_id *number = arena_array(ar, all, sizeof *number);
	uint32_t *place = arena_array(ar, all, sizeof *place),
		 *at = arena_array(tmp, (size_t)all + 1, sizeof *at);
	const uint32_t *to = number && place && at ? read_edges(c, tmp, at) : NULL;
	const uint32_t n = to ? cfg_order(tmp, all, at, to, 0, place, number) : 0; /* blocks that can be reached */

	if (n == 0)
		return false;
	uint8_t *flags = arena_array(ar, 3 * (size_t)n, 1);
	uint32_t *succ_at = g->succ_at = arena_array(ar, (size_t)n + 1, sizeof *succ_at);
	block_id *succ = g->succ = arena_array(ar, (size_t)at[all] + 1, sizeof *succ);
	uint32_t m = 0;
	LLVMBasicBlockRef *block = sc->ir->block = arena_array(ar, n, sizeof *block);
	if (!flags || !succ_at || !succ || !block)
		return false;
	g->nblk = n;
	f->dead_end = (bool *)flags, f->no_insertion = (bool *)flags + n, f->block_end = flags + 2 * (size_t)n;
	sc->ir->number = number;
	sc->place = place;
	bool tail_calls = false;
	for (block_id b = 0; b < n; b++) {
		const uint32_t p = place[b];
		const struct code_block *from = &c->block[p];
		const LLVMOpcode op = from->op;
		block[b] = from->block;
		tail_calls = tail_calls || (op == LLVMRet && musttail_before(from->end) != NULL);
		flags[b] = op == LLVMUnreachable;
		flags[n + b] = op == LLVMCatchSwitch;
		flags[2 * (size_t)n + b] = op == LLVMBr || op == LLVMSwitch ? END_BRANCH
			: op == LLVMInvoke ? END_INVOKE
			: END_OTHER;
		succ_at[b] = m;
		for (const uint32_t *s = to + at[p], *behind = to + at[p + 1]; s < behind; s++)
			succ[m++] = number[*s];
	}
	succ_at[n] = m;
	sc->tail_calls = tail_calls;
	return fn_tmp_done(f);
}

void
scan_pads(struct scan *sc)
{
	enum { MAX_ROUNDS = 16 };
	struct fn *f = sc->f;
	struct ir *ir = sc->ir;
	bool *reaches = arena_zarray(sc->ar, f->g.nblk, sizeof *reaches), again = true;
	uint32_t n = 0;

	ir->pad_block = arena_array(sc->ar, ir->npad, sizeof *ir->pad_block);
	for (uint32_t i = 0; reaches && i < ir->nret; i++)
		reaches[scan_block(sc, LLVMGetInstructionParent(ir->ret[i]))] = true;
	for (int round = 0; reaches && again; round++) {
		again = false;
		for (block_id b = f->g.nblk; b-- > 0;) {
			bool now = reaches[b] || f->safe_at[b] < f->safe_at[b + 1] || round == MAX_ROUNDS;
			for (uint32_t e = f->g.succ_at[b]; e < f->g.succ_at[b + 1]; e++)
				now |= reaches[f->g.succ[e]];
			again |= now != reaches[b];
			reaches[b] = now;
		}
	}
	for (uint32_t i = 0; reaches && ir->pad_block && i < ir->npad; i++) {
		block_id b = scan_block(sc, LLVMGetInstructionParent(ir->pad[i]));
		if (!reaches[b])
			continue;
		ir->pad_block[n] = b;
		ir->pad[n++] = ir->pad[i];
	}
	ir->npad = n;
	f->unwound = n != 0;
}

bool
weights(struct fn *f, const void *asked)
{
	const struct ir *ir = asked;

	return read_branch_weights(f->ar, &f->g, ir->block, ir->md_prof, ir->expects, &f->weight);
}
