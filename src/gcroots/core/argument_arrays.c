/* SPDX-License-Identifier: MIT */
/* argument_arrays.c -- chooses the words of the frame for the arguments of boxed calls.
**
** A boxed call takes its arguments in an array.  If the array lies in the frame, its words are roots: an argument that
** has no slot yet is stored once, into its word of the array, instead of into a slot and into the array.  So the words
** are consecutive slots, each of them free or already the slot of its argument.  An argument keeps the word as its slot
** for as long as it needs a root; a later call with the same argument finds it there if its array can be laid over the
** word.  All other arguments (constants, values that the caller roots, values in other slots) are stored right before
** the call, and their words are free after it.
**
** Callees only read their arguments: no code but this function writes to a slot.  A word may hold any object, needed or
** not.
**
** colour.c walks down the dominator tree and asks twice: for the best slot of a value that is an argument of a later
** call, and, at the call, for the place of its array.  Later calls only influence guesses. */
#include "gcroots/core/argument_arrays.h"

enum { MAX_TRIES = 8 };      /* places that are tried for one array */

bool
arrays_init(struct arrays *a, const struct fn *f, const struct slotset *busy, struct home *home, const bool *dedicated)
{
	*a = (struct arrays){ .f = f, .busy = busy, .home = home, .words = id_count(f) };
	a->at_safe = arena_array(fn_tmp(f), f->nsafe, sizeof *a->at_safe);
	a->rank = arena_array(fn_tmp(f), f->nargument, sizeof *a->rank);
	a->planned = arena_array(fn_tmp(f), f->narray, sizeof *a->planned);
	if (!a->at_safe || !a->rank || !a->planned)
		return false;
	memset(a->at_safe, 0xFF, f->nsafe * sizeof *a->at_safe);
	for (uint32_t i = f->narray; i-- > 0;) {
		const struct array *y = &f->array[i];
		a->at_safe[y->safe] = i;
		a->planned[i] = NONE;
		for (uint32_t k = y->at; k < y->at + y->n; k++) {
			base_id v = f->argument[k].value;
			rank_id x = v < 0 ? NONE : f->live.rank[v];
			a->rank[k] = x != NONE && dedicated[x] ? NONE : x;
			if (a->rank[k] != NONE)
				home[x].array = i;
		}
	}
	return true;
}

/* The array at hand.  `slot` has the slot of each argument, or WANTED; NONE means that the argument has no slot that
** could be a word of the array.  `wanted` counts the arguments that are WANTED. */
struct array_look { const struct arrays *a; word_id slot[MAX_ARRAY]; uint32_t n, wanted; };

/* `later`: the array is filled further down, so values that want a slot now do not count. */
static void
look_at(struct array_look *l, const struct arrays *a, const struct array *x, bool later)
{
	l->a = a;
	l->n = x->n;
	l->wanted = 0;
	for (uint32_t i = 0; i < x->n; i++) {
		rank_id r = a->rank[x->at + i];
		l->slot[i] = r == NONE ? NONE : a->home[r].slot;
		l->wanted += l->slot[i] == WANTED && !later;
	}
}

/* How many arguments are in place if the array begins at `first`; -1 if the slot of another value is in the way. */
static int
score(const struct array_look *l, word_id first)
{
	uint64_t busy, mine = 0;
	uint32_t n = l->wanted;

	if ((uint64_t)first + l->n > l->a->words)
		return -1;
	busy = slotset_window(l->a->busy, first) << (MAX_ARRAY - l->n) >> (MAX_ARRAY - l->n);
	if (busy == 0)
		return (int)n;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->slot[i] == first + i)
			mine |= (uint64_t)1 << i, n++;
	return busy & ~mine ? -1 : (int)n;
}

/* The lowest place that is free for the array, and the number of arguments that are in place there; NONE if no place is
** found. */
static word_id
lowest(const struct array_look *l, int *in_place)
{
	const struct arrays *a = l->a;
	uint32_t first = slotset_lowest(a->busy);

	for (uint32_t tries = 0; tries < MAX_TRIES && first + l->n <= a->words; tries++, first++) {
		if ((*in_place = score(l, first)) >= 0)
			return first;
		while (first < a->words && slotset_busy(a->busy, first))
			first++;
	}
	return NONE;
}

word_id
arrays_hint(struct arrays *a, rank_id x, safepoint_id safe)
{
	uint32_t k = a->home[x].array, at;

	if (k == NONE || a->f->array[k].safe < safe)
		return NONE;
	if (a->planned[k] == NONE) {
		struct array_look l;
		int in_place;
		look_at(&l, a, &a->f->array[k], true);
		a->planned[k] = lowest(&l, &in_place);
	}
	for (at = a->f->array[k].at; a->rank[at] != x;)
		at++;
	word_id word = a->planned[k] + (at - a->f->array[k].at);
	return a->planned[k] == NONE || slotset_busy(a->busy, word) ? NONE : word;
}

word_id
arrays_place(const struct arrays *a, const struct array *x)
{
	word_id best = NONE;
	uint32_t tries = 0;
	int most = 0;
	struct array_look l;

	look_at(&l, a, x, false);
	for (uint32_t i = 0; i < x->n && tries < MAX_TRIES; i++) {
		if (l.slot[i] >= WANTED || l.slot[i] < i)
			continue;
		word_id first = l.slot[i] - i;
		int now = score(&l, first);
		tries++;
		if (now > most || (now == most && now > 0 && first < best))
			most = now, best = first;
	}
	if (tries < MAX_TRIES) {
		int now = -1;
		word_id first = lowest(&l, &now);
		if (first != NONE && (now > most || (now == most && now > 0 && first < best)))
			best = first;
	}
	return best;
}
