/* colour.c -- who needs a root at which safepoint, and in which slot.
** Needs liveness (live), refine (canon, ref).  Fills demand, nslots, ndedicated, max_live, held.
**
** Safepoints form a tree under dominance.  If a value is live at a safepoint, it is live at all safepoints above it up
** to its definition, and at every safepoint on any path in between.  So the safepoints at which a value needs a root
** fall into subtrees, each with a topmost safepoint; the graph of subtrees that meet is chordal, and giving out slots
** while walking down the tree never takes more than the largest number of values that meet at one safepoint.  (Subtrees
** of one value may get different slots; each is stored before its topmost safepoint.  That is what makes the minimum
** reachable at all: with one slot a value it would be hard in general.)  The walk keeps the state of the current
** safepoint and goes from one to the next by the difference of their live sets, so its cost follows the transitions.
**
** Coverage: a live value needs no root while all its refinements are rooted.  A refinement dominates the value; once it
** is dead it stays dead further down, so coverage only ever ends on the way down, and only when a supporting value
** dies.
**
** A callee that roots a value covers it, and what it is a refinement of, at its call and nowhere else.  The walk counts
** such a value as live at that call, and asks about it again at the safepoints below. */
#include "gcroots/core/argument_arrays.h"

#define NO_LINK UINT32_MAX
#define NO_RANK UINT32_MAX
#define NO_SAFE UINT32_MAX
_Static_assert(NO_SLOT == UINT32_MAX && NO_ARRAY == UINT32_MAX && NO_LINK == UINT32_MAX,
	"all bits of a home that is nowhere are set");
enum { MAX_STEPS = 32 }; /* how far one question about coverage may go; giving up means a root too many, never one too
                          * few */

/* What to undo when the walk leaves a subtree: the slot that a value had before, or NO_SLOT.  Values go by their ranks,
** here and below, where it is not said. */
struct undo { uint32_t value, slot; };

/* `value` is covered thanks to `owner`, who has a list of these. */
struct support { uint32_t value, owner, next; };

struct walk {
	struct fn *f;
	struct arena *ar;
	struct slotset busy;
	pset now;                /* live at the safepoint at hand */
	struct home *home;       /* of each value */
	uint32_t *sole;          /* per value: one that alone is enough to cover this one, or NO_RANK: found once, it
	                          * holds for ever */
	bool *dedicated;
	struct support *support;
	uint32_t nsupport, support_cap;
	struct undo *undo;
	uint32_t nundo, undo_cap;
	struct pset_change change;
	uint32_t nplain, nkept;  /* values rooted at the current safepoint: those that are not dedicated, and those that
	                          * are */
	uint32_t *plain, *kept;  /* per safepoint, where calls return twice: rooted ones that are not dedicated, and
	                          * that are */
	uint32_t ncoloured;      /* highest coloured slot so far + 1, not counting dedicated ones */
	uint32_t most;           /* most of those in use by values at once, which is the same without arrays */
	struct arrays arrays;
	uint32_t *wanted, nwanted, wanted_cap; /* at a boxed call: who gets a slot there, once all that do are known */
	uint32_t *lent, nlent, lent_cap;       /* and words of its array that are no value's slots */
	bool boxed;              /* the safepoint at hand is one */
	/* NULL: no callee roots anything.  By safepoint: fn.lent[lent_at[s] .. lent_at[s+1]).  By rank: the last
	** safepoint whose callee roots it, plus 1. */
	uint32_t *lent_at, *lent_to;
	uint32_t at;             /* the safepoint at hand */
};

static inline void
remember(struct walk *w, uint32_t x, uint32_t slot)
{
	if (ARENA_APPEND(w->ar, w->undo, w->nundo, w->undo_cap))
		w->undo[w->nundo++] = (struct undo){ x, slot };
}

/* x has the slot from here on. */
static inline void
move_in(struct walk *w, uint32_t x, uint32_t slot)
{
	w->home[x].slot = slot;
	if (w->dedicated[x]) {
		w->nkept++;
	} else {
		slotset_take(&w->busy, slot);
		w->nplain++;
	}
}

