/* SPDX-License-Identifier: MIT */
/* reload_cold.c -- reloads values from their slots behind a call that hardly ever runs.
**
** A block that pushes and pops the frame on its own (shrink_wrap.c) is a rare path, which joins the common path again.
** A value that is live across its call would occupy a callee-saved register, which the function would have to save on
** the common path too.  But the value is in a slot of the frame: it is loaded from there behind the call, and a phi
** replaces it where the paths join.
**
** Only if all later uses are reached through that join alone, so that the value itself is not live across the call.
** The load is volatile, so that LLVM does not replace it by the stored value. */
#include "gcroots/plan/planner.h"

enum { MAX_USES = 64, MAX_VALUES = 4 };
#define RARE (1.0f / 32)

struct reloading {
	struct session *s;
	const struct fn *f;
	const struct ir *ir;
	struct arena *keep;
	struct plan *p;
	uint32_t cap;
};

static uint32_t
block_of(const struct reloading *a, LLVMBasicBlockRef b)
{
	return ir_block(a->s, a->ir, b);
}

/* Lists the operands to change.  False if a use behind the join can be reached in another way. */
static bool
find_uses(struct reloading *a, LLVMValueRef v, block_id from, block_id join, struct plan_reload *x)
{
	const struct cfg *g = &a->f->g;
	struct plan_use use[MAX_USES];
	uint32_t n = 0, seen = 0;

	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool phi = LLVMIsAPHINode(user) != NULL;
		unsigned nops = (unsigned)LLVMGetNumOperands(user);
		if (!LLVMIsAInstruction(user) || ++seen > MAX_USES)
			return false;
		for (unsigned i = 0; i < nops; i++) {
			if (LLVMGetOperand(user, i) != v)
				continue;
			block_id at = block_of(a, phi ? LLVMGetIncomingBlock(user, i) : LLVMGetInstructionParent(user));
			if (at == NONE)
				continue;
			bool edge = phi && at == from && block_of(a, LLVMGetInstructionParent(user)) == join;
			if (!edge && !cfg_dominates(g, join, at)) {
				if (at > join)
					return false;
				continue;
			}
			if (n == MAX_USES)
				return false;
			use[n++] = (struct plan_use){ user, i, edge };
		}
	}
	x->use = n ? arena_array(a->keep, n, sizeof *x->use) : NULL;
	if (!x->use)
		return false;
	memcpy(x->use, use, n * sizeof *use);
	x->nuse = n;
	return true;
}

/* Is the value stored into a slot behind the join, where the phi replaces it? */
static bool
stored_behind(const struct fn *f, value_id v, block_id join)
{
	for (uint32_t i = 0; i < f->placed.nstore; i++)
		if (f->placed.store[i].value == v && cfg_dominates(&f->g, join, f->placed.store[i].block))
			return true;
	return false;
}

static void
reload_cold(struct reloading *a, const struct store *st, block_id b, block_id join)
{
	const struct fn *f = a->f;
	const struct value *v = &f->val[st->value];
	struct plan_reload x = { .value = a->ir->defining[st->value],
		.slot = st->slot, .behind = a->ir->safe[f->safe_at[b + 1] - 1], .from = a->ir->block[b],
		.join = a->ir->block[join] };

	if (is_operand(f, st->value) || v->kind != VALUE_SELF || f->refined.canon[st->value] != value_base(st->value)
		|| v->block == join || v->block == b || !cfg_dominates(&f->g, v->block, join)
		|| f->g.loop[v->block] != f->g.loop[join] || !is_live(f, f->live.out[b], st->value)
		|| stored_behind(f, st->value, join) || !find_uses(a, x.value, b, join, &x))
		return;
	if (ARENA_PUSH(a->keep, a->p->reload, a->p->nreload, a->cap))
		a->p->reload[a->p->nreload++] = x;
}

bool
reload_cold_plan(struct session *s, const struct fn *f, const struct ir *ir, struct arena *keep, struct plan *p)
{
	struct reloading a = { .s = s, .f = f, .ir = ir, .keep = keep, .p = p };

	if (!f->wrapped.pop_at_safepoint || p->nin || p->abi != LR_ABI_GCFRAME)
		return true;
	for (uint32_t i = 0; i < f->wrapped.npop; i++) {
		block_id b = f->wrapped.pop[i];
		uint32_t n = 0;
		if (f->g.succ_at[b + 1] - f->g.succ_at[b] != 1 || f->safe_at[b + 1] - f->safe_at[b] != 1
			|| !f->estimated.frequency || f->estimated.frequency[b] > RARE)
			continue;
		block_id join = f->g.succ[f->g.succ_at[b]];
		LLVMValueRef phi = LLVMGetFirstInstruction(ir->block[join]);
		uint32_t width = LLVMIsAPHINode(phi) ? LLVMCountIncoming(phi) : 0;
		if (width < 2 || ir->safe[f->safe_at[b]] == LLVMGetBasicBlockTerminator(ir->block[b]))
			continue;
		for (uint32_t k = 0; k < f->placed.nstore && n < MAX_VALUES; k++)
			/* where frames are popped at safepoints, no store is at the end of a block */
			if (f->placed.store[k].safe == f->safe_at[b]) {
				n++;
				reload_cold(&a, &f->placed.store[k], b, join);
			}
		p->cut_width = width > p->cut_width ? width : p->cut_width;
	}
	return !keep->failed;
}
