/* check_origin.c -- what a reference comes down to where objects move: the value that was made last by a read, and a
** key that equal ones share. */
#include "check/roots/check_moved.h"

/* Parts of two choices that choose alike. */
struct twins { LLVMValueRef a, b; uint32_t part_a, part_b; };

static uint32_t
parts_before(const struct moved *d, LLVMTypeRef t, unsigned index)
{
	uint32_t n = 0;

	if (LLVMGetTypeKind(t) != LLVMStructTypeKind)
		return index * rmodel_parts(d->m, LLVMGetElementType(t));
	for (unsigned k = 0; k < index; k++)
		n += rmodel_parts(d->m, LLVMStructGetTypeAtIndex(t, k));
	return n;
}

/* The value that part `*part` of `v` comes from by one way only, and which part of that it is. */
LLVMValueRef
origin_chain(const struct moved *d, LLVMValueRef v, uint32_t *part)
{
	enum { FAR = 10000 };

	for (int i = 0; i < FAR && LLVMIsAInstruction(v); i++) {
		LLVMOpcode op = LLVMGetInstructionOpcode(v);
		bool loaded = check_space(LLVMTypeOf(v)) == LR_AS_LOADED;
		LLVMValueRef from = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : NULL;
		bool through = op == LLVMAddrSpaceCast || op == LLVMBitCast || op == LLVMFreeze
			|| op == LLVMGetElementPtr || (loaded && op == LLVMLoad);
		through |= op == LLVMCall && check_callee(d->c, v).id == FN_GC_LOADED;
		if (op == LLVMExtractValue && LLVMGetNumIndices(v) == 1) {
			*part += parts_before(d, LLVMTypeOf(from), LLVMGetIndices(v)[0]);
		} else if (op == LLVMInsertValue && LLVMGetNumIndices(v) == 1) {
			uint32_t before = parts_before(d, LLVMTypeOf(v), LLVMGetIndices(v)[0]),
				n = rmodel_parts(d->m, LLVMTypeOf(LLVMGetOperand(v, 1)));
			if (*part >= before && *part < before + n)
				from = LLVMGetOperand(v, 1), *part -= before;
		} else if (op == LLVMExtractElement && LLVMIsAConstantInt(LLVMGetOperand(v, 1))) {
			uint64_t lane = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
			if (lane >= PARTS_MAX)
				break;
			*part += (uint32_t)lane;
		} else if (op == LLVMInsertElement && LLVMIsAConstantInt(LLVMGetOperand(v, 2))) {
			if (*part == LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2)))
				from = LLVMGetOperand(v, 1), *part = 0;
		} else if (op == LLVMShuffleVector) {
			int lane = *part < LLVMGetNumMaskElements(v) ? LLVMGetMaskValue(v, *part) : -1;
			uint32_t width = LLVMGetVectorSize(LLVMTypeOf(from));
			if (lane < 0)
				break;
			*part = (uint32_t)lane;
			if (*part >= width)
				from = LLVMGetOperand(v, 1), *part -= width;
		} else if (!through || (op != LLVMFreeze && check_space(LLVMTypeOf(from)) < LR_AS_FIRST_SPECIAL)) {
			/* composites are frozen part by part */
			break;
		}
		v = from;
	}
	return v;
}

/* Does the end of a chain stand for what nobody moves?  A base has null there. */
static bool
still(const struct moved *d, LLVMValueRef v, uint32_t part)
{
	uint32_t node = rmodel_node(d->m, v);

	if (LLVMIsAConstant(v) || node == NONE)
		return true;
	struct rnode *n = &d->m->node[node];
	return !n->pure && part < n->parts && !(*rnode_movable(n, part / 64) >> part % 64 & 1);
}

/* Does a choice give what another does?  Phis of one block choose alike, and selects by one condition. */
static bool
chooses_alike(LLVMValueRef a, uint32_t part_a, LLVMValueRef b, uint32_t part_b)
{
	if (LLVMIsAPHINode(a) && LLVMIsAPHINode(b))
		return LLVMGetInstructionParent(a) == LLVMGetInstructionParent(b);
	if (!LLVMIsASelectInst(a) || !LLVMIsASelectInst(b) || LLVMGetOperand(a, 0) != LLVMGetOperand(b, 0))
		return false;
	return part_a == part_b || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(a, 0))) == LLVMIntegerTypeKind;
}

