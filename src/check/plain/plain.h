/* SPDX-License-Identifier: MIT */
/* plain.h -- the proof for functions whose references are plain pointers.
**
** The profile says which results, parameters and loads are references (docs/profiles.md).  Objects do not move.
**
** The rule.  At each call that may collect, each pointer that is used later and may be a reference must be in a root
** that the collector sees: some root word holds the address of its object.  Roots are the variables of llvm.gcroot, or
** the words of a frame while it is linked into the chain.
**
**   elements    what may hold an object: *values* (a parameter, a load, the result of a call, a phi, a select), and
**               *words* of stack memory (roots, the words of a frame, local variables, the head of the chain).  A
**               pointer that casts or address arithmetic make of a value counts as the value.     plain_values.c
**   words       which words there are, and which instruction reads or writes which of them       plain_memory.c,
**                                                                                                plain_words.c
**   references  which elements are references, which may be, and what is not followed            plain_origin.c
**   liveness    which elements are used later                                                    plain_live.c
**   state       which elements hold the same: a partition of them into classes.  A definition starts a new class; a
**               copy (store into a word, load of a word, phi) joins one.  Where ways meet, two elements are in one
**               class if they are on each way.                                                   plain_state.c
**               At a safepoint the words of a frame that is not linked lose what no root holds.
**   proof       at each safepoint, each live reference has a root word in its class; the frame is linked, and shows
**               words that were written; at each return, the head is what it was                 plain_prove.c
**
** Whatever is not understood is a finding with the verdict "unknown". */
#ifndef LR_CHECK_PLAIN_PLAIN_H
#define LR_CHECK_PLAIN_PLAIN_H

#include "lateroot/check.h"
#include "check/model/check_phases.h"

/* Elements with a class of their own, which nothing changes. */
enum {
	EL_STATIC,               /* null, and what is no object of the heap: needs no root */
	EL_CALLER,               /* what the head was when the function was entered */
	EL_FIRST
};

/* What a pointer may be, so that the larger one wins where several meet. */
enum plain_class { CLASS_NONE, CLASS_REFERENCE, CLASS_UNKNOWN };

enum plain_from {
	FROM_DEF,                /* another object than before */
	FROM_LOAD,               /* loaded from memory that is no word */
	FROM_PHI, FROM_SELECT,
	FROM_RETURNED,           /* the argument that a call gives back */
	FROM_READ,               /* what `word` holds */
	FROM_WORD,               /* the element is a word */
	FROM_FRAME               /* the address of a frame: a class of its own, like those above */
};

struct plain_elem {
	LLVMValueRef v;          /* the definition; of a word the alloca, or the function */
	uint8_t cls;             /* plain_class */
	uint8_t from;            /* plain_from */
	bool parts;              /* several pointers: no root holds it */
	bool interior;           /* may point behind the start of its object */
	bool stack;              /* a choice among addresses, some of which are of stack memory */
	bool chain;              /* may be the address of a frame of the chain */
	bool needed;             /* something uses it */
	uint32_t block;          /* where it is defined; of a word unused */
	uint32_t word;           /* FROM_READ: the element of the word */
};

/* What a value points to: byte `off` of the object that `elem` holds, or of stack memory `object`. */
struct plain_val {
	uint32_t elem;           /* EL_STATIC: no object of the heap */
	uint32_t object;         /* NONE: no stack memory that is known */
	int64_t off;
	bool known;              /* `off` is known */
	bool number;             /* the value is a number */
};

enum plain_kind { KIND_STACK, KIND_VARIABLE, KIND_ROOT, KIND_FRAME, KIND_HEAD };
#define PLAIN_HEAD 0u        /* the object that stands for the memory around the head */

