/* SPDX-License-Identifier: MIT */
/* code_registry.h -- the code that is walked by table (code_registry.c). */
#ifndef LR_RUNTIME_WALK_CODE_REGISTRY_H
#define LR_RUNTIME_WALK_CODE_REGISTRY_H

#include <stdbool.h>

#include "tables/framemap.h"
#include "tables/statepoints.h"

/* A range of code of one kind, and its table. */
struct code_region {
	uintptr_t begin, end;      /* addresses of the code */
	const void *table;         /* the table that was passed in; it identifies the region */
	const struct framemap_entry *entries;
	const struct statepoint_table *sites; /* NULL: `entries` is the table.  If it is not `table`, it is an unpacked
	                                       * copy */
	uint32_t count;            /* number of entries */
	uint32_t references;       /* how often the region was added */
};

/* Finds the region whose code contains `pc`.  Returns false if there is none.  [signal-safe] */
bool code_region_of(uintptr_t pc, struct code_region *);

#endif
