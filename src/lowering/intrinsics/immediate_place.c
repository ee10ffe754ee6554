/* SPDX-License-Identifier: MIT */
/* immediate_place.c -- RecomputeImmediates: where the integers of tagged references are computed.
**
** A tagged reference is often used as an integer, too, to test and change its bits.  LLVM's optimisations join equal
** uses and carry the integer along, beside the reference, which needs a root: then both live across safepoints, one in
** a slot, the other in a register that the function has to save.  But the integer costs nothing where the reference
** is: it is the same word.  So
**
**   * a phi of integers, each of which is the word of what a phi of references beside it takes from the same block,
**     becomes the word of that phi;
**   * uses of a word in another block than its own, or behind a call, get one of their own in their block, behind the
**     last call.
**
** References may move at safepoints.  Then a word that was computed before is stale, and the new one is not. */
#include "host/passes.h"
#include "lowering/common/lowering.h"

/* `computed`, in front of `at`, is to take the place of the phi `word`. */
struct pair { LLVMValueRef word, ref, at, computed; bool wrong; };

struct recompute {
	struct lower l;
	LLVMValueRef value, make;    /* the intrinsics' functions; make may be NULL */
	LLVMTypeRef type;            /* of `value` */
	LLVMValueRef *calls;         /* all calls of `value` in the functions */
	uint32_t ncalls, calls_cap;
	struct ptrmap pair_of;       /* phi of integers -> its index in `pairs` */
	struct pair *pairs;
	uint32_t npairs, pairs_cap;
	uint32_t *work;              /* pairs to be looked at again */
	uint32_t nwork, work_cap;
	LLVMBasicBlockRef *blocks;   /* with uses of words, each once */
	uint32_t nblocks, blocks_cap;
	struct ptrmap known;         /* first: the blocks; then: reference -> index in `words`, since the last call of
	                              * the current block */
	LLVMValueRef *words;
	uint32_t nwords, most_words;
};

static bool
is_value(const struct recompute *r, LLVMValueRef v)
{
	return LLVMIsACallInst(v) && LLVMGetCalledValue(v) == r->value && LLVMGetCalledFunctionType(v) == r->type;
}

static bool
collect(struct recompute *r, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (!is_value(r, i))
				continue;
			if (!ARENA_PUSH(&r->l.e.arena, r->calls, r->ncalls, r->calls_cap))
				return false;
			r->calls[r->ncalls++] = i;
		}
	return true;
}

/* -- phis */

/* Is the integer the word of the reference, if each phi of integers that counts is one?  With `trusts` all count,
** otherwise the pairs that nothing contradicts yet. */
static bool
is_word_of(const struct recompute *r, LLVMValueRef word, LLVMValueRef ref, bool trusts)
{
	if (is_value(r, word))
		return LLVMGetOperand(word, 0) == ref;
	if (r->make != NULL && LLVMIsACallInst(ref) && LLVMGetCalledValue(ref) == r->make
		&& LLVMGetOperand(ref, 0) == word)
		return true;
	if (!LLVMIsAPHINode(word) || trusts)
		return LLVMIsAPHINode(word);
	const uint32_t i = ptrmap_get(&r->pair_of, word);
	return i != PTRMAP_NONE && r->pairs[i].ref == ref && !r->pairs[i].wrong;
}

static bool
is_pair(const struct recompute *r, LLVMValueRef word, LLVMValueRef ref, bool trusts)
{
	const unsigned n = LLVMCountIncoming(word);

	for (unsigned i = 0; i < n; i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(word, i);
		unsigned k = i; /* the phis of a block nearly always have their edges in one order */
		if (LLVMGetIncomingBlock(ref, k) != from)
			for (k = 0; k < n && LLVMGetIncomingBlock(ref, k) != from;)
				k++;
		if (k == n || !is_word_of(r, LLVMGetIncomingValue(word, i), LLVMGetIncomingValue(ref, k), trusts))
			return false;
	}
	return true;
}

/* The phi of references beside `word` whose word it may be, or NULL. */
static LLVMValueRef
beside(const struct recompute *r, LLVMValueRef word, LLVMTypeRef type)
{
	enum { MOST = 32 }; /* phis that are looked at */
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(word));

	for (int tries = 0; LLVMIsAPHINode(i) && tries < MOST; tries++, i = LLVMGetNextInstruction(i))
		if (LLVMTypeOf(i) == type && is_pair(r, word, i, true))
			return i;
	return NULL;
}

