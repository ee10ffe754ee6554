/* SPDX-License-Identifier: MIT */
/* apply_real.c -- an object that was taken apart where it is made after all. */
#include "optimize/alloc/parts/apply.h"

#include "lateroot/abi.h"

enum { CHUNK = 8 };

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
		LLVMSetAlignment(x, edit_align_behind(v->o->align, at - f->offset));
		LLVMValueRef s = LLVMBuildStore(a->e.builder, x, byte_gep(a, to, at));
		LLVMSetAlignment(s, edit_align_behind(v->o->heap_align, at));
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
		LLVMSetAlignment(s, edit_align_behind(o->heap_align, f->offset));
	}
	LLVMBuildStore(a->e.builder, made, v->m->real);
	a->safepoint[block_of(a, before)].known = false;
	ptrmap_set(&a->made, made, 0);
}

bool
real_make(void *user, block_id b)
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
		LLVMSetAlignment(x, edit_align_behind(v->o->heap_align, f->offset));
		LLVMBuildStore(b, x, v->var[i]);
	}
}

void
real_reload(struct variables *v)
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

void
real_use(struct variables *v, const struct object_use *u)
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
