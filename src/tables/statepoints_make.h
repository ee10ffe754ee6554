/* SPDX-License-Identifier: MIT */
/* statepoints_make.h -- makes the table of statepoints from stack map records. */
#ifndef LR_TABLES_STATEPOINTS_MAKE_H
#define LR_TABLES_STATEPOINTS_MAKE_H

#include "tables/stackmap.h"
#include "tables/statepoints.h"

/* As realloc: `bytes` 0 frees.  NULL: memory is exhausted, and `old` is unchanged. */
typedef void *table_realloc(void *user, void *old, size_t old_bytes, size_t bytes);

/* `n` adjacent words; or a derived pointer, with n 1 and the place of its base. */
struct statepoint_item { int32_t words; bool fp; uint32_t n; int32_t base; bool base_fp; };
struct statepoint_items { struct statepoint_item *list; uint32_t n, capacity; };

struct statepoint_maker {
	table_realloc *realloc;
	void *user;
	bool failed;             /* memory was exhausted */
	struct statepoint_made { uint32_t returns, description; } *sites;
	uint32_t nsites, sites_capacity;
	uint8_t *bytes;          /* the descriptions */
	uint32_t nbytes, bytes_capacity;
	struct statepoint_bytes { uint32_t at, n; } *distinct; /* the distinct descriptions */
	uint32_t ndistinct, distinct_capacity;
	uint32_t *index;         /* hash -> number in `distinct` + 1 */
	uint32_t index_capacity;
	struct statepoint_items slots, pinned, deep, derived, left; /* lists of the current record */
	uint16_t fp, sp;         /* DWARF numbers of the registers; statepoint_make_begin sets those of x86-64 */
	bool others;             /* the stack maps have records of others */
	char why[160];
};

void statepoint_make_begin(struct statepoint_maker *, table_realloc *, void *user);
/* Adds the call that returns to offset `returns` of the code.  Returns false if memory is exhausted, or if the table
** cannot represent one of the locations: `why` has the reason. */
bool statepoint_make_record(struct statepoint_maker *, uint32_t returns, const struct stackmap_location *, uint32_t n);
/* After the last record: sorts the sites.  Returns false if two have the same address. */
bool statepoint_make_sort(struct statepoint_maker *);
/* Returns the size of the table, a multiple of 8; and writes the table, leaving its `code` 0. */
size_t statepoint_make_size(const struct statepoint_maker *, uint32_t code_bytes);
void statepoint_make_write(const struct statepoint_maker *, uint32_t code_bytes, void *to);
void statepoint_make_end(struct statepoint_maker *);

#endif
