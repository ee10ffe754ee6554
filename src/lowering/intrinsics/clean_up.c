/* SPDX-License-Identifier: MIT */
/* clean_up.c -- the clean-up half of LateLowerGCFrame.
**
** One walk over each function collects the instructions that must change, and lets the rule of each construct refuse
** them. Once roots are placed, the collected instructions are lowered. Blocks do not change. */
#include "lowering/intrinsics/clean_up.h"

#include "lowering/common/lowering.h"

/* Behind it, the front end polls by a load of its own. */
static void
flush_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	machine_barrier_build(l, call);
	erase_lower(l, call, id);
}

static const struct lower_rule RULES[INTR_COUNT] = {
	[INTR_CALL] = { jlcall_check, jlcall_lower },
	[INTR_CALL2] = { jlcall_check, jlcall_lower },
	[INTR_CALL3] = { jlcall_check, jlcall_lower },
	[INTR_GC_ALLOC_OBJ] = { alloc_obj_check, alloc_obj_lower },
	[INTR_GC_ALLOC_MEMORY] = { memory_check, memory_lower },
	[INTR_TYPEOF] = { object_check, typeof_lower },
	[INTR_POINTER_FROM_OBJREF] = { object_check, objref_lower },
	[INTR_GC_LOADED] = { object_check, gc_loaded_lower },
	[INTR_TRACKED_POINTER] = { object_check, tracked_pointer_lower },
	[INTR_BLACKBOX] = { object_check, blackbox_lower },
	[INTR_GCROOT_FLUSH] = { preserve_check, flush_lower },
	[INTR_PRESERVE_BEGIN] = { preserve_check, erase_lower },
	[INTR_PRESERVE_END] = { preserve_check, erase_lower },
};

enum {
	SITE_WEAKEN = 1, SITE_UNTAIL = 2, SITE_STRIP = 4, SITE_LOWER = 8, SITE_WIDEN = 16, SITE_NULL = 32,
	SITE_VARIANT = 64
};
struct site {
	LLVMValueRef inst, mutable_tag; /* SITE_WEAKEN: see struct promise; SITE_VARIANT: its `invariant` */
	enum intrinsic id;
	uint16_t todo;
	uint16_t operand;        /* SITE_NULL: the operand that becomes null */
};

/* A function, and its part of the sites. */
struct work {
	LLVMValueRef fn;
	uint32_t site_end;       /* end of its part of `sites` */
	bool frame;              /* it had a GC frame in the input */
	bool keep;               /* statepoints are placed later: calls that keep objects alive stay until then */
};

struct clean_up {
	struct lower l;
	struct site *sites;
	uint32_t nsites, sites_cap;
	struct work *works;
	uint32_t nworks, works_cap;
	bool keep;               /* of the current function */
};

/* Does PlaceStatepoints have to see the call? */
static bool
keeps_alive(enum intrinsic id)
{
	return id == INTR_PRESERVE_BEGIN || id == INTR_PRESERVE_END || id == INTR_GC_LOADED || id == INTR_TYPEOF;
}

/* Adds a site. NULL: memory is exhausted. */
static struct site *
add_site(struct clean_up *t, LLVMValueRef inst, enum intrinsic id, unsigned todo)
{
	if (!ARENA_APPEND(&t->l.e.arena, t->sites, t->nsites, t->sites_cap))
		return NULL;
	t->sites[t->nsites] = (struct site){ .inst = inst, .id = id, .todo = (uint16_t)todo };
	return &t->sites[t->nsites++];
}

/* Adds a site for an instruction if there is something to do: `todo`, or marks of constness to be removed. */
static inline void
plan_site(struct clean_up *t, LLVMValueRef inst, LLVMOpcode op, enum intrinsic id, unsigned todo)
{
	struct promise p = { NULL, false };

	if (LLVMHasMetadata(inst))
		p = constness_promised(&t->l, inst, op);
	if (p.mutable_tag != NULL || p.invariant)
		todo |= SITE_WEAKEN | (p.invariant ? SITE_VARIANT : 0u);
	struct site *site = todo != 0 ? add_site(t, inst, id, todo) : NULL;
	if (site != NULL)
		site->mutable_tag = p.mutable_tag;
}

