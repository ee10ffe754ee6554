/* SPDX-License-Identifier: MIT */
/* hash.c -- identity hashes: of the address, or of the one that the object had when it was first asked.
**
** The tag tells whether an object was asked.  Only of such objects is the hash kept when they move. */
#include "runtime/lifetime/state.h"

uintptr_t
lr_identity_hash(const void *object)
{
	uintptr_t *tag = (uintptr_t *)(uintptr_t)object - LR_TAG_WORDS;
	const struct address_entry *e;

	if (!rt_is_reference(object) || *tag & LR_TAG_STATIC)
		return life_mix((uintptr_t)object);
	if (!(__atomic_load_n(tag, __ATOMIC_RELAXED) & LR_TAG_HASHED))
		__atomic_fetch_or(tag, LR_TAG_HASHED, __ATOMIC_RELAXED);
	e = address_map_find(&life.moved, object);
	return e != NULL ? e->value : life_mix((uintptr_t)object);
}

void
life_copied(const void *old, const void *new)
{
	struct address_entry *e;
	uintptr_t hash = life_mix((uintptr_t)old);

	if (!(lr_tag(new) & LR_TAG_HASHED))
		return;
	e = address_map_find(&life.moved, old);
	if (e != NULL) {
		hash = e->value;
		address_map_remove(&life.moved, e);
	}
	e = address_map_add(&life.moved, new, hash);
	if (e == NULL)
		lr_gc_fatal("gc: no memory for %zu identity hashes", life.moved.count + 1);
	e->value = hash;
}

/* Only full collections move objects, and make old ones die. */
void
hash_end(const struct life_collector *c)
{
	if (!c->full)
		return;
	for (size_t i = 0; i < life.moved.capacity && life.moved.count != 0; i++) {
		struct address_entry *e = &life.moved.entries[i];

		if (e->address > 1 && !c->is_live((const void *)e->address))
			address_map_remove(&life.moved, e);
	}
}
