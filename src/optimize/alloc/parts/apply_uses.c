/* SPDX-License-Identifier: MIT */
/* apply_uses.c -- the uses of an object that is taken apart become uses of its variables. */
#include "optimize/alloc/parts/apply.h"

static void
replace(struct variables *v, LLVMValueRef inst, LLVMValueRef by)
{
	LLVMReplaceAllUsesWith(inst, by);
	erase_user(v, inst);
}

static void
access_variable(struct variables *v, const struct object_use *u)
{
	struct alloc_opt *a = v->a;
	const struct field *f = object_field(v->o, u->offset);
	bool load = u->kind == USE_LOAD;

	if (f == NULL || v->var[f - v->o->field] == NULL || u->bytes == 0) {
		if (load) /* of no bytes */
			LLVMReplaceAllUsesWith(u->inst, LLVMGetUndef(LLVMTypeOf(u->inst)));
		erase_user(v, u->inst);
		return;
	}
	edit_before(&a->e, u->inst);
	LLVMValueRef p = memory_at(v, f, u->offset), made;
	LLVMTypeRef t = field_is_memory(f) ? u->type : type_of_field(a, f);
	if (load)
		made = LLVMBuildLoad2(a->e.builder, t, p, "");
	else
		made = LLVMBuildStore(a->e.builder, LLVMBuildBitCast(a->e.builder, operand_of(u->inst, 0), t, ""), p);
	if (field_is_memory(f))
		LLVMSetAlignment(made, edit_align_behind(v->o->align, u->offset - f->offset));
	if (load)
		made = LLVMBuildBitCast(a->e.builder, made, u->type, "");
	if (load)
		LLVMReplaceAllUsesWith(u->inst, made);
	erase_user(v, u->inst);
}

/* What an atomic operation stores, given what it has loaded. */
static LLVMValueRef
atomic_value(LLVMBuilderRef b, LLVMValueRef inst, LLVMValueRef old, LLVMValueRef by)
{
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
	LLVMIntPredicate p = LLVMIntSGT;

	switch (op) {
	case LLVMAtomicRMWBinOpAdd:  return LLVMBuildAdd(b, old, by, "");
	case LLVMAtomicRMWBinOpSub:  return LLVMBuildSub(b, old, by, "");
	case LLVMAtomicRMWBinOpAnd:  return LLVMBuildAnd(b, old, by, "");
	case LLVMAtomicRMWBinOpNand: return LLVMBuildNot(b, LLVMBuildAnd(b, old, by, ""), "");
	case LLVMAtomicRMWBinOpOr:   return LLVMBuildOr(b, old, by, "");
	case LLVMAtomicRMWBinOpXor:  return LLVMBuildXor(b, old, by, "");
	case LLVMAtomicRMWBinOpMax:  break;
	case LLVMAtomicRMWBinOpMin:  p = LLVMIntSLT; break;
	case LLVMAtomicRMWBinOpUMax: p = LLVMIntUGT; break;
	case LLVMAtomicRMWBinOpUMin: p = LLVMIntULT; break;
	default:                     return by; /* xchg; others are refused */
	}
	return LLVMBuildSelect(b, LLVMBuildICmp(b, p, old, by, ""), old, by, "");
}

/* An atomic operation: plain code, since only this function sees the variable. */
static void
operate_on_variable(struct variables *v, const struct object_use *u)
{
	struct alloc_opt *a = v->a;
	LLVMBuilderRef b = a->e.builder;
	const struct field *f = object_field(v->o, u->offset);
	LLVMTypeRef t = field_is_memory(f) ? u->type : type_of_field(a, f);
	unsigned align = edit_align_behind(v->o->align, u->offset - f->offset);

	edit_before(&a->e, u->inst);
	LLVMValueRef p = memory_at(v, f, u->offset), old = LLVMBuildLoad2(b, t, p, ""), now, result;
	if (field_is_memory(f))
		LLVMSetAlignment(old, align);
	result = old = LLVMBuildBitCast(b, old, u->type, "");
	if (LLVMIsAAtomicCmpXchgInst(u->inst)) {
		LLVMValueRef equal = LLVMBuildICmp(b, LLVMIntEQ, old, operand_of(u->inst, 1), "");
		now = LLVMBuildSelect(b, equal, operand_of(u->inst, 2), old, "");
		result = LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(u->inst)), old, 0, "");
		result = LLVMBuildInsertValue(b, result, equal, 1, "");
	} else {
		now = atomic_value(b, u->inst, old, operand_of(u->inst, 1));
	}
	LLVMValueRef store = LLVMBuildStore(b, LLVMBuildBitCast(b, now, t, ""), p);
	if (field_is_memory(f))
		LLVMSetAlignment(store, align);
	replace(v, u->inst, result);
}

