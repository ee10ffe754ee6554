/* safepoint.c -- julia.safepoint: a load that faults when the collector has protected the page. */
#include "lowering/lowering.h"

lr_status
safepoint_check(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	edit_plan_call(&l->e, call);
	return signature_check(l, call, id, "v:0");
}

void
safepoint_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;

	(void)id;
	edit_before(e, call);
	LLVMValueRef load = LLVMBuildLoad2(e->builder, e->word, LLVMGetOperand(call, 0), "");
	LLVMSetVolatile(load, true);
	LLVMSetAlignment(load, e->word_bytes);
	edit_replace(e, call, load);
}
