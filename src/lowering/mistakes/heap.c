/* heap.c -- part of AdoptDialect and SettleGCStack: references in memory that belongs neither to the collector
** nor to a function.
**
**   malloc      a reference is stored or copied into memory of malloc, calloc, realloc, operator new, or into a C++
**               exception, where it can be seen that it is such: before the optimisation, which may take that memory
**               away, and behind it, for then calls between the two are inlined
**   coroutine   a variable or value with a reference is needed behind a suspension of a C++ coroutine: it will lie in
**               the coroutine's frame, in memory of operator new
**
** What the C++ library allocates is in cxx_library.c. */
#include "lowering/mistakes/heap.h"

#include <stdio.h>
#include <stdlib.h>

#include "dialect/kind.h"
#include "dialect/names.h"
#include "ir/variable.h"
#include "lowering/mistakes/address_flow.h"
#include "lowering/mistakes/cxx_library.h"
#include "host/warnings.h"
#include "base/ptrmap.h"

enum { MAX_STEPS = 32, NAME_BYTES = 100 };

static bool
holds_reference(LLVMTypeRef t)
{
	return type_may_hold_reference(t);
}

/* ---- malloc ---- */

/* The name of the function that is called; "" if that is not known, or LLVM's. */
static const char *
called_name(LLVMValueRef call)
{
	LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(call));
	size_t n;

	return f == NULL || LLVMIsAIntrinsicInst(call) ? "" : LLVMGetValueName2(f, &n);
}

static bool
gives_memory(LLVMValueRef call)
{
	static const char *const names[] = { "malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign",
		"valloc", "pvalloc", "mmap", "mmap64", "mremap", "sbrk", "shmat", "_Znwm", "_Znam",
		"_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", "_Znwj",
		"_Znaj", "__cxa_allocate_exception" };
	const char *name = called_name(call);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return *name != '\0'
		&& LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(call), (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMGetEnumAttributeKindForName("allocsize", 9)) != NULL;
}

/* Does the call write the address of memory to where its first argument leads? */
static bool
gives_memory_in(LLVMValueRef call)
{
	return strcmp(called_name(call), "posix_memalign") == 0 && LLVMGetNumArgOperands(call) > 0;
}

static bool
is_gone_through(LLVMValueRef v)
{
	return LLVMIsAGetElementPtrInst(v) || LLVMIsAAddrSpaceCastInst(v) || LLVMIsABitCastInst(v)
		|| LLVMIsAFreezeInst(v);
}

/* Where a reference is stored; NULL: none is. */
static LLVMValueRef
stored_to(LLVMValueRef i)
{
	if (LLVMIsAStoreInst(i))
		return holds_reference(LLVMTypeOf(LLVMGetOperand(i, 0))) && !LLVMIsConstant(LLVMGetOperand(i, 0))
			? LLVMGetOperand(i, 1) : NULL;
	if (!LLVMIsAMemCpyInst(i) && !LLVMIsAMemMoveInst(i))
		return NULL;
	LLVMValueRef from = LLVMGetOperand(i, 1);
	for (int k = 0; k < MAX_STEPS && is_gone_through(from); k++)
		from = LLVMGetOperand(from, 0);
	return LLVMIsAAllocaInst(from) && holds_reference(LLVMGetAllocatedType(from)) ? LLVMGetOperand(i, 0) : NULL;
}

static void
mark_told(LLVMValueRef call)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(call));

	LLVMSetMetadata(call, LLVMGetMDKindIDInContext(c, "lateroot.told", 13),
		LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

/* Visits each instruction of the module that is not in a function which itself makes roots: who does so knows about
** it. */
static void
for_each_instruction(lr_context *cx, LLVMModuleRef m, void visit(lr_context *, LLVMValueRef, struct address_flow *),
	struct address_flow *flow)
{
	LLVMValueRef add_root = LLVMGetNamedFunction(m, "lr_gc_add_root");
	struct ptrmap told;

	ptrmap_init(&told, cx->options.alloc, cx->options.user);
	for (LLVMUseRef u = add_root != NULL ? LLVMGetFirstUse(add_root) : NULL; u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsAInstruction(LLVMGetUser(u)))
			ptrmap_set(&told, LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(u))), 1);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		if (ptrmap_get(&told, fn) != PTRMAP_NONE)
			continue;
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				visit(cx, i, flow);
	}
	ptrmap_free(&told);
}

