/* SPDX-License-Identifier: MIT */
/* stats.c -- statistics as text. */
#include "runtime/collector.h"

#include <inttypes.h>

void
stats_print(FILE *f)
{
	struct lr_gc_stats s;
	const struct {
		const char *name;
		const uint64_t *value;
	} rows[] = {
		{ "minor collections", &s.minor }, { "full collections", &s.full },
		{ "roots visited", &s.roots }, { "frames walked", &s.frames },
		{ "deepest stack, frames", &s.max_frames }, { "objects marked", &s.marked },
		{ "objects moved", &s.moved }, { "barriers queued", &s.queued },
		{ "cards scanned", &s.cards },
		{ "objects allocated", &s.allocated_objects }, { "bytes allocated", &s.allocated_bytes },
		{ "objects freed", &s.freed_objects }, { "bytes freed", &s.freed_bytes },
		{ "objects alive", &s.live_objects }, { "bytes alive", &s.live_bytes }, { "heap bytes", &s.heap_bytes },
	};

	heap_stats(&s);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		fprintf(f, "gc: %-22s %" PRIu64 "\n", rows[i].name, *rows[i].value);
	fprintf(f, "gc: %-22s %.3f\n", "pause total, ms", (double)s.pause_ns / 1e6);
	fprintf(f, "gc: %-22s %.3f\n", "pause longest, ms", (double)s.max_pause_ns / 1e6);
	const struct {
		const char *name;
		uint64_t ns;
	} pauses[] = {
		{ "minor pause p50, ms", s.minor_p50_ns }, { "minor pause p95, ms", s.minor_p95_ns },
		{ "minor pause p99, ms", s.minor_p99_ns }, { "minor pause longest, ms", s.minor_max_ns },
		{ "full pause p50, ms", s.full_p50_ns }, { "full pause p95, ms", s.full_p95_ns },
		{ "full pause p99, ms", s.full_p99_ns }, { "full pause longest, ms", s.full_max_ns },
	};
	for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++)
		fprintf(f, "gc: %-22s %.3f\n", pauses[i].name, (double)pauses[i].ns / 1e6);
}
