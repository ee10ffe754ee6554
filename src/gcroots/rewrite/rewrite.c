/* SPDX-License-Identifier: MIT */
/* rewrite.c -- carries out the plan: bases for derived pointers, the frame, root stores, variables in the frame.
** Needs make_plan.  Once all memory is at hand nothing can fail. */
#include "gcroots/rewrite/rewrite.h"
#include "gcroots/rewrite/scratch.h"
#include "dialect/edit/edit.h"

/* New instructions have no source location. */
void
rewrite_before(struct rewrite *r, LLVMValueRef inst)
{
	LLVMPositionBuilderBefore(r->b, inst);
	LLVMSetCurrentDebugLocation2(r->b, NULL);
}

void
rewrite_after(struct rewrite *r, LLVMValueRef inst)
{
	rewrite_before(r, LLVMGetNextInstruction(inst));
}

LLVMValueRef
rewrite_call(struct rewrite *r, enum intrinsic id, LLVMTypeRef result, LLVMValueRef *args, unsigned n, const char *name)
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

/* The address of a variable in the frame.  An attribute says how many bytes are dereferenceable, for accesses through a
** computed index.  To add the attribute takes LLVM as long as to make the call, so calls are cloned from a model. */
static LLVMValueRef
variable_address(struct rewrite *r, const struct stack_var *v, const char *name)
{
	struct rewrite_scratch *scratch = r->s->scratch;
	LLVMValueRef *model = v->nslots < REWRITE_MODELS ? &scratch->model[v->nslots] : NULL, address;

	LLVMValueRef slot = r->s->intrinsic[INTR_GET_GC_FRAME_SLOT]; /* NULL: forgotten since the call was cloned */
	if (model && *model && slot) {
		LLVMValueRef operand[] = { r->frame, rewrite_word(r->s, v->first_slot), slot };
		address = LLVMInstructionClone(*model);
		for (unsigned i = 0; i < 3; i++)
			LLVMSetOperand(address, i, operand[i]);
		LLVMInsertIntoBuilderWithName(r->b, address, name);
		return address;
	}
	address = rewrite_slot_address(r, v->first_slot, name);
	LLVMAddCallSiteAttribute(address, LLVMAttributeReturnIndex,
		LLVMCreateEnumAttribute(LLVMGetModuleContext(r->s->module), scratch->kind_dereferenceable,
			(uint64_t)v->nslots * r->s->word));
	if (model && !*model) {
		*model = LLVMInstructionClone(address);
		for (unsigned i = 0; i < 3; i++) /* so that it does not use values of the module */
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

	rewrite_before(r, first);
	if (!r->s->cx->options.check) /* otherwise rewrite_drop_lifetimes removes them */
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

/* The place in the mirror that corresponds to that of the original store in the variable. */
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
	LLVMValueRef place = NULL; /* of the builder: several words are stored before the same safepoint */

	for (uint32_t i = (r->s->without & LR_SEEDED_DEFECT) != 0, m = 0; i < p->nstore; i++) {
		const struct plan_store *s = &p->store[i];
		while (m < p->nmirror && p->mirror[m].store < i)
			m++;
		if (s->before != place)
			rewrite_before(r, place = s->before);
		LLVMValueRef value = rewrite_object(r, s->value), slot = r->slot[s->slot];
		if (m < p->nmirror && p->mirror[m].store == i)
			slot = mirror_address(r, &p->mirror[m]);
		LLVMBuildStore(r->b, value, slot);
	}
}

/* Variables in the same words alias each other, and a variable that roots values is read at each safepoint: removes the
** metadata that says otherwise. */
static void
untag(struct session *s, const struct plan_untag *u)
{
	unsigned kinds[] = { s->md_alias_scope, s->md_noalias, s->md_tbaa };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds - !u->shared; i++)
		if (LLVMGetMetadata(u->inst, kinds[i]))
			LLVMSetMetadata(u->inst, kinds[i], NULL);
}

/* Metadata tells a boxed call the first word of its arguments in the frame; jlcall.c passes the address of that word.
** */
static void
mark_arguments(struct rewrite *r)
{
	for (uint32_t i = 0; i < r->p->narray; i++)
		LLVMSetMetadata(r->p->array[i].call, r->s->md_arguments,
			rewrite_arguments_at(r->s, r->p->array[i].slot));
}

/* Builds the reload behind the pop, so that nothing comes between the call and the pop. */
static void
reload_cold(struct rewrite *r, const struct plan_reload *a)
{
	LLVMValueRef *value = r->s->scratch->value;
	LLVMBasicBlockRef *block = r->s->scratch->block;
	LLVMValueRef like = LLVMGetFirstInstruction(a->join), next = LLVMGetNextInstruction(a->behind);
	unsigned n = LLVMCountIncoming(like);

	rewrite_before(r,
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
rewrite_begin(struct rewrite *r, struct session *s, const struct plan *p)
{
	struct rewrite_scratch *scratch = s->scratch;

	*r = (struct rewrite){ .s = s,
		.p = p, .b = scratch->b, .p0 = scratch->p0, .p10 = scratch->p10, .null = scratch->null,
		.lifted = scratch->lifted, .slot = scratch->slot };
	if (!plan_has_frame(p)) {
		if (p->npad)
			rewrite_pads(r);
		return;
	}
	if (p->nroots)
		memset(r->slot, 0, p->nroots * sizeof *r->slot);
	if (p->nin) /* otherwise there is none */
		rewrite_bases(r);
	rewrite_frame(r);
	store_roots(r);
	for (uint32_t i = 0; i < p->nclear; i++) {
		rewrite_before(r, p->clear[i].before);
		LLVMBuildStore(r->b, r->null, r->slot[p->clear[i].slot]);
	}
	for (uint32_t i = 0; i < p->nuntag; i++)
		untag(s, &p->untag[i]);
	for (uint32_t i = 0; i < p->nvar; i++)
		if (p->var[i].roots)
			make_slots_of(r, &p->var[i]);
}

void
rewrite_end(struct rewrite *r)
{
	const struct plan *p = r->p;

	if (!plan_has_frame(p))
		return;
	for (uint32_t i = 0; i < p->nreload; i++)
		reload_cold(r, &p->reload[i]);
	mark_arguments(r);
	rewrite_edges(r);
}

void
rewrite_function(struct session *s, const struct plan *p)
{
	struct rewrite r;

	if (!plan_has_frame(p) && p->npad == 0)
		return;
	rewrite_begin(&r, s, p);
	rewrite_end(&r);
}
