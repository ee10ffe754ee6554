/* SPDX-License-Identifier: MIT */
/* phases.c -- the phases of placement in their order, for one function.  Changes nothing. */
#include "gcroots/plan/phases.h"
#include "gcroots/plan/planner.h"

/* Are there roots to place? */
static bool
has_work(const struct session *s, const struct fn *f)
{
	return (f->nval || f->nvar) && f->nsafe && (!f->nothing_to_place || s->shown);
}

/* A function that musttail calls reach must root its arguments itself: refuses one that may collect and has no GC
** stack. */
static lr_status
refuse_unrooted(struct session *s, LLVMValueRef fn)
{
	bool tracked = false;

	if (LLVMIsDeclaration(fn) || !roots_arguments(&s->tails, fn))
		return LR_OK;
	for (LLVMValueRef a = LLVMGetFirstParam(fn); a != NULL; a = LLVMGetNextParam(a))
		tracked |= type_kind(LLVMTypeOf(a)).count > 0;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL && tracked; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr) || is_musttail(i))
				continue;
			const struct callee_info *c = session_callee(s, LLVMGetCalledValue(i));
			if (c == NULL)
				return lr_nomem(s->cx);
			struct callee_info here = *c;
			if (c->asks && session_has_attributes(i) && !session_call_site(s, i, &here))
				return lr_nomem(s->cx);
			if (here.safepoint)
				return lr_fail(s->cx, LR_E_DIALECT, i,
					"the function is reached by musttail calls (or says that it roots its "
					"arguments), and may collect here, but it has no GC stack to root them in: "
					"give it a getter or a \"gcstack\" argument");
		}
	return LR_OK;
}

/* A musttail call pops the frame before it: refuses arguments that only this function's frame roots. */
static lr_status
refuse_tail_calls(struct session *s, const struct fn *f, const struct ir *ir)
{
	for (uint32_t i = 0; i < ir->ntail; i++)
		if (canon_of(f, ir->tail[i].value) >= 0)
			return lr_fail(s->cx, LR_E_DIALECT, ir->tail[i].begin,
				"a musttail call cannot be given an object that only this function's frame roots: let "
				"the callee root it (\"" ROOTS_ARGUMENTS_ATTRIBUTE
				"\" on the callee, or on this function for what it calls through pointers; "
				"ROOTS_ARGUMENTS in C)");
	return LR_OK;
}

static void
set_options(const struct session *s, lr_abi abi, struct fn *f)
{
	f->table = abi == LR_ABI_FRAMEMAP;
	f->without.shrink_wrap = (s->without & LR_SHRINK_WRAP) != 0;
	f->without.store_motion = (s->without & LR_STORE_MOTION) != 0;
	f->without.slot_sharing = (s->without & LR_SLOT_SHARING) != 0;
	f->without.coverage = (s->without & LR_COVERAGE) != 0;
}

lr_status
plan_words(struct session *s, LLVMValueRef fn, lr_abi abi, struct arena *scratch, struct fn *f, struct ir *ir,
	struct plan *p)
{
	lr_status status = scan_function(s, fn, scratch, f, ir);

	p->pgcstack = ir->pgcstack;
	set_options(s, abi, f);
	if (status == LR_OK && !ir->pgcstack)
		return refuse_unrooted(s, fn);
	if (status != LR_OK || !has_work(s, f))
		return status;
	if (!refine(f))
		return lr_nomem(s->cx);
	status = refuse_tail_calls(s, f, ir);
	if (status != LR_OK || abi == LR_ABI_STATEPOINT)
		return status;
	if (!liveness(f) || !colour(f))
		return lr_nomem(s->cx);
	if (f->coloured.ndemand)
		f->weigh = weights, f->asked = ir;
	return place(f) && reconsider_arrays(f) && colour_stack(f) ? LR_OK : lr_nomem(s->cx);
}

lr_status
plan_frame(struct session *s, struct arena *scratch, struct arena *keep, struct fn *f, struct ir *ir, struct plan *p)
{
	if (!ir->pgcstack)
		return LR_OK;
	if (f->nsafe && f->table && !f->g.idom && !cfg_analyse(&f->g, scratch)) /* scan has not done so */
		return lr_nomem(s->cx);
	if ((has_work(s, f) || (f->nsafe && f->table)) && !shrink_wrap(f))
		return lr_nomem(s->cx);
	return make_plan(f, ir, keep, p) && reload_cold_plan(s, f, ir, keep, p) ? LR_OK : lr_nomem(s->cx);
}

lr_status
plan_function(struct session *s, LLVMValueRef fn, lr_abi abi, struct arena *scratch, struct arena *keep, struct fn *f,
	struct ir *ir, struct plan *p)
{
	arena_reset(scratch);
	*p = (struct plan){ .fn = fn, .abi = abi, .word_bytes = s->word_bytes };
	lr_status status = plan_words(s, fn, abi, scratch, f, ir, p);
	if (status == LR_OK && ir->pgcstack)
		status = mapped_plan(s, f, ir, keep, p);
	else if (status == LR_OK && s->typed)
		status = mapped_without_getter(s, fn);
	if (status == LR_OK && !ir->pgcstack)
		status = warn_rootless(s, fn, scratch);
	if (status != LR_OK)
		return status;
	if (ir->pgcstack && abi == LR_ABI_STATEPOINT) { /* no slots: PlaceStatepoints does the rest */
		p->nsafe = f->nsafe;
		p->tracked = f->nval;
		return undefined_plan(s, ir, f->nsafe > 0, scratch, keep, p) && unwritten_plan(s, scratch, keep, p)
			? LR_OK : lr_nomem(s->cx);
	}
	/* from here on only dumps need live sets, and reload_cold.c in functions with joins */
	if (!s->shown && (abi != LR_ABI_GCFRAME || f->g.nblk < 2))
		pset_pool_trim(&s->pool);
	status = plan_frame(s, scratch, keep, f, ir, p);
	if (status == LR_OK && (!undefined_plan(s, ir, plan_has_frame(p), scratch, keep, p)
		|| !unwritten_plan(s, scratch, keep, p)))
		status = lr_nomem(s->cx);
	return status;
}
