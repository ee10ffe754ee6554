/* slots.c -- who needs a root at which safepoint, and in which slot.
** Needs liveness (live), refine (canon, ref).  Fills demand, nslots, ndedicated, max_live, held.
**
** Safepoints form a tree under dominance.  If a value is live at a safepoint, it is live at all safepoints above it up to its definition,
** and at every safepoint on any path in between.  So the safepoints at which a value needs a root fall into subtrees, each with a topmost
** safepoint; the graph of subtrees that meet is chordal, and giving out slots while walking down the tree never takes more than the
** largest number of values that meet at one safepoint.  (Subtrees of one value may get different slots; each is stored
** before its topmost safepoint.  That is what makes the minimum reachable at all: with one slot a value it would be
** hard in general.)  The walk keeps the state of the current safepoint and goes from one to the next by the difference of their live
** sets, so its cost follows the transitions.
**
** Coverage: a live value needs no root while all its refinements are rooted.  A refinement dominates the value; once it is dead it stays
** dead further down, so coverage only ever ends on the way down, and only when a supporting value dies. */
#include "gcroots/arrays.h"

#define NO_LINK UINT32_MAX
#define NO_VALUE UINT32_MAX
_Static_assert(NO_SLOT == UINT32_MAX, "all bits of `nothing` are set");
enum { MAX_STEPS = 32 }; /* how far one question about coverage may go; giving up means a root too many, never one too few */

/* What to undo when the walk leaves a subtree. */
enum undo_kind { UNDO_ROOTED, UNDO_FREED, UNDO_SUPPORT };
struct undo { uint8_t kind; uint32_t value, old; };

/* `value` is covered thanks to the owner of the list. */
struct support { uint32_t value, next; };

struct walk {
	struct fn *f;
	struct arena *ar;
	struct slotset busy;
	pset now;                /* live at the safepoint at hand */
	uint32_t *slot;          /* where it is rooted now, or NO_SLOT */
	uint32_t *last_slot;     /* where it was rooted last anywhere: a good guess */
	uint32_t *supports;      /* heads of lists */
	uint32_t *sole;          /* a value that alone is enough to cover this one, or NO_VALUE: found once, it holds for ever */
	bool *dedicated;
	struct support *support;
	uint32_t nsupport, support_cap;
	struct undo *undo;
	uint32_t nundo, undo_cap;
	bool returns;            /* the walk comes back to a block above the one at hand: what is done is to be undone */
	struct pset_list born, died;
	uint32_t nrooted;        /* values rooted at the current safepoint */
	uint32_t ndedicated;     /* dedicated ones among them */
	uint32_t *plain, *kept;  /* per safepoint, where calls return twice: rooted ones that are not dedicated, and that are */
	uint32_t ncoloured;      /* highest coloured slot so far + 1, not counting dedicated ones */
	uint32_t most;           /* most of those in use by values at once, which is the same without arrays */
	struct arrays arrays;
	uint32_t *wanted, nwanted, wanted_cap; /* at a boxed call: who gets a slot there, once all that do are known */
	uint32_t *lent, nlent, lent_cap;       /* and words of its array that are no value's slots */
	bool boxed;              /* the safepoint at hand is one */
};

static void
remember(struct walk *w, enum undo_kind kind, uint32_t value, uint32_t old)
{
	if (w->returns && ARENA_APPEND(w->ar, w->undo, w->nundo, w->undo_cap))
		w->undo[w->nundo++] = (struct undo){ (uint8_t)kind, value, old };
}

/* Is v, which is live, covered by its refinements?  If so it is listed with every live value that this rests on. */
static bool
covered(struct walk *w, uint32_t v)
{
	struct fn *f = w->f;
	num todo[MAX_STEPS];
	uint32_t n = 0, steps = 0, found = 0, by[MAX_STEPS];

	if (f->val[v].ref_n == 0)
		return f->val[v].kept;
	for (uint32_t i = 0; i < f->val[v].ref_n; i++)
		todo[n++] = f->ref[f->val[v].ref_at + i];
	while (n) {
		num r = canon_of(f, todo[--n]);
		if (r < 0)
			continue;
		if (++steps == MAX_STEPS)
			return false;
		if (pset_has(f->pool, w->now, (uint32_t)r)) {
			by[found++] = (uint32_t)r;
			continue;
		}
		if (w->sole[r] != NO_VALUE && pset_has(f->pool, w->now, w->sole[r])) { /* not link by link down a long chain */
			by[found++] = w->sole[r];
			continue;
		}
		if (f->val[r].ref_n == 0 || n + f->val[r].ref_n > MAX_STEPS)
			return false;
		for (uint32_t i = 0; i < f->val[r].ref_n; i++)
			todo[n++] = f->ref[f->val[r].ref_at + i];
	}
	if (found == 1)
		w->sole[v] = by[0];
	for (uint32_t i = 0; i < found; i++) {
		if (!ARENA_APPEND(w->ar, w->support, w->nsupport, w->support_cap))
			return false;
		w->support[w->nsupport] = (struct support){ v, w->supports[by[i]] };
		remember(w, UNDO_SUPPORT, by[i], w->supports[by[i]]);
		w->supports[by[i]] = w->nsupport++;
	}
	return true;
}

