/* SPDX-License-Identifier: MIT */
/* anchors.c -- does an anchor say what a walker of the stack needs, and does a landing pad restore the chain?
**
** check_anchor.c and check_reloc_anchor.c prove where an anchor is linked.  Here it is proved that each word of it
** is stored by the time it is linked, and is never anything else (include/lateroot/abi.h):
**   word 0   ABI framemap: an address in the function, made by inline assembly, with the bit of anchors; statepoint:
**            the header of anchors
**   word 1   what the head of the chain was
**   word 2   the function's frame pointer
**   word 3   ABI statepoint: the stack pointer; check_reloc_anchor.c proves when
** The function must be in the section that its table describes, and keep its frame pointer.
**
** Behind an invoke that was unwound, the head of the task's chain may be the frame or the anchor of a callee that is
** gone.  Until the head is stored again there must be no safepoint and no return.  With the ABI statepoint it is stored
** again there only: an anchor leaves the chain by its own word 1. */
#include "check/prove/prove.h"

#include "check/model/check_phases.h"
#include "check/relocations/check_reloc_model.h"
#include "lateroot/abi.h"

enum { WORDS = LR_ANCHOR_WORDS };

struct anchors {
	struct prover *p;
	struct ck c;
	lr_abi abi;
	LLVMValueRef anchor;
	bool reported;
};

static void
say(struct anchors *a, LLVMValueRef at, const char *why)
{
	if (!a->reported)
		finding_add(a->p, LR_UNKNOWN, "anchor", at, NULL, why);
	a->reported = true;
}

static bool
calls(LLVMValueRef v, const char *prefix)
{
	LLVMValueRef callee = LLVMIsACallInst(v) != NULL ? LLVMGetCalledValue(v) : NULL;

	return callee != NULL && LLVMIsAFunction(callee) != NULL
		&& strncmp(value_name(callee), prefix, strlen(prefix)) == 0;
}

/* The operand of a binary operation whose other one is the constant n; NULL: it is another. */
static LLVMValueRef
operand(LLVMValueRef v, LLVMOpcode op, uint64_t n)
{
	LLVMValueRef by;

	if (LLVMIsAInstruction(v) == NULL || LLVMGetInstructionOpcode(v) != op)
		return NULL;
	by = LLVMGetOperand(v, 1);
	return LLVMIsAConstantInt(by) != NULL && LLVMConstIntGetZExtValue(by) == n ? LLVMGetOperand(v, 0) : NULL;
}

static bool
is_right(struct anchors *a, int64_t word, LLVMValueRef v)
{
	const uint64_t header = LR_ANCHOR_AT_CALL << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR;
	LLVMValueRef n;

	switch (word) {
	case 0:
		if (a->abi == LR_ABI_STATEPOINT)
			return LLVMIsAConstantInt(v) != NULL && LLVMConstIntGetZExtValue(v) == header;
		n = operand(v, LLVMOr, LR_FRAME_ANCHOR);
		n = n != NULL ? operand(n, LLVMShl, LR_FRAME_NROOTS_SHIFT) : NULL;
		return n != NULL && LLVMIsACallInst(n) != NULL && LLVMIsAInlineAsm(LLVMGetCalledValue(n)) != NULL;
	case LR_FRAME_PREV_WORD:
		return LLVMIsALoadInst(v) != NULL && check_is_chain(&a->c, LLVMGetOperand(v, 0));
	case LR_ANCHOR_FP_WORD:
		return calls(v, "llvm.frameaddress") && LLVMIsNull(LLVMGetOperand(v, 0));
	case LR_ANCHOR_SP_WORD:
		return a->abi == LR_ABI_STATEPOINT && calls(v, "llvm.stacksave");
	default:
		return false;
	}
}

/* The distance of an address from the anchor; false: it is none in the anchor, or a computed one. */
static bool
distance(struct anchors *a, LLVMValueRef p, int64_t *at)
{
	*at = 0;
	for (unsigned k = 0; k < 16 && p != a->anchor; k++) {
		int64_t bytes;
		if (LLVMIsAGetElementPtrInst(p) == NULL || !check_offset(&a->c, p, &bytes))
			return false;
		*at += bytes;
		p = LLVMGetOperand(p, 0);
	}
	return p == a->anchor;
}

