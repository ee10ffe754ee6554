/* SPDX-License-Identifier: MIT */
/* name.h -- names that people type: globs, and suggestions for misspelt names. */
#ifndef LR_BASE_NAME_H
#define LR_BASE_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Is the name equal to the pattern, or does it match it as a glob, or as one of a list with commas between them?
** Linear in the name for each * of the pattern. */
bool glob_match(const char *pattern, const char *name, size_t bytes);
/* Is the pattern one name? */
bool glob_is_literal(const char *pattern);
/* Returns the end of the first glob of a list: its comma, or the end of the list. */
const char *glob_end(const char *list);

enum { NAME_NEAR_MAX = 64 }; /* longer names get no suggestion */
/* Returns the distance from which on a name is no suggestion for one of `n` bytes: of three bytes, one may be wrong. */
unsigned name_near_limit(size_t n);
/* Makes `known` the `*best` if its distance to `name`, of `n` bytes, is below *best_distance. */
void name_compare(const char *name, size_t n, const char *known, const char **best, unsigned *best_distance);
/* Returns the name that `name` was probably meant to be: a near one, or the only one that begins so.  NULL: none is. */
const char *name_nearest(const char *name, size_t n, const char *const *names, size_t nnames);

#endif
