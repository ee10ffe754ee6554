/* SPDX-License-Identifier: MIT */
/* preserve.c -- deletes gc_preserve regions and gcroot_flush, which placement has read. */
#include "lowering/common/lowering.h"

/* Fails if the token of a region has a use other than the region's ends, which would stay without a definition. */
static lr_status
check_token(struct lower *l, LLVMValueRef begin)
{
	for (LLVMUseRef u = LLVMGetFirstUse(begin); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsACallInst(user) || intrinsic_of_call(user) != INTR_PRESERVE_END)
			return lr_fail(l->cx, LR_E_DIALECT, user,
				"the token of a gc_preserve_begin is used by something other than gc_preserve_end");
	}
	return LR_OK;
}

lr_status
preserve_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	lr_status st = LR_OK;

	edit_plan_name(&l->e, call);
	switch (id) {
	case INTR_PRESERVE_BEGIN:
		st = signature_check(l, call, id, "k:x*");
		return st != LR_OK ? st : check_token(l, call);
	case INTR_PRESERVE_END:
		return signature_check(l, call, id, "v:k");
	default:
		return signature_check(l, call, id, "v:");
	}
}

void
erase_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)l, (void)id;
	LLVMInstructionEraseFromParent(call);
}
