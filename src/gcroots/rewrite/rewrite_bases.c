/* SPDX-License-Identifier: MIT */
/* rewrite_bases.c -- values as pointers to whole objects: bases for derived pointers, parts of composites. */
#include "gcroots/rewrite/composite.h"
#include "gcroots/rewrite/rewrite.h"
#include "gcroots/rewrite/scratch.h"

/* The object of a value of the plan, at the builder's place. */
LLVMValueRef
rewrite_object(struct rewrite *r, plan_value_id v)
{
	if (v == NONE)
		return r->null;
	switch ((enum value_kind)r->p->val[v].kind) {
	case VALUE_SELF:
		return r->p->val[v].defining;
	case VALUE_ELEM:
		return composite_extract(r->s, r->b, r->p->val[v].defining, r->p->val[v].elem);
	default:
		return r->lifted[v];
	}
}

/* -- bases of derived pointers */

static LLVMValueRef
lift_one(struct rewrite *r, const struct plan_value *val)
{
	const plan_value_id *in = r->p->in + val->in_at;
	LLVMValueRef derived = val->defining, cond, vec;

	rewrite_before(r, derived);
	switch ((enum value_kind)val->kind) {
	case VALUE_PHI:
		return LLVMBuildPhi(r->b, r->p10, "gclift");
	case VALUE_SELECT:
		/* a masked load selects lane by lane, too: its last arguments are the mask and the value of the other
		** lanes */
		cond = LLVMIsASelectInst(derived) ? LLVMGetOperand(derived, 0)
			: LLVMGetOperand(derived, LLVMGetNumArgOperands(derived) - 2);
		if (LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind)
			cond = LLVMBuildExtractElement(r->b, cond, rewrite_word(r->s, val->elem), "");
		return LLVMBuildSelect(r->b, cond, rewrite_object(r, in[0]), rewrite_object(r, in[1]), "gclift");
	case VALUE_INSERT:
		vec = LLVMGetOperand(derived, 2);
		cond = LLVMBuildICmp(r->b, LLVMIntEQ, vec, LLVMConstInt(LLVMTypeOf(vec), val->elem, 0), "");
		return LLVMBuildSelect(r->b, cond, rewrite_object(r, in[0]), rewrite_object(r, in[1]), "gclift");
	case VALUE_EXTRACT:
		vec = LLVMConstNull(LLVMVectorType(r->p10, val->in_n));
		for (uint32_t i = 0; i < val->in_n; i++)
			vec = LLVMBuildInsertElement(r->b, vec, rewrite_object(r, in[i]), rewrite_word(r->s, i), "");
		return LLVMBuildExtractElement(r->b, vec, LLVMGetOperand(derived, 1), "gclift");
	default:
		return NULL;
	}
}

/* Entries for the same predecessor must be the very same value. */
static void
fill_phi(struct rewrite *r, plan_value_id v, LLVMValueRef *value, LLVMBasicBlockRef *block, struct ptrmap *seen)
{
	const struct plan_value *val = &r->p->val[v];

	ptrmap_clear(seen);
	for (uint32_t i = 0; i < val->in_n; i++) {
		block[i] = LLVMGetIncomingBlock(val->defining, i);
		uint32_t same = ptrmap_get(seen, block[i]);
		if (same != PTRMAP_NONE) {
			value[i] = value[same];
			continue;
		}
		ptrmap_set(seen, block[i], i); /* cannot fail: its memory is reserved */
		rewrite_before(r, LLVMGetBasicBlockTerminator(block[i]));
		value[i] = rewrite_object(r, r->p->in[val->in_at + i]);
	}
	LLVMAddIncoming(r->lifted[v], value, block, val->in_n);
}

void
rewrite_bases(struct rewrite *r)
{
	const struct plan *p = r->p;
	struct rewrite_scratch *scratch = r->s->scratch;

	memset(r->lifted, 0, p->nval * sizeof *r->lifted);
	for (plan_value_id v = 0; v < p->nval; v++)
		if (p->val[v].kind == VALUE_PHI)
			r->lifted[v] = lift_one(r, &p->val[v]);
	for (plan_value_id v = 0; v < p->nval; v++)
		if (p->val[v].kind > VALUE_PHI)
			r->lifted[v] = lift_one(r, &p->val[v]);
	for (plan_value_id v = 0; v < p->nval; v++)
		if (p->val[v].kind == VALUE_PHI)
			fill_phi(r, v, scratch->value, scratch->block, &scratch->seen);
}
