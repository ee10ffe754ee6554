/* SPDX-License-Identifier: MIT */
/* values.c -- what may be used where; and values made of values: phis, selects, vectors, aggregates. */
#include <string.h>

#include "gen.h"

LLVMValueRef
gen_int(struct gen *g, uint64_t n)
{
	return LLVMConstInt(g->i64, n, false);
}

struct value *
gen_add(struct gen *g, enum kind kind, LLVMValueRef v, bool may_be_null)
{
	static struct value nowhere;
	struct value *to = g->nvalues < VALUES_MAX ? &g->value[g->nvalues++] : &nowhere;

	*to = (struct value){ .v = v, .kind = kind, .block = g->cur, .may_be_null = may_be_null };
	return to;
}

static LLVMValueRef
constant_inside(struct gen *g, unsigned word)
{
	LLVMValueRef at = gen_int(g, 8 * word);

	return LLVMConstGEP2(g->i8, LLVMConstAddrSpaceCast(g->static_node, g->p11), &at, 1);
}

/* A constant of a kind, or what the entry has made: there is always something. */
static struct value
fallback(struct gen *g, enum kind kind)
{
	LLVMValueRef n = g->static_node, lanes[3] = { n, n, NULL };
	struct value v = { .kind = kind };

	switch (kind) {
	case K_INT: v.v = gen_int(g, 7); break;
	case K_NODE: v.v = n; break;
	case K_LIST: v.v = g->static_list; break;
	case K_BITS: v.v = g->static_bits; break;
	case K_INT_IN: v.v = constant_inside(g, WORD_Y); break;
	case K_REF_IN: v.v = constant_inside(g, WORD_NEXT); break;
	case K_LENT: v.v = LLVMConstAddrSpaceCast(n, g->p12); break;
	case K_NODES: v.v = LLVMConstVector(lanes, 2); break;
	case K_INTS_IN:
		lanes[0] = constant_inside(g, WORD_X);
		lanes[1] = constant_inside(g, WORD_Y);
		v.v = LLVMConstVector(lanes, 2);
		break;
	case K_PAIR:
		lanes[1] = gen_int(g, 3);
		lanes[2] = n;
		v.v = LLVMConstStructInContext(g->lc, lanes, 3, false);
		break;
	default: /* pointers to data come out of objects only; values 0 and 1 of each function are such */
		for (unsigned i = 0; i < g->nvalues; i++)
			if (g->value[i].kind == kind && g->value[i].block == 0 && !g->value[i].may_be_null)
				return g->value[i];
		v.v = LLVMConstNull(g->kind_type[kind]);
		v.may_be_null = true;
		break;
	}
	return v;
}

struct value
gen_pick_at(struct gen *g, enum kind kind, unsigned block, bool null_is_fine)
{
	uint64_t dominators = g->block[block].dominators;
	unsigned fit[VALUES_MAX], n = 0;

	for (unsigned i = g->nvalues; i-- > 0; ) {
		const struct value *v = &g->value[i];
		if (v->kind == kind && (dominators >> v->block & 1) && (null_is_fine || !v->may_be_null))
			fit[n++] = i;
	}
	if (n == 0 || one_in(&g->d, 20))
		return fallback(g, kind);
	/* rather a recent one, so that values do not all live to the end; but not always */
	unsigned span = one_in(&g->d, 3) || n < 6 ? n : 6;
	return g->value[fit[roll(&g->d, span)]];
}

LLVMValueRef
gen_use_or_null(struct gen *g, enum kind kind)
{
	if (kind != K_INT && one_in(&g->d, 12))
		return LLVMConstNull(g->kind_type[kind]);
	return gen_pick_at(g, kind, g->cur, true).v;
}

LLVMValueRef
gen_use(struct gen *g, enum kind kind)
{
	struct value v = gen_pick_at(g, kind, g->cur, true);

	if (!v.may_be_null)
		return v.v;
	struct value other = gen_pick_at(g, kind, g->cur, false);
	LLVMValueRef null = LLVMBuildICmp(g->b, LLVMIntEQ, v.v, LLVMConstNull(LLVMTypeOf(v.v)), "");
	return LLVMBuildSelect(g->b, null, other.v, v.v, "");
}

LLVMValueRef
gen_use_foreign(struct gen *g)
{
	uint64_t dominators = g->block[g->cur].dominators;
	unsigned fit[VALUES_MAX], n = 0;

	for (unsigned i = 0; i < g->nvalues; i++) {
		const struct value *v = &g->value[i];
		if (v->kind == K_NODE && v->foreign && !v->may_be_null && (dominators >> v->block & 1))
			fit[n++] = i;
	}
	return n == 0 ? NULL : g->value[fit[roll(&g->d, n < 200 ? n : 200)]].v;
}

