/* SPDX-License-Identifier: MIT */
/* journal.c -- edits of IR that can be taken back. */
#include "ir/journal.h"

#include <string.h>

enum edit_kind {
	OPERAND,                 /* operand `n` of inst was `other` */
	BUILT,                   /* inst was built */
	BUILT_BETWEEN,           /* all between `other`, which may be NULL, and inst was built */
	REPLACED,                /* inst is used in place of `other` */
	TAKEN_OUT,               /* inst was removed; a phi had `n` values. `other`, or NULL, took its place; `mark` */
	SPLIT,                   /* `block` was put between the invoke inst and `to` */
	ORDER                    /* the block `to` had `n` users, in the order of `value` */
};

struct journal_edit {
	enum edit_kind kind;
	bool unwind;             /* SPLIT */
	unsigned n;              /* OPERAND: the operand; otherwise: number of values */
	LLVMValueRef inst, other;
	/* an instruction in the place of a landing pad that was removed: it separates the debug records of the pad from
	** those of the next instruction */
	LLVMValueRef mark;
	LLVMValueRef *value;
	LLVMBasicBlockRef to, block;
};

void
journal_init(struct journal *j, LLVMBuilderRef b, arena_alloc_fn *alloc, void *user)
{
	*j = (struct journal){ .b = b };
	arena_init(&j->ar, alloc, user);
}

void
journal_free(struct journal *j)
{
	arena_free(&j->ar);
	j->n = 0;
}

bool
journal_room(struct journal *j, uint32_t n)
{
	while (j->cap - j->n < n)
		if (!arena_grow_(&j->ar, (void **)&j->edit, j->n, &j->cap, sizeof *j->edit))
			return false;
	return true;
}

static void
enter(struct journal *j, struct journal_edit e)
{
	j->edit[j->n++] = e;
}

/* -- edits */

void
journal_set_operand(struct journal *j, LLVMValueRef user, unsigned operand, LLVMValueRef now)
{
	enter(j, (struct journal_edit){ .kind = OPERAND,
		.inst = user, .n = operand, .other = LLVMGetOperand(user, operand) });
	LLVMSetOperand(user, operand, now);
}

void
journal_built(struct journal *j, LLVMValueRef inst)
{
	enter(j, (struct journal_edit){ .kind = BUILT, .inst = inst });
}

void
journal_built_alloca(struct journal *j, LLVMValueRef address)
{
	if (!LLVMIsAAllocaInst(address))
		journal_built(j, LLVMGetOperand(address, 0));
	journal_built(j, address);
}

void
journal_built_between(struct journal *j, LLVMValueRef behind, LLVMValueRef place)
{
	enter(j, (struct journal_edit){ .kind = BUILT_BETWEEN, .inst = place, .other = behind });
}

void
journal_replaced(struct journal *j, LLVMValueRef old, LLVMValueRef now)
{
	enter(j, (struct journal_edit){ .kind = REPLACED, .inst = now, .other = old });
}

bool
journal_order(struct journal *j, LLVMBasicBlockRef bb)
{
	struct journal_edit e = { .kind = ORDER, .to = bb };
	LLVMUseRef u;

	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
		e.n++;
	e.value = arena_array(&j->ar, e.n, sizeof *e.value);
	if (!e.value || !journal_room(j, 1))
		return false;
	e.n = 0;
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u)) /* the newest first */
		e.value[e.n++] = LLVMGetUser(u);
	enter(j, e);
	return true;
}

LLVMBasicBlockRef
journal_split(struct journal *j, LLVMValueRef invoke, LLVMBasicBlockRef to, bool unwind)
{
	if (!journal_room(j, 1))
		return NULL;
	LLVMBasicBlockRef block = LLVMInsertBasicBlockInContext(LLVMGetTypeContext(LLVMTypeOf(invoke)), to, "");
	enter(j, (struct journal_edit){ .kind = SPLIT, .unwind = unwind, .inst = invoke, .to = to, .block = block });
	LLVMPositionBuilderAtEnd(j->b, block);
	if (unwind)
		LLVMSetUnwindDest(invoke, block);
	else
		LLVMSetNormalDest(invoke, block);
	return block;
}

static void
exchange(LLVMValueRef *v, unsigned n, LLVMValueRef from, LLVMValueRef to)
{
	for (unsigned i = 0; i < n; i++)
		if (v[i] == from)
			v[i] = to;
}

