/* SPDX-License-Identifier: MIT */
/* memory.c -- objects, fields, arrays, barriers, interior pointers, preserved regions. */
#include "gen.h"

static const char zeroinit[] = "julia.gc_alloc_zeroinit", ptr_offsets[] = "julia.gc_alloc_ptr_offsets";

/* ---- allocation ---- */

static LLVMValueRef
allocate(struct gen *g, LLVMValueRef size, LLVMValueRef type)
{
	LLVMTypeRef params[3] = { g->ptr, g->i64, g->p10 }, ft = LLVMFunctionType(g->p10, params, 3, false);
	LLVMValueRef args[3] = { g->gcstack, size, type }, f = gen_declare(g, "julia.gc_alloc_obj", ft);

	if (!g->optimistic)
		return LLVMBuildCall2(g->b, ft, f, args, 3, "");
	LLVMValueRef range[2] = { gen_int(g, 0), gen_int(g, 8 * NODE_WORDS) };
	LLVMValueRef refs[5] = { gen_int(g, 8), gen_int(g, 16), gen_int(g, 24), gen_int(g, 32), gen_int(g, 40) };
	bool offsets = one_in(&g->d, 2);
	LLVMOperandBundleRef bundle = offsets ? LLVMCreateOperandBundle(ptr_offsets, sizeof ptr_offsets - 1, refs, 5)
		: LLVMCreateOperandBundle(zeroinit, sizeof zeroinit - 1, range, 2);
	LLVMValueRef call = LLVMBuildCallWithOperandBundles(g->b, ft, f, args, 3, &bundle, 1, "");
	LLVMDisposeOperandBundle(bundle);
	return call;
}

LLVMValueRef
gen_node(struct gen *g)
{
	static const unsigned sizes[NODE_TYPES] = { 8 * NODE_WORDS, 80, 200, 3000 };
	unsigned k = one_in(&g->d, 3) ? roll(&g->d, NODE_TYPES) : 0;
	LLVMValueRef size = gen_int(g, sizes[k]);
	LLVMValueRef x = gen_use(g, K_INT), next = gen_use_or_null(g, K_NODE), mate = gen_use(g, K_NODE), fixed = gen_use(g, K_NODE);
	LLVMValueRef list = gen_use(g, K_LIST), bits = gen_use(g, K_BITS), y = gen_use(g, K_INT);

	if (k == 1)
		size = LLVMBuildAdd(g->b, size, LLVMBuildAnd(g->b, y, gen_int(g, 16), ""), "");
	LLVMValueRef n = allocate(g, size, g->node_type[k]);
	gen_store(g, x, gen_inside(g, n, g->p11, WORD_X));
	gen_store(g, next, gen_inside(g, n, g->p11, WORD_NEXT));
	gen_store(g, mate, gen_inside(g, n, g->p11, WORD_MATE));
	gen_store(g, fixed, gen_inside(g, n, g->p11, WORD_FIXED));
	gen_store(g, list, gen_inside(g, n, g->p11, WORD_LIST));
	gen_store(g, bits, gen_inside(g, n, g->p11, WORD_BITS));
	gen_store(g, y, gen_inside(g, n, g->p11, WORD_Y));
	return n;
}

static LLVMValueRef
allocate_memory(struct gen *g, LLVMValueRef type)
{
	LLVMTypeRef params[5] = { g->ptr, g->i64, g->p10, g->i64, g->i1 }, ft = LLVMFunctionType(g->p10, params, 5, false);
	LLVMValueRef n = gen_int(g, one_in(&g->d, 12) ? 300 : 4 + roll(&g->d, 5)), f = gen_declare(g, "julia.gc_alloc_memory", ft);

	if (one_in(&g->d, 3))
		n = LLVMBuildAdd(g->b, gen_int(g, 4), LLVMBuildAnd(g->b, gen_use(g, K_INT), gen_int(g, 7), ""), "");
	LLVMValueRef bytes = LLVMBuildShl(g->b, n, gen_int(g, 3), "");
	LLVMValueRef args[5] = { g->gcstack, bytes, type, n, LLVMConstInt(g->i1, 1, false) };
	return LLVMBuildCall2(g->b, ft, f, args, 5, "");
}

