/* SPDX-License-Identifier: MIT */
/* local.c -- functions with objects that die in them: what passes that remove allocations change.
**
** Such a function is `i64 (i64, P10)`.  It is inlined into its callers, or not.  Its objects are cells and rows:
**
**   cell: 0: a number  1: a node, cell or row  2: a number
**   row:  0: a number  1 to 4: a node, cell or row, or null
**
** Word 0 is a number in each.  Objects meet in phis and selects, go round loops, refer to each other, are preserved,
** have their address taken, are copied, compared, asked for their type, and escape: always, on one path, or on a path
** that is never taken.  All numbers go into a sum, which the function returns. */
#include <stdio.h>
#include <string.h>

#include "gen.h"

enum { LOCAL_VALUES = 24, DEPTH = 3, CELL_WORDS = 3, ROW_WORDS = 5, STATEMENTS = 48 };

struct local {
	struct gen *g;
	LLVMValueRef f, peek, node, sum;
	LLVMValueRef cell[LOCAL_VALUES], row[LOCAL_VALUES], number[LOCAL_VALUES];
	unsigned cells, rows, numbers;
	unsigned left;           /* statements that it may still have */
};

/* The newest value has index 0. */
static LLVMValueRef
pick(struct local *l, const LLVMValueRef *of, unsigned n)
{
	return of[n - 1 - roll(&l->g->d, n)];
}

static void
keep(LLVMValueRef *of, unsigned *n, LLVMValueRef v)
{
	if (*n == LOCAL_VALUES) {
		memmove(of + 1, of + 2, (LOCAL_VALUES - 2) * sizeof *of);
		--*n;
	}
	of[(*n)++] = v;
}

static void
observe(struct local *l, LLVMValueRef number)
{
	LLVMBuilderRef b = l->g->b;

	l->sum = LLVMBuildAdd(b, LLVMBuildMul(b, l->sum, gen_int(l->g, 31), ""), number, "");
	keep(l->number, &l->numbers, number);
}

static LLVMBasicBlockRef
new_block(struct local *l, const char *name)
{
	return LLVMAppendBasicBlockInContext(l->g->lc, l->f, name);
}

/* ---- objects ---- */

static LLVMValueRef
allocate(struct local *l, LLVMValueRef type, unsigned words, bool zeroed)
{
	static const char zeroinit[] = "julia.gc_alloc_zeroinit", offsets[] = "julia.gc_alloc_ptr_offsets";
	struct gen *g = l->g;
	LLVMTypeRef params[3] = { g->ptr, g->i64, g->p10 }, ft = LLVMFunctionType(g->p10, params, 3, false);
	LLVMValueRef args[3] = { g->gcstack, gen_int(g, 8 * words), type }, f = gen_declare(g, "julia.gc_alloc_obj", ft);
	LLVMValueRef range[2] = { gen_int(g, 0), gen_int(g, 8 * words) };
	LLVMValueRef refs[4] = { gen_int(g, 8), gen_int(g, 16), gen_int(g, 24), gen_int(g, 32) };

	LLVMOperandBundleRef bundle = zeroed
		? LLVMCreateOperandBundle(zeroinit, sizeof zeroinit - 1, range, 2)
		: LLVMCreateOperandBundle(offsets, sizeof offsets - 1, refs, words == CELL_WORDS ? 1 : 4);
	LLVMValueRef call = LLVMBuildCallWithOperandBundles(g->b, ft, f, args, 3, &bundle, 1, "");
	LLVMDisposeOperandBundle(bundle);
	return call;
}

/* Something with a number in word 0. */
static LLVMValueRef
some_reference(struct local *l)
{
	switch (roll(&l->g->d, 3)) {
	case 0: return l->node;
	case 1: return pick(l, l->cell, l->cells);
	default: return pick(l, l->row, l->rows);
	}
}

