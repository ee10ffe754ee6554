/* SPDX-License-Identifier: MIT */
/* handlers.c -- warns of a function that returns without leaving a handler that it has entered.
**
** Looks at functions that call lr_enter_handler, and a function that returns twice. A handler counts as entered in a
** block if it is on each path to it. */
#include "lowering/mistakes/checks.h"

#include "base/arena.h"
#include "base/ptrmap.h"
#include "host/warnings.h"
#include "lowering/mistakes/callees.h"

struct handlers {
	lr_context *cx;
	struct ptrmap depth;     /* block -> the least number of handlers that are entered where the block begins */
	struct arena arena;
	LLVMBasicBlockRef *todo;
	uint32_t ntodo, cap;
};

/* The number of handlers at the end of a block, given that at its start. Sets *any if the block enters or leaves
** one. */
static uint32_t
depth_behind(LLVMBasicBlockRef bb, uint32_t depth, bool *any)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
		const bool pops = calls(i, "lr_pop_handler") || calls(i, "lr_pop_handler_noexcept");
		LLVMValueRef n = pops && LLVMGetNumArgOperands(i) == 2 ? LLVMGetOperand(i, 1) : NULL;
		const uint64_t popped = !pops ? 0
			: n != NULL && LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n)
			: UINT32_MAX;
		const bool enters = calls(i, "lr_enter_handler");
		*any |= pops || enters;
		depth = (popped < depth ? depth - (uint32_t)popped : 0) + enters;
	}
	return depth;
}

/* A path on which `depth` handlers are entered leads to a block. */
static void
reach(struct handlers *h, LLVMBasicBlockRef bb, uint32_t depth)
{
	const uint32_t old = ptrmap_get(&h->depth, bb);

	if ((old == PTRMAP_NONE || depth < old) && ptrmap_set(&h->depth, bb, depth)
		&& ARENA_PUSH(&h->arena, h->todo, h->ntodo, h->cap))
		h->todo[h->ntodo++] = bb;
}

/* Does the block do nothing about handlers, and return? */
static bool
only_returns(LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
	bool any = false;

	depth_behind(bb, 0, &any);
	return !any && end != NULL && LLVMIsAReturnInst(end);
}

static void
check_function(struct handlers *h, LLVMValueRef fn)
{
	bool any = false;

	ptrmap_clear(&h->depth);
	reach(h, LLVMGetEntryBasicBlock(fn), 0);
	while (h->ntodo > 0) {
		LLVMBasicBlockRef bb = h->todo[--h->ntodo];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		const uint32_t depth = depth_behind(bb, ptrmap_get(&h->depth, bb), &any);
		for (unsigned s = 0, n = end != NULL ? LLVMGetNumSuccessors(end) : 0; s < n; s++)
			reach(h, LLVMGetSuccessor(end, s), depth);
	}
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		const uint32_t before = ptrmap_get(&h->depth, bb);
		if (end == NULL || before == PTRMAP_NONE || depth_behind(bb, before, &any) == 0)
			continue;
		if (LLVMIsAReturnInst(end)
			|| (LLVMGetNumSuccessors(end) == 1 && only_returns(LLVMGetSuccessor(end, 0))))
			warning(h->cx, WARN_HANDLER, end,
				"the function returns here without leaving a handler that it has entered: call "
				"lr_pop_handler_noexcept(gcstack, 1) first");
	}
}

static bool
enters_handlers(LLVMValueRef fn)
{
	bool enters = false, saves = false;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			saves |= calls_returns_twice(i);
			enters |= LLVMIsACallInst(i) && calls(i, "lr_enter_handler");
		}
	return enters && saves;
}

lr_status
handlers_check(lr_context *cx, LLVMModuleRef m)
{
	struct handlers h = { .cx = cx };

	if (LLVMGetNamedFunction(m, "lr_enter_handler") == NULL)
		return cx->first;
	arena_init(&h.arena, cx->options.alloc, cx->options.user);
	ptrmap_init(&h.depth, cx->options.alloc, cx->options.user);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (enters_handlers(fn))
			check_function(&h, fn);
	const bool failed = h.arena.failed || h.depth.failed;
	ptrmap_free(&h.depth);
	arena_free(&h.arena);
	return failed ? lr_nomem(cx) : cx->first;
}
