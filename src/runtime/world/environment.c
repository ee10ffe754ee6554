/* SPDX-License-Identifier: MIT */
/* environment.c -- the names of environment variables, and a warning for unknown ones.
**
** The list has the names of the whole project, so that the tool and programs alike can report a misspelt one. */
#include "runtime/runtime.h"

#include <stdlib.h> /* where Windows has `environ` */
#include <string.h>
#include <unistd.h>

static const char prefix[] = "LATEROOT_";

static const char *const names[] = {
	"LATEROOT_ARGS", /* read by the compiler's library */
	"LATEROOT_GC_DEBUG", "LATEROOT_GC_LEAKS", "LATEROOT_GC_LIMIT", "LATEROOT_GC_MODE", "LATEROOT_GC_NURSERY",
	"LATEROOT_GC_NURSERY_MAX", "LATEROOT_GC_SNAPSHOT", "LATEROOT_GC_SNAPSHOT_SIGNAL",
	"LATEROOT_GC_STATS", "LATEROOT_GC_STOP_WARNING",
	"LATEROOT_GC_STRESS", "LATEROOT_GC_THREADS",
	"LATEROOT_GC_VERIFY", "LATEROOT_GC_VERIFY_HEAP",
	/* read by the project's own builds and tests */
	"LATEROOT_FAULTS", "LATEROOT_FUZZ_VERBOSE", "LATEROOT_LLVM", "LATEROOT_MIDDLE_COUNT", "LATEROOT_MIDDLE_SEED",
	"LATEROOT_MIDDLE_TIMES",
	"LATEROOT_MUTATE",
	"LATEROOT_MUTATE_VERBOSE",
};
enum { NAMES = sizeof names / sizeof *names, LONGEST = 32 };

/* Returns the edit distance of two short names: how many letters must be inserted, deleted or changed. */
static size_t
distance(const char *a, size_t length, const char *b)
{
	size_t row[LONGEST + 1], n = strlen(b);

	for (size_t k = 0; k <= n; k++)
		row[k] = k;
	for (size_t i = 0; i < length; i++) {
		size_t corner = row[0];
		row[0] = i + 1;
		for (size_t k = 0; k < n; k++) {
			const size_t changed = corner + (a[i] != b[k]), shorter = row[k + 1] + 1, longer = row[k] + 1;
			corner = row[k + 1];
			row[k + 1] = changed < shorter ? changed : shorter;
			if (longer < row[k + 1])
				row[k + 1] = longer;
		}
	}
	return row[n];
}

/* Returns the nearest valid name, or NULL if none is near. */
static const char *
nearest(const char *name, size_t length)
{
	const size_t own = sizeof prefix - 1;
	size_t best = (length - own) / 3 + 2;
	const char *found = NULL;

	for (size_t i = 0; i < NAMES && length <= LONGEST; i++) {
		const size_t d = distance(name + own, length - own, names[i] + own);
		if (d < best) {
			best = d;
			found = names[i];
		}
	}
	return found;
}

static bool
is_valid(const char *name, size_t length)
{
	for (size_t i = 0; i < NAMES; i++)
		if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
			return true;
	return false;
}

void
lr_environment_check(void)
{
	static int done;

	if (__atomic_exchange_n(&done, 1, __ATOMIC_RELAXED) != 0)
		return;
	for (char **e = environ; e != NULL && *e != NULL; e++) {
		const size_t length = strcspn(*e, "=");
		if (strncmp(*e, prefix, sizeof prefix - 1) != 0 || is_valid(*e, length))
			continue;
		const char *meant = nearest(*e, length);
		if (meant != NULL)
			fprintf(stderr, "lateroot: %.*s in the environment is unknown; did you mean %s?\n",
				(int)length, *e, meant);
		else
			fprintf(stderr, "lateroot: %.*s in the environment is unknown\n", (int)length, *e);
	}
}
