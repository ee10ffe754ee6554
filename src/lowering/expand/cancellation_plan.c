/* SPDX-License-Identifier: MIT */
/* cancellation_plan.c -- finds out where regions may be published, and what has to be done there: points, withdrawals,
** marks.
**
** Two facts flow forward over the blocks: whether any region may be published, and whether one of this function. A
** point sets both, an unsafe instruction clears both. */
#include "dialect/abi.h"
#include "ir/llvm_calls.h"
#include "lowering/expand/cancellation.h"

/* What an instruction means for regions. */
enum meaning { HARMLESS, POINT, UNSAFE, REGION_ENTRY, LEAVES };

enum state { NONE_OPEN = 0, ANY_OPEN = 1, OWN_OPEN = 2 };

/* ---- meaning of instructions ---- */

static bool
begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

static bool
is_marked(const struct cancellation *c, LLVMValueRef inst)
{
	return LLVMHasMetadata(inst) && LLVMGetMetadata(inst, c->md_safe) != NULL;
}

/* Does the intrinsic of LLVM write no memory, or is it no code at all? */
static bool
writes_nothing(const struct cancellation *c, LLVMValueRef fn)
{
	static const char *const names[] = { "llvm.assume", "llvm.expect.", "llvm.prefetch.", "llvm.donothing",
		"llvm.sideeffect", "llvm.experimental.noalias.scope.decl", "llvm.invariant.", "llvm.var.annotation",
		"llvm.ptr.annotation." };
	const char *name = value_name(fn);

	if (llvm_call_kind(fn) != LLVM_CALL_NEVER)
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (begins(name, names[i]))
			return true;
	LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, c->l.e.attr_memory);
	return a != NULL && (LLVMGetEnumAttributeValue(a) & 0xAAAAAAAAu) == 0;
}

/* Functions of the runtime are never abandoned, whatever the mark says. */
static bool
is_runtime(LLVMValueRef callee)
{
	const char *name = LLVMIsAFunction(callee) ? value_name(callee) : "";

	return (begins(name, "jl_") || begins(name, "ijl_") || begins(name, "lr_") || begins(name, "julia.call"))
		&& strstr(name, "setjmp") == NULL;
}

static enum meaning
meaning_of_call(struct cancellation *c, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	switch (edit_intrinsic(&c->l.e, call)) {
	case INTR_CANCELLATION_POINT:
		return POINT;
	case INTR_LLVM_DEBUG: case INTR_LLVM_LIFETIME: case INTR_SAFEPOINT: case INTR_POINTER_FROM_OBJREF:
	case INTR_GC_LOADED: case INTR_TRACKED_POINTER: case INTR_TYPEOF: case INTR_BLACKBOX: case INTR_GET_PGCSTACK:
	case INTR_IMMEDIATE_MAKE: case INTR_IMMEDIATE_TEST: case INTR_IMMEDIATE_VALUE:
	case INTR_PRESERVE_BEGIN: case INTR_PRESERVE_END: case INTR_GCROOT_FLUSH:
		return HARMLESS;
	case INTR_GC_ALLOC_OBJ: case INTR_WRITE_BARRIER: case INTR_OBJECT_WRITE_BARRIER:
	case INTR_FIELD_WRITE_BARRIER_P11: case INTR_FIELD_WRITE_BARRIER_P13:
		return c->l.profile->reset_safe_suffix[0] != '\0' ? REGION_ENTRY : UNSAFE;
	case INTR_LLVM:
		if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0 && writes_nothing(c, callee))
			return HARMLESS;
		break;
	default:
		break;
	}
	return is_marked(c, call) && !is_runtime(callee) ? HARMLESS : UNSAFE;
}

static bool
is_tail(LLVMValueRef call)
{
	return LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
}

static enum meaning
meaning(struct cancellation *c, LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMCall: case LLVMInvoke: case LLVMCallBr: {
		enum meaning m = meaning_of_call(c, inst);
		return m == HARMLESS && is_tail(inst) ? LEAVES : m;
	}
	case LLVMRet: case LLVMResume: case LLVMCleanupRet:
		return LEAVES;
	case LLVMStore: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMVAArg:
		return c->has_points && !is_marked(c, inst) ? UNSAFE : HARMLESS;
	case LLVMLoad:
		return c->has_points && !is_marked(c, inst) && (LLVMGetVolatile(inst)
			|| LLVMGetOrdering(inst) > LLVMAtomicOrderingUnordered) ? UNSAFE : HARMLESS;
	default:
		return HARMLESS;
	}
}

/* ---- flow ---- */

static bool
read_blocks(struct cancellation *c, LLVMValueRef fn)
{
	uint32_t n = LLVMCountBasicBlocks(fn), i = 0;

	arena_reset(&c->scratch);
	ptrmap_clear(&c->place);
	c->blocks = arena_zarray(&c->scratch, (size_t)n + 1, sizeof *c->blocks);
	c->todo = arena_array(&c->scratch, 3 * (size_t)n, sizeof *c->todo);
	c->succ = NULL;
	c->nblocks = n, c->nsucc = c->succ_cap = 0;
	if (c->scratch.failed)
		return false;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb), i++) {
		c->blocks[i].bb = bb;
		ptrmap_set(&c->place, bb, i);
	}
	for (i = 0; i < n && !c->place.failed; i++) {
		struct block *b = &c->blocks[i];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b->bb);
		b->succ_at = c->nsucc;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
			if (ARENA_PUSH(&c->scratch, c->succ, c->nsucc, c->succ_cap))
				c->succ[c->nsucc++] = ptrmap_get(&c->place, LLVMGetSuccessor(end, k));
		for (LLVMValueRef inst = LLVMGetFirstInstruction(b->bb); inst != NULL;
			inst = LLVMGetNextInstruction(inst)) {
			enum meaning m = meaning(c, inst);
			if (m == POINT && !c->sanitized)
				b->sets = true, b->clears = false;
			else if (m == UNSAFE)
				b->clears = true, b->sets = false;
		}
	}
	c->blocks[n].succ_at = c->nsucc;
	return !c->scratch.failed && !c->place.failed;
}

