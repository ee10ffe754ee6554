/* SPDX-License-Identifier: MIT */
/* inspect.c -- collection off and on, the walk over all objects, snapshots and reports of leaks. */
#include "runtime/inspect/inspect.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/thread/thread.h"

int
lr_gc_disable(void)
{
	uint32_t n = __atomic_load_n(&world.gc_off, __ATOMIC_RELAXED);

	(void)lr_get_pgcstack(); /* attached and GC-unsafe, the thread waits for no collection that is under way */
	do {
		if (n == UINT32_MAX)
			return LR_RT_E_STATE;
	} while (!__atomic_compare_exchange_n(&world.gc_off, &n, n + 1, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	return LR_RT_OK;
}

int
lr_gc_enable(void)
{
	uint32_t n = __atomic_load_n(&world.gc_off, __ATOMIC_RELAXED);

	do {
		if (n == 0)
			return LR_RT_E_STATE;
	} while (!__atomic_compare_exchange_n(&world.gc_off, &n, n - 1, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	return LR_RT_OK;
}

uint32_t
lr_gc_disabled(void)
{
	return __atomic_load_n(&world.gc_off, __ATOMIC_ACQUIRE);
}

int
lr_heap_walk(lr_heap_visit *visit, void *user)
{
	if (visit == NULL)
		return LR_RT_E_ARG;
	return heap_walk(thread_self(), visit, user);
}

struct showing { lr_heap_reference_visit *visit; void *user; };

static void
show_slot(void *user, void **slot)
{
	const struct showing *s = user;

	if (rt_is_reference(*slot))
		s->visit(s->user, slot, *slot);
}

int
lr_heap_references(const void *object, lr_heap_reference_visit *visit, void *user)
{
	struct showing s = { visit, user };

	if (visit == NULL || !rt_is_reference(object))
		return LR_RT_E_ARG;
	heap_each_reference((void *)(uintptr_t)object, show_slot, &s);
	return LR_RT_OK;
}

int
lr_heap_snapshot(lr_snapshot_write *write, void *user)
{
	return write != NULL ? snapshot_write(lr_heap_walk, write, user) : LR_RT_E_ARG;
}

int
lr_heap_snapshot_file(const char *path)
{
	return path != NULL ? snapshot_file(lr_heap_walk, path) : LR_RT_E_ARG;
}

int64_t
lr_gc_leaks(uint32_t what, FILE *report)
{
	if (what != LR_GC_LEAKS_EXPECTED && what != LR_GC_LEAKS_ALL)
		return LR_RT_E_ARG;
	lr_gc_collect(1); /* a heap of one's own has this function alone */
	return leaks_report(thread_self(), what, report);
}

static int
expect(void *object, const char *why, bool dead)
{
	if (!rt_is_reference(object) || lr_tag(object) & LR_TAG_STATIC)
		return LR_RT_E_ARG;
	(void)lr_get_pgcstack(); /* attaches the thread */
	return life_expect(object, why, dead);
}

int
lr_gc_expect_dead(void *object, const char *why)
{
	return expect(object, why, true);
}

int
lr_gc_expect_alive(void *object)
{
	return expect(object, NULL, false);
}

int
lr_heap_snapshot_status(void)
{
	return inspect_end_status();
}
