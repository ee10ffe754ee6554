/* SPDX-License-Identifier: MIT */
/* lower_globals.h -- maps of types, and tables of variables: see lower_globals.c. */
#ifndef LR_LOWERING_GLOBALS_LOWER_GLOBALS_H
#define LR_LOWERING_GLOBALS_LOWER_GLOBALS_H

#include <llvm-c/Target.h>

#include "host/context.h"
#include "dialect/edit/edit.h"

/* The map (struct lr_map) of a type, as an initializer for a constant. */
struct type_map {
	LLVMTypeRef element;     /* the map describes one element */
	uint64_t count;          /* elements in the type */
	uint64_t words;          /* words in an element */
	uint64_t *run;
	uint32_t nruns, runs_cap;
	const char *trouble;     /* why the type has no map; NULL: it has one */
};
void map_of_type(LLVMTargetDataRef, unsigned word_bytes, struct arena *, LLVMTypeRef, struct type_map *);
/* A private constant that holds the map. */
LLVMValueRef map_constant(struct edit *, const struct type_map *);

#endif
