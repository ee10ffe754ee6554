/* rewrite.c -- carry out the plan: bases for derived pointers, the frame, root stores.
** Needs make_plan.  The only writer of src/gcroots; once all memory is at hand nothing can fail. */
#include <stdio.h>

#include "gcroots/rewrite/composite.h"
#include "gcroots/moving/reload.h"
#include "gcroots/rewrite/scratch.h"
#include "dialect/abi.h"
#include "lowering/common/lowering.h"

struct rewrite {
	struct session *s;
	const struct plan *p;
	LLVMBuilderRef b;
	LLVMTypeRef p0, p10;
	LLVMValueRef null;
	LLVMValueRef *lifted;    /* by number: the base that has been made */
	LLVMValueRef *slot;      /* by word of the frame's roots: its address, where something is stored */
	LLVMValueRef frame;
};

/* New instructions have no place in the source. */
static void
before(struct rewrite *r, LLVMValueRef inst)
{
	LLVMPositionBuilderBefore(r->b, inst);
	LLVMSetCurrentDebugLocation2(r->b, NULL);
}

static void
after(struct rewrite *r, LLVMValueRef inst)
{
	before(r, LLVMGetNextInstruction(inst));
}

static LLVMValueRef
call(struct rewrite *r, enum intrinsic id, LLVMTypeRef result, LLVMValueRef *args, unsigned n, const char *name)
{
	LLVMTypeRef params[2] = { NULL, NULL };
	LLVMValueRef *fn = &r->s->intrinsic[id];

	if (!*fn) {
		for (unsigned i = 0; i < n; i++)
			params[i] = LLVMTypeOf(args[i]);
		*fn = LLVMGetNamedFunction(r->s->module, intrinsic_name(id));
		if (!*fn)
			*fn = LLVMAddFunction(r->s->module, intrinsic_name(id), LLVMFunctionType(result, params, n, 0));
	}
	return LLVMBuildCall2(r->b, LLVMGlobalGetValueType(*fn), *fn, args, n, name);
}

static LLVMValueRef
word(struct rewrite *r, uint32_t n)
{
	return rewrite_word(r->s, n);
}

/* -- values as AS10 pointers */

/* The object that v stands for, at the builder's place. */
static LLVMValueRef
object(struct rewrite *r, num v)
{
	if (v < 0)
		return r->null; /* rooted elsewhere or for ever: as good as nothing */
	switch ((enum value_kind)r->p->val[v].kind) {
	case VALUE_SELF:
		return r->p->val[v].carrier;
	case VALUE_ELEM:
		return composite_extract(r->s, r->b, r->p->val[v].carrier, r->p->val[v].elem);
	default:
		return r->lifted[v];
	}
}

/* -- bases of derived pointers */

static LLVMValueRef
lift_one(struct rewrite *r, const struct plan_value *val)
{
	const num *in = r->p->in + val->in_at;
	LLVMValueRef derived = val->carrier, cond, vec;

	before(r, derived);
	switch ((enum value_kind)val->kind) {
	case VALUE_PHI:
		return LLVMBuildPhi(r->b, r->p10, "gclift");
	case VALUE_SELECT:
		/* a masked load chooses lane by lane, too: its last arguments are the mask and what passes through */
		cond = LLVMIsASelectInst(derived) ? LLVMGetOperand(derived, 0)
			: LLVMGetOperand(derived, LLVMGetNumArgOperands(derived) - 2);
		if (LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind)
			cond = LLVMBuildExtractElement(r->b, cond, word(r, val->elem), "");
		return LLVMBuildSelect(r->b, cond, object(r, in[0]), object(r, in[1]), "gclift");
	case VALUE_INSERT:
		vec = LLVMGetOperand(derived, 2);
		cond = LLVMBuildICmp(r->b, LLVMIntEQ, vec, LLVMConstInt(LLVMTypeOf(vec), val->elem, 0), "");
		return LLVMBuildSelect(r->b, cond, object(r, in[0]), object(r, in[1]), "gclift");
	case VALUE_EXTRACT:
		vec = LLVMConstNull(LLVMVectorType(r->p10, val->in_n));
		for (uint32_t i = 0; i < val->in_n; i++)
			vec = LLVMBuildInsertElement(r->b, vec, object(r, in[i]), word(r, i), "");
		return LLVMBuildExtractElement(r->b, vec, LLVMGetOperand(derived, 1), "gclift");
	default:
		return NULL;
	}
}

