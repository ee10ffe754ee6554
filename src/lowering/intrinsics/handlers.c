/* SPDX-License-Identifier: MIT */
/* handlers.c -- LowerExcHandlers: lowers julia.except_enter, by which older front ends enter a handler.
**
**   i32 julia.except_enter()
**   i32 julia.except_enter(task)
**   { i32, ptr } julia.except_enter(task)
**
** becomes
**
**   enter_handler([task,] buffer);  result = setjmp(buffer, 0)        as the profile names them
**
** with a buffer of the profile's size in the frame of the function. If the result is a pair, its second half is the
** buffer. Each call has a buffer of its own: nested handlers are alive at the same time, and a handler is popped before
** its call is reached again. Functions leave handlers by ordinary calls of the runtime, which need no lowering. The
** pass runs before roots are placed: both calls are safepoints, and the second returns twice.  For WebAssembly
** handlers are refused, also those of C, which calls setjmp by the profile's name itself. */
#include "host/architecture.h"
#include "host/passes.h"
#include "lowering/common/lowering.h"

enum { BUFFER_ALIGN = 16 };

/* `getter`: the declaration of the getter, which is called anew unless the existing call certainly comes before this
** one. */
struct enter { LLVMValueRef call, pgcstack, getter; };

struct handlers {
	struct lower l;
	struct enter *calls;
	uint32_t ncalls, cap;
	LLVMValueRef asked, getter;  /* cache of getter_of: the last function, and the result for it */
};

static bool
is_pair(const struct lower *l, LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMCountStructElementTypes(t) == 2
		&& LLVMStructGetTypeAtIndex(t, 0) == l->e.i32 && LLVMStructGetTypeAtIndex(t, 1) == l->e.ptr;
}

static lr_status
check_setjmp(struct lower *l, LLVMValueRef call)
{
	const struct lr_profile *p = l->profile;
	lr_status st = runtime_name_check(l, call, p->enter_handler);

	return st != LR_OK ? st : runtime_name_check(l, call, p->setjmp_name);
}

/* The declaration of the getter that the function calls somewhere; NULL: it calls none. Optimisers move the call down
** to the use of its result. */
static LLVMValueRef
getter_of(struct handlers *h, LLVMValueRef fn)
{
	if (h->asked == fn)
		return h->getter;
	LLVMValueRef found = gcstack_of(fn);
	h->asked = fn;
	h->getter = found != NULL && LLVMIsACallInst(found) && intrinsic_of_call(found) == INTR_GET_PGCSTACK
		? LLVMGetCalledValue(found) : NULL;
	return h->getter;
}

static lr_status
plan_call(struct handlers *h, LLVMValueRef user)
{
	struct lower *l = &h->l;
	struct enter c = { .call = user };

	if (!LLVMIsACallInst(user))
		return lr_fail(l->cx, LR_E_DIALECT, user, "julia.except_enter cannot be invoked: it does not unwind");
	unsigned n = LLVMGetNumArgOperands(user);
	if (LLVMTypeOf(user) != l->e.i32 && !is_pair(l, LLVMTypeOf(user)))
		return lr_fail(l->cx, LR_E_DIALECT, user,
			"the result of julia.except_enter must be i32 or { i32, ptr }");
	if (n > 1 || (n == 1 && LLVMTypeOf(LLVMGetOperand(user, 0)) != l->e.ptr))
		return lr_fail(l->cx, LR_E_DIALECT, user,
			"julia.except_enter takes nothing, or the task as a pointer in address space 0");
	if (n == 0 && l->profile->handler_takes_task) {
		LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
		c.pgcstack = gcstack_at_entry(fn);
		if (c.pgcstack == NULL)
			c.getter = getter_of(h, fn);
		if (c.getter == NULL && (c.pgcstack == NULL || !gcstack_comes_before(c.pgcstack, user)))
			return lr_fail(l->cx, LR_E_DIALECT, user,
				"julia.except_enter has no task, and no getter of the GC stack precedes it");
	}
	edit_plan_call(&l->e, user);
	if (ARENA_PUSH(&l->e.arena, h->calls, h->ncalls, h->cap))
		h->calls[h->ncalls++] = c;
	return check_setjmp(l, user);
}

static LLVMValueRef
build_call(struct lower *l, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n, bool twice)
{
	struct edit *e = &l->e;
	LLVMTypeRef params[2] = { NULL, NULL };

	for (unsigned i = 0; i < n; i++)
		params[i] = LLVMTypeOf(args[i]);
	LLVMTypeRef type = LLVMFunctionType(result, params, n, false);
	bool known = LLVMGetNamedFunction(e->module, name) != NULL;
	LLVMValueRef f = runtime_function(l, name, type), call = LLVMBuildCall2(e->builder, type, f, args, n, "");
	if (!known)
		add_attribute(e->context, f, AT_FUNCTION, "nounwind", 0);
	if (twice) {
		add_attribute(e->context, f, AT_FUNCTION, "returns_twice", 0);
		add_call_attribute(e->context, call, AT_FUNCTION, "returns_twice", 0);
	}
	return call;
}

