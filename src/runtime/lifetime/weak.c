/* SPDX-License-Identifier: MIT */
/* weak.c -- weak references and ephemerons.
**
** Targets do not change.  So what survived a collection together with its target needs no look before the next full
** one: lists of young and old holders are kept apart. */
#include "runtime/lifetime/state.h"

LR_TYPE_DEFINE(lr_type_weak, .name = "Weak", .size_bytes = sizeof(struct weak));
LR_TYPE_DEFINE(lr_type_ephemeron, .name = "Ephemeron", .size_bytes = sizeof(struct weak));

void
life_weak_add(void *object, enum weak_kind kind, const void *key, const void *value)
{
	struct weak *w = object;

	*w = (struct weak){ life_hide(key), life_hide(value), kind };
	pthread_mutex_lock(&world.table_lock);
	ptrvec_push(&life.young, w);
	pthread_mutex_unlock(&world.table_lock);
}

void *
lr_weak_get(const void *weak)
{
	return weak != NULL ? life_show(((const struct weak *)weak)->key) : NULL;
}

void *
lr_ephemeron_key(const void *ephemeron)
{
	return lr_weak_get(ephemeron);
}

void *
lr_ephemeron_value(const void *ephemeron)
{
	return ephemeron != NULL ? life_show(((const struct weak *)ephemeron)->value) : NULL;
}

static void
wait_all(const struct ptrvec *holders)
{
	for (size_t i = 0; i < holders->count; i++) {
		struct weak *w = holders->items[i];

		if (w->kind == WEAK_EPHEMERON)
			reach_wait(w, &w->key, &w->value);
	}
}

void
weak_wait(bool full)
{
	wait_all(&life.young);
	if (full)
		wait_all(&life.old);
}

static void
forget(const struct life_collector *c, const struct ptrvec *holders, bool also_long)
{
	for (size_t i = 0; i < holders->count; i++) {
		struct weak *w = holders->items[i];

		if ((w->kind == WEAK_LONG && !also_long) || c->is_live(life_show(w->key)))
			continue;
		w->key = w->value = 0;
		life.weak_cleared += c->is_live(w);
	}
}

void
weak_forget(const struct life_collector *c)
{
	forget(c, &life.young, false);
	if (c->full)
		forget(c, &life.old, false);
}

/* Leaves the live ones in the list. */
static void
drop_dead(const struct life_collector *c, struct ptrvec *holders)
{
	size_t n = 0;

	for (size_t i = 0; i < holders->count; i++)
		if (c->is_live(holders->items[i]))
			holders->items[n++] = holders->items[i];
	holders->count = n;
}

void
weak_end(const struct life_collector *c)
{
	forget(c, &life.young, true);
	drop_dead(c, &life.young);
	if (c->full) {
		forget(c, &life.old, true);
		drop_dead(c, &life.old);
	}
	for (size_t i = 0; i < life.young.count; i++)
		ptrvec_push(&life.old, life.young.items[i]);
	life.young.count = 0;
}

void
weak_update(life_updater *update)
{
	for (size_t i = 0; i < life.old.count; i++) {
		update(&life.old.items[i]);
		struct weak *w = life.old.items[i];

		w->key = life_update_hidden(update, w->key);
		w->value = life_update_hidden(update, w->value);
	}
}

void
life_each_value(const void *holder, void (*visit)(void *user, size_t number, void *value), void *user)
{
	const struct lr_type *type = lr_type_of(holder);
	const struct weak *w = holder;

	if (type == &lr_type_ephemeron.type && w->value != 0)
		visit(user, 0, life_show(w->value));
	else if (type == &lr_type_weak_table.type)
		weak_table_each_value(holder, visit, user);
}
