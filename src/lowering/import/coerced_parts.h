/* SPDX-License-Identifier: MIT */
/* coerced_parts.h -- what coerced.c, coerced_votes.c, coerced_registers.c and coerced_change.c share: see coerced.c. */
#ifndef LR_LOWERING_IMPORT_COERCED_PARTS_H
#define LR_LOWERING_IMPORT_COERCED_PARTS_H

#include <llvm-c/Target.h>

#include "base/ptrmap.h"
#include "dialect/edit/edit.h"
#include "host/context.h"

/* A set of words that are references. AGAINST: none is, or it cannot be said. A slot of one word has FIRST alone. */
enum vote { UNSAID, FIRST = 1, SECOND = 2, BOTH = 3, AGAINST = 4 };

/* A function, or a call. */
struct signature {
	LLVMValueRef value, made;
	unsigned n;
	enum vote result, slot[]; /* for each parameter or argument; UNSAID: it stays as it is */
};

struct coerced {
	lr_context *cx;
	struct edit e;
	LLVMTargetDataRef td;
	bool scalars;            /* clang has marked scalars */
	bool results;            /* structs of one word are returned as integers on this target */
	LLVMTypeRef pair;        /* a struct of two words as clang passes it; NULL: not on this target */
	bool whole;              /* arrays are passed in registers, or on the stack, as a whole: AArch64 */
	bool windows;            /* the system is Windows */
	struct ptrmap at;        /* function -> index in `fn` */
	struct signature **fn, **call;
	uint32_t nfn, fn_cap, ncall, call_cap;
	LLVMTypeRef *types;      /* these have `most` elements: for the longest signature */
	LLVMValueRef *args;
	LLVMAttributeRef *attributes;
	unsigned most, most_attributes;
	lr_status status;
};

/* ---- coerced_votes.c: what the code says; changes nothing ---- */

enum { RESULT = -1 }; /* in the place of the number of a parameter */

/* How many words the value has if it may be such a struct; 0: it is none. */
unsigned coerced_words(const struct coerced *, LLVMTypeRef);
/* The same for the type of a result. */
unsigned coerced_result_words(const struct coerced *, LLVMTypeRef);
bool coerced_is_for(enum vote);
bool coerced_is_call(LLVMValueRef);
/* Is the result of a call such a struct? */
enum vote coerced_vote_result(const struct coerced *, LLVMValueRef call);
/* Is the argument of a call? */
enum vote coerced_vote_call(const struct coerced *, LLVMValueRef call, unsigned slot);
/* The vote of the body and all calls for one slot, or the result. *any: some vote is for references; *told is the
** function or call of the first. */
enum vote coerced_vote_all(const struct coerced *, LLVMValueRef fn, int slot, bool *any, LLVMValueRef *told);

/* ---- coerced_registers.c: where parameters lie on AArch64 ---- */

/* Does a struct of two words lie where an array of two words does, as parameter `slot` of the function, or argument of
** the call, `value`? */
bool coerced_lies_together(struct coerced *, LLVMValueRef value, unsigned slot);

/* ---- coerced_change.c: the plan is carried out; nothing fails ---- */

void coerced_change_function(struct coerced *, struct signature *);
void coerced_change_call(struct coerced *, struct signature *);

#endif
