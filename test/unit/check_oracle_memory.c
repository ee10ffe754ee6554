/* SPDX-License-Identifier: MIT */
/* check_oracle_memory.c -- see check_oracle_memory.h.
**
** What an integer is that cannot be computed is rolled each time it is made.  An index that leads out of its variable is brought
** back into it. */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "check_oracle_memory.h"
#include "dialect/names.h"

enum { OBJECTS_MAX = 256, PHIS_MAX = 256 };

struct number { LLVMValueRef v; int64_t n; int object; }; /* of pointers: byte offset in the object */
struct memory {
	struct number *number;
	uint32_t mask;
	struct memory_object object[OBJECTS_MAX];
	int nobjects;
	uint64_t rng;
	LLVMTargetDataRef layout;
};

static struct number *
number(struct memory *m, LLVMValueRef v)
{
	uint32_t i = (uint32_t)(((uintptr_t)v >> 4) * 2654435761u) & m->mask;

	while (m->number[i].v != NULL && m->number[i].v != v)
		i = (i + 1) & m->mask;
	return &m->number[i];
}

struct memory *
memory_new(LLVMValueRef fn)
{
	struct memory *m = calloc(1, sizeof *m);
	uint32_t n = LLVMCountParams(fn);

	m->layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			n++;
	for (m->mask = 64; m->mask < 2 * n; m->mask *= 2)
		;
	m->number = calloc(m->mask--, sizeof *m->number);
	for (unsigned k = 0; k < LLVMCountParams(fn); k++)
		*number(m, LLVMGetParam(fn, k)) = (struct number){ LLVMGetParam(fn, k), 0, -1 };
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			*number(m, i) = (struct number){ i, 0, -1 };
	return m;
}

void
memory_free(struct memory *m)
{
	free(m->number);
	free(m);
}

static int64_t
roll(struct memory *m)
{
	m->rng ^= m->rng << 13;
	m->rng ^= m->rng >> 7;
	m->rng ^= m->rng << 17;
	return (int64_t)(m->rng >> 40 & 15);
}

void
memory_reset(struct memory *m, uint64_t seed)
{
	m->rng = seed | 1;
	m->nobjects = 0;
	for (uint32_t i = 0; i <= m->mask; i++) {
		m->number[i].n = m->number[i].v != NULL && LLVMIsAArgument(m->number[i].v) != NULL ? roll(m) : 0;
		m->number[i].object = -1;
	}
}

static int64_t
get(struct memory *m, LLVMValueRef v)
{
	if (LLVMIsAConstantInt(v) != NULL)
		return LLVMConstIntGetSExtValue(v);
	return LLVMIsAInstruction(v) != NULL || LLVMIsAArgument(v) != NULL ? number(m, v)->n : 0;
}

static int
object_of(struct memory *m, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) != NULL ? number(m, v)->object : -1;
}

static void
make(struct memory *m, struct number *to, int slot, uint64_t bytes, bool variable)
{
	int o = 0;

	while (o < m->nobjects && m->object[o].pointer != to->v)
		o++;
	if (o == OBJECTS_MAX)
		return;
	if (o == m->nobjects)
		m->nobjects++;
	m->object[o] = (struct memory_object){ .pointer = to->v, .slot = slot, .variable = variable };
	m->object[o].nwords = (uint32_t)(bytes / 8 < MEMORY_WORDS ? bytes / 8 : MEMORY_WORDS);
	to->object = o;
	to->n = 0;
}

static void
offset(struct memory *m, LLVMValueRef gep, struct number *to)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
	int64_t bytes = get(m, LLVMGetOperand(gep, 0)), size;
	bool computed = false;

	to->object = object_of(m, LLVMGetOperand(gep, 0));
	if (to->object < 0)
		return;
	for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
		LLVMValueRef x = LLVMGetOperand(gep, k);
		if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			bytes += (int64_t)LLVMOffsetOfElement(m->layout, t, (unsigned)get(m, x));
			t = LLVMStructGetTypeAtIndex(t, (unsigned)get(m, x));
			continue;
		}
		t = k > 1 ? LLVMGetElementType(t) : t;
		bytes += get(m, x) * (int64_t)LLVMABISizeOfType(m->layout, t);
		computed |= LLVMIsAConstantInt(x) == NULL;
	}
	size = (int64_t)m->object[to->object].nwords * 8;
	if (computed && m->object[to->object].variable && size > 0) {
		bytes = ((bytes % size) + size) % size / 8 * 8;
	}
	to->n = bytes;
}

