/* statepoints_make.h -- the table of statepoints, made of stack map records. */
#ifndef LR_TABLES_STATEPOINTS_MAKE_H
#define LR_TABLES_STATEPOINTS_MAKE_H

#include "tables/stackmap.h"
#include "tables/statepoints.h"

/* As realloc: `bytes` 0 frees; NULL: no memory, and what was there stays. */
typedef void *table_realloc(void *user, void *old, size_t old_bytes, size_t bytes);

/* `n` words side by side; or a derived pointer, n being 1, and where its base is. */
struct statepoint_item { int32_t words; bool fp; uint32_t n; int32_t base; bool base_fp; };
struct statepoint_items { struct statepoint_item *list; uint32_t n, room; };

struct statepoint_maker {
	table_realloc *realloc;
	void *user;
	bool failed;             /* there was no memory */
	struct statepoint_made { uint32_t returns, what; } *sites;
	uint32_t nsites, sites_room;
	uint8_t *bytes;          /* descriptions */
	uint32_t nbytes, bytes_room;
	struct statepoint_said { uint32_t at, n; } *said; /* each description */
	uint32_t nsaid, said_room;
	uint32_t *index;         /* hash -> number in `said` + 1 */
	uint32_t index_room;
	struct statepoint_items slots, pinned, deep, derived, left; /* of the record at hand */
	bool others;             /* somebody else has values in records, too */
	char why[160];
};

void statepoint_make_begin(struct statepoint_maker *, table_realloc *, void *user);
/* The call that returns to `returns`, from the beginning of the code.  False: no memory, or there is a location in it
** that a table cannot say: then `why` tells. */
bool statepoint_make_record(struct statepoint_maker *, uint32_t returns, const struct stackmap_location *, uint32_t n);
/* All are there: sort them.  False: two have the same address. */
bool statepoint_make_sort(struct statepoint_maker *);
/* What the table takes, a multiple of 8, and the table; its `code` is left 0. */
size_t statepoint_make_size(const struct statepoint_maker *, uint32_t code_bytes);
void statepoint_make_write(const struct statepoint_maker *, uint32_t code_bytes, void *to);
void statepoint_make_end(struct statepoint_maker *);

#endif
