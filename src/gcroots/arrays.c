/* arrays.c -- where in the frame the arguments of boxed calls lie.
**
** A boxed call takes its arguments in an array.  If that lies in the frame, its words are roots: an argument that nothing else has a
** slot for is stored once, into its word, instead of into a slot and the array.  So the words are slots like others, and consecutive:
** free ones, or such that the right argument has already.  An argument keeps its word as its slot for as long as it needs a root;
** the next call that gets it finds it there if its array can lie so that the places agree.  What else is among the arguments (constants, what the caller
** roots, what is rooted in another slot) is stored right before the call; after it such a word is free.
**
** Nobody but this function writes to a slot: callees only read their arguments.  A word may hold whatever is an object, needed or not.
**
** slots.c walks down the dominator tree and asks here twice: which slot is best for a value that some call is going to get, and, at the
** call, where its array goes.  Only guesses depend on what comes later. */
#include "gcroots/arrays.h"

enum { MAX_TRIES = 8 };      /* places that are looked at for one array */

bool
arrays_init(struct arrays *a, const struct fn *f, const struct slotset *busy, const uint32_t *slot, const bool *dedicated)
{
	*a = (struct arrays){ .f = f, .busy = busy, .slot = slot, .dedicated = dedicated, .words = f->nval };
	a->at_safe = arena_array(f->ar, f->nsafe, sizeof *a->at_safe);
	a->next = arena_array(f->ar, f->nval, sizeof *a->next);
	a->planned = arena_array(f->ar, f->narray, sizeof *a->planned);
	if (!a->at_safe || !a->next || !a->planned)
		return false;
	for (uint32_t s = 0; s < f->nsafe; s++)
		a->at_safe[s] = NO_ARRAY;
	for (uint32_t v = 0; v < f->nval; v++)
		a->next[v] = NO_ARRAY;
	for (uint32_t i = f->narray; i-- > 0;) {
		const struct array *x = &f->array[i];
		a->at_safe[x->safe] = i;
		a->planned[i] = NO_WORD;
		for (uint32_t k = 0; k < x->n; k++) {
			num v = canon_of(f, f->argument[x->at + k].value);
			if (v >= 0)
				a->next[v] = i;
		}
	}
	return true;
}

/* The slot of the argument, WANTED, or NO_SLOT if it has none that could be a word of the array. */
static uint32_t
slot_of(const struct arrays *a, const struct array *x, uint32_t i)
{
	num v = canon_of(a->f, a->f->argument[x->at + i].value);

	return v < 0 || a->dedicated[v] ? NO_SLOT : a->slot[v];
}

/* How many arguments are in place if the array begins at `first`, or -1: somebody else's slot is in the way.  `later`: it is filled only
** further down. */
static int
score(const struct arrays *a, const struct array *x, uint32_t first, bool later)
{
	int n = 0;

	if ((uint64_t)first + x->n > a->words)
		return -1;
	for (uint32_t i = 0; i < x->n; i++) {
		uint32_t s = slot_of(a, x, i);
		if (s == first + i)
			n++;
		else if (slotset_busy(a->busy, first + i))
			return -1;
		else
			n += s == WANTED && !later;
	}
	return n;
}

/* The lowest words that are free for the array. */
static uint32_t
lowest(const struct arrays *a, const struct array *x, bool later)
{
	uint32_t first = slotset_lowest(a->busy);

	for (uint32_t tries = 0; tries < MAX_TRIES && first + x->n <= a->words; tries++, first++) {
		if (score(a, x, first, later) >= 0)
			return first;
		while (first < a->words && slotset_busy(a->busy, first))
			first++;
	}
	return NO_WORD;
}

uint32_t
arrays_hint(struct arrays *a, uint32_t v, uint32_t safe)
{
	const struct array *x;
	uint32_t k = a->next[v], i = 0;

	if (k == NO_ARRAY || a->f->array[k].safe < safe)
		return NO_SLOT;
	x = &a->f->array[k];
	while (canon_of(a->f, a->f->argument[x->at + i].value) != (num)v)
		i++;
	if (a->planned[k] == NO_WORD)
		a->planned[k] = lowest(a, x, true);
	return a->planned[k] == NO_WORD || slotset_busy(a->busy, a->planned[k] + i) ? NO_SLOT : a->planned[k] + i;
}

uint32_t
arrays_place(const struct arrays *a, const struct array *x)
{
	uint32_t best = NO_WORD, tries = 0;
	int most = 0;

	for (uint32_t i = 0; i <= x->n && tries < MAX_TRIES; i++) {
		uint32_t s = i < x->n ? slot_of(a, x, i) : NO_SLOT;
		uint32_t first = i == x->n ? lowest(a, x, false) : s < WANTED && s >= i ? s - i : NO_WORD;
		int now = first == NO_WORD ? -1 : score(a, x, first, false);
		tries += first != NO_WORD;
		if (now > most || (now == most && now > 0 && first < best))
			most = now, best = first;
	}
	return best;
}
