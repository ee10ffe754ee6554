/* SPDX-License-Identifier: MIT */
/* init.c -- start and end of the runtime, and its configuration. */
#include "runtime/inspect/inspect.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/thread/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 4 };     /* to mark by, unless the configuration says more */

static const struct lr_gc_config defaults = {
	.struct_size = sizeof(struct lr_gc_config),
	.mode = LR_GC_GENERATIONAL,
	.full_every = 64,
	.stress_frames = 512,
	.nursery_bytes = (size_t)4 << 20,
	.nursery_max_bytes = (size_t)32 << 20,
	.quarantine_bytes = (size_t)32 << 20,
	.stop_warning_ms = 10000,
};

static struct {
	pthread_mutex_t lock;
	int ready;                 /* atomic */
	bool end_is_watched;       /* end_at_exit is registered */
	bool leaked;               /* the process is to end with status 1 */
} life = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Parses a number that may end in k, m or g. */
static bool
parse_number(const char *text, uint64_t max, uint64_t *value)
{
	char *end;
	unsigned long long n;
	unsigned shift = 0;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (end == text || errno != 0 || *text == '-')
		return false;
	switch (*end) {
	case 'k': case 'K': shift = 10, end++; break;
	case 'm': case 'M': shift = 20, end++; break;
	case 'g': case 'G': shift = 30, end++; break;
	default: break;
	}
	if (*end != '\0' || n > max >> shift)
		return false;
	*value = (uint64_t)n << shift;
	return true;
}

/* Returns the number in an environment variable, or `otherwise` if it is unset or no number. */
static uint64_t
number_from_env(const char *name, uint64_t max, uint64_t otherwise)
{
	const char *text = getenv(name);
	uint64_t value = otherwise;

	if (text != NULL && *text != '\0' && !parse_number(text, max, &value))
		fprintf(stderr, "lateroot: %s=%s is ignored: not a number in range\n", name, text);
	return value;
}

static void
print_at_exit(void)
{
	if (__atomic_load_n(&life.ready, __ATOMIC_ACQUIRE))
		stats_print(stderr);
}

/* A write to a dead object shows when the object leaves the quarantine, which in a short program happens here. */
static void
check_dead_at_exit(void)
{
	if (__atomic_load_n(&life.ready, __ATOMIC_ACQUIRE)
		&& (world.nthreads == 0 || (world.nthreads == 1 && world.threads == thread_self_tls)))
		heap_at_exit();
}

/* Snapshots and leaks, once more than one thread is not attached: another one may never come to a safepoint again. */
static void
inspect_end(void)
{
	if (!inspect_is_wanted())
		return;
	if (lr_thread_attach() != LR_RT_OK || world.nthreads > 1) {
		inspect_refuse_end(world.nthreads);
		return;
	}
	if (inspect_at_end(thread_self_tls))
		life.leaked = true;
}

static void
end_at_exit(void)
{
	if (__atomic_load_n(&life.ready, __ATOMIC_ACQUIRE))
		inspect_end();
	if (!life.leaked)
		return;
	fflush(NULL);
	_exit(EXIT_FAILURE);
}

/* Registered before what else is done at exit, so that it comes last. */
static void
watch_end(void)
{
	if (!life.end_is_watched && inspect_is_wanted())
		life.end_is_watched = atexit(end_at_exit) == 0;
}

/* What the heap cannot do is left out, with a message. */
static void
drop_refused(struct lr_gc_config *c)
{
	const char *why = heap_refuses(c);

	if (why == NULL)
		return;
	fprintf(stderr, "lateroot: LATEROOT_GC_* in the environment are ignored: %s\n", why);
	*c = defaults;
}

/* Replaces zeros by the defaults. */
static void
fill_in(struct lr_gc_config *c)
{
	if (c->nursery_bytes == 0)
		c->nursery_bytes = defaults.nursery_bytes;
	if (c->nursery_max_bytes == 0)
		c->nursery_max_bytes = defaults.nursery_max_bytes;
	if (c->threads == 0)
		c->threads = os_processors() < MOST_THREADS ? os_processors() : MOST_THREADS;
	if (c->stop_warning_ms == 0)
		c->stop_warning_ms = defaults.stop_warning_ms;
}