/* memcpy and memmove from the object or to it: the bytes are in one variable, which is memory. */
static void
copy_variable(struct variables *v, const struct object_use *u)
{
	struct alloc_opt *a = v->a;
	const struct field *f = u->bytes > 0 ? object_field(v->o, u->offset) : NULL;
	LLVMAttributeRef at = LLVMGetCallSiteEnumAttribute(u->inst, 2 - u->operand, a->e.attr_align);
	bool move = strncmp(value_name(LLVMGetCalledValue(u->inst)), "llvm.memmove.p", 14) == 0;

	if (f != NULL && v->var[f - v->o->field] != NULL) {
		edit_before(&a->e, u->inst);
		LLVMValueRef here = memory_at(v, f, u->offset), there = operand_of(u->inst, 1 - u->operand);
		unsigned align = edit_align_behind(v->o->align, u->offset - f->offset);
		unsigned other = at != NULL ? (unsigned)LLVMGetEnumAttributeValue(at) : 1;
		bool to = u->operand == 0;
		LLVMValueRef dest = to ? here : there, source = to ? there : here, bytes = operand_of(u->inst, 2);
		/* no pointers to these functions: the plug-in binds LLVM's functions when they are called */
		if (move)
			LLVMBuildMemMove(a->e.builder, dest, to ? align : other, source, to ? other : align, bytes);
		else
			LLVMBuildMemCpy(a->e.builder, dest, to ? align : other, source, to ? other : align, bytes);
	}
	erase_user(v, u->inst);
}

static void
set_variables(struct variables *v, const struct object_use *u)
{
	struct alloc_opt *a = v->a;
	const struct object *o = v->o;
	uint64_t end = u->offset + u->bytes;

	edit_before(&a->e, u->inst);
	for (uint32_t i = first_field_behind(o, u->offset); i < o->nfield && o->field[i].offset < end; i++) {
		const struct field *f = &o->field[i];
		uint64_t from = f->offset > u->offset ? f->offset : u->offset;
		uint64_t to = f->offset + f->bytes < end ? f->offset + f->bytes : end;
		if (v->var[i] == NULL)
			continue;
		if (field_is_memory(f))
			LLVMBuildMemSet(a->e.builder, memory_at(v, f, from), LLVMConstNull(a->e.i8),
				LLVMConstInt(a->e.i64, to - from, false),
				edit_align_behind(o->align, from - f->offset));
		else
			LLVMBuildStore(a->e.builder, LLVMConstNull(type_of_field(a, f)), v->var[i]);
	}
	erase_user(v, u->inst);
}

/* Drops the attributes of an argument that is about to be replaced by one of another kind. */
static void
drop_attributes(LLVMValueRef call, unsigned argument)
{
	enum { MOST = 32 };
	LLVMAttributeRef at[MOST];
	unsigned n = argument < LLVMGetNumArgOperands(call) ? LLVMGetCallSiteAttributeCount(call, argument + 1) : 0;

	if (n == 0 || n > MOST)
		return;
	LLVMGetCallSiteAttributes(call, argument + 1, at);
	for (unsigned i = 0; i < n; i++)
		if (LLVMIsEnumAttribute(at[i]))
			LLVMRemoveCallSiteEnumAttribute(call, argument + 1, LLVMGetEnumAttributeKind(at[i]));
}

