/* SPDX-License-Identifier: MIT */
/* declared_types.c -- what the types in clang's IR say about a place in memory.
**
** Clang gives the type of each variable, and the source type of each access by member or index. LLVM's passes keep
** neither, so this is valid only before them. */
#include "lowering/common/declared_types.h"

#include <string.h>

#include "dialect/kind.h"

enum { MAX_STEPS = 64, MAX_DEPTH = 64 };

static bool
is_gep(LLVMValueRef v)
{
	return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static bool
is_cast(LLVMValueRef v)
{
	return LLVMIsAAddrSpaceCastInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMAddrSpaceCast);
}

static bool
is_byte(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8;
}

static bool
is_bytes(LLVMTypeRef t)
{
	while (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
		t = LLVMGetElementType(t);
	return is_byte(t);
}

static void
set_type(LLVMTargetDataRef td, struct place *p, LLVMTypeRef type, uint64_t offset, bool repeats)
{
	p->type = LLVMTypeIsSized(type) ? type : NULL;
	p->size = p->type != NULL ? LLVMABISizeOfType(td, type) : 0;
	if (p->size == 0)
		p->type = NULL;
	p->offset = offset;
	p->repeats = repeats;
}

/* The place according to the indices of a GEP: within the innermost type that an index which is no constant selects, or
** within the source type if all are constant. */
static void
place_of_gep(LLVMTargetDataRef td, LLVMValueRef gep, struct place *p)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	LLVMValueRef first = LLVMGetOperand(gep, 1);

	set_type(td, p, type, 0, !LLVMIsAConstantInt(first) || !LLVMIsNull(first));
	for (int i = 2, n = LLVMGetNumOperands(gep); i < n && p->type != NULL; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		const LLVMTypeKind kind = LLVMGetTypeKind(type);
		const bool known = LLVMIsAConstantInt(index);
		if (kind == LLVMStructTypeKind && known) {
			const unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			p->offset += LLVMOffsetOfElement(td, type, field);
			type = LLVMStructGetTypeAtIndex(type, field);
		} else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
			type = LLVMGetElementType(type);
			if (known)
				p->offset += LLVMConstIntGetZExtValue(index) * LLVMABISizeOfType(td, type);
			else
				set_type(td, p, type, 0, true);
		} else
			p->type = NULL;
	}
	if (p->type != NULL && !p->repeats && p->offset >= p->size)
		p->type = NULL;
}

/* Adds the offset of a GEP that counts bytes, by a constant. False: it is another GEP. */
static bool
byte_offset(LLVMValueRef gep, uint64_t *offset)
{
	LLVMValueRef index = LLVMGetOperand(gep, 1);

	if (LLVMGetNumOperands(gep) != 2 || !is_byte(LLVMGetGEPSourceElementType(gep)) || !LLVMIsAConstantInt(index))
		return false;
	*offset += (uint64_t)LLVMConstIntGetSExtValue(index);
	return true;
}

static LLVMTypeRef
type_of_parameter(LLVMValueRef argument)
{
	static const char *const names[] = { "sret", "byval" };
	LLVMValueRef fn = LLVMGetParamParent(argument);
	unsigned at = 1;

	while (LLVMGetParam(fn, at - 1) != argument)
		at++;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, at,
			LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
		if (a != NULL)
			return LLVMGetTypeAttributeValue(a);
	}
	return NULL;
}

void
place_of(LLVMTargetDataRef td, LLVMValueRef v, struct place *p)
{
	uint64_t more = 0;
	LLVMTypeRef type = NULL;

	*p = (struct place){ .type = NULL };
	for (int i = 0; i < MAX_STEPS; i++) {
		if (!is_cast(v) && !(is_gep(v) && byte_offset(v, &more)))
			break;
		v = LLVMGetOperand(v, 0);
	}
	p->root = v;
	if (is_gep(v)) {
		place_of_gep(td, v, p);
		for (int i = 0; i < MAX_STEPS && (is_gep(p->root) || is_cast(p->root)); i++)
			p->root = LLVMGetOperand(p->root, 0);
	} else if (LLVMIsAAllocaInst(v))
		set_type(td, p, LLVMGetAllocatedType(v), 0, LLVMIsConstant(LLVMGetOperand(v, 0)) == 0);
	else if (LLVMIsAGlobalVariable(v))
		set_type(td, p, LLVMGlobalGetValueType(v), 0, false);
	else if (LLVMIsAArgument(v) && (type = type_of_parameter(v)) != NULL)
		set_type(td, p, type, 0, false);
	if (p->type == NULL)
		return;
	p->offset += more;
	if (p->repeats)
		p->offset %= p->size;
	else if (p->offset >= p->size)
		p->type = NULL;
}

/* Adds the offset of a GEP in bytes. False: it is not constant. */
static bool
constant_offset(LLVMTargetDataRef td, LLVMValueRef gep, int64_t *offset)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);

	for (int i = 1, n = LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		if (!LLVMIsAConstantInt(index))
			return false;
		const int64_t k = (int64_t)LLVMConstIntGetSExtValue(index);
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			*offset += (int64_t)LLVMOffsetOfElement(td, type, (unsigned)k);
			type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		*offset += k * (int64_t)LLVMABISizeOfType(td, type);
	}
	return true;
}

