/* SPDX-License-Identifier: MIT */
/* virtual.c -- decides whether an object can become variables: one for each field.  If the object escapes somewhere, it
** is made there from their values (escape.c). */
#include "optimize/alloc/parts/parts.h"

#include "dialect/kind.h"

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

bool
field_is_memory(const struct field *f)
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

uint32_t
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
		if (!field_is_memory(f) && (f->offset < u->offset || f->offset + f->bytes > u->offset + u->bytes))
			return false;
	}
	return true;
}

/* A comparison with a value that is not computed from the objects: they differ, since nobody else knows the object. */
static bool
compare_suits(const struct alloc_opt *a, const struct object *o, const struct object_use *u)
{
	LLVMValueRef other = operand_of(u->inst, 1 - u->operand);
	LLVMIntPredicate p = LLVMGetICmpPredicate(u->inst);

	return (p == LLVMIntEQ || p == LLVMIntNE) && LLVMGetTypeKind(LLVMTypeOf(other)) == LLVMPointerTypeKind
		&& (u->offset == 0 || u->offset < o->bytes) && ptrmap_get(&a->derived, other) == PTRMAP_NONE;
}

/* Nobody else sees the variable, so an atomic operation on it is a load, an operation, and a store. */
static bool
atomic_suits(const struct object_use *u)
{
	LLVMTypeKind kind = LLVMGetTypeKind(u->type);

	if (u->is_volatile || u->offset == OFFSET_UNKNOWN)
		return false;
	if (LLVMIsAAtomicCmpXchgInst(u->inst))
		return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
	switch (LLVMGetAtomicRMWBinOp(u->inst)) {
	case LLVMAtomicRMWBinOpXchg:
		return true;
	case LLVMAtomicRMWBinOpAdd: case LLVMAtomicRMWBinOpSub: case LLVMAtomicRMWBinOpAnd:
	case LLVMAtomicRMWBinOpNand: case LLVMAtomicRMWBinOpOr: case LLVMAtomicRMWBinOpXor:
	case LLVMAtomicRMWBinOpMax: case LLVMAtomicRMWBinOpMin: case LLVMAtomicRMWBinOpUMax:
	case LLVMAtomicRMWBinOpUMin:
		return kind == LLVMIntegerTypeKind;
	default:
		return false;
	}
}