/* Entries for the same predecessor must be the very same value. */
static void
fill_phi(struct rewrite *r, uint32_t v, LLVMValueRef *value, LLVMBasicBlockRef *block, struct ptrmap *seen)
{
	const struct plan_value *val = &r->p->val[v];

	ptrmap_clear(seen);
	for (uint32_t i = 0; i < val->in_n; i++) {
		block[i] = LLVMGetIncomingBlock(val->carrier, i);
		uint32_t same = ptrmap_get(seen, block[i]);
		if (same != PTRMAP_NONE) {
			value[i] = value[same];
			continue;
		}
		ptrmap_set(seen, block[i], i); /* room was made beforehand */
		before(r, LLVMGetBasicBlockTerminator(block[i]));
		value[i] = object(r, r->p->in[val->in_at + i]);
	}
	LLVMAddIncoming(r->lifted[v], value, block, val->in_n);
}

static void
lift(struct rewrite *r, LLVMValueRef *value, LLVMBasicBlockRef *block, struct ptrmap *seen)
{
	const struct plan *p = r->p;

	for (uint32_t v = 0; v < p->nval; v++)
		if (p->val[v].kind == VALUE_PHI)
			r->lifted[v] = lift_one(r, &p->val[v]);
	for (uint32_t v = 0; v < p->nval; v++)
		if (p->val[v].kind > VALUE_PHI)
			r->lifted[v] = lift_one(r, &p->val[v]);
	for (uint32_t v = 0; v < p->nval; v++)
		if (p->val[v].kind == VALUE_PHI)
			fill_phi(r, v, value, block, seen);
}

/* -- the frame */

static LLVMValueRef
slot_address(struct rewrite *r, uint32_t slot, const char *name)
{
	LLVMValueRef args[] = { r->frame, word(r, slot) };

	return call(r, INTR_GET_GC_FRAME_SLOT, r->p0, args, 2, name);
}

/* Words that are stored to, or where an array begins, are named after their place in the frame. */
static LLVMValueRef
named_slot_address(struct rewrite *r, uint32_t slot)
{
	char name[20] = "gcslot", digits[10];
	size_t at = 6, n = 0;
	uint32_t rest = slot;

	do
		digits[n++] = (char)('0' + rest % 10);
	while ((rest /= 10) != 0);
	while (n)
		name[at++] = digits[--n];
	return slot_address(r, slot, name);
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
	before(r, pop_place(end));
	call(r, INTR_POP_GC_FRAME, LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module)), &r->frame, 1, "");
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

/* What holds for every frame is said once, of the intrinsic. */
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

/* What the function found in `chain`: loaded at the top. */
static LLVMValueRef
load_found(struct rewrite *r, LLVMValueRef chain)
{
	before(r, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(r->p->fn)));
	if (chain && LLVMIsAInstruction(chain))
		after(r, chain);
	return LLVMBuildLoad2(r->b, r->p0, chain ? chain : shadow_chain(r->s->module, r->b), "gchead");
}

/* At each landing pad: the head of one chain is again the function's own frame, if that is pushed, or what it found.
** `chain` NULL: LLVM's. */
static void
restore_head(struct rewrite *r, LLVMValueRef chain, bool own)
{
	LLVMValueRef found = NULL;

	for (uint32_t i = 0; i < r->p->npad; i++) {
		bool frame = own && r->frame && r->p->pad[i].frame;
		if (!frame && !found)
			found = load_found(r, chain);
		after(r, r->p->pad[i].pad);
		LLVMBuildStore(r->b, frame ? r->frame : found, chain ? chain : shadow_chain(r->s->module, r->b));
	}
}

