/* rewrite.c -- carry out the plan: bases for derived pointers, the frame, root stores.
** Needs plan_frame.  The only writer of src/gcroots; from begin_changes on nothing can fail. */
#include "gcroots/scan.h"

struct rewrite {
	struct session *s;
	struct fn *f;
	struct ir *ir;
	LLVMBuilderRef b;
	LLVMTypeRef p0, p10, i32;
	LLVMValueRef null;
	LLVMValueRef *lifted;    /* by value id: the base that has been made */
	LLVMValueRef *slot;      /* by slot of values: its address */
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
	LLVMValueRef fn = LLVMGetNamedFunction(r->s->module, intrinsic_name(id));

	for (unsigned i = 0; i < n; i++)
		params[i] = LLVMTypeOf(args[i]);
	LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
	if (!fn)
		fn = LLVMAddFunction(r->s->module, intrinsic_name(id), type);
	return LLVMBuildCall2(r->b, type, fn, args, n, name);
}

static LLVMValueRef
word(struct rewrite *r, uint32_t n)
{
	return LLVMConstInt(r->i32, n, 0);
}

/* -- values as AS10 pointers */

/* The special pointer number `elem` of a composite, extracted at the builder's place. */
static LLVMValueRef
extract(struct rewrite *r, LLVMValueRef v, uint32_t elem)
{
	for (;;) {
		LLVMTypeRef t = LLVMTypeOf(v);
		uint32_t count;
		switch (LLVMGetTypeKind(t)) {
		case LLVMStructTypeKind:
			for (unsigned i = 0;; i++) {
				count = session_type(r->s, LLVMStructGetTypeAtIndex(t, i))->count;
				if (elem < count) {
					v = LLVMBuildExtractValue(r->b, v, i, "");
					break;
				}
				elem -= count;
			}
			break;
		case LLVMArrayTypeKind:
			count = session_type(r->s, LLVMGetElementType(t))->count;
			v = LLVMBuildExtractValue(r->b, v, elem / count, "");
			elem %= count;
			break;
		case LLVMVectorTypeKind:
			return LLVMBuildExtractElement(r->b, v, word(r, elem), "");
		default:
			return v;
		}
	}
}

/* The object that v stands for, at the builder's place. */
static LLVMValueRef
object(struct rewrite *r, num v)
{
	v = canon_of(r->f, v);
	if (v < 0)
		return r->null; /* rooted elsewhere or for ever: as good as nothing */
	switch ((enum value_kind)r->f->val[v].kind) {
	case VALUE_SELF:
		return r->ir->carrier[v];
	case VALUE_ELEM:
		return extract(r, r->ir->carrier[v], r->f->val[v].elem);
	default:
		return r->lifted[v];
	}
}

/* -- bases of derived pointers */

/* Mark the lifted values that v comes down to; `todo` is a stack with room for all values. */
static void
need(struct rewrite *r, uint32_t v, bool *needed, uint32_t *todo)
{
	struct fn *f = r->f;
	uint32_t n = 0;

	if (f->val[v].kind < VALUE_PHI || needed[v])
		return;
	needed[v] = true;
	todo[n++] = v;
	while (n) {
		const struct value *val = &f->val[todo[--n]];
		for (uint32_t i = 0; i < val->in_n; i++) {
			num x = canon_of(f, f->ref[val->in_at + i]);
			if (x >= 0 && f->val[x].kind >= VALUE_PHI && !needed[x])
				needed[x] = true, todo[n++] = (uint32_t)x;
		}
	}
}

