/* SPDX-License-Identifier: MIT */
/* check_reloc_pairs.c -- each gc.relocate pairs a pointer with the object that it points into.
**
** Error 2 of check_reloc.c.  Base and pointer are followed back side by side, until the pointer turns out to be
** computed from the base.  A phi or select asks the question for each operand, and all answers have to be yes; so a
** question that is asked a second time counts as answered with yes (the greatest fixed point).  Composites and vectors
** are followed part by part (check_reloc_part.c); an unknown lane may be any lane. */
#include "check/relocations/check_reloc_part.h"

enum { LANES_MOST = 64 }; /* of a vector that is indexed by an unknown lane */

/* A question: does `derived` point into the object `base`?  Without a base: is `derived` the address of an object, and
** not of a place within one? */
struct question { struct part base, derived; uint32_t next; };

/* Operands at .. at + n - 1 of a statepoint. */
struct bundle { unsigned at, n; };

struct pairs {
	struct rmodel *m;
	struct ptrmap asked;     /* derived -> its latest question, which leads to the earlier ones by `next` */
	struct question *q;
	uint32_t nq, cap, done;  /* done: how many are answered */
	struct ptrmap bundles;   /* statepoint -> its gc-live bundle */
	struct bundle *bundle;
	uint32_t nbundle, bundle_cap;
	bool no_memory;
};

static bool
ask(struct pairs *p, struct part base, struct part derived)
{
	uint32_t last = ptrmap_get(&p->asked, derived.v);

	for (uint32_t i = last; i != PTRMAP_NONE; i = p->q[i].next)
		if (part_same(p->q[i].base, base) && part_same(p->q[i].derived, derived))
			return true;
	if (!ARENA_PUSH(p->m->ar, p->q, p->nq, p->cap))
		return false;
	p->q[p->nq] = (struct question){ base, derived, last };
	return ptrmap_set(&p->asked, derived.v, p->nq++);
}

static struct bundle
find_bundle(LLVMValueRef statepoint)
{
	unsigned at = LLVMGetNumArgOperands(statepoint);

	for (unsigned k = 0; k < LLVMGetNumOperandBundles(statepoint); k++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(statepoint, k);
		size_t bytes;
		const char *tag = LLVMGetOperandBundleTag(b, &bytes);
		unsigned n = LLVMGetNumOperandBundleArgs(b);
		bool live = bytes == 7 && memcmp(tag, "gc-live", 7) == 0;
		LLVMDisposeOperandBundle(b);
		if (live)
			return (struct bundle){ at, n };
		at += n;
	}
	return (struct bundle){ 0, 0 };
}

/* Operand number `index` of the statepoint's gc-live bundle; NULL if there is none. */
static LLVMValueRef
live_operand(struct pairs *p, LLVMValueRef statepoint, LLVMValueRef index)
{
	uint32_t known = ptrmap_get(&p->bundles, statepoint);
	uint64_t i = LLVMConstIntGetZExtValue(index);

	if (known == PTRMAP_NONE) {
		if (!ARENA_PUSH(p->m->ar, p->bundle, p->nbundle, p->bundle_cap)
			|| !ptrmap_set(&p->bundles, statepoint, p->nbundle)) {
			p->no_memory = true;
			return NULL;
		}
		p->bundle[known = p->nbundle++] = find_bundle(statepoint);
	}
	const struct bundle *b = &p->bundle[known];
	return i < b->n ? LLVMGetOperand(statepoint, b->at + (unsigned)i) : NULL;
}

enum answer { NO, YES, NO_MEMORY };