void
op_allocate(struct gen *g)
{
	switch (roll(&g->d, 5)) {
	case 3:
		gen_add(g, K_LIST, allocate_memory(g, g->list_type), false);
		return;
	case 4:
		gen_add(g, K_BITS, allocate_memory(g, g->bits_type), false);
		return;
	default:
		gen_add(g, K_NODE, gen_node(g), false);
		return;
	}
}

/* ---- fields ---- */

static void
mark(struct gen *g, LLVMValueRef load, const char *what, unsigned n, LLVMValueRef node)
{
	LLVMSetMetadata(load, LLVMGetMDKindIDInContext(g->lc, what, n), node);
}

/* One of two words of some node. */
static LLVMValueRef
one_of_two(struct gen *g, unsigned word, unsigned other)
{
	LLVMValueRef n = gen_use(g, K_NODE);

	return gen_inside(g, n, g->p11, one_in(&g->d, 2) ? other : word);
}

void
op_load(struct gen *g)
{
	LLVMValueRef n, v, foreign;

	switch (roll(&g->d, 9)) {
	case 0:
	case 1:
		gen_add(g, K_NODE, gen_load(g, g->p10, gen_inside(g, gen_use(g, K_NODE), g->p11, WORD_MATE)), false);
		return;
	case 2:
		gen_add(g, K_NODE, gen_load(g, g->p10, gen_inside(g, gen_use(g, K_NODE), g->p11, WORD_NEXT)), true);
		return;
	case 3:
		gen_add(g, K_LIST, gen_load(g, g->p10, gen_inside(g, gen_use(g, K_NODE), g->p11, WORD_LIST)), false);
		return;
	case 4:
		gen_add(g, K_BITS, gen_load(g, g->p10, gen_inside(g, gen_use(g, K_NODE), g->p11, WORD_BITS)), false);
		return;
	case 5: /* what never changes needs no root of its own while its owner has one */
		foreign = gen_use_foreign(g);
		n = foreign != NULL ? foreign : gen_use(g, K_NODE);
		v = gen_load(g, g->p10, gen_inside(g, n, g->p11, WORD_FIXED));
		if (foreign != NULL && !one_in(&g->d, 4)) /* of what is made here the optimisers know when it changed */
			mark(g, v, "tbaa", 4, g->tbaa_const);
		gen_add(g, K_NODE, v, false);
		return;
	case 6: /* out of a constant */
		v = gen_load(g, g->p10, g->constant);
		gen_add(g, K_NODE, v, false);
		return;
	case 7: { /* which type? */
		LLVMTypeRef ft = LLVMFunctionType(g->p10, &g->p10, 1, false);
		LLVMValueRef arg = gen_use(g, K_NODE), type = LLVMBuildCall2(g->b, ft, gen_declare(g, "julia.typeof", ft), &arg, 1, "");
		v = LLVMBuildICmp(g->b, LLVMIntEQ, type, g->node_type[roll(&g->d, NODE_TYPES)], "");
		gen_add(g, K_INT, LLVMBuildZExt(g->b, v, g->i64, ""), false);
		return;
	}
	default:
		v = gen_load(g, g->i64, one_of_two(g, WORD_Y, WORD_X));
		if (one_in(&g->d, 2))
			gen_observe(g, v);
		gen_add(g, K_INT, v, false);
		return;
	}
}

