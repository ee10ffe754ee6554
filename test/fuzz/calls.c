/* SPDX-License-Identifier: MIT */
/* calls.c -- calls of all forms: of each other, of C, boxed, lent, through memory; and polls. */
#include <string.h>

#include "gen.h"

LLVMTypeRef
gen_shape_type(struct gen *g, enum shape shape)
{
	LLVMTypeRef a[4] = { g->p10, g->p10, g->i64, NULL };

	switch (shape) {
	case SH_PLAIN: return LLVMFunctionType(g->p10, a, 3, false);
	case SH_TASK: a[0] = g->ptr; return LLVMFunctionType(g->p10, a, 3, false);
	case SH_INT: a[1] = g->i64; return LLVMFunctionType(g->i64, a, 2, false);
	case SH_PAIR: a[1] = g->i64; return LLVMFunctionType(g->pair, a, 2, false);
	case SH_VECTOR: a[0] = g->v2p10; a[1] = g->i64; return LLVMFunctionType(g->v2p10, a, 2, false);
	case SH_ROOTS: a[0] = a[1] = g->ptr; a[2] = g->p10; a[3] = g->i64; return LLVMFunctionType(g->none, a, 4, false);
	case SH_BOXED: a[1] = g->ptr; a[2] = g->i32; return LLVMFunctionType(g->p10, a, 3, false);
	case SH_BOXED2: a[1] = g->ptr; a[2] = g->i32; a[3] = g->p10; return LLVMFunctionType(g->p10, a, 4, false);
	case SH_BOXED3: a[0] = g->p11; a[1] = g->ptr; a[2] = g->i32; return LLVMFunctionType(g->p10, a, 3, false);
	default: a[0] = g->p11; a[1] = g->p13; a[2] = g->i64; return LLVMFunctionType(g->p10, a, 3, false);
	}
}

/* ---- call or invoke ---- */

static LLVMOperandBundleRef
roots_bundle(struct gen *g)
{
	LLVMValueRef node = gen_use(g, K_NODE), inside = gen_use_or_null(g, K_INT_IN), v[2] = { node, inside };

	return LLVMCreateOperandBundle("jl_roots", 8, v, 2);
}

LLVMValueRef
gen_emit(struct gen *g, LLVMTypeRef type, LLVMValueRef callee, LLVMValueRef *args, unsigned n)
{
	bool bundled = one_in(&g->d, 8);
	LLVMOperandBundleRef bundle = bundled ? roots_bundle(g) : NULL;
	LLVMValueRef call;

	if (g->to_normal != NULL)
		call = LLVMBuildInvokeWithOperandBundles(g->b, type, callee, args, n, g->to_normal, g->to_pad, bundled ? &bundle : NULL, bundled, "");
	else
		call = LLVMBuildCallWithOperandBundles(g->b, type, callee, args, n, bundled ? &bundle : NULL, bundled, "");
	if (bundled)
		LLVMDisposeOperandBundle(bundle);
	return call;
}

static void
site_attribute(struct gen *g, LLVMValueRef call, unsigned at, const char *name, const char *string)
{
	if (string == NULL)
		LLVMAddCallSiteAttribute(call, at, LLVMCreateEnumAttribute(g->lc, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0));
	else
		LLVMAddCallSiteAttribute(call, at, LLVMCreateStringAttribute(g->lc, name, (unsigned)strlen(name), string, (unsigned)strlen(string)));
}

/* ---- of each other ---- */

