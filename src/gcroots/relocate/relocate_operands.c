/* SPDX-License-Identifier: MIT */
/* relocate_operands.c -- the operands of an instruction: the current value of each.  A composite is put together
** again from its parts. */
#include "gcroots/relocate/relocate.h"
#include "gcroots/rewrite/composite.h"

/* Returns lane `k` of a vector if it is a constant; otherwise NULL. */
static LLVMValueRef
constant_lane(LLVMValueRef v, uint32_t k)
{
	enum { FAR = 256 };

	for (int i = 0; i < FAR && LLVMIsAInsertElementInst(v); i++) {
		LLVMValueRef index = LLVMGetOperand(v, 2);
		if (!LLVMIsAConstantInt(index))
			return NULL;
		if (LLVMConstIntGetZExtValue(index) == k)
			return LLVMIsAConstant(LLVMGetOperand(v, 1)) ? LLVMGetOperand(v, 1) : NULL;
		v = LLVMGetOperand(v, 0);
	}
	return LLVMIsAConstant(v) ? LLVMGetAggregateElement(v, k) : NULL;
}

struct lanes_read
lanes_read(LLVMValueRef inst, unsigned operand)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	struct lanes_read all = { 0, UINT32_MAX, false };

	if (operand != 0 || (op != LLVMExtractElement && op != LLVMInsertElement))
		return all;
	LLVMValueRef index = LLVMGetOperand(inst, op == LLVMExtractElement ? 1 : 2);
	if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= UINT32_MAX)
		return all;
	uint32_t k = (uint32_t)LLVMConstIntGetZExtValue(index);
	return (struct lanes_read){ k, k + 1, op == LLVMInsertElement };
}

static bool
reads_lane(struct lanes_read r, uint32_t k)
{
	return (k >= r.from && k < r.end) != r.but;
}

/* Returns a vector of the constant lanes of `operand`, with poison for all lanes that are variables, so that no
** stale lane stays in it.  NULL if some lane is neither. */
static LLVMValueRef
bare_vector(const struct relocate *r, const struct relocate_value *v, LLVMValueRef operand)
{
	enum { LANES = 64 };
	LLVMValueRef lane[LANES];
	LLVMTypeRef t = LLVMTypeOf(operand);

	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind || v->n > LANES)
		return NULL;
	for (uint32_t k = 0; k < v->n; k++) {
		lane[k] = r->elem[v->at + k] == NONE ? constant_lane(operand, k)
			: LLVMGetPoison(LLVMGetElementType(t));
		if (!lane[k])
			return NULL;
	}
	return LLVMConstVector(lane, v->n);
}

/* Returns a variable as a lane of a vector; it may have been cast before it was put there. */
static LLVMValueRef
as_lane(struct relocate *r, LLVMValueRef now, LLVMTypeRef composite)
{
	if (LLVMGetTypeKind(composite) != LLVMVectorTypeKind || LLVMTypeOf(now) == LLVMGetElementType(composite))
		return now;
	return LLVMBuildAddrSpaceCast(r->e->builder, now, LLVMGetElementType(composite), "");
}

/* Returns the current value of `operand`; `operand` itself if it has not changed.  A composite is built where the
** builder stands.
**
** The lanes of a vector are variables of the values that it was built from, so some may be relocated and others not.
** A lane that is read and was not relocated keeps its first value: no safepoint came since, or its object is pinned,
** or its reader makes no use of it.  A lane that is not read may be stale. */
LLVMValueRef
relocate_current(struct relocate *r, LLVMValueRef operand, struct lanes_read read)
{
	uint32_t i = ptrmap_get(&r->values, operand);

	if (i == PTRMAP_NONE)
		return operand;
	const struct relocate_value *v = &r->value[i];
	if (!v->composite) {
		LLVMValueRef now = r->walk.cur[r->elem[v->at]];
		if (now && v->again && LLVMTypeOf(now) != LLVMTypeOf(operand))
			now = LLVMBuildAddrSpaceCast(r->e->builder, now, LLVMTypeOf(operand), "");
		if (now && v->distance != 0)
			now = edit_offset(r->e, now, v->distance, "");
		return now ? now : operand;
	}
	bool any = false;
	for (uint32_t k = 0; k < v->n && !any; k++)
		any = r->elem[v->at + k] != NONE && r->walk.cur[r->elem[v->at + k]];
	if (!any)
		return operand;
	LLVMValueRef bare = bare_vector(r, v, operand), made = bare ? bare : operand;
	for (uint32_t k = 0; k < v->n; k++) {
		relocate_id var = r->elem[v->at + k];
		if (var == NONE || !(r->walk.cur[var] || (bare && reads_lane(read, k))))
			continue;
		made = composite_insert(r->s, r->e->builder, made,
			as_lane(r, relocate_get(r, var), LLVMTypeOf(operand)), k);
	}
	return made;
}

void
relocate_read_current(struct relocate *r, LLVMValueRef inst)
{
	unsigned n = (unsigned)LLVMGetNumOperands(inst);

	relocate_before(r, inst);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef old = LLVMGetOperand(inst, i), now = relocate_current(r, old, lanes_read(inst, i));
		if (now != old)
			LLVMSetOperand(inst, i, now);
	}
}