bool
place_in_variable(LLVMTargetDataRef td, LLVMValueRef v, struct place *p)
{
	int64_t offset = 0;

	*p = (struct place){ .type = NULL };
	for (int i = 0; i < MAX_STEPS && (is_cast(v) || (is_gep(v) && constant_offset(td, v, &offset))); i++)
		v = LLVMGetOperand(v, 0);
	p->root = v;
	if (LLVMIsAAllocaInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 0))
		&& LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) == 1)
		set_type(td, p, LLVMGetAllocatedType(v), 0, false);
	else if (LLVMIsAGlobalVariable(v))
		set_type(td, p, LLVMGlobalGetValueType(v), 0, false);
	p->offset = (uint64_t)offset;
	return p->type != NULL && offset >= 0 && p->offset < p->size;
}

bool
place_covers(const struct place *p, uint64_t bytes)
{
	return p->type != NULL && !is_bytes(p->type)
		&& (p->repeats || (bytes <= p->size && p->offset <= p->size - bytes));
}

bool
type_is_union(LLVMTypeRef t)
{
	const char *name = LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMGetStructName(t) : NULL;

	return name != NULL && strncmp(name, "union.", 6) == 0;
}

const char *
type_plain_name(LLVMTypeRef t)
{
	const char *name = LLVMGetStructName(t), *dot = name != NULL ? strchr(name, '.') : NULL;

	return dot != NULL ? dot + 1 : "";
}

/* ---- leaves ---- */

struct walk {
	LLVMTargetDataRef td;
	uint64_t from, to;       /* the bytes to visit, counted as `at` below */
	leaf_visitor *visit;
	void *user;
	bool brief;              /* parts without special pointers are one leaf */
	bool stopped, too_deep;
};

static void
leaf(struct walk *w, enum leaf what, LLVMTypeRef type, uint64_t at, uint64_t bytes)
{
	/* A leaf that begins before the range is given from the start of the range, with the bytes that are left. */
	const uint64_t from = at > w->from ? at : w->from;

	if (at < w->from && what != LEAF_UNION)
		what = what == LEAF_NUMBER || what == LEAF_POINTER ? LEAF_NUMBER : LEAF_OTHER;
	if (!w->visit(w->user, what, type, from - w->from, at + bytes - from))
		w->stopped = true;
}

static void
walk(struct walk *w, LLVMTypeRef t, uint64_t at, unsigned depth) /* NOLINT(misc-no-recursion): at most MAX_DEPTH deep */
{
	const uint64_t bytes = LLVMABISizeOfType(w->td, t);

	if (at + bytes <= w->from || at >= w->to || w->stopped)
		return;
	if (depth > MAX_DEPTH) {
		w->too_deep = true;
		return;
	}
	if (type_is_union(t)) {
		leaf(w, LEAF_UNION, t, at, bytes);
		return;
	}
	if (w->brief && type_kind(t).count == 0) {
		leaf(w, LEAF_NUMBER, t, at, bytes);
		return;
	}
	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind:
		for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n && !w->stopped; i++)
			walk(w, LLVMStructGetTypeAtIndex(t, i), at + LLVMOffsetOfElement(w->td, t, i), depth + 1);
		break;
	case LLVMArrayTypeKind: {
		LLVMTypeRef of = LLVMGetElementType(t);
		const uint64_t each = LLVMABISizeOfType(w->td, of), n = LLVMGetArrayLength2(t);
		if (each == 0)
			break;
		const LLVMTypeKind kind = LLVMGetTypeKind(of);
		if (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
			leaf(w, LEAF_NUMBER, of, at, bytes);
			break;
		}
		for (uint64_t i = w->from > at ? (w->from - at) / each : 0;
			i < n && at + i * each < w->to && !w->stopped; i++)
			walk(w, of, at + i * each, depth + 1);
		break;
	}
	case LLVMPointerTypeKind: {
		const unsigned as = LLVMGetPointerAddressSpace(t);
		leaf(w,
			as == LR_AS_TRACKED ? LEAF_REFERENCE
				: as_is_special(as) ? LEAF_OTHER
				: LEAF_POINTER,
			t, at, bytes);
		break;
	}
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind:
		leaf(w, type_kind(t).count > 0 ? LEAF_OTHER : LEAF_NUMBER, t, at, bytes);
		break;
	default:
		leaf(w, LEAF_NUMBER, t, at, bytes);
	}
}

bool
place_leaves(LLVMTargetDataRef td, const struct place *p, uint64_t bytes, bool brief, leaf_visitor *visit, void *user)
{
	struct walk w = { .td = td,
		.brief = brief, .from = p->offset, .to = p->offset + bytes, .visit = visit, .user = user };

	for (uint64_t at = 0; at < w.to && !w.stopped && !w.too_deep; at += p->size) {
		walk(&w, p->type, at, 0);
		if (!p->repeats)
			break;
	}
	return !w.too_deep;
}

LLVMTypeRef
place_union(LLVMTargetDataRef td, const struct place *p)
{
	LLVMTypeRef t = p->type;
	uint64_t at = p->offset;

	for (;;) { /* each round goes from a type to one of its parts, so it ends */
		if (type_is_union(t))
			return t;
		switch (LLVMGetTypeKind(t)) {
		case LLVMStructTypeKind: {
			if (at >= LLVMABISizeOfType(td, t) || LLVMCountStructElementTypes(t) == 0)
				return NULL;
			const unsigned field = LLVMElementAtOffset(td, t, at);
			at -= LLVMOffsetOfElement(td, t, field);
			t = LLVMStructGetTypeAtIndex(t, field);
			break;
		}
		case LLVMArrayTypeKind: {
			t = LLVMGetElementType(t);
			const uint64_t each = LLVMABISizeOfType(td, t);
			at = each > 0 ? at % each : 0;
			break;
		}
		default:
			return NULL;
		}
	}
}
