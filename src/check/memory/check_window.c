/* SPDX-License-Identifier: MIT */
/* check_window.c -- a large stack object is proved in windows of 64 words: which accesses and which stores of
** references concern which window. */
#include "check/memory/check_stored.h"

/* Pairs of an access and a window.  If there were more, all accesses are read for each window. */
#define MAX_WINDOW_TOUCHES (UINT64_C(1) << 22)

/* The windows that an access may concern, *lo to *hi; none if *hi < *lo. */
static void
windows_of(const struct ck *c, uint32_t pos, uint32_t n, int64_t *lo, int64_t *hi)
{
	const struct access *a = &c->accesses[c->ev[pos].a];
	const struct place *at = &c->places[c->ev[pos].b];
	int64_t bytes = CHECK_WINDOW * (int64_t)c->word, end = at->hi + a->bytes;

	*lo = a->forgets || at->lo < 0 ? 0 : at->lo / bytes;
	*hi = a->forgets ? n - 1 : end <= 0 ? -1 : (end - 1) / bytes;
	if (*hi >= n)
		*hi = n - 1;
}

bool
check_windows(struct ck *c, const struct touches *t, uint32_t object, uint32_t n, const bool *wanted,
	struct windows *w, bool *many)
{
	uint64_t sum = 0;
	int64_t lo, hi;

	*w = (struct windows){ .off = arena_zarray(&c->ar, (size_t)n + 2, sizeof *w->off) };
	if (w->off == NULL)
		return false;
	for (uint32_t i = t->off[object]; i < t->off[object + 1]; i++)
		for (windows_of(c, t->pos[i], n, &lo, &hi); lo <= hi; lo++)
			if ((wanted == NULL || wanted[lo]) && sum++ <= MAX_WINDOW_TOUCHES)
				w->off[lo + 2]++;
	*many = sum > MAX_WINDOW_TOUCHES;
	w->pos = *many ? NULL : arena_array(&c->ar, (size_t)sum + 1, sizeof *w->pos);
	for (uint32_t i = 0; i < n; i++)
		w->off[i + 2] += w->off[i + 1];
	for (uint32_t i = t->off[object]; w->pos != NULL && i < t->off[object + 1]; i++)
		for (windows_of(c, t->pos[i], n, &lo, &hi); lo <= hi; lo++)
			if (wanted == NULL || wanted[lo])
				w->pos[w->off[lo + 1]++] = t->pos[i];
	return !c->ar.failed;
}

/* ---- stores ---- */

/* With at most so many of each, all stores that lie in no single window are followed in each window. */
enum { FEW_WINDOWS = 16, FEW_STORES = 1 << 10 };
#define ALL_WORDS UINT32_MAX

/* The window of a large object in which a strong update lies; ALL_WORDS: the store is no strong update or not in one
** window, or the object has only one. */
static uint32_t
window_of(const struct stores *s, const struct keep *k, uint32_t nwindows)
{
	const struct ck *c = s->c;
	const struct access *a = &c->accesses[c->ev[k->pos].a];
	const struct place *at = &c->places[c->ev[k->pos].b];
	int64_t bytes = CHECK_WINDOW * (int64_t)c->word;

	if (nwindows < 2 || !check_is_strong_update(c, a, at) || at->lo < 0
		|| at->lo / bytes != (at->lo + a->bytes - 1) / bytes)
		return ALL_WORDS;
	return (uint32_t)(at->lo / bytes) < nwindows ? (uint32_t)(at->lo / bytes) : ALL_WORDS;
}

void
check_add_to_window(struct stores *s, struct stored_windows *w, uint32_t window, uint32_t k)
{
	if (w->last[window] == NONE)
		w->first[window] = k;
	else
		s->next[w->last[window]] = k;
	w->last[window] = k;
	s->next[k] = NONE;
}

bool
check_deal_stores(struct stores *s, struct stored_windows *w, uint32_t first)
{
	w->first = arena_array(&s->c->ar, (size_t)w->n + 1, sizeof *w->first);
	w->last = arena_array(&s->c->ar, (size_t)w->n + 1, sizeof *w->last);
	w->wanted = arena_array(&s->c->ar, w->n, sizeof *w->wanted);
	if (s->c->ar.failed)
		return false;
	for (uint32_t i = 0; i <= w->n; i++)
		w->first[i] = w->last[i] = NONE;
	uint32_t wide = 0;
	for (uint32_t k = first, next; k != NONE; k = next) {
		uint32_t window = window_of(s, &s->keep[k], w->n);
		next = s->next[k];
		wide += window == ALL_WORDS;
		check_add_to_window(s, w, window == ALL_WORDS ? w->n : window, k);
	}
	w->all = w->n > 1 && w->n <= FEW_WINDOWS && wide > 0 && wide <= FEW_STORES;
	for (uint32_t i = 0; i < w->n; i++)
		w->wanted[i] = w->all || w->first[i] != NONE;
	return true;
}