/* Functions that native unwinding has left could not pop their frames: at each landing pad the heads of the chains are
** again what they were in this function. */
static void
restore_chain(struct rewrite *r)
{
	bool shadow = r->p->abi == LR_ABI_SHADOW_STACK;

	if (shadow || r->s->shadow)
		restore_head(r, NULL, shadow);
	if (r->p->abi == LR_ABI_FRAMEMAP && r->p->pushed) {
		/* the anchor is not what the frame's address is: taken out and linked again, it is the head */
		LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module));
		LLVMValueRef args[] = { r->frame, word(r, r->p->nroots) };
		for (uint32_t i = 0; i < r->p->npad; i++) {
			after(r, r->p->pad[i].pad);
			call(r, INTR_POP_GC_FRAME, nothing, args, 1, "");
			call(r, INTR_PUSH_GC_FRAME, nothing, args, 2, "");
		}
		return;
	}
	if (!r->frame && r->p->early)
		raise_to_entry(r->b, r->p->pgcstack);
	restore_head(r, r->p->pgcstack, r->p->abi == LR_ABI_GCFRAME);
}

/* Metadata of variables becomes that of their words. */
static void
describe_roots(struct rewrite *r, LLVMMetadataRef *meta)
{
	LLVMContextRef c = LLVMGetModuleContext(r->s->module);
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

/* Words that are read, or where something is pinned, and how many of which kind there are. */
static void
mark_read_again(struct rewrite *r, const struct reload *reload)
{
	LLVMContextRef c = LLVMGetModuleContext(r->s->module);
	char kinds[32];

	for (uint32_t i = 0; i < reload->slot_at[reload->sp.f.nsafe]; i++)
		if (reload->slot_word[i] != NO_VARIABLE)
			r->slot[reload->slot_word[i]] = r->frame;
	for (uint32_t i = 0; i < reload->npin; i++)
		r->slot[reload->pin[i].word] = r->frame;
	int n = snprintf(kinds, sizeof kinds, "%u,%u", reload->nfixed, reload->ndeep);
	LLVMAddCallSiteAttribute(r->frame, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(c, FRAME_MOVING_ATTRIBUTE, sizeof FRAME_MOVING_ATTRIBUTE - 1, kinds,
			(unsigned)n));
}

static void
make_frame(struct rewrite *r)
{
	const struct plan *p = r->p;
	LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module));
	LLVMValueRef n = word(r, p->nroots);

	if (p->early)
		raise_to_entry(r->b, r->p->pgcstack);
	before(r, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(p->fn)));
	bool first = r->s->intrinsic[INTR_NEW_GC_FRAME] == NULL;
	r->frame = call(r, INTR_NEW_GC_FRAME, r->p0, &n, 1, "gcframe");
	if (first)
		describe_frames(r->s);
	if (p->frame_align > LR_FRAME_ALIGN_BYTES)
		LLVMAddCallSiteAttribute(r->frame, LLVMAttributeReturnIndex,
			LLVMCreateEnumAttribute(LLVMGetModuleContext(r->s->module), r->s->room->kind_align,
				p->frame_align));
	for (uint32_t i = 0; i < p->nstore; i++)
		r->slot[p->store[i].slot] = r->frame; /* used: gets an address below */
	for (uint32_t i = 0; i < p->nclear; i++)
		r->slot[p->clear[i].slot] = r->frame;
	for (uint32_t i = 0; i < p->narray; i++)
		r->slot[p->array[i].slot] = r->frame;
	if (p->reload)
		mark_read_again(r, p->reload);
	for (uint32_t i = 0; i < p->nroots; i++)
		if (r->slot[i])
			r->slot[i] = named_slot_address(r, i);
	if (p->npad)
		restore_chain(r); /* before the pushes: one may come right behind a pad */
	LLVMValueRef args[] = { r->frame, n };
	for (uint32_t i = 0; i < p->npush && p->pushed; i++) {
		before(r, p->push[i]);
		args[1] = word(r, p->push_words[i]);
		call(r, INTR_PUSH_GC_FRAME, nothing, args, 2, "");
	}
	if (p->npush == 0 && p->ncut == 0 && p->pushed) {
		if (LLVMIsAInstruction(p->pgcstack))
			after(r, p->pgcstack);
		else
			before(r, LLVMGetNextInstruction(r->frame));
		call(r, INTR_PUSH_GC_FRAME, nothing, args, 2, "");
	}
	for (uint32_t i = 0; i < p->npop; i++)
		pop_before(r, p->pop[i]);
}

