/* SPDX-License-Identifier: MIT */
/* colour.c -- decides at which safepoints a value needs a root, and assigns a slot to it there.
** Needs liveness (at, rank), refine (canon, ref).  Fills struct coloured.
**
** Safepoints form a tree under dominance.  If a value is live at a safepoint, it is live at all safepoints above it up
** to its definition, and at every safepoint on any path in between.  So the safepoints at which a value needs a root
** fall into subtrees, each with a topmost safepoint; the graph of subtrees that meet is chordal, and assigning
** slots while walking down the tree never takes more than the largest number of values that meet at one safepoint.
** (Subtrees of one value may get different slots; each is stored before its topmost safepoint.  Only this makes the
** minimum reachable: with one slot a value, the problem is hard in general.)  The walk keeps the state of the current
** safepoint and goes from one to the next by the difference of their live sets, so its cost follows the transitions.
**
** Coverage: a live value needs no root while all its refinements are rooted.  A refinement dominates the value; once it
** is dead it stays dead further down, so coverage only ever ends on the way down, and only when a supporting value
** dies.
**
** A callee that roots a value covers it, and the values that it refines, at its call and nowhere else.  The walk counts
** such a value as live at that call, and asks about it again at the safepoints below. */
#include "gcroots/core/argument_arrays.h"

enum { MAX_STEPS = 32 }; /* of one question about coverage; giving up can add a root, but never omits one */

/* Undone when the walk leaves a subtree: the slot that a value had before, or NONE.  Values are given by their ranks
** here and below. */
struct undo { rank_id value; word_id slot; };

/* `value` is covered because `owner` is live; `owner` has a list of these. */
struct support { rank_id value, owner; uint32_t next; };

struct walk {
	struct fn *f;
	struct arena *ar;
	struct slotset busy;
	pset now;                /* live at the safepoint at hand */
	struct home *home;       /* of each value */
	rank_id *sole;           /* per value: another one that alone covers it; once found, it stays valid.  NONE: not
	                          * found */
	bool *dedicated;
	struct support *support;
	uint32_t nsupport, support_cap;
	struct undo *undo;
	uint32_t nundo, undo_cap;
	struct pset_change change;
	uint32_t nplain, ndedicated; /* values rooted at the current safepoint: in coloured slots, and in dedicated
	                              * ones */
	struct rooted_at *rooted_at; /* the same per safepoint; NULL unless calls return twice */
	uint32_t ncoloured;      /* highest coloured slot so far + 1, not counting dedicated ones */
	uint32_t most;           /* the most coloured slots in use at once; equals ncoloured if there are no arrays */
	struct arrays arrays;
	const bool *by_variable; /* per value: coloured.by_variable */
	/* at a boxed call: the values that get a slot there, once all of them are known; and the words of its array
	** that are no value's slots, taken for the call alone */
	rank_id *wanted;
	uint32_t nwanted, wanted_cap;
	word_id *copied;
	uint32_t ncopied, copied_cap;
	bool boxed;              /* the safepoint at hand is a boxed call with an array */
	/* NULL: no callee roots anything.  By safepoint: fn.callee_rooted[rooting_at[s] .. rooting_at[s+1]).
	** By rank: the last safepoint whose callee roots it, plus 1. */
	uint32_t *rooting_at, *rooted_until;
	safepoint_id at;         /* the safepoint at hand */
};

static inline void
remember(struct walk *w, rank_id x, word_id slot)
{
	if (ARENA_APPEND(w->ar, w->undo, w->nundo, w->undo_cap))
		w->undo[w->nundo++] = (struct undo){ x, slot };
}

/* x has the slot from here on, until move_out. */
static inline void
move_in(struct walk *w, rank_id x, word_id slot)
{
	w->home[x].slot = slot;
	if (w->dedicated[x]) {
		w->ndedicated++;
	} else {
		slotset_take(&w->busy, slot);
		w->nplain++;
	}
}

static inline void
move_out(struct walk *w, rank_id x)
{
	if (w->dedicated[x]) {
		w->ndedicated--;
	} else {
		slotset_give(&w->busy, w->home[x].slot);
		w->nplain--;
	}
	w->home[x].slot = NONE;
}

