/* SPDX-License-Identifier: MIT */
/* merges_agree.c -- is it sound to take objects apart that meet in phis and selects? */
#include "optimize/alloc/parts/merges.h"

enum { MAX_GUARDS = 16 };

static bool
writes(const struct object_use *u)
{
	return u->kind == USE_STORE || u->kind == USE_SET || u->kind == USE_ATOMIC
		|| (u->kind == USE_COPY && u->operand == 0);
}

/* Is nothing stored into an object of the group once it has met a phi or select, and none made?  `m` is the input,
** `from` the block in which it is the merge from its start on, and, for a select, from instruction `order` on. */
static bool
is_frozen(struct merges *x, const struct member *m, block_id from, uint32_t order, bool select)
{
	struct alloc_opt *a = x->a;

	if (x->p->escapes)
		return false;
	for (uint32_t k = 0; k < x->p->n; k++) {
		const struct object *o = &x->p->m[k].o;
		for (uint32_t i = 0; o->id == INTR_NONE && i < o->nuse; i++)
			if (writes(&o->use[i]))
				return false;
	}
	uint32_t n = blocks_reached(a, m->mark, m->stamp, from, !select);
	if (a->budget <= (uint64_t)n + m->o.nuse) {
		a->budget = 0;
		return false;
	}
	a->budget -= (uint64_t)n + m->o.nuse;
	for (uint32_t i = 0; i < m->o.nuse; i++) {
		const struct object_use *u = &m->o.use[i];
		block_id b = block_of(a, u->inst);
		if (!writes(u) || b == NONE)
			continue;
		if (m->mark[b].seen == a->visit || (select && b == from && ptrmap_get(&a->order, u->inst) > order))
			return false;
	}
	return true;
}

/* Is the input used behind a phi, but for what it is used for by that phi?  Also if another phi takes it over. */
static bool
used_behind_phi(struct merges *x, const struct member *m, LLVMValueRef phi, LLVMBasicBlockRef from)
{
	if (m->mark[block_of(x->a, phi)].live == m->stamp)
		return true;
	for (uint32_t i = 0; i < m->o.nuse; i++) {
		const struct object_use *u = &m->o.use[i];
		if (u->kind == USE_PHI && u->inst != phi && LLVMGetIncomingBlock(u->inst, u->operand) == from
			&& LLVMGetInstructionParent(u->inst) == LLVMGetInstructionParent(phi))
			return true;
	}
	return false;
}

static bool
used_behind_select(struct merges *x, const struct member *m, LLVMValueRef select)
{
	struct alloc_opt *a = x->a;
	const struct cfg *g = &a->g;
	block_id b = block_of(a, select);
	uint32_t order = ptrmap_get(&a->order, select);

	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
		if (m->mark[g->succ[e]].live == m->stamp)
			return true;
	for (uint32_t i = 0; i < m->o.nuse; i++) {
		const struct object_use *u = &m->o.use[i];
		if (use_block(a, u) != b)
			continue;
		if (u->kind == USE_PHI || (u->inst != select && ptrmap_get(&a->order, u->inst) > order))
			return true;
	}
	return false;
}

/* Looks at an input of a phi or select: it must still be variables there, and what both become is to agree. */
static bool
input_suits(struct merges *x, LLVMValueRef merge, unsigned operand, const struct member *m)
{
	struct alloc_opt *a = x->a;
	bool select = LLVMIsASelectInst(merge) != NULL;
	struct object_use u = { .inst = merge, .operand = operand, .kind = select ? USE_SELECT : USE_PHI };

	member_look(a, m);
	if (x->p->escapes && escape_is_real(a, &u))
		return false;
	bool used = select ? used_behind_select(x, m, merge)
		: used_behind_phi(x, m, merge, LLVMGetIncomingBlock(merge, operand));
	return !used || is_frozen(x, m, block_of(a, merge), ptrmap_get(&a->order, merge), select);
}

bool
merges_agree(struct merges *x)
{
	struct alloc_opt *a = x->a;
	struct virtual_plan *p = x->p;

	for (uint32_t k = 0; k < p->n && x->bad == NULL; k++) {
		LLVMValueRef merge = p->m[k].o.value;
		if (!is_merge(merge))
			continue;
		bool phi = LLVMIsAPHINode(merge) != NULL;
		for (unsigned i = phi ? 0 : 1, n = phi ? LLVMCountIncoming(merge) : 3; i < n && x->bad == NULL; i++) {
			uint32_t input = ptrmap_get(&a->derived, operand_of(merge, i));
			if (phi && ptrmap_get(&a->id, LLVMGetIncomingBlock(merge, i)) == PTRMAP_NONE)
				continue;
			if (input < p->n && !input_suits(x, merge, i, &p->m[input]))
				merges_ban(x, merge);
		}
	}
	return x->ok && x->bad == NULL;
}

