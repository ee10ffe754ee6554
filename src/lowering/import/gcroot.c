/* SPDX-License-Identifier: MIT */
/* gcroot.c -- AdoptGCRoots: makes functions of the dialect of functions that use LLVM's older intrinsics.
**
**   llvm.gcroot(&root, metadata)   the variable holds tracked pointers, null at first, and mem2reg makes values of it;
**                                  with metadata it stays a variable, so that it has a word of its own in the frame
**   llvm.gcread(object, slot)      load
**   llvm.gcwrite(value, object, slot)   store, and a write barrier unless <no-barriers>
**
** Such a front end relies on it that an object lives as long as it is in a root. In the dialect it lives as long as it
** is used. So the root is read once more at each use of a pointer that was stored into it, read from it, or computed
** from one of these (but not through memory or the result of a call): before a use that a safepoint may precede, and
** behind each call that gets such a pointer. Then the object lives up to that use if it is still in the root.
**
** Pointers stay in address space 0, except in the roots. julia.tracked_pointer and julia.pointer_from_objref convert
** them, and LLVM does not see through these. Each call that is not known to be harmless is a safepoint. */
#include <llvm-c/Transforms/PassBuilder.h>

#include "dialect/abi.h"
#include "lowering/common/lowering.h"
#include "host/passes.h"

enum what { NOTHING, ROOT, READ, WRITE };

struct root { LLVMValueRef variable, intrinsic, metadata, tracked; };
/* A root is to be read before `at`. */
struct mark { uint32_t root; LLVMValueRef at; };
/* A pointer that is or was in a root, with the epoch in which it was stored or read. */
struct item { LLVMValueRef value; uint32_t epoch; };

struct import {
	struct lower l;
	struct root *roots;
	uint32_t nroots, roots_cap;
	struct mark *marks;
	uint32_t nmarks, marks_cap;
	struct { LLVMValueRef call; enum what what; } *accesses;
	uint32_t naccesses, accesses_cap;
	LLVMValueRef *fns;
	uint32_t nfns, fns_cap;
	struct item *todo;
	uint32_t ntodo, todo_cap;
	struct ptrmap epoch;     /* instruction -> a number, equal for instructions without a call between them */
	struct ptrmap seen;      /* values that were in `todo` */
	uint32_t epochs;
	bool barriers;
};

static enum what
what_of(LLVMValueRef inst)
{
	LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
	const char *name = callee != NULL && LLVMIsAFunction(callee) ? value_name(callee) : "";

	if (strncmp(name, "llvm.gc", 7) != 0)
		return NOTHING;
	return strcmp(name, "llvm.gcroot") == 0 ? ROOT
		: strcmp(name, "llvm.gcread") == 0 ? READ
		: strcmp(name, "llvm.gcwrite") == 0 ? WRITE
		: NOTHING;
}

/* ---- planning ---- */

static lr_status
plan_root(struct import *im, LLVMValueRef call)
{
	struct lower *l = &im->l;
	LLVMValueRef v = LLVMGetOperand(call, 0), meta = LLVMGetOperand(call, 1);

	if (!LLVMIsAAllocaInst(v))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"the first operand of llvm.gcroot must be the address of an alloca");
	if (LLVMGetAllocatedType(v) != l->e.ptr || !LLVMIsAConstantInt(LLVMGetOperand(v, 0))
		|| LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) != 1)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"a variable given to llvm.gcroot must hold one pointer in address space 0");
	if (LLVMGetInstructionParent(v)
		!= LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
		return lr_fail(l->cx, LR_E_DIALECT, call, "a variable given to llvm.gcroot must be in the entry block");
	for (uint32_t i = im->nroots; i-- > 0;)
		if (im->roots[i].variable == v)
			return lr_fail(l->cx, LR_E_DIALECT, call, "the variable is given to llvm.gcroot twice");
		else if (LLVMGetInstructionParent(im->roots[i].variable) != LLVMGetInstructionParent(v))
			break;
	if (ARENA_PUSH(&l->e.arena, im->roots, im->nroots, im->roots_cap))
		im->roots[im->nroots++] = (struct root){ v, call, LLVMIsNull(meta) ? NULL : meta, NULL };
	return LR_OK;
}