/* Number `i` of the pairs that these choose between, as ends of their chains; false behind the last. */
static bool
pair(const struct moved *d, const struct twins *t, unsigned i, struct twins *in)
{
	*in = *t;
	if (LLVMIsASelectInst(t->a)) {
		if (i == 2)
			return false;
		in->a = origin_chain(d, LLVMGetOperand(t->a, i + 1), &in->part_a);
		in->b = origin_chain(d, LLVMGetOperand(t->b, i + 1), &in->part_b);
		return true;
	}
	if (i == LLVMCountIncoming(t->a))
		return false;
	LLVMBasicBlockRef from = LLVMGetIncomingBlock(t->a, i);
	bool same_place = LLVMGetIncomingBlock(t->b, i) == from;
	in->a = origin_chain(d, LLVMGetIncomingValue(t->a, i), &in->part_a);
	in->b = origin_chain(d, same_place ? LLVMGetIncomingValue(t->b, i) : rmodel_incoming(t->b, from), &in->part_b);
	return true;
}

/* Are they always of the same object?  As a derived pointer and its base.  All ways into them have to say so, and what
** is being asked about already counts as true.  With `use` it is enough that `a` is not moved: who uses it is right if
** `b` stays. */
static bool
alike(const struct moved *d, struct twins first, bool use)
{
	enum { MOST = 64 };
	struct twins asked[MOST] = { first }, t;
	uint32_t n = 1, k;

	if (!chooses_alike(first.a, first.part_a, first.b, first.part_b))
		return false;
	for (uint32_t i = 0; i < n; i++)
		for (unsigned in = 0; pair(d, &asked[i], in, &t); in++) {
			if ((t.a == t.b && t.part_a == t.part_b)
				|| (still(d, t.a, t.part_a) && (use || still(d, t.b, t.part_b))))
				continue;
			if (!chooses_alike(t.a, t.part_a, t.b, t.part_b))
				return false;
			for (k = 0; k < n
				&& (asked[k].a != t.a || asked[k].b != t.b || asked[k].part_a != t.part_a
					|| asked[k].part_b != t.part_b);
				k++)
				continue;
			if (k < n)
				continue;
			if (n == MOST)
				return false;
			asked[n++] = t;
		}
	return true;
}

/* Of the phis that are always of the same object as part `*part` of this one, the first in its block. */
static LLVMValueRef
first_alike(const struct moved *d, LLVMValueRef phi, uint32_t *part, bool use)
{
	enum { MOST = 64 };
	LLVMValueRef p = LLVMGetFirstInstruction(LLVMGetInstructionParent(phi));

	for (int i = 0; i < MOST && p != NULL && LLVMIsAPHINode(p) && (use || p != phi);
		p = LLVMGetNextInstruction(p)) {
		if (check_space(LLVMTypeOf(p)) < LR_AS_FIRST_SPECIAL || p == phi)
			continue;
		i++;
		if (alike(d, (struct twins){ phi, p, *part, 0 }, use)) {
			*part = 0;
			return p;
		}
	}
	return phi;
}

/* Of the selects that are held somewhere, the first that is always of the same object as part `*part` of this one. */
LLVMValueRef
origin_held_alike(const struct moved *d, LLVMValueRef select, uint32_t *part, bool use)
{
	for (uint32_t i = 0; i < d->nselects; i++)
		if (d->selects[i] == select ? *part == 0
			: alike(d, (struct twins){ select, d->selects[i], *part, 0 }, use)) {
			*part = 0;
			return d->selects[i];
		}
	return select;
}

/* A phi or select, or a vector of which any lane may be replaced. */
static bool
is_choice(LLVMValueRef v)
{
	return LLVMIsAPHINode(v) || LLVMIsASelectInst(v)
		|| (LLVMIsAInsertElementInst(v) && !LLVMIsAConstantInt(LLVMGetOperand(v, 2)));
}

/* Input number `i` of part `*part` of a choice, as the end of its chain; NULL behind the last. */
static LLVMValueRef
input(const struct moved *d, LLVMValueRef v, unsigned i, uint32_t *part)
{
	if (LLVMIsAPHINode(v))
		return i < LLVMCountIncoming(v) ? origin_chain(d, LLVMGetIncomingValue(v, i), part) : NULL;
	bool insert = LLVMIsAInsertElementInst(v) != NULL;
	if (insert && i == 1)
		*part = 0;
	return i < 2 ? origin_chain(d, LLVMGetOperand(v, insert ? i : i + 1), part) : NULL;
}

