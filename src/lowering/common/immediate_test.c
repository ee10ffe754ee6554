/* SPDX-License-Identifier: MIT */
/* immediate_test.c -- the test at run time whether a word is an immediate, by the rules of the profile: the same as
** lr_is_reference of layout.h. */
#include "lowering/common/lowering.h"

#include "lateroot/layout.h"

LLVMValueRef
immediate_build_word(struct edit *e, LLVMValueRef pointer)
{
	if (LLVMTypeOf(pointer) != e->ptr)
		pointer = LLVMBuildAddrSpaceCast(e->builder, pointer, e->ptr, "");
	return LLVMBuildPtrToInt(e->builder, pointer, e->word, "");
}

LLVMValueRef
immediate_build_test(struct lower *l, LLVMValueRef word)
{
	struct edit *e = &l->e;
	const struct lr_profile *p = l->profile;
	LLVMBuilderRef b = e->builder;
	LLVMValueRef any = LLVMBuildICmp(b, LLVMIntULT, word, edit_word(e, LR_SMALL_VALUE_LIMIT), "");

	if (p->immediate_bits != 0) {
		LLVMValueRef bits = LLVMBuildAnd(b, word, edit_word(e, p->immediate_bits), "");
		any = LLVMBuildOr(b, any, LLVMBuildICmp(b, LLVMIntNE, bits, edit_word(e, 0), ""), "");
	}
	for (uint32_t i = 0; i < p->nimmediates; i++) {
		LLVMValueRef bits = LLVMBuildAnd(b, word, edit_word(e, p->immediates[i].mask), "");
		LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntEQ, bits, edit_word(e, p->immediates[i].value), "");
		any = LLVMBuildOr(b, any, fits, "");
	}
	LLVMSetValueName2(any, "immediate", 9);
	return any;
}
