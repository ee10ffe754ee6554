/* SPDX-License-Identifier: MIT */
/* polls.c -- PlaceGCPolls: places polls at the entry of functions and in loops, so that each thread stops in time; on
** request also before returns and calls.
**
** A poll is the body of gc.safepoint_poll, if the module has such a function, otherwise julia.safepoint with the
** thread's page. It is placed before LLVM optimises: for LLVM it is a call that may read and write anything, so that
** the initial values of fields and the tags of objects are stored when the collector reads them. In optimised code LLVM
** may have moved these stores over places without polls, so it is too late for polls.
**
**   entry      interrupts recursion: before the first call on any path, outside of loops; not in functions whose
**              callees cannot call them
**   backedge   poll_plan.c; a call of a known function that polls at its entry counts as a poll. Facts that are used
**              must still hold after LLVM's optimisation: an allocation may turn out to be needless
**   return     before the return, unless the block has polled since its last call
**   call       before calls that may collect, unless the block has polled since its last call
**
** Functions that do not ask for their task (no getter, no "gcstack" argument) may run without a task, or GC-safe. They
** poll only through gc.safepoint_poll, or if they ask for polls. There are no polls in functions whose callers do not
** expect a collection ("gc-leaf-function", memory effects, of the function or at some call site), in naked and
** speculatable functions, coroutines, and functions with funclets. */
#include <llvm-c/Transforms/PassBuilder.h>

#include "ir/linkage.h"
#include "lowering/polls/poll_plan.h"
#include "lowering/polls/polls.h"
#include "host/passes.h"

static const char POLL_FUNCTION[] = "gc.safepoint_poll", ATTRIBUTE[] = "lateroot-polls";

struct poll_function {
	LLVMValueRef fn;
	unsigned where;
	uint32_t loop_end, site_end; /* in polls.sites: end of those for loops, and of those for calls and returns */
	struct cfg g;
	LLVMBasicBlockRef *bb;   /* by number */
	bool polls_at_entry;     /* a call of it counts as a poll */
	LLVMValueRef entry;      /* place of the poll that precedes all calls; NULL: it needs none */
	bool changes;
};

struct polls {
	struct lower l;
	unsigned where;          /* for functions without an attribute of their own */
	LLVMValueRef poll;       /* gc.safepoint_poll; NULL: none */
	struct poll_function *fns;
	uint32_t nfns;
	struct ptrmap index;     /* function -> index in fns */
	struct ptrmap leaves;    /* functions that cannot collect according to some call site */
	struct ptrmap blocks;    /* for read_cfg */
	LLVMValueRef *sites;     /* instructions before which polls are built */
	uint32_t nsites, sites_cap;
};

static bool
has_attribute(LLVMValueRef fn, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, LLVMGetEnumAttributeKindForName(name, strlen(name)))
		!= NULL;
}

static bool
has_funclets(LLVMValueRef fn)
{
	if (!LLVMHasPersonalityFn(fn))
		return false;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMOpcode op = LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(bb));
		if (op == LLVMCatchSwitch || op == LLVMCleanupRet || op == LLVMCatchRet)
			return true;
	}
	return false;
}

/* Do callers rely on it that the function does not collect? */
static bool
is_leaf(const struct polls *p, LLVMValueRef fn)
{
	LLVMAttributeRef own = LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, p->l.e.attr_memory);
	uint64_t effects = own != NULL ? LLVMGetEnumAttributeValue(own) : UINT64_MAX;
	bool leaf = LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, "gc-leaf-function", 16) != NULL;

	/* as in effects.c */
	if ((effects & 0xAAAAAAAAu) == 0 || (effects & ~UINT64_C(3)) == 0)
		leaf |= LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, "julia.safepoint", 15) == NULL;
	return leaf || ptrmap_get(&p->leaves, fn) != PTRMAP_NONE;
}

static lr_status
choose(struct polls *p, LLVMValueRef fn, unsigned *where)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, ATTRIBUTE, sizeof ATTRIBUTE - 1);
	const char *text = NULL, *bad;
	unsigned bytes = 0;
	size_t n;

	*where = p->where;
	if (a != NULL)
		text = LLVMGetStringAttributeValue(a, &bytes);
	if (!poll_read_choice(text, bytes, where, &bad, &n))
		return lr_fail(p->l.cx, LR_E_DIALECT, fn,
			"\"lateroot-polls\" takes none, entry, backedge, return, call, counted, calls-poll, "
			"allocs-poll, and these with no- in front; not '%.*s'", (int)(n < 100 ? n : 100), bad);
	if ((a == NULL && p->poll == NULL && gcstack_of(fn) == NULL) || fn == p->poll || is_leaf(p, fn)
		|| has_attribute(fn, "naked") || has_attribute(fn, "speculatable")
		|| has_attribute(fn, "presplitcoroutine"))
		*where = 0;
	else if (has_funclets(fn)) {
		lr_report(p->l.cx, LR_WARNING, fn, "has funclets, and gets no polls");
		*where = 0;
	}
	return LR_OK;
}