static LLVMValueRef
new_cell(struct local *l)
{
	struct gen *g = l->g;
	LLVMValueRef x = pick(l, l->number, l->numbers), r = l->cells ? some_reference(l) : l->node;
	LLVMValueRef c = allocate(l, g->cell_type, CELL_WORDS, one_in(&g->d, 2));

	gen_store(g, x, gen_inside(g, c, g->p11, 0));
	gen_store(g, r, gen_inside(g, c, g->p11, 1));
	gen_store(g, pick(l, l->number, l->numbers), gen_inside(g, c, g->p11, 2));
	keep(l->cell, &l->cells, c);
	return c;
}

/* The number in front of what `r` means; null means the node. */
static void
observe_reference(struct local *l, LLVMValueRef r)
{
	struct gen *g = l->g;
	LLVMValueRef none = LLVMBuildIsNull(g->b, r, ""), some = LLVMBuildSelect(g->b, none, l->node, r, "");

	observe(l, gen_load(g, g->i64, gen_inside(g, some, g->p11, 0)));
}

static LLVMValueRef
row_slot(struct local *l, LLVMValueRef row)
{
	struct gen *g = l->g;
	LLVMValueRef i = gen_int(g, roll(&g->d, 4)), first = gen_inside(g, row, g->p11, 1);

	if (one_in(&g->d, 2))
		i = LLVMBuildAnd(g->b, pick(l, l->number, l->numbers), gen_int(g, 3), "");
	return LLVMBuildInBoundsGEP2(g->b, g->i64, first, &i, 1, "");
}

static void
store_reference(struct local *l)
{
	struct gen *g = l->g;
	LLVMValueRef child = some_reference(l);

	if (one_in(&g->d, 2)) {
		LLVMValueRef c = pick(l, l->cell, l->cells), slot = gen_inside(g, c, g->p11, 1);
		gen_guarded_store(g, c, &slot, &child, 1);
	} else {
		LLVMValueRef r = pick(l, l->row, l->rows), slot = row_slot(l, r);
		gen_guarded_store(g, r, &slot, &child, 1);
	}
}

/* ---- addresses, regions, copies ---- */

static LLVMValueRef
begin_region(struct local *l, LLVMValueRef object)
{
	struct gen *g = l->g;
	LLVMTypeRef ft = LLVMFunctionType(g->token, NULL, 0, true);

	return LLVMBuildCall2(g->b, ft, gen_declare(g, "llvm.julia.gc_preserve_begin", ft), &object, 1, "");
}

static void
end_region(struct local *l, LLVMValueRef token)
{
	struct gen *g = l->g;
	LLVMTypeRef ft = LLVMFunctionType(g->none, &g->token, 1, false);

	LLVMBuildCall2(g->b, ft, gen_declare(g, "llvm.julia.gc_preserve_end", ft), &token, 1, "");
}

static void statements(struct local *l, unsigned depth, unsigned n);

static void
preserved(struct local *l, unsigned depth)
{
	struct gen *g = l->g;
	LLVMValueRef c = pick(l, l->cell, l->cells), token = begin_region(l, c), raw = NULL;
	bool address = one_in(&g->d, 2);

	if (address) {
		LLVMTypeRef ft = LLVMFunctionType(g->ptr, &g->p11, 1, false);
		LLVMValueRef d = gen_inside(g, c, g->p11, 0);
		raw = LLVMBuildCall2(g->b, ft, gen_declare(g, "julia.pointer_from_objref", ft), &d, 1, "");
		gen_store(g, pick(l, l->number, l->numbers), gen_offset(g, raw, 16));
	}
	statements(l, depth, 2);
	gen_disturb(g);
	if (address)
		observe(l, gen_load(g, g->i64, raw));
	end_region(l, token);
	observe(l, gen_load(g, g->i64, gen_inside(g, c, g->p11, 2)));
}

