/* SPDX-License-Identifier: MIT */
/* finalizer.c -- finalizers: registered, found due by a collection, run on request.
**
** To remove one, a map from objects to their finalizers is made when it is first needed.  Each collection that changes
** the list or moves objects discards it. */
#include "runtime/lifetime/state.h"

#include <stdlib.h>

#define NONE SIZE_MAX

static struct {
	struct address_map by_object; /* object -> its last finalizer */
	bool is_valid;
	size_t removed;            /* how many of the list have been removed */
	struct address_map dead;   /* the same for objects found dead, within one collection */
	struct ptrvec order;
} index_of;

/* Makes space for one more; false: memory is exhausted. */
static bool
reserve(struct finalizer_list *list)
{
	const size_t wider = list->capacity != 0 ? list->capacity * 2 : 64;
	struct finalizer *items;

	if (list->count < list->capacity)
		return true;
	items = realloc(list->items, wider * sizeof *items);
	if (items == NULL)
		return false;
	list->items = items;
	list->capacity = wider;
	return true;
}

/* Removes what is marked as removed, from number `first` on. */
static void
compact(size_t first)
{
	size_t n = first, young = first;

	for (size_t i = first; i < life.finalizers.count; i++) {
		if (i == life.young_finalizers)
			young = n;
		if (life.finalizers.items[i].run != NULL)
			life.finalizers.items[n++] = life.finalizers.items[i];
	}
	if (life.young_finalizers >= first)
		life.young_finalizers = life.young_finalizers >= life.finalizers.count ? n : young;
	life.finalizers.count = n;
	index_of.removed = 0;
	index_of.is_valid = false;
}

/* Puts a finalizer in front of those of its object.  False: memory is exhausted. */
static bool
link_to(struct address_map *map, size_t number)
{
	struct finalizer *f = &life.finalizers.items[number];
	struct address_entry *e = address_map_add(map, f->object, NONE);

	if (e == NULL)
		return false;
	f->next = e->value;
	e->value = number;
	return true;
}

static bool
make_index(void)
{
	if (index_of.is_valid)
		return true;
	address_map_clear(&index_of.by_object);
	for (size_t i = 0; i < life.finalizers.count; i++)
		if (life.finalizers.items[i].run != NULL && !link_to(&index_of.by_object, i))
			return false;
	index_of.is_valid = true;
	return true;
}

int
life_finalizer_add(void *object, lr_finalizer *run, void *user)
{
	int status = LR_RT_OK;

	pthread_mutex_lock(&world.table_lock);
	if (index_of.removed > life.finalizers.count / 2)
		compact(0);
	if (reserve(&life.finalizers)) {
		life.finalizers.items[life.finalizers.count++] = (struct finalizer){ object, run, user, NONE };
		if (index_of.is_valid)
			index_of.is_valid = link_to(&index_of.by_object, life.finalizers.count - 1);
	} else {
		status = LR_RT_E_NOMEM;
	}
	pthread_mutex_unlock(&world.table_lock);
	return status;
}

/* Returns the number of the finalizer that was last added with these arguments, or NONE. */
static size_t
find(const void *object, lr_finalizer *run, const void *user)
{
	const struct finalizer *all = life.finalizers.items;
	size_t i = life.finalizers.count;

	if (make_index()) {
		const struct address_entry *e = address_map_find(&index_of.by_object, object);

		for (i = e != NULL ? e->value : NONE; i != NONE; i = all[i].next)
			if (all[i].run == run && all[i].user == user)
				return i;
		return NONE;
	}
	while (i-- != 0)
		if (all[i].object == object && all[i].run == run && all[i].user == user)
			return i;
	return NONE;
}

int
life_finalizer_remove(void *object, lr_finalizer *run, void *user)
{
	size_t i;

	pthread_mutex_lock(&world.table_lock);
	i = find(object, run, user);
	if (i != NONE) {
		life.finalizers.items[i].run = NULL;
		index_of.removed++;
	}
	pthread_mutex_unlock(&world.table_lock);
	return i != NONE ? LR_RT_OK : LR_RT_E_NOT_FOUND;
}

