/* roots.c -- global roots: variables that are visited for as long as they are registered.  Also the growing array of
** pointers that they and the collector's lists are made of. */
#include "runtime/runtime.h"

#include <stdlib.h>
#include <string.h>

/* False: no memory. */
static bool
make_room(struct ptrvec *v)
{
	size_t room = v->room != 0 ? v->room * 2 : 64;
	void **items = realloc(v->items, room * sizeof *items);

	if (items == NULL)
		return false;
	v->items = items;
	v->room = room;
	return true;
}

void
ptrvec_grow(struct ptrvec *v)
{
	if (!make_room(v))
		lr_gc_fatal("gc: no memory for a list of %zu pointers", v->count + 1);
}

void
ptrvec_free(struct ptrvec *v)
{
	free(v->items);
	*v = (struct ptrvec){ 0 };
}

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
	if (world.roots.count == world.roots.room && !make_room(&world.roots))
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
	/* From the end: what was added last is most often removed first. */
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
