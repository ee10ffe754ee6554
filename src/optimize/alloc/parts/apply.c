/* SPDX-License-Identifier: MIT */
/* apply.c -- makes variables of objects.  They are allocas at first, which go into SSA form at the end of the round.
** If an object escapes somewhere, it is made there from the values of the variables, and one more variable holds the
** reference to it. */
#include "optimize/alloc/parts/apply.h"

static bool
wanted(const struct variables *v, const struct field *f)
{
	return f->loaded || v->p->escapes || (f->reference && v->p->preserved);
}

/* Makes a variable that goes into SSA form at the end of the round: there is room on the list. */
static LLVMValueRef
make_slot(struct alloc_opt *a, LLVMTypeRef t)
{
	LLVMValueRef var = edit_entry_alloca(&a->e, a->fn, t, LLVMConstInt(a->e.i32, 1, false),
		LLVMABIAlignmentOfType(a->layout, t), "");

	a->slots[a->nslots++] = var;
	return var;
}

/* Makes the variable of a field; that of an allocation with the content that the field has in a fresh object. */
static LLVMValueRef
make_variable(struct variables *v, const struct field *f)
{
	struct alloc_opt *a = v->a;
	bool memory = field_is_memory(f);
	LLVMTypeRef t = memory ? LLVMArrayType2(a->e.i8, f->bytes) : type_of_field(a, f);
	LLVMValueRef var = memory
		? edit_entry_alloca(&a->e, a->fn, t, LLVMConstInt(a->e.i32, 1, false), v->o->align, "")
		: make_slot(a, t);

	if (v->o->id == INTR_NONE)
		return var;
	bool zero = f->reference || object_born_zero(v->o, f->offset, f->bytes);

	edit_before(&a->e, v->o->value);
	if (memory && zero)
		LLVMBuildMemSet(a->e.builder, var, LLVMConstNull(a->e.i8), LLVMConstInt(a->e.i64, f->bytes, false),
			v->o->align);
	else if (!memory)
		LLVMBuildStore(a->e.builder, zero ? LLVMConstNull(t) : LLVMGetUndef(t), var);
	return var;
}

/* ---- phis and selects of objects ---- */

/* The number of the member that a value is, behind casts; p->n: it is undefined, or the constant. */
static uint32_t
member_of(const struct variables *v, LLVMValueRef input)
{
	uint32_t k = ptrmap_get(&v->a->derived, input);

	return k < v->p->n ? k : v->p->n;
}

/* The value of a field of an input; the field behind the last one tells whether it is the constant. */
static LLVMValueRef
field_of_input(struct variables *v, LLVMValueRef input, uint32_t field, LLVMTypeRef t)
{
	uint32_t k = member_of(v, input);
	LLVMBuilderRef b = v->a->e.builder;

	if (field < v->o->nfield)
		return k < v->p->n ? LLVMBuildLoad2(b, t, v->p->m[k].var[field], "") : LLVMGetUndef(t);
	if (k == v->p->n)
		return LLVMConstInt(t, !LLVMIsUndef(input) && !LLVMIsPoison(input), false);
	return v->p->m[k].constant != NULL ? LLVMBuildLoad2(b, t, v->p->m[k].constant, "") : LLVMConstNull(t);
}

/* Makes the phi of a field. */
static LLVMValueRef
field_phi(struct variables *v, uint32_t field, LLVMTypeRef t)
{
	struct alloc_opt *a = v->a;
	LLVMValueRef merge = v->o->value;

	LLVMPositionBuilderBefore(a->e.builder, merge);
	LLVMSetCurrentDebugLocation2(a->e.builder, LLVMInstructionGetDebugLoc(merge));
	LLVMValueRef phi = LLVMBuildPhi(a->e.builder, t, "");
	for (unsigned i = 0, n = LLVMCountIncoming(merge); i < n; i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(merge, i);
		LLVMValueRef x = NULL;
		for (unsigned k = 0; k < i && x == NULL; k++) /* several edges from one block */
			if (LLVMGetIncomingBlock(merge, k) == from)
				x = LLVMGetIncomingValue(phi, k);
		if (ptrmap_get(&a->id, from) == PTRMAP_NONE)
			x = LLVMGetUndef(t);
		if (x == NULL) {
			edit_before(&a->e, LLVMGetBasicBlockTerminator(from));
			x = field_of_input(v, LLVMGetIncomingValue(merge, i), field, t);
		}
		LLVMAddIncoming(phi, &x, &from, 1);
	}
	return phi;
}

