/* wrap.c -- where the frame is pushed.  Needs share_words (store, nclear), slots (held).  Fills push.
**
** Normally at the top of the function.  But where only paths that never return need roots (the throwing ends of checks), the frame is pushed
** on those alone, and the way through the function pays nothing: no push, no zeroing, no pop, for nothing that pushes comes to a return.
** Not with stack variables in the frame, which are memory of the program from the start, nor where a call returns twice: the handler
** behind it restores the chain of frames to what it was. */
#include "gcroots/gcroots.h"

/* The topmost cold block above b; all blocks passed are marked with it in `top`. */
static uint32_t
topmost(const struct fn *f, const bool *cold, uint32_t *top, uint32_t b)
{
	uint32_t r = b;

	while (top[r] == NO_BLOCK && f->g.idom[r] != NO_BLOCK && cold[f->g.idom[r]])
		r = f->g.idom[r];
	if (top[r] != NO_BLOCK)
		r = top[r];
	for (uint32_t x = b; x != r && top[x] == NO_BLOCK; x = f->g.idom[x])
		top[x] = r;
	return top[r] = r;
}

/* Is the block entered from cold ones too?  Those may have pushed already. */
static bool
entered_cold(const struct fn *f, const bool *cold, uint32_t b)
{
	for (uint32_t e = f->g.pred_at[b]; e < f->g.pred_at[b + 1]; e++)
		if (cold[f->g.pred[e]])
			return true;
	return false;
}

bool
wrap(struct fn *f)
{
	uint32_t *top;
	bool *cold, *listed;

	f->npush = 0;
	if (f->nslots == 0 || f->nvar || f->any_returns_twice || f->pin_slot || f->nclear)
		return true;
	cold = cold_blocks(f);
	top = arena_array(f->ar, f->g.nblk, sizeof *top);
	listed = arena_zarray(f->ar, f->g.nblk, sizeof *listed);
	if (!cold || !top || !listed)
		return false;
	for (uint32_t i = 0; i < f->nstore; i++)
		if (f->store[i].where != STORE_BEFORE_SAFEPOINT || !cold[f->safe[f->store[i].at].block])
			return true;
	for (uint32_t b = 0; b < f->g.nblk; b++)
		top[b] = NO_BLOCK;
	for (uint32_t s = 0; s < f->nsafe; s++) {
		uint32_t b = f->safe[s].block, r;
		if (!f->held[s])
			continue;
		if (!cold[b] || (r = topmost(f, cold, top, b)) == 0 || entered_cold(f, cold, r)) {
			f->npush = 0;
			return true;
		}
		if (!listed[r] && ARENA_PUSH(f->ar, f->push, f->npush, f->push_cap))
			f->push[f->npush++] = r;
		listed[r] = true;
	}
	return !f->ar->failed;
}
