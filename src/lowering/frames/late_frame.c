/* SPDX-License-Identifier: MIT */
/* late_frame.c -- WebAssembly: a frame that is not pushed at the top of its function takes its memory at the push.
**
** LLVM moves the stack pointer at the top of a function that has a variable on the stack, and back at each return. That
** is nine instructions, also on the paths without a push. So a frame with one push moves the stack pointer itself, a
** global of the module that all compilers know, in the block of the push, and back behind each pop.
**
** The frame stays an alloca unless all of this holds: the path to a use of the frame leads through the block of the
** push, and not through a pop behind it; uses are loads and stores; the function has no variables of computed size,
** whose memory a pop would free. A function without calls may use memory below the stack pointer in LLVM, so this one
** is marked noredzone, though it has a call between push and pop. Accesses of the stack pointer are volatile: for LLVM,
** an alloca does not change that variable. Only lr_compile wants late frames: `lateroot check` reads the IR that the
** passes leave for others, and knows frames as allocas. */
#include "lowering/common/lowering.h"

#include <string.h>

static const char stack_pointer[] = "__stack_pointer";
enum { AS_WASM_VARIABLE = 1 };

/* The uses of a frame. */
struct uses {
	struct lower *l;
	LLVMValueRef push;
	struct ptrmap use_blocks; /* blocks with loads and stores of slots, and pops */
	struct ptrmap seen;
	LLVMBasicBlockRef *stack;
	uint32_t n, cap;
	bool failed;
};

static void
reach(struct uses *u, LLVMBasicBlockRef bb)
{
	if (bb == LLVMGetInstructionParent(u->push) || ptrmap_get(&u->seen, bb) != PTRMAP_NONE)
		return;
	ptrmap_set(&u->seen, bb, 0);
	if (!ARENA_PUSH(&u->l->e.arena, u->stack, u->n, u->cap)) {
		u->failed = true;
		return;
	}
	u->stack[u->n++] = bb;
}

static void
reach_successors(struct uses *u, LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	for (unsigned i = 0, n = end != NULL ? LLVMGetNumSuccessors(end) : 0; i < n; i++)
		reach(u, LLVMGetSuccessor(end, i));
}

/* Is there a use in a block that was reached, or that is reached from there without the block of the push? */
static bool
meets_use(struct uses *u)
{
	while (u->n > 0) {
		LLVMBasicBlockRef bb = u->stack[--u->n];
		if (ptrmap_get(&u->use_blocks, bb) != PTRMAP_NONE)
			return true;
		reach_successors(u, bb);
	}
	return u->failed;
}

static bool
only_accessed(struct uses *u, LLVMValueRef slot)
{
	for (LLVMUseRef use = LLVMGetFirstUse(slot); use != NULL; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsALoadInst(user) && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != slot))
			return false;
		ptrmap_set(&u->use_blocks, LLVMGetInstructionParent(user), 0);
	}
	return true;
}

/* Reads the uses of the frame. False: one of them is not for a late frame. */
static bool
read_uses(struct uses *u, LLVMValueRef frame, bool *pops)
{
	for (LLVMUseRef use = LLVMGetFirstUse(frame); use != NULL; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		switch (LLVMIsACallInst(user) ? edit_intrinsic(&u->l->e, user) : INTR_NONE) {
		case INTR_PUSH_GC_FRAME:
			if (u->push != NULL)
				return false;
			u->push = user;
			break;
		case INTR_POP_GC_FRAME:
			*pops = true;
			ptrmap_set(&u->use_blocks, LLVMGetInstructionParent(user), 0);
			break;
		case INTR_GET_GC_FRAME_SLOT:
			if (!LLVMIsAConstantInt(LLVMGetOperand(user, 1)) || !only_accessed(u, user))
				return false;
			break;
		default: return false;
		}
	}
	return u->push != NULL && LLVMGetInstructionParent(u->push) != LLVMGetEntryBasicBlock(u->l->fn);
}

