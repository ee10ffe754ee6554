/* SPDX-License-Identifier: MIT */
/* shrink_wrap.c -- decides where the frame is pushed and popped.  Needs colour_stack (stacked), place (store),
** colour (needs_root).  Fills struct wrapped; removes clears.
**
** By default the frame is pushed at the top of the function and popped before each return.  Where it is cheaper:
** - The blocks that need roots and may reach a return have a nearest common dominator, moved out of loops.  If that
**   runs less often than the function, the frame is pushed there, and popped where control leaves the part that it
**   dominates.
** - Blocks outside of this part that never reach a return (the throwing ends of checks) push the frame on their own,
**   where control comes to the first block that needs it, and never pop it.
** - Blocks that hardly ever run but reach a return (the slow path of an inlined allocation) each push and pop the frame
**   on their own, if that lets the others do without, and if each block stores what it needs (definite_init.c).
** All these blocks are the *region*.  If control enters the region at a block that has predecessors within it too, or
** leaves it at a block that has successors within it too, the edge is cut: a block in the middle of it pushes or pops.
** Within its block the frame is pushed behind all safepoints that do not need it: their callees find fewer frames, and
** words are stored before a collector looks, which spares the stores of null.  It is popped right behind the last
** safepoint of the block by which control leaves the region, so that LLVM can merge the rest with other paths.
** Each push says how many words of the frame are roots: those up to the last one that is stored before the pop.  A word
** that only a cold part of the region needs is no root in the other parts, and is not made null there.
**
** No root is lost where the frame is popped in between.  A value that is live into the dominated part from above has a
** store there.  So has a value that is live into blocks that never return, because no store outside of these dominates
** them, and control does not come back from them.  Stack variables in the frame are memory of the program: all blocks
** between their accesses must be in one part.
** The frame stays at the top if a call returns twice: the handler behind it restores the chain of frames.
**
** If a table finds the slots, only an anchor is pushed, while control is in code whose frames no table describes: the
** safepoints that run unmanaged code need it, with or without roots. */
#include "gcroots/model/function.h"
#include "base/union_find.h"

#define WORTH 0.9f /* of the entry's frequency: below this a later push pays */
#define OWN_PUSH (1.0f / 32) /* a block that runs less often may push the frame on its own */
enum { MAX_CUTS = 16 };

struct shrink_wrapping {
	struct fn *f;
	const uint8_t *exits;    /* per block: see exit_reachability */
	bool *needs;             /* per block: a safepoint in it needs a root, a slot is stored, or a variable
	                          * accessed */
	bool *warm;              /* per block: it needs the frame and must be in the dominated part */
	bool *variable;          /* per block: a variable is accessed in it */
	bool *needs_before;      /* per safepoint: it needs a root, or a slot is stored before it */
	bool *in;                /* per block: in the region */
	bool *own;               /* per block: it hardly ever runs, and pushes the frame on its own; NULL: none does */
	block_id dominator;      /* the frame is pushed in all blocks that it dominates; NONE: no such block */
	block_id *todo;
	bool full;               /* too many edges to cut, or one that cannot be cut */
};

/* Does no path from the block reach a return? */
static inline bool
no_return(const struct shrink_wrapping *w, block_id b)
{
	return (w->exits[b] & EXIT_NO_RETURN) != 0;
}

static bool
inside(const struct shrink_wrapping *w, block_id b)
{
	return w->dominator != NONE && cfg_dominates(&w->f->g, w->dominator, b);
}

/* The nearest common dominator of the blocks that need the frame and may reach a return, moved out of loops; NONE if
** there are no such blocks. */
static block_id
common_block(const struct shrink_wrapping *w)
{
	const struct cfg *g = &w->f->g;
	block_id d = NONE;

	for (block_id b = 0; b < g->nblk; b++) {
		if (!w->warm[b] || (w->own && w->own[b]))
			continue;
		/* both walks only go up, and d never comes down again: linear in all */
		for (; d != NONE && !cfg_dominates(g, d, b);)
			d = g->idom[d];
		if (d == NONE)
			d = b;
	}
	while (d != NONE && g->loop[d] != NONE) {
		block_id h = g->loop[d];
		while (g->loop_parent[h] != NONE)
			h = g->loop_parent[h];
		d = g->idom[h] == NONE ? 0 : g->idom[h];
	}
	return d;
}

