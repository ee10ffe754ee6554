/* SPDX-License-Identifier: MIT */
/* collect.c -- when to collect, and the collection itself. */
#include "runtime/heap/debug.h"
#include "runtime/lifetime/lifetime.h"

#include <time.h>

enum { STRESS_LIVE_PER_COLLECTION = 32 };

static uint64_t
now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The cost of a full collection follows the live bytes, so it is due only when as much has been allocated since the
** last one.  The world is stopped. */
static bool
full_is_due(void)
{
	uint64_t live = heap.stats.allocated_bytes - heap.stats.freed_bytes;
	uint64_t every = heap.config.full_every;

	if (heap.config.mode != LR_GC_GENERATIONAL)
		return true;
	if (world.stress != 0) {
		uint64_t live_objects = heap.stats.allocated_objects - heap.stats.freed_objects;

		if (live_objects / STRESS_LIVE_PER_COLLECTION > every)
			every = live_objects / STRESS_LIVE_PER_COLLECTION;
	} else if (live > 2 * heap.live_after_full + 4 * heap.config.nursery_bytes) {
		return true;
	}
	return heap.since_full + 1 >= every;
}

/* Makes all objects young. */
static void
clear_colours(void)
{
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1)) {
		struct page *pg = &heap.pages[n];
		char *first = heap_page_address(pg) + PAGE_FIRST_CELL;

		if (heap.kind[n] == PAGE_BIG)
			*tag_of(first + TAG_BYTES) &= ~(uintptr_t)COLOUR;
		if (heap.kind[n] != PAGE_SMALL)
			continue;
		for (uint32_t w = 0; w * 64 < pg->cells; w++)
			for (uint64_t look = pg->survived[w]; look != 0; look &= look - 1) {
				uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(look);

				*tag_of(first + (size_t)i * heap_classes[pg->size_class] + TAG_BYTES) &= ~(
					uintptr_t)COLOUR;
			}
	}
}

static bool
is_live(const void *object)
{
	return (uintptr_t)object < LR_SMALL_VALUE_LIMIT || !heap_contains(object) || lr_tag(object) & LR_TAG_MARKED;
}

static bool
mark(void *object)
{
	if (is_live(object))
		return false;
	*tag_of(object) |= COLOUR;
	heap.stats.marked++;
	return true;
}

/* Runs a collection.  The world is stopped. */
static void
run(enum collect_kind kind)
{
	uint64_t start = now_ns(), pause;

	for (struct thread *t = world.threads; t != NULL; t = t->next) {
		alloc_return_runs(t);
		stats_flush(t);
	}
	if (heap.config.debug)
		debug_check_heap();
	heap.full = kind == COLLECT_FULL || heap.config.mode == LR_GC_MOVING || heap.config.debug
		|| (kind == COLLECT_AUTO && full_is_due());
	heap.collections++;
	if (heap.full)
		clear_colours();
	mark_roots_and_drain();
	life_after_mark(&(struct life_collector){ heap.full, is_live, mark, heap_each_reference });
	sweep();
	if (heap.config.mode == LR_GC_MOVING)
		moving_evacuate();
	if (heap.full) {
		heap.stats.full++;
		heap.since_full = 0;
		heap.live_after_full = heap.stats.allocated_bytes - heap.stats.freed_bytes;
	} else {
		heap.stats.minor++;
		heap.since_full++;
	}
	pause = now_ns() - start;
	heap.stats.pause_ns += pause;
	if (pause > heap.stats.max_pause_ns)
		heap.stats.max_pause_ns = pause;
}

bool
collect(struct thread *self, enum collect_kind kind)
{
	if (!world_try_stop(self))
		return false;
	run(kind);
	world_resume();
	life_after_collection();
	return true;
}

void
collect_stress(struct thread *self)
{
	uint64_t skip;

	if (self->pub.gc_state != LR_GC_STATE_UNSAFE)
		lr_gc_fatal("gc: a thread uses the heap in a GC-safe region");
	if (self != thread_self_tls)
		lr_gc_fatal("gc: a thread allocates with the state of another one (%p)", (void *)self);
	if (__atomic_add_fetch(&heap.stress_calls, 1, __ATOMIC_RELAXED) % world.stress != 0)
		return;
	/* A deep stack is walked rarely, otherwise recursion would cost quadratic time. */
	skip = heap.last_frames / heap.config.stress_frames;
	if (skip != 0 && __atomic_add_fetch(&heap.stress_skipped, 1, __ATOMIC_RELAXED) % (skip + 1) != 0)
		return;
	collect(self, COLLECT_AUTO);
}
