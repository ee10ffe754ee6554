/* SPDX-License-Identifier: MIT */
/* statepoint.c -- PlaceStatepoints: functions of the ABI "statepoint" get gc.statepoint and gc.relocate.
**
** The plan relies on the parts of the dialect that keep objects alive: preserve regions, gc_loaded, bundles.  So
** LateLowerGCFrame leaves them in such functions, and they are removed here, when everything else is lowered.
**
** A function is *prepared* before it is planned: its invokes get edges of their own, its stores into the stack are
** copied, and values that are live at many safepoints go to memory.  Few functions need any of that; these are
** scanned once before, and again afterwards.  Once all functions are planned nothing fails.  If a plan fails, the
** preparation of all functions is taken back (ir/journal.h), and the module is as it was. */
#include "check/relocations/check_reloc.h"
#include "gcroots/statepoint/statepoint.h"
#include "dialect/abi.h"
#include "lowering/intrinsics/clean_up.h"
#include "lowering/common/lowering.h"
#include "host/passes.h"
#include "gcroots/plan/planner.h"
#include "gcroots/rewrite/rewrite.h"

struct work {
	LLVMValueRef fn;
	struct statepoints *to_place; /* NULL: the function has no safepoint */
	struct check_lost lost;
};

/* What all functions share. */
struct run {
	struct session s;
	struct edit e;
	struct arena keep;
	struct pset_pool pool;
	struct trampolines trampolines;
	struct ptrmap converted; /* calls of the current function that become statepoints */
	struct clean_up *clean_up;       /* lowers the parts of the dialect that were left for the plan */
	struct code code;        /* for clean_up */
	struct work *work;
	size_t n;
};

/* Scans the function, and refines it.  Liveness comes later. */
static lr_status
examine(struct statepoints *sp, LLVMValueRef fn)
{
	struct session *s = sp->r.s;
	struct fn *f = &sp->r.f;
	lr_status st = scan_function(s, fn, sp->r.ar, f, &sp->r.ir);

	if (st != LR_OK || !sp->r.ir.pgcstack || f->nsafe == 0)
		return st;
	if (!f->g.idom && !cfg_analyse(&f->g, sp->r.ar))
		return lr_nomem(s->cx);
	return refine(f) ? LR_OK : lr_nomem(s->cx);
}

static lr_status
examine_again(struct statepoints *sp, LLVMValueRef fn)
{
	arena_reset(sp->r.ar);
	return examine(sp, fn);
}

/* Makes copies and edges; *changed: there are any. */
static bool
prepare(struct statepoints *sp, LLVMValueRef fn, bool *changed)
{
	struct journal *j = &sp->r.journal;

	if (!statepoint_copies_plan(sp->r.s, &sp->r.f, &sp->r.ir, j, &sp->copies))
		return false;
	/* before the edges: edges renew phis, which the plan of the copies names */
	statepoint_copies_build(sp->r.s, sp->r.e, fn, j, &sp->copies);
	bool ok = relocate_edges_split(&sp->r, fn);
	*changed = j->n > 0;
	return ok;
}

/* Finds memory, variables, phis and anchors, and takes memory for the walk. */
static bool
lay_out(struct statepoints *sp)
{
	return statepoint_memory_plan(sp) && relocate_variables(&sp->r) && relocate_place_phis(&sp->r)
		&& statepoint_anchors_plan(sp) && statepoint_reserve(sp);
}

/* Reads the function in its present form.  session.code stays as it is: ids of blocks refer to it. */
static lr_status
plan_clean_up(struct run *r, LLVMValueRef fn, const struct ptrmap *without)
{
	lr_status st = code_read(&r->code, fn, false) ? clean_up_plan(r->clean_up, &r->code, false, without)
		: lr_nomem(r->s.cx);

	code_drop(&r->code);
	return st;
}

