/* SPDX-License-Identifier: MIT */
/* types.c -- the types of objects that stay: julia.typeof of one, and of a phi or select of several, is known, and so
** are comparisons with other types.
**
** LLVM does not compare constants behind casts of address spaces.  Here a cast of a dialect's space has the address of
** its operand, as RemoveJuliaAddrspaces will make it.
**
** For a phi of objects of several types, comparisons become phis of truth values.  LLVM then threads the branches on
** them, and each object by itself goes where it is looked at as the type that it has. */
#include "optimize/alloc/object/object.h"

enum { MAX_INPUTS = 16, MAX_USERS = 64, ARG_TYPE = 2 };
enum answer { NO, YES, UNKNOWN };

static LLVMValueRef
behind_casts(LLVMValueRef constant)
{
	while (LLVMIsAConstantExpr(constant) && (LLVMGetConstOpcode(constant) == LLVMAddrSpaceCast
		|| LLVMGetConstOpcode(constant) == LLVMBitCast))
		constant = LLVMGetOperand(constant, 0);
	return constant;
}

/* Does the name stand for a variable of its own, whose address no other one has, in this module and others? */
static bool
has_own_address(LLVMValueRef constant)
{
	if (!LLVMIsAGlobalVariable(constant) || LLVMGetUnnamedAddress(constant) != LLVMNoUnnamedAddr)
		return false;
	switch (LLVMGetLinkage(constant)) {
	case LLVMExternalLinkage: case LLVMInternalLinkage: case LLVMPrivateLinkage:
		return type_is_fixed(LLVMGlobalGetValueType(constant));
	default:
		return false;
	}
}

/* The variables are known here, so that no other module has made one an alias of the other. */
static bool
are_defined(LLVMValueRef x, LLVMValueRef y)
{
	return !LLVMIsDeclaration(x) && !LLVMIsDeclaration(y);
}

static const LLVMValueRef *
number_of(LLVMValueRef constant, LLVMValueRef *number)
{
	if (!LLVMIsAConstantExpr(constant) || LLVMGetConstOpcode(constant) != LLVMIntToPtr)
		return NULL;
	*number = LLVMGetOperand(constant, 0);
	return LLVMIsAConstantInt(*number) && LLVMGetIntTypeWidth(LLVMTypeOf(*number)) == 64 ? number : NULL;
}

/* Are two types the same?  `merged`: the first is that of an object that a phi may have from an earlier round of a
** loop, in which one value may have been another type. */
static enum answer
are_same(const struct alloc_opt *a, LLVMValueRef x, LLVMValueRef y, bool merged)
{
	LLVMValueRef m, n;

	if (!LLVMIsConstant(x) || !LLVMIsConstant(y))
		return x == y && !merged ? YES : UNKNOWN;
	if (LLVMIsUndef(x) || LLVMIsUndef(y)) /* or poison */
		return UNKNOWN;
	x = behind_casts(x);
	y = behind_casts(y);
	if (x == y)
		return YES;
	if (number_of(x, &m) != NULL && number_of(y, &n) != NULL)
		return LLVMConstIntGetZExtValue(m) == LLVMConstIntGetZExtValue(n) ? YES : NO;
	if (!has_own_address(x) || !has_own_address(y) || !are_defined(x, y))
		return UNKNOWN;
	/* an empty variable may have the address of its neighbour */
	return LLVMABISizeOfType(a->layout, LLVMGlobalGetValueType(x)) > 0
		&& LLVMABISizeOfType(a->layout, LLVMGlobalGetValueType(y)) > 0 ? NO : UNKNOWN;
}

/* What an object may be: the phi or select, and the types of its inputs.  One object is a merge of one input. */
struct kinds {
	LLVMValueRef merge;      /* NULL: the object is one allocation */
	LLVMValueRef type[MAX_INPUTS];
	unsigned n;
};

/* Builds the value that the phi or select has if its inputs are `value`. */
static LLVMValueRef
build(struct alloc_opt *a, const struct kinds *k, LLVMValueRef *value)
{
	LLVMBasicBlockRef from[MAX_INPUTS];
	unsigned same = 1;

	while (same < k->n && value[same] == value[0])
		same++;
	if (same == k->n)
		return value[0];
	edit_before(&a->e, k->merge);
	if (LLVMIsASelectInst(k->merge))
		return LLVMBuildSelect(a->e.builder, LLVMGetOperand(k->merge, 0), value[0], value[1], "");
	LLVMValueRef phi = LLVMBuildPhi(a->e.builder, LLVMTypeOf(value[0]), "");
	for (unsigned i = 0; i < k->n; i++)
		from[i] = LLVMGetIncomingBlock(k->merge, i);
	LLVMAddIncoming(phi, value, from, k->n);
	return phi;
}

