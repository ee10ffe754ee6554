/* apply.c -- makes variables of objects.  They are allocas at first, which go into SSA form at the end of the round.
** If an object escapes somewhere, it is made there from the values of the variables, and one more variable holds the
** reference to it. */
#include "optimize/alloc/alloc.h"

#include "lateroot/abi.h"

enum { CHUNK = 8 };


struct variables {
	struct alloc_opt *a;
	const struct virtual_plan *p;
	struct member *m;        /* at hand, and its parts */
	const struct object *o;
	LLVMValueRef *var;
};

static LLVMValueRef
byte_gep(struct alloc_opt *a, LLVMValueRef pointer, uint64_t offset)
{
	LLVMValueRef index = LLVMConstInt(a->e.i64, offset, false);

	return offset == 0 ? pointer : LLVMBuildGEP2(a->e.builder, a->e.i8, pointer, &index, 1, "");
}

static bool
wanted(const struct variables *v, const struct field *f)
{
	return f->loaded || v->p->escapes || (f->reference && v->p->preserved);
}

static void
add_slot(struct alloc_opt *a, LLVMValueRef var)
{
	a->slots[a->nslots++] = var;
}

static LLVMTypeRef
type_of_field(const struct alloc_opt *a, const struct field *f)
{
	return f->reference ? a->e.tracked : f->type;
}

/* Makes the variable of a field; that of an allocation with the content that the field has in a fresh object. */
static LLVMValueRef
make_variable(struct variables *v, const struct field *f)
{
	struct alloc_opt *a = v->a;
	bool memory = field_is_memory(f);
	LLVMTypeRef t = memory ? LLVMArrayType2(a->e.i8, f->bytes) : type_of_field(a, f);
	LLVMValueRef one = LLVMConstInt(a->e.i32, 1, false);
	LLVMValueRef var = edit_entry_alloca(&a->e, a->fn, t, one, memory ? v->o->align : 0, "");

	if (!memory)
		add_slot(a, var);
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

/* The address of a byte of a field that is memory. */
static LLVMValueRef
memory_at(struct variables *v, const struct field *f, uint64_t offset)
{
	return byte_gep(v->a, v->var[f - v->o->field], offset - f->offset);
}

static unsigned
alignment_at(unsigned align, uint64_t offset)
{
	while (offset % align != 0)
		align /= 2;
	return align;
}

/* ---- the object where it exists ---- */

static void
copy_memory(struct variables *v, const struct field *f, LLVMValueRef to)
{
	struct alloc_opt *a = v->a;
	uint64_t size = CHUNK;

	for (uint64_t at = f->offset, end = f->offset + f->bytes; at < end; at += size) {
		for (size = CHUNK; size > end - at || at % size != 0;)
			size /= 2;
		LLVMTypeRef t = LLVMIntTypeInContext(a->e.context, (unsigned)size * 8);
		LLVMValueRef x = LLVMBuildLoad2(a->e.builder, t, memory_at(v, f, at), "");
		LLVMSetAlignment(x, alignment_at(v->o->align, at - f->offset));
		LLVMValueRef s = LLVMBuildStore(a->e.builder, x, byte_gep(a, to, at));
		LLVMSetAlignment(s, alignment_at(v->o->heap_align, at));
	}
}

/* Makes the object before an instruction, from the values of the variables. */
static void
make_object(struct variables *v, LLVMValueRef before)
{
	struct alloc_opt *a = v->a;
	const struct object *o = v->o;
	LLVMValueRef model = v->p->m[0].o.value; /* an allocation */
	LLVMValueRef made = LLVMInstructionClone(model);
	LLVMTypeRef derived = LLVMPointerTypeInContext(a->e.context, LR_AS_DERIVED);

	LLVMPositionBuilderBefore(a->e.builder, before);
	LLVMSetCurrentDebugLocation2(a->e.builder, LLVMInstructionGetDebugLoc(model));
	LLVMInsertIntoBuilderWithName(a->e.builder, made, "");
	LLVMValueRef to = o->nfield > 0 ? LLVMBuildAddrSpaceCast(a->e.builder, made, derived, "") : NULL;
	for (uint32_t i = 0; i < o->nfield; i++) {
		const struct field *f = &o->field[i];
		if (!f->stored)
			continue;
		if (field_is_memory(f)) {
			copy_memory(v, f, to);
			continue;
		}
		LLVMValueRef x = LLVMBuildLoad2(a->e.builder, type_of_field(a, f), v->var[i], "");
		LLVMValueRef s = LLVMBuildStore(a->e.builder, x, byte_gep(a, to, f->offset));
		LLVMSetAlignment(s, alignment_at(o->heap_align, f->offset));
	}
	LLVMBuildStore(a->e.builder, made, v->m->real);
	a->safepoint[block_of(a, before)].known = false;
	ptrmap_set(&a->made, made, 0);
}

static bool
make_in_block(void *user, block_id b)
{
	struct variables *v = user;
	const struct block_mark *m = &v->a->mark[b];

	make_object(v, m->cut == v->a->stamp ? m->at : LLVMGetBasicBlockTerminator(v->a->block[b]));
	return true;
}

/* Where the object exists at the end of block p, reads its fields into the variables there. */
static void
reload_at_end(struct variables *v, block_id p)
{
	struct alloc_opt *a = v->a;
	LLVMBuilderRef b = a->e.builder;

	edit_before(&a->e, LLVMGetBasicBlockTerminator(a->block[p]));
	LLVMValueRef from = LLVMBuildLoad2(b, a->e.tracked, v->m->real, "");
	from = LLVMBuildAddrSpaceCast(b, from, LLVMPointerTypeInContext(a->e.context, LR_AS_DERIVED), "");
	for (uint32_t i = 0; i < v->o->nfield; i++) {
		const struct field *f = &v->o->field[i];
		if (!f->loaded || v->var[i] == NULL)
			continue;
		LLVMValueRef x = LLVMBuildLoad2(b, type_of_field(a, f), byte_gep(a, from, f->offset), "");
		LLVMSetAlignment(x, alignment_at(v->o->heap_align, f->offset));
		LLVMBuildStore(b, x, v->var[i]);
	}
}

static void
reload(struct variables *v)
{
	struct alloc_opt *a = v->a;
	const struct cfg *g = &a->g;

	for (uint32_t i = 0; i < v->m->region; i++) {
		block_id s = a->list[i];
		if (a->mark[s].reload != a->stamp)
			continue;
		a->visit++;
		for (uint32_t e = g->pred_at[s]; e < g->pred_at[s + 1]; e++) {
			block_id p = g->pred[e];
			if (escape_real_at_end(a, p) && a->mark[p].seen != a->visit)
				reload_at_end(v, p);
			a->mark[p].seen = a->visit;
		}
	}
}

/* A use where the object exists: gives it the pointer. */
static void
use_real(struct variables *v, const struct object_use *u)
{
	struct alloc_opt *a = v->a;
	LLVMValueRef old = object_pointer(v->o, u->from);

	if (operand_of(u->inst, u->operand) != old)
		return; /* done, with another edge from the same block */
	if (u->kind == USE_PHI)
		edit_before(&a->e, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(u->inst, u->operand)));
	else
		edit_before(&a->e, u->inst);
	LLVMValueRef p = LLVMBuildLoad2(a->e.builder, a->e.tracked, v->m->real, "");
	if (LLVMTypeOf(old) != a->e.tracked)
		p = LLVMBuildAddrSpaceCast(a->e.builder, p, LLVMTypeOf(old), "");
	p = byte_gep(a, p, u->offset);
	if (u->kind != USE_PHI) {
		LLVMSetOperand(u->inst, u->operand, p);
		return;
	}
	LLVMBasicBlockRef from = LLVMGetIncomingBlock(u->inst, u->operand);
	for (unsigned i = 0, n = LLVMCountIncoming(u->inst); i < n; i++)
		if (LLVMGetIncomingBlock(u->inst, i) == from)
			LLVMSetOperand(u->inst, i, p);
}

