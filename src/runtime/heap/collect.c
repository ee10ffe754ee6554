/* SPDX-License-Identifier: MIT */
/* collect.c -- when to collect, and the collection itself. */
#include "runtime/heap/debug.h"
#include "runtime/heap/scan.h"
#include "runtime/lifetime/lifetime.h"

#include <string.h>
#include <time.h>

enum {
	STRESS_LIVE_PER_COLLECTION = 32
};

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
	} else if (nursery_is_left_out() || live > nursery_full_due()) {
		return true;
	}
	return heap.since_full + 1 >= every;
}

/* Removes the marks of all objects. */
static void
clear_marks(void)
{
	for (uint32_t n = pages_next_live(0); n != PAGE_NONE; n = pages_next_live(n + 1))
		memset(&heap.marks[(size_t)n * PAGE_MARK_WORDS], 0, PAGE_MARK_WORDS * sizeof *heap.marks);
}

static bool
is_live(const void *object)
{
	return !rt_is_reference(object) || !heap_contains(object) || heap_is_marked(object);
}

static bool
mark(void *object)
{
	if (is_live(object))
		return false;
	heap_mark(object, false);
	*tag_of(object) |= COLOUR;
	heap.stats.marked++;
	return true;
}

void
heap_each_reference(void *object, void (*visit)(void *user, void **slot), void *user)
{
	scan_all(object, lr_type_of(object), visit, user);
}

/* Runs a collection.  The world is stopped. */
static void
run(enum collect_kind kind)
{
	const uint64_t start = now_ns();
	uint64_t pause;

	for (struct thread *t = world.threads; t != NULL; t = t->next) {
		alloc_return_runs(t);
		stats_flush(t);
	}
	stats_note_peak();
	if (heap.config.debug)
		debug_check_heap();
	heap.full = kind == COLLECT_FULL || heap.config.mode == LR_GC_MOVING || heap.config.debug
		|| (kind == COLLECT_AUTO && full_is_due());
	heap.collections++;
	if (heap.config.verify_heap)
		verify_tags();
	if (heap.full)
		clear_marks();
	const uint64_t young = heap.young_bytes;
	const struct lr_gc_stats before = heap.stats;
	mark_roots_and_drain();
	life_after_mark(&(struct life_collector){ heap.full, is_live, mark, heap_each_reference });
	if (heap.config.verify_heap)
		verify_heap();
	sweep();
	if (heap.config.mode == LR_GC_MOVING)
		moving_evacuate();
	if (heap.full) {
		heap.stats.full++;
		heap.since_full = 0;
		heap.live_after_full = heap.stats.allocated_bytes - heap.stats.freed_bytes;
		nursery_after_full();
		pages_return();
	} else {
		heap.stats.minor++;
		heap.since_full++;
		const uint64_t died = heap.stats.freed_bytes - before.freed_bytes;
		nursery_adapt(&(struct minor){ .young_bytes = young, .survived_bytes = young > died ? young - died : 0,
			.marked = heap.stats.marked - before.marked,
			.freed = heap.stats.freed_objects - before.freed_objects,
			.cards = heap.stats.cards - before.cards });
	}
	stats_after_collection(before.marked);
	pause = now_ns() - start;
	heap.stats.pause_ns += pause;
	pauses_add(heap.full ? &heap.full_pauses : &heap.minor_pauses, pause);
	if (pause > heap.stats.max_pause_ns)
		heap.stats.max_pause_ns = pause;
}

bool
collect(struct thread *self, enum collect_kind kind)
{
	if (rt_gc_is_off()) {
		world_poll(self);
		return true;
	}
	if (!world_try_stop(self))
		return false;
	if (!rt_gc_is_off())
		run(kind);
	world_resume();
	life_after_collection();
	return true;
}

/* The walk that has the world stopped. */
static struct { lr_heap_visit *visit; void *user; int result; } walking;

static void
show_cell(char *cell, size_t bytes)
{
	const struct lr_type *type = lr_type_of(cell + TAG_BYTES);
	const struct lr_heap_object o = { .struct_size = sizeof o, .object = cell + TAG_BYTES,
		.type = (uintptr_t)type >= LR_SMALL_VALUE_LIMIT ? type : NULL, .bytes = bytes,
		.generation = lr_tag(cell + TAG_BYTES) & LR_TAG_MARKED ? 1 : 0 };

	if (walking.result == 0)
		walking.result = walking.visit(walking.user, &o);
}

int
heap_walk(struct thread *self, lr_heap_visit *visit, void *user)
{
	int result;

	while (!world_try_stop(self))
		;
	if (!rt_gc_is_off())
		run(COLLECT_FULL);
	else
		for (struct thread *t = world.threads; t != NULL; t = t->next)
			alloc_return_runs(t);
	walking.visit = visit;
	walking.user = user;
	walking.result = 0;
	pages_visit_cells(show_cell);
	result = walking.result;
	world_resume();
	life_after_collection();
	return result;
}
