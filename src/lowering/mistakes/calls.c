/* calls.c -- part of AdoptDialect: calls that are probably mistakes.
**
**   longjmp      frames of functions that it leaves stay linked; the runtime's handlers take them off
**   descriptor   an object is made of another size than its descriptor says */
#include "lowering/mistakes/calls.h"

#include "dialect/names.h"
#include "host/warnings.h"

/* Does the function call one that returns twice?  Then it may come back to itself. */
static bool
comes_back(LLVMValueRef fn)
{
	const unsigned twice = LLVMGetEnumAttributeKindForName("returns_twice", 13);

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef f = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
			if (f != NULL
				&& LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, twice)
					!= NULL)
				return true;
		}
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
			    !comes_back(LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(u)))))
				warning(cx, WARN_LONGJMP, LLVMGetUser(u),
					"%s leaves functions whose frames of roots stay linked then: use "
					"lr_enter_handler and throw_ref", names[i]);
	}
}

/* The size that a descriptor (struct lr_type) of fixed layout says; 0: it is not known. */
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
				"an object of %llu bytes is made with a descriptor of %llu bytes: is it that of "
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
