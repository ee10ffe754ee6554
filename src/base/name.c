/* SPDX-License-Identifier: MIT */
/* name.c -- names that people type: globs, and suggestions for misspelt names. */
#include "base/name.h"

#include <string.h>

/* ---- globs ---- */

/* Returns what follows a set: `p` stands behind its '['.  NULL: it has no end. */
static const char *
behind_set(const char *p, const char *end)
{
	const char *first = p + (p < end && (*p == '!' || *p == '^'));

	for (p = first; p < end; p++)
		if (*p == ']' && p > first)
			return p + 1;
	return NULL;
}

/* Does the set behind '[' contain `c`? */
static bool
set_takes(const char *p, unsigned char c)
{
	bool invert = *p == '!' || *p == '^', hit = false;

	p += invert;
	for (bool first = true; first || *p != ']'; first = false) {
		unsigned char low = (unsigned char)*p++, high = low;
		if (p[0] == '-' && p[1] != ']') {
			high = (unsigned char)p[1];
			p += 2;
		}
		hit = hit || (c >= low && c <= high);
	}
	return hit != invert;
}

/* Matches one byte against the pattern at *p, which is advanced. */
static bool
step(const char **p, const char *end, unsigned char c)
{
	const char *at = *p, *behind;

	if (at == end)
		return false;
	if (*at == '?') {
		*p = at + 1;
		return true;
	}
	if (*at == '[' && (behind = behind_set(at + 1, end)) != NULL) {
		*p = behind;
		return set_takes(at + 1, c);
	}
	if (*at == '\\' && at + 1 < end)
		at++;
	*p = at + 1;
	return (unsigned char)*at == c;
}

const char *
glob_end(const char *p)
{
	const char *end = p + strlen(p), *behind;

	for (; p < end && *p != ','; p++)
		if (*p == '\\' && p + 1 < end)
			p++;
		else if (*p == '[' && (behind = behind_set(p + 1, end)) != NULL)
			p = behind - 1;
	return p;
}

static bool
match_one(const char *p, const char *end, const char *name, size_t bytes)
{
	const char *star = NULL;
	size_t i = 0, star_at = 0;

	/* Only the last star must be tried again: the shortest match of each earlier one suffices. */
	while (i < bytes) {
		if (p < end && *p == '*') {
			star = ++p;
			star_at = i;
		} else if (step(&p, end, (unsigned char)name[i]))
			i++;
		else if (star != NULL) {
			p = star;
			i = ++star_at;
		} else
			return false;
	}
	while (p < end && *p == '*')
		p++;
	return p == end;
}

bool
glob_match(const char *pattern, const char *name, size_t bytes)
{
	const char *end;

	if (strlen(pattern) == bytes && memcmp(pattern, name, bytes) == 0)
		return true;
	for (const char *p = pattern;; p = end + 1) {
		end = glob_end(p);
		if (match_one(p, end, name, bytes))
			return true;
		if (*end == '\0')
			return false;
	}
}

bool
glob_is_literal(const char *pattern)
{
	return strpbrk(pattern, "*?[\\,") == NULL;
}

/* ---- near names ---- */

static unsigned
min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;
	return m < c ? m : c;
}

/* Returns how many bytes have to be inserted, deleted, replaced, or swapped with the next one, without regard to case;
** both names have at most NAME_NEAR_MAX bytes. */
static unsigned
edit_distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned rows[3][NAME_NEAR_MAX + 1]; /* row i is the distance of the first i bytes of `a` */

	for (unsigned j = 0; j <= nb; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= na; i++) {
		unsigned *row = rows[i % 3];
		const unsigned *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		row[0] = (unsigned)i;
		for (size_t j = 1; j <= nb; j++) {
			const bool same = (a[i - 1] | 32) == (b[j - 1] | 32);
			row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + !same);
			if (i > 1 && j > 1 && !same && (a[i - 1] | 32) == (b[j - 2] | 32) &&
				(a[i - 2] | 32) == (b[j - 1] | 32) && before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
		}
	}
	return rows[na % 3][nb];
}

unsigned
name_near_limit(size_t n)
{
	return n <= NAME_NEAR_MAX ? (unsigned)n / 3 + 1 : 0;
}

void
name_compare(const char *name, size_t n, const char *known, const char **best, unsigned *best_distance)
{
	const size_t length = strlen(known);

	if (n > NAME_NEAR_MAX || length > NAME_NEAR_MAX)
		return;
	const unsigned d = edit_distance(name, n, known, length);
	if (d < *best_distance) {
		*best_distance = d;
		*best = known;
	}
}

/* Returns the one name that begins with the `n` bytes of `name`; NULL if there is none, or more than one. */
static const char *
only_completion(const char *name, size_t n, const char *const *names, size_t nnames)
{
	const char *found = NULL;

	if (n < 2)
		return NULL;
	for (size_t i = 0; i < nnames; i++)
		if (strncmp(names[i], name, n) == 0) {
			if (found != NULL)
				return NULL;
			found = names[i];
		}
	return found;
}

const char *
name_nearest(const char *name, size_t n, const char *const *names, size_t nnames)
{
	const char *best = NULL;
	unsigned distance = name_near_limit(n);

	for (size_t i = 0; i < nnames; i++)
		name_compare(name, n, names[i], &best, &distance);
	return best != NULL ? best : only_completion(name, n, names, nnames);
}
