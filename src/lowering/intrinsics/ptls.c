/* ptls.c -- LowerPTLSPass: how a function finds the GC stack of its task.
**
**   argument "gcstack", or swiftself    that argument
**   GETTER_CALL         a call of the runtime
**   GETTER_TLS          thread pointer + offset, and a load if the profile says so
**   in an image         if the loader put an offset into a global: as GETTER_TLS, otherwise a call through another
**                       global
**
** julia.get_pgcstack_or_new stands in functions that threads call which the runtime may not know, or which are GC-safe.
** It looks for the GC stack in the same way.  If there is none, the runtime adopts the thread; otherwise the thread
** enters the GC-unsafe state and passes a safepoint.  Before each return the old state is restored (that of an adopted
** thread is GC-safe) and a safepoint passed, unless the result is a reference: nobody could hold that in the GC-safe
** state.
**
** The answer does not change while a function runs, for a task keeps its stack: the getter is marked memory(none), so
** that LLVM may merge its calls.  Being the last pass that needs the dialect's declarations, this one also drops those
** left unused. */
#include <stdio.h>

#include "dialect/kind.h"
#include "lowering/common/lowering.h"
#include "host/passes.h"

/* `first`: of the calls of julia.get_pgcstack_or_new in its function; the others come to the same. */
struct getter_call { LLVMValueRef call; bool or_new, first; uint32_t ret_at, nret; };

struct ptls {
	struct lower l;
	bool image;
	enum cpu { CPU_OTHER, CPU_X86_64, CPU_AARCH64 } cpu;
	struct getter_call *calls;
	uint32_t ncalls, calls_cap;
	LLVMValueRef *rets;      /* of functions that restore a state */
	uint32_t nrets, rets_cap;
	LLVMValueRef asked;      /* returns_twice was last asked for this function */
	bool answer;
	bool adopts;             /* some function adopts threads */
};

/* ---- finding ---- */

static LLVMValueRef
swiftself_argument(LLVMValueRef fn)
{
	unsigned n = LLVMCountParams(fn), kind = LLVMGetEnumAttributeKindForName("swiftself", 9);

	for (unsigned i = 0; i < n; i++)
		if (LLVMGetEnumAttributeAtIndex(fn, i + 1, kind) != NULL)
			return LLVMGetParam(fn, i);
	return NULL;
}

static bool
returns_twice(struct ptls *t, LLVMValueRef fn)
{
	if (t->asked == fn)
		return t->answer;
	t->asked = fn;
	t->answer = false;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL && !t->answer;
		bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL && !t->answer;
			inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			t->answer = (op == LLVMCall || op == LLVMInvoke) && call_has_attribute(inst, "returns_twice");
		}
	return t->answer;
}

/* ---- planning ---- */

/* What julia.get_pgcstack_or_new asks of its function. */
static lr_status
plan_adoption(struct ptls *t, struct getter_call *c)
{
	struct lower *l = &t->l;
	LLVMBasicBlockRef entry = LLVMGetInstructionParent(c->call);
	LLVMValueRef fn = LLVMGetBasicBlockParent(entry);

	if (gcstack_argument(fn) != NULL || swiftself_argument(fn) != NULL)
		return LR_OK;
	LLVMValueRef getter = gcstack_at_entry(fn);
	if (getter == NULL)
		return lr_fail(l->cx, LR_E_DIALECT, c->call, "julia.get_pgcstack_or_new must stand in the entry block");
	c->first = getter == c->call;
	if (!c->first) /* inlined: the thread is known by now */
		return LR_OK;
	c->ret_at = t->nrets;
	if (type_kind(LLVMGetReturnType(LLVMGlobalGetValueType(fn))).count > 0)
		return LR_OK;
	for (LLVMBasicBlockRef bb = entry; bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb),
			prev = end != NULL ? LLVMGetPreviousInstruction(end) : NULL;
		if (end == NULL || !LLVMIsAReturnInst(end))
			continue;
		if (prev != NULL && LLVMIsACallInst(prev) && LLVMGetTailCallKind(prev) == LLVMTailCallKindMustTail)
			return lr_fail(l->cx, LR_E_DIALECT, prev,
				"a musttail call in a function with julia.get_pgcstack_or_new: the GC state could not "
				"be restored");
		if (ARENA_PUSH(&l->e.arena, t->rets, t->nrets, t->rets_cap))
			t->rets[t->nrets++] = end;
	}
	c->nret = t->nrets - c->ret_at;
	return LR_OK;
}