/* ---- collections ---- */

void
finalizer_mark_pending(void)
{
	for (size_t i = life.first_pending; i < life.pending.count; i++)
		reach_mark(life.pending.items[i].object);
}

void
life_each_pending(void (*visit)(void *user, void *object), void *user)
{
	for (size_t i = life.first_pending; i < life.pending.count; i++)
		visit(user, life.pending.items[i].object);
}

/* Gives up the space of those that have run. */
static void
trim_pending(void)
{
	size_t n = 0;

	for (size_t i = life.first_pending; i < life.pending.count && life.first_pending != 0; i++)
		life.pending.items[n++] = life.pending.items[i];
	if (life.first_pending != 0)
		life.pending.count = n;
	life.first_pending = 0;
}

static void
make_pending(const void *object)
{
	for (size_t i = address_map_find(&index_of.dead, object)->value; i != NONE;) {
		struct finalizer *f = &life.finalizers.items[i];

		if (!reserve(&life.pending))
			lr_gc_fatal("gc: no memory for a list of %zu finalizers", life.pending.count + 1);
		life.pending.items[life.pending.count++] = *f;
		life.finalizers_found++;
		f->run = NULL;
		i = f->next;
	}
}

void
finalizer_find(const struct life_collector *c)
{
	const size_t first = c->full ? 0 : life.young_finalizers, count = life.finalizers.count;

	index_of.is_valid = false;
	for (size_t i = first; i < count; i++)
		if (life.finalizers.items[i].run != NULL && !c->is_live(life.finalizers.items[i].object)
			&& !link_to(&index_of.dead, i))
			lr_gc_fatal("gc: no memory for a list of %zu finalizers", count);
	for (size_t i = first; i < count && index_of.dead.count != 0; i++)
		if (life.finalizers.items[i].run != NULL && !c->is_live(life.finalizers.items[i].object))
			reach_in_order(life.finalizers.items[i].object, &index_of.dead, &index_of.order);
	trim_pending();
	for (size_t i = index_of.order.count; i-- != 0;)
		make_pending(index_of.order.items[i]);
	if (index_of.dead.count != 0)
		__atomic_store_n(&life.notify, true, __ATOMIC_RELAXED);
	__atomic_store_n(&life.npending, life.pending.count - life.first_pending, __ATOMIC_RELAXED);
	index_of.order.count = 0;
	address_map_clear(&index_of.dead);
	compact(first);
	life.young_finalizers = life.finalizers.count;
}

void
finalizer_update(life_updater *update)
{
	for (size_t i = 0; i < life.finalizers.count; i++)
		update(&life.finalizers.items[i].object);
	for (size_t i = life.first_pending; i < life.pending.count; i++)
		update(&life.pending.items[i].object);
}

void
finalizer_fini(void)
{
	free(life.finalizers.items);
	free(life.pending.items);
	address_map_free(&index_of.by_object);
	address_map_free(&index_of.dead);
	ptrvec_free(&index_of.order);
	index_of.is_valid = false;
	index_of.removed = 0;
}

/* ---- running ---- */

bool
life_finalizer_take(struct finalizer *f)
{
	bool found;

	pthread_mutex_lock(&world.table_lock);
	found = life.first_pending < life.pending.count;
	if (found) {
		*f = life.pending.items[life.first_pending++];
		life.finalizers_run++;
	}
	if (life.first_pending == life.pending.count)
		life.first_pending = life.pending.count = 0;
	__atomic_store_n(&life.npending, life.pending.count - life.first_pending, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&world.table_lock);
	return found;
}

size_t
lr_finalizers_pending(void)
{
	return __atomic_load_n(&life.npending, __ATOMIC_RELAXED);
}

void
lr_finalizers_set_hook(lr_finalizers_hook *hook, void *user)
{
	life.hook = hook;
	life.hook_user = user;
}
