/* SPDX-License-Identifier: MIT */
/* stack.c -- variables: of references only, of references beside numbers, of bytes.  Each is filled at the top of the function and
** holds nodes only from then on. */
#include <string.h>

#include "gen.h"

LLVMValueRef
gen_alloca(struct gen *g, LLVMTypeRef type)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(g->b);
	LLVMPositionBuilderAtEnd(g->b, g->entry); /* its terminator comes last of all */
	LLVMValueRef a = LLVMBuildAlloca(g->b, type, "");

	LLVMSetAlignment(a, 16);
	LLVMPositionBuilderAtEnd(g->b, here);
	return a;
}

void
gen_variables(struct gen *g)
{
	LLVMTypeRef type[] = { g->p10, LLVMArrayType2(g->p10, 4), g->pair, LLVMArrayType2(g->i8, 32) };

	for (unsigned k = 0, n = one_in(&g->d, 2) ? roll(&g->d, 4) : 0; k < n; k++) {
		enum variable_kind kind = (enum variable_kind)roll(&g->d, 4);
		LLVMValueRef v = gen_alloca(g, type[kind]);
		g->var[g->nvars++] = (struct variable){ v, kind };
		for (unsigned w = 0; w < (kind == V_ONE ? 1 : 4); w++)
			if (kind == V_MIXED ? w < 3 : true) {
				LLVMValueRef what = kind == V_MIXED && w == 1 ? gen_use(g, K_INT) : gen_use(g, K_NODE);
				gen_store(g, what, gen_offset(g, v, 8 * w));
			}
	}
}

/* A word of a variable that holds a node. */
static LLVMValueRef
word(struct gen *g, const struct variable *v)
{
	LLVMValueRef i;

	switch (v->kind) {
	case V_ONE: return v->v;
	case V_MIXED: return gen_offset(g, v->v, one_in(&g->d, 2) ? 16 : 0);
	default:
		if (!one_in(&g->d, 3))
			return gen_offset(g, v->v, 8 * (uint64_t)roll(&g->d, 4));
		i = LLVMBuildAnd(g->b, gen_use(g, K_INT), gen_int(g, 3), "");
		return LLVMBuildInBoundsGEP2(g->b, g->ptr, v->v, &i, 1, "");
	}
}

static bool
only_references(const struct variable *v)
{
	return v->kind == V_ONE || v->kind == V_FOUR;
}

/* A call of C that turns the elements round; it collects in between. */
static void
stir(struct gen *g, const struct variable *v)
{
	LLVMTypeRef params[2] = { g->ptr, g->i64 }, ft = LLVMFunctionType(g->none, params, 2, false);
	LLVMValueRef args[2] = { v->v, gen_int(g, 4) };

	LLVMBuildCall2(g->b, ft, gen_declare(g, "fz_stir", ft), args, 2, "");
}

void
op_variable(struct gen *g)
{
	const struct variable *v, *w;
	LLVMValueRef p, q, c;

	if (g->nvars == 0) {
		op_arithmetic(g);
		return;
	}
	v = &g->var[roll(&g->d, g->nvars)];
	w = &g->var[roll(&g->d, g->nvars)];
	switch (roll(&g->d, 8)) {
	case 0:
	case 1:
		gen_add(g, K_NODE, gen_load(g, g->p10, word(g, v)), false);
		return;
	case 2:
	case 3:
		p = gen_use(g, K_NODE);
		gen_store(g, p, word(g, v));
		return;
	case 4: /* into one of two */
		c = gen_condition(g);
		p = word(g, v);
		q = word(g, w);
		p = LLVMBuildSelect(g->b, c, p, q, "");
		gen_store(g, gen_use(g, K_NODE), p);
		return;
	case 5:
		if (v->kind == V_MIXED) {
			p = gen_load(g, g->pair, v->v);
			gen_add(g, K_PAIR, p, false);
		} else if (v->kind == V_FOUR) {
			gen_add(g, K_NODES, gen_load(g, g->v2p10, gen_offset(g, v->v, 8)), false);
		}
		return;
	case 6:
		if (v->kind == V_MIXED)
			gen_store(g, gen_use(g, K_PAIR), v->v);
		else if (v->kind == V_FOUR)
			gen_store(g, gen_use(g, K_NODES), v->v);
		return;
	default:
		if (v->kind == V_FOUR && one_in(&g->d, 2)) {
			stir(g, v);
		} else if (only_references(v) && only_references(w) && v != w) {
			p = word(g, v);
			q = word(g, w);
			LLVMBuildMemCpy(g->b, p, 8, q, 8, gen_int(g, 8));
		} else if (v->kind == V_FOUR) { /* two fields of an object */
			p = gen_offset(g, v->v, 16);
			q = gen_inside(g, gen_use(g, K_NODE), g->p11, WORD_MATE);
			LLVMBuildMemCpy(g->b, p, 8, q, 8, gen_int(g, 16));
		}
		return;
	}
}
