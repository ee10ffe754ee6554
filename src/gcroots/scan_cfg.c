/* scan_cfg.c -- control flow: number the blocks in reverse post-order, see how each ends, keep the landing pads that matter. */
#include "gcroots/scan.h"

/* What can be reached, in the order in which it is come upon. */
struct blocks {
	struct found {
		LLVMBasicBlockRef block;
		LLVMValueRef end;
		uint32_t at;         /* its successors: succ[at] .. succ[at of the next one] */
		uint8_t op;          /* of the terminator */
	} *found;
	uint32_t n, cap;
	uint32_t *succ;
	uint32_t nedge, edge_cap;
};

/* How many ways there are out of a block.  Most blocks end in one of these, which need no search through all kinds of terminators. */
static inline uint32_t
successors(LLVMValueRef end, LLVMOpcode op)
{
	switch (op) {
	case LLVMRet: case LLVMUnreachable: return 0;
	case LLVMBr: return (uint32_t)LLVMGetNumOperands(end) / 2 + 1; /* the target, or the condition and two */
	default: return LLVMGetNumSuccessors(end);
	}
}

static inline bool
block_room(struct blocks *l, struct arena *tmp, struct ptrmap *places, uint32_t found, uint32_t edges)
{
	while (l->cap - found < edges)
		if (!arena_grow_(tmp, (void **)&l->found, found, &l->cap, sizeof *l->found))
			return false;
	while (l->edge_cap - l->nedge < edges)
		if (!arena_grow_(tmp, (void **)&l->succ, l->nedge, &l->edge_cap, sizeof *l->succ))
			return false;
	return places->most - places->count >= edges || (ptrmap_grow_for(places, found + edges), !places->failed);
}

/* How each block ends, and where it goes on.  What is about to be looked at is on its way into the cache by then: first the blocks, then their
** last instructions. */
static bool
read_blocks(struct blocks *l, struct arena *tmp, struct ptrmap *places, LLVMBasicBlockRef entry)
{
	enum { AHEAD = 3 };
	uint32_t found = 1, fetched = 0;

	l->found[0].block = entry;
	ptrmap_add(places, entry, 0);
	for (uint32_t i = 0; i < found; i++) {
		for (; fetched < found && fetched < i + AHEAD; fetched++)
			prefetch_instruction(l->found[fetched].end = LLVMGetLastInstruction(l->found[fetched].block));
		LLVMValueRef end = l->found[i].end;
		LLVMOpcode op = LLVMGetInstructionOpcode(end);
		uint32_t n = successors(end, op), m = l->nedge;
		l->found[i].op = (uint8_t)op;
		l->found[i].at = m;
		if (!block_room(l, tmp, places, found, n + 1))
			return false;
		for (uint32_t k = 0; k < n; k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
			uint32_t place = ptrmap_add(places, to, found);
			if (place == found) {
				__builtin_prefetch((const char *)to + 48); /* where the list of its instructions is */
				l->found[found++].block = to;
			}
			l->succ[m + k] = place;
		}
		l->nedge = m + n;
	}
	l->found[found].at = l->nedge;
	l->n = found;
	return true;
}

static bool
list_blocks(struct scan *sc, LLVMValueRef fn, struct blocks *l)
{
	enum { USUAL = 64 };
	struct arena *tmp = fn_tmp(sc->f);
	struct ptrmap *places = &sc->s->blocks;

	*l = (struct blocks){ .cap = USUAL, .edge_cap = USUAL };
	l->found = arena_array(tmp, USUAL, sizeof *l->found);
	l->succ = arena_array(tmp, USUAL, sizeof *l->succ);
	ptrmap_clear(places);
	ptrmap_grow_for(places, USUAL);
	return l->found && l->succ && !places->failed && read_blocks(l, tmp, places, LLVMGetFirstBasicBlock(fn));
}

bool
scan_cfg(struct scan *sc, LLVMValueRef fn)
{
	struct arena *ar = sc->ar, *tmp = fn_tmp(sc->f);
	struct fn *f = sc->f;
	struct cfg *g = &f->g;
	struct blocks l;

	if (!list_blocks(sc, fn, &l))
		return false;
	uint32_t n = g->nblk = l.n, m = 0, *number = arena_array(ar, n, sizeof *number), *order = arena_array(tmp, n, sizeof *order);
	uint32_t *at = arena_array(tmp, (size_t)n + 1, sizeof *at);
	uint8_t *flags = arena_array(ar, 3 * (size_t)n, 1);
	uint32_t *succ_at = g->succ_at = arena_array(ar, (size_t)n + 1, sizeof *succ_at);
	uint32_t *succ = g->succ = arena_array(ar, (size_t)l.nedge + 1, sizeof *succ);
	LLVMBasicBlockRef *block = sc->ir->block = arena_array(ar, n, sizeof *block);
	if (!number || !order || !at || !flags || !succ_at || !succ || !block)
		return false;
	for (uint32_t i = 0; i <= n; i++)
		at[i] = l.found[i].at;
	if (cfg_order(tmp, n, at, l.succ, 0, order, number) == 0)
		return false;
	f->dead_end = (bool *)flags, f->no_room = (bool *)flags + n, f->block_end = flags + 2 * (size_t)n;
	sc->ir->number = number;
	for (uint32_t b = 0; b < n; b++) {
		const struct found *old = &l.found[order[b]];
		block[b] = old->block;
		flags[b] = old->op == LLVMUnreachable;
		flags[n + b] = old->op == LLVMCatchSwitch;
		flags[2 * (size_t)n + b] = old->op == LLVMBr || old->op == LLVMSwitch ? END_BRANCH : old->op == LLVMInvoke ? END_INVOKE : END_OTHER;
		succ_at[b] = m;
		for (const uint32_t *s = l.succ + old[0].at, *behind = l.succ + old[1].at; s < behind; s++)
			succ[m++] = number[*s];
	}
	succ_at[n] = m;
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
