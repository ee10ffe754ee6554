/* SPDX-License-Identifier: MIT */
/* frequency.c -- estimates how often each block runs, from the shape of the control flow and the weights that the front
** end gives branches.  The edges of a block are taken as often as their weights say, or equally often; but edges that
** lead only to `unreachable`, or to calls of cold functions, are hardly ever taken.  A loop runs LOOP times, and the
** frequencies of its exits add up to that of its entry.  One pass in reverse post-order. */
#include "base/frequency.h"

#define LOOP 8.0f
#define COLD (1.0f / 1024)
#define UNLIKELY (1.0f / 64) /* an edge taken less often does not count as a path out of a loop */
#define MOST 1e12f /* keeps the frequencies of deep nests finite */
enum { MAX_DEPTH = 64 };

/* The outermost loop that the edge from p to s leaves, or NONE. */
static block_id
left_loop(const struct cfg *g, block_id p, block_id s)
{
	block_id left = NONE, h = g->loop[p];

	if (h == g->loop[s])
		return NONE;
	for (int i = 0;
		i < MAX_DEPTH && h != NONE && (g->loop_pos[s] < g->loop_pos[h] || g->loop_pos[s] > g->loop_last[h]);
		i++) {
		left = h;
		h = g->loop_parent[h];
	}
	return left;
}

/* Is the block cold, given its exits?  Not if an endless loop may be ahead: a program may spend its time there. */
static inline bool
is_cold(const struct branch_hints *h, block_id b, uint8_t ahead)
{
	return (ahead & (EXIT_NO_RETURN | EXIT_NO_DEAD_END)) == EXIT_NO_RETURN || (h->calls_cold && h->calls_cold[b]);
}

/* Clears the bits of `ahead` that are clear in `next`, to which control may go.  Returns whether any changed; sets
** *cold if that may change which blocks are cold. */
static inline bool
lose(uint8_t *ahead, uint8_t next, bool *cold)
{
	uint8_t old = *ahead, lost = old & ~next & (EXIT_NO_RETURN | EXIT_NO_DEAD_END);

	*ahead = old & (uint8_t)~lost;
	*cold |= (lost == EXIT_NO_DEAD_END && old & EXIT_NO_RETURN)
		|| (lost == EXIT_NO_RETURN && !(old & EXIT_NO_DEAD_END));
	return lost != 0;
}

/* Once all exits are known: marks the blocks that are cold because all of their successors are. */
static void
find_cold(const struct cfg *g, const struct branch_hints *h, uint8_t *ahead)
{
	for (block_id b = g->nblk; b-- > 0;) {
		uint32_t e = g->succ_at[b], end = g->succ_at[b + 1];
		bool cold = e < end;
		for (; cold && e < end; e++)
			cold = g->succ[e] > b && (ahead[g->succ[e]] & EXIT_COLD) != 0;
		ahead[b] = (uint8_t)((ahead[b] & ~EXIT_COLD) | (cold || is_cold(h, b, ahead[b]) ? EXIT_COLD : 0));
	}
}

/* Follows the retreating edges, which begin at the blocks `back`, and carries what they change up to all predecessors.
** `todo` can hold each block once for each bit that it can lose. */
static void
follow_back(const struct cfg *g, const struct branch_hints *h, uint8_t *ahead, const block_id *back, uint32_t nback,
	block_id *todo)
{
	uint32_t n = 0;
	bool cold = false; /* other blocks may be cold than before */

	for (uint32_t i = 0; i < nback; i++) {
		block_id b = back[i];
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			if (lose(&ahead[b], ahead[g->succ[e]], &cold))
				todo[n++] = b;
	}
	while (n) {
		block_id b = todo[--n];
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
			if (lose(&ahead[g->pred[e]], ahead[b], &cold))
				todo[n++] = g->pred[e];
	}
	if (cold)
		find_cold(g, h, ahead);
}

uint8_t *
cfg_exits(const struct cfg *g, const struct branch_hints *h, struct arena *ar)
{
	uint8_t *ahead = arena_array(ar, g->nblk, sizeof *ahead);
	block_id *back = g->any_loop ? arena_array(ar, 3 * (size_t)g->nblk, sizeof *back) : NULL;
	uint32_t nback = 0;

	if (!ahead || (g->any_loop && !back))
		return NULL;
	/* one pass is enough without loops */
	for (block_id b = g->nblk; b-- > 0;) {
		uint8_t now = EXIT_NO_RETURN | EXIT_NO_DEAD_END | EXIT_COLD;
		uint32_t e = g->succ_at[b], end = g->succ_at[b + 1];
		bool retreats = false;
		if (e == end)
			now = h->dead_end && h->dead_end[b] ? EXIT_NO_RETURN : EXIT_NO_DEAD_END;
		for (; e < end; e++)
			if (g->succ[e] > b)
				now &= ahead[g->succ[e]];
			else
				retreats = true;
		if (retreats) {
			now &= (uint8_t)~EXIT_COLD;
			back[nback++] = b;
		}
		ahead[b] = is_cold(h, b, now) ? now | EXIT_COLD : now;
	}
	if (nback)
		follow_back(g, h, ahead, back, nback, back + g->nblk);
	return ahead;
}