static enum answer
through_phis(struct pairs *p, struct part base, struct part derived)
{
	bool d = LLVMIsAPHINode(derived.v) != NULL,
		both = d && LLVMIsAPHINode(base.v)
		&& LLVMGetInstructionParent(base.v) == LLVMGetInstructionParent(derived.v);
	LLVMValueRef phi = d ? derived.v : base.v;

	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		if (ptrmap_get(&p->m->blocks, from) == PTRMAP_NONE) /* nothing comes from there */
			continue;
		LLVMValueRef in = LLVMGetIncomingValue(phi, i), other = both ? rmodel_incoming(base.v, from) : NULL;
		if (both && !other)
			return NO;
		struct part b = { both ? other : d ? base.v : in, base.part }, x = { d ? in : derived.v, derived.part };
		if (!ask(p, b, x))
			return NO_MEMORY;
	}
	return YES;
}

/* A choice is an instruction other than a phi that gives one of several pointers: a select, or an extractelement or
** insertelement with an unknown lane. */
static bool
is_choice(LLVMValueRef v)
{
	return LLVMIsASelectInst(v) || LLVMIsAExtractElementInst(v) || LLVMIsAInsertElementInst(v);
}

static LLVMValueRef
condition(LLVMValueRef v)
{
	return LLVMIsASelectInst(v) ? LLVMGetOperand(v, 0) : LLVMGetOperand(v, LLVMIsAExtractElementInst(v) ? 1 : 2);
}

/* Gets alternative number `i` of a choice; false behind the last. */
static bool
alternative(struct part at, unsigned i, struct part *in)
{
	if (LLVMIsAExtractElementInst(at.v)) {
		*in = (struct part){ LLVMGetOperand(at.v, 0), i };
		return i < LLVMGetVectorSize(LLVMTypeOf(in->v));
	}
	if (i > 1)
		return false;
	if (LLVMIsASelectInst(at.v))
		*in = (struct part){ LLVMGetOperand(at.v, i + 1), at.part };
	else
		*in = i == 0 ? (struct part){ LLVMGetOperand(at.v, 0), at.part }
			: (struct part){ LLVMGetOperand(at.v, 1), 0 };
	return true;
}

/* The bit that a select chooses by.  Each lane of a vector has its own, which is followed through insertelement and
** extractelement. */
static struct part
chosen_by(struct part at)
{
	LLVMValueRef by = condition(at.v);
	struct part bit = { by, part_is_vector(by) ? at.part : 0 };
	uint32_t lane;

	for (;;) {
		if (LLVMIsAExtractElementInst(bit.v) && part_is_vector(LLVMGetOperand(bit.v, 0))
			&& part_lane(LLVMGetOperand(bit.v, 0), LLVMGetOperand(bit.v, 1), &lane))
			bit = (struct part){ LLVMGetOperand(bit.v, 0), lane };
		else if (LLVMIsAInsertElementInst(bit.v) && part_is_vector(bit.v)
			&& part_lane(bit.v, LLVMGetOperand(bit.v, 2), &lane))
			bit = bit.part == lane ? (struct part){ LLVMGetOperand(bit.v, 1), 0 }
				: (struct part){ LLVMGetOperand(bit.v, 0), bit.part };
		else
			return bit;
	}
}

/* Do two choices always choose the alternative of the same number? */
static bool
chooses_alike(struct part a, struct part b)
{
	if (LLVMGetInstructionOpcode(a.v) != LLVMGetInstructionOpcode(b.v))
		return false;
	if (LLVMIsASelectInst(a.v))
		return part_same(chosen_by(a), chosen_by(b));
	if (condition(a.v) != condition(b.v))
		return false;
	if (LLVMIsAExtractElementInst(a.v)) {
		LLVMValueRef x = LLVMGetOperand(a.v, 0), y = LLVMGetOperand(b.v, 0);
		return part_is_vector(x) && part_is_vector(y)
			&& LLVMGetVectorSize(LLVMTypeOf(x)) == LLVMGetVectorSize(LLVMTypeOf(y));
	}
	return a.part == b.part;
}

/* Is it a choice between too many lanes, or an unknown number of them? */
static bool
has_too_many(LLVMValueRef choice)
{
	LLVMValueRef vector = LLVMGetOperand(choice, 0);

	return LLVMIsAExtractElementInst(choice)
		&& (!part_is_vector(vector) || LLVMGetVectorSize(LLVMTypeOf(vector)) > LANES_MOST);
}