static LLVMValueRef
first_behind_phis(LLVMValueRef i)
{
	while (LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* Fills the variables of a phi or select where it stands. */
static void
merge_fields(struct variables *v)
{
	struct alloc_opt *a = v->a;
	LLVMValueRef merge = v->o->value, at = LLVMIsAPHINode(merge) ? first_behind_phis(merge) : merge;

	for (uint32_t i = 0; i <= v->o->nfield; i++) {
		bool field = i < v->o->nfield;
		LLVMValueRef x, var = field ? v->var[i] : v->m->constant;
		LLVMTypeRef t = field ? type_of_field(a, &v->o->field[i]) : a->e.i1;
		if (var == NULL)
			continue;
		if (LLVMIsAPHINode(merge)) {
			x = field_phi(v, i, t);
			edit_before(&a->e, at);
		} else {
			edit_before(&a->e, at);
			LLVMValueRef one = field_of_input(v, operand_of(merge, 1), i, t);
			LLVMValueRef other = field_of_input(v, operand_of(merge, 2), i, t);
			x = LLVMBuildSelect(a->e.builder, operand_of(merge, 0), one, other, "");
		}
		LLVMBuildStore(a->e.builder, x, var);
	}
}

/* ---- all of it ---- */

/* Erases the object and the pointers computed from it.  What still uses them cannot be reached, or is a phi or select
** that goes as well. */
static void
erase_pointers(struct variables *v)
{
	const struct object *o = v->o;

	for (uint32_t k = o->nvia + 1; k-- > 0;) {
		LLVMValueRef p = object_pointer(o, k);
		bool variable = k > 0 && o->via[k - 1].offset == OFFSET_UNKNOWN;
		if (variable && LLVMGetFirstUse(p) != NULL && block_of(v->a, p) != NONE)
			continue; /* computed from the object that was made */
		if (LLVMGetFirstUse(p) != NULL)
			LLVMReplaceAllUsesWith(p, LLVMGetPoison(LLVMTypeOf(p)));
		erase_user(v, p);
	}
}

static void
look_at(struct variables *v, uint32_t k)
{
	v->m = &v->p->m[k];
	v->o = &v->m->o;
	v->var = v->m->var;
	member_look(v->a, v->m);
}

static void
make_variables(struct variables *v)
{
	struct alloc_opt *a = v->a;

	for (uint32_t i = 0; i < v->o->nfield; i++)
		v->var[i] = wanted(v, &v->o->field[i]) ? make_variable(v, &v->o->field[i]) : NULL;
	if (v->m->maybe)
		v->m->constant = make_slot(a, a->e.i1);
	if (!v->p->escapes)
		return;
	v->m->real = make_slot(a, a->e.tracked);
}

static void
make_objects(struct variables *v)
{
	if (!v->p->escapes)
		return;
	escape_sites(v->a, v->m, real_make, v);
	real_reload(v);
}

/* Changes the uses where the object exists, or the others.  A store of one object into another has uses of both kinds:
** it gets the pointer to the first one before it becomes a store into a variable. */
static void
change_uses(struct variables *v, bool real)
{
	struct alloc_opt *a = v->a;

	for (uint32_t i = 0; i < v->o->nuse; i++) {
		const struct object_use *u = &v->o->use[i];
		if (u->kind == USE_TYPEOF || v->m->inside[i] || ptrmap_get(&a->seen, u->inst) != PTRMAP_NONE
			|| use_block(a, u) == NONE || (v->p->escapes && escape_is_real(a, u)) != real)
			continue;
		if (real)
			real_use(v, u);
		else
			variables_use(v, u);
	}
}

void
virtual_apply(struct alloc_opt *a, const struct virtual_plan *p)
{
	struct variables v = { .a = a, .p = p };

	for (uint32_t k = 0; k < p->n; k++) {
		look_at(&v, k);
		object_fold_typeof(a, v.o);
		make_variables(&v);
	}
	for (uint32_t k = 0; k < p->n; k++) {
		look_at(&v, k);
		if (v.o->id == INTR_NONE)
			merge_fields(&v);
	}
	for (uint32_t k = 0; k < p->n; k++) {
		look_at(&v, k);
		make_objects(&v);
	}
	for (uint32_t k = 0; k < 2 * p->n; k++) {
		look_at(&v, k % p->n);
		change_uses(&v, k < p->n);
	}
	for (uint32_t k = 0; k < p->n; k++) {
		look_at(&v, k);
		a->safepoint[block_of(a, v.o->value)].known = false;
		erase_pointers(&v);
	}
}