static void
add_demand(struct fn *f, uint32_t v, uint32_t safe, uint32_t slot)
{
	if (ARENA_APPEND(f->ar, f->demand, f->ndemand, f->demand_cap))
		f->demand[f->ndemand++] = (struct demand){ v, safe, slot };
}

/* `s`: a free one, if that is known to be the best, or NO_SLOT. */
static void
give_slot(struct walk *w, uint32_t v, uint32_t safe, uint32_t s)
{
	struct fn *f = w->f;

	if (w->dedicated[v])
		s = w->last_slot[v];
	if (!w->dedicated[v]) {
		if (s == NO_SLOT)
			s = w->last_slot[v];
		if (f->narray && (s == NO_SLOT || slotset_busy(&w->busy, s)))
			s = arrays_hint(&w->arrays, v, safe);
		if (s == NO_SLOT || slotset_busy(&w->busy, s))
			s = slotset_lowest(&w->busy);
		slotset_take(&w->busy, s);
		if (s >= w->ncoloured)
			w->ncoloured = s + 1;
	}
	w->slot[v] = w->last_slot[v] = s;
	w->nrooted++;
	w->ndedicated += w->dedicated[v];
	remember(w, UNDO_ROOTED, v, 0);
	add_demand(f, v, safe, s);
}

/* v needs a root from here on. */
static void
want_slot(struct walk *w, uint32_t v, uint32_t safe)
{
	if (!w->boxed) {
		give_slot(w, v, safe, NO_SLOT);
	} else if (ARENA_PUSH(w->ar, w->wanted, w->nwanted, w->wanted_cap)) {
		w->slot[v] = WANTED;
		w->wanted[w->nwanted++] = v;
	}
}

