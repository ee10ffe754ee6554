/* SPDX-License-Identifier: MIT */
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
#include "optimize/alloc/parts/merges.h"

enum { MAX_TRIES = 8, MAX_INCOMING = 64, MAX_MARKS = 1 << 20 };

/* ---- the objects that meet ---- */

static LLVMValueRef
behind_casts(LLVMValueRef v)
{
	while (LLVMIsAAddrSpaceCastInst(v) || LLVMIsABitCastInst(v) || LLVMIsAFreezeInst(v))
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

void
merges_ban(struct merges *x, LLVMValueRef merge)
{
	x->bad = merge;
	if (!ptrmap_set(&x->a->banned, merge, 0))
		x->ok = false;
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
			merges_ban(x, merge);
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
				merges_ban(x, u->inst);
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
	if (!join(x, shape) || !virtual_shape_suits(a, p, true) || has_memory(shape) || !merges_find_maybe(x)
		|| !plan_members(x))
		return x->ok = false;
	for (uint32_t k = 0; k < p->n && p->constant != NULL; k++)
		if (p->m[k].maybe && !merges_constant_suits(x, &p->m[k])) {
			merges_ban(x, p->m[k].o.value);
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