/* Plans a function.  If it was edited it is scanned anew. */
static lr_status
plan(struct run *r, struct work *w)
{
	struct session *s = &r->s;
	struct statepoints *sp = arena_zalloc(&r->keep, sizeof *sp);
	bool changed;

	if (!sp)
		return lr_nomem(s->cx);
	w->to_place = sp;
	relocate_init(&sp->r, s, &r->e, &r->pool, &statepoint_emitter, sp);
	sp->trampolines = &r->trampolines;
	lr_status st = examine(sp, w->fn);
	if (st != LR_OK)
		return st;
	if (!sp->r.ir.pgcstack || sp->r.f.nsafe == 0) {
		relocate_free(&sp->r);
		w->to_place = NULL;
		return plan_clean_up(r, w->fn, NULL);
	}
	if (!prepare(sp, w->fn, &changed))
		return lr_nomem(s->cx);
	if (changed && (st = examine_again(sp, w->fn)) != LR_OK)
		return st;
	if (!liveness(&sp->r.f) || !relocate_spill(&sp->r, &changed))
		return lr_nomem(s->cx);
	if (changed && (st = examine_again(sp, w->fn)) != LR_OK)
		return st;
	if ((changed && !liveness(&sp->r.f)) || !lay_out(sp))
		return lr_nomem(s->cx);
	ptrmap_clear(&r->converted);
	for (uint32_t i = 0; i < sp->r.v.nsafe; i++)
		if (!sp->r.plain[i] && !ptrmap_set(&r->converted, sp->r.ir.safe[i], i))
			return lr_nomem(s->cx);
	return plan_clean_up(r, w->fn, &r->converted);
}

static void
build(struct statepoints *sp)
{
	if (getter_moves_up(&sp->r.f, &sp->r.ir))
		raise_to_entry(sp->r.e->builder, sp->r.ir.pgcstack);
	statepoint_memory_build(sp);
	statepoint_anchors_build(sp);
	if (sp->unwind_words)
		sp->unwind = statepoint_memory_make(sp, sp->unwind_words);
	relocate_walk(&sp->r);
	statepoint_anchors_cut(sp);
}

static void
apply(struct statepoints *sp)
{
	LLVMValueRef fn = sp->r.ir.fn;

	relocate_strip(sp->r.e, fn);
	journal_commit(&sp->r.journal);
	build(sp);
	journal_close(&sp->r.journal);
	/* LLVM would make a variable that is not thread-local, as that of the runtime is */
	shadow_chain_variable(sp->r.s->module);
	LLVMSetGC(fn, "shadow-stack"); /* the only strategy whose relocations may be of any address space */
	table_function(sp->r.e, fn, LR_STATEPOINT_TEXT, true);
	if (statepoint_allocates(fn)) /* LLVM would address its spill slots by a third register */
		table_align(sp->r.e, fn);
}

static bool
is_foreign(LLVMValueRef v)
{
	enum { FOREIGN_SPACE = 1 }; /* the address space of pointers that LLVM's own pass relocates */
	LLVMTypeRef t = LLVMTypeOf(v);

	t = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == FOREIGN_SPACE;
}

static bool
calls_leaf(LLVMValueRef call, LLVMValueRef callee)
{
	LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	return LLVMGetCallSiteStringAttribute(call, whole, "gc-leaf-function", 16)
		|| (LLVMIsAFunction(callee) && LLVMGetStringAttributeAtIndex(callee, whole, "gc-leaf-function", 16));
}

/* If the function has pointers that LLVM's own pass has to relocate, and that pass has not run, returns a call at
** which they would have to be relocated; otherwise NULL. */
static LLVMValueRef
left_to_llvm(LLVMValueRef fn)
{
	const char *gc = LLVMGetGC(fn);
	LLVMValueRef call = NULL;
	bool pointers = false;

	if (!gc || (strcmp(gc, "statepoint-example") != 0 && strcmp(gc, "coreclr") != 0))
		return NULL;
	for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p))
		pointers |= is_foreign(p);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			pointers |= is_foreign(i);
			if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
				continue;
			LLVMValueRef callee = LLVMGetCalledValue(i);
			const char *name = LLVMIsAFunction(callee) ? value_name(callee) : "";
			if (strncmp(name, "llvm.experimental.gc.statepoint", 31) == 0)
				return NULL;
			if (!call && strncmp(name, "llvm.", 5) != 0 && intrinsic_of_call(i) == INTR_NONE
				&& !calls_leaf(i, callee))
				call = i;
		}
	return pointers ? call : NULL;
}

