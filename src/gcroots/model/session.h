/* session.h -- what is known of a module while placement runs over it: types, callees, kinds of attributes; and maps
** that serve one function after the other.  Made by scan/session.c, read by all phases that know LLVM. */
#ifndef LR_GCROOTS_MODEL_SESSION_H
#define LR_GCROOTS_MODEL_SESSION_H

#include "base/ptrmap.h"
#include "dialect/gcstack.h"
#include "dialect/kind.h"
#include "dialect/metadata.h"
#include "dialect/names.h"
#include "dialect/tail_calls.h"
#include "gcroots/model/function.h"
#include "host/context.h"
#include "ir/code.h"

/* What a type holds, looked up once a type. */
struct type_info {
	uint32_t count;          /* special pointers in it */
	int as;                  /* the address space if it is a pointer, otherwise -1 */
	bool all;                /* only AS10 pointers */
	bool vector;             /* a vector of pointers */
	bool bad;                /* scalable, nested too deep or too big to number element by element */
	const uint8_t *elem_as;  /* address space of each; NULL: all AS10 */
};

enum { MASKED_PARAMS = 31 };
struct callee_info {
	enum intrinsic intr;
	bool returns_twice, leaf, optimistic, cold;
	bool statepoint;         /* its frames are found by return address */
	bool self_rooting;       /* roots its arguments itself and tolerates relocation */
	bool table;              /* defined here, and walked by a table */
	bool splits, deopts;     /* LLVM_CALL_SPLITS; LLVM wants a "deopt" bundle on its calls */
	bool masked_store;       /* llvm.masked.store or scatter */
	bool says_constant;      /* llvm.invariant.start or end of special memory */
	bool runs_unmanaged;     /* control may go to code whose frames no table describes; of INTR_CALL, apart from its
	                          * callee, which is an operand */
	bool idle;               /* nothing to do with objects, if it is called as what it is and without bundles */
	bool asks;               /* what a call site says may matter: it may be a safepoint, or return twice */
	bool safepoint;          /* as far as the function itself tells */
	bool fixed;              /* a function without variable arguments: the masks say all, if it is called as what it
	                          * is */
	bool own;                /* scan_call treats it in a way of its own */
	bool plain;              /* `special`, `callee_rooted`, `generic`, `safepoint` and `result` are all that matters
	                          * of a call without attributes and bundles */
	uint8_t boxed;           /* julia.call and its like: the first operand that goes into the array; otherwise 0 */
	uint32_t memory;         /* the memory attribute's value; UINT32_MAX: may do anything */
	LLVMTypeRef type;        /* of the function; NULL: not a function, only the call site tells */
	const struct type_info *result;
	uint32_t nparams;
	/* bit i: parameter i may be special, has address space 12, may be the address of a stack variable for roots (of
	** ordinary functions); the bit MASKED_PARAMS stands for all from there on */
	uint32_t special, callee_rooted, generic;
	uint32_t pointees;       /* of `generic`, those that say what is there: "julia.return_roots", sret, byval */
};

