/* SPDX-License-Identifier: MIT */
/* never_collects.c -- definitions that say by an attribute that they never collect are held to it: callers believe the
** attribute, and keep no roots over calls of the function.
**
** "gc-leaf-function" (in C NEVER_COLLECTS) says so, and so do memory effects (in C pure and const), which are about
** memory, and given by people who do not think of the collector.  What LLVM and InferGCLeaf find out agrees with the
** callees.  A body may collect if it calls a function of which nothing says otherwise.  Declarations are believed, as
** there is nothing to look at; so are inline assembly and functions of the C library. */
#include "base/c_library.h"
#include "gcroots/plan/phases.h"

/* Is it a function of the C or C++ library that keeps to itself?  __clang_call_terminate ends the process where an
** exception must not pass. */
static bool
is_of_library(LLVMValueRef callee)
{
	const char *name = value_name(callee);

	return strcmp(name, "__clang_call_terminate") == 0
		|| (LLVMIsDeclaration(callee) && c_library_is_quiet(name));
}

/* `explicit`: the attribute is "gc-leaf-function".  Who gives that thinks of the collector, and cannot give it to what
** a pointer leads to. */
static bool
may_collect(struct session *s, LLVMValueRef call, bool explicit, bool *failed)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const struct callee_info *c = session_callee(s, callee);
	struct callee_info here;

	if (c == NULL) {
		*failed = true;
		return false;
	}
	here = *c;
	if (c->asks && session_has_attributes(call))
		*failed |= !session_call_site(s, call, &here);
	if (*failed)
		return false;
	if (LLVMIsAFunction(callee) == NULL)
		return here.collects && !explicit && !LLVMIsAInlineAsm(callee);
	return here.collects && !is_of_library(callee);
}

static lr_status
refuse(lr_context *cx, LLVMValueRef call, const char *attribute)
{
	LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
	const char *name = callee != NULL ? value_name(callee) : "";

	return lr_fail(cx, LR_E_DIALECT, call,
		"the function says by its attribute %s that it never collects, so that its callers keep no roots over "
		"it, and this call%s%s%s may collect: take the attribute away (in C pure, const, NEVER_COLLECTS), or "
		"give it to what is called, if that never collects", attribute, *name ? " of '" : "", name,
		*name ? "'" : "");
}

lr_status
never_collects_check(struct session *s, LLVMValueRef fn)
{
	const char *attribute;
	bool failed = false, explicit = false;

	if (!session_never_collects(s, fn, &attribute, &explicit))
		return lr_nomem(s->cx);
	if (attribute == NULL)
		return LR_OK;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
			const LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				&& may_collect(s, i, explicit, &failed))
				return refuse(s->cx, i, attribute);
		}
	return failed ? lr_nomem(s->cx) : LR_OK;
}
