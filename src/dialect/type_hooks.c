/* SPDX-License-Identifier: MIT */
/* type_hooks.c -- does the runtime run a hook when an object of a type dies?
**
** The hook of the type descriptors of layout.h (lr_type.release) runs once for each object, so an object whose type has
** one must be made on the heap. The descriptor of a type tells if it is a constant that is visible here; otherwise the
** profile and marks of the front end do. */
#include "dialect/type_hooks.h"

#include <llvm-c/Target.h>

#include "dialect/metadata.h"
#include "host/context.h"
#include "ir/copy_global.h"
#include "lateroot/layout.h"

enum { MOST_LEVELS = 64, MOST_OFFSET = 1 << 30 };

/* The place of a descriptor in memory: a global variable, and bytes behind its start. */
struct place { LLVMValueRef global; uint64_t offset; };

/* Adds the distance of a GEP; false if it is not constant, negative, or large. */
static bool
add_distance(LLVMTargetDataRef layout, LLVMValueRef gep, uint64_t *offset)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);

	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = operand_of(gep, i);
		if (!LLVMIsAConstantInt(index) || LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64)
			return false;
		int64_t k = LLVMConstIntGetSExtValue(index);
		if (k < 0 || k > MOST_OFFSET)
			return false;
		if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			if (k >= LLVMCountStructElementTypes(t))
				return false;
			*offset += LLVMOffsetOfElement(layout, t, (unsigned)k);
			t = LLVMStructGetTypeAtIndex(t, (unsigned)k);
			continue;
		}
		if (i > 1 && LLVMGetTypeKind(t) != LLVMArrayTypeKind)
			return false;
		t = i > 1 ? LLVMGetElementType(t) : t;
		if (!LLVMTypeIsSized(t) || LLVMABISizeOfType(layout, t) > MOST_OFFSET)
			return false;
		*offset += LLVMABISizeOfType(layout, t) * (uint64_t)k;
	}
	return *offset <= MOST_OFFSET;
}

/* Follows casts and constant offsets. The number of levels is bounded; most operands have two. */
static bool
find_place(LLVMTargetDataRef layout, LLVMValueRef type, struct place *p)
{
	p->offset = 0;
	for (unsigned level = 0; level < MOST_LEVELS; level++) {
		bool constant = LLVMIsAConstantExpr(type) != NULL;
		if (LLVMIsAGlobalVariable(type)) {
			p->global = type;
			return true;
		}
		if (LLVMIsAAddrSpaceCastInst(type) || (constant && LLVMGetConstOpcode(type) == LLVMAddrSpaceCast)) {
			type = operand_of(type, 0);
		} else if (LLVMIsAGetElementPtrInst(type)
			|| (constant && LLVMGetConstOpcode(type) == LLVMGetElementPtr)) {
			if (!add_distance(layout, type, &p->offset))
				return false;
			type = operand_of(type, 0);
		} else {
			return false;
		}
	}
	return false;
}

/* Is the content of the variable known for good? */
static bool
is_definite(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	if (!LLVMIsGlobalConstant(global) || LLVMIsExternallyInitialized(global) || LLVMIsDeclaration(global)
		|| LLVMGetInitializer(global) == NULL)
		return false;
	return linkage == LLVMExternalLinkage || linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* The element of an aggregate constant in which a byte lies; NULL: there is none. *offset becomes that in the
** element. */
static LLVMValueRef
element_at(LLVMTargetDataRef layout, LLVMValueRef aggregate, uint64_t *offset)
{
	LLVMTypeRef t = LLVMTypeOf(aggregate);

	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind: {
		unsigned n = LLVMCountStructElementTypes(t);
		if (n == 0 || *offset >= LLVMABISizeOfType(layout, t))
			return NULL;
		unsigned i = LLVMElementAtOffset(layout, t, *offset);
		*offset -= LLVMOffsetOfElement(layout, t, i);
		return LLVMGetAggregateElement(aggregate, i);
	}
	case LLVMArrayTypeKind: {
		uint64_t each = LLVMABISizeOfType(layout, LLVMGetElementType(t));
		if (each == 0 || *offset / each >= LLVMGetArrayLength2(t))
			return NULL;
		LLVMValueRef element = LLVMGetAggregateElement(aggregate, (unsigned)(*offset / each));
		*offset %= each;
		return element;
	}
	default:
		return NULL;
	}
}

/* The constant of `bytes` bytes that lies at an offset of a constant; NULL: it is not known. */
static LLVMValueRef
constant_at(LLVMTargetDataRef layout, LLVMValueRef c, uint64_t offset, uint64_t bytes)
{
	for (unsigned level = 0; c != NULL && level < MOST_LEVELS; level++) {
		LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(c));
		if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
			return offset == 0 && LLVMABISizeOfType(layout, LLVMTypeOf(c)) == bytes ? c : NULL;
		c = element_at(layout, c, &offset);
	}
	return NULL;
}

