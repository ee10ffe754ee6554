/* SPDX-License-Identifier: MIT */
/* pauses.h -- lengths of pauses of one kind, counted by size: PAUSE_STEPS counters for each power of two of
** nanoseconds. */
#ifndef LR_RUNTIME_WORLD_PAUSES_H
#define LR_RUNTIME_WORLD_PAUSES_H

#include "runtime/runtime.h"

enum { PAUSE_STEPS = 16, PAUSE_COUNTERS = 40 * PAUSE_STEPS };
struct pauses {
	uint32_t counts[PAUSE_COUNTERS];
	uint64_t n, longest, total;
};

void pauses_add(struct pauses *, uint64_t ns);
/* Fills in what the statistics say of pauses of both kinds. */
void pauses_stats(const struct pauses *minor, const struct pauses *full, struct lr_gc_stats *);

#endif
