/* SPDX-License-Identifier: MIT */
/* mark_numbers.c -- part of AdoptDialect: marks loads of numbers from arrays that hold references as well.
**
** LLVM forgets the declared types. An index that is not constant may then select any word of the variable, a reference
** among them. So a load of a number at such an index gets the alias scope NUMBER_DOMAIN. */
#include "lowering/import/mark_numbers.h"

#include "dialect/kind.h"
#include "dialect/metadata.h"
#include "lowering/common/declared_types.h"

enum { MAX_STEPS = 32 };

/* The part of a variable to which the indices so far lead. */
struct part {
	LLVMTypeRef type;
	bool element;            /* it is one of several elements of an array */
	bool computed;           /* some index was no constant */
};

/* Goes on by the indices of a GEP. False: these do not follow the types. */
static bool
step(struct part *p, LLVMValueRef gep)
{
	LLVMValueRef first = LLVMGetOperand(gep, 1);

	if (LLVMGetGEPSourceElementType(gep) != p->type
		|| (!p->element && !(LLVMIsAConstantInt(first) && LLVMIsNull(first))))
		return false;
	p->computed |= !LLVMIsAConstantInt(first);
	for (int i = 2, n = LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		const bool known = LLVMIsAConstantInt(index);
		switch (LLVMGetTypeKind(p->type)) {
		case LLVMStructTypeKind:
			if (type_is_union(p->type))
				return false;
			p->type = LLVMStructGetTypeAtIndex(p->type, (unsigned)LLVMConstIntGetZExtValue(index));
			p->element = false;
			break;
		case LLVMArrayTypeKind:
			if (known && LLVMConstIntGetZExtValue(index) >= LLVMGetArrayLength2(p->type))
				return false;
			p->type = LLVMGetElementType(p->type);
			p->element = true;
			p->computed |= !known;
			break;
		default:
			return false;
		}
	}
	return true;
}

static bool
is_scalar(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind: case LLVMHalfTypeKind: case LLVMFloatTypeKind: case LLVMDoubleTypeKind:
		return true;
	case LLVMPointerTypeKind:
		return LLVMGetPointerAddressSpace(t) == LR_AS_GENERIC;
	default:
		return false;
	}
}

/* Does the load read what is declared as a number beside references, at an index that is no constant? A pointer that
** does not come from a variable here may come from one once the function is inlined. It points to its declared type. */
static bool
loads_number(LLVMValueRef load)
{
	LLVMValueRef v = LLVMGetOperand(load, 0), geps[MAX_STEPS], count;
	struct part p;
	unsigned n = 0;

	if (!is_scalar(LLVMTypeOf(load)))
		return false;
	for (; LLVMIsAGetElementPtrInst(v); v = LLVMGetOperand(v, 0)) {
		if (n == MAX_STEPS)
			return false;
		geps[n++] = v;
	}
	if (n == 0 || pointer_as(LLVMTypeOf(v)) != LR_AS_GENERIC)
		return false;
	p = (struct part){ .type = LLVMGetGEPSourceElementType(geps[n - 1]), .element = true };
	if (LLVMIsAAllocaInst(v)) {
		count = LLVMGetOperand(v, 0);
		p.type = LLVMGetAllocatedType(v);
		p.element = !(LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1);
	}
	if (!type_may_hold_reference(p.type))
		return false;
	while (n > 0)
		if (!step(&p, geps[--n]))
			return false;
	return p.computed && p.type == LLVMTypeOf(load);
}

void
mark_numbers(LLVMModuleRef m)
{
	static const char name[] = NUMBER_DOMAIN;
	LLVMContextRef c = LLVMGetModuleContext(m);
	const unsigned kind = LLVMGetMDKindIDInContext(c, "alias.scope", 11);
	LLVMMetadataRef string = LLVMMDStringInContext2(c, name, sizeof name - 1),
		domain = LLVMMDNodeInContext2(c, &string, 1), parts[] = { string, domain },
		scope = LLVMMDNodeInContext2(c, parts, 2);
	LLVMValueRef list = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, &scope, 1));

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (LLVMIsALoadInst(i) && LLVMGetMetadata(i, kind) == NULL && loads_number(i))
					LLVMSetMetadata(i, kind, list);
}
