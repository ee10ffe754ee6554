/* SPDX-License-Identifier: MIT */
/* session.h -- the state of a module while placement runs over it: types, callees, kinds of attributes, and maps
** that are cleared for each function.  Made by session/session.c, used by all phases that read IR. */
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

/* The special pointers that a type holds, looked up once a type. */
struct type_info {
	uint32_t count;          /* special pointers in it */
	int as;                  /* the address space if it is a pointer, otherwise -1 */
	bool all;                /* only AS10 pointers */
	bool vector;             /* a vector of pointers */
	bool bad;                /* scalable, nested too deeply or too large to number each element */
	const uint8_t *elem_as;  /* address space of each; NULL: all AS10 */
};

enum { MASKED_PARAMS = 31 };
struct callee_info {
	enum intrinsic intr;
	bool returns_twice, leaf, optimistic, cold;
	bool statepoint;         /* its frames are found by return address (ABI statepoint) */
	bool tolerates_relocation; /* roots its arguments itself and tolerates relocation */
	bool table;              /* defined in this module, and walked by a table (ABI framemap) */
	bool walked;             /* marked "lateroot-walked" */
	bool walkable;           /* that mark, here or at a call, counts: no body in this module says otherwise */
	bool splits, deopts;     /* LLVM_CALL_SPLITS; LLVM requires a "deopt" bundle on its calls */
	bool masked_store;       /* llvm.masked.store or scatter */
	bool says_constant;      /* llvm.invariant.start or end of special memory */
	bool runs_unmanaged;     /* control may go to code whose frames no table describes, unless a mark says
	                          * otherwise; for INTR_CALL, the callee operand is judged separately */
	/* a call with the type of the function and without bundles has nothing to do with objects */
	bool idle;
	bool asks;               /* attributes of the call may matter: it may be a safepoint, or return twice */
	bool safepoint;          /* by the attributes of the function alone; also if it returns twice */
	bool collects;           /* the same, apart from that it may return twice */
	/* the function has no variable arguments, so that the masks describe all operands of a call that has its
	** type */
	bool fixed;
	bool own;                /* scan_call has a case of its own for it */
	bool plain;              /* `special`, `callee_rooted`, `generic`, `safepoint` and `result` are all that matters
	                          * of a call without attributes and bundles */
	/* julia.call and its variants: the first operand that goes into the array; otherwise 0 */
	uint8_t boxed;
	uint32_t memory;         /* the value of the memory attribute; UINT32_MAX: it may do anything */
	LLVMTypeRef type;        /* of the function; NULL: the callee is no function, only the call tells */
	const struct type_info *result;
	uint32_t nparams;
	/* Masks of parameters: bit i stands for parameter i, bit MASKED_PARAMS for all from there on.  It may be
	** special; it has address space 12; it may be the address of a stack variable for roots (not of intrinsics). */
	uint32_t special, callee_rooted, generic;
	uint32_t pointees;       /* of `generic`: attributes describe the memory ("julia.return_roots", sret, byval) */
};

