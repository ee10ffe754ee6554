/* SPDX-License-Identifier: MIT */
/* check_words.h -- shared by check_words.c, check_words_types.c and check_words_report.c. */
#ifndef LR_CHECK_MEMORY_CHECK_WORDS_H
#define LR_CHECK_MEMORY_CHECK_WORDS_H

#include "check/memory/check_stack.h"

struct words {
	struct ck *c;
	struct touches touches;
	struct flow flow;
	uint32_t *stops, nstops;         /* positions of EV_SAFEPOINT and EV_COUNT */
	uint32_t object, from, nwords;   /* the current object, its number of words, and the window: from..from + 63 */
	struct windows windows;          /* accesses by windows; pos is NULL if there is one window */
	int64_t folded;                  /* bytes of an element, if one stands for a computed number of them; else 0 */
	uint64_t *declared;              /* words of the object with references by its type; NULL: none */
	uint64_t *results;               /* words with references by the types of results that callees put there */
	uint64_t type;                   /* `declared`, in the window */
	struct bits { uint64_t put, raw, number; bool captured, exposed, begun, reached; } *in; /* by block */
	bool *queued;
	uint32_t *work;
};

/* The words of the window in which an access by a callee, or a copy, may put references. */
uint64_t words_put_by(const struct words *w, const struct access *a, const struct touch *t);
const char *words_callee(LLVMValueRef call);
void words_say(struct words *w, uint32_t pos, LLVMValueRef call, uint64_t bad, const struct bits *s, bool uncovered);
/* Sets w->declared. */
bool words_declare(struct words *w, const struct object *o, bool *odd);
/* Sets w->results.  A place that is not certain counts with all words that it may be. */
bool words_add_results(struct words *w, bool *odd);
/* Does a type have other words beside references?  Variables of references alone are in the records of statepoints. */
bool words_is_mixed(struct ck *c, LLVMTypeRef t);

#endif
