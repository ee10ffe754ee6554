/* ptls.c -- LowerPTLSPass: how a function without a "gcstack" argument finds the GC stack of its task.
**
**   argument "gcstack"  that argument
**   GETTER_CALL         a call of the runtime
**   GETTER_TLS          thread pointer + offset, and a load if the profile says so
**   in an image         if the loader put an offset into a hidden global: as GETTER_TLS, otherwise a call through another one
**
** The answer does not change while a function runs, for a task keeps its stack: the getter is marked memory(none), so that
** LLVM may merge its calls.  Being the last pass that needs the dialect's declarations, this one also drops those left unused. */
#include <stdio.h>

#include "lowering/lowering.h"
#include "passes.h"

struct getter_call { LLVMValueRef call; bool or_new; };

struct ptls {
	struct lower l;
	bool image;
	enum cpu { CPU_OTHER, CPU_X86_64, CPU_AARCH64 } cpu;
	struct getter_call *calls;
	uint32_t ncalls, calls_cap;
	LLVMValueRef asked;      /* returns_twice was last asked for this function */
	bool answer;
};

/* ---- finding ---- */

static LLVMValueRef
gcstack_argument(LLVMValueRef fn)
{
	unsigned n = LLVMCountParams(fn);

	for (unsigned i = 0; i < n; i++)
		if (LLVMGetStringAttributeAtIndex(fn, i + 1, "gcstack", 7) != NULL)
			return LLVMGetParam(fn, i);
	return NULL;
}

LLVMValueRef
pgcstack_of(LLVMValueRef fn)
{
	LLVMValueRef arg = gcstack_argument(fn);

	if (arg != NULL)
		return arg;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
	for (LLVMValueRef inst = LLVMGetFirstInstruction(entry); inst != NULL; inst = LLVMGetNextInstruction(inst))
		if (LLVMIsACallInst(inst)) {
			enum intrinsic id = intrinsic_of_call(inst);
			if (id == INTR_GET_PGCSTACK || id == INTR_GET_PGCSTACK_OR_NEW)
				return inst;
		}
	return NULL;
}

static bool
returns_twice(struct ptls *t, LLVMValueRef fn)
{
	if (t->asked == fn)
		return t->answer;
	t->asked = fn;
	t->answer = false;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL && !t->answer; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL && !t->answer; inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			t->answer = (op == LLVMCall || op == LLVMInvoke) && call_has_attribute(inst, "returns_twice");
		}
	return t->answer;
}

/* ---- planning ---- */

static lr_status
plan_uses(struct ptls *t, const char *name, bool or_new)
{
	struct lower *l = &t->l;
	LLVMValueRef f = LLVMGetNamedFunction(l->e.module, name);

	for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
			return lr_fail(l->cx, LR_E_DIALECT, call, "%s may only be called, and not by invoke", name);
		lr_status st = signature_check(l, call, or_new ? INTR_GET_PGCSTACK_OR_NEW : INTR_GET_PGCSTACK, "0:");
		if (st != LR_OK)
			return st;
		edit_plan_call(&l->e, call);
		if (ARENA_PUSH(&l->e.arena, t->calls, t->ncalls, t->calls_cap))
			t->calls[t->ncalls++] = (struct getter_call){ call, or_new };
	}
	return LR_OK;
}

static lr_status
plan_getter(struct ptls *t)
{
	const struct lr_profile *p = t->l.profile;
	bool fixed = p->getter == GETTER_TLS && !t->image;

	if (t->ncalls == 0)
		return LR_OK;
	if (fixed && t->cpu == CPU_OTHER)
		return lr_fail(t->l.cx, LR_E_TARGET, NULL, "profile '%s' finds the task through the thread pointer, which is only known for x86-64 and AArch64 Linux",
			p->name);
	return fixed ? LR_OK : runtime_name_check(&t->l, NULL, p->getter_name);
}

static enum cpu
cpu_of(LLVMModuleRef m)
{
	const char *triple = LLVMGetTarget(m);

	if (triple[0] == '\0') /* the host */
#if defined __x86_64__
		return CPU_X86_64;
#elif defined __aarch64__
		return CPU_AARCH64;
#else
		return CPU_OTHER;
#endif
	if (strstr(triple, "darwin") != NULL || strstr(triple, "windows") != NULL)
		return CPU_OTHER;
	return strncmp(triple, "x86_64", 6) == 0 ? CPU_X86_64 : strncmp(triple, "aarch64", 7) == 0 ? CPU_AARCH64 : CPU_OTHER;
}

