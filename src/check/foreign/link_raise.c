/* SPDX-License-Identifier: MIT */
/* link_raise.c -- puts frame intrinsics in the place of a linked frame.
**
** The function is a copy that is thrown away.  Instructions that give values stay, so that unnamed values keep their
** numbers in diagnostics; what they read is memory that nothing else uses. */
#include "check/foreign/link.h"

#include <stdio.h>

struct raising {
	struct link *l;
	struct ptrmap *original;
	LLVMModuleRef m;
	LLVMBuilderRef b;
	LLVMTypeRef ptr, i32, none;
	LLVMValueRef frame;
	bool failed;
};

/* Calls an intrinsic of the dialect, which may be declared already. */
static LLVMValueRef
call(struct raising *r, const char *name, LLVMTypeRef result, LLVMValueRef *args, LLVMTypeRef *types, unsigned n,
	LLVMValueRef stands_for)
{
	LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
	LLVMValueRef fn = LLVMGetNamedFunction(r->m, name);

	if (fn == NULL)
		fn = LLVMAddFunction(r->m, name, type);
	LLVMValueRef made = LLVMBuildCall2(r->b, type, fn, args, n, result == r->none ? "" : "gcframe");
	uint32_t number = ptrmap_get(r->original, stands_for);
	if (number != PTRMAP_NONE && !ptrmap_set(r->original, made, number))
		r->failed = true;
	return made;
}

static LLVMValueRef
number(struct raising *r, uint32_t n)
{
	return LLVMConstInt(r->i32, n, false);
}

static void
erase(struct raising *r, LLVMValueRef inst)
{
	(void)r;
	LLVMInstructionEraseFromParent(inst);
}

static void
raise_root(struct raising *r, const struct link_op *op)
{
	LLVMTypeRef types[] = { r->ptr, r->i32 };
	LLVMValueRef args[] = { r->frame, number(r, op->word) };
	size_t n;

	LLVMPositionBuilderBefore(r->b, LLVMGetNextInstruction(op->inst));
	LLVMValueRef slot = call(r, "julia.get_gc_frame_slot", r->ptr, args, types, 2, op->inst);
	const char *name = LLVMGetValueName2(op->inst, &n);
	if (n > 0)
		LLVMSetValueName2(slot, name, n);
	LLVMReplaceAllUsesWith(op->inst, slot);
}

static void
raise_op(struct raising *r, const struct link_op *op)
{
	LLVMTypeRef types[] = { r->ptr, r->i32 };
	LLVMValueRef args[] = { r->frame, NULL };

	switch (op->kind) {
	case LINK_ROOT:
		raise_root(r, op);
		return;
	case LINK_ZERO:
		if (op->header)
			break;
		return; /* its pointer is that of a root */
	case LINK_COUNT: case LINK_PREV:
		break;
	case LINK_HEAD:
		if (!op->push) {
			LLVMSetOperand(op->inst, 0, r->frame);
			return;
		}
		LLVMPositionBuilderBefore(r->b, op->inst);
		args[1] = number(r, op->n);
		call(r, "julia.push_gc_frame", r->none, args, types, 2, op->inst);
		break;
	case LINK_POP:
		LLVMPositionBuilderBefore(r->b, op->inst);
		call(r, "julia.pop_gc_frame", r->none, args, types, 1, op->inst);
		break;
	default:
		return;
	}
	erase(r, op->inst);
}

/* The intrinsic says which roots let their objects move, as LateLowerGCFrame has it. */
static void
mark_moving(struct raising *r)
{
	static const char name[] = "lateroot-moving";
	char text[32];

	if (!r->l->moving)
		return;
	int n = snprintf(text, sizeof text, "%u,%u", r->l->fixed, r->l->deep);
	LLVMAddCallSiteAttribute(r->frame, CK_ON_FUNCTION, LLVMCreateStringAttribute(LLVMGetModuleContext(r->m), name,
		sizeof name - 1, text, (unsigned)n));
}

bool
link_raise(struct link *l, struct ptrmap *original)
{
	LLVMModuleRef m = LLVMGetGlobalParent(l->c->fn);
	LLVMContextRef cx = LLVMGetModuleContext(m);
	struct raising r = { .l = l, .original = original, .m = m,
		.b = LLVMCreateBuilderInContext(cx),
		.ptr = LLVMPointerTypeInContext(cx, 0), .i32 = LLVMInt32TypeInContext(cx),
		.none = LLVMVoidTypeInContext(cx) };
	LLVMValueRef roots = number(&r, l->roots);

	LLVMPositionBuilderBefore(r.b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->c->fn)));
	r.frame = call(&r, "julia.new_gc_frame", r.ptr, &roots, &r.i32, 1, 
		l->slots != NULL ? l->slots : l->linked != NULL ? l->linked : l->c->fn);
	mark_moving(&r);
	for (uint32_t k = 0; k < l->nop; k++) /* pops read what these erase */
		if (l->op[k].kind != LINK_READ)
			raise_op(&r, &l->op[k]);
	LLVMDisposeBuilder(r.b);
	return !r.failed;
}
