/* merges.c -- objects that meet in phis and selects.  A phi whose inputs are all objects of one size and type, which
** become variables, is such an object itself: on each edge its variables take the values of those of the input.  So a
** box that a loop carries becomes numbers that the loop carries, and is made behind the loop if it is needed there.
**
** The phi and its input are one object.  What is stored through one of them must be seen through the other.  So either
** the input is not used any more once the phi has taken it over, or nothing is stored after that, and the object is
** made nowhere.
**
** One constant, such as null, may be among the inputs.  One more variable tells whether the phi is that constant.  Then
** the object is accessed, and made, only where a branch has found that it is not; null is not accessed anyway. */
#include "optimize/alloc/alloc.h"

enum { MAX_TRIES = 8, MAX_INCOMING = 64, MAX_GUARDS = 16, MAX_MARKS = 1 << 20 };

struct merges {
	struct alloc_opt *a;
	struct virtual_plan *p;
	LLVMValueRef bad;        /* a phi or select that cannot be taken apart */
	bool ok;
};

/* ---- the objects that meet ---- */

static bool
is_merge(LLVMValueRef v)
{
	return LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
}

static LLVMValueRef
behind_casts(LLVMValueRef v)
{
	while (LLVMIsAAddrSpaceCastInst(v) || LLVMIsABitCastInst(v))
		v = operand_of(v, 0);
	return v;
}

/* Are two objects made by the same call, but for its place? */
static bool
are_alike(const struct object *x, const struct object *y)
{
	unsigned n = (unsigned)LLVMGetNumOperands(x->value);

	if (LLVMGetCalledValue(x->value) != LLVMGetCalledValue(y->value)
		|| LLVMGetNumOperandBundles(x->value) != LLVMGetNumOperandBundles(y->value)
		|| (unsigned)LLVMGetNumOperands(y->value) != n || x->nzero != y->nzero || x->zeroed != y->zeroed
		|| x->uninitialized != y->uninitialized || x->align != y->align)
		return false;
	for (unsigned i = 0; i < n; i++)
		if (operand_of(x->value, i) != operand_of(y->value, i))
			return false;
	return x->nzero == 0 || memcmp(x->zero, y->zero, x->nzero * sizeof *x->zero) == 0;
}

/* Does the operand of the allocations have its value where the phi or select stands? */
static bool
is_known_at(const struct alloc_opt *a, LLVMValueRef v, LLVMValueRef at)
{
	if (!LLVMIsAInstruction(v))
		return true;
	block_id from = block_of(a, v), to = block_of(a, at);
	if (from == NONE || to == NONE)
		return false;
	return from == to ? ptrmap_get(&a->order, v) < ptrmap_get(&a->order, at) : cfg_dominates(&a->g, from, to);
}

/* Can phis of fields stand beside a phi, and loads at the ends of its predecessors? */
static bool
place_suits(const struct alloc_opt *a, LLVMValueRef phi)
{
	LLVMValueRef next = phi;

	if (LLVMCountIncoming(phi) > MAX_INCOMING)
		return false;
	while (LLVMIsAPHINode(next))
		next = LLVMGetNextInstruction(next);
	switch (LLVMGetInstructionOpcode(next)) {
	case LLVMLandingPad: case LLVMCatchPad: case LLVMCleanupPad: case LLVMCatchSwitch:
		return false;
	default:
		break;
	}
	for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMOpcode op = LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(from));
		if (op != LLVMBr && op != LLVMSwitch && op != LLVMInvoke)
			return false;
	}
	return ptrmap_get(&a->order, phi) != PTRMAP_NONE;
}

/* Makes a value a member, if it is none.  False: it cannot be one. */
static bool
add(struct merges *x, LLVMValueRef value)
{
	struct alloc_opt *a = x->a;
	struct virtual_plan *p = x->p;
	struct object o, *first = &p->m[0].o;

	for (uint32_t k = 0; k < p->n; k++)
		if (p->m[k].o.value == value)
			return true;
	if (p->n == MAX_MEMBERS || !LLVMIsAInstruction(value) || block_of(a, value) == NONE
		|| ptrmap_get(&a->banned, value) != PTRMAP_NONE || ptrmap_get(&a->order, value) == PTRMAP_NONE)
		return false;
	if (is_merge(value)) {
		LLVMTypeRef t = LLVMTypeOf(value);
		LLVMValueRef task = operand_of(first->value, 0);
		if (LLVMGetTypeKind(t) != LLVMPointerTypeKind || (LLVMIsAPHINode(value) && !place_suits(a, value))
			|| !is_known_at(a, first->type, value) || !is_known_at(a, task, value))
			return false;
		o = *first;
		o.value = value, o.id = INTR_NONE;
		o.use = NULL, o.via = NULL;
		o.use_cap = o.via_cap = 0;
	} else if (!LLVMIsACallInst(value) || !object_of_call(a, value, &o) || !are_alike(first, &o)) {
		return false;
	}
	if (!object_walk(a, &o) || !add_variable_geps(a, &o)) {
		x->ok = false;
		return false;
	}
	p->m[p->n] = (struct member){ .o = o };
	p->n++;
	return true;
}

