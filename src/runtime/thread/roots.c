/* SPDX-License-Identifier: MIT */
/* roots.c -- global roots: variables that are visited for as long as they are registered. */
#include "runtime/thread/thread.h"

#include <string.h>

int
lr_gc_add_root(void **slot)
{
	int status;

	if (slot == NULL || (uintptr_t)slot % sizeof(void *) != 0)
		return LR_RT_E_ARG;
	status = runtime_begin();
	if (status != LR_RT_OK)
		return status;
	pthread_mutex_lock(&world.table_lock);
	if (world.roots.count == world.roots.capacity && !ptrvec_reserve(&world.roots))
		status = LR_RT_E_NOMEM;
	else
		world.roots.items[world.roots.count++] = slot;
	pthread_mutex_unlock(&world.table_lock);
	return status;
}

int
lr_gc_remove_root(void **slot)
{
	int status = runtime_begin();
	struct ptrvec *v = &world.roots;

	if (status != LR_RT_OK)
		return status;
	status = LR_RT_E_ARG;
	pthread_mutex_lock(&world.table_lock);
	/* Searches from the end, because the root that was added last is most often removed first. */
	for (size_t i = v->count; i-- > 0;) {
		if (v->items[i] != slot)
			continue;
		memmove(&v->items[i], &v->items[i + 1], (v->count - i - 1) * sizeof v->items[0]);
		v->count--;
		status = LR_RT_OK;
		break;
	}
	pthread_mutex_unlock(&world.table_lock);
	return status;
}