static bool
is_marked(LLVMValueRef global)
{
	return global_metadata(global, LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(global)),
		HOOKLESS_METADATA, sizeof HOOKLESS_METADATA - 1)) != NULL;
}

/* Offsets in a descriptor, struct lr_type of layout.h. */
static uint64_t
hook_offset(LLVMTargetDataRef layout)
{
	/* name; eight numbers of 32 bits; refs; elem_refs; release */
	return 3 * (uint64_t)LLVMPointerSize(layout) + UINT64_C(8) * 4;
}

/* The same as type_hook; sets *why to a clause, unless the result is HOOK_NONE. */
static enum type_hook
find_hook(const lr_context *cx, LLVMTargetDataRef layout, LLVMValueRef type, const char **why)
{
	enum type_hooks hooks = cx->profile.type_hooks;
	struct place p;
	LLVMValueRef hook;

	if (hooks == HOOKS_NONE)
		return HOOK_NONE;
	*why = "its type may have a hook that the runtime runs when it dies: the type is no variable that is seen here";
	if (type == NULL || !find_place(layout, type, &p))
		return HOOK_UNKNOWN;
	if (hooks == HOOKS_LR_TYPE && is_definite(p.global)) {
		hook = constant_at(layout, LLVMGetInitializer(p.global), p.offset + hook_offset(layout),
			LLVMPointerSize(layout));
		*why = "its type has a hook that the runtime runs when it dies";
		if (hook != NULL)
			return LLVMIsNull(hook) ? HOOK_NONE : HOOK_SEEN;
	}
	if (is_marked(p.global))
		return HOOK_NONE;
	*why = hooks != HOOKS_LR_TYPE
		? "its type may have a hook that the runtime runs when it dies: its variable is not marked "
		"!" HOOKLESS_METADATA
		: !is_definite(p.global)
		? "its type may have a hook that the runtime runs when it dies: the descriptor is no constant with a "
		"definite content here"
		: "its type may have a hook that the runtime runs when it dies: the descriptor is no struct lr_type";
	return HOOK_UNKNOWN;
}

enum type_hook
type_hook(const lr_context *cx, LLVMTargetDataRef layout, LLVMValueRef type)
{
	const char *why;

	return find_hook(cx, layout, type, &why);
}

const char *
type_hook_reason(const lr_context *cx, LLVMTargetDataRef layout, LLVMValueRef type)
{
	const char *why;

	return find_hook(cx, layout, type, &why) != HOOK_NONE ? why : NULL;
}

bool
type_hook_word(LLVMTargetDataRef layout, LLVMValueRef type, LLVMValueRef *global, uint64_t *offset)
{
	struct place p;

	*offset = hook_offset(layout);
	if (!find_place(layout, type, &p) || LLVMGetLinkage(p.global) == LLVMExternalWeakLinkage
		|| LLVMGetPointerAddressSpace(LLVMTypeOf(p.global)) != LR_AS_GENERIC)
		return false;
	*global = p.global;
	*offset += p.offset;
	return LLVMIsDeclaration(p.global)
		|| *offset + LLVMPointerSize(layout) <= LLVMABISizeOfType(layout, LLVMGlobalGetValueType(p.global));
}

bool
type_denies_hook(const lr_context *cx, LLVMTargetDataRef layout, LLVMValueRef type)
{
	struct place p;

	return type_hook(cx, layout, type) == HOOK_SEEN && find_place(layout, type, &p) && is_marked(p.global);
}

/* A number of 32 bits of a visible descriptor: word `i` behind the name. */
static bool
descriptor_number(LLVMTargetDataRef layout, const struct place *p, unsigned i, uint64_t *n)
{
	uint64_t at = p->offset + LLVMPointerSize(layout) + 4 * (uint64_t)i;
	LLVMValueRef c = constant_at(layout, LLVMGetInitializer(p->global), at, 4);

	if (c == NULL || (!LLVMIsAConstantInt(c) && !LLVMIsNull(c)))
		return false;
	*n = LLVMIsAConstantInt(c) ? LLVMConstIntGetZExtValue(c) : 0;
	return true;
}

enum type_content
type_content(const lr_context *cx, LLVMTargetDataRef layout, LLVMValueRef type)
{
	enum { LAYOUT = 0, NREFS = 2, ELEM_NREFS = 4 };
	struct place p;
	uint64_t how, nrefs, of_element;

	if (cx->profile.type_hooks != HOOKS_LR_TYPE || type == NULL || !find_place(layout, type, &p)
		|| !is_definite(p.global) || !descriptor_number(layout, &p, LAYOUT, &how)
		|| !descriptor_number(layout, &p, NREFS, &nrefs)
		|| !descriptor_number(layout, &p, ELEM_NREFS, &of_element))
		return CONTENT_UNKNOWN;
	return nrefs == 0 && of_element == 0 && how != LR_LAYOUT_SCANNED ? CONTENT_BITS : CONTENT_REFERENCES;
}