static LLVMValueRef
lift_one(struct rewrite *r, uint32_t v)
{
	const struct value *val = &r->f->val[v];
	const num *in = r->f->ref + val->in_at;
	LLVMValueRef derived = r->ir->carrier[v], cond, vec;

	switch ((enum value_kind)val->kind) {
	case VALUE_PHI:
		before(r, derived);
		return LLVMBuildPhi(r->b, r->p10, "gclift");
	case VALUE_SELECT:
		before(r, derived);
		cond = LLVMGetOperand(derived, 0);
		if (LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind)
			cond = LLVMBuildExtractElement(r->b, cond, word(r, val->elem), "");
		return LLVMBuildSelect(r->b, cond, object(r, in[0]), object(r, in[1]), "gclift");
	case VALUE_INSERT:
		before(r, derived);
		vec = LLVMGetOperand(derived, 2);
		cond = LLVMBuildICmp(r->b, LLVMIntEQ, vec, LLVMConstInt(LLVMTypeOf(vec), val->elem, 0), "");
		return LLVMBuildSelect(r->b, cond, object(r, in[0]), object(r, in[1]), "gclift");
	case VALUE_EXTRACT:
		before(r, derived);
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
	const struct value *val = &r->f->val[v];
	LLVMValueRef derived = r->ir->carrier[v];

	ptrmap_clear(seen);
	for (uint32_t i = 0; i < val->in_n; i++) {
		block[i] = LLVMGetIncomingBlock(derived, i);
		uint32_t same = ptrmap_get(seen, block[i]);
		if (same != PTRMAP_NONE) {
			value[i] = value[same];
			continue;
		}
		ptrmap_set(seen, block[i], i); /* room was made beforehand */
		before(r, LLVMGetBasicBlockTerminator(block[i]));
		value[i] = object(r, r->f->ref[val->in_at + i]);
	}
	LLVMAddIncoming(r->lifted[v], value, block, val->in_n);
}

/* Inputs have lower ids than their users, except those of phis. */
static void
lift(struct rewrite *r, const bool *needed, LLVMValueRef *value, LLVMBasicBlockRef *block, struct ptrmap *seen)
{
	struct fn *f = r->f;

	for (uint32_t v = 0; v < f->nval; v++)
		if (needed[v] && f->val[v].kind == VALUE_PHI)
			r->lifted[v] = lift_one(r, v);
	for (uint32_t v = 0; v < f->nval; v++)
		if (needed[v] && f->val[v].kind > VALUE_PHI)
			r->lifted[v] = lift_one(r, v);
	for (uint32_t v = 0; v < f->nval; v++)
		if (needed[v] && f->val[v].kind == VALUE_PHI)
			fill_phi(r, v, value, block, seen);
}

/* -- the frame */

static LLVMValueRef
slot_address(struct rewrite *r, uint32_t slot, const char *name)
{
	LLVMValueRef args[] = { r->frame, word(r, slot) };

	return call(r, INTR_GET_GC_FRAME_SLOT, r->p0, args, 2, name);
}

/* A ret, or the musttail call before it: there the frame must be gone. */
static void
pop_before(struct rewrite *r, LLVMValueRef ret)
{
	LLVMValueRef prev = LLVMGetPreviousInstruction(ret);

	if (prev && LLVMIsACallInst(prev) && LLVMGetTailCallKind(prev) == LLVMTailCallKindMustTail)
		ret = prev;
	before(r, ret);
	call(r, INTR_POP_GC_FRAME, LLVMVoidTypeInContext(LLVMGetModuleContext(r->s->module)), &r->frame, 1, "");
}

/* The getter has no operands; if a safepoint comes before it, it moves to the top, so that the frame is there in time. */
static void
raise_getter(struct rewrite *r, LLVMValueRef top)
{
	LLVMValueRef getter = r->ir->pgcstack;

	if (!LLVMIsAInstruction(getter) || r->f->safe[0].block != 0)
		return;
	for (LLVMValueRef i = top; i != getter; i = LLVMGetNextInstruction(i))
		if (i == r->ir->safe[0]) {
			size_t n;
			LLVMMetadataRef place = LLVMInstructionGetDebugLoc(getter);
			char name[64] = "";
			const char *old = LLVMGetValueName2(getter, &n);
			if (n < sizeof name)
				memcpy(name, old, n + 1);
			LLVMInstructionRemoveFromParent(getter);
			before(r, top);
			LLVMInsertIntoBuilderWithName(r->b, getter, name);
			LLVMInstructionSetDebugLoc(getter, place);
			return;
		}
}

static void
make_frame(struct rewrite *r)
{
	struct ir *ir = r->ir;
	LLVMContextRef c = LLVMGetModuleContext(r->s->module);
	LLVMValueRef n = word(r, ir->nroots), at = LLVMGetFirstInstruction(ir->block[0]);

	raise_getter(r, at);
	before(r, LLVMGetFirstInstruction(ir->block[0]));
	r->frame = call(r, INTR_NEW_GC_FRAME, r->p0, &n, 1, "gcframe");
	LLVMAddCallSiteAttribute(r->frame, LLVMAttributeReturnIndex,
		LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("noalias", 7), 0));
	LLVMAddCallSiteAttribute(r->frame, LLVMAttributeReturnIndex,
		LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("nonnull", 7), 0));
	if (ir->frame_align > LR_FRAME_ALIGN_BYTES)
		LLVMAddCallSiteAttribute(r->frame, LLVMAttributeReturnIndex,
			LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("align", 5), ir->frame_align));
	for (uint32_t i = 0; i < r->f->nslots; i++)
		r->slot[i] = slot_address(r, ir->alloca_slots + i, "gcslot");
	if (LLVMIsAInstruction(ir->pgcstack))
		after(r, ir->pgcstack);
	LLVMValueRef args[] = { r->frame, n };
	call(r, INTR_PUSH_GC_FRAME, LLVMVoidTypeInContext(c), args, 2, "");
	for (uint32_t b = 0; b < r->f->g.nblk; b++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(ir->block[b]);
		if (LLVMGetInstructionOpcode(t) == LLVMRet)
			pop_before(r, t);
	}
}

static void
drop_lifetimes(LLVMValueRef pointer)
{
	for (LLVMUseRef u = LLVMGetFirstUse(pointer), next; u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (LLVMIsACallInst(user) && intrinsic_of_call(user) == INTR_LLVM_LIFETIME)
			LLVMInstructionEraseFromParent(user);
	}
}

