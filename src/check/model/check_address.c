/* SPDX-License-Identifier: MIT */
/* check_address.c -- where in an object an address points: its constant offset, and the stride of the variable parts
** that are added to it. */
#include "check/model/check_model.h"

LLVMValueRef
check_without_casts(LLVMValueRef number)
{
	while (LLVMIsAZExtInst(number) || LLVMIsASExtInst(number) || LLVMIsATruncInst(number))
		number = LLVMGetOperand(number, 0);
	return number;
}

bool
check_offset(struct ck *c, LLVMValueRef gep, int64_t *bytes)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);

	*bytes = 0;
	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef x = LLVMGetOperand(gep, i);
		int64_t at;
		if (LLVMIsAConstantInt(x) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(x)) > 64)
			return false;
		at = (int64_t)LLVMConstIntGetSExtValue(x);
		if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			*bytes += (int64_t)LLVMOffsetOfElement(c->layout, t, (unsigned)at);
			t = LLVMStructGetTypeAtIndex(t, (unsigned)at);
			continue;
		}
		if (i > 1)
			t = LLVMGetElementType(t);
		if (__builtin_mul_overflow(at, (int64_t)LLVMABISizeOfType(c->layout, t), &at)
			|| __builtin_add_overflow(*bytes, at, bytes))
			return false;
	}
	return *bytes > -(int64_t)OBJECT_ENDLESS && *bytes < (int64_t)OBJECT_ENDLESS;
}

/* The greatest common divisor. */
static int64_t
common(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* Index x of elements of `each` bytes moves an address by multiples of *stride, which is reduced to a common
** divisor. */
static void
add_stride(LLVMValueRef x, int64_t each, int64_t *stride)
{
	LLVMOpcode op = LLVMIsAInstruction(x) ? LLVMGetInstructionOpcode(x) : LLVMUnreachable;
	LLVMValueRef by = op == LLVMMul || op == LLVMShl ? LLVMGetOperand(x, 1) : NULL;
	int64_t a = each, times = 1;

	if (by != NULL && LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) < (op == LLVMShl ? 32 : 1u << 30))
		times = op == LLVMShl ? (int64_t)1 << LLVMConstIntGetZExtValue(by)
			: (int64_t)LLVMConstIntGetZExtValue(by);
	if (times > 0 && !__builtin_mul_overflow(each, times, &a))
		each = a;
	*stride = common(each, *stride);
}

/* The address may be a or b: *stride is reduced to a divisor of the distance as well. */
static void
add_distance(int64_t a, int64_t b, int64_t *stride)
{
	if (a != b)
		*stride = common(a < b ? b - a : a - b, *stride);
}

/* Goes from v through offsets to the base, or to a phi or select on the way, and adds the offsets to *at and *stride.
** NULL: the address cannot be told. */
static LLVMValueRef
climb(struct ck *c, LLVMValueRef v, LLVMValueRef base, int64_t *at, int64_t *stride)
{
	enum { FAR = 64 };

	for (int depth = 0; v != base; depth++, v = LLVMGetOperand(v, 0)) {
		if (depth == FAR || LLVMIsAInstruction(v) == NULL)
			return NULL;
		if (LLVMIsAPHINode(v) || LLVMIsASelectInst(v))
			return v;
		if (LLVMIsACastInst(v) || LLVMIsAFreezeInst(v))
			continue;
		if (LLVMIsAGetElementPtrInst(v) == NULL)
			return NULL;
		LLVMTypeRef t = LLVMGetGEPSourceElementType(v);
		for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(v); i < n; i++) {
			LLVMValueRef x = LLVMGetOperand(v, i);
			bool known = LLVMIsAConstantInt(x) != NULL && LLVMGetIntTypeWidth(LLVMTypeOf(x)) <= 64;
			int64_t k = known ? (int64_t)LLVMConstIntGetSExtValue(x) : 0, each;
			if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
				*at += (int64_t)LLVMOffsetOfElement(c->layout, t, (unsigned)k);
				t = LLVMStructGetTypeAtIndex(t, (unsigned)k);
				continue;
			}
			if (i > 1)
				t = LLVMGetElementType(t);
			each = (int64_t)LLVMABISizeOfType(c->layout, t);
			if (!known && each != 0)
				add_stride(x, each, stride);
			else if (__builtin_mul_overflow(k, each, &k) || __builtin_add_overflow(*at, k, at))
				return NULL;
		}
		if (*at <= -(int64_t)OBJECT_ENDLESS || *at >= (int64_t)OBJECT_ENDLESS)
			return NULL;
	}
	return v;
}

enum { MOST_JOINS = 16 };

/* Phis and selects from which an address comes: it lies `at` bytes, plus a multiple of the stride, behind each. */
struct joins {
	struct { LLVMValueRef phi; int64_t at; } known[MOST_JOINS];
	unsigned n;
	bool found; /* the base has been met */
};

