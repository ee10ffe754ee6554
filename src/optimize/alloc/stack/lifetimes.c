/* SPDX-License-Identifier: MIT */
/* lifetimes.c -- where the stack memory of a moved object stops being needed.
**
** That is not behind the last use, but in front of the first safepoint behind it on each path: raw addresses of the
** object (julia.pointer_from_objref) have uses that no pass follows, and nothing but a safepoint ends their licence. A
** preserve region holds the memory until it is over. Where a region never ends, or a search takes too long, the memory
** stays in use up to the end of the function. */
#include "optimize/alloc/stack/move.h"

/* A block in which the memory is needed, or behind that, up to a safepoint. */
struct place {
	block_id block;
	bool live_in, live_out;
	bool pending;            /* the search for a safepoint enters it at its top */
	uint32_t uses;           /* instructions that need the memory */
};

struct lifetime {
	struct alloc_opt *a;
	struct move *m;
	block_id home;           /* block of the allocation */
	LLVMValueRef allocation;
	struct place *place;
	uint32_t n, cap;
	struct ptrmap at;        /* block -> index of its place; instruction that needs the memory -> 0 */
	uint32_t *todo, ntodo, todo_cap;
	bool failed;             /* memory is exhausted */
	bool endless;            /* no ends are made */
};

void
lifetime_build(struct alloc_opt *a, bool start, LLVMValueRef variable, uint64_t bytes)
{
	static const char *const names[] = { "llvm.lifetime.end", "llvm.lifetime.start" };
	struct edit *e = &a->e;
	unsigned id = LLVMLookupIntrinsicID(names[start], strlen(names[start]));
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, id, &e->ptr, 1);
	LLVMTypeRef type = LLVMGlobalGetValueType(f);
	LLVMValueRef args[] = { LLVMConstInt(e->i64, bytes, false), variable };
	bool sized = LLVMCountParamTypes(type) == 2; /* before LLVM 22 */

	LLVMBuildCall2(e->builder, type, f, sized ? args : args + 1, sized ? 2 : 1, "");
}

/* ---- where the memory is needed */

static struct place *
place_of(struct lifetime *l, block_id b)
{
	uint32_t i = ptrmap_get(&l->at, l->a->block[b]);

	if (i == PTRMAP_NONE) {
		i = l->n;
		if (!ARENA_PUSH(&l->a->ar, l->place, l->n, l->cap) || !ptrmap_set(&l->at, l->a->block[b], i)) {
			l->failed = true;
			return NULL;
		}
		l->place[l->n++] = (struct place){ .block = b };
	}
	return &l->place[i];
}

/* Spends steps of the function's budget; without any left, no ends are made. */
static bool
spend(struct lifetime *l, uint32_t steps)
{
	if (l->a->budget <= steps)
		l->endless = true;
	else
		l->a->budget -= steps;
	return !l->endless;
}

static void
push(struct lifetime *l, block_id b)
{
	if (ARENA_PUSH(&l->a->ar, l->todo, l->ntodo, l->todo_cap))
		l->todo[l->ntodo++] = b;
	else
		l->failed = true;
}

static void
live_into(struct lifetime *l, block_id b)
{
	struct place *p = b == l->home ? NULL : place_of(l, b);

	if (p == NULL || p->live_in)
		return;
	p->live_in = true;
	push(l, b);
}

static void
live_out_of(struct lifetime *l, block_id b)
{
	struct place *p = place_of(l, b);

	if (p == NULL)
		return;
	p->live_out = true;
	live_into(l, b);
}

/* The memory is needed from the allocation up to here. */
static void
needed_at(struct lifetime *l, LLVMValueRef inst)
{
	block_id b = block_of(l->a, inst);
	struct place *p = b == NONE ? NULL : place_of(l, b);

	if (p == NULL || ptrmap_get(&l->at, inst) != PTRMAP_NONE)
		return;
	l->failed |= !ptrmap_set(&l->at, inst, 0);
	p->uses++;
	live_into(l, b);
}

