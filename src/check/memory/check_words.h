/* check_words.h -- what the parts of check_words.c share. */
#ifndef LR_CHECK_WORDS_H
#define LR_CHECK_WORDS_H

#include "check/memory/check_stack.h"

struct words {
	struct ck *c;
	struct touches touches;
	struct flow flow;
	uint32_t *stops, nstops;         /* positions of safepoints, and of blocks' counts */
	uint32_t object, from, nwords;   /* the window: words from..from + 63 */
	struct windows windows;          /* accesses by windows, if there are several; otherwise pos is NULL */
	int64_t folded;                  /* bytes of one element, if one stands for all of a computed number; 0
	                                  * otherwise */
	uint64_t *declared;              /* of the object: words with references by its type */
	uint64_t *results;               /* and by those of results that it is given to hold */
	uint64_t type;                   /* declared, in the window */
	struct bits { uint64_t put, raw, number; bool captured, exposed, begun, reached; } *in; /* by block */
	bool *queued;
	uint32_t *work;
};

/* What a callee or a copy may put where. */
uint64_t words_put_by(const struct words *w, const struct access *a, const struct touch *t);
const char *words_callee(LLVMValueRef call);
void words_say(struct words *w, uint32_t pos, LLVMValueRef call, uint64_t bad, const struct bits *s, bool uncovered);
/* Words with references by the object's type. */
bool words_declare(struct words *w, const struct object *o, bool *odd);
/* And by those of results that calls put there: where a place is not known for sure, all that it may be. */
bool words_add_results(struct words *w, bool *odd);
/* References beside other things, in a type?  Variables of nothing else are told of by statepoints. */
bool words_is_mixed(struct ck *c, LLVMTypeRef t);

#endif
