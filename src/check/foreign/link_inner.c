/* SPDX-License-Identifier: MIT */
/* link_inner.c -- addresses that are computed from the address of a root.
**
** An address at a constant distance from a root is that of another root, and becomes one of the operations.  What is no
** word of the frame is refused, and so are parts of words, and words that reach beyond the frame: the collector would
** not see what is stored there.  An index that is computed is taken to be one of a root. */
#include "check/foreign/link.h"

/* Are `bytes` from root `word` on whole words of the frame? */
static bool
are_words(const struct link *l, uint32_t word, uint64_t bytes)
{
	return bytes % l->c->word == 0 && bytes / l->c->word <= l->roots - word;
}

static bool
read_gep(struct link *l, LLVMValueRef gep, const struct link_op *from)
{
	int64_t bytes, word;

	if (LLVMGetOperand(gep, 0) != from->inst || !check_offset(l->c, gep, &bytes) || link_op_of(l, gep) != NULL)
		return true;
	word = bytes / (int64_t)l->c->word + from->word;
	if (bytes % (int64_t)l->c->word != 0 || word < 0 || word >= l->roots)
		return link_refuse(l, gep, "an address in the frame is not that of a word of it");
	if (!ARENA_PUSH(l->ar, l->op, l->nop, l->op_cap) || !ptrmap_set(&l->op_of, gep, l->nop))
		return false;
	l->op[l->nop++] = (struct link_op){ .inst = gep, .kind = LINK_ROOT, .word = (uint32_t)word };
	return true;
}

static bool
read_call(struct link *l, LLVMValueRef call, const struct link_op *from)
{
	const char *name = LLVMIsACallInst(call) != NULL ? value_name(LLVMGetCalledValue(call)) : "";
	LLVMValueRef bytes;

	if (strncmp(name, "llvm.memcpy.", 12) != 0 && strncmp(name, "llvm.memmove.", 13) != 0
		&& strncmp(name, "llvm.memset.", 12) != 0)
		return true;
	bytes = LLVMGetOperand(call, 2);
	if (LLVMIsAConstantInt(bytes) == NULL)
		return true;
	if (LLVMGetOperand(call, 0) != from->inst)
		return true;
	return are_words(l, from->word, LLVMConstIntGetZExtValue(bytes))
		|| link_refuse(l, call, "what is written to the frame is not whole words of it");
}

static bool
read_use(struct link *l, LLVMValueRef user, const struct link_op *from)
{
	LLVMTypeRef t;

	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMGetElementPtr:
		return read_gep(l, user, from);
	case LLVMStore:
		t = LLVMTypeOf(LLVMGetOperand(user, 0));
		return LLVMGetOperand(user, 1) != from->inst
			|| are_words(l, from->word, LLVMStoreSizeOfType(l->c->layout, t))
			|| link_refuse(l, user, "what is written to the frame is not whole words of it");
	case LLVMLoad:
		t = LLVMTypeOf(user);
		return LLVMStoreSizeOfType(l->c->layout, t) <= (uint64_t)l->c->word * (l->roots - from->word)
			|| link_refuse(l, user, "what is read reaches beyond the frame");
	case LLVMCall: case LLVMInvoke:
		return read_call(l, user, from);
	default:
		return true;
	}
}

bool
link_inner(struct link *l)
{
	for (uint32_t k = 0; k < l->nop && l->why == NULL; k++) {
		const struct link_op from = l->op[k];
		if (from.kind != LINK_ROOT)
			continue;
		for (LLVMUseRef u = LLVMGetFirstUse(from.inst); u != NULL && l->why == NULL; u = LLVMGetNextUse(u))
			if (!read_use(l, LLVMGetUser(u), &from))
				return false;
	}
	return true;
}