static unsigned
state_behind(const struct block *b)
{
	return b->sets ? ANY_OPEN | OWN_OPEN : b->clears ? NONE_OPEN : b->in;
}

/* Finds the state at the start of each block. A block is done again when the state behind it grows, at most twice, so
** `todo` has space for all. */
static void
flow(struct cancellation *c)
{
	uint32_t n = 0;

	c->blocks[0].in = c->inherits ? ANY_OPEN : NONE_OPEN;
	for (uint32_t i = 0; i < c->nblocks; i++)
		if (state_behind(&c->blocks[i]) != NONE_OPEN)
			c->todo[n++] = i;
	while (n > 0) {
		const struct block *b = &c->blocks[c->todo[--n]];
		unsigned state = state_behind(b);
		for (uint32_t k = b->succ_at; k < b[1].succ_at; k++) {
			struct block *s = &c->blocks[c->succ[k]];
			unsigned before = state_behind(s);
			s->in |= state;
			if (state_behind(s) != before)
				c->todo[n++] = c->succ[k];
		}
	}
}

static void
add_note(struct cancellation *c, LLVMValueRef inst, enum note_kind kind)
{
	if (ARENA_PUSH(&c->l.e.arena, c->notes, c->nnotes, c->cap))
		c->notes[c->nnotes++] = (struct note){ inst, kind };
}

static void
note_block(struct cancellation *c, const struct block *b)
{
	unsigned state = b->in;

	for (LLVMValueRef inst = LLVMGetFirstInstruction(b->bb); inst != NULL; inst = LLVMGetNextInstruction(inst))
		switch (meaning(c, inst)) {
		case POINT:
			add_note(c, inst, NOTE_POINT);
			c->npoints++;
			state = c->sanitized ? state : ANY_OPEN | OWN_OPEN;
			break;
		case UNSAFE:
			if (state != NONE_OPEN)
				add_note(c, inst, NOTE_WITHDRAW);
			state = NONE_OPEN;
			break;
		case LEAVES:
			if (state & OWN_OPEN)
				add_note(c, inst, NOTE_WITHDRAW);
			state = NONE_OPEN;
			break;
		case REGION_ENTRY:
			if (state != NONE_OPEN)
				add_note(c, inst, NOTE_MARK);
			break;
		case HARMLESS:
			break;
		}
}

static lr_status
check_point(struct cancellation *c, LLVMValueRef user, LLVMValueRef point)
{
	struct lower *l = &c->l;
	const struct lr_profile *p = l->profile;

	if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != point || is_tail(user) || LLVMTypeOf(user) != l->e.i32
		|| LLVMGetNumArgOperands(user) != 0 || LLVMGetNumOperandBundles(user) != 0)
		return lr_fail(l->cx, LR_E_DIALECT, user,
			"julia.cancellation_point is called with `call`, takes nothing, and gives an i32");
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
	if (abi_given(fn, l->cx->options.abi) == LR_ABI_SHADOW_STACK)
		return lr_fail(l->cx, LR_E_DIALECT, user,
			"a reset cannot put back the chain of the ABI 'shadow-stack'; give this function "
			"\"lateroot-abi\"=\"gcframe\"");
	return runtime_name_check(l, user, p->reset_setjmp[0] != '\0' ? p->reset_setjmp : p->setjmp_name);
}

static bool
calls_point(struct cancellation *c, LLVMValueRef fn, lr_status *st)
{
	LLVMValueRef point = LLVMGetNamedFunction(c->l.e.module, CANCELLATION_POINT);
	bool found = false;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); point != NULL && bb != NULL;
		bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr)
				|| LLVMGetCalledValue(i) != point)
				continue;
			if (*st == LR_OK)
				*st = check_point(c, i, point);
			edit_plan_call(&c->l.e, i);
			found = true;
		}
	return found;
}

lr_status
cancellation_plan(struct cancellation *c, LLVMValueRef fn)
{
	lr_status st = LR_OK;
	uint32_t before = c->nnotes;

	c->inherits = LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, CANCELLATION_INHERITS,
		sizeof CANCELLATION_INHERITS - 1) != NULL;
	c->sanitized = LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, c->kind_sanitize_thread) != NULL;
	c->has_points = calls_point(c, fn, &st);
	if (st != LR_OK || (!c->has_points && !c->inherits))
		return st;
	if (!read_blocks(c, fn))
		return lr_nomem(c->l.cx);
	flow(c);
	for (uint32_t i = 0; i < c->nblocks; i++)
		note_block(c, &c->blocks[i]);
	if (c->nnotes > before && ARENA_PUSH(&c->l.e.arena, c->works, c->nworks, c->works_cap))
		c->works[c->nworks++] = (struct work){ fn, c->nnotes };
	return LR_OK;
}
