/* calls.h -- what the files about calls share: operands, safepoints, and memory that arguments point to. */
#ifndef LR_GCROOTS_SCAN_CALLS_H
#define LR_GCROOTS_SCAN_CALLS_H

#include "gcroots/scan/scan.h"

static inline uint32_t
param_bit(unsigned i)
{
	return 1u << (i < MASKED_PARAMS ? i : MASKED_PARAMS);
}

/* -- arguments.c: looks at each operand once, and not at all at those that cannot matter by the callee's type */

enum { MAX_OPERANDS = 16 };
/* Operands of a call that stand for values. */
struct operands {
	uint32_t code[MAX_OPERANDS];     /* of those that are used at the safepoint itself: what they stand for */
	uint32_t n;
	bool more;               /* there are too many for the array */
	bool callee_roots;              /* the callee roots some of the others */
	uint32_t nseen;          /* the first ones, whatever they are; none if the callee's type told which matter */
	struct { LLVMValueRef value; uint32_t code; } seen[MAX_OPERANDS];
};

/* How many of the `n` operands but the callee are arguments.  (Of what ends a block some are blocks.)  LLVM does not
** take this short cut. */
static inline unsigned
scan_count_arguments(LLVMValueRef call, unsigned n, bool ends_block)
{
	return ends_block || LLVMGetNumOperandBundles(call) ? LLVMGetNumArgOperands(call) : n;
}

/* Arguments and bundles; the callee itself comes last. */
void scan_gather(struct scan *, LLVMValueRef call, const struct callee_info *, bool as_declared, unsigned n,
	struct operands *);
/* Uses by all operands that the callee does not root (bundles are operands too). */
void scan_use_operands(struct scan *, LLVMValueRef call, const struct operands *, unsigned n);
bool scan_is_callee_rooted(struct scan *, LLVMValueRef call, LLVMValueRef v, unsigned i);
/* Attributes of an argument that is the address of a stack variable: "julia.return_roots", sret, byval. */
void scan_pointee(struct scan *, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *, unsigned p,
	LLVMValueRef v);

/* The same, if there are any.  Most pointers that are passed are the task's GC stack. */
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

/* Code of the same kind is walked like its caller. */
static inline bool
scan_calls_unmanaged(struct scan *sc, LLVMValueRef call, const struct callee_info *c)
{
	if (c->intr != INTR_CALL)
		return c->leaves;
	const struct callee_info *target = session_callee(sc->s, operand_of(call, 0));
	return target == NULL || !target->table;
}

static inline void
scan_add_safepoint(struct scan *sc, LLVMValueRef call, const struct callee_info *c)
{
	struct fn *f = sc->f;
	uint32_t id = f->nsafe;

	if (id >= sc->max_safepoints && !scan_safepoint_room(sc, call))
		return;
	bool unmanaged = scan_calls_unmanaged(sc, call, c);
	f->safe[id] = (struct safepoint){ .block = sc->block, .returns_twice = c->returns_twice, .leaves = unmanaged };
	f->any_leaves |= unmanaged;
	f->any_returns_twice |= c->returns_twice;
	sc->ir->safe[id] = call;
	f->nsafe = id + 1;
	scan_event(sc, EVENT_SAFEPOINT, id);
}

/* The callee of the safepoint that was added last roots the values of the code.  A call that returns twice roots
** nothing between its returns. */
void scan_note_callee_rooted(struct scan *, uint32_t code);
/* The same for all operands that the callee roots. */
void scan_note_all_callee_rooted(struct scan *, LLVMValueRef call);
/* The arguments of a boxed call, if the array can lie in the frame: if none of them is memory on the stack, dressed up
** as an object. */
void scan_note_array(struct scan *, LLVMValueRef call, const struct operands *, unsigned first, unsigned n);
/* The block at hand is one of those. */
void scan_mark_block(struct scan *, bool **blocks);
/* Will what a musttail call jumps to root its arguments? */
bool scan_tail_callee_roots(struct scan *, LLVMValueRef call);

#endif
