/* SPDX-License-Identifier: MIT */
/* julia_licm.c -- JuliaLICM: moves out of loops what LLVM does not: allocations, preserve regions, write barriers.
**
** A loop needs a preheader.  Inner loops come first, so that a call moves out of one loop after the other.  A loop is
** worked on in reverse post-order, without the blocks of the loops in it, from which all that can move has moved.
** Allocations come first: they are safepoints, so none may come to stand behind a barrier that has moved. */
#include "host/passes.h"
#include "optimize/loops/licm.h"

enum { STEPS_EACH = 32, FIRST_STEPS = 4096 }; /* for each block, and each call that may move */

static bool
is_call(LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	return op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
}

bool
licm_may_collect(struct licm *x, LLVMValueRef call)
{
	return intrinsic_may_be_safepoint(edit_intrinsic(&x->low.e, call))
		&& !effects_exclude_collection(&x->low, call);
}

static bool
call_has(LLVMValueRef call, unsigned kind)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMGetCallSiteEnumAttribute(call, AT_FUNCTION, kind) != NULL
		|| (LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, AT_FUNCTION, kind) != NULL);
}

/* Does control go on behind the instruction, which is no terminator? */
static bool
goes_on(struct licm *x, LLVMValueRef inst)
{
	if (!LLVMIsACallInst(inst))
		return true;
	enum intrinsic id = edit_intrinsic(&x->low.e, inst);
	return licm_is_barrier(id) || id == INTR_PRESERVE_BEGIN || id == INTR_PRESERVE_END || id == INTR_TYPEOF
		|| id == INTR_POINTER_FROM_OBJREF || id == INTR_GC_LOADED || id == INTR_LLVM_DEBUG
		|| id == INTR_LLVM_LIFETIME || id == INTR_IMMEDIATE_MAKE || id == INTR_IMMEDIATE_TEST
		|| id == INTR_IMMEDIATE_VALUE
		|| (call_has(inst, x->attr_willreturn) && call_has(inst, x->attr_nounwind));
}

/* Collects the calls that each entry of the loop comes to: those on the way from the header up to the first branch, or
** call that may not return. */
static bool
find_sure(struct licm *x)
{
	LLVMBasicBlockRef bb = x->l.block[x->header];

	ptrmap_clear(&x->sure);
	for (;;) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != end; i = LLVMGetNextInstruction(i)) {
			if (!goes_on(x, i))
				return true;
			if (is_call(i) && !ptrmap_set(&x->sure, i, 0))
				return false;
		}
		if (LLVMGetInstructionOpcode(end) != LLVMBr || LLVMIsConditional(end))
			return true;
		bb = LLVMGetSuccessor(end, 0);
		uint32_t b = ptrmap_get(&x->l.number, bb);
		if (b == PTRMAP_NONE || b == x->header || x->l.g.loop[b] != x->header || x->steps == 0)
			return true;
		x->steps--;
	}
}

/* The block that alone enters the loop, and leads nowhere else; NULL: there is none. */
static LLVMBasicBlockRef
find_preheader(const struct licm *x)
{
	LLVMBasicBlockRef header = x->l.block[x->header], only = NULL;

	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(header)); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAInstruction(user) || !LLVMIsATerminatorInst(user))
			continue;
		LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
		if (loops_contain(&x->l, x->header, from))
			continue;
		if (only != NULL || LLVMGetInstructionOpcode(user) != LLVMBr || LLVMIsConditional(user))
			return NULL;
		only = from;
	}
	return only;
}

static bool
begin_loop(struct licm *x, block_id h)
{
	x->header = h;
	x->nexit = 0;
	x->exits_known = false;
	ptrmap_clear(&x->exits);
	x->preheader = find_preheader(x);
	return x->preheader != NULL && find_sure(x);
}

/* May another call be looked at?  One that moves out of many loops is looked at in each. */
static bool
spend(struct licm *x)
{
	if (x->steps == 0)
		return false;
	x->steps--;
	return true;
}

static void
look_at_allocation(struct licm *x, LLVMValueRef call)
{
	if (edit_intrinsic(&x->low.e, call) == INTR_GC_ALLOC_OBJ && spend(x))
		licm_allocation(x, call);
}

static void
look_at(struct licm *x, LLVMValueRef call)
{
	enum intrinsic id = edit_intrinsic(&x->low.e, call);

	if (id == INTR_PRESERVE_BEGIN && spend(x))
		licm_preserve(x, call);
	else if (licm_is_barrier(id) && spend(x))
		licm_barrier(x, call, id);
}

static bool
may_move(enum intrinsic id)
{
	return id == INTR_PRESERVE_BEGIN || id == INTR_GC_ALLOC_OBJ || licm_is_barrier(id);
}

static void
read_call(struct licm *x, block_id h, LLVMValueRef call)
{
	x->safepoints[h] += licm_may_collect(x, call);
	if (LLVMIsACallInst(call) && may_move(edit_intrinsic(&x->low.e, call))
		&& ARENA_PUSH(&x->l.ar, x->call, x->ncall, x->call_cap))
		x->call[x->ncall++] = call;
}

