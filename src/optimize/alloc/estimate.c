/* estimate.c -- estimates how often each block runs, from the shape of the control flow and from branch weights.
** Edges that lead to `unreachable` only are hardly ever taken.  A loop runs LOOP times. */
#include "optimize/alloc/alloc.h"

#define LOOP 8.0f
#define COLD (1.0f / 1024)
#define MOST 1e12f           /* keeps the frequencies of deep nests finite */
enum { MAX_WEIGHTS = 64 };

/* The weights of a branch's edges, from !prof; false: there are none that can be used. */
static bool
weights_of(const struct alloc_opt *a, LLVMValueRef branch, unsigned n, float *weight)
{
	LLVMValueRef node = LLVMGetMetadata(branch, a->e.md_prof), op[MAX_WEIGHTS + 2];
	float sum = 0;

	if (node == NULL)
		return false;
	unsigned nops = (unsigned)LLVMGetMDNodeNumOperands(node), first = nops - n;
	if (nops < n + 1 || nops > n + 2)
		return false;
	LLVMGetMDNodeOperands(node, op);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef w = op[first + i];
		if (w == NULL || !LLVMIsAConstantInt(w))
			return false;
		weight[i] = (float)LLVMConstIntGetZExtValue(w);
		sum += weight[i];
	}
	return sum > 0;
}

/* Does the block call a function that is marked cold, or lead to blocks only that do, or that do not return? */
static void
find_cold(const struct alloc_opt *a, bool *cold)
{
	const struct cfg *g = &a->g;

	for (block_id b = g->nblk; b-- > 0;) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(a->block[b]);
		uint32_t e = g->succ_at[b], last = g->succ_at[b + 1];
		cold[b] = e < last || LLVMGetInstructionOpcode(end) == LLVMUnreachable;
		for (; cold[b] && e < last; e++)
			cold[b] = g->succ[e] > b && cold[g->succ[e]];
	}
}

/* Distributes the frequency of a block over its edges. */
static void
flow(const struct alloc_opt *a, block_id b, const bool *cold, float *frequency)
{
	const struct cfg *g = &a->g;
	uint32_t at = g->succ_at[b], n = g->succ_at[b + 1] - at;
	float weight[MAX_WEIGHTS], sum = 0, f = frequency[b];

	if (n == 0)
		return;
	if (n > MAX_WEIGHTS || n == 1 || !weights_of(a, LLVMGetBasicBlockTerminator(a->block[b]), n, weight))
		for (uint32_t i = 0; i < n && i < MAX_WEIGHTS; i++)
			weight[i] = cold[g->succ[at + i]] && !cold[b] ? COLD : 1;
	for (uint32_t i = 0; i < n && i < MAX_WEIGHTS; i++) {
		/* an edge out of a loop is taken once for all rounds, and an edge back adds nothing to its target */
		block_id s = g->succ[at + i];
		weight[i] *= g->loop_depth[s] < g->loop_depth[b] && !cold[s] ? 1 / LOOP : 1;
		sum += weight[i];
	}
	for (uint32_t i = 0; i < n; i++) {
		block_id s = g->succ[at + i];
		float part = i < MAX_WEIGHTS && n <= MAX_WEIGHTS ? weight[i] / sum : 1.0f / (float)n;
		if (s > b)
			frequency[s] += f * part;
	}
}

float *
estimate_frequencies(struct alloc_opt *a)
{
	const struct cfg *g = &a->g;
	float *frequency = arena_zarray(&a->ar, g->nblk, sizeof *frequency);
	bool *cold = arena_zarray(&a->ar, g->nblk, sizeof *cold);

	if (frequency == NULL || cold == NULL || g->nblk == 0)
		return NULL;
	find_cold(a, cold);
	frequency[0] = 1;
	for (block_id b = 0; b < g->nblk; b++) {
		if (g->loop[b] == b)
			frequency[b] *= LOOP;
		if (frequency[b] > MOST)
			frequency[b] = MOST;
		flow(a, b, cold, frequency);
	}
	return frequency;
}
