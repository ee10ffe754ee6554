/* SPDX-License-Identifier: MIT */
/* relocate_bases.c -- bases that the scan has found to be missing: each is made beside the pointer that is derived
** from it. */
#include "gcroots/relocate/relocate.h"

static LLVMValueRef
make_base(struct relocate *r, const struct relocate_var *v)
{
	LLVMBuilderRef b = r->e->builder;
	const struct value *val = &r->f.val[v->object];
	const base_id *in = r->f.ref + val->in_at;
	LLVMValueRef derived = v->defining, cond, vec;
	LLVMTypeRef i32 = r->e->i32;

	switch (v->kind) {
	/* a masked load chooses lane by lane, too: its last arguments are the mask and the lanes that pass through */
	case VALUE_SELECT:
		cond = LLVMIsASelectInst(derived) ? LLVMGetOperand(derived, 0)
			: LLVMGetOperand(derived, LLVMGetNumArgOperands(derived) - 2);
		if (LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind)
			cond = LLVMBuildExtractElement(b, cond, LLVMConstInt(i32, v->elem, 0), "");
		return LLVMBuildSelect(b, cond, relocate_object(r, in[0]), relocate_object(r, in[1]), "gclift");
	case VALUE_INSERT:
		vec = LLVMGetOperand(derived, 2);
		cond = LLVMBuildICmp(b, LLVMIntEQ, vec, LLVMConstInt(LLVMTypeOf(vec), v->elem, 0), "");
		return LLVMBuildSelect(b, cond, relocate_object(r, in[0]), relocate_object(r, in[1]), "gclift");
	default: /* VALUE_EXTRACT */
		vec = LLVMConstNull(LLVMVectorType(r->walk.tracked, val->in_n));
		for (uint32_t i = 0; i < val->in_n; i++)
			vec = LLVMBuildInsertElement(b, vec, relocate_object(r, in[i]), LLVMConstInt(i32, i, 0), "");
		return LLVMBuildExtractElement(b, vec, LLVMGetOperand(derived, 1), "gclift");
	}
}

void
relocate_make_bases(struct relocate *r, LLVMValueRef inst)
{
	uint32_t i = ptrmap_get(&r->lifted, inst);

	for (; i != PTRMAP_NONE && i < r->v.nval && r->var[i].defining == inst && r->var[i].kind > VALUE_PHI; i++)
		if (r->var[i].needed && !r->walk.orig[i]) {
			relocate_before(r, inst);
			r->walk.orig[i] = make_base(r, &r->var[i]);
		}
}

bool
relocate_base_is_full(const struct relocate *r, relocate_id var, LLVMValueRef phi)
{
	return LLVMCountIncoming(phi) == r->f.val[r->var[var].object].in_n;
}

void
relocate_base_made(struct relocate *r, relocate_id var, LLVMValueRef v)
{
	struct relocate_value *value = &r->value[r->nvalue++];

	r->walk.orig[var] = v;
	r->elem[r->nelem] = var;
	*value = (struct relocate_value){ v, r->nelem++, 1, false, false, 0 };
	ptrmap_set(&r->values, v, (uint32_t)(value - r->value)); /* relocate_reserve has taken the memory */
}
