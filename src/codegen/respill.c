/* SPDX-License-Identifier: MIT */
/* respill.c -- works around two defects of LLVM's code generator with statepoints.
**
** The first: it takes a spill slot for that of a value although another statepoint may have written the slot since.
**
** LLVM's code generator reads a relocated pointer from its spill slot at its statepoint.  If that pointer is live at a
** later statepoint, too, LLVM does not store it again.  It assumes that the slot has not been reused since, because
** every pointer that is live at a statepoint is relocated by it.  This holds behind PlaceStatepoints, but not behind
** LLVM's optimisation.  Where a branch has found a pointer to be null, LLVM replaces it by null at the statepoints
** there, and its relocations with it.  Then the pointer itself is live over them, and they use its slot for another
** value.
**
** So a pointer that is live over a statepoint, and live at a later one, is frozen in front of the later one.  For LLVM
** that is another value, which has no slot yet.
**
** Statepoints are treated like definitions of one variable, the epoch: each statepoint begins one, and so does a block
** where several epochs meet.  Between two places of the same epoch, one of which dominates the other, there is no
** statepoint.
**
** The second: loop strength reduction computes the address of a variable that is an operand of a statepoint from
** another address.  Then the stack map has a register or a spill slot where the table of roots needs a place in the
** stack frame.  So statepoints get the address through an intrinsic without effect: strength reduction does not look
** through it, and CodeGenPrepare, which comes later, replaces it by the variable. */
#include "codegen/native.h"

#include "dialect/kind.h"
#include "base/cfg.h"
#include "ir/read_cfg.h"
#include "base/ptrmap.h"

enum { SWEEPS = 16 };
#define EPOCH_UNKNOWN UINT32_MAX

struct respill {
	struct arena arena;
	struct ptrmap blocks;    /* number in reverse post-order */
	struct ptrmap epochs;    /* relocation or phi -> the epoch at its place */
	struct ptrmap stale;     /* phis with a value that has lost its slot */
	LLVMBuilderRef builder;
	unsigned statepoint, relocate; /* LLVM's numbers of the two intrinsics */
	unsigned optnone;        /* kind of the attribute */
	LLVMValueRef strip;      /* the intrinsic without effect; NULL: do not use it */
	LLVMTypeRef strip_type;
	struct ptrmap hidden;    /* variable -> index into the next */
	/* of the current function */
	LLVMBasicBlockRef *block;
	struct cfg cfg;
	uint32_t *in, *out;      /* epochs: 0 at entry, 1 + b for block b, higher ones for statepoints */
	LLVMValueRef *pending;   /* stale phis whose users have to be visited */
	uint32_t npending, pending_cap;
	LLVMValueRef *hiding;    /* calls of the intrinsic */
	uint32_t nhiding, hiding_cap;
};

static bool
calls_intrinsic(LLVMValueRef v, unsigned id)
{
	if (!LLVMIsACallInst(v) && !LLVMIsAInvokeInst(v))
		return false;
	LLVMValueRef callee = LLVMGetCalledValue(v);
	return LLVMIsAFunction(callee) != NULL && LLVMGetIntrinsicID(callee) == id;
}

static bool
is_statepoint(const struct respill *r, LLVMValueRef v)
{
	return calls_intrinsic(v, r->statepoint);
}

static bool
is_relocation(const struct respill *r, LLVMValueRef v)
{
	return calls_intrinsic(v, r->relocate);
}

/* ---- epochs ---- */

