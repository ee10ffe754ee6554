/* SPDX-License-Identifier: MIT */
/* listed.h -- what the files of the proof of listed stack memory share: listed.c has the rule. */
#ifndef LR_CHECK_PROVE_LISTED_H
#define LR_CHECK_PROVE_LISTED_H

#include "check/prove/prove.h"
#include "check/model/check_phases.h"
#include "check/relocations/check_reloc_model.h"

#define ALL UINT64_MAX

struct variable {
	LLVMValueRef alloca;
	uint64_t words, each;    /* words; words of a chunk */
	uint64_t bytes;          /* 0: not known */
	uint64_t chunks;         /* mask of all */
	uint64_t listed;         /* by any statepoint */
	uint8_t *parts;          /* of each word: the bytes that stores of a part of it write; NULL: not known */
	bool kept;
};
struct state { uint64_t written, holds, live, shown; };

enum what { READ, WRITE, SMUDGE, LIST, BEGIN, SHOW, STATEPOINT };
/* An effect of an instruction.  `mask`: chunks that it may touch; `whole`: those that a write surely covers;
** `gone`: those in which no reference is left that was there before; `torn`: those in which it may write a part of a
** word.  A STATEPOINT is about no variable. */
struct effect {
	uint8_t what;
	bool reference, number, part; /* part: a store of a part of one word */
	bool beyond;             /* some of its bytes are not the variable's */
	uint32_t variable, block;
	uint64_t mask, whole, gone, torn;
	LLVMValueRef inst;
};

struct listed {
	struct prover *p;
	struct rmodel *r;
	struct ck c;
	struct arena ar;
	struct variable *v;
	uint32_t nv, v_cap;
	struct ptrmap variable_of;
	struct effect *e;
	uint32_t ne, e_cap, *off; /* of each block of the model */
	bool ours;               /* the statepoints are this library's */
	struct state *in;        /* written, holds, shown at the top of each block, live at its end; a row for each */
	LLVMValueRef last_reported;
	unsigned reports;
};

static inline struct state *
listed_row(const struct listed *l, uint32_t block)
{
	return l->in + (size_t)block * l->nv;
}

/* Reports something unknown, once for each `at`. */
void listed_say(struct listed *, const char *rule, LLVMValueRef at, LLVMValueRef value, const char *why);

/* Functions that return bool return false if memory is exhausted. */

/* -- listed_effects.c */
bool listed_find_variables(struct listed *);
bool listed_read_effects(struct listed *);

/* -- listed_flow.c */
/* What an effect changes of the state of its variable: in front of it to behind it, or (back) the other way. */
void listed_step(const struct effect *, struct state *);
void listed_step_back(const struct effect *, struct state *);
/* Fills the rows. */
bool listed_flow(struct listed *);

#endif
