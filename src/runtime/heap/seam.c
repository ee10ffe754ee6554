/* SPDX-License-Identifier: MIT */
/* seam.c -- the reference heap as the rest of the runtime sees it (../collector.h). */
#include "runtime/heap/debug.h"

int
heap_init(void)
{
	return pages_init();
}

void
heap_fini(void)
{
	if (world.nthreads == 1)
		alloc_return_runs(world.threads);
	quarantine_trim(0);
	sweep_everything();
	quarantine_fini();
	mark_fini();
	moving_fini();
	pages_fini();
}

void
heap_at_exit(void)
{
	quarantine_trim(0);
}

const char *
heap_refuses(const struct lr_gc_config *c)
{
	(void)c;
	return NULL;
}

void
heap_configured(void)
{
	if (heap_config.mode != heap.config.mode)
		heap.since_full = UINT32_MAX; /* the next collection is a full one */
	heap.config = heap_config;
	nursery_reset();
	quarantine_trim(heap.config.stress != 0 ? heap.config.quarantine_bytes : 0);
	for (struct thread *t = heap.config.stress != 0 ? world.threads : NULL; t != NULL; t = t->next)
		alloc_return_runs(t);
}

bool
heap_thread_begin(struct thread *t)
{
	(void)t;
	return true;
}

/* The next sweep finds the thread's pages, because they are in heap.young. */
void
heap_thread_end(struct thread *t)
{
	/* Other threads that look into pages follow `run` to this thread's memory, which is freed soon. */
	pthread_mutex_lock(&heap.lock);
	alloc_return_runs(t);
	pthread_mutex_unlock(&heap.lock);
	stats_flush(t);
}

void
heap_queue(struct thread *self, void *parent)
{
	if (world.stress != 0 && heap_contains(parent) && pages_find_beside_threads(parent).what != LR_GC_OBJECT)
		lr_gc_fatal("gc: write barrier: %p is no object", parent);
	/* Without the bit, the barrier does not fire again.  The thread that clears the bit queues the object. */
	if (!(__atomic_fetch_and(tag_of(parent), ~(uintptr_t)LR_TAG_OLD, __ATOMIC_RELAXED) & LR_TAG_OLD))
		return;
	thread_count(&self->queued_count, 1);
	if (heap_contains(parent))
		ptrvec_push(&self->queued, parent);
	else
		world_add_static_parent(parent);
}

void
heap_queue_slot(struct thread *self, void *parent, const void *slot)
{
	bool first;

	/* Programs that fill old arrays come here at each store. */
	if (rt_likely(world.stress == 0) && cards_know(parent, slot))
		return;
	if (!heap_contains(parent) || (world.stress != 0 && pages_find_beside_threads(parent).what != LR_GC_OBJECT)
		|| !cards_remember(parent, slot, &first)) {
		heap_queue(self, parent);
		return;
	}
	if (!first)
		return;
	thread_count(&self->queued_count, 1);
	ptrvec_push(&self->queued, (void *)((uintptr_t)parent | QUEUED_CARDS));
}

void
heap_stats(struct lr_gc_stats *s)
{
	stats_read(s);
}

void
heap_fault(const void *address, const void *context)
{
	debug_fault(address, context);
}
