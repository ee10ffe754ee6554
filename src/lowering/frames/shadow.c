/* SPDX-License-Identifier: MIT */
/* shadow.c -- lowers frame intrinsics for LLVM's shadow stack: an entry { next older entry, map, roots } in the stack
** frame is linked into a chain whose head is the variable llvm_gc_root_chain.
**
**   new   an alloca of the entry; its roots are zeroed as those of a GC frame, whose header has the same size
**   push  entry.map = the function's, entry.next = head, head = entry
**   pop   head = entry.next
**
** The map is a constant: i32 number of roots, i32 number of those with metadata, their metadata. The variable is
** thread-local unless the module declares it otherwise. Its address is built anew at each place, where it becomes part
** of an access. */
#include "lowering/common/lowering.h"

enum { NEXT_WORD = 0, MAP_WORD = 1 };

static const char CHAIN[] = "llvm_gc_root_chain", CALLED[] = "lr_root_chain", ADDRESS[] = "llvm.threadlocal.address";

LLVMValueRef
shadow_chain_variable(LLVMModuleRef m)
{
	LLVMValueRef g = LLVMGetNamedGlobal(m, CHAIN);

	if (g == NULL) {
		g = LLVMAddGlobal(m, LLVMPointerTypeInContext(LLVMGetModuleContext(m), LR_AS_GENERIC), CHAIN);
		LLVMSetThreadLocalMode(g, LLVMInitialExecTLSModel);
	}
	return g;
}

LLVMValueRef
shadow_chain(LLVMModuleRef m, LLVMBuilderRef b)
{
	LLVMValueRef g = shadow_chain_variable(m);
	LLVMTypeRef type = LLVMTypeOf(g);

	if (!LLVMIsThreadLocal(g))
		return g;
	LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(ADDRESS, sizeof ADDRESS - 1), &type, 1);
	return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &g, 1, "gcchain");
}

bool
shadow_chain_by_call(LLVMModuleRef m)
{
	LLVMValueRef g = LLVMGetNamedGlobal(m, CHAIN);
	LLVMContextRef c = LLVMGetModuleContext(m);
	static const char *const promises[] = { "nounwind", "willreturn", "memory" };

	if (g == NULL || !LLVMIsThreadLocal(g))
		return false;
	LLVMTypeRef type = LLVMFunctionType(LLVMPointerTypeInContext(c, LR_AS_GENERIC), NULL, 0, false);
	LLVMValueRef fn = LLVMGetNamedFunction(m, CALLED);
	if (fn == NULL)
		fn = LLVMAddFunction(m, CALLED, type);
	for (unsigned i = 0; i < sizeof promises / sizeof *promises; i++)
		add_attribute(c, fn, AT_FUNCTION, promises[i], 0);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	for (LLVMUseRef u = LLVMGetFirstUse(g), next; u != NULL; u = next) {
		LLVMValueRef at = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsACallInst(at)
			|| strncmp(value_name(LLVMGetCalledValue(at)), ADDRESS, sizeof ADDRESS - 1) != 0)
			continue;
		LLVMPositionBuilderBefore(b, at);
		LLVMReplaceAllUsesWith(at, LLVMBuildCall2(b, type, fn, NULL, 0, "gcchain"));
		LLVMInstructionEraseFromParent(at);
	}
	LLVMDisposeBuilder(b);
	if (LLVMGetFirstUse(g) == NULL)
		LLVMDeleteGlobal(g);
	return true;
}

/* The metadata of a frame's roots; NULL: none has any. */
static LLVMValueRef
metadata_of(struct lower *l, LLVMValueRef new_call)
{
	return LLVMGetMetadata(new_call,
		LLVMGetMDKindIDInContext(l->e.context, ROOT_METADATA, sizeof ROOT_METADATA - 1));
}

void
shadow_plan(struct lower *l, LLVMValueRef new_call)
{
	LLVMValueRef node = metadata_of(l, new_call);
	unsigned n = node != NULL ? LLVMGetMDNodeNumOperands(node) : 0;

	if (n > l->root_metadata_room) {
		/* edit_ready reports it if memory is exhausted */
		l->root_metadata = arena_array(&l->e.arena, n, sizeof *l->root_metadata);
		l->root_metadata_room = n;
	}
}

/* The map of an entry. LLVM merges equal maps. */
static LLVMValueRef
frame_map(struct lower *l, LLVMValueRef new_call)
{
	struct edit *e = &l->e;
	LLVMValueRef node = metadata_of(l, new_call);
	unsigned nmeta = node != NULL ? LLVMGetMDNodeNumOperands(node) : 0;

	if (nmeta > 0)
		LLVMGetMDNodeOperands(node, l->root_metadata);
	LLVMValueRef fields[] = { LLVMGetOperand(new_call, 0), edit_i32(e, nmeta),
		LLVMConstArray2(e->ptr, l->root_metadata, nmeta) };
	LLVMValueRef map = LLVMConstStructInContext(e->context, fields, 3, false);
	return edit_constant(e->module, map, e->word_bytes, "gc_map");
}

void
shadow_new_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	l->map = frame_map(l, call);
	frame_new_lower(l, call, id);
}

void
shadow_push_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	LLVMValueRef entry = LLVMGetOperand(call, 0);

	(void)id;
	frame_zero(l, call, entry, LR_FRAME_HEADER_WORDS, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)));
	edit_before(e, call);
	LLVMValueRef chain = shadow_chain(e->module, e->builder);
	frame_access(l, LLVMBuildStore(e->builder, l->map, frame_word(l, entry, MAP_WORD, "")));
	frame_link(l, entry, NEXT_WORD, "", chain, "gchead");
	edit_replace(e, call, entry);
}

void
shadow_pop_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;
	LLVMValueRef entry = LLVMGetOperand(call, 0);

	(void)id;
	edit_before(e, call);
	LLVMValueRef next = frame_prev(l, entry, NEXT_WORD, "entry.next");
	frame_access(l, LLVMBuildStore(e->builder, next, shadow_chain(e->module, e->builder)));
	edit_replace(e, call, entry);
}
