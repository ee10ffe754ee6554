/* SPDX-License-Identifier: MIT */
/* null_stores.c -- deletes null stores of the front end into words of a GC frame that are null already.
**
** A front end initialises its variables with null. Placement lays such a variable over words of the frame, and
** zeroing.c makes these null when the frame is made or pushed. From there to the first instruction that may write
** another value into them, null stores into them are needless. Only the rest of that block is read. */
#include "lowering/common/lowering.h"

#include <llvm-c/Target.h>

enum { MAX_STEPS = 512, BITS = 64 };

/* Words [at, at+n) of a frame; n == 0: the words are not in this frame, or not known. */
struct words { uint64_t at, n; };

struct nulls {
	struct lower *l;
	LLVMValueRef frame;
	uint64_t nroots, *null;  /* null: set of the words that are still known to be null */
};

static struct words
words_of(const struct nulls *n, LLVMValueRef address, uint64_t bytes)
{
	unsigned word = n->l->e.word_bytes;
	uint64_t count = bytes / word;

	if (!LLVMIsACallInst(address) || edit_intrinsic(&n->l->e, address) != INTR_GET_GC_FRAME_SLOT
		|| LLVMGetOperand(address, 0) != n->frame || !LLVMIsAConstantInt(LLVMGetOperand(address, 1))
		|| bytes % word != 0)
		return (struct words){ 0, 0 };
	uint64_t at = LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1));
	return at < n->nroots && count <= n->nroots - at ? (struct words){ at, count } : (struct words){ 0, 0 };
}

/* Are all of these words known to be null? */
static bool
are_null(const struct nulls *n, struct words w)
{
	bool all = w.n > 0;

	for (uint64_t i = w.at; i < w.at + w.n; i++)
		all &= n->null[i / BITS] >> i % BITS & 1;
	return all;
}

static void
forget(const struct nulls *n, struct words w)
{
	for (uint64_t i = w.at; i < w.at + w.n; i++)
		n->null[i / BITS] &= ~(UINT64_C(1) << i % BITS);
}

static void
drop(struct lower *l, LLVMValueRef inst)
{
	if (ARENA_PUSH(&l->e.arena, l->needless, l->nneedless, l->needless_cap))
		l->needless[l->nneedless++] = inst;
}

/* Follows a store, or a memset that is not volatile, of constant size. False: it may write unknown words. */
static bool
write_words(const struct nulls *n, LLVMValueRef inst, LLVMValueRef address, LLVMValueRef value, uint64_t bytes)
{
	struct words w = words_of(n, address, bytes);

	if (w.n == 0) /* fine if it is other memory: a variable, or an object */
		return LLVMIsAAllocaInst(address)
			|| LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == LR_AS_TRACKED;
	bool stays = LLVMIsAStoreInst(inst) && LLVMGetVolatile(inst);
	if (LLVMIsAConstant(value) && LLVMIsNull(value) && are_null(n, w) && !stays)
		drop(n->l, inst);
	else
		forget(n, w);
	return true;
}

/* Follows one instruction. False: from here on nothing is known. */
static bool
step(const struct nulls *n, LLVMValueRef inst)
{
	LLVMValueRef bytes;

	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMStore:
		return LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic
			&& write_words(n, inst, LLVMGetOperand(inst, 1), LLVMGetOperand(inst, 0),
				LLVMStoreSizeOfType(LLVMGetModuleDataLayout(n->l->e.module),
					LLVMTypeOf(LLVMGetOperand(inst, 0))));
	case LLVMCall:
		if (LLVMIsAMemSetInst(inst)) {
			bytes = LLVMGetOperand(inst, 2);
			return LLVMIsAConstantInt(bytes) && LLVMIsNull(LLVMGetOperand(inst, 3))
				&& write_words(n, inst, LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1),
					LLVMConstIntGetZExtValue(bytes));
		}
		switch (edit_intrinsic(&n->l->e, inst)) {
		case INTR_NEW_GC_FRAME: case INTR_GET_GC_FRAME_SLOT: case INTR_PUSH_GC_FRAME: case INTR_GET_PGCSTACK:
		case INTR_LLVM_DEBUG:
			return true;
		case INTR_LLVM_LIFETIME:
			return LLVMIsAAllocaInst(LLVMGetOperand(inst, LLVMGetNumArgOperands(inst) - 1)) != NULL;
		default:
			return false;
		}
	case LLVMInvoke: case LLVMCallBr: case LLVMFence: case LLVMAtomicCmpXchg: case LLVMAtomicRMW: case LLVMVAArg:
		return false;
	default:
		return !LLVMIsATerminatorInst(inst);
	}
}

void
null_stores_plan(struct lower *l, LLVMValueRef frame, uint32_t nroots, LLVMValueRef from, const uint64_t *null)
{
	uint64_t words = ((uint64_t)nroots + BITS - 1) / BITS;
	struct nulls n = { .l = l, .frame = frame, .nroots = nroots,
		.null = arena_array(&l->e.arena, words, sizeof *n.null) };

	if (n.null == NULL)
		return;
	memcpy(n.null, null, words * sizeof *null);
	for (uint32_t i = 0; from != NULL && i < MAX_STEPS && step(&n, from); i++)
		from = LLVMGetNextInstruction(from);
}

void
null_stores_drop(struct lower *l)
{
	for (uint32_t i = 0; i < l->nneedless; i++)
		LLVMInstructionEraseFromParent(l->needless[i]);
	if (l->nneedless > 0)
		l->cx->changed |= LR_CHANGED_IR;
	l->nneedless = 0;
}