/* ---- building ---- */

static LLVMValueRef
call_getter(struct ptls *t, bool or_new)
{
	struct edit *e = &t->l.e;
	char name[PROFILE_NAME_BYTES + 8];
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);

	snprintf(name, sizeof name, "%s%s", t->l.profile->getter_name, or_new ? "_or_new" : "");
	bool known = LLVMGetNamedFunction(e->module, name) != NULL;
	LLVMValueRef f = runtime_function(&t->l, name, type);
	if (!known) {
		add_attribute(e->context, f, AT_FUNCTION, "nounwind", 0);
		add_attribute(e->context, f, AT_FUNCTION, "willreturn", 0);
		if (!or_new) /* that one makes a task */
			add_attribute(e->context, f, AT_FUNCTION, "memory", 0);
	}
	return LLVMBuildCall2(e->builder, type, f, NULL, 0, "pgcstack");
}

static LLVMValueRef
build_asm(struct edit *e, const char *text, const char *constraints, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef type = LLVMFunctionType(e->ptr, &e->word, n, false);
	LLVMValueRef code = LLVMGetInlineAsm(type, text, strlen(text), constraints, strlen(constraints), false, false,
		LLVMInlineAsmDialectATT, false);
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, code, args, n, "");

	add_call_attribute(e->context, call, AT_FUNCTION, "nounwind", 0);
	add_call_attribute(e->context, call, AT_FUNCTION, "memory", 0);
	return call;
}

/* The word at thread pointer + offset, or its address.  After a second return LLVM must not recompute the sum from a thread pointer
** that it believes to be unchanged, so there the addition is part of the assembly. */
static LLVMValueRef
build_tls(struct ptls *t, LLVMValueRef fn, LLVMValueRef offset)
{
	struct edit *e = &t->l.e;
	bool x86 = t->cpu == CPU_X86_64, hide = returns_twice(t, fn);
	LLVMValueRef at;

	if (hide)
		at = build_asm(e, x86 ? "movq %fs:0, $0;addq $1, $0" : "mrs $0, tpidr_el0;add $0, $0, $1", x86 ? "=&r,r,~{flags}" : "=&r,r",
			&offset, 1);
	else {
		at = build_asm(e, x86 ? "movq %fs:0, $0" : "mrs $0, tpidr_el0", "=r", NULL, 0);
		at = LLVMBuildGEP2(e->builder, e->i8, at, &offset, 1, "");
	}
	if (!t->l.profile->tls_load)
		return at;
	LLVMValueRef load = LLVMBuildLoad2(e->builder, e->ptr, at, "pgcstack");
	LLVMSetAlignment(load, e->word_bytes);
	return load;
}

/* A variable of the image that the loader fills in. */
static LLVMValueRef
hidden_global(struct edit *e, const char *name, LLVMTypeRef type)
{
	LLVMValueRef g = LLVMGetNamedGlobal(e->module, name);

	if (g == NULL) {
		g = LLVMAddGlobal(e->module, type, name);
		LLVMSetVisibility(g, LLVMHiddenVisibility);
	}
	return g;
}

static LLVMValueRef
load_global(struct edit *e, LLVMValueRef global, LLVMTypeRef type, const char *name)
{
	LLVMValueRef load = LLVMBuildLoad2(e->builder, type, global, name);

	LLVMSetAlignment(load, e->word_bytes);
	edit_metadata(e, load, e->md_invariant_load, LLVMMDNodeInContext2(e->context, NULL, 0));
	return load;
}

