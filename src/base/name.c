/* name.c -- names that people type: globs, and suggestions for misspelt names. */
#include "base/name.h"

#include <limits.h>
#include <string.h>

/* ---- globs ---- */

/* Does the set behind '[' contain `c`?  Advances *at behind the ']'.  Returns false, with *at unchanged, if there is
** none. */
static bool
set_takes(const char **at, unsigned char c, bool *takes)
{
	const char *p = *at;
	bool invert = *p == '!' || *p == '^', hit = false;

	p += invert;
	for (bool first = true; *p != '\0' && (first || *p != ']'); first = false) {
		unsigned char low = (unsigned char)*p++, high = low;
		if (p[0] == '-' && p[1] != '\0' && p[1] != ']') {
			high = (unsigned char)p[1];
			p += 2;
		}
		hit = hit || (c >= low && c <= high);
	}
	if (*p != ']')
		return false;
	*at = p + 1;
	*takes = hit != invert;
	return true;
}

/* Matches one byte against the pattern at *p, which is advanced. */
static bool
step(const char **p, unsigned char c)
{
	bool takes = false;
	const char *at = *p + 1;

	if (**p == '?') {
		*p = at;
		return true;
	}
	if (**p == '[' && set_takes(&at, c, &takes)) {
		*p = at;
		return takes;
	}
	if (**p == '\\' && (*p)[1] != '\0')
		++*p;
	return **p != '\0' && (unsigned char)*(*p)++ == c;
}

bool
glob_match(const char *pattern, const char *name, size_t bytes)
{
	const char *p = pattern, *star = NULL;
	size_t i = 0, star_at = 0;

	if (strlen(pattern) == bytes && memcmp(pattern, name, bytes) == 0)
		return true;
	/* Only the last star must be tried again: the shortest match of each earlier one suffices. */
	while (i < bytes) {
		if (*p == '*') {
			star = ++p;
			star_at = i;
		} else if (step(&p, (unsigned char)name[i]))
			i++;
		else if (star != NULL) {
			p = star;
			i = ++star_at;
		} else
			return false;
	}
	while (*p == '*')
		p++;
	return *p == '\0';
}

bool
glob_is_literal(const char *pattern)
{
	return strpbrk(pattern, "*?[\\") == NULL;
}

/* ---- near names ---- */

static unsigned
min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;
	return m < c ? m : c;
}

/* Returns the Levenshtein distance, without regard to case; both names have at most NAME_NEAR_MAX bytes. */
static unsigned
edit_distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned row[NAME_NEAR_MAX + 1];

	for (unsigned j = 0; j <= nb; j++)
		row[j] = j;
	for (size_t i = 1; i <= na; i++) {
		unsigned diagonal = row[0];
		row[0] = (unsigned)i;
		for (size_t j = 1; j <= nb; j++) {
			unsigned up = row[j];
			row[j] = min3(up + 1, row[j - 1] + 1, diagonal + ((a[i - 1] | 32) != (b[j - 1] | 32)));
			diagonal = up;
		}
	}
	return row[nb];
}

/* Keeps the nearer of `known` and `*best`, and its distance. */
void
name_compare(const char *name, size_t n, const char *known, const char **best, unsigned *best_distance)
{
	const size_t length = strlen(known);
	const unsigned d = n <= NAME_NEAR_MAX && length <= NAME_NEAR_MAX ? edit_distance(name, n, known, length)
		: UINT_MAX;

	if (d < *best_distance) {
		*best_distance = d;
		*best = known;
	}
}

const char *
name_nearest(const char *name, size_t n, const char *const *names, size_t nnames)
{
	const char *best = NULL;
	unsigned distance = (unsigned)n / 3 + 2;

	for (size_t i = 0; i < nnames && n > 0 && n <= NAME_NEAR_MAX; i++)
		name_compare(name, n, names[i], &best, &distance);
	return best;
}
