/* SPDX-License-Identifier: MIT */
/* constants.c -- maps constants and constant expressions to the new types.
**
** Initialisers can be nested 100,000 deep and share their parts.  So every constant is mapped once, operands before
** users, on an explicit stack.  Constants are unique per context and never changed; the old ones remain, unused. */
#include "addrspace/remove/remove.h"

static bool
has_operands(LLVMValueRef c)
{
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantExprValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
	case LLVMConstantPtrAuthValueKind:
		return true;
	default:
		return false;
	}
}

static bool
goes(const struct remover *r, LLVMTypeRef t)
{
	int as = pointer_as(t);

	return as >= 0 && space_goes(r, (unsigned)as);
}

/* ---- plan ---- */

static bool
can_rebuild(LLVMValueRef expr)
{
	switch (LLVMGetConstOpcode(expr)) {
	case LLVMAddrSpaceCast:
	case LLVMBitCast:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMTrunc:
	case LLVMAdd:
	case LLVMSub:
	case LLVMXor:
	case LLVMGetElementPtr:
	case LLVMExtractElement:
	case LLVMInsertElement:
#if LLVM_VERSION_MAJOR < 20
	case LLVMMul:
#endif
#if LLVM_VERSION_MAJOR >= 22
	case LLVMPtrToAddr:
#endif
		return true;
	case LLVMShuffleVector: /* LLVM folds all others */
		return LLVMGetTypeKind(LLVMTypeOf(expr)) == LLVMScalableVectorTypeKind;
	default:
		return false;
	}
}

#define REFUSE(r, at, format, ...) do { \
		const char *name_, *in_ = global_around((at), &name_); \
		(r)->status = lr_fail((r)->cx, LR_E_DIALECT, (at), format "%s%s", ##__VA_ARGS__, in_, name_); \
	} while (0)

static void
look_at(struct remover *r, LLVMValueRef at, LLVMValueRef c)
{
	LLVMTypeRef t = LLVMTypeOf(c);

	typemap_get(r, t);
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantExprValueKind:
		if (LLVMGetConstOpcode(c) == LLVMGetElementPtr)
			typemap_get(r, LLVMGetGEPSourceElementType(c));
		if (!can_rebuild(c)) /* LLVM 19 and 22 have no such kind */
			REFUSE(r, at, "a constant expression of an unknown kind cannot be moved to address space 0");
		break;
	case LLVMConstantPtrAuthValueKind:
		if (LLVMGetNumOperands(c) > 4 && !LLVMIsNull(LLVMGetOperand(c, 4)))
			REFUSE(r, at, "a signed pointer with a deactivation symbol cannot be made anew");
		break;
	case LLVMBlockAddressValueKind: /* LLVM 22 keeps one for each block, with the type of its first use */
		if (goes(r, t))
			REFUSE(r, at, "the address of a block %s cannot be moved to address space 0", going_spaces(r));
		break;
	case LLVMInstructionValueKind: /* dso_local_equivalent and no_cfi: LLVM-C has no kind for them */
		if (!LLVMIsAInstruction(c) && goes(r, t))
			REFUSE(r, at,
				"dso_local_equivalent or no_cfi of a function %s cannot be moved to address space 0",
				going_spaces(r));
		break;
	default:
		break;
	}
}

static bool
push(struct remover *r, LLVMValueRef c)
{
	if (!ARENA_PUSH(&r->arena, r->constant_stack, r->constant_depth, r->constant_stack_cap))
		return false;
	r->constant_stack[r->constant_depth++] = (struct constant_visit){ c, 0 };
	return true;
}

/* May a constant without operands change? */
static bool
may_change(struct remover *r, LLVMValueRef c)
{
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantPointerNullValueKind:
	case LLVMConstantAggregateZeroValueKind:
	case LLVMUndefValueValueKind:
	case LLVMPoisonValueValueKind:
		return typemap_get(r, LLVMTypeOf(c)) != LLVMTypeOf(c);
	case LLVMFunctionValueKind:
		return r->functions_move;
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind:
	case LLVMGlobalIFuncValueKind:
		return r->globals_move;
	default:
		return false;
	}
}

static void
plan_one(struct remover *r, LLVMValueRef at, LLVMValueRef c)
{
	if (!has_operands(c)) {
		look_at(r, at, c);
		return;
	}
	if (ptrmap_get(&r->seen, c) != PTRMAP_NONE)
		return;
	if (!ptrmap_set(&r->seen, c, 0)) {
		r->arena.failed = true;
		return;
	}
	look_at(r, at, c);
	push(r, c);
}

