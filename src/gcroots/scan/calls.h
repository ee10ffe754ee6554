/* SPDX-License-Identifier: MIT */
/* calls.h -- calls: what the files about them share. */
#ifndef LR_GCROOTS_SCAN_CALLS_H
#define LR_GCROOTS_SCAN_CALLS_H

#include "gcroots/scan/scan.h"

static inline uint32_t
param_bit(unsigned i)
{
	return 1u << (i < MASKED_PARAMS ? i : MASKED_PARAMS);
}

/* -- arguments.c: looks at each operand once, and not at all at those that cannot matter by the type of the callee */

enum { MAX_OPERANDS = 16 };
/* Operands of a call that have bases. */
struct operands {
	uint32_t code[MAX_OPERANDS];     /* codes of the operands that are used at the safepoint itself */
	uint32_t n;
	bool more;               /* there are more of them than fit */
	bool callee_roots;       /* the callee roots some of the other operands */
	/* the first operands, whether or not they have bases; none if the type of the callee tells which operands
	** matter */
	uint32_t nseen;
	struct { LLVMValueRef value; uint32_t code; } seen[MAX_OPERANDS];
};

/* Returns how many of the `n` operands are arguments; `n` does not count the callee.  Some operands of a terminator
** are blocks.  This is faster than asking LLVM. */
static inline unsigned
scan_count_arguments(LLVMValueRef call, unsigned n, bool ends_block)
{
	return ends_block || LLVMGetNumOperandBundles(call) ? LLVMGetNumArgOperands(call) : n;
}

/* Gathers the operands that have bases, those of bundles too.  `as_declared`: the call has the type of its callee. */
void scan_gather(struct scan *, LLVMValueRef call, const struct callee_info *, bool as_declared, unsigned n,
	struct operands *);
/* Records a use of each operand, also of bundles, except those that the callee roots. */
void scan_use_operands(struct scan *, LLVMValueRef call, const struct operands *, unsigned n);
bool scan_is_callee_rooted(struct scan *, LLVMValueRef call, LLVMValueRef v, unsigned i);
/* Reads the attributes of an argument that may be the address of a stack variable: "julia.return_roots", sret,
** byval. */
void scan_pointee(struct scan *, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *, unsigned p,
	LLVMValueRef v);

/* The same, if the argument has attributes.  Most pointer arguments are the GC stack of the task. */
static inline void
scan_find_pointee(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c, unsigned p,
	LLVMValueRef v)
{
	if (v != sc->ir->pgcstack
		&& ((c->pointees & param_bit(p)) || LLVMGetCallSiteAttributeCount(call, p + 1) != 0))
		scan_pointee(sc, call, callee, c, p, v);
}

/* The same for all arguments. */
void scan_find_pointees(struct scan *, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *,
	bool as_declared, unsigned n);

/* -- safepoints.c */
bool scan_safepoint_room(struct scan *, LLVMValueRef call);

/* May control go to code whose frames no table describes?  A callee with a table is walked like its caller. */
static inline bool
scan_calls_unmanaged(struct scan *sc, LLVMValueRef call, const struct callee_info *c)
{
	const struct callee_info *target = c->intr == INTR_CALL ? session_callee(sc->s, operand_of(call, 0)) : c;

	if (target == NULL || (c->intr == INTR_CALL ? target->table : !c->runs_unmanaged))
		return target == NULL;
	return !session_is_walked(target, call);
}

static inline void
scan_add_safepoint(struct scan *sc, LLVMValueRef call, const struct callee_info *c)
{
	struct fn *f = sc->f;
	safepoint_id id = f->nsafe;

	if (id >= sc->max_safepoints && !scan_safepoint_room(sc, call))
		return;
	bool unmanaged = scan_calls_unmanaged(sc, call, c);
	f->safe[id] = (struct safepoint){ .block = sc->block, .returns_twice = c->returns_twice,
		.runs_unmanaged = unmanaged };
	f->any_unmanaged |= unmanaged;
	f->any_returns_twice |= c->returns_twice;
	sc->ir->safe[id] = call;
	f->nsafe = id + 1;
	scan_event(sc, EVENT_SAFEPOINT, id);
}

/* Records that the callee of the last safepoint roots the values of the code.  A call that returns twice roots
** nothing between its returns. */
void scan_note_callee_rooted(struct scan *, uint32_t code);
/* The same for all operands that the callee roots. */
void scan_note_all_callee_rooted(struct scan *, LLVMValueRef call);
/* Records the arguments of a boxed call, if their array can lie in the frame: if none of them is the address of
** stack memory that was cast to a tracked pointer. */
void scan_note_array(struct scan *, LLVMValueRef call, const struct operands *, unsigned first, unsigned n);
/* Sets the flag of the current block.  The array of flags is made when it is first needed. */
void scan_mark_block(struct scan *, bool **blocks);
/* Does the callee of a musttail call root its arguments? */
bool scan_tail_callee_roots(struct scan *, LLVMValueRef call);

#endif