struct flow {
	const struct cfg *g;
	const uint32_t *weight;  /* of struct branch_hints */
	const uint8_t *ahead;    /* of cfg_exits */
	float *freq, *entered;   /* entered: of a header, before it is multiplied by LOOP */
	const uint32_t *exits;   /* by header: number of likely edges out of the loop */
	bool stays;              /* of struct branch_hints */
};

/* The probabilities of the edges of a block: their weights divided by `sum`, or each `even`.  warm: some edges are not
** cold; these take nearly all. */
struct odds { float sum, even; bool warm; };

static inline struct odds
odds_of(const struct flow *w, block_id b)
{
	const struct cfg *g = w->g;
	uint32_t first = g->succ_at[b], n = g->succ_at[b + 1] - first, warm = 0;
	struct odds o = { .even = 1 };

	if (n <= 1)
		return o;
	for (uint32_t i = 0; i < n; i++)
		warm += !(w->ahead[g->succ[first + i]] & EXIT_COLD);
	for (uint32_t i = 0; w->weight && i < n; i++)
		o.sum += (float)w->weight[first + i];
	o.warm = warm != 0;
	o.even = 1.0f / (float)(warm ? warm : n);
	return o;
}

/* The probability of edge e of that block. */
static inline float
probability(const struct flow *w, const struct odds *o, uint32_t e)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): weights, or no sum */
	float p = o->sum > 0 ? (float)w->weight[e] / o->sum : o->even;

	return p < COLD || (o->warm && w->ahead[w->g->succ[e]] & EXIT_COLD) ? COLD : p;
}

/* Counts the exits of each loop, by its header: an edge counts for the outermost loop that it leaves, and not at all if
** it is unlikely. */
static void
count_exits(const struct flow *w, uint32_t *exits)
{
	const struct cfg *g = w->g;

	for (block_id b = 0; b < g->nblk; b++) {
		struct odds o;
		bool known = false;
		if (g->loop[b] == NONE)
			continue;
		for (uint32_t e = g->succ_at[b], end = g->succ_at[b + 1]; e < end; e++) {
			block_id h = left_loop(g, b, g->succ[e]);
			if (h == NONE)
				continue;
			if (!known)
				o = odds_of(w, b);
			known = true;
			exits[h] += probability(w, &o, e) > UNLIKELY;
		}
	}
}

/* Adds to block s what comes along an edge from b that is taken with probability p. */
static inline void
flow_along(const struct flow *w, block_id b, block_id s, float p)
{
	block_id h = NONE;

	if (s <= b)
		return;
	if (w->g->loop[b] != NONE && p > UNLIKELY)
		h = left_loop(w->g, b, s);
	w->freq[s] += h != NONE && w->exits[h] ? w->entered[h] / (float)w->exits[h] : w->freq[b] * p;
}

/* The factor by which the edges of a block that stay in its loop are taken more often than `odds` tells: those out of
** the loop are taken in one of LOOP rounds. */
static float
stay_factor(const struct flow *w, const struct odds *o, block_id b)
{
	const struct cfg *g = w->g;
	float stay = 0, leave = 0;

	if (!w->stays || g->loop[b] == NONE)
		return 1;
	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
		float p = probability(w, o, e);
		if (left_loop(g, b, g->succ[e]) == NONE)
			stay += p;
		else
			leave += p;
	}
	return stay > 0 && leave > 0 ? (stay + leave) / (stay + leave / LOOP) : 1;
}

/* The same for all edges of a block. */
static inline void
flow_on(const struct flow *w, block_id b)
{
	const struct cfg *g = w->g;
	const uint32_t *to = g->succ + g->succ_at[b];
	uint32_t n = g->succ_at[b + 1] - g->succ_at[b];

	if (n == 1) {
		flow_along(w, b, to[0], 1);
	} else if (n == 2 && !w->weight && !w->stays) { /* the result of odds_of for nearly all blocks */
		uint8_t cold = w->ahead[to[0]] & EXIT_COLD;
		bool even = cold == (w->ahead[to[1]] & EXIT_COLD);
		flow_along(w, b, to[0], even ? 0.5f : cold ? COLD : 1);
		flow_along(w, b, to[1], even ? 0.5f : cold ? 1 : COLD);
	} else if (n) {
		struct odds o = odds_of(w, b);
		float factor = stay_factor(w, &o, b);
		for (uint32_t i = 0; i < n; i++) {
			float p = probability(w, &o, g->succ_at[b] + i);
			flow_along(w, b, to[i], factor != 1 && left_loop(g, b, to[i]) == NONE ? p * factor : p);
		}
	}
}

float *
cfg_frequencies(const struct cfg *g, const struct branch_hints *h, const uint8_t *ahead, struct arena *ar)
{
	float *freq = arena_zarray(ar, g->nblk, sizeof *freq),
	      *entered = g->any_loop ? arena_array(ar, g->nblk, sizeof *entered) : freq;
	uint32_t *exits = g->any_loop ? arena_zarray(ar, g->nblk, sizeof *exits) : NULL;
	struct flow w = { g, h->weight, ahead, freq, entered, exits, h->stays };

	if (!freq || !entered || (g->any_loop && !exits))
		return NULL;
	if (exits)
		count_exits(&w, exits);
	freq[0] = 1;
	for (block_id b = 0; b < g->nblk; b++) {
		if (g->loop[b] == b) {
			entered[b] = freq[b];
			freq[b] *= LOOP;
		}
		if (freq[b] > MOST)
			freq[b] = MOST;
		flow_on(&w, b);
	}
	return freq;
}