/* Is x, which is live, covered by its refinements?  If so, each live value that covers it lists it. */
static bool
covered_by_others(struct walk *w, rank_id x)
{
	struct fn *f = w->f;
	const struct value *v = &f->val[f->live.by_rank[x]];
	base_id todo[MAX_STEPS];
	rank_id by[MAX_STEPS];
	uint32_t n = 0, steps = 0, found = 0;

	for (uint32_t i = 0; i < v->ref_n; i++)
		todo[n++] = f->ref[v->ref_at + i];
	while (n) {
		base_id r = canon_of(f, todo[--n]);
		if (r < 0)
			continue;
		if (++steps == MAX_STEPS)
			return false;
		if (is_live(f, w->now, base_value(r))) {
			by[found++] = f->live.rank[r];
			continue;
		}
		rank_id sole = f->live.rank[r] != NONE ? w->sole[f->live.rank[r]] : NONE;
		if (sole != NONE && pset_has(f->pool, w->now, sole)) { /* spares the walk down a long chain */
			by[found++] = sole;
			continue;
		}
		if (f->val[r].ref_n == 0 || n + f->val[r].ref_n > MAX_STEPS)
			return false;
		for (uint32_t i = 0; i < f->val[r].ref_n; i++)
			todo[n++] = f->ref[f->val[r].ref_at + i];
	}
	if (found == 1)
		w->sole[x] = by[0];
	for (uint32_t i = 0; i < found; i++) {
		uint32_t *head = &w->home[by[i]].supports;
		if (!ARENA_APPEND(w->ar, w->support, w->nsupport, w->support_cap))
			return false;
		w->support[w->nsupport] = (struct support){ x, by[i], *head };
		*head = w->nsupport++;
	}
	return true;
}

static inline bool
covered(struct walk *w, rank_id x)
{
	const struct value *v = &w->f->val[w->f->live.by_rank[x]];

	if (w->rooted_until && w->rooted_until[x] == w->at + 1)
		return true;
	return v->ref_n == 0 ? w->by_variable && w->by_variable[w->f->live.by_rank[x]] : covered_by_others(w, x);
}

static void
add_demand(struct fn *f, value_id v, safepoint_id safe, word_id slot)
{
	if (ARENA_APPEND(f->ar, f->coloured.demand, f->coloured.ndemand, f->coloured.demand_cap))
		f->coloured.demand[f->coloured.ndemand++] = (struct demand){ v, safe, slot };
}

/* x gets a slot: `s` if that is free, unless it is NONE. */
static void
give_slot(struct walk *w, rank_id x, safepoint_id safe, word_id s)
{
	struct fn *f = w->f;
	struct home *h = &w->home[x];

	if (w->dedicated[x]) {
		s = h->last;
	} else {
		if (s == NONE)
			s = h->last;
		if (h->array != NONE && (s == NONE || slotset_busy(&w->busy, s)))
			s = arrays_hint(&w->arrays, x, safe);
		if (s == NONE || slotset_busy(&w->busy, s))
			s = slotset_lowest(&w->busy);
		if (s >= w->ncoloured)
			w->ncoloured = s + 1;
	}
	h->last = s;
	move_in(w, x, s);
	remember(w, x, NONE);
	add_demand(f, f->live.by_rank[x], safe, s);
}

/* x needs a root from here on. */
static inline void
want_slot(struct walk *w, rank_id x, safepoint_id safe)
{
	if (!w->boxed) {
		give_slot(w, x, safe, NONE);
	} else if (ARENA_PUSH(w->ar, w->wanted, w->nwanted, w->wanted_cap)) {
		w->home[x].slot = WANTED;
		w->wanted[w->nwanted++] = x;
	}
}

/* A word of the array holds the argument in its own slot, a copy of an argument that has another slot, or an operand
** that needs no root.  In the last two cases the word is taken for the call alone. */
static void
fill_word(struct walk *w, uint32_t argument, safepoint_id safe, word_id word)
{
	struct fn *f = w->f;
	rank_id x = w->arrays.rank[argument];
	word_id slot = x == NONE ? NONE : w->home[x].slot;

	if (word >= w->ncoloured)
		w->ncoloured = word + 1;
	if (slot == WANTED) {
		give_slot(w, x, safe, word);
	} else if (slot != word) {
		value_id v = slot != NONE ? f->live.by_rank[x] : operand_value(f, f->argument[argument].operand);
		add_demand(f, v, safe, word);
		slotset_take(&w->busy, word);
		if (ARENA_PUSH(w->ar, w->copied, w->ncopied, w->copied_cap))
			w->copied[w->ncopied++] = word;
	}
}

/* At a boxed call: assigns the words of its array first, then slots to all other values that want one. */
static void
fill_array(struct walk *w, safepoint_id safe)
{
	uint32_t k = w->arrays.at_safe[safe];
	const struct array *a = &w->f->array[k];
	word_id word = arrays_place(&w->arrays, a);

	w->f->coloured.array_word[k] = word;
	for (uint32_t i = 0; i < a->n && word != NONE; i++)
		fill_word(w, a->at + i, safe, word + i);
	for (uint32_t i = 0; i < w->nwanted; i++)
		if (w->home[w->wanted[i]].slot == WANTED) {
			w->home[w->wanted[i]].slot = NONE;
			give_slot(w, w->wanted[i], safe, NONE);
		}
	for (w->nwanted = 0; w->ncopied > 0;)
		slotset_give(&w->busy, w->copied[--w->ncopied]);
}

