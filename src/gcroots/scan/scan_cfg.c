/* scan_cfg.c -- control flow: number the blocks in reverse post-order, see how each ends, keep the landing pads that
** matter. */
#include "gcroots/scan/scan.h"

/* What can be reached, in the order in which it is come upon. */
struct blocks {
	LLVMBasicBlockRef *block;
	LLVMValueRef *end;       /* terminators */
	uint8_t *op;             /* of these */
	uint32_t *at, *succ;     /* CSR */
	uint32_t n, nedge;
	uint32_t cap;            /* edges that there is room for; and blocks, one more, for an edge leads to each but
	                          * the entry */
};

/* How many ways there are out of a block.  Most blocks end in one of these, which need no search through all kinds of
** terminators. */
static inline uint32_t
successors(LLVMValueRef end, LLVMOpcode op)
{
	switch (op) {
	case LLVMRet: case LLVMUnreachable: return 0;
	case LLVMBr: return (uint32_t)LLVMGetNumOperands(end) / 2 + 1; /* the target, or the condition and two */
	default: return LLVMGetNumSuccessors(end);
	}
}

/* Room for so many edges, and what they lead to.  What was there has no better place to go: the arena keeps it until
** the function is done. */
static __attribute__((noinline)) bool
make_room(struct blocks *l, struct arena *tmp, struct ptrmap *places, uint32_t found, uint32_t nedge, uint32_t wanted)
{
	enum { USUAL = 64, MOST = 1 << 30 };
	struct blocks old = *l;
	size_t cap = wanted < USUAL ? USUAL : 2 * (size_t)wanted, nblk = cap + 1;

	l->cap = (uint32_t)cap;
	l->block = arena_array(tmp, nblk, sizeof *l->block);
	l->end = arena_array(tmp, nblk, sizeof *l->end);
	l->op = arena_array(tmp, nblk, sizeof *l->op);
	l->at = arena_array(tmp, nblk + 1, sizeof *l->at);
	l->succ = arena_array(tmp, cap, sizeof *l->succ);
	if (cap > MOST || !l->block || !l->end || !l->op || !l->at || !l->succ)
		return false;
	if (found) {
		memcpy(l->block, old.block, found * sizeof *l->block);
		memcpy(l->end, old.end, found * sizeof *l->end);
		memcpy(l->op, old.op, found * sizeof *l->op);
		memcpy(l->at, old.at, found * sizeof *l->at);
		memcpy(l->succ, old.succ, nedge * sizeof *l->succ);
	}
	ptrmap_grow_for(places, l->cap + 1);
	return !places->failed;
}

/* How each block ends, and where it goes on.  What is about to be looked at is on its way into the cache by then: first
** the blocks, then their last instructions. */
static __attribute__((noinline)) bool
read_blocks(struct blocks *l, struct arena *tmp, struct ptrmap *places, LLVMBasicBlockRef entry)
{
	enum { AHEAD = 3 };
	uint32_t found = 1, fetched = 0, m = 0;

	ptrmap_clear(places);
	if (!make_room(l, tmp, places, 0, 0, 0))
		return false;
	l->block[0] = entry;
	ptrmap_add(places, entry, 0);
	for (uint32_t i = 0; i < found; i++) {
		for (; fetched < found && fetched < i + AHEAD; fetched++)
			prefetch_instruction(l->end[fetched] = LLVMGetLastInstruction(l->block[fetched]));
		LLVMValueRef end = l->end[i];
		LLVMOpcode op = LLVMGetInstructionOpcode(end);
		uint32_t n = successors(end, op);
		l->op[i] = (uint8_t)op;
		l->at[i] = m;
		if (n > l->cap - m && !make_room(l, tmp, places, found, m, m + n))
			return false;
		for (uint32_t k = 0; k < n; k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
			uint32_t place = ptrmap_add(places, to, found);
			if (place == found) {
				__builtin_prefetch((const char *)to + 48); /* where the list of its instructions is */
				l->block[found++] = to;
			}
			l->succ[m++] = place;
		}
	}
	l->at[found] = l->nedge = m;
	l->n = found;
	return true;
}

bool
scan_cfg(struct scan *sc, LLVMValueRef fn)
{
	struct arena *ar = sc->ar, *tmp = fn_tmp(sc->f);
	struct fn *f = sc->f;
	struct cfg *g = &f->g;
	struct blocks l = { 0 };

	if (!read_blocks(&l, tmp, &sc->s->blocks, LLVMGetFirstBasicBlock(fn)))
		return false;
	uint32_t n = g->nblk = l.n, m = 0, *number = arena_array(ar, n, sizeof *number),
		 *order = arena_array(tmp, n, sizeof *order);
	uint8_t *flags = arena_array(ar, 3 * (size_t)n, 1);
	uint32_t *succ_at = g->succ_at = arena_array(ar, (size_t)n + 1, sizeof *succ_at);
	uint32_t *succ = g->succ = arena_array(ar, (size_t)l.nedge + 1, sizeof *succ);
	LLVMBasicBlockRef *block = sc->ir->block = arena_array(ar, n, sizeof *block);
	if (!number || !order || !flags || !succ_at || !succ || !block
		|| cfg_order(tmp, n, l.at, l.succ, 0, order, number) == 0)
		return false;
	f->dead_end = (bool *)flags, f->no_room = (bool *)flags + n, f->block_end = flags + 2 * (size_t)n;
	sc->ir->number = number;
	bool tail_calls = false;
	for (uint32_t b = 0; b < n; b++) {
		uint32_t old = order[b];
		uint8_t op = l.op[old];
		block[b] = l.block[old];
		tail_calls = tail_calls || (op == LLVMRet && musttail_before(l.end[old]) != NULL);
		flags[b] = op == LLVMUnreachable;
		flags[n + b] = op == LLVMCatchSwitch;
		flags[2 * (size_t)n + b] = op == LLVMBr || op == LLVMSwitch ? END_BRANCH
			: op == LLVMInvoke ? END_INVOKE
			: END_OTHER;
		succ_at[b] = m;
		for (const uint32_t *s = l.succ + l.at[old], *behind = l.succ + l.at[old + 1]; s < behind; s++)
			succ[m++] = number[*s];
	}
	succ_at[n] = m;
	sc->tail_calls = tail_calls;
	return fn_tmp_done(f);
}

/* Keep only the landing pads from which a collection or a return can be reached: nobody else looks at the chain of
** frames. */
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