static void
copy(struct local *l)
{
	struct gen *g = l->g;
	LLVMValueRef from = pick(l, l->cell, l->cells), to = allocate(l, g->cell_type, CELL_WORDS, one_in(&g->d, 2));

	/* in statements of their own: compilers evaluate arguments in different orders */
	from = gen_inside(g, from, g->p11, 0);
	LLVMBuildMemCpy(g->b, gen_inside(g, to, g->p11, 0), 8, from, 8, gen_int(g, 8 * CELL_WORDS));
	keep(l->cell, &l->cells, to);
}

static void
raw_number(struct local *l)
{
	struct gen *g = l->g;
	LLVMValueRef c = pick(l, l->cell, l->cells), p = gen_inside(g, c, g->p11, one_in(&g->d, 2) ? 2 : 0), v;

	switch (roll(&g->d, 3)) {
	case 0:
		v = LLVMBuildAtomicRMW(g->b, LLVMAtomicRMWBinOpAdd, p, pick(l, l->number, l->numbers),
			LLVMAtomicOrderingMonotonic, false);
		break;
	case 1:
		v = gen_load(g, g->i64, p);
		LLVMSetVolatile(v, true);
		break;
	default: /* half of it */
		v = LLVMBuildZExt(g->b, gen_load(g, g->i32, gen_offset(g, p, 4)), g->i64, "");
		break;
	}
	observe(l, v);
}

/* ---- what lets an object escape ---- */

static void
give(struct local *l)
{
	struct gen *g = l->g;
	LLVMTypeRef look = LLVMFunctionType(g->i64, &g->p10, 1, false), pass = LLVMFunctionType(g->p10, &g->p10, 1, false);
	LLVMValueRef c = pick(l, l->cell, l->cells);

	if (one_in(&g->d, 3)) {
		LLVMValueRef same = LLVMBuildCall2(g->b, pass, gen_declare(g, "fz_pass", pass), &c, 1, "");
		keep(l->cell, &l->cells, same);
		observe(l, gen_load(g, g->i64, gen_inside(g, same, g->p11, 0)));
	} else {
		observe(l, LLVMBuildCall2(g->b, look, l->peek, &c, 1, ""));
	}
}

/* On a path that is never taken, which no optimiser knows. */
static void
throw(struct local *l)
{
	struct gen *g = l->g;
	LLVMTypeRef ft = LLVMFunctionType(g->none, &g->p10, 1, false);
	LLVMValueRef object = one_in(&g->d, 3) ? pick(l, l->row, l->rows) : pick(l, l->cell, l->cells);
	LLVMValueRef fuel = gen_load(g, g->i64, g->fuel);
	LLVMValueRef never = LLVMBuildICmp(g->b, LLVMIntEQ, fuel, gen_int(g, 1u << 30), "");
	LLVMBasicBlockRef error = new_block(l, "error"), on = new_block(l, "on");

	LLVMBuildCondBr(g->b, never, error, on);
	LLVMPositionBuilderAtEnd(g->b, error);
	LLVMBuildCall2(g->b, ft, gen_declare(g, "lr_throw", ft), &object, 1, "");
	LLVMBuildUnreachable(g->b);
	LLVMPositionBuilderAtEnd(g->b, on);
}

/* ---- control flow ---- */

static LLVMValueRef
odd(struct local *l)
{
	LLVMBuilderRef b = l->g->b;

	LLVMValueRef some = pick(l, l->number, l->numbers);
	return LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAnd(b, some, gen_int(l->g, 1u << roll(&l->g->d, 4)), ""),
		gen_int(l->g, 0), "");
}

static LLVMValueRef
phi_of(struct local *l, LLVMTypeRef type, LLVMValueRef a, LLVMBasicBlockRef from, LLVMValueRef b,
	LLVMBasicBlockRef other)
{
	LLVMValueRef phi = LLVMBuildPhi(l->g->b, type, ""), of[2] = { a, b };
	LLVMBasicBlockRef in[2] = { from, other };

	LLVMAddIncoming(phi, of, in, 2);
	return phi;
}