/* Adds to the region the blocks that never return and need the frame, and those that never return and lie on a way from
** the region to one of these.  `ahead`: false for all blocks. */
static void
add_never_returning(struct shrink_wrapping *w, bool *ahead)
{
	const struct cfg *g = &w->f->g;
	uint32_t n = 0;

	for (block_id b = 0; b < g->nblk; b++)
		if (no_return(w, b) && w->needs[b] && !ahead[b])
			ahead[b] = true, w->todo[n++] = b;
	while (n) {
		block_id b = w->todo[--n];
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
			if (no_return(w, g->pred[e]) && !ahead[g->pred[e]])
				ahead[g->pred[e]] = true, w->todo[n++] = g->pred[e];
	}
	for (block_id b = 0; b < g->nblk; b++) {
		bool start = w->in[b] || (no_return(w, b) && w->needs[b]);
		if (!start)
			continue;
		w->in[b] = true;
		w->todo[n++] = b;
		while (n) {
			block_id x = w->todo[--n];
			for (uint32_t e = g->succ_at[x]; e < g->succ_at[x + 1]; e++) {
				block_id s = g->succ[e];
				if (!w->in[s] && no_return(w, s) && ahead[s])
					w->in[s] = true, w->todo[n++] = s;
			}
		}
	}
}

static void
add_pop(struct shrink_wrapping *w, block_id b)
{
	struct fn *f = w->f;

	if (f->no_insertion && f->no_insertion[b])
		w->full = true;
	else if (ARENA_PUSH(f->ar, f->wrapped.pop, f->wrapped.npop, f->wrapped.pop_cap))
		f->wrapped.pop[f->wrapped.npop++] = b;
}

/* Pushes as late in the block as possible; at the top if no safepoint comes before. */
static void
add_push(struct shrink_wrapping *w, block_id b)
{
	struct fn *f = w->f;
	safepoint_id s = f->safe_at[b];

	while (s < f->safe_at[b + 1] && !w->needs_before[s])
		s++;
	if (s == f->safe_at[b] || w->variable[b])
		s = PUSH_AT_TOP;
	else if (s == f->safe_at[b + 1])
		s = PUSH_AT_END;
	if (f->no_insertion && f->no_insertion[b])
		w->full = true;
	else if (ARENA_PUSH(f->ar, f->wrapped.push, f->wrapped.npush, f->wrapped.push_cap))
		f->wrapped.push[f->wrapped.npush++] = (struct push){ b, s, f->stacked.nwords };
}

/* Cuts all edges between the two blocks at once; e is one of them.  A push on the only edge out of `from` goes to the
** end of `from`. */
static void
cut(struct shrink_wrapping *w, block_id from, uint32_t e, bool push)
{
	struct fn *f = w->f;
	block_id to = f->g.succ[e];
	uint8_t end = f->block_end ? f->block_end[from] : END_BRANCH;

	for (uint32_t i = f->g.succ_at[from]; i < e; i++)
		if (f->g.succ[i] == to)
			return;
	if (push && f->g.succ_at[from + 1] - f->g.succ_at[from] == 1 && !(f->no_insertion && f->no_insertion[from])) {
		if (ARENA_PUSH(f->ar, f->wrapped.push, f->wrapped.npush, f->wrapped.push_cap))
			f->wrapped.push[f->wrapped.npush++] = (struct push){ from, PUSH_AT_END, f->stacked.nwords };
		return;
	}
	/* of an invoke, the first edge is the one without a pad behind it */
	if (f->wrapped.ncut == MAX_CUTS || end == END_OTHER || (end == END_INVOKE && e != f->g.succ_at[from]))
		w->full = true;
	else if (ARENA_PUSH(f->ar, f->wrapped.cut, f->wrapped.ncut, f->wrapped.cut_cap))
		f->wrapped.cut[f->wrapped.ncut++] = (struct cut){ from, to, f->stacked.nwords, push };
}

/* Pushes where control enters the region at block b. */
static void
enter(struct shrink_wrapping *w, block_id b)
{
	const struct cfg *g = &w->f->g;
	uint32_t outside = 0;

	for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
		outside += !w->in[g->pred[e]];
	if (outside == 0)
		return;
	if (outside == g->pred_at[b + 1] - g->pred_at[b]) {
		add_push(w, b);
		return;
	}
	for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++) {
		block_id p = g->pred[e];
		uint32_t k = g->succ_at[p];
		if (w->in[p] || (e > g->pred_at[b] && g->pred[e - 1] == p))
			continue;
		while (g->succ[k] != b)
			k++;
		cut(w, p, k, true);
	}
}

/* Pops where control leaves the region at block b and may reach a return; elsewhere the frame may stay. */
static void
leave(struct shrink_wrapping *w, block_id b)
{
	const struct cfg *g = &w->f->g;
	uint32_t n = g->succ_at[b + 1] - g->succ_at[b], leaving = 0;

	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
		leaving += !w->in[g->succ[e]] && !no_return(w, g->succ[e]);
	if ((n == 0 && !no_return(w, b)) ||
	    (leaving && (n == 1 || (leaving == n && w->f->block_end && w->f->block_end[b] == END_BRANCH))))
		add_pop(w, b);
	else if (leaving)
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			if (!w->in[g->succ[e]] && !no_return(w, g->succ[e]))
				cut(w, b, e, false);
}

