/* check_lanes.c -- the pointers that a type has in it, numbered from 0 on: its lanes. */
#include "dialect/kind.h"
#include "check/model/check_model.h"

uint32_t
check_lanes(struct ck *c, LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);

	if (k == LLVMPointerTypeKind)
		return as_is_special(LLVMGetPointerAddressSpace(t));
	if (k != LLVMStructTypeKind && k != LLVMArrayTypeKind && k != LLVMVectorTypeKind
		&& k != LLVMScalableVectorTypeKind)
		return 0;
	uint32_t n = ptrmap_get(&c->type_lanes, t);
	if (n != PTRMAP_NONE)
		return n;
	struct type_kind tk = type_kind(t);
	n = tk.count;
	if (tk.too_big || n > MAX_LANES) {
		ck_give_up(c, "a type holds too many tracked pointers");
		n = 0;
	}
	ptrmap_set(&c->type_lanes, t, n);
	return n;
}

uint32_t
check_lanes_before(struct ck *c, LLVMTypeRef t, unsigned i, LLVMTypeRef *inner)
{
	uint32_t n = 0;

	if (LLVMGetTypeKind(t) != LLVMStructTypeKind) {
		*inner = LLVMGetElementType(t);
		return i * check_lanes(c, *inner);
	}
	for (unsigned k = 0; k < i; k++)
		n += check_lanes(c, LLVMStructGetTypeAtIndex(t, k));
	*inner = LLVMStructGetTypeAtIndex(t, i);
	return n;
}

unsigned
check_lane_space(struct ck *c, LLVMTypeRef t, uint32_t lane)
{
	for (;;) {
		LLVMTypeKind k = LLVMGetTypeKind(t);
		if (k == LLVMPointerTypeKind)
			return LLVMGetPointerAddressSpace(t);
		if (k != LLVMStructTypeKind) {
			t = LLVMGetElementType(t);
			uint32_t n = check_lanes(c, t);
			if (n == 0)
				return 0;
			lane %= n;
			continue;
		}
		unsigned i = 0, n = LLVMCountStructElementTypes(t);
		for (; i < n; i++) {
			uint32_t have = check_lanes(c, LLVMStructGetTypeAtIndex(t, i));
			if (lane < have)
				break;
			lane -= have;
		}
		if (i == n)
			return 0;
		t = LLVMStructGetTypeAtIndex(t, i);
	}
}

uint32_t
check_lane_base(struct ck *c, LLVMValueRef v)
{
	uint32_t base = ptrmap_get(&c->lanes_of, v), n;

	if (base != PTRMAP_NONE)
		return base;
	n = check_lanes(c, LLVMTypeOf(v));
	base = c->nlane;
	for (uint32_t i = 0; i < n; i++) {
		if (!ARENA_PUSH(&c->ar, c->lane_node, c->nlane, c->lane_cap))
			return NONE;
		c->lane_node[c->nlane++] = NONE;
	}
	return ptrmap_set(&c->lanes_of, v, base) ? base : NONE;
}