static lr_status
plan_all(struct run *r, LLVMValueRef *fns, size_t nfns)
{
	lr_context *cx = r->s.cx;

	for (size_t i = 0; i < nfns; i++) {
		if (abi_of(cx, fns[i]) != LR_ABI_STATEPOINT || statepoint_refusal(fns[i]))
			continue;
		LLVMValueRef left = left_to_llvm(fns[i]);
		if (left)
			return lr_fail(cx, LR_E_DIALECT, left,
				"the function has gc \"%s\" and pointers of address space 1, which nothing relocates "
				"here: use address space 10 of the dialect, or run LLVM's rewrite-statepoints-for-gc "
				"first", LLVMGetGC(fns[i]));
		struct work *w = &r->work[r->n++];
		*w = (struct work){ .fn = fns[i] };
		lr_status st = cx->options.check ? check_lost_note(cx, fns[i], &r->keep, &w->lost) : LR_OK;
		if (st == LR_OK)
			st = plan(r, w);
		if (st != LR_OK)
			return st;
	}
	return edit_ready(&r->e) ? clean_up_ready(r->clean_up, 0) : lr_nomem(cx);
}

/* Takes the preparation back, from the last function to the first. */
static void
take_back(struct run *r)
{
	for (size_t i = r->n; i-- > 0;) {
		struct statepoints *sp = r->work[i].to_place;
		if (!sp)
			continue;
		journal_take_back(&sp->r.journal);
		relocate_free(&sp->r);
	}
}

static void
apply_all(struct run *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct statepoints *sp = r->work[i].to_place;
		if (!sp)
			continue;
		r->s.cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
		apply(sp);
		relocate_free(&sp->r);
	}
	for (size_t i = 0; i < r->n; i++)
		clean_up_apply(r->clean_up, i, NULL, false);
}

static lr_status
run_over(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns)
{
	struct run r = { .n = 0 };
	arena_alloc_fn *alloc = cx->options.alloc;
	void *user = cx->options.user;

	arena_init(&r.keep, alloc, user);
	pset_pool_init(&r.pool, alloc, user);
	ptrmap_init(&r.converted, alloc, user);
	code_init(&r.code, alloc, user);
	bool ready = edit_begin(&r.e, cx, m), session = session_init(&r.s, cx, m, nfns == 1 ? fns[0] : NULL);
	r.s.moving = true;
	trampolines_init(&r.trampolines, &r.s, &r.keep);
	r.clean_up = clean_up_begin(cx, m, &r.keep);
	r.work = arena_array(&r.keep, nfns + 1, sizeof *r.work);
	lr_status st = r.work && r.clean_up && ready && session ? plan_all(&r, fns, nfns) : lr_nomem(cx);
	if (st == LR_OK)
		apply_all(&r);
	else
		take_back(&r);
	const uint64_t spaces = st == LR_OK && cx->options.check ? check_relocated_spaces(cx, m) : 0;
	for (size_t i = 0; i < r.n && st == LR_OK && cx->options.check; i++)
		if (r.work[i].to_place)
			if ((st = check_relocations(cx, r.work[i].fn, spaces)) == LR_OK)
				st = check_lost_judge(cx, r.work[i].fn, &r.work[i].lost);
	if (r.clean_up)
		clean_up_end(r.clean_up);
	trampolines_free(&r.trampolines);
	ptrmap_free(&r.converted);
	code_free(&r.code);
	pset_pool_free(&r.pool);
	session_free(&r.s);
	edit_end(&r.e);
	arena_free(&r.keep);
	return st;
}

lr_status
pass_place_statepoints(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	if (params != NULL)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "PlaceStatepoints takes no parameters, not '%s'", params);
	for (size_t i = 0; i < nfns; i++)
		if (abi_of(cx, fns[i]) == LR_ABI_STATEPOINT)
			return run_over(cx, m, fns, nfns);
	return LR_OK;
}
