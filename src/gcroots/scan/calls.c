/* SPDX-License-Identifier: MIT */
/* calls.c -- calls: whether they are safepoints, and what they use and define. */
#include "dialect/bundle_kind.h"
#include "gcroots/scan/calls.h"

/* Are all arguments whole objects, and are there no bundles?  Bundles list roots of the caller. */
static bool
all_tracked(struct scan *sc, LLVMValueRef call, unsigned nargs)
{
	for (unsigned i = 0; i < nargs; i++) {
		const struct type_info *t = session_type(sc->s, LLVMTypeOf(operand_of(call, i)));
		if (!t || t->elem_as)
			return false;
	}
	return LLVMGetNumOperandBundles(call) == 0;
}

/* Reads the call of an intrinsic that has rules of its own.  Returns false if it is to be read like other calls. */
static __attribute__((noinline)) bool
intrinsic_call(struct scan *sc, LLVMValueRef call, const struct callee_info *c)
{
	switch (c->intr) {
	case INTR_NEW_GC_FRAME:
	case INTR_PUSH_GC_FRAME:
		scan_fail(sc, call,
			"the function has a frame already: LateLowerGCFrame has run over it; continue with "
			"FinalLowerGC");
		return true;
	case INTR_LLVM_DEBUG:
	case INTR_LLVM_LIFETIME:
	case INTR_GET_PGCSTACK:
	case INTR_GET_PGCSTACK_OR_NEW:
		return true;
	case INTR_GC_LOADED: {
		struct bases owner = scan_bases(sc, operand_of(call, 0));
		scan_alias_one(sc, call, base_at(&owner, 0));
		return true;
	}
	case INTR_TYPEOF:
		scan_use(sc, operand_of(call, 0));
		scan_alias_one(sc, call, BASE_PERMANENT); /* types are permanent */
		return true;
	case INTR_IMMEDIATE_MAKE:
		scan_alias_one(sc, call, BASE_PERMANENT); /* no object */
		return true;
	case INTR_PRESERVE_BEGIN:
		scan_preserve_begin(sc, call);
		return true;
	case INTR_PRESERVE_END:
		scan_preserve_end(sc, call);
		return true;
	default:
		return sc->s->moving && c->says_constant; /* relocate_strip will remove it */
	}
}

/* Reads a call about which callee_info tells everything; most calls are of this kind. */
static inline void
plain_call(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *c)
{
	uint32_t code[MASKED_PARAMS], rooted[MASKED_PARAMS], n = 0, nrooted = 0;

	for (uint32_t todo = c->special; todo; todo &= todo - 1) {
		unsigned i = (unsigned)__builtin_ctz(todo);
		LLVMValueRef v = operand_of(call, i);
		uint32_t x = scan_code(sc, v);
		if (x == PTRMAP_NONE) {
			scan_undef(sc, call, i, v);
		} else if (c->callee_rooted >> i & 1) { /* it is used before the safepoint */
			scan_use_code(sc, x);
			rooted[nrooted++] = x;
		} else {
			code[n++] = x;
		}
	}
	if (c->safepoint) {
		scan_add_safepoint(sc, call, c);
		for (uint32_t i = 0; i < nrooted; i++)
			scan_note_callee_rooted(sc, rooted[i]);
	}
	for (uint32_t i = 0; i < n; i++)
		scan_use_code(sc, code[i]);
	for (uint32_t todo = c->generic; todo; todo &= todo - 1) {
		unsigned p = (unsigned)__builtin_ctz(todo);
		scan_find_pointee(sc, call, callee, c, p, operand_of(call, p));
	}
	scan_define(sc, call, c->result);
}

static void
check_bundles(struct scan *sc, LLVMValueRef call)
{
	for (unsigned i = 0, n = LLVMGetNumOperandBundles(call); i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		const char *mistake = bundle_kind(b) == BUNDLE_ROOTS ? bundle_roots_mistake(b) : NULL;
		if (mistake != NULL)
			scan_fail(sc, call, mistake);
		LLVMDisposeOperandBundle(b);
	}
}

