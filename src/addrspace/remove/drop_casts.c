/* SPDX-License-Identifier: MIT */
/* drop_casts.c -- the short form of RemoveJuliaAddrspaces: it removes only the casts between address spaces and
** keeps all types.  It serves when a code generator comes next that treats spaces 10 to 13 like space 0.
**
** The users of a cast get its operand, whose type may differ from the expected one in its address space.  LLVM
** allows such an operand as long as its assertions are off.  But LLVM's verifier rejects the module, and its text or
** bitcode cannot be read.  So the module must be disposed of after code generation (lr_compile_options.discard). */
#include "addrspace/remove/remove.h"

enum { CONSTANT_OPERANDS = 16, CONSTANT_DEPTH = 16 };

static bool
is_special_pointer(LLVMTypeRef t)
{
	const int as = pointer_as(t);

	return as >= 0 && as_is_special((unsigned)as);
}

/* Does the cast `v`, an instruction or constant, lead into one of the spaces, out of one, or from one to another?
** Once the cast that makes its operand has been dropped, both types may be the same. */
static bool
is_dropped_cast(LLVMValueRef v)
{
	LLVMTypeRef to = LLVMTypeOf(v), from = LLVMTypeOf(operand_of(v, 0));

	return to == from || is_special_pointer(to) || is_special_pointer(from);
}

/* The constant `c` with `base` as its first operand; NULL if it is of another kind, or has too many operands. */
static LLVMValueRef
over_base(LLVMValueRef c, LLVMValueRef base)
{
	const unsigned n = (unsigned)LLVMGetNumOperands(c);
	LLVMValueRef indices[CONSTANT_OPERANDS];

	switch (LLVMGetConstOpcode(c)) {
	case LLVMAddrSpaceCast:
		return is_dropped_cast(c) ? base : NULL;
	case LLVMGetElementPtr:
		if (n > CONSTANT_OPERANDS || LLVMGetTypeKind(LLVMTypeOf(c)) != LLVMPointerTypeKind)
			return NULL;
		for (unsigned i = 1; i < n; i++)
			indices[i - 1] = operand_of(c, i);
		return LLVMConstGEPWithNoWrapFlags(LLVMGetGEPSourceElementType(c), base, indices, n - 1,
			LLVMGEPGetNoWrapFlags(c));
	default:
		return NULL;
	}
}

/* The constant operand without the casts on its chain of first operands.  Other casts stay, and so do casts deep
** inside.  The code generator knows that they do nothing, but FastISel leaves their users to SelectionDAG. */
static LLVMValueRef
without_casts(LLVMValueRef c)
{
	LLVMValueRef path[CONSTANT_DEPTH], left;
	unsigned n = 0;

	for (left = c; n < CONSTANT_DEPTH && LLVMGetValueKind(left) == LLVMConstantExprValueKind;) {
		path[n++] = left;
		left = operand_of(left, 0);
	}
	while (n-- > 0) {
		/* A constant whose base has not changed stays. */
		LLVMValueRef over = left == operand_of(path[n], 0) && LLVMGetConstOpcode(path[n]) != LLVMAddrSpaceCast
			? path[n] : over_base(path[n], left);
		left = over != NULL ? over : path[n];
	}
	return left;
}

static void
drop_in_operands(LLVMValueRef inst)
{
	const unsigned n = (unsigned)LLVMGetNumOperands(inst);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef o = operand_of(inst, i);
		if (LLVMGetValueKind(o) != LLVMConstantExprValueKind)
			continue;
		LLVMValueRef left = without_casts(o);
		if (left != o)
			LLVMSetOperand(inst, i, left);
	}
}

static void
drop_in_body(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb), next; inst != NULL; inst = next) {
			next = LLVMGetNextInstruction(inst);
			drop_in_operands(inst);
			if (LLVMGetInstructionOpcode(inst) == LLVMAddrSpaceCast && is_dropped_cast(inst)) {
				LLVMReplaceAllUsesWith(inst, operand_of(inst, 0));
				LLVMInstructionEraseFromParent(inst);
			}
		}
}

/* Is some function, variable, alias or ifunc itself in one of the spaces? */
static bool
any_special_global(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (is_special_pointer(LLVMTypeOf(f)))
			return true;
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		if (is_special_pointer(LLVMTypeOf(g)))
			return true;
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a != NULL; a = LLVMGetNextGlobalAlias(a))
		if (is_special_pointer(LLVMTypeOf(a)))
			return true;
	return LLVMGetFirstGlobalIFunc(m) != NULL;
}

bool
drop_casts(LLVMModuleRef m)
{
	/* the code generator looks at the address space of the pointers of statepoints */
	if (declares_prefix(m, "llvm.experimental.gc.") || any_special_global(m))
		return false;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		drop_in_body(f);
	return true;
}
