/* SPDX-License-Identifier: MIT */
/* mutants_memory.h -- breaking what a function says of references in its stack memory: its mapped frame, and what fills
** the variables. */
#ifndef MUTANTS_MEMORY_H
#define MUTANTS_MEMORY_H

#include "mutants.h"

enum memory_mutation {
	MEMORY_RUN_DROPPED, MEMORY_RUN_SHORT, MEMORY_RUN_AT, MEMORY_STRIDE_MORE, MEMORY_STRIDE_LESS, MEMORY_TIMES,
	MEMORY_NOT_DEEP,     /* what was deep may move */
	MEMORY_OTHER_MAP,    /* that of another block */
	MEMORY_OTHER_VARIABLE,
	MEMORY_FEWER,        /* elements */
	MEMORY_NEVER_ON,     /* the block is never in use */
	MEMORY_OFF_EARLY,    /* out of use one call too early */
	MEMORY_FIELD_LATE,   /* a word of the frame is stored behind the next call */
	MEMORY_CLEAR_DROPPED, MEMORY_CLEAR_LATE,
	MEMORY_COPY_ELSEWHERE,   /* a copy into a mapped variable goes to one that is not */
	MEMORY_RESULT_ELSEWHERE, /* a result, too */
	MEMORY_NEIGHBOUR,    /* indirect: the address of the next word */
	MEMORY_LINK_LATE, MEMORY_UNLINK_DROPPED, MEMORY_UNLINK_EARLY,
	MEMORY_MUTATIONS
};
extern const char *const memory_mutation_name[MEMORY_MUTATIONS];

/* Breaks the at'th thing of its sort; false: there is none, or it makes no difference to the text. */
bool mutate_memory(LLVMValueRef fn, enum memory_mutation, unsigned at);
/* How many are there?  (Some may make no difference.) */
unsigned mutate_memory_places(LLVMValueRef fn, enum memory_mutation);

#endif
