/* SPDX-License-Identifier: MIT */
/* trace_back.c -- the stack variables that a pointer may lead into, and the places in them: follows the pointer back to
** where it comes from, through arithmetic, phis and selects. */
#include "gcroots/stack/stack.h"
#include "gcroots/stack/variables.h"
#include "ir/llvm_calls.h"

#include <llvm-c/Target.h>

uint64_t
stack_gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;
		a = b;
		b = r;
	}
	return a;
}

/* Is the size of a type known only at run time?  LLVM allows structs of scalable vectors only of one kind. */
static bool
is_scalable(LLVMTypeRef t)
{
	for (LLVMTypeKind k; (k = LLVMGetTypeKind(t)) == LLVMArrayTypeKind || k == LLVMStructTypeKind;) {
		if (k == LLVMStructTypeKind && LLVMCountStructElementTypes(t) == 0)
			return false;
		t = k == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(t, 0) : LLVMGetElementType(t);
	}
	return LLVMGetTypeKind(t) == LLVMScalableVectorTypeKind;
}

struct stack_offset
stack_gep_offset(struct session *s, LLVMValueRef gep)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->module);
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
	struct stack_offset sum = { 0, 0 };

	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = operand_of(gep, i);
		if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			sum.bytes += (int64_t)LLVMOffsetOfElement(layout, t, field);
			t = LLVMStructGetTypeAtIndex(t, field);
			continue;
		}
		if (i > 1)
			t = LLVMGetElementType(t);
		bool constant = LLVMIsAConstantInt(index) != NULL;
		int64_t k = constant ? LLVMConstIntGetSExtValue(index) : 0;
		if (constant && k == 0)
			continue;
		if (is_scalable(t)) {  /* LLVM would end the process if it was asked for the size */
			sum.step = ANYWHERE;
			continue;
		}
		uint64_t each = LLVMABISizeOfType(layout, t);
		if (!constant)
			sum.step = stack_gcd(sum.step, each);
		else if (k >= -MAX_BYTES && k <= MAX_BYTES && each <= MAX_BYTES)
			sum.bytes += k * (int64_t)each;
		else
			sum.step = ANYWHERE;
	}
	return sum;
}

int64_t
scan_constant_bytes(struct session *s, LLVMValueRef gep)
{
	const struct stack_offset o = stack_gep_offset(s, gep);

	return o.step != 0 || o.bytes < -MAX_BYTES || o.bytes > MAX_BYTES ? UNKNOWN_PLACE : o.bytes;
}

static int64_t
add_bytes(int64_t a, int64_t b)
{
	return a == UNKNOWN_PLACE || b == UNKNOWN_PLACE || a + b > MAX_BYTES || a + b < -MAX_BYTES ? UNKNOWN_PLACE
		: a + b;
}

/* Is the pointer, which is no alloca, computed from another one?  `op`: its opcode, 0 if it is no instruction. */
static bool
is_computed(LLVMValueRef pointer, LLVMOpcode op)
{
	switch (op) {
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze: case LLVMPHI:
	case LLVMSelect:
	/* vectors of addresses, for a scatter or gather */
	case LLVMShuffleVector: case LLVMInsertElement: case LLVMExtractElement:
		return true;
	case LLVMCall:
		return llvm_call_passes_pointer(pointer);
	default:
		return false;
	}
}

/* Follows address arithmetic, phis and selects.  A pointer from elsewhere leads to memory of others, who have to
** root its content (`foreign`). */
bool
stack_trace(struct scan *sc, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place, uint32_t *n, bool *foreign)
{
	LLVMValueRef seen[MAX_TRACE], todo[MAX_TRACE];
	int64_t at[MAX_TRACE], seen_at[MAX_TRACE];
	uint32_t nseen = 0, ntodo = 0;
	LLVMOpcode op = LLVMGetInstructionOpcode(pointer);

	*n = 0;
	*foreign = op != LLVMAlloca && !is_computed(pointer, op);
	if (*foreign) /* the case of nearly all pointers */
		return true;
	at[ntodo] = 0;
	todo[ntodo++] = pointer;
	while (ntodo) {
		LLVMValueRef v = todo[--ntodo];
		int64_t here = at[ntodo];
		bool again = false;
		for (uint32_t i = 0; i < nseen; i++)
			again |= seen[i] == v && (!place || seen_at[i] == here || seen_at[i] == UNKNOWN_PLACE);
		if (again)
			continue;
		for (uint32_t i = 0; place && i < nseen; i++)
			if (seen[i] == v)
				here = UNKNOWN_PLACE; /* this value is reached with several distances */
		if (nseen == MAX_TRACE)
			return false;
		seen_at[nseen] = here;
		seen[nseen++] = v;
		unsigned first = 0, last = 0;
		op = LLVMGetInstructionOpcode(v);
		if (op != LLVMAlloca && !is_computed(v, op)) {
			*foreign = true;
			continue;
		}
		switch (op) {
		case LLVMAlloca:
			if (place)
				place[*n] = here;
			found[(*n)++] = v;
			continue;
		case LLVMGetElementPtr:
			if (place)
				here = add_bytes(here, scan_constant_bytes(sc->s, v));
			break;
		case LLVMPHI:
			last = LLVMCountIncoming(v) - 1;
			break;
		case LLVMSelect:
			first = 1, last = 2;
			break;
		case LLVMShuffleVector: case LLVMInsertElement:
			last = 1;
			here = UNKNOWN_PLACE;
			break;
		case LLVMExtractElement:
			here = UNKNOWN_PLACE;
			break;
		default:
			break;
		}
		for (unsigned i = first; i <= last; i++) {
			if (ntodo == MAX_TRACE)
				return false;
			at[ntodo] = here;
			todo[ntodo++] = operand_of(v, i);
		}
	}
	return true;
}

bool
stack_constant_indices(LLVMValueRef gep)
{
	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++)
		if (!LLVMIsAConstantInt(operand_of(gep, i)))
			return false;
	return true;
}

LLVMValueRef
stack_variable_at(LLVMValueRef pointer, bool *constant)
{
	*constant = true;
	for (int i = 0; i < MAX_TRACE && LLVMIsAInstruction(pointer); i++) {
		LLVMOpcode op = LLVMGetInstructionOpcode(pointer);
		if (op == LLVMAlloca)
			return pointer;
		if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast)
			break;
		*constant = *constant && (op != LLVMGetElementPtr || stack_constant_indices(pointer));
		pointer = operand_of(pointer, 0);
	}
	return NULL;
}

bool
scan_constant_place(LLVMValueRef pointer)
{
	bool constant;

	return stack_variable_at(pointer, &constant) && constant;
}

bool
scan_from_stack(LLVMValueRef pointer)
{
	LLVMValueRef found[MAX_TRACE];
	uint32_t n;
	bool foreign;

	return !stack_trace(NULL, pointer, found, NULL, &n, &foreign) || n > 0;
}
