/* virtual.c -- an object becomes variables: one for each field.  They are allocas at first, which go into SSA form at
** the end of the round.  If the object escapes somewhere, it is made there from the values of the variables, and one
** more variable holds the reference to it. */
#include "optimize/alloc/alloc.h"

#include "dialect/kind.h"
#include "lateroot/abi.h"

enum { MAX_BYTES = 1 << 16, CHUNK = 8, MAX_ADDED = 64 };

/* ---- does it suit? ---- */

/* Can a variable stand for the field? */
static bool
field_suits(const struct alloc_opt *a, const struct object *o, const struct field *f)
{
	if (f->bytes > o->bytes || f->offset > o->bytes - f->bytes)
		return false;
	if (f->reference)
		return f->same_place && !f->bits && !f->aggregate && f->type == a->e.tracked
			&& f->bytes == a->e.word_bytes;
	return f->type != NULL || !f->special;
}

/* Is the variable for the field memory, rather than a value of one type? */
static bool
is_memory(const struct field *f)
{
	return !f->reference && f->type == NULL;
}

static bool
fields_suit(const struct alloc_opt *a, struct object *o)
{
	for (uint32_t i = 0; i < o->nfield; i++)
		if (!field_suits(a, o, &o->field[i])) {
			object_refuse(o, NULL, o->field[i].reference
				? "one of its fields holds references and is accessed in several ways"
				: "it is accessed beyond its end, or pointers and numbers share a field");
			return false;
		}
	return true;
}

/* The index of the first field that ends behind `offset`. */
static uint32_t
first_field_behind(const struct object *o, uint64_t offset)
{
	uint32_t low = 0, high = o->nfield;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (o->field[mid].offset + o->field[mid].bytes <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* A memset: to zero, and of fields as a whole, but for those that are memory. */
static bool
set_suits(const struct object *o, const struct object_use *u)
{
	if (!use_is_plain(u) || u->offset == OFFSET_UNKNOWN || u->bytes > o->bytes || u->offset > o->bytes - u->bytes
		|| LLVMConstIntGetZExtValue(operand_of(u->inst, 1)) != 0)
		return false;
	for (uint32_t i = first_field_behind(o, u->offset); i < o->nfield; i++) {
		const struct field *f = &o->field[i];
		if (f->offset >= u->offset + u->bytes)
			break;
		if (!is_memory(f) && (f->offset < u->offset || f->offset + f->bytes > u->offset + u->bytes))
			return false;
	}
	return true;
}

/* A comparison with a value that is not computed from the object: they differ, since nobody else knows the object. */
static bool
compare_suits(const struct alloc_opt *a, const struct object *o, const struct object_use *u)
{
	LLVMValueRef other = operand_of(u->inst, 1 - u->operand);
	LLVMIntPredicate p = LLVMGetICmpPredicate(u->inst);

	return (p == LLVMIntEQ || p == LLVMIntNE) && LLVMGetTypeKind(LLVMTypeOf(other)) == LLVMPointerTypeKind
		&& (u->offset == 0 || u->offset < o->bytes) && other != o->value
		&& ptrmap_get(&a->seen, other) == PTRMAP_NONE;
}

/* Can the variables serve the use? */
static bool
use_suits(const struct alloc_opt *a, const struct object *o, const struct object_use *u)
{
	switch (u->kind) {
	case USE_LOAD: case USE_STORE:
		return !u->is_volatile && u->offset != OFFSET_UNKNOWN;
	case USE_SET:
		return set_suits(o, u);
	case USE_TYPEOF: case USE_PARENT: case USE_CHILD: case USE_PRESERVE: case USE_ROOT: case USE_LIFETIME:
	case USE_ASSUME:
		return true;
	case USE_COMPARE:
		return compare_suits(a, o, u);
	default:
		return false;
	}
}

/* GEPs with a variable index are uses that need the object.  They are appended to the uses. */
static bool
add_variable_geps(struct alloc_opt *a, struct object *o)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < o->nuse; i++)
		if (o->use[i].offset != OFFSET_UNKNOWN || o->use[i].from == 0
			|| o->via[o->use[i].from - 1].offset != OFFSET_UNKNOWN)
			o->use[n++] = o->use[i];
	o->nuse = n;
	for (uint32_t k = 0; k < o->nvia; k++) {
		const struct via *v = &o->via[k];
		uint64_t offset = v->from == 0 ? 0 : o->via[v->from - 1].offset;
		if (v->offset != OFFSET_UNKNOWN || offset == OFFSET_UNKNOWN)
			continue;
		if (!ARENA_PUSH(&a->ar, o->use, o->nuse, o->use_cap))
			return false;
		o->use[o->nuse++] = (struct object_use){ .inst = v->value, .kind = USE_OTHER, .from = v->from,
			.offset = offset };
	}
	return true;
}