static void
follow_predecessors(struct lifetime *l)
{
	const struct cfg *g = &l->a->g;

	while (l->ntodo > 0 && !l->failed && !l->endless) {
		block_id b = l->todo[--l->ntodo];
		if (!spend(l, g->pred_at[b + 1] - g->pred_at[b] + 1))
			return;
		for (uint32_t e = g->pred_at[b]; e < g->pred_at[b + 1]; e++)
			live_out_of(l, g->pred[e]);
	}
}

static bool
is_end_of(LLVMValueRef inst, LLVMValueRef begin)
{
	return LLVMIsACallInst(inst) && intrinsic_of_call(inst) == INTR_PRESERVE_END && operand_of(inst, 0) == begin;
}

/* A region consists of the blocks that its begin dominates, and that it reaches without passing an end of it. The
** memory is needed to the end of each of them that has no end. */
static void
follow_region(struct lifetime *l, LLVMValueRef begin)
{
	struct alloc_opt *a = l->a;
	block_id home = block_of(a, begin), *list = NULL;
	uint32_t n = 0, cap = 0;
	struct ptrmap met; /* blocks with an end, and those that are on the list */

	if (home == NONE)
		return;
	ptrmap_init(&met, a->ar.alloc, a->ar.user);
	for (LLVMUseRef u = LLVMGetFirstUse(begin); u != NULL; u = LLVMGetNextUse(u))
		if (is_end_of(LLVMGetUser(u), begin)) {
			needed_at(l, LLVMGetUser(u));
			ptrmap_set(&met, LLVMGetInstructionParent(LLVMGetUser(u)), 0);
		}
	l->endless |= met.count == 0;
	if (!l->endless && ptrmap_get(&met, a->block[home]) == PTRMAP_NONE && ARENA_PUSH(&a->ar, list, n, cap))
		list[n++] = home;
	for (uint32_t i = 0; i < n && !met.failed; i++) {
		live_out_of(l, list[i]);
		for (uint32_t e = a->g.succ_at[list[i]]; e < a->g.succ_at[list[i] + 1] && spend(l, 1); e++) {
			block_id s = a->g.succ[e];
			if (!cfg_dominates(&a->g, home, s) || ptrmap_get(&met, a->block[s]) != PTRMAP_NONE)
				continue;
			ptrmap_set(&met, a->block[s], 0);
			if (ARENA_PUSH(&a->ar, list, n, cap))
				list[n++] = s;
		}
	}
	l->failed |= met.failed;
	ptrmap_free(&met);
}

static void
find_blocks(struct lifetime *l, const struct object *o)
{
	place_of(l, l->home);
	for (uint32_t i = 0; i < o->nuse; i++) {
		needed_at(l, o->use[i].inst);
		if (o->use[i].kind == USE_PRESERVE && !l->endless)
			follow_region(l, o->use[i].inst);
	}
	for (uint32_t i = 0; i < l->m->nuntil; i++)
		needed_at(l, l->m->until[i]);
	follow_predecessors(l);
}

/* ---- where it ends */

static void
end_at(struct lifetime *l, LLVMValueRef inst)
{
	if (ARENA_PUSH(&l->a->ar, l->m->end, l->m->nend, l->m->end_cap))
		l->m->end[l->m->nend++] = inst;
	else
		l->failed = true;
}

/* Is the call a safepoint for certain? Attributes may say that it is none. */
static bool
is_safepoint(LLVMValueRef call)
{
	static const char leaf[] = "gc-leaf-function";
	LLVMValueRef callee = LLVMGetCalledValue(call);
	enum intrinsic id = intrinsic_of(callee);

	if (!intrinsic_may_be_safepoint(id) || id == INTR_LLVM || id == INTR_LLVM_LIFETIME || id == INTR_LLVM_DEBUG
		|| id == INTR_MEMCMP || LLVMIsAInlineAsm(callee))
		return false;
	if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0)
		return false;
	if (call_has_attribute(call, "memory")
		|| LLVMGetCallSiteStringAttribute(call, AT_FUNCTION, leaf, sizeof leaf - 1))
		return id == INTR_GC_ALLOC_OBJ || id == INTR_GC_ALLOC_MEMORY;
	return !LLVMIsAFunction(callee)
		|| LLVMGetStringAttributeAtIndex(callee, AT_FUNCTION, leaf, sizeof leaf - 1) == NULL;
}

