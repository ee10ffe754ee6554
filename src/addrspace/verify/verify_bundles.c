/* SPDX-License-Identifier: MIT */
/* verify_bundles.c -- the dialect verifier's rules for operand bundles.
**
**   "gc-transition"(ptr ptls)                         on calls of ordinary functions
**   "julia.gc_alloc_ptr_offsets"(iN...)               on julia.gc_alloc_obj: words of the object
**   "julia.gc_alloc_zeroinit"(iN offset, iN size)     on julia.gc_alloc_obj; only one of these two kinds
**   "julia.gc_alloc_zeroinit_indirect"(iN, iN)        on the runtime's allocation of a Memory
**
**   "jl_roots"(references, stack addresses, constants)  on any call: kept alive until it returns
**
** "deopt" and bundles with other tags may hold any values. */
#include "addrspace/verify/verify.h"

#include "dialect/bundle_kind.h"

static bool
tag_is(const char *tag, size_t n, const char *name)
{
	return strlen(name) == n && memcmp(tag, name, n) == 0;
}

static bool
all_integers(LLVMOperandBundleRef b)
{
	const unsigned n = LLVMGetNumOperandBundleArgs(b);

	for (unsigned i = 0; i < n; i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperandBundleArgAtIndex(b, i))) != LLVMIntegerTypeKind)
			return false;
	return true;
}

static bool
is_known(LLVMValueRef v, uint64_t *n)
{
	if (LLVMIsAConstantInt(v) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	*n = LLVMConstIntGetZExtValue(v);
	return true;
}

/* A range that is known to be zero must lie in an object whose size is known. */
static bool
fits_object(const struct verifier *v, LLVMValueRef call, LLVMOperandBundleRef b, bool region)
{
	const unsigned n = LLVMGetNumOperandBundleArgs(b);
	uint64_t size, from, bytes = v->word;

	if (LLVMGetNumArgOperands(call) < 2 || !is_known(LLVMGetOperand(call, 1), &size))
		return true;
	if (region)
		return !is_known(LLVMGetOperandBundleArgAtIndex(b, 0), &from)
			|| !is_known(LLVMGetOperandBundleArgAtIndex(b, 1), &bytes)
			|| (bytes <= size && from <= size - bytes);
	for (unsigned i = 0; i < n; i++)
		if (is_known(LLVMGetOperandBundleArgAtIndex(b, i), &from) && (bytes > size || from > size - bytes))
			return false;
	return true;
}

static void
check_zeroing(struct verifier *v, LLVMValueRef call, LLVMOperandBundleRef b, bool region)
{
	if (!all_integers(b) || (region && LLVMGetNumOperandBundleArgs(b) != 2))
		violation(v, call, "the zeroing bundle of julia.gc_alloc_obj must hold integers%s",
			region ? ": an offset and a size" : "");
	else if (!fits_object(v, call, b, region))
		violation(v, call, "a zeroing bundle of julia.gc_alloc_obj reaches beyond the end of the object");
}

static void
check_transition(struct verifier *v, LLVMValueRef call, enum intrinsic id, LLVMOperandBundleRef b)
{
	LLVMValueRef ptls = LLVMGetNumOperandBundleArgs(b) == 1 ? LLVMGetOperandBundleArgAtIndex(b, 0) : NULL;

	if (ptls == NULL || LLVMGetTypeKind(LLVMTypeOf(ptls)) != LLVMPointerTypeKind
	 || LLVMGetPointerAddressSpace(LLVMTypeOf(ptls)) != LR_AS_GENERIC)
		violation(v, call,
			"the bundle \"gc-transition\" must hold the ptls, a pointer in address space 0, and nothing "
			"else");
	if (id != INTR_NONE)
		violation(v, call,
			"the bundle \"gc-transition\" may only stand on calls of ordinary functions, not of %s",
			intrinsic_name(id) != NULL ? intrinsic_name(id) : "an intrinsic of LLVM");
}

static bool
allocates_memory(const struct verifier *v, LLVMValueRef call)
{
	static const char suffix[] = "alloc_genericmemory_unchecked";
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n;

	if (LLVMGetValueKind(callee) != LLVMFunctionValueKind)
		return true; /* its address may have been loaded */
	const char *name = LLVMGetValueName2(callee, &n);
	return (n >= sizeof suffix - 1 && memcmp(name + n - (sizeof suffix - 1), suffix, sizeof suffix - 1) == 0)
		|| (n > 0 && tag_is(name, n, v->cx->profile.memory_alloc));
}

static void
check_roots(struct verifier *v, LLVMValueRef call, LLVMOperandBundleRef b)
{
	const char *mistake = bundle_roots_mistake(b);

	if (mistake != NULL)
		violation(v, call, "%s", mistake);
}

void
verify_bundles(struct verifier *v, LLVMValueRef call, enum intrinsic id)
{
	const unsigned n = LLVMGetNumOperandBundles(call);
	unsigned zeroing = 0;

	for (unsigned i = 0; i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		size_t bytes;
		const char *tag = LLVMGetOperandBundleTag(b, &bytes);
		const bool offsets = tag_is(tag, bytes, "julia.gc_alloc_ptr_offsets"),
			region = tag_is(tag, bytes, "julia.gc_alloc_zeroinit");
		if (offsets || region) {
			if (id == INTR_GC_ALLOC_OBJ) {
				check_zeroing(v, call, b, region);
				zeroing++;
			} else
				violation(v, call, "the bundle \"%s\" may only stand on julia.gc_alloc_obj",
					  offsets ? "julia.gc_alloc_ptr_offsets" : "julia.gc_alloc_zeroinit");
		} else if (tag_is(tag, bytes, "julia.gc_alloc_zeroinit_indirect")) {
			if (!all_integers(b) || LLVMGetNumOperandBundleArgs(b) != 2)
				violation(v, call,
					"the bundle \"julia.gc_alloc_zeroinit_indirect\" must hold the offset of the "
					"data pointer and a size");
			if (!allocates_memory(v, call))
				violation(v, call,
					"the bundle \"julia.gc_alloc_zeroinit_indirect\" may only stand on a call of "
					"jl_alloc_genericmemory_unchecked");
		} else if (tag_is(tag, bytes, "gc-transition"))
			check_transition(v, call, id, b);
		else if (tag_is(tag, bytes, "jl_roots"))
			check_roots(v, call, b);
		LLVMDisposeOperandBundle(b);
	}
	if (zeroing > 1)
		violation(v, call, "julia.gc_alloc_obj cannot have both zeroing bundles, or one of them twice");
}