bool
journal_renew_phi(struct journal *j, LLVMValueRef phi, LLVMBasicBlockRef *block)
{
	struct journal_edit e = { .kind = TAKEN_OUT, .inst = phi, .n = LLVMCountIncoming(phi) };

	e.value = arena_array(&j->ar, e.n, sizeof *e.value);
	if (!e.value || !journal_room(j, 1))
		return false;
	for (unsigned i = 0; i < e.n; i++)
		e.value[i] = LLVMGetIncomingValue(phi, i);
	LLVMPositionBuilderBefore(j->b, phi);
	LLVMSetCurrentDebugLocation2(j->b, LLVMInstructionGetDebugLoc(phi));
	e.other = LLVMBuildPhi(j->b, LLVMTypeOf(phi), "");
	LLVMReplaceAllUsesWith(phi, e.other);
	exchange(e.value, e.n, phi, e.other);
	LLVMAddIncoming(e.other, e.value, block, e.n);
	exchange(e.value, e.n, e.other, phi);
	LLVMInstructionRemoveFromParent(phi);
	for (unsigned i = 0; i < e.n; i++) /* the removed phi must not count as a use of its values */
		LLVMSetOperand(phi, i, LLVMGetPoison(LLVMTypeOf(phi)));
	enter(j, e);
	return true;
}

bool
journal_merge_pad(struct journal *j, LLVMValueRef pad, LLVMValueRef *value, LLVMBasicBlockRef *block, unsigned n)
{
	struct journal_edit e = { .kind = TAKEN_OUT, .inst = pad };

	if (!journal_room(j, 1))
		return false;
	LLVMPositionBuilderBefore(j->b, pad);
	LLVMSetCurrentDebugLocation2(j->b, NULL);
	LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(pad)));
	e.mark = LLVMBuildFreeze(j->b, LLVMConstNull(i1), "");
	if (LLVMGetFirstUse(pad)) {
		/* no phi has records */
		LLVMPositionBuilderBeforeInstrAndDbgRecords(j->b,
			LLVMGetFirstInstruction(LLVMGetInstructionParent(pad)));
		e.other = LLVMBuildPhi(j->b, LLVMTypeOf(pad), "");
		LLVMReplaceAllUsesWith(pad, e.other);
		LLVMAddIncoming(e.other, value, block, n);
	}
	LLVMInstructionRemoveFromParent(pad);
	enter(j, e);
	return true;
}

/* -- taking back */

static void
put_back(LLVMBuilderRef b, const struct journal_edit *e)
{
	size_t n;

	LLVMPositionBuilderBefore(b, e->mark ? e->mark : e->other);
	LLVMSetCurrentDebugLocation2(b, NULL);
	LLVMInsertIntoBuilderWithName(b, e->inst, LLVMGetValueName2(e->inst, &n));
	for (unsigned i = 0; i < e->n; i++)
		LLVMSetOperand(e->inst, i, e->value[i]);
	if (e->other) {
		LLVMReplaceAllUsesWith(e->other, e->inst);
		LLVMInstructionEraseFromParent(e->other);
	}
	if (e->mark)
		LLVMInstructionEraseFromParent(e->mark);
}

static void
restore_order(const struct journal_edit *e)
{
	for (unsigned i = e->n; i-- > 0;) {
		LLVMValueRef t = e->value[i];
		if (!LLVMIsATerminatorInst(t) || (i + 1 < e->n && e->value[i + 1] == t))
			continue;
		for (unsigned k = LLVMGetNumSuccessors(t); k-- > 0;)
			if (LLVMGetSuccessor(t, k) == e->to)
				LLVMSetSuccessor(t, k, e->to); /* makes this use the newest one */
	}
}

static void
join(const struct journal_edit *e)
{
	if (e->unwind)
		LLVMSetUnwindDest(e->inst, e->to);
	else
		LLVMSetNormalDest(e->inst, e->to);
	LLVMDeleteBasicBlock(e->block);
}

void
journal_take_back(struct journal *j)
{
	while (j->n > 0) {
		const struct journal_edit *e = &j->edit[--j->n];
		switch (e->kind) {
		case OPERAND:
			LLVMSetOperand(e->inst, e->n, e->other);
			break;
		case BUILT:
			LLVMInstructionEraseFromParent(e->inst);
			break;
		case BUILT_BETWEEN:
			for (LLVMValueRef x; (x = LLVMGetPreviousInstruction(e->inst)) != e->other;)
				LLVMInstructionEraseFromParent(x);
			break;
		case REPLACED:
			LLVMReplaceAllUsesWith(e->inst, e->other);
			break;
		case TAKEN_OUT:
			put_back(j->b, e);
			break;
		case SPLIT:
			join(e);
			break;
		case ORDER:
			restore_order(e);
			break;
		}
	}
}

/* -- keeping */

void
journal_commit(struct journal *j)
{
	for (uint32_t i = 0; i < j->n; i++) {
		const char *name = j->edit[i].unwind ? "gc.unwind" : "gc.normal";
		if (j->edit[i].kind == SPLIT)
			LLVMSetValueName2(LLVMBasicBlockAsValue(j->edit[i].block), name, strlen(name));
	}
}

void
journal_close(struct journal *j)
{
	for (uint32_t i = 0; i < j->n; i++) {
		const struct journal_edit *e = &j->edit[i];
		if (e->kind != TAKEN_OUT)
			continue;
		if (e->mark)
			LLVMInstructionEraseFromParent(e->mark);
		LLVMDeleteInstruction(e->inst);
	}
	j->n = 0;
}
