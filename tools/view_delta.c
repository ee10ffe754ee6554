/* SPDX-License-Identifier: MIT */
/* view_delta.c -- the text of a function after a pass as what is new in it, for the page of `lateroot view`.
**
** Most passes change few lines, and zlib does not look back far enough to see that the rest is the same. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "view.h"

struct row { const char *s; size_t bytes; uint32_t hash, number; };

static struct row *
rows_of(const char *text, uint32_t *count)
{
	uint32_t n = 1, k = 0;

	for (const char *s = text; (s = strchr(s, '\n')) != NULL; s++)
		n++;
	struct row *r = malloc(n * sizeof *r);
	for (const char *s = text; r != NULL && k < n; k++) {
		size_t bytes = strcspn(s, "\n");
		uint32_t hash = 2166136261u;
		for (size_t i = 0; i < bytes; i++)
			hash = (hash ^ (unsigned char)s[i]) * 16777619u;
		r[k] = (struct row){ s, bytes, hash, k };
		s += bytes + 1;
	}
	*count = n;
	return r;
}

static int
by_hash(const void *x, const void *y)
{
	const struct row *a = x, *b = y;

	return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1) : a->number < b->number ? -1 : a->number > b->number;
}

static bool
same(const struct row *a, const struct row *b)
{
	return a->bytes == b->bytes && memcmp(a->s, b->s, a->bytes) == 0;
}

/* The first row from `at` on, otherwise the last one before it, that has the text; UINT32_MAX: there is none. */
static uint32_t
find(const struct row *sorted, uint32_t n, const struct row *wanted, uint32_t at)
{
	const struct row key = { .hash = wanted->hash, .number = at };
	uint32_t lo = 0, hi = n;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;
		if (by_hash(&sorted[mid], &key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo < n && sorted[lo].hash == wanted->hash && same(&sorted[lo], wanted))
		return sorted[lo].number;
	if (lo > 0 && sorted[lo - 1].hash == wanted->hash && same(&sorted[lo - 1], wanted))
		return sorted[lo - 1].number;
	return UINT32_MAX;
}

bool
view_delta(struct text *t, const char *before, const char *after)
{
	uint32_t n, m, at = 0, from = 0, run = 0;
	struct row *old = rows_of(before, &n), *new = rows_of(after, &m);
	struct row *sorted = old ? malloc(n * sizeof *sorted) : NULL;
	const bool ok = old != NULL && new != NULL && sorted != NULL;
	const char *comma = "";

	if (ok) {
		memcpy(sorted, old, n * sizeof *sorted);
		qsort(sorted, n, sizeof *sorted, by_hash);
	}
	text_string(t, "[");
	for (uint32_t i = 0; ok && i <= m; i++) {
		if (i < m && run > 0 && at < n && same(&old[at], &new[i])) {
			run++, at++;
			continue;
		}
		if (run > 0) {
			text_printf(t, "%s[%u,%u]", comma, from, run);
			comma = ",";
		}
		run = 0;
		if (i == m)
			break;
		const uint32_t k = find(sorted, n, &new[i], at);
		if (k != UINT32_MAX) {
			from = k, at = k + 1, run = 1;
			continue;
		}
		text_string(t, comma);
		text_json(t, new[i].s, new[i].bytes);
		comma = ",";
	}
	text_string(t, "]");
	free(old);
	free(new);
	free(sorted);
	return ok;
}