/* x is no longer live: the values that it covered need roots of their own, unless others cover them. */
static void
uncover(struct walk *w, rank_id x, safepoint_id safe)
{
	for (uint32_t l = w->home[x].supports; l != NONE; l = w->support[l].next) {
		rank_id y = w->support[l].value;
		if (w->home[y].slot == NONE && pset_has(w->f->pool, w->now, y) && !covered(w, y))
			want_slot(w, y, safe);
	}
}

/* Adds the values that the callee of the safepoint at hand roots to those that are live there. */
static void
add_callee_rooted(struct walk *w)
{
	struct fn *f = w->f;

	for (uint32_t i = w->rooting_at[w->at]; i < w->rooting_at[w->at + 1]; i++) {
		rank_id x = f->live.rank[f->callee_rooted[i].value];
		if (x == NONE)
			continue;
		w->rooted_until[x] = w->at + 1;
		if (!pset_has(f->pool, w->now, x))
			w->now = pset_add(f->pool, w->now, x);
	}
	pset_freeze(f->pool);
}

/* Values that the callee of the safepoint above rooted for that call need a root of their own again. */
static void
drop_callee_rooted(struct walk *w, safepoint_id above)
{
	const struct fn *f = w->f;

	for (uint32_t i = w->rooting_at[above]; i < w->rooting_at[above + 1]; i++) {
		rank_id x = f->live.rank[f->callee_rooted[i].value];
		if (x != NONE && w->home[x].slot == NONE && pset_has(f->pool, w->now, x) && !covered(w, x))
			want_slot(w, x, w->at);
	}
}

/* Does the callee of the safepoint root anything? */
static inline bool
roots_any(const struct walk *w, safepoint_id safe)
{
	return w->rooting_at && w->rooting_at[safe] != w->rooting_at[safe + 1];
}

/* Goes from the state at the safepoint above to that at `to`, which it dominates.  `before`: the live set of the
** safepoint above; empty if there is none.  `rooting`: the safepoint above if its callee roots something; otherwise
** NONE. */
static inline bool
enter(struct walk *w, pset before, safepoint_id rooting, safepoint_id to)
{
	struct fn *f = w->f;
	struct pset_part p;
	rank_id x;

	w->boxed = f->narray && w->arrays.at_safe[to] != NONE;
	w->now = f->live.at[to];
	w->at = to;
	if (roots_any(w, to))
		add_callee_rooted(w);
	if (before != w->now || w->boxed || rooting != NONE) {
		if (!pset_changes(f->pool, before, w->now, w->ar, &w->change))
			return false;
		for (p = w->change.only_a; pset_next(&p, &x);)
			if (w->home[x].slot != NONE)
				remember(w, x, w->home[x].slot), move_out(w, x);
		for (p = w->change.only_a; w->nsupport && pset_next(&p, &x);)
			uncover(w, x, to);
		if (rooting != NONE)
			drop_callee_rooted(w, rooting);
		for (p = w->change.only_b; pset_next(&p, &x);)
			if (w->home[x].slot == NONE && !covered(w, x))
				want_slot(w, x, to);
		if (w->boxed)
			fill_array(w, to);
		if (w->nplain > w->most)
			w->most = w->nplain;
		if (w->nplain + w->ndedicated > f->coloured.max_live)
			f->coloured.max_live = w->nplain + w->ndedicated;
	}
	f->coloured.needs_root[to] = w->nplain + w->ndedicated != 0;
	if (w->rooted_at)
		w->rooted_at[to] = (struct rooted_at){ w->nplain, w->ndedicated };
	return !w->ar->failed;
}

/* Goes back to the state at an earlier mark of the undo log, when there were `nsupport` supports. */
static void
leave(struct walk *w, uint32_t mark, uint32_t nsupport)
{
	while (w->nundo > mark) {
		struct undo u = w->undo[--w->nundo];
		if (w->home[u.value].slot != NONE)
			move_out(w, u.value);
		if (u.slot != NONE)
			move_in(w, u.value, u.slot);
	}
	while (w->nsupport > nsupport) {
		const struct support *l = &w->support[--w->nsupport];
		w->home[l->owner].supports = l->next;
	}
}