/* Plans the pushes and pops of the region; returns the reason if the frame has to stay at the top, otherwise NULL. */
static const char *
sink_region(struct shrink_wrapping *w, const float *freq)
{
	struct fn *f = w->f;
	bool *ahead = arena_zarray(f->ar, f->g.nblk, sizeof *ahead);

	f->wrapped.npush = f->wrapped.npop = f->wrapped.ncut = 0;
	w->full = false;
	w->dominator = common_block(w);
	if (!ahead)
		return "no memory";
	if (w->dominator == 0 || (w->dominator != NONE && freq[w->dominator] > WORTH))
		return "the blocks that need roots run nearly as often as the function";
	for (block_id b = 0; b < f->g.nblk; b++)
		w->in[b] = inside(w, b) || (w->own && w->own[b]);
	add_never_returning(w, ahead);
	if (w->in[0])
		return "the function does not return";
	if (w->own && !f->table && !initialised_within(f, w->in))
		return "a slot that is read in the region is stored outside of it";
	for (block_id b = 0; b < f->g.nblk && !w->full; b++)
		if (w->in[b]) {
			enter(w, b);
			leave(w, b);
		}
	return w->full ? "too many edges lead into or out of the blocks that need roots, or one of them "
		"cannot be split" : NULL;
}

/* The blocks that push the frame on their own; NULL if there are none, or the other blocks would gain nothing. */
static bool *
find_own_pushes(struct shrink_wrapping *w, const float *freq)
{
	struct fn *f = w->f;
	bool *own = arena_zarray(f->ar, f->g.nblk, sizeof *own);
	block_id all = common_block(w);
	uint32_t n = 0;

	if (!own || all == NONE || freq[all] <= OWN_PUSH)
		return NULL;
	for (block_id b = 1; b < f->g.nblk; b++)
		if (w->warm[b] && !w->variable[b] && freq[b] <= OWN_PUSH
			&& (!f->block_end || f->block_end[b] == END_BRANCH))
			own[b] = true, n++;
	if (n == 0)
		return NULL;
	w->own = own;
	block_id rest = common_block(w);
	w->own = NULL;
	return rest == NONE || (rest != all && freq[rest] < WORTH * freq[all]) ? own : NULL;
}

static const char *
sink(struct shrink_wrapping *w)
{
	const float *freq = block_frequencies(w->f);

	if (!freq)
		return "no memory";
	w->own = find_own_pushes(w, freq);
	if (w->own && sink_region(w, freq) == NULL)
		return NULL;
	w->own = NULL;
	return sink_region(w, freq);
}

static void
find_needs(struct shrink_wrapping *w)
{
	struct fn *f = w->f;

	for (uint32_t i = 0; i < f->placed.nstore && !f->table; i++)
		if (f->placed.store[i].safe == NONE)
			w->needs[f->placed.store[i].block] = true;
		else
			w->needs_before[f->placed.store[i].safe] = true;
	for (safepoint_id s = 0; s < f->nsafe; s++) {
		w->needs_before[s] |= f->table ? f->safe[s].runs_unmanaged
			: f->coloured.needs_root && f->coloured.needs_root[s];
		w->needs[f->safe[s].block] |= w->needs_before[s];
	}
	for (uint32_t i = 0; i < f->nvar && !f->table; i++)
		for (uint32_t k = 0; !f->var[i].same_access && k < f->var[i].access_n; k++) {
			block_id b = f->access[f->var[i].access_at + k].block;
			w->needs[b] = w->variable[b] = true;
		}
}

/* A variable may be live only in blocks that never return.  If it is not, all its accesses are in the dominated
** part. */
static void
find_warm(struct shrink_wrapping *w)
{
	struct fn *f = w->f;

	for (block_id b = 0; b < f->g.nblk; b++)
		w->warm[b] = w->needs[b] && !no_return(w, b);
	for (uint32_t i = 0; i < f->nvar && !f->table; i++) {
		const struct var *v = &f->var[i];
		bool returns = false;
		for (uint32_t k = 0; !v->same_access && k < v->access_n; k++)
			returns |= !no_return(w, f->access[v->access_at + k].block);
		for (uint32_t k = 0; k < v->access_n && returns; k++)
			w->warm[f->access[v->access_at + k].block] = true;
	}
}

/* Is it not known in which blocks some stack variable in the frame is live? */
static bool
any_everywhere(const struct fn *f)
{
	bool any = false;

	for (uint32_t i = 0; i < f->nvar && !f->table; i++)
		any |= f->var[i].everywhere;
	return any;
}

