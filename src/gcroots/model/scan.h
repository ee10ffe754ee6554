/* scan.h -- the two ends of placement that know LLVM: scan (IR -> compact function) and rewrite (plan -> IR). */
#ifndef LR_GCROOTS_MODEL_SCAN_H
#define LR_GCROOTS_MODEL_SCAN_H

#include "dialect/kind.h"
#include "dialect/metadata.h"
#include "host/context.h"
#include "gcroots/model/function.h"
#include "dialect/gcstack.h"
#include "dialect/names.h"
#include "dialect/tail_calls.h"
#include "base/ptrmap.h"

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
	bool return_roots;       /* some parameter has the attribute */
	bool argument_attributes; /* some parameter that may be the address of a stack variable has any */
	bool statepoint;         /* its frames are found by return address */
	bool self_rooting;       /* keeps what it is given alive by itself, and copes with that it moves */
	bool table;              /* defined here, and walked by a table */
	bool splits, deopts;     /* LLVM_CALL_SPLITS; LLVM wants a "deopt" bundle on its calls */
	bool masked_store;       /* llvm.masked.store or scatter */
	bool says_constant;      /* llvm.invariant.start or end of special memory */
	bool leaves;             /* control may go to code that is not walked by a table; of INTR_CALL, whose callee is
	                          * an operand, as far as it goes */
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
};

