/* scan_values.c -- values made of other values: phis and selects, and what is put into and taken out of composites. */
#include "gcroots/scan/scan.h"

/* Front ends nest such constants a level or two; deeper and larger ones stay as they are. */
enum { MAX_NEST = 4, MAX_PARTS = 4096 };

/* `part`: room for so many parts, of this constant and of those in it. */
static LLVMValueRef
fill(LLVMValueRef c, int nest, LLVMValueRef *part, unsigned room) /* NOLINT(misc-no-recursion): MAX_NEST deep */
{
	LLVMTypeRef t = LLVMTypeOf(c);
	LLVMValueKind kind = LLVMGetValueKind(c);
	unsigned n;
	bool changed = false;

	switch (kind) {
	case LLVMUndefValueValueKind: case LLVMPoisonValueValueKind:
		return LLVMConstNull(t);
	case LLVMConstantStructValueKind: case LLVMConstantArrayValueKind: case LLVMConstantVectorValueKind:
		if (nest && (n = (unsigned)LLVMGetNumOperands(c)) <= room)
			break;
		return c;
	default:
		return c;
	}
	for (unsigned i = 0; i < n; i++) {
		part[i] = fill(LLVMGetOperand(c, i), nest - 1, part + n, room - n);
		changed |= part[i] != LLVMGetOperand(c, i);
	}
	if (!changed)
		return c;
	if (kind == LLVMConstantArrayValueKind)
		return LLVMConstArray2(LLVMGetElementType(t), part, n);
	if (kind == LLVMConstantVectorValueKind)
		return LLVMConstVector(part, n);
	return LLVMGetStructName(t) ? LLVMConstNamedStruct(t, part, n)
		: LLVMConstStructInContext(LLVMGetTypeContext(t), part, n, LLVMIsPackedStruct(t));
}

LLVMValueRef
without_undef(LLVMValueRef c)
{
	LLVMValueRef part[MAX_PARTS];

	return fill(c, MAX_NEST, part, MAX_PARTS);
}

/* -- choices */

void
scan_phi(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	struct fn *f = sc->f;
	num *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	for (uint32_t i = 0; i < t->count; i++) {
		v[i] = (num)scan_value(sc, inst, scan_is_tracked(t, i) ? scan_element_kind(t) : VALUE_PHI, i);
		if (!sc->ar->failed)
			f->val[v[i]].is_phi = true;
		scan_event(sc, EVENT_DEF, (uint32_t)v[i]);
	}
	scan_alias(sc, inst, v, t->count);
	if (ARENA_APPEND(sc->ar, sc->phi, sc->nphi, sc->phi_cap))
		sc->phi[sc->nphi++] = (struct pending_phi){ inst, (uint32_t)v[0], t->count };
}

/* Now that every block is numbered: what comes in along each edge is used at the end of the edge's source. */
void
scan_finish_phi(struct scan *sc, const struct pending_phi *p)
{
	struct fn *f = sc->f;
	uint32_t n = LLVMCountIncoming(p->phi);
	num *in = arena_array(sc->ar, (size_t)n * p->n, sizeof *in); /* of each element by itself, in order of edges */

	if (!in)
		return;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t from = scan_block(sc, LLVMGetIncomingBlock(p->phi, k));
		struct nums value = { p->n, NULL, NUM_PERM };
		if (from != NONE)
			value = scan_operand(sc, p->phi, k);
		for (uint32_t i = 0; i < p->n; i++) {
			num x = in[(size_t)i * n + k] = nums_at(&value, i);
			if (x < 0)
				continue;
			scan_crosses(sc, (uint32_t)x, from, f->safe_at[from + 1]);
			if (ARENA_APPEND(sc->ar, f->end, f->nend, f->end_cap))
				f->end[f->nend++] = (struct end_use){ from, x };
		}
	}
	for (uint32_t i = 0; i < p->n; i++)
		if (f->val[p->first + i].kind == VALUE_PHI)
			scan_inputs(sc, p->first + i, in + (size_t)i * n, n);
		else
			scan_refs(sc, p->first + i, in + (size_t)i * n, n);
}

void
scan_select(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	struct nums a, b;
	num *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	a = scan_operand(sc, inst, 1);
	b = scan_operand(sc, inst, 2);
	scan_use_nums(sc, &a);
	scan_use_nums(sc, &b);
	for (uint32_t i = 0; i < t->count; i++) {
		num arm[2] = { nums_at(&a, i), nums_at(&b, i) };
		if (arm[0] == arm[1]) {
			v[i] = arm[0];
			continue;
		}
		bool lifted = !scan_is_tracked(t, i);
		v[i] = (num)scan_value(sc, inst, lifted ? VALUE_SELECT : scan_element_kind(t), i);
		if (lifted)
			scan_inputs(sc, (uint32_t)v[i], arm, 2);
		else
			scan_refs(sc, (uint32_t)v[i], arm, 2);
		scan_event(sc, EVENT_DEF, (uint32_t)v[i]);
	}
	scan_alias(sc, inst, v, t->count);
}

/* -- composites */