/* What is made in an arm is not there behind it, but for one cell of each. */
static void
branch(struct local *l, unsigned depth)
{
	struct gen *g = l->g;
	LLVMValueRef condition = odd(l);
	LLVMBasicBlockRef arm[2] = { new_block(l, "then"), new_block(l, "else") }, end[2], join = new_block(l, "join");
	LLVMValueRef sum[2], cell[2], br = LLVMBuildCondBr(g->b, condition, arm[0], arm[1]);
	struct local before = *l;

	if (one_in(&g->d, 3)) {
		LLVMMetadataRef weights[3] = { LLVMMDStringInContext2(g->lc, "branch_weights", 14),
			LLVMValueAsMetadata(LLVMConstInt(g->i32, 1, false)), LLVMValueAsMetadata(LLVMConstInt(g->i32, 2000, false)) };
		LLVMSetMetadata(br, LLVMGetMDKindIDInContext(g->lc, "prof", 4),
			LLVMMetadataAsValue(g->lc, LLVMMDNodeInContext2(g->lc, weights, 3)));
	}
	for (unsigned k = 0; k < 2; k++) {
		unsigned left = l->left;
		*l = before;
		l->left = left;
		LLVMPositionBuilderAtEnd(g->b, arm[k]);
		statements(l, depth + 1, 1 + roll(&g->d, 3));
		cell[k] = one_in(&g->d, 4) ? pick(l, l->cell, l->cells) : new_cell(l);
		sum[k] = l->sum;
		end[k] = LLVMGetInsertBlock(g->b);
		LLVMBuildBr(g->b, join);
	}
	unsigned left = l->left;
	*l = before;
	l->left = left;
	LLVMPositionBuilderAtEnd(g->b, join);
	l->sum = phi_of(l, g->i64, sum[0], end[0], sum[1], end[1]);
	keep(l->cell, &l->cells, phi_of(l, g->p10, cell[0], end[0], cell[1], end[1]));
}

/* A few rounds; one or two cells go round. */
static void
loop(struct local *l, unsigned depth)
{
	struct gen *g = l->g;
	LLVMBasicBlockRef entry = LLVMGetInsertBlock(g->b), header = new_block(l, "header");
	LLVMBasicBlockRef body = new_block(l, "body"), exit = new_block(l, "exit");
	LLVMValueRef start[2], phi[2];

	start[0] = pick(l, l->cell, l->cells);
	start[1] = pick(l, l->cell, l->cells);
	unsigned cells = 1 + roll(&g->d, 2), rounds = 1 + roll(&g->d, 4);
	LLVMValueRef sum = l->sum, zero = gen_int(g, 0);

	LLVMBuildBr(g->b, header);
	LLVMPositionBuilderAtEnd(g->b, header);
	LLVMValueRef i = LLVMBuildPhi(g->b, g->i64, ""), total = LLVMBuildPhi(g->b, g->i64, "");
	for (unsigned k = 0; k < cells; k++)
		phi[k] = LLVMBuildPhi(g->b, g->p10, "");
	LLVMAddIncoming(i, &zero, &entry, 1);
	LLVMAddIncoming(total, &sum, &entry, 1);
	for (unsigned k = 0; k < cells; k++)
		LLVMAddIncoming(phi[k], &start[k], &entry, 1);
	LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntULT, i, gen_int(g, rounds), ""), body, exit);
	struct local outside = *l;
	LLVMPositionBuilderAtEnd(g->b, body);
	l->sum = total;
	for (unsigned k = 0; k < cells; k++)
		keep(l->cell, &l->cells, phi[k]);
	keep(l->number, &l->numbers, i);
	statements(l, depth + 1, 2 + roll(&g->d, 3));
	for (unsigned k = 0; k < cells; k++) {
		LLVMValueRef next = one_in(&g->d, 3) ? pick(l, l->cell, l->cells) : new_cell(l);
		LLVMBasicBlockRef from = LLVMGetInsertBlock(g->b);
		LLVMAddIncoming(phi[k], &next, &from, 1);
	}
	LLVMValueRef more = LLVMBuildAdd(g->b, i, gen_int(g, 1), "");
	LLVMBasicBlockRef latch = LLVMGetInsertBlock(g->b);
	LLVMAddIncoming(i, &more, &latch, 1);
	LLVMAddIncoming(total, &l->sum, &latch, 1);
	LLVMBuildBr(g->b, header);
	unsigned left = l->left;
	*l = outside;
	l->left = left;
	l->sum = total;
	for (unsigned k = 0; k < cells; k++)
		keep(l->cell, &l->cells, phi[k]);
	LLVMPositionBuilderAtEnd(g->b, exit);
}

