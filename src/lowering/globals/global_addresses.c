/* SPDX-License-Identifier: MIT */
/* global_addresses.c -- part of LowerGlobals: warns if the address of a global variable with references is passed to
** foreign code.
**
** Where objects move, a collection updates roots in place. A function without tables that gets the address of a global
** array and a function to call, such as qsort, may hold references in variables of its own while that function
** collects, and write them back. For an array on the stack, the objects are held in place during such a call. For a
** global array they are not, for it is not known until when the address is used. */
#include "lowering/globals/global_addresses.h"

#include <string.h>

#include "dialect/abi.h"
#include "dialect/kind.h"
#include "host/warnings.h"
#include "ir/variable.h"

enum { MAX_DEPTH = 8 };

/* Is it a function of another module, of which it is not known how it was compiled? */
static bool
is_foreign(LLVMValueRef fn)
{
	static const char *const known[] = { "llvm.", "julia.", "dialect.", "lateroot.", "lr_" };
	size_t n;

	if (fn == NULL || !LLVMIsDeclaration(fn))
		return false;
	const char *name = LLVMGetValueName2(fn, &n);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(name, known[i], strlen(known[i])) == 0)
			return false;
	return true;
}

/* Does it only pass the address on to the function, when a thread or the program ends? */
static bool
keeps_address(LLVMValueRef fn)
{
	static const char *const known[] = { "__cxa_atexit", "__cxa_at_quick_exit", "__cxa_thread_atexit",
		"__cxa_thread_atexit_impl", "_tlv_atexit", "on_exit" };
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(name, known[i]) == 0)
			return true;
	return false;
}

static bool
is_given_function(LLVMValueRef call)
{
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
		if (LLVMIsAFunction(LLVMGetOperand(call, i)))
			return true;
	return false;
}

static bool
moves(const lr_context *cx, LLVMValueRef fn)
{
	const lr_abi abi = abi_given(fn, cx->options.abi);

	return abi == LR_ABI_STATEPOINT || reload_given(fn, abi, cx->options.reload);
}

static void
check_call(lr_context *cx, LLVMValueRef call, LLVMValueRef address, LLVMValueRef variable)
{
	LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
	char name[100];

	if (!is_foreign(callee) || keeps_address(callee) || !is_given_function(call)
		|| !moves(cx, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
		return;
	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
		if (LLVMGetOperand(call, i) != address)
			continue;
		variable_name(variable, name, sizeof name);
		warning(cx, WARN_ADDRESS, call,
			"'%s' gets the address of the variable '%s' with references, and a function to call: objects "
			"that move during the call are lost, unless lateroot compiles '%s' for objects that move; "
			"pass an array on the stack, whose objects stay in place",
			LLVMGetValueName(callee), name, LLVMGetValueName(callee));
		return;
	}
}

static void
check_uses(lr_context *cx, LLVMValueRef v, LLVMValueRef variable, int depth) /* NOLINT(misc-no-recursion): MAX_DEPTH */
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		const LLVMOpcode op = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user)
			: LLVMIsAConstantExpr(user) ? LLVMGetConstOpcode(user)
			: LLVMRet;
		const bool is_call = op == LLVMCall || op == LLVMInvoke;
		if (is_call && !LLVMIsAIntrinsicInst(user))
			check_call(cx, user, v, variable);
		else if (depth > 0 && (op == LLVMGetElementPtr || op == LLVMBitCast || op == LLVMAddrSpaceCast
			|| (is_call && LLVMGetNumArgOperands(user) == 1))) /* llvm.threadlocal.address */
			check_uses(cx, user, variable, depth - 1);
	}
}

void
warn_of_addresses(lr_context *cx, LLVMModuleRef m)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		if (!LLVMIsGlobalConstant(g) && type_may_hold_reference(LLVMGlobalGetValueType(g)))
			check_uses(cx, g, g, MAX_DEPTH);
}
