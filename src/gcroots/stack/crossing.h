/* SPDX-License-Identifier: MIT */
/* crossing.h -- may a collection happen between two instructions of a function? */
#ifndef LR_GCROOTS_STACK_CROSSING_H
#define LR_GCROOTS_STACK_CROSSING_H

#include "gcroots/values/record.h"

/* What all questions about one function share. */
struct crossing {
	const struct scan *sc;
	uint32_t *mark, stamp;   /* mark: by block: the number (`stamp`) of the last search that came to it */
	uint32_t *todo, ntodo;
	uint64_t steps;          /* taken so far by all searches */
};

/* Needs the graph of the function to be analysed.  False on no memory. */
bool crossing_begin(struct crossing *, struct scan *);
/* Takes steps.  Returns false once they are used up: from then on the answer is always yes. */
bool crossing_spend(struct crossing *, uint64_t steps);
/* Is there a path from `from` to `to` with a safepoint on it?  `from` itself does not count. */
bool may_collect(struct crossing *, LLVMValueRef from, LLVMValueRef to);

#endif