/* State shared by all functions of one run of the pass over one module. */
struct session {
	lr_context *cx;
	LLVMModuleRef module;
	struct tail_targets tails;
	struct gcstack_getters getters;
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
	uint32_t ncallee, callee_cap;
	bool expects;            /* some callee seen so far is llvm.expect */
	bool shown;              /* somebody wants to see forms or plans: work out everything of every function */
	struct callee_info unknown, assembly; /* all callees that are no functions */
	struct ptrmap values;    /* IR value -> code, cleared for each function; what is not in it has no number but
	                          * NUM_PERM */
	struct ptrmap operands;  /* operand of boxed calls -> its number, cleared for each function that has such
	                          * calls */
	struct ptrmap traces;    /* pointer -> the stack variable that it leads into: scan_trace.c */
	struct ptrmap leaving;   /* value that leaves the function -> its place: undefined_plan.c */
	struct ptrmap things;    /* variable or begin of a preserve region -> its number, cleared for each function */
	struct ptrmap blocks;    /* block that can be reached -> place in the order in which they were found */
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

bool session_init(struct session *, lr_context *, LLVMModuleRef, LLVMValueRef only); /* only: see tail_targets_find */
void session_free(struct session *);
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
/* Adds that: it narrows down what the callee may do. */
bool session_call_site(struct session *, LLVMValueRef call, struct callee_info *);

/* A stack variable that matters. */
struct stack_var {
	LLVMValueRef alloca;
	uint32_t nslots;         /* words, if it becomes slots */
	uint32_t align;          /* bytes */
	uint64_t bytes;          /* its size if that is known, otherwise 0 */
	uint32_t block;
	bool fixed;              /* made once, in the entry block, of known size */
	bool roots;              /* becomes slots */
	bool mapped;             /* stays where it is, as a block of the mapped frame: memory.h */
	bool typed;              /* mapped, because its own type says where references are in it */
	bool judged, open;       /* is it known whether others write it; do they? */
	struct memory_words *words; /* of those: NULL if that was done before */
	uint32_t var;            /* of those: number in fn.var */
	uint32_t first_slot;     /* set by make_plan */
};
#define NO_VAR UINT32_MAX

/* A store of tracked pointers into memory of the stack that cannot become slots: each pointer goes to a shadow slot
** too. */
struct shadow_store {
	LLVMValueRef store, pointer;
	uint32_t at, n;          /* nums: fn.ref[at .. at+n) */
	uint32_t block;
	uint32_t of;             /* the one ir.var that it writes to, or NO_VAR */
	bool computed;           /* not always to the same place of it */
	bool packed;             /* what it stores are pointers and nothing else */
	bool guarded;            /* the pointer may be into something else */
	bool further;            /* another candidate for the same store: only a mirror needs it */
	bool mirror;             /* its shadow is as large as the variable, and written at the same place */
	uint32_t var;            /* number in fn.var */
};

/* A preserve region that is too far-flung to follow: its values are stored into slots of their own at its begin. */
struct pinning { LLVMValueRef begin; num value; };

/* An operand that is undefined, or a constant of which parts are: to become null there, so that garbage reaches no
** slot. */
struct undef_use { LLVMValueRef inst; unsigned operand; };

/* Codes in session.values: NUM_BIAS + number; with LIST set, the offset of a list (count, then numbers) in ir.pool. */
#define NUM_BIAS 16u
#define LIST 0x80000000u

/* The IR behind a compact function. */
struct ir {
	LLVMValueRef fn;
	LLVMValueRef pgcstack;   /* NULL: nothing is rooted in this function */
	unsigned md_prof;
	uint32_t word;           /* bytes of a pointer */
	bool expects;            /* llvm.expect may be called in it */
	LLVMBasicBlockRef *block;/* by number */
	const uint32_t *number;  /* of blocks, by their place in session.blocks */
	LLVMValueRef *carrier;   /* by value id */
	uint32_t carrier_cap;
	LLVMValueRef *safe;      /* by safepoint id */
	uint32_t safe_cap;
	LLVMValueRef *ret;
	uint32_t nret, ret_cap;
	LLVMValueRef *pad;       /* where native unwinding comes in */
	uint32_t npad, pad_cap;
	uint32_t *pad_block;
	struct stack_var *var;
	uint32_t nvar, var_cap;
	struct shadow_store *shadow;
	uint32_t nshadow, shadow_cap;
	LLVMValueRef *access;    /* the instructions of all accesses of fn.var, in the order in which they were found */
	struct pinning *pinning;
	uint32_t npinning, pinning_cap;
	struct undef_use *undef;
	uint32_t nundef, undef_cap;
	LLVMValueRef *shuffle;   /* shuffles of tracked pointers with undefined lanes */
	uint32_t nshuffle, shuffle_cap;
	struct pinning *tail;    /* musttail calls and what they are given: the frame is gone by then */
	uint32_t ntail, tail_cap;
	LLVMValueRef *operand;   /* of boxed calls, by number: fn.noperand */
	uint32_t operand_cap;
	const num *pool;         /* what composites are made of; see NUM_BIAS */
	unsigned *byval;         /* parameters with that attribute, counted from 1 */
	uint32_t nbyval, byval_cap;
	bool lent_offset;        /* pointers of address space 12 may point behind the beginning of their object */
};

/* Is a pointer that the callee roots surely the address of the whole object?  Where objects move, the callee can
** relocate no other pointer. */
static inline bool
ir_lends_whole(const struct ir *ir, LLVMValueRef v)
{
	return !ir->lent_offset
		|| (LLVMIsAAddrSpaceCastInst(v) && pointer_as(LLVMTypeOf(LLVMGetOperand(v, 0))) == LR_AS_TRACKED);
}

/* The number of a block, or NO_BLOCK if it cannot be reached. */
static inline uint32_t
ir_block(const struct session *s, const struct ir *ir, LLVMBasicBlockRef b)
{
	uint32_t place = ptrmap_get(&s->blocks, b);

	return place == PTRMAP_NONE ? NO_BLOCK : ir->number[place];
}

/* The one number of a code in session.values, or NUM_PERM if it has several. */
static inline num
scan_single(uint32_t code)
{
	return code & LIST ? NUM_PERM : (num)(code - NUM_BIAS);
}

/* All that rewrite needs to know of a function; the compact form can go once this stands.  Numbers are of plan.val
** here. */
/* id: in the compact function */
struct plan_value { LLVMValueRef carrier; uint32_t elem, in_at, in_n : 29, kind : 3, id; };
struct plan_store { LLVMValueRef before; num value; uint32_t slot; }; /* slot: word of the frame's roots */
/* That store goes into the words from its slot on, as far as `pointer` is into `of`; if it is outside of that and its
** `guard` bytes, into the word behind them (guard 0: it never is). */
struct plan_mirror { uint32_t store; LLVMValueRef pointer, of; uint64_t guard; };
/* An edge that gets a block in its middle. */
struct plan_cut { LLVMBasicBlockRef from, to; uint32_t words; bool push; };
struct plan_clear { LLVMValueRef before; uint32_t slot; };
/* Behind a safepoint the value is read out of its slot again, and where its block joins others a phi takes its place at
** these uses; `edge`: what was read itself does. */
struct plan_use { LLVMValueRef user; unsigned operand; bool edge; };
struct plan_again {
	LLVMValueRef value, behind;
	LLVMBasicBlockRef from, join;
	uint32_t slot, nuse;
	struct plan_use *use;
};
/* The arguments of a boxed call are in the words from `slot` on. */
struct plan_array { LLVMValueRef call; uint32_t slot; };
/* A variable of which these words, or all `bytes` of it if there are none, become null before an instruction. */
struct plan_unwritten { LLVMValueRef alloca, before; uint64_t bytes; uint32_t *word, nword; };
struct mapped;
struct plan {
	LLVMValueRef fn, pgcstack;
	struct mapped *mapped;   /* NULL: there are no variables that stay where they are */
	lr_abi abi;
	uint32_t nroots;         /* words in the frame */
	bool pushed;             /* the frame, or with a table an anchor, is linked into the chain */
	uint32_t frame_align;
	uint32_t alloca_slots;   /* of nroots, what stack variables and shadow stores need beyond the slots of values */
	uint32_t nval, nin, nstore, nvar, npop, nundef, nshuffle, nclear, nuntag, npush, npad, ncut, narray, nmirror,
		nagain;
	struct plan_value *val;
	num *in;                 /* inputs of the lifted ones */
	struct plan_store *store;
	struct plan_mirror *mirror; /* in order of stores */
	struct stack_var *var;
	struct undef_use *undef;
	LLVMValueRef *shuffle;   /* whose undefined lanes become null */
	struct plan_unwritten *unwritten;
	uint32_t nunwritten;
	unsigned word_bytes;
	struct plan_clear *clear;
	struct plan_array *array;
	struct plan_again *again;
	LLVMValueRef *push;      /* the frame is pushed before each of these; none: at the top */
	uint32_t *push_words;    /* and so many of its words are roots then */
	LLVMValueRef *pop;       /* and popped before each of these */
	/* behind each of these the head of the chain is put back, to the frame or to what the function found: whoever
	** was unwound has not popped */
	struct plan_pad { LLVMValueRef pad; bool frame; } *pad;
	struct plan_cut *cut;
	uint32_t cut_width;      /* most edges that come together where one is cut */
	/* accesses to variables that share words: what says that they are apart from others must go; where the
	** collector alone may still read the variable (not `shared`), what says so of calls */
	struct plan_untag { LLVMValueRef inst; bool shared; } *untag;
	bool moving;             /* slots are read again behind safepoints */
	uint32_t *addressed;     /* words whose addresses are needed beside those that are stored to */
	uint32_t naddressed;
	bool early;              /* the getter comes after a safepoint, or not in the entry block: it has to move up */
	/* for the statistics */
	uint32_t nsafe, tracked, max_live, nslots, array_slots, root_stores, array_stores;
};

static inline bool
plan_has_frame(const struct plan *p)
{
	return p->nroots != 0 || p->pushed;
}

/* -- plan.c: is it a getter's call that something comes before which needs it? */
bool late_getter(const struct fn *, const struct ir *);
/* -- rewrite.c: moves an instruction that has no operands of this function, as a getter or an alloca, to the top of
** it. */
void raise_to_entry(LLVMBuilderRef, LLVMValueRef inst);
/* Before what frames are popped that are gone at `end` of a block: a branch, or a return, or the musttail call before
** it. */
LLVMValueRef pop_place(LLVMValueRef end);
/* A block in the middle of an edge; gives the branch that it consists of.  Phis are made anew, and whoever remembers
** one remembers it in vain.  `value` and `block` are room for as many as there are edges into where it leads. */
LLVMValueRef edge_middle(LLVMBuilderRef, const struct plan_cut *, LLVMValueRef *value, LLVMBasicBlockRef *block);

/* -- scan.c: fill *f and *ir; both live in `ar`.  Reports what cannot be understood. */
lr_status scan_function(struct session *, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir);
/* The numbers of a value after the scan: `n` of them, the i-th. */
uint32_t scan_count_of(struct session *, LLVMValueRef);
num scan_num_of(struct session *, const struct ir *, LLVMValueRef, uint32_t i);
/* -- weights.c: what the IR says of how often its branches are taken, for fn.weigh; `asked` is the struct ir.  False on
** no memory. */
bool weights(struct fn *f, const void *asked);
/* -- plan.c: where the frame, or the anchor, is linked into the chain and taken out again, as wrap has it.  False on no
** memory. */
bool plan_pushes(const struct fn *f, const struct ir *ir, struct arena *keep, struct plan *p);
/* Lay out the frame and keep what rewrite needs, in `keep`.  False on no memory. */
bool make_plan(struct fn *f, struct ir *ir, struct arena *keep, struct plan *p);
/* -- reload_cold.c: what is read out of its slot again behind a call that hardly ever runs.  False on no memory. */
bool read_back_plan(struct session *, const struct fn *, const struct ir *, struct arena *keep, struct plan *p);
/* -- rewrite.c, scratch.c: carry out a plan.  Memory for all plans is reserved before; false if there is none.  It is
** released before the session is freed. */
bool rewrite_reserve(struct session *, const struct plan *, size_t n);
void rewrite_function(struct session *, const struct plan *p); /* rewrite.h has it in halves */
/* Markers of lifetimes stay while the result is to be checked: they say where a variable in the frame holds nothing.
** Then they go. */
void rewrite_drop_lifetimes(LLVMValueRef fn);
void rewrite_release(struct session *);
/* -- undefined_plan.c: what of a function has to become null, for all plans: what is undefined and may get into a slot,
** if `all`, or else what leaves the function.  False on no memory. */
bool undefined_plan(struct session *, const struct ir *, bool all, struct arena *, struct arena *keep, struct plan *);
/* -- unwritten.c: what may be read of stack variables before it is written becomes null; to plan that (false on no
** memory), and to do it before anything else in the function changes. */
bool unwritten_plan(struct session *, struct arena *, struct arena *keep, struct plan *);
void unwritten_fill(LLVMBuilderRef, const struct plan *);

/* How many special pointers come before the element of a `t` that the indices of an extractvalue or insertvalue name,
** and how many are in it. */
void scan_locate(struct session *, LLVMTypeRef t, LLVMValueRef inst, uint32_t *before, uint32_t *count);

/* Shared by the scan_*.c files only. */
struct scan {
	struct session *s;
	struct fn *f;
	struct ir *ir;
	struct arena *ar;
	uint32_t b;              /* the block at hand */
	const uint32_t *number;  /* of blocks, by their place in the function */
	LLVMValueRef jlcall_args;/* the argument array, if this is a jlcall entry whose caller roots what is in it; or
	                          * NULL */
	lr_status status;
	uint32_t room, safe_room;/* for values, and for safepoints */
	event last_event;        /* of the block at hand; twice in a row is once */
	num *pool;               /* lists of numbers of composites: count, then numbers */
	uint32_t npool, pool_cap;
	struct pending_phi { LLVMValueRef phi; uint32_t first, n; } *phi;
	uint32_t nphi, phi_cap;
	/* perhaps from memory that never changes: asked only if it matters */
	struct pending_load { LLVMValueRef load; uint32_t value; num base; } *load;
	uint32_t nload, load_cap;
	LLVMValueRef *far;       /* stores of tracked pointers through special ones: into the stack only if a stack
	                          * address was made special */
	uint32_t nfar, far_cap;
	bool stack_made_special;
	bool special_param;      /* the function takes an argument with special pointers in it */
	bool lent_param;         /* the function takes an argument that it is to root */
	LLVMValueRef *interior;  /* address arithmetic on Tracked pointers */
	uint32_t ninterior, interior_cap;
	struct { LLVMValueRef value; uint32_t code; } last; /* the address or value that was computed last is likely to
	                                                     * be asked about next */
	/* accesses to stack variables that may contradict the types; judged when everything is known about the
	** variables */
	struct suspect {
		LLVMValueRef inst, variable;
		int64_t place;
		enum suspicion { OF_REFERENCE, AS_SOMETHING_ELSE } kind;
	} * suspect;
	uint32_t nsuspect, suspect_cap;
	LLVMValueRef *traced;    /* all allocas, once that was asked for: scan_trace.c */
	uint32_t ntraced;
	bool is_traced;
	/* tracked parameters, if there are any, are values of this function's own: objects move, or it roots its
	** arguments */
	bool own_arguments;
	bool tail_calls;         /* the function makes musttail calls */
	bool crosses;            /* some value may be live at a safepoint */
	struct preserve { LLVMValueRef begin; uint32_t block, at, n, event; } *preserve; /* values: fn.ref[at..at+n) */
	uint32_t npreserve, preserve_cap;
};

/* The numbers of the special pointers in a value: v[i], or `one` for all if v is NULL. */
struct nums { uint32_t n; const num *v; num one; };
static inline num nums_at(const struct nums *ns, uint32_t i) { return ns->v ? ns->v[i] : ns->one; }

static inline uint32_t scan_block(const struct scan *sc, LLVMBasicBlockRef b) { return ir_block(sc->s, sc->ir, b); }

/* What an element of a result is, as a value of its own. */
static inline enum value_kind
scan_element_kind(const struct type_info *t)
{
	return t->as >= 0 ? VALUE_SELF : VALUE_ELEM;
}
static inline bool
scan_is_tracked(const struct type_info *t, uint32_t i)
{
	return !t->elem_as || t->elem_as[i] == LR_AS_TRACKED;
}

/* -- scan.c.  Operands dominate their users, so what is of special type but has no code is a constant, or never
** reached. */
const struct type_info *scan_type_slow(struct scan *, LLVMValueRef);
/* Never NULL; reports types that cannot be followed. */
static inline const struct type_info *
scan_type(struct scan *sc, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	const struct hot_type *hot = session_hot(sc->s, t);

	return hot->type == t ? hot->info : scan_type_slow(sc, v);
}
/* PTRMAP_NONE for what cannot be special or is NUM_PERM all over: constants, instructions that are never reached. */
static inline uint32_t
scan_code(const struct scan *sc, LLVMValueRef v)
{
	return v == sc->last.value ? sc->last.code : ptrmap_get(&sc->s->values, v);
}
struct nums scan_absent(struct scan *, LLVMValueRef);
static inline struct nums
scan_decode(const struct scan *sc, uint32_t code)
{
	if (!(code & LIST))
		return (struct nums){ 1, NULL, scan_single(code) };
	const num *list = sc->pool + (code & ~LIST);
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a list is in the pool */
	return (struct nums){ (uint32_t)list[0], list + 1, 0 };
}
static inline struct nums
scan_nums(struct scan *sc, LLVMValueRef v)
{
	uint32_t code = scan_code(sc, v);

	return code == PTRMAP_NONE ? scan_absent(sc, v) : scan_decode(sc, code);
}
/* Its numbers are what the code of another value stands for. */
static inline void
scan_share(struct scan *sc, LLVMValueRef inst, uint32_t code)
{
	sc->last.value = inst, sc->last.code = code;
	if (!ptrmap_set(&sc->s->values, inst, code))
		sc->ar->failed = true;
}
/* It has none. */
static inline void
scan_plain(struct scan *sc, LLVMValueRef inst)
{
	sc->last.value = inst, sc->last.code = PTRMAP_NONE;
}
static inline void
scan_alias_one(struct scan *sc, LLVMValueRef inst, num v)
{
	scan_share(sc, inst, (uint32_t)(v + (num)NUM_BIAS));
}
void scan_alias_list(struct scan *, LLVMValueRef inst, const num *v, uint32_t n);
void scan_alias_many(struct scan *, LLVMValueRef inst, struct nums);
/* Its numbers are those. */
static inline void
scan_alias(struct scan *sc, LLVMValueRef inst, const num *v, uint32_t n)
{
	if (n == 1)
		scan_alias_one(sc, inst, v[0]);
	else
		scan_alias_list(sc, inst, v, n);
}
static inline void
scan_alias_nums(struct scan *sc, LLVMValueRef inst, struct nums ns)
{
	if (ns.n == 1)
		scan_alias_one(sc, inst, nums_at(&ns, 0));
	else
		scan_alias_many(sc, inst, ns);
}
bool scan_room(struct scan *, LLVMValueRef carrier);                           /* for one more value; false, and said
                                                                                * so, if there is none */
static inline uint32_t
scan_value(struct scan *sc, LLVMValueRef carrier, enum value_kind kind, uint32_t elem)
{
	struct fn *f = sc->f;

	if (f->nval >= sc->room && !scan_room(sc, carrier))
		return 0;
	f->val[f->nval] = (struct value){ .block = sc->b,
		.kind = (uint8_t)kind, .elem = elem, .since = f->nsafe, .local = true };
	sc->ir->carrier[f->nval] = carrier;
	return f->nval++;
}
void scan_refs(struct scan *, uint32_t value, const num *v, uint32_t n);        /* append refinements (kept
                                                                                 * contiguous) */
void scan_inputs(struct scan *, uint32_t value, const num *v, uint32_t n);
static inline void
scan_event(struct scan *sc, enum event_kind kind, uint32_t id)
{
	struct fn *f = sc->f;
	event e = EVENT(kind, id);

	if (e == sc->last_event)
		return;
	sc->last_event = e;
	if (ARENA_APPEND(sc->ar, f->event, f->nevent, f->event_cap))
		f->event[f->nevent++] = e;
}
void scan_define_all(struct scan *, LLVMValueRef inst, const struct type_info *);
/* Its tracked elements are new values. */
static inline void
scan_define(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	if (!t->elem_as && t->count == 1) {
		uint32_t id = scan_value(sc, inst, scan_element_kind(t), 0);
		scan_event(sc, EVENT_DEF, id);
		scan_alias_one(sc, inst, (num)id);
	} else if (t->count) {
		scan_define_all(sc, inst, t);
	}
}
void scan_use_nums(struct scan *, const struct nums *);
void scan_use_list(struct scan *, uint32_t code);
/* A use that is not in the block of the definition, or behind a safepoint, may have the value live at one. */
static inline void
scan_crosses(struct scan *sc, uint32_t id, uint32_t block, uint32_t nsafe)
{
	struct value *v = &sc->f->val[id];

	if (id >= sc->f->nval) /* there was no memory for it */
		return;
	if (v->block != block || v->since != nsafe)
		v->local = false, sc->crosses = true;
}
static inline void
scan_use_value(struct scan *sc, uint32_t id)
{
	scan_crosses(sc, id, sc->b, sc->f->nsafe);
	scan_event(sc, EVENT_USE, id);
}
/* All that a code stands for. */
static inline void
scan_use_code(struct scan *sc, uint32_t code)
{
	if (code == PTRMAP_NONE)
		return;
	if (code & LIST)
		scan_use_list(sc, code);
	else if (code >= NUM_BIAS)
		scan_use_value(sc, code - NUM_BIAS);
}
static inline void scan_use(struct scan *sc, LLVMValueRef operand) { scan_use_code(sc, scan_code(sc, operand)); }
void scan_undef(struct scan *, LLVMValueRef inst, unsigned operand);            /* make it null if it is undef or
                                                                                 * poison */
static inline void
scan_use_or_undef(struct scan *sc, LLVMValueRef inst, unsigned operand)
{
	uint32_t code = scan_code(sc, operand_of(inst, operand));

	if (code == PTRMAP_NONE)
		scan_undef(sc, inst, operand);
	else
		scan_use_code(sc, code);
}
/* What an operand comes down to; if it is undef or poison, it is to become null. */
static inline struct nums
scan_operand(struct scan *sc, LLVMValueRef inst, unsigned operand)
{
	LLVMValueRef v = operand_of(inst, operand);
	uint32_t code = scan_code(sc, v);

	if (code != PTRMAP_NONE)
		return scan_decode(sc, code);
	scan_undef(sc, inst, operand);
	return scan_absent(sc, v);
}
void scan_fail(struct scan *, LLVMValueRef at, const char *message);
/* -- scan_values.c: what gives something of a type `t` that holds special pointers */
void scan_phi(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_finish_phi(struct scan *, const struct pending_phi *);                 /* once all blocks are done */
void scan_select(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_extractvalue(struct scan *, LLVMValueRef);
void scan_insertvalue(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_extractelement(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_insertelement(struct scan *, LLVMValueRef, const struct type_info *t);
void scan_shuffle(struct scan *, LLVMValueRef, const struct type_info *t);
/* -- scan_interior.c */
void scan_note_interior(struct scan *, LLVMValueRef gep);                        /* of Tracked pointers */
/* once all blocks are done; before phis are finished */
void scan_interior(struct scan *);
/* A constant with null for what is undefined in it; the constant itself if nothing is. */
LLVMValueRef without_undef(LLVMValueRef);
/* -- scan_calls.c */
void scan_call(struct scan *, LLVMValueRef call);
void scan_call_at_end(struct scan *, LLVMValueRef call);                         /* an invoke or callbr */
void scan_musttail(struct scan *, LLVMValueRef ret);
/* -- scan_preserves.c */
void scan_preserve_begin(struct scan *, LLVMValueRef call);
void scan_preserve_end(struct scan *, LLVMValueRef call);
/* once the blocks are done and the CFG is analysed */
void scan_preserves(struct scan *);
/* -- scan_cfg.c */
bool scan_cfg(struct scan *, LLVMValueRef fn);                                   /* false on no memory */
/* Keep only the landing pads from which a collection or a return can be reached: nobody else looks at the chain of
** frames. */
void scan_pads(struct scan *);
/* -- scan_memory.c */
void scan_alloca(struct scan *, LLVMValueRef inst);
void scan_store_special(struct scan *, LLVMValueRef store, LLVMValueRef value, LLVMValueRef pointer);
/* A store, atomic operation or masked store. */
static inline void
scan_store_to_stack(struct scan *sc, LLVMValueRef store, LLVMValueRef value, LLVMValueRef pointer)
{
	if (scan_type(sc, value)->count)
		scan_store_special(sc, store, value, pointer);
}
void scan_stores_made_special(struct scan *);                                    /* once the blocks are done */
/* In typed modules: a reference that is loaded out of memory which is no object. */
/* -- scan_trace.c: the one stack variable that the pointer may lead into, besides foreign memory; NULL: none, or
** several, of which some have no references in their types if *several. */
LLVMValueRef scan_variable_of(struct scan *, LLVMValueRef pointer, bool *several);
void scan_typed_load(struct scan *, LLVMValueRef load, LLVMValueRef pointer);
void scan_typed_other(struct scan *, LLVMValueRef access, LLVMValueRef pointer); /* of something that is no reference */
void scan_judge(struct scan *);                                                  /* once the blocks are done */
/* -- scan_carried.c: references that are read as something else, and used behind a safepoint; asks for the graph */
void scan_carried(struct scan *);
/* -- scan_unchanged.c: does the call name the variable in a bundle, and is what the load gave still in it then?  Takes
** steps off `*steps`; with none left: no. */
bool scan_unchanged(struct scan *, LLVMValueRef variable, LLVMValueRef read, LLVMValueRef call, uint64_t *steps);
bool scan_from_stack(LLVMValueRef pointer);                                      /* may it point into an alloca? */
void scan_return_roots(struct scan *, LLVMValueRef call, LLVMValueRef pointer, uint32_t n);
/* The call takes `pointer` as the address of a `type`, by its attribute sret or byval. */
void scan_typed_pointer(struct scan *, LLVMValueRef call, LLVMValueRef pointer, LLVMTypeRef type, bool written);
bool scan_is_alloca(LLVMValueRef pointer);
/* Is the pointer always the same place of one variable? */
bool scan_constant_place(LLVMValueRef pointer);
/* How many bytes a GEP adds, if that is a constant; otherwise UNKNOWN_PLACE. */
#define UNKNOWN_PLACE INT64_MIN
int64_t scan_constant_bytes(struct session *, LLVMValueRef gep);
/* -- memory_plan.c: the variables that stay where they are, in `keep`.  Needs scan. */
lr_status mapped_plan(struct session *, const struct fn *, const struct ir *, struct arena *keep, struct plan *);
/* Refuse what would need one in a typed module's function without a GC stack. */
lr_status mapped_without_getter(struct session *, LLVMValueRef fn);
/* -- memory_build.c: the mapped frame.  Needs rewrite_reserve; nothing can fail. */
void mapped_build(struct session *, const struct plan *);
/* Of a function with safepoints: what says that nobody else sees memory of its callers goes.  A collector finds it by
** their frames, reads it at each safepoint, so that no store may be left out or moved behind one, and may change it. */
void callers_memory(struct session *, LLVMValueRef fn);
/* Behind what a function's own frame has to be linked: the store that links the mapped frame, or NULL. */
LLVMValueRef mapped_link(unsigned md_mapped, LLVMValueRef fn, LLVMValueRef pgcstack);
/* The store in the block of `end`, before it, that takes the mapped frame out of the chain; `end` if there is none. */
LLVMValueRef mapped_unlink(unsigned md_mapped, LLVMValueRef end);
/* -- scan_vars.c: once the blocks are done and the CFG is analysed */
void scan_vars(struct scan *);
/* -- invariant.c */
/* The number of what a load of an object reference through `pointer` gives, as far as the memory never changes:
** a value id (the object it was loaded from), NUM_ROOTED, NUM_PERM; or LOAD_PLAIN if nothing is known. */
enum { LOAD_PLAIN = -3 };
num scan_load_source(struct scan *, LLVMValueRef load, LLVMValueRef pointer);
bool scan_load_immutable(struct session *, LLVMValueRef load);
/* The same for a generic pointer that is cast to AS10. */
num scan_generic_source(struct scan *, LLVMValueRef pointer, LLVMOpcode op); /* of the pointer; 0: it is no
                                                                              * instruction */

#endif