bool
constants_plan(struct remover *r, LLVMValueRef at, LLVMValueRef c)
{
	r->constant_depth = 0;
	plan_one(r, at, c);
	while (r->constant_depth > 0) {
		LLVMValueRef v = r->constant_stack[--r->constant_depth].value;
		int n = LLVMGetNumOperands(v);
		for (int i = 0; i < n; i++)
			plan_one(r, at, LLVMGetOperand(v, (unsigned)i));
		if ((size_t)n > r->max_operands)
			r->max_operands = (size_t)n;
	}
	return has_operands(c) || may_change(r, c);
}

bool
constants_ready(struct remover *r)
{
	/* There is an entry for each constant seen and each global, and the stack can hold all of them. */
	const uint32_t n = r->seen.count + r->nglobals + r->nfunctions + 64;

	ptrmap_grow_for(&r->constants, 2 * n);
	r->new_constants = arena_array(&r->arena, 2 * (size_t)n, sizeof *r->new_constants);
	r->constants_cap = 2 * n;
	r->constant_stack = arena_array(&r->arena, 2 * (size_t)n, sizeof *r->constant_stack);
	r->constant_stack_cap = 2 * n;
	return !r->constants.failed && !r->arena.failed;
}

/* ---- change ---- */

static void
remember(struct remover *r, LLVMValueRef c, LLVMValueRef new_value)
{
	if (!ARENA_PUSH(&r->arena, r->new_constants, r->nconstants, r->constants_cap))
		return;
	r->new_constants[r->nconstants] = new_value;
	ptrmap_set(&r->constants, c, r->nconstants++);
}

void
constants_bind(struct remover *r, LLVMValueRef old, LLVMValueRef new_value)
{
	remember(r, old, new_value);
}

/* The mapped constant if that needs no operands to be mapped first, otherwise NULL. */
static LLVMValueRef
known(struct remover *r, LLVMValueRef c)
{
	LLVMTypeRef t, new_type;
	uint32_t i;

	switch (LLVMGetValueKind(c)) {
	case LLVMConstantPointerNullValueKind:
	case LLVMConstantAggregateZeroValueKind:
		new_type = typemap_get(r, t = LLVMTypeOf(c));
		return new_type == t ? c : LLVMConstNull(new_type);
	case LLVMUndefValueValueKind:
		new_type = typemap_get(r, t = LLVMTypeOf(c));
		return new_type == t ? c : LLVMGetUndef(new_type);
	case LLVMPoisonValueValueKind:
		new_type = typemap_get(r, t = LLVMTypeOf(c));
		return new_type == t ? c : LLVMGetPoison(new_type);
	case LLVMFunctionValueKind:
		if (!r->functions_move)
			return c;
		i = ptrmap_get(&r->constants, c);
		return i == PTRMAP_NONE ? c : r->new_constants[i];
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind:
	case LLVMGlobalIFuncValueKind:
		if (!r->globals_move)
			return c;
		i = ptrmap_get(&r->constants, c);
		return i == PTRMAP_NONE ? c : r->new_constants[i];
	case LLVMConstantExprValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
	case LLVMConstantPtrAuthValueKind:
		i = ptrmap_get(&r->constants, c);
		return i == PTRMAP_NONE ? NULL : r->new_constants[i];
	default:
		return c;
	}
}

/* Every such constant is a splat; LLVM-C cannot read the mask of a constant. */
static LLVMValueRef
rebuild_shuffle(struct remover *r, LLVMValueRef c, LLVMValueRef *ops)
{
	LLVMTypeRef mask = LLVMScalableVectorType(LLVMInt32TypeInContext(r->context), LLVMGetVectorSize(LLVMTypeOf(c)));

	return LLVMConstShuffleVector(ops[0], ops[1], LLVMConstNull(mask));
}

