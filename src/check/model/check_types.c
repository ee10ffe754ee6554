/* SPDX-License-Identifier: MIT */
/* check_types.c -- the references in a type: how many, and in which words.
**
** The pointers of the dialect's address spaces in a type, its *lanes*, are numbered from 0 on.  The answers for a
** composite type are kept, so that each is read once.  The walk has a stack of its own, since types may nest to any
** depth. */
#include "check/model/check_model.h"

enum { DEPTH_MOST = 256 };

/* The answers for a type: the number of its lanes in the low bits, at most MAX_LANES + 1, and two flags. */
enum { LANES = (1 << 20) - 1, HAS_REFERENCE = 1 << 20, HAS_OTHERS = 1 << 21 };

static bool
is_array(LLVMTypeKind k)
{
	return k == LLVMArrayTypeKind || k == LLVMVectorTypeKind || k == LLVMScalableVectorTypeKind;
}

static uint64_t
length(LLVMTypeRef t, LLVMTypeKind k)
{
	return k == LLVMArrayTypeKind ? LLVMGetArrayLength2(t) : LLVMGetVectorSize(t);
}

int
check_space(LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);

	if (k == LLVMVectorTypeKind || k == LLVMScalableVectorTypeKind)
		k = LLVMGetTypeKind(t = LLVMGetElementType(t));
	return k == LLVMPointerTypeKind ? (int)LLVMGetPointerAddressSpace(t) : -1;
}

/* The answers for a type; NONE: a composite that has not been read. */
static uint32_t
known(const struct ck *c, LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);
	uint32_t space;

	if (k == LLVMStructTypeKind || is_array(k))
		return ptrmap_get(&c->type_lanes, t);
	if (k != LLVMPointerTypeKind)
		return HAS_OTHERS;
	space = LLVMGetPointerAddressSpace(t);
	return (uint32_t)check_is_special((int)space) | (space == LR_AS_TRACKED ? HAS_REFERENCE : HAS_OTHERS);
}

/* The answers for a whole to which `times` parts are added. */
static uint32_t
add(uint32_t whole, uint32_t part, uint64_t times)
{
	uint64_t lanes = part & LANES;

	lanes = lanes != 0 && times > MAX_LANES ? MAX_LANES + 1 : lanes * times;
	lanes += whole & LANES;
	if (lanes > MAX_LANES)
		lanes = MAX_LANES + 1;
	return (uint32_t)lanes | ((whole | part) & HAS_REFERENCE)
		| ((whole | (times > 0 ? part : 0)) & HAS_OTHERS);
}

/* Reads a composite type, after the composites in it. */
static uint32_t
read_type(struct ck *c, LLVMTypeRef top)
{
	LLVMTypeRef *work = NULL, t = top;
	uint32_t n = 0, cap = 0;

	for (;;) {
		LLVMTypeKind k = LLVMGetTypeKind(t);
		bool fields = k == LLVMStructTypeKind;
		uint32_t before = n, count = !fields ? 1 : LLVMIsOpaqueStruct(t) ? 0 : LLVMCountStructElementTypes(t);
		uint32_t all = fields && LLVMIsOpaqueStruct(t) ? HAS_OTHERS : 0;
		for (uint32_t i = 0; i < count; i++) {
			LLVMTypeRef e = fields ? LLVMStructGetTypeAtIndex(t, i) : LLVMGetElementType(t);
			uint32_t part = known(c, e);
			if (part != NONE) {
				all = add(all, part, fields ? 1 : length(t, k));
				continue;
			}
			if (n == before && !ARENA_PUSH(&c->ar, work, n, cap))
				return HAS_REFERENCE | HAS_OTHERS;
			if (n == before)
				work[n++] = t; /* read again when its parts are known */
			if (!ARENA_PUSH(&c->ar, work, n, cap))
				return HAS_REFERENCE | HAS_OTHERS;
			work[n++] = e;
		}
		if (n == before && !ptrmap_set(&c->type_lanes, t, all))
			return HAS_REFERENCE | HAS_OTHERS;
		while (n > 0 && known(c, work[n - 1]) != NONE)
			n--;
		if (n == 0)
			return known(c, top);
		t = work[--n];
	}
}

static uint32_t
what_is_in(struct ck *c, LLVMTypeRef t)
{
	uint32_t all = known(c, t);

	return all != NONE ? all : read_type(c, t);
}

uint32_t
check_lanes(struct ck *c, LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);

	if (k == LLVMPointerTypeKind) /* most types are simple */
		return check_is_special((int)LLVMGetPointerAddressSpace(t));
	if (k != LLVMStructTypeKind && !is_array(k))
		return 0;
	uint32_t n = what_is_in(c, t) & LANES;
	if (n <= MAX_LANES)
		return n;
	ck_give_up(c, "a type holds too many tracked pointers");
	return 0;
}

bool
check_has_refs(struct ck *c, LLVMTypeRef t)
{
	return (what_is_in(c, t) & HAS_REFERENCE) != 0;
}

bool
check_only_refs(struct ck *c, LLVMTypeRef t)
{
	uint32_t all = what_is_in(c, t);

	return (all & LANES) != 0 && (all & HAS_OTHERS) == 0;
}

