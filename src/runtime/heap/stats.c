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
	*s = heap.stats;
	/* Other threads go on counting, so their numbers may be slightly old. */
	for (const struct thread *t = world.threads; t != NULL; t = t->next) {
		/* The unused rest of the runs is read first: a run is counted before it is visible. */
		for (uint32_t c = 0; c < LR_SIZE_CLASS_COUNT; c++) {
			uint32_t left = alloc_left(&t->pub.runs[c], c);

			s->allocated_objects -= left;
			s->allocated_bytes -= (uint64_t)left * heap_classes[c];
		}
		s->allocated_objects += __atomic_load_n(&t->allocated_objects, __ATOMIC_ACQUIRE);
		s->allocated_bytes += __atomic_load_n(&t->allocated_bytes, __ATOMIC_RELAXED);
		s->queued += __atomic_load_n(&t->queued_count, __ATOMIC_RELAXED);
	}
	s->heap_bytes = (uint64_t)__atomic_load_n(&heap.used_pages, __ATOMIC_RELAXED) << PAGE_SHIFT;
	s->nursery_bytes = heap.nursery;
	s->minor_p50_ns = pauses_percentile(&heap.minor_pauses, 50);
	s->minor_p95_ns = pauses_percentile(&heap.minor_pauses, 95);
	s->minor_p99_ns = pauses_percentile(&heap.minor_pauses, 99);
	s->minor_max_ns = heap.minor_pauses.longest;
	s->full_p50_ns = pauses_percentile(&heap.full_pauses, 50);
	s->full_p95_ns = pauses_percentile(&heap.full_pauses, 95);
	s->full_p99_ns = pauses_percentile(&heap.full_pauses, 99);
	s->full_max_ns = heap.full_pauses.longest;
	pthread_mutex_unlock(&world.table_lock);
	s->live_objects = s->allocated_objects - s->freed_objects;
	s->live_bytes = s->allocated_bytes - s->freed_bytes;
}