static bool
is_call(LLVMOpcode op)
{
	return op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
}

/* May an end stand here? A marker of another variable is as good a place as a safepoint: the two can share memory
** then. */
static bool
may_end(LLVMValueRef inst)
{
	return is_call(LLVMGetInstructionOpcode(inst))
		&& (intrinsic_of_call(inst) == INTR_LLVM_LIFETIME || is_safepoint(inst));
}

/* The first instruction of a block in front of which others may stand; NULL: there is none. */
static LLVMValueRef
top_of(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (i != NULL && LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	if (i != NULL && LLVMIsALandingPadInst(i))
		return LLVMGetNextInstruction(i);
	return i != NULL && (LLVMIsACatchSwitchInst(i) || LLVMIsACatchPadInst(i) || LLVMIsACleanupPadInst(i))
		? NULL : i;
}

/* The memory is not needed at the start of a block any more. */
static void
dead_into(struct lifetime *l, block_id b)
{
	struct place *p = place_of(l, b);

	if (p == NULL || p->pending)
		return;
	p->pending = true;
	if (b != l->home && cfg_dominates(&l->a->g, l->home, b)) {
		push(l, b);
	} else {
		LLVMValueRef top = top_of(l->a->block[b]);
		if (top != NULL)
			end_at(l, top);
	}
}

/* Looks for the first place for an end from an instruction on, in its block and those behind it. */
static void
end_behind(struct lifetime *l, block_id b, LLVMValueRef inst)
{
	for (; inst != NULL && spend(l, 1); inst = LLVMGetNextInstruction(inst))
		if (may_end(inst)) {
			end_at(l, inst);
			return;
		}
	for (uint32_t e = l->a->g.succ_at[b]; e < l->a->g.succ_at[b + 1] && !l->endless; e++)
		dead_into(l, l->a->g.succ[e]);
}

/* The instruction behind the last one of a block that needs the memory. */
static LLVMValueRef
behind_last_use(struct lifetime *l, const struct place *p)
{
	LLVMValueRef i = p->block == l->home ? LLVMGetNextInstruction(l->allocation)
		: LLVMGetFirstInstruction(l->a->block[p->block]);

	for (uint32_t left = p->uses; left > 0 && i != NULL && spend(l, 1); i = LLVMGetNextInstruction(i))
		left -= ptrmap_get(&l->at, i) != PTRMAP_NONE;
	return i;
}

static void
find_ends(struct lifetime *l)
{
	for (uint32_t i = 0, n = l->n; i < n && !l->failed && !l->endless; i++) {
		const struct place p = l->place[i]; /* the list may move */
		if (!p.live_out)
			end_behind(l, p.block, behind_last_use(l, &p));
		for (uint32_t e = l->a->g.succ_at[p.block]; p.live_out && e < l->a->g.succ_at[p.block + 1]; e++) {
			block_id s = l->a->g.succ[e];
			const struct place *to = s == l->home ? NULL : place_of(l, s);
			if (to == NULL || !to->live_in)
				dead_into(l, s);
		}
	}
	while (l->ntodo > 0 && !l->failed && !l->endless) {
		block_id b = l->todo[--l->ntodo];
		end_behind(l, b, top_of(l->a->block[b]));
	}
}

bool
lifetime_plan(struct alloc_opt *a, const struct object *o, struct move *m)
{
	struct lifetime l = { .a = a, .m = m, .home = block_of(a, o->value), .allocation = o->value };

	m->nend = 0;
	if (l.home == NONE)
		return true;
	ptrmap_init(&l.at, a->ar.alloc, a->ar.user);
	find_blocks(&l, o);
	if (!l.endless && !l.failed)
		find_ends(&l);
	if (l.endless)
		m->nend = 0;
	ptrmap_free(&l.at);
	return !l.failed && !a->ar.failed;
}