/* Reads any other call.  ends_block: it is a terminator.  has_attributes: attributes of the call may narrow down
** what the callee may do. */
static __attribute__((noinline)) void
general_call(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct callee_info *known, bool as_declared,
	bool has_attributes, unsigned n, bool ends_block)
{
	const struct callee_info *c = known;
	struct callee_info here;
	struct operands o;

	if (has_attributes) {
		here = *known;
		if (!session_call_site(sc->s, call, &here))
			sc->ar->failed = true;
		c = &here;
	}
	scan_gather(sc, call, known, as_declared, n, &o);
	check_bundles(sc, call);
	if (c->splits)
		scan_fail(sc, call,
			"a coroutine that LLVM has not split yet: its frame does not exist while it is suspended; "
			"place roots behind the pass coro-split");
	if (c->deopts)
		scan_fail(sc, call,
			"LLVM requires the return directly behind a deoptimisation (a guard becomes one), so the "
			"frame of roots could not be popped; call a function of your own instead, with the operands "
			"of the \"deopt\" bundle");
	bool uses_first = ((sc->s->moving && c->tolerates_relocation)
		|| (sc->tail_calls && !ends_block && is_musttail(call) && scan_tail_callee_roots(sc, call)))
		&& all_tracked(sc, call, LLVMGetNumArgOperands(call));
	if (uses_first)
		scan_use_operands(sc, call, &o, n);
	if (c->safepoint) {
		scan_add_safepoint(sc, call, c);
		if (o.callee_roots)
			scan_note_all_callee_rooted(sc, call);
		if (c->boxed)
			scan_note_array(sc, call, &o, c->boxed, scan_count_arguments(call, n, ends_block) - c->boxed);
		if (c->cold && !ends_block)
			scan_mark_block(sc, &sc->f->calls_cold);
		if (ends_block)
			scan_mark_block(sc, &sc->f->safe_end);
	}
	if (!uses_first)
		scan_use_operands(sc, call, &o, n);
	if (c->masked_store && o.n)
		stack_store(sc, call, operand_of(call, 0), operand_of(call, 1));
	if (c->intr == INTR_NONE && (!as_declared || known->generic))
		scan_find_pointees(sc, call, callee, c, as_declared,
			as_declared ? c->nparams : scan_count_arguments(call, n, ends_block));
	const struct type_info *t = as_declared ? c->result : scan_type(sc, call);
	if (t->count == 0)
		return;
	if (t->bad)
		scan_type(sc, call); /* reports it */
	uint32_t first = sc->f->nval;
	if (c->intr != INTR_LLVM || !scan_intrinsic_result(sc, call, callee, t))
		scan_define(sc, call, t);
	for (uint32_t i = first; ends_block && i < sc->f->nval; i++)
		sc->f->val[i].at_end = true;
}

void
scan_call(struct scan *sc, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const struct callee_info *c = session_callee(sc->s, callee);

	if (!c) {
		sc->ar->failed = true;
		return;
	}
	if (c->own && intrinsic_call(sc, call, c))
		return;
	/* the masks describe calls with the type of the function */
	bool as_declared = c->fixed && LLVMGetCalledFunctionType(call) == c->type;
	unsigned n = (unsigned)LLVMGetNumOperands(call) - 1;
	bool alone = as_declared && n == c->nparams; /* there are no bundles */
	if (alone && c->idle)
		return;
	bool has_attributes = c->asks && session_has_attributes(call);
	if (alone && !has_attributes && c->plain && !sc->s->moving && !sc->tail_calls)
		plain_call(sc, call, callee, c);
	else
		general_call(sc, call, callee, c, as_declared, has_attributes, n, false);
}

void
scan_call_at_end(struct scan *sc, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const struct callee_info *c = session_callee(sc->s, callee);

	if (!c) {
		sc->ar->failed = true;
		return;
	}
	if (!c->own || !intrinsic_call(sc, call, c))
		general_call(sc, call, callee, c, c->fixed && LLVMGetCalledFunctionType(call) == c->type,
			c->asks && session_has_attributes(call), (unsigned)LLVMGetNumOperands(call) - 1, true);
}
