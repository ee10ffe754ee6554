/* SPDX-License-Identifier: MIT */
/* reconsider_arrays.c -- whether the arguments of boxed calls are better off in buffers than in the frame.
**
** colour.c decides for each call whether its array lies in the frame, and guesses what the later calls want.  Where the
** arrays of successive calls do not agree, live values are stored from word to word: the frame has more words, and no
** store is spared.  If the number of stores looks like that, the function is coloured once more with all arrays in
** buffers, and the better result stays.  Few functions look like that, so this costs next to nothing.
** Needs place. */
#include "gcroots/model/function.h"

/* The stores of arguments into buffers, if the arrays without a word are there. */
static uint32_t
buffer_stores(const struct fn *f, const word_id *array_word)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->narray; i++)
		if (array_word == NULL || array_word[i] == NONE)
			n += f->array[i].n;
	return n;
}

/* The number of different values that have slots; UINT32_MAX if memory is exhausted. */
static uint32_t
count_rooted(const struct fn *f)
{
	bool *seen = arena_zarray(fn_tmp(f), f->nval, sizeof *seen);
	uint32_t n = 0;

	for (uint32_t i = 0; seen != NULL && i < f->coloured.ndemand; i++) {
		value_id v = f->coloured.demand[i].value;
		if (is_operand(f, v) || seen[v])
			continue;
		seen[v] = true;
		n++;
	}
	return fn_tmp_done(f) && seen != NULL ? n : UINT32_MAX;
}

bool
reconsider_arrays(struct fn *f)
{
	const struct coloured coloured = f->coloured;
	const struct placed placed = f->placed;
	const uint32_t narray = f->narray, all = buffer_stores(f, NULL),
		stores = placed.nstore + buffer_stores(f, coloured.array_word);

	if (coloured.array_slots == 0 || stores < all)
		return true;
	/* each value that needs a root is stored once at least, and its store is rarely repeated */
	const uint32_t rooted = count_rooted(f);
	if (rooted == UINT32_MAX)
		return false;
	if (stores - all < rooted)
		return true;
	f->coloured = (struct coloured){ 0 };
	f->placed = (struct placed){ 0 };
	f->narray = 0;
	bool ok = colour(f) && place(f);
	f->narray = narray;
	f->coloured.array_word = NULL;
	if (ok && (f->placed.nstore + all > stores || f->coloured.nslots >= coloured.nslots)) {
		f->coloured = coloured;
		f->placed = placed;
	}
	return ok;
}
