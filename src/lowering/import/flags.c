/* SPDX-License-Identifier: MIT */
/* flags.c -- part of AdoptDialect: removes what flags of clang add to a program.
**
**   -ftrivial-auto-var-init=pattern   variables begin with a pattern. References in them begin with null instead, for a
**                                     pattern is no object.
**   -Og, -fextend-variable-liveness   llvm.fake.use of each variable at the end of its scope. Those of pointers that
**                                     must not lie in memory, and of preserve regions, are deleted. */
#include "lowering/import/flags.h"

#include <llvm-c/Target.h>

#include "dialect/kind.h"
#include "lowering/common/declared_types.h"

static unsigned
annotation_kind(LLVMModuleRef m)
{
	return LLVMGetMDKindIDInContext(LLVMGetModuleContext(m), "annotation", 10);
}

static bool
is_auto_init(LLVMValueRef i, unsigned kind)
{
	static const char name[] = "auto-init";
	LLVMValueRef md = LLVMHasMetadata(i) ? LLVMGetMetadata(i, kind) : NULL, operands[8];
	const unsigned n = md != NULL ? LLVMGetMDNodeNumOperands(md) : 0;

	if (n == 0 || n > sizeof operands / sizeof *operands)
		return false;
	LLVMGetMDNodeOperands(md, operands);
	for (unsigned k = 0; k < n; k++) {
		unsigned bytes = 0;
		const char *text = operands[k] != NULL ? LLVMGetMDString(operands[k], &bytes) : NULL;
		if (text != NULL && bytes == sizeof name - 1 && memcmp(text, name, bytes) == 0)
			return true;
	}
	return false;
}

static bool
is_number_as_reference(LLVMValueRef v)
{
	return pointer_as(LLVMTypeOf(v)) == LR_AS_TRACKED && LLVMIsAConstantExpr(v)
		&& LLVMGetConstOpcode(v) == LLVMIntToPtr;
}

static bool
see_reference(void *user, enum leaf what, LLVMTypeRef type, uint64_t at, uint64_t bytes)
{
	bool *any = user;

	(void)type, (void)at, (void)bytes;
	*any = *any || what == LEAF_REFERENCE;
	return !*any;
}

/* Makes a constant null from which variables are initialised, if it has references. */
static bool
clear_constant(LLVMValueRef from)
{
	LLVMValueRef g = LLVMIsAGlobalVariable(from);

	if (g == NULL || !LLVMIsGlobalConstant(g) || LLVMGetLinkage(g) != LLVMPrivateLinkage || LLVMIsDeclaration(g) ||
	    type_kind(LLVMGlobalGetValueType(g)).count == 0 || LLVMIsNull(LLVMGetInitializer(g)))
		return false;
	LLVMSetInitializer(g, LLVMConstNull(LLVMGlobalGetValueType(g)));
	return true;
}

static bool
clear_memset(LLVMTargetDataRef td, LLVMValueRef call)
{
	LLVMValueRef length = LLVMGetOperand(call, 2);
	struct place p;
	bool any = false;

	place_of(td, LLVMGetOperand(call, 0), &p);
	if (p.type == NULL || LLVMIsNull(LLVMGetOperand(call, 1)))
		return false;
	place_leaves(td, &p, LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : p.size, true,
		see_reference, &any);
	if (any)
		LLVMSetOperand(call, 1, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(call, 1))));
	return any;
}

bool
flags_clear_patterns(LLVMModuleRef m)
{
	LLVMTargetDataRef td = LLVMGetModuleDataLayout(m);
	const unsigned kind = annotation_kind(m);
	bool any = false;

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
				if (!is_auto_init(i, kind))
					continue;
				if (LLVMIsAStoreInst(i) && is_number_as_reference(LLVMGetOperand(i, 0))) {
					LLVMSetOperand(i, 0, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(i, 0))));
					any = true;
				} else if (LLVMIsAMemCpyInst(i))
					any |= clear_constant(LLVMGetOperand(i, 1));
				else if (LLVMIsAMemSetInst(i))
					any |= clear_memset(td, i);
			}
	return any;
}

void
flags_clear_patterns_of_alloca(LLVMModuleRef m, LLVMValueRef alloca)
{
	const unsigned kind = annotation_kind(m);

	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef set = LLVMGetUser(u);
		if (LLVMIsAMemSetInst(set) && is_auto_init(set, kind))
			LLVMSetOperand(set, 1, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(set, 1))));
	}
}

bool
flags_drop_fake_uses(LLVMModuleRef m)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, "llvm.fake.use");
	bool any = false;

	for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL, next; u != NULL; u = next) {
		LLVMValueRef call = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) == 0 ||
		    (type_spaces(LLVMTypeOf(LLVMGetOperand(call, 0))) & ~SPACE_BIT(LR_AS_TRACKED)) == 0)
			continue;
		LLVMInstructionEraseFromParent(call);
		any = true;
	}
	return any;
}