/* ---- statements ---- */

static void
compare(struct local *l)
{
	struct gen *g = l->g;
	LLVMTypeRef ft = LLVMFunctionType(g->p10, &g->p10, 1, false);
	LLVMValueRef a = pick(l, l->cell, l->cells), b, same;

	switch (roll(&g->d, 4)) {
	case 0: b = pick(l, l->cell, l->cells); break;
	case 1: b = l->node; break;
	case 2: b = LLVMConstNull(g->p10); break;
	default:
		a = LLVMBuildCall2(g->b, ft, gen_declare(g, "julia.typeof", ft), &a, 1, "");
		b = one_in(&g->d, 3) ? g->row_type : g->cell_type;
		break;
	}
	same = LLVMBuildICmp(g->b, LLVMIntEQ, a, b, "");
	observe(l, LLVMBuildZExt(g->b, same, g->i64, ""));
}

static void
statement(struct local *l, unsigned depth)
{
	struct gen *g = l->g;
	LLVMValueRef c, d;

	switch (roll(&g->d, 20)) {
	case 0:
	case 1:
	case 2: new_cell(l); return;
	case 3:
	case 4:
		c = pick(l, l->cell, l->cells);
		observe(l, gen_load(g, g->i64, gen_inside(g, c, g->p11, one_in(&g->d, 2) ? 2 : 0)));
		return;
	case 5:
	case 6: observe_reference(l, gen_load(g, g->p10, gen_inside(g, pick(l, l->cell, l->cells), g->p11, 1))); return;
	case 7:
		c = pick(l, l->cell, l->cells);
		d = gen_inside(g, c, g->p11, one_in(&g->d, 2) ? 2 : 0);
		gen_store(g, pick(l, l->number, l->numbers), d);
		return;
	case 8:
	case 9: store_reference(l); return;
	case 10: gen_disturb(g); return;
	case 11: compare(l); return;
	case 12: raw_number(l); return;
	case 13: copy(l); return;
	case 14:
		c = pick(l, l->cell, l->cells), d = pick(l, l->cell, l->cells);
		c = LLVMBuildSelect(g->b, odd(l), c, d, "");
		keep(l->cell, &l->cells, c);
		return;
	case 15:
		if (one_in(&g->d, 2)) {
			c = allocate(l, g->row_type, ROW_WORDS, true);
			keep(l->row, &l->rows, c);
		} else {
			observe_reference(l, gen_load(g, g->p10, row_slot(l, pick(l, l->row, l->rows))));
		}
		return;
	case 16:
		if (one_in(&g->d, 2))
			give(l);
		else
			throw(l);
		return;
	case 17:
		if (depth < DEPTH)
			branch(l, depth);
		return;
	case 18:
		if (depth < DEPTH)
			loop(l, depth);
		return;
	default:
		if (depth < DEPTH)
			preserved(l, depth + 1);
		return;
	}
}

static void
statements(struct local *l, unsigned depth, unsigned n)
{
	for (; n > 0 && l->left > 0; n--) {
		l->left--;
		statement(l, depth);
	}
}

