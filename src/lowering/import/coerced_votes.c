/* SPDX-License-Identifier: MIT */
/* coerced_votes.c -- part of AdoptDialect: does the code beside a call, or in a body, show that an integer is a struct
** with a reference? See coerced.c. */
#include "dialect/kind.h"
#include "lowering/common/declared_types.h"
#include "lowering/import/coerced_parts.h"

/* How many words the value has if it may be such a struct; 0: it is none. */
unsigned
coerced_words(const struct coerced *c, LLVMTypeRef type)
{
	return c->scalars && type == c->e.word ? 1 : c->pair != NULL && type == c->pair ? 2 : 0;
}

unsigned
coerced_result_words(const struct coerced *c, LLVMTypeRef type)
{
	const unsigned words = coerced_words(c, type);

	return words == 1 && !c->results ? 0 : words;
}

struct seen { unsigned word_bytes, words; bool other; };

static bool
see_leaf(void *user, enum leaf what, LLVMTypeRef type, uint64_t at, uint64_t bytes)
{
	struct seen *seen = user;

	(void)type, (void)bytes;
	if (what == LEAF_REFERENCE && at % seen->word_bytes == 0)
		seen->words |= 1u << at / seen->word_bytes;
	else
		seen->other |= what == LEAF_REFERENCE || what == LEAF_OTHER || what == LEAF_UNION;
	return true;
}

/* The words where references are declared, of those to which the pointer points. */
static enum vote
vote_place(const struct coerced *c, LLVMValueRef pointer, unsigned words)
{
	struct seen seen = { .word_bytes = c->e.word_bytes };
	const uint64_t bytes = (uint64_t)words * c->e.word_bytes;
	struct place p;

	if (pointer_as(LLVMTypeOf(pointer)) != LR_AS_GENERIC)
		return AGAINST;
	place_of(c->td, pointer, &p);
	if (p.type == NULL || !place_leaves(c->td, &p, bytes, false, see_leaf, &seen) || seen.other || seen.words == 0)
		return AGAINST;
	return (enum vote)seen.words;
}

/* Is the pointer to a struct or array of one word, or to its first member? */
static bool
is_in_struct(const struct coerced *c, LLVMValueRef pointer)
{
	LLVMTypeRef type = LLVMIsAGetElementPtrInst(pointer) ? LLVMGetGEPSourceElementType(pointer)
		: LLVMIsAAllocaInst(pointer) ? LLVMGetAllocatedType(pointer) : NULL;

	return type != NULL
		&& (LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		&& LLVMTypeIsSized(type) && LLVMABISizeOfType(c->td, type) == c->e.word_bytes;
}

/* Is the argument of a call, or the operand of a return, such a struct? */
static enum vote
vote_given(const struct coerced *c, LLVMValueRef v, bool result)
{
	const unsigned words = coerced_words(c, LLVMTypeOf(v));

	if (words == 0)
		return AGAINST;
	if (LLVMIsUndef(v)) /* or poison */
		return UNSAID;
	if (sole_user(v) == NULL)
		return AGAINST;
	if (LLVMIsAPtrToIntInst(v)) {
		LLVMValueRef from = LLVMGetOperand(v, 0);
		return pointer_as(LLVMTypeOf(from)) == LR_AS_TRACKED && LLVMIsALoadInst(from) && sole_user(from) != NULL
				&& (!result || is_in_struct(c, LLVMGetOperand(from, 0)))
			? FIRST : AGAINST;
	}
	return LLVMIsALoadInst(v) && !LLVMGetVolatile(v) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic
		? vote_place(c, LLVMGetOperand(v, 0), words) : AGAINST;
}

static enum vote
vote_taken(const struct coerced *c, LLVMValueRef v, bool result)
{
	const unsigned words = coerced_words(c, LLVMTypeOf(v));
	LLVMValueRef user;

	if (words == 0)
		return AGAINST;
	if (LLVMGetFirstUse(v) == NULL)
		return UNSAID;
	if ((user = sole_user(v)) == NULL)
		return AGAINST;
	if (LLVMIsAIntToPtrInst(user)) {
		LLVMValueRef next = sole_user(user);
		return pointer_as(LLVMTypeOf(user)) == LR_AS_TRACKED && next != NULL && LLVMIsAStoreInst(next)
				&& LLVMGetOperand(next, 0) == user
				&& (!result || is_in_struct(c, LLVMGetOperand(next, 1)))
			? FIRST : AGAINST;
	}
	return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v && !LLVMGetVolatile(user)
		? vote_place(c, LLVMGetOperand(user, 1), words) : AGAINST;
}

enum vote
coerced_vote_result(const struct coerced *c, LLVMValueRef call)
{
	return LLVMGetCallSiteAttributeCount(call, LLVMAttributeReturnIndex) > 0 ? AGAINST : vote_taken(c, call, true);
}

static enum vote
join(enum vote a, enum vote b)
{
	return a == UNSAID || a == b ? b : b == UNSAID ? a : AGAINST;
}

bool
coerced_is_call(LLVMValueRef i)
{
	return LLVMIsACallInst(i) || LLVMIsAInvokeInst(i);
}

enum vote
coerced_vote_call(const struct coerced *c, LLVMValueRef call, unsigned slot)
{
	if (slot >= LLVMGetNumArgOperands(call))
		return AGAINST;
	const enum vote v = vote_given(c, LLVMGetOperand(call, slot), false);
	return v != AGAINST && LLVMGetCallSiteAttributeCount(call, slot + 1) > 0 ? AGAINST : v;
}

bool
coerced_is_for(enum vote v)
{
	return v != UNSAID && v != AGAINST;
}

/* The vote of the body alone. */
static enum vote
vote_body(const struct coerced *c, LLVMValueRef fn, int slot)
{
	enum vote all = UNSAID;

	if (slot != RESULT)
		return LLVMGetFirstBasicBlock(fn) != NULL
			? vote_taken(c, LLVMGetParam(fn, (unsigned)slot), false) : UNSAID;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		if (end != NULL && LLVMIsAReturnInst(end))
			all = join(all, vote_given(c, LLVMGetOperand(end, 0), true));
	}
	return all;
}

/* The vote of the body and all calls for one slot, or the result. *any: some vote is for references; *told is the
** function or call of the first. */
enum vote
coerced_vote_all(const struct coerced *c, LLVMValueRef fn, int slot, bool *any, LLVMValueRef *told)
{
	enum vote all = vote_body(c, fn, slot);

	*any = coerced_is_for(all);
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!coerced_is_call(call) || LLVMGetCalledValue(call) != fn)
			continue;
		const enum vote v = slot == RESULT
			? coerced_vote_result(c, call) : coerced_vote_call(c, call, (unsigned)slot);
		if (coerced_is_for(v) && !*any)
			*any = true, *told = call;
		all = join(all, v);
	}
	return all;
}
