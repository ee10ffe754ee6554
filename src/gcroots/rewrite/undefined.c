/* undefined.c -- what is undefined in tracked values becomes null, so that no garbage reaches a slot.
** Needs make_plan.  It can be taken back: a plan may be made of the function as it is afterwards, and fail. */
#include "gcroots/model/scan.h"

/* Null in the lanes that the mask leaves open; gives the whole. */
static LLVMValueRef
fill_shuffle(LLVMBuilderRef b, LLVMValueRef shuffle)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(shuffle)));
	LLVMValueRef whole = shuffle, first = LLVMGetNextInstruction(shuffle);
	LLVMUseRef u, next;

	LLVMPositionBuilderBefore(b, first);
	LLVMSetCurrentDebugLocation2(b, NULL);
	for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++)
		if (LLVMGetMaskValue(shuffle, i) < 0)
			whole = LLVMBuildInsertElement(b, whole, LLVMConstNull(LLVMGetElementType(LLVMTypeOf(shuffle))),
				LLVMConstInt(i32, i, 0), "");
	first = LLVMGetNextInstruction(shuffle);
	/* every user but the first insertion */
	for (u = LLVMGetFirstUse(shuffle); u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (user == first)
			continue;
		for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
			if (LLVMGetOperand(user, k) == shuffle)
				LLVMSetOperand(user, k, whole);
		next = LLVMGetFirstUse(shuffle); /* the list has changed: what is left of it */
		while (next && LLVMGetUser(next) == first)
			next = LLVMGetNextUse(next);
	}
	return whole;
}

bool
undefined_reserve(const struct plan *p, struct arena *ar, struct undefined *log)
{
	*log = (struct undefined){ .use = p->undef, .shuffle = p->shuffle };
	log->old = arena_array(ar, p->nundef, sizeof *log->old);
	log->whole = arena_array(ar, p->nshuffle, sizeof *log->whole);
	return log->old && log->whole;
}

void
undefined_fill(LLVMBuilderRef b, const struct plan *p, struct undefined *log)
{
	for (uint32_t i = 0; i < p->nundef; i++) {
		LLVMValueRef old = LLVMGetOperand(p->undef[i].inst, p->undef[i].operand);
		if (log)
			log->old[log->nuse++] = old;
		LLVMSetOperand(p->undef[i].inst, p->undef[i].operand, without_undef(old));
	}
	for (uint32_t i = 0; i < p->nshuffle; i++) {
		LLVMValueRef whole = fill_shuffle(b, p->shuffle[i]);
		if (log)
			log->whole[log->nshuffle++] = whole;
	}
}

void
undefined_restore(struct undefined *log)
{
	while (log->nshuffle > 0) {
		LLVMValueRef shuffle = log->shuffle[--log->nshuffle], at = log->whole[log->nshuffle];
		if (at != shuffle)
			LLVMReplaceAllUsesWith(at, shuffle);
		for (LLVMValueRef before; at != shuffle; at = before) {
			before = LLVMGetPreviousInstruction(at);
			LLVMInstructionEraseFromParent(at);
		}
	}
	while (log->nuse > 0) {
		log->nuse--;
		LLVMSetOperand(log->use[log->nuse].inst, log->use[log->nuse].operand, log->old[log->nuse]);
	}
}
