/* SPDX-License-Identifier: MIT */
/* refuse_malloc.h -- refuses requests of the runtime for memory.
**
** Included by one file of a program that is linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc.  The helpers of
** the collector ask, too, so the counts are atomic. */
#ifndef TEST_REFUSE_MALLOC_H
#define TEST_REFUSE_MALLOC_H

#include <stdbool.h>
#include <stdlib.h>

/* So many requests are granted, and then `refusals` refused; negative: all are granted. */
static int granted = -1;
static int refusals = 1 << 30;
static int refused;                /* so far */

static bool
is_refused(void)
{
	int left = __atomic_load_n(&granted, __ATOMIC_RELAXED);

	while (left > 0 && !__atomic_compare_exchange_n(&granted, &left, left - 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		continue;
	if (left != 0)
		return false;
	return __atomic_fetch_add(&refused, 1, __ATOMIC_RELAXED) < refusals;
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);

void *
__wrap_malloc(size_t n)
{
	return is_refused() ? NULL : __real_malloc(n);
}

void *
__wrap_calloc(size_t n, size_t bytes)
{
	return is_refused() ? NULL : __real_calloc(n, bytes);
}

void *
__wrap_realloc(void *p, size_t n)
{
	return is_refused() ? NULL : __real_realloc(p, n);
}

#endif
