/* SPDX-License-Identifier: MIT */
/* address_map.c -- a hash table from addresses to numbers, with open addressing. */
#include "runtime/lifetime/state.h"

#include <stdlib.h>
#include <string.h>

enum { FREE = 0, REMOVED = 1, LEAST = 64 };

/* The entry of the address, or else the one where it would be added. */
static struct address_entry *
probe(const struct address_map *map, uintptr_t address)
{
	struct address_entry *removed = NULL;

	for (size_t i = life_mix(address);; i++) {
		struct address_entry *e = &map->entries[i & (map->capacity - 1)];

		if (e->address == address)
			return e;
		if (e->address == FREE)
			return removed != NULL ? removed : e;
		if (e->address == REMOVED && removed == NULL)
			removed = e;
	}
}

struct address_entry *
address_map_find(const struct address_map *map, const void *address)
{
	struct address_entry *e;

	if (map->count == 0)
		return NULL;
	e = probe(map, (uintptr_t)address);
	return e->address == (uintptr_t)address ? e : NULL;
}

/* Makes space: at most half of the entries hold an address afterwards. */
static bool
grow(struct address_map *map)
{
	struct address_map wider = { .capacity = LEAST };

	while (wider.capacity < (map->count + 1) * 2)
		wider.capacity *= 2;
	wider.entries = calloc(wider.capacity, sizeof *wider.entries);
	if (wider.entries == NULL)
		return false;
	for (size_t i = 0; i < map->capacity; i++)
		if (map->entries[i].address > REMOVED)
			*probe(&wider, map->entries[i].address) = map->entries[i];
	wider.count = wider.used = map->count;
	free(map->entries);
	*map = wider;
	return true;
}

struct address_entry *
address_map_add(struct address_map *map, const void *address, size_t fresh)
{
	struct address_entry *e;

	if ((map->used + 1) * 4 > map->capacity * 3 && !grow(map))
		return NULL;
	e = probe(map, (uintptr_t)address);
	if (e->address == (uintptr_t)address)
		return e;
	map->used += e->address == FREE;
	map->count++;
	*e = (struct address_entry){ (uintptr_t)address, fresh };
	return e;
}

void
address_map_remove(struct address_map *map, struct address_entry *e)
{
	e->address = REMOVED;
	map->count--;
}

void
address_map_clear(struct address_map *map)
{
	if (map->used != 0)
		memset(map->entries, 0, map->capacity * sizeof *map->entries);
	map->used = map->count = 0;
}

void
address_map_free(struct address_map *map)
{
	free(map->entries);
	*map = (struct address_map){ 0 };
}