/* Where the inputs of part `*part` of a choice come from, if that is one place, which then dominates it; NULL if there
** are several.  With `through` those that are choices stand for their own inputs.  With `use` those that nobody moves
** do not count, where they are there with the other: who uses it is right if that stays.  Whoever keeps it in place may
** keep nothing. */
static LLVMValueRef
only_input(const struct moved *d, LLVMValueRef v, uint32_t *part, bool use, bool through)
{
	enum { MOST = 64 };
	struct { LLVMValueRef v; uint32_t part; } seen[MOST] = { { v, *part } };
	LLVMValueRef only = NULL, in;
	uint32_t of = 0, n = 1, at, k;

	for (uint32_t i = 0; i < n; i++)
		for (unsigned j = 0; at = seen[i].part, (in = input(d, seen[i].v, j, &at)) != NULL; j++) {
			for (k = 0; k < n && (seen[k].v != in || seen[k].part != at); k++)
				continue;
			if (k < n || (use && !LLVMIsAPHINode(seen[i].v) && still(d, in, at)))
				continue;
			if (through && is_choice(in)) {
				if (n == MOST)
					return NULL;
				seen[n].v = in, seen[n++].part = at;
				continue;
			}
			if (only && (only != in || of != at))
				return NULL;
			only = in, of = at;
		}
	if (only)
		*part = of;
	return only;
}

/* Is all that it may be what nobody moves?  As what lies in constant objects. */
bool
origin_nobody_moves(const struct moved *d, LLVMValueRef v, uint32_t part)
{
	enum { MOST = 64 };
	struct { LLVMValueRef v; uint32_t part; } seen[MOST];
	uint32_t n = 1, at, k;
	LLVMValueRef in;

	seen[0].v = origin_chain(d, v, &part);
	seen[0].part = part;
	for (uint32_t i = 0; i < n; i++) {
		if (still(d, seen[i].v, seen[i].part))
			continue;
		if (!is_choice(seen[i].v))
			return false;
		for (unsigned j = 0; at = seen[i].part, (in = input(d, seen[i].v, j, &at)) != NULL; j++) {
			for (k = 0; k < n && (seen[k].v != in || seen[k].part != at); k++)
				continue;
			if (k < n)
				continue;
			if (n == MOST)
				return false;
			seen[n].v = in, seen[n++].part = at;
		}
	}
	return true;
}

/* As a key; of a choice all of whose inputs come from one place, that. */
static uint64_t
origin(const struct moved *d, LLVMValueRef v, uint32_t part, bool use)
{
	enum { FAR = 100 };
	LLVMValueRef from = origin_chain(d, v, &part), only;

	for (int i = 0; i < FAR && is_choice(from); i++, from = only)
		if ((only = only_input(d, from, &part, use, false)) == NULL
			&& (only = only_input(d, from, &part, use, true)) == NULL)
			break;
	if (LLVMIsAPHINode(from))
		from = first_alike(d, from, &part, use);
	else if (LLVMIsASelectInst(from))
		from = origin_held_alike(d, from, &part, use);
	uint32_t node = rmodel_node(d->m, from);
	return node == NONE ? NO_KEY : (uint64_t)1 << 63 | (uint64_t)node << 32 | part;
}

/* By what the other parts know of it; NO_KEY if that is nothing. */
static uint64_t
class_key(const struct moved *d, LLVMValueRef v, uint32_t part)
{
	const struct ck *c = d->c;
	uint32_t base = ptrmap_get(&c->lanes_of, v);

	if (base != PTRMAP_NONE && base + part < c->nlane && c->lane_node[base + part] != NONE) {
		uint32_t class = c->node[c->lane_node[base + part]].cls;
		if (class != CK_ROOTED && class != CK_UNKNOWN)
			return class;
	}
	return NO_KEY;
}

uint64_t
origin_key_of(const struct moved *d, LLVMValueRef v, uint32_t part, bool use)
{
	uint64_t key = class_key(d, v, part);

	return key == NO_KEY ? origin(d, v, part, use) : key;
}

/* They need not know of an address that they have seen no use for (a cast of it to a plain pointer is none for them),
** but of the object that it is in. */
uint64_t
origin_object_key(const struct moved *d, LLVMValueRef v, uint32_t part)
{
	LLVMValueRef from = origin_chain(d, v, &part);

	return from == v ? NO_KEY : class_key(d, from, part);
}
