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

/* What is true of all ways onward from a block: that none comes to a return, that none comes to `unreachable`. */
enum { NO_RETURN = 1, NO_DEAD_END = 2 };

static const uint8_t *
ways_onward(struct fn *f)
{
	const struct cfg *g = &f->g;

	if (f->ways)
		return f->ways;
	uint8_t *way = arena_array(f->ar, g->nblk, sizeof *way);
	uint32_t *todo = arena_array(f->ar, 2 * (size_t)g->nblk, sizeof *todo), n = 0; /* each block once for each bit that it loses */
	if (!way || !todo)
		return NULL;
	/* one pass does without loops; what comes back to a header may get there later */
	for (uint32_t b = g->nblk; b-- > 0;) {
		uint8_t now = NO_RETURN | NO_DEAD_END;
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			if (g->succ[e] > b)
				now &= way[g->succ[e]];
		if (g->succ_at[b] == g->succ_at[b + 1])
			now = f->dead_end && f->dead_end[b] ? NO_RETURN : NO_DEAD_END;
		way[b] = now;
	}
	for (uint32_t b = 0; g->any_loop && b < g->nblk; b++)
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			if (way[b] & ~way[g->succ[e]])
				way[b] &= way[g->succ[e]], todo[n++] = b;
	while (n) {
		uint32_t b = todo[--n];
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
			if (way[g->pred[e]] & ~way[b])
				way[g->pred[e]] &= way[b], todo[n++] = g->pred[e];
	}
	return f->ways = way;
}

const bool *
never_returns(struct fn *f)
{
	const uint8_t *way = ways_onward(f);
	bool *never = arena_array(f->ar, f->g.nblk, sizeof *never);

	for (uint32_t b = 0; way && never && b < f->g.nblk; b++)
		never[b] = (way[b] & NO_RETURN) != 0;
	return way ? never : NULL;
}

bool *
cold_blocks(struct fn *f)
{
	const struct cfg *g = &f->g;
	const uint8_t *way = ways_onward(f);
	bool *cold = arena_array(f->ar, g->nblk, sizeof *cold);

	if (!way || !cold)
		return NULL;
	for (uint32_t b = g->nblk; b-- > 0;) {
		/* a loop for ever is where a program may spend its time */
		cold[b] = way[b] == NO_RETURN || (f->calls_cold && f->calls_cold[b]);
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
static inline void
probabilities(const struct fn *f, const bool *cold, uint32_t b, float *p)
{
	const struct cfg *g = &f->g;
	uint32_t first = g->succ_at[b], n = g->succ_at[b + 1] - first, warm = 0;
	float sum = 0;

	if (n == 1) {
		p[0] = 1;
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		warm += !cold[g->succ[first + i]];
	for (uint32_t i = 0; f->weight && i < n; i++)
		sum += (float)f->weight[first + i];
	float even = 1.0f / (float)(warm ? warm : n);
	for (uint32_t i = 0; i < n; i++) {
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): weights, or no sum */
		p[i] = sum > 0 ? (float)f->weight[first + i] / sum : even;
		if (p[i] < COLD || (warm && cold[g->succ[first + i]]))
			p[i] = COLD;
	}
}

/* How many edges lead out of each outermost loop that they leave, by its header; those that hardly ever are taken do not count. */
static void
count_exits(const struct cfg *g, const float *p, uint32_t *exits)
{
	for (uint32_t b = 0; b < g->nblk; b++)
		for (uint32_t e = g->succ_at[b]; g->loop[b] != NO_BLOCK && e < g->succ_at[b + 1]; e++) {
			uint32_t h = left_loop(g, b, g->succ[e]);
			if (h != NO_BLOCK && p[e] > UNLIKELY)
				exits[h]++;
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
	for (uint32_t b = 0; b < g->nblk; b++)
		probabilities(f, cold, b, p + g->succ_at[b]);
	if (g->any_loop)
		count_exits(g, p, exits);
	freq[0] = 1;
	for (uint32_t b = 0; b < g->nblk; b++) {
		if (g->loop[b] == b) {
			entered[b] = freq[b];
			freq[b] *= LOOP;
		}
		if (freq[b] > MOST)
			freq[b] = MOST;
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			uint32_t s = g->succ[e], h = NO_BLOCK;
			if (s <= b)
				continue;
			if (g->loop[b] != NO_BLOCK && p[e] > UNLIKELY)
				h = left_loop(g, b, s);
			freq[s] += h != NO_BLOCK && exits[h] ? entered[h] / (float)exits[h] : freq[b] * p[e];
		}
	}
	return f->frequency = freq;
}
