/* SPDX-License-Identifier: MIT */
/* coroutines.c -- reports references that a C++ coroutine needs after a suspension.
**
** A variable or value that is used after a suspension lies in the coroutine's frame, which is memory of operator new.
** No collector looks there. */
#include "lowering/mistakes/checks.h"

#include <string.h>

#include "base/arena.h"
#include "base/ptrmap.h"
#include "dialect/kind.h"
#include "host/warnings.h"
#include "ir/variable.h"
#include "lowering/mistakes/callees.h"

enum { NAME_BYTES = 100 };

struct coroutine {
	lr_context *cx;
	LLVMValueRef fn;
	struct ptrmap number;    /* block -> index in `block` */
	LLVMBasicBlockRef *block;
	uint8_t *mark;           /* for each block: needed_behind has reached it */
	uint32_t *todo;
	uint32_t n;              /* blocks */
};

static bool
is_suspension(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && strncmp(callee_name(i), "llvm.coro.suspend", 17) == 0;
}

/* May the instruction read the variable or use the value? *writes: it ends the life of the variable's content. */
static bool
reads(LLVMValueRef i, LLVMValueRef v, bool *writes)
{
	*writes = LLVMIsAAllocaInst(v) && LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == v && LLVMGetOperand(i, 0) != v
		&& LLVMTypeOf(LLVMGetOperand(i, 0)) == LLVMGetAllocatedType(v);
	if (*writes || LLVMIsAPHINode(i))
		return false;
	if (LLVMIsACallInst(i) && LLVMIsAIntrinsicInst(i)) {
		const char *name = LLVMGetValueName(LLVMGetCalledValue(i));
		*writes = strncmp(name, "llvm.lifetime.", 14) == 0
			&& LLVMGetOperand(i, LLVMGetNumArgOperands(i) - 1) == v;
		if (*writes)
			return false;
	}
	for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++)
		if (LLVMGetOperand(i, (unsigned)k) == v)
			return true;
	return false;
}

/* Is the variable or value read from `i` on, before it is written? *passed: neither happens up to the end of the
** block. */
static bool
read_from(LLVMValueRef i, LLVMValueRef v, bool *passed)
{
	bool writes = false;

	for (; i != NULL; i = LLVMGetNextInstruction(i)) {
		if (reads(i, v, &writes))
			return true;
		if (writes || i == v) {
			*passed = false;
			return false;
		}
	}
	*passed = true;
	return false;
}

static bool
needed_behind(struct coroutine *c, LLVMValueRef suspension, LLVMValueRef v)
{
	uint32_t ntodo = 0;
	bool passed;

	if (read_from(LLVMGetNextInstruction(suspension), v, &passed))
		return true;
	if (!passed)
		return false;
	memset(c->mark, 0, c->n);
	LLVMBasicBlockRef at = LLVMGetInstructionParent(suspension);
	for (;;) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(at);
		for (unsigned s = 0, n = end != NULL ? LLVMGetNumSuccessors(end) : 0; s < n; s++) {
			const uint32_t next = ptrmap_get(&c->number, LLVMGetSuccessor(end, s));
			if (next == PTRMAP_NONE || c->mark[next])
				continue;
			c->mark[next] = 1;
			if (read_from(LLVMGetFirstInstruction(c->block[next]), v, &passed))
				return true;
			if (passed)
				c->todo[ntodo++] = next;
		}
		if (ntodo == 0)
			return false;
		at = c->block[c->todo[--ntodo]];
	}
}

static void
check_value(struct coroutine *c, LLVMValueRef v, LLVMValueRef *suspensions, uint32_t n)
{
	char name[NAME_BYTES];

	for (uint32_t i = 0; i < n; i++) {
		/* A value that is defined after the suspension has nothing to lose. */
		if (!LLVMIsAAllocaInst(v) && LLVMGetInstructionParent(v) == LLVMGetInstructionParent(suspensions[i])) {
			LLVMValueRef at = v;
			while (at != NULL && at != suspensions[i])
				at = LLVMGetNextInstruction(at);
			if (at == NULL)
				continue;
		}
		if (!needed_behind(c, suspensions[i], v))
			continue;
		variable_name(v, name, sizeof name);
		warning(c->cx, WARN_COROUTINE, suspensions[i],
			"%s%s%s holds a reference over this suspension, in the frame of a coroutine, into which no "
			"collector looks: keep it in an object that is rooted elsewhere",
			name[0] != '\0' ? "the variable '" : "a variable or value", name, name[0] != '\0' ? "'" : "");
		return;
	}
}

static lr_status
check_coroutine(lr_context *cx, LLVMValueRef fn)
{
	struct coroutine c = { .cx = cx, .fn = fn };
	LLVMValueRef *suspensions = NULL;
	uint32_t n = 0, cap = 0;
	struct arena ar;

	arena_init(&ar, cx->options.alloc, cx->options.user);
	ptrmap_init(&c.number, cx->options.alloc, cx->options.user);
	const uint32_t blocks = LLVMCountBasicBlocks(fn);
	c.block = arena_array(&ar, blocks + 1, sizeof *c.block);
	c.mark = arena_array(&ar, blocks + 1, 1);
	c.todo = arena_array(&ar, blocks + 1, sizeof *c.todo);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL && !ar.failed;
		bb = LLVMGetNextBasicBlock(bb)) {
		c.block[c.n] = bb;
		ptrmap_set(&c.number, bb, c.n++);
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (is_suspension(i) && ARENA_PUSH(&ar, suspensions, n, cap))
				suspensions[n++] = i;
			/* this may be the frame itself, of which heap.c is not to warn */
			if ((LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) && heap_gives_memory(i))
				heap_mark_reported(i);
		}
	}
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL && n > 0 && !ar.failed && !c.number.failed;
		bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			if (type_may_hold_reference(LLVMIsAAllocaInst(i) ? LLVMGetAllocatedType(i) : LLVMTypeOf(i)))
				check_value(&c, i, suspensions, n);
	const bool failed = ar.failed || c.number.failed;
	ptrmap_free(&c.number);
	arena_free(&ar);
	return failed ? lr_nomem(cx) : cx->first;
}

lr_status
coroutines_check(lr_context *cx, LLVMModuleRef m)
{
	const unsigned coroutine = LLVMGetEnumAttributeKindForName("presplitcoroutine", 17);
	lr_status st = LR_OK;

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && st != LR_E_NOMEM; fn = LLVMGetNextFunction(fn))
		if (LLVMGetFirstBasicBlock(fn) != NULL
			&& LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, coroutine)
				!= NULL)
			st = check_coroutine(cx, fn);
	return cx->first;
}