static LLVMValueRef
build_image(struct ptls *t, LLVMValueRef call)
{
	struct edit *e = &t->l.e;
	const struct lr_profile *p = t->l.profile;
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(call), head;
	LLVMValueRef fn = LLVMGetBasicBlockParent(rest), value[2];
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);
	LLVMTypeRef getter_type = LLVMFunctionType(e->ptr, NULL, 0, false);

	LLVMValueRef offset_global = hidden_global(e, p->image_offset, e->word);
	LLVMValueRef func_global = hidden_global(e, p->image_func_slot, e->ptr);
	if (p->image_key_slot[0] != '\0')
		hidden_global(e, p->image_key_slot, e->word);
	edit_cut_block(e, rest, &call, 1, &head);
	LLVMBasicBlockRef block[] = {
		LLVMInsertBasicBlockInContext(e->context, rest, "fast"), LLVMInsertBasicBlockInContext(e->context, rest, "slow")
	};
	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMValueRef offset = load_global(e, offset_global, e->word, "tls_offset");
	LLVMValueRef known = LLVMBuildICmp(e->builder, LLVMIntNE, offset, edit_word(e, 0), "");
	edit_weights(e, LLVMBuildCondBr(e->builder, known, block[0], block[1]), 9, 1);
	LLVMPositionBuilderAtEnd(e->builder, block[0]);
	value[0] = build_tls(t, fn, offset);
	LLVMBuildBr(e->builder, rest);
	LLVMPositionBuilderAtEnd(e->builder, block[1]);
	LLVMValueRef getter = load_global(e, func_global, e->ptr, "getter");
	value[1] = LLVMBuildCall2(e->builder, getter_type, getter, NULL, 0, "");
	add_call_attribute(e->context, value[1], AT_FUNCTION, "nounwind", 0);
	LLVMBuildBr(e->builder, rest);
	edit_before(e, call); /* first in its block */
	LLVMValueRef phi = LLVMBuildPhi(e->builder, e->ptr, "pgcstack");
	LLVMAddIncoming(phi, value, block, 2);
	return phi;
}

static void
lower_call(struct ptls *t, const struct getter_call *c)
{
	struct edit *e = &t->l.e;
	const struct lr_profile *p = t->l.profile;
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(c->call)), value;

	if (LLVMGetFirstUse(c->call) == NULL) {
		LLVMInstructionEraseFromParent(c->call);
		return;
	}
	edit_before(e, c->call);
	if ((value = gcstack_argument(fn)) != NULL)
		;
	else if (c->or_new)
		value = call_getter(t, true);
	else if (t->image)
		value = build_image(t, c->call);
	else if (p->getter == GETTER_TLS)
		value = build_tls(t, fn, LLVMConstInt(e->word, (unsigned long long)p->tls_offset, true));
	else
		value = call_getter(t, false);
	edit_replace(e, c->call, value);
}

static void
drop_unused_declarations(lr_context *cx, LLVMModuleRef m)
{
	for (LLVMValueRef next, f = LLVMGetFirstFunction(m); f != NULL; f = next) {
		next = LLVMGetNextFunction(f);
		if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) == NULL && (strncmp(value_name(f), "julia.", 6) == 0 ||
		    strncmp(value_name(f), "llvm.julia.", 11) == 0)) {
			LLVMDeleteFunction(f);
			cx->changed |= LR_CHANGED_IR;
		}
	}
}

lr_status
pass_lower_ptls(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct ptls t = { .l = { .cx = cx, .profile = &cx->profile } };
	bool imaging = params != NULL && strcmp(params, "imaging") == 0;

	(void)fns, (void)nfns;
	if (params != NULL && !imaging && strcmp(params, "no-imaging") != 0)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "LowerPTLSPass takes imaging or no-imaging, not '%s'", params);
	t.cpu = cpu_of(m);
	t.image = imaging && cx->profile.image_offset[0] != '\0' && t.cpu != CPU_OTHER;
	lr_status st = edit_begin(&t.l.e, cx, m) ? LR_OK : lr_nomem(cx);
	if (st == LR_OK)
		st = plan_uses(&t, intrinsic_name(INTR_GET_PGCSTACK), false);
	if (st == LR_OK)
		st = plan_uses(&t, intrinsic_name(INTR_GET_PGCSTACK_OR_NEW), true);
	if (st == LR_OK)
		st = plan_getter(&t);
	if (st == LR_OK && !edit_ready(&t.l.e))
		st = lr_nomem(cx);
	if (st == LR_OK) {
		bool changed = t.image && t.ncalls > 0 && edit_debug_as_calls(&t.l.e);
		if (t.ncalls > 0)
			cx->changed |= LR_CHANGED_IR | (t.image ? (unsigned)LR_CHANGED_CFG : 0);
		for (uint32_t i = 0; i < t.ncalls; i++)
			lower_call(&t, &t.calls[i]);
		edit_debug_restore(&t.l.e, changed);
		drop_unused_declarations(cx, m);
	}
	edit_end(&t.l.e);
	return st;
}