static void
make_slots_of(struct rewrite *r, struct stack_var *v)
{
	LLVMValueRef address, first = LLVMGetNextInstruction(r->frame);
	size_t n;
	const char *name = LLVMGetValueName2(v->alloca, &n);

	before(r, first);
	drop_lifetimes(v->alloca);
	address = slot_address(r, v->first_slot, name);
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(v->alloca)) != LR_AS_GENERIC)
		address = LLVMBuildAddrSpaceCast(r->b, address, LLVMTypeOf(v->alloca), "");
	LLVMReplaceAllUsesWith(v->alloca, address);
	LLVMInstructionEraseFromParent(v->alloca);
}

/* -- stores */

static void
store(struct rewrite *r, num v, LLVMValueRef address)
{
	LLVMBuildStore(r->b, object(r, v), address);
}

static void
store_roots(struct rewrite *r)
{
	struct fn *f = r->f;
	struct ir *ir = r->ir;

	for (uint32_t i = 0; i < f->nstore; i++) {
		const struct store *s = &f->store[i];
		before(r, s->where == STORE_BEFORE_SAFEPOINT ? ir->safe[s->at] : LLVMGetBasicBlockTerminator(ir->block[s->at]));
		store(r, (num)s->value, r->slot[s->slot]);
	}
	for (uint32_t i = 0; i < ir->npinning; i++) {
		num v = canon_of(f, ir->pinning[i].value);
		if (v < 0)
			continue;
		before(r, ir->pinning[i].begin);
		store(r, v, r->slot[f->pin_slot[ir->pinning[i].value]]);
	}
	for (uint32_t i = 0; i < ir->nshadow; i++)
		for (uint32_t k = 0; k < ir->shadow[i].n; k++) {
			LLVMValueRef first = LLVMGetNextInstruction(r->frame);
			before(r, first);
			LLVMValueRef address = slot_address(r, ir->shadow[i].first_slot + k, "gcshadow");
			before(r, ir->shadow[i].store);
			store(r, f->ref[ir->shadow[i].at + k], address);
		}
}

lr_status
rewrite_function(struct session *s, struct fn *f, struct ir *ir)
{
	LLVMContextRef c = LLVMGetModuleContext(s->module);
	struct rewrite r = { .s = s, .f = f, .ir = ir };
	struct arena scratch;
	struct ptrmap seen;
	uint32_t width = 0;

	if (ir->nroots == 0)
		return LR_OK;
	arena_init(&scratch, f->ar->alloc, f->ar->user);
	ptrmap_init(&seen, f->ar->alloc, f->ar->user);
	r.lifted = arena_zarray(&scratch, (size_t)f->nval + 1, sizeof *r.lifted);
	r.slot = arena_zarray(&scratch, (size_t)f->nslots + 1, sizeof *r.slot);
	bool *needed = arena_zarray(&scratch, (size_t)f->nval + 1, sizeof *needed);
	uint32_t *todo = arena_array(&scratch, (size_t)f->nval + 1, sizeof *todo);
	if (needed && todo) {
		for (uint32_t i = 0; i < f->nstore; i++)
			need(&r, f->store[i].value, needed, todo);
		for (uint32_t i = 0; i < ir->npinning; i++)
			if (canon_of(f, ir->pinning[i].value) >= 0)
				need(&r, (uint32_t)canon_of(f, ir->pinning[i].value), needed, todo);
		for (uint32_t i = 0; i < ir->nshadow; i++)
			for (uint32_t k = 0; k < ir->shadow[i].n; k++)
				need(&r, (uint32_t)f->ref[ir->shadow[i].at + k], needed, todo);
		for (uint32_t v = 0; v < f->nval; v++)
			if (needed[v] && f->val[v].in_n > width)
				width = f->val[v].in_n;
	}
	LLVMValueRef *value = arena_array(&scratch, (size_t)width + 1, sizeof *value);
	LLVMBasicBlockRef *block = arena_array(&scratch, (size_t)width + 1, sizeof *block);
	ptrmap_grow_for(&seen, width);
	lr_status status = LR_OK;
	if (scratch.failed || seen.failed || !(r.b = LLVMCreateBuilderInContext(c))) {
		status = lr_nomem(s->cx);
		goto out;
	}

	r.p0 = LLVMPointerTypeInContext(c, LR_AS_GENERIC);
	r.p10 = LLVMPointerTypeInContext(c, LR_AS_TRACKED);
	r.i32 = LLVMInt32TypeInContext(c);
	r.null = LLVMConstNull(r.p10);
	for (uint32_t i = 0; i < ir->nundef; i++) {
		LLVMValueRef old = LLVMGetOperand(ir->undef[i].inst, ir->undef[i].operand);
		LLVMSetOperand(ir->undef[i].inst, ir->undef[i].operand, LLVMConstNull(LLVMTypeOf(old)));
	}
	lift(&r, needed, value, block, &seen);
	make_frame(&r);
	store_roots(&r);
	for (uint32_t i = 0; i < ir->nvar; i++)
		if (ir->var[i].roots)
			make_slots_of(&r, &ir->var[i]);
	LLVMDisposeBuilder(r.b);
out:
	ptrmap_free(&seen);
	arena_free(&scratch);
	return status;
}