/* Word i of the array: the argument's own slot, a copy of what has another one, or an operand that needs none.  Those two are nobody's from the
** call on, but for the call they are taken. */
static void
fill_word(struct walk *w, const struct argument *g, uint32_t safe, uint32_t word)
{
	struct fn *f = w->f;
	num v = canon_of(f, g->value);

	if (word >= w->ncoloured)
		w->ncoloured = word + 1;
	if (v >= 0 && !w->dedicated[v] && w->slot[v] == WANTED) {
		give_slot(w, (uint32_t)v, safe, word);
	} else if (v < 0 || w->dedicated[v] || w->slot[v] != word) {
		bool copy = v >= 0 && !w->dedicated[v] && w->slot[v] != NO_SLOT;
		add_demand(f, copy ? (uint32_t)v : f->first_operand + g->operand, safe, word);
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
		fill_word(w, &w->f->argument[a->at + i], safe, a->word + i);
	for (uint32_t i = 0; i < w->nwanted; i++)
		if (w->slot[w->wanted[i]] == WANTED) {
			w->slot[w->wanted[i]] = NO_SLOT;
			give_slot(w, w->wanted[i], safe, NO_SLOT);
		}
	for (w->nwanted = 0; w->nlent > 0;)
		slotset_give(&w->busy, w->lent[--w->nlent]);
}

static void
drop_slot(struct walk *w, uint32_t v)
{
	remember(w, UNDO_FREED, v, w->slot[v]);
	if (!w->dedicated[v])
		slotset_give(&w->busy, w->slot[v]);
	w->slot[v] = NO_SLOT;
	w->nrooted--;
	w->ndedicated -= w->dedicated[v];
}

/* From the state at safepoint `from` (or none) to that at `to`, which it dominates. */
static bool
enter(struct walk *w, pset before, uint32_t to)
{
	struct fn *f = w->f;
	bool boxed = f->narray && w->arrays.at_safe[to] != NO_ARRAY;

	if (before == f->live[to] && !w->plain && !boxed) {
		f->held[to] = w->nrooted != 0;
		return true;
	}
	w->born.n = w->died.n = 0;
	w->boxed = boxed;
	w->now = f->live[to];
	if (!pset_diff(f->pool, before, w->now, w->ar, &w->died, &w->born))
		return false;
	for (uint32_t i = 0; i < w->died.n; i++)
		if (w->slot[w->died.v[i]] != NO_SLOT)
			drop_slot(w, w->died.v[i]);
	for (uint32_t i = 0; i < w->died.n; i++)
		for (uint32_t l = w->supports[w->died.v[i]]; l != NO_LINK; l = w->support[l].next) {
			uint32_t v = w->support[l].value;
			if (w->slot[v] == NO_SLOT && pset_has(f->pool, w->now, v) && !covered(w, v))
				want_slot(w, v, to);
		}
	for (uint32_t i = 0; i < w->born.n; i++)
		if (w->slot[w->born.v[i]] == NO_SLOT && !covered(w, w->born.v[i]))
			want_slot(w, w->born.v[i], to);
	if (w->boxed)
		fill_array(w, to);
	f->held[to] = w->nrooted != 0;
	if (w->plain)
		w->plain[to] = w->nrooted - w->ndedicated, w->kept[to] = w->ndedicated;
	if (w->nrooted - w->ndedicated > w->most)
		w->most = w->nrooted - w->ndedicated;
	if (w->nrooted > f->max_live)
		f->max_live = w->nrooted;
	return !w->ar->failed;
}

/* Back to the state at an earlier mark of the undo log. */
static void
leave(struct walk *w, uint32_t mark)
{
	while (w->nundo > mark) {
		struct undo u = w->undo[--w->nundo];
		switch (u.kind) {
		case UNDO_ROOTED:
			if (!w->dedicated[u.value])
				slotset_give(&w->busy, w->slot[u.value]);
			w->slot[u.value] = NO_SLOT;
			w->nrooted--;
			w->ndedicated -= w->dedicated[u.value];
			break;
		case UNDO_FREED:
			w->slot[u.value] = u.old;
			if (!w->dedicated[u.value])
				slotset_take(&w->busy, u.old);
			w->nrooted++;
			w->ndedicated += w->dedicated[u.value];
			break;
		case UNDO_SUPPORT:
			w->supports[u.value] = u.old;
			w->nsupport--;
			break;
		}
	}
}

/* Values whose slot must stay theirs for good: pinned ones, and what is live at a call that may return twice (the second
** return finds the slots as the first left them). */
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
	for (uint32_t v = 0; f->any_pinned && v < f->nval; v++)
		if (f->val[v].pinned && f->canon[v] >= 0)
			all = pset_add(f->pool, all, (uint32_t)f->canon[v]);
	for (uint32_t v = 0; f->without.slot_sharing && v < f->nval; v++)
		if (f->canon[v] == (num)v)
			all = pset_add(f->pool, all, v);
	pset_freeze(f->pool);
	w->born.n = 0;
	if (!pset_diff(f->pool, all, 0, w->ar, &w->born, &w->died))
		return false;
	for (uint32_t i = 0; i < w->born.n; i++) {
		w->dedicated[w->born.v[i]] = true;
		w->last_slot[w->born.v[i]] = i;
	}
	f->ndedicated = w->born.n;
	return !f->pool->failed;
}

