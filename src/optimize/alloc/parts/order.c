/* SPDX-License-Identifier: MIT */
/* order.c -- where an allocation may stand: in front of which safepoints all objects are in order. */
#include "optimize/alloc/parts/parts.h"

#include "dialect/kind.h"
#include "lateroot/abi.h"

enum { MAX_USES = 32 };

static bool
has_string(LLVMValueRef call, const char *name)
{
	unsigned n = (unsigned)strlen(name);
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMGetCallSiteStringAttribute(call, AT_FUNCTION, name, n) != NULL
		|| (LLVMIsAFunction(callee) && LLVMGetStringAttributeAtIndex(callee, AT_FUNCTION, name, n) != NULL);
}

bool
order_is_safepoint(struct alloc_opt *a, LLVMValueRef i)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);

	if (op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr)
		return false;
	switch (edit_intrinsic(&a->e, i)) {
	case INTR_GC_ALLOC_OBJ: case INTR_GC_ALLOC_MEMORY: case INTR_GC_ALLOC_BYTES:
		return true;
	case INTR_NONE: case INTR_CALL: case INTR_CALL2: case INTR_CALL3: case INTR_SAFEPOINT:
		return !LLVMIsAInlineAsm(LLVMGetCalledValue(i)) && !has_string(i, "gc-leaf-function")
			&& !call_has_attribute(i, "memory") && !call_has_attribute(i, "readnone")
			&& !call_has_attribute(i, "readonly");
	default:
		return false;
	}
}

/* Is the call one of the dialect that is no part of filling an object? */
static bool
is_harmless(struct alloc_opt *a, LLVMValueRef call, LLVMValueRef object)
{
	switch (edit_intrinsic(&a->e, call)) {
	case INTR_TYPEOF: case INTR_PRESERVE_BEGIN:
		return true;
	case INTR_WRITE_BARRIER: case INTR_OBJECT_WRITE_BARRIER:
		return operand_of(call, 0) != object;
	default:
		return false;
	}
}

/* Is something stored into the object?  Its uses are looked at, up to a bound. */
static bool
is_filled(struct alloc_opt *a, LLVMValueRef object)
{
	LLVMValueRef pointer[MAX_USES];
	uint32_t n = 1, uses = 0;

	pointer[0] = object;
	for (uint32_t k = 0; k < n; k++)
		for (LLVMUseRef u = LLVMGetFirstUse(pointer[k]); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (++uses > MAX_USES || !LLVMIsAInstruction(user))
				return true;
			switch (LLVMGetInstructionOpcode(user)) {
			case LLVMLoad: case LLVMICmp: case LLVMRet:
				break;
			case LLVMStore:
				if (operand_of(user, 1) == pointer[k])
					return true;
				break;
			case LLVMGetElementPtr: case LLVMAddrSpaceCast: case LLVMBitCast:
				if (n == MAX_USES)
					return true;
				pointer[n++] = user;
				break;
			case LLVMCall: case LLVMInvoke:
				/* who may collect is given initialised objects only */
				if (!order_is_safepoint(a, user) && !is_harmless(a, user, pointer[k]))
					return true;
				break;
			default:
				return true;
			}
		}
	return false;
}

static bool
is_plain_pointer(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == LR_AS_GENERIC;
}

/* May the result of an instruction that is no safepoint be a plain address of an object, or of memory that an object
** owns?  Until the next safepoint it may be used, though nothing keeps the object alive. */
static bool
takes_address(struct alloc_opt *a, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		return is_plain_pointer(t) && !is_plain_pointer(LLVMTypeOf(operand_of(i, 0)));
	case LLVMIntToPtr:
		return true;
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		switch (edit_intrinsic(&a->e, i)) {
		case INTR_POINTER_FROM_OBJREF: case INTR_NONE:
			return is_plain_pointer(t) || LLVMGetTypeKind(t) == LLVMStructTypeKind;
		default:
			return false;
		}
	default:
		return false;
	}
}

bool
order_opens(struct alloc_opt *a, LLVMValueRef call)
{
	if (takes_address(a, call))
		return true;
	switch (edit_intrinsic(&a->e, call)) {
	case INTR_CALL: case INTR_CALL2: case INTR_CALL3:
		return false;
	case INTR_NONE:
		return type_may_hold_reference(LLVMTypeOf(call)) && is_filled(a, call);
	default:
		return type_may_hold_reference(LLVMTypeOf(call));
	}
}

bool
order_last(struct alloc_opt *a, LLVMValueRef i, LLVMValueRef *last)
{
	*last = NULL;
	for (; i != NULL && *last == NULL; i = LLVMGetPreviousInstruction(i)) {
		if (a->budget == 0)
			return false;
		a->budget--;
		if (order_is_safepoint(a, i) || takes_address(a, i))
			*last = i;
	}
	return true;
}

bool
order_last_of_block(struct alloc_opt *a, block_id b, LLVMValueRef *last)
{
	struct block_safepoint *s = &a->safepoint[b];

	if (!s->known)
		s->known = order_last(a, LLVMGetBasicBlockTerminator(a->block[b]), &s->call);
	*last = s->call;
	return s->known;
}
