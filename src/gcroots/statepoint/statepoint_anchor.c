/* SPDX-License-Identifier: MIT */
/* statepoint_anchor.c -- anchors that a function links itself, once for many calls of code whose frames no table
** describes.
**
** The table describes a frame by return address, and the function does not know the return addresses of its calls.  But
** a call stores its return address right below the stack pointer, if all of its arguments go in registers.  So the
** anchor has the stack pointer beside the frame pointer (LR_ANCHOR_AT_CALL), and the walker reads the return address
** off the stack.  It must be an address of the table, or the walk ends.  Between prologue and epilogue the stack
** pointer moves only if the function allocates on the stack as it runs; such a function stores the stack pointer again
** before each call.
**
** Anchors are linked and unlinked where those of framemap would be (shrink_wrap.c).  On cold paths an anchor is not
** linked for the sake of a call: the call goes by way of a trampoline (statepoint_trampoline.c), unless an anchor is
** linked there anyway. */
#include "gcroots/statepoint/statepoint.h"
#include "dialect/abi.h"
#include "lateroot/abi.h"
#include "lowering/common/lowering.h"
#include "gcroots/plan/planner.h"
#include "gcroots/rewrite/rewrite.h"

/* -- calls that leave the stack pointer alone */

/* The convention of x86-64, the only machine whose calls store the return address.  The conventions of Swift and of
** cold functions share it.  None of them makes the callee pop arguments off the stack. */
enum { CC_C = 0, CC_COLD = 9, CC_SWIFT = 16, INTEGERS = 6, FLOATS = 8, WORD_BITS = 64 };

static bool
needs_special_place(const struct trampolines *l, LLVMValueRef call, unsigned i)
{
	static const enum statepoint_attribute special[] = { ARG_BYVAL, ARG_INALLOCA, ARG_PREALLOCATED, ARG_INREG,
		ARG_SWIFTERROR, ARG_SWIFTASYNC };

	for (size_t k = 0; k < sizeof special / sizeof *special; k++)
		if (statepoint_argument_attribute(l, call, i, special[k]))
			return true;
	return false;
}

enum place { IN_INTEGERS, IN_FLOATS, ELSEWHERE };

static enum place
place_of(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		return IN_INTEGERS;
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(t) <= WORD_BITS ? IN_INTEGERS : ELSEWHERE;
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return IN_FLOATS;
	default:
		return ELSEWHERE;
	}
}

/* Do all arguments of the call go in registers?  No if that is not certain. */
static bool
takes_registers(const struct trampolines *l, LLVMValueRef call)
{
	const unsigned cc = LLVMGetInstructionCallConv(call);
	LLVMTypeRef result = LLVMTypeOf(call);
	/* a result that LLVM has no registers for is returned in memory, whose address is one more argument */
	unsigned integers = LLVMGetTypeKind(result) != LLVMVoidTypeKind && place_of(result) == ELSEWHERE, floats = 0;

	if ((cc != CC_C && cc != CC_COLD && cc != CC_SWIFT) || LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)))
		return false;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		enum place p = place_of(LLVMTypeOf(LLVMGetOperand(call, i)));
		if (p == ELSEWHERE || needs_special_place(l, call, i))
			return false;
		/* these have registers of their own */
		integers += p == IN_INTEGERS && !statepoint_argument_attribute(l, call, i, ARG_SWIFTSELF)
			&& !statepoint_argument_attribute(l, call, i, ARG_NEST);
		floats += p == IN_FLOATS;
	}
	return integers <= INTEGERS && floats <= FLOATS;
}

/* Is the call no GC transition, which needs more than an anchor, and is it not to be patched later? */
static bool
is_plain(LLVMValueRef call)
{
	return statepoint_patch_bytes(call) == 0 && !has_bundle(call, BUNDLE_TRANSITION);
}

/* -- which calls, and where */

