/* check_window.c -- a large stack object by windows of 64 words: which accesses concern which of them. */
#include "check/memory/check_stack.h"

/* Beyond, all accesses are looked at for each window. */
#define MAX_WINDOW_TOUCHES (UINT64_C(1) << 22)

/* The windows that an access may concern, from *lo to *hi; none if *hi < *lo. */
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
