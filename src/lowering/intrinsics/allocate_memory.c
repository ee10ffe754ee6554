/* SPDX-License-Identifier: MIT */
/* allocate_memory.c -- lowers julia.gc_alloc_memory(task, bytes of data, type, length, zero): an array with a header.
**
**   word 0   length                 stored by compiled code
**   word 1   address of the data    stored by compiled code if the data are inline, otherwise by the runtime
**   word 2.. the data, if inline
**
** A constant size within the size classes is allocated like any object, other sizes by the profile's memory_alloc(ptls,
** bytes, type). The header is stored, and the data are zeroed if that is requested, before the next possible
** collection. */
#include "lowering/common/lowering.h"

enum { ARG_TASK, ARG_BYTES, ARG_TYPE, ARG_LENGTH, ARG_ZERO };
enum { LENGTH_WORD, DATA_WORD, HEADER_WORDS };

static bool
fits_class(const struct lower *l, LLVMValueRef bytes)
{
	const struct lr_profile *p = l->profile;
	uint64_t header = HEADER_WORDS * (uint64_t)l->e.word_bytes + profile_header_bytes(p, l->e.word_bytes),
		most = profile_class_most(p);

	return LLVMIsAConstantInt(bytes) && most >= header && LLVMConstIntGetZExtValue(bytes) <= most - header;
}

lr_status
memory_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	lr_status st = signature_check(l, call, id, "t:0itii");

	if (st != LR_OK)
		return st;
	if (profile_tag_inside(l->profile))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"%s makes an object whose first words are its length and the address of its data, and by "
			"profile '%s' tags lie inside of objects", intrinsic_name(id), l->profile->name);
	edit_plan_call(&l->e, call);
	if (LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(call, ARG_ZERO))) != 1)
		return lr_fail(l->cx, LR_E_DIALECT, call, "argument %d of %s, whether to zero the data, must be an i1",
			ARG_ZERO + 1, intrinsic_name(id));
	return fits_class(l, LLVMGetOperand(call, ARG_BYTES)) ? LR_OK
		: runtime_name_check(l, call, l->profile->memory_alloc);
}

static void
store_word(struct lower *l, LLVMValueRef value, LLVMValueRef object, unsigned word)
{
	LLVMValueRef at = edit_offset(&l->e, object, (int64_t)word * l->e.word_bytes, "");

	LLVMSetAlignment(LLVMBuildStore(l->e.builder, value, at), l->e.word_bytes);
}

static void
zero(struct lower *l, LLVMValueRef data, LLVMValueRef bytes)
{
	struct edit *e = &l->e;

	LLVMBuildMemSet(e->builder, data, LLVMConstInt(e->i8, 0, false),
		LLVMBuildIntCast2(e->builder, bytes, e->word, false, ""), 1);
}

void
memory_zero_data(struct lower *l, LLVMValueRef object, LLVMValueRef offset, LLVMValueRef bytes)
{
	struct edit *e = &l->e;

	if (LLVMIsNull(bytes))
		return;
	LLVMValueRef at = LLVMBuildGEP2(e->builder, e->i8, object, &offset, 1, "");
	LLVMValueRef data = LLVMBuildLoad2(e->builder, e->ptr, at, "memory_data");
	LLVMSetAlignment(data, e->word_bytes);
	zero(l, data, bytes);
}

/* Builds the call of the runtime's entry, which may throw, unlike other entries for allocation. */
static LLVMValueRef
call_runtime(struct lower *l, LLVMValueRef call)
{
	struct edit *e = &l->e;
	LLVMValueRef type = alloc_raw_type(LLVMGetOperand(call, ARG_TYPE));
	LLVMTypeRef params[] = { e->ptr, e->word, e->ptr }, fn_type = LLVMFunctionType(e->tracked, params, 3, false);
	LLVMValueRef f = runtime_function(l, l->profile->memory_alloc, fn_type), args[3];

	args[0] = alloc_ptls(l, LLVMGetOperand(call, ARG_TASK));
	args[1] = LLVMBuildIntCast2(e->builder, LLVMGetOperand(call, ARG_BYTES), e->word, false, "");
	args[2] = LLVMTypeOf(type) == e->ptr ? type : LLVMBuildAddrSpaceCast(e->builder, type, e->ptr, "");
	LLVMValueRef made = LLVMBuildCall2(e->builder, fn_type, f, args, 3, "");
	alloc_copy_attributes(l, call, made, alloc_may_have_hook(l, LLVMGetOperand(call, ARG_TYPE)));
	edit_copy_call_site(e, call, made);
	LLVMAddCallSiteAttribute(made, AT_RETURN, e->nonnull);
	return made;
}

void
memory_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	LLVMValueRef bytes = LLVMGetOperand(call, ARG_BYTES), asked = LLVMGetOperand(call, ARG_ZERO), made, data = NULL;

	(void)id;
	edit_before(e, call);
	if (fits_class(l, bytes)) {
		uint64_t header = HEADER_WORDS * (uint64_t)e->word_bytes;
		made = alloc_build(l, call, LLVMGetOperand(call, ARG_TASK),
			edit_word(e, LLVMConstIntGetZExtValue(bytes) + header), LLVMGetOperand(call, ARG_TYPE));
		data = edit_offset(e, made, (int64_t)header, "memory_data");
		store_word(l, LLVMBuildAddrSpaceCast(e->builder, data, e->ptr, ""), made, DATA_WORD);
	} else {
		made = call_runtime(l, call);
	}
	store_word(l, LLVMBuildIntCast2(e->builder, LLVMGetOperand(call, ARG_LENGTH), e->word, false, ""), made,
		LENGTH_WORD);
	LLVMValueRef zeroed;
	if (LLVMIsAConstantInt(asked))
		zeroed = LLVMIsNull(asked) ? asked : bytes;
	else
		zeroed = LLVMBuildSelect(e->builder, asked, bytes, LLVMConstNull(LLVMTypeOf(bytes)), "");
	if (data == NULL)
		memory_zero_data(l, made, edit_word(e, (uint64_t)DATA_WORD * e->word_bytes), zeroed);
	else if (!LLVMIsNull(zeroed))
		zero(l, data, zeroed);
	edit_replace(e, call, made);
}
