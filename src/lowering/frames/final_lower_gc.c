/* SPDX-License-Identifier: MIT */
/* final_lower_gc.c -- FinalLowerGC: makes memory, branches and calls of the runtime of the calls that placement and the
** clean-up have left.
**
** All functions are examined before the first of them is changed. In a function barriers are lowered last, since they
** cut its blocks. */
#include "dialect/abi.h"
#include "lowering/common/lowering.h"
#include "host/architecture.h"
#include "host/passes.h"

static const struct lower_rule RULES[INTR_COUNT] = {
	[INTR_NEW_GC_FRAME] = { frame_check, frame_new_lower },
	[INTR_PUSH_GC_FRAME] = { frame_check, frame_push_lower },
	[INTR_POP_GC_FRAME] = { frame_check, frame_pop_lower },
	[INTR_GET_GC_FRAME_SLOT] = { frame_check, frame_slot_lower },
	[INTR_GC_ALLOC_BYTES] = { alloc_bytes_check, alloc_bytes_lower },
	[INTR_QUEUE_GC_ROOT] = { queue_root_check, queue_root_lower },
	[INTR_QUEUE_GC_ROOT_FIELD] = { queue_field_check, queue_field_lower },
	[INTR_SAFEPOINT] = { safepoint_check, safepoint_lower },
	[INTR_WRITE_BARRIER] = { barrier_check, NULL },
	[INTR_OBJECT_WRITE_BARRIER] = { barrier_check, NULL },
	[INTR_FIELD_WRITE_BARRIER_P11] = { barrier_check, NULL },
	[INTR_FIELD_WRITE_BARRIER_P13] = { barrier_check, NULL },
};

/* The rules that differ where a table finds the slots. */
static lower_apply *const TABLE_RULES[INTR_COUNT] = {
	[INTR_NEW_GC_FRAME] = framemap_new_lower,
	[INTR_PUSH_GC_FRAME] = framemap_push_lower,
	[INTR_POP_GC_FRAME] = framemap_pop_lower,
	[INTR_GET_GC_FRAME_SLOT] = framemap_slot_lower,
};

/* The rules that differ where slots are linked into LLVM's chain. */
static lower_apply *const SHADOW_RULES[INTR_COUNT] = {
	[INTR_NEW_GC_FRAME] = shadow_new_lower,
	[INTR_PUSH_GC_FRAME] = shadow_push_lower,
	[INTR_POP_GC_FRAME] = shadow_pop_lower,
	[INTR_GET_GC_FRAME_SLOT] = frame_slot_lower,
};

static lower_apply *
applied_rule(const struct lower *l, enum intrinsic id)
{
	lower_apply *own = l->table ? TABLE_RULES[id] : l->shadow ? SHADOW_RULES[id] : NULL;

	return own != NULL ? own : RULES[id].apply;
}

/* INTR_NONE: the call is marked `tail`; the mark is removed if the function has a frame. */
struct site { LLVMValueRef call; enum intrinsic id; };

/* A function with something to lower. */
struct work {
	LLVMValueRef fn, pgcstack;
	bool frame, table, shadow;
	bool raise;              /* its getter comes behind a push or pop, and is moved up */
	bool polls;              /* a load in it may be a safepoint */
	LLVMValueRef place;      /* with a table: its slots become visible here; NULL: at the top */
	uint32_t site_end, barrier_end; /* end of its part of the arrays of all functions */
};

struct final {
	struct lower l;
	struct site *sites;
	uint32_t nsites, sites_cap;
	struct work *works;
	uint32_t nworks, works_cap;
};

static void
add_site(struct final *f, LLVMValueRef call, enum intrinsic id)
{
	if (ARENA_APPEND(&f->l.e.arena, f->sites, f->nsites, f->sites_cap))
		f->sites[f->nsites++] = (struct site){ call, id };
}

static lr_status
plan_call(struct final *f, LLVMValueRef call, LLVMOpcode op, enum intrinsic id, bool *frame)
{
	const struct lower_rule *rule = &RULES[id];

	*frame |= id == INTR_NEW_GC_FRAME;
	if (rule->check != barrier_check)
		barrier_watch_call(&f->l, call, id);
	if (op == LLVMCall && LLVMGetTailCallKind(call) == LLVMTailCallKindTail)
		add_site(f, call, INTR_NONE);
	if (rule->check == NULL)
		return LR_OK;
	if (op != LLVMCall)
		return lr_fail(f->l.cx, LR_E_DIALECT, call, "%s cannot be invoked: it does not unwind",
			intrinsic_name(id));
	lr_status st = rule->check(&f->l, call, id);
	if (st == LR_OK && id == INTR_NEW_GC_FRAME && f->l.table && frame_align(&f->l, call) > LR_FRAME_ALIGN_BYTES)
		return lr_fail(f->l.cx, LR_E_TARGET, call,
			"the ABI 'framemap' aligns variables of roots to %d bytes and no more; give this "
			"function \"lateroot-abi\"=\"gcframe\"", LR_FRAME_ALIGN_BYTES);
	if (st == LR_OK && id == INTR_NEW_GC_FRAME && f->l.shadow)
		shadow_plan(&f->l, call);
	if (st == LR_OK && rule->apply != NULL)
		add_site(f, call, id);
	return st;
}

