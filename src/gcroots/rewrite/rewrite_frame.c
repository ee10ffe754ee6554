/* SPDX-License-Identifier: MIT */
/* rewrite_frame.c -- makes the frame, pushes and pops it, restores it at landing pads, and gives addresses of words. */
#include "gcroots/rewrite/rewrite.h"
#include "gcroots/rewrite/scratch.h"
#include "lowering/common/lowering.h"

LLVMValueRef
rewrite_slot_address(struct rewrite *r, word_id slot, const char *name)
{
	LLVMValueRef args[] = { r->frame, rewrite_word(r->s, slot) };

	return rewrite_call(r, INTR_GET_GC_FRAME_SLOT, r->p0, args, 2, name);
}

/* Words that are stored to, or where an array begins, are named after their place in the frame. */
static LLVMValueRef
named_slot_address(struct rewrite *r, word_id slot)
{
	char name[20] = "gcslot", digits[10];
	size_t at = 6, n = 0;
	uint32_t rest = slot;

	do
		digits[n++] = (char)('0' + rest % 10);
	while ((rest /= 10) != 0);
	while (n)
		name[at++] = digits[--n];
	return rewrite_slot_address(r, slot, name);
}

LLVMValueRef
pop_place(LLVMValueRef end)
{
	LLVMValueRef prev = LLVMGetPreviousInstruction(end);

	if (prev && LLVMGetInstructionOpcode(end) == LLVMRet && LLVMIsACallInst(prev)
		&& LLVMGetTailCallKind(prev) == LLVMTailCallKindMustTail)
		return prev;
	return end;
}

static void
pop_before(struct rewrite *r, LLVMValueRef end)
{
	rewrite_before(r, pop_place(end));
	rewrite_call(r, INTR_POP_GC_FRAME, LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module)), &r->frame, 1, "");
}

void
raise_to_entry(LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
	LLVMMetadataRef place = LLVMInstructionGetDebugLoc(inst);
	char name[96] = "";
	size_t n;
	const char *old = LLVMGetValueName2(inst, &n);

	if (n < sizeof name)
		memcpy(name, old, n + 1);
	LLVMInstructionRemoveFromParent(inst);
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
	LLVMSetCurrentDebugLocation2(b, NULL);
	LLVMInsertIntoBuilderWithName(b, inst, name);
	LLVMInstructionSetDebugLoc(inst, place);
}

/* Attributes that hold for every frame are those of the intrinsic. */
static void
describe_frames(struct session *s)
{
	LLVMContextRef c = LLVMGetModuleContext(s->module);
	LLVMValueRef new_frame = s->intrinsic[INTR_NEW_GC_FRAME];

	LLVMAddAttributeAtIndex(new_frame, LLVMAttributeReturnIndex,
		LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("noalias", 7), 0));
	LLVMAddAttributeAtIndex(new_frame, LLVMAttributeReturnIndex,
		LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("nonnull", 7), 0));
}

/* The head of `chain` when the function is entered: loaded at the top. */
static LLVMValueRef
load_found(struct rewrite *r, LLVMValueRef chain)
{
	rewrite_before(r, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(r->p->fn)));
	if (chain && LLVMIsAInstruction(chain))
		rewrite_after(r, chain);
	return LLVMBuildLoad2(r->b, r->p0, chain ? chain : shadow_chain(r->s->module, r->b), "gchead");
}

/* At each landing pad, restores the head of one chain: the function's own frame, if that is pushed, or the head when
** the function was entered.  `chain` NULL: LLVM's chain. */
static void
restore_head(struct rewrite *r, LLVMValueRef chain, bool own)
{
	LLVMValueRef found = NULL;

	for (uint32_t i = 0; i < r->p->npad; i++) {
		bool frame = own && r->frame && r->p->pad[i].frame;
		if (!frame && !found)
			found = load_found(r, chain);
		rewrite_after(r, r->p->pad[i].pad);
		LLVMBuildStore(r->b, frame ? r->frame : found, chain ? chain : shadow_chain(r->s->module, r->b));
	}
}

