/* crossing.h -- may a collection come between two instructions of the function at hand? */
#ifndef LR_GCROOTS_STACK_CROSSING_H
#define LR_GCROOTS_STACK_CROSSING_H

#include "gcroots/values/record.h"

/* What all questions about one function share. */
struct crossing {
	const struct scan *sc;
	uint32_t *mark, stamp;   /* by block: the last search that met it */
	uint32_t *todo, ntodo;
	uint64_t steps;          /* taken so far by all searches */
};

/* Needs the graph of the function.  False on no memory. */
bool crossing_begin(struct crossing *, struct scan *);
/* False once so many steps have been taken that questions are only answered "yes". */
bool crossing_spend(struct crossing *, uint64_t steps);
/* Is there a way from `from` on to `to` with a safepoint on it?  A safepoint that is `from` itself does not count. */
bool may_collect(struct crossing *, LLVMValueRef from, LLVMValueRef to);

#endif