static LLVMValueRef
task_of(struct lower *l, const struct enter *c)
{
	if (LLVMGetNumArgOperands(c->call) == 1)
		return LLVMGetOperand(c->call, 0);
	LLVMValueRef pgcstack = c->pgcstack;
	if (c->getter != NULL)
		pgcstack = LLVMBuildCall2(l->e.builder, LLVMGlobalGetValueType(c->getter), c->getter, NULL, 0,
			"pgcstack");
	return edit_offset(&l->e, pgcstack, -(int64_t)l->profile->gcstack_in_task, "task");
}

static void
lower_call(struct handlers *h, const struct enter *c)
{
	struct lower *l = &h->l;
	struct edit *e = &l->e;
	const struct lr_profile *p = l->profile;
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(c->call)), args[2];
	LLVMTypeRef bytes = LLVMArrayType2(e->i8, profile_handler_bytes(p, LLVMGetTarget(e->module)));
	LLVMValueRef buffer = edit_entry_alloca(e, fn, bytes, edit_i32(e, 1), BUFFER_ALIGN, "handler");
	unsigned n = 0;

	edit_before(e, c->call);
	if (p->handler_takes_task)
		args[n++] = task_of(l, c);
	args[n++] = buffer;
	build_call(l, p->enter_handler, e->void_type, args, n, false);
	LLVMValueRef thrown = build_call(l, p->setjmp_name, e->i32, (LLVMValueRef[]){ buffer, edit_i32(e, 0) }, 2,
		true);
	if (LLVMTypeOf(c->call) != e->i32) {
		LLVMValueRef pair = LLVMBuildInsertValue(e->builder, LLVMGetPoison(LLVMTypeOf(c->call)), thrown, 0, "");
		thrown = LLVMBuildInsertValue(e->builder, pair, buffer, 1, "");
	}
	edit_replace(e, c->call, thrown);
}

static lr_status
plan(struct handlers *h, LLVMValueRef f, LLVMValueRef fn)
{
	lr_status st = LR_OK;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL && st == LR_OK;
			inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr) && LLVMGetCalledValue(inst) == f)
				st = plan_call(h, inst);
		}
	return st;
}

/* WebAssembly has no setjmp: refuses the first call that needs it, which would not link. */
static lr_status
refuse_calls(lr_context *cx, LLVMModuleRef m, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, name);

	for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if ((LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && LLVMGetCalledValue(call) == f)
			return lr_fail(cx, LR_E_TARGET, call,
				"target '%.100s' has no setjmp, which handlers of exceptions need: '%s' is called; "
				"return errors as values there, for lr_throw ends the program",
				LLVMGetTarget(m), name);
	}
	return LR_OK;
}

static lr_status
check_machine(lr_context *cx, LLVMModuleRef m)
{
	const enum architecture machine = architecture_of(LLVMGetTarget(m));

	if (machine != ARCH_WASM32 && machine != ARCH_WASM64)
		return LR_OK;
	lr_status st = refuse_calls(cx, m, intrinsic_name(INTR_EXCEPT_ENTER));
	return st == LR_OK && cx->profile.setjmp_name[0] != '\0' ? refuse_calls(cx, m, cx->profile.setjmp_name) : st;
}

lr_status
pass_lower_exc_handlers(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct handlers h = { .l = { .cx = cx, .profile = &cx->profile } };
	LLVMValueRef f = LLVMGetNamedFunction(m, intrinsic_name(INTR_EXCEPT_ENTER));
	lr_status st = check_machine(cx, m);

	(void)params;
	if (st != LR_OK)
		return st;
	if (f == NULL || LLVMGetFirstUse(f) == NULL)
		return LR_OK;
	if (!edit_begin(&h.l.e, cx, m))
		st = lr_nomem(cx);
	for (size_t i = 0; i < nfns && st == LR_OK; i++)
		st = plan(&h, f, fns[i]);
	if (st == LR_OK && !edit_ready(&h.l.e))
		st = lr_nomem(cx);
	for (uint32_t i = 0; st == LR_OK && i < h.ncalls; i++) {
		lower_call(&h, &h.calls[i]);
		cx->changed |= LR_CHANGED_IR;
	}
	edit_end(&h.l.e);
	return st;
}