static LLVMValueRef
call_through_memory(struct gen *g, LLVMTypeRef type, LLVMValueRef f)
{
	if (g->sret == NULL)
		g->sret = gen_alloca(g, g->bits2);
	LLVMValueRef roots = g->roots != NULL && one_in(&g->d, 3) ? g->roots : gen_alloca(g, LLVMArrayType2(g->p10, 2));
	if (g->roots != NULL && g->roots != roots && one_in(&g->d, 3)) { /* one of two buffers */
		LLVMValueRef both = LLVMBuildSelect(g->b, gen_condition(g), roots, g->roots, "");
		g->roots = roots;
		roots = both;
	} else {
		g->roots = roots;
	}
	g->returned = roots;
	LLVMValueRef node = gen_use(g, K_NODE), x = gen_use(g, K_INT), args[4] = { g->sret, roots, node, x };
	LLVMValueRef call = gen_emit(g, type, f, args, 4);
	LLVMAddCallSiteAttribute(call, 1, LLVMCreateTypeAttribute(g->lc, LLVMGetEnumAttributeKindForName("sret", 4), g->bits2));
	site_attribute(g, call, 2, "julia.return_roots", "2");
	return call;
}

static LLVMValueRef
call_boxed(struct gen *g, enum shape shape, LLVMValueRef f)
{
	LLVMTypeRef fixed[3] = { g->ptr, shape == SH_BOXED3 ? g->p11 : g->p10, g->p10 };
	static const char *const name[] = { "julia.call", "julia.call2", "julia.call3" };
	unsigned n = 0, extra = 1 + roll(&g->d, 3);
	LLVMValueRef args[8];
	LLVMTypeRef ft = LLVMFunctionType(g->p10, fixed, shape == SH_BOXED2 ? 3 : 2, true);

	args[n++] = f;
	if (shape == SH_BOXED2)
		args[n++] = gen_use(g, K_NODE);
	args[n++] = shape == SH_BOXED3 ? gen_use(g, K_INT_IN) : gen_use(g, K_NODE);
	for (unsigned k = 0; k < 1 + extra; k++)
		args[n++] = gen_use(g, K_NODE);
	return gen_emit(g, ft, gen_declare(g, name[shape - SH_BOXED], ft), args, n);
}

static LLVMValueRef
data_argument(struct gen *g)
{
	struct value v = gen_pick_at(g, K_INT_OUT, g->cur, false);

	if (!v.may_be_null)
		return v.v;
	return gen_load(g, g->p13, gen_inside(g, gen_use(g, K_BITS), g->p11, 1));
}

static LLVMValueRef
call_function(struct gen *g, const struct function *fn)
{
	LLVMValueRef args[4], call;
	unsigned n = 0;

	switch (fn->shape) {
	case SH_ROOTS: return call_through_memory(g, fn->type, fn->f);
	case SH_BOXED:
	case SH_BOXED2:
	case SH_BOXED3: return call_boxed(g, fn->shape, fn->f);
	case SH_PLAIN: args[n++] = gen_use(g, K_NODE); args[n++] = gen_use(g, K_NODE); break;
	case SH_TASK: args[n++] = g->gcstack; args[n++] = gen_use(g, K_NODE); break;
	case SH_VECTOR: args[n++] = gen_use(g, K_NODES); break;
	case SH_INTERIOR: args[n++] = gen_use(g, K_INT_IN); args[n++] = data_argument(g); break;
	default: args[n++] = gen_use(g, K_NODE); break;
	}
	args[n++] = gen_use(g, K_INT);
	call = gen_emit(g, fn->type, fn->f, args, n);
	if (fn->shape == SH_TASK) {
		LLVMSetInstructionCallConv(call, LLVMSwiftCallConv);
		site_attribute(g, call, 1, "swiftself", NULL);
		site_attribute(g, call, 1, "gcstack", "");
	}
	return call;
}

/* Make the result a value, in block `block`. */
static void
take_result(struct gen *g, enum shape shape, LLVMValueRef call, unsigned block)
{
	static const enum kind kind[SHAPES] = {
		[SH_PLAIN] = K_NODE, [SH_TASK] = K_NODE, [SH_INT] = K_INT, [SH_PAIR] = K_PAIR, [SH_VECTOR] = K_NODES, [SH_BOXED] = K_NODE,
		[SH_BOXED2] = K_NODE, [SH_BOXED3] = K_NODE, [SH_INTERIOR] = K_NODE
	};
	unsigned here = g->cur;

	if (shape == SH_ROOTS)
		return;
	g->cur = block;
	gen_add(g, kind[shape], call, false);
	g->cur = here;
}