uint32_t
check_lanes_before(struct ck *c, LLVMTypeRef t, unsigned i, LLVMTypeRef *inner)
{
	uint32_t n = 0;

	if (LLVMGetTypeKind(t) != LLVMStructTypeKind) {
		*inner = LLVMGetElementType(t);
		return i * check_lanes(c, *inner);
	}
	for (unsigned k = 0; k < i; k++)
		n += check_lanes(c, LLVMStructGetTypeAtIndex(t, k));
	*inner = LLVMStructGetTypeAtIndex(t, i);
	return n;
}

unsigned
check_lane_space(struct ck *c, LLVMTypeRef t, uint32_t lane)
{
	for (;;) {
		LLVMTypeKind k = LLVMGetTypeKind(t);
		if (k == LLVMPointerTypeKind)
			return LLVMGetPointerAddressSpace(t);
		if (k != LLVMStructTypeKind) {
			t = LLVMGetElementType(t);
			uint32_t n = check_lanes(c, t);
			if (n == 0)
				return 0;
			lane %= n;
			continue;
		}
		unsigned i = 0, n = LLVMCountStructElementTypes(t);
		for (; i < n; i++) {
			uint32_t have = check_lanes(c, LLVMStructGetTypeAtIndex(t, i));
			if (lane < have)
				break;
			lane -= have;
		}
		if (i == n)
			return 0;
		t = LLVMStructGetTypeAtIndex(t, i);
	}
}

bool
check_is_jlcall(LLVMTypeRef function)
{
	LLVMTypeRef p[4];
	unsigned n = LLVMCountParamTypes(function);

	if (n < 3 || n > 4 || check_space(LLVMGetReturnType(function)) != LR_AS_TRACKED)
		return false;
	LLVMGetParamTypes(function, p);
	return (check_space(p[0]) == LR_AS_TRACKED || check_space(p[0]) == LR_AS_DERIVED)
		&& check_space(p[1]) == LR_AS_GENERIC && LLVMGetTypeKind(p[2]) == LLVMIntegerTypeKind
		&& LLVMGetIntTypeWidth(p[2]) == 32 && (n == 3 || check_space(p[3]) == LR_AS_TRACKED);
}

static void
mark(uint64_t *bits, uint32_t n, int64_t from, int64_t to, int64_t word)
{
	for (int64_t w = from < 0 ? 0 : from / word; bits != NULL && w < n && w * word < to; w++)
		bits[w / 64] |= (uint64_t)1 << w % 64;
}

static bool
is_reference(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == LR_AS_TRACKED;
}

/* Are all words of the type alike, so that its parts need not be looked at? */
static bool
is_leaf(struct ck *c, LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);

	return (k != LLVMStructTypeKind && (!is_array(k) || k == LLVMScalableVectorTypeKind)) || !check_has_refs(c, t);
}

bool
check_type_words(struct ck *c, LLVMTypeRef t, int64_t at, uint64_t *refs, uint64_t *others, uint32_t n, bool *odd)
{
	struct part { LLVMTypeRef t; int64_t at; uint64_t next, count; } stack[DEPTH_MOST];
	uint32_t depth = 0;
	int64_t word = c->word, end = (int64_t)n * word;

	stack[depth++] = (struct part){ t, at, 0, 1 };
	while (depth > 0) {
		struct part *p = &stack[depth - 1];
		if (p->next == p->count || p->at >= end) {
			depth--;
			continue;
		}
		LLVMTypeRef inner = p->t;
		int64_t from = p->at;
		LLVMTypeKind k = LLVMGetTypeKind(inner);
		if (is_leaf(c, inner)) {
			int64_t size = LLVMTypeIsSized(inner) ? (int64_t)LLVMStoreSizeOfType(c->layout, inner) : 0;
			if (is_reference(inner) && from % word != 0 && odd != NULL)
				*odd = true;
			if (!check_has_refs(c, inner))
				mark(others, n, from, from + size, word);
			else
				mark(refs, n, from, from + size, word);
			depth--;
			continue;
		}
		if (p->next == 0)
			p->count = k == LLVMStructTypeKind ? LLVMCountStructElementTypes(inner)
				: k == LLVMArrayTypeKind ? LLVMGetArrayLength2(inner)
				: LLVMGetVectorSize(inner);
		if (p->count == 0) {
			depth--;
			continue;
		}
		uint64_t i = p->next++;
		LLVMTypeRef e = k == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(inner, (unsigned)i)
			: LLVMGetElementType(inner);
		int64_t off = k == LLVMStructTypeKind ? (int64_t)LLVMOffsetOfElement(c->layout, inner, (unsigned)i)
			: (int64_t)(i * LLVMABISizeOfType(c->layout, e));
		if (from + off >= end) {
			p->next = p->count;
			continue;
		}
		if (depth == DEPTH_MOST) {
			ck_give_up(c, "a type is nested too deep");
			return false;
		}
		stack[depth++] = (struct part){ e, from + off, 0, 1 };
	}
	return !c->ar.failed;
}

uint64_t *
check_element_words(struct ck *c, LLVMTypeRef t, uint32_t n, bool *odd)
{
	int64_t each = (int64_t)LLVMABISizeOfType(c->layout, t), word = c->word;
	uint64_t *refs = each == 0 ? NULL : arena_zarray(&c->ar, (size_t)n / 64 + 1, sizeof *refs);

	for (int64_t at = 0; refs != NULL && at < (int64_t)n * word; at += each)
		if (!check_type_words(c, t, at, refs, NULL, n, odd))
			return NULL;
	return refs;
}
