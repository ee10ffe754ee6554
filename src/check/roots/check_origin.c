/* SPDX-License-Identifier: MIT */
/* check_origin.c -- the base of a pointer where objects move: the part of a value that was read last from a slot, from
** an object or as a result, and a key that pointers into the same object share. */
#include "check/roots/check_moved.h"

enum { MOST = 64 }; /* parts that one search looks at */

/* Parts of two choices that choose alike. */
struct pair { struct part a, b; };

static bool
is_among(const struct part *list, uint32_t n, struct part at)
{
	uint32_t k = 0;

	while (k < n && !part_same(list[k], at))
		k++;
	return k < n;
}

struct part
origin_chain(const struct moved *d, struct part at)
{
	enum { FAR = 10000 };

	for (int i = 0; i < FAR && LLVMIsAInstruction(at.v); i++) {
		LLVMOpcode op = LLVMGetInstructionOpcode(at.v);
		LLVMValueRef from = LLVMGetNumOperands(at.v) > 0 ? LLVMGetOperand(at.v, 0) : NULL;
		/* what it points to lives as long as the object, and moves with it */
		bool loaded = (op == LLVMLoad && check_space(LLVMTypeOf(at.v)) == LR_AS_LOADED)
			|| (op == LLVMCall && check_callee(d->c, at.v).id == FN_GC_LOADED);
		bool address = loaded || op == LLVMAddrSpaceCast || op == LLVMBitCast || op == LLVMGetElementPtr;
		if (address && check_space(LLVMTypeOf(from)) < LR_AS_FIRST_SPECIAL)
			break;
		if (loaded)
			at = (struct part){ from, part_is_vector(from) ? at.part : 0 };
		else if (!part_inner(d->m, &at, true))
			break;
	}
	return at;
}

/* Does the end of a chain surely point to what no collection moves? */
static bool
is_immovable(const struct moved *d, struct part at)
{
	return LLVMIsAConstant(at.v) || part_is_immovable_source(d->m, at);
}

/* Do two choices choose alike?  Phis of one block do, and selects by one condition. */
static bool
chooses_alike(struct part a, struct part b)
{
	if (LLVMIsAPHINode(a.v) && LLVMIsAPHINode(b.v))
		return LLVMGetInstructionParent(a.v) == LLVMGetInstructionParent(b.v);
	if (!LLVMIsASelectInst(a.v) || !LLVMIsASelectInst(b.v) || LLVMGetOperand(a.v, 0) != LLVMGetOperand(b.v, 0))
		return false;
	return a.part == b.part || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(a.v, 0))) == LLVMIntegerTypeKind;
}

/* Gets pair number `i` that two choices choose between, as ends of their chains; false behind the last. */
static bool
chosen_pair(const struct moved *d, const struct pair *p, unsigned i, struct pair *in)
{
	LLVMValueRef a, b;

	if (LLVMIsASelectInst(p->a.v)) {
		if (i == 2)
			return false;
		a = LLVMGetOperand(p->a.v, i + 1);
		b = LLVMGetOperand(p->b.v, i + 1);
	} else {
		if (i == LLVMCountIncoming(p->a.v))
			return false;
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(p->a.v, i);
		a = LLVMGetIncomingValue(p->a.v, i);
		b = LLVMGetIncomingBlock(p->b.v, i) == from ? LLVMGetIncomingValue(p->b.v, i)
			: rmodel_incoming(p->b.v, from);
	}
	in->a = origin_chain(d, (struct part){ a, p->a.part });
	in->b = origin_chain(d, (struct part){ b, p->b.part });
	return true;
}

/* Do two choices always point into the same object, as a derived pointer and its base do?  All pairs of operands have
** to; a pair that is asked about already counts as if it does (the greatest fixed point).  With `use` a pair is right,
** too, if its `a` does not move: the question is then whether a use of `a` is right as long as `b` is pinned. */
static bool
same_object(const struct moved *d, struct part a, struct part b, bool use)
{
	struct pair asked[MOST] = { { a, b } }, p;
	uint32_t n = 1, k;

	if (!chooses_alike(a, b))
		return false;
	for (uint32_t i = 0; i < n; i++)
		for (unsigned in = 0; chosen_pair(d, &asked[i], in, &p); in++) {
			if (part_same(p.a, p.b) || (is_immovable(d, p.a) && (use || is_immovable(d, p.b))))
				continue;
			if (!chooses_alike(p.a, p.b))
				return false;
			for (k = 0; k < n && !(part_same(asked[k].a, p.a) && part_same(asked[k].b, p.b)); k++)
				continue;
			if (k < n)
				continue;
			if (n == MOST)
				return false;
			asked[n++] = p;
		}
	return true;
}

