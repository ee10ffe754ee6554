/* SPDX-License-Identifier: MIT */
/* symbols.c -- a set of addresses, which takes no memory while the world is stopped. */
#include "runtime/inspect/inspect.h"

void
symbols_add(struct symbols *s, const void *address)
{
	enum { SLOTS = 2 * SYMBOLS_MOST };
	size_t i = (size_t)((uintptr_t)address * 0x9E3779B9u >> 4) % SLOTS;

	if (address == NULL || s->count == SYMBOLS_MOST)
		return;
	for (; s->at[i] != NULL; i = (i + 1) % SLOTS)
		if (s->at[i] == address)
			return;
	s->at[i] = address;
	s->count++;
}