/* Is an anchor linked at this safepoint anyway? */
static bool
is_linked(const struct fn *f, safepoint_id s)
{
	const block_id b = f->safe[s].block;

	if (f->wrapped.pushed)
		return f->wrapped.pushed[b];
	return b != 0 || f->wrapped.npush == 0 || f->wrapped.push[0].safe == PUSH_AT_TOP
		|| (f->wrapped.push[0].safe != PUSH_AT_END && s >= f->wrapped.push[0].safe);
}

static bool
plan_places(struct statepoints *sp)
{
	struct statepoint_anchors *a = &sp->anchors;

	if (!shrink_wrap(&sp->r.f) || !plan_pushes(&sp->r.f, &sp->r.ir, sp->r.ar, &a->where))
		return false;
	const uint32_t width = relocate_cut_width(&a->where);
	a->value = arena_array(sp->r.ar, (size_t)width + 1, sizeof *a->value);
	a->block = arena_array(sp->r.ar, (size_t)width + 1, sizeof *a->block);
	return !sp->r.ar->failed;
}

bool
statepoint_anchors_plan(struct statepoints *sp)
{
	struct fn *f = &sp->r.f;
	bool *can = arena_zarray(sp->r.ar, (size_t)f->nsafe + 1, sizeof *can), any = false;

	sp->anchors.at = arena_zarray(sp->r.ar, (size_t)f->nsafe + 1, sizeof *sp->anchors.at);
	if (!can || !sp->anchors.at)
		return false;
	for (safepoint_id s = 0; s < f->nsafe; s++)
		any |= can[s] = !sp->r.plain[s] && needs_trampoline(sp, sp->r.ir.safe[s]) && is_plain(sp->r.ir.safe[s])
			&& takes_registers(sp->trampolines, sp->r.ir.safe[s]);
	if (!any || abi_architecture(sp->r.s->module) != ARCH_X86_64)
		return true;
	f->weigh = weights, f->asked = &sp->r.ir;
	const uint8_t *exits = exit_reachability(f);
	if (!exits || !block_frequencies(f))
		return false;
	any = false;
	for (safepoint_id s = 0; s < f->nsafe; s++)
		any |= f->safe[s].runs_unmanaged = can[s] && !(exits[f->safe[s].block] & EXIT_COLD);
	if (!any)
		return true;
	f->table = f->any_unmanaged = true;
	f->unwound = false; /* landing pads restore the head of the chain as it was at the call */
	f->without.shrink_wrap = (sp->r.s->without & LR_SHRINK_WRAP) != 0;
	if (!plan_places(sp))
		return false;
	for (safepoint_id s = 0; s < f->nsafe; s++)
		sp->anchors.at[s] = f->safe[s].runs_unmanaged || (can[s] && is_linked(f, s));
	sp->anchors.any = true;
	sp->anchors.each = statepoint_allocates(sp->r.ir.fn);
	return true;
}

/* -- and how */

static LLVMValueRef
word(struct statepoints *sp, unsigned n)
{
	return edit_offset(sp->r.e, sp->anchors.anchor, (int64_t)n * sp->r.e->word_bytes, "");
}

static LLVMValueRef
call_intrinsic(struct statepoints *sp, const char *intrinsic, LLVMValueRef *args, unsigned n, const char *name)
{
	LLVMValueRef fn = LLVMGetIntrinsicDeclaration(sp->r.e->module,
		LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic)), &sp->r.e->ptr, 1);

	return LLVMBuildCall2(sp->r.e->builder, LLVMGlobalGetValueType(fn), fn, args, n, name);
}

/* Stores `what` in a word of the anchor. */
static void
fill(struct statepoints *sp, unsigned n, LLVMValueRef what)
{
	LLVMBuildStore(sp->r.e->builder, what, n ? word(sp, n) : sp->anchors.anchor);
}

