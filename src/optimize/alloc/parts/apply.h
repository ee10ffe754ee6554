/* SPDX-License-Identifier: MIT */
/* apply.h -- makes variables of objects: what the files apply*.c share. */
#ifndef LR_OPTIMIZE_ALLOC_APPLY_H
#define LR_OPTIMIZE_ALLOC_APPLY_H

#include "optimize/alloc/parts/parts.h"

struct variables {
	struct alloc_opt *a;
	const struct virtual_plan *p;
	struct member *m;        /* at hand, and its parts */
	const struct object *o;
	LLVMValueRef *var;
};

static inline LLVMValueRef
byte_gep(struct alloc_opt *a, LLVMValueRef pointer, uint64_t offset)
{
	LLVMValueRef index = LLVMConstInt(a->e.i64, offset, false);

	return offset == 0 ? pointer : LLVMBuildGEP2(a->e.builder, a->e.i8, pointer, &index, 1, "");
}

static inline LLVMTypeRef
type_of_field(const struct alloc_opt *a, const struct field *f)
{
	return f->reference ? a->e.tracked : f->type;
}

/* The address of a byte of a field that is memory. */
static inline LLVMValueRef
memory_at(struct variables *v, const struct field *f, uint64_t offset)
{
	return byte_gep(v->a, v->var[f - v->o->field], offset - f->offset);
}

/* Erases a user of the object, and notes that: there is room in the map. */
static inline void
erase_user(struct variables *v, LLVMValueRef inst)
{
	ptrmap_set(&v->a->seen, inst, 0);
	alloc_erase(v->a, inst);
}

/* -- apply_real.c */
/* Makes the object in a block: an escape_site with the struct variables. */
bool real_make(void *variables, block_id);
/* Reads the fields into the variables where the plan says so. */
void real_reload(struct variables *);
/* Gives a use where the object exists the pointer. */
void real_use(struct variables *, const struct object_use *);

/* -- apply_uses.c */
/* Replaces a use by one of the variables. */
void variables_use(struct variables *, const struct object_use *);

#endif