/* Adds fields for what memset writes between the fields, in pieces that do not cross a multiple of CHUNK bytes, so that
** an object that is made later holds zero there. */
static bool
add_set_fields(struct alloc_opt *a, struct object *o)
{
	uint32_t added = 0;

	for (uint32_t i = 0, n = o->nuse; i < n; i++) {
		struct object_use u = o->use[i];
		if (u.kind != USE_SET || u.offset == OFFSET_UNKNOWN || u.bytes > o->bytes
			|| u.offset > o->bytes - u.bytes)
			continue;
		for (uint64_t at = u.offset, end = u.offset + u.bytes; at < end;) {
			uint32_t next = first_field_behind(o, at);
			uint64_t stop = next < o->nfield && o->field[next].offset < end ? o->field[next].offset : end;
			if (next < o->nfield && o->field[next].offset <= at) {
				at = o->field[next].offset + o->field[next].bytes;
				continue;
			}
			uint64_t size = CHUNK;
			while (at % size != 0 || at + size > stop)
				size /= 2;
			if (++added > MAX_ADDED || !ARENA_PUSH(&a->ar, o->use, o->nuse, o->use_cap))
				return false;
			/* like a store, for the map of fields */
			o->use[o->nuse++] = (struct object_use){ .kind = USE_STORE, .offset = at, .bytes = size,
				.type = LLVMIntTypeInContext(a->e.context, (unsigned)size * 8) };
			at += size;
		}
	}
	bool ok = object_fields(a, o);
	o->nuse -= added;
	return ok;
}

/* Is a reference stored where the object may be preserved at that time? */
static bool
stored_while_preserved(struct alloc_opt *a, const struct object *o)
{
	const struct cfg *g = &a->g;

	for (uint32_t i = 0; i < o->nuse; i++) {
		block_id b = block_of(a, o->use[i].inst);
		if (o->use[i].kind != USE_PRESERVE || b == NONE)
			continue;
		uint32_t n = 0, order = ptrmap_get(&a->order, o->use[i].inst);
		a->visit++;
		for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			block_id s = g->succ[e];
			if (a->mark[s].live == a->stamp && a->mark[s].seen != a->visit) {
				a->mark[s].seen = a->visit;
				a->todo[n++] = s;
			}
		}
		for (uint32_t k = 0; k < n; k++)
			for (uint32_t e = g->succ_at[a->todo[k]]; e < g->succ_at[a->todo[k] + 1]; e++) {
				block_id s = g->succ[e];
				if (a->mark[s].live == a->stamp && a->mark[s].seen != a->visit) {
					a->mark[s].seen = a->visit;
					a->todo[n++] = s;
				}
			}
		if (a->budget <= (uint64_t)n + o->nuse)
			return true;
		a->budget -= (uint64_t)n + o->nuse;
		for (uint32_t k = 0; k < o->nuse; k++) {
			const struct object_use *u = &o->use[k];
			block_id home = u->kind == USE_STORE && u->type == a->e.tracked ? block_of(a, u->inst) : NONE;
			if (home == NONE)
				continue;
			uint32_t at = ptrmap_get(&a->order, u->inst);
			if (order == PTRMAP_NONE || at == PTRMAP_NONE || a->mark[home].seen == a->visit
				|| (home == b && at > order))
				return true;
		}
	}
	return false;
}

/* Notes that memset stores into the fields. */
static void
note_set(struct object *o)
{
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		if (u->kind != USE_SET || u->offset == OFFSET_UNKNOWN)
			continue;
		for (uint32_t k = first_field_behind(o, u->offset);
			k < o->nfield && o->field[k].offset - u->offset < u->bytes; k++)
			o->field[k].stored = true;
	}
}