static lr_status
plan(struct final *f, LLVMValueRef fn)
{
	struct lower *l = &f->l;
	uint32_t sites = f->nsites, barriers = l->nbarriers;
	bool frame = false, polls = false, raise = false;

	l->fn = fn;
	l->pgcstack = gcstack_of(fn);
	lr_abi abi = abi_of(l->cx, fn);
	/* A getter without uses may have been deleted by now. The table must describe the slots all the same. */
	bool table = l->table = abi == LR_ABI_FRAMEMAP && (l->pgcstack != NULL || frame_of(l, fn) != NULL);
	l->shadow = abi == LR_ABI_SHADOW_STACK;
	/* The front end that pushes frames itself, or a pass that moved the getter, may have put it behind the first
	** push, or where it does not dominate all pushes. */
	bool getter = !l->shadow && l->pgcstack != NULL && LLVMIsAInstruction(l->pgcstack) != NULL,
		waits = getter && !table;
	bool below = getter && LLVMGetInstructionParent(l->pgcstack) != LLVMGetEntryBasicBlock(fn);
	l->place = table ? framemap_place(l, fn) : NULL;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		barrier_watch_block(l);
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL;
			inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			if (op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr) {
				if (op == LLVMPHI || l->watch.open.count != 0) /* no other instruction matters to it */
					barrier_watch_instruction(l, inst, op);
				polls |= table && op == LLVMLoad && LLVMGetVolatile(inst);
				continue;
			}
			enum intrinsic id = edit_intrinsic(&l->e, inst);
			lr_status st = plan_call(f, inst, op, id, &frame);
			if (st != LR_OK)
				return st;
			polls |= table && id == INTR_SAFEPOINT;
			waits &= inst != l->pgcstack;
			raise |= (waits || below) && (id == INTR_PUSH_GC_FRAME || id == INTR_POP_GC_FRAME);
		}
	}
	if ((table || f->nsites > sites || l->nbarriers > barriers)
		&& ARENA_PUSH(&l->e.arena, f->works, f->nworks, f->works_cap))
		f->works[f->nworks++] = (struct work){ fn, l->pgcstack, frame, table, l->shadow, raise, polls, l->place,
			f->nsites, l->nbarriers };
	return LR_OK;
}

/* Removes the mark `tail`, by which LLVM may conclude that the call does not access this function's allocas. The frame
** becomes an alloca only now, so LLVM may have added the mark since placement. */
static void
untail(LLVMValueRef call, bool frame)
{
	if (frame)
		LLVMSetTailCallKind(call, LLVMTailCallKindNone);
}

static void
apply(struct final *f)
{
	struct lower *l = &f->l;
	bool changed = l->nbarriers > 0 && edit_debug_as_calls(&l->e);
	uint32_t site = 0, barrier = 0;

	if (l->nbarriers > 0)
		l->cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
	progress_phase(l->cx, "rewrite", f->nworks);
	for (uint32_t i = 0; i < f->nworks; i++) {
		const struct work *w = &f->works[i];
		l->fn = w->fn;
		l->pgcstack = w->pgcstack;
		l->table = w->table;
		l->shadow = w->shadow;
		l->anchor = l->slots = NULL;
		l->nslots = 0;
		l->place = w->place;
		if (w->raise)
			edit_raise(&l->e, l->pgcstack);
		if (w->table)
			framemap_function_lower(l, w->fn, w->polls);
		for (; site < w->site_end; site++) {
			const struct site *s = &f->sites[site];
			if (s->id != INTR_NONE || w->frame)
				l->cx->changed |= LR_CHANGED_IR;
			if (s->id == INTR_NONE)
				untail(s->call, w->frame);
			else
				applied_rule(l, s->id)(l, s->call, s->id);
		}
		if (!w->table && l->cx->options.check_frames && w->frame)
			balance_lower(l);
		barriers_lower(l, barrier, w->barrier_end);
		barrier = w->barrier_end;
		progress_function(l->cx, w->fn);
	}
	null_stores_drop(l);
	/* compilers of Windows disagree on what a thread-local variable is, and none lies in another DLL */
	if (triple_is_windows(LLVMGetTarget(l->e.module)) && shadow_chain_by_call(l->e.module))
		l->cx->changed |= LR_CHANGED_IR;
	edit_debug_restore(&l->e, changed);
}

lr_status
pass_final_lower_gc(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct final f = { .l = { .cx = cx, .profile = &cx->profile } };
	lr_status st = params == NULL
		? LR_OK : lr_fail(cx, LR_E_PIPELINE, NULL, "FinalLowerGC takes no parameters, not '%s'", params);

	if (st == LR_OK && !edit_begin(&f.l.e, cx, m))
		st = lr_nomem(cx);
	barrier_watch_init(&f.l);
	ptrmap_init(&f.l.zeroing_at, cx->options.alloc, cx->options.user);
	progress_phase(cx, "plan", nfns);
	for (size_t i = 0; i < nfns && st == LR_OK; i++) {
		st = read_barriers_missing(&f.l, fns[i]);
		if (st == LR_OK)
			st = plan(&f, fns[i]);
		progress_function(cx, fns[i]);
	}
	/* If barrier_plan.c lost track of the order of instructions, its decisions may be wrong. */
	if (st == LR_OK && (f.l.watch.failed || f.l.zeroing_at.failed || !barrier_reserve(&f.l) || !edit_ready(&f.l.e)))
		st = lr_nomem(cx);
	if (st == LR_OK)
		apply(&f);
	barrier_watch_free(&f.l);
	alloc_models_free(&f.l);
	ptrmap_free(&f.l.zeroing_at);
	edit_end(&f.l.e);
	return st;
}