static enum answer
through_choices(struct pairs *p, struct part base, struct part derived)
{
	bool b = is_choice(base.v), d = is_choice(derived.v), both = b && d && chooses_alike(base, derived);
	struct part chooser = d ? derived : base, in, other = base;

	if (has_too_many(chooser.v))
		return NO;
	for (unsigned i = 0; alternative(chooser, i, &in); i++) {
		if (both && !alternative(base, i, &other))
			return NO;
		if (!(d ? ask(p, other, in) : ask(p, in, derived)))
			return NO_MEMORY;
	}
	return YES;
}

/* Two relocations by one statepoint are related as their operands at it are. */
static enum answer
through_relocates(struct pairs *p, struct part base, struct part derived)
{
	LLVMValueRef s = rmodel_statepoint_of(p->m, derived.v);

	if (!s || rmodel_statepoint_of(p->m, base.v) != s)
		return NO;
	LLVMValueRef b = live_operand(p, s, LLVMGetOperand(base.v, 2)),
		d = live_operand(p, s, LLVMGetOperand(derived.v, 2));
	if (p->no_memory)
		return NO_MEMORY;
	if (!b || !d)
		return NO;
	return ask(p, (struct part){ b, base.part }, (struct part){ d, derived.part }) ? YES : NO_MEMORY;
}

/* Are all indices of the address arithmetic 0? */
static bool
adds_nothing(LLVMValueRef gep)
{
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++)
		if (!LLVMIsNull(LLVMGetOperand(gep, i)))
			return false;
	return true;
}

/* A source is taken for the address of an object.  A pointer made by address arithmetic is not, unless it does not
** move. */
static enum answer
is_object(struct pairs *p, struct part at)
{
	struct part in;

	for (;;) {
		if (part_inner(p->m, &at, false))
			continue;
		if (!LLVMIsAGetElementPtrInst(at.v) || !adds_nothing(at.v) || !part_inner(p->m, &at, true))
			break;
	}
	if (LLVMIsAPHINode(at.v)) {
		for (unsigned i = 0; i < LLVMCountIncoming(at.v); i++)
			if (ptrmap_get(&p->m->blocks, LLVMGetIncomingBlock(at.v, i)) != PTRMAP_NONE
				&& !ask(p, (struct part){ NULL, 0 },
					(struct part){ LLVMGetIncomingValue(at.v, i), at.part }))
				return NO_MEMORY;
		return YES;
	}
	if (is_choice(at.v)) {
		if (has_too_many(at.v))
			return NO;
		for (unsigned i = 0; alternative(at, i, &in); i++)
			if (!ask(p, (struct part){ NULL, 0 }, in))
				return NO_MEMORY;
		return YES;
	}
	if (rmodel_is_relocate(at.v)) {
		LLVMValueRef s = rmodel_statepoint_of(p->m, at.v),
			d = s ? live_operand(p, s, LLVMGetOperand(at.v, 2)) : NULL;
		if (p->no_memory)
			return NO_MEMORY;
		return !d ? NO : ask(p, (struct part){ NULL, 0 }, (struct part){ d, at.part }) ? YES : NO_MEMORY;
	}
	uint32_t node = rmodel_node(p->m, at.v);
	return node != NONE && p->m->node[node].forwards && part_is_movable(p->m, at) ? NO : YES;
}

static enum answer
answer(struct pairs *p, struct part base, struct part derived)
{
	if (!base.v)
		return is_object(p, derived);
	while (part_inner(p->m, &base, false))
		continue;
	do { /* constants point into no object that moves */
		if (part_same(base, derived) || LLVMIsConstant(derived.v))
			return YES;
	} while (part_inner(p->m, &derived, true));
	if (LLVMIsAPHINode(derived.v))
		return through_phis(p, base, derived);
	if (is_choice(derived.v))
		return through_choices(p, base, derived);
	if (rmodel_is_relocate(base.v) && rmodel_is_relocate(derived.v))
		return through_relocates(p, base, derived);
	if (LLVMIsAPHINode(base.v))
		return through_phis(p, base, derived);
	if (is_choice(base.v))
		return through_choices(p, base, derived);
	return part_is_immovable_source(p->m, derived) ? YES : NO;
}