/* Takes the memory that virtual_apply needs. */
static bool
reserve(struct alloc_opt *a, const struct object *o)
{
	ptrmap_clear(&a->seen);
	ptrmap_grow_for(&a->seen, o->nuse + o->nvia + 1);
	for (; a->nroom < o->nfield; a->nroom++)
		if (!ARENA_PUSH(&a->ar, a->room, a->nroom, a->room_cap))
			return false;
	for (uint32_t n = a->nslots; n <= a->nslots + o->nfield; n++)
		if (!ARENA_PUSH(&a->ar, a->slots, n, a->slots_cap))
			return false;
	return !a->seen.failed;
}

static bool
refuse(struct object *o, const struct object_use *u, const char *reason)
{
	object_refuse(o, u, reason);
	return false;
}

bool
virtual_suits(struct alloc_opt *a, struct object *o, bool may_escape, struct virtual_plan *p)
{
	bool preserves = false;

	*p = (struct virtual_plan){ .o = o };
	if (o->bytes > MAX_BYTES || o->zero_unknown || block_of(a, o->value) == NONE)
		return refuse(o, NULL, "its size is not constant, or too large");
	if (!add_variable_geps(a, o) || (may_escape && !add_set_fields(a, o)))
		return false;
	note_set(o);
	if (!fields_suit(a, o))
		return false;
	p->stays = arena_zarray(&a->ar, (size_t)o->nuse + 1, sizeof *p->stays);
	if (p->stays == NULL)
		return false;
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		bool reached = use_block(a, u) != NONE;
		p->stays[i] = use_suits(a, o, u);
		preserves |= u->kind == USE_PRESERVE;
		p->preserved |= u->kind == USE_PRESERVE || u->kind == USE_ROOT;
		p->escapes |= !p->stays[i] && reached;
		if (!p->stays[i] && reached)
			object_refuse(o, u, use_reason(u));
	}
	if (p->escapes && !may_escape)
		return false;
	if (p->escapes) /* a region that was begun for the variables does not keep the object */
		for (uint32_t i = 0; i < o->nuse; i++)
			p->stays[i] &= o->use[i].kind != USE_PRESERVE;
	if (!object_region(a, o, &p->region))
		return false;
	if (object_lives_twice(a, o))
		return refuse(o, NULL, "a call that may return twice may see it");
	if (preserves && !p->escapes && stored_while_preserved(a, o))
		return refuse(o, NULL, "a reference may be stored into it while it is preserved");
	if (p->escapes && !escape_plan(a, o, p->stays, p->region))
		return false;
	return reserve(a, o);
}

/* ---- apply ---- */

struct variables {
	struct alloc_opt *a;
	const struct virtual_plan *p;
	struct object *o;
	LLVMValueRef *var;       /* by field: its alloca; NULL: nobody reads it */
	LLVMValueRef real;       /* the variable that holds the object where it exists; NULL: it never does */
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

/* Makes the variable of a field, with the content that the field has in a fresh object. */
static LLVMValueRef
make_variable(struct variables *v, const struct field *f)
{
	struct alloc_opt *a = v->a;
	bool memory = is_memory(f);
	LLVMTypeRef t = memory ? LLVMArrayType2(a->e.i8, f->bytes) : f->reference ? a->e.tracked : f->type;
	LLVMValueRef one = LLVMConstInt(a->e.i32, 1, false);
	LLVMValueRef var = edit_entry_alloca(&a->e, a->fn, t, one, memory ? v->o->align : 0, "");
	bool zero = f->reference || !v->o->uninitialized || object_born_zero(v->o, f->offset, f->bytes);

	edit_before(&a->e, v->o->value);
	if (memory && zero)
		LLVMBuildMemSet(a->e.builder, var, LLVMConstNull(a->e.i8), LLVMConstInt(a->e.i64, f->bytes, false),
			v->o->align);
	else if (!memory)
		LLVMBuildStore(a->e.builder, zero ? LLVMConstNull(t) : LLVMGetUndef(t), var);
	if (!memory)
		add_slot(a, var);
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
	struct object *o = v->o;
	LLVMValueRef made = LLVMInstructionClone(o->value);
	LLVMTypeRef derived = LLVMPointerTypeInContext(a->e.context, LR_AS_DERIVED);

	LLVMPositionBuilderBefore(a->e.builder, before);
	LLVMInsertIntoBuilderWithName(a->e.builder, made, "");
	LLVMSetCurrentDebugLocation2(a->e.builder, LLVMInstructionGetDebugLoc(o->value));
	LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(o->value));
	LLVMValueRef to = o->nfield > 0 ? LLVMBuildAddrSpaceCast(a->e.builder, made, derived, "") : NULL;
	for (uint32_t i = 0; i < o->nfield; i++) {
		const struct field *f = &o->field[i];
		if (!f->stored)
			continue;
		if (is_memory(f)) {
			copy_memory(v, f, to);
			continue;
		}
		LLVMValueRef x = LLVMBuildLoad2(a->e.builder, f->reference ? a->e.tracked : f->type, v->var[i], "");
		LLVMValueRef s = LLVMBuildStore(a->e.builder, x, byte_gep(a, to, f->offset));
		LLVMSetAlignment(s, alignment_at(o->heap_align, f->offset));
	}
	LLVMBuildStore(a->e.builder, made, v->real);
	a->mark[block_of(a, before)].scanned = false;
}

