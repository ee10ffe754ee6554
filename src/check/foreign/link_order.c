/* SPDX-License-Identifier: MIT */
/* link_order.c -- do header and prev belong to their push?
**
** A store of F to the head is a push if, before it in its block, word P got what the head was, and nothing has changed
** the head in between.  The number of roots is what was stored last before it in its block, or else in the entry block.
** Stores of F to the head without that are left as they are: the model reads them as a head that is put back. */
#include "check/foreign/link.h"

/* What is known at a point of a block. */
struct known {
	LLVMValueRef head;  /* a load that has read what the head is now; NULL: none */
	bool written;       /* a store or call came before in the entry block, which may have written to the frame */
	bool prev;          /* word P holds what the head is now */
	uint32_t count;     /* NONE: not known */
	bool own;           /* it was stored in this block */
};

static bool
is_head_load(const struct link *l, LLVMValueRef i)
{
	return LLVMIsALoadInst(i) != NULL && check_same_head(LLVMGetOperand(i, 0), l->head);
}

static bool
changes_head(struct link *l, LLVMValueRef i)
{
	bool twice;

	if (LLVMIsAStoreInst(i) != NULL)
		return check_same_head(LLVMGetOperand(i, 1), l->head);
	return (LLVMIsACallInst(i) != NULL || LLVMIsAInvokeInst(i) != NULL) && check_is_safepoint(l->c, i, &twice);
}

/* Do all stores of the number of roots store the same? */
static bool
has_one_count(const struct link *l)
{
	uint32_t n = NONE;

	for (uint32_t k = 0; k < l->nop; k++) {
		if (l->op[k].kind != LINK_COUNT)
			continue;
		if (n != NONE && l->op[k].n != n)
			return false;
		n = l->op[k].n;
	}
	return true;
}

/* `first`: what the head was when the function began, if a load in the entry block before any push has read it. */
static void
step(struct link *l, LLVMValueRef i, struct known *k, LLVMValueRef *first, bool entry, bool *seen_frame)
{
	struct link_op *op = link_op_of(l, i);

	if (is_head_load(l, i)) {
		k->head = i;
		if (entry && *first == NULL && !*seen_frame)
			*first = i;
	}
	switch (op != NULL ? op->kind : LINK_NONE) {
	case LINK_ZERO:
		if (op->header && (!entry || k->written))
			link_refuse(l, i, "the header of the frame is overwritten");
		break;
	case LINK_COUNT:
		k->count = l->table ? l->roots : op->n;
		k->own = true;
		break;
	case LINK_PREV: {
		LLVMValueRef v = LLVMGetOperand(i, 0);
		if (v != k->head && v != *first)
			link_refuse(l, i, "prev is not what the head of the chain was just before, or at the start");
		k->prev = true;
		break;
	}
	case LINK_HEAD:
		op->push = k->prev;
		op->n = k->count;
		if (k->prev && k->count == NONE)
			link_refuse(l, i, "how many roots the frame has is not stored before it is pushed");
		if (k->prev && !k->own && !has_one_count(l))
			link_refuse(l, i, "how many roots the frame has is stored in several places");
		break;
	default:
		break;
	}
	if (op != NULL && op->kind != LINK_ROOT)
		*seen_frame = true;
	k->written |= LLVMIsAStoreInst(i) != NULL || LLVMIsACallInst(i) != NULL || LLVMIsAInvokeInst(i) != NULL;
	if (changes_head(l, i)) {
		k->head = NULL;
		k->prev = false;
	}
}

bool
link_order(struct link *l)
{
	LLVMValueRef first = NULL;
	LLVMBasicBlockRef top = LLVMGetEntryBasicBlock(l->c->fn);
	uint32_t count = l->table ? l->roots : NONE;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->c->fn); b != NULL; b = LLVMGetNextBasicBlock(b)) {
		struct known k = { .count = count };
		bool seen = false;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && l->why == NULL;
			i = LLVMGetNextInstruction(i))
			step(l, i, &k, &first, b == top, &seen);
		if (b == top)
			count = k.count;
	}
	return true;
}
