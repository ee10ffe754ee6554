/* SPDX-License-Identifier: MIT */
/* atomic_check.c -- the rules for calls of julia.atomicmodify: types, and whether what a collecting operation needs is
** rooted. */
#include "dialect/abi.h"
#include "dialect/bundle_kind.h"
#include "dialect/kind.h"
#include "lowering/expand/atomic_modify.h"

enum { CONSUME = 3 /* an ordering of C that LLVM does not have */ };
static const char LEAF[] = "gc-leaf-function", OPTIMISTIC[] = "julia.safepoint";

LLVMTypeRef
modify_type(LLVMValueRef call)
{
	return LLVMStructGetTypeAtIndex(LLVMTypeOf(call), 0);
}

unsigned
modify_bits(const struct lower *l, LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind: {
		unsigned n = LLVMGetIntTypeWidth(t);
		return n >= 8 && (n & (n - 1)) == 0 ? n : 0;
	}
	case LLVMHalfTypeKind: case LLVMBFloatTypeKind: return 16;
	case LLVMFloatTypeKind: return 32;
	case LLVMDoubleTypeKind: return 64;
	case LLVMFP128TypeKind: return 128;
	case LLVMPointerTypeKind: return 8 * l->e.word_bytes;
	default: return 0;
	}
}

static bool
constant_in(LLVMValueRef v, uint64_t most, uint64_t *n)
{
	if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	*n = LLVMConstIntGetZExtValue(v);
	return *n <= most;
}

LLVMTypeRef
modify_operation_type(LLVMValueRef call, LLVMTypeRef *scratch)
{
	unsigned n = LLVMGetNumArgOperands(call) - MODIFY_ARGUMENTS;
	LLVMTypeRef t = modify_type(call);

	scratch[0] = t;
	for (unsigned i = 0; i < n; i++)
		scratch[i + 1] = LLVMTypeOf(LLVMGetOperand(call, MODIFY_ARGUMENTS + i));
	return LLVMFunctionType(t, scratch, n + 1, false);
}

static lr_status
check_bundles(struct lower *l, LLVMValueRef call)
{
	unsigned n = LLVMGetNumOperandBundles(call);
	bool good = n <= MOST_BUNDLES;

	for (unsigned i = 0; i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		good &= bundle_kind(b) == BUNDLE_ROOTS;
		LLVMDisposeOperandBundle(b);
	}
	return good ? LR_OK : lr_fail(l->cx, LR_E_DIALECT, call,
		"julia.atomicmodify takes no operand bundles but \"jl_roots\", and few of these");
}

lr_status
modify_check(struct lower *l, LLVMValueRef call, LLVMTypeRef *scratch)
{
	LLVMTypeRef t = LLVMTypeOf(call);
	uint64_t n;

	if (!LLVMIsACallInst(call) || LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"julia.atomicmodify must be a plain call: it becomes a loop, and cannot be invoked");
	if (LLVMGetTypeKind(t) != LLVMStructTypeKind || LLVMCountStructElementTypes(t) != 2
		|| LLVMStructGetTypeAtIndex(t, 0) != LLVMStructGetTypeAtIndex(t, 1)
		|| modify_bits(l, modify_type(call)) == 0)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the result of julia.atomicmodify must be { T, T }, and T an integer of 8, 16, 32 ... bits, a "
			"floating-point number or a pointer");
	if (LLVMGetNumArgOperands(call) < MODIFY_ARGUMENTS
		|| LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, MODIFY_ADDRESS))) != LLVMPointerTypeKind
		|| LLVMTypeOf(LLVMGetOperand(call, MODIFY_OPERATION)) != l->e.ptr)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"julia.atomicmodify takes an address, a function, an ordering, a scope, and arguments of the "
			"function");
	if (!constant_in(LLVMGetOperand(call, MODIFY_ORDERING), LLVMAtomicOrderingSequentiallyConsistent, &n)
		|| n == LLVMAtomicOrderingNotAtomic || n == CONSUME)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the ordering of julia.atomicmodify must be the number of one of LLVM's atomic orderings");
	if (!constant_in(LLVMGetOperand(call, MODIFY_SCOPE), 1, &n))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the scope of julia.atomicmodify must be 0 (one thread) or 1 (the system): LLVM's numbers of "
			"other scopes are not fixed");
	LLVMValueRef op = LLVMGetOperand(call, MODIFY_OPERATION);
	if (LLVMIsAFunction(op) && (LLVMGetIntrinsicID(op) != 0 || intrinsic_of(op) != INTR_NONE
		|| LLVMGlobalGetValueType(op) != modify_operation_type(call, scratch)))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the operation of julia.atomicmodify must take the old value and the other arguments, and "
			"give the new value");
	return check_bundles(l, call);
}

bool
modify_may_collect(const struct lower *l, LLVMValueRef op)
{
	if (!LLVMIsAFunction(op))
		return true;
	if (LLVMGetStringAttributeAtIndex(op, AT_FUNCTION, LEAF, sizeof LEAF - 1) != NULL)
		return false;
	LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(op, AT_FUNCTION, l->e.attr_memory);
	uint64_t effects = memory != NULL ? LLVMGetEnumAttributeValue(memory) : UINT64_MAX;
	bool excluded = (effects & 0xAAAAAAAAu) == 0 || (effects & ~UINT64_C(3)) == 0;
	return !excluded || LLVMGetStringAttributeAtIndex(op, AT_FUNCTION, OPTIMISTIC, sizeof OPTIMISTIC - 1) != NULL;
}

static bool
has_special_operand(LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (type_spaces(LLVMTypeOf(LLVMGetOperand(call, i))) != 0)
			return true;
	return false;
}

lr_status
modify_check_rooted(const struct lower *l, LLVMValueRef call)
{
	static const char cure[] = "run ExpandAtomicModify<collecting> before LateLowerGCFrame";
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	lr_abi abi = abi_of(l->cx, fn);

	if (abi == LR_ABI_STATEPOINT || gcstack_of(fn) == NULL) /* roots are placed later, or there are none */
		return LR_OK;
	if (type_spaces(modify_type(call)) != 0)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the operation of julia.atomicmodify may collect, and the old value has no root while it runs; "
			"%s", cure);
	if (effects_exclude_collection(l, call))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the operation of julia.atomicmodify may collect, but the call says that it does not; %s",
			cure);
	if (reload_given(fn, abi, false) && has_special_operand(call))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the operation of julia.atomicmodify may collect, and objects move; %s", cure);
	return LR_OK;
}