/* Adds functions that have attributes of a leaf at a call site only. */
static void
find_leaves(struct polls *p, LLVMModuleRef m)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
				LLVMOpcode op = LLVMGetInstructionOpcode(i);
				if (op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr)
					continue;
				LLVMValueRef callee = LLVMGetCalledValue(i);
				if (LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee)
					&& LLVMGetCallSiteAttributeCount(i, AT_FUNCTION) > 0
					&& effects_exclude_collection(&p->l, i))
					ptrmap_set(&p->leaves, callee, 0);
			}
}

/* The kind of an instruction, for a function in which allocations count as polls or not. */
static enum poll_call
event_of(const struct polls *p, const struct poll_function *f, LLVMValueRef inst)
{
	enum poll_call what = poll_classify(&p->l, inst);

	if (what == CALL_ALLOCATES)
		return f->where & POLL_ALLOCS_POLL ? CALL_POLLS : CALL_NOTHING;
	return what;
}

/* The first event of a block; NULL: it has none. */
static LLVMValueRef
first_event(const struct polls *p, const struct poll_function *f, LLVMBasicBlockRef bb, bool allocations)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (i != NULL && event_of(p, f, i) == CALL_NOTHING
		&& !(allocations && poll_classify(&p->l, i) == CALL_ALLOCATES))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* The last block outside of loops through which all paths to events lead. NONE: there are no events. */
static uint32_t
above_events(const struct polls *p, const struct poll_function *f, bool allocations)
{
	const struct cfg *g = &f->g;
	uint32_t at = NONE;

	for (uint32_t b = 0; b < g->nblk; b++) {
		if (first_event(p, f, f->bb[b], allocations) == NULL)
			continue;
		at = at == NONE ? b : at;
		while (!cfg_dominates(g, at, b))
			at = g->idom[at];
	}
	while (at != NONE && at != 0 && (g->irreducible || g->loop_depth[at] > 0))
		at = g->idom[at];
	return at;
}

