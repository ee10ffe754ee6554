/* wrap.c -- where the frame is pushed and popped.  Needs share_words (store, clear), slots (held).  Fills push, pop.
**
** Normally at the top of the function and before each return.  Cheaper where possible:
** - Blocks that need roots and come to a return have a nearest common dominator, outside of loops.  If that runs less often than the function, the
**   frame is pushed there, and popped where control leaves what it dominates.
** - On ways that never return (the throwing ends of checks) outside of that, it is pushed on each way by itself and never popped.
** In its block it is pushed behind all safepoints that do not need it: who is called there finds fewer frames, and words are stored before
** anybody looks, which spares the null.
** Not with stack variables in the frame, which are memory of the program from the start, nor in functions with landing pads, which must know
** what the head of the chain was, nor where a call returns twice: the handler
** behind it restores the chain of frames to what it was.
**
** Where a table finds the slots nothing is pushed for their sake, but an anchor is while control is in code that no table knows: what
** needs it are the safepoints that leave, with or without roots. */
#include "gcroots/gcroots.h"

#define WORTH 0.9f /* of the entry's frequency: below this a later push pays */

struct wrapping {
	struct fn *f;
	bool *cold;
	bool *needs;             /* per block: a safepoint in it needs a root, or a slot is stored */
	bool *needs_before;      /* per safepoint: it needs a root, or a slot is stored before it */
	uint32_t *top;
	uint32_t d;              /* pushed here and in all that it dominates; NO_BLOCK: no such block */
};

static bool
inside(const struct wrapping *w, uint32_t b)
{
	return w->d != NO_BLOCK && cfg_dominates(&w->f->g, w->d, b);
}

/* The topmost cold block above b; all blocks passed are marked with it in `top`. */
static uint32_t
topmost(struct wrapping *w, uint32_t b)
{
	const uint32_t *idom = w->f->g.idom;
	uint32_t r = b;

	while (w->top[r] == NO_BLOCK && idom[r] != NO_BLOCK && w->cold[idom[r]])
		r = idom[r];
	if (w->top[r] != NO_BLOCK)
		r = w->top[r];
	for (uint32_t x = b; x != r && w->top[x] == NO_BLOCK; x = idom[x])
		w->top[x] = r;
	return w->top[r] = r;
}

/* The block that dominates all that need roots and may return, moved out of loops; NO_BLOCK if there is none. */
static uint32_t
common_block(const struct wrapping *w)
{
	const struct cfg *g = &w->f->g;
	uint32_t d = NO_BLOCK;

	for (uint32_t b = 0; b < g->nblk; b++) {
		uint32_t x = b;
		if (!w->needs[b] || w->cold[b])
			continue;
		/* both walks only go up, and d never comes down again: linear in all */
		for (; d != NO_BLOCK && !cfg_dominates(g, d, x);)
			d = g->idom[d];
		if (d == NO_BLOCK)
			d = x;
	}
	while (d != NO_BLOCK && g->loop[d] != NO_BLOCK) {
		uint32_t h = g->loop[d];
		while (g->loop_parent[h] != NO_BLOCK)
			h = g->loop_parent[h];
		d = g->idom[h] == NO_BLOCK ? 0 : g->idom[h];
	}
	return d;
}

static bool
add_pop(struct wrapping *w, uint32_t b)
{
	struct fn *f = w->f;

	if ((f->no_room && f->no_room[b]) || !ARENA_PUSH(f->ar, f->pop, f->npop, f->pop_cap))
		return false;
	f->pop[f->npop++] = b;
	return true;
}

/* As late in the block as can be; where no safepoint comes before, at the top. */
static bool
add_push(struct wrapping *w, uint32_t b)
{
	struct fn *f = w->f;
	uint32_t s = f->safe_at[b];

	if ((f->no_room && f->no_room[b]) || !ARENA_PUSH(f->ar, f->push, f->npush, f->push_cap))
		return false;
	while (s < f->safe_at[b + 1] && !w->needs_before[s])
		s++;
	if (s == f->safe_at[b])
		s = PUSH_AT_TOP;
	else if (s == f->safe_at[b + 1])
		s = PUSH_AT_END;
	f->push[f->npush++] = (struct push){ b, s };
	return true;
}