static inline void
move_out(struct walk *w, uint32_t x)
{
	if (w->dedicated[x]) {
		w->nkept--;
	} else {
		slotset_give(&w->busy, w->home[x].slot);
		w->nplain--;
	}
	w->home[x].slot = NO_SLOT;
}

/* Is x, which is live, covered by its refinements?  If so it is listed with every live value that this rests on. */
static bool
covered_by_others(struct walk *w, uint32_t x)
{
	struct fn *f = w->f;
	const struct value *v = &f->val[f->by_rank[x]];
	num todo[MAX_STEPS];
	uint32_t n = 0, steps = 0, found = 0, by[MAX_STEPS];

	for (uint32_t i = 0; i < v->ref_n; i++)
		todo[n++] = f->ref[v->ref_at + i];
	while (n) {
		num r = canon_of(f, todo[--n]);
		if (r < 0)
			continue;
		if (++steps == MAX_STEPS)
			return false;
		if (is_live(f, w->now, (uint32_t)r)) {
			by[found++] = (uint32_t)f->rank[r];
			continue;
		}
		uint32_t sole = f->rank[r] >= 0 ? w->sole[f->rank[r]] : NO_RANK;
		if (sole != NO_RANK && pset_has(f->pool, w->now, sole)) { /* not link by link down a long chain */
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
covered(struct walk *w, uint32_t x)
{
	const struct value *v = &w->f->val[w->f->by_rank[x]];

	if (w->lent_to && w->lent_to[x] == w->at + 1)
		return true;
	return v->ref_n == 0 ? v->kept : covered_by_others(w, x);
}

static void
add_demand(struct fn *f, uint32_t v, uint32_t safe, uint32_t slot)
{
	if (ARENA_APPEND(f->ar, f->demand, f->ndemand, f->demand_cap))
		f->demand[f->ndemand++] = (struct demand){ v, safe, slot };
}

/* `s`: a free one, if that is known to be the best, or NO_SLOT. */
static void
give_slot(struct walk *w, uint32_t x, uint32_t safe, uint32_t s)
{
	struct fn *f = w->f;
	struct home *h = &w->home[x];

	if (w->dedicated[x]) {
		s = h->last;
	} else {
		if (s == NO_SLOT)
			s = h->last;
		if (h->array != NO_ARRAY && (s == NO_SLOT || slotset_busy(&w->busy, s)))
			s = arrays_hint(&w->arrays, x, safe);
		if (s == NO_SLOT || slotset_busy(&w->busy, s))
			s = slotset_lowest(&w->busy);
		if (s >= w->ncoloured)
			w->ncoloured = s + 1;
	}
	h->last = s;
	move_in(w, x, s);
	remember(w, x, NO_SLOT);
	add_demand(f, f->by_rank[x], safe, s);
}

/* x needs a root from here on. */
static inline void
want_slot(struct walk *w, uint32_t x, uint32_t safe)
{
	if (!w->boxed) {
		give_slot(w, x, safe, NO_SLOT);
	} else if (ARENA_PUSH(w->ar, w->wanted, w->nwanted, w->wanted_cap)) {
		w->home[x].slot = WANTED;
		w->wanted[w->nwanted++] = x;
	}
}

/* Word i of the array: the argument's own slot, a copy of what has another one, or an operand that needs none.  Those
** two are nobody's from the call on, but for the call they are taken. */
static void
fill_word(struct walk *w, uint32_t argument, uint32_t safe, uint32_t word)
{
	struct fn *f = w->f;
	num x = w->arrays.who[argument];
	uint32_t slot = x < 0 ? NO_SLOT : w->home[x].slot;

	if (word >= w->ncoloured)
		w->ncoloured = word + 1;
	if (slot == WANTED) {
		give_slot(w, (uint32_t)x, safe, word);
	} else if (slot != word) {
		add_demand(f, slot != NO_SLOT ? f->by_rank[x] : f->first_operand + f->argument[argument].operand, safe,
			word);
		slotset_take(&w->busy, word);
		if (ARENA_PUSH(w->ar, w->lent, w->nlent, w->lent_cap))
			w->lent[w->nlent++] = word;
	}
}

/* At a boxed call: the words of its array first, then all others. */
static void
fill_array(struct walk *w, uint32_t safe)
{
	struct array *a = &w->f->array[w->arrays.at_safe[safe]];

	a->word = arrays_place(&w->arrays, a);
	for (uint32_t i = 0; i < a->n && a->word != NO_WORD; i++)
		fill_word(w, a->at + i, safe, a->word + i);
	for (uint32_t i = 0; i < w->nwanted; i++)
		if (w->home[w->wanted[i]].slot == WANTED) {
			w->home[w->wanted[i]].slot = NO_SLOT;
			give_slot(w, w->wanted[i], safe, NO_SLOT);
		}
	for (w->nwanted = 0; w->nlent > 0;)
		slotset_give(&w->busy, w->lent[--w->nlent]);
}

/* What rested on x, which is live no more, needs a root of its own unless something else does. */
static void
uncover(struct walk *w, uint32_t x, uint32_t safe)
{
	for (uint32_t l = w->home[x].supports; l != NO_LINK; l = w->support[l].next) {
		uint32_t y = w->support[l].value;
		if (w->home[y].slot == NO_SLOT && pset_has(w->f->pool, w->now, y) && !covered(w, y))
			want_slot(w, y, safe);
	}
}

/* What the callee of the safepoint at hand roots is live there, too. */
static void
lend(struct walk *w)
{
	struct fn *f = w->f;

	for (uint32_t i = w->lent_at[w->at]; i < w->lent_at[w->at + 1]; i++) {
		num x = f->rank[f->lent[i].value];
		if (x < 0)
			continue;
		w->lent_to[x] = w->at + 1;
		if (!pset_has(f->pool, w->now, (uint32_t)x))
			w->now = pset_add(f->pool, w->now, (uint32_t)x);
	}
	pset_freeze(f->pool);
}

/* What the callee of the safepoint above rooted for that call needs a root of its own again. */
static void
take_back(struct walk *w, uint32_t above)
{
	const struct fn *f = w->f;

	for (uint32_t i = w->lent_at[above]; i < w->lent_at[above + 1]; i++) {
		num x = f->rank[f->lent[i].value];
		if (x >= 0 && w->home[x].slot == NO_SLOT && pset_has(f->pool, w->now, (uint32_t)x)
			&& !covered(w, (uint32_t)x))
			want_slot(w, (uint32_t)x, w->at);
	}
}

/* Does the callee of the safepoint root anything? */
static inline bool
lends(const struct walk *w, uint32_t safe)
{
	return w->lent_at && w->lent_at[safe] != w->lent_at[safe + 1];
}

/* From the state at the safepoint above, or none, where `before` is live, to that at `to`, which it dominates.
** `lender`: the safepoint above, if its callee roots something; otherwise NO_SAFE. */
static inline bool
enter(struct walk *w, pset before, uint32_t lender, uint32_t to)
{
	struct fn *f = w->f;
	struct pset_part p;
	uint32_t x;

	w->boxed = f->narray && w->arrays.at_safe[to] != NO_ARRAY;
	w->now = f->live[to];
	w->at = to;
	if (lends(w, to))
		lend(w);
	if (before != w->now || w->boxed || lender != NO_SAFE) {
		if (!pset_changes(f->pool, before, w->now, w->ar, &w->change))
			return false;
		for (p = w->change.only_a; pset_next(&p, &x);)
			if (w->home[x].slot != NO_SLOT)
				remember(w, x, w->home[x].slot), move_out(w, x);
		for (p = w->change.only_a; w->nsupport && pset_next(&p, &x);)
			uncover(w, x, to);
		if (lender != NO_SAFE)
			take_back(w, lender);
		for (p = w->change.only_b; pset_next(&p, &x);)
			if (w->home[x].slot == NO_SLOT && !covered(w, x))
				want_slot(w, x, to);
		if (w->boxed)
			fill_array(w, to);
		if (w->nplain > w->most)
			w->most = w->nplain;
		if (w->nplain + w->nkept > f->max_live)
			f->max_live = w->nplain + w->nkept;
	}
	f->held[to] = w->nplain + w->nkept != 0;
	if (w->plain)
		w->plain[to] = w->nplain, w->kept[to] = w->nkept;
	return !w->ar->failed;
}

/* Back to the state at an earlier mark of the undo log, when there were so many supports. */
static void
leave(struct walk *w, uint32_t mark, uint32_t nsupport)
{
	while (w->nundo > mark) {
		struct undo u = w->undo[--w->nundo];
		if (w->home[u.value].slot != NO_SLOT)
			move_out(w, u.value);
		if (u.slot != NO_SLOT)
			move_in(w, u.value, u.slot);
	}
	while (w->nsupport > nsupport) {
		const struct support *l = &w->support[--w->nsupport];
		w->home[l->owner].supports = l->next;
	}
}

/* Values whose slot must stay theirs for good: pinned ones, and what is live at a call that may return twice (the
** second return finds the slots as the first left them). */
static bool
dedicate(struct walk *w)
{
	struct fn *f = w->f;
	pset all = 0;

	for (uint32_t s = 0; f->any_returns_twice && s < f->nsafe; s++)
		if (f->safe[s].returns_twice) {
			all = pset_union(f->pool, all, f->live[s]);
			pset_freeze(f->pool);
		}
	for (uint32_t v = 0; f->any_pinned && v < value_count(f); v++)
		if (f->val[v].pinned && f->canon[v] >= 0)
			all = pset_add(f->pool, all, (uint32_t)f->rank[v]);
	for (uint32_t x = 0; f->without.slot_sharing && x < f->nrank; x++)
		all = pset_add(f->pool, all, x);
	pset_freeze(f->pool);
	if (all == 0)
		return !f->pool->failed;
	uint32_t x;
	if (!pset_changes(f->pool, all, 0, w->ar, &w->change))
		return false;
	for (struct pset_part p = w->change.only_a; pset_next(&p, &x);) {
		w->dedicated[x] = true;
		w->home[x].last = f->ndedicated++;
	}
	return !f->pool->failed;
}

/* Down the dominator tree, safepoint by safepoint; the stack holds the blocks with safepoints on the path. */
static bool
walk_tree(struct walk *w)
{
	struct fn *f = w->f;
	const uint32_t *order = f->g.dom_order, *dom_last = f->g.dom_last, *safe_at = f->safe_at;
	struct level {
		uint32_t last, mark, nsupport, lender;
		pset live;
	} *stack = arena_array(w->ar, f->g.nblk, sizeof *stack);
	uint32_t depth = 0, last = f->g.nblk - 1;

	if (!stack)
		return false;
	while (safe_at[order[last]] == safe_at[order[last] + 1])
		last--;
	for (uint32_t i = 0; i <= last; i++) {
		uint32_t b = order[i], s = safe_at[b], end = safe_at[b + 1];
		if (s == end)
			continue;
		if (depth && stack[depth - 1].last < i) {
			while (depth && stack[depth - 1].last < i)
				depth--;
			leave(w, stack[depth].mark, stack[depth].nsupport);
		}
		pset live = depth ? stack[depth - 1].live : 0;
		uint32_t lender = depth ? stack[depth - 1].lender : NO_SAFE;
		stack[depth++] = (struct level){ dom_last[b], w->nundo, w->nsupport, NO_SAFE, 0 };
		for (; s < end; s++) {
			if (!enter(w, live, lender, s))
				return false;
			live = w->now;
			lender = lends(w, s) ? s : NO_SAFE;
		}
		stack[depth - 1].live = live;
		stack[depth - 1].lender = lender;
	}
	return true;
}

static bool
is_dedicated(const struct walk *w, uint32_t id)
{
	return w->f->rank[id] >= 0 && w->dedicated[w->f->rank[id]];
}

/* Of the slots that are set aside for values those that turned out to be used. */
static bool
number_dedicated(struct walk *w)
{
	struct fn *f = w->f;
	uint32_t *number = arena_zarray(w->ar, f->ndedicated, sizeof *number), used = 0;

	if (!number || (f->any_pinned && !(f->pin_slot = arena_array(f->ar, f->nval, sizeof *f->pin_slot))))
		return false;
	for (uint32_t i = 0; i < f->ndemand; i++)
		if (is_dedicated(w, f->demand[i].value))
			number[f->demand[i].slot] = 1;
	for (uint32_t v = 0; f->any_pinned && v < value_count(f); v++)
		if (f->val[v].pinned && f->canon[v] >= 0)
			number[w->home[f->rank[v]].last] = 1;
	for (uint32_t i = 0; i < f->ndedicated; i++)
		number[i] = number[i] ? used++ : NO_SLOT;
	for (uint32_t i = 0; i < f->ndemand; i++) {
		struct demand *d = &f->demand[i];
		d->slot = is_dedicated(w, d->value) ? number[d->slot] : d->slot + used;
	}
	for (uint32_t i = 0; i < f->narray; i++)
		f->array[i].word += f->array[i].word != NO_WORD ? used : 0;
	for (uint32_t v = 0; f->any_pinned && v < f->nval; v++)
		f->pin_slot[v] = v < value_count(f) && f->val[v].pinned && f->canon[v] >= 0
			? number[w->home[f->rank[v]].last] : NO_SLOT;
	f->ndedicated = used;
	return true;
}

/* Dedicated slots come first, then the coloured ones. */
static bool
number_slots(struct walk *w)
{
	struct fn *f = w->f;

	if (f->ndedicated && !number_dedicated(w))
		return false;
	f->nslots = f->ndedicated + w->ncoloured;
	f->narray_slots = w->ncoloured - w->most;
	return true;
}

static pset
with_live(struct fn *f, pset kept, uint32_t safe)
{
	pset sum = pset_union(f->pool, kept, f->live[safe]);

	pset_freeze(f->pool);
	return sum;
}

/* Sets of what is live at calls that may return twice go forward over blocks until nothing grows. */
static bool
spread_kept(struct walk *w, pset *in)
{
	struct fn *f = w->f;
	const struct cfg *g = &f->g;
	uint32_t *todo = arena_array(w->ar, g->nblk, sizeof *todo), n = 0;
	bool *queued = arena_zarray(w->ar, g->nblk, sizeof *queued);

	if (!todo || !queued)
		return false;
	for (uint32_t s = f->nsafe; s-- > 0;)
		if (f->safe[s].returns_twice && !queued[f->safe[s].block])
			todo[n++] = f->safe[s].block, queued[f->safe[s].block] = true;
	while (n) {
		uint32_t b = todo[--n];
		pset out = in[b];
		queued[b] = false;
		for (uint32_t s = f->safe_at[b]; s < f->safe_at[b + 1]; s++)
			if (f->safe[s].returns_twice)
				out = with_live(f, out, s);
		for (uint32_t e = g->succ_at[b]; out && e < g->succ_at[b + 1]; e++) {
			uint32_t x = g->succ[e];
			pset sum = pset_union(f->pool, in[x], out);
			pset_freeze(f->pool);
			if (pset_equal(f->pool, sum, in[x]))
				continue;
			in[x] = sum;
			if (!queued[x])
				todo[n++] = x, queued[x] = true;
		}
	}
	return true;
}

/* What is live at a call that may return twice is needed at every safepoint from there on, for control may come back to
** the call:  count it there too. */
static bool
count_kept(struct walk *w)
{
	struct fn *f = w->f;
	pset *in = arena_zarray(w->ar, f->g.nblk, sizeof *in), known = 0; /* counted: from one set to the next by their
	                                                                   * difference */
	bool *used = arena_zarray(w->ar, f->nrank, sizeof *used);
	uint32_t count = 0, x;

	if (!in || !used || !spread_kept(w, in))
		return false;
	for (uint32_t i = 0; i < f->ndemand; i++)
		if (f->rank[f->demand[i].value] >= 0)
			used[f->rank[f->demand[i].value]] = true;
	for (uint32_t b = 0; b < f->g.nblk; b++) {
		pset now = in[b];
		for (uint32_t s = f->safe_at[b]; s < f->safe_at[b + 1]; s++) {
			if (f->safe[s].returns_twice)
				now = with_live(f, now, s);
			if (now != known) {
				if (!pset_changes(f->pool, known, now, w->ar, &w->change))
					return false;
				for (struct pset_part p = w->change.only_b; pset_next(&p, &x);)
					count += used[x];
				for (struct pset_part p = w->change.only_a; pset_next(&p, &x);)
					count -= used[x];
				known = now;
			}
			uint32_t kept = count > w->kept[s] ? count : w->kept[s];
			if (w->plain[s] + kept > f->max_live)
				f->max_live = w->plain[s] + kept;
		}
	}
	return !f->pool->failed;
}

static bool
list_lent(struct walk *w)
{
	const struct fn *f = w->f;

	w->lent_at = arena_zarray(w->ar, (size_t)f->nsafe + 1, sizeof *w->lent_at);
	w->lent_to = arena_zarray(w->ar, f->nrank, sizeof *w->lent_to);
	if (!w->lent_at || !w->lent_to)
		return false;
	for (uint32_t i = 0; i < f->nlent; i++)
		w->lent_at[f->lent[i].safe + 1]++;
	for (uint32_t s = 0; s < f->nsafe; s++)
		w->lent_at[s + 1] += w->lent_at[s];
	return true;
}

bool
slots(struct fn *f)
{
	struct walk w = { .f = f, .ar = fn_tmp(f) };

	f->ndemand = f->nslots = f->ndedicated = f->max_live = 0;
	if (f->nval == 0 || f->nsafe == 0)
		return true;
	f->held = arena_zarray(f->ar, f->nsafe, sizeof *f->held);
	f->nval += f->noperand;
	w.home = arena_array(w.ar, f->nrank, sizeof *w.home);
	w.dedicated = arena_zarray(w.ar, f->nrank, sizeof *w.dedicated);
	w.sole = arena_array(w.ar, f->nref ? f->nrank : 0, sizeof *w.sole);
	w.wanted = arena_array(w.ar, w.wanted_cap = f->narray ? f->nrank : 0, sizeof *w.wanted);
	w.lent = arena_array(w.ar, w.lent_cap = f->narray ? MAX_ARRAY : 0, sizeof *w.lent);
	w.undo = arena_array(w.ar, w.undo_cap = 2 * f->nrank, sizeof *w.undo); /* on one way down each value moves in
	                                                                        * once, and out */
	f->demand = arena_array(f->ar, f->demand_cap = f->nrank + f->narray, sizeof *f->demand);
	if (!f->held || !w.home || !w.dedicated || !w.sole || !w.wanted || !w.lent || !w.undo || !f->demand
		|| !slotset_init(&w.busy, w.ar, f->nval + MAX_ARRAY))
		return false;
	if (f->nlent && !list_lent(&w))
		return false;
	memset(w.home, 0xFF, f->nrank * sizeof *w.home);
	if (f->nref)
		memset(w.sole, 0xFF, f->nrank * sizeof *w.sole);
	if (f->any_returns_twice) {
		w.plain = arena_zarray(w.ar, f->nsafe, sizeof *w.plain);
		w.kept = arena_zarray(w.ar, f->nsafe, sizeof *w.kept);
		if (!w.plain || !w.kept)
			return false;
	}
	bool ok = dedicate(&w) && (f->narray == 0 || arrays_init(&w.arrays, f, &w.busy, w.home, w.dedicated));
	if (ok && f->nloaded && !f->moving && !f->without.coverage)
		keep_in_variables(f, w.dedicated);
	ok = ok && walk_tree(&w) && (!f->any_returns_twice || count_kept(&w)) && number_slots(&w) && !f->ar->failed;
	return fn_tmp_done(f) && ok && !f->pool->failed;
}