/* Down the dominator tree, safepoint by safepoint; the stack holds the blocks with safepoints on the path. */
static bool
walk_tree(struct walk *w)
{
	struct fn *f = w->f;
	const struct cfg *g = &f->g;
	struct level { uint32_t block, mark; } *stack = arena_array(w->ar, g->nblk, sizeof *stack);
	uint32_t depth = 0, last = g->nblk - 1;

	if (!stack)
		return false;
	while (f->safe_at[g->dom_order[last]] == f->safe_at[g->dom_order[last] + 1])
		last--;
	for (uint32_t i = 0; i <= last; i++) {
		uint32_t b = g->dom_order[i], s = f->safe_at[b], end = f->safe_at[b + 1], mark = w->nundo;
		if (s == end)
			continue;
		while (depth && g->dom_last[stack[depth - 1].block] < i)
			mark = stack[--depth].mark;
		leave(w, mark);
		pset live = depth ? f->live[f->safe_at[stack[depth - 1].block + 1] - 1] : 0;
		stack[depth++] = (struct level){ b, mark };
		w->returns = g->dom_last[b] < last;
		for (; s < end; s++) {
			if (!enter(w, live, s))
				return false;
			live = f->live[s];
		}
	}
	return true;
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
		if (w->dedicated[f->demand[i].value])
			number[f->demand[i].slot] = 1;
	for (uint32_t v = 0; f->any_pinned && v < f->nval; v++)
		if (f->val[v].pinned && f->canon[v] >= 0)
			number[w->last_slot[f->canon[v]]] = 1;
	for (uint32_t i = 0; i < f->ndedicated; i++)
		number[i] = number[i] ? used++ : NO_SLOT;
	for (uint32_t i = 0; i < f->ndemand; i++) {
		struct demand *d = &f->demand[i];
		d->slot = w->dedicated[d->value] ? number[d->slot] : d->slot + used;
	}
	for (uint32_t i = 0; i < f->narray; i++)
		f->array[i].word += f->array[i].word != NO_WORD ? used : 0;
	for (uint32_t v = 0; f->any_pinned && v < f->nval; v++)
		f->pin_slot[v] = f->val[v].pinned && f->canon[v] >= 0 ? number[w->last_slot[f->canon[v]]] : NO_SLOT;
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

/* What is live at a call that may return twice is needed at every safepoint from there on, for control may come back to the call:
** count it there too.  Sets of such values go forward over blocks until nothing grows. */
static bool
count_kept(struct walk *w)
{
	struct fn *f = w->f;
	const struct cfg *g = &f->g;
	pset *in = arena_zarray(w->ar, g->nblk, sizeof *in);
	uint32_t *todo = arena_array(w->ar, g->nblk, sizeof *todo), n = 0;
	bool *queued = arena_zarray(w->ar, g->nblk, sizeof *queued), *used = arena_zarray(w->ar, f->nval, sizeof *used);

	if (!in || !todo || !queued || !used)
		return false;
	for (uint32_t i = 0; i < f->ndemand; i++)
		used[f->demand[i].value] = true;
	for (uint32_t b = g->nblk; b-- > 0;)
		todo[n++] = b, queued[b] = true;
	while (n) {
		uint32_t b = todo[--n];
		pset out = in[b];
		queued[b] = false;
		for (uint32_t s = f->safe_at[b]; s < f->safe_at[b + 1]; s++)
			if (f->safe[s].returns_twice) {
				out = pset_union(f->pool, out, f->live[s]);
				pset_freeze(f->pool);
			}
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
	pset known = 0; /* counted: from one set to the next by their difference */
	uint32_t count = 0;
	for (uint32_t b = 0; b < g->nblk; b++) {
		pset now = in[b];
		for (uint32_t s = f->safe_at[b]; s < f->safe_at[b + 1]; s++) {
			if (f->safe[s].returns_twice) {
				now = pset_union(f->pool, now, f->live[s]);
				pset_freeze(f->pool);
			}
			w->born.n = w->died.n = 0;
			if (!pset_diff(f->pool, known, now, w->ar, &w->died, &w->born))
				return false;
			for (uint32_t i = 0; i < w->born.n; i++)
				count += used[w->born.v[i]];
			for (uint32_t i = 0; i < w->died.n; i++)
				count -= used[w->died.v[i]];
			known = now;
			uint32_t kept = count > w->kept[s] ? count : w->kept[s];
			if (w->plain[s] + kept > f->max_live)
				f->max_live = w->plain[s] + kept;
		}
	}
	return !f->pool->failed;
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
	uint32_t *none = arena_array(w.ar, 4 * (size_t)f->nval, sizeof *none);
	w.dedicated = arena_zarray(w.ar, f->nval, sizeof *w.dedicated);
	if (!f->held || !none || !w.dedicated || !slotset_init(&w.busy, w.ar, f->nval + MAX_ARRAY))
		return false;
	memset(none, 0xFF, 4 * (size_t)f->nval * sizeof *none);
	w.slot = none, w.last_slot = none + f->nval, w.supports = none + 2 * (size_t)f->nval, w.sole = none + 3 * (size_t)f->nval;
	if (f->narray && !arrays_init(&w.arrays, f, &w.busy, w.slot, w.dedicated))
		return false;
	if (f->any_returns_twice) {
		w.plain = arena_zarray(w.ar, f->nsafe, sizeof *w.plain);
		w.kept = arena_zarray(w.ar, f->nsafe, sizeof *w.kept);
		if (!w.plain || !w.kept)
			return false;
	}
	bool ok = dedicate(&w);
	if (ok && f->nloaded && !f->moving && !f->without.coverage)
		keep_in_variables(f, w.dedicated);
	ok = ok && walk_tree(&w) && (!f->any_returns_twice || count_kept(&w)) && number_slots(&w) && !f->ar->failed;
	return fn_tmp_done(f) && ok;
}
