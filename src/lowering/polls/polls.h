/* SPDX-License-Identifier: MIT */
/* polls.h -- declarations that the files of PlaceGCPolls and DropGCPolls share. */
#ifndef LR_LOWERING_POLLS_POLLS_H
#define LR_LOWERING_POLLS_POLLS_H

#include "base/cfg.h"
#include "ir/read_cfg.h"
#include "lowering/common/lowering.h"

/* Where a function polls, and what counts as a poll. */
enum {
	POLL_ENTRY = 1, POLL_BACKEDGE = 2, POLL_RETURN = 4, POLL_CALL = 8,
	POLL_CALLS_POLL = 16,    /* each callee that may collect polls */
	POLL_ALLOCS_POLL = 32,   /* allocations poll, and LLVM does not delete those without uses */
	POLL_COUNTED = 64        /* short counted loops need no polls */
};
enum { POLL_DEFAULT = POLL_ENTRY | POLL_BACKEDGE | POLL_COUNTED };
enum { POLL_ITERATIONS = 1024 }; /* what "short" means */

/* -- poll_choice.c */
/* Reads the words of a parameter <...> or attribute, separated by ';' or ','; NULL: there are none. False: a word is
** unknown, which begins at `*bad` and has `*bad_bytes` bytes. */
bool poll_read_choice(const char *text, size_t bytes, unsigned *where, const char **bad, size_t *bad_bytes);

enum poll_call { CALL_NOTHING, CALL_POLLS, CALL_ALLOCATES, CALL_MAY_COLLECT };
/* The kind of an instruction. */
enum poll_call poll_classify(const struct lower *, LLVMValueRef inst);

/* The metadata of polls that are needless if another one comes just before them (poll_drop.c). */
static inline unsigned
poll_mark(const struct edit *e)
{
	static const char name[] = "lateroot.poll";

	return LLVMGetMDKindIDInContext(e->context, name, sizeof name - 1);
}

/* -- poll_trips.c: how often at most the natural loop with header `h` takes its back edge; UINT32_MAX if that is not
** known, or more than `most`. `bb` has the blocks by number. */
uint32_t poll_trips(const struct cfg *, const LLVMBasicBlockRef *bb, uint32_t h, uint32_t most);

#endif