/* The first instruction behind phis and pad before which a word can stand; NULL: nothing can. */
static LLVMValueRef
first_place(LLVMValueRef phi)
{
	LLVMValueRef at = phi;

	while (LLVMIsAPHINode(at))
		at = LLVMGetNextInstruction(at);
	if (LLVMIsALandingPadInst(at) || LLVMIsACatchPadInst(at) || LLVMIsACleanupPadInst(at))
		at = LLVMGetNextInstruction(at);
	return LLVMIsACatchSwitchInst(at) ? NULL : at;
}

static bool
add_pair(struct recompute *r, LLVMValueRef word, LLVMValueRef ref)
{
	LLVMValueRef at = ref != NULL ? first_place(word) : NULL;

	if (at == NULL || ptrmap_get(&r->pair_of, word) != PTRMAP_NONE)
		return true;
	if (!ARENA_PUSH(&r->l.e.arena, r->pairs, r->npairs, r->pairs_cap)
		|| !ptrmap_set(&r->pair_of, word, r->npairs))
		return false;
	r->pairs[r->npairs++] = (struct pair){ word, ref, at, NULL, false };
	return true;
}

/* The phis that take `word`, which is the word of `ref`, may be words themselves. */
static bool
try_phis(struct recompute *r, LLVMValueRef word, LLVMValueRef ref)
{
	bool ok = true;

	for (LLVMUseRef u = LLVMGetFirstUse(word); u != NULL && ok; u = LLVMGetNextUse(u)) {
		LLVMValueRef phi = LLVMGetUser(u);
		if (LLVMIsAPHINode(phi) && ptrmap_get(&r->pair_of, phi) == PTRMAP_NONE)
			ok = add_pair(r, phi, beside(r, phi, LLVMTypeOf(ref)));
	}
	return ok;
}

static bool
look_again(struct recompute *r, uint32_t i)
{
	if (!ARENA_PUSH(&r->l.e.arena, r->work, r->nwork, r->work_cap))
		return false;
	r->work[r->nwork++] = i;
	return true;
}

/* Takes everything for a pair that may be one, and then away what contradicts that. */
static bool
find_pairs(struct recompute *r)
{
	bool ok = true;

	for (uint32_t i = 0; i < r->ncalls && ok; i++)
		ok = try_phis(r, r->calls[i], LLVMGetOperand(r->calls[i], 0));
	for (uint32_t i = 0; i < r->npairs && ok; i++)
		ok = try_phis(r, r->pairs[i].word, r->pairs[i].ref);
	for (uint32_t i = 0; i < r->npairs && ok; i++)
		ok = look_again(r, i);
	while (r->nwork > 0 && ok) {
		struct pair *p = &r->pairs[r->work[--r->nwork]];
		if (p->wrong || is_pair(r, p->word, p->ref, false))
			continue;
		p->wrong = true;
		for (LLVMUseRef u = LLVMGetFirstUse(p->word); u != NULL && ok; u = LLVMGetNextUse(u)) {
			const uint32_t k = ptrmap_get(&r->pair_of, LLVMGetUser(u));
			ok = k == PTRMAP_NONE || look_again(r, k);
		}
	}
	return ok;
}

/* -- uses */

/* Takes note of the blocks that use `word`, and of the most words that a block can need. */
static bool
plan_uses(struct recompute *r, LLVMValueRef word)
{
	for (LLVMUseRef u = LLVMGetFirstUse(word); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAPHINode(user))
			continue;
		r->most_words++;
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(user);
		if (ptrmap_get(&r->known, bb) != PTRMAP_NONE)
			continue;
		if (!ptrmap_set(&r->known, bb, 0) || !ARENA_PUSH(&r->l.e.arena, r->blocks, r->nblocks, r->blocks_cap))
			return false;
		r->blocks[r->nblocks++] = bb;
	}
	return true;
}

static bool
plan(struct recompute *r)
{
	bool ok = find_pairs(r);

	r->most_words = r->ncalls + r->npairs;
	for (uint32_t i = 0; i < r->ncalls && ok; i++)
		ok = plan_uses(r, r->calls[i]);
	for (uint32_t i = 0; i < r->npairs && ok; i++)
		ok = r->pairs[i].wrong || plan_uses(r, r->pairs[i].word);
	r->words = arena_array(&r->l.e.arena, r->most_words, sizeof *r->words);
	ptrmap_grow_for(&r->known, r->most_words);
	return ok && r->words != NULL && !r->known.failed;
}

static LLVMValueRef
build_word(struct recompute *r, LLVMValueRef ref, LLVMValueRef at)
{
	edit_before(&r->l.e, at);
	return LLVMBuildCall2(r->l.e.builder, r->type, r->value, &ref, 1, "");
}

static void
know(struct recompute *r, LLVMValueRef word)
{
	r->words[r->nwords] = word;
	ptrmap_add(&r->known, LLVMGetOperand(word, 0), r->nwords++);
}

