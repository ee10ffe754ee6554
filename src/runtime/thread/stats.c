/* SPDX-License-Identifier: MIT */
/* stats.c -- statistics that all heaps share, and all of them as text. */
#include "runtime/collector.h"
#include "runtime/lifetime/lifetime.h"

#include <inttypes.h>

void
stats_read_all(struct lr_gc_stats *s)
{
	heap_stats(s);
	pthread_mutex_lock(&world.table_lock);
	s->requested = __atomic_load_n(&world.requested, __ATOMIC_RELAXED);
	s->threads = world.nthreads;
	s->tasks = 0;
	for (const struct thread *t = world.threads; t != NULL; t = t->next) {
		s->tasks++;
		for (const struct task *k = t->tasks; k != NULL; k = k->next)
			s->tasks++;
	}
	s->max_threads = world.max_threads;
	s->global_roots = world.roots.count + world.scanners.count;
	for (size_t i = 1; i < world.ranges.count; i += 2)
		s->global_roots += (uintptr_t)world.ranges.items[i];
	life_stats(s);
	pthread_mutex_unlock(&world.table_lock);
}

void
stats_print(FILE *f)
{
	struct lr_gc_stats s;
	const struct {
		const char *name;
		const uint64_t *value;
	} rows[] = {
		{ "minor collections", &s.minor }, { "full collections", &s.full },
		{ "of these moving", &s.moving }, { "collections asked for", &s.requested },
		{ "roots visited", &s.roots }, { "roots by the last", &s.last_roots },
		{ "frames walked", &s.frames }, { "frames by the last", &s.last_frames },
		{ "deepest stack, frames", &s.max_frames }, { "words registered", &s.global_roots },
		{ "objects marked", &s.marked }, { "marked by the last", &s.last_marked },
		{ "objects moved", &s.moved }, { "bytes moved", &s.moved_bytes },
		{ "objects left by moves", &s.pinned }, { "barriers queued", &s.queued },
		{ "cards scanned", &s.cards },
		{ "objects allocated", &s.allocated_objects }, { "bytes allocated", &s.allocated_bytes },
		{ "objects freed", &s.freed_objects }, { "bytes freed", &s.freed_bytes },
		{ "objects alive", &s.live_objects }, { "bytes alive", &s.live_bytes }, { "heap bytes", &s.heap_bytes },
		{ "alive after full", &s.full_live_objects }, { "bytes after full", &s.full_live_bytes },
		{ "heap bytes at most", &s.peak_heap_bytes }, { "bytes given back", &s.returned_bytes },
		{ "bytes reserved", &s.reserved_bytes },
		{ "nursery bytes", &s.nursery_bytes }, { "nursery bytes taken", &s.fresh_bytes },
		{ "threads attached", &s.threads }, { "threads at most", &s.max_threads }, { "tasks", &s.tasks },
		{ "threads that mark", &s.mark_threads }, { "weak refs cleared", &s.weak_cleared },
		{ "finalizers due", &s.finalizers }, { "finalizers run", &s.finalizers_run },
		{ "finalizers pending", &s.finalizers_pending },
	};

	stats_read_all(&s);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		fprintf(f, "gc: %-22s %" PRIu64 "\n", rows[i].name, *rows[i].value);
	fprintf(f, "gc: %-22s %.3f\n", "pause total, ms", (double)s.pause_ns / 1e6);
	fprintf(f, "gc: %-22s %.3f\n", "pause longest, ms", (double)s.max_pause_ns / 1e6);
	const struct {
		const char *name;
		uint64_t ns;
	} pauses[] = {
		{ "minor pauses, ms", s.minor_ns }, { "full pauses, ms", s.full_ns },
		{ "minor pause p50, ms", s.minor_p50_ns }, { "minor pause p95, ms", s.minor_p95_ns },
		{ "minor pause p99, ms", s.minor_p99_ns }, { "minor pause longest, ms", s.minor_max_ns },
		{ "full pause p50, ms", s.full_p50_ns }, { "full pause p95, ms", s.full_p95_ns },
		{ "full pause p99, ms", s.full_p99_ns }, { "full pause longest, ms", s.full_max_ns },
	};
	for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++)
		fprintf(f, "gc: %-22s %.3f\n", pauses[i].name, (double)pauses[i].ns / 1e6);
}