/* Plans null in place of children that live for ever, which need no barrier. */
static void
plan_barrier(struct clean_up *t, LLVMValueRef call, enum intrinsic id)
{
	unsigned n = LLVMGetNumArgOperands(call), first, step;

	if (t->l.cx->options.without & LR_BARRIER_ELISION)
		return;
	barrier_children(call, id, &first, &step);
	for (unsigned i = first; i < n && i <= UINT16_MAX; i += step) {
		LLVMValueRef child = LLVMGetOperand(call, i);
		if (LLVMIsConstant(child) || LLVMTypeOf(child) != t->l.e.tracked
			|| !barrier_child_is_permanent(&t->l, child))
			continue;
		struct site *site = add_site(t, call, id, SITE_NULL);
		if (site != NULL)
			site->operand = (uint16_t)i;
	}
}

static bool
is_barrier(enum intrinsic id)
{
	return id == INTR_WRITE_BARRIER || id == INTR_OBJECT_WRITE_BARRIER || id == INTR_FIELD_WRITE_BARRIER_P11 ||
		id == INTR_FIELD_WRITE_BARRIER_P13;
}

static lr_status
plan_call(struct clean_up *t, LLVMValueRef call, LLVMOpcode op, bool *frame)
{
	struct lower *l = &t->l;
	const struct edit_callee *callee = edit_callee_of(&l->e, call);
	const enum intrinsic id = callee->id;
	const struct lower_rule *rule = &RULES[id];

	if (callee->llvm == EDIT_LLVM_QUESTION)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"llvm.experimental.gc.get.pointer.base and .offset are lowered by LLVM's own placement of "
			"statepoints only; keep the pointer to the object, and use that");
	/* markers of variables that become slots are deleted before the sites are lowered */
	if (callee->llvm == EDIT_LLVM_STAYS || id == INTR_LLVM_LIFETIME)
		return LR_OK;
	if (is_barrier(id))
		plan_barrier(t, call, id);
	unsigned todo = 0;
	unsigned nbundles = LLVMGetNumOperandBundles(call);
	if (nbundles > 0) {
		lr_status st = bundles_check(l, call, id);
		if (st != LR_OK)
			return st;
	}
	if (rule->check != NULL) {
		if (op != LLVMCall && rule->check != jlcall_check)
			return lr_fail(l->cx, LR_E_DIALECT, call, "%s cannot be invoked: it does not unwind",
				intrinsic_name(id));
		lr_status st = rule->check(l, call, id);
		if (st != LR_OK)
			return st;
		todo |= t->keep && keeps_alive(id) ? 0 : SITE_LOWER;
	} else if (nbundles > 0) {
		todo |= SITE_STRIP;
	}
	if (op == LLVMCall && LLVMGetTailCallKind(call) == LLVMTailCallKindTail)
		todo |= SITE_UNTAIL;
	if (id == INTR_NONE && effects_concern(l, call))
		todo |= SITE_WIDEN;
	*frame |= id == INTR_NEW_GC_FRAME;
	plan_site(t, call, op, id, todo);
	return LR_OK;
}

static void
make_null(struct lower *l, LLVMValueRef call, unsigned operand)
{
	static const char *const denied[] = { "nonnull", "noundef", "dereferenceable" };

	for (size_t i = 0; LLVMGetCallSiteAttributeCount(call, operand + 1) > 0 && i < sizeof denied / sizeof *denied;
		i++)
		LLVMRemoveCallSiteEnumAttribute(call, operand + 1,
			LLVMGetEnumAttributeKindForName(denied[i], strlen(denied[i])));
	LLVMSetOperand(call, operand, LLVMConstNull(l->e.tracked));
}

struct clean_up *
clean_up_begin(lr_context *cx, LLVMModuleRef m, struct arena *ar)
{
	struct clean_up *t = arena_zalloc(ar, sizeof *t);

	if (t == NULL)
		return NULL;
	t->l.cx = cx;
	t->l.profile = &cx->profile;
	t->l.md_arguments = LLVMGetMDKindIDInContext(LLVMGetModuleContext(m), ARGUMENTS_METADATA,
		sizeof ARGUMENTS_METADATA - 1);
	if (!edit_begin(&t->l.e, cx, m)) {
		edit_end(&t->l.e);
		return NULL;
	}
	return t;
}

void
clean_up_again(struct clean_up *t)
{
	t->nsites = t->nworks = 0;
	t->l.e.scratch_need = 0;
}

