/* lower_globals.h -- maps of types, and tables of variables: see lower_globals.c. */
#ifndef LR_LOWERING_GLOBALS_LOWER_GLOBALS_H
#define LR_LOWERING_GLOBALS_LOWER_GLOBALS_H

#include <llvm-c/Target.h>

#include "host/context.h"
#include "dialect/edit.h"

/* The map (struct lr_map) of a type, as an initializer for a constant. */
struct type_map {
	LLVMTypeRef element;     /* of which the map is */
	uint64_t count;          /* as many of them are side by side in the type */
	uint64_t words;          /* in an element */
	uint64_t *run;
	uint32_t nruns, runs_cap;
	const char *trouble;     /* why there is none; NULL: there is */
};
void map_of_type(LLVMTargetDataRef, unsigned word_bytes, struct arena *, LLVMTypeRef, struct type_map *);
/* A private constant that holds the map. */
LLVMValueRef map_constant(struct edit *, const struct type_map *);

#endif