/* Reads the blocks of the loop that are in no inner loop. */
static void
read_loop(struct licm *x, block_id h)
{
	const struct cfg *g = &x->l.g;

	x->ncall = 0;
	for (uint32_t at = g->loop_pos[h]; at <= g->loop_last[h]; at++) {
		const block_id b = x->l.by_place[at];
		if (b != h && g->loop[b] == b) {
			at = g->loop_last[b];
			continue;
		}
		for (LLVMValueRef i = LLVMGetFirstInstruction(x->l.block[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (is_call(i))
				read_call(x, h, i);
	}
}

/* Is memory exhausted? */
static bool
exhausted(const struct licm *x)
{
	return x->l.ar.failed || x->exits.failed || x->sure.failed || x->closes.failed || x->seen.failed;
}

/* Looks at the calls that are still in the loop. */
static void
for_calls(struct licm *x, block_id h, void (*each)(struct licm *, LLVMValueRef))
{
	for (uint32_t i = 0; i < x->ncall && !exhausted(x); i++)
		if (loops_define(&x->l, h, x->call[i]))
			each(x, x->call[i]);
}

static void
work_on(struct licm *x, block_id h)
{
	const block_id around = x->l.g.loop_parent[h];

	x->header = h;
	read_loop(x, h);
	if (loops_has(&x->l, h) && x->ncall > 0 && begin_loop(x, h)) {
		const uint32_t before = x->safepoints[h];
		/* the last safepoint of the loop may move once the others have */
		x->silent = true;
		for_calls(x, h, look_at_allocation);
		x->silent = false;
		if (x->safepoints[h] != before || x->l.cx->options.remark != NULL)
			for_calls(x, h, look_at_allocation);
		for_calls(x, h, look_at);
	}
	if (around != NONE)
		x->safepoints[around] += x->safepoints[h];
}

/* ---- the pass ---- */

static uint32_t
count_in(struct licm *x, LLVMBasicBlockRef bb)
{
	uint32_t n = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
		if (!LLVMIsACallInst(i))
			continue;
		n += may_move(edit_intrinsic(&x->low.e, i));
	}
	return n;
}

/* How many calls of the function, or of the given loop, may move? */
static uint32_t
count(struct licm *x, LLVMValueRef fn)
{
	const struct loop_given *given = x->l.given;
	uint32_t n = 0;

	for (size_t i = 0; given != NULL && i < given->nblocks; i++)
		n += count_in(x, given->blocks[i]);
	for (LLVMBasicBlockRef bb = given == NULL ? LLVMGetFirstBasicBlock(fn) : NULL; bb != NULL;
		bb = LLVMGetNextBasicBlock(bb))
		n += count_in(x, bb);
	return n;
}

static bool
work_on_function(struct licm *x, LLVMValueRef fn, uint32_t calls)
{
	struct loops *l = &x->l;

	x->call_cap = x->exit_cap = x->moves_cap = x->end_cap = 0;
	x->nexit = x->nmoves = x->nend = 0;
	if (!loops_read(l, fn))
		return false;
	x->safepoints = arena_zarray(&l->ar, l->g.nblk, sizeof *x->safepoints);
	x->todo = arena_array(&l->ar, l->g.nblk, sizeof *x->todo);
	x->steps = FIRST_STEPS + ((uint64_t)l->g.nblk + calls) * STEPS_EACH;
	if (l->ar.failed)
		return false;
	for (block_id h = l->g.nblk; h-- > 0 && !exhausted(x);)
		if (l->g.loop[h] == h)
			work_on(x, h);
	return !exhausted(x);
}

static void
init(struct licm *x, lr_context *cx)
{
	struct ptrmap *const maps[] = { &x->exits, &x->sure, &x->closes, &x->seen };

	loops_init(&x->l, cx);
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		ptrmap_init(maps[i], cx->options.alloc, cx->options.user);
	arena_init(&x->scratch, cx->options.alloc, cx->options.user);
	x->low.cx = cx;
	x->low.profile = &cx->profile;
}

static void
finish(struct licm *x)
{
	ptrmap_free(&x->exits);
	ptrmap_free(&x->sure);
	ptrmap_free(&x->closes);
	ptrmap_free(&x->seen);
	arena_free(&x->scratch);
	edit_end(&x->low.e);
	loops_free(&x->l);
}

static unsigned
attribute(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

lr_status
pass_julia_licm(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	struct licm x = { .md_prof = LLVMGetMDKindIDInContext(c, "prof", 4),
		.md_nonnull = LLVMGetMDKindIDInContext(c, "nonnull", 7),
		.md_dereferenceable = LLVMGetMDKindIDInContext(c, "dereferenceable", 15),
		.attr_nonnull = attribute("nonnull"), .attr_noundef = attribute("noundef"),
		.attr_dereferenceable = attribute("dereferenceable"), .attr_willreturn = attribute("willreturn"),
		.attr_nounwind = attribute("nounwind") };
	lr_status st = LR_OK;

	(void)params;
	init(&x, cx);
	if (!edit_begin(&x.low.e, cx, m))
		st = lr_nomem(cx);
	for (size_t i = 0; i < nfns && st == LR_OK; i++) {
		uint32_t calls = count(&x, fns[i]);
		if (calls > 0 && !work_on_function(&x, fns[i], calls)) {
			st = lr_stop_early(cx);
			break;
		}
	}
	finish(&x);
	return st;
}