/* ---- uses of the variables ---- */

/* Erases a user of the object, and notes that: there is room in the map. */
static void
erase(struct variables *v, LLVMValueRef inst)
{
	ptrmap_set(&v->a->seen, inst, 0);
	alloc_erase(v->a, inst);
}

static void
replace(struct variables *v, LLVMValueRef inst, LLVMValueRef by)
{
	LLVMReplaceAllUsesWith(inst, by);
	erase(v, inst);
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
		erase(v, u->inst);
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
		LLVMSetAlignment(made, alignment_at(v->o->align, u->offset - f->offset));
	if (load)
		made = LLVMBuildBitCast(a->e.builder, made, u->type, "");
	if (load)
		LLVMReplaceAllUsesWith(u->inst, made);
	erase(v, u->inst);
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
				LLVMConstInt(a->e.i64, to - from, false), alignment_at(o->align, from - f->offset));
		else
			LLVMBuildStore(a->e.builder, LLVMConstNull(type_of_field(a, f)), v->var[i]);
	}
	erase(v, u->inst);
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
	erase(v, begin);
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

static void
use_variables(struct variables *v, const struct object_use *u)
{
	switch (u->kind) {
	case USE_LOAD: case USE_STORE:
		access_variable(v, u);
		break;
	case USE_SET:
		set_variables(v, u);
		break;
	case USE_PARENT: case USE_LIFETIME: case USE_ASSUME:
		erase(v, u->inst);
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
		erase(v, p);
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
	if (v->m->maybe) {
		v->m->constant = edit_entry_alloca(&a->e, a->fn, a->e.i1, LLVMConstInt(a->e.i32, 1, false), 0, "");
		add_slot(a, v->m->constant);
	}
	if (!v->p->escapes)
		return;
	v->m->real = edit_entry_alloca(&a->e, a->fn, a->e.tracked, LLVMConstInt(a->e.i32, 1, false), 0, "");
	add_slot(a, v->m->real);
}

static void
make_objects(struct variables *v)
{
	if (!v->p->escapes)
		return;
	escape_sites(v->a, v->m, make_in_block, v);
	reload(v);
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
			use_real(v, u);
		else
			use_variables(v, u);
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