/* Erases a preserve region that preserves nothing but constants. */
static void
drop_empty_region(struct variables *v, LLVMValueRef begin)
{
	for (unsigned i = 0, n = LLVMGetNumArgOperands(begin); i < n; i++)
		if (!LLVMIsConstant(operand_of(begin, i)))
			return;
	for (LLVMUseRef u = LLVMGetFirstUse(begin), next; u != NULL; u = next) {
		LLVMValueRef end = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsACallInst(end) || intrinsic_of_call(end) != INTR_PRESERVE_END)
			return;
		alloc_erase(v->a, end);
	}
	erase_user(v, begin);
}

/* A call keeps the object alive: now it keeps alive what the object refers to.  Several references are given to it as
** one array. */
static void
keep_references(struct variables *v, const struct object_use *u)
{
	struct alloc_opt *a = v->a;
	const struct object *o = v->o;
	LLVMValueRef kept = NULL;
	uint32_t n = 0, at = 0;

	if (operand_of(u->inst, u->operand) != object_pointer(o, u->from))
		return;
	for (uint32_t i = 0; i < o->nfield; i++)
		n += o->field[i].reference && v->var[i] != NULL;
	edit_before(&a->e, u->inst);
	if (n > 1)
		kept = LLVMGetUndef(LLVMArrayType2(a->e.tracked, n));
	for (uint32_t i = 0; i < o->nfield; i++) {
		if (!o->field[i].reference || v->var[i] == NULL)
			continue;
		LLVMValueRef x = LLVMBuildLoad2(a->e.builder, a->e.tracked, v->var[i], "");
		kept = n == 1 ? x : LLVMBuildInsertValue(a->e.builder, kept, x, at++, "");
	}
	if (u->kind == USE_PRESERVE)
		drop_attributes(u->inst, u->operand);
	LLVMSetOperand(u->inst, u->operand, kept != NULL ? kept : LLVMConstNull(a->e.tracked));
	if (u->kind == USE_PRESERVE)
		drop_empty_region(v, u->inst);
}

/* The result of a comparison with a value that is not one of the objects. */
static LLVMValueRef
compare(struct variables *v, const struct object_use *u)
{
	struct alloc_opt *a = v->a;
	LLVMValueRef other = operand_of(u->inst, 1 - u->operand);
	LLVMIntPredicate p = LLVMGetICmpPredicate(u->inst);

	if (v->m->constant == NULL)
		return LLVMConstInt(a->e.i1, p == LLVMIntNE, false);
	edit_before(&a->e, u->inst);
	LLVMValueRef constant = v->p->constant, is = LLVMBuildLoad2(a->e.builder, a->e.i1, v->m->constant, "");
	if (LLVMIsNull(constant))
		constant = LLVMConstNull(LLVMTypeOf(other));
	else if (LLVMTypeOf(constant) != LLVMTypeOf(other))
		constant = LLVMBuildAddrSpaceCast(a->e.builder, constant, LLVMTypeOf(other), "");
	if (constant != other)
		is = LLVMBuildAnd(a->e.builder, is, LLVMBuildICmp(a->e.builder, LLVMIntEQ, constant, other, ""), "");
	return p == LLVMIntNE ? LLVMBuildNot(a->e.builder, is, "") : is;
}

void
variables_use(struct variables *v, const struct object_use *u)
{
	switch (u->kind) {
	case USE_LOAD: case USE_STORE:
		access_variable(v, u);
		break;
	case USE_ATOMIC:
		operate_on_variable(v, u);
		break;
	case USE_COPY:
		copy_variable(v, u);
		break;
	case USE_SET:
		set_variables(v, u);
		break;
	case USE_PARENT: case USE_LIFETIME: case USE_ASSUME:
		erase_user(v, u->inst);
		break;
	case USE_CHILD:
		drop_attributes(u->inst, u->operand);
		LLVMSetOperand(u->inst, u->operand,
			LLVMConstNull(LLVMTypeOf(operand_of(u->inst, u->operand))));
		break;
	case USE_PRESERVE: case USE_ROOT:
		keep_references(v, u);
		break;
	case USE_COMPARE:
		replace(v, u->inst, compare(v, u));
		break;
	default:
		break;
	}
}