static void
add_mark(struct import *im, uint32_t root, LLVMValueRef at)
{
	while (LLVMIsAPHINode(at) || LLVMIsALandingPadInst(at))
		at = LLVMGetNextInstruction(at);
	if (ARENA_PUSH(&im->l.e.arena, im->marks, im->nmarks, im->marks_cap))
		im->marks[im->nmarks++] = (struct mark){ root, at };
}

/* Does the result of the instruction point into the same object as an operand? */
static bool
derives(LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMPHI:
	case LLVMSelect:
	case LLVMGetElementPtr:
	case LLVMFreeze:
	case LLVMInsertValue:
	case LLVMExtractValue:
	case LLVMInsertElement: case LLVMExtractElement: case LLVMShuffleVector:
		return true;
	default:
		return LLVMIsACastInst(inst) != NULL || LLVMIsABinaryOperator(inst) != NULL;
	}
}

/* The same for llvm.ptrmask, llvm.launder.invariant.group and similar intrinsics. */
static bool
is_pointer_intrinsic(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;

	return callee != NULL && LLVMIsAFunction(callee) && strncmp(value_name(callee), "llvm.", 5) == 0
		&& what_of(call) == NOTHING && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
}

static void
add_item(struct import *im, LLVMValueRef v, uint32_t epoch)
{
	if (LLVMIsConstant(v) || ptrmap_get(&im->seen, v) != PTRMAP_NONE)
		return;
	ptrmap_set(&im->seen, v, 1);
	if (ARENA_PUSH(&im->l.e.arena, im->todo, im->ntodo, im->todo_cap))
		im->todo[im->ntodo++] = (struct item){ v, epoch };
}

static void
plan_use(struct import *im, uint32_t root, LLVMValueRef user, uint32_t epoch)
{
	if (what_of(user) == NOTHING && (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user))) {
		if (LLVMIsACallInst(user) && LLVMGetTailCallKind(user) == LLVMTailCallKindMustTail)
			return;
		if (LLVMIsACallInst(user))
			add_mark(im, root, LLVMGetNextInstruction(user));
		else
			for (unsigned i = 0; i < 2; i++)
				add_mark(im, root, LLVMGetFirstInstruction(LLVMGetSuccessor(user, i)));
	} else if (ptrmap_get(&im->epoch, user) != epoch)
		add_mark(im, root, user);
}

/* Plans a read of the root at the uses of all pointers that are, or may have been, in it. */
static void
plan_uses(struct import *im, uint32_t root)
{
	LLVMValueRef v = im->roots[root].variable;

	ptrmap_clear(&im->seen);
	im->ntodo = 0;
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsALoadInst(user))
			add_item(im, user, ptrmap_get(&im->epoch, user));
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v)
			add_item(im, LLVMGetOperand(user, 0), ptrmap_get(&im->epoch, user));
	}
	while (im->ntodo > 0) {
		struct item it = im->todo[--im->ntodo];
		for (LLVMUseRef u = LLVMGetFirstUse(it.value); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (!LLVMIsAInstruction(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v))
				continue;
			if (derives(user) || is_pointer_intrinsic(user))
				add_item(im, user, it.epoch);
			else
				plan_use(im, root, user, it.epoch);
		}
	}
}

static lr_status
plan(struct import *im, LLVMValueRef fn)
{
	struct lower *l = &im->l;
	uint32_t first = im->nroots, accesses = im->naccesses;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		im->epochs++;
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			enum what what = what_of(i);
			ptrmap_set(&im->epoch, i, im->epochs);
			im->epochs += LLVMIsACallInst(i) != NULL;
			lr_status st = what == ROOT ? plan_root(im, i) : LR_OK;
			if (st != LR_OK)
				return st;
			if ((what == READ || what == WRITE)
				&& ARENA_PUSH(&l->e.arena, im->accesses, im->naccesses, im->accesses_cap)) {
				im->accesses[im->naccesses].call = i;
				im->accesses[im->naccesses++].what = what;
			}
			if (what != NOTHING)
				edit_plan_call(&l->e, i);
		}
	}
	for (uint32_t i = first; i < im->nroots; i++)
		plan_uses(im, i);
	if ((im->nroots > first || im->naccesses > accesses || LLVMGetGC(fn) != NULL)
		&& ARENA_PUSH(&l->e.arena, im->fns, im->nfns, im->fns_cap))
		im->fns[im->nfns++] = fn;
	return LR_OK;
}

