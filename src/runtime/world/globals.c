/* SPDX-License-Identifier: MIT */
/* globals.c -- look-ups in the registered tables of global and thread-local variables. */
#include "runtime/world/globals.h"

static bool
table_has(const struct lr_block *blocks, size_t n, const void *slot)
{
	for (size_t i = 0; i < n; i++)
		if ((uintptr_t)slot - (uintptr_t)blocks[i].at
			< (uintptr_t)blocks[i].count * blocks[i].map->words * sizeof(void *))
			return true;
	return false;
}

bool
globals_have(const void *slot)
{
	for (const struct global_table *t = world.globals; t != NULL; t = t->next)
		if (table_has(t->blocks, t->n, slot))
			return true;
	for (const struct tls_holder *h = world.tls_holders; h != NULL; h = h->next)
		for (const struct tls_table *t = h->tables; t != NULL; t = t->next)
			if (table_has(t->blocks, t->n, slot))
				return true;
	return false;
}

bool
globals_visit(globals_visitor *visitor, void *user)
{
	for (const struct global_table *t = world.globals; t != NULL; t = t->next)
		if (!visitor(user, t->blocks, t->n))
			return false;
	for (const struct tls_holder *h = world.tls_holders; h != NULL; h = h->next)
		for (const struct tls_table *t = h->tables; t != NULL; t = t->next)
			if (!visitor(user, t->blocks, t->n))
				return false;
	return true;
}