static void
ban(struct merges *x, LLVMValueRef merge)
{
	x->bad = merge;
	if (!ptrmap_set(&x->a->banned, merge, 0))
		x->ok = false;
}

static bool
is_undefined(LLVMValueRef v)
{
	return LLVMIsUndef(v) || LLVMIsPoison(v);
}

/* Notes a constant input: there can be one in all. */
static bool
note_constant(struct merges *x, LLVMValueRef c)
{
	struct virtual_plan *p = x->p;

	if (!LLVMIsNull(c) && LLVMTypeOf(c) != x->a->e.tracked)
		return false;
	if (p->constant == NULL)
		p->constant = c;
	return p->constant == c || (LLVMIsNull(p->constant) && LLVMIsNull(c));
}

/* Adds the inputs of a phi or select. */
static void
add_inputs(struct merges *x, LLVMValueRef merge)
{
	bool phi = LLVMIsAPHINode(merge) != NULL;
	unsigned first = phi ? 0 : 1, n = phi ? LLVMCountIncoming(merge) : 3;

	for (unsigned i = first; i < n && x->ok && x->bad == NULL; i++) {
		LLVMValueRef input = operand_of(merge, i);
		if (phi && ptrmap_get(&x->a->id, LLVMGetIncomingBlock(merge, i)) == PTRMAP_NONE)
			continue;
		if (is_undefined(input))
			continue;
		if (LLVMIsConstant(input) ? !note_constant(x, input) : !add(x, behind_casts(input)))
			ban(x, merge);
	}
}

/* Finds all that meets the first member. */
static void
gather(struct merges *x)
{
	struct virtual_plan *p = x->p;

	for (uint32_t k = 0; k < p->n && x->ok && x->bad == NULL; k++) {
		if (is_merge(p->m[k].o.value))
			add_inputs(x, p->m[k].o.value);
		for (uint32_t i = 0; i < p->m[k].o.nuse && x->ok && x->bad == NULL; i++) {
			const struct object_use *u = &p->m[k].o.use[i];
			if ((u->kind != USE_PHI && u->kind != USE_SELECT) || use_block(x->a, u) == NONE
				|| ptrmap_get(&x->a->banned, u->inst) != PTRMAP_NONE)
				continue;
			if (u->offset != 0 || !add(x, u->inst))
				ban(x, u->inst);
		}
	}
}

/* Fills in `shape` and `inside`. */
static bool
join(struct merges *x, struct object *shape)
{
	struct alloc_opt *a = x->a;
	struct virtual_plan *p = x->p;

	shape->use = NULL;
	shape->nuse = shape->use_cap = 0;
	for (uint32_t k = 0; k < p->n; k++) {
		struct member *m = &p->m[k];
		m->inside = arena_zarray(&a->ar, (size_t)m->o.nuse + 1, sizeof *m->inside);
		if (m->inside == NULL)
			return false;
		for (uint32_t i = 0; i < m->o.nuse; i++) {
			const struct object_use *u = &m->o.use[i];
			m->inside[i] = (u->kind == USE_PHI || u->kind == USE_SELECT)
				&& ptrmap_get(&a->banned, u->inst) == PTRMAP_NONE && use_block(a, u) != NONE;
			if (!ARENA_PUSH(&a->ar, shape->use, shape->nuse, shape->use_cap))
				return false;
			shape->use[shape->nuse++] = *u;
		}
	}
	return object_fields(a, shape);
}

/* ---- is it sound? ---- */

static bool
writes(const struct object_use *u)
{
	return u->kind == USE_STORE || u->kind == USE_SET;
}