/* ---- carrying it out ---- */

static LLVMValueRef
call_intrinsic(struct edit *e, enum intrinsic id, LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef params[2] = { LLVMTypeOf(args[0]), n > 1 ? LLVMTypeOf(args[1]) : NULL };
	LLVMValueRef fn = LLVMGetNamedFunction(e->module, intrinsic_name(id));
	bool more = id == INTR_WRITE_BARRIER;

	if (fn == NULL)
		fn = LLVMAddFunction(e->module, intrinsic_name(id),
			LLVMFunctionType(result, params, more ? 1 : n, more));
	return LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

static LLVMValueRef
to_tracked(struct edit *e, LLVMValueRef plain)
{
	if (LLVMIsConstant(plain))
		return LLVMIsNull(plain) || LLVMIsUndef(plain) ? LLVMConstNull(e->tracked)
			: LLVMConstAddrSpaceCast(plain, e->tracked);
	return call_intrinsic(e, INTR_TRACKED_POINTER, e->tracked, &plain, 1);
}

static LLVMValueRef
read_root(struct edit *e, const struct root *r)
{
	LLVMValueRef object = LLVMBuildLoad2(e->builder, e->tracked, r->tracked, "");

	object = LLVMBuildAddrSpaceCast(e->builder, object, LLVMPointerTypeInContext(e->context, LR_AS_DERIVED), "");
	return call_intrinsic(e, INTR_POINTER_FROM_OBJREF, e->ptr, &object, 1);
}

static void
make_variable(struct import *im, struct root *r)
{
	struct edit *e = &im->l.e;

	edit_before(e, r->variable);
	r->tracked = LLVMBuildAlloca(e->builder, e->tracked, "");
	if (r->metadata != NULL) {
		LLVMMetadataRef of = LLVMValueAsMetadata(r->metadata);
		edit_metadata(e, r->tracked,
			LLVMGetMDKindIDInContext(e->context, ROOT_METADATA, sizeof ROOT_METADATA - 1),
			LLVMMDNodeInContext2(e->context, &of, 1));
	}
}

static void
import_root(struct import *im, struct root *r)
{
	struct edit *e = &im->l.e;
	LLVMValueRef v = r->variable;

	for (LLVMUseRef u = LLVMGetFirstUse(v), next; u != NULL; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (LLVMIsALoadInst(user)) {
			edit_before(e, user);
			LLVMValueRef plain = read_root(e, r);
			LLVMReplaceAllUsesWith(user, plain);
			LLVMInstructionEraseFromParent(user);
		} else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v && LLVMGetOperand(user, 0) != v
			&& LLVMTypeOf(LLVMGetOperand(user, 0)) == e->ptr) {
			edit_before(e, user);
			LLVMBuildStore(e->builder, to_tracked(e, LLVMGetOperand(user, 0)), r->tracked);
			LLVMInstructionEraseFromParent(user);
		}
	}
	LLVMInstructionEraseFromParent(r->intrinsic);
	LLVMReplaceAllUsesWith(v, r->tracked);
	LLVMInstructionEraseFromParent(v);
}

static void
lower_access(struct import *im, LLVMValueRef call, enum what what)
{
	struct edit *e = &im->l.e;
	LLVMValueRef first = LLVMGetOperand(call, 0), second = LLVMGetOperand(call, 1);

	edit_before(e, call);
	if (what == READ) {
		edit_replace(e, call, LLVMBuildLoad2(e->builder, e->ptr, second, ""));
		return;
	}
	LLVMBuildStore(e->builder, first, LLVMGetOperand(call, 2));
	if (im->barriers && !LLVMIsNull(second) && !LLVMIsNull(first)) {
		LLVMValueRef args[] = { to_tracked(e, second), to_tracked(e, first) };
		call_intrinsic(e, INTR_WRITE_BARRIER, e->void_type, args, 2);
	}
	LLVMInstructionEraseFromParent(call);
}

