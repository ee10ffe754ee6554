/* verify_bundles.c -- the dialect verifier's rules for operand bundles.
**
**   "gc-transition"(ptr ptls)                         on calls of ordinary functions
**   "julia.gc_alloc_ptr_offsets"(iN...)               on julia.gc_alloc_obj: words of the object
**   "julia.gc_alloc_zeroinit"(iN offset, iN size)     on julia.gc_alloc_obj; only one of these two kinds
**   "julia.gc_alloc_zeroinit_indirect"(iN, iN)        on the runtime's allocation of a Memory
**
** "jl_roots", "deopt" and bundles of others hold any values. */
#include "addrspace/verify.h"

static bool
tag_is(const char *tag, size_t n, const char *name)
{
	return strlen(name) == n && memcmp(tag, name, n) == 0;
}

static bool
is_integer(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
}

static void
check_integers(struct verifier *v, LLVMValueRef call, LLVMOperandBundleRef b, const char *name)
{
	const unsigned n = LLVMGetNumOperandBundleArgs(b);

	for (unsigned i = 0; i < n; i++)
		if (!is_integer(LLVMGetOperandBundleArgAtIndex(b, i)))
			violation(v, call, "operand %u of the bundle \"%s\" is not an integer", i + 1, name);
}

static void
check_pair(struct verifier *v, LLVMValueRef call, LLVMOperandBundleRef b, const char *name)
{
	if (LLVMGetNumOperandBundleArgs(b) != 2)
		violation(v, call, "the bundle \"%s\" holds an offset and a size, not %u operands", name, LLVMGetNumOperandBundleArgs(b));
	check_integers(v, call, b, name);
}

static void
check_transition(struct verifier *v, LLVMValueRef call, enum intrinsic id, LLVMOperandBundleRef b)
{
	if (LLVMGetNumOperandBundleArgs(b) != 1)
		violation(v, call, "the bundle \"gc-transition\" holds the ptls and nothing else, not %u operands", LLVMGetNumOperandBundleArgs(b));
	else if (verify_type(v, LLVMTypeOf(LLVMGetOperandBundleArgAtIndex(b, 0)))->as != LR_AS_GENERIC
	      || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperandBundleArgAtIndex(b, 0))) != LLVMPointerTypeKind)
		violation(v, call, "the operand of the bundle \"gc-transition\" is not a pointer in the generic space (0)");
	if (id != INTR_NONE)
		violation(v, call, "the bundle \"gc-transition\" stands on %s, which is no function that could block",
			  intrinsic_name(id) != NULL ? intrinsic_name(id) : "an intrinsic of LLVM");
}

/* Offsets that are known must lie in an object whose size is known. */
static void
check_offsets(struct verifier *v, LLVMValueRef call, LLVMOperandBundleRef b)
{
	LLVMValueRef size = LLVMGetNumArgOperands(call) > 1 ? LLVMGetOperand(call, 1) : NULL;
	const unsigned n = LLVMGetNumOperandBundleArgs(b);

	if (size == NULL || LLVMIsAConstantInt(size) == NULL)
		return;
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef o = LLVMGetOperandBundleArgAtIndex(b, i);
		if (LLVMIsAConstantInt(o) != NULL && LLVMConstIntGetZExtValue(o) >= LLVMConstIntGetZExtValue(size))
			violation(v, call, "offset %u of the bundle \"julia.gc_alloc_ptr_offsets\" lies outside of the object", i + 1);
	}
}

static bool
allocates_memory(LLVMValueRef call)
{
	static const char suffix[] = "alloc_genericmemory_unchecked";
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n;

	if (LLVMGetValueKind(callee) != LLVMFunctionValueKind)
		return true; /* its address may have been loaded */
	const char *name = LLVMGetValueName2(callee, &n);
	return n >= sizeof suffix - 1 && memcmp(name + n - (sizeof suffix - 1), suffix, sizeof suffix - 1) == 0;
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
		const bool offsets = tag_is(tag, bytes, "julia.gc_alloc_ptr_offsets"), region = tag_is(tag, bytes, "julia.gc_alloc_zeroinit");
		if (offsets) {
			check_integers(v, call, b, "julia.gc_alloc_ptr_offsets");
			check_offsets(v, call, b);
		} else if (region)
			check_pair(v, call, b, "julia.gc_alloc_zeroinit");
		else if (tag_is(tag, bytes, "julia.gc_alloc_zeroinit_indirect")) {
			check_pair(v, call, b, "julia.gc_alloc_zeroinit_indirect");
			if (!allocates_memory(call))
				violation(v, call, "the bundle \"julia.gc_alloc_zeroinit_indirect\" only stands on jl_alloc_genericmemory_unchecked");
		} else if (tag_is(tag, bytes, "gc-transition"))
			check_transition(v, call, id, b);
		if ((offsets || region) && id != INTR_GC_ALLOC_OBJ)
			violation(v, call, "the bundle \"%s\" only stands on julia.gc_alloc_obj",
				  offsets ? "julia.gc_alloc_ptr_offsets" : "julia.gc_alloc_zeroinit");
		else if (offsets || region)
			zeroing++;
		LLVMDisposeOperandBundle(b);
	}
	if (zeroing > 1)
		violation(v, call, "julia.gc_alloc_obj has more than one zeroing bundle: they exclude each other");
}
