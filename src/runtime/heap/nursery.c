/* SPDX-License-Identifier: MIT */
/* nursery.c -- how much is allocated between two collections.
**
** A small nursery stays in the cache, and its collections are short.  It is too small if collections find much to
** do: objects that would have died soon survive, and parts of old objects are scanned again and again.  So the
** nursery grows while a minor collection's work is a large part of what was allocated, and shrinks while it is next
** to nothing, or while so many objects are marked and freed that the pause gets long.
**
** A minor collection that frees next to nothing does not pay: the full one, which comes when the heap has grown, has
** to mark the same objects again.  So when most of the young bytes survived twice, minor collections are left out up
** to the next full one; it comes no later than with them.  The first minor collection behind it tries again.
**
** All this depends on counts alone, so that the same program collects at the same places each time. */
#include "runtime/heap/heap.h"

enum {
	MUCH = 8, LITTLE = 64,     /* work is much from this part of the young bytes on, and little below that */
	LIVE_PART = 4,             /* the nursery is at most this part of what is alive */
	MARK_COST = 64,            /* bytes of cards that are scanned while an object is marked */
	MARK_OR_FREE = 4,          /* dead objects that are swept while one is marked */
	OBJECTS_MOST = 250000,     /* dead ones, and marked ones at that rate: these take two or three milliseconds */
	VAIN = 2                   /* minor collections in vain, one after the other, until they are left out */
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
	heap.nursery = heap.young_most = heap.config.nursery_bytes;
	heap.vain = 0;
}

uint64_t
nursery_full_due(void)
{
	return heap.live_after_full / 4 * 7 + heap.nursery + heap.config.nursery_bytes;
}

void
nursery_after_full(void)
{
	heap.vain = nursery_is_left_out() ? VAIN - 1 : 0;
	heap.young_most = heap.nursery;
}

/* Leaves minor collections out if they are in vain, and the configuration lets the nursery grow. */
static void
leave_out(const struct minor *m)
{
	const uint64_t live = heap.stats.allocated_bytes - heap.stats.freed_bytes, due = nursery_full_due();

	heap.vain = m->survived_bytes / 5 > m->young_bytes / 8 ? heap.vain + 1 : 0;
	if (heap.vain >= VAIN && heap.config.nursery_max_bytes > heap.config.nursery_bytes && due > live + heap.nursery)
		heap.young_most = (size_t)(due - live);
}

void
nursery_adapt(const struct minor *m)
{
	const size_t least = heap.config.nursery_bytes;
	const uint64_t work_bytes = (m->cards << CARD_SHIFT) + m->marked * MARK_COST,
		objects = m->marked * MARK_OR_FREE + m->freed;

	if (m->young_bytes < heap.nursery / 2)
		return; /* the collection came early, on demand */
	if (objects > OBJECTS_MOST || work_bytes * LITTLE < m->young_bytes)
		heap.nursery -= heap.nursery / 4;
	else if (work_bytes * MUCH > m->young_bytes && objects < OBJECTS_MOST / 2)
		heap.nursery += heap.nursery / 2;
	if (heap.nursery > most())
		heap.nursery = most();
	if (heap.nursery < least)
		heap.nursery = least;
	heap.young_most = heap.nursery;
	leave_out(m);
}