LLVMValueRef
gen_condition(struct gen *g)
{
	LLVMValueRef a = gen_use(g, K_INT);

	switch (roll(&g->d, 3)) {
	case 0: return LLVMBuildTrunc(g->b, a, g->i1, "");
	case 1: return LLVMBuildICmp(g->b, LLVMIntSLT, a, gen_use(g, K_INT), "");
	default: return LLVMBuildTrunc(g->b, LLVMBuildLShr(g->b, a, gen_int(g, 1 + roll(&g->d, 5)), ""), g->i1, "");
	}
}

void
gen_observe(struct gen *g, LLVMValueRef number)
{
	LLVMValueRef old = LLVMBuildLoad2(g->b, g->i64, g->acc, "");

	LLVMBuildStore(g->b, LLVMBuildAdd(g->b, LLVMBuildMul(g->b, old, gen_int(g, 31), ""), number, ""), g->acc);
}

LLVMValueRef
gen_offset(struct gen *g, LLVMValueRef p, uint64_t bytes)
{
	LLVMValueRef at = gen_int(g, bytes);

	return bytes == 0 ? p : LLVMBuildInBoundsGEP2(g->b, g->i8, p, &at, 1, "");
}

LLVMValueRef
gen_inside(struct gen *g, LLVMValueRef object, LLVMTypeRef type, unsigned word)
{
	return gen_offset(g, LLVMBuildAddrSpaceCast(g->b, object, type, ""), 8 * word);
}

LLVMValueRef
gen_load(struct gen *g, LLVMTypeRef type, LLVMValueRef p)
{
	LLVMValueRef v = LLVMBuildLoad2(g->b, type, p, "");

	LLVMSetAlignment(v, 8);
	return v;
}

LLVMValueRef
gen_store(struct gen *g, LLVMValueRef v, LLVMValueRef p)
{
	LLVMValueRef s = LLVMBuildStore(g->b, v, p);

	LLVMSetAlignment(s, 8);
	return s;
}

/* ---- phis ---- */

void
gen_phis(struct gen *g)
{
	const struct block *b = &g->block[g->cur];

	if (b->npred == 0)
		return;
	for (unsigned k = 0, n = b->npred == 1 ? roll(&g->d, 2) : roll(&g->d, 5); k < n && g->nphis < PHIS_MAX && g->nvalues < VALUES_MAX; k++) {
		enum kind kind = (enum kind)roll(&g->d, KINDS);
		bool vector = kind >= K_NODES;
		bool null = kind != K_INT && !vector && one_in(&g->d, 3);
		if (kind == K_INT_OUT || kind == K_REF_OUT)
			null = null || fallback(g, kind).may_be_null;
		LLVMValueRef phi = LLVMBuildPhi(g->b, g->kind_type[kind], "");
		g->phi[g->nphis++] = (struct pending_phi){ phi, g->cur, g->nvalues };
		gen_add(g, kind, phi, null);
	}
}

void
gen_finish_phis(struct gen *g)
{
	for (unsigned k = 0; k < g->nphis; k++) {
		const struct pending_phi *p = &g->phi[k];
		const struct block *b = &g->block[p->block];
		const struct value *v = &g->value[p->value];
		for (unsigned e = 0; e < b->npred; e++) {
			LLVMValueRef in = NULL;
			unsigned from = b->pred[e];
			for (unsigned x = 0; x < e && in == NULL; x++)
				if (b->pred[x] == from)
					in = LLVMGetIncomingValue(p->phi, x);
			if (in == NULL && v->may_be_null && one_in(&g->d, 3))
				in = LLVMConstNull(g->kind_type[v->kind]);
			if (in == NULL)
				in = gen_pick_at(g, v->kind, from, v->may_be_null).v;
			/* the block that control comes from ends where its last instruction is */
			LLVMBasicBlockRef bb = g->block[from].bb;
			LLVMAddIncoming(p->phi, &in, &bb, 1);
		}
	}
}

/* ---- operations ---- */

