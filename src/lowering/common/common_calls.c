/* SPDX-License-Identifier: MIT */
/* common_calls.c -- calls and loads that several constructs of the dialect are lowered to, and the search for a
** frame. */
#include "dialect/abi.h"
#include "lowering/common/lowering.h"

/* The load is atomic and volatile: the collector changes the mark bits without LLVM's knowledge, so LLVM must not merge
** two loads. */
LLVMValueRef
object_load_tag(struct lower *l, LLVMValueRef object, const char *name)
{
	struct edit *e = &l->e;
	LLVMValueRef at = edit_offset(e, object, profile_tag_offset(l->profile, e->word_bytes), "");
	LLVMValueRef load = LLVMBuildLoad2(e->builder, e->word, at, name);

	LLVMSetOrdering(load, LLVMAtomicOrderingUnordered);
	LLVMSetVolatile(load, true);
	LLVMSetAlignment(load, e->word_bytes);
	edit_tbaa(e, load, e->tbaa_tag);
	if (e->no_hints)
		return load;
	if (l->tag_range == NULL) {
		LLVMMetadataRef range[] = { LLVMValueAsMetadata(edit_word(e, (uint64_t)l->profile->tag_bits + 1)),
			LLVMValueAsMetadata(edit_word(e, 0)) };
		l->tag_range = LLVMMetadataAsValue(e->context, LLVMMDNodeInContext2(e->context, range, 2));
	}
	LLVMSetMetadata(load, e->md_range, l->tag_range);
	return load;
}

LLVMValueRef
ptls_load(struct lower *l, LLVMValueRef from, int64_t offset)
{
	struct edit *e = &l->e;
	LLVMValueRef load = LLVMBuildLoad2(e->builder, e->ptr, edit_offset(e, from, offset, "ptls_field"), "ptls");

	LLVMSetAlignment(load, e->word_bytes);
	edit_tbaa(e, load, e->tbaa_gcframe);
	return load;
}

LLVMValueRef
ptls_of_gcstack(struct lower *l, LLVMValueRef pgcstack)
{
	const struct lr_profile *p = l->profile;

	return p->ptls_is_pgcstack ? pgcstack
		: ptls_load(l, pgcstack, (int64_t)p->ptls_in_task - p->gcstack_in_task);
}

/* LLVM's passes over machine code of AArch64 join loads, and stores, across a fence for one thread and a volatile load:
** a reference would be read before the poll and used behind it.  They stop at assembly that may write memory.  On x86
** no such pass is known. */
void
machine_barrier_build(struct lower *l, LLVMValueRef before)
{
	struct edit *e = &l->e;
	const enum architecture a = abi_architecture(e->module);
	static const char memory[] = "~{memory}";

	if (a == ARCH_X86_64 || a == ARCH_I686)
		return;
	edit_before(e, before);
	LLVMTypeRef type = LLVMFunctionType(e->void_type, NULL, 0, false);
	LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, memory, sizeof memory - 1, true, false,
		LLVMInlineAsmDialectATT, false);
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, nothing, NULL, 0, "");
	add_call_attribute(e->context, call, AT_FUNCTION, "nounwind", 0);
	LLVMAddCallSiteAttribute(call, AT_FUNCTION,
		LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0));
}

LLVMValueRef
poll_build(struct lower *l, LLVMValueRef ptls)
{
	struct edit *e = &l->e;
	LLVMTypeRef type = LLVMFunctionType(e->void_type, &e->ptr, 1, false);
	LLVMValueRef at = edit_offset(e, ptls, l->profile->safepoint_in_ptls, "");
	LLVMValueRef page = LLVMBuildLoad2(e->builder, e->ptr, at, "signal_page");

	LLVMSetOrdering(page, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(page, e->word_bytes);
	LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
	LLVMValueRef poll = LLVMBuildCall2(e->builder, type, runtime_function(l, intrinsic_name(INTR_SAFEPOINT), type),
		&page, 1, "");
	LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
	return poll;
}

LLVMValueRef
frame_of(struct lower *l, LLVMValueRef fn)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i != NULL;
		i = LLVMGetNextInstruction(i))
		if (LLVMGetInstructionOpcode(i) == LLVMCall && edit_intrinsic(&l->e, i) == INTR_NEW_GC_FRAME)
			return i;
	return NULL;
}
