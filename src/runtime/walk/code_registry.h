/* code_registry.h -- which code is walked by table (code_registry.c). */
#ifndef LR_RUNTIME_WALK_CODE_REGISTRY_H
#define LR_RUNTIME_WALK_CODE_REGISTRY_H

#include <stdbool.h>

#include "tables/framemap.h"
#include "tables/statepoints.h"

/* Code of one kind that lies together, and its table. */
struct code_image {
	uintptr_t begin, end;      /* of the code */
	const void *table;         /* by which it is known */
	const struct framemap_entry *entries;
	const struct statepoint_table *sites; /* NULL: it has the former.  Not `table`: unpacked, in memory of its
	                                       * own */
	uint32_t count;            /* entries */
	uint32_t references;       /* how often it was added */
};

/* The image in whose code `pc` is; false: there is none.  [signal-safe] */
bool image_of(uintptr_t pc, struct code_image *);

#endif
