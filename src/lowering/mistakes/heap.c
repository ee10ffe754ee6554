/* SPDX-License-Identifier: MIT */
/* heap.c -- warns of references that are stored or copied into memory of malloc, calloc, realloc, mmap or operator new,
** or into a C++ exception.
**
** The check runs before LLVM's optimisation, which may remove the memory, and after it: then calls between the
** allocation and the store are inlined. Memory of which the first run warns gets metadata, so that the second one does
** not warn of it again. Memory that the C++ library allocates is cxx_library.c's. */
#include "lowering/mistakes/checks.h"

#include "base/ptrmap.h"
#include "dialect/kind.h"
#include "host/warnings.h"
#include "lowering/mistakes/address_flow.h"
#include "lowering/mistakes/callees.h"

enum { MAX_STEPS = 32 };

bool
heap_gives_memory(LLVMValueRef call)
{
	static const char *const names[] = { "malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign",
		"valloc", "pvalloc", "mmap", "mmap64", "mremap", "sbrk", "shmat", "_Znwm", "_Znam",
		"_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", "_Znwj",
		"_Znaj", "__cxa_allocate_exception" };
	const char *name = LLVMIsAIntrinsicInst(call) ? "" : callee_name(call);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return *name != '\0'
		&& LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(call), (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMGetEnumAttributeKindForName("allocsize", 9)) != NULL;
}

/* Does the call store the address of new memory where its first argument points? */
static bool
gives_memory_in(LLVMValueRef call)
{
	return calls(call, "posix_memalign") && LLVMGetNumArgOperands(call) > 0;
}

static bool
is_address_step(LLVMValueRef v)
{
	return LLVMIsAGetElementPtrInst(v) || LLVMIsAAddrSpaceCastInst(v) || LLVMIsABitCastInst(v)
		|| LLVMIsAFreezeInst(v);
}

/* The address at which the instruction stores or copies a reference; NULL: it stores none. */
static LLVMValueRef
stored_to(LLVMValueRef i)
{
	if (LLVMIsAStoreInst(i)) {
		LLVMValueRef v = LLVMGetOperand(i, 0);
		return type_may_hold_reference(LLVMTypeOf(v)) && !LLVMIsConstant(v) ? LLVMGetOperand(i, 1) : NULL;
	}
	if (!LLVMIsAMemCpyInst(i) && !LLVMIsAMemMoveInst(i))
		return NULL;
	LLVMValueRef from = LLVMGetOperand(i, 1);
	for (int k = 0; k < MAX_STEPS && is_address_step(from); k++)
		from = LLVMGetOperand(from, 0);
	return LLVMIsAAllocaInst(from) && type_may_hold_reference(LLVMGetAllocatedType(from))
		? LLVMGetOperand(i, 0) : NULL;
}

static unsigned
reported_kind(LLVMValueRef call)
{
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(call)), "lateroot.told", 13);
}

void
heap_mark_reported(LLVMValueRef call)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(call));

	LLVMSetMetadata(call, reported_kind(call), LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

/* Visits each instruction of the module, but for functions that call lr_gc_add_root: their authors take care of
** roots. */
static void
for_each_instruction(lr_context *cx, LLVMModuleRef m, void visit(lr_context *, LLVMValueRef, struct address_flow *),
	struct address_flow *flow)
{
	LLVMValueRef add_root = LLVMGetNamedFunction(m, "lr_gc_add_root");
	struct ptrmap adds_roots;

	ptrmap_init(&adds_roots, cx->options.alloc, cx->options.user);
	for (LLVMUseRef u = add_root != NULL ? LLVMGetFirstUse(add_root) : NULL; u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsAInstruction(LLVMGetUser(u)))
			ptrmap_set(&adds_roots, LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(u))), 1);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn)) {
		if (ptrmap_get(&adds_roots, fn) != PTRMAP_NONE)
			continue;
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				visit(cx, i, flow);
	}
	ptrmap_free(&adds_roots);
}

static void
find_memory(lr_context *cx, LLVMValueRef i, struct address_flow *flow)
{
	(void)cx;
	if ((!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) || LLVMGetMetadata(i, reported_kind(i)))
		return;
	if (heap_gives_memory(i))
		address_flow_add(flow, i);
	else if (gives_memory_in(i))
		address_flow_add_in(flow, i, LLVMGetOperand(i, 0));
}

static void
check_store(lr_context *cx, LLVMValueRef i, struct address_flow *flow)
{
	LLVMValueRef to = stored_to(i), memory = to != NULL ? address_flow_memory(flow, to) : NULL;

	if (memory == NULL || LLVMGetMetadata(memory, reported_kind(memory)))
		return;
	heap_mark_reported(memory);
	warning(cx, WARN_MALLOC, i,
		"a reference is stored into memory of '%s', into which no collector looks: keep it in an object, or "
		"pass the address of the word to lr_gc_add_root", callee_name(memory));
}

lr_status
heap_check(lr_context *cx, LLVMModuleRef m)
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
