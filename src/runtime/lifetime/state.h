/* SPDX-License-Identifier: MIT */
/* state.h -- what the files of this room share: weak objects, tables, finalizers, and the map of waiting entries. */
#ifndef LR_RUNTIME_LIFETIME_STATE_H
#define LR_RUNTIME_LIFETIME_STATE_H

#include "runtime/lifetime/lifetime.h"

/* ---- hidden references ---- */

static inline uintptr_t
life_hide(const void *object)
{
	return object != NULL ? ~(uintptr_t)object : 0;
}
static inline void *
life_show(uintptr_t hidden)
{
	return hidden != 0 ? (void *)~hidden : NULL;
}

/* ---- a map from addresses to numbers (address_map.c) ---- */

struct address_map {
	struct address_entry { uintptr_t address; size_t value; } *entries; /* address 0: free; 1: removed */
	size_t capacity;           /* 0, or a power of two */
	size_t used;               /* entries that are not free */
	size_t count;              /* entries that hold an address */
};
/* Returns the entry of an address, or NULL.  The value may be changed. */
struct address_entry *address_map_find(const struct address_map *, const void *address);
/* Returns the entry, which may be new with the value `fresh`; NULL: memory is exhausted. */
struct address_entry *address_map_add(struct address_map *, const void *address, size_t fresh);
void address_map_remove(struct address_map *, struct address_entry *);
void address_map_clear(struct address_map *);
void address_map_free(struct address_map *);

static inline uintptr_t
life_mix(uintptr_t address)
{
	uint64_t x = (uint64_t)address >> 3;

	x ^= x >> 32;
	x *= 0xD6E8FEB86659FD93u;
	x ^= x >> 32;
	x *= 0xD6E8FEB86659FD93u;
	x ^= x >> 32;
	return (uintptr_t)x;
}

/* ---- weak tables (weak_table.c) ---- */

struct weak_entry {
	uintptr_t key;             /* hidden; 0: free; 1: removed, which no hidden address of a word is */
	uintptr_t value;           /* hidden */
};
struct weak_table {
	struct weak_entry *entries;
	size_t capacity, used, count; /* as in struct address_map */
	size_t *changed;           /* entries that were written since the last collection */
	size_t nchanged, changed_capacity;
	bool all_changed;          /* all entries may have been */
};
/* The object of the heap holds the address of the table, which its release hook frees. */
static inline struct weak_table *
weak_table_of(const void *object)
{
	return *(struct weak_table *const *)object;
}
#define WEAK_REMOVED ((uintptr_t)1)
static inline bool
weak_entry_is_used(const struct weak_entry *e)
{
	return e->key > WEAK_REMOVED;
}

void weak_table_each_value(const void *table, void (*visit)(void *user, size_t number, void *value), void *user);

/* ---- finalizers (finalizer.c) ---- */

struct finalizer_list {
	struct finalizer *items;
	size_t count, capacity;
};

/* ---- expectations (expect.c) ---- */

struct expected {
	uintptr_t object;          /* hidden */
	const char *why;
	bool dead;
};

/* ---- steps of a collection, in this order (collection.c) ---- */

void weak_wait(bool full);
void weak_table_wait(bool full);
void weak_forget(const struct life_collector *);       /* short weak references and ephemerons */
void weak_table_forget(const struct life_collector *);
void finalizer_mark_pending(void);                     /* and what they lead to, whose own come later */
void finalizer_find(const struct life_collector *);    /* makes those of dead objects pending */
void weak_end(const struct life_collector *);          /* long weak references; drops dead holders */
void weak_table_end(const struct life_collector *);
void hash_end(const struct life_collector *);
void expect_end(const struct life_collector *);        /* forgets dead objects */

struct life {
	/* objects of the heap that hold weak references: those made since the last collection, and older ones */
	struct ptrvec young, old;
	struct ptrvec tables;      /* objects of lr_type_weak_table */
	/* in the order of their addition; those from `young_finalizers` on were added since the last collection */
	struct finalizer_list finalizers;
	size_t young_finalizers;
	struct finalizer_list pending; /* a queue: those before first_pending have run */
	size_t first_pending;
	size_t npending;           /* atomic: the length of the queue */
	bool notify;               /* the last collection made some of them pending */
	lr_finalizers_hook *hook;
	void *hook_user;
	struct address_map moved;  /* identity hashes of objects that have moved */
	struct expected *expected;
	size_t nexpected, expected_capacity;
	/* statistics */
	uint64_t weak_cleared;     /* weak references, ephemerons and entries of tables that forgot */
	uint64_t finalizers_found, finalizers_run;
};
extern struct life life;

/* reach.c: marks objects, and values of ephemerons with their keys.  In one collection: reach_begin; reach_wait for
** each ephemeron; reach_mark; reach_end. */
void reach_begin(const struct life_collector *);
/* When `holder` and *key are live, now or later, *value becomes live.  The words are hidden. */
void reach_wait(void *holder, const uintptr_t *key, const uintptr_t *value);
void reach_mark(void *object);     /* with all that it leads to */
/* Marks likewise.  Appends to `order` each object of `sought` that this makes live: an object that is in
** no cycle stands behind those that it leads to. */
void reach_in_order(void *object, const struct address_map *sought, struct ptrvec *order);
void reach_end(void);
void reach_fini(void);

/* ---- moves and the end of the runtime ---- */

typedef void life_updater(void **slot);
static inline uintptr_t
life_update_hidden(life_updater *update, uintptr_t hidden)
{
	void *object = life_show(hidden);

	update(&object);
	return life_hide(object);
}
void weak_update(life_updater *);
void weak_table_update(life_updater *);
void finalizer_update(life_updater *);
void finalizer_fini(void);
void expect_update(life_updater *);
void expect_fini(void);

#endif
