/* SPDX-License-Identifier: MIT */
/* How much memory a program may have alive: objects in the heap, and what ports have outside. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "scheme.h"

enum { OUTSIDE_STEP = 16 << 20 };
static size_t memory_limit;
static bool ended;
static size_t outside, outside_next; /* bytes outside the heap; with more, a collection looks for dead ports */

static size_t
live_bytes(void)
{
	struct lr_gc_stats s = { .struct_size = sizeof s };

	return (lr_gc_stats(&s) == LR_RT_OK ? s.live_bytes : 0) + outside;
}

static void
collect(void)
{
	lr_gc_collect(1);
	scm_collected_forget();
}

static bool
has_room(size_t bytes)
{
	if (bytes < memory_limit && live_bytes() <= memory_limit - bytes)
		return true;
	collect();
	return bytes < memory_limit && live_bytes() <= memory_limit - bytes;
}

void
scm_no_memory(const char *who)
{
	scm_error_of_kind("out-of-memory", who, "the memory is used up", SCM_NIL);
}

void
scm_check_memory(size_t bytes)
{
	if (!has_room(bytes))
		scm_no_memory(NULL);
}

/* Dead ports give their bytes back at collections, which the heap alone would not ask for: its objects are small. */
bool
scm_outside_take(size_t bytes)
{
	if (ended) /* streams are flushed; no collection */
		return false;
	if (outside + bytes > outside_next) {
		if (outside_next != 0)
			collect();
		outside_next = outside + live_bytes() / 2 + bytes + OUTSIDE_STEP;
	}
	if (!has_room(bytes))
		return false;
	outside += bytes;
	return true;
}

void
scm_ends(void)
{
	ended = true;
}

void
scm_outside_give(size_t bytes)
{
	outside -= bytes;
}

bool
scm_megabytes(const char *text, size_t *bytes)
{
	const size_t digits = strspn(text, "0123456789");
	const long n = digits > 0 && digits < 8 && text[digits] == '\0' ? atol(text) : 0;

	*bytes = (size_t)n << 20;
	return n > 0 && n <= 1000000;
}

void
scm_memory_start(size_t bytes)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

	memory_limit = bytes != 0 ? bytes : pages > 0 && page > 0 ? (size_t)pages / 2 * (size_t)page : (size_t)1 << 30;
}
