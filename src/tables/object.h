/* object.h -- puts the framemap table into an object that the code generator has written.
**
** Reads the object's stack maps; fills its section LR_FRAMEMAP_TABLE, which the compiler has put there empty, with relative
** relocations against the object's own code; and marks the stack maps as not to be linked, if nobody else has records in them. */
#ifndef LR_TABLES_OBJECT_H
#define LR_TABLES_OBJECT_H

#include <stddef.h>
#include <stdint.h>

struct object_result {
	void *bytes;             /* the new object, from the allocator; NULL: the old one needs no table */
	size_t size;
	uint32_t functions, entries;
	char message[400];       /* what is wrong */
};

typedef void *object_alloc(void *user, size_t bytes); /* NULL: none */
enum { OBJECT_OK = 0, OBJECT_E_NOMEM = -1, OBJECT_E_BAD = -2 /* see message */ };

int object_add_framemap(const void *bytes, size_t size, object_alloc *, void *user, struct object_result *);

#endif