static void
find_memory(lr_context *cx, LLVMValueRef i, struct address_flow *flow)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(i));

	(void)cx;
	if ((!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
		|| LLVMGetMetadata(i, LLVMGetMDKindIDInContext(c, "lateroot.told", 13)))
		return;
	if (gives_memory(i))
		address_flow_add(flow, i);
	else if (gives_memory_in(i))
		address_flow_add_in(flow, i, LLVMGetOperand(i, 0));
}

static void
check_store(lr_context *cx, LLVMValueRef i, struct address_flow *flow)
{
	LLVMValueRef to = stored_to(i), memory = to != NULL ? address_flow_memory(flow, to) : NULL;

	if (memory == NULL
		|| LLVMGetMetadata(memory,
			LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(to)), "lateroot.told", 13)))
		return;
	mark_told(memory);
	warning(cx, WARN_MALLOC, i,
		"a reference is put into memory of '%s', in which no collector looks: keep it in an object, or give "
		"the address of the word to lr_gc_add_root", LLVMGetValueName(LLVMGetCalledValue(memory)));
}

/* Before the optimisation and behind it: what is found first is marked, so that it is said once. */
lr_status
heap_check_malloc(lr_context *cx, LLVMModuleRef m)
{
	struct address_flow flow;

	address_flow_begin(&flow, cx->options.alloc, cx->options.user);
	for_each_instruction(cx, m, find_memory, &flow);
	if (flow.norigin > 0)
		address_flow_members(&flow, m);
	const bool ok = address_flow_spread(&flow);
	if (ok && flow.norigin > 0)
		for_each_instruction(cx, m, check_store, &flow);
	address_flow_end(&flow);
	return ok ? cx->first : lr_nomem(cx);
}

/* ---- coroutines ---- */

struct coroutine {
	lr_context *cx;
	LLVMValueRef fn;
	struct ptrmap number;    /* of blocks */
	LLVMBasicBlockRef *block;
	uint8_t *mark;           /* a block is reached; kept for one question */
	uint32_t *todo;
	uint32_t n;
};

static bool
is_suspension(LLVMValueRef i)
{
	LLVMValueRef f = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
	size_t n;

	return f != NULL && strncmp(LLVMGetValueName2(f, &n), "llvm.coro.suspend", 17) == 0;
}

/* Does the instruction read the variable, or do what cannot be told; or, *writes, write all of it? */
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

/* From `i` on: is it read before it is written?  *passed: the end of the block is reached. */
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
		/* A variable that nobody has written, and a value that is not there yet, have nothing to lose. */
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
			"%s%s%s holds a reference over this suspension, in the frame of a coroutine, where no "
			"collector looks: keep it in an object that is a root elsewhere",
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
			/* of the frame, of which all is said here */
			if ((LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) && gives_memory(i))
				mark_told(i);
		}
	}
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL && n > 0 && !ar.failed && !c.number.failed;
		bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			if (holds_reference(LLVMIsAAllocaInst(i) ? LLVMGetAllocatedType(i) : LLVMTypeOf(i)))
				check_value(&c, i, suspensions, n);
	const bool failed = ar.failed || c.number.failed;
	ptrmap_free(&c.number);
	arena_free(&ar);
	return failed ? lr_nomem(cx) : cx->first;
}

lr_status
heap_check_early(lr_context *cx, LLVMModuleRef m)
{
	const unsigned coroutine = LLVMGetEnumAttributeKindForName("presplitcoroutine", 17);
	lr_status st = LR_OK;

	if (library_check(cx, m) == LR_E_NOMEM || heap_check_malloc(cx, m) == LR_E_NOMEM)
		return LR_E_NOMEM;
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && st != LR_E_NOMEM; fn = LLVMGetNextFunction(fn))
		if (LLVMGetFirstBasicBlock(fn) != NULL
			&& LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, coroutine)
				!= NULL)
			st = check_coroutine(cx, fn);
	return cx->first;
}