/* LLVM-C cannot read the wrap flags of a constant.  But equal constants are identical: the builder function that
** returns `c` again is the one with its flags.  LLVM-C cannot build one with both flags; such a constant loses them,
** which only promises less. The functions are called by name and not through pointers: the plug-in for LLVM 19 must
** be able to report a mismatch in an LLVM that lacks some of them. */
#define REBUILD_ARITHMETIC(c, ops, op) \
	(LLVMConstNUW##op(LLVMGetOperand(c, 0), LLVMGetOperand(c, 1)) == (c) ? LLVMConstNUW##op((ops)[0], (ops)[1]) \
	 : LLVMConstNSW##op(LLVMGetOperand(c, 0), LLVMGetOperand(c, 1)) == (c) ? LLVMConstNSW##op((ops)[0], (ops)[1]) \
	 : LLVMConst##op((ops)[0], (ops)[1]))

static LLVMValueRef
rebuild_expr(struct remover *r, LLVMValueRef c, LLVMValueRef *ops, unsigned n)
{
	LLVMTypeRef t = typemap_get(r, LLVMTypeOf(c));

	switch (LLVMGetConstOpcode(c)) {
	case LLVMAddrSpaceCast:
		return LLVMTypeOf(ops[0]) == t ? ops[0] : LLVMConstAddrSpaceCast(ops[0], t);
	case LLVMBitCast:
		return LLVMTypeOf(ops[0]) == t ? ops[0] : LLVMConstBitCast(ops[0], t);
	case LLVMPtrToInt:
		return LLVMConstPtrToInt(ops[0], t);
	case LLVMIntToPtr:
		return LLVMConstIntToPtr(ops[0], t);
	case LLVMTrunc:
		return LLVMConstTrunc(ops[0], t);
#if LLVM_VERSION_MAJOR >= 22
	case LLVMPtrToAddr: /* the builder folds it to a constant */
		return LLVMBuildCast(r->builder, LLVMPtrToAddr, ops[0], t, "");
#endif
	case LLVMAdd:
		return REBUILD_ARITHMETIC(c, ops, Add);
	case LLVMSub:
		return REBUILD_ARITHMETIC(c, ops, Sub);
	case LLVMXor:
		return LLVMConstXor(ops[0], ops[1]);
#if LLVM_VERSION_MAJOR < 20
	case LLVMMul:
		return REBUILD_ARITHMETIC(c, ops, Mul);
#endif
	case LLVMGetElementPtr:
		return LLVMConstGEPWithNoWrapFlags(typemap_get(r, LLVMGetGEPSourceElementType(c)), ops[0], ops + 1,
			n - 1, LLVMGEPGetNoWrapFlags(c));
	case LLVMExtractElement:
		return LLVMConstExtractElement(ops[0], ops[1]);
	case LLVMInsertElement:
		return LLVMConstInsertElement(ops[0], ops[1], ops[2]);
	case LLVMShuffleVector:
		return rebuild_shuffle(r, c, ops);
	default:
		return c; /* the plan has checked that it contains nothing special */
	}
}

/* Builds the mapped constant of `c`, all of whose operands are mapped. */
static LLVMValueRef
rebuild(struct remover *r, LLVMValueRef c)
{
	LLVMTypeRef t = LLVMTypeOf(c), new_type = typemap_get(r, t);
	const unsigned n = (unsigned)LLVMGetNumOperands(c);
	bool changed = new_type != t;
	LLVMValueRef *ops = r->values;

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef o = LLVMGetOperand(c, i);
		ops[i] = known(r, o);
		changed |= ops[i] != o;
	}
	if (LLVMGetValueKind(c) == LLVMConstantExprValueKind) {
		if (!changed && LLVMGetConstOpcode(c) == LLVMGetElementPtr) {
			LLVMTypeRef source = LLVMGetGEPSourceElementType(c);
			changed = typemap_get(r, source) != source;
		}
		return changed ? rebuild_expr(r, c, ops, n) : c;
	}
	if (!changed)
		return c;
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantStructValueKind:
		return LLVMConstNamedStruct(new_type, ops, n); /* literal ones, too, as the type is given */
	case LLVMConstantArrayValueKind:
		return LLVMConstArray2(LLVMGetElementType(new_type), ops, n);
	case LLVMConstantPtrAuthValueKind:
		return LLVMConstantPtrAuth(ops[0], ops[1], ops[2], ops[3]);
	default:
		return LLVMConstVector(ops, n);
	}
}

LLVMValueRef
constants_map(struct remover *r, LLVMValueRef root)
{
	LLVMValueRef answer = known(r, root);

	if (answer != NULL)
		return answer;
	r->constant_depth = 0;
	if (!push(r, root))
		return root;
	while (r->constant_depth > 0) {
		struct constant_visit *v = &r->constant_stack[r->constant_depth - 1];
		LLVMValueRef c = v->value, unknown = NULL;
		const unsigned n = (unsigned)LLVMGetNumOperands(c);
		while (v->next < n && unknown == NULL) {
			LLVMValueRef o = LLVMGetOperand(c, v->next++);
			if (known(r, o) == NULL)
				unknown = o;
		}
		if (unknown != NULL) {
			if (!push(r, unknown))
				return root;
			continue;
		}
		r->constant_depth--;
		if (known(r, c) == NULL)
			remember(r, c, rebuild(r, c));
	}
	answer = known(r, root);
	return answer != NULL ? answer : root;
}
