/* SPDX-License-Identifier: MIT */
/* bundle_kind.c -- see bundle_kind.h. */
#include "dialect/bundle_kind.h"

#include "dialect/kind.h"

#define RULE \
	"the bundle \"jl_roots\" may hold references, addresses of stack variables and constant addresses, but it is " \
	"given "

enum { MAX_STEPS = 64 };

static bool
is(const char *tag, size_t n, const char *name)
{
	return strlen(name) == n && memcmp(tag, name, n) == 0;
}

enum bundle
bundle_kind(LLVMOperandBundleRef b)
{
	size_t n;
	const char *tag = LLVMGetOperandBundleTag(b, &n);

	if (is(tag, n, "jl_roots"))
		return BUNDLE_ROOTS;
	if (is(tag, n, "gc-transition"))
		return BUNDLE_TRANSITION;
	if (is(tag, n, "deopt"))
		return BUNDLE_DEOPT;
	if (is(tag, n, "julia.gc_alloc_ptr_offsets"))
		return BUNDLE_PTR_OFFSETS;
	if (is(tag, n, "julia.gc_alloc_zeroinit"))
		return BUNDLE_ZEROINIT;
	return is(tag, n, "julia.gc_alloc_zeroinit_indirect") ? BUNDLE_ZEROINIT_INDIRECT : BUNDLE_OTHER;
}

bool
has_bundle(LLVMValueRef call, enum bundle kind)
{
	bool found = false;

	for (unsigned i = 0, n = LLVMGetNumOperandBundles(call); i < n && !found; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		found = bundle_kind(b) == kind;
		LLVMDisposeOperandBundle(b);
	}
	return found;
}

/* Is it an address on the stack, possibly with arithmetic?  Of a phi or select only one input is examined. */
static bool
is_stack_address(LLVMValueRef v)
{
	for (int i = 0; i < MAX_STEPS; i++)
		if (LLVMIsAGetElementPtrInst(v) || LLVMIsABitCastInst(v) || LLVMIsAFreezeInst(v))
			v = LLVMGetOperand(v, 0);
		else if (LLVMIsASelectInst(v))
			v = LLVMGetOperand(v, 1);
		else if (LLVMIsAPHINode(v) && LLVMCountIncoming(v) > 0)
			v = LLVMGetIncomingValue(v, 0);
		else
			break;
	return LLVMIsAAllocaInst(v) != NULL || LLVMIsConstant(v);
}

const char *
bundle_roots_mistake(LLVMOperandBundleRef b)
{
	for (unsigned i = 0, n = LLVMGetNumOperandBundleArgs(b); i < n; i++) {
		LLVMValueRef v = LLVMGetOperandBundleArgAtIndex(b, i);
		LLVMTypeRef t = LLVMTypeOf(v);
		if (LLVMIsUndef(v) || type_spaces(t) != 0 || type_may_hold_reference(t))
			continue;
		if (pointer_as(t) != LR_AS_GENERIC)
			return RULE "a number";
		if (!is_stack_address(v))
			return RULE "a plain pointer";
	}
	return NULL;
}