struct plain_object {
	LLVMValueRef alloca;     /* of the head: NULL */
	uint8_t kind;
	bool entry;              /* made once */
	bool escaped;            /* its address is no longer followed */
	bool mixed;              /* read or written otherwise than by words */
	bool lifetime;           /* intrinsics say when it holds something */
	bool gcroot;
	bool indirect;           /* its address is in a word of a frame: a root */
	LLVMValueRef odd;        /* the instruction that cannot be followed; of the head: that makes all unknown */
	uint32_t words;          /* 0: of computed or large size */
	uint32_t first;          /* element of the first word */
	uint32_t frame;          /* number of the frame; NONE: it is none */
	LLVMValueRef given;      /* the store that puts its address into a word of other stack memory */
	uint32_t given_object, given_word;
	LLVMValueRef behind;     /* the store that puts it behind a frame: into the word `prev` of `behind_object` */
	uint32_t behind_object;
};

/* OP_FORGET: from here on the words hold nothing. */
enum plain_op_kind { OP_READ, OP_WRITE, OP_ZERO, OP_NUMBER, OP_FORGET };
/* What an instruction does to words `word` .. `word` + `n` - 1 of an object. */
struct plain_op {
	LLVMValueRef inst;
	uint8_t kind;
	uint32_t object, word, n;
	uint64_t number;         /* OP_NUMBER: a constant is stored */
};

/* A frame that is linked into the chain.  After inlining a function has several. */
struct plain_frame {
	uint32_t object;
	uint32_t prev, count;    /* elements of its header */
	uint32_t shown;          /* how many roots the header shows */
	bool indirect;           /* its words are the addresses of variables */
};
/* frame: that shows the root; NONE: a variable of llvm.gcroot.  via: the word with the address of the root; NONE */
struct plain_word { uint32_t object; bool root; uint32_t frame, via; };

struct plain_finding { lr_verdict verdict; const char *rule; LLVMValueRef at, value; const char *message; };
enum { PLAIN_MOST = 16 };    /* findings */
enum { PLAIN_WORDS_MOST = 1 << 16 };
enum { PLAIN_STORED_MOST = 1 << 25 }; /* elements whose state is known at entries of blocks, in all */

struct plain {
	struct ck *c;            /* of the model: blocks, callees, layout */
	LLVMValueRef fn;
	uint32_t bytes;          /* of a word */
	struct arena *ar;
	const struct lr_profile *profile;
	const char *head_name;
	struct ptrmap val_of;    /* value -> number in `val` */
	struct plain_val *val;
	uint32_t nval, val_cap;
	struct plain_elem *elem; /* EL_FIRST .. : values, then from `first_word` on words */
	uint32_t nelem, elem_cap, first_word;   /* then from `first_frame` on frames */
	struct plain_object *object;
	uint32_t nobject, object_cap;
	struct plain_op *op;
	uint32_t nop, op_cap;
	struct ptrmap op_of;     /* instruction -> number in `op` */
	struct plain_word *word; /* of element first_word + i */
	uint32_t nword, word_cap;
	struct ptrmap has_pointer; /* type -> 1 if a pointer is in it, 0 if none is */

	bool indirect;           /* calls of addresses may be calls of functions that give references */
	bool roots;              /* there is a root */
	bool root_escapes;       /* the address of one is not followed: it may hold anything */
	struct plain_frame *frame;
	uint32_t nframe, frame_cap;
	uint32_t first_frame;    /* elements of their addresses */

	uint32_t *phi_off, *phi_in; /* of each phi the elements that it gets, one for each predecessor */
	uint32_t *list, *list_off; /* of each block the elements whose state is known at its entry: live ones, phis */

	struct plain_finding finding[PLAIN_MOST];
	uint32_t nfinding;
	bool stop;               /* nothing can be proved: a finding says why */
};

/* Each returns false if memory is exhausted. */
bool plain_values(struct plain *);
bool plain_memory(struct plain *);
bool plain_words(struct plain *);
bool plain_origin(struct plain *);
bool plain_live(struct plain *);