static void
make_in_block(struct variables *v, block_id b)
{
	struct alloc_opt *a = v->a;
	const struct cfg *g = &a->g;
	const struct block_mark *m = &a->mark[b];

	if (m->real == a->stamp)
		return;
	if (m->cut == a->stamp) {
		make_object(v, m->at);
		return;
	}
	for (uint32_t e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
		block_id s = g->succ[e];
		if (a->mark[s].live == a->stamp && a->mark[s].real == a->stamp) {
			make_object(v, LLVMGetBasicBlockTerminator(a->block[b]));
			return;
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
	LLVMValueRef p = LLVMBuildLoad2(a->e.builder, a->e.tracked, v->real, "");
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
	if (load)
		made = LLVMBuildLoad2(a->e.builder, u->type, p, "");
	else
		made = LLVMBuildStore(a->e.builder, operand_of(u->inst, 0), p);
	if (is_memory(f))
		LLVMSetAlignment(made, alignment_at(v->o->align, u->offset - f->offset));
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
		if (is_memory(f))
			LLVMBuildMemSet(a->e.builder, memory_at(v, f, from), LLVMConstNull(a->e.i8),
				LLVMConstInt(a->e.i64, to - from, false), alignment_at(o->align, from - f->offset));
		else
			LLVMBuildStore(a->e.builder, LLVMConstNull(f->reference ? a->e.tracked : f->type), v->var[i]);
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
		replace(v, u->inst, LLVMConstInt(LLVMTypeOf(u->inst), LLVMGetICmpPredicate(u->inst) == LLVMIntNE,
			false));
		break;
	default:
		break;
	}
}

/* Erases the object and the pointers computed from it.  What still uses them cannot be reached. */
static void
erase_pointers(struct variables *v)
{
	struct object *o = v->o;

	for (uint32_t k = o->nvia + 1; k-- > 0;) {
		LLVMValueRef p = object_pointer(o, k);
		bool variable = k > 0 && o->via[k - 1].offset == OFFSET_UNKNOWN;
		if (variable && LLVMGetFirstUse(p) != NULL && block_of(v->a, p) != NONE)
			continue; /* computed from the object that was made */
		if (LLVMGetFirstUse(p) != NULL)
			LLVMReplaceAllUsesWith(p, LLVMConstNull(LLVMTypeOf(p)));
		erase(v, p);
	}
}

void
virtual_apply(struct alloc_opt *a, const struct virtual_plan *p)
{
	struct object *o = p->o;
	struct variables v = { .a = a, .p = p, .o = o };

	v.var = a->room;
	for (uint32_t i = 0; i < o->nfield; i++)
		v.var[i] = wanted(&v, &o->field[i]) ? make_variable(&v, &o->field[i]) : NULL;
	if (p->escapes) {
		v.real = edit_entry_alloca(&a->e, a->fn, a->e.tracked, LLVMConstInt(a->e.i32, 1, false), 0, "");
		add_slot(a, v.real);
		make_in_block(&v, block_of(a, o->value));
		for (uint32_t i = 0; i < p->region; i++)
			make_in_block(&v, a->list[i]);
	}
	object_fold_typeof(a, o);
	ptrmap_clear(&a->seen);
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		if (u->kind == USE_TYPEOF || ptrmap_get(&a->seen, u->inst) != PTRMAP_NONE || use_block(a, u) == NONE)
			continue;
		if (p->escapes && escape_is_real(a, u))
			use_real(&v, u);
		else
			use_variables(&v, u);
	}
	a->mark[block_of(a, o->value)].scanned = false;
	erase_pointers(&v);
}
