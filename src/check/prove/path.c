/* SPDX-License-Identifier: MIT */
/* path.c -- explains a finding: the way of an object from its definition over a safepoint to a use.
**
** Nothing is proved here.  Values that are made of the object by casts, address arithmetic, phis and the like count as
** the object; the shortest way in blocks is shown. */
#include "check/prove/prove.h"

#include "check/model/check_phases.h"

enum { FAMILY_MOST = 1024, BLOCKS_SHOWN = 6 };

struct search {
	struct ck c;
	struct ptrmap family, from;  /* from: block -> number of the block that the search came from */
	LLVMValueRef *member;
	uint32_t nmember, member_cap;
	LLVMBasicBlockRef *todo;
	uint32_t ntodo, todo_cap;
};

static bool
forwards(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMPHI: case LLVMSelect:
	case LLVMFreeze: case LLVMExtractValue: case LLVMInsertValue: case LLVMExtractElement:
	case LLVMInsertElement: case LLVMShuffleVector:
		return true;
	default:
		return false;
	}
}

static bool
add_member(struct search *s, LLVMValueRef v)
{
	if (s->nmember >= FAMILY_MOST || ptrmap_get(&s->family, v) != PTRMAP_NONE)
		return true;
	if (!ARENA_PUSH(&s->c.ar, s->member, s->nmember, s->member_cap) || !ptrmap_set(&s->family, v, s->nmember))
		return false;
	s->member[s->nmember++] = v;
	return true;
}

static bool
find_family(struct search *s, LLVMValueRef value)
{
	if (!add_member(s, value))
		return false;
	for (uint32_t k = 0; k < s->nmember; k++)
		for (LLVMUseRef u = LLVMGetFirstUse(s->member[k]); u != NULL; u = LLVMGetNextUse(u))
			if (LLVMIsAInstruction(LLVMGetUser(u)) && forwards(LLVMGetUser(u))
				&& !add_member(s, LLVMGetUser(u)))
				return false;
	return true;
}

static bool
uses_family(const struct search *s, LLVMValueRef i)
{
	if (forwards(i))
		return false;
	for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(i); k < n; k++)
		if (ptrmap_get(&s->family, LLVMGetOperand(i, k)) != PTRMAP_NONE)
			return true;
	return false;
}

static bool
stops(struct search *s, LLVMValueRef i)
{
	bool twice;

	return (LLVMIsACallInst(i) != NULL || LLVMIsAInvokeInst(i) != NULL || LLVMIsACallBrInst(i) != NULL)
		&& check_is_safepoint(&s->c, i, &twice);
}

static bool
enqueue(struct search *s, LLVMBasicBlockRef b, uint32_t from)
{
	if (ptrmap_get(&s->from, b) != PTRMAP_NONE)
		return true;
	if (!ARENA_PUSH(&s->c.ar, s->todo, s->ntodo, s->todo_cap) || !ptrmap_set(&s->from, b, from))
		return false;
	s->todo[s->ntodo++] = b;
	return true;
}

/* Searches forward from behind `at` for a use.  `*last`: the number of its block in `todo`. */
static LLVMValueRef
find_use(struct search *s, LLVMValueRef at, uint32_t *last)
{
	LLVMValueRef from = LLVMGetNextInstruction(at);

	if (!ARENA_PUSH(&s->c.ar, s->todo, s->ntodo, s->todo_cap))
		return NULL;
	s->todo[s->ntodo++] = LLVMGetInstructionParent(at); /* the block may be entered again from its top */
	for (uint32_t k = 0; k < s->ntodo; k++) {
		LLVMValueRef i = k == 0 ? from : LLVMGetFirstInstruction(s->todo[k]);
		for (; i != NULL; i = LLVMGetNextInstruction(i)) {
			*last = k;
			if (i == s->member[0])
				break;
			if (uses_family(s, i))
				return i;
		}
		if (i != NULL)
			continue;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(s->todo[k]);
		for (unsigned e = 0; end != NULL && e < LLVMGetNumSuccessors(end); e++)
			if (!enqueue(s, LLVMGetSuccessor(end, e), k))
				return NULL;
	}
	return NULL;
}

