/* SPDX-License-Identifier: MIT */
/* fields.c -- the map of an object's fields, made from the accesses to it; and what its memory holds at birth. */
#include "optimize/alloc/object/object.h"

#include "base/sorted.h"
#include "dialect/alloc_kind.h"
#include "dialect/bundle_kind.h"
#include "dialect/kind.h"

/* ---- memory at birth ---- */

static void
add_zero(struct alloc_opt *a, struct object *o, uint64_t offset, uint64_t bytes)
{
	if (ARENA_PUSH(&a->ar, o->zero, o->nzero, o->zero_cap))
		o->zero[o->nzero++] = (struct zero_range){ offset, bytes };
}

/* Reads an operand of a zeroing bundle. */
static uint64_t
constant_operand(struct object *o, LLVMOperandBundleRef b, unsigned i)
{
	LLVMValueRef v = LLVMGetOperandBundleArgAtIndex(b, i);

	if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64)
		return LLVMConstIntGetZExtValue(v);
	o->zero_unknown = true;
	return 0;
}

bool
object_read_attributes(struct alloc_opt *a, struct object *o)
{
	const uint64_t kind = alloc_kind(o->value);

	o->zeroed = (kind & ALLOC_KIND_ZEROED) != 0;
	o->uninitialized = (kind & ALLOC_KIND_UNINITIALIZED) != 0;
	const unsigned align = (unsigned)edit_result_align(&a->e, o->value);
	o->align = align > o->align ? align : o->align;
	o->heap_align = align > o->heap_align ? align : o->heap_align;
	for (unsigned i = 0, n = LLVMGetNumOperandBundles(o->value); i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(o->value, i);
		unsigned args = LLVMGetNumOperandBundleArgs(b);
		switch (bundle_kind(b)) {
		case BUNDLE_PTR_OFFSETS:
			for (unsigned k = 0; k < args; k++)
				add_zero(a, o, constant_operand(o, b, k), a->e.word_bytes);
			break;
		case BUNDLE_ZEROINIT:
			if (args == 2)
				add_zero(a, o, constant_operand(o, b, 0), constant_operand(o, b, 1));
			else
				o->zero_unknown = true;
			break;
		default:
			break;
		}
		LLVMDisposeOperandBundle(b);
	}
	return !a->ar.failed;
}

bool
object_born_zero(const struct object *o, uint64_t offset, uint64_t bytes)
{
	if (o->zeroed || !o->uninitialized)
		return true;
	for (uint32_t i = 0; i < o->nzero; i++)
		if (o->zero[i].offset >= offset ? o->zero[i].offset - offset < bytes && o->zero[i].bytes > 0
			: offset - o->zero[i].offset < o->zero[i].bytes)
			return true;
	return false;
}

/* ---- fields ---- */

static bool
is_before(const struct field *a, const struct field *b)
{
	return a->offset < b->offset || (a->offset == b->offset && a->bytes > b->bytes);
}

static bool
is_pointer_vector(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind
		&& LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMPointerTypeKind;
}

/* Can the value be cast to an integer of its size, which is that of a word or less? */
static bool
is_castable(const struct alloc_opt *a, const struct object_use *u)
{
	switch (LLVMGetTypeKind(u->type)) {
	case LLVMIntegerTypeKind: case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: case LLVMVectorTypeKind:
		return u->bytes <= a->e.word_bytes && (u->bytes & (u->bytes - 1)) == 0
			&& LLVMSizeOfTypeInBits(a->layout, u->type) == u->bytes * 8
			&& type_spaces(u->type) == 0 && !is_pointer_vector(u->type);
	default:
		return false;
	}
}

static struct field
field_of_use(const struct alloc_opt *a, const struct object_use *u)
{
	if (u->kind == USE_COPY)
		return (struct field){ .offset = u->offset, .bytes = u->bytes, .same_place = true,
			.loaded = u->operand == 1, .stored = u->operand == 0, .bits = true, .odd = true };
	bool reference = type_may_hold_reference(u->type);

	return (struct field){
		.offset = u->offset, .bytes = u->bytes, .type = u->type, .same_place = true,
		.loaded = u->kind != USE_STORE, .stored = u->kind != USE_LOAD,
		.reference = reference, .bits = !reference,
		.aggregate = reference && u->type != a->e.tracked,
		.special = type_spaces(u->type) != 0, .odd = !is_castable(a, u)
	};
}

/* Extends a field by one that begins in it. */
static void
join(struct field *f, const struct field *g)
{
	if (g->offset != f->offset || g->bytes != f->bytes) {
		f->same_place = false;
		f->type = NULL;
	}
	if (g->type != f->type)
		f->type = NULL;
	if (g->offset + g->bytes > f->offset + f->bytes)
		f->bytes = g->offset + g->bytes - f->offset;
	f->loaded |= g->loaded, f->stored |= g->stored;
	f->reference |= g->reference, f->bits |= g->bits, f->aggregate |= g->aggregate, f->special |= g->special;
	f->odd |= g->odd;
}

bool
object_fields(struct alloc_opt *a, struct object *o)
{
	uint32_t n = 0;
	struct field *f = arena_array(&a->ar, (size_t)o->nuse + 1, sizeof *f);

	o->nfield = 0;
	if (f == NULL)
		return false;
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		bool access = u->kind == USE_LOAD || u->kind == USE_STORE || u->kind == USE_ATOMIC || u->of_bits;
		if (access && u->offset != OFFSET_UNKNOWN && u->bytes != OFFSET_UNKNOWN && u->bytes > 0)
			f[n++] = field_of_use(a, u);
	}
	SORT_IN_PLACE(struct field, f, n, is_before);
	for (uint32_t i = 0; i < n; i++) {
		struct field *last = o->nfield > 0 ? &f[o->nfield - 1] : NULL;
		if (last != NULL && f[i].offset < last->offset + last->bytes)
			join(last, &f[i]);
		else
			f[o->nfield++] = f[i];
	}
	for (uint32_t i = 0; i < o->nfield; i++)
		if (f[i].type == NULL && f[i].same_place && f[i].bits && !f[i].reference && !f[i].odd)
			f[i].type = LLVMIntTypeInContext(a->e.context, (unsigned)f[i].bytes * 8);
	o->field = f;
	return true;
}

const struct field *
object_field(const struct object *o, uint64_t offset)
{
	uint32_t low = 0, high = o->nfield;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		const struct field *f = &o->field[mid];
		if (offset < f->offset)
			high = mid;
		else if (offset - f->offset >= f->bytes)
			low = mid + 1;
		else
			return f;
	}
	return NULL;
}