void
op_select(struct gen *g)
{
	enum kind kind = (enum kind)roll(&g->d, KINDS);
	struct value a = gen_pick_at(g, kind, g->cur, true), b = gen_pick_at(g, kind, g->cur, true);
	LLVMValueRef c = gen_condition(g);

	if (kind != K_INT && kind < K_NODES && one_in(&g->d, 6))
		b = (struct value){ .v = LLVMConstNull(g->kind_type[kind]), .may_be_null = true };
	if ((kind == K_NODES || kind == K_INTS_IN) && one_in(&g->d, 2)) {
		LLVMValueRef lanes = LLVMGetUndef(g->v2i1);
		lanes = LLVMBuildInsertElement(g->b, lanes, c, LLVMConstInt(g->i32, 0, false), "");
		c = LLVMBuildInsertElement(g->b, lanes, gen_condition(g), LLVMConstInt(g->i32, 1, false), "");
	}
	LLVMValueRef v = LLVMBuildSelect(g->b, c, a.v, b.v, "");
	if (one_in(&g->d, 8))
		v = LLVMBuildFreeze(g->b, v, "");
	gen_add(g, kind, v, a.may_be_null || b.may_be_null);
}

void
op_arithmetic(struct gen *g)
{
	LLVMValueRef a = gen_use(g, K_INT), v;

	switch (roll(&g->d, 6)) {
	case 0: v = LLVMBuildAdd(g->b, a, gen_int(g, 1 + roll(&g->d, 256)), ""); break;
	case 1: v = LLVMBuildMul(g->b, a, gen_use(g, K_INT), ""); break;
	case 2: v = LLVMBuildXor(g->b, a, gen_use(g, K_INT), ""); break;
	case 3: { /* is there an object? */
		enum kind kind = one_in(&g->d, 2) ? K_NODE : K_INT_IN;
		LLVMValueRef p = gen_use_or_null(g, kind);
		v = LLVMBuildZExt(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, p, LLVMConstNull(LLVMTypeOf(p)), ""), g->i64, "");
		break;
	}
	case 4: { /* the same one? */
		LLVMValueRef p = gen_use_or_null(g, K_NODE), q = gen_use_or_null(g, K_NODE);
		v = LLVMBuildZExt(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, p, q, ""), g->i64, "");
		break;
	}
	default:
		gen_observe(g, a);
		return;
	}
	gen_add(g, K_INT, v, false);
}

static LLVMValueRef
lane(struct gen *g, unsigned i)
{
	return LLVMConstInt(g->i32, i, false);
}

static LLVMValueRef
build_vector(struct gen *g, enum kind kind, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef v = one_in(&g->d, 2) ? LLVMGetPoison(g->kind_type[kind]) : LLVMGetUndef(g->kind_type[kind]);

	v = LLVMBuildInsertElement(g->b, v, a, lane(g, 0), "");
	return LLVMBuildInsertElement(g->b, v, b, lane(g, 1), "");
}

/* Lane 0 or 1, known or not. */
static LLVMValueRef
any_lane(struct gen *g)
{
	if (!one_in(&g->d, 3))
		return lane(g, roll(&g->d, 2));
	return LLVMBuildAnd(g->b, LLVMBuildTrunc(g->b, gen_use(g, K_INT), g->i32, ""), lane(g, 1), "");
}

static LLVMValueRef
intrinsic(struct gen *g, const char *name, LLVMTypeRef *types, unsigned n, LLVMTypeRef *type)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));

	*type = LLVMIntrinsicGetType(g->lc, id, types, n);
	return LLVMGetIntrinsicDeclaration(g->m, id, types, n);
}

/* llvm.masked.gather and llvm.masked.load lost their operand for the alignment between versions. */
static LLVMValueRef
masked(struct gen *g, const char *name, LLVMTypeRef result, LLVMValueRef from, LLVMValueRef mask, LLVMValueRef otherwise)
{
	LLVMTypeRef over[2] = { result, LLVMTypeOf(from) }, type;
	LLVMValueRef f = intrinsic(g, name, over, 2, &type), args[4] = { from, LLVMConstInt(g->i32, 8, false), mask, otherwise };

	if (LLVMCountParamTypes(type) == 3) {
		args[1] = mask;
		args[2] = otherwise;
	}
	LLVMValueRef call = LLVMBuildCall2(g->b, type, f, args, LLVMCountParamTypes(type), "");
	if (LLVMCountParamTypes(type) == 3) {
		unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
		LLVMAddCallSiteAttribute(call, 1, LLVMCreateEnumAttribute(g->lc, kind, 8));
	}
	return call;
}

static LLVMValueRef
some_mask(struct gen *g)
{
	LLVMValueRef lanes[2] = { LLVMConstInt(g->i1, 1, false), LLVMConstInt(g->i1, 1, false) };

	if (one_in(&g->d, 2))
		return LLVMConstVector(lanes, 2);
	LLVMValueRef c = gen_condition(g);
	return LLVMBuildInsertElement(g->b, LLVMConstVector(lanes, 2), c, lane(g, roll(&g->d, 2)), "");
}