/* i64 PREFIXpeek(P10): collects, and reads a cell. */
static LLVMValueRef
make_peek(struct gen *g)
{
	char name[64];

	snprintf(name, sizeof name, "%speek", g->prefix);
	LLVMValueRef f = LLVMAddFunction(g->m, name, LLVMFunctionType(g->i64, &g->p10, 1, false)), c = LLVMGetParam(f, 0);
	gen_attribute(g, f, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
	LLVMPositionBuilderAtEnd(g->b, LLVMAppendBasicBlockInContext(g->lc, f, "entry"));
	gen_disturb(g);
	LLVMValueRef r = gen_load(g, g->p10, gen_inside(g, c, g->p11, 1));
	LLVMValueRef x = gen_load(g, g->i64, gen_inside(g, c, g->p11, 0));
	LLVMValueRef y = gen_load(g, g->i64, gen_inside(g, c, g->p11, 2));
	LLVMValueRef z = gen_load(g, g->i64, gen_inside(g, r, g->p11, 0));
	x = LLVMBuildMul(g->b, x, gen_int(g, 7), "");
	y = LLVMBuildXor(g->b, y, z, "");
	LLVMBuildRet(g->b, LLVMBuildAdd(g->b, x, y, ""));
	return f;
}

static void
make_local(struct gen *g, unsigned k, LLVMValueRef peek)
{
	LLVMTypeRef params[2] = { g->i64, g->p10 }, get = LLVMFunctionType(g->ptr, NULL, 0, false);
	LLVMTypeRef ft = LLVMFunctionType(g->i64, params, 2, false);
	char name[64];

	snprintf(name, sizeof name, "%slocal%u", g->prefix, k);
	struct local l = { .g = g, .f = LLVMAddFunction(g->m, name, ft), .peek = peek, .left = STATEMENTS };
	LLVMSetLinkage(l.f, LLVMInternalLinkage);
	gen_attribute(g, l.f, (unsigned)LLVMAttributeFunctionIndex, one_in(&g->d, 4) ? "noinline" : "alwaysinline", 0);
	LLVMPositionBuilderAtEnd(g->b, LLVMAppendBasicBlockInContext(g->lc, l.f, "entry"));
	g->gcstack = LLVMBuildCall2(g->b, get, gen_declare(g, "julia.get_pgcstack", get), NULL, 0, "gcstack");
	l.node = LLVMGetParam(l.f, 1);
	l.sum = LLVMGetParam(l.f, 0);
	keep(l.number, &l.numbers, gen_int(g, 3 + k));
	keep(l.number, &l.numbers, l.sum);
	keep(l.row, &l.rows, allocate(&l, g->row_type, ROW_WORDS, true));
	new_cell(&l);
	statements(&l, 0, 4 + roll(&g->d, 12));
	observe(&l, gen_load(g, g->i64, gen_inside(g, pick(&l, l.cell, l.cells), g->p11, 0)));
	LLVMBuildRet(g->b, l.sum);
	g->local[k] = l.f;
}

void
gen_locals(struct gen *g)
{
	unsigned n = roll(&g->d, LOCALS_MAX + 1);
	LLVMValueRef peek = n > 0 ? make_peek(g) : NULL;

	while (g->nlocals < n)
		make_local(g, g->nlocals++, peek);
}

void
op_local(struct gen *g)
{
	LLVMTypeRef params[2] = { g->i64, g->p10 }, ft = LLVMFunctionType(g->i64, params, 2, false);

	if (g->nlocals == 0) {
		op_arithmetic(g);
		return;
	}
	LLVMValueRef f = g->local[roll(&g->d, g->nlocals)], args[2];
	args[0] = gen_use(g, K_INT);
	args[1] = gen_use(g, K_NODE);
	LLVMValueRef r = LLVMBuildCall2(g->b, ft, f, args, 2, "");
	gen_observe(g, r);
	gen_add(g, K_INT, r, false);
}
