/* SPDX-License-Identifier: MIT */
/* preserves.c -- preserve regions.
**
** A region consists of the blocks that its begin dominates, and that it can reach without passing an end of it.
** Its values are used at each end, and at the end of each block that the region runs through; liveness does the
** rest.  The blocks are followed within a budget.  In a function with many long regions, the values of some get
** slots of their own instead. */
#include "gcroots/scan/scan.h"

void
scan_preserve_begin(struct scan *sc, LLVMValueRef call)
{
	struct fn *f = sc->f;
	uint32_t n = 0, at = f->nref;

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef v = operand_of(call, i);
		const struct type_info *t = session_type(sc->s, LLVMTypeOf(v));
		if (!t || t->count == 0)
			continue;
		struct bases ns = scan_bases(sc, v);
		scan_use_bases(sc, &ns);
		for (uint32_t k = 0; k < ns.n; k++)
			if (base_at(&ns, k) >= 0 && ARENA_APPEND(sc->ar, f->ref, f->nref, f->ref_cap)
				&& !sc->ar->failed) {
				f->ref[f->nref++] = base_at(&ns, k), n++;
				/* the value may be live at any safepoint of the region */
				f->val[base_at(&ns, k)].local = false, sc->crosses = true;
			}
	}
	if (n && ARENA_PUSH(sc->ar, sc->preserve, sc->npreserve, sc->preserve_cap)) {
		sc->preserve[sc->npreserve] = (struct preserve){ call, sc->block, at, n };
		if (!ptrmap_set(&sc->s->indices, call, sc->npreserve++))
			sc->ar->failed = true;
	}
}

/* The values of a region are used at its end. */
void
scan_preserve_end(struct scan *sc, LLVMValueRef call)
{
	uint32_t p = ptrmap_get(&sc->s->indices, operand_of(call, 0));

	if (p == PTRMAP_NONE)
		return;
	for (uint32_t i = 0; i < sc->preserve[p].n; i++)
		scan_event(sc, EVENT_USE, (uint32_t)sc->f->ref[sc->preserve[p].at + i]);
}

/* Follows the blocks of the region that run to their end.  Returns false if the budget is spent. */
static bool
follow(struct scan *sc, const struct preserve *p, const uint32_t *end_mark, uint32_t *seen, uint32_t stamp,
	uint32_t *todo, uint64_t *budget)
{
	struct fn *f = sc->f;
	const struct cfg *g = &f->g;
	uint32_t n = 0;

	if (end_mark[p->block] == stamp)
		return true;
	todo[n++] = p->block;
	seen[p->block] = stamp;
	while (n) {
		block_id b = todo[--n];
		uint64_t cost = (uint64_t)p->n + 1;
		if (*budget < cost)
			return false;
		*budget -= cost;
		for (uint32_t i = 0; i < p->n; i++)
			if (ARENA_APPEND(sc->ar, f->end, f->nend, f->end_cap))
				f->end[f->nend++] = (struct end_use){ b, f->ref[p->at + i] };
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			block_id s = g->succ[e];
			if (seen[s] == stamp || end_mark[s] == stamp || !cfg_dominates(g, p->block, s))
				continue;
			seen[s] = stamp;
			todo[n++] = s;
		}
	}
	return true;
}

void
scan_preserves(struct scan *sc)
{
	struct fn *f = sc->f;
	uint32_t nblk = f->g.nblk;
	uint64_t budget = 64 * ((uint64_t)nblk + f->nevent) + 4096;

	if (sc->npreserve == 0)
		return;
	uint32_t *end_mark = arena_zarray(sc->ar, nblk, sizeof *end_mark),
		 *seen = arena_zarray(sc->ar, nblk, sizeof *seen);
	uint32_t *todo = arena_array(sc->ar, nblk, sizeof *todo);
	if (!end_mark || !seen || !todo)
		return;
	for (uint32_t i = 0; i < sc->npreserve; i++) {
		const struct preserve *p = &sc->preserve[i];
		uint32_t nend = f->nend;
		for (LLVMUseRef u = LLVMGetFirstUse(p->begin); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef end = LLVMGetUser(u);
			if (!LLVMIsAInstruction(end))
				continue;
			block_id b = scan_block(sc, LLVMGetInstructionParent(end));
			/* an end in the block of the begin comes after it, for the begin dominates it */
			if (b != NONE)
				end_mark[b] = i + 1;
		}
		if (follow(sc, p, end_mark, seen, i + 1, todo, &budget))
			continue;
		f->nend = nend; /* the slots of the values replace the uses recorded so far */
		for (uint32_t k = 0; k < p->n; k++) {
			base_id v = f->ref[p->at + k];
			f->val[v].pinned = true;
			if (ARENA_PUSH(sc->ar, sc->ir->pinning, sc->ir->npinning, sc->ir->pinning_cap))
				sc->ir->pinning[sc->ir->npinning++] = (struct pinning){ p->begin, v };
		}
	}
}
