/* SPDX-License-Identifier: MIT */
/* environment.c -- what LATEROOT_GC_SNAPSHOT and LATEROOT_GC_LEAKS ask for at the end of the program. */
#include "runtime/inspect/inspect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *
snapshot_path(void)
{
	const char *path = getenv("LATEROOT_GC_SNAPSHOT");

	return path != NULL && *path != '\0' ? path : NULL;
}

bool
inspect_is_wanted(void)
{
	return snapshot_path() != NULL || heap_config.leaks != 0;
}

static int
walk(lr_heap_visit *visit, void *user)
{
	return heap_walk(thread_self_tls, visit, user);
}

bool
inspect_at_end(struct thread *self)
{
	const char *path = snapshot_path();
	int64_t leaks = 0;

	if (path != NULL) {
		const int status = snapshot_file(walk, path);
		if (status != LR_RT_OK)
			fprintf(stderr, "lateroot: LATEROOT_GC_SNAPSHOT=%s: %s\n", path,
				status == LR_RT_E_SYSTEM ? strerror(errno) : lr_rt_strerror(status));
	}
	if (heap_config.leaks != 0)
		leaks = leaks_report(self, heap_config.leaks, stderr);
	if (leaks < 0)
		fprintf(stderr, "lateroot: leaks were not looked for: %s\n", lr_rt_strerror((int)leaks));
	return leaks != 0;
}
