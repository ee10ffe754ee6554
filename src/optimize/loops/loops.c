/* SPDX-License-Identifier: MIT */
/* loops.c -- reads the loops of a function, or the loop that a loop pass manager of LLVM names. */
#include "optimize/loops/loops.h"

#include "dialect/edit/edit.h"
#include "ir/read_cfg.h"

static void *
from_context(void *user, void *mem, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(user, mem, old_bytes, new_bytes);
}

void
loops_init(struct loops *l, lr_context *cx)
{
	*l = (struct loops){ .cx = cx, .given = cx->loop };
	arena_init(&l->ar, from_context, cx);
	ptrmap_init(&l->number, from_context, cx);
}

void
loops_free(struct loops *l)
{
	ptrmap_free(&l->number);
	arena_free(&l->ar);
}

/* Reads the graph of the given loop: edges that leave it are left out. */
static bool
read_given(struct loops *l)
{
	struct arena *ar = &l->ar;
	const uint32_t n = (uint32_t)l->given->nblocks;
	uint32_t *at = arena_array(ar, (size_t)n + 1, sizeof *at), *order = arena_array(ar, n, sizeof *order),
		 *number = arena_array(ar, n, sizeof *number), *to = NULL, m = 0, cap = 0, header = 0;

	l->block = arena_array(ar, n, sizeof *l->block);
	for (uint32_t i = 0; i < n && !ar->failed; i++) {
		ptrmap_set(&l->number, l->given->blocks[i], i);
		header = l->given->blocks[i] == l->given->header ? i : header;
	}
	for (uint32_t i = 0; i < n && !ar->failed && !l->number.failed; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(l->given->blocks[i]);
		at[i] = m;
		for (unsigned k = 0, successors = LLVMGetNumSuccessors(end); k < successors; k++) {
			uint32_t s = ptrmap_get(&l->number, LLVMGetSuccessor(end, k));
			if (s != PTRMAP_NONE && ARENA_PUSH(ar, to, m, cap))
				to[m++] = s;
		}
	}
	if (ar->failed || l->number.failed)
		return false;
	at[n] = m;
	l->g.nblk = cfg_order(ar, n, at, to, header, order, number);
	l->g.succ_at = arena_array(ar, (size_t)l->g.nblk + 1, sizeof *l->g.succ_at);
	l->g.succ = arena_array(ar, m, sizeof *l->g.succ);
	if (ar->failed || l->g.nblk == 0)
		return false;
	m = 0;
	for (uint32_t b = 0; b < l->g.nblk; b++) {
		l->block[b] = l->given->blocks[order[b]];
		l->g.succ_at[b] = m;
		for (uint32_t e = at[order[b]]; e < at[order[b] + 1]; e++)
			l->g.succ[m++] = number[to[e]];
	}
	l->g.succ_at[l->g.nblk] = m;
	return cfg_analyse(&l->g, ar);
}

bool
loops_read(struct loops *l, LLVMValueRef fn)
{
	arena_reset(&l->ar);
	ptrmap_clear(&l->number);
	l->g = (struct cfg){ 0 };
	if (l->given == NULL)
		l->block = read_cfg(&l->ar, &l->number, fn, &l->g);
	else if (!read_given(l))
		return false;
	if (l->block == NULL)
		return false;
	l->by_place = arena_array(&l->ar, l->g.nblk, sizeof *l->by_place);
	if (l->by_place == NULL)
		return false;
	ptrmap_clear(&l->number);
	for (block_id b = 0; b < l->g.nblk; b++) {
		l->by_place[l->g.loop_pos[b]] = b;
		ptrmap_set(&l->number, l->block[b], b);
	}
	return !l->number.failed && !l->ar.failed;
}

bool
loops_define(const struct loops *l, block_id h, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) && loops_contain(l, h, LLVMGetInstructionParent(v));
}

static bool
has_no_effects(LLVMAttributeRef memory)
{
	return memory != NULL && LLVMGetEnumAttributeValue(memory) == 0;
}

bool
loops_call_touches_memory(LLVMValueRef call, unsigned memory_kind)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (has_no_effects(LLVMGetCallSiteEnumAttribute(call, AT_FUNCTION, memory_kind)))
		return false;
	return !LLVMIsAFunction(callee)
		|| !has_no_effects(LLVMGetEnumAttributeAtIndex(callee, AT_FUNCTION, memory_kind));
}
