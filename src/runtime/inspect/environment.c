/* SPDX-License-Identifier: MIT */
/* environment.c -- what LATEROOT_GC_SNAPSHOT and LATEROOT_GC_LEAKS ask for at the end of the program, and what a signal
** does. */
#include "runtime/inspect/inspect.h"
#include "runtime/os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int end_status;             /* of the snapshot at the end; atomic */

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

static int
write_to(const char *path)
{
	const int status = snapshot_file(walk, path);

	if (status != LR_RT_OK)
		fprintf(stderr, "lateroot: LATEROOT_GC_SNAPSHOT=%s: %s\n", path,
			status == LR_RT_E_SYSTEM ? strerror(errno) : lr_rt_strerror(status));
	return status;
}

/* ---- on request: the signal asks, and the next collection answers ---- */

static void
on_signal(int signal)
{
	(void)signal;
	__atomic_store_n(&world.asked, 1, __ATOMIC_RELEASE);
}

static void
write_next(void)
{
	static uint32_t number;    /* atomic */
	const char *path = snapshot_path();
	char name[4096];
	const uint32_t n = __atomic_add_fetch(&number, 1, __ATOMIC_RELAXED);

	if (path != NULL && (size_t)snprintf(name, sizeof name, "%s.%u", path, n) < sizeof name)
		write_to(name);
}

bool
inspect_watch_signal(int signal)
{
	if (signal == 0)
		return true;
	if (snapshot_path() == NULL) {
		fprintf(stderr, "lateroot: LATEROOT_GC_SNAPSHOT_SIGNAL=%d is ignored: LATEROOT_GC_SNAPSHOT, which "
			"names the file, is not set\n", signal);
		return true;
	}
	world.after_collection = write_next;
	return os_watch_signal(signal, on_signal);
}

/* ---- at the end ---- */

int
inspect_end_status(void)
{
	return __atomic_load_n(&end_status, __ATOMIC_RELAXED);
}

void
inspect_refuse_end(uint32_t nthreads)
{
	fprintf(stderr, "lateroot: no snapshot and no search for leaks: %u threads are attached\n", nthreads);
	if (snapshot_path() != NULL)
		__atomic_store_n(&end_status, LR_RT_E_STATE, __ATOMIC_RELAXED);
}

bool
inspect_at_end(struct thread *self)
{
	const char *path = snapshot_path();
	int64_t leaks = 0;

	if (path != NULL)
		__atomic_store_n(&end_status, write_to(path), __ATOMIC_RELAXED);
	if (heap_config.leaks != 0)
		leaks = leaks_report(self, heap_config.leaks, stderr);
	if (leaks < 0)
		fprintf(stderr, "lateroot: leaks were not looked for: %s\n", lr_rt_strerror((int)leaks));
	return leaks != 0;
}
