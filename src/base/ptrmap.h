/* SPDX-License-Identifier: MIT */
/* ptrmap.h -- pointer -> uint32_t, open addressing, cleared in constant time by a generation stamp. */
#ifndef LR_BASE_PTRMAP_H
#define LR_BASE_PTRMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#define PTRMAP_NONE UINT32_MAX /* result of a look-up of an absent key */

struct ptrmap_entry { const void *key; uint32_t value, stamp; };
struct ptrmap {
	arena_alloc_fn *alloc;
	void *user;
	struct ptrmap_entry *entries; /* before the first insertion: ptrmap_nothing */
	uint64_t mask;     /* mask of an entry's offset in bytes, which saves a multiplication; the capacity is a power
	                    * of two */
	uint32_t count, stamp;
	uint32_t most;     /* largest number of keys before the map grows */
	bool failed;       /* memory was exhausted */
};

/* One entry that is never live, so that a look-up need not test for an empty map. */
extern const struct ptrmap_entry ptrmap_nothing;

void ptrmap_init(struct ptrmap *, arena_alloc_fn *, void *user);
void ptrmap_free(struct ptrmap *);
void ptrmap_clear(struct ptrmap *);
void ptrmap_grow_for(struct ptrmap *, uint32_t n); /* makes space for n keys in all */

/* The factor fits into an instruction; from bit 28 on the product is well mixed. */
static inline uint64_t
ptrmap_hash(const void *key)
{
	return (uint64_t)(uintptr_t)key * (uint64_t)-0x61C8864F >> 28;
}

/* Where the search for a key begins, in bytes. */
static inline uint64_t
ptrmap_begin(const struct ptrmap *m, const void *key)
{
	return ptrmap_hash(key) & m->mask;
}

static inline uint64_t
ptrmap_next(const struct ptrmap *m, uint64_t at)
{
	return (at + sizeof(struct ptrmap_entry)) & m->mask;
}

static inline struct ptrmap_entry *
ptrmap_entry_at(const struct ptrmap *m, uint64_t at)
{
	return (struct ptrmap_entry *)((char *)m->entries + at);
}

static inline uint32_t
ptrmap_get(const struct ptrmap *m, const void *key)
{
	for (uint64_t at = ptrmap_begin(m, key);; at = ptrmap_next(m, at)) {
		const struct ptrmap_entry *e = ptrmap_entry_at(m, at);
		if (e->stamp != m->stamp)
			return PTRMAP_NONE;
		if (e->key == key)
			return e->value;
	}
}

bool ptrmap_grow(struct ptrmap *);
/* Makes space for one more key; false if memory is exhausted. */
static inline bool ptrmap_room(struct ptrmap *m) { return m->count < m->most || ptrmap_grow(m); }

/* Returns the key's value, which becomes `value` if the key was absent.  There must be space. */
static inline uint32_t
ptrmap_add(struct ptrmap *m, const void *key, uint32_t value)
{
	for (uint64_t at = ptrmap_begin(m, key);; at = ptrmap_next(m, at)) {
		struct ptrmap_entry *e = ptrmap_entry_at(m, at);
		if (e->stamp != m->stamp) {
			*e = (struct ptrmap_entry){ key, value, m->stamp };
			m->count++;
			return value;
		}
		if (e->key == key)
			return e->value;
	}
}

/* Inserts or overwrites. */
static inline bool
ptrmap_set(struct ptrmap *m, const void *key, uint32_t value)
{
	if (!ptrmap_room(m))
		return false;
	for (uint64_t at = ptrmap_begin(m, key);; at = ptrmap_next(m, at)) {
		struct ptrmap_entry *e = ptrmap_entry_at(m, at);
		if (e->stamp != m->stamp) {
			*e = (struct ptrmap_entry){ key, value, m->stamp };
			m->count++;
			return true;
		}
		if (e->key == key) {
			e->value = value;
			return true;
		}
	}
}

#endif
