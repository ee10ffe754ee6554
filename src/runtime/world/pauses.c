/* SPDX-License-Identifier: MIT */
/* pauses.c -- how long the world stands still, as percentiles.
**
** Lengths are counted by size, in steps of a sixteenth of a power of two, so that a percentile is at most 7 % too
** long. */
#include "runtime/world/pauses.h"

enum { STEP_BITS = 4 };
_Static_assert(1 << STEP_BITS == PAUSE_STEPS, "steps in a power of two");

static uint32_t
counter_of(uint64_t ns)
{
	if (ns < PAUSE_STEPS)
		return (uint32_t)ns;
	const uint32_t power = 63 - (uint32_t)__builtin_clzll(ns),
		step = (uint32_t)(ns >> (power - STEP_BITS)) - PAUSE_STEPS,
		n = (power - STEP_BITS + 1) * PAUSE_STEPS + step;
	return n < PAUSE_COUNTERS ? n : PAUSE_COUNTERS - 1;
}

/* The longest pause that a counter counts. */
static uint64_t
limit_of(uint32_t n)
{
	if (n < PAUSE_STEPS)
		return n;
	const uint32_t power = n / PAUSE_STEPS - 1;
	return ((uint64_t)(n % PAUSE_STEPS + PAUSE_STEPS + 1) << power) - 1;
}

void
pauses_add(struct pauses *p, uint64_t ns)
{
	p->counts[counter_of(ns)]++;
	p->n++;
	p->total += ns;
	if (ns > p->longest)
		p->longest = ns;
}

/* Returns the length that so many of 100 pauses do not exceed. */
static uint64_t
percentile(const struct pauses *p, unsigned percent)
{
	const uint64_t wanted = (p->n * percent + 99) / 100;
	uint64_t seen = 0;

	for (uint32_t n = 0; n < PAUSE_COUNTERS && p->n != 0; n++) {
		seen += p->counts[n];
		if (seen >= wanted)
			return limit_of(n) < p->longest ? limit_of(n) : p->longest;
	}
	return p->longest;
}

void
pauses_stats(const struct pauses *minor, const struct pauses *full, struct lr_gc_stats *s)
{
	s->minor_p50_ns = percentile(minor, 50);
	s->minor_p95_ns = percentile(minor, 95);
	s->minor_p99_ns = percentile(minor, 99);
	s->minor_max_ns = minor->longest;
	s->minor_ns = minor->total;
	s->full_p50_ns = percentile(full, 50);
	s->full_p95_ns = percentile(full, 95);
	s->full_p99_ns = percentile(full, 99);
	s->full_max_ns = full->longest;
	s->full_ns = full->total;
}
