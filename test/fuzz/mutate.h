/* SPDX-License-Identifier: MIT */
/* mutate.h -- does the checker notice when a placement is broken? */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include "execute.h"
#include "mutants_memory.h"

enum mutation {
	MUT_DROP,       /* a root store is left out */
	MUT_NULL,       /* it stores null */
	MUT_DELAY,      /* it comes behind the next call */
	MUT_RETARGET,   /* it goes to another slot */
	MUT_DUPLICATE,  /* it goes to another slot, too */
	MUT_SWAP,       /* two slots change places, at one use each */
	MUT_NO_PUSH, MUT_NO_POP, MUT_LATE_PUSH, MUT_EARLY_POP, MUT_TWO_POPS,
	MUT_FEWER,      /* a push shows fewer words of the frame */
	MUT_PRESERVE,   /* roots were placed as if a region did not preserve an object, or ended sooner */
	MUT_UNDEFINED,  /* a null reference that leaves the function, or that a variable starts with, is undefined */
	MUT_MEMORY,     /* what a mapped frame says, or what fills the variables that it shows (mutants_memory.h) */
	MUTATIONS = MUT_MEMORY + MEMORY_MUTATIONS
};
const char *mutation_name(unsigned mutation);

/* Set before the first: callees write the variables that hold references beside numbers, so that these are shown by
** mapped frames; and only that is broken. */
extern bool mutate_mapped;

struct score {
	uint64_t mutants;
	uint64_t changed, missed;          /* behave differently; of them the checker says nothing about */
	uint64_t only_reported;            /* reported, no difference seen */
	uint64_t silent, silent_null;      /* neither; of them: only null was stored there, */
	uint64_t silent_judged, disputed;  /* the oracle understands the function; it finds an object lost */
};

/* Break the program of `job` in up to `most` ways, one at a time, and add up what comes of it.  Runs in this process
** and in children of it.  Misses are printed.  False if the unbroken program does not even get so far. */
bool mutate(const struct job *job, unsigned most, struct score score[MUTATIONS]);

#endif
