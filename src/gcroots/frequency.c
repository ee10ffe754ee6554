/* frequency.c -- how often each block runs, guessed from the shape of the control flow alone.
** Edges of a block are taken equally often, but ones that lead only to `unreachable` hardly ever; a loop runs LOOP times, and what leaves it adds
** up to what enters it.  One pass in reverse post-order. */
#include "gcroots/gcroots.h"

#define LOOP 8.0f
#define COLD (1.0f / 1024)
#define MOST 1e12f /* deep nests stay finite */
enum { MAX_DEPTH = 64 };

/* The outermost loop that the edge from p to s leaves, or NO_BLOCK. */
static uint32_t
left_loop(const struct cfg *g, uint32_t p, uint32_t s)
{
	uint32_t left = NO_BLOCK, h = g->loop[p];

	for (int i = 0; i < MAX_DEPTH && h != NO_BLOCK && (g->loop_pos[s] < g->loop_pos[h] || g->loop_pos[s] > g->loop_last[h]); i++) {
		left = h;
		h = g->loop_parent[h];
	}
	return left;
}

bool *
cold_blocks(const struct fn *f)
{
	const struct cfg *g = &f->g;
	bool *cold = arena_zarray(f->ar, g->nblk, sizeof *cold);

	for (uint32_t b = g->nblk; cold && b-- > 0;) {
		bool all = g->succ_at[b] < g->succ_at[b + 1] || (f->dead_end && f->dead_end[b]);
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			all &= g->succ[e] > b && cold[g->succ[e]];
		cold[b] = all;
	}
	return cold;
}

float *
block_frequencies(const struct fn *f)
{
	const struct cfg *g = &f->g;
	float *freq = arena_zarray(f->ar, g->nblk, sizeof *freq), *entered = arena_zarray(f->ar, g->nblk, sizeof *entered);
	uint32_t *exits = arena_zarray(f->ar, g->nblk, sizeof *exits);
	bool *cold = cold_blocks(f);

	if (!freq || !entered || !exits || !cold)
		return NULL;
	for (uint32_t b = 0; b < g->nblk; b++)
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			uint32_t h = left_loop(g, b, g->succ[e]);
			if (h != NO_BLOCK && !cold[g->succ[e]])
				exits[h]++;
		}
	freq[0] = 1;
	for (uint32_t b = 0; b < g->nblk; b++) {
		uint32_t warm = 0;
		if (g->loop[b] == b) {
			entered[b] = freq[b];
			freq[b] *= LOOP;
		}
		if (freq[b] > MOST)
			freq[b] = MOST;
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			warm += !cold[g->succ[e]];
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			uint32_t s = g->succ[e], h;
			if (s <= b)
				continue;
			if (cold[s] && warm)
				freq[s] += freq[b] * COLD;
			else if ((h = left_loop(g, b, s)) != NO_BLOCK && exits[h])
				freq[s] += entered[h] / (float)exits[h];
			else
				freq[s] += freq[b] / (float)(warm ? warm : g->succ_at[b + 1] - g->succ_at[b]);
		}
	}
	return freq;
}
