/* SPDX-License-Identifier: MIT */
/* effects.c -- a call at which the collector may run reads every root, whatever memory effects the front end gave it.
**
** memory(inaccessiblemem: readwrite) and similar attributes are true of the callee itself, and help LLVM while values
** are not rooted yet. Once root slots are memory, LLVM would conclude that such a call does not read them, and delete
** the stores into them. So in a function with a frame the attribute is removed, from the call and, since LLVM believes
** either, from the callee. Attributes by which a call is no safepoint (reads only, or arguments only;
** "gc-leaf-function") stay. A TBAA tag on a call is treated in the same way. */
#include "ir/llvm_calls.h"
#include "lowering/common/lowering.h"

static const char LEAF[] = "gc-leaf-function", OPTIMISTIC[] = "julia.safepoint";

/* `effects` has two bits for each kind of memory: 1 reads, 2 writes; memory of arguments has the lowest two. */
static bool
excludes_collection(uint64_t effects)
{
	return (effects & 0xAAAAAAAAu) == 0 || (effects & ~UINT64_C(3)) == 0;
}

static LLVMValueRef
direct_callee(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMIsAFunction(callee) ? callee : NULL;
}

static bool
has_string(LLVMValueRef call, LLVMValueRef callee, const char *name, unsigned n)
{
	return LLVMGetCallSiteStringAttribute(call, AT_FUNCTION, name, n) != NULL ||
		(callee != NULL && LLVMGetStringAttributeAtIndex(callee, AT_FUNCTION, name, n) != NULL);
}

/* Has the call, or its callee, an attribute with memory effects? Then *effects are those that both allow. */
static bool
has_effects(const struct lower *l, LLVMValueRef call, LLVMValueRef callee, uint64_t *effects)
{
	LLVMAttributeRef site = LLVMGetCallSiteEnumAttribute(call, AT_FUNCTION, l->e.attr_memory);
	LLVMAttributeRef own = callee != NULL ? LLVMGetEnumAttributeAtIndex(callee, AT_FUNCTION, l->e.attr_memory)
		: NULL;

	*effects = UINT64_MAX;
	if (site != NULL)
		*effects &= LLVMGetEnumAttributeValue(site);
	if (own != NULL)
		*effects &= LLVMGetEnumAttributeValue(own);
	return site != NULL || own != NULL;
}

bool
effects_concern(const struct lower *l, LLVMValueRef call)
{
	LLVMValueRef callee = direct_callee(call);
	uint64_t effects;

	if (LLVMHasMetadata(call) && LLVMGetMetadata(call, l->e.md_tbaa) != NULL)
		return !has_string(call, callee, LEAF, sizeof LEAF - 1);
	if (!has_effects(l, call, callee, &effects) || has_string(call, callee, LEAF, sizeof LEAF - 1))
		return false;
	return !excludes_collection(effects) || has_string(call, callee, OPTIMISTIC, sizeof OPTIMISTIC - 1);
}

/* The input's attributes of an intrinsic of LLVM do not count; those of the call do. */
static bool
intrinsic_excludes_collection(LLVMValueRef call, LLVMValueRef callee, uint64_t effects)
{
	enum llvm_call kind = llvm_call_kind(callee);

	if (kind == LLVM_CALL_NEVER || LLVMGetCallSiteStringAttribute(call, AT_FUNCTION, LEAF, sizeof LEAF - 1) != NULL)
		return true;
	return kind == LLVM_CALL_ORDINARY && excludes_collection(effects);
}

bool
effects_exclude_collection(const struct lower *l, LLVMValueRef call)
{
	LLVMValueRef callee = direct_callee(call);
	uint64_t effects;
	const bool has = has_effects(l, call, callee, &effects);

	if (callee != NULL && LLVMGetIntrinsicID(callee) != 0)
		return intrinsic_excludes_collection(call, callee, effects);
	if (has_string(call, callee, LEAF, sizeof LEAF - 1))
		return true;
	/* placement does not trust the attributes of an indirect call either */
	return has && callee != NULL && excludes_collection(effects)
		&& !has_string(call, callee, OPTIMISTIC, sizeof OPTIMISTIC - 1);
}

void
effects_widen(struct lower *l, LLVMValueRef call)
{
	LLVMValueRef callee = direct_callee(call);

	if (LLVMGetCallSiteAttributeCount(call, AT_FUNCTION) > 0)
		LLVMRemoveCallSiteEnumAttribute(call, AT_FUNCTION, l->e.attr_memory);
	if (callee != NULL)
		LLVMRemoveEnumAttributeAtIndex(callee, AT_FUNCTION, l->e.attr_memory);
	LLVMSetMetadata(call, l->e.md_tbaa, NULL);
}

void
effects_widen_function(struct lower *l, LLVMValueRef fn)
{
	LLVMAttributeRef own = LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, l->e.attr_memory);

	if (own != NULL && !excludes_collection(LLVMGetEnumAttributeValue(own)))
		LLVMRemoveEnumAttributeAtIndex(fn, AT_FUNCTION, l->e.attr_memory);
}

void
effects_widen_gcstack(struct lower *l, LLVMValueRef argument)
{
	LLVMValueRef fn = LLVMGetParamParent(argument);
	unsigned p = 1;

	while (LLVMGetParam(fn, p - 1) != argument)
		p++;
	for (unsigned i = 1; i < sizeof l->e.promise_memory / sizeof *l->e.promise_memory; i++)
		if (LLVMGetEnumAttributeAtIndex(fn, p, l->e.promise_memory[i]) != NULL) {
			LLVMRemoveEnumAttributeAtIndex(fn, p, l->e.promise_memory[i]);
			l->cx->changed |= LR_CHANGED_IR;
		}
}
