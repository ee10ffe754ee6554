/* SPDX-License-Identifier: MIT */
/* relocate.c -- a function whose variables change at safepoints: its memory, the current value of a variable during
** the walk, and places to build at. */
#include "gcroots/relocate/relocate.h"
#include "gcroots/rewrite/composite.h"

void
relocate_init(struct relocate *r, struct session *s, struct edit *e, struct pset_pool *pool,
	const struct relocate_emitter *emitter, void *self)
{
	arena_alloc_fn *alloc = s->cx->options.alloc;
	void *user = s->cx->options.user;

	*r = (struct relocate){ .s = s,
		.e = e, .ar = &r->own, .pool = pool, .emitter = emitter, .self = self };
	arena_init(&r->own, alloc, user);
	journal_init(&r->journal, e->builder, alloc, user);
	ptrmap_init(&r->values, alloc, user);
	ptrmap_init(&r->lifted, alloc, user);
	ptrmap_init(&r->blocks, alloc, user);
}

void
relocate_free(struct relocate *r)
{
	ptrmap_free(&r->values);
	ptrmap_free(&r->lifted);
	ptrmap_free(&r->blocks);
	arena_free(&r->own);
	journal_free(&r->journal);
}

/* -- values of variables */

LLVMTypeRef
relocate_type(const struct relocate *r, relocate_id var)
{
	const struct relocate_var *v = &r->var[var];

	if (v->kind == VALUE_SELF)
		return LLVMTypeOf(v->defining);
	const struct type_info *t = session_type(r->s, LLVMTypeOf(v->defining));
	unsigned as = v->kind == VALUE_ELEM && t->elem_as ? t->elem_as[v->elem] : LR_AS_TRACKED;
	return LLVMPointerTypeInContext(r->e->context, as);
}

/* Returns the instruction before which the builder can stand behind the definition of `v`. */
static LLVMValueRef
behind(LLVMValueRef fn, LLVMValueRef v)
{
	LLVMValueRef i;

	if (!LLVMIsAInstruction(v)) {
		for (i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); LLVMIsAAllocaInst(i);)
			i = LLVMGetNextInstruction(i);
		return i;
	}
	i = LLVMIsAInvokeInst(v) ? LLVMGetFirstInstruction(LLVMGetNormalDest(v)) : LLVMGetNextInstruction(v);
	while (LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* Returns the first value of a variable.  The part of a composite is extracted right behind the composite. */
static LLVMValueRef
original(struct relocate *r, relocate_id var)
{
	const struct relocate_var *v = &r->var[var];
	LLVMBuilderRef b = r->e->builder;

	if (v->kind == VALUE_SELF)
		return v->defining;
	if (r->walk.orig[var] || v->kind >= VALUE_PHI)
		return r->walk.orig[var];
	LLVMBasicBlockRef at = LLVMGetInsertBlock(b);
	LLVMMetadataRef where = LLVMGetCurrentDebugLocation2(b);
	LLVMValueRef spot = r->walk.spot;
	LLVMPositionBuilderBefore(b, behind(r->ir.fn, v->defining));
	LLVMSetCurrentDebugLocation2(b, NULL);
	r->walk.orig[var] = composite_extract(r->s, b, v->defining, v->elem);
	if (spot)
		LLVMPositionBuilderBefore(b, spot);
	else if (at)
		LLVMPositionBuilderAtEnd(b, at);
	LLVMSetCurrentDebugLocation2(b, where);
	return r->walk.orig[var];
}

LLVMValueRef
relocate_get(struct relocate *r, relocate_id var)
{
	return r->walk.cur[var] ? r->walk.cur[var] : original(r, var);
}

void
relocate_set(struct relocate *r, relocate_id var, LLVMValueRef v)
{
	r->walk.undo[r->walk.nundo++] = (struct relocate_undo){ var, r->walk.cur[var] };
	r->walk.cur[var] = v;
}

void
relocate_define_in(struct relocate *r, block_id block, relocate_id var, LLVMValueRef v)
{
	r->walk.entry[r->walk.nentry] = (struct relocate_entry){ var, r->walk.entry_of[block], v };
	r->walk.entry_of[block] = r->walk.nentry++;
}

LLVMValueRef
relocate_object(struct relocate *r, base_id n)
{
	n = canon_of(&r->f, n);
	return n < 0 ? LLVMConstNull(r->walk.tracked) : relocate_get(r, r->var_of[n]);
}

void
relocate_before(struct relocate *r, LLVMValueRef inst)
{
	r->walk.spot = inst;
	LLVMPositionBuilderBefore(r->e->builder, inst);
	LLVMSetCurrentDebugLocation2(r->e->builder, NULL);
}

void
relocate_at_start(struct relocate *r, LLVMBasicBlockRef bb, LLVMMetadataRef where)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i))
		i = LLVMGetNextInstruction(i);
	LLVMPositionBuilderBefore(r->e->builder, i);
	LLVMSetCurrentDebugLocation2(r->e->builder, where);
}

static LLVMValueRef
address_of(struct relocate *r, LLVMValueRef pointer)
{
	LLVMValueRef raw = LLVMBuildAddrSpaceCast(r->e->builder, pointer, r->e->ptr, "");

	return LLVMBuildPtrToInt(r->e->builder, raw, r->e->word, "");
}

LLVMValueRef
relocate_distance(struct relocate *r, relocate_id var)
{
	if (r->var[var].copy)
		return NULL;
	LLVMValueRef to = address_of(r, relocate_get(r, var)), from = address_of(r, relocate_get(r, r->var[var].base));
	return LLVMBuildSub(r->e->builder, to, from, "");
}

LLVMValueRef
relocate_from_object(struct relocate *r, relocate_id var, LLVMValueRef object, LLVMValueRef distance)
{
	LLVMTypeRef type = relocate_type(r, var);

	if (LLVMTypeOf(object) != type)
		object = LLVMBuildAddrSpaceCast(r->e->builder, object, type, "");
	return var == r->var[var].base || r->var[var].copy ? object
		: LLVMBuildGEP2(r->e->builder, r->e->i8, object, &distance, 1, "");
}

uint32_t
relocate_cut_width(const struct plan *p)
{
	uint32_t width = p->cut_width;

	for (uint32_t i = 0; i < p->ncut; i++) {
		uint32_t n = 0;
		for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(p->cut[i].to)); u; u = LLVMGetNextUse(u))
			n++;
		width = n > width ? n : width;
	}
	return width;
}