/* Answers all questions, and those that these ask.  *right: all answers are yes.  False if memory is exhausted. */
static bool
answer_all(struct pairs *p, bool *right)
{
	*right = true;
	for (; *right && p->done < p->nq; p->done++) {
		struct question q = p->q[p->done];
		enum answer a = answer(p, q.base, q.derived);
		if (a == NO_MEMORY)
			return false;
		*right = a == YES;
	}
	p->done = p->nq;
	return true;
}

/* Reports a base that is not the address of an object in some lane. */
static bool
check_base(struct pairs *p, LLVMValueRef r, LLVMValueRef base)
{
	uint32_t lanes = part_is_vector(base) ? rmodel_parts(p->m, LLVMTypeOf(base)) : 1;
	const char *name = value_name(base);
	bool right;

	for (uint32_t i = 0; i < lanes; i++)
		if (!ask(p, (struct part){ NULL, 0 }, (struct part){ base, i }))
			return false;
	if (!answer_all(p, &right))
		return false;
	if (!right)
		rmodel_report(p->m, r, "names %s%.100s as an object, which may be an address in one",
			name[0] ? "%" : "a pointer", name);
	return true;
}

/* A lane of a vector points into the object in the same lane of the base, or into the base if that is no vector. */
static bool
ask_lanes(struct pairs *p, LLVMValueRef base, LLVMValueRef derived)
{
	uint32_t lanes = part_is_vector(derived) ? rmodel_parts(p->m, LLVMTypeOf(derived)) : 1;

	for (uint32_t i = 0; i < lanes; i++)
		if (!ask(p, (struct part){ base, part_is_vector(base) ? i : 0 }, (struct part){ derived, i }))
			return false;
	return true;
}

static bool
check_pair(struct pairs *p, LLVMValueRef r, LLVMValueRef base, LLVMValueRef derived)
{
	const char *b = value_name(base), *d = value_name(derived);
	bool right;

	if (!ask_lanes(p, base, derived) || !answer_all(p, &right))
		return false;
	if (!right)
		rmodel_report(p->m, r, "pairs %s%.100s with %s%.100s, which is not the object that it points into",
			d[0] ? "%" : "a pointer", d, b[0] ? "%" : "a base", b);
	return true;
}

static bool
check_relocate(struct pairs *p, LLVMValueRef r)
{
	LLVMValueRef s = rmodel_statepoint_of(p->m, r);
	uint32_t reports = p->m->reports;

	if (!s) {
		rmodel_report(p->m, r, "relocates for no statepoint that can be found");
		return true;
	}
	LLVMValueRef base = live_operand(p, s, LLVMGetOperand(r, 1)),
		derived = live_operand(p, s, LLVMGetOperand(r, 2));
	if (p->no_memory)
		return false;
	if (!base || !derived) {
		rmodel_report(p->m, r, "relocates an operand that its statepoint does not have");
		return true;
	}
	if (base != derived && !check_pair(p, r, base, derived))
		return false;
	return p->m->reports > reports || check_base(p, r, base);
}

bool
check_relocation_pairs(struct rmodel *m)
{
	struct pairs p = { .m = m };
	bool ok = true;

	m->rule = "pair";
	ptrmap_init(&p.bundles, m->cx->options.alloc, m->cx->options.user);
	ptrmap_init(&p.asked, m->cx->options.alloc, m->cx->options.user);
	for (uint32_t i = 0; i < m->ninst && ok; i++)
		if (rmodel_is_relocate(m->inst[i]))
			ok = check_relocate(&p, m->inst[i]);
	ok &= !p.bundles.failed;
	ptrmap_free(&p.bundles);
	ptrmap_free(&p.asked);
	return ok;
}