static lr_status
plan_uses(struct ptls *t, const char *name, bool or_new)
{
	struct lower *l = &t->l;
	LLVMValueRef f = LLVMGetNamedFunction(l->e.module, name);

	for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
		struct getter_call c = { .call = LLVMGetUser(u), .or_new = or_new };
		if (!LLVMIsACallInst(c.call) || LLVMGetCalledValue(c.call) != f)
			return lr_fail(l->cx, LR_E_DIALECT, c.call, "%s may only be called, and not by invoke", name);
		lr_status st = signature_check(l, c.call, or_new ? INTR_GET_PGCSTACK_OR_NEW : INTR_GET_PGCSTACK, "0:");
		if (st == LR_OK && or_new)
			st = plan_adoption(t, &c);
		if (st != LR_OK)
			return st;
		edit_plan_call(&l->e, c.call);
		t->adopts |= c.first;
		if (ARENA_PUSH(&l->e.arena, t->calls, t->ncalls, t->calls_cap))
			t->calls[t->ncalls++] = c;
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
		return lr_fail(t->l.cx, LR_E_TARGET, NULL,
			"profile '%s' finds the task through the thread pointer, which is only known for x86-64 and "
			"AArch64 Linux",
			p->name);
	lr_status st = fixed || t->image ? LR_OK : runtime_name_check(&t->l, NULL, p->getter_name);
	if (st == LR_OK && t->adopts && p->getter_or_null[0] != '\0')
		st = runtime_name_check(&t->l, NULL, p->getter_or_null);
	return st == LR_OK && t->adopts ? runtime_name_check(&t->l, NULL, p->adopt_thread) : st;
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
	return strncmp(triple, "x86_64", 6) == 0 ? CPU_X86_64
		: strncmp(triple, "aarch64", 7) == 0 ? CPU_AARCH64
		: CPU_OTHER;
}

/* ---- building ---- */

