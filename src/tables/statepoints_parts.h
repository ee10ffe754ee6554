/* statepoints_parts.h -- what the parts of making the table of statepoints share: statepoints_record.c reads a record
** of a stack map, statepoints_describe.c writes its description, statepoints_make.c makes the table. */
#ifndef LR_TABLES_STATEPOINTS_PARTS_H
#define LR_TABLES_STATEPOINTS_PARTS_H

#include "tables/statepoints_make.h"

/* -- statepoints_make.c */
/* Says why no table can be made; always false. */
__attribute__((format(printf, 2, 3)))
bool statepoint_make_bad(struct statepoint_maker *, const char *format, ...);
/* Room for `more` behind the `n` that are there. */
bool statepoint_make_reserve(struct statepoint_maker *, void *list, uint32_t *room, uint32_t n, uint32_t more,
	size_t each);
#define RESERVE(m, list, room, n, more) statepoint_make_reserve(m, &(list), &(room), n, more, sizeof *(list))

static inline bool
statepoint_make_item(struct statepoint_maker *m, struct statepoint_items *items, struct statepoint_item item)
{
	if (!RESERVE(m, items->list, items->room, items->n, 1))
		return false;
	items->list[items->n++] = item;
	return true;
}

/* -- statepoints_record.c */
/* m->slots, pinned, deep and derived become what the record says, in any order.  False: m->why or m->failed. */
bool statepoint_make_read(struct statepoint_maker *, const struct stackmap_location *, uint32_t n);

/* -- statepoints_describe.c */
/* Sort them, and write their description behind m->bytes[m->nbytes].  False on no memory. */
bool statepoint_make_describe(struct statepoint_maker *);

#endif
