/* object.h -- puts the tables of "framemap" and "statepoint" functions into an object that the code generator has
** written.
**
** Reads the object's stack maps; fills its sections LR_FRAMEMAP_TABLE and LR_STATEPOINT_TABLE, which the compiler has
** put there empty, with relative relocations against the object's own code; and marks the stack maps as not to be
** linked, if nobody else has records in them. */
#ifndef LR_TABLES_OBJECT_H
#define LR_TABLES_OBJECT_H

#include "tables/statepoints_make.h"

struct object_result {
	void *bytes;             /* the new object, from the allocator; NULL: the old one needs no table */
	size_t size;
	uint32_t functions, entries; /* of framemap */
	uint32_t sites;          /* of statepoints */
	char message[400];       /* what is wrong */
};

enum { OBJECT_OK = 0, OBJECT_E_NOMEM = -1, OBJECT_E_BAD = -2 /* see message */ };

/* `compress`: tables of statepoints that become smaller by it. */
int object_add_tables(const void *bytes, size_t size, bool compress, table_realloc *, void *user,
	struct object_result *);

#endif
