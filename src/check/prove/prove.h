/* SPDX-License-Identifier: MIT */
/* prove.h -- what the files of lr_check share. */
#ifndef LR_CHECK_PROVE_PROVE_H
#define LR_CHECK_PROVE_PROVE_H

#include "lateroot/check.h"
#include "base/ptrmap.h"
#include "host/context.h"

/* Of rules whose findings are no holes. */
#define RULE_PLAIN_CALL "plain-call" /* a call that is no statepoint */
/* The one finding of a module in which nothing was placed. */
#define RULE_UNPLACED "unplaced"
#define RULE_NO_FRAME "no-frame" /* nothing in the function could root anything */

/* A checker reports at most so many findings of a function (check_report.c, check_reloc_model.c). */
enum { PROVE_MOST_ROOTS = 16, PROVE_MOST_RELOCATIONS = 50 };

/* What a function contains, by one look at its instructions. */
struct look {
	bool statepoints;        /* calls of gc.statepoint */
	bool frame_calls;        /* frame intrinsics of the dialect */
	bool dialect;            /* pointers of the dialect's address spaces, or its functions */
	bool references;         /* pointers of collected address spaces */
	bool gcroot;             /* llvm.gcroot */
	bool linked;             /* the address of stack memory is stored where it replaces what was loaded before */
	bool anchor;             /* the same, of an anchor of this library */
	bool mapped;             /* of a mapped frame, which the model reads as it is */
	bool record;             /* a stack map record that names the roots of the ABI framemap */
	bool head;               /* stores to the head of the chain of what was not loaded from there */
	bool polls;              /* volatile loads that may be polls */
	bool fenced_polls;       /* some of these stand between fences */
	bool calls;              /* calls that may collect */
	bool stack;              /* a getter of the GC stack, or it is an argument */
	bool chosen;             /* placement has written down the ABI of the function */
	bool pointers;           /* values that are pointers of any address space */
	const char *strategy;    /* of the attribute gc; NULL: none */
};
/* What all functions of a module contain. */
struct looks {
	lr_context *cx;
	struct arena ar;
	struct look *look;       /* of the functions with a body, in module order */
	size_t n;
	struct ptrmap read, header; /* what is known of addresses; see look.c */
};
/* Looks at each function once; false: memory is exhausted.  Bit n of `spaces`: address space n is collected.
** look_free in any case. */
bool look_around(struct looks *, lr_context *, LLVMModuleRef, uint64_t spaces);
void look_free(struct looks *);
/* Does a strategy find roots by statepoints, as far as its name says? */
bool look_is_statepoint_strategy(const char *strategy);

/* A run of lr_check. */
struct prover {
	struct lr_findings sink; /* the first member: the checkers report to it */
	lr_context *cx;
	const lr_check_options *o;
	struct arena ar;         /* for one finding */
	LLVMValueRef fn;         /* the function that is checked, in the host's module */
	lr_checked result;
	struct { const char *rule; unsigned n; } ordinals[32];
	unsigned nordinals;
	unsigned quoted;         /* instructions that were printed so far */
	const char *says;        /* replaces the messages and verdicts of the checkers; NULL: their own */
	/* While a copy of the function is checked: original values by those of the copy. */
	const struct ptrmap *of_copy;
	LLVMValueRef *original;
	bool by_hand;            /* the copy is one of roots by hand; messages name variables */
	struct { LLVMValueRef fn, at; uint32_t text; bool hole; } said[16]; /* the last findings; hashes of texts */
	unsigned nsaid;
	bool unplaced;           /* no function of the module has roots: the first finding says so for all */
	bool unplaced_said;      /* it has */
	lr_verdict held_back;    /* of the function: the worst finding that is not listed, as another stands for it */
	bool failed;             /* memory is exhausted */
};

/* -- finding.c */
/* struct lr_findings.take */
void finding_take(struct lr_findings *, LLVMValueRef at, const char *message);
/* The value of the host's module that a value of the copy stands for; NULL: none. */
LLVMValueRef prove_original(const struct prover *, LLVMValueRef);
/* Reports that something is unknown, or a hole that prove/ itself has found. */
void finding_add(struct prover *, lr_verdict, const char *rule, LLVMValueRef at, LLVMValueRef value,
	const char *message);
/* The same with the way of `value`, a value of the copy, from `at` there. */
void finding_add_copied(struct prover *, lr_verdict, const char *rule, LLVMValueRef at, LLVMValueRef value,
	const char *message);

