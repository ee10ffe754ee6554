/* SPDX-License-Identifier: MIT */
/* undefined.c -- makes undefined parts of tracked values null, and unwritten parts of stack variables, so that no
** garbage reaches a slot.  Needs make_plan.  The former can be undone: explicit relocation plans the function as it is
** afterwards, and may fail. */
#include "gcroots/model/plan.h"
#include "gcroots/rewrite/rewrite.h"

/* Inserts null into the lanes for which the mask is undefined; returns the result. */
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
undefined_reserve(const struct plan *p, struct journal *j)
{
	return journal_room(j, p->nundef + 2 * p->nshuffle);
}

void
undefined_fill(LLVMBuilderRef b, const struct plan *p, struct journal *j)
{
	for (uint32_t i = 0; i < p->nundef; i++) {
		LLVMValueRef user = p->undef[i].inst, now = without_undef(LLVMGetOperand(user, p->undef[i].operand));
		if (j)
			journal_set_operand(j, user, p->undef[i].operand, now);
		else
			LLVMSetOperand(user, p->undef[i].operand, now);
	}
	for (uint32_t i = 0; i < p->nshuffle; i++) {
		LLVMValueRef shuffle = p->shuffle[i], place = LLVMGetNextInstruction(shuffle),
			whole = fill_shuffle(b, shuffle);
		if (!j || whole == shuffle)
			continue;
		journal_built_between(j, shuffle, place);
		journal_replaced(j, shuffle, whole);
	}
}

void
unwritten_fill(LLVMBuilderRef b, const struct plan *p)
{
	for (uint32_t i = 0; i < p->nunwritten; i++) {
		const struct plan_unwritten *u = &p->unwritten[i];
		LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(u->alloca));
		LLVMTypeRef i8 = LLVMInt8TypeInContext(c), i64 = LLVMInt64TypeInContext(c);
		LLVMValueRef null = LLVMConstNull(LLVMPointerTypeInContext(c, LR_AS_TRACKED));
		unsigned align = LLVMGetAlignment(u->alloca);
		LLVMPositionBuilderBefore(b, u->before);
		LLVMSetCurrentDebugLocation2(b, NULL);
		if (u->nword == 0)
			LLVMBuildMemSet(b, u->alloca, LLVMConstNull(i8), LLVMConstInt(i64, u->bytes, false), align);
		for (uint32_t k = 0; k < u->nword; k++) {
			uint64_t word = (uint64_t)p->word_bytes;
			LLVMValueRef at = LLVMConstInt(i64, u->word[k] * word, false),
				to = u->word[k] ? LLVMBuildInBoundsGEP2(b, i8, u->alloca, &at, 1, "") : u->alloca;
			LLVMSetAlignment(LLVMBuildStore(b, null, to), align < word ? align : (unsigned)word);
		}
	}
}
