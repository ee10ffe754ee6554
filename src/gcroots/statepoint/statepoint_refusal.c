/* SPDX-License-Identifier: MIT */
/* statepoint_refusal.c -- the functions that cannot have statepoints, and those that move the stack pointer as they
** run. */
#include <llvm-c/Target.h>

#include "gcroots/statepoint/statepoint.h"
#include "dialect/abi.h"
#include "ir/llvm_calls.h"
#include "lowering/common/lowering.h"

static bool
returns_twice(LLVMValueRef call)
{
	return call_has_attribute(call, "returns_twice") || intrinsic_of_call(call) == INTR_EXCEPT_ENTER;
}

/* What a result takes of the registers that return it. */
struct registers { unsigned parts, words, floats; };

/* Counts a vector: its elements are words or parts of them, and as many as a power of two.  RISC-V without vector
** registers returns each element by itself. */
static bool
count_vector(LLVMTargetDataRef layout, LLVMTypeRef t, enum architecture machine, struct registers *r)
{
	enum { MOST_BITS = 512, MOST_ON_RISCV = 2 };
	LLVMTypeRef element = LLVMGetElementType(t);
	const unsigned n = LLVMGetVectorSize(t);
	const uint64_t bits = LLVMSizeOfTypeInBits(layout, element);

	switch (LLVMGetTypeKind(element)) {
	case LLVMPointerTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: break;
	case LLVMIntegerTypeKind:
		if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
			return false;
		break;
	default: return false;
	}
	r->floats += machine == ARCH_RISCV64 ? n : 1;
	return (n & (n - 1)) == 0 && n * bits <= MOST_BITS && (machine != ARCH_RISCV64 || n <= MOST_ON_RISCV);
}

static bool
count_part(LLVMTargetDataRef layout, LLVMTypeRef t, enum architecture machine, struct registers *r)
{
	enum { WORD_BITS = 64 };

	r->parts++;
	switch (LLVMGetTypeKind(t)) {
	case LLVMVoidTypeKind:
	case LLVMTokenTypeKind: return true; /* gc_preserve_begin */
	case LLVMPointerTypeKind: r->words++; return true;
	case LLVMIntegerTypeKind:
		r->words += (LLVMGetIntTypeWidth(t) - 1) / WORD_BITS + 1;
		return LLVMGetIntTypeWidth(t) <= 2 * WORD_BITS;
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: r->floats++; return true;
	case LLVMFP128TypeKind: r->floats += machine == ARCH_RISCV64 ? 2 : 1; return true;
	case LLVMVectorTypeKind: return count_vector(layout, t, machine, r);
	default: return false;
	}
}

/* Does a statepoint return a result of type `t` in registers, as they are?  If not, LLVM makes a second call, of
** address 0, or crashes.  That holds of results in memory, and on x86-64 of those on the stack of the FPU.  The result
** of an invoke gets to another block in the wrong form if it is empty, half or bfloat.  No if that is not certain
** (test/llvmpasses/statepoint/results.test). */
static bool
in_registers(LLVMTargetDataRef layout, LLVMTypeRef t, enum architecture machine)
{
	enum { PARTS = 3, FLOATS = 2 };
	const unsigned most = machine == ARCH_RISCV64 ? 2 : PARTS;
	struct registers r = { 0, 0, 0 };
	LLVMTypeRef todo[PARTS + 1];
	unsigned n = 0;
	const LLVMTypeKind whole = LLVMGetTypeKind(t);

	if ((whole == LLVMStructTypeKind || whole == LLVMArrayTypeKind)
		&& LLVMStoreSizeOfType(layout, t) > most * sizeof(uint64_t))
		return false;
	for (todo[n++] = t; n > 0;) {
		t = todo[--n];
		const bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
		if (!array && LLVMGetTypeKind(t) != LLVMStructTypeKind) {
			if (!count_part(layout, t, machine, &r))
				return false;
			continue;
		}
		uint64_t parts = array ? LLVMGetArrayLength2(t) : LLVMCountStructElementTypes(t);
		if (parts + n + r.parts > PARTS)
			return false;
		for (unsigned i = 0; i < parts; i++)
			todo[n++] = array ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, i);
	}
	if (r.parts == 0)
		return false;
	return r.words <= most && r.floats <= FLOATS && r.words + r.floats <= most;
}