/* -- by_hand.c: functions of <lateroot/roots.h>, which link frames of addresses of variables */
struct by_hand;
/* Prepares all functions of the module, in a copy.  NULL: memory is exhausted, or (*refused) LLVM's passes do not
** run. */
struct by_hand *by_hand_begin(struct prover *, LLVMModuleRef, bool *refused);
/* Proves a function, which has references or does not.  False: memory is exhausted. */
bool by_hand_prove(struct by_hand *, LLVMValueRef fn, bool references);
void by_hand_end(struct by_hand *);
/* prove_original; of code that was inlined, the call. */
LLVMValueRef by_hand_original(const struct prover *, LLVMValueRef copied);
/* Has the same been said of the same instruction?  Words of a variable have its name. */
bool by_hand_said(struct prover *, LLVMValueRef at, const char *message, bool hole);
/* What a finding of a checker says of the source; the checker's own message where nothing is known.  In p->ar. */
const char *by_hand_message(struct prover *, LLVMValueRef at, LLVMValueRef value, const char *rule,
	const char *message);

/* -- lowered.c */
/* Was the module lowered to calls of a runtime, as FinalLowerGC leaves it? */
bool lowered_module(lr_context *, LLVMModuleRef);
/* May the instruction be what FinalLowerGC makes of a poll: a volatile load whose result is not used? */
bool lowered_polls(LLVMValueRef);
/* Does such a load stand between fences for one thread?  Front ends that poll by themselves write that. */
bool lowered_fenced(LLVMValueRef);
/* Says in a copy of such a module that the entries of the runtime that never collect are GC leaves. */
void lowered_mark_leaves(lr_context *, LLVMModuleRef copy);
/* Makes safepoints of the loads that poll in a function of it, or only of those between fences.  `original`: values ->
** numbers; the new ones get those of the loads.  False: memory is exhausted. */
bool lowered_mark_polls(LLVMValueRef fn, struct ptrmap *original, bool only_fenced);
/* Makes the profile's entries that allocate those of the dialect, whose callers the runtime finds without an anchor. */
void lowered_mark_allocations(lr_context *, LLVMValueRef fn);

/* -- origins.c: a walk over the instructions that a value may come from, by way of others */
enum { ORIGINS_MOST = 64 };
struct origins {
	LLVMValueRef todo[ORIGINS_MOST], seen[ORIGINS_MOST];
	unsigned n, nseen;
	bool lost;               /* there were more: what the walk has not seen is not known */
};
void origins_begin(struct origins *, LLVMValueRef);
/* The next instruction, each once; NULL at the end. */
LLVMValueRef origins_next(struct origins *);
/* Goes on with a value. */
void origins_add(struct origins *, LLVMValueRef);
/* Goes on with the operands that an instruction may have its address from: phis, selects, casts, address arithmetic. */
void origins_add_addresses(struct origins *, LLVMValueRef inst);
/* Goes on with all that an instruction is computed from. */
void origins_add_operands(struct origins *, LLVMValueRef inst);

/* -- counts.c */
/* Reports statepoints of this library whose numbers do not fit what they list. */
void counts_prove(struct prover *, LLVMValueRef fn);

/* -- listed.c */
/* Reports stack memory that statepoints do not list where they must, or that holds something else than references.
** `r`: the model of the function.  False: memory is exhausted. */
struct rmodel;
bool listed_memory(struct prover *, struct rmodel *r);

/* -- interior.c: reports a root that gets the address of a part of an object.  False: memory is exhausted */
bool interior_prove(struct prover *, LLVMValueRef fn);

/* -- copies.c: reports references that were copied as bytes, and are used behind a safepoint.  False: memory is
** exhausted */
bool copies_prove(struct prover *, LLVMValueRef fn);

/* -- verify.c */
/* Verifies the module, unless the host says that it is right.  Functions of strategies that LLVM does not know get one
** of LLVM's while the verifier runs. */
lr_status prove_verify(lr_context *, LLVMModuleRef);

/* -- numbers.c: reports a reference that was a number or plain pointer at a safepoint.  False: memory is exhausted */
bool numbers_prove(struct prover *, struct rmodel *);
/* The same of a function of the dialect, whose calls that may collect are no statepoints. */
bool numbers_prove_calls(struct prover *, LLVMValueRef fn);

/* -- anchors.c */
/* Reports anchors that do not say what a walker of the stack needs, and landing pads that leave the head of the chain
** as they find it.  False: memory is exhausted. */
bool anchors_prove(struct prover *, LLVMValueRef fn, const struct look *);

/* -- path.c: explains a finding; proves nothing */
enum { PATH_MOST = 16 };
struct path_step { lr_step_role role; LLVMValueRef at; };
/* Finds the way of `value` from its definition over a safepoint to a use.  `at` is the safepoint, or, if `at_use`, the
** use.  Returns the number of steps; memory of `ar` is used for a while. */
unsigned path_find(lr_context *, struct arena *ar, LLVMValueRef value, LLVMValueRef at, bool at_use,
	struct path_step steps[PATH_MOST]);

#endif
