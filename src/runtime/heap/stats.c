/* SPDX-License-Identifier: MIT */
/* stats.c -- statistics of the heap. */
#include "runtime/heap/heap.h"

void
stats_flush(struct thread *t)
{
	heap.stats.allocated_objects += t->allocated_objects;
	heap.stats.allocated_bytes += t->allocated_bytes;
	heap.stats.queued += t->queued_count;
	t->allocated_objects = t->allocated_bytes = t->queued_count = 0;
}

void
stats_read(struct lr_gc_stats *s)
{
	pthread_mutex_lock(&world.table_lock);
	pthread_mutex_lock(&heap.lock); /* allocation counts pages */
	*s = heap.stats;
	s->fresh_bytes = heap.young_bytes;
	s->heap_bytes = (uint64_t)heap.used_pages << PAGE_SHIFT;
	pthread_mutex_unlock(&heap.lock);
	/* Other threads go on counting, so their numbers may be slightly old. */
	for (const struct thread *t = world.threads; t != NULL; t = t->next) {
		/* The unused rest of the runs is read first: a run is counted before it is visible. */
		for (uint32_t c = 0; c < LR_SIZE_CLASS_COUNT; c++) {
			uint32_t left = alloc_left(&t->pub.runs[c], c);

			s->allocated_objects -= left;
			s->allocated_bytes -= (uint64_t)left * heap_classes[c];
		}
		s->allocated_objects += __atomic_load_n(&t->allocated_objects, __ATOMIC_RELAXED);
		s->allocated_bytes += __atomic_load_n(&t->allocated_bytes, __ATOMIC_RELAXED);
		s->queued += __atomic_load_n(&t->queued_count, __ATOMIC_RELAXED);
	}
	s->nursery_bytes = heap.nursery;
	s->reserved_bytes = heap.bytes;
	if (s->heap_bytes > s->peak_heap_bytes)
		s->peak_heap_bytes = s->heap_bytes;
	s->mark_threads = heap.config.threads;
	pauses_stats(&heap.minor_pauses, &heap.full_pauses, s);
	pthread_mutex_unlock(&world.table_lock);
	s->live_objects = s->allocated_objects - s->freed_objects;
	s->live_bytes = s->allocated_bytes - s->freed_bytes;
}

void
stats_note_peak(void)
{
	const uint64_t bytes = (uint64_t)heap.used_pages << PAGE_SHIFT;

	if (bytes > heap.stats.peak_heap_bytes)
		heap.stats.peak_heap_bytes = bytes;
}

void
stats_after_collection(uint64_t marked_before)
{
	stats_note_peak(); /* moves take pages before they give others back */
	heap.stats.last_marked = heap.stats.marked - marked_before;
	if (!heap.full)
		return;
	heap.stats.moving += heap.config.mode == LR_GC_MOVING;
	heap.stats.full_live_objects = heap.stats.allocated_objects - heap.stats.freed_objects;
	heap.stats.full_live_bytes = heap.stats.allocated_bytes - heap.stats.freed_bytes;
}
