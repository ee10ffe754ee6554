/* SPDX-License-Identifier: MIT */
/* object_intrinsics.c -- lowers intrinsics that read an object's tag or return a pointer: typeof, pointer_from_objref,
** tracked_pointer, gc_loaded, blackbox.  Where the profile has type_of, that function of the runtime tells the type. */
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
	lr_status st = signature_check(l, call, id, form);
	if (st != LR_OK || id != INTR_TYPEOF)
		return st;
	if (l->profile->type_of[0] != '\0')
		return runtime_name_check(l, call, l->profile->type_of);
	return l->profile->tag != TAG_NONE ? LR_OK : lr_fail(l->cx, LR_E_PROFILE, call,
		"profile '%s' has no tags, and no type_of that could tell the type", l->profile->name);
}

/* Builds the call of the runtime's function that tells the type.  It does not collect. */
static LLVMValueRef
build_type_of(struct lower *l, LLVMValueRef object)
{
	struct edit *e = &l->e;
	const char *name = l->profile->type_of;
	const bool known = LLVMGetNamedFunction(e->module, name) != NULL;
	LLVMTypeRef type = LLVMFunctionType(e->ptr, (LLVMTypeRef[]){ e->tracked }, 1, false);
	LLVMValueRef f = runtime_function(l, name, type);
	LLVMAttributeRef leaf = LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0);

	if (!known) {
		add_attribute(e->context, f, AT_FUNCTION, "nounwind", 0);
		LLVMAddAttributeAtIndex(f, AT_FUNCTION, leaf);
	}
	LLVMValueRef made = LLVMBuildCall2(e->builder, type, f, &object, 1, "type");
	LLVMAddCallSiteAttribute(made, AT_FUNCTION, leaf);
	return made;
}

void
typeof_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;

	(void)id;
	edit_before(e, call);
	if (l->profile->type_of[0] != '\0') {
		LLVMValueRef told = build_type_of(l, LLVMGetOperand(call, 0));
		edit_replace(e, call, LLVMBuildAddrSpaceCast(e->builder, told, e->tracked, ""));
		return;
	}
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