static LLVMValueRef
call_getter(struct ptls *t, const char *name, bool pure)
{
	struct edit *e = &t->l.e;
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
	bool known = LLVMGetNamedFunction(e->module, name) != NULL;
	LLVMValueRef f = runtime_function(&t->l, name, type);

	if (!known) {
		add_attribute(e->context, f, AT_FUNCTION, "nounwind", 0);
		add_attribute(e->context, f, AT_FUNCTION, "willreturn", 0);
		if (pure) /* one that may attach the thread is so from the second call on */
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

/* The word at thread pointer + offset, or its address.  After a second return LLVM must not recompute the sum from a
** thread pointer that it believes to be unchanged, so there the addition is part of the assembly. */
static LLVMValueRef
build_tls(struct ptls *t, LLVMValueRef fn, LLVMValueRef offset)
{
	struct edit *e = &t->l.e;
	bool x86 = t->cpu == CPU_X86_64, hide = returns_twice(t, fn);
	LLVMValueRef at;

	if (hide)
		at = build_asm(e, x86 ? "movq %fs:0, $0;addq $1, $0" : "mrs $0, tpidr_el0;add $0, $0, $1",
			x86 ? "=&r,r,~{flags}" : "=&r,r", &offset, 1);
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
image_global(struct ptls *t, const char *name, LLVMTypeRef type)
{
	LLVMModuleRef m = t->l.e.module;
	LLVMValueRef g = LLVMGetNamedGlobal(m, name);
	char real[PROFILE_NAME_BYTES + 8];

	if (g == NULL)
		g = LLVMGetNamedGlobalAlias(m, name, strlen(name));
	if (g != NULL)
		return g;
	if (t->l.profile->image_globals == IMAGE_HIDDEN) {
		g = LLVMAddGlobal(m, type, name);
		LLVMSetVisibility(g, LLVMHiddenVisibility);
		return g;
	}
	snprintf(real, sizeof real, "%s.real", name);
	g = LLVMAddGlobal(m, type, real);
	LLVMSetInitializer(g, LLVMConstNull(type));
	LLVMSetLinkage(g, LLVMInternalLinkage);
	return LLVMAddAlias2(m, type, LR_AS_GENERIC, g, name);
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
call_slot(struct ptls *t, LLVMValueRef slot)
{
	struct edit *e = &t->l.e;
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
	LLVMValueRef getter = load_global(e, slot, e->ptr, "getter");
	LLVMValueRef value = LLVMBuildCall2(e->builder, type, getter, NULL, 0, "");

	add_call_attribute(e->context, value, AT_FUNCTION, "nounwind", 0);
	return value;
}

static LLVMValueRef
build_image(struct ptls *t, LLVMValueRef call)
{
	struct edit *e = &t->l.e;
	const struct lr_profile *p = t->l.profile;
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(call), head;
	LLVMValueRef fn = LLVMGetBasicBlockParent(rest), value[2];
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);

	LLVMValueRef offset_global = image_global(t, p->image_offset, e->word);
	LLVMValueRef func_global = image_global(t, p->image_func_slot, e->ptr);
	if (p->image_key_slot[0] != '\0')
		image_global(t, p->image_key_slot, e->word);
	if (t->cpu == CPU_OTHER) /* of its thread pointer nothing is known */
		return call_slot(t, func_global);
	edit_cut_block(e, rest, &call, 1, &head);
	LLVMBasicBlockRef block[] = { LLVMInsertBasicBlockInContext(e->context, rest, "fast"),
		LLVMInsertBasicBlockInContext(e->context, rest, "slow") };
	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	LLVMValueRef offset = load_global(e, offset_global, e->word, "tls_offset");
	LLVMValueRef known = LLVMBuildICmp(e->builder, LLVMIntNE, offset, edit_word(e, 0), "");
	edit_weights(e, LLVMBuildCondBr(e->builder, known, block[0], block[1]), 9, 1);
	LLVMPositionBuilderAtEnd(e->builder, block[0]);
	value[0] = build_tls(t, fn, offset);
	LLVMBuildBr(e->builder, rest);
	LLVMPositionBuilderAtEnd(e->builder, block[1]);
	value[1] = call_slot(t, func_global);
	LLVMBuildBr(e->builder, rest);
	edit_before(e, call); /* first in its block */
	LLVMValueRef phi = LLVMBuildPhi(e->builder, e->ptr, "pgcstack");
	LLVMAddIncoming(phi, value, block, 2);
	return phi;
}

static LLVMValueRef
build_getter(struct ptls *t, LLVMValueRef call, bool or_null)
{
	const struct lr_profile *p = t->l.profile;

	if (or_null && p->getter_or_null[0] != '\0')
		return call_getter(t, p->getter_or_null, false);
	if (t->image)
		return build_image(t, call);
	if (p->getter == GETTER_TLS)
		return build_tls(t, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)),
			LLVMConstInt(t->l.e.word, (unsigned long long)p->tls_offset, true));
	return call_getter(t, p->getter_name, !or_null);
}

/* ---- adopted threads ---- */

static LLVMValueRef
ptls_of(struct ptls *t, LLVMValueRef pgcstack)
{
	struct edit *e = &t->l.e;
	const struct lr_profile *p = t->l.profile;

	if (p->ptls_is_pgcstack)
		return pgcstack;
	LLVMValueRef at = edit_offset(e, pgcstack, (int64_t)p->ptls_in_task - p->gcstack_in_task, "ptls_field");
	LLVMValueRef load = LLVMBuildLoad2(e->builder, e->ptr, at, "ptls");
	LLVMSetAlignment(load, e->word_bytes);
	edit_tbaa(e, load, e->tbaa_gcframe);
	return load;
}

/* Store a GC state, and pass a safepoint. */
static void
set_state(struct ptls *t, LLVMValueRef ptls, LLVMValueRef state)
{
	struct edit *e = &t->l.e;
	LLVMValueRef store = LLVMBuildStore(e->builder, state,
		edit_offset(e, ptls, t->l.profile->gc_state_in_ptls, "gc_state"));

	LLVMSetOrdering(store, LLVMAtomicOrderingRelease);
	LLVMSetAlignment(store, 1);
	LLVMValueRef page = LLVMBuildLoad2(e->builder, e->ptr,
		edit_offset(e, ptls, t->l.profile->safepoint_in_ptls, ""), "signal_page");
	LLVMSetOrdering(page, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(page, e->word_bytes);
	LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
	LLVMValueRef poll = LLVMBuildLoad2(e->builder, e->word, page, "");
	LLVMSetVolatile(poll, true);
	LLVMSetAlignment(poll, e->word_bytes);
	LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
}

static LLVMValueRef
build_adoption(struct ptls *t, const struct getter_call *c, LLVMValueRef found)
{
	struct edit *e = &t->l.e;
	const struct lr_profile *p = t->l.profile;
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(c->call), head;
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(c->call);
	LLVMValueRef value[2] = { found, NULL }, state[2];

	edit_cut_block(e, rest, (LLVMValueRef[]){ c->call }, 1, &head);
	LLVMBasicBlockRef block[] = { LLVMInsertBasicBlockInContext(e->context, rest, "enter"),
		LLVMInsertBasicBlockInContext(e->context, rest, "adopt") };
	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	edit_weights(e, LLVMBuildCondBr(e->builder, LLVMBuildIsNotNull(e->builder, found, ""), block[0], block[1]), 9,
		1);
	LLVMPositionBuilderAtEnd(e->builder, block[0]);
	LLVMValueRef ptls = ptls_of(t, found);
	state[0] = LLVMBuildLoad2(e->builder, e->i8, edit_offset(e, ptls, p->gc_state_in_ptls, ""), "");
	LLVMSetOrdering(state[0], LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(state[0], 1);
	set_state(t, ptls, LLVMConstInt(e->i8, p->gc_state_unsafe, false));
	LLVMBuildBr(e->builder, rest);
	LLVMPositionBuilderAtEnd(e->builder, block[1]);
	value[1] = call_getter(t, p->adopt_thread, false);
	state[1] = LLVMConstInt(e->i8, p->gc_state_safe, false);
	LLVMBuildBr(e->builder, rest);
	edit_before(e, c->call);
	LLVMValueRef pgcstack = LLVMBuildPhi(e->builder, e->ptr, "pgcstack"),
		old = LLVMBuildPhi(e->builder, e->i8, "gc_state.old");
	LLVMAddIncoming(pgcstack, value, block, 2);
	LLVMAddIncoming(old, state, block, 2);
	for (uint32_t i = 0; i < c->nret; i++) {
		edit_before(e, t->rets[c->ret_at + i]);
		set_state(t, ptls_of(t, pgcstack), old);
	}
	return pgcstack;
}

/* A getter that only blocks need which end in `unreachable` is called in each of these: ways that return are spared it.
** LLVM moves it by itself if there is one such block.  False if it stays where it is.  Not in functions with pads, in
** some of which a call must say where it belongs. */
static bool
sink_getter(struct ptls *t, LLVMValueRef call, LLVMValueRef fn)
{
	enum { MAX_USES = 64 };
	LLVMValueRef user[MAX_USES];
	LLVMBasicBlockRef home = LLVMGetInstructionParent(call);
	unsigned n = 0;

	if (t->image || LLVMHasPersonalityFn(fn) || returns_twice(t, fn))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(call); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(LLVMGetUser(u));
		if (n == MAX_USES || bb == home || LLVMIsAPHINode(LLVMGetUser(u))
			|| !LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(bb)))
			return false;
		user[n++] = LLVMGetUser(u);
	}
	for (unsigned i = 0; i < n; i++) {
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(user[i]);
		LLVMValueRef first = LLVMGetFirstInstruction(bb), value = NULL;
		for (unsigned k = 0; k < i && value != call; k++)
			if (LLVMGetInstructionParent(user[k]) == bb)
				value = call; /* done with the first one of the block */
		if (value != NULL)
			continue;
		while (LLVMIsAPHINode(first))
			first = LLVMGetNextInstruction(first);
		edit_before(&t->l.e, first);
		value = build_getter(t, call, false);
		for (unsigned k = i; k < n; k++)
			for (unsigned op = 0;
				LLVMGetInstructionParent(user[k]) == bb && op < (unsigned)LLVMGetNumOperands(user[k]);
				op++)
				if (LLVMGetOperand(user[k], op) == call)
					LLVMSetOperand(user[k], op, value);
	}
	LLVMInstructionEraseFromParent(call);
	return true;
}

static void
lower_call(struct ptls *t, const struct getter_call *c)
{
	struct edit *e = &t->l.e;
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(c->call)), value = gcstack_argument(fn);

	if (LLVMGetFirstUse(c->call) == NULL && !c->first) {
		LLVMInstructionEraseFromParent(c->call);
		return;
	}
	edit_before(e, c->call);
	if (value == NULL)
		value = swiftself_argument(fn);
	if (value == NULL && !c->or_new && sink_getter(t, c->call, fn))
		return;
	if (value == NULL)
		value = build_getter(t, c->call, c->first);
	if (c->first)
		value = build_adoption(t, c, value);
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
	t.image = imaging && cx->profile.image_offset[0] != '\0';
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
		bool changed = ((t.image && t.ncalls > 0) || t.adopts) && edit_debug_as_calls(&t.l.e);
		if (t.ncalls > 0)
			cx->changed |= LR_CHANGED_IR | (t.image || t.adopts ? (unsigned)LR_CHANGED_CFG : 0);
		for (uint32_t i = 0; i < t.ncalls; i++)
			lower_call(&t, &t.calls[i]);
		edit_debug_restore(&t.l.e, changed);
		drop_unused_declarations(cx, m);
	}
	edit_end(&t.l.e);
	return st;
}