/* The address says how far the variable reaches: an access through a computed index stays within it.  That is an
** attribute, which takes LLVM as long as the call; copies come with it. */
static LLVMValueRef
variable_address(struct rewrite *r, const struct stack_var *v, const char *name)
{
	struct rewrite_room *room = r->s->room;
	LLVMValueRef *model = v->nslots < REWRITE_MODELS ? &room->model[v->nslots] : NULL, address;

	if (model && *model) {
		LLVMValueRef operand[] = { r->frame, word(r, v->first_slot), r->s->intrinsic[INTR_GET_GC_FRAME_SLOT] };
		address = LLVMInstructionClone(*model);
		for (unsigned i = 0; i < 3; i++)
			LLVMSetOperand(address, i, operand[i]);
		LLVMInsertIntoBuilderWithName(r->b, address, name);
		return address;
	}
	address = slot_address(r, v->first_slot, name);
	LLVMAddCallSiteAttribute(address, LLVMAttributeReturnIndex,
		LLVMCreateEnumAttribute(LLVMGetModuleContext(r->s->module), room->kind_dereferenceable,
			(uint64_t)v->nslots * r->s->word));
	if (model) {
		*model = LLVMInstructionClone(address);
		for (unsigned i = 0; i < 3; i++) /* it uses nothing of the module */
			LLVMSetOperand(*model, i, LLVMGetPoison(LLVMTypeOf(LLVMGetOperand(address, i))));
	}
	return address;
}

static void
make_slots_of(struct rewrite *r, const struct stack_var *v)
{
	LLVMValueRef address, first = LLVMGetNextInstruction(r->frame);
	size_t n;
	const char *name = LLVMGetValueName2(v->alloca, &n);

	before(r, first);
	if (!r->s->cx->options.check) /* or rewrite_drop_lifetimes */
		edit_drop_lifetimes(v->alloca);
	address = variable_address(r, v, name);
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(v->alloca)) != LR_AS_GENERIC)
		address = LLVMBuildAddrSpaceCast(r->b, address, LLVMTypeOf(v->alloca), "");
	LLVMReplaceAllUsesWith(v->alloca, address);
	LLVMInstructionEraseFromParent(v->alloca);
}

void
rewrite_drop_lifetimes(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (!LLVMIsACallInst(i) || intrinsic_of_call(i) != INTR_LLVM_LIFETIME)
				continue;
			LLVMValueRef of = LLVMGetOperand(i, LLVMGetNumArgOperands(i) - 1);
			of = LLVMIsAAddrSpaceCastInst(of) ? LLVMGetOperand(of, 0) : of;
			if (LLVMIsACallInst(of) && intrinsic_of_call(of) == INTR_GET_GC_FRAME_SLOT)
				LLVMInstructionEraseFromParent(i);
		}
}

/* The place in the mirror of the variable that the original store writes to. */
static LLVMValueRef
mirror_address(struct rewrite *r, const struct plan_mirror *m)
{
	LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(r->s->module));
	LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(r->s->module));
	LLVMValueRef at = edit_distance(r->b, i64, m->pointer, m->of, m->guard);
	return LLVMBuildInBoundsGEP2(r->b, i8, r->slot[r->p->store[m->store].slot], &at, 1, "gcmirror");
}

