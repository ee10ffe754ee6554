/* SPDX-License-Identifier: MIT */
/* immediates.c -- lateroot.immediate.make, test and value, and the constructor that tells the runtime the rules.
**
** The calls stay until roots are placed and proved, because placement and checker know by them that a word is no
** reference. LowerPTLSPass, which stands behind both, makes integer operations of them: LLVM's optimisations see
** through those. */
#include "lowering/intrinsics/ptls.h"

#include "lateroot/layout.h"

static const char CONSTRUCTOR[] = "lr.immediates.set", LIST[] = "llvm.global_ctors";

static const struct { enum intrinsic id; const char *form; } FORMS[] = {
	{ INTR_IMMEDIATE_MAKE, "t:i" }, { INTR_IMMEDIATE_TEST, "x:t" }, { INTR_IMMEDIATE_VALUE, "i:t" },
};
enum { NFORMS = sizeof FORMS / sizeof *FORMS };

/* The call's integer, operand or result, has the width that the intrinsic has. */
static lr_status
check_width(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	LLVMTypeRef type = LLVMTypeOf(id == INTR_IMMEDIATE_MAKE ? LLVMGetOperand(call, 0) : call);
	LLVMTypeRef wanted = id == INTR_IMMEDIATE_TEST ? l->e.i1 : l->e.i64;

	return type == wanted ? LR_OK : lr_fail(l->cx, LR_E_DIALECT, call, "%s takes or returns another integer type: "
		"it is %s", intrinsic_name(id), id == INTR_IMMEDIATE_MAKE ? "Tracked (i64)"
		: id == INTR_IMMEDIATE_TEST ? "i1 (Tracked)" : "i64 (Tracked)");
}

static lr_status
plan_call(struct ptls *t, LLVMValueRef f, LLVMValueRef call, unsigned form)
{
	struct lower *l = &t->l;

	if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
		return lr_fail(l->cx, LR_E_DIALECT, call, "%s must be called directly, and not by invoke",
			intrinsic_name(FORMS[form].id));
	lr_status st = signature_check(l, call, FORMS[form].id, FORMS[form].form);
	if (st == LR_OK)
		st = check_width(l, call, FORMS[form].id);
	if (st == LR_OK && !profile_has_immediates(l->profile))
		st = lr_fail(l->cx, LR_E_PROFILE, call,
			"%s is called, and profile '%s' says of no word that it is an immediate: it needs the key "
			"immediates or immediate_bits", intrinsic_name(FORMS[form].id), l->profile->name);
	if (st != LR_OK)
		return st;
	edit_plan_name(&l->e, call);
	if (ARENA_PUSH(&l->e.arena, t->immediates, t->nimmediates, t->immediates_cap))
		t->immediates[t->nimmediates++] = call;
	return LR_OK;
}

lr_status
immediates_plan(struct ptls *t)
{
	struct lower *l = &t->l;
	const struct lr_profile *p = l->profile;
	lr_status st = LR_OK;

	for (unsigned i = 0; i < NFORMS && st == LR_OK; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(l->e.module, intrinsic_name(FORMS[i].id));
		for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL && st == LR_OK;
			u = LLVMGetNextUse(u))
			st = plan_call(t, f, LLVMGetUser(u), i);
	}
	t->tells = profile_has_immediates(p) && p->immediates_set[0] != '\0'
		&& LLVMGetNamedFunction(l->e.module, CONSTRUCTOR) == NULL;
	if (t->tells)
		t->constructors = constructor_reserve(&l->e, LIST);
	return st == LR_OK && t->tells ? runtime_name_check(l, NULL, p->immediates_set) : st;
}

/* A constant struct lr_immediates. */
static LLVMValueRef
make_table(struct lower *l)
{
	struct edit *e = &l->e;
	const struct lr_profile *p = l->profile;
	LLVMValueRef word[2 + 2 * LR_IMMEDIATE_RULES];
	unsigned n = 0;

	word[n++] = edit_word(e, p->immediate_bits);
	word[n++] = edit_word(e, p->nimmediates);
	for (uint32_t i = 0; i < LR_IMMEDIATE_RULES; i++) {
		word[n++] = edit_word(e, i < p->nimmediates ? p->immediates[i].mask : 0);
		word[n++] = edit_word(e, i < p->nimmediates ? p->immediates[i].value : 0);
	}
	return edit_constant(e->module, LLVMConstArray2(e->word, word, n), e->word_bytes, "lr.immediates");
}

static void
tell_runtime(struct ptls *t)
{
	struct lower *l = &t->l;
	struct edit *e = &l->e;
	LLVMTypeRef type = LLVMFunctionType(e->void_type, &e->ptr, 1, false);
	LLVMValueRef table = make_table(l), f = constructor_begin(e, CONSTRUCTOR),
		set = runtime_function(l, l->profile->immediates_set, type);

	LLVMValueRef call = LLVMBuildCall2(e->builder, type, set, &table, 1, "");
	LLVMAddCallSiteAttribute(call, AT_FUNCTION, /* as the constructor says of itself */
		LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0));
	LLVMBuildRetVoid(e->builder);
	constructor_add(e, LIST, f, t->constructors);
}

static void
lower(struct lower *l, LLVMValueRef call)
{
	struct edit *e = &l->e;
	LLVMValueRef operand = LLVMGetOperand(call, 0), made;

	edit_before(e, call);
	switch (edit_intrinsic(e, call)) {
	case INTR_IMMEDIATE_MAKE:
		made = LLVMBuildIntCast2(e->builder, operand, e->word, true, "");
		made = LLVMBuildIntToPtr(e->builder, made, e->ptr, "");
		made = LLVMBuildAddrSpaceCast(e->builder, made, e->tracked, "");
		break;
	case INTR_IMMEDIATE_TEST:
		made = immediate_build_test(l, immediate_build_word(e, operand));
		break;
	default:
		made = LLVMBuildIntCast2(e->builder, immediate_build_word(e, operand), e->i64, true, "");
		break;
	}
	edit_replace(e, call, made);
}

void
immediates_lower(struct ptls *t)
{
	for (uint32_t i = 0; i < t->nimmediates; i++)
		lower(&t->l, t->immediates[i]);
	if (t->tells)
		tell_runtime(t);
}
