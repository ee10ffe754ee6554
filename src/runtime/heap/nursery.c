/* SPDX-License-Identifier: MIT */
/* nursery.c -- how much is allocated between two collections.
**
** A small nursery stays in the cache, and its collections are short.  It is too small if collections find much to
** do: objects that would have died soon survive, and parts of old objects are scanned again and again.  So the
** nursery grows while a minor collection's work is a large part of what was allocated, and shrinks while it is next
** to nothing.  It depends on counts alone, so that the same program collects at the same places each time. */
#include "runtime/heap/heap.h"

enum {
	MUCH = 8, LITTLE = 64,     /* work is much from this part of the young bytes on, and little below that */
	LIVE_PART = 4,             /* the nursery is at most this part of what is alive */
	SURVIVORS_MOST = 3 << 20   /* bytes: marking these takes a few milliseconds */
};

static size_t
most(void)
{
	const uint64_t live = heap.stats.allocated_bytes - heap.stats.freed_bytes;
	const size_t part = (size_t)(live / LIVE_PART), high = heap.config.nursery_max_bytes;

	return part < high ? part : high;
}

void
nursery_reset(void)
{
	heap.nursery = heap.config.nursery_bytes;
}

void
nursery_adapt(uint64_t young_bytes, uint64_t survived_bytes, uint64_t work_bytes)
{
	const size_t least = heap.config.nursery_bytes;

	if (young_bytes < heap.nursery / 2)
		return; /* the collection came early, on demand */
	if (survived_bytes > SURVIVORS_MOST || work_bytes * LITTLE < young_bytes)
		heap.nursery -= heap.nursery / 4;
	else if (work_bytes * MUCH > young_bytes && survived_bytes < SURVIVORS_MOST / 2)
		heap.nursery += heap.nursery / 2;
	if (heap.nursery > most())
		heap.nursery = most();
	if (heap.nursery < least)
		heap.nursery = least;
}