/* Functions that native unwinding has left could not pop their frames: restores the heads of the chains at each landing
** pad. */
void
rewrite_pads(struct rewrite *r)
{
	bool shadow = r->p->abi == LR_ABI_SHADOW_STACK;

	if (shadow || r->s->shadow)
		restore_head(r, NULL, shadow);
	if (r->p->abi == LR_ABI_FRAMEMAP && r->p->pushed) {
		/* the address of the anchor is not that of the frame: it is popped and pushed again */
		LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module));
		LLVMValueRef args[] = { r->frame, rewrite_word(r->s, r->p->nroots) };
		for (uint32_t i = 0; i < r->p->npad; i++) {
			rewrite_after(r, r->p->pad[i].pad);
			rewrite_call(r, INTR_POP_GC_FRAME, nothing, args, 1, "");
			rewrite_call(r, INTR_PUSH_GC_FRAME, nothing, args, 2, "");
		}
		return;
	}
	if (!r->frame && r->p->getter_moves_up)
		raise_to_entry(r->b, r->p->pgcstack);
	restore_head(r, r->p->pgcstack, r->p->abi == LR_ABI_GCFRAME);
}

/* Metadata of variables becomes that of their words. */
static void
describe_roots(struct rewrite *r)
{
	LLVMContextRef c = LLVMGetModuleContext(r->s->module);
	LLVMMetadataRef *meta = r->s->scratch->meta;
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->p->nvar; i++) {
		const struct stack_var *v = &r->p->var[i];
		LLVMValueRef node = v->roots && v->alloca ? LLVMGetMetadata(v->alloca, r->s->md_roots) : NULL, of;
		if (node == NULL || LLVMGetMDNodeNumOperands(node) != 1)
			continue;
		for (; n <= v->first_slot; n++)
			meta[n] = LLVMValueAsMetadata(LLVMConstNull(r->p0));
		LLVMGetMDNodeOperands(node, &of);
		meta[v->first_slot] = LLVMValueAsMetadata(of);
	}
	if (n > 0)
		LLVMSetMetadata(r->frame, r->s->md_roots, LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, meta, n)));
}

void
rewrite_frame(struct rewrite *r)
{
	const struct plan *p = r->p;
	LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module));
	LLVMValueRef n = rewrite_word(r->s, p->nroots);

	if (p->getter_moves_up)
		raise_to_entry(r->b, r->p->pgcstack);
	rewrite_before(r, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(p->fn)));
	bool first = r->s->intrinsic[INTR_NEW_GC_FRAME] == NULL;
	r->frame = rewrite_call(r, INTR_NEW_GC_FRAME, r->p0, &n, 1, "gcframe");
	if (first)
		describe_frames(r->s);
	if (p->frame_align > LR_FRAME_ALIGN_BYTES)
		LLVMAddCallSiteAttribute(r->frame, LLVMAttributeReturnIndex,
			LLVMCreateEnumAttribute(LLVMGetModuleContext(r->s->module), r->s->scratch->kind_align,
				p->frame_align));
	for (uint32_t i = 0; i < p->nstore; i++)
		r->slot[p->store[i].slot] = r->frame; /* used: gets an address below */
	for (uint32_t i = 0; i < p->nclear; i++)
		r->slot[p->clear[i].slot] = r->frame;
	for (uint32_t i = 0; i < p->narray; i++)
		r->slot[p->array[i].slot] = r->frame;
	for (uint32_t i = 0; i < p->naddressed; i++)
		r->slot[p->addressed[i]] = r->frame;
	for (uint32_t i = 0; i < p->nroots; i++)
		if (r->slot[i])
			r->slot[i] = named_slot_address(r, i);
	if (p->npad)
		rewrite_pads(r); /* before the pushes: one may come right behind a pad */
	LLVMValueRef args[] = { r->frame, n };
	for (uint32_t i = 0; i < p->npush && p->pushed; i++) {
		rewrite_before(r, p->push[i]);
		args[1] = rewrite_word(r->s, p->push_words[i]);
		rewrite_call(r, INTR_PUSH_GC_FRAME, nothing, args, 2, "");
	}
	if (p->npush == 0 && p->ncut == 0 && p->pushed) {
		if (LLVMIsAInstruction(p->pgcstack))
			rewrite_after(r, p->pgcstack);
		else
			rewrite_before(r, LLVMGetNextInstruction(r->frame));
		rewrite_call(r, INTR_PUSH_GC_FRAME, nothing, args, 2, "");
	}
	for (uint32_t i = 0; i < p->npop; i++)
		pop_before(r, p->pop[i]);
	describe_roots(r);
}