/* Takes the function away from LLVM's strategies. A function that asks for LLVM's shadow stack keeps that as its
** ABI. */
static void
import_function(struct import *im, LLVMValueRef fn)
{
	struct edit *e = &im->l.e;
	const char *gc = LLVMGetGC(fn);
	LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)), getter;

	if (gc != NULL && strcmp(gc, "shadow-stack") == 0 && abi_given(fn, LR_ABI_GCFRAME) == LR_ABI_GCFRAME &&
	    abi_given(fn, LR_ABI_SHADOW_STACK) == LR_ABI_SHADOW_STACK)
		abi_stamp(im->l.cx, fn, LR_ABI_SHADOW_STACK);
	LLVMSetGC(fn, NULL);
	if (gcstack_of(fn) != NULL)
		return;
	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	edit_before(e, at);
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
	getter = LLVMGetNamedFunction(e->module, intrinsic_name(INTR_GET_PGCSTACK));
	if (getter == NULL)
		getter = LLVMAddFunction(e->module, intrinsic_name(INTR_GET_PGCSTACK), type);
	LLVMBuildCall2(e->builder, type, getter, NULL, 0, "pgcstack");
}

static void
apply(struct import *im)
{
	struct edit *e = &im->l.e;

	for (uint32_t i = 0; i < im->nroots; i++)
		make_variable(im, &im->roots[i]);
	for (uint32_t i = 0; i < im->nroots; i++) { /* behind all of the allocas */
		LLVMValueRef at = im->roots[i].variable;
		while (LLVMIsAAllocaInst(at))
			at = LLVMGetNextInstruction(at);
		edit_before(e, at);
		LLVMValueRef init = LLVMBuildStore(e->builder, LLVMConstNull(e->tracked), im->roots[i].tracked);
		/* values have no metadata: a volatile store keeps mem2reg off the variable */
		LLVMSetVolatile(init, im->roots[i].metadata != NULL);
	}
	for (uint32_t i = 0; i < im->nmarks; i++) {
		edit_before(e, im->marks[i].at);
		read_root(e, &im->roots[im->marks[i].root]);
	}
	for (uint32_t i = 0; i < im->naccesses; i++)
		lower_access(im, im->accesses[i].call, im->accesses[i].what);
	for (uint32_t i = 0; i < im->nroots; i++)
		import_root(im, &im->roots[i]);
	for (uint32_t i = 0; i < im->nfns; i++)
		import_function(im, im->fns[i]);
	if (im->nroots == 0)
		return;
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(e->module, "function(mem2reg)", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error != NULL) /* the roots stay variables */
		LLVMConsumeError(error);
}

lr_status
pass_adopt_gc_roots(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	static const char *const names[] = { "llvm.gcroot", "llvm.gcread", "llvm.gcwrite" };
	struct import im = { .l = { .cx = cx, .profile = &cx->profile },
		.barriers = params == NULL || strcmp(params, "no-barriers") != 0 };
	bool any = false;
	lr_status st = LR_OK;

	(void)fns, (void)nfns;
	if (params != NULL && im.barriers && strcmp(params, "barriers") != 0)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "AdoptGCRoots takes barriers or no-barriers, not '%s'", params);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		any |= LLVMGetNamedFunction(m, names[i]) != NULL;
	if (!any)
		return LR_OK;
	if (!edit_begin(&im.l.e, cx, m))
		st = lr_nomem(cx);
	ptrmap_init(&im.epoch, cx->options.alloc, cx->options.user);
	ptrmap_init(&im.seen, cx->options.alloc, cx->options.user);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && st == LR_OK; fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn))
			st = plan(&im, fn);
	if (st == LR_OK && (im.epoch.failed || im.seen.failed || !edit_ready(&im.l.e)))
		st = lr_nomem(cx);
	if (st == LR_OK && im.nfns > 0) {
		apply(&im);
		cx->changed |= LR_CHANGED_IR;
	}
	ptrmap_free(&im.epoch);
	ptrmap_free(&im.seen);
	edit_end(&im.l.e);
	return st;
}
