/* SPDX-License-Identifier: MIT */
/* ptls.c -- LowerPTLSPass: lowers julia.get_pgcstack (getter.c) and julia.get_pgcstack_or_new (adopt_thread.c).
**
** It also lowers lateroot.immediate.* (immediates.c). This is the last pass that needs the dialect's declarations. It
** also deletes those without uses. */
#include "host/passes.h"
#include "lowering/intrinsics/ptls.h"

/* ---- planning ---- */

static void
count_getter(struct ptls *t, LLVMValueRef fn)
{
	const uint32_t n = ptrmap_get(&t->getters, fn);

	ptrmap_set(&t->getters, fn, n == PTRMAP_NONE ? 1 : 2);
}

static lr_status
plan_uses(struct ptls *t, const char *name, bool or_new)
{
	struct lower *l = &t->l;
	LLVMValueRef f = LLVMGetNamedFunction(l->e.module, name);

	for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
		struct getter_call c = { .call = LLVMGetUser(u), .or_new = or_new };
		if (!LLVMIsACallInst(c.call) || LLVMGetCalledValue(c.call) != f)
			return lr_fail(l->cx, LR_E_DIALECT, c.call,
				"%s must be called directly, and not by invoke", name);
		lr_status st = signature_check(l, c.call, or_new ? INTR_GET_PGCSTACK_OR_NEW : INTR_GET_PGCSTACK, "0:");
		if (st == LR_OK && or_new)
			st = adoption_plan(t, &c);
		if (st != LR_OK)
			return st;
		edit_plan_call(&l->e, c.call);
		count_getter(t, LLVMGetBasicBlockParent(LLVMGetInstructionParent(c.call)));
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

/* ---- building ---- */

/* Functions with pads are left out, for in some pads a call needs a bundle that names the pad. */
static bool
may_sink(struct ptls *t, LLVMValueRef fn)
{
	return !t->image && !LLVMHasPersonalityFn(fn) && !getter_returns_twice(t, fn);
}

/* Is there one getter in the function?  Each costs a look at all blocks. */
static bool
is_only_getter(const struct ptls *t, LLVMValueRef fn)
{
	return ptrmap_get(&t->getters, fn) == 1;
}

/* Finds out where the getters go. */
static lr_status
plan_places(struct ptls *t)
{
	for (uint32_t i = 0; i < t->ncalls && !t->getters.failed; i++) {
		struct getter_call *c = &t->calls[i];
		LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(c->call));
		if (c->or_new || LLVMGetFirstUse(c->call) == NULL || gcstack_argument(fn) != NULL
			|| getter_argument(fn) != NULL || !is_only_getter(t, fn) || !may_sink(t, fn))
			continue;
		if (!getter_place(t, c->call, &c->place))
			return lr_nomem(t->l.cx);
	}
	return LR_OK;
}

/* If only blocks that end in `unreachable` use the getter, builds it in each of these, so that paths that return do not
** run it. LLVM does this only if there is a single such block. False: the getter stays where it is. */
static bool
sink_getter(struct ptls *t, LLVMValueRef call, LLVMValueRef fn)
{
	enum { MAX_USES = 64 };
	LLVMValueRef user[MAX_USES];
	LLVMBasicBlockRef home = LLVMGetInstructionParent(call);
	unsigned n = 0;

	if (!may_sink(t, fn))
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
				value = call; /* the first user in the block has done it */
		if (value != NULL)
			continue;
		while (LLVMIsAPHINode(first))
			first = LLVMGetNextInstruction(first);
		edit_before(&t->l.e, first);
		value = getter_build(t, call, false);
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
		value = getter_argument(fn);
	if (value == NULL && !c->or_new && sink_getter(t, c->call, fn))
		return;
	if (value == NULL && c->place != NULL)
		edit_before(e, c->place);
	if (value == NULL)
		value = getter_build(t, c->call, c->first);
	if (c->first)
		value = adoption_build(t, c, value);
	if (LLVMIsAArgument(value))
		effects_widen_gcstack(&t->l, value);
	edit_replace(e, c->call, value);
}

static void
drop_unused_declarations(lr_context *cx, LLVMModuleRef m)
{
	for (LLVMValueRef next, f = LLVMGetFirstFunction(m); f != NULL; f = next) {
		next = LLVMGetNextFunction(f);
		if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) == NULL && (strncmp(value_name(f), "julia.", 6) == 0 ||
		    strncmp(value_name(f), "llvm.julia.", 11) == 0
		    || strncmp(value_name(f), "lateroot.immediate.", 19) == 0)) {
			LLVMDeleteFunction(f);
			cx->changed |= LR_CHANGED_IR;
		}
	}
}

lr_status
pass_lower_ptls(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct ptls t = { .l = { .cx = cx, .profile = &cx->profile } };
	bool imaging = params != NULL ? strcmp(params, "imaging") == 0 : cx->options.image;

	(void)fns, (void)nfns;
	if (params != NULL && !imaging && strcmp(params, "no-imaging") != 0)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "LowerPTLSPass takes imaging or no-imaging, not '%s'", params);
	ptrmap_init(&t.getters, cx->options.alloc, cx->options.user);
	t.cpu = getter_cpu(m);
	t.image = imaging && cx->profile.image_offset[0] != '\0';
	lr_status st = edit_begin(&t.l.e, cx, m) ? LR_OK : lr_nomem(cx);
	if (st == LR_OK)
		st = plan_uses(&t, intrinsic_name(INTR_GET_PGCSTACK), false);
	if (st == LR_OK)
		st = plan_uses(&t, intrinsic_name(INTR_GET_PGCSTACK_OR_NEW), true);
	if (st == LR_OK)
		st = plan_getter(&t);
	if (st == LR_OK)
		st = immediates_plan(&t);
	if (st == LR_OK)
		st = plan_places(&t);
	if (st == LR_OK && (t.getters.failed || !edit_ready(&t.l.e)))
		st = lr_nomem(cx);
	if (st == LR_OK) {
		bool changed = ((t.image && t.ncalls > 0) || t.adopts) && edit_debug_as_calls(&t.l.e);
		if (t.ncalls > 0)
			cx->changed |= LR_CHANGED_IR | (t.image || t.adopts ? (unsigned)LR_CHANGED_CFG : 0);
		for (uint32_t i = 0; i < t.ncalls; i++)
			lower_call(&t, &t.calls[i]);
		if (t.nimmediates > 0 || t.tells)
			cx->changed |= LR_CHANGED_IR;
		immediates_lower(&t);
		edit_debug_restore(&t.l.e, changed);
		drop_unused_declarations(cx, m);
	}
	ptrmap_free(&t.getters);
	edit_end(&t.l.e);
	return st;
}
