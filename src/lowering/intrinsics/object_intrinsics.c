/* SPDX-License-Identifier: MIT */
/* object_intrinsics.c -- lowers intrinsics that read an object's tag or return a pointer: typeof, pointer_from_objref,
** tracked_pointer, gc_loaded, blackbox. */
#include "lowering/common/lowering.h"

lr_status
object_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	const char *form = "x:x*";

	switch (id) {
	case INTR_TYPEOF:              form = "t:d"; break;
	case INTR_POINTER_FROM_OBJREF: form = "0:d"; break;
	case INTR_GC_LOADED:           form = "l:t0"; break;
	case INTR_TRACKED_POINTER:     form = "t:0"; break;
	case INTR_BLACKBOX:            form = "t:t"; break;
	default: break;
	}
	edit_plan_name(&l->e, call);
	return signature_check(l, call, id, form);
}

void
typeof_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;

	(void)id;
	edit_before(e, call);
	LLVMValueRef tag = object_load_tag(l, LLVMGetOperand(call, 0), "");
	LLVMValueRef mask = edit_word(e, ~(uint64_t)l->profile->tag_bits);
	LLVMValueRef type = LLVMBuildAnd(e->builder, tag, mask, "");
	type = LLVMBuildIntToPtr(e->builder, type, e->ptr, "");
	edit_replace(e, call, LLVMBuildAddrSpaceCast(e->builder, type, e->tracked, ""));
}

/* Lowers a call that returns one of its operands as another type of pointer. */
static void
lower_to_cast(struct lower *l, LLVMValueRef call, unsigned operand, LLVMTypeRef type)
{
	struct edit *e = &l->e;

	edit_before(e, call);
	edit_replace(e, call, LLVMBuildAddrSpaceCast(e->builder, LLVMGetOperand(call, operand), type, ""));
}

void
objref_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	lower_to_cast(l, call, 0, l->e.ptr);
}

void
tracked_pointer_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	lower_to_cast(l, call, 0, l->e.tracked);
}

void
gc_loaded_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	lower_to_cast(l, call, 1, LLVMTypeOf(call));
}

/* Builds empty assembly, which LLVM cannot see through. Its pointers are in address space 0, for the type of inline
** assembly is hard to change later. */
void
blackbox_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	static const char constraints[] = "=r,0";

	(void)id;
	edit_before(e, call);
	LLVMTypeRef type = LLVMFunctionType(e->ptr, &e->ptr, 1, false);
	LLVMValueRef code = LLVMGetInlineAsm(type, "", 0, constraints, sizeof constraints - 1, false, false,
		LLVMInlineAsmDialectATT, false);
	LLVMValueRef raw = LLVMBuildAddrSpaceCast(e->builder, LLVMGetOperand(call, 0), e->ptr, "");
	raw = LLVMBuildCall2(e->builder, type, code, &raw, 1, "");
	add_call_attribute(e->context, raw, AT_FUNCTION, "nounwind", 0);
	edit_replace(e, call, LLVMBuildAddrSpaceCast(e->builder, raw, e->tracked, ""));
}