static void
load_roots(struct gen *g)
{
	gen_add(g, K_NODE, gen_load(g, g->p10, gen_offset(g, g->returned, one_in(&g->d, 2) ? 8 : 0)), false);
	gen_add(g, K_INT, gen_load(g, g->i64, gen_offset(g, g->sret, one_in(&g->d, 2) ? 8 : 0)), false);
}

/* One that may be called here; NULL if the dice say so. */
static struct function *
some_function(struct gen *g, bool may_unwind)
{
	struct function *f = &g->fn[roll(&g->d, g->nfn)];

	for (unsigned k = 0; k < g->nfn; k++, f = f == &g->fn[g->nfn - 1] ? g->fn : f + 1)
		if (may_unwind || !f->unwinds)
			return f;
	return NULL;
}

/* ---- of C ---- */

static LLVMValueRef
call_c(struct gen *g, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef params[4];

	for (unsigned k = 0; k < n; k++)
		params[k] = LLVMTypeOf(args[k]);
	LLVMTypeRef ft = LLVMFunctionType(result, params, n, false);
	return gen_emit(g, ft, gen_declare(g, name, ft), args, n);
}

void
gen_disturb(struct gen *g)
{
	LLVMTypeRef ft = LLVMFunctionType(g->none, NULL, 0, false);

	LLVMBuildCall2(g->b, ft, gen_declare(g, "fz_collect", ft), NULL, 0, "");
}

static LLVMValueRef
ptls(struct gen *g)
{
	return gen_load(g, g->ptr, gen_offset(g, g->gcstack, 8));
}

/* Polls: the strong ones collect at once under stress, the weak one may. */
void
op_poll(struct gen *g)
{
	LLVMTypeRef none = LLVMFunctionType(g->none, NULL, 0, false), one = LLVMFunctionType(g->none, &g->ptr, 1, false);
	LLVMValueRef page;

	switch (roll(&g->d, 8)) {
	case 0:
		page = gen_load(g, g->ptr, ptls(g));
		LLVMBuildCall2(g->b, one, gen_declare(g, "julia.safepoint", one), &page, 1, "");
		return;
	case 1:
		LLVMBuildCall2(g->b, none, gen_declare(g, "julia.gcroot_flush", none), NULL, 0, "");
		return;
	default:
		gen_disturb(g);
		return;
	}
}

/* A call during which others may collect. */
static void
call_safe(struct gen *g)
{
	LLVMTypeRef params[2] = { g->ptr, g->i64 }, ft = LLVMFunctionType(g->i64, params, 2, false);
	LLVMValueRef p = ptls(g), args[2] = { p, gen_use(g, K_INT) };
	LLVMOperandBundleRef bundle = LLVMCreateOperandBundle("gc-transition", 13, &p, 1);
	LLVMValueRef call = LLVMBuildCallWithOperandBundles(g->b, ft, gen_declare(g, "fz_safe", ft), args, 2, &bundle, 1, "");

	LLVMDisposeOperandBundle(bundle);
	gen_add(g, K_INT, call, false);
}

