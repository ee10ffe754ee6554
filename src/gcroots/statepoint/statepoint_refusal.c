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

/* Is a result of type `t` returned in registers?  If not, LLVM crashes on the statepoint at -O0.  No if that is not
** certain: at most `registers` scalars, of as many words together; no more than three. */
static bool
in_registers(LLVMTargetDataRef layout, LLVMTypeRef t, unsigned registers)
{
	enum { WORDS = 3 };
	LLVMTypeRef todo[WORDS + 1];
	unsigned n = 0, scalars = 0;

	if (LLVMGetTypeKind(t) != LLVMStructTypeKind && LLVMGetTypeKind(t) != LLVMArrayTypeKind)
		return true;
	if (LLVMStoreSizeOfType(layout, t) > registers * sizeof(uint64_t))
		return false;
	for (todo[n++] = t; n > 0;) {
		t = todo[--n];
		bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
		if (!array && LLVMGetTypeKind(t) != LLVMStructTypeKind) {
			scalars++;
			continue;
		}
		uint64_t parts = array ? LLVMGetArrayLength2(t) : LLVMCountStructElementTypes(t);
		if (parts + n + scalars > WORDS)
			return false;
		for (unsigned i = 0; i < parts; i++)
			todo[n++] = array ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, i);
	}
	return scalars <= registers;
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
			if (call && !in_registers(layout, LLVMTypeOf(i), machine == ARCH_RISCV64 ? 2 : 3))
				return "a call in it returns more than fits into registers";
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