/* Is there a use behind a pop? */
static bool
used_behind_pop(struct uses *u, LLVMValueRef frame)
{
	for (LLVMUseRef use = LLVMGetFirstUse(frame); use != NULL; use = LLVMGetNextUse(use)) {
		LLVMValueRef pop = LLVMGetUser(use);
		if (edit_intrinsic(&u->l->e, pop) != INTR_POP_GC_FRAME)
			continue;
		for (LLVMValueRef i = LLVMGetNextInstruction(pop); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef at = LLVMIsALoadInst(i) ? LLVMGetOperand(i, 0)
				: LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
			if (at != NULL && LLVMIsACallInst(at) && LLVMGetOperand(at, 0) == frame)
				return true;
			if (LLVMIsACallInst(i) && edit_intrinsic(&u->l->e, i) == INTR_POP_GC_FRAME)
				return true;
		}
		reach_successors(u, LLVMGetInstructionParent(pop));
	}
	return meets_use(u);
}

/* Has the function variables whose memory is freed where the stack pointer moves back? */
static bool
moves_stack_pointer(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			const LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if (op == LLVMAlloca && (bb != LLVMGetEntryBasicBlock(fn)
				|| !LLVMIsAConstantInt(LLVMGetOperand(i, 0))))
				return true;
			if (op == LLVMInvoke || op == LLVMCallBr)
				return true;
			LLVMValueRef callee = op == LLVMCall ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
			if (callee != NULL && strncmp(value_name(callee), "llvm.stack", 10) == 0)
				return true;
		}
	return false;
}

static bool
fits(struct lower *l, LLVMValueRef frame, LLVMValueRef *push)
{
	struct uses u = { .l = l };
	bool pops = false;

	ptrmap_init(&u.use_blocks, l->cx->options.alloc, l->cx->options.user);
	ptrmap_init(&u.seen, l->cx->options.alloc, l->cx->options.user);
	bool good = read_uses(&u, frame, &pops) && pops;
	if (good) {
		reach(&u, LLVMGetEntryBasicBlock(l->fn));
		good = !meets_use(&u) && !used_behind_pop(&u, frame);
	}
	good = good && !u.use_blocks.failed && !u.seen.failed && !moves_stack_pointer(l->fn);
	ptrmap_free(&u.use_blocks);
	ptrmap_free(&u.seen);
	*push = u.push;
	return good;
}

static LLVMValueRef
first_not_phi(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

LLVMValueRef
late_frame_new(struct lower *l, LLVMValueRef call, uint64_t words, unsigned align)
{
	struct edit *e = &l->e;
	LLVMValueRef push;

	if (!l->cx->late_frames || align > LR_FRAME_ALIGN_BYTES
		|| ptrmap_get(&l->zeroing_at, call) != PTRMAP_NONE || l->cx->options.check_frames
		|| !fits(l, call, &push))
		return NULL;
	LLVMValueRef variable = LLVMGetNamedGlobal(e->module, stack_pointer);
	if (variable == NULL)
		variable = LLVMAddGlobalInAddressSpace(e->module, e->word, stack_pointer, AS_WASM_VARIABLE);
	/* the stack pointer is a multiple of 16 */
	const uint64_t rounded = words * e->word_bytes + LR_FRAME_ALIGN_BYTES - 1,
		bytes = rounded - rounded % LR_FRAME_ALIGN_BYTES;
	edit_before(e, first_not_phi(LLVMGetInstructionParent(push)));
	LLVMValueRef before = LLVMBuildLoad2(e->builder, e->word, variable, "stack_pointer");
	LLVMSetVolatile(before, true);
	LLVMValueRef at = LLVMBuildSub(e->builder, before, edit_word(e, bytes), "");
	LLVMSetVolatile(LLVMBuildStore(e->builder, at, variable), true);
	LLVMValueRef frame = LLVMBuildIntToPtr(e->builder, at, e->ptr, "gcframe");
	for (LLVMUseRef use = LLVMGetFirstUse(call); use != NULL; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (edit_intrinsic(e, user) == INTR_POP_GC_FRAME) {
			edit_before(e, LLVMGetNextInstruction(user));
			LLVMSetVolatile(LLVMBuildStore(e->builder, before, variable), true);
		} else if (edit_intrinsic(e, user) == INTR_GET_GC_FRAME_SLOT) {
			LLVMInstructionRemoveFromParent(user);
			edit_before(e, LLVMGetNextInstruction(frame));
			LLVMInsertIntoBuilder(e->builder, user);
		}
	}
	add_attribute(e->context, l->fn, AT_FUNCTION, "noredzone", 0);
	return frame;
}