static void
call_helper(struct gen *g)
{
	LLVMValueRef args[4], call;

	switch (roll(&g->d, 9)) {
	case 0: /* gives what it was given */
		args[0] = gen_use(g, K_NODE);
		gen_add(g, K_NODE, call_c(g, "fz_pass", g->p10, args, 1), false)->foreign = true;
		return;
	case 1: /* looks at the object, collects not */
		args[0] = gen_use_or_null(g, K_NODE);
		call = call_c(g, "fz_look", g->i64, args, 1);
		break;
	case 2: /* claims only to read, collects nevertheless */
		args[0] = gen_use_or_null(g, K_NODE);
		call = call_c(g, "fz_optimistic", g->i64, args, 1);
		break;
	case 3:
		args[0] = gen_use_or_null(g, K_NODE);
		call = call_c(g, "fz_hash", g->i64, args, 1);
		break;
	case 4:
		args[0] = gen_pick_at(g, K_LENT, g->cur, true).v;
		args[1] = gen_pick_at(g, K_LENT, g->cur, true).v;
		args[2] = gen_use(g, K_NODE);
		gen_add(g, K_NODE, call_c(g, "fz_lend", g->p10, args, 3), false)->foreign = true;
		return;
	case 5:
		call_safe(g);
		return;
	case 6: /* an interior pointer as operand */
		args[0] = gen_use(g, K_INT_IN);
		call = call_c(g, "fz_peek", g->i64, args, 1);
		break;
	case 7: { /* behind a wall */
		LLVMTypeRef ft = LLVMFunctionType(g->p10, &g->p10, 1, false);
		args[0] = gen_use(g, K_NODE);
		gen_add(g, K_NODE, LLVMBuildCall2(g->b, ft, gen_declare(g, "julia.blackbox", ft), args, 1, ""), false);
		return;
	}
	default:
		args[0] = gen_use(g, K_INT);
		call = call_c(g, "fz_leaf", g->i64, args, 1);
		break;
	}
	gen_observe(g, call);
	gen_add(g, K_INT, call, false);
}

void
op_call(struct gen *g)
{
	bool may_unwind = g->at->unwinds && g->block[g->cur].room != ROOM_PROTECTED;
	struct function *f;

	if (one_in(&g->d, 2) || (f = some_function(g, may_unwind)) == NULL) {
		call_helper(g);
		return;
	}
	LLVMValueRef call = call_function(g, f);
	take_result(g, f->shape, call, g->cur);
	if (f->shape == SH_ROOTS)
		load_roots(g);
}

void
gen_invoke(struct gen *g, LLVMBasicBlockRef normal, LLVMBasicBlockRef pad)
{
	const struct block *b = &g->block[g->cur];
	struct function *f = one_in(&g->d, 3) ? some_function(g, true) : NULL;
	LLVMValueRef args[2];

	g->to_normal = normal;
	g->to_pad = pad;
	if (f != NULL) {
		take_result(g, f->shape, call_function(g, f), b->succ[0]);
	} else {
		args[0] = gen_use(g, K_NODE);
		args[1] = gen_use(g, K_INT);
		take_result(g, SH_PLAIN, call_c(g, "fz_unwind", g->p10, args, 2), b->succ[0]);
	}
	g->to_normal = g->to_pad = NULL;
}

/* The frame is gone by then: only what the caller's caller roots may be handed on, or what nobody needs to. */
static LLVMValueRef
rooted_elsewhere(struct gen *g)
{
	LLVMValueRef p = g->params[g->at->shape == SH_TASK ? 1 : 0];

	switch (roll(&g->d, 3)) {
	case 0: return p;
	case 1: return g->static_node;
	default: return g->at->shape == SH_PLAIN ? g->params[1] : p;
	}
}

LLVMValueRef
gen_tail_call(struct gen *g, struct function *fn)
{
	unsigned n = 0;
	LLVMValueRef args[4];

	if (fn->shape == SH_TASK)
		args[n++] = g->gcstack;
	if (fn->shape == SH_VECTOR)
		args[n++] = g->params[0];
	else
		args[n++] = rooted_elsewhere(g);
	if (fn->shape == SH_PLAIN)
		args[n++] = rooted_elsewhere(g);
	args[n++] = gen_use(g, K_INT);
	LLVMValueRef call = LLVMBuildCall2(g->b, fn->type, fn->f, args, n, "");
	LLVMSetTailCallKind(call, LLVMTailCallKindMustTail);
	if (fn->shape == SH_TASK) {
		LLVMSetInstructionCallConv(call, LLVMSwiftCallConv);
		site_attribute(g, call, 1, "swiftself", NULL);
		site_attribute(g, call, 1, "gcstack", "");
	}
	return call;
}