static void
read_environment(void)
{
	const char *mode = getenv("LATEROOT_GC_MODE");
	struct lr_gc_config *c = &heap_config;

	lr_environment_check();
	*c = defaults;
	c->stress = (uint32_t)number_from_env("LATEROOT_GC_STRESS", UINT32_MAX, 0);
	c->nursery_bytes = (size_t)number_from_env("LATEROOT_GC_NURSERY", SIZE_MAX, 0);
	c->nursery_max_bytes = (size_t)number_from_env("LATEROOT_GC_NURSERY_MAX", SIZE_MAX,
		c->nursery_bytes != 0 ? c->nursery_bytes : defaults.nursery_max_bytes);
	c->threads = (uint32_t)number_from_env("LATEROOT_GC_THREADS", UINT32_MAX, 0);
	c->verify_heap = (uint32_t)number_from_env("LATEROOT_GC_VERIFY_HEAP", 1, 0);
	c->limit_bytes = (size_t)number_from_env("LATEROOT_GC_LIMIT", SIZE_MAX, 0);
	c->verify = (uint32_t)number_from_env("LATEROOT_GC_VERIFY", 1, 0);
	c->debug = (uint32_t)number_from_env("LATEROOT_GC_DEBUG", 1, 0);
	c->stop_warning_ms = (uint32_t)number_from_env("LATEROOT_GC_STOP_WARNING", UINT32_MAX,
		defaults.stop_warning_ms);
	if (c->stop_warning_ms == 0) /* which is the default in a configuration */
		c->stop_warning_ms = UINT32_MAX;
	c->leaks = (uint32_t)number_from_env("LATEROOT_GC_LEAKS", LR_GC_LEAKS_ALL, 0);
	if (c->debug != 0 && c->stress == 0)
		c->stress = 1;
	if (mode != NULL && strcmp(mode, "full") == 0)
		c->mode = LR_GC_FULL;
	else if (mode != NULL && strcmp(mode, "moving") == 0)
		c->mode = LR_GC_MOVING;
	else if (mode != NULL && *mode != '\0' && strcmp(mode, "generational") != 0)
		fprintf(stderr, "lateroot: LATEROOT_GC_MODE=%s is ignored: none of full, generational, moving\n", mode);
	drop_refused(c);
	fill_in(c);
	world.stress = c->stress;
	world.stop_warning_ms = c->stop_warning_ms;
	heap_configured();
	watch_end();
	if (!inspect_watch_signal((int)number_from_env("LATEROOT_GC_SNAPSHOT_SIGNAL", 64, 0)))
		fprintf(stderr, "lateroot: LATEROOT_GC_SNAPSHOT_SIGNAL is ignored: no such signal can be handled\n");
	if (c->stress != 0)
		atexit(check_dead_at_exit);
	if (number_from_env("LATEROOT_GC_STATS", 1, 0) != 0)
		atexit(print_at_exit);
}

int
runtime_begin(void)
{
	int status = LR_RT_OK;

	if (__atomic_load_n(&life.ready, __ATOMIC_ACQUIRE))
		return LR_RT_OK;
	pthread_mutex_lock(&life.lock);
	if (!life.ready) {
		status = heap_init();
		if (status == LR_RT_OK) {
			status = safepoint_init();
			if (status != LR_RT_OK)
				heap_fini();
		}
		if (status == LR_RT_OK) {
			types_init();
			world.last_frames = world.stress_calls = world.stress_skipped = world.requested = 0;
			world.max_threads = 0;
			read_environment();
			__atomic_store_n(&life.ready, 1, __ATOMIC_RELEASE);
		}
	}
	pthread_mutex_unlock(&life.lock);
	return status;
}

int
lr_runtime_init(void)
{
	return lr_thread_attach();
}

int
lr_runtime_shutdown(void)
{
	if (!__atomic_load_n(&life.ready, __ATOMIC_ACQUIRE))
		return LR_RT_OK;
	if (world.nthreads > 1 || (world.nthreads == 1 && world.threads != thread_self_tls))
		return LR_RT_E_STATE;
	if (world.nthreads == 1 && world.threads->pub.current_task != &world.threads->root.pub)
		return LR_RT_E_STATE;
	if (number_from_env("LATEROOT_GC_STATS", 1, 0) != 0)
		stats_print(stderr);
	inspect_end();
	__atomic_store_n(&life.ready, 0, __ATOMIC_RELEASE);
	heap_fini();
	thread_free_all();
	life_fini();
	ptrvec_free(&world.roots);
	ptrvec_free(&world.ranges);
	while (world.scanners.count != 0)
		free(world.scanners.items[--world.scanners.count]);
	ptrvec_free(&world.scanners);
	ptrvec_free(&world.static_parents);
	safepoint_fini();
	return LR_RT_OK;
}

/* Copies the first `bytes` bytes of a configuration, which are those that the caller's version of the struct has. */
static void
copy_config(struct lr_gc_config *to, const struct lr_gc_config *from, size_t bytes)
{
	memcpy((char *)to + sizeof to->struct_size, (const char *)from + sizeof to->struct_size,
		bytes - sizeof to->struct_size);
}

int
lr_gc_get_config(struct lr_gc_config *c)
{
	if (c == NULL || c->struct_size < sizeof c->struct_size)
		return LR_RT_E_ARG;
	int status = runtime_begin();
	if (status != LR_RT_OK)
		return status;
	copy_config(c, &heap_config, c->struct_size < sizeof *c ? c->struct_size : sizeof *c);
	return LR_RT_OK;
}

int
lr_gc_configure(const struct lr_gc_config *c)
{
	struct lr_gc_config new;

	if (c == NULL || c->struct_size < sizeof c->struct_size)
		return LR_RT_E_ARG;
	int status = lr_thread_attach();
	if (status != LR_RT_OK)
		return status;
	new = heap_config;
	copy_config(&new, c, c->struct_size < sizeof new ? c->struct_size : sizeof new);
	if (new.mode > LR_GC_MOVING || new.leaks > LR_GC_LEAKS_ALL)
		return LR_RT_E_ARG;
	if (new.full_every == 0)
		new.full_every = defaults.full_every;
	if (new.stress_frames == 0)
		new.stress_frames = defaults.stress_frames;
	if (new.debug != 0 && new.stress == 0)
		new.stress = 1;
	fill_in(&new);
	if (new.quarantine_bytes == 0)
		new.quarantine_bytes = defaults.quarantine_bytes;
	if (heap_refuses(&new) != NULL)
		return LR_RT_E_ARG;
	lr_world_stop();
	heap_config = new;
	world.stress = new.stress;
	world.stop_warning_ms = new.stop_warning_ms;
	heap_configured();
	lr_world_resume();
	watch_end();
	return LR_RT_OK;
}
