/* SPDX-License-Identifier: MIT */
/* statepoints_parts.h -- what the files share that make the table of statepoints: statepoints_record.c reads a stack
** map record, statepoints_describe.c writes its description, statepoints_make.c makes the table. */
#ifndef LR_TABLES_STATEPOINTS_PARTS_H
#define LR_TABLES_STATEPOINTS_PARTS_H

#include "tables/statepoints_make.h"

/* -- statepoints_make.c */
/* Records why no table can be made.  Returns false. */
__attribute__((format(printf, 2, 3)))
bool statepoint_make_bad(struct statepoint_maker *, const char *format, ...);
/* Makes space for `more` items behind the `n` existing ones. */
bool statepoint_make_reserve(struct statepoint_maker *, void *list, uint32_t *capacity, uint32_t n, uint32_t more,
	size_t each);
#define RESERVE(m, list, capacity, n, more) statepoint_make_reserve(m, &(list), &(capacity), n, more, sizeof *(list))

static inline bool
statepoint_make_item(struct statepoint_maker *m, struct statepoint_items *items, struct statepoint_item item)
{
	if (!RESERVE(m, items->list, items->capacity, items->n, 1))
		return false;
	items->list[items->n++] = item;
	return true;
}

/* -- statepoints_record.c */
/* Sets m->slots, pinned, deep and derived from the record, in any order.  Returns false with m->why or m->failed
** set. */
bool statepoint_make_read(struct statepoint_maker *, const struct stackmap_location *, uint32_t n);

/* -- statepoints_describe.c */
/* Sorts the lists, and appends their description to m->bytes.  Returns false if memory is exhausted. */
bool statepoint_make_describe(struct statepoint_maker *);

#endif