/* Walks down the dominator tree, safepoint by safepoint; the stack holds the blocks with safepoints on the path. */
static bool
walk_tree(struct walk *w)
{
	struct fn *f = w->f;
	const block_id *order = f->g.dom_order;
	const uint32_t *dom_last = f->g.dom_last, *safe_at = f->safe_at;
	struct level {
		uint32_t last, mark, nsupport;
		safepoint_id rooting;
		pset live;
	} *stack = arena_array(w->ar, f->g.nblk, sizeof *stack);
	uint32_t depth = 0, last = f->g.nblk - 1;

	if (!stack)
		return false;
	while (safe_at[order[last]] == safe_at[order[last] + 1])
		last--;
	for (uint32_t i = 0; i <= last; i++) {
		block_id b = order[i];
		safepoint_id s = safe_at[b], end = safe_at[b + 1];
		if (s == end)
			continue;
		if (depth && stack[depth - 1].last < i) {
			while (depth && stack[depth - 1].last < i)
				depth--;
			leave(w, stack[depth].mark, stack[depth].nsupport);
		}
		pset live = depth ? stack[depth - 1].live : 0;
		safepoint_id rooting = depth ? stack[depth - 1].rooting : NONE;
		stack[depth++] = (struct level){ dom_last[b], w->nundo, w->nsupport, NONE, 0 };
		for (; s < end; s++) {
			if (!enter(w, live, rooting, s))
				return false;
			live = w->now;
			rooting = roots_any(w, s) ? s : NONE;
		}
		stack[depth - 1].live = live;
		stack[depth - 1].rooting = rooting;
	}
	return true;
}

static bool
list_callee_rooted(struct walk *w)
{
	const struct fn *f = w->f;

	w->rooting_at = arena_zarray(w->ar, (size_t)f->nsafe + 1, sizeof *w->rooting_at);
	w->rooted_until = arena_zarray(w->ar, f->live.nrank, sizeof *w->rooted_until);
	if (!w->rooting_at || !w->rooted_until)
		return false;
	for (uint32_t i = 0; i < f->ncallee_rooted; i++)
		w->rooting_at[f->callee_rooted[i].safe + 1]++;
	for (safepoint_id s = 0; s < f->nsafe; s++)
		w->rooting_at[s + 1] += w->rooting_at[s];
	return true;
}

/* Memory for the walk and its results.  False if memory is exhausted. */
static bool
prepare(struct walk *w)
{
	struct fn *f = w->f;
	struct coloured *c = &f->coloured;
	uint32_t nrank = f->live.nrank;

	c->needs_root = arena_zarray(f->ar, f->nsafe, sizeof *c->needs_root);
	c->array_word = arena_array(f->ar, f->narray, sizeof *c->array_word);
	c->demand = arena_array(f->ar, c->demand_cap = nrank + f->narray, sizeof *c->demand);
	w->home = arena_array(w->ar, nrank, sizeof *w->home);
	w->dedicated = arena_zarray(w->ar, nrank, sizeof *w->dedicated);
	w->sole = arena_array(w->ar, f->nref ? nrank : 0, sizeof *w->sole);
	w->wanted = arena_array(w->ar, w->wanted_cap = f->narray ? nrank : 0, sizeof *w->wanted);
	w->copied = arena_array(w->ar, w->copied_cap = f->narray ? MAX_ARRAY : 0, sizeof *w->copied);
	/* on one way down each value gets a slot once, and loses it once */
	w->undo = arena_array(w->ar, w->undo_cap = 2 * nrank, sizeof *w->undo);
	if (f->any_returns_twice)
		w->rooted_at = arena_zarray(w->ar, f->nsafe, sizeof *w->rooted_at);
	if (!slotset_init(&w->busy, w->ar, id_count(f) + MAX_ARRAY) || f->ar->failed || w->ar->failed)
		return false;
	memset(w->home, 0xFF, nrank * sizeof *w->home);
	if (f->nref)
		memset(w->sole, 0xFF, nrank * sizeof *w->sole);
	if (f->narray)
		memset(c->array_word, 0xFF, f->narray * sizeof *c->array_word);
	return f->ncallee_rooted == 0 || list_callee_rooted(w);
}

bool
colour(struct fn *f)
{
	struct walk w = { .f = f, .ar = fn_tmp(f) };

	if (f->nval == 0 || f->nsafe == 0)
		return true;
	if (!prepare(&w))
		return false;
	bool ok = dedicate_slots(f, w.ar, w.dedicated, w.home)
		&& (f->narray == 0 || arrays_init(&w.arrays, f, &w.busy, w.home, w.dedicated));
	if (ok && f->nloaded && !f->moving && !f->without.coverage)
		ok = root_by_variables(f, w.dedicated);
	w.by_variable = f->coloured.by_variable;
	ok = ok && walk_tree(&w) && (!f->any_returns_twice || count_returns_twice(f, w.ar, w.rooted_at))
		&& number_slots(f, w.ar, w.dedicated, w.home, w.ncoloured);
	f->coloured.array_slots = w.ncoloured - w.most;
	ok = ok && !f->ar->failed && !f->pool->failed;
	return fn_tmp_done(f) && ok;
}
