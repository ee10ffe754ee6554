/* SPDX-License-Identifier: MIT */
/* session_types.c -- the special pointers that a type holds, looked up once a type. */
#include "gcroots/model/session.h"

/* Lists the address spaces of the special pointers of `t`, in order, in as[], which has space for `count`.  Returns
** false if the type is nested too deeply. */
static bool
list_spaces(LLVMTypeRef t, uint8_t *as, uint32_t count)
{
	enum { DEEP = 64 };
	struct { LLVMTypeRef t; uint64_t i, n; } stack[DEEP];
	uint32_t depth = 0, n = 0;

	stack[0].t = t, stack[0].i = 0, stack[0].n = 1;
	LLVMTypeRef now = t;
	for (;;) {
		uint64_t kids = 0;
		switch (LLVMGetTypeKind(now)) {
		case LLVMPointerTypeKind:
			if (as_is_special(LLVMGetPointerAddressSpace(now))) {
				if (n == count)
					return false;
				as[n++] = (uint8_t)LLVMGetPointerAddressSpace(now);
			}
			break;
		case LLVMStructTypeKind: kids = LLVMCountStructElementTypes(now); break;
		case LLVMArrayTypeKind: kids = type_kind(now).count ? LLVMGetArrayLength2(now) : 0; break;
		case LLVMVectorTypeKind: kids = pointer_as(now) >= 0 ? LLVMGetVectorSize(now) : 0; break;
		default: break;
		}
		if (kids) {
			if (++depth == DEEP)
				return false;
			stack[depth].t = now, stack[depth].i = 0, stack[depth].n = kids;
		}
		while (depth && stack[depth].i == stack[depth].n)
			depth--;
		if (depth == 0)
			return n == count;
		uint64_t i = stack[depth].i++;
		now = LLVMGetTypeKind(stack[depth].t) == LLVMStructTypeKind
			? LLVMStructGetTypeAtIndex(stack[depth].t, (unsigned)i) : LLVMGetElementType(stack[depth].t);
	}
}

static const struct type_info *
look_up_type(struct session *s, LLVMTypeRef t)
{
	uint32_t i = ptrmap_get(&s->types, t);

	if (i != PTRMAP_NONE)
		return s->type[i];
	struct type_info *info = arena_zalloc(&s->perm, sizeof *info);
	if (!info || !ARENA_PUSH(&s->perm, s->type, s->ntype, s->type_cap))
		return NULL;
	struct type_kind k = { 0 };
	LLVMTypeKind tk = LLVMGetTypeKind(t);
	/* opaque types, labels, tokens and the like hold no pointers */
	if (tk == LLVMPointerTypeKind || tk == LLVMStructTypeKind || tk == LLVMArrayTypeKind || tk == LLVMVectorTypeKind
	    || tk == LLVMScalableVectorTypeKind)
		k = type_kind(t);
	info->as = tk == LLVMPointerTypeKind ? (int)LLVMGetPointerAddressSpace(t) : -1;
	info->count = k.count;
	info->all = k.all;
	info->vector = tk == LLVMVectorTypeKind;
	info->bad = k.scalable || k.too_big;
	if (k.derived && !info->bad) {
		uint8_t *as = arena_array(&s->perm, k.count, 1);
		if (!as)
			return NULL;
		info->bad = !list_spaces(t, as, k.count);
		info->elem_as = as;
	}
	s->type[s->ntype] = info;
	return ptrmap_set(&s->types, t, s->ntype++) ? info : NULL;
}

/* Looks up all parts of a type whose own lookup has succeeded.  Later phases take values apart where nothing may
** fail. */
static bool
look_up_elements(struct session *s, LLVMTypeRef t)
{
	LLVMTypeRef *todo = NULL;
	uint32_t n = 0, cap = 0;

	for (;;) {
		bool is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
		for (unsigned i = 0, parts = is_struct ? LLVMCountStructElementTypes(t) : 1; i < parts; i++) {
			LLVMTypeRef e = is_struct ? LLVMStructGetTypeAtIndex(t, i) : LLVMGetElementType(t);
			if (ptrmap_get(&s->types, e) != PTRMAP_NONE)
				continue;
			const struct type_info *info = look_up_type(s, e);
			if (!info || (info->as < 0 && info->count && !ARENA_PUSH(&s->perm, todo, n, cap)))
				return false;
			if (info->as < 0 && info->count)
				todo[n++] = e;
		}
		if (n == 0)
			return true;
		t = todo[--n];
	}
}

const struct type_info *
session_type_slow(struct session *s, LLVMTypeRef t)
{
	bool known = ptrmap_get(&s->types, t) != PTRMAP_NONE;
	const struct type_info *info = look_up_type(s, t);

	if (!known && info && !info->bad && info->as < 0 && info->count && !look_up_elements(s, t)) {
		s->perm.failed = true;
		return NULL;
	}
	if (info && !info->bad)
		*session_hot(s, t) = (struct hot_type){ t, info };
	return info;
}