/* A barrier of some form for `n` children that go into slots of `parent`; slots are P11 or P13. */
static void
barrier(struct gen *g, unsigned form, LLVMValueRef parent, LLVMValueRef *slot, LLVMValueRef *child, unsigned n)
{
	LLVMValueRef args[8] = { parent };
	bool out = LLVMGetPointerAddressSpace(LLVMTypeOf(slot[0])) == 13;
	LLVMTypeRef fixed[3] = { g->p10, out ? g->p13 : g->p11, g->p10 };
	unsigned k = 1;

	for (unsigned i = 0; i < n; i++) {
		if (form == 2)
			args[k++] = slot[i];
		args[k++] = child[i];
	}
	static const char *const name[] = { "julia.write_barrier", "julia.object_write_barrier" };
	LLVMTypeRef ft = LLVMFunctionType(g->none, fixed, form == 2 ? 3 : 1, true);
	LLVMValueRef f = gen_declare(g, form < 2 ? name[form] : out ? "julia.field_write_barrier.p13" : "julia.field_write_barrier.p11", ft);
	LLVMBuildCall2(g->b, ft, f, args, k, "");
}

void
gen_guarded_store(struct gen *g, LLVMValueRef parent, LLVMValueRef *slot, LLVMValueRef *child, unsigned n)
{
	unsigned form = roll(&g->d, 4);
	bool behind = form == 3;

	if (!behind)
		barrier(g, form, parent, slot, child, n);
	for (unsigned i = 0; i < n; i++)
		gen_store(g, child[i], slot[i]);
	if (behind)
		barrier(g, 0, parent, slot, child, n);
}

void
op_store(struct gen *g)
{
	LLVMValueRef n = gen_use(g, K_NODE), slot[2], child[2];

	switch (roll(&g->d, 7)) {
	case 0:
		child[0] = gen_use(g, K_INT);
		gen_store(g, child[0], gen_inside(g, n, g->p11, WORD_X));
		return;
	case 1:
		slot[0] = gen_inside(g, n, g->p11, WORD_MATE);
		child[0] = gen_use(g, K_NODE);
		break;
	case 2:
		slot[0] = gen_inside(g, n, g->p11, WORD_LIST);
		child[0] = gen_use(g, K_LIST);
		break;
	case 3:
		slot[0] = gen_inside(g, n, g->p11, WORD_BITS);
		child[0] = gen_use(g, K_BITS);
		break;
	case 4: /* two at once */
		slot[0] = gen_inside(g, n, g->p11, WORD_NEXT);
		slot[1] = gen_inside(g, n, g->p11, WORD_MATE);
		child[0] = gen_use_or_null(g, K_NODE);
		child[1] = gen_use(g, K_NODE);
		gen_guarded_store(g, n, slot, child, 2);
		return;
	default:
		slot[0] = gen_inside(g, n, g->p11, WORD_NEXT);
		child[0] = gen_use_or_null(g, K_NODE);
		break;
	}
	gen_guarded_store(g, n, slot, child, 1);
}

/* ---- arrays ---- */

/* The data of an array, by the newer form or by the older one. */
static LLVMValueRef
data_of(struct gen *g, LLVMValueRef array)
{
	LLVMValueRef at = gen_inside(g, array, g->p11, 1);

	if (one_in(&g->d, 2))
		return gen_load(g, g->p13, at);
	LLVMTypeRef params[2] = { g->p10, g->ptr }, ft = LLVMFunctionType(g->p13, params, 2, false);
	LLVMValueRef args[2] = { array, gen_load(g, g->ptr, at) };
	return LLVMBuildCall2(g->b, ft, gen_declare(g, "julia.gc_loaded", ft), args, 2, "");
}

static LLVMValueRef
element(struct gen *g, LLVMValueRef data)
{
	LLVMValueRef i = gen_int(g, roll(&g->d, 4));

	if (one_in(&g->d, 2))
		i = LLVMBuildAnd(g->b, gen_use(g, K_INT), gen_int(g, 3), "");
	return LLVMBuildInBoundsGEP2(g->b, g->i64, data, &i, 1, "");
}