/* The first phi of the block that always points into the same object as part `at` of a phi, which stands for itself if
** there is none. */
static struct part
first_phi_like(const struct moved *d, struct part at, bool use)
{
	LLVMValueRef p = LLVMGetFirstInstruction(LLVMGetInstructionParent(at.v));

	for (uint32_t i = 0; i < MOST && p != NULL && LLVMIsAPHINode(p) && (use || p != at.v);
		p = LLVMGetNextInstruction(p)) {
		if (check_space(LLVMTypeOf(p)) < LR_AS_FIRST_SPECIAL || p == at.v)
			continue;
		i++;
		if (same_object(d, at, (struct part){ p, 0 }, use))
			return (struct part){ p, 0 };
	}
	return at;
}

struct part
origin_pinned_select(const struct moved *d, struct part at, bool use)
{
	for (uint32_t i = 0; i < d->nselects; i++) {
		const struct part other = { d->selects[i], 0 };
		if (other.v == at.v ? at.part == 0 : same_object(d, at, other, use))
			return other;
	}
	return at;
}

/* Is it a phi, a select, or a vector any lane of which may be replaced? */
static bool
is_choice(LLVMValueRef v)
{
	return LLVMIsAPHINode(v) || LLVMIsASelectInst(v)
		|| (LLVMIsAInsertElementInst(v) && !LLVMIsAConstantInt(LLVMGetOperand(v, 2)));
}

/* Gets operand number `i` of a choice, as the end of its chain; false behind the last. */
static bool
input(const struct moved *d, struct part choice, unsigned i, struct part *in)
{
	bool insert = LLVMIsAInsertElementInst(choice.v) != NULL, phi = LLVMIsAPHINode(choice.v) != NULL;

	if (i >= (phi ? LLVMCountIncoming(choice.v) : 2))
		return false;
	*in = origin_chain(d, (struct part){ LLVMGetOperand(choice.v, phi || insert ? i : i + 1),
		insert && i == 1 ? 0 : choice.part });
	return true;
}

/* Finds the one part that all operands of a choice come from, which then dominates it; false if there is none.
** With `through` operands that are choices stand for their own operands.  With `use` operands that do not move are left
** out, but not those of a phi: a use is right if the other part is pinned, but to pin the choice may pin nothing. */
static bool
only_input(const struct moved *d, struct part choice, bool use, bool through, struct part *only)
{
	struct part seen[MOST] = { choice }, in;
	uint32_t n = 1;

	only->v = NULL;
	for (uint32_t i = 0; i < n; i++)
		for (unsigned j = 0; input(d, seen[i], j, &in); j++) {
			if (is_among(seen, n, in) || (use && !LLVMIsAPHINode(seen[i].v) && is_immovable(d, in)))
				continue;
			if (through && is_choice(in.v)) {
				if (n == MOST)
					return false;
				seen[n++] = in;
				continue;
			}
			if (only->v != NULL && !part_same(*only, in))
				return false;
			*only = in;
		}
	return only->v != NULL;
}

bool
origin_is_immovable(const struct moved *d, struct part at)
{
	struct part seen[MOST] = { origin_chain(d, at) }, in;
	uint32_t n = 1;

	for (uint32_t i = 0; i < n; i++) {
		if (is_immovable(d, seen[i]))
			continue;
		if (!is_choice(seen[i].v))
			return false;
		for (unsigned j = 0; input(d, seen[i], j, &in); j++) {
			if (is_among(seen, n, in))
				continue;
			if (n == MOST)
				return false;
			seen[n++] = in;
		}
	}
	return true;
}

/* The key of the value that a part comes from; a choice whose operands all come from one part has the key of that. */
static uint64_t
value_key(const struct moved *d, struct part at, bool use)
{
	enum { FAR = 100 };
	struct part from = origin_chain(d, at), only;

	for (int i = 0; i < FAR && is_choice(from.v); i++, from = only)
		if (!only_input(d, from, use, false, &only) && !only_input(d, from, use, true, &only))
			break;
	if (LLVMIsAPHINode(from.v))
		from = first_phi_like(d, from, use);
	else if (LLVMIsASelectInst(from.v))
		from = origin_pinned_select(d, from, use);
	uint32_t node = rmodel_node(d->m, from.v);
	return node == NONE ? NO_KEY : (uint64_t)1 << 63 | (uint64_t)node << 32 | from.part;
}

/* The key of the class of a part (check_class.c); NO_KEY if it has none. */
static uint64_t
class_key(const struct moved *d, struct part at)
{
	const struct ck *c = d->c;
	uint32_t base = ptrmap_get(&c->lanes_of, at.v);

	if (base != PTRMAP_NONE && base + at.part < c->nlane && c->lane_node[base + at.part] != NONE) {
		uint32_t class = c->node[c->lane_node[base + at.part]].cls;
		if (class != CK_ROOTED && class != CK_UNKNOWN)
			return class;
	}
	return NO_KEY;
}

uint64_t
origin_key_of(const struct moved *d, struct part at, bool use)
{
	uint64_t key = class_key(d, at);

	return key == NO_KEY ? value_key(d, at, use) : key;
}

uint64_t
origin_object_key(const struct moved *d, struct part at)
{
	struct part from = origin_chain(d, at);

	return from.v == at.v ? NO_KEY : class_key(d, from);
}
