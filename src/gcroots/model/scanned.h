/* SPDX-License-Identifier: MIT */
/* scanned.h -- the IR behind a compact function (function.h): the instruction of each value, safepoint and variable.
** Made by values/, stack/ and scan/; read by plan/, relocate/, statepoint/, moving/ and views/. */
#ifndef LR_GCROOTS_MODEL_SCANNED_H
#define LR_GCROOTS_MODEL_SCANNED_H

#include "gcroots/model/session.h"

/* A stack variable that matters to roots. */
struct stack_var {
	LLVMValueRef alloca;
	uint32_t nslots;         /* words, if it becomes slots */
	uint32_t align;          /* bytes */
	uint64_t bytes;          /* its size if that is known, otherwise 0 */
	block_id block;
	bool fixed;              /* allocated once, in the entry block, with a known size */
	bool roots;              /* becomes slots */
	bool mapped;             /* stays where it is, as a block of the mapped frame: mapped_frame.h */
	bool typed;              /* mapped, because its own type shows where references are in it */
	bool judged, open;       /* judged: `open` is known.  open: code that is not seen here may write it */
	struct memory_words *words; /* of mapped ones; NULL: an earlier run has put it into a mapped frame */
	variable_id var;         /* in fn.var, if it becomes slots */
	word_id first_slot;      /* set by make_plan */
};

/* A store of tracked pointers into stack memory that cannot become slots: each pointer is stored in a shadow slot,
** too. */
struct shadow_store {
	LLVMValueRef store, pointer;
	uint32_t at, n;          /* bases: fn.ref[at .. at+n) */
	block_id block;
	uint32_t of;             /* index of the ir.var that it writes to, or NONE */
	bool computed;           /* it does not always write to the same place */
	bool packed;             /* it stores pointers and nothing else */
	bool guarded;            /* the pointer may lead elsewhere */
	bool further;            /* another variable that the same store may write to: only a mirror needs it */
	bool mirror;             /* its shadow is as large as the variable, and written at the same distance */
	variable_id var;         /* in fn.var */
};

/* A preserve region that is too long to follow: its values are stored into slots of their own at its begin. */
struct pinning { LLVMValueRef begin; base_id value; };

/* An operand that is undefined, or a constant with undefined parts.  It becomes null there, so that garbage reaches
** no slot. */
struct undef_use { LLVMValueRef inst; unsigned operand; };

/* Codes in session.values: BASE_BIAS + base; with LIST set, the offset of a list (count, then bases) in ir.pool. */
#define BASE_BIAS 16u
#define LIST 0x80000000u

/* The bases of the special pointers in a value: v[i], or `one` for all if v is NULL. */
struct bases { uint32_t n; const base_id *v; base_id one; };
static inline base_id base_at(const struct bases *ns, uint32_t i) { return ns->v ? ns->v[i] : ns->one; }

/* The IR behind a compact function. */
struct ir {
	LLVMValueRef fn;
	LLVMValueRef pgcstack;   /* NULL: nothing is rooted in this function */
	unsigned md_prof;
	uint32_t word;           /* bytes of a pointer */
	bool expects;            /* the function may call llvm.expect */
	LLVMBasicBlockRef *block;/* by block id */
	const block_id *number;  /* by index of a block in session.code: its id */
	LLVMValueRef *defining;   /* by value id */
	uint32_t defining_cap;
	LLVMValueRef *safe;      /* by safepoint id */
	uint32_t safe_cap;
	LLVMValueRef *ret;
	uint32_t nret, ret_cap;
	LLVMValueRef *pad;       /* landing pads, at which native unwinding enters the function */
	uint32_t npad, pad_cap;
	block_id *pad_block;
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
	struct pinning *tail;    /* musttail calls and their arguments: the frame is popped before them */
	uint32_t ntail, tail_cap;
	LLVMValueRef *operand;   /* of boxed calls, by operand id */
	uint32_t operand_cap;
	const base_id *pool;         /* bases of composites; see BASE_BIAS */
	unsigned *byval;         /* parameters with that attribute, counted from 1 */
	uint32_t nbyval, byval_cap;
	bool interior_callee_rooted; /* pointers of address space 12 may point behind the beginning of their object */
};

/* Is a pointer that the callee roots surely the address of the whole object?  Where objects move, the callee can
** relocate no other pointer. */
static inline bool
ir_is_whole_object(const struct ir *ir, LLVMValueRef v)
{
	return !ir->interior_callee_rooted
		|| (LLVMIsAAddrSpaceCastInst(v) && pointer_as(LLVMTypeOf(LLVMGetOperand(v, 0))) == LR_AS_TRACKED);
}

/* Returns the id of a block, or NONE if it cannot be reached. */
static inline block_id
ir_block(const struct session *s, const struct ir *ir, LLVMBasicBlockRef b)
{
	uint32_t place = ptrmap_get(&s->code.place, b);

	return place == PTRMAP_NONE ? NONE : ir->number[place];
}

/* Returns the base of a code in session.values, or BASE_PERMANENT if it has several. */
static inline base_id
scan_single(uint32_t code)
{
	return code & LIST ? BASE_PERMANENT : (base_id)(code - BASE_BIAS);
}

/* -- scan/scan.c: fills *f and *ir; both live in `ar`.  Reports what it cannot understand. */
lr_status scan_function(struct session *, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir);
/* The same of a function without a GC stack, as if it had one.  Reports nothing that it refuses: LR_E_DIALECT then, and
** the context does not fail. */
lr_status scan_quietly(struct session *, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir);
/* The bases of a value after the scan: how many, and the i-th. */
uint32_t scan_count_of(struct session *, LLVMValueRef);
base_id scan_base_of(struct session *, const struct ir *, LLVMValueRef, uint32_t i);
/* -- scan/cfg.c: the weights of branches, for fn.weigh; `asked` is the struct ir.  False if memory is exhausted. */
bool weights(struct fn *f, const void *asked);
/* Counts the special pointers before the element of a `t` that the indices of an extractvalue or insertvalue name,
** and those in it. */
void scan_locate(struct session *, LLVMTypeRef t, LLVMValueRef inst, uint32_t *before, uint32_t *count);

/* -- properties of single instructions, for later phases */
/* Is the pointer always the same place of one variable? */
bool scan_constant_place(LLVMValueRef pointer);
/* Returns the bytes that a GEP adds, if that is a constant; otherwise UNKNOWN_PLACE. */
#define UNKNOWN_PLACE INT64_MIN
int64_t scan_constant_bytes(struct session *, LLVMValueRef gep);
bool scan_from_stack(LLVMValueRef pointer);                                      /* may it point into an alloca? */
bool scan_load_immutable(struct session *, LLVMValueRef load);
/* Returns a constant with null for its undefined parts; the constant itself if there are none. */
LLVMValueRef without_undef(LLVMValueRef);

#endif
