/* SPDX-License-Identifier: MIT */
/* framemap.c -- lowers frame intrinsics for the ABI "framemap" (abi.h), and prepares functions of that ABI.
**
**   new   an alloca of the roots alone; a root that a safepoint can see before it is stored is null from the start
**   push  an anchor, linked into the chain: an address in the function, and its frame pointer
**   pop   head of the chain = the head that the anchor replaced
**   slot  address of a root
**
** The function keeps its frame pointer, goes to a section of its own, and gets a stack map record where it begins to
** need a stack frame. Framemap tables are made of these records (src/tables). Its allocas must stay at fixed places in
** its own frame: it is not inlined any more, and its stack is not realigned. */
#include "dialect/abi.h"
#include "lowering/common/lowering.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>

enum { WORDS_ALIGN = 16 };

static bool
is_pushed(LLVMValueRef new_call)
{
	for (LLVMUseRef u = LLVMGetFirstUse(new_call); u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsACallInst(LLVMGetUser(u)) && intrinsic_of_call(LLVMGetUser(u)) == INTR_PUSH_GC_FRAME)
			return true;
	return false;
}

void
framemap_new_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	edit_replace(&l->e, call,
		l->slots != NULL ? l->slots
			: l->anchor != NULL ? l->anchor
			: LLVMConstNull(l->e.ptr));
}

/* An address in the current function, even if LLVM moves its body elsewhere later. */
static LLVMValueRef
build_here(struct lower *l)
{
	static const char constraints[] = "=r";
	struct edit *e = &l->e;
	const enum architecture arch = abi_architecture(e->module);
	const char *text = arch == ARCH_AARCH64 ? "adr $0, ." : arch == ARCH_RISCV64 ? "auipc $0, 0"
		: "leaq 0(%rip), $0";
	LLVMTypeRef type = LLVMFunctionType(e->word, NULL, 0, false);
	LLVMValueRef code = LLVMGetInlineAsm(type, text, strlen(text), constraints, sizeof constraints - 1, false,
		false, LLVMInlineAsmDialectATT, false);
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, code, NULL, 0, "here");

	add_call_attribute(e->context, call, AT_FUNCTION, "nounwind", 0);
	add_call_attribute(e->context, call, AT_FUNCTION, "memory", 0);
	LLVMAddCallSiteAttribute(call, AT_FUNCTION,
		LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0));
	return call;
}

static LLVMValueRef
build_frame_address(struct lower *l)
{
	static const char name[] = "llvm.frameaddress";
	struct edit *e = &l->e;
	LLVMValueRef fn = LLVMGetIntrinsicDeclaration(e->module, LLVMLookupIntrinsicID(name, sizeof name - 1), &e->ptr,
		1);
	LLVMValueRef zero = edit_i32(e, 0);

	return LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(fn), fn, &zero, 1, "fp");
}

void
framemap_push_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;

	(void)id;
	edit_before(e, call);
	LLVMValueRef here = LLVMBuildShl(e->builder, build_here(l), edit_word(e, LR_FRAME_NROOTS_SHIFT), "");
	here = LLVMBuildOr(e->builder, here, edit_word(e, LR_FRAME_ANCHOR), "");
	frame_access(l, LLVMBuildStore(e->builder, here, l->anchor));
	frame_access(l,
		LLVMBuildStore(e->builder, build_frame_address(l), frame_word(l, l->anchor, LR_ANCHOR_FP_WORD, "")));
	frame_link(l, l->anchor, LR_FRAME_PREV_WORD, "", l->pgcstack, "task.gcstack");
	edit_replace(e, call, l->anchor);
}

void
framemap_pop_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	struct edit *e = &l->e;

	(void)id;
	edit_before(e, call);
	if (l->anchor == NULL) { /* the frame is never pushed, so the pop is never reached */
		LLVMInstructionEraseFromParent(call);
		return;
	}
	frame_access(l,
		LLVMBuildStore(e->builder, frame_prev(l, l->anchor, LR_FRAME_PREV_WORD, "anchor.prev"), l->pgcstack));
	LLVMInstructionEraseFromParent(call);
}

void
framemap_slot_lower(struct lower *l, LLVMValueRef call, enum intrinsic id)
{
	(void)id;
	frame_slot(l, call, 0);
}

/* ---- the function ---- */