/* Folds a comparison of the type with another one. */
static void
fold_comparison(struct alloc_opt *a, const struct kinds *k, LLVMValueRef compare, LLVMValueRef other)
{
	LLVMValueRef truth[MAX_INPUTS];
	const LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);

	if (predicate != LLVMIntEQ && predicate != LLVMIntNE)
		return;
	for (unsigned i = 0; i < k->n; i++) {
		const enum answer same = are_same(a, k->type[i], other, k->merge != NULL);
		if (same == UNKNOWN)
			return;
		truth[i] = LLVMConstInt(LLVMTypeOf(compare), (same == YES) == (predicate == LLVMIntEQ), false);
	}
	LLVMReplaceAllUsesWith(compare, build(a, k, truth));
	alloc_erase(a, compare);
}

static void
fold_comparisons(struct alloc_opt *a, const struct kinds *k, LLVMValueRef query)
{
	unsigned n = 0;

	for (LLVMUseRef u = LLVMGetFirstUse(query), next; u != NULL && n < MAX_USERS; u = next, n++) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsAICmpInst(user))
			continue;
		LLVMValueRef x = LLVMGetOperand(user, 0), y = LLVMGetOperand(user, 1);
		if (x != y)
			fold_comparison(a, k, user, x == query ? y : x);
	}
}

/* Replaces a call of julia.typeof. */
static void
fold(struct alloc_opt *a, const struct kinds *k, LLVMValueRef query)
{
	LLVMValueRef type[MAX_INPUTS];

	memcpy(type, k->type, sizeof type);
	fold_comparisons(a, k, query);
	if (LLVMGetFirstUse(query) != NULL)
		LLVMReplaceAllUsesWith(query, build(a, k, type));
	alloc_erase(a, query);
	a->n.typeofs++;
	a->cx->changed |= LR_CHANGED_IR;
}

/* Fills in the types of the inputs of a phi or select.  False: some are not known. */
static bool
read_inputs(struct alloc_opt *a, struct kinds *k)
{
	const bool phi = LLVMIsAPHINode(k->merge) != NULL;
	const unsigned first = phi ? 0 : 1;

	k->n = phi ? LLVMCountIncoming(k->merge) : 2;
	if (k->n == 0 || k->n > MAX_INPUTS || LLVMTypeOf(k->merge) != a->e.tracked)
		return false;
	for (unsigned i = 0; i < k->n; i++) {
		LLVMValueRef call = LLVMGetOperand(k->merge, first + i);
		if (!LLVMIsACallInst(call) || edit_intrinsic(&a->e, call) != INTR_GC_ALLOC_OBJ
			|| LLVMGetNumArgOperands(call) != 3)
			return false;
		k->type[i] = LLVMGetOperand(call, ARG_TYPE);
		if (LLVMTypeOf(k->type[i]) != LLVMTypeOf(k->type[0]))
			return false;
	}
	return true;
}

static void
fold_of_merge(struct alloc_opt *a, LLVMValueRef merge)
{
	struct kinds k = { .merge = merge };
	bool known = false;
	unsigned n = 0;

	for (LLVMUseRef u = LLVMGetFirstUse(merge), next; u != NULL && n < MAX_USERS; u = next, n++) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsACallInst(user) || edit_intrinsic(&a->e, user) != INTR_TYPEOF)
			continue;
		if (!known && !read_inputs(a, &k))
			return;
		known = true;
		if (LLVMTypeOf(user) == LLVMTypeOf(k.type[0]))
			fold(a, &k, user);
	}
}

void
object_fold_typeof(struct alloc_opt *a, const struct object *o)
{
	for (uint32_t i = 0; i < o->nuse; i++) {
		LLVMValueRef query = o->use[i].inst;
		struct kinds k = { .type = { o->type }, .n = 1 };
		if (o->use[i].kind != USE_TYPEOF)
			continue;
		if (LLVMTypeOf(o->type) != LLVMTypeOf(query)) {
			edit_before(&a->e, query);
			k.type[0] = LLVMBuildAddrSpaceCast(a->e.builder, o->type, LLVMTypeOf(query), "");
		}
		fold(a, &k, query);
	}
}

void
object_fold_merged_types(struct alloc_opt *a, const struct object *o)
{
	for (uint32_t i = 0; i < o->nuse; i++)
		if ((o->use[i].kind == USE_PHI || o->use[i].kind == USE_SELECT) && o->use[i].from == 0)
			fold_of_merge(a, o->use[i].inst);
}