/* Sets the epochs at the ends of blocks with statepoints; false if there are none. */
static bool
number_statepoints(struct respill *r)
{
	uint32_t next = 1 + r->cfg.nblk;

	for (uint32_t b = 0; b < r->cfg.nblk; b++) {
		r->in[b] = r->out[b] = EPOCH_UNKNOWN;
		for (LLVMValueRef i = LLVMGetFirstInstruction(r->block[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (is_statepoint(r, i))
				r->out[b] = next++;
	}
	return next != 1 + r->cfg.nblk;
}

/* The epoch at the top of block b, as far as it is known.  `all`: a new one begins at every join. */
static uint32_t
meet(const struct respill *r, uint32_t b, bool all)
{
	const uint32_t *edge = &r->cfg.pred[r->cfg.pred_at[b]], *end = &r->cfg.pred[r->cfg.pred_at[b + 1]];
	uint32_t epoch = b == 0 ? 0 : EPOCH_UNKNOWN;

	if (r->in[b] == 1 + b || (all && end - edge > 1))
		return 1 + b;
	for (; edge < end; edge++) {
		uint32_t e = r->out[*edge];
		if (epoch == EPOCH_UNKNOWN)
			epoch = e;
		else if (e != EPOCH_UNKNOWN && e != epoch)
			return 1 + b;
	}
	return epoch;
}

static bool
sweep(struct respill *r, const bool *own, bool all)
{
	bool changed = false;

	for (uint32_t b = 0; b < r->cfg.nblk; b++) {
		uint32_t e = meet(r, b, all);
		changed |= e != r->in[b];
		r->in[b] = e;
		if (!own[b])
			r->out[b] = e;
	}
	return changed;
}

/* Too many epochs only cause values to be stored again. */
static void
spread_epochs(struct respill *r, const bool *own)
{
	for (unsigned i = 0; i < SWEEPS; i++)
		if (!sweep(r, own, false))
			return;
	sweep(r, own, true);
}

static void
note_epochs(struct respill *r)
{
	for (uint32_t b = 0; b < r->cfg.nblk; b++) {
		uint32_t epoch = r->in[b], next = EPOCH_UNKNOWN;
		for (LLVMValueRef i = LLVMGetLastInstruction(r->block[b]); i != NULL; i = LLVMGetPreviousInstruction(i))
			if (is_statepoint(r, i))
				next = next == EPOCH_UNKNOWN ? r->out[b] : next - 1;
		next = next == EPOCH_UNKNOWN ? 0 : next; /* that of the first statepoint of the block */
		for (LLVMValueRef i = LLVMGetFirstInstruction(r->block[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (is_statepoint(r, i)) {
				ptrmap_set(&r->epochs, i, epoch);
				epoch = next++;
			} else if (LLVMIsAPHINode(i) || is_relocation(r, i))
				ptrmap_set(&r->epochs, i, epoch);
	}
	r->arena.failed |= r->epochs.failed;
}

/* ---- values ---- */

/* May the slot that LLVM takes for that of this value have been written since?  `epoch`: at the place in
** question. */
static bool
is_stale(const struct respill *r, LLVMValueRef v, uint32_t epoch)
{
	if (!LLVMIsAPHINode(v) && !is_relocation(r, v))
		return false;
	return ptrmap_get(&r->epochs, v) != epoch || ptrmap_get(&r->stale, v) != PTRMAP_NONE;
}

static bool
set_stale(struct respill *r, LLVMValueRef phi)
{
	if (ptrmap_get(&r->stale, phi) != PTRMAP_NONE)
		return true;
	if (!ptrmap_set(&r->stale, phi, 1) || !ARENA_PUSH(&r->arena, r->pending, r->npending, r->pending_cap)) {
		r->arena.failed = true;
		return false;
	}
	r->pending[r->npending++] = phi;
	return true;
}

/* LLVM looks through a phi if all its values were in the same slot. */
static void
find_stale_phis(struct respill *r)
{
	for (uint32_t b = 0; b < r->cfg.nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(r->block[b]); i != NULL && LLVMIsAPHINode(i);
		     i = LLVMGetNextInstruction(i))
			for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
				uint32_t from = ptrmap_get(&r->blocks, LLVMGetIncomingBlock(i, k));
				if (from != PTRMAP_NONE && is_stale(r, LLVMGetIncomingValue(i, k), r->out[from])
				    && !set_stale(r, i))
					return;
			}
	while (r->npending > 0) {
		LLVMValueRef phi = r->pending[--r->npending];
		for (LLVMUseRef u = LLVMGetFirstUse(phi); u != NULL; u = LLVMGetNextUse(u))
			if (LLVMIsAPHINode(LLVMGetUser(u)) && !set_stale(r, LLVMGetUser(u)))
				return;
	}
}

/* ---- statepoints ---- */

/* The variable's address through the intrinsic; the variable itself if memory is exhausted. */
static LLVMValueRef
hide(struct respill *r, LLVMValueRef variable)
{
	uint32_t at = ptrmap_get(&r->hidden, variable);

	if (at != PTRMAP_NONE)
		return r->hiding[at];
	if (!ARENA_PUSH(&r->arena, r->hiding, r->nhiding, r->hiding_cap)
	    || !ptrmap_set(&r->hidden, variable, r->nhiding)) {
		r->arena.failed = true;
		return variable;
	}
	LLVMPositionBuilderBefore(r->builder, LLVMGetNextInstruction(variable));
	return r->hiding[r->nhiding++] = LLVMBuildCall2(r->builder, r->strip_type, r->strip, &variable, 1, "");
}

/* The operand that the statepoint gets in place of v. */
static LLVMValueRef
instead(struct respill *r, LLVMValueRef statepoint, LLVMValueRef v)
{
	if (is_stale(r, v, ptrmap_get(&r->epochs, statepoint))) {
		LLVMPositionBuilderBefore(r->builder, statepoint);
		return LLVMBuildFreeze(r->builder, v, "");
	}
	if (r->strip != NULL && LLVMIsAAllocaInst(v) && LLVMGetInstructionParent(v) == r->block[0]
	    && pointer_as(LLVMTypeOf(v)) == 0)
		return hide(r, v);
	return v;
}

/* The operands of the bundles lie between the arguments and the callee. */
static void
change_operands(struct respill *r, LLVMValueRef statepoint)
{
	unsigned first = LLVMGetNumArgOperands(statepoint), end = first;

	for (unsigned i = 0; i < LLVMGetNumOperandBundles(statepoint); i++) {
		LLVMOperandBundleRef bundle = LLVMGetOperandBundleAtIndex(statepoint, i);
		end += LLVMGetNumOperandBundleArgs(bundle);
		LLVMDisposeOperandBundle(bundle);
	}
	for (unsigned i = first; i < end; i++) {
		LLVMValueRef v = LLVMGetOperand(statepoint, i), other = instead(r, statepoint, v);
		for (unsigned k = i; other != v && k < end; k++)
			if (LLVMGetOperand(statepoint, k) == v)
				LLVMSetOperand(statepoint, k, other);
	}
}

static void
do_function(struct respill *r, LLVMValueRef fn)
{
	LLVMValueRef strip = r->strip;

	r->npending = r->pending_cap = r->nhiding = r->hiding_cap = 0;
	r->pending = r->hiding = NULL;
	r->cfg = (struct cfg){ 0 };
	r->block = read_cfg(&r->arena, &r->blocks, fn, &r->cfg);
	r->in = arena_array(&r->arena, r->cfg.nblk, sizeof *r->in);
	r->out = arena_array(&r->arena, r->cfg.nblk, sizeof *r->out);
	bool *own = arena_array(&r->arena, r->cfg.nblk, sizeof *own);
	if (r->arena.failed || !number_statepoints(r))
		return;
	ptrmap_clear(&r->blocks);
	ptrmap_clear(&r->epochs);
	ptrmap_clear(&r->stale);
	ptrmap_clear(&r->hidden);
	for (uint32_t b = 0; b < r->cfg.nblk; b++) {
		own[b] = r->out[b] != EPOCH_UNKNOWN;
		ptrmap_set(&r->blocks, r->block[b], b);
	}
	r->arena.failed |= r->blocks.failed;
	spread_epochs(r, own);
	note_epochs(r);
	if (!r->arena.failed)
		find_stale_phis(r);
	if (!r->cfg.any_loop
	    || LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, r->optnone))
		r->strip = NULL;
	for (uint32_t b = 0; b < r->cfg.nblk && !r->arena.failed; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(r->block[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (is_statepoint(r, i))
				change_operands(r, i);
	r->strip = strip;
}

/* Neither CodeGenPrepare nor loop strength reduction runs at -O0. */
static void
find_strip(struct respill *r, LLVMModuleRef m)
{
	static const char name[] = "llvm.strip.invariant.group";
	LLVMTypeRef ptr = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);

	r->strip = LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, sizeof name - 1), &ptr, 1);
	r->strip_type = LLVMGlobalGetValueType(r->strip);
}

static bool
any_statepoints(const struct respill *r, LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (LLVMGetIntrinsicID(f) == r->statepoint)
			return true;
	return false;
}

lr_status
respill(lr_context *cx, LLVMModuleRef m, unsigned opt_level)
{
	static const char statepoint[] = "llvm.experimental.gc.statepoint";
	static const char relocate[] = "llvm.experimental.gc.relocate";
	struct respill r = {
		.statepoint = LLVMLookupIntrinsicID(statepoint, sizeof statepoint - 1),
		.relocate = LLVMLookupIntrinsicID(relocate, sizeof relocate - 1),
		.optnone = LLVMGetEnumAttributeKindForName("optnone", 7)
	};

	if (!any_statepoints(&r, m))
		return LR_OK;
	arena_init(&r.arena, cx->options.alloc, cx->options.user);
	ptrmap_init(&r.blocks, cx->options.alloc, cx->options.user);
	ptrmap_init(&r.epochs, cx->options.alloc, cx->options.user);
	ptrmap_init(&r.stale, cx->options.alloc, cx->options.user);
	ptrmap_init(&r.hidden, cx->options.alloc, cx->options.user);
	r.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
	if (opt_level != 0)
		find_strip(&r, m);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && !r.arena.failed; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && LLVMGetGC(f) != NULL) {
			do_function(&r, f);
			if (!r.arena.failed)
				arena_reset(&r.arena);
		}
	bool failed = r.arena.failed;
	LLVMDisposeBuilder(r.builder);
	ptrmap_free(&r.hidden);
	ptrmap_free(&r.stale);
	ptrmap_free(&r.epochs);
	ptrmap_free(&r.blocks);
	arena_free(&r.arena);
	return failed ? lr_nomem(cx) : LR_OK;
}