static void
store_roots(struct rewrite *r)
{
	const struct plan *p = r->p;
	LLVMValueRef place = NULL; /* where the builder is: several words are stored before the same safepoint */

	for (uint32_t i = (r->s->without & LR_SEEDED_DEFECT) != 0, m = 0; i < p->nstore; i++) {
		const struct plan_store *s = &p->store[i];
		while (m < p->nmirror && p->mirror[m].store < i)
			m++;
		if (s->before != place)
			before(r, place = s->before);
		LLVMValueRef value = object(r, s->value), slot = r->slot[s->slot];
		if (m < p->nmirror && p->mirror[m].store == i)
			slot = mirror_address(r, &p->mirror[m]);
		LLVMBuildStore(r->b, value, slot);
	}
}

/* Two variables in the same words are one piece of memory, and where values rest on a variable each safepoint reads it:
** nothing may tell LLVM otherwise. */
static void
untag(struct session *s, const struct plan_untag *u)
{
	unsigned kinds[] = { s->md_alias_scope, s->md_noalias, s->md_tbaa };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds - !u->shared; i++)
		if (LLVMGetMetadata(u->inst, kinds[i]))
			LLVMSetMetadata(u->inst, kinds[i], NULL);
}

/* -- edges with a push or a pop in their middle */

/* What comes along all edges from `from` comes from `middle` now, once. */
static void
reroute_phi(LLVMBuilderRef b, LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef middle, LLVMValueRef *value,
	LLVMBasicBlockRef *block)
{
	unsigned n = LLVMCountIncoming(phi), k = 0;
	size_t bytes;
	bool seen = false;

	for (unsigned i = 0; i < n; i++) {
		LLVMBasicBlockRef x = LLVMGetIncomingBlock(phi, i);
		if (x == from && seen)
			continue;
		seen |= x == from;
		value[k] = LLVMGetIncomingValue(phi, i);
		block[k++] = x == from ? middle : x;
	}
	LLVMPositionBuilderBefore(b, phi);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(phi));
	LLVMValueRef made = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
	LLVMAddIncoming(made, value, block, k);
	const char *name = LLVMGetValueName2(phi, &bytes);
	char copy[64];
	if (bytes < sizeof copy) {
		memcpy(copy, name, bytes);
		LLVMSetValueName2(phi, "", 0);
		LLVMSetValueName2(made, copy, bytes);
	}
	if (LLVMCanValueUseFastMathFlags(phi))
		LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(phi));
	for (unsigned i = 0; i < k; i++) /* of itself */
		if (value[i] == phi)
			LLVMSetOperand(made, i, made);
	LLVMReplaceAllUsesWith(phi, made);
	LLVMInstructionEraseFromParent(phi);
}

LLVMValueRef
edge_middle(LLVMBuilderRef b, const struct plan_cut *c, LLVMValueRef *value, LLVMBasicBlockRef *block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(c->from), next;
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(end));
	LLVMBasicBlockRef middle = LLVMInsertBasicBlockInContext(context, c->to, c->push ? "gcpush" : "gcpop");

	for (unsigned i = 0, n = LLVMGetNumSuccessors(end); i < n; i++)
		if (LLVMGetSuccessor(end, i) == c->to)
			LLVMSetSuccessor(end, i, middle);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(c->to); LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		reroute_phi(b, phi, c->from, middle, value, block);
	}
	LLVMPositionBuilderAtEnd(b, middle);
	LLVMSetCurrentDebugLocation2(b, NULL);
	return LLVMBuildBr(b, c->to);
}

/* Last of all, since phis are made anew. */
static void
cut_edge(struct rewrite *r, const struct plan_cut *c, LLVMValueRef *value, LLVMBasicBlockRef *block)
{
	LLVMValueRef args[] = { r->frame, word(r, c->words) };

	before(r, edge_middle(r->b, c, value, block));
	call(r, c->push ? INTR_PUSH_GC_FRAME : INTR_POP_GC_FRAME,
		LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module)), args, c->push ? 2 : 1, "");
}