static LLVMValueRef
block_top(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (LLVMIsAAllocaInst(i) || LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* Plans the poll for recursion, which has to precede all calls. It is put into the last block for which that holds, so
** that paths without calls do not poll: at the top of the block, where little is live, but just before the call if an
** object may have been allocated by then, which is complete only there. */
static void
plan_entry(struct polls *p, struct poll_function *f)
{
	uint32_t at = above_events(p, f, false);

	if (at == NONE)
		return;
	uint32_t clean = above_events(p, f, true); /* no object is allocated before this block */
	LLVMValueRef event = first_event(p, f, f->bb[at], false);
	bool polls = event != NULL && event_of(p, f, event) == CALL_POLLS;
	if (event == NULL)
		at = clean;
	if ((f->where & POLL_ENTRY) && !polls)
		f->entry = at == clean ? block_top(f->bb[at]) : event;
	f->polls_at_entry = at == 0 && (polls || f->entry != NULL);
}

/* Does the call certainly run a function that polls at its entry? */
static bool
calls_polling(const struct polls *p, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	uint32_t i = LLVMIsAFunction(callee) ? ptrmap_get(&p->index, callee) : PTRMAP_NONE;

	return i != PTRMAP_NONE && p->fns[i].polls_at_entry && definition_is_final(callee);
}

static bool
polls_here(const struct polls *p, const struct poll_function *f, LLVMValueRef inst)
{
	switch (event_of(p, f, inst)) {
	case CALL_POLLS: return true;
	case CALL_MAY_COLLECT: return (f->where & (POLL_CALLS_POLL | POLL_CALL)) || calls_polling(p, inst);
	default: return false;
	}
}

static void
add_site(struct polls *p, LLVMValueRef inst)
{
	if (ARENA_PUSH(&p->l.e.arena, p->sites, p->nsites, p->sites_cap))
		p->sites[p->nsites++] = inst;
}

/* Plans polls before calls and returns, unless the block has polled since its last call. */
static void
plan_calls_and_returns(struct polls *p, const struct poll_function *f, LLVMBasicBlockRef bb)
{
	bool fresh = false, must = false;

	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
		enum poll_call what = poll_classify(&p->l, i);
		bool tail = LLVMIsACallInst(i) && LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail;
		must |= tail;
		fresh |= i == f->entry;
		if (!fresh && (((f->where & POLL_CALL) && what == CALL_MAY_COLLECT) ||
		    ((f->where & POLL_RETURN) && (tail || (LLVMIsAReturnInst(i) && !must)))))
			add_site(p, i);
		if (what == CALL_POLLS || what == CALL_MAY_COLLECT)
			fresh = what == CALL_POLLS;
	}
}

static void
plan_loops(struct polls *p, const struct poll_function *f)
{
	struct arena *ar = &p->l.e.arena;
	const struct cfg *g = &f->g;

	if (!g->any_loop)
		return;
	bool *covered = arena_zarray(ar, g->nblk, sizeof *covered);
	uint32_t *trips = arena_array(ar, g->nblk, sizeof *trips);
	struct poll_plan plan = { .cfg = g,
		.covered = covered, .trips = trips, .most = f->where & POLL_COUNTED ? POLL_ITERATIONS : 0 };
	if (ar->failed)
		return;
	for (uint32_t b = 0; b < g->nblk; b++) {
		trips[b] = plan.most > 0 && g->loop[b] == b ? poll_trips(g, f->bb, b, plan.most) : UINT32_MAX;
		for (LLVMValueRef i = LLVMGetFirstInstruction(f->bb[b]); i != NULL && !covered[b];
			i = LLVMGetNextInstruction(i))
			covered[b] = polls_here(p, f, i);
	}
	if (!poll_plan_make(&plan, ar))
		return;
	for (uint32_t b = 0; b < g->nblk; b++)
		if (plan.poll[b])
			add_site(p, LLVMGetBasicBlockTerminator(f->bb[b]));
}

static void
plan(struct polls *p, struct poll_function *f)
{
	uint32_t before = p->nsites;

	if (f->where & POLL_BACKEDGE)
		plan_loops(p, f);
	f->loop_end = p->nsites;
	if (f->where & (POLL_CALL | POLL_RETURN))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			plan_calls_and_returns(p, f, bb);
	f->site_end = p->nsites;
	f->changes = f->entry != NULL || p->nsites > before;
}

/* ---- building ---- */

/* The first place for a poll: behind the allocas, and behind the getter if that precedes all calls. */
static LLVMValueRef
top(const struct polls *p, LLVMValueRef fn, LLVMValueRef getter)
{
	LLVMValueRef first = block_top(LLVMGetEntryBasicBlock(fn)), i = first;

	if (getter == NULL || !LLVMIsACallInst(getter))
		return first;
	for (; i != getter; i = LLVMGetNextInstruction(i))
		if (poll_classify(&p->l, i) != CALL_NOTHING)
			return first;
	return LLVMGetNextInstruction(getter);
}

/* The task: the function's own getter if it is at the top, otherwise a new one there. */
static LLVMValueRef
task_of(struct polls *p, LLVMValueRef fn)
{
	struct edit *e = &p->l.e;
	LLVMValueRef found = gcstack_at_entry(fn), at = top(p, fn, found);
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);

	if (found != NULL && (!LLVMIsACallInst(found) || LLVMGetPreviousInstruction(at) == found))
		return found;
	edit_before(e, at);
	return LLVMBuildCall2(e->builder, type, runtime_function(&p->l, intrinsic_name(INTR_GET_PGCSTACK), type), NULL,
		0, "pgcstack");
}

/* Builds a poll. `needless`: DropGCPolls may delete it if another one shortly precedes it. */
static void
build_poll(struct polls *p, LLVMValueRef fn, LLVMValueRef task, LLVMValueRef before, bool needless)
{
	struct edit *e = &p->l.e;

	edit_before(e, before);
	if (p->poll == NULL) {
		LLVMValueRef poll = poll_build(&p->l, ptls_of_gcstack(&p->l, task));
		if (needless)
			LLVMSetMetadata(poll, poll_mark(e),
				LLVMMetadataAsValue(e->context, LLVMMDNodeInContext2(e->context, NULL, 0)));
		return;
	}
	LLVMMetadataRef scope = LLVMGetSubprogram(fn); /* a call that can be inlined must have a location */
	if (scope != NULL && LLVMGetCurrentDebugLocation2(e->builder) == NULL)
		LLVMSetCurrentDebugLocation2(e->builder,
			LLVMDIBuilderCreateDebugLocation(e->context, 0, 0, scope, NULL));
	LLVMValueRef call = LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(p->poll), p->poll, NULL, 0, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(p->poll));
	if (!LLVMIsDeclaration(p->poll))
		add_call_attribute(e->context, call, AT_FUNCTION, "alwaysinline", 0);
}