/* The first instruction behind the allocas at the top. */
static LLVMValueRef
place_of_record(LLVMValueRef fn)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));

	while (LLVMIsAAllocaInst(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* Replaces an alloca with a larger alignment than the stack's by an address within a larger alloca. Then LLVM does not
** realign the stack, and all variables are at constant distances from the frame pointer. */
static void
align_by_hand(struct edit *e, LLVMValueRef alloca, LLVMTargetDataRef layout)
{
	unsigned align = LLVMGetAlignment(alloca);
	LLVMValueRef count = LLVMGetOperand(alloca, 0);

	edit_before(e, alloca);
	LLVMValueRef bytes = LLVMBuildIntCast2(e->builder, count, e->word, false, "");
	bytes = LLVMBuildMul(e->builder, bytes, edit_word(e, LLVMABISizeOfType(layout, LLVMGetAllocatedType(alloca))),
		"");
	bytes = LLVMBuildAdd(e->builder, bytes, edit_word(e, align - WORDS_ALIGN), "");
	LLVMValueRef room = LLVMBuildArrayAlloca(e->builder, e->i8, bytes, "");
	LLVMSetAlignment(room, WORDS_ALIGN);
	LLVMValueRef at = LLVMBuildPtrToInt(e->builder, room, e->word, "");
	LLVMValueRef up = LLVMBuildSub(e->builder,
		LLVMBuildAnd(e->builder, LLVMBuildAdd(e->builder, at, edit_word(e, align - 1), ""),
			LLVMConstInt(e->word, (unsigned long long)-(long long)align, true), ""),
		at, "");
	LLVMValueRef aligned = LLVMBuildInBoundsGEP2(e->builder, e->i8, room, &up, 1, "");
	for (LLVMUseRef u = LLVMGetFirstUse(alloca), next; u != NULL; u = next) { /* only allocas have lifetimes */
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (LLVMIsACallInst(user) && intrinsic_of_call(user) == INTR_LLVM_LIFETIME)
			LLVMInstructionEraseFromParent(user);
	}
	LLVMReplaceAllUsesWith(alloca, aligned);
	LLVMInstructionEraseFromParent(alloca);
}

void
table_align(struct edit *e, LLVMValueRef fn)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->module);

	LLVMAddTargetDependentFunctionAttr(fn, "no-realign-stack", "");
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i != NULL; i = next) {
			next = LLVMGetNextInstruction(i);
			if (LLVMIsAAllocaInst(i) && LLVMGetAlignment(i) > WORDS_ALIGN)
				align_by_hand(e, i, layout);
		}
}

static void
make_slots(struct lower *l, LLVMValueRef new_call)
{
	struct edit *e = &l->e;

	l->nslots = LLVMConstIntGetZExtValue(LLVMGetOperand(new_call, 0));
	if (is_pushed(new_call))
		l->anchor = edit_entry_alloca(e, l->fn, e->word, edit_i32(e, LR_ANCHOR_WORDS), WORDS_ALIGN, "gcanchor");
	if (l->nslots == 0)
		return;
	l->slots = edit_entry_alloca(e, l->fn, e->tracked, edit_i32(e, l->nslots), frame_align(l, new_call), "gcslots");
	frame_zero(l, l->place != NULL ? l->place : new_call, l->slots, 0, l->nslots);
}

static void
build_record(struct lower *l, LLVMValueRef fn, bool polls)
{
	static const char name[] = "llvm.experimental.stackmap";
	struct edit *e = &l->e;
	LLVMValueRef place = l->place != NULL ? l->place : place_of_record(fn);
	LLVMValueRef map = LLVMGetIntrinsicDeclaration(e->module, LLVMLookupIntrinsicID(name, sizeof name - 1), NULL,
		0);
	LLVMValueRef args[5] = { LLVMConstInt(e->i64, LR_FRAMEMAP_ID << LR_FRAMEMAP_ID_SHIFT | l->nslots, false),
		edit_i32(e, 0), l->slots };
	unsigned n = l->slots != NULL ? 3 : 2;

	/* If nothing of the stack frame is used yet, LLVM may put a load that faults before the setting of the frame
	** pointer: then the frame would be taken for the caller's. */
	if (l->slots == NULL && polls) {
		args[2] = edit_entry_alloca(e, fn, e->word, edit_i32(e, 1), WORDS_ALIGN, "gcnone");
		n = 3;
	}
	uint32_t fixed, deep;
	if (l->slots != NULL && frame_moving(frame_of(l, fn), &fixed, &deep)) {
		args[n++] = edit_word(e, fixed);
		args[n++] = edit_word(e, deep);
	}
	edit_before(e, place);
	LLVMValueRef record = LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(map), map, args, n, "");
	/* LLVM 19 assumes that it may unwind: then the inliner makes an invoke of it, which is invalid. */
	LLVMAddCallSiteAttribute(record, AT_FUNCTION,
		LLVMCreateEnumAttribute(LLVMGetModuleContext(e->module), LLVMGetEnumAttributeKindForName("nounwind", 8),
			0));
}

void
table_function(struct edit *e, LLVMValueRef fn, const char *section, bool stays)
{
	const unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);

	LLVMAddTargetDependentFunctionAttr(fn, "frame-pointer", "all");
	/* Elsewhere than on x86-64 the places of a statepoint's roots are known only with the call frame information.
	** And LLVM's scheduler moves no load over a note of it: so no poll goes before the setting of the frame
	** pointer. */
	if (abi_architecture(e->module) != ARCH_X86_64)
		add_attribute(e->context, fn, AT_FUNCTION, "uwtable", UNWIND_AT_CALLS);
	LLVMSetSection(fn, section);
	/* If the linker discards a copy of the function, the copy's part of the table stays. */
	LLVMSetComdat(fn, NULL);
	if (!stays)
		return;
	if (LLVMGetEnumAttributeAtIndex(fn, AT_FUNCTION, always) != NULL)
		LLVMRemoveEnumAttributeAtIndex(fn, AT_FUNCTION, always);
	add_attribute(e->context, fn, AT_FUNCTION, "noinline", 0);
}

void
framemap_function_lower(struct lower *l, LLVMValueRef fn, bool polls)
{
	LLVMValueRef new_call = frame_of(l, fn);

	l->cx->changed |= LR_CHANGED_IR;
	if (new_call != NULL)
		make_slots(l, new_call);
	table_align(&l->e, fn);
	build_record(l, fn, polls);
	table_function(&l->e, fn, abi_framemap_text(l->e.module), l->slots != NULL || l->anchor != NULL);
}
