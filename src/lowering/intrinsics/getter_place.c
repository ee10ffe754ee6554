/* SPDX-License-Identifier: MIT */
/* getter_place.c -- where a function needs the GC stack first.
**
** Front ends ask for it at the top.  Frames and allocations are often on paths that are rarely taken, so the getter
** goes down to the nearest place that dominates all its uses and is in no loop that the getter was not in. */
#include "ir/read_cfg.h"
#include "lowering/intrinsics/ptls.h"

/* The block that needs the operand of the use. */
static LLVMBasicBlockRef
block_of(LLVMUseRef use)
{
	LLVMValueRef user = LLVMGetUser(use), value = LLVMGetUsedValue(use);

	if (!LLVMIsAPHINode(user))
		return LLVMGetInstructionParent(user);
	LLVMBasicBlockRef only = NULL;
	for (unsigned i = 0; i < LLVMCountIncoming(user); i++) {
		if (LLVMGetIncomingValue(user, i) != value)
			continue;
		if (only != NULL && only != LLVMGetIncomingBlock(user, i))
			return NULL; /* which of them the use stands for is not known */
		only = LLVMGetIncomingBlock(user, i);
	}
	return only;
}

/* The first instruction of the block that uses the call, from `from` on, but no phi; the terminator, if none does. */
static LLVMValueRef
first_use(LLVMValueRef from, LLVMValueRef call)
{
	for (LLVMValueRef i = from;; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsATerminatorInst(i))
			return i;
		for (int k = 0; k < LLVMGetNumOperands(i) && !LLVMIsAPHINode(i); k++)
			if (LLVMGetOperand(i, (unsigned)k) == call)
				return i;
	}
}

/* NULL: it stays where it is, or the arena or the map has failed. */
static LLVMValueRef
find(struct arena *ar, struct ptrmap *map, LLVMValueRef fn, LLVMValueRef call)
{
	struct cfg g;
	LLVMBasicBlockRef *bb = read_cfg(ar, map, fn, &g), home = LLVMGetInstructionParent(call);
	uint64_t budget = 1000000;
	block_id at = NONE;

	if (bb == NULL || g.irreducible)
		return NULL;
	ptrmap_clear(map);
	for (block_id b = 0; b < g.nblk; b++)
		ptrmap_set(map, bb[b], b);
	const uint32_t from = ptrmap_get(map, home);
	if (map->failed || from == PTRMAP_NONE)
		return NULL;
	for (LLVMUseRef u = LLVMGetFirstUse(call); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMBasicBlockRef user = block_of(u);
		const uint32_t b = user != NULL ? ptrmap_get(map, user) : from;
		if (b == PTRMAP_NONE)
			continue; /* cannot be reached */
		at = at == NONE ? b : cfg_meet(g.idom, at, b, &budget);
		if (at == NONE)
			return NULL;
	}
	if (at == NONE)
		return NULL;
	while (g.loop[at] != NONE && !cfg_in_loop(&g, g.loop[at], from))
		at = g.idom[g.loop[at]];
	return first_use(at == from ? LLVMGetNextInstruction(call) : LLVMGetFirstInstruction(bb[at]), call);
}

bool
getter_place(struct ptls *t, LLVMValueRef call, LLVMValueRef *place)
{
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	struct arena ar;
	struct ptrmap map;

	arena_init(&ar, t->l.cx->options.alloc, t->l.cx->options.user);
	ptrmap_init(&map, t->l.cx->options.alloc, t->l.cx->options.user);
	*place = find(&ar, &map, fn, call);
	const bool ok = !ar.failed && !map.failed;
	ptrmap_free(&map);
	arena_free(&ar);
	return ok;
}
