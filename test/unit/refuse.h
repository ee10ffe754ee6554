/* SPDX-License-Identifier: MIT */
/* refuse.h -- refuses one request for memory, whether asked of an arena or of the user's allocator.
**
** Included by one file of a program; its link options (fault.cmake) put what is here between the library and its arenas. */
#ifndef TEST_REFUSE_H
#define TEST_REFUSE_H

#include "failing_alloc.h"
#include "base/arena.h"

/* Criterion runs each test in a process of its own, and no thread but the test's asks. */
static struct {
	size_t requests, refuse; /* so far; the one to be refused, counted from 1, or 0 */
	bool sticky;             /* and all that follow it */
	bool refused;
} faults;

static bool
refuse(void)
{
	faults.requests++;
	bool now = faults.refuse != 0 && (faults.sticky ? faults.requests >= faults.refuse : faults.requests == faults.refuse);
	faults.refused |= now;
	return now;
}

/* What a real exhaustion does to an arena; see arena.h. */
static void *
exhaust(struct arena *a)
{
	a->failed = true;
	a->next = a->limit = a->end = NULL;
	return NULL;
}

#define WRAP(type, name, parameters, arguments, none) \
	type __real_##name parameters; \
	type __wrap_##name parameters; \
	type __wrap_##name parameters \
	{ \
		return refuse() ? (exhaust(a), none) : __real_##name arguments; \
	}
WRAP(void *, arena_alloc_slow, (struct arena *a, size_t bytes), (a, bytes), NULL)
WRAP(char *, arena_strdup, (struct arena *a, const char *s), (a, s), NULL)
WRAP(bool, arena_grow_, (struct arena *a, void **array, uint32_t n, uint32_t *cap, size_t size), (a, array, n, cap, size), false)
WRAP(bool, arena_append_, (struct arena *a, void **array, uint32_t n, uint32_t *cap, size_t size), (a, array, n, cap, size), false)

/* What is inline would not be seen here. */
void __real_arena_init(struct arena *a, arena_alloc_fn *alloc, void *user);
void __wrap_arena_init(struct arena *a, arena_alloc_fn *alloc, void *user);
void
__wrap_arena_init(struct arena *a, arena_alloc_fn *alloc, void *user)
{
	__real_arena_init(a, alloc, user);
	a->careful = true;
}

static void *
refusing_alloc(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	return new_bytes > 0 && refuse() ? NULL : failing_alloc(user, p, old_bytes, new_bytes);
}

#endif