/* How many special pointers come before the element that the indices name, and how many are in it. */
void
scan_locate(struct session *ses, LLVMTypeRef t, LLVMValueRef inst, uint32_t *before, uint32_t *count)
{
	const unsigned *index = LLVMGetIndices(inst);

	*before = 0;
	for (unsigned i = 0; i < LLVMGetNumIndices(inst); i++) {
		if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			for (unsigned k = 0; k < index[i]; k++) {
				const struct type_info *ti = session_type(ses, LLVMStructGetTypeAtIndex(t, k));
				*before += ti ? ti->count : 0;
			}
			t = LLVMStructGetTypeAtIndex(t, index[i]);
		} else {
			const struct type_info *ti = session_type(ses, t = LLVMGetElementType(t));
			*before += ti ? ti->count * index[i] : 0;
		}
	}
	const struct type_info *ti = session_type(ses, t);
	*count = ti ? ti->count : 0;
}

void
scan_extractvalue(struct scan *sc, LLVMValueRef inst)
{
	LLVMValueRef from = operand_of(inst, 0);
	struct nums ns = scan_nums(sc, from);
	uint32_t before, count;

	scan_locate(sc->s, LLVMTypeOf(from), inst, &before, &count);
	scan_alias_nums(sc, inst,
		ns.v ? (struct nums){ count, ns.v + before, 0 } : (struct nums){ count, NULL, ns.one });
}

void
scan_insertvalue(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	uint32_t before, count;
	num *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	struct nums old = scan_operand(sc, inst, 0), new = scan_operand(sc, inst, 1);
	scan_locate(sc->s, LLVMTypeOf(inst), inst, &before, &count);
	for (uint32_t i = 0; i < t->count; i++)
		v[i] = i >= before && i < before + count ? nums_at(&new, i - before) : nums_at(&old, i);
	scan_alias(sc, inst, v, t->count);
}

void
scan_extractelement(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	LLVMValueRef index = operand_of(inst, 1);
	struct nums ns = scan_nums(sc, operand_of(inst, 0));

	if (LLVMIsAConstantInt(index)) {
		unsigned long long i = LLVMConstIntGetZExtValue(index);
		num one = i < ns.n ? nums_at(&ns, (uint32_t)i) : NUM_PERM;
		scan_alias_one(sc, inst, one);
		return;
	}
	num *lane = arena_array(sc->ar, ns.n, sizeof *lane);
	if (!lane)
		return;
	bool same = true;
	for (uint32_t i = 0; i < ns.n; i++) {
		lane[i] = nums_at(&ns, i);
		same &= lane[i] == lane[0];
	}
	if (same && ns.n) {
		scan_alias_one(sc, inst, lane[0]);
		return;
	}
	scan_use_nums(sc, &ns); /* any lane may be meant */
	bool lifted = t->elem_as != NULL;
	num v = (num)scan_value(sc, inst, lifted ? VALUE_EXTRACT : VALUE_SELF, 0);
	if (lifted)
		scan_inputs(sc, (uint32_t)v, lane, ns.n);
	else
		scan_refs(sc, (uint32_t)v, lane, ns.n);
	scan_event(sc, EVENT_DEF, (uint32_t)v);
	scan_alias_one(sc, inst, v);
}

void
scan_insertelement(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	LLVMValueRef index = operand_of(inst, 2);
	num *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	struct nums old = scan_operand(sc, inst, 0), new = scan_operand(sc, inst, 1);
	for (uint32_t i = 0; i < t->count; i++) {
		num pair[2] = { nums_at(&new, 0), nums_at(&old, i) };
		if (LLVMIsAConstantInt(index)) {
			v[i] = LLVMConstIntGetZExtValue(index) == i ? pair[0] : pair[1];
			continue;
		}
		if (pair[0] == pair[1]) {
			v[i] = pair[0];
			continue;
		}
		bool lifted = !scan_is_tracked(t, i);
		for (int k = 0; k < 2; k++)
			if (pair[k] >= 0)
				scan_use_value(sc, (uint32_t)pair[k]);
		v[i] = (num)scan_value(sc, inst, lifted ? VALUE_INSERT : VALUE_ELEM, i);
		if (lifted)
			scan_inputs(sc, (uint32_t)v[i], pair, 2);
		else
			scan_refs(sc, (uint32_t)v[i], pair, 2);
		scan_event(sc, EVENT_DEF, (uint32_t)v[i]);
	}
	scan_alias(sc, inst, v, t->count);
}

void
scan_shuffle(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	num *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	struct nums a = scan_operand(sc, inst, 0), b = scan_operand(sc, inst, 1);
	bool open = false;
	for (uint32_t i = 0; i < t->count && i < LLVMGetNumMaskElements(inst); i++)
		open |= LLVMGetMaskValue(inst, i) < 0;
	if (open && t->all && ARENA_PUSH(sc->ar, sc->ir->shuffle, sc->ir->nshuffle, sc->ir->shuffle_cap))
		sc->ir->shuffle[sc->ir->nshuffle++] = inst;
	for (uint32_t i = 0; i < t->count; i++) {
		int lane = i < LLVMGetNumMaskElements(inst) ? LLVMGetMaskValue(inst, i) : -1;
		uint32_t k = (uint32_t)lane;
		v[i] = lane < 0 ? NUM_PERM : k < a.n ? nums_at(&a, k) : k - a.n < b.n ? nums_at(&b, k - a.n) : NUM_PERM;
	}
	scan_alias(sc, inst, v, t->count);
}