/* Carries through a block which words may be missing, a bit for each. */
static uint8_t
pass_words(struct anchors *a, uint32_t b, uint8_t missing, bool report)
{
	static const char *const why[WORDS] = { "word 0 of the anchor is not stored by the time it is linked",
		"word 1 of the anchor, the older frame, is not stored by the time it is linked",
		"word 2 of the anchor, the frame pointer, is not stored by the time it is linked" };
	int64_t at;

	for (LLVMValueRef i = LLVMGetFirstInstruction(a->c.bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsAStoreInst(i) == NULL)
			continue;
		LLVMValueRef v = LLVMGetOperand(i, 0);
		for (unsigned k = 0; k < WORDS && report && v == a->anchor; k++)
			if (missing >> k & 1)
				say(a, i, why[k]);
		if (!distance(a, LLVMGetOperand(i, 1), &at))
			continue;
		bool right = at >= 0 && at % a->c.word == 0
			&& LLVMStoreSizeOfType(a->c.layout, LLVMTypeOf(v)) == a->c.word
			&& is_right(a, at / a->c.word, v);
		if (!right && report)
			say(a, i, "a word of the anchor becomes something that is not known");
		if (right && at / a->c.word < WORDS)
			missing &= (uint8_t)~(1u << at / a->c.word);
	}
	return missing;
}

static uint8_t
pass_words_silently(struct ck *c, uint32_t b, uint8_t in, const void *user)
{
	(void)c;
	return pass_words(*(struct anchors *const *)user, b, in, false);
}

/* Looks at the uses of the anchor, or of the address of one of its words. */
static void
prove_uses(struct anchors *a, LLVMValueRef p)
{
	int64_t at;

	for (LLVMUseRef u = LLVMGetFirstUse(p); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		LLVMOpcode op = LLVMGetInstructionOpcode(user);
		bool word = op == LLVMGetElementPtr && p == a->anchor && distance(a, user, &at);
		bool store = op == LLVMStore && (LLVMGetOperand(user, 0) != p
			|| (p == a->anchor && check_is_chain(&a->c, LLVMGetOperand(user, 1))));
		if (!word && !store && op != LLVMLoad && !calls(user, "llvm.lifetime."))
			say(a, user, "the address of the anchor is used in an unknown way");
	}
}

static bool
prove_words(struct anchors *a)
{
	uint8_t *in = arena_zarray(&a->c.ar, a->c.nblk, sizeof *in);

	if (in == NULL)
		return false;
	prove_uses(a, a->anchor);
	for (LLVMUseRef u = LLVMGetFirstUse(a->anchor); u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsAGetElementPtrInst(LLVMGetUser(u)) != NULL)
			prove_uses(a, LLVMGetUser(u));
	in[0] = (1u << WORDS) - 1;
	check_spread(&a->c, in, pass_words_silently, &a);
	for (uint32_t b = 0; b < a->c.nblk; b++)
		pass_words(a, b, in[b], true);
	return true;
}

static void
prove_function(struct anchors *a)
{
	const char *section = LLVMGetSection(a->c.fn), *want
		= a->abi == LR_ABI_STATEPOINT ? LR_STATEPOINT_TEXT : LR_FRAMEMAP_TEXT;
	LLVMAttributeRef fp = LLVMGetStringAttributeAtIndex(a->c.fn, CK_ON_FUNCTION, "frame-pointer", 13);
	unsigned n = 0;
	const char *how = fp != NULL ? LLVMGetStringAttributeValue(fp, &n) : "";

	if (section == NULL
		|| (strcmp(section, want) != 0
			&& (a->abi != LR_ABI_FRAMEMAP || strcmp(section, LR_FRAMEMAP_MACHO_TEXT) != 0)))
		say(a, a->c.fn, "the function is not in the section that the table of roots describes");
	if (n != 3 || strncmp(how, "all", 3) != 0)
		say(a, a->c.fn, "the function does not keep its frame pointer, by which the stack is walked");
}

/* ---- landing pads ---- */

static bool
collects(struct anchors *a, LLVMValueRef call)
{
	bool twice;

	return rmodel_is_statepoint(call) || check_is_safepoint(&a->c, call, &twice);
}

