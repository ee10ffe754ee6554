/* SPDX-License-Identifier: MIT */
/* combine_mul_add.c -- CombineMulAdd: lets the code generator fuse a multiplication with the addition behind it.
**
** Julia had this pass until 1.12; LowerSIMDLoop does its work now. In an fadd or fsub with all fast-math flags, a
** multiplication that has no other use gets the flag `contract`: the first operand if that is one, otherwise the
** second. */
#include "host/passes.h"
#include "host/remark.h"

static bool
is_all_fast(LLVMValueRef inst)
{
	return (LLVMGetFastMathFlags(inst) & LLVMFastMathAll) == LLVMFastMathAll;
}

/* Gives a multiplication the flag. False: it is none, it has other uses, or it has the flag. */
static bool
let_contract(LLVMValueRef v)
{
	LLVMUseRef u = LLVMGetFirstUse(v);

	if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMFMul || u == NULL
		|| LLVMGetNextUse(u) != NULL || (LLVMGetFastMathFlags(v) & LLVMFastMathAllowContract))
		return false;
	LLVMSetFastMathFlags(v, LLVMFastMathAllowContract); /* adds it to the others */
	return true;
}

lr_status
pass_combine_mul_add(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	(void)m, (void)params;
	for (size_t i = 0; i < nfns; i++)
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fns[i]); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL;
				inst = LLVMGetNextInstruction(inst)) {
				LLVMOpcode op = LLVMGetInstructionOpcode(inst);
				if ((op != LLVMFAdd && op != LLVMFSub) || !is_all_fast(inst))
					continue;
				if (!let_contract(LLVMGetOperand(inst, 0)) && !let_contract(LLVMGetOperand(inst, 1)))
					continue;
				remark_say(cx, LR_REMARK_PASSED, "Contracted", inst, NULL,
					"may be fused with the multiplication before it");
				cx->changed |= LR_CHANGED_IR;
			}
	return LR_OK;
}