/* Does LLVM align the function's stack frame anew, for this alloca or call?  Where the table of roots counts from the
** frame pointer, the distance of variables from it is not known then. */
static bool
aligns_frame(LLVMTargetDataRef layout, enum architecture machine, LLVMValueRef i)
{
	enum { STACK_BYTES = 16 };

	if (LLVMIsAAllocaInst(i))
		return LLVMGetAlignment(i) > STACK_BYTES;
	/* RISC-V passes what is wider than two words by its address, in memory of the caller */
	for (unsigned n = machine == ARCH_RISCV64 ? LLVMGetNumArgOperands(i) : 0; n-- > 0;) {
		LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, n));
		if (LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMABIAlignmentOfType(layout, t) > STACK_BYTES)
			return true;
	}
	return false;
}

static bool
varies_with_vectors(LLVMValueRef call, enum architecture machine)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);

	for (unsigned i = 0; LLVMIsFunctionVarArg(type) && i < LLVMGetNumArgOperands(call); i++)
		switch (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i)))) {
		case LLVMPointerTypeKind: break;
		case LLVMIntegerTypeKind:
			/* RISC-V begins two words of a variable argument in an even register, and others in any */
			if (machine == ARCH_RISCV64 && LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(call, i))) > 64)
				return true;
			break;
		default: return true;
		}
	return false;
}

/* Does the call make a stack map record of its own?  It could not be told from those of statepoints. */
static bool
makes_record(LLVMValueRef call)
{
	const char *name = value_name(LLVMGetCalledValue(call));

	return strncmp(name, "llvm.experimental.stackmap", 26) == 0
		|| strncmp(name, "llvm.experimental.patchpoint", 28) == 0
		|| strncmp(name, "llvm.experimental.gc.statepoint", 31) == 0;
}

/* Does the call have its result in memory, whose address AArch64 passes in a register of its own? */
static bool
has_result_in_memory(LLVMValueRef call)
{
	const unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < 2; i++)
		if (session_argument_attribute(call, i, sret) != NULL)
			return true;
	return false;
}

const char *
statepoint_refusal(LLVMValueRef fn)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));
	const enum architecture machine = abi_architecture(LLVMGetGlobalParent(fn));

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr) && returns_twice(i))
				return "a call in it may return twice, and what LLVM keeps for a statepoint is "
					"overwritten by then";
			if (op == LLVMInvoke && has_bundle(i, BUNDLE_TRANSITION))
				return "a call in it that is a GC transition may unwind";
			bool call = op == LLVMCall || op == LLVMInvoke;
			if (op == LLVMCall && intrinsic_of_call(i) == INTR_GET_PGCSTACK_OR_NEW)
				return "it is an entry from outside, which polls by loads at its beginning and end";
			if (op == LLVMCall && intrinsic_of_call(i) == INTR_TRACKED_POINTER)
				return "its objects are plain pointers, which nothing relocates (AdoptGCRoots)";
			if (op == LLVMCall && makes_record(i))
				return "it has stack map records of its own";
			if (call && llvm_call_kind(LLVMGetCalledValue(i)) != LLVM_CALL_NEVER
				&& LLVMGetIntrinsicID(LLVMGetCalledValue(i)) != 0)
				return "it calls an intrinsic of LLVM that may run other code, which cannot become a "
					"statepoint";
			if (call && LLVMGetIntrinsicID(LLVMGetCalledValue(i)) == 0
				&& !LLVMIsAInlineAsm(LLVMGetCalledValue(i))
				&& !in_registers(layout, LLVMTypeOf(i), machine))
				return "a call in it returns what is not, or not certainly, returned in general and "
					"vector registers";
			if (machine != ARCH_X86_64 && (call || LLVMIsAAllocaInst(i))
				&& aligns_frame(layout, machine, i))
				return "memory on its stack is aligned to more than 16 bytes, so that LLVM aligns its "
					"whole frame";
			if (call && LLVMGetFirstUse(i) && varies_with_vectors(i, machine))
				return "it uses the result of a function that it calls with a variable number of "
					"floating-point arguments";
			if (call && machine == ARCH_AARCH64 && statepoint_patch_bytes(i) != 0
				&& has_result_in_memory(i))
				return "a call in it that is to be patched has its result in memory, whose address a "
					"statepoint would pass in another register";
			if (op == LLVMCatchSwitch || op == LLVMCleanupPad)
				return "its exceptions are handled by funclets";
		}
	return NULL;
}

bool
statepoint_allocates(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAllocaInst(i)
				&& (b != LLVMGetEntryBasicBlock(fn) || !LLVMIsConstant(LLVMGetOperand(i, 0))))
				return true;
	return false;
}