void
clean_up_forget_functions(struct clean_up *t)
{
	memset(t->l.e.callees, 0, EDIT_CALLEES * sizeof *t->l.e.callees);
	t->l.alloc_type = NULL;
	t->l.alloc_bytes = NULL;
}

struct edit *
clean_up_edit(struct clean_up *t)
{
	return &t->l.e;
}

lr_status
clean_up_plan(struct clean_up *t, const struct code *code, bool keep, const struct ptrmap *without)
{
	struct lower *l = &t->l;
	bool frame = false;

	t->keep = keep;
	l->keep_bundles = keep;
	l->fn = code->fn;
	for (const struct code_inst *i = code->inst, *end = i + code->ninst; i < end; i++) {
		lr_status st = LR_OK;
		switch (i->op) {
		case LLVMLoad: case LLVMStore:
			plan_site(t, i->inst, i->op, INTR_NONE, 0);
			break;
		case LLVMCall: case LLVMInvoke: case LLVMCallBr:
			if (i->op == LLVMCallBr || !without || ptrmap_get(without, i->inst) == PTRMAP_NONE)
				st = plan_call(t, i->inst, i->op, &frame);
			break;
		default:
			break;
		}
		if (st != LR_OK)
			return st;
	}
	if (!ARENA_PUSH(&l->e.arena, t->works, t->nworks, t->works_cap))
		return lr_nomem(l->cx);
	t->works[t->nworks++] = (struct work){ code->fn, t->nsites, frame, keep };
	return l->e.arena.failed ? lr_nomem(l->cx) : LR_OK;
}

lr_status
clean_up_ready(struct clean_up *t, uint32_t words)
{
	if (t->l.narrays <= words) {
		t->l.narrays = words + 1;
		t->l.arrays = arena_array(&t->l.e.arena, (size_t)words + 1, sizeof *t->l.arrays);
	}
	return edit_ready(&t->l.e) ? LR_OK : lr_nomem(t->l.cx);
}

void
clean_up_apply(struct clean_up *t, size_t i, LLVMValueRef pgcstack, bool frame)
{
	struct lower *l = &t->l;
	const struct work *w = &t->works[i];
	const struct site *first = t->sites + (i == 0 ? 0 : w[-1].site_end), *end = t->sites + w->site_end;

	l->fn = w->fn;
	l->pgcstack = pgcstack;
	l->keep_bundles = w->keep;
	frame |= w->frame;
	if (pgcstack != NULL && LLVMIsAArgument(pgcstack))
		effects_widen_gcstack(l, pgcstack);
	jlcall_begin(l);
	for (const struct site *s = first; s < end; s++)
		if ((s->todo & SITE_LOWER) && RULES[s->id].apply == jlcall_lower)
			jlcall_prepare(l, s->inst, s->id);
	for (const struct site *s = first; s < end; s++) {
		/* constness.c notes its own changes, and a function that got a frame has changed anyway */
		if (s->todo & ~(SITE_WEAKEN | SITE_UNTAIL | SITE_WIDEN))
			l->cx->changed |= LR_CHANGED_IR;
		if (s->todo & SITE_NULL)
			make_null(l, s->inst, s->operand);
		if (s->todo & SITE_WEAKEN)
			constness_weaken(l, s->inst, (struct promise){ s->mutable_tag, (s->todo & SITE_VARIANT) != 0 });
		/* For LLVM a tail call does not read this function's allocas, but the collector reads the frame, which
		** is one. */
		if ((s->todo & SITE_UNTAIL) && frame)
			LLVMSetTailCallKind(s->inst, LLVMTailCallKindNone);
		if ((s->todo & SITE_WIDEN) && frame)
			effects_widen(l, s->inst);
		if (s->todo & SITE_STRIP)
			bundles_lower(l, s->inst, s->id);
		else if ((s->todo & SITE_LOWER) && s->id != INTR_PRESERVE_BEGIN)
			RULES[s->id].apply(l, s->inst, s->id);
	}
	/* Only now all ends of regions, which use the tokens of the begins, are deleted. */
	for (const struct site *s = first; s < end; s++)
		if (s->id == INTR_PRESERVE_BEGIN && (s->todo & SITE_LOWER))
			RULES[INTR_PRESERVE_BEGIN].apply(l, s->inst, INTR_PRESERVE_BEGIN);
}

void
clean_up_end(struct clean_up *t)
{
	edit_model_free(&t->l.boxed_call);
	alloc_models_free(&t->l);
	edit_end(&t->l.e);
}
