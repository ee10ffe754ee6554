/* SPDX-License-Identifier: MIT */
/* calls.c -- warns of single calls that are probably mistakes.
**
**   longjmp      the frames of the functions that it leaves stay linked; the runtime's handlers unlink them
**   descriptor   an object is allocated with another size than its descriptor says */
#include "lowering/mistakes/checks.h"

#include "dialect/names.h"
#include "host/warnings.h"
#include "lowering/mistakes/callees.h"

/* Does the function call one that returns twice? Then a longjmp in it may stay within it. */
static bool
may_stay_within(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			if (calls_returns_twice(i))
				return true;
	return false;
}

static void
check_longjmp(lr_context *cx, LLVMModuleRef m)
{
	static const char *const names[] = { "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(m, names[i]);
		for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u))
			if ((LLVMIsACallInst(LLVMGetUser(u)) || LLVMIsAInvokeInst(LLVMGetUser(u))) &&
			    !may_stay_within(LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(u)))))
				warning(cx, WARN_LONGJMP, LLVMGetUser(u),
					"%s leaves functions without unlinking their frames of roots: use "
					"lr_enter_handler and throw_ref", names[i]);
	}
}

/* The size of objects in bytes according to a descriptor (struct lr_type) of fixed layout; 0: it is not known. */
static uint64_t
size_of_type(LLVMValueRef type)
{
	enum { LAYOUT = 1, SIZE = 2, FIXED = 0 };

	if (LLVMIsAConstantExpr(type) && LLVMGetConstOpcode(type) == LLVMAddrSpaceCast)
		type = LLVMGetOperand(type, 0);
	if (!LLVMIsAGlobalVariable(type) || !LLVMIsGlobalConstant(type) || LLVMIsDeclaration(type))
		return 0;
	LLVMValueRef value = LLVMGetInitializer(type);
	if (!LLVMIsAConstantStruct(value) || LLVMGetNumOperands(value) <= SIZE)
		return 0;
	LLVMValueRef layout = LLVMGetOperand(value, LAYOUT), size = LLVMGetOperand(value, SIZE);
	return LLVMIsAConstantInt(layout) && LLVMConstIntGetZExtValue(layout) == FIXED && LLVMIsAConstantInt(size)
		? LLVMConstIntGetZExtValue(size) : 0;
}

static void
check_descriptors(lr_context *cx, LLVMModuleRef m)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, intrinsic_name(INTR_GC_ALLOC_OBJ));

	for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f || LLVMGetNumArgOperands(call) != 3
			|| !LLVMIsAConstantInt(LLVMGetOperand(call, 1)))
			continue;
		const uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)),
			said = size_of_type(LLVMGetOperand(call, 2));
		if (said != 0 && said != bytes)
			warning(cx, WARN_DESCRIPTOR, call,
				"an object of %llu bytes is allocated with a descriptor of %llu bytes: is it that of "
				"another type?", (unsigned long long)bytes, (unsigned long long)said);
	}
}

lr_status
calls_check(lr_context *cx, LLVMModuleRef m)
{
	check_longjmp(cx, m);
	check_descriptors(cx, m);
	return cx->first;
}
