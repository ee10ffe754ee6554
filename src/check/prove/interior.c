/* SPDX-License-Identifier: MIT */
/* interior.c -- is each reference in a root the address of its object?
**
** A collector takes the word in a root for an object, and finds the tag in front of it (include/lateroot/abi.h).  The
** model of the checker has the same node for an object and for all pointers into it, so the distance is looked at here:
** of what is stored into roots, through casts, phis and selects. */
#include "check/prove/prove.h"

#include "check/model/check_phases.h"

enum { DEEP = 64 };

/* Is the address one in the frame of the dialect's intrinsics? */
static bool
is_in_frame(struct ck *c, LLVMValueRef p)
{
	for (unsigned k = 0; k < DEEP; k++) {
		if (LLVMIsACallInst(p) != NULL)
			return check_callee(c, p).id == FN_GET_GC_FRAME_SLOT;
		if (LLVMIsAGetElementPtrInst(p) == NULL && LLVMIsABitCastInst(p) == NULL)
			return false;
		p = LLVMGetOperand(p, 0);
	}
	return false;
}

/* References that may point behind the start of their object, by address arithmetic of this function. */
struct interiors {
	struct ck *c;
	struct ptrmap is;        /* the value -> 0 */
	LLVMValueRef *todo;
	uint32_t n, cap;
};

static bool
add(struct interiors *s, LLVMValueRef v)
{
	if (!check_is_special(check_space(LLVMTypeOf(v))) || ptrmap_get(&s->is, v) != PTRMAP_NONE)
		return true;
	if (!ARENA_PUSH(&s->c->ar, s->todo, s->n, s->cap) || !ptrmap_set(&s->is, v, 0))
		return false;
	s->todo[s->n++] = v;
	return true;
}

/* Finds all of them: each one makes one of what is cast, chosen or computed from it. */
static bool
find_interiors(struct interiors *s)
{
	int64_t bytes;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMIsAGetElementPtrInst(i) != NULL && (!check_offset(s->c, i, &bytes) || bytes != 0)
				&& !add(s, i))
				return false;
	while (s->n > 0)
		for (LLVMUseRef u = LLVMGetFirstUse(s->todo[--s->n]), next; u != NULL; u = next) {
			LLVMValueRef v = LLVMGetUser(u);
			LLVMOpcode op = LLVMIsAInstruction(v) != NULL ? LLVMGetInstructionOpcode(v) : LLVMUnreachable;
			next = LLVMGetNextUse(u);
			if ((op == LLVMPHI || op == LLVMSelect || op == LLVMGetElementPtr || op == LLVMBitCast
				|| op == LLVMAddrSpaceCast || op == LLVMFreeze) && !add(s, v))
				return false;
		}
	return true;
}

/* The first store of one into the frame, or NULL. */
static LLVMValueRef
find_store(struct interiors *s)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMIsAStoreInst(i) != NULL
				&& ptrmap_get(&s->is, LLVMGetOperand(i, 0)) != PTRMAP_NONE
				&& is_in_frame(s->c, LLVMGetOperand(i, 1)))
				return i;
	return NULL;
}

bool
interior_prove(struct prover *p, LLVMValueRef fn)
{
	struct ck c;
	struct interiors s = { .c = &c };
	LLVMValueRef found = NULL;

	check_set_up(&c, p->cx, fn, false);
	ptrmap_init(&s.is, p->cx->options.alloc, p->cx->options.user);
	bool ok = find_interiors(&s);
	if (ok)
		found = find_store(&s);
	ok = ok && !check_out_of_memory(&c) && !s.is.failed;
	ptrmap_free(&s.is);
	check_tear_down(&c);
	if (found != NULL)
		finding_add(p, LR_UNKNOWN, "interior", prove_original(p, found), NULL, "an interior pointer is stored "
			"into a root, where a collector expects the address of an object");
	return ok && !p->failed;
}