/* Can the variables serve the use? */
static bool
use_suits(const struct alloc_opt *a, const struct object *o, const struct object_use *u, bool may_escape)
{
	switch (u->kind) {
	case USE_LOAD: case USE_STORE:
		return !u->is_volatile && u->offset != OFFSET_UNKNOWN;
	case USE_ATOMIC:
		return atomic_suits(u);
	case USE_COPY: /* an object that does not escape moves to the stack, where LLVM takes it apart */
		return u->of_bits && may_escape
			&& ptrmap_get(&a->derived, operand_of(u->inst, 1 - u->operand)) == PTRMAP_NONE;
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

bool
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
			if (added == MAX_ADDED || !ARENA_PUSH(&a->ar, o->use, o->nuse, o->use_cap)) {
				o->nuse -= added;
				return false;
			}
			added++;
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
	for (uint32_t i = 0; i < o->nuse; i++) {
		block_id b = block_of(a, o->use[i].inst);
		if (o->use[i].kind != USE_PRESERVE || b == NONE)
			continue;
		uint32_t n = blocks_reached(a, a->mark, a->stamp, b, false);
		uint32_t order = ptrmap_get(&a->order, o->use[i].inst);
		if (a->budget <= (uint64_t)n + o->nuse)
			return true;
		a->budget -= (uint64_t)n + o->nuse;
		for (uint32_t k = 0; k < o->nuse; k++) {
			const struct object_use *u = &o->use[k];
			bool stores = (u->kind == USE_STORE || u->kind == USE_ATOMIC) && u->type == a->e.tracked;
			block_id home = stores ? block_of(a, u->inst) : NONE;
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
			k < o->nfield && o->field[k].offset < u->offset + u->bytes; k++)
			o->field[k].stored = true;
	}
}

static bool
refuse(struct object *o, const struct object_use *u, const char *reason)
{
	object_refuse(o, u, reason);
	return false;
}

/* Enters the member's pointers into `derived`. */
static bool
note_pointers(struct alloc_opt *a, const struct object *o, uint32_t number)
{
	for (uint32_t k = 0; k <= o->nvia; k++)
		if (!ptrmap_set(&a->derived, object_pointer(o, k), number))
			return false;
	return true;
}

bool
virtual_shape_suits(struct alloc_opt *a, struct virtual_plan *p, bool may_escape)
{
	struct object *shape = p->shape;

	ptrmap_clear(&a->derived);
	for (uint32_t k = 0; k < p->n; k++)
		if (!note_pointers(a, &p->m[k].o, k))
			return false;
	if (shape->bytes > MAX_BYTES || shape->zero_unknown)
		return refuse(shape, NULL, "its size is not constant, or too large");
	if (may_escape && !add_set_fields(a, shape))
		return false;
	note_set(shape);
	return fields_suit(a, shape);
}

bool
virtual_uses_suit(struct alloc_opt *a, struct virtual_plan *p, struct member *m, bool may_escape)
{
	struct object *o = &m->o;

	o->field = p->shape->field, o->nfield = p->shape->nfield;
	m->stays = arena_zarray(&a->ar, (size_t)o->nuse + 1, sizeof *m->stays);
	if (m->inside == NULL)
		m->inside = arena_zarray(&a->ar, (size_t)o->nuse + 1, sizeof *m->inside);
	if (m->stays == NULL || m->inside == NULL)
		return false;
	for (uint32_t i = 0; i < o->nuse; i++) {
		const struct object_use *u = &o->use[i];
		bool reached = use_block(a, u) != NONE;
		/* a region that was begun for the variables of several objects would keep none of them */
		m->stays[i] = use_suits(a, o, u, may_escape) && (u->kind != USE_PRESERVE || p->n == 1);
		p->preserved |= u->kind == USE_PRESERVE || u->kind == USE_ROOT;
		if (m->stays[i] || m->inside[i] || !reached)
			continue;
		p->escapes = true;
		object_refuse(p->shape, u, use_reason(u));
		if (!may_escape)
			return false;
	}
	return true;
}

bool
virtual_regions_suit(struct alloc_opt *a, struct virtual_plan *p, struct member *m)
{
	struct object *o = &m->o;
	bool preserves = false;

	/* An object that exists later is not kept by a region that was begun for the variables.  It may be stored
	** behind a barrier for that store. */
	for (uint32_t i = 0; i < o->nuse; i++) {
		preserves |= o->use[i].kind == USE_PRESERVE;
		m->stays[i] &= !p->escapes || (o->use[i].kind != USE_PRESERVE && o->use[i].kind != USE_CHILD);
	}
	if (!object_region(a, o, &m->region))
		return false;
	m->stamp = a->stamp, m->mark = a->mark, m->list = a->list;
	if (object_lives_twice(a, o))
		return refuse(p->shape, NULL, "a call that may return twice may see it");
	if (preserves && !p->escapes && stored_while_preserved(a, o))
		return refuse(p->shape, NULL, "a reference may be stored into it while it is preserved");
	return true;
}

bool
virtual_reserve(struct alloc_opt *a, const struct virtual_plan *p)
{
	uint32_t users = 0, fields = p->shape->nfield;

	for (uint32_t k = 0; k < p->n; k++) {
		struct member *m = &p->m[k];
		users += m->o.nuse + m->o.nvia + 1;
		m->var = arena_zarray(&a->ar, (size_t)fields + 1, sizeof *m->var);
	}
	ptrmap_clear(&a->seen);
	ptrmap_grow_for(&a->seen, users);
	for (uint32_t n = a->nslots, end = n + p->n * (fields + 2); n < end; n++)
		if (!ARENA_PUSH(&a->ar, a->slots, n, a->slots_cap))
			return false;
	return !a->seen.failed && !a->ar.failed;
}

bool
virtual_suits(struct alloc_opt *a, struct object *o, bool may_escape, struct virtual_plan *p)
{
	struct member *m = arena_zalloc(&a->ar, sizeof *m);

	*p = (struct virtual_plan){ .m = m, .n = 1, .shape = o };
	a->mark = a->shared_mark, a->list = a->shared_list;
	if (m == NULL || block_of(a, o->value) == NONE || !add_variable_geps(a, o))
		return false;
	m->o = *o;
	if (!virtual_shape_suits(a, p, may_escape))
		return false;
	m->o = *o; /* its array of uses may have moved */
	if (!virtual_uses_suit(a, p, m, may_escape) || !virtual_regions_suit(a, p, m))
		return false;
	if (p->escapes && (!escape_plan(a, p, m) || !escape_pays(a, p)))
		return false;
	return virtual_reserve(a, p);
}
