/* SPDX-License-Identifier: MIT */
/* rootless.c -- functions that would have roots, had they a GC stack to put them in.
**
** Without a getter or a "gcstack" argument a function has no roots: the dialect says so, and front ends leave the
** getter out of functions that need none.  Where it was forgotten, references are lost.  So the function is read as if
** it had a GC stack.  A warning means that some reference needs a root at a call that may collect.  Silence does not
** mean that none does: stack variables are only looked at block by block, and a function that this module defines
** without a GC stack is taken never to collect.
**
** Where LLVM has taken the argument away, the front end wanted roots.  If anything may need one, that is an error. */
#include "gcroots/plan/planner.h"

#include "gcroots/stack/variables.h"
#include "host/warnings.h"

/* What the scan would have to read: a tracked value, and a call that may collect.  `placed`: the frame intrinsics or
** statepoints of the function are there already. */
struct glance { bool tracked, safepoint, placed, failed; };

static void
glance_at_call(struct session *s, LLVMValueRef call, struct glance *g)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const struct callee_info *c = session_callee(s, callee);

	if (c == NULL) {
		g->failed = true;
		return;
	}
	switch (c->intr) {
	case INTR_NEW_GC_FRAME: case INTR_PUSH_GC_FRAME: case INTR_POP_GC_FRAME: case INTR_GET_GC_FRAME_SLOT:
		g->placed = true;
		break;
	default:
		break;
	}
	if (LLVMIsAFunction(callee) && strncmp(value_name(callee), "llvm.experimental.gc.", 21) == 0)
		g->placed = true;
	struct callee_info here = *c;
	if (c->asks && session_has_attributes(call))
		g->failed |= !session_call_site(s, call, &here);
	g->safepoint |= here.safepoint;
}

static struct glance
glance_at(struct session *s, LLVMValueRef fn)
{
	struct glance g = { .tracked = s->moving || roots_arguments(&s->tails, fn) };

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && !g.placed; i = LLVMGetNextInstruction(i)) {
			const LLVMOpcode op = LLVMGetInstructionOpcode(i);
			const struct type_info *t = session_type(s,
				op == LLVMAlloca ? LLVMGetAllocatedType(i) : LLVMTypeOf(i));
			g.failed |= t == NULL;
			g.tracked |= t != NULL && t->count > 0;
			if (op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				glance_at_call(s, i, &g);
		}
	return g;
}

/* Is the variable written and then read in one block, with a safepoint in between?  Returns the safepoint or NONE.
** Accesses are in the order of blocks, then of positions; an access that is alone in its block has no safepoint. */
static safepoint_id
read_behind_safepoint(const struct fn *f, const struct var *v)
{
	for (uint32_t i = 1; i < v->access_n; i++) {
		const struct access *a = &f->access[v->access_at + i - 1], *b = a + 1;
		if (a->block == b->block && (a->kind & ACCESS_WRITE) && (b->kind & ACCESS_READ) && a->safe < b->safe
			&& a->safe < f->nsafe)
			return a->safe;
	}
	return NONE;
}

/* May the call collect for all that is known outside of its callee?  A callee that this module defines without a GC
** stack may be one that never collects, which only InferGCLeaf finds out: front ends leave the getter out of it and of
** its callers. */
static bool
surely_collects(struct session *s, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));

	if (callee == NULL || LLVMIsDeclaration(callee))
		return true;
	uint32_t has = ptrmap_get(&s->stacks, callee);
	if (has == PTRMAP_NONE) /* if memory is exhausted, the callee is read once more */
		ptrmap_set(&s->stacks, callee, has = gcstack_find(&s->getters, callee) != NULL);
	return has != 0;
}

/* What needs a root, and a safepoint at which it does. */
struct need { LLVMValueRef what; LLVMValueRef call; };

/* What is live at a safepoint and has a slot, in steps from one safepoint to the next. */
struct lively {
	bool *demanded;           /* by rank */
	pset none;                /* a live set without such a value */
	struct pset_change change;
};

static bool
lively_begin(struct lively *l, const struct fn *f)
{
	*l = (struct lively){ .demanded = arena_zarray(f->ar, (size_t)f->nval + 1, sizeof *l->demanded) };
	for (uint32_t i = 0; l->demanded != NULL && i < f->coloured.ndemand; i++) {
		const value_id v = f->coloured.demand[i].value;
		if (!is_operand(f, v) && f->live.rank[v] != NONE)
			l->demanded[f->live.rank[v]] = true;
	}
	return l->demanded != NULL;
}