/* Boxed calls are told where in the frame their arguments lie; jlcall.c passes on the address of that word. */
static void
mark_arguments(struct rewrite *r)
{
	for (uint32_t i = 0; i < r->p->narray; i++)
		LLVMSetMetadata(r->p->array[i].call, r->s->md_arguments,
			rewrite_arguments_at(r->s, r->p->array[i].slot));
}

/* Behind the pop: nothing comes between the call and that. */
static void
read_again(struct rewrite *r, const struct plan_again *a, LLVMValueRef *value, LLVMBasicBlockRef *block)
{
	LLVMValueRef like = LLVMGetFirstInstruction(a->join), next = LLVMGetNextInstruction(a->behind);
	unsigned n = LLVMCountIncoming(like);

	before(r,
		LLVMIsACallInst(next) && intrinsic_of_call(next) == INTR_POP_GC_FRAME ? LLVMGetNextInstruction(next)
			: next);
	LLVMValueRef read = LLVMBuildLoad2(r->b, r->p10, r->slot[a->slot], "gcagain");
	LLVMSetVolatile(read, true);
	LLVMPositionBuilderBefore(r->b, like);
	LLVMSetCurrentDebugLocation2(r->b, NULL);
	LLVMValueRef phi = LLVMBuildPhi(r->b, r->p10, "gcagain");
	for (unsigned i = 0; i < n; i++) {
		block[i] = LLVMGetIncomingBlock(like, i);
		value[i] = block[i] == a->from ? read : a->value;
	}
	for (uint32_t i = 0; i < a->nuse; i++)
		LLVMSetOperand(a->use[i].user, a->use[i].operand, a->use[i].edge ? read : phi);
	LLVMAddIncoming(phi, value, block, n);
	if (!LLVMGetFirstUse(phi))
		LLVMInstructionEraseFromParent(phi);
}

void
rewrite_function(struct session *s, const struct plan *p)
{
	if (!plan_has_frame(p) && p->npad == 0)
		return;
	struct rewrite_room *room = s->room;
	struct rewrite r = { .s = s,
		.p = p, .b = room->b, .p0 = room->p0, .p10 = room->p10, .null = room->null, .lifted = room->lifted,
		.slot = room->slot };
	if (!plan_has_frame(p)) {
		restore_chain(&r);
		return;
	}
	if (p->nin || p->reload) /* which asks of all values whether something was made of them */
		memset(r.lifted, 0, p->nval * sizeof *r.lifted);
	if (p->nroots)
		memset(r.slot, 0, p->nroots * sizeof *r.slot);
	if (!p->reload) /* which had it done before */
		undefined_fill(r.b, p, NULL);
	if (p->nin) /* otherwise there is none */
		lift(&r, room->value, room->block, &room->seen);
	make_frame(&r);
	describe_roots(&r, room->meta);
	store_roots(&r);
	for (uint32_t i = 0; i < p->nclear; i++) {
		before(&r, p->clear[i].before);
		LLVMBuildStore(r.b, r.null, r.slot[p->clear[i].slot]);
	}
	for (uint32_t i = 0; i < p->nuntag; i++)
		untag(s, &p->untag[i]);
	for (uint32_t i = 0; i < p->nvar; i++)
		if (p->var[i].roots)
			make_slots_of(&r, &p->var[i]);
	if (p->reload)
		reload_build(p->reload, p, r.frame, r.slot, r.lifted);
	for (uint32_t i = 0; i < p->nagain; i++)
		read_again(&r, &p->again[i], room->value, room->block);
	mark_arguments(&r);
	for (uint32_t i = 0; i < p->ncut; i++)
		cut_edge(&r, &p->cut[i], room->value, room->block);
}
