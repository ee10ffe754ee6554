/* SPDX-License-Identifier: MIT */
/* join.h -- joins several objects for x86-64 into one, without a linker.
**
** No byte of code or data changes.  Sections of the same name and kind become one, so that readers of objects
** (debuggers, disassemblers) find what they expect.  All data that numbers sections and symbols, or gives offsets in
** sections, is rewritten. */
#ifndef LR_TABLES_JOIN_H
#define LR_TABLES_JOIN_H

#include <stddef.h>

#include "base/arena.h"

struct join_object { const void *bytes; size_t size; };
struct join_result {
	void *bytes;             /* allocated in the arena */
	size_t size;
	char message[300];       /* the error; "" and no bytes: memory is exhausted */
};

/* `local`: sorted by strcmp, the names of symbols that the objects share only among themselves; they become local.  The
** bytes of the objects are aligned to 8.  Returns false if there is no result. */
bool join_objects(struct arena *, const struct join_object *, size_t n, const char *const *local, size_t nlocal,
	struct join_result *);

#endif