/* State shared by all functions of one run of the pass over one module. */
struct session {
	lr_context *cx;
	LLVMModuleRef module;
	struct tail_targets tails;
	struct gcstack_getters getters;
	struct edit *edit;       /* knows the intrinsics among the callees of the function at hand; or NULL */
	uint32_t without;        /* LR_SHRINK_WRAP ...: optimisations to leave out */
	lr_abi abi;              /* of functions that do not say */
	uint32_t word;           /* bytes of a pointer */
	unsigned md_roots;       /* ROOT_METADATA: of variables, and of frames */
	unsigned md_arguments;   /* ARGUMENTS_METADATA: of boxed calls */
	bool reload;             /* of functions that do not say: slots are read again behind safepoints */
	bool shadow;             /* functions of the module link frames into LLVM's chain */
	struct arena perm;       /* lives as long as the session */
	struct arena tmp;        /* fn.tmp */
	bool moving;             /* objects may move at safepoints: that somebody else roots a value does not update
	                          * this function's copy of it */
	/* direct-mapped front of `types`; no bad ones */
	struct hot_type { LLVMTypeRef type; const struct type_info *info; } hot[128];
	/* the same of `callees`; functions only */
	struct hot_callee { LLVMValueRef callee; const struct callee_info *info; } hot_callee[256];
	struct ptrmap types, callees;
	struct ptrmap immutable; /* metadata node -> does it say that memory never changes */
	struct type_info **type; /* in `perm` */
	uint32_t ntype, type_cap;
	struct callee_info **callee; /* in `perm` */
	uint32_t ncallee, callee_cap, callee_made; /* made: those that have memory, from the first on */
	bool expects;            /* some callee seen so far is llvm.expect */
	bool shown;              /* somebody wants to see forms or plans: work out everything of every function */
	struct callee_info unknown, assembly; /* all callees that are no functions */
	struct ptrmap values;    /* IR value -> code, cleared for each function; what is not in it has no number but
	                          * BASE_PERMANENT */
	struct ptrmap operands;  /* operand of boxed calls -> its number, cleared for each function that has such
	                          * calls */
	struct ptrmap traces;    /* pointer -> the stack variable that it leads into: scan_trace.c */
	struct ptrmap leaving;   /* value that leaves the function -> its place: undefined_plan.c */
	struct ptrmap nulled;    /* variables that others make null from the beginning: unwritten.c */
	struct ptrmap things;    /* variable or begin of a preserve region -> its number, cleared for each function */
	struct code code;        /* of the function at hand */
	struct ptrmap positions; /* instruction -> place in its block, of accesses to stack variables */
	struct pset_pool pool;
	struct rewrite_scratch *scratch; /* in `perm`; see rewrite_reserve */
	LLVMValueRef intrinsic[INTR_COUNT];                 /* declarations that rewrite has used */
	unsigned kind_memory, kind_returns_twice, kind_cold;           /* attributes */
	unsigned kind_sret, kind_byval, kind_nocapture, kind_captures; /* 0: this LLVM has no such attribute */
	unsigned kind_readonly, kind_readnone, kind_writeonly, kind_noalias;
	bool typed;              /* types of stack variables say where references are: dialect/module_marks.h */
	unsigned md_mapped;      /* MAPPED_METADATA */
	unsigned word_bytes;     /* of a tracked pointer */
	unsigned md_tbaa, md_invariant, md_alias_scope, md_noalias, md_constgv, md_prof;
};

/* Read the function's instructions, as far as scan_function looks at them; whoever did that for a reason of his own
** before, with s->moving set already, has spared it that.  False on no memory. */
static inline bool
session_read(struct session *s, LLVMValueRef fn)
{
	return code_read(&s->code, fn, s->moving || s->cx->profile.comparisons_are_uses);
}

bool session_init(struct session *, lr_context *, LLVMModuleRef, LLVMValueRef only); /* only: see tail_targets_find */
void session_free(struct session *);
/* Functions of the module were removed or changed. */
void session_forget_functions(struct session *);
const struct type_info *session_type_slow(struct session *, LLVMTypeRef);
static inline struct hot_type *
session_hot(struct session *s, LLVMTypeRef t)
{
	return &s->hot[(uintptr_t)t >> 3 & 127];
}
/* NULL on no memory.  Any type may be asked about, labels and metadata too. */
static inline const struct type_info *
session_type(struct session *s, LLVMTypeRef t)
{
	const struct hot_type *hot = session_hot(s, t);

	return hot->type == t ? hot->info : session_type_slow(s, t);
}
/* NULL on no memory. */
const struct callee_info *session_callee_slow(struct session *, LLVMValueRef callee);
static inline struct hot_callee *
session_hot_callee(struct session *s, LLVMValueRef callee)
{
	return &s->hot_callee[(uintptr_t)callee >> 4 & 255];
}
static inline const struct callee_info *
session_callee(struct session *s, LLVMValueRef callee)
{
	const struct hot_callee *hot = session_hot_callee(s, callee);

	return hot->callee == callee ? hot->info : session_callee_slow(s, callee);
}

/* Does the call say that memory behind a special pointer does not change?  That is not true any more where objects
** move. */
static inline bool
session_says_constant(struct session *s, LLVMValueRef call)
{
	const struct callee_info *c = session_callee(s, LLVMGetCalledValue(call));

	return c && c->says_constant;
}

/* Does the call site say anything of the call as a whole? */
static inline bool
session_has_attributes(LLVMValueRef call)
{
	return LLVMGetCallSiteAttributeCount(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex) != 0;
}
/* Returns the attribute of argument `p`, counted from 0, that the call or its callee has; NULL if there is none, or if
** this LLVM has no such attribute (`kind` is 0). */
LLVMAttributeRef session_argument_attribute(LLVMValueRef call, unsigned p, unsigned kind);
/* Does a callee root its arguments itself, and tolerate relocation? */
static inline bool
session_tolerates_relocation(struct session *s, LLVMValueRef callee)
{
	const struct callee_info *c = session_callee(s, callee);

	return c && c->self_rooting;
}

/* Adds that: it narrows down what the callee may do. */
bool session_call_site(struct session *, LLVMValueRef call, struct callee_info *);

#endif