static void
apply(struct polls *p, const struct poll_function *f, uint32_t from)
{
	LLVMValueRef task = p->poll == NULL ? task_of(p, f->fn) : NULL;

	for (uint32_t i = from; i < f->site_end; i++)
		build_poll(p, f->fn, task, p->sites[i], i < f->loop_end);
	if (f->entry != NULL)
		build_poll(p, f->fn, task,
			LLVMGetInstructionParent(f->entry) == LLVMGetEntryBasicBlock(f->fn) ? top(p, f->fn, task)
				: f->entry,
			true);
	effects_widen_function(&p->l, f->fn);
	LLVMRemoveEnumAttributeAtIndex(f->fn, AT_FUNCTION, LLVMGetEnumAttributeKindForName("nosync", 6));
}

/* Gives branches in gc.safepoint_poll weights: the paths with calls are those on which the thread stops. */
static void
weigh(struct polls *p)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(p->poll); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		bool stops[2] = { false, false };
		if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) || LLVMGetMetadata(end, p->l.e.md_prof) != NULL)
			continue;
		for (unsigned k = 0; k < 2; k++)
			for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(end, k)); i != NULL;
				i = LLVMGetNextInstruction(i))
				stops[k] |= poll_classify(&p->l, i) != CALL_NOTHING;
		if (stops[0] != stops[1])
			edit_weights(&p->l.e, end, stops[0] ? 1 : 4095, stops[0] ? 4095 : 1);
	}
}

static lr_status
inline_polls(lr_context *cx, LLVMModuleRef m)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(m, "always-inline", NULL, options);

	LLVMDisposePassBuilderOptions(options);
	cx->changed |= LR_CHANGED_CFG;
	if (error != NULL) /* the polls stay calls */
		LLVMConsumeError(error);
	return LR_OK;
}

static lr_status
plan_all(struct polls *p, LLVMModuleRef m)
{
	uint32_t cap = 0;
	lr_status st = LR_OK;

	find_leaves(p, m);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && st == LR_OK; fn = LLVMGetNextFunction(fn)) {
		struct poll_function f = { .fn = fn };
		if (LLVMIsDeclaration(fn) || (st = choose(p, fn, &f.where)) != LR_OK || f.where == 0 ||
		    !ARENA_PUSH(&p->l.e.arena, p->fns, p->nfns, cap))
			continue;
		f.bb = read_cfg(&p->l.e.arena, &p->blocks, fn, &f.g);
		if (f.bb == NULL)
			break; /* memory is exhausted */
		plan_entry(p, &f);
		ptrmap_set(&p->index, fn, p->nfns);
		p->fns[p->nfns++] = f;
	}
	for (uint32_t i = 0; i < p->nfns && st == LR_OK && !p->l.e.arena.failed; i++)
		plan(p, &p->fns[i]);
	if (st == LR_OK && (p->index.failed || p->leaves.failed || p->blocks.failed || !edit_ready(&p->l.e)))
		st = lr_nomem(p->l.cx);
	return st;
}

lr_status
pass_place_polls(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct polls p = { .l = { .cx = cx, .profile = &cx->profile },
		.where = POLL_DEFAULT, .poll = LLVMGetNamedFunction(m, POLL_FUNCTION) };
	const char *bad;
	size_t bytes;
	bool any = false;
	lr_status st = LR_OK;

	(void)fns, (void)nfns;
	if (!poll_read_choice(params, params ? strlen(params) : 0, &p.where, &bad, &bytes))
		return lr_fail(cx, LR_E_PIPELINE, NULL, "PlaceGCPolls does not take '%.*s'",
			(int)(bytes < 100 ? bytes : 100), bad);
	if (p.poll != NULL
		&& LLVMGlobalGetValueType(p.poll)
			!= LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), NULL, 0, false))
		return lr_fail(cx, LR_E_DIALECT, p.poll, "must be void () to be a poll");
	if (!edit_begin(&p.l.e, cx, m))
		st = lr_nomem(cx);
	ptrmap_init(&p.index, cx->options.alloc, cx->options.user);
	ptrmap_init(&p.leaves, cx->options.alloc, cx->options.user);
	ptrmap_init(&p.blocks, cx->options.alloc, cx->options.user);
	if (st == LR_OK)
		st = plan_all(&p, m);
	if (st == LR_OK && p.poll != NULL)
		weigh(&p);
	for (uint32_t i = 0; i < p.nfns && st == LR_OK; i++) {
		if (!p.fns[i].changes)
			continue;
		apply(&p, &p.fns[i], i > 0 ? p.fns[i - 1].site_end : 0);
		cx->changed |= LR_CHANGED_IR;
		any = true;
	}
	ptrmap_free(&p.index);
	ptrmap_free(&p.leaves);
	ptrmap_free(&p.blocks);
	edit_end(&p.l.e);
	return st == LR_OK && any && p.poll != NULL && !LLVMIsDeclaration(p.poll) ? inline_polls(cx, m) : st;
}