/* Pop at the end of every block from which control leaves the region; false if a block goes both ways. */
static bool
close_region(struct wrapping *w)
{
	const struct cfg *g = &w->f->g;

	for (uint32_t b = w->d; w->d != NO_BLOCK && b < g->nblk; b++) {
		uint32_t leaving = 0, n = g->succ_at[b + 1] - g->succ_at[b];
		if (!inside(w, b))
			continue;
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			leaving += !inside(w, g->succ[e]);
		if (leaving && (n != 1 || !add_pop(w, b)))
			return false;
		if (n == 0 && !w->cold[b] && !add_pop(w, b))
			return false;
	}
	return true;
}

/* Push on each cold way outside of the region; false if one may be entered with the frame pushed already. */
static bool
push_cold(struct wrapping *w)
{
	const struct cfg *g = &w->f->g;
	bool *listed = arena_zarray(w->f->ar, g->nblk, sizeof *listed);

	for (uint32_t b = 0; b < g->nblk; b++) {
		if (!listed || !w->needs[b] || !w->cold[b] || inside(w, b))
			continue;
		uint32_t r = topmost(w, b);
		if (listed[r])
			continue;
		for (uint32_t e = g->pred_at[r]; e < g->pred_at[r + 1]; e++)
			if (w->cold[g->pred[e]] || inside(w, g->pred[e]))
				return false;
		if (r == 0 || !add_push(w, r))
			return false;
		listed[r] = true;
	}
	return listed != NULL;
}

/* Try it; false leaves the frame at the top. */
static bool
sink(struct wrapping *w)
{
	struct fn *f = w->f;
	const float *freq = block_frequencies(f);

	w->d = common_block(w);
	if (!freq || (w->d != NO_BLOCK && (w->d == 0 || freq[w->d] > WORTH)))
		return false;
	if (w->d != NO_BLOCK && !add_push(w, w->d))
		return false;
	return close_region(w) && push_cold(w);
}

bool
wrap(struct fn *f)
{
	struct wrapping w = { .f = f };

	f->npush = f->npop = 0;
	if (f->table ? !f->any_leaves : f->nslots == 0 || f->nvar || f->pin_slot)
		return true;
	if (f->without.shrink_wrap || f->any_returns_twice || f->unwound)
		return true;
	w.cold = cold_blocks(f);
	w.needs = arena_zarray(f->ar, f->g.nblk, sizeof *w.needs);
	w.needs_before = arena_zarray(f->ar, f->nsafe, sizeof *w.needs_before);
	w.top = arena_array(f->ar, f->g.nblk, sizeof *w.top);
	if (!w.cold || !w.needs || !w.needs_before || !w.top)
		return false;
	for (uint32_t b = 0; b < f->g.nblk; b++)
		w.top[b] = NO_BLOCK;
	for (uint32_t i = 0; i < f->nstore && !f->table; i++)
		if (f->store[i].where == STORE_AT_BLOCK_END)
			w.needs[f->store[i].at] = true;
		else
			w.needs_before[f->store[i].at] = true;
	for (uint32_t s = 0; s < f->nsafe; s++) {
		w.needs_before[s] |= f->table ? f->safe[s].leaves : f->held[s];
		w.needs[f->safe[s].block] |= w.needs_before[s];
	}
	if (w.needs[0] || !sink(&w)) { /* the former is quick, and most functions */
		f->npush = f->npop = 0;
		if (!add_push(&w, 0) || f->push[0].safe == PUSH_AT_TOP)
			f->npush = 0;
		return !f->ar->failed;
	}
	/* words are cleared only where the frame is pushed; those that a table finds are seen everywhere */
	uint32_t n = 0;
	for (uint32_t i = 0; i < f->nclear && f->table; i++)
		n++;
	for (uint32_t i = n; i < f->nclear; i++)
		if (inside(&w, f->clear[i].block))
			f->clear[n++] = f->clear[i];
	f->nclear = n;
	return true;
}
