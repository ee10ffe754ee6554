/* SPDX-License-Identifier: MIT */
/* licm_object.c -- which values are objects wherever they are defined, and not only where the program uses them.
**
** LLVM may load a reference before the test that tells whether it is one, so that the value is anything where the test
** fails.  Such a load has lost the metadata by which the front end says that it is an object. */
#include "optimize/loops/licm.h"

enum { CAST_STEPS = 8, MOST_PARAMETERS = 256 };

static bool
has_attribute(LLVMValueRef fn, LLVMAttributeIndex at, unsigned kind)
{
	return LLVMGetEnumAttributeAtIndex(fn, at, kind) != NULL;
}

/* Is the argument an object, by what its function says? */
static bool
argument_is_object(const struct licm *x, LLVMValueRef v)
{
	LLVMValueRef fn = LLVMGetParamParent(v);
	unsigned i = 0;

	while (LLVMGetParam(fn, i) != v)
		if (++i == MOST_PARAMETERS)
			return false;
	return has_attribute(fn, i + 1, x->attr_nonnull) || has_attribute(fn, i + 1, x->attr_dereferenceable);
}

static bool
result_is_object(struct licm *x, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const LLVMAttributeIndex at = LLVMAttributeReturnIndex;

	return edit_intrinsic(&x->low.e, call) == INTR_GC_ALLOC_OBJ
		|| LLVMGetCallSiteEnumAttribute(call, at, x->attr_nonnull) != NULL
		|| LLVMGetCallSiteEnumAttribute(call, at, x->attr_dereferenceable) != NULL
		|| (LLVMIsAFunction(callee)
			&& (has_attribute(callee, at, x->attr_nonnull)
				|| has_attribute(callee, at, x->attr_dereferenceable)));
}

bool
licm_is_object(struct licm *x, LLVMValueRef v, bool or_null)
{
	for (unsigned i = 0; i < CAST_STEPS; i++) {
		if (LLVMIsUndef(v)) /* or poison */
			return false;
		if (LLVMIsConstant(v))
			return or_null || !LLVMIsNull(v);
		if (LLVMIsAArgument(v))
			return or_null || argument_is_object(x, v);
		switch (LLVMGetInstructionOpcode(v)) {
		case LLVMAddrSpaceCast:
		case LLVMBitCast:
			v = LLVMGetOperand(v, 0);
			break;
		case LLVMLoad:
			return LLVMHasMetadata(v) && (LLVMGetMetadata(v, x->md_nonnull) != NULL
				|| LLVMGetMetadata(v, x->md_dereferenceable) != NULL);
		case LLVMCall:
		case LLVMInvoke:
			return or_null || result_is_object(x, v);
		default:
			return false;
		}
	}
	return false;
}
