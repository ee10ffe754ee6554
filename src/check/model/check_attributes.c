/* SPDX-License-Identifier: MIT */
/* check_attributes.c -- the checker's own reader of the attributes and flags by which functions and modules speak of
** themselves. */
#include "check/model/check_table.h"

/* LLVM's numbers of tailcc, swifttailcc and preserve_nonecc. */
enum { TAIL_CC = 18, SWIFT_TAIL_CC = 20, PRESERVE_NONE_CC = 21 };

static LLVMAttributeRef
attribute(LLVMValueRef fn, const char *name)
{
	return LLVMGetStringAttributeAtIndex(fn, CK_ON_FUNCTION, name, (unsigned)strlen(name));
}

static bool
is_text(const char *text, unsigned n, const char *wanted)
{
	return n == strlen(wanted) && memcmp(text, wanted, n) == 0;
}

static bool
is(LLVMAttributeRef a, const char *wanted)
{
	unsigned n = 0;
	const char *text = a == NULL ? NULL : LLVMGetStringAttributeValue(a, &n);

	return text != NULL && is_text(text, n, wanted);
}

lr_abi
check_abi(const lr_context *cx, LLVMValueRef fn)
{
	static const struct { const char *name; lr_abi abi; } names[] = {
		{ "gcframe", LR_ABI_GCFRAME }, { "framemap", LR_ABI_FRAMEMAP },
		{ "statepoint", LR_ABI_STATEPOINT }, { "shadow-stack", LR_ABI_SHADOW_STACK }
	};
	LLVMAttributeRef a = attribute(fn, "lateroot-abi");

	for (size_t i = 0; a != NULL && i < sizeof names / sizeof *names; i++)
		if (is(a, names[i].name))
			return names[i].abi;
	return cx->options.abi;
}

bool
check_abi_is_chosen(LLVMValueRef fn)
{
	return attribute(fn, "lateroot-abi") != NULL;
}

bool
check_reloads(LLVMValueRef fn)
{
	return is(attribute(fn, "lateroot-reload"), "true");
}

bool
check_will_reload(LLVMValueRef fn, lr_abi abi, bool otherwise)
{
	LLVMAttributeRef a = attribute(fn, "lateroot-reload");

	if (abi == LR_ABI_STATEPOINT || abi == LR_ABI_SHADOW_STACK)
		return false;
	return is(a, "true") || is(a, "") || (otherwise && !is(a, "false"));
}

LLVMValueRef
check_gcstack(LLVMValueRef fn)
{
	for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++)
		if (LLVMGetStringAttributeAtIndex(fn, i + 1, "gcstack", 7) != NULL)
			return LLVMGetParam(fn, i);
	return NULL;
}

bool
check_says_inferred_leaf(LLVMValueRef fn)
{
	return is(attribute(fn, "gc-leaf-function"), "inferred");
}

bool
check_function_says_walked(LLVMValueRef fn)
{
	return attribute(fn, CHECK_WALKED) != NULL;
}

static bool
has_transition(LLVMValueRef call)
{
	static const char tag[] = "gc-transition";
	bool any = false;

	for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		size_t n = 0;
		const char *text = LLVMGetOperandBundleTag(b, &n);
		any |= is_text(text, (unsigned)n, tag);
		LLVMDisposeOperandBundle(b);
	}
	return any;
}

bool
check_says_walked(const lr_context *cx, LLVMValueRef call, LLVMValueRef callee)
{
	LLVMValueRef fn = LLVMIsAFunction(callee);
	bool says = (fn != NULL && check_function_says_walked(fn))
		|| LLVMGetCallSiteStringAttribute(call, CK_ON_FUNCTION, CHECK_WALKED, sizeof CHECK_WALKED - 1) != NULL;

	if (!says || LLVMIsAInlineAsm(callee) != NULL || (fn != NULL && LLVMGetIntrinsicID(fn) != 0))
		return false;
	if (fn != NULL && LLVMCountBasicBlocks(fn) > 0) {
		const lr_abi abi = check_abi(cx, fn);
		if (abi != LR_ABI_FRAMEMAP && abi != LR_ABI_STATEPOINT)
			return false;
	}
	return !has_transition(call);
}

bool
check_is_tail_convention(unsigned cc)
{
	return cc == TAIL_CC || cc == SWIFT_TAIL_CC || cc == PRESERVE_NONE_CC;
}

bool
check_roots_arguments(LLVMValueRef fn)
{
	return check_is_tail_convention(LLVMGetFunctionCallConv(fn)) || attribute(fn, CHECK_ROOTED_BY_CALLEE) != NULL;
}

bool
check_frame_moving(LLVMValueRef new_frame, uint32_t *fixed, uint32_t *deep)
{
	static const char name[] = "lateroot-moving";
	LLVMAttributeRef a = LLVMGetCallSiteStringAttribute(new_frame, CK_ON_FUNCTION, name, sizeof name - 1);
	unsigned n = 0, commas = 0;
	const char *text = a == NULL ? NULL : LLVMGetStringAttributeValue(a, &n);
	uint32_t *number = fixed;

	*fixed = *deep = 0;
	for (unsigned i = 0; text != NULL && i < n; i++) {
		if (text[i] == ',' && commas++ == 0)
			number = deep;
		else if (text[i] >= '0' && text[i] <= '9' && *number < 1u << 24)
			*number = *number * 10 + (uint32_t)(text[i] - '0');
		else
			return false;
	}
	return text != NULL;
}

bool
check_module_is_typed(const lr_context *cx, LLVMModuleRef m)
{
	static const char flag[] = "lateroot.memory";
	LLVMMetadataRef md = LLVMGetModuleFlag(m, flag, sizeof flag - 1);
	LLVMValueRef v = md == NULL ? NULL : LLVMMetadataAsValue(LLVMGetModuleContext(m), md);
	unsigned n = 0;
	const char *text = v == NULL ? NULL : LLVMGetMDString(v, &n);

	return cx->options.memory == LR_MEMORY_TYPED || (text != NULL && is_text(text, n, "typed"));
}