/* Is such a value live at the safepoint?  All answers before were no.  Reads what is live there and was not before. */
static bool
lively_at(struct lively *l, const struct fn *f, safepoint_id safe, bool *failed)
{
	const pset now = f->live.at[safe];
	rank_id x;

	if (now == l->none)
		return false;
	if (!pset_changes(f->pool, l->none, now, f->ar, &l->change)) {
		*failed = true;
		return false;
	}
	for (struct pset_part p = l->change.only_b; pset_next(&p, &x);)
		if (l->demanded[x])
			return true;
	l->none = now;
	return false;
}

/* The first value in the order of ids that is live at a safepoint; NULL: none. */
static LLVMValueRef
value_at(const struct fn *f, const struct ir *ir, safepoint_id safe)
{
	for (uint32_t i = 0; i < f->coloured.ndemand; i++) {
		const struct demand *d = &f->coloured.demand[i];
		if (!is_operand(f, d->value) && is_live(f, f->live.at[safe], d->value))
			return ir->defining[d->value];
	}
	return NULL;
}

/* Finds a value that would be in a slot, or a variable that would lie in the frame. */
static struct need
find_need(struct session *s, const struct fn *f, const struct ir *ir, bool *failed)
{
	struct lively lively;

	if (!lively_begin(&lively, f))
		*failed = true;
	for (safepoint_id safe = 0; f->coloured.needs_root && safe < f->nsafe && !*failed; safe++)
		if (f->coloured.needs_root[safe] && surely_collects(s, ir->safe[safe])
			&& lively_at(&lively, f, safe, failed))
			return (struct need){ value_at(f, ir, safe), ir->safe[safe] };
	for (uint32_t i = 0; i < f->nvar; i++) {
		const safepoint_id safe = read_behind_safepoint(f, &f->var[i]);
		if (safe != NONE && surely_collects(s, ir->safe[safe]))
			return (struct need){ ir->var[i].alloca, ir->safe[safe] };
	}
	return (struct need){ NULL, NULL };
}

static lr_status
warn(lr_context *cx, const struct ir *ir, struct need need)
{
	const char *name = value_name(need.what);
	const bool named = *name != '\0';

	warning(cx, WARN_ROOTLESS, need.call,
		"the function '%s' has no GC stack, so that %s%s%s gets no root while this call may collect: call "
		"julia.get_pgcstack in it, or give it a \"gcstack\" argument", value_name(ir->fn),
		named ? "'" : "", named ? name : "a reference", named ? "'" : "");
	return cx->first;
}

static lr_status
refuse_taken(struct session *s, LLVMValueRef fn, LLVMValueRef at)
{
	return lr_fail(s->cx, LR_E_DIALECT, at,
		"the function '%s' uses its \"gcstack\" argument nowhere, so that LLVM lets calls pass poison for it, "
		"and it has no GC stack for its roots: run SettleGCStack before placement, or use the argument (call "
		"julia.get_pgcstack in the function)", value_name(fn));
}

lr_status
warn_rootless(struct session *s, LLVMValueRef fn, struct arena *ar)
{
	struct fn f;
	struct ir ir;
	const struct glance g = glance_at(s, fn);

	if (g.failed)
		return lr_nomem(s->cx);
	if (!g.tracked || !g.safepoint || g.placed)
		return LR_OK;
	lr_status status = scan_quietly(s, fn, ar, &f, &ir);
	const bool taken = gcstack_was_taken(fn);
	if (status == LR_E_DIALECT)
		return taken ? refuse_taken(s, fn, fn) : LR_OK;
	if (status == LR_OK && (f.nothing_to_place || f.nsafe == 0))
		return LR_OK;
	if (status == LR_OK && taken)
		return refuse_taken(s, fn, ir.safe[0]);
	f.without.coverage = true; /* a value that a stack variable roots needs the frame just as well */
	if (status == LR_OK && (!refine(&f) || !liveness(&f) || !colour(&f)))
		status = lr_nomem(s->cx);
	if (status != LR_OK)
		return status;
	bool failed = false;
	const struct need need = find_need(s, &f, &ir, &failed);
	if (failed)
		return lr_nomem(s->cx);
	return need.what != NULL ? warn(s->cx, &ir, need) : LR_OK;
}
