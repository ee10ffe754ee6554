/* SPDX-License-Identifier: MIT */
/* poll_drop.c -- DropGCPolls: deletes polls that another poll shortly precedes. Such polls come with the body of an
** inlined function, or with another round of an unrolled loop.
**
** A poll is deleted if each path to it from the entry of the function passes another poll that stays, and between the
** two
**
**   takes no edge back       Then each cycle that had a poll keeps one: the cycle passes the target of an edge back,
**                            where no poll counts as passed, and then either a poll that stays or this one. A call
**                            behind this poll is also behind another one, so recursion still polls, and so does a
**                            function that callers expect to poll at once.
**   starts nothing long      that does not poll itself. All other instructions run at most once and take a short time,
**                            as on any path without a cycle.
**
** Only polls of PlaceGCPolls for entries and loops are deleted, which have a mark. All polls count as passed. */
#include "ir/linkage.h"
#include "ir/llvm_calls.h"
#include "lowering/polls/polls.h"
#include "host/passes.h"

struct drop {
	struct lower l;
	unsigned mark;
	struct ptrmap polling;   /* functions of the module with a poll: their long-running parts poll */
	struct ptrmap blocks;
	LLVMValueRef *polls;     /* to be deleted */
	uint32_t npolls, polls_cap;
};

enum work { WORK_SHORT, WORK_POLLS, WORK_LONG };

/* Is the length of llvm.memset or a similar call small? That many bytes take well under a millisecond. */
static bool
is_short(LLVMValueRef bytes)
{
	enum { MOST = 1 << 20 };

	return LLVMIsAConstantInt(bytes) && LLVMGetIntTypeWidth(LLVMTypeOf(bytes)) <= 64
		&& LLVMConstIntGetZExtValue(bytes) <= MOST;
}

static enum work
work_of(const struct drop *d, LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	if (op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr)
		return WORK_SHORT;
	enum poll_call what = poll_classify(&d->l, inst);
	if (what == CALL_POLLS || what == CALL_ALLOCATES)
		return what == CALL_POLLS ? WORK_POLLS : WORK_SHORT;
	LLVMValueRef callee = LLVMGetCalledValue(inst);
	if (!LLVMIsAFunction(callee) || call_has_attribute(inst, "returns_twice"))
		return WORK_LONG;
	if (llvm_call_kind(callee) == LLVM_CALL_NEVER)
		return strncmp(value_name(callee), "llvm.mem", 8) == 0 && !is_short(LLVMGetOperand(inst, 2))
			? WORK_LONG : WORK_SHORT;
	switch (intrinsic_of_call(inst)) {
	case INTR_NONE:
		break;
	case INTR_CALL:
	case INTR_CALL2:
	case INTR_CALL3:
		return WORK_LONG;
	default:
		return WORK_SHORT;
	}
	return ptrmap_get(&d->polling, callee) != PTRMAP_NONE && definition_is_final(callee) ? WORK_SHORT : WORK_LONG;
}

/* Finds the functions with polls. True: one of the polls has the mark. */
static bool
find_polls(struct drop *d, LLVMModuleRef m)
{
	bool any = false;

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (LLVMIsACallInst(i) && intrinsic_of_call(i) == INTR_SAFEPOINT) {
					ptrmap_set(&d->polling, fn, 0);
					any |= LLVMGetMetadata(i, d->mark) != NULL;
				}
	return any;
}

/* Finds the needless polls of a function. False: memory is exhausted. */
static bool
plan(struct drop *d, LLVMValueRef fn)
{
	struct arena *ar = &d->l.e.arena;
	struct cfg g;
	LLVMBasicBlockRef *bb = read_cfg(ar, &d->blocks, fn, &g);
	bool *passed = bb != NULL ? arena_array(ar, g.nblk, sizeof *passed) : NULL; /* by block: at its end */

	if (passed == NULL)
		return false;
	for (uint32_t b = 0; b < g.nblk; b++) {
		bool polled = b != 0;
		for (uint32_t e = g.pred_at[b]; e < g.pred_at[b + 1]; e++)
			polled = polled && g.pred[e] < b && passed[g.pred[e]];
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			enum work work = work_of(d, i);
			if (work == WORK_POLLS && polled && LLVMGetMetadata(i, d->mark) != NULL
				&& ARENA_PUSH(ar, d->polls, d->npolls, d->polls_cap))
				d->polls[d->npolls++] = i;
			polled = work == WORK_SHORT ? polled : work == WORK_POLLS;
		}
		passed[b] = polled;
	}
	return !ar->failed;
}

static void
erase_fence(LLVMValueRef inst)
{
	if (inst != NULL && LLVMIsAFenceInst(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingSequentiallyConsistent
		&& LLVMIsAtomicSingleThread(inst))
		LLVMInstructionEraseFromParent(inst);
}

/* Deletes a poll with its fences, and with loads that only it uses. */
static void
erase(LLVMValueRef poll)
{
	LLVMValueRef page = LLVMGetOperand(poll, 0), from;

	erase_fence(LLVMGetPreviousInstruction(poll));
	erase_fence(LLVMGetNextInstruction(poll));
	LLVMInstructionEraseFromParent(poll);
	for (; (LLVMIsALoadInst(page) || LLVMIsAGetElementPtrInst(page)) && LLVMGetFirstUse(page) == NULL;
		page = from) {
		if (LLVMIsALoadInst(page) && LLVMGetVolatile(page))
			break;
		from = LLVMGetOperand(page, 0);
		LLVMInstructionEraseFromParent(page);
	}
}

lr_status
pass_drop_polls(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct drop d = { .l = { .cx = cx, .profile = &cx->profile } };
	lr_status st = LR_OK;

	(void)fns, (void)nfns, (void)params;
	ptrmap_init(&d.polling, cx->options.alloc, cx->options.user);
	ptrmap_init(&d.blocks, cx->options.alloc, cx->options.user);
	if (!edit_begin(&d.l.e, cx, m))
		st = lr_nomem(cx);
	d.mark = st == LR_OK ? poll_mark(&d.l.e) : 0;
	if (st == LR_OK && find_polls(&d, m))
		for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && st == LR_OK; fn = LLVMGetNextFunction(fn))
			if (ptrmap_get(&d.polling, fn) != PTRMAP_NONE && !plan(&d, fn))
				st = lr_nomem(cx);
	if (st == LR_OK && d.polling.failed)
		st = lr_nomem(cx);
	for (uint32_t i = 0; i < d.npolls && st == LR_OK; i++) {
		erase(d.polls[i]);
		cx->changed |= LR_CHANGED_IR;
	}
	ptrmap_free(&d.polling);
	ptrmap_free(&d.blocks);
	edit_end(&d.l.e);
	return st;
}