/* Carries through a block whether the head of the task's chain may be stray. */
static uint8_t
pass(struct anchors *a, uint32_t b, uint8_t stray, bool report)
{
	LLVMOpcode op;

	for (LLVMValueRef i = LLVMGetFirstInstruction(a->c.bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
		op = LLVMGetInstructionOpcode(i);
		if (op == LLVMLandingPad)
			for (uint32_t e = a->c.pred_off[b]; e < a->c.pred_off[b + 1]; e++) {
				LLVMValueRef end = LLVMGetBasicBlockTerminator(a->c.bb[a->c.pred[e]]);
				if (LLVMIsAInvokeInst(end) != NULL && collects(a, end))
					stray = 1;
			}
		if (op == LLVMStore && check_is_chain(&a->c, LLVMGetOperand(i, 1))) {
			LLVMValueRef v = LLVMGetOperand(i, 0);
			if (report && !stray && a->abi == LR_ABI_STATEPOINT && LLVMIsALoadInst(v) != NULL
				&& check_is_chain(&a->c, LLVMGetOperand(v, 0)))
				say(a, i, "the head of the chain becomes what it was before");
			stray = 0;
		}
		if (stray && report && (op == LLVMRet || ((op == LLVMCall || op == LLVMInvoke) && collects(a, i))))
			say(a, i, "the head of the chain may be the frame of a function that was unwound");
	}
	return stray;
}

static uint8_t
pass_silently(struct ck *c, uint32_t b, uint8_t in, const void *user)
{
	(void)c;
	return pass(*(struct anchors *const *)user, b, in, false);
}

static bool
prove_pads(struct anchors *a)
{
	uint8_t *in = arena_zarray(&a->c.ar, a->c.nblk, sizeof *in);
	bool chain = check_gcstack(a->c.fn) != NULL;

	if (in == NULL)
		return false;
	for (uint32_t b = 0; b < a->c.nblk && !chain; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(a->c.bb[b]); i != NULL && !chain;
			i = LLVMGetNextInstruction(i))
			chain = LLVMIsACallInst(i) != NULL && check_is_chain(&a->c, i);
	if (!chain)
		return true;
	check_spread(&a->c, in, pass_silently, &a);
	for (uint32_t b = 0; b < a->c.nblk; b++)
		pass(a, b, in[b], true);
	return true;
}

/* Does a store make the header of an anchor of statepoints, in memory of its size? */
static bool
is_header(struct anchors *a, LLVMValueRef store)
{
	LLVMValueRef to = LLVMGetOperand(store, 1), n = LLVMIsAAllocaInst(to) != NULL ? LLVMGetOperand(to, 0) : NULL;

	return a->abi == LR_ABI_STATEPOINT && n != NULL && LLVMIsAConstantInt(n) != NULL
		&& LLVMConstIntGetZExtValue(n) == LR_ANCHOR_AT_CALL_WORDS && is_right(a, 0, LLVMGetOperand(store, 0));
}

/* The alloca that is an anchor, or NULL. */
static LLVMValueRef
find_anchor(struct anchors *a)
{
	for (uint32_t b = 0; b < a->c.nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(a->c.bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMIsAStoreInst(i) != NULL && is_header(a, i))
				return LLVMGetOperand(i, 1);
			else if (LLVMIsAStoreInst(i) != NULL && LLVMIsAAllocaInst(LLVMGetOperand(i, 0)) != NULL
				&& check_is_chain(&a->c, LLVMGetOperand(i, 1))
				&& LLVMGetOperand(i, 0) != a->c.mapped)
				return LLVMGetOperand(i, 0);
	return NULL;
}

bool
anchors_prove(struct prover *p, LLVMValueRef fn, const struct look *l)
{
	struct anchors a = { .p = p, .abi = check_abi(p->cx, fn) };

	check_set_up(&a.c, p->cx, fn, false);
	bool ok = check_cfg(&a.c);
	bool may = l->anchor || (l->record && l->linked) || a.abi == LR_ABI_STATEPOINT;
	if (ok && may && !l->mapped && (a.anchor = find_anchor(&a)) != NULL)
		ok = prove_words(&a);
	if (ok && (l->record || (a.anchor != NULL && a.abi == LR_ABI_STATEPOINT)))
		prove_function(&a);
	ok = ok && prove_pads(&a) && !check_out_of_memory(&a.c);
	check_tear_down(&a.c);
	return ok;
}
