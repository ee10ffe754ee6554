/* scan_cfg.c -- control flow: number the blocks in reverse post-order, see how each ends, keep the landing pads that matter. */
#include "gcroots/scan.h"

/* Of one function, by the place of the blocks in it. */
struct blocks {
	uint32_t n, nedge;
	LLVMBasicBlockRef *block;
	LLVMValueRef *terminator;
	uint32_t *at, *succ;     /* CSR */
	uint32_t *order;
	uint8_t *op;             /* of the terminator */
};

/* A block goes on to the next one more often than not. */
static uint32_t
place_of(const struct scan *sc, const struct blocks *l, LLVMBasicBlockRef b, uint32_t from)
{
	return from + 1 < l->n && l->block[from + 1] == b ? from + 1 : ptrmap_get(&sc->s->blocks, b);
}

static bool
list_blocks(struct scan *sc, LLVMValueRef fn, struct blocks *l)
{
	struct arena *tmp = fn_tmp(sc->f);
	uint32_t n = l->n = LLVMCountBasicBlocks(fn), m = 0;

	l->block = arena_array(tmp, n, sizeof *l->block);
	l->terminator = arena_array(tmp, n, sizeof *l->terminator);
	l->at = arena_array(tmp, 2 * (size_t)n + 1, sizeof *l->at);
	l->op = arena_array(tmp, n, sizeof *l->op);
	if (!l->block || !l->terminator || !l->at || !l->op)
		return false;
	l->order = l->at + n + 1;
	LLVMGetBasicBlocks(fn, l->block);
	ptrmap_clear(&sc->s->blocks);
	for (uint32_t i = 0; i < n; i++) {
		LLVMValueRef end = l->terminator[i] = LLVMGetBasicBlockTerminator(l->block[i]);
		if (!ptrmap_set(&sc->s->blocks, l->block[i], i))
			return false;
		l->op[i] = (uint8_t)LLVMGetInstructionOpcode(end);
		l->at[i] = m;
		m += LLVMGetNumSuccessors(end);
	}
	l->at[n] = l->nedge = m;
	if (!(l->succ = arena_array(tmp, m, sizeof *l->succ)))
		return false;
	for (uint32_t i = 0, e = 0; i < n; i++)
		for (uint32_t k = 0; e < l->at[i + 1]; k++, e++)
			l->succ[e] = place_of(sc, l, LLVMGetSuccessor(l->terminator[i], k), i);
	return true;
}

bool
scan_cfg(struct scan *sc, LLVMValueRef fn)
{
	struct arena *ar = sc->ar;
	struct fn *f = sc->f;
	struct cfg *g = &f->g;
	struct blocks l;

	if (!list_blocks(sc, fn, &l))
		return false;
	uint32_t *number = arena_array(ar, l.n, sizeof *number), m = 0;
	if (!number || (g->nblk = cfg_order(fn_tmp(f), l.n, l.at, l.succ, 0, l.order, number)) == 0)
		return false;
	bool *flags = arena_array(ar, 3 * (size_t)g->nblk, sizeof *flags);
	g->succ_at = arena_array(ar, (size_t)g->nblk + 1, sizeof *g->succ_at);
	g->succ = arena_array(ar, l.nedge, sizeof *g->succ);
	sc->ir->block = arena_array(ar, g->nblk, sizeof *sc->ir->block);
	if (!flags || !g->succ_at || !g->succ || !sc->ir->block)
		return false;
	f->dead_end = flags, f->no_room = flags + g->nblk, f->block_end = (uint8_t *)flags + 2 * (size_t)g->nblk;
	sc->number = number;
	for (uint32_t b = 0; b < g->nblk; b++) {
		uint32_t old = l.order[b], behind = l.at[old + 1];
		uint8_t op = l.op[old];
		sc->ir->block[b] = l.block[old];
		f->dead_end[b] = op == LLVMUnreachable;
		f->no_room[b] = op == LLVMCatchSwitch;
		f->block_end[b] = op == LLVMBr || op == LLVMSwitch ? END_BRANCH : op == LLVMInvoke ? END_INVOKE : END_OTHER;
		g->succ_at[b] = m;
		for (uint32_t e = l.at[old]; e < behind; e++)
			g->succ[m++] = number[l.succ[e]];
	}
	g->succ_at[g->nblk] = m;
	return fn_tmp_done(f);
}

/* Keep only the landing pads from which a collection or a return can be reached: nobody else looks at the chain of frames. */
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
		for (uint32_t b = f->g.nblk; b-- > 0;) {
			bool now = reaches[b] || f->safe_at[b] < f->safe_at[b + 1] || round == MAX_ROUNDS;
			for (uint32_t e = f->g.succ_at[b]; e < f->g.succ_at[b + 1]; e++)
				now |= reaches[f->g.succ[e]];
			again |= now != reaches[b];
			reaches[b] = now;
		}
	}
	for (uint32_t i = 0; reaches && ir->pad_block && i < ir->npad; i++) {
		uint32_t b = scan_block(sc, LLVMGetInstructionParent(ir->pad[i]));
		if (!reaches[b])
			continue;
		ir->pad_block[n] = b;
		ir->pad[n++] = ir->pad[i];
	}
	ir->npad = n;
	f->unwound = n != 0;
}
