/* SPDX-License-Identifier: MIT */
/* hand_raise.c -- puts one frame of intrinsics in the place of all that a function links by hand.
**
** The function is a copy that is thrown away.  The frame is shown from the beginning of the function to each return. */
#include "check/hand/hand.h"

struct raising {
	struct hand *h;
	LLVMModuleRef m;
	LLVMBuilderRef b;
	LLVMTypeRef ptr, ref, i32, none;
	LLVMValueRef frame, *slot;
};

static LLVMValueRef
call(struct raising *r, const char *name, LLVMTypeRef result, LLVMTypeRef *types, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
	LLVMValueRef fn = LLVMGetNamedFunction(r->m, name);

	return LLVMBuildCall2(r->b, type, fn != NULL ? fn : LLVMAddFunction(r->m, name, type), args, n, "");
}

static void
make_frame(struct raising *r)
{
	struct hand *h = r->h;
	LLVMTypeRef types[] = { r->ptr, r->i32 };
	LLVMValueRef at = LLVMGetFirstInstruction(h->c->bb[0]), n = LLVMConstInt(r->i32, h->nvars, false);
	LLVMValueRef args[] = { NULL, n };

	while (LLVMIsAAllocaInst(at) != NULL)
		at = LLVMGetNextInstruction(at);
	LLVMPositionBuilderBefore(r->b, at);
	r->frame = args[0] = call(r, "julia.new_gc_frame", r->ptr, &r->i32, &n, 1);
	for (uint32_t v = 0; v < h->nvars; v++) {
		args[1] = LLVMConstInt(r->i32, v, false);
		r->slot[v] = call(r, "julia.get_gc_frame_slot", r->ptr, types, args, 2);
		/* its address leads to this one only */
		LLVMAddCallSiteAttribute(r->slot[v], (LLVMAttributeIndex)LLVMAttributeReturnIndex,
			LLVMCreateEnumAttribute(LLVMGetModuleContext(r->m), h->c->attr.dereferenceable, h->c->word));
	}
	args[1] = n;
	call(r, "julia.push_gc_frame", r->none, types, args, 2);
	for (uint32_t b = 0; b < h->c->nblk; b++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(h->c->bb[b]);
		if (LLVMIsAReturnInst(end) == NULL)
			continue;
		LLVMPositionBuilderBefore(r->b, end);
		call(r, "julia.pop_gc_frame", r->none, types, args, 1);
	}
}

/* Moves the content of a variable to its slot, or back. */
static void
move(struct raising *r, const struct hand_change *c)
{
	LLVMValueRef home = r->h->var[c->var].alloca, slot = r->slot[c->var];
	const bool enters = c->kind == HAND_ENTER;
	LLVMValueRef loc = c->inst;

	LLVMPositionBuilderBefore(r->b, loc);
	LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(loc));
	LLVMValueRef v = LLVMBuildLoad2(r->b, r->ref, enters ? home : slot, "");
	LLVMValueRef s = LLVMBuildStore(r->b, v, enters ? slot : home);
	hand_stands_for(v, loc, home);
	hand_stands_for(s, loc, home);
	if (!enters)
		LLVMBuildStore(r->b, LLVMConstNull(r->ref), slot);
	LLVMSetCurrentDebugLocation2(r->b, NULL);
}

/* A callee that is given the address of a variable does not keep it. */
static void
use_slot(struct raising *r, const struct hand_change *c)
{
	const struct ck *ck = r->h->c;
	const unsigned kind = ck->attr.captures != 0 ? ck->attr.captures : ck->attr.nocapture;

	LLVMSetOperand(c->inst, c->operand, r->slot[c->var]);
	if (LLVMIsACallInst(c->inst) != NULL && c->operand < LLVMGetNumArgOperands(c->inst))
		LLVMAddCallSiteAttribute(c->inst, c->operand + 1,
			LLVMCreateEnumAttribute(LLVMGetModuleContext(r->m), kind, 0));
}

void
hand_raise(struct hand *h)
{
	LLVMModuleRef m = LLVMGetGlobalParent(h->c->fn);
	LLVMContextRef cx = LLVMGetModuleContext(m);
	struct raising r = { .h = h, .m = m, .b = LLVMCreateBuilderInContext(cx),
		.ptr = LLVMPointerTypeInContext(cx, 0), .ref = LLVMPointerTypeInContext(cx, LR_AS_TRACKED),
		.i32 = LLVMInt32TypeInContext(cx), .none = LLVMVoidTypeInContext(cx),
		.slot = arena_array(h->ar, (size_t)h->nvars + 1, sizeof *r.slot) };

	if (r.slot != NULL && h->nframes > 0) {
		make_frame(&r);
		for (uint32_t k = 0; k < h->nchanges; k++) {
			const struct hand_change *c = &h->change[k];
			if (c->kind == HAND_TO_SLOT)
				use_slot(&r, c);
			else
				move(&r, c);
		}
		for (uint32_t k = 0; k < h->nop; k++) { /* loads of the chain stay: nothing uses what they give */
			const struct hand_op *op = &h->op[k];
			if (op->kind != HAND_HEAD && op->kind != HAND_READ)
				LLVMInstructionEraseFromParent(op->inst);
		}
	}
	LLVMDisposeBuilder(r.b);
}