void
op_vector(struct gen *g)
{
	LLVMValueRef v, w, at, mask[2];

	switch (roll(&g->d, 11)) {
	case 0:
		v = gen_use(g, K_NODE);
		w = gen_use(g, K_NODE);
		gen_add(g, K_NODES, build_vector(g, K_NODES, v, w), false);
		return;
	case 1:
		v = gen_use(g, K_NODES);
		gen_add(g, K_NODE, LLVMBuildExtractElement(g->b, v, any_lane(g), ""), false);
		return;
	case 2:
		v = gen_use(g, K_NODES);
		w = gen_use(g, K_NODE);
		v = LLVMBuildInsertElement(g->b, v, w, any_lane(g), "");
		gen_add(g, K_NODES, v, false);
		return;
	case 3:
		mask[0] = lane(g, roll(&g->d, 4));
		mask[1] = lane(g, roll(&g->d, 4));
		v = gen_use(g, K_NODES);
		w = gen_use(g, K_NODES);
		v = LLVMBuildShuffleVector(g->b, v, w, LLVMConstVector(mask, 2), "");
		gen_add(g, K_NODES, v, false);
		return;
	case 4: /* two fields at once */
		at = gen_inside(g, gen_use(g, K_NODE), g->p11, WORD_MATE);
		gen_add(g, K_NODES, gen_load(g, g->v2p10, at), false);
		return;
	case 5:
		at = gen_inside(g, gen_use(g, K_NODE), g->p11, WORD_MATE);
		w = some_mask(g);
		v = masked(g, "llvm.masked.load", g->v2p10, at, w, gen_use(g, K_NODES));
		gen_add(g, K_NODES, v, false);
		return;
	case 6: /* a field of each of two objects */
		at = gen_offset(g, LLVMBuildAddrSpaceCast(g->b, gen_use(g, K_NODES), g->v2p11, ""), 8 * WORD_MATE);
		w = some_mask(g);
		v = masked(g, "llvm.masked.gather", g->v2p10, at, w, gen_use(g, K_NODES));
		gen_add(g, K_NODES, v, false);
		return;
	case 7:
		v = LLVMBuildAddrSpaceCast(g->b, gen_use(g, K_NODES), g->v2p11, "");
		gen_add(g, K_INTS_IN, gen_offset(g, v, one_in(&g->d, 2) ? 8 * WORD_Y : 8 * WORD_X), false);
		return;
	case 8:
		v = gen_use(g, K_INT_IN);
		w = gen_use(g, K_INT_IN);
		gen_add(g, K_INTS_IN, build_vector(g, K_INTS_IN, v, w), false);
		return;
	case 9:
		v = gen_use(g, K_INTS_IN);
		gen_add(g, K_INT_IN, LLVMBuildExtractElement(g->b, v, any_lane(g), ""), false);
		return;
	default:
		v = gen_use(g, K_INTS_IN);
		v = masked(g, "llvm.masked.gather", g->v2i64, v, some_mask(g), LLVMConstNull(g->v2i64));
		at = LLVMBuildExtractElement(g->b, v, lane(g, 0), "");
		v = LLVMBuildExtractElement(g->b, v, lane(g, 1), "");
		gen_add(g, K_INT, LLVMBuildSub(g->b, at, v, ""), false);
		return;
	}
}

void
op_aggregate(struct gen *g)
{
	LLVMValueRef v, w;

	switch (roll(&g->d, 4)) {
	case 0:
		v = one_in(&g->d, 2) ? LLVMGetPoison(g->pair) : LLVMGetUndef(g->pair);
		v = LLVMBuildInsertValue(g->b, v, gen_use(g, K_NODE), 0, "");
		v = LLVMBuildInsertValue(g->b, v, gen_use(g, K_INT), 1, "");
		gen_add(g, K_PAIR, LLVMBuildInsertValue(g->b, v, gen_use(g, K_NODE), 2, ""), false);
		return;
	case 1:
		v = gen_use(g, K_PAIR);
		gen_add(g, K_NODE, LLVMBuildExtractValue(g->b, v, one_in(&g->d, 2) ? 2 : 0, ""), false);
		return;
	case 2:
		v = gen_use(g, K_PAIR);
		w = gen_use(g, K_NODE);
		v = LLVMBuildInsertValue(g->b, v, w, one_in(&g->d, 2) ? 2 : 0, "");
		gen_add(g, K_PAIR, v, false);
		return;
	default:
		gen_add(g, K_INT, LLVMBuildExtractValue(g->b, gen_use(g, K_PAIR), 1, ""), false);
		return;
	}
}
