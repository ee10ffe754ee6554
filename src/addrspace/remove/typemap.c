/* SPDX-License-Identifier: MIT */
/* typemap.c -- maps types to types without the removed address spaces.
**
** Composite types are mapped once and remembered, parts before wholes, on an explicit stack.  A named structure that
** changes becomes a new type to whose name LLVM appends a number: names are unique in a context, the old type lives
** as long as the context, and LLVM-C can rename neither.  (LLVM's linker transfers names, but only between types
** that it considers equal.  The body of the old type must not be replaced in place, as other modules of the context
** may use it.) */
#include "addrspace/remove/remove.h"

static bool
is_composite(LLVMTypeKind kind)
{
	switch (kind) {
	case LLVMStructTypeKind:
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind:
	case LLVMFunctionTypeKind:
		return true;
	default:
		return false;
	}
}

static unsigned
count_children(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind:
		return LLVMIsOpaqueStruct(t) ? 0 : LLVMCountStructElementTypes(t);
	case LLVMFunctionTypeKind:
		return LLVMCountParamTypes(t) + 1;
	default:
		return 1;
	}
}

/* The parts of `t`, in a new array; the result of a function comes last. */
static LLVMTypeRef *
children_of(struct remover *r, LLVMTypeRef t, unsigned n)
{
	LLVMTypeRef *children = arena_array(&r->arena, n, sizeof *children);

	if (children == NULL || n == 0)
		return children;
	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind:
		LLVMGetStructElementTypes(t, children);
		break;
	case LLVMFunctionTypeKind:
		LLVMGetParamTypes(t, children);
		children[n - 1] = LLVMGetReturnType(t);
		break;
	default:
		children[0] = LLVMGetElementType(t);
		break;
	}
	return children;
}

static LLVMTypeRef
rebuild(struct remover *r, LLVMTypeRef t, LLVMTypeRef *parts, unsigned n)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMArrayTypeKind:
		return LLVMArrayType2(parts[0], LLVMGetArrayLength2(t));
	case LLVMVectorTypeKind:
		return LLVMVectorType(parts[0], LLVMGetVectorSize(t));
	case LLVMScalableVectorTypeKind:
		return LLVMScalableVectorType(parts[0], LLVMGetVectorSize(t));
	case LLVMFunctionTypeKind:
		return LLVMFunctionType(parts[n - 1], parts, n - 1, LLVMIsFunctionVarArg(t));
	default:
		if (LLVMIsLiteralStruct(t))
			return LLVMStructTypeInContext(r->context, parts, n, LLVMIsPackedStruct(t));
		const char *name = LLVMGetStructName(t);
		LLVMTypeRef s = LLVMStructCreateNamed(r->context, name != NULL ? name : "");
		LLVMStructSetBody(s, parts, n, LLVMIsPackedStruct(t));
		return s;
	}
}

/* The mapped type if it is known or needs no walk, otherwise NULL. */
static LLVMTypeRef
known(struct remover *r, LLVMTypeRef t)
{
	const LLVMTypeKind kind = LLVMGetTypeKind(t);
	uint32_t i;

	if (kind == LLVMPointerTypeKind) {
		if (!space_goes(r, LLVMGetPointerAddressSpace(t)))
			return t;
		r->any = true;
		return r->from_wasm ? LLVMPointerTypeInContext(r->context, space_to(r, LLVMGetPointerAddressSpace(t)))
			: r->ptr;
	}
	if (!is_composite(kind))
		return t;
	i = ptrmap_get(&r->types, t);
	return i == PTRMAP_NONE ? NULL : r->new_types[i];
}

static bool
remember(struct remover *r, LLVMTypeRef t, LLVMTypeRef new_type)
{
	if (!ARENA_PUSH(&r->arena, r->new_types, r->ntypes, r->types_cap))
		return false;
	r->new_types[r->ntypes] = new_type;
	return ptrmap_set(&r->types, t, r->ntypes++);
}

static bool
push(struct remover *r, LLVMTypeRef t)
{
	if (!ARENA_PUSH(&r->arena, r->type_stack, r->type_depth, r->type_stack_cap))
		return false;
	r->type_stack[r->type_depth++] = (struct type_visit){ t, 0 };
	return true;
}

/* Builds the mapped type of `t`, all of whose parts are mapped; `t` itself if none of them has changed. */
static bool
finish(struct remover *r, LLVMTypeRef t, unsigned n)
{
	LLVMTypeRef *parts = children_of(r, t, n), new_type = t;
	bool changed = false;

	if (parts == NULL && n > 0)
		return false;
	for (unsigned i = 0; i < n; i++) {
		LLVMTypeRef p = known(r, parts[i]);
		changed |= p != parts[i];
		parts[i] = p;
	}
	if (changed)
		new_type = rebuild(r, t, parts, n);
	/* The new type maps to itself, so that it is not walked again. */
	return remember(r, t, new_type) && (new_type == t || remember(r, new_type, new_type));
}

static LLVMTypeRef
child_at(LLVMTypeRef t, unsigned i, LLVMTypeRef *params)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind:
		return LLVMStructGetTypeAtIndex(t, i);
	case LLVMFunctionTypeKind:
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): function types come with their parameters */
		return params[i];
	default:
		return LLVMGetElementType(t);
	}
}

static bool
walk(struct remover *r, LLVMTypeRef root)
{
	r->type_depth = 0;
	if (!push(r, root))
		return false;
	while (r->type_depth > 0) {
		struct type_visit *v = &r->type_stack[r->type_depth - 1];
		LLVMTypeRef t = v->type, *params = NULL;
		unsigned n = count_children(t);
		/* A function type occurs at the root alone: no other type can contain one. */
		if (v->next < n && LLVMGetTypeKind(t) == LLVMFunctionTypeKind
			&& (params = children_of(r, t, n)) == NULL)
			return false;
		LLVMTypeRef unknown = NULL;
		while (v->next < n && unknown == NULL) {
			LLVMTypeRef c = child_at(t, v->next++, params);
			if (known(r, c) == NULL)
				unknown = c;
		}
		if (unknown != NULL) {
			if (!push(r, unknown))
				return false;
			continue;
		}
		r->type_depth--;
		if (known(r, t) == NULL && !finish(r, t, n))
			return false;
	}
	return true;
}

LLVMTypeRef
typemap_get_slow(struct remover *r, LLVMTypeRef t)
{
	LLVMTypeRef new_type = known(r, t);

	if (new_type == NULL) {
		if (!walk(r, t)) {
			r->arena.failed = true; /* the plan reports that memory is exhausted */
			return t;
		}
		new_type = known(r, t);
	}
	*typemap_latest(r, t) = (struct mapped_type){ t, new_type };
	return new_type;
}

LLVMAttributeRef
typemap_attribute(struct remover *r, LLVMAttributeRef a)
{
	LLVMTypeRef t, new_type;

	if (!LLVMIsTypeAttribute(a) || (t = LLVMGetTypeAttributeValue(a)) == NULL)
		return a;
	new_type = typemap_get(r, t);
	return new_type == t ? a : LLVMCreateTypeAttribute(r->context, LLVMGetEnumAttributeKind(a), new_type);
}
