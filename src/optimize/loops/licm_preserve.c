/* SPDX-License-Identifier: MIT */
/* licm_preserve.c -- preserve regions that are entered and left in each round become one around the loop.
**
** The objects are then kept alive longer, which is always right.  The begin moves to the preheader, and all ends in the
** loop are replaced by one in each block behind the loop at which the region was closed on every way.  Where it may be
** open, as on the way to code that does not return, no end is put. */
#include "optimize/loops/licm.h"

/* The first instruction before which another one can be put; NULL: there is none. */
static LLVMValueRef
insertion_point(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	for (;; i = LLVMGetNextInstruction(i))
		switch (LLVMGetInstructionOpcode(i)) {
		case LLVMPHI:
		case LLVMLandingPad:
		case LLVMCleanupPad:
		case LLVMCatchPad:
			continue;
		case LLVMCatchSwitch:
			return NULL;
		default:
			return i;
		}
}

/* Does the loop alone lead to the block? */
static bool
is_dedicated(const struct licm *x, LLVMBasicBlockRef bb)
{
	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAInstruction(user) || !LLVMIsATerminatorInst(user)
			|| !loops_contain(&x->l, x->header, LLVMGetInstructionParent(user)))
			return false; /* also if its address is taken */
	}
	return true;
}

/* Finds the blocks behind the loop.  False: memory is exhausted, or the search takes too long. */
static bool
find_exits(struct licm *x)
{
	const struct cfg *g = &x->l.g;
	const uint32_t blocks = g->loop_last[x->header] - g->loop_pos[x->header] + 1;

	if (x->steps < blocks)
		return false;
	x->steps -= blocks;
	x->exits_known = true;
	for (uint32_t at = g->loop_pos[x->header]; at <= g->loop_last[x->header]; at++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(x->l.block[x->l.by_place[at]]);
		for (unsigned k = 0, n = LLVMGetNumSuccessors(end); k < n; k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
			if (loops_contain(&x->l, x->header, to) || ptrmap_get(&x->exits, to) != PTRMAP_NONE)
				continue;
			if (!ARENA_PUSH(&x->l.ar, x->exit, x->nexit, x->exit_cap)
				|| !ptrmap_set(&x->exits, to, x->nexit))
				return false;
			x->exit[x->nexit++] = (struct exit_block){ .block = to, .at = insertion_point(to),
				.dedicated = is_dedicated(x, to) };
		}
	}
	return true;
}

/* Collects the ends in the loop, and the blocks that they are in. */
static bool
find_ends(struct licm *x, LLVMValueRef begin)
{
	x->nend = 0;
	ptrmap_clear(&x->closes);
	for (LLVMUseRef u = LLVMGetFirstUse(begin); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsACallInst(user) || edit_intrinsic(&x->low.e, user) != INTR_PRESERVE_END)
			return false;
		if (!loops_define(&x->l, x->header, user))
			continue;
		if (!ARENA_PUSH(&x->l.ar, x->end, x->nend, x->end_cap)
			|| !ptrmap_set(&x->closes, LLVMGetInstructionParent(user), 0))
			return false;
		x->end[x->nend++] = user;
	}
	return true;
}

/* Follows the ways from the begin on which no end comes, and marks the blocks behind the loop that they reach.  False:
** the search takes too long. */
static bool
find_open(struct licm *x, LLVMValueRef begin)
{
	uint32_t n = 0;
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(begin);

	for (uint32_t i = 0; i < x->nexit; i++)
		x->exit[i].open = false;
	if (ptrmap_get(&x->closes, bb) != PTRMAP_NONE) /* the begin dominates its ends, so it precedes that one */
		return true;
	ptrmap_clear(&x->seen);
	for (;;) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		for (unsigned k = 0, successors = LLVMGetNumSuccessors(end); k < successors; k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
			uint32_t e = ptrmap_get(&x->exits, to), b = ptrmap_get(&x->l.number, to);
			if (x->steps == 0)
				return false;
			x->steps--;
			if (e != PTRMAP_NONE)
				x->exit[e].open = true;
			else if (b != PTRMAP_NONE && ptrmap_get(&x->seen, to) == PTRMAP_NONE) {
				if (!ptrmap_set(&x->seen, to, 0))
					return false;
				if (ptrmap_get(&x->closes, to) == PTRMAP_NONE)
					x->todo[n++] = b;
			}
		}
		if (n == 0)
			return true;
		bb = x->l.block[x->todo[--n]];
	}
}

/* Can ends be put where they are needed? */
static bool
can_end(struct licm *x, LLVMValueRef begin)
{
	if (x->nend == 0)
		return true;
	if ((!x->exits_known && !find_exits(x)) || !find_open(x, begin))
		return false;
	for (uint32_t i = 0; i < x->nexit; i++)
		if (!x->exit[i].open && (!x->exit[i].dedicated || x->exit[i].at == NULL))
			return false;
	return true;
}

static void
put_ends(struct licm *x)
{
	for (uint32_t i = 0; i < x->nexit && x->nend > 0; i++) {
		if (x->exit[i].open)
			continue;
		LLVMValueRef copy = LLVMInstructionClone(x->end[0]);
		LLVMPositionBuilderBefore(x->low.e.builder, x->exit[i].at);
		LLVMSetCurrentDebugLocation2(x->low.e.builder, NULL);
		LLVMInsertIntoBuilder(x->low.e.builder, copy);
		x->exit[i].at = copy;
		licm_created(x, copy);
	}
	for (uint32_t i = 0; i < x->nend; i++)
		licm_erase(x, x->end[i]);
}

void
licm_preserve(struct licm *x, LLVMValueRef begin)
{
	x->nmoves = 0;
	for (unsigned i = 0, n = LLVMGetNumArgOperands(begin); i < n; i++)
		if (!licm_invariant(x, LLVMGetOperand(begin, i)))
			return;
	if (licm_cold(x, LLVMGetInstructionParent(begin)))
		return;
	for (unsigned i = 0, n = LLVMGetNumArgOperands(begin); i < n && !licm_sure(x, begin); i++)
		if (x->nmoves > 0 || !licm_is_object(x, LLVMGetOperand(begin, i), true)) {
			remark_say(x->l.cx, LR_REMARK_MISSED, "PreserveInLoop", begin, NULL,
				"the objects of this region could be preserved around the loop, but not each round "
				"comes to it, and an operand may be no object where it does not");
			return;
		}
	if (!find_ends(x, begin) || !can_end(x, begin)) {
		remark_say(x->l.cx, LR_REMARK_MISSED, "PreserveInLoop", begin, NULL,
			"the objects of this region could be preserved around the loop, but some way out of the loop "
			"has no block of its own for the end of the region");
		return;
	}
	licm_hoist(x, begin);
	remark_say(x->l.cx, LR_REMARK_PASSED, "PreserveHoisted", begin, NULL,
		"the objects are preserved around the loop, not in each round");
	put_ends(x);
}