/* Pushes at the top, or in the entry block behind the safepoints that do not need it; pops before each return. */
static void
push_at_entry(struct shrink_wrapping *w, const char *why)
{
	struct fn *f = w->f;

	f->wrapped.npush = f->wrapped.npop = f->wrapped.ncut = 0;
	f->wrapped.entry_reason = why;
	add_push(w, 0);
	if (f->wrapped.npush && f->wrapped.push[0].safe == PUSH_AT_TOP)
		f->wrapped.npush = 0;
}

/* -- how many words */

/* Counts for each connected part of the region: control is in one of them from push to pop. */
static void
count_words(struct shrink_wrapping *w)
{
	struct fn *f = w->f;
	const struct cfg *g = &f->g;
	block_id *up = arena_array(f->ar, g->nblk, sizeof *up);
	uint32_t *words = arena_zarray(f->ar, g->nblk, sizeof *words);

	if (!up || !words)
		return;
	for (block_id b = 0; b < g->nblk; b++)
		up[b] = b;
	for (block_id b = 0; b < g->nblk; b++)
		for (uint32_t e = g->succ_at[b]; w->in[b] && e < g->succ_at[b + 1]; e++)
			if (w->in[g->succ[e]])
				up[partition_of(up, g->succ[e])] = partition_of(up, b);
	for (uint32_t i = 0; i < f->placed.nstore; i++) {
		const struct store *s = &f->placed.store[i];
		block_id first = partition_of(up, s->block);
		words[first] = s->slot >= words[first] ? s->slot + 1 : words[first];
	}
	for (uint32_t i = 0; i < f->wrapped.npush; i++) {
		block_id b = f->wrapped.push[i].block;
		uint32_t n = words[partition_of(up, w->in[b] ? b : g->succ[g->succ_at[b]])];
		f->wrapped.push[i].words = n ? n : f->stacked.nwords;
	}
	for (uint32_t i = 0; i < f->wrapped.ncut; i++) {
		uint32_t n = words[partition_of(up, f->wrapped.cut[i].to)];
		f->wrapped.cut[i].words = n ? n : f->stacked.nwords;
	}
	f->wrapped.pop_at_safepoint = true;
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		f->wrapped.pop_at_safepoint &= f->placed.store[i].safe != NONE;
}

bool
shrink_wrap(struct fn *f)
{
	struct shrink_wrapping w = { .f = f, .dominator = NONE };
	uint32_t nblk = f->g.nblk;

	f->wrapped.npush = f->wrapped.npop = f->wrapped.ncut = 0;
	if (f->table ? !f->any_unmanaged : f->stacked.nwords == 0)
		return true;
	f->wrapped.entry_reason = f->without.shrink_wrap ? "shrink wrapping is turned off"
		: f->any_returns_twice
		? "a call may return twice, and the handler puts the chain of frames back to what it was"
		: f->table && f->unwound ? "landing pads take the anchor out of the chain and link it again"
		: f->coloured.pin_slot && !f->table ? "a preserve region has too many ends to follow"
		: NULL;
	if (f->wrapped.entry_reason)
		return true;
	if (any_everywhere(f)) {
		f->wrapped.entry_reason = "the live range of a stack variable in the frame is not known";
		return true;
	}
	bool *flags = arena_zarray(f->ar, (size_t)nblk * 4, sizeof *flags);
	w.needs_before = arena_zarray(f->ar, f->nsafe, sizeof *w.needs_before);
	if (!flags || !w.needs_before)
		return false;
	w.needs = flags, w.warm = flags + nblk, w.variable = flags + 2 * (size_t)nblk, w.in = flags + 3 * (size_t)nblk;
	find_needs(&w);
	if (w.needs[0]) { /* most functions */
		push_at_entry(&w, NULL);
		return !f->ar->failed;
	}
	w.todo = arena_array(f->ar, nblk, sizeof *w.todo);
	w.exits = exit_reachability(f);
	if (!w.todo || !w.exits)
		return false;
	find_warm(&w);
	const char *why = sink(&w);
	if (why) {
		push_at_entry(&w, why);
		return !f->ar->failed;
	}
	if (f->nvar == 0 && !f->moving && !f->table)
		count_words(&w);
	f->wrapped.pushed = w.in;
	for (uint32_t i = 0; i < f->wrapped.npush; i++)
		f->wrapped.pushed[f->wrapped.push[i].block] = false;
	if (f->table) /* the collector sees the words everywhere */
		return !f->ar->failed;
	/* words are cleared only where the frame is pushed */
	uint32_t n = 0;
	for (uint32_t i = 0; i < f->stacked.nclear; i++)
		if (inside(&w, f->stacked.clear[i].block))
			f->stacked.clear[n++] = f->stacked.clear[i];
	f->stacked.nclear = n;
	return !f->ar->failed;
}