/* -- plain_values.c */
/* What an operand is; constants are EL_STATIC, but for the head. */
struct plain_val plain_val_of(const struct plain *, LLVMValueRef);
bool plain_has_pointer(struct plain *, LLVMTypeRef);
/* The argument that a call gives back as its result; NULL: none. */
LLVMValueRef plain_returned(LLVMValueRef call);
/* Does a call give a reference?  Attributes of the call count like those of the callee. */
enum plain_class plain_class_of_call(const struct plain *, LLVMValueRef call);
/* The name of a function that is called directly, or "". */
const char *plain_callee(LLVMValueRef inst);
static inline bool plain_is_call(LLVMValueRef i)
{
	return LLVMIsACallInst(i) != NULL || LLVMIsAInvokeInst(i) != NULL || LLVMIsACallBrInst(i) != NULL;
}

/* Does something take the address of a function that gives references? */
bool plain_gives_by_address(const struct lr_profile *, LLVMModuleRef);

/* -- plain_memory.c */
/* What an instruction does to words of stack memory that is followed, or to the head; NULL: nothing. */
const struct plain_op *plain_op_of(const struct plain *, LLVMValueRef inst);

/* -- plain_live.c */
/* The number of operands that may be uses: none of a phi, which uses them on its edges. */
unsigned plain_operands(LLVMValueRef inst);
/* Does the instruction use the object of operand k, and not only make another pointer to it? */
bool plain_is_use(struct plain *, LLVMValueRef i, unsigned k);
/* The word that an instruction reads for a value that is needed, or writes; NONE: none that is a variable. */
uint32_t plain_variable_read(const struct plain *, LLVMValueRef inst);
uint32_t plain_variable_written(const struct plain *, LLVMValueRef inst);
/* The element that a phi gets by edge `edge` of the model (an index into succ). */
uint32_t plain_incoming(const struct plain *, uint32_t phi, uint32_t edge);

/* -- plain_state.c: which elements hold the same, while the instructions of a block are passed */
struct plain_state {
	uint32_t *cls;           /* of each element its class */
	uint32_t *kept;          /* of each element: == epoch: some root held it when ways met, and none was written
	                          * since */
	uint32_t epoch;
	bool *unset;             /* of each word: it may not have been written */
	bool *linked;            /* of each frame, for plain_chain */
	uint32_t *mark, stamp;   /* classes that roots hold, for plain_mark */
	bool blind;              /* not all roots are seen: `kept` says nothing */
};
struct plain_flow;
struct plain_flow *plain_flow_new(struct plain *);   /* NULL: memory is exhausted */
/* Finds the state at the entry of each block.  *limit: it takes too long. */
bool plain_flow_solve(struct plain *, struct plain_flow *, bool *limit);
struct plain_state *plain_flow_enter(struct plain *, struct plain_flow *, uint32_t block);
void plain_step(struct plain *, struct plain_state *, LLVMValueRef inst);
/* The word that a load reads, also through the address of a frame; NONE: it reads none. */
uint32_t plain_word_read(const struct plain *, const struct plain_state *, LLVMValueRef);
/* Finds the frames that are linked at this place.  False: what the head leads to is not known. */
bool plain_chain(const struct plain *, struct plain_state *);
/* Marks the classes of all roots, or only of those that a collector sees. */
void plain_mark(const struct plain *, struct plain_state *, bool seen);
/* Is the object of an element in a marked root, or does it need none? */
bool plain_is_held(const struct plain_state *, uint32_t elem);

/* -- plain_prove.c */
bool plain_find(struct plain *, lr_verdict, const char *rule, LLVMValueRef at, LLVMValueRef value,
	const char *message);
static inline bool
plain_unknown(struct plain *p, const char *rule, LLVMValueRef at, const char *message)
{
	return plain_find(p, LR_UNKNOWN, rule, at, NULL, message);
}
/* Says that the function is too large, and that nothing can be proved. */
bool plain_too_large(struct plain *);
/* May the call collect?  The profile's list of functions that never do counts, too. */
bool plain_is_safepoint(struct plain *, LLVMValueRef);
/* Proves the function of a model that is set up; the findings are in `p`, which plain_free frees.  False: memory is
** exhausted. */
bool plain_prove(struct plain *p, struct ck *, struct arena *, bool indirect);
void plain_free(struct plain *);

#endif
