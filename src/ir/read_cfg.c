/* SPDX-License-Identifier: MIT */
/* read_cfg.c -- reads the control flow of a function: first by place in the function, then in reverse post-order. */
#include "ir/read_cfg.h"

LLVMBasicBlockRef *
read_cfg(struct arena *ar, struct ptrmap *blocks, LLVMValueRef fn, struct cfg *g)
{
	uint32_t n = LLVMCountBasicBlocks(fn), m = 0, cap = 0, *to = NULL, i = 0;
	uint32_t *at = arena_array(ar, (size_t)n + 1, sizeof *at), *order = arena_array(ar, n, sizeof *order),
		 *number = arena_array(ar, n, sizeof *number);
	LLVMBasicBlockRef *all = arena_array(ar, n, sizeof *all), *bb = arena_array(ar, n, sizeof *bb);

	ptrmap_clear(blocks);
	if (ar->failed)
		return NULL;
	LLVMGetBasicBlocks(fn, all);
	for (i = 0; i < n; i++)
		ptrmap_set(blocks, all[i], i);
	for (i = 0; i < n; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(all[i]);
		at[i] = m;
		for (unsigned k = 0, successors = LLVMGetNumSuccessors(end);
			k < successors && ARENA_PUSH(ar, to, m, cap); k++)
			to[m++] = ptrmap_get(blocks, LLVMGetSuccessor(end, k));
	}
	at[n] = m;
	ar->failed |= blocks->failed;
	g->nblk = ar->failed ? 0 : cfg_order(ar, n, at, to, 0, order, number);
	g->succ_at = arena_array(ar, (size_t)g->nblk + 1, sizeof *g->succ_at);
	g->succ = arena_array(ar, m, sizeof *g->succ);
	if (ar->failed || g->nblk == 0)
		return NULL;
	for (i = m = 0; i < g->nblk; i++) {
		bb[i] = all[order[i]];
		g->succ_at[i] = m;
		for (uint32_t e = at[order[i]]; e < at[order[i] + 1]; e++)
			g->succ[m++] = number[to[e]];
	}
	g->succ_at[g->nblk] = m;
	return cfg_analyse(g, ar) ? bb : NULL;
}
