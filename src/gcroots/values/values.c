/* SPDX-License-Identifier: MIT */
/* values.c -- values that are made of other values: phis and selects, inserts into and extracts from composites, and
** results of LLVM's intrinsics that pass pointers on. */
#include "gcroots/values/values.h"

/* Front ends nest such constants a level or two.  Constants that are nested deeper, or larger, stay as they are. */
enum { MAX_NEST = 4, MAX_PARTS = 4096 };

/* Returns `c` with null for its undefined parts.  `part` has space for `space` parts, of this constant and of those
** in it. */
static LLVMValueRef
fill(LLVMValueRef c, int nest, LLVMValueRef *part, unsigned space) /* NOLINT(misc-no-recursion): MAX_NEST deep */
{
	LLVMTypeRef t = LLVMTypeOf(c);
	LLVMValueKind kind = LLVMGetValueKind(c);
	unsigned n;
	bool changed = false;

	switch (kind) {
	case LLVMUndefValueValueKind: case LLVMPoisonValueValueKind:
		return LLVMConstNull(t);
	case LLVMConstantStructValueKind: case LLVMConstantArrayValueKind: case LLVMConstantVectorValueKind:
		if (nest && (n = (unsigned)LLVMGetNumOperands(c)) <= space)
			break;
		return c;
	default:
		return c;
	}
	for (unsigned i = 0; i < n; i++) {
		part[i] = fill(LLVMGetOperand(c, i), nest - 1, part + n, space - n);
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
	base_id *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	for (uint32_t i = 0; i < t->count; i++) {
		v[i] = value_base(scan_value(sc, inst, scan_is_tracked(t, i) ? scan_element_kind(t) : VALUE_PHI, i));
		if (!sc->ar->failed)
			f->val[v[i]].is_phi = true;
		scan_event(sc, EVENT_DEF, base_value(v[i]));
	}
	scan_alias(sc, inst, v, t->count);
	if (ARENA_APPEND(sc->ar, sc->phi, sc->nphi, sc->phi_cap))
		sc->phi[sc->nphi++] = (struct pending_phi){ inst, base_value(v[0]), t->count };
}

/* Records the inputs of a phi, once each block has its id.  Each input is used at the end of the block that it comes
** from. */
void
scan_finish_phi(struct scan *sc, const struct pending_phi *p)
{
	struct fn *f = sc->f;
	uint32_t n = LLVMCountIncoming(p->phi);
	/* by element, and for each element in the order of the edges */
	base_id *in = arena_array(sc->ar, (size_t)n * p->n, sizeof *in);

	if (!in)
		return;
	for (uint32_t k = 0; k < n; k++) {
		block_id from = scan_block(sc, LLVMGetIncomingBlock(p->phi, k));
		struct bases value = { p->n, NULL, BASE_PERMANENT };
		if (from != NONE)
			value = scan_operand(sc, p->phi, k);
		for (uint32_t i = 0; i < p->n; i++) {
			base_id x = in[(size_t)i * n + k] = base_at(&value, i);
			if (x < 0)
				continue;
			scan_crosses(sc, base_value(x), from, f->safe_at[from + 1]);
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

/* Returns the base of element `elem` of `inst`, which is one of the two: the base itself if they are equal, otherwise a
** new value; of kind `lifted` if the element is no tracked pointer. */
static base_id
either(struct scan *sc, LLVMValueRef inst, uint32_t elem, const base_id pair[2], enum value_kind kind,
	enum value_kind lifted, const struct type_info *t)
{
	if (pair[0] == pair[1])
		return pair[0];
	const bool tracked = scan_is_tracked(t, elem);
	const value_id v = scan_value(sc, inst, tracked ? kind : lifted, elem);
	if (tracked)
		scan_refs(sc, v, pair, 2);
	else
		scan_inputs(sc, v, pair, 2);
	scan_event(sc, EVENT_DEF, v);
	return value_base(v);
}

void
scan_select(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	struct bases a, b;
	base_id *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	a = scan_operand(sc, inst, 1);
	b = scan_operand(sc, inst, 2);
	scan_use_bases(sc, &a);
	scan_use_bases(sc, &b);
	for (uint32_t i = 0; i < t->count; i++) {
		base_id arm[2] = { base_at(&a, i), base_at(&b, i) };
		v[i] = either(sc, inst, i, arm, scan_element_kind(t), VALUE_SELECT, t);
	}
	scan_alias(sc, inst, v, t->count);
}

/* -- composites */

/* Counts the special pointers before the element that the indices name, and those in it. */
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
	struct bases ns = scan_bases(sc, from);
	uint32_t before, count;

	scan_locate(sc->s, LLVMTypeOf(from), inst, &before, &count);
	scan_alias_bases(sc, inst,
		ns.v ? (struct bases){ count, ns.v + before, 0 } : (struct bases){ count, NULL, ns.one });
}

void
scan_insertvalue(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	uint32_t before, count;
	base_id *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	struct bases old = scan_operand(sc, inst, 0), new = scan_operand(sc, inst, 1);
	scan_locate(sc->s, LLVMTypeOf(inst), inst, &before, &count);
	for (uint32_t i = 0; i < t->count; i++)
		v[i] = i >= before && i < before + count ? base_at(&new, i - before) : base_at(&old, i);
	scan_alias(sc, inst, v, t->count);
}

void
scan_extractelement(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	LLVMValueRef index = operand_of(inst, 1);
	struct bases ns = scan_bases(sc, operand_of(inst, 0));

	if (LLVMIsAConstantInt(index)) {
		unsigned long long i = LLVMConstIntGetZExtValue(index);
		base_id one = i < ns.n ? base_at(&ns, (uint32_t)i) : BASE_PERMANENT;
		scan_alias_one(sc, inst, one);
		return;
	}
	base_id *lane = arena_array(sc->ar, ns.n, sizeof *lane);
	if (!lane)
		return;
	bool same = true;
	for (uint32_t i = 0; i < ns.n; i++) {
		lane[i] = base_at(&ns, i);
		same &= lane[i] == lane[0];
	}
	if (same && ns.n) {
		scan_alias_one(sc, inst, lane[0]);
		return;
	}
	scan_use_bases(sc, &ns); /* any lane may be meant */
	bool lifted = t->elem_as != NULL;
	base_id v = value_base(scan_value(sc, inst, lifted ? VALUE_EXTRACT : VALUE_SELF, 0));
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
	base_id *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	struct bases old = scan_operand(sc, inst, 0), new = scan_operand(sc, inst, 1);
	for (uint32_t i = 0; i < t->count; i++) {
		base_id pair[2] = { base_at(&new, 0), base_at(&old, i) };
		if (LLVMIsAConstantInt(index)) {
			v[i] = LLVMConstIntGetZExtValue(index) == i ? pair[0] : pair[1];
			continue;
		}
		for (int k = 0; k < 2 && pair[0] != pair[1]; k++)
			if (pair[k] >= 0)
				scan_use_value(sc, (value_id)pair[k]);
		v[i] = either(sc, inst, i, pair, VALUE_ELEM, VALUE_INSERT, t);
	}
	scan_alias(sc, inst, v, t->count);
}

void
scan_shuffle(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	base_id *v;

	if (!(v = arena_array(sc->ar, t->count, sizeof *v)))
		return;
	struct bases a = scan_operand(sc, inst, 0), b = scan_operand(sc, inst, 1);
	bool open = false;
	for (uint32_t i = 0; i < t->count && i < LLVMGetNumMaskElements(inst); i++)
		open |= LLVMGetMaskValue(inst, i) < 0;
	if (open && t->all && ARENA_PUSH(sc->ar, sc->ir->shuffle, sc->ir->nshuffle, sc->ir->shuffle_cap))
		sc->ir->shuffle[sc->ir->nshuffle++] = inst;
	for (uint32_t i = 0; i < t->count; i++) {
		int lane = i < LLVMGetNumMaskElements(inst) ? LLVMGetMaskValue(inst, i) : -1;
		uint32_t k = (uint32_t)lane;
		v[i] = lane < 0 ? BASE_PERMANENT
			: k < a.n ? base_at(&a, k)
			: k - a.n < b.n ? base_at(&b, k - a.n)
			: BASE_PERMANENT;
	}
	scan_alias(sc, inst, v, t->count);
}

/* -- intrinsics */

static bool
named(LLVMValueRef f, const char *prefix)
{
	size_t n = strlen(prefix);

	return strncmp(value_name(f), prefix, n) == 0;
}

bool
scan_intrinsic_result(struct scan *sc, LLVMValueRef call, LLVMValueRef callee, const struct type_info *t)
{
	LLVMValueRef arg = operand_of(call, 0);
	const struct type_info *ta = session_type(sc->s, LLVMTypeOf(arg));
	if (!ta)
		return true;
	bool masked_load = named(callee, "llvm.masked.load."), gather = named(callee, "llvm.masked.gather.");
	if (masked_load || gather) {
		unsigned pass = LLVMGetNumArgOperands(call) - 1;
		scan_undef(sc, call, pass, operand_of(call, pass));
		if (!t->elem_as)
			return false; /* tracked elements are new values */
		base_id *v = arena_array(sc->ar, t->count, sizeof *v);
		struct bases base = { 1, NULL, BASE_PERMANENT }, through = scan_bases(sc, operand_of(call, pass));
		if (ta->count)
			base = scan_bases(sc, arg);
		for (uint32_t i = 0; v && i < t->count; i++) {
			/* a lane belongs to the object that it was loaded from, or to the object of the lane that
			** was passed through */
			base_id pair[2] = { base_at(&base, gather && base.n > i ? i : 0), base_at(&through, i) };
			v[i] = pair[1] == BASE_PERMANENT ? pair[0]
				: either(sc, call, i, pair, VALUE_SELECT, VALUE_SELECT, t);
		}
		if (v)
			scan_alias(sc, call, v, t->count);
		return true;
	}
	if (named(callee, "llvm.launder.invariant.group") || named(callee, "llvm.strip.invariant.group")
	    || named(callee, "llvm.ptrmask") || named(callee, "llvm.ssa.copy") || named(callee, "llvm.expect")) {
		struct bases ns = scan_bases(sc, arg);
		if (ns.n == t->count) {
			base_id *v = arena_array(sc->ar, ns.n, sizeof *v);
			for (uint32_t i = 0; v && i < ns.n; i++)
				v[i] = base_at(&ns, i);
			if (v)
				scan_alias(sc, call, v, ns.n);
			return true;
		}
	}
	bool extract = named(callee, "llvm.vector.extract."), insert = named(callee, "llvm.vector.insert.");
	if (extract || insert) {
		LLVMValueRef index = operand_of(call, extract ? 1 : 2);
		struct bases whole = scan_bases(sc, arg), part = { 0, NULL, 0 };
		base_id *v = arena_array(sc->ar, t->count, sizeof *v);
		uint64_t first = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : 0;
		if (insert)
			part = scan_bases(sc, operand_of(call, 1));
		for (uint32_t i = 0; v && i < t->count; i++) {
			if (extract)
				v[i] = first + i < whole.n ? base_at(&whole, (uint32_t)first + i) : BASE_PERMANENT;
			else
				v[i] = i >= first && i - first < part.n ? base_at(&part, i - (uint32_t)first)
					: base_at(&whole, i);
		}
		if (v)
			scan_alias(sc, call, v, t->count);
		return true;
	}
	return false;
}