/* State shared by all functions of one run of the pass over one module. */
struct session {
	lr_context *cx;
	LLVMModuleRef module;
	struct tail_targets tails;
	struct gcstack_getters getters;
	struct edit *edit;       /* knows the intrinsics among the callees of the current function; or NULL */
	uint32_t without;        /* LR_SHRINK_WRAP ...: optimisations to leave out */
	lr_abi abi;              /* of functions without an attribute */
	uint32_t word;           /* bytes of a pointer */
	unsigned md_roots;       /* ROOT_METADATA: of variables, and of frames */
	unsigned md_arguments;   /* ARGUMENTS_METADATA: of boxed calls */
	bool reload;             /* for functions without an attribute: slots are read again behind safepoints */
	bool shadow;             /* functions of the module link frames into LLVM's chain */
	struct arena perm;       /* lives as long as the session */
	struct arena tmp;        /* fn.tmp */
	/* objects may move at safepoints: a root elsewhere does not update the copies of this function */
	bool moving;
	/* direct-mapped cache in front of `types`, without bad ones */
	struct hot_type { LLVMTypeRef type; const struct type_info *info; } hot[128];
	/* the same for `callees`; functions only */
	struct hot_callee { LLVMValueRef callee; const struct callee_info *info; } hot_callee[256];
	struct ptrmap types, callees;
	struct ptrmap immutable; /* metadata node -> does it state that memory never changes? */
	struct type_info **type; /* in `perm` */
	uint32_t ntype, type_cap;
	struct callee_info **callee; /* in `perm` */
	uint32_t ncallee, callee_cap, callee_made; /* made: entries that have memory, from the first on */
	bool expects;            /* some callee so far is llvm.expect */
	bool quiet;              /* what a scan refuses is not reported: it asks about a function without a GC stack */
	bool shown;              /* forms or plans are to be shown: everything is computed for every function */
	struct callee_info unknown, assembly; /* for all callees that are no functions */
	/* IR value -> code of its bases (scanned.h), cleared for each function; a value without a code has the base
	** BASE_PERMANENT */
	struct ptrmap values;
	struct ptrmap operands;  /* operand of boxed calls -> its id, cleared for each function that has such calls */
	struct ptrmap stacks;    /* function -> has it a GC stack?  Of callees of functions that have none */
	struct ptrmap traces;    /* pointer -> code of the stack variable that it leads into: stack/trace_forward.c */
	struct ptrmap leaving;   /* value that leaves the function -> its place: undefined_plan.c */
	struct ptrmap nulled;    /* variables that are made null elsewhere: unwritten.c */
	/* alloca or begin of a preserve region -> index in ir.var or scan.preserve, cleared for each function */
	struct ptrmap indices;
	struct code code;        /* of the current function */
	struct ptrmap positions; /* instruction -> position in its block, of accesses to stack variables */
	struct pset_pool pool;
	struct rewrite_scratch *scratch; /* in `perm`; see rewrite_reserve */
	LLVMValueRef intrinsic[INTR_COUNT];                 /* declarations that rewrite has used */
	unsigned kind_memory, kind_returns_twice, kind_cold;           /* attributes */
	unsigned kind_sret, kind_byval, kind_nocapture, kind_captures; /* 0: this LLVM has no such attribute */
	unsigned kind_readonly, kind_readnone, kind_writeonly, kind_noalias;
	bool typed;              /* the types of stack variables show where references are: dialect/module_marks.h */
	unsigned md_mapped;      /* MAPPED_METADATA */
	unsigned word_bytes;     /* of a tracked pointer */
	unsigned md_tbaa, md_invariant, md_alias_scope, md_noalias, md_constgv, md_prof;
};

/* Reads the instructions of the function for scan_function.  If a caller has read them already, with s->moving set
** as now, they are not read again.  False on no memory. */
static inline bool
session_read(struct session *s, LLVMValueRef fn)
{
	return code_read(&s->code, fn, s->moving || s->cx->profile.comparisons_are_uses);
}

bool session_init(struct session *, lr_context *, LLVMModuleRef, LLVMValueRef only); /* only: see tail_targets_find */
void session_free(struct session *);
/* To be called when functions of the module were removed or changed. */
void session_forget_functions(struct session *);
const struct type_info *session_type_slow(struct session *, LLVMTypeRef);
static inline struct hot_type *
session_hot(struct session *s, LLVMTypeRef t)
{
	return &s->hot[(uintptr_t)t >> 3 & 127];
}
/* Returns NULL on no memory.  Any type may be asked about, labels and metadata too. */
static inline const struct type_info *
session_type(struct session *s, LLVMTypeRef t)
{
	const struct hot_type *hot = session_hot(s, t);

	return hot->type == t ? hot->info : session_type_slow(s, t);
}
/* NULL if memory is exhausted. */
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

/* Does the call state that memory behind a special pointer does not change?  Where objects move this must not be relied
** on. */
static inline bool
session_says_constant(struct session *s, LLVMValueRef call)
{
	const struct callee_info *c = session_callee(s, LLVMGetCalledValue(call));

	return c && c->says_constant;
}

/* Has the call attributes of its own? */
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

	return c && c->tolerates_relocation;
}

/* Does a mark of the call or of its callee say that the frames of the callee are walked like those of the function?
** Not in a GC transition: the thread may be walked at any time.  The target of julia.call is its first operand. */
bool session_is_walked(const struct callee_info *target, LLVMValueRef call);
/* Adds them to what is known of the callee: they narrow it down. */
bool session_call_site(struct session *, LLVMValueRef call, struct callee_info *);
/* `*attribute` receives that of the function by which its callers take calls of it for no safepoints; NULL if it has
** none; `*explicit`: it is "gc-leaf-function".  False on no memory. */
bool session_never_collects(struct session *, LLVMValueRef fn, const char **attribute, bool *explicit);

#endif
