/* SPDX-License-Identifier: MIT */
/* weak_table.c -- hash tables whose entries are ephemerons.
**
** The entries are memory of malloc, which the release hook of the table's object frees.  The hash of a key is its
** identity hash, so that entries stay where they are when objects move.  An old table may get young keys and values,
** without a write barrier: it lists the entries that were written since the last collection. */
#include "runtime/lifetime/state.h"

#include <stdlib.h>

LR_TYPE_DEFINE(lr_type_weak_table, .name = "WeakTable", .size_bytes = sizeof(struct weak_table *),
	.release = life_table_release);

enum { LEAST_ENTRIES = 8 };

void
life_table_release(void *object)
{
	struct weak_table *t = weak_table_of(object);

	if (t == NULL)
		return;
	free(t->entries);
	free(t->changed);
	free(t);
}

/* ---- the table ---- */

/* The entry of the hidden key, or else the one where it would be added. */
static struct weak_entry *
probe(const struct weak_table *t, uintptr_t hidden)
{
	struct weak_entry *removed = NULL;

	for (size_t i = lr_identity_hash(life_show(hidden));; i++) {
		struct weak_entry *e = &t->entries[i & (t->capacity - 1)];

		if (e->key == hidden)
			return e;
		if (e->key == 0)
			return removed != NULL ? removed : e;
		if (e->key == WEAK_REMOVED && removed == NULL)
			removed = e;
	}
}

static struct weak_entry *
find(const struct weak_table *t, const void *key)
{
	if (t->count == 0 || key == NULL)
		return NULL;
	struct weak_entry *e = probe(t, life_hide(key));
	return weak_entry_is_used(e) ? e : NULL;
}

static bool
grow(struct weak_table *t)
{
	struct weak_table wider = *t;

	wider.capacity = LEAST_ENTRIES;
	while (wider.capacity < (t->count + 1) * 2)
		wider.capacity *= 2;
	wider.entries = calloc(wider.capacity, sizeof *wider.entries);
	if (wider.entries == NULL)
		return false;
	for (size_t i = 0; i < t->capacity; i++)
		if (weak_entry_is_used(&t->entries[i]))
			*probe(&wider, t->entries[i].key) = t->entries[i];
	wider.used = wider.count;
	wider.all_changed = true;
	wider.nchanged = 0;
	free(t->entries);
	*t = wider;
	return true;
}

static void
drop(struct weak_table *t, struct weak_entry *e)
{
	*e = (struct weak_entry){ .key = WEAK_REMOVED };
	t->count--;
}

/* Without memory for the list, all entries count as changed. */
static void
note_change(struct weak_table *t, const struct weak_entry *e)
{
	if (!t->all_changed && t->nchanged == t->changed_capacity) {
		const size_t wider = t->changed_capacity != 0 ? t->changed_capacity * 2 : 16;
		size_t *changed = wider < t->capacity ? realloc(t->changed, wider * sizeof *changed) : NULL;

		if (changed != NULL) {
			t->changed = changed;
			t->changed_capacity = wider;
		}
		t->all_changed = changed == NULL;
	}
	if (!t->all_changed)
		t->changed[t->nchanged++] = (size_t)(e - t->entries);
}

struct weak_table *
life_table_make(void)
{
	struct weak_table *t = calloc(1, sizeof *t);

	if (t == NULL)
		lr_gc_fatal("gc: out of memory: a weak table");
	return t;
}

void
life_table_add(void *object, struct weak_table *t)
{
	*(struct weak_table **)object = t;
	pthread_mutex_lock(&world.table_lock);
	ptrvec_push(&life.tables, object);
	pthread_mutex_unlock(&world.table_lock);
}