/* Notes that the address may be `far` bytes behind v. */
static bool
join(struct ck *c, struct joins *j, LLVMValueRef v, int64_t far, LLVMValueRef base, int64_t *at, int64_t *stride)
{
	LLVMValueRef top = climb(c, v, base, &far, stride);
	unsigned k = 0;

	if (top == base) {
		if (j->found)
			add_distance(*at, far, stride);
		else
			*at = far;
		j->found = true;
		return true;
	}
	while (k < j->n && j->known[k].phi != top)
		k++;
	if (top == NULL || k == MOST_JOINS)
		return false;
	if (k < j->n) { /* it is reached around a loop, or on two ways */
		add_distance(j->known[k].at, far, stride);
	} else {
		j->known[k].phi = top;
		j->known[k].at = far;
		j->n++;
	}
	return true;
}

bool
check_strides(struct ck *c, LLVMValueRef v, LLVMValueRef base, int64_t *at, int64_t *stride)
{
	struct joins j = { .n = 0 };

	*at = *stride = 0;
	if (!join(c, &j, v, 0, base, at, stride))
		return false;
	for (unsigned i = 0; i < j.n; i++) {
		LLVMValueRef phi = j.known[i].phi;
		for (unsigned k = LLVMIsAPHINode(phi) ? 0 : 1, n = (unsigned)LLVMGetNumOperands(phi); k < n; k++)
			if (!join(c, &j, LLVMGetOperand(phi, k), j.known[i].at, base, at, stride))
				return false;
	}
	return j.found;
}

uint64_t
check_landing(struct ck *c, LLVMValueRef pointer, uint32_t object, int64_t from, int64_t bytes)
{
	int64_t at, stride, word = c->word;
	uint64_t all = 0;

	if (!check_strides(c, pointer, c->objects[object].pointer, &at, &stride)
		|| (stride == 0 && c->objects[object].bytes < OBJECT_ENDLESS) || stride % word != 0)
		return ~(uint64_t)0;
	/* one element stands for all */
	if (c->objects[object].bytes >= OBJECT_ENDLESS && c->objects[object].type != NULL)
		add_stride(pointer, (int64_t)LLVMABISizeOfType(c->layout, c->objects[object].type), &stride);
	if (stride == 0 || bytes >= stride)
		return ~(uint64_t)0;
	at = (at % stride + stride) % stride;
	for (int64_t w = 0; w < 64; w++) {
		int64_t byte = (from + w * word) % stride, lo = at, hi = at + bytes;
		bool in = byte < hi && byte + word > lo;
		in |= byte + stride < hi; /* the access reaches into the next stride */
		all |= (uint64_t)in << w;
	}
	return all;
}

/* The element of a composite type in which byte *at lies; *at becomes the byte in that element.  NULL: the type has no
** elements, or the byte lies between two. */
static LLVMTypeRef
element_at(struct ck *c, LLVMTypeRef t, int64_t *at)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);
	LLVMTypeRef e = NULL;

	if (k == LLVMStructTypeKind && LLVMCountStructElementTypes(t) > 0) {
		unsigned i = LLVMElementAtOffset(c->layout, t, (unsigned long long)*at);
		e = LLVMStructGetTypeAtIndex(t, i);
		*at -= (int64_t)LLVMOffsetOfElement(c->layout, t, i);
	} else if (k == LLVMArrayTypeKind && LLVMABISizeOfType(c->layout, LLVMGetElementType(t)) > 0) {
		e = LLVMGetElementType(t);
		*at %= (int64_t)LLVMABISizeOfType(c->layout, e);
	}
	return e != NULL && *at < (int64_t)LLVMABISizeOfType(c->layout, e) ? e : NULL;
}

bool
check_home(struct ck *c, LLVMValueRef pointer, uint32_t object, int64_t *lo, int64_t *hi)
{
	enum { DEEP = 64 };
	const struct object *o = &c->objects[object];
	int64_t at, stride, begin = 0, each;
	LLVMTypeRef t = o->type;

	if (t == NULL || !LLVMTypeIsSized(t) || o->bytes >= OBJECT_ENDLESS
		|| !check_strides(c, pointer, o->pointer, &at, &stride) || at < 0 || at >= o->bytes)
		return false;
	if ((each = (int64_t)LLVMABISizeOfType(c->layout, t)) == stride && each < o->bytes) {
		*lo = 0;
		*hi = o->bytes;
		return true;
	}
	if (each == 0)
		return false;
	begin = at - at % each;
	at %= each;
	for (int depth = 0; t != NULL && depth < DEEP; depth++) {
		if (LLVMGetTypeKind(t) == LLVMArrayTypeKind
			&& (int64_t)LLVMABISizeOfType(c->layout, LLVMGetElementType(t)) == stride) {
			*lo = begin;
			*hi = begin + (int64_t)LLVMABISizeOfType(c->layout, t);
			return true;
		}
		each = at;
		t = element_at(c, t, &at);
		begin += each - at;
	}
	return false;
}