/* ---- the constant ---- */

static bool
is_the_constant(const struct merges *x, LLVMValueRef v)
{
	return v == x->p->constant || (LLVMIsNull(x->p->constant) && LLVMIsNull(v));
}

/* Finds the blocks that are reached only if the member is not the constant: behind branches on a comparison. */
static bool
find_guards(struct merges *x, struct member *m)
{
	struct alloc_opt *a = x->a;
	const struct cfg *g = &a->g;

	for (uint32_t i = 0; i < m->o.nuse && m->nguard < MAX_GUARDS; i++) {
		const struct object_use *u = &m->o.use[i];
		if (u->kind != USE_COMPARE || u->offset != 0
			|| !is_the_constant(x, operand_of(u->inst, 1 - u->operand)))
			continue;
		unsigned other = LLVMGetICmpPredicate(u->inst) == LLVMIntEQ ? 1 : 0;
		for (LLVMUseRef w = LLVMGetFirstUse(u->inst); w != NULL; w = LLVMGetNextUse(w)) {
			LLVMValueRef br = LLVMGetUser(w);
			if (!LLVMIsABranchInst(br) || m->nguard == MAX_GUARDS)
				continue;
			block_id s = ptrmap_get(&a->id, LLVMGetSuccessor(br, other));
			if (s == NONE || g->pred_at[s + 1] - g->pred_at[s] != 1)
				continue;
			if (!ARENA_PUSH(&a->ar, m->guard, m->nguard, m->guard_cap))
				return false;
			m->guard[m->nguard++] = s;
		}
	}
	return true;
}

static bool
is_guarded(const struct merges *x, const struct member *m, block_id b)
{
	if (!m->maybe)
		return true;
	for (uint32_t i = 0; i < m->nguard; i++)
		if (cfg_dominates(&x->a->g, m->guard[i], b))
			return true;
	return false;
}

/* May an input be the constant? */
static bool
input_may_be(const struct merges *x, LLVMValueRef merge, unsigned operand)
{
	LLVMValueRef input = operand_of(merge, operand);
	bool phi = LLVMIsAPHINode(merge) != NULL;
	block_id at = phi ? ptrmap_get(&x->a->id, LLVMGetIncomingBlock(merge, operand)) : block_of(x->a, merge);
	uint32_t k = ptrmap_get(&x->a->derived, input);

	if (at == NONE || is_undefined(input))
		return false;
	return k < x->p->n ? !is_guarded(x, &x->p->m[k], at) : true;
}

bool
merges_find_maybe(struct merges *x)
{
	struct virtual_plan *p = x->p;
	bool changed = p->constant != NULL;

	for (uint32_t k = 0; changed && k < p->n; k++)
		if (is_merge(p->m[k].o.value) && !find_guards(x, &p->m[k]))
			return false;
	while (changed) { /* at most once for each member */
		changed = false;
		for (uint32_t k = 0; k < p->n; k++) {
			struct member *m = &p->m[k];
			if (m->maybe || !is_merge(m->o.value))
				continue;
			bool phi = LLVMIsAPHINode(m->o.value) != NULL;
			unsigned n = phi ? LLVMCountIncoming(m->o.value) : 3;
			for (unsigned i = phi ? 0 : 1; i < n && !m->maybe; i++)
				m->maybe = input_may_be(x, m->o.value, i);
			changed |= m->maybe;
		}
	}
	return true;
}

struct site_check { const struct merges *x; const struct member *m; };

static bool
site_is_guarded(void *user, block_id b)
{
	const struct site_check *c = user;

	return is_guarded(c->x, c->m, b);
}

/* Can a use have a member that is the constant?  Nobody accesses null. */
static bool
use_may_be_constant(const struct merges *x, const struct object_use *u)
{
	switch (u->kind) {
	case USE_COMPARE:
		return u->offset == 0;
	case USE_ROOT: case USE_CHILD: case USE_ASSUME: case USE_LIFETIME:
		return true;
	case USE_LOAD: case USE_STORE: case USE_SET: case USE_PARENT: case USE_TYPEOF:
		return LLVMIsNull(x->p->constant);
	default:
		return false;
	}
}

bool
merges_constant_suits(struct merges *x, const struct member *m)
{
	struct alloc_opt *a = x->a;
	struct site_check c = { x, m };

	for (uint32_t i = 0; i < m->o.nuse; i++) {
		const struct object_use *u = &m->o.use[i];
		block_id b = use_block(a, u);
		if (b != NONE && !m->inside[i] && !use_may_be_constant(x, u) && !is_guarded(x, m, b))
			return false;
	}
	member_look(a, m);
	return !x->p->escapes || escape_sites(a, m, site_is_guarded, &c);
}