void
op_array(struct gen *g)
{
	LLVMValueRef a, slot, child;

	switch (roll(&g->d, 6)) {
	case 0:
		gen_add(g, K_INT_OUT, element(g, data_of(g, gen_use(g, K_BITS))), false);
		return;
	case 1:
		gen_add(g, K_REF_OUT, element(g, data_of(g, gen_use(g, K_LIST))), false);
		return;
	case 2:
		gen_add(g, K_NODE, gen_load(g, g->p10, element(g, data_of(g, gen_use(g, K_LIST)))), true);
		return;
	case 3:
		child = gen_use(g, K_INT);
		gen_store(g, child, element(g, data_of(g, gen_use(g, K_BITS))));
		return;
	default:
		a = gen_use(g, K_LIST);
		slot = element(g, data_of(g, a));
		child = gen_use_or_null(g, K_NODE);
		gen_guarded_store(g, a, &slot, &child, 1);
		return;
	}
}

/* ---- interior pointers ---- */

void
op_interior(struct gen *g)
{
	struct value v;
	LLVMValueRef p;

	switch (roll(&g->d, 10)) {
	case 0:
		gen_add(g, K_INT_IN, one_of_two(g, WORD_Y, WORD_X), false);
		return;
	case 1:
		gen_add(g, K_REF_IN, one_of_two(g, WORD_MATE, WORD_NEXT), false);
		return;
	case 2:
	case 3:
		p = gen_load(g, g->i64, gen_use(g, K_INT_IN));
		gen_observe(g, p);
		gen_add(g, K_INT, p, false);
		return;
	case 4:
		p = gen_use(g, K_INT);
		gen_store(g, p, gen_use(g, K_INT_IN));
		return;
	case 5:
		gen_add(g, K_NODE, gen_load(g, g->p10, gen_use(g, K_REF_IN)), true);
		return;
	case 6: /* data pointers may be null where there are none yet */
		v = gen_pick_at(g, K_INT_OUT, g->cur, false);
		if (v.may_be_null)
			v.v = element(g, data_of(g, gen_use(g, K_BITS)));
		gen_add(g, K_INT, gen_load(g, g->i64, v.v), false);
		return;
	case 7:
		v = gen_pick_at(g, K_REF_OUT, g->cur, false);
		if (v.may_be_null)
			v.v = element(g, data_of(g, gen_use(g, K_LIST)));
		gen_add(g, K_NODE, gen_load(g, g->p10, v.v), true);
		return;
	case 8:
		gen_add(g, K_LENT, LLVMBuildAddrSpaceCast(g->b, gen_use(g, K_NODE), g->p12, ""), false);
		return;
	default: /* not one that is null in the middle of an object */
		p = gen_use(g, K_NODE);
		p = LLVMBuildAddrSpaceCast(g->b, p, g->p11, "");
		gen_add(g, K_INT_IN, gen_offset(g, gen_offset(g, p, 8), 8 * (WORD_Y - 1)), false);
		return;
	}
}

void
op_atomic(struct gen *g)
{
	LLVMValueRef n = gen_use(g, K_NODE), slot = gen_inside(g, n, g->p11, WORD_NEXT), child = gen_use_or_null(g, K_NODE), v;

	barrier(g, roll(&g->d, 3), n, &slot, &child, 1);
	if (one_in(&g->d, 2)) {
		v = LLVMBuildAtomicRMW(g->b, LLVMAtomicRMWBinOpXchg, slot, child, LLVMAtomicOrderingAcquireRelease, false);
	} else {
		LLVMValueRef expected = gen_use_or_null(g, K_NODE);
		v = LLVMBuildAtomicCmpXchg(g->b, slot, expected, child, LLVMAtomicOrderingAcquireRelease, LLVMAtomicOrderingAcquire, false);
		v = LLVMBuildExtractValue(g->b, v, 0, "");
	}
	gen_add(g, K_NODE, v, true);
}

/* ---- preserved regions ---- */

static LLVMTypeRef
begin_type(struct gen *g)
{
	return LLVMFunctionType(g->token, NULL, 0, true);
}

