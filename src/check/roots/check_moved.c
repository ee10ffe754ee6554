/* check_moved.c -- where slots are read again: nothing is used behind a safepoint that was not read behind it, or held
** in place at it.
**
** The model is that of relocations, with the safepoints for statepoints.  An object is held in place at a safepoint if
** a fixed or deep word of the frame has been stored with it in the same block, and not with null since.  Which objects
** are the same the other parts know; where they know only that somebody roots it, it is known by the value that it
** comes from.  Phis of derived pointers, and of addresses loaded out of objects, are known by those of their bases, if
** every way into the block leads to the same; selects by those by the same condition.  A load from a slot is taken for
** right: what the slots hold is their business, too. */
#include "dialect/kind.h"
#include "check/model/check_model.h"
#include "check/relocations/check_reloc_model.h"
#include "dialect/abi.h"
#include "base/sorted.h"

/* The object known by `key` stays where it is at the safepoints of a block from number `first` on, up to `end`. */
struct held { uint64_t key; uint32_t block, first, end; };
/* In order of keys, blocks and safepoints, once it is sorted; none touch then. */
struct held_list { struct held *at; uint32_t n, cap; };
#define NO_KEY UINT64_MAX
enum { SELECTS_MOST = 64 }; /* that others are compared with */

struct moved {
	struct ck *c;
	struct rmodel *m;
	uint32_t first_fixed, first_deep; /* of the words of the frame */
	struct held_list held, deep; /* deep: those of `held` by deep words */
	LLVMValueRef *selects;   /* that are held, none like another */
	uint32_t nselects, selects_cap;
	uint32_t *weigh;         /* by block: safepoints that do not hold what is asked about */
};

