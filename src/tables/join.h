/* join.h -- several objects into one, for x86-64, without a linker.
**
** No byte of code or data is changed.  Sections of the same name and kind follow one another in one, so that whoever
** reads objects (debuggers, disassemblers) finds what he expects; what numbers sections and symbols, or says where in a
** section something is, is written anew. */
#ifndef LR_TABLES_JOIN_H
#define LR_TABLES_JOIN_H

#include <stddef.h>

#include "base/arena.h"

struct join_object { const void *bytes; size_t size; };
struct join_result {
	void *bytes;             /* in the arena */
	size_t size;
	char message[300];       /* what is wrong; "" and no bytes: no memory */
};

/* `local`: names, sorted by strcmp, of symbols that the objects share among themselves and with nobody else: they
** become local.  The bytes of the objects are aligned to 8.  False: no result. */
bool join_objects(struct arena *, const struct join_object *, size_t n, const char *const *local, size_t nlocal,
	struct join_result *);

#endif
