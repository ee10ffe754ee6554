/* SPDX-License-Identifier: MIT */
/* ptrmap.c -- pointer -> uint32_t.  Linear probing; the capacity is a power of two.  Small maps are at most half full,
** large ones three quarters, which takes less memory.  An entry is live if it has the map's stamp, so clearing the map
** means taking the next stamp. */
#include <string.h>

#include "base/ptrmap.h"

enum { FIRST_CAPACITY = 64, SMALL = 1024, SPARSE = 2048 }; /* small maps grow fourfold, so that most maps are rebuilt
                                                            * once or twice */

static uint64_t
keys_for(uint64_t cap)
{
	return cap <= SPARSE ? cap / 2 : cap / 4 * 3;
}

const struct ptrmap_entry ptrmap_nothing = { 0 }; /* no map's stamp is 0 */

static struct ptrmap_entry *
nothing(void)
{
	return (struct ptrmap_entry *)(uintptr_t)&ptrmap_nothing; /* never written to, because it has no space */
}

static uint32_t
capacity(const struct ptrmap *m)
{
	return m->most ? (uint32_t)(m->mask / sizeof *m->entries + 1) : 0;
}

static bool
rehash(struct ptrmap *m, uint32_t cap)
{
	struct ptrmap old = *m;
	size_t bytes = (size_t)cap * sizeof *m->entries;

	m->entries = m->alloc(m->user, NULL, 0, bytes);
	if (m->entries == NULL) {
		m->entries = old.entries;
		m->failed = true;
		return false;
	}
	memset(m->entries, 0, bytes);
	m->mask = bytes - sizeof *m->entries;
	m->most = (uint32_t)keys_for(cap);
	m->count = 0;
	m->stamp = 1;
	for (uint32_t i = 0, n = capacity(&old); i < n; i++)
		if (old.entries[i].stamp == old.stamp) {
			uint64_t at = ptrmap_begin(m, old.entries[i].key);
			while (ptrmap_entry_at(m, at)->stamp == m->stamp)
				at = ptrmap_next(m, at);
			*ptrmap_entry_at(m, at) = (struct ptrmap_entry){ old.entries[i].key, old.entries[i].value,
				m->stamp };
			m->count++;
		}
	if (capacity(&old))
		m->alloc(m->user, old.entries, (size_t)capacity(&old) * sizeof *old.entries, 0);
	return true;
}

void
ptrmap_init(struct ptrmap *m, arena_alloc_fn *alloc, void *user)
{
	*m = (struct ptrmap){ .alloc = alloc, .user = user, .entries = nothing(), .stamp = 1 };
}

void
ptrmap_free(struct ptrmap *m)
{
	if (capacity(m))
		m->alloc(m->user, m->entries, (size_t)capacity(m) * sizeof *m->entries, 0);
	ptrmap_init(m, m->alloc, m->user);
}

void
ptrmap_clear(struct ptrmap *m)
{
	m->count = 0;
	m->failed = false;
	if (++m->stamp == 0) { /* stamps have wrapped around: old entries could become live again */
		if (capacity(m))
			memset(m->entries, 0, (size_t)capacity(m) * sizeof *m->entries);
		m->stamp = 1;
	}
}

void
ptrmap_grow_for(struct ptrmap *m, uint32_t n)
{
	uint64_t cap = FIRST_CAPACITY;

	while (keys_for(cap) < n)
		cap *= 2;
	if (cap > UINT32_MAX / 2 + 1u) {
		m->failed = true;
		return;
	}
	if (cap > capacity(m))
		rehash(m, (uint32_t)cap);
}

bool
ptrmap_grow(struct ptrmap *m)
{
	if (m->count == UINT32_MAX / 4) {
		m->failed = true;
		return false;
	}
	uint32_t cap = capacity(m);
	return rehash(m, cap == 0 ? FIRST_CAPACITY : cap < SMALL ? cap * 4 : cap * 2);
}
