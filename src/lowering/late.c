/* late.c -- the clean-up half of LateLowerGCFrame.
**
** Needs the roots of the function placed.  One walk collects what must change and lets the rule of each construct refuse it; then
** the collected instructions are lowered.  The blocks stay as they are. */
#include "lowering/late.h"

#include "lowering/lowering.h"

static const struct lower_rule RULES[INTR_COUNT] = {
	[INTR_CALL] = { jlcall_check, jlcall_lower },
	[INTR_CALL2] = { jlcall_check, jlcall_lower },
	[INTR_CALL3] = { jlcall_check, jlcall_lower },
	[INTR_GC_ALLOC_OBJ] = { alloc_obj_check, alloc_obj_lower },
	[INTR_TYPEOF] = { object_check, typeof_lower },
	[INTR_POINTER_FROM_OBJREF] = { object_check, objref_lower },
	[INTR_GC_LOADED] = { object_check, gc_loaded_lower },
	[INTR_BLACKBOX] = { object_check, blackbox_lower },
	[INTR_GCROOT_FLUSH] = { preserve_check, erase_lower },
	[INTR_PRESERVE_BEGIN] = { preserve_check, erase_lower },
	[INTR_PRESERVE_END] = { preserve_check, erase_lower },
};

enum { SITE_WEAKEN = 1, SITE_UNTAIL = 2, SITE_STRIP = 4, SITE_LOWER = 8, SITE_WIDEN = 16 };
struct site {
	LLVMValueRef inst;
	enum intrinsic id;
	unsigned todo;
};

struct late {
	struct lower l;
	struct site *sites;
	uint32_t nsites, sites_cap;
	bool frame;              /* the function pushes a GC frame */
};

static void
add_site(struct late *t, LLVMValueRef inst, enum intrinsic id, unsigned todo)
{
	if (todo != 0 && ARENA_PUSH(&t->l.e.arena, t->sites, t->nsites, t->sites_cap))
		t->sites[t->nsites++] = (struct site){ inst, id, todo };
}

static lr_status
plan_call(struct late *t, LLVMValueRef call, LLVMOpcode op)
{
	struct lower *l = &t->l;
	enum intrinsic id = intrinsic_of_call(call);
	const struct lower_rule *rule = &RULES[id];
	unsigned todo = constness_concerns(l, call) ? SITE_WEAKEN : 0;

	if (rule->check != NULL) {
		if (op != LLVMCall && rule->check != jlcall_check)
			return lr_fail(l->cx, LR_E_DIALECT, call, "%s cannot be invoked: it does not unwind", intrinsic_name(id));
		lr_status st = rule->check(l, call, id);
		if (st != LR_OK)
			return st;
		todo |= SITE_LOWER;
	} else if (LLVMGetNumOperandBundles(call) > 0) {
		edit_plan_call(&l->e, call);
		todo |= SITE_STRIP;
	}
	if (op == LLVMCall && LLVMGetTailCallKind(call) == LLVMTailCallKindTail)
		todo |= SITE_UNTAIL;
	if (id == INTR_NONE && effects_concern(l, call))
		todo |= SITE_WIDEN;
	t->frame |= id == INTR_NEW_GC_FRAME;
	add_site(t, call, id, todo);
	return LR_OK;
}

static lr_status
plan(struct late *t)
{
	struct lower *l = &t->l;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(l->fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL; inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			lr_status st = LR_OK;
			if (op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				st = plan_call(t, inst, op);
			else if ((op == LLVMLoad || op == LLVMStore) && constness_concerns(l, inst))
				add_site(t, inst, INTR_NONE, SITE_WEAKEN);
			if (st != LR_OK)
				return st;
		}
	return edit_ready(&l->e) ? LR_OK : lr_nomem(l->cx);
}

static void
apply(struct late *t)
{
	struct lower *l = &t->l;

	jlcall_prepare(l);
	for (uint32_t i = 0; i < t->nsites; i++) {
		const struct site *s = &t->sites[i];
		if (s->todo & SITE_WEAKEN)
			constness_weaken(l, s->inst);
		/* A tail call may be taken not to read this function's allocas, and the frame is one that the collector reads. */
		if ((s->todo & SITE_UNTAIL) && t->frame)
			LLVMSetTailCallKind(s->inst, LLVMTailCallKindNone);
		if ((s->todo & SITE_WIDEN) && t->frame)
			effects_widen(l, s->inst);
		if (s->todo & SITE_STRIP)
			edit_strip_bundles(&l->e, s->inst);
		else if ((s->todo & SITE_LOWER) && s->id != INTR_PRESERVE_BEGIN)
			RULES[s->id].apply(l, s->inst, s->id);
	}
	/* Only now has no end of a region a use of its token any more. */
	for (uint32_t i = 0; i < t->nsites; i++)
		if (t->sites[i].id == INTR_PRESERVE_BEGIN)
			RULES[INTR_PRESERVE_BEGIN].apply(l, t->sites[i].inst, INTR_PRESERVE_BEGIN);
}

static lr_status
run(lr_context *cx, LLVMModuleRef m, LLVMValueRef fn, LLVMValueRef pgcstack, bool change)
{
	struct late t = { .l = { .cx = cx, .profile = &cx->profile, .fn = fn, .pgcstack = pgcstack } };
	lr_status st = edit_begin(&t.l.e, cx, m) ? plan(&t) : lr_nomem(cx);

	if (st == LR_OK && change)
		apply(&t);
	edit_end(&t.l.e);
	return st;
}

lr_status
lower_late_check(lr_context *cx, LLVMModuleRef m, LLVMValueRef fn)
{
	return run(cx, m, fn, NULL, false);
}

lr_status
lower_late_intrinsics(lr_context *cx, LLVMModuleRef m, LLVMValueRef fn, LLVMValueRef pgcstack)
{
	return run(cx, m, fn, pgcstack, true);
}
