/* SPDX-License-Identifier: MIT */
/* inspect.c -- collection off and on, and the walk over all objects. */
#include "runtime/collector.h"
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