int
lr_weak_table_set(void *table, void *key, void *value)
{
	struct weak_table *t;
	struct weak_entry *e;

	if (table == NULL || !rt_is_reference(key))
		return LR_RT_E_ARG;
	t = weak_table_of(table);
	if (value == NULL) {
		e = find(t, key);
		if (e != NULL)
			drop(t, e);
		return LR_RT_OK;
	}
	if ((t->used + 1) * 4 > t->capacity * 3 && !grow(t))
		return LR_RT_E_NOMEM;
	e = probe(t, life_hide(key));
	if (!weak_entry_is_used(e)) {
		t->used += e->key == 0;
		t->count++;
	}
	*e = (struct weak_entry){ life_hide(key), life_hide(value) };
	note_change(t, e);
	return LR_RT_OK;
}

void *
lr_weak_table_get(const void *table, const void *key)
{
	const struct weak_entry *e = table != NULL ? find(weak_table_of(table), key) : NULL;

	return e != NULL ? life_show(e->value) : NULL;
}

size_t
lr_weak_table_count(const void *table)
{
	return table != NULL ? weak_table_of(table)->count : 0;
}

int
lr_weak_table_next(const void *table, size_t *position, void **key, void **value)
{
	if (table == NULL || position == NULL || key == NULL || value == NULL)
		return 0;
	for (const struct weak_table *t = weak_table_of(table); *position < t->capacity;) {
		const struct weak_entry *e = &t->entries[(*position)++];

		if (weak_entry_is_used(e)) {
			*key = life_show(e->key);
			*value = life_show(e->value);
			return 1;
		}
	}
	return 0;
}

/* ---- collections ---- */

/* Calls `visit` for the entries that a collection has to look at. */
static void
each(void (*visit)(const struct life_collector *, void *object, struct weak_entry *), const struct life_collector *c,
	bool full)
{
	for (size_t i = 0; i < life.tables.count; i++) {
		void *object = life.tables.items[i];
		const struct weak_table *t = weak_table_of(object);
		const bool all = full || t->all_changed;
		const size_t n = all ? t->capacity : t->nchanged;

		for (size_t k = 0; k < n; k++) {
			struct weak_entry *e = &t->entries[all ? k : t->changed[k]];

			if (weak_entry_is_used(e))
				visit(c, object, e);
		}
	}
}

static void
wait(const struct life_collector *c, void *object, struct weak_entry *e)
{
	(void)c;
	reach_wait(object, &e->key, &e->value);
}

void
weak_table_wait(bool full)
{
	each(wait, NULL, full);
}

static void
forget(const struct life_collector *c, void *object, struct weak_entry *e)
{
	if (c->is_live(life_show(e->key)))
		return;
	drop(weak_table_of(object), e);
	life.weak_cleared += c->is_live(object);
}

void
weak_table_forget(const struct life_collector *c)
{
	each(forget, c, c->full);
}

void
weak_table_end(const struct life_collector *c)
{
	size_t n = 0;

	for (size_t i = 0; i < life.tables.count; i++) {
		struct weak_table *t = weak_table_of(life.tables.items[i]);

		t->all_changed = false;
		t->nchanged = 0;
		if (c->is_live(life.tables.items[i]))
			life.tables.items[n++] = life.tables.items[i];
	}
	life.tables.count = n;
}

void
weak_table_update(life_updater *update)
{
	for (size_t i = 0; i < life.tables.count; i++) {
		update(&life.tables.items[i]);
		struct weak_table *t = weak_table_of(life.tables.items[i]);

		for (size_t k = 0; k < t->capacity; k++)
			if (weak_entry_is_used(&t->entries[k])) {
				t->entries[k].key = life_update_hidden(update, t->entries[k].key);
				t->entries[k].value = life_update_hidden(update, t->entries[k].value);
			}
	}
}

void
weak_table_each_value(const void *table, void (*visit)(void *user, size_t number, void *value), void *user)
{
	const struct weak_table *t = weak_table_of(table);

	for (size_t i = 0; t != NULL && i < t->capacity; i++)
		if (weak_entry_is_used(&t->entries[i]))
			visit(user, i, life_show(t->entries[i].value));
}
