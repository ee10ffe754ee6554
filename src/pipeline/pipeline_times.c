/* SPDX-License-Identifier: MIT */
/* pipeline_times.c -- the table of times of a pipeline's steps. */
#include <stdio.h>

#include "pipeline/pipeline.h"

lr_status
pipeline_prepare_times(lr_context *cx, const struct pipeline *p)
{
	const size_t n = p->nsteps, room = n + EXTRA_TIMES;

	cx->ntimes = 0;
	cx->nstep_times = n;
	arena_reset(&cx->times_names);
	if (room > cx->times_cap) {
		void *times = lr_realloc(cx, cx->times, cx->times_cap * sizeof *cx->times, room * sizeof *cx->times);
		if (times == NULL)
			return lr_nomem(cx);
		cx->times = times;
		cx->times_cap = room;
	}
	for (size_t i = 0; i < n; i++) {
		cx->times[i] = (struct pass_time){ arena_strdup(&cx->times_names, p->steps[i].name), 0 };
		if (cx->times[i].name == NULL)
			return lr_nomem(cx);
	}
	return LR_OK;
}

void
pipeline_report_times(lr_context *cx)
{
	char line[200];

	lr_dump_text(cx, "; *** Time of passes, ms ***\n", 29);
	for (size_t i = 0; i < cx->ntimes; i++) {
		if (cx->times[i].seconds <= 0) /* the plug-in has a row for every pass of the library */
			continue;
		int n = snprintf(line, sizeof line, "; %10.3f  %.150s\n", cx->times[i].seconds * 1e3,
			cx->times[i].name);
		lr_dump_text(cx, line, (size_t)n);
	}
}