static void
end_region(struct gen *g, LLVMValueRef token)
{
	LLVMTypeRef ft = LLVMFunctionType(g->none, &g->token, 1, false);

	LLVMBuildCall2(g->b, ft, gen_declare(g, "llvm.julia.gc_preserve_end", ft), &token, 1, "");
}

static LLVMValueRef
raw_address(struct gen *g, LLVMValueRef object)
{
	LLVMTypeRef ft = LLVMFunctionType(g->ptr, &g->p11, 1, false);
	LLVMValueRef d = LLVMBuildAddrSpaceCast(g->b, object, g->p11, "");

	return LLVMBuildCall2(g->b, ft, gen_declare(g, "julia.pointer_from_objref", ft), &d, 1, "");
}

static void
use_raw(struct gen *g, LLVMValueRef raw)
{
	LLVMValueRef x;

	if (one_in(&g->d, 4)) {
		x = gen_use(g, K_INT);
		gen_store(g, x, gen_offset(g, raw, 8 * WORD_Y));
	} else {
		x = gen_load(g, g->i64, gen_offset(g, raw, one_in(&g->d, 2) ? 8 * WORD_Y : 8 * WORD_X));
		gen_observe(g, x);
		gen_add(g, K_INT, x, false);
	}
}

/* Where a region that begins here may end: a later block that this one dominates. */
static unsigned
some_end(struct gen *g)
{
	unsigned fit[BLOCKS_MAX], n = 0;

	for (unsigned i = g->cur + 1; i < g->nblocks; i++)
		if (g->block[i].dominators >> g->cur & 1)
			fit[n++] = i;
	return n == 0 || one_in(&g->d, 3) ? REGION_NO_END : fit[roll(&g->d, n)];
}

void
op_preserve(struct gen *g)
{
	LLVMValueRef n = gen_use(g, K_NODE), args[3] = { n, n, n };
	unsigned nargs = 1 + roll(&g->d, 3);

	if (nargs > 1) {
		unsigned at = roll(&g->d, 2);
		args[at] = one_in(&g->d, 2) ? gen_use(g, K_NODES) : gen_use_or_null(g, K_INT_IN);
	}
	if (nargs > 2)
		args[2] = n;
	if (nargs == 2 && args[0] != n && args[1] != n)
		args[1] = n;
	if (nargs == 1)
		args[0] = n;
	LLVMTypeRef ft = begin_type(g);
	LLVMValueRef token = LLVMBuildCall2(g->b, ft, gen_declare(g, "llvm.julia.gc_preserve_begin", ft), args, nargs, "");
	LLVMValueRef raw = raw_address(g, n);
	if (one_in(&g->d, 2) && g->nregions < REGIONS_MAX) {
		unsigned end = some_end(g);
		g->region[g->nregions++] = (struct region){ token, raw, g->cur, end, false };
		return;
	}
	g->depth++;
	for (unsigned k = 0, ops = 1 + roll(&g->d, 3); k < ops && g->depth < 4; k++) {
		gen_operation(g);
		use_raw(g, raw);
	}
	g->depth--;
	gen_disturb(g);
	use_raw(g, raw);
	end_region(g, token);
}

void
op_raw(struct gen *g)
{
	for (unsigned k = g->nregions; k-- > 0; ) {
		const struct region *r = &g->region[k];
		if (!(g->block[g->cur].dominators >> r->begin & 1))
			continue;
		if (r->end != REGION_NO_END && (r->end == g->cur || (g->block[r->end].reaches >> g->cur & 1)))
			continue;
		gen_disturb(g);
		use_raw(g, r->raw);
		return;
	}
	op_load(g);
}

void
gen_end_regions(struct gen *g)
{
	for (unsigned k = 0; k < g->nregions; k++)
		if (g->region[k].end == g->cur && !g->region[k].ended) {
			g->region[k].ended = true;
			gen_disturb(g);
			use_raw(g, g->region[k].raw);
			end_region(g, g->region[k].token);
		}
}
