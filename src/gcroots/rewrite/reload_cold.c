/* reload_cold.c -- values that are read out of their slots again behind a call that hardly ever runs.
**
** A block that pushes and pops the frame for itself (shrink_wrap.c) is the rare path round something, and comes back to
** the common one.  What is live across its call would occupy a register that the callee saves, and that is saved on the
** common path, too, where nothing else needs it.  But the call's frame has the value in a slot: behind the call it is
** loaded from there, and where the paths join a phi takes its place.
**
** Only where all later uses can be reached by way of that join alone, so that nothing is left of the value that lives
** across the call.  The load is volatile: LLVM is not to know that it gives what was stored. */
#include "gcroots/model/plan.h"
#include "gcroots/rewrite/rewrite.h"

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

/* Note which operands are to change.  False if the value is in use behind the join, but not by way of it alone. */
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

/* Is the value put into a slot where it is to be another one? */
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

	if (is_operand(f, st->value) || v->kind != VALUE_SELF || f->refined.canon[st->value] != (base_id)st->value
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

	if (!f->wrapped.pop_early || p->nin || p->abi != LR_ABI_GCFRAME)
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
			/* where frames are popped early no store is at the end of a block */
			if (f->placed.store[k].safe == f->safe_at[b]) {
				n++;
				reload_cold(&a, &f->placed.store[k], b, join);
			}
		p->cut_width = width > p->cut_width ? width : p->cut_width;
	}
	return !keep->failed;
}
