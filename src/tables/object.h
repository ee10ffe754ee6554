/* SPDX-License-Identifier: MIT */
/* object.h -- adds the tables of "framemap" and "statepoint" functions to an object that the code generator has
** written.
**
** Reads the object's stack maps.  Fills the sections LR_FRAMEMAP_TABLE and LR_STATEPOINT_TABLE, which the compiler has
** made empty, with relative relocations against the object's own code.  Marks the stack maps as not to be linked,
** unless they have other records. */
#ifndef LR_TABLES_OBJECT_H
#define LR_TABLES_OBJECT_H

#include "tables/statepoints_make.h"

struct object_result {
	void *bytes;             /* the new object, from the allocator; NULL: the old one needs no table */
	size_t size;
	uint32_t functions, entries; /* framemap: their numbers */
	uint32_t sites;          /* statepoints: number of call sites */
	char message[400];       /* the error */
};

enum { OBJECT_OK = 0, OBJECT_E_NOMEM = -1, OBJECT_E_BAD = -2 /* see message */ };

/* `compress`: compress tables of statepoints where that makes them smaller. */
int object_add_tables(const void *bytes, size_t size, bool compress, table_realloc *, void *user,
	struct object_result *);

#endif
