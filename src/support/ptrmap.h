/* ptrmap.h -- pointer -> uint32_t, open addressing, cleared in constant time by a generation stamp. */
#ifndef LR_PTRMAP_H
#define LR_PTRMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

#define PTRMAP_NONE UINT32_MAX /* what a lookup gives for an absent key */

struct ptrmap_entry { const void *key; uint32_t value, stamp; };
struct ptrmap {
	arena_alloc_fn *alloc;
	void *user;
	struct ptrmap_entry *entries; /* before the first insertion: ptrmap_nothing */
	uint32_t mask;     /* capacity - 1 */
	uint32_t count, stamp;
	uint32_t most;     /* keys that there is room for */
	bool failed;       /* an insertion found no memory */
};

/* One entry that is never live, so that a lookup need not ask whether there are any. */
extern const struct ptrmap_entry ptrmap_nothing;

void ptrmap_init(struct ptrmap *, arena_alloc_fn *, void *user);
void ptrmap_free(struct ptrmap *);
void ptrmap_clear(struct ptrmap *);
void ptrmap_grow_for(struct ptrmap *, uint32_t n); /* room for n keys in all */

static inline uint32_t
ptrmap_hash(const void *key)
{
	return (uint32_t)((uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15u >> 32);
}

static inline uint32_t
ptrmap_get(const struct ptrmap *m, const void *key)
{
	for (uint32_t i = ptrmap_hash(key) & m->mask;; i = (i + 1) & m->mask) {
		const struct ptrmap_entry *e = &m->entries[i];
		if (e->stamp != m->stamp)
			return PTRMAP_NONE;
		if (e->key == key)
			return e->value;
	}
}

bool ptrmap_grow(struct ptrmap *); /* room for one more key */
/* Insert or overwrite. */
static inline bool
ptrmap_set(struct ptrmap *m, const void *key, uint32_t value)
{
	if (m->count >= m->most && !ptrmap_grow(m))
		return false;
	for (uint32_t i = ptrmap_hash(key) & m->mask;; i = (i + 1) & m->mask) {
		struct ptrmap_entry *e = &m->entries[i];
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