/* Is nothing stored into an object of the group once it has met a phi or select, and none made?  `m` is the input,
** `from` the block in which it is the merge from its start on, and, for a select, from instruction `order` on. */
static bool
is_frozen(struct merges *x, const struct member *m, block_id from, uint32_t order, bool select)
{
	struct alloc_opt *a = x->a;
	const struct cfg *g = &a->g;
	uint32_t n = 0;

	if (x->p->escapes)
		return false;
	for (uint32_t k = 0; k < x->p->n; k++) {
		const struct object *o = &x->p->m[k].o;
		for (uint32_t i = 0; o->id == INTR_NONE && i < o->nuse; i++)
			if (writes(&o->use[i]))
				return false;
	}
	a->visit++;
	if (!select && m->mark[from].live == m->stamp) {
		m->mark[from].seen = a->visit;
		a->todo[n++] = from;
	}
	for (uint32_t e = g->succ_at[from]; select && e < g->succ_at[from + 1]; e++) {
		block_id s = g->succ[e];
		if (m->mark[s].live == m->stamp && m->mark[s].seen != a->visit) {
			m->mark[s].seen = a->visit;
			a->todo[n++] = s;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t e = g->succ_at[a->todo[i]]; e < g->succ_at[a->todo[i] + 1]; e++) {
			block_id s = g->succ[e];
			if (m->mark[s].live == m->stamp && m->mark[s].seen != a->visit) {
				m->mark[s].seen = a->visit;
				a->todo[n++] = s;
			}
		}
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

static bool
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
				ban(x, merge);
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

/* Finds the members that may be the constant. */
static bool
find_maybe(struct merges *x)
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

/* Is a member that may be the constant used, and made, only where that does no harm? */
static bool
constant_suits(struct merges *x, const struct member *m)
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

/* ---- the plan ---- */

static bool
has_memory(const struct object *shape)
{
	for (uint32_t i = 0; i < shape->nfield; i++)
		if (field_is_memory(&shape->field[i]))
			return true;
	return false;
}

/* Makes marks for the blocks, for each member.  They need not be cleared: each plan has numbers of its own. */
static bool
take_marks(struct alloc_opt *a, uint32_t n)
{
	if ((uint64_t)n * a->g.nblk > MAX_MARKS)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		if (a->pool[k].mark != NULL)
			continue;
		a->pool[k].mark = arena_zarray(&a->ar, a->g.nblk, sizeof *a->pool[k].mark);
		a->pool[k].list = arena_array(&a->ar, a->g.nblk, sizeof *a->pool[k].list);
		if (a->ar.failed)
			return false;
	}
	return true;
}

static bool
plan_members(struct merges *x)
{
	struct alloc_opt *a = x->a;
	struct virtual_plan *p = x->p;

	if (!take_marks(a, p->n))
		return false;
	for (uint32_t k = 0; k < p->n; k++)
		if (!virtual_uses_suit(a, p, &p->m[k], true))
			return false;
	for (uint32_t k = 0; k < p->n; k++) {
		a->mark = a->pool[k].mark, a->list = a->pool[k].list;
		if (!virtual_regions_suit(a, p, &p->m[k]))
			return false;
	}
	for (uint32_t k = 0; k < p->n && p->escapes; k++) {
		member_look(a, &p->m[k]);
		if (!escape_plan(a, p, &p->m[k]))
			return false;
	}
	return true;
}

static bool
try_once(struct merges *x, const struct object *o, struct object *shape)
{
	struct alloc_opt *a = x->a;
	struct virtual_plan *p = x->p;
	struct object first;

	x->bad = NULL;
	if (a->members == NULL)
		a->members = arena_array(&a->ar, MAX_MEMBERS, sizeof *a->members);
	*p = (struct virtual_plan){ .m = a->members, .shape = shape };
	if (p->m == NULL || !object_of_call(a, o->value, &first) || !object_walk(a, &first)
		|| !add_variable_geps(a, &first))
		return x->ok = false;
	*shape = first;
	p->m[0] = (struct member){ .o = first };
	p->n = 1;
	gather(x);
	if (!x->ok || x->bad != NULL || p->n == 1)
		return false;
	if (!join(x, shape) || !virtual_shape_suits(a, p, true) || has_memory(shape) || !find_maybe(x)
		|| !plan_members(x))
		return x->ok = false;
	for (uint32_t k = 0; k < p->n && p->constant != NULL; k++)
		if (p->m[k].maybe && !constant_suits(x, &p->m[k])) {
			ban(x, p->m[k].o.value);
			return false;
		}
	return merges_agree(x) && escape_pays(a, p) && virtual_reserve(a, p);
}

bool
merges_suit(struct alloc_opt *a, struct object *o, struct virtual_plan *p)
{
	struct merges x = { .a = a, .p = p, .ok = true };
	struct object *shape = arena_alloc(&a->ar, sizeof *shape);
	bool merged = false, done = false;

	for (uint32_t i = 0; i < o->nuse; i++)
		merged |= (o->use[i].kind == USE_PHI || o->use[i].kind == USE_SELECT) && o->use[i].offset == 0;
	if (!merged || shape == NULL || block_of(a, o->value) == NONE)
		return false;
	ptrmap_clear(&a->banned);
	for (int i = 0; i < MAX_TRIES && x.ok && !done; i++) {
		done = try_once(&x, o, shape);
		if (!done && x.bad == NULL)
			break;
	}
	a->mark = a->shared_mark, a->list = a->shared_list;
	return done;
}