static bool
compare(LLVMValueRef i, int64_t a, int64_t b)
{
	switch (LLVMGetICmpPredicate(i)) {
	case LLVMIntEQ:
		return a == b;
	case LLVMIntNE:
		return a != b;
	case LLVMIntULT:
		return (uint64_t)a < (uint64_t)b;
	case LLVMIntUGT:
		return (uint64_t)a > (uint64_t)b;
	case LLVMIntSLT:
		return a < b;
	default:
		return a > b;
	}
}

void
memory_step(struct memory *m, LLVMValueRef i)
{
	struct number *to = number(m, i);
	LLVMValueRef a = LLVMGetNumOperands(i) > 0 ? LLVMGetOperand(i, 0) : NULL, b = LLVMGetNumOperands(i) > 1 ? LLVMGetOperand(i, 1) : NULL;
	LLVMAttributeRef bytes;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAlloca:
		make(m, to, -1, LLVMABISizeOfType(m->layout, LLVMGetAllocatedType(i)) * (uint64_t)(LLVMIsAConstantInt(a) != NULL ? get(m, a) : 1), true);
		return;
	case LLVMCall:
		if (intrinsic_of_call(i) != INTR_GET_GC_FRAME_SLOT) {
			to->n = roll(m);
			return;
		}
		bytes = LLVMGetCallSiteEnumAttribute(i, (LLVMAttributeIndex)LLVMAttributeReturnIndex, LLVMGetEnumAttributeKindForName("dereferenceable", 15));
		make(m, to, (int)get(m, b), bytes != NULL ? LLVMGetEnumAttributeValue(bytes) : 8 * MEMORY_WORDS, bytes != NULL);
		return;
	case LLVMGetElementPtr:
		offset(m, i, to);
		return;
	case LLVMPtrToInt:
		to->n = ((int64_t)object_of(m, a) + 2) * 4096 + get(m, a);
		return;
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc:
		to->n = get(m, a);
		to->object = object_of(m, a);
		return;
	case LLVMSelect:
		a = LLVMGetOperand(i, get(m, a) & 1 ? 1 : 2);
		to->n = get(m, a);
		to->object = object_of(m, a);
		return;
	case LLVMAdd:
		to->n = get(m, a) + get(m, b);
		return;
	case LLVMSub:
		to->n = get(m, a) - get(m, b);
		return;
	case LLVMICmp:
		to->n = compare(i, get(m, a), get(m, b));
		return;
	default:
		to->n = roll(m);
		return;
	}
}

void
memory_edge(struct memory *m, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	struct number new[PHIS_MAX];

	for (int write = 0; write < 2; write++) {
		uint32_t at = 0;
		for (LLVMValueRef i = LLVMGetFirstInstruction(to); i != NULL && LLVMIsAPHINode(i) != NULL && at < PHIS_MAX; i = LLVMGetNextInstruction(i), at++)
			for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
				LLVMValueRef x = LLVMGetIncomingValue(i, k);
				if (LLVMGetIncomingBlock(i, k) != from)
					continue;
				if (!write)
					new[at] = (struct number){ i, get(m, x), object_of(m, x) };
				else
					*number(m, i) = new[at];
				break;
			}
	}
}

struct memory_object *
memory_at(struct memory *m, LLVMValueRef p, uint32_t *word)
{
	int o = object_of(m, p);
	int64_t n = get(m, p);

	if (o < 0 || n < 0 || n % 8 != 0)
		return NULL;
	*word = (uint32_t)(n / 8);
	return *word < m->object[o].nwords ? &m->object[o] : NULL;
}
