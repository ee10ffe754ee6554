/* SPDX-License-Identifier: MIT */
/* link_frames.c -- frames of the dialect's intrinsics, so that link_words.c can read them.
**
** What is malformed in such a frame, check/frames says.  The frame is null where it is made; if it is pushed only in
** other blocks, at each push (lowering/frames/frame.c). */
#include "check/foreign/link.h"

static bool
add(struct link *l, struct link_op op)
{
	if (!ARENA_PUSH(l->ar, l->op, l->nop, l->op_cap) || !ptrmap_set(&l->op_of, op.inst, l->nop))
		return false;
	l->op[l->nop++] = op;
	return true;
}

/* A number that an operand says, or NONE. */
static uint32_t
number(LLVMValueRef call, unsigned operand)
{
	LLVMValueRef n = LLVMGetOperand(call, operand);

	return LLVMIsAConstantInt(n) != NULL && LLVMConstIntGetZExtValue(n) < 1u << 26
		? (uint32_t)LLVMConstIntGetZExtValue(n) : NONE;
}

static bool
read_use(struct link *l, LLVMValueRef user)
{
	struct link_op op = { .inst = user };

	switch (LLVMIsACallInst(user) != NULL ? check_callee(l->c, user).id : FN_OTHER) {
	case FN_PUSH_GC_FRAME:
		op.kind = LINK_HEAD;
		op.push = true;
		op.n = number(user, 1) != NONE ? number(user, 1) : l->roots;
		l->zeroed_at_push &= LLVMGetInstructionParent(user) != LLVMGetInstructionParent(l->linked);
		break;
	case FN_POP_GC_FRAME:
		op.kind = LINK_POP;
		break;
	case FN_GET_GC_FRAME_SLOT:
		op.kind = LINK_ROOT;
		op.word = number(user, 1);
		if (op.word == NONE || op.word >= l->roots)
			return true;
		break;
	default:
		return true;
	}
	return add(l, op);
}

bool
link_frames(struct link *l, struct ck *c, struct arena *ar, bool *found)
{
	*l = (struct link){ .c = c, .ar = ar, .table = c->abi == LR_ABI_FRAMEMAP, .intrinsics = true,
		.zeroed_at_push = true };
	ptrmap_init(&l->op_of, c->block_id.alloc, c->block_id.user);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && l->linked == NULL;
			i = LLVMGetNextInstruction(i))
			if (LLVMIsACallInst(i) != NULL && check_callee(c, i).id == FN_NEW_GC_FRAME
				&& number(i, 0) != NONE) {
				l->linked = i;
				l->roots = number(i, 0);
			}
	*found = l->linked != NULL && l->roots > 0;
	for (LLVMUseRef u = *found ? LLVMGetFirstUse(l->linked) : NULL; u != NULL; u = LLVMGetNextUse(u))
		if (!read_use(l, LLVMGetUser(u)))
			return false;
	return !*found || add(l, (struct link_op){ .inst = l->linked, .kind = LINK_ZERO, .n = l->roots });
}
