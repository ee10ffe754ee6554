/* SPDX-License-Identifier: MIT */
/* code.c -- the instructions of a function, read once. */
#include "ir/code.h"

enum { FIRST_ROOM = 256, KEPT_ROOM = 1 << 10 };

void
code_init(struct code *c, arena_alloc_fn *alloc, void *user)
{
	*c = (struct code){ .alloc = alloc, .user = user };
	ptrmap_init(&c->place, alloc, user);
}

static void
release(struct code *c, void *array, uint32_t cap, size_t size)
{
	if (array)
		c->alloc(c->user, array, cap * size, 0);
}

void
code_free(struct code *c)
{
	release(c, c->inst, c->inst_cap, sizeof *c->inst);
	release(c, c->block, c->block_cap, sizeof *c->block);
	ptrmap_free(&c->place);
}

/* Doubles an array. False: memory is exhausted. */
static bool
grow(struct code *c, void **array, uint32_t *cap, size_t size)
{
	uint32_t more = *cap ? 2 * *cap : FIRST_ROOM;
	void *p = more > *cap ? c->alloc(c->user, *array, *cap * size, more * size) : NULL;

	if (!p)
		return false;
	*array = p;
	*cap = more;
	return true;
}

/* IDLE: opcodes that no phase needs to see, since no reference can come from them. COMPARES: left out unless asked
** for. */
enum { MATTERS, COMPARES, IDLE };
static const uint8_t KIND[] = {
	[LLVMFNeg] = IDLE, [LLVMAdd] = IDLE, [LLVMFAdd] = IDLE, [LLVMSub] = IDLE, [LLVMFSub] = IDLE, [LLVMMul] = IDLE,
	[LLVMFMul] = IDLE, [LLVMUDiv] = IDLE, [LLVMSDiv] = IDLE, [LLVMFDiv] = IDLE, [LLVMURem] = IDLE,
	[LLVMSRem] = IDLE, [LLVMFRem] = IDLE, [LLVMShl] = IDLE, [LLVMLShr] = IDLE, [LLVMAShr] = IDLE, [LLVMAnd] = IDLE,
	[LLVMOr] = IDLE, [LLVMXor] = IDLE, [LLVMTrunc] = IDLE, [LLVMZExt] = IDLE, [LLVMSExt] = IDLE,
	[LLVMFPToUI] = IDLE, [LLVMFPToSI] = IDLE, [LLVMUIToFP] = IDLE, [LLVMSIToFP] = IDLE, [LLVMFPTrunc] = IDLE,
	[LLVMFPExt] = IDLE, [LLVMFCmp] = IDLE, [LLVMICmp] = COMPARES, [LLVMFence] = IDLE, [LLVMBr] = IDLE,
	[LLVMSwitch] = IDLE, [LLVMIndirectBr] = IDLE, [LLVMUnreachable] = IDLE
};

static bool
read_block(struct code *c, struct code_block *b, unsigned most)
{
	LLVMValueRef last = NULL;
	LLVMOpcode op = 0;
	uint32_t n = c->ninst;

	for (LLVMValueRef i = LLVMGetFirstInstruction(b->block), next; i; i = next) {
		next = LLVMGetNextInstruction(i);
		prefetch_instruction(next); /* it is fetched while this one is read */
		last = i;
		op = LLVMGetInstructionOpcode(i);
		if (op < sizeof KIND / sizeof *KIND && KIND[op] > most)
			continue;
		if (n == c->inst_cap && !grow(c, (void **)&c->inst, &c->inst_cap, sizeof *c->inst))
			return false;
		c->inst[n++] = (struct code_inst){ i, op };
	}
	c->ninst = n;
	b->end = last, b->op = op;
	return true;
}

bool
code_read(struct code *c, LLVMValueRef fn, bool comparisons)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn);

	c->fn = NULL;
	c->ninst = c->nblock = 0;
	ptrmap_clear(&c->place);
	for (;; b = LLVMGetNextBasicBlock(b)) {
		if (c->nblock == c->block_cap && !grow(c, (void **)&c->block, &c->block_cap, sizeof *c->block))
			return false;
		struct code_block *at = &c->block[c->nblock];
		*at = (struct code_block){ .block = b, .at = c->ninst };
		if (!b)
			break;
		if (!ptrmap_set(&c->place, b, c->nblock++) || !read_block(c, at, comparisons ? COMPARES : MATTERS))
			return false;
	}
	c->fn = fn;
	return true;
}

void
code_drop(struct code *c)
{
	c->fn = NULL;
	if (c->inst_cap <= KEPT_ROOM)
		return;
	release(c, c->inst, c->inst_cap, sizeof *c->inst);
	c->inst = NULL;
	c->inst_cap = c->ninst = 0;
}