void
statepoint_anchors_store_sp(struct statepoints *sp)
{
	fill(sp, LR_ANCHOR_SP_WORD, call_intrinsic(sp, "llvm.stacksave", NULL, 0, "sp"));
}

/* Links the anchor where the builder stands. */
static void
build_link(struct statepoints *sp)
{
	LLVMBuilderRef b = sp->r.e->builder;
	LLVMValueRef zero = edit_i32(sp->r.e, 0);

	fill(sp, 0, edit_word(sp->r.e, LR_ANCHOR_AT_CALL << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR));
	fill(sp, LR_ANCHOR_FP_WORD, call_intrinsic(sp, "llvm.frameaddress", &zero, 1, "fp"));
	if (!sp->anchors.each)
		statepoint_anchors_store_sp(sp);
	fill(sp, LR_FRAME_PREV_WORD,
		statepoint_chain_access(sp, LLVMBuildLoad2(b, sp->r.e->ptr, sp->r.ir.pgcstack, "task.gcstack")));
	statepoint_chain_access(sp, LLVMBuildStore(b, sp->anchors.anchor, sp->r.ir.pgcstack));
}

static void
build_unlink(struct statepoints *sp)
{
	LLVMBuilderRef b = sp->r.e->builder;
	LLVMValueRef prev = LLVMBuildLoad2(b, sp->r.e->ptr, word(sp, LR_FRAME_PREV_WORD), "anchor.prev");

	statepoint_chain_access(sp, LLVMBuildStore(b, prev, sp->r.ir.pgcstack));
}

static void
stand_before(struct statepoints *sp, LLVMValueRef inst)
{
	LLVMPositionBuilderBefore(sp->r.e->builder, inst);
	LLVMSetCurrentDebugLocation2(sp->r.e->builder, NULL);
}

static LLVMValueRef
top_of(struct statepoints *sp)
{
	LLVMValueRef link = mapped_link(sp->r.s->md_mapped, sp->r.ir.fn, sp->r.ir.pgcstack);

	if (link)
		return LLVMGetNextInstruction(link);
	if (LLVMIsAInstruction(sp->r.ir.pgcstack))
		return LLVMGetNextInstruction(sp->r.ir.pgcstack);
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(sp->r.ir.fn));
	while (LLVMIsAAllocaInst(i) || LLVMIsAAddrSpaceCastInst(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

void
statepoint_anchors_build(struct statepoints *sp)
{
	struct statepoint_anchors *a = &sp->anchors;
	const struct plan *p = &a->where;

	if (!a->any)
		return;
	LLVMValueRef link = mapped_link(sp->r.s->md_mapped, sp->r.ir.fn, sp->r.ir.pgcstack);
	a->anchor = edit_entry_alloca(sp->r.e, sp->r.ir.fn, sp->r.e->word, edit_i32(sp->r.e, LR_ANCHOR_AT_CALL_WORDS),
		LR_FRAME_ALIGN_BYTES, "gcanchor");
	for (uint32_t i = 0; i < p->npush; i++) {
		stand_before(sp, p->push[i]);
		build_link(sp);
	}
	if (p->npush == 0 && p->ncut == 0) {
		stand_before(sp, top_of(sp));
		build_link(sp);
	}
	for (uint32_t i = 0; i < p->npop; i++) {
		LLVMValueRef place = pop_place(p->pop[i]);
		stand_before(sp, link ? mapped_unlink(sp->r.s->md_mapped, place) : place);
		build_unlink(sp);
	}
}

void
statepoint_anchors_cut(struct statepoints *sp)
{
	struct statepoint_anchors *a = &sp->anchors;

	for (uint32_t i = 0; a->any && i < a->where.ncut; i++) {
		const struct plan_cut *c = &a->where.cut[i];
		LLVMValueRef on = edge_middle(sp->r.e->builder, c, a->value, a->block);
		stand_before(sp, on);
		if (c->push)
			build_link(sp);
		else
			build_unlink(sp);
	}
}
