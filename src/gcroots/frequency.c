/* frequency.c -- how often each block runs, guessed from the shape of the control flow and from what the front end knows of its branches.
** Edges of a block are taken as often as their weights say, or equally often; but ones that lead only to `unreachable`, or to calls of cold
** functions, hardly ever.  A loop runs LOOP times, and what leaves it adds up to what enters it.  One pass in reverse post-order. */
#include "gcroots/gcroots.h"

#define LOOP 8.0f
#define COLD (1.0f / 1024)
#define UNLIKELY (1.0f / 64) /* an edge taken less often does not count as a way out of a loop */
#define MOST 1e12f /* deep nests stay finite */
enum { MAX_DEPTH = 64 };

/* The outermost loop that the edge from p to s leaves, or NO_BLOCK. */
static uint32_t
left_loop(const struct cfg *g, uint32_t p, uint32_t s)
{
	uint32_t left = NO_BLOCK, h = g->loop[p];

	if (h == g->loop[s])
		return NO_BLOCK;
	for (int i = 0; i < MAX_DEPTH && h != NO_BLOCK && (g->loop_pos[s] < g->loop_pos[h] || g->loop_pos[s] > g->loop_last[h]); i++) {
		left = h;
		h = g->loop_parent[h];
	}
	return left;
}

/* Clear mark[] on all blocks from which control can come to one where it is clear. */
static void
clear_above(const struct cfg *g, bool *mark, uint32_t *todo)
{
	uint32_t n = 0;

	/* one pass does without loops; what comes back to a header may get there later */
	for (uint32_t b = g->nblk; b-- > 0;)
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			mark[b] &= mark[g->succ[e]];
	for (uint32_t b = 0; g->any_loop && b < g->nblk; b++)
		for (uint32_t e = g->succ_at[b]; mark[b] && e < g->succ_at[b + 1]; e++)
			if (g->succ[e] <= b && !mark[g->succ[e]])
				mark[b] = false, todo[n++] = b;
	while (n) {
		uint32_t b = todo[--n];
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
			if (mark[g->pred[e]]) {
				mark[g->pred[e]] = false;
				todo[n++] = g->pred[e];
			}
	}
}

const bool *
never_returns(struct fn *f)
{
	const struct cfg *g = &f->g;

	if (f->never)
		return f->never;
	bool *never = arena_array(f->ar, g->nblk, sizeof *never);
	uint32_t *todo = arena_array(f->ar, g->nblk, sizeof *todo);
	if (!never || !todo)
		return NULL;
	for (uint32_t b = 0; b < g->nblk; b++)
		never[b] = g->succ_at[b] < g->succ_at[b + 1] || (f->dead_end && f->dead_end[b]);
	clear_above(g, never, todo);
	return f->never = never;
}

bool *
cold_blocks(struct fn *f)
{
	const struct cfg *g = &f->g;
	const bool *never = never_returns(f);
	bool *cold = arena_array(f->ar, g->nblk, sizeof *cold), *lost = arena_array(f->ar, g->nblk, sizeof *lost);
	uint32_t *todo = arena_array(f->ar, g->nblk, sizeof *todo);

	if (!never || !cold || !lost || !todo)
		return NULL;
	/* a loop for ever is where a program may spend its time */
	for (uint32_t b = 0; b < g->nblk; b++)
		lost[b] = !(f->dead_end && f->dead_end[b]);
	clear_above(g, lost, todo);
	for (uint32_t b = g->nblk; b-- > 0;) {
		cold[b] = (never[b] && !lost[b]) || (f->calls_cold && f->calls_cold[b]);
		if (cold[b] || g->succ_at[b] == g->succ_at[b + 1])
			continue;
		bool all = true;
		for (uint32_t e = g->succ_at[b]; all && e < g->succ_at[b + 1]; e++)
			all = g->succ[e] > b && cold[g->succ[e]];
		cold[b] = all;
	}
	return cold;
}

/* How probable the edges of block b are, into p[0 .. number of edges). */
static void
probabilities(const struct fn *f, const bool *cold, uint32_t b, float *p)
{
	const struct cfg *g = &f->g;
	uint32_t first = g->succ_at[b], n = g->succ_at[b + 1] - first, warm = 0;
	float sum = 0;

	if (n == 1) {
		p[0] = 1;
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		sum += f->weight ? (float)f->weight[first + i] : 0;
		warm += !cold[g->succ[first + i]];
	}
	for (uint32_t i = 0; i < n; i++) {
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): weights, or no sum */
		p[i] = sum > 0 ? (float)f->weight[first + i] / sum : 1.0f / (float)(warm ? warm : n);
		if (p[i] < COLD || (warm && cold[g->succ[first + i]]))
			p[i] = COLD;
	}
}

const float *
block_frequencies(struct fn *f)
{
	if (f->frequency)
		return f->frequency;
	if (f->weigh && !f->weigh(f, f->asked))
		return NULL;
	const struct cfg *g = &f->g;
	float *freq = arena_zarray(f->ar, g->nblk, sizeof *freq), *entered = arena_zarray(f->ar, g->nblk, sizeof *entered);
	float *p = arena_array(f->ar, g->succ_at[g->nblk], sizeof *p);
	uint32_t *exits = arena_zarray(f->ar, g->nblk, sizeof *exits);
	const bool *cold = cold_blocks(f);

	if (!freq || !entered || !exits || !cold || (!p && g->succ_at[g->nblk]))
		return NULL;
	for (uint32_t b = 0; b < g->nblk; b++) {
		probabilities(f, cold, b, p + g->succ_at[b]);
		if (g->loop[b] == NO_BLOCK)
			continue;
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			uint32_t h = left_loop(g, b, g->succ[e]);
			if (h != NO_BLOCK && p[e] > UNLIKELY)
				exits[h]++;
		}
	}
	freq[0] = 1;
	for (uint32_t b = 0; b < g->nblk; b++) {
		if (g->loop[b] == b) {
			entered[b] = freq[b];
			freq[b] *= LOOP;
		}
		if (freq[b] > MOST)
			freq[b] = MOST;
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			uint32_t s = g->succ[e], h;
			if (s <= b)
				continue;
			if (p[e] > UNLIKELY && (h = left_loop(g, b, s)) != NO_BLOCK && exits[h])
				freq[s] += entered[h] / (float)exits[h];
			else
				freq[s] += freq[b] * p[e];
		}
	}
	return f->frequency = freq;
}