static void
forget(struct recompute *r)
{
	ptrmap_clear(&r->known);
	r->nwords = 0;
}

/* A word of the same reference as `word`, behind the last call before `at`. */
static LLVMValueRef
word_at(struct recompute *r, LLVMValueRef word, LLVMValueRef at)
{
	LLVMValueRef ref = LLVMGetOperand(word, 0);
	const uint32_t known = ptrmap_get(&r->known, ref);

	if (known == PTRMAP_NONE)
		know(r, build_word(r, ref, at));
	return r->words[known == PTRMAP_NONE ? r->nwords - 1 : known];
}

/* Some of these are no safepoints; then LLVM joins the words before and behind them. */
static bool
may_be_safepoint(LLVMValueRef i)
{
	const LLVMOpcode op = LLVMGetInstructionOpcode(i);

	return (op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
		&& (!LLVMIsAFunction(LLVMGetCalledValue(i)) || LLVMGetIntrinsicID(LLVMGetCalledValue(i)) == 0);
}

static void
recompute_in(struct recompute *r, LLVMBasicBlockRef bb)
{
	forget(r);
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsAPHINode(i) || LLVMIsACatchPadInst(i) || LLVMIsACleanupPadInst(i))
			continue; /* nothing can stand in front of a pad */
		if (is_value(r, i)) {
			if (ptrmap_get(&r->known, LLVMGetOperand(i, 0)) == PTRMAP_NONE)
				know(r, i);
			continue;
		}
		for (int k = 0; k < LLVMGetNumOperands(i); k++) {
			LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
			if (is_value(r, v))
				LLVMSetOperand(i, (unsigned)k, word_at(r, v, i));
		}
		if (may_be_safepoint(i))
			forget(r);
	}
}

static void
erase_unused(LLVMValueRef call)
{
	if (LLVMGetFirstUse(call) == NULL)
		LLVMInstructionEraseFromParent(call);
}

static void
apply(struct recompute *r)
{
	for (uint32_t i = 0; i < r->npairs; i++) {
		struct pair *p = &r->pairs[i];
		if (p->wrong)
			continue;
		p->computed = build_word(r, p->ref, p->at);
		LLVMReplaceAllUsesWith(p->word, p->computed);
	}
	for (uint32_t i = 0; i < r->npairs; i++)
		if (!r->pairs[i].wrong)
			LLVMInstructionEraseFromParent(r->pairs[i].word);
	for (uint32_t i = 0; i < r->nblocks; i++)
		recompute_in(r, r->blocks[i]);
	for (uint32_t i = 0; i < r->npairs; i++)
		if (!r->pairs[i].wrong)
			erase_unused(r->pairs[i].computed);
	for (uint32_t i = 0; i < r->ncalls; i++)
		erase_unused(r->calls[i]);
}

/* LowerPTLSPass refuses all others. */
static bool
is_signature(LLVMTypeRef type)
{
	LLVMTypeRef result = LLVMGetReturnType(type), param;

	if (LLVMIsFunctionVarArg(type) || LLVMCountParamTypes(type) != 1
		|| LLVMGetTypeKind(result) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(result) != 64)
		return false;
	LLVMGetParamTypes(type, &param);
	return LLVMGetTypeKind(param) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(param) == LR_AS_TRACKED;
}

lr_status
pass_recompute_immediates(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct recompute r = { .l = { .cx = cx, .profile = &cx->profile } };
	bool ok;

	(void)params;
	r.value = LLVMGetNamedFunction(m, intrinsic_name(INTR_IMMEDIATE_VALUE));
	if (r.value == NULL || !is_signature(LLVMGlobalGetValueType(r.value)))
		return LR_OK;
	r.make = LLVMGetNamedFunction(m, intrinsic_name(INTR_IMMEDIATE_MAKE));
	r.type = LLVMGlobalGetValueType(r.value);
	ptrmap_init(&r.pair_of, cx->options.alloc, cx->options.user);
	ptrmap_init(&r.known, cx->options.alloc, cx->options.user);
	ok = edit_begin(&r.l.e, cx, m);
	for (size_t i = 0; i < nfns && ok; i++)
		ok = collect(&r, fns[i]);
	ok = ok && (r.ncalls == 0 || plan(&r));
	if (ok && r.ncalls > 0) {
		apply(&r);
		cx->changed |= LR_CHANGED_IR;
	}
	ptrmap_free(&r.known);
	ptrmap_free(&r.pair_of);
	edit_end(&r.l.e);
	return ok ? LR_OK : lr_nomem(cx);
}
