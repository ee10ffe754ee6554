/* SPDX-License-Identifier: MIT */
/* times.c -- the table of times of passes. */
#include "host/context.h"

#include <time.h>

double
times_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void
times_add(lr_context *cx, const char *name, double seconds)
{
	if (cx->options.time_passes && cx->ntimes < cx->times_cap)
		cx->times[cx->ntimes++] = (struct pass_time){ name, seconds };
}