static bool
collects(void *ctx, LLVMValueRef call)
{
	bool twice;

	return !rmodel_is_relocate(call) && check_is_safepoint(ctx, call, &twice);
}

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
static LLVMValueRef
chain(const struct moved *d, LLVMValueRef v, uint32_t *part)
{
	enum { FAR = 10000 };

	for (int i = 0; i < FAR && LLVMIsAInstruction(v); i++) {
		LLVMOpcode op = LLVMGetInstructionOpcode(v);
		bool loaded = pointer_as(LLVMTypeOf(v)) == LR_AS_LOADED;
		LLVMValueRef from = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : NULL;
		bool through = op == LLVMAddrSpaceCast || op == LLVMBitCast || op == LLVMFreeze
			|| op == LLVMGetElementPtr || (loaded && op == LLVMLoad);
		through |= op == LLVMCall && intrinsic_of_call(v) == INTR_GC_LOADED;
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
		} else if (!through || (op != LLVMFreeze && pointer_as(LLVMTypeOf(from)) < LR_AS_FIRST_SPECIAL)) {
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

	if (LLVMIsAConstant(v) || node == NO_NODE)
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

/* Parts of two choices that choose alike. */
struct twins { LLVMValueRef a, b; uint32_t part_a, part_b; };

/* Number `i` of the pairs that these choose between, as ends of their chains; false behind the last. */
static bool
pair(const struct moved *d, const struct twins *t, unsigned i, struct twins *in)
{
	*in = *t;
	if (LLVMIsASelectInst(t->a)) {
		if (i == 2)
			return false;
		in->a = chain(d, LLVMGetOperand(t->a, i + 1), &in->part_a);
		in->b = chain(d, LLVMGetOperand(t->b, i + 1), &in->part_b);
		return true;
	}
	if (i == LLVMCountIncoming(t->a))
		return false;
	LLVMBasicBlockRef from = LLVMGetIncomingBlock(t->a, i);
	bool same_place = LLVMGetIncomingBlock(t->b, i) == from;
	in->a = chain(d, LLVMGetIncomingValue(t->a, i), &in->part_a);
	in->b = chain(d, same_place ? LLVMGetIncomingValue(t->b, i) : rmodel_incoming(t->b, from), &in->part_b);
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
		if (pointer_as(LLVMTypeOf(p)) < LR_AS_FIRST_SPECIAL || p == phi)
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
static LLVMValueRef
held_alike(const struct moved *d, LLVMValueRef select, uint32_t *part, bool use)
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
		return i < LLVMCountIncoming(v) ? chain(d, LLVMGetIncomingValue(v, i), part) : NULL;
	bool insert = LLVMIsAInsertElementInst(v) != NULL;
	if (insert && i == 1)
		*part = 0;
	return i < 2 ? chain(d, LLVMGetOperand(v, insert ? i : i + 1), part) : NULL;
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
static bool
nobody_moves(const struct moved *d, LLVMValueRef v, uint32_t part)
{
	enum { MOST = 64 };
	struct { LLVMValueRef v; uint32_t part; } seen[MOST];
	uint32_t n = 1, at, k;
	LLVMValueRef in;

	seen[0].v = chain(d, v, &part);
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
	LLVMValueRef from = chain(d, v, &part), only;

	for (int i = 0; i < FAR && is_choice(from); i++, from = only)
		if ((only = only_input(d, from, &part, use, false)) == NULL
			&& (only = only_input(d, from, &part, use, true)) == NULL)
			break;
	if (LLVMIsAPHINode(from))
		from = first_alike(d, from, &part, use);
	else if (LLVMIsASelectInst(from))
		from = held_alike(d, from, &part, use);
	uint32_t node = rmodel_node(d->m, from);
	return node == NO_NODE ? NO_KEY : (uint64_t)1 << 63 | (uint64_t)node << 32 | part;
}

/* By what the other parts know of it; NO_KEY if that is nothing. */
static uint64_t
class_key(const struct moved *d, LLVMValueRef v, uint32_t part)
{
	const struct ck *c = d->c;
	uint32_t base = ptrmap_get(&c->lanes_of, v);

	if (base != PTRMAP_NONE && base + part < c->nlane && c->lane_node[base + part] != CK_NONE) {
		uint32_t class = c->node[c->lane_node[base + part]].cls;
		if (class != CK_ROOTED && class != CK_UNKNOWN)
			return class;
	}
	return NO_KEY;
}

static uint64_t
key_of(const struct moved *d, LLVMValueRef v, uint32_t part, bool use)
{
	uint64_t key = class_key(d, v, part);

	return key == NO_KEY ? origin(d, v, part, use) : key;
}

/* They need not know of an address that they have seen no use for (a cast of it to a plain pointer is none for them),
** but of the object that it is in. */
static uint64_t
object_key(const struct moved *d, LLVMValueRef v, uint32_t part)
{
	LLVMValueRef from = chain(d, v, &part);

	return from == v ? NO_KEY : class_key(d, from, part);
}

/* The fixed word that a store writes; CK_NONE: none. */
static uint32_t
fixed_word(const struct moved *d, LLVMValueRef store)
{
	LLVMValueRef slot = LLVMGetOperand(store, 1);

	if (!LLVMIsACallInst(slot) || intrinsic_of_call(slot) != INTR_GET_GC_FRAME_SLOT
		|| !LLVMIsAConstantInt(LLVMGetOperand(slot, 1)))
		return CK_NONE;
	uint64_t word = LLVMConstIntGetZExtValue(LLVMGetOperand(slot, 1));
	return word >= d->first_fixed && word < d->c->nslots ? (uint32_t)word : CK_NONE;
}

static bool
add_held(struct moved *d, struct held_list *l, struct held h)
{
	if (!ARENA_PUSH(d->m->ar, l->at, l->n, l->cap))
		return false;
	l->at[l->n++] = h;
	return true;
}

/* A word of the frame holds `v` at the safepoints of a block from `first` on, up to `end`. */
struct stay { LLVMValueRef v; uint32_t block, first, end; bool deep; };

static bool
note(struct moved *d, const struct stay *s)
{
	uint32_t part = 0;
	LLVMValueRef from = chain(d, s->v, &part);

	if (LLVMIsASelectInst(from) && part == 0 && d->nselects < SELECTS_MOST
		&& held_alike(d, from, &part, false) == from) {
		bool known = false;
		for (uint32_t k = 0; k < d->nselects; k++)
			known |= d->selects[k] == from;
		if (!known && !ARENA_PUSH(d->m->ar, d->selects, d->nselects, d->selects_cap))
			return false;
		if (!known)
			d->selects[d->nselects++] = from;
	}
	const struct held h = { key_of(d, s->v, 0, false), s->block, s->first, s->end };
	if (h.key == NO_KEY)
		return true;
	return add_held(d, &d->held, h) && (!s->deep || add_held(d, &d->deep, h));
}

static bool
held_before(const struct held *a, const struct held *b)
{
	if (a->key != b->key)
		return a->key < b->key;
	return a->block != b->block ? a->block < b->block : a->first < b->first;
}

/* Several words may hold one object: what they say becomes one. */
static void
sort_held(struct held_list *l)
{
	uint32_t n = 0;

	SORT_IN_PLACE(struct held, l->at, l->n, held_before);
	for (uint32_t i = 0; i < l->n; i++) {
		const struct held h = l->at[i];
		struct held *last = n > 0 ? &l->at[n - 1] : NULL;
		if (last == NULL || last->key != h.key || last->block != h.block || last->end < h.first)
			l->at[n++] = h;
		else if (last->end < h.end)
			last->end = h.end;
	}
	l->n = n;
}

/* What each safepoint holds in place. */
static bool
find_held(struct moved *d)
{
	struct rmodel *m = d->m;
	const uint32_t nfixed = d->c->nslots - d->first_fixed;
	uint32_t *in_word = arena_zarray(m->ar, (size_t)nfixed + 1, sizeof *in_word); /* number of its stay + 1 */
	struct stay *stay = NULL;
	uint32_t nstay = 0, stay_cap = 0, of_block = 0; /* of_block: the first of this block */

	if (!in_word)
		return false;
	for (uint32_t i = 0; i < m->ninst; i++) {
		const uint32_t b = m->inst_block[i],
			w = LLVMIsAStoreInst(m->inst[i]) ? fixed_word(d, m->inst[i]) : CK_NONE;
		if (w == CK_NONE)
			continue;
		LLVMValueRef v = LLVMGetOperand(m->inst[i], 0);
		uint32_t *in = &in_word[w - d->first_fixed];
		if (nstay > 0 && stay[nstay - 1].block != b)
			of_block = nstay;
		if (*in > of_block) /* what it held in this block */
			stay[*in - 1].end = m->inst_passed[i];
		*in = 0;
		if (LLVMIsAConstant(v))
			continue;
		if (!ARENA_PUSH(m->ar, stay, nstay, stay_cap))
			return false;
		stay[nstay++] = (struct stay){ v, b, m->inst_passed[i], m->statepoints[b], w >= d->first_deep };
		*in = nstay;
	}
	for (uint32_t i = 0; i < nstay; i++)
		if (stay[i].first < stay[i].end && !note(d, &stay[i]))
			return false;
	sort_held(&d->held);
	sort_held(&d->deep);
	return true;
}

/* The first entry of a key that ends behind safepoint `number` of the block, or where it would be. */
static uint32_t
find(const struct held_list *l, uint64_t key, uint32_t block, uint32_t number)
{
	uint32_t lo = 0, hi = l->n;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;
		const struct held *h = &l->at[mid];
		if (h->key < key || (h->key == key && (h->block < block || (h->block == block && h->end <= number))))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* How many of its safepoints come before number `passed` of the block. */
static uint32_t
held_until(const struct held *h, uint32_t block, uint32_t passed)
{
	if (h->block != block || passed <= h->first)
		return 0;
	return (passed < h->end ? passed : h->end) - h->first;
}

/* Is it late if the safepoints do not count that hold the object? */
static bool
late_but_for(struct moved *d, struct staleness *s, const struct rnode *n, const struct ruse *u, uint64_t key)
{
	const struct held *held = d->held.at;
	uint32_t first = n->passed, at = u->passed, from = find(&d->held, key, 0, 0), i;

	for (i = from; i < d->held.n && held[i].key == key; i++) {
		d->weigh[held[i].block] -= held[i].end - held[i].first;
		first -= held_until(&held[i], n->block, n->passed);
		at -= held_until(&held[i], u->block, u->passed);
	}
	bool late = staleness_is_late(s, n, u, d->weigh, first, at);
	while (i-- > from)
		d->weigh[held[i].block] += held[i].end - held[i].first;
	return late;
}

static uint64_t
late_parts(void *ctx, struct staleness *s, uint32_t use, uint32_t word)
{
	struct moved *d = ctx;
	const struct ruse *u = &s->m->use[use];
	const struct rnode *n = &s->m->node[u->node];
	uint64_t late = 0;

	if (!staleness_is_late(s, n, u, s->m->statepoints, n->passed, u->passed))
		return 0;
	for (uint32_t i = 0; i < 64 && 64 * word + i < n->parts; i++) {
		uint64_t key = key_of(d, n->v, 64 * word + i, false), other;
		bool is_late = key == NO_KEY || late_but_for(d, s, n, u, key);
		if (is_late && (other = key_of(d, n->v, 64 * word + i, true)) != NO_KEY && other != key)
			is_late = late_but_for(d, s, n, u, other);
		if (is_late && (other = object_key(d, n->v, 64 * word + i)) != NO_KEY)
			is_late = late_but_for(d, s, n, u, other);
		is_late = is_late && !nobody_moves(d, n->v, 64 * word + i);
		late |= (uint64_t)is_late << i;
	}
	return late;
}

/* Does a deep word hold part `part` of `v` in place at safepoint number `number` of the block? */
static bool
held_deep(const struct moved *d, LLVMValueRef v, uint32_t part, uint32_t block, uint32_t number)
{
	uint64_t key[] = { key_of(d, v, part, false), key_of(d, v, part, true), object_key(d, v, part) };

	for (size_t n = 0; n < sizeof key / sizeof *key; n++) {
		const uint32_t k = key[n] == NO_KEY ? d->deep.n : find(&d->deep, key[n], block, number);
		if (k < d->deep.n && d->deep.at[k].key == key[n] && d->deep.at[k].block == block
			&& d->deep.at[k].first <= number)
			return true;
	}
	return false;
}

/* What a function takes by va_arg lies where nobody updates it: not it, nor what can be reached from it, may move while
** the call runs. */
static void
check_variadic(struct moved *d)
{
	struct rmodel *m = d->m;

	for (uint32_t i = 0; i < m->nuse && !check_many(d->c); i++) {
		const struct ruse *u = &m->use[i];
		LLVMValueRef call = m->inst[u->inst];
		if ((!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
			|| !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call))
			|| check_callee(d->c, call).id != INTR_NONE || u->operand >= LLVMGetNumArgOperands(call)
			|| check_returns(call) || !collects(d->c, call))
			continue;
		LLVMValueRef v = m->node[u->node].v;
		for (uint32_t part = 0; part < m->node[u->node].parts; part++) {
			if (held_deep(d, v, part, u->block, u->passed) || nobody_moves(d, v, part))
				continue;
			check_hole(d->c, call,
				"gives %s to a function that takes it by va_arg, and nothing holds it in place",
				check_value_name(d->c, v, ""));
			break;
		}
	}
}

static bool
prove(struct moved *d)
{
	struct rmodel *m = d->m;
	struct staleness s = { .m = m };

	if (!find_held(d) || !(d->weigh = arena_array(m->ar, (size_t)m->nblk + 1, sizeof *d->weigh)))
		return false;
	memcpy(d->weigh, m->statepoints, m->nblk * sizeof *d->weigh);
	if (!staleness_solve(&s, late_parts, d))
		return false;
	check_variadic(d);
	for (uint32_t i = 0; i < m->nuse && !check_many(d->c); i++) {
		const struct ruse *u = &m->use[i];
		if (!staleness_at(&s, i) || staleness_harmless(m, u))
			continue;
		check_hole(d->c, m->inst[u->inst],
			"uses %s, which may have moved: it was not read again behind a safepoint",
			check_value_name(d->c, m->node[u->node].v, ""));
	}
	return true;
}

bool
check_moved(struct ck *c)
{
	struct rmodel m;
	struct moved d = { .c = c, .m = &m };
	uint32_t fixed = 0, deep = 0;

	if (c->frame != NULL && !frame_moving(c->frame, &fixed, &deep))
		fixed = 0, deep = c->nslots; /* all of them stay, and what they reach */
	d.first_fixed = fixed + deep <= c->nslots ? c->nslots - fixed - deep : c->nslots;
	d.first_deep = deep <= c->nslots ? c->nslots - deep : c->nslots;
	bool ok = rmodel_init(&m, c->cx, c->fn, &c->ar, 0, collects, c);
	if (ok && m.unfollowed)
		check_hole(c, m.unfollowed, "holds more than %u pointers, which cannot be followed",
			(unsigned)PARTS_MAX);
	ok = ok && prove(&d);
	rmodel_free(&m);
	return ok;
}