/* Searches backward from `use` for a safepoint that the object comes through. */
static LLVMValueRef
find_safepoint(struct search *s, LLVMValueRef use, uint32_t *last)
{
	if (!check_cfg(&s->c) || !ARENA_PUSH(&s->c.ar, s->todo, s->ntodo, s->todo_cap))
		return NULL;
	s->todo[s->ntodo++] = LLVMGetInstructionParent(use);
	for (uint32_t k = 0; k < s->ntodo; k++) {
		LLVMValueRef i = k == 0 ? LLVMGetPreviousInstruction(use) : LLVMGetLastInstruction(s->todo[k]);
		for (; i != NULL; i = LLVMGetPreviousInstruction(i)) {
			*last = k;
			if (i == s->member[0])
				break;
			if (stops(s, i))
				return i;
		}
		uint32_t b = ptrmap_get(&s->c.block_id, s->todo[k]);
		for (uint32_t e = i != NULL || b == PTRMAP_NONE ? 0 : s->c.pred_off[b];
			i == NULL && b != PTRMAP_NONE && e < s->c.pred_off[b + 1]; e++)
			if (!enqueue(s, s->c.bb[s->c.pred[e]], k))
				return NULL;
	}
	return NULL;
}

static unsigned
add_step(struct path_step *steps, unsigned n, lr_step_role role, LLVMValueRef at)
{
	if (at == NULL || n == PATH_MOST)
		return n;
	steps[n] = (struct path_step){ role, at };
	return n + 1;
}

/* Adds blocks between the ends of the search.  todo[last] is where it ended, todo[0] where it began. */
static unsigned
add_blocks(struct search *s, struct path_step *steps, unsigned n, uint32_t last, bool backward)
{
	LLVMBasicBlockRef shown[BLOCKS_SHOWN];
	unsigned nshown = 0;

	if (last == 0)
		return n;
	for (uint32_t k = ptrmap_get(&s->from, s->todo[last]); k != 0 && k != PTRMAP_NONE && nshown < BLOCKS_SHOWN;
		k = ptrmap_get(&s->from, s->todo[k]))
		shown[nshown++] = s->todo[k];
	for (unsigned k = 0; k < nshown; k++)
		n = add_step(steps, n, LR_STEP_THROUGH,
			LLVMBasicBlockAsValue(shown[backward ? k : nshown - 1 - k]));
	return n;
}

unsigned
path_find(lr_context *cx, struct arena *ar, LLVMValueRef value, LLVMValueRef at, bool at_use,
	struct path_step steps[PATH_MOST])
{
	struct search s = { 0 };
	unsigned n = 0;
	uint32_t last = 0;

	if (at == NULL || LLVMIsAInstruction(at) == NULL)
		return 0;
	check_set_up(&s.c, cx, LLVMGetBasicBlockParent(LLVMGetInstructionParent(at)), false);
	ptrmap_init(&s.family, ar->alloc, ar->user);
	ptrmap_init(&s.from, ar->alloc, ar->user);
	bool known = value != NULL && (LLVMIsAInstruction(value) != NULL || LLVMIsAArgument(value) != NULL)
		&& find_family(&s, value);
	if (known)
		n = add_step(steps, n, LR_STEP_DEFINED, value);
	if (at_use) {
		LLVMValueRef stop = known ? find_safepoint(&s, at, &last) : NULL;
		n = add_step(steps, n, LR_STEP_SAFEPOINT, stop);
		n = stop != NULL ? add_blocks(&s, steps, n, last, true) : n;
		n = add_step(steps, n, LR_STEP_USED, at);
	} else if (known || stops(&s, at)) {
		n = add_step(steps, n, LR_STEP_SAFEPOINT, at);
		LLVMValueRef use = known ? find_use(&s, at, &last) : NULL;
		n = use != NULL ? add_blocks(&s, steps, n, last, false) : n;
		n = add_step(steps, n, LR_STEP_USED, use);
	}
	ptrmap_free(&s.family);
	ptrmap_free(&s.from);
	check_tear_down(&s.c);
	return n;
}
