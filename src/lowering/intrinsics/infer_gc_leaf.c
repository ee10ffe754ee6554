/* SPDX-License-Identifier: MIT */
/* infer_gc_leaf.c -- InferGCLeaf: finds the functions of the module that can never collect, and those that root their
** arguments (dialect/tail_calls.h).
**
** A function gets "gc-leaf-function"="inferred" if it calls only such functions, itself included, and has no other
** instruction at which a collection may happen. Then its callers root nothing for calls of it, and it roots nothing
** itself. CheckGCRoots proves the attribute again.
**
** At first all definitions count as leaves. Then functions that are not are removed, and their callers. Two kinds of
** functions are never leaves: those that the linker may replace, and those with an unusual call: in a GC-safe region,
** with other bundles, or with a type other than the function's. */
#include "ir/linkage.h"
#include "dialect/tail_calls.h"
#include "lowering/common/lowering.h"
#include "host/passes.h"

static const char LEAF[] = "gc-leaf-function", OPTIMISTIC[] = "julia.safepoint";

/* A call, in the list of its callee: the number of the calling function, and the next call. */
struct leaf_call { uint32_t caller, next; };

struct leaves {
	struct lower l;
	struct ptrmap index;     /* function -> number */
	LLVMValueRef *fn;
	uint32_t n;
	bool *not_leaf;
	uint32_t *calls;         /* by callee: its first call, or PTRMAP_NONE */
	struct leaf_call *call;
	uint32_t ncall, call_cap;
	uint32_t *todo, ntodo;
};

static void
exclude(struct leaves *v, uint32_t i)
{
	if (v->not_leaf[i])
		return;
	v->not_leaf[i] = true;
	v->todo[v->ntodo++] = i;
}

static bool
is_candidate(LLVMValueRef fn)
{
	return definition_is_final(fn) &&
		LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, LEAF, sizeof LEAF - 1) == NULL &&
		LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, OPTIMISTIC, sizeof OPTIMISTIC - 1) == NULL;
}

/* Reads a call in function number `i`. */
static void
look_at_call(struct leaves *v, uint32_t i, LLVMValueRef call)
{
	enum intrinsic id = intrinsic_of_call(call);
	LLVMValueRef callee = LLVMGetCalledValue(call);
	uint32_t k = LLVMIsAFunction(callee) ? ptrmap_get(&v->index, callee) : PTRMAP_NONE;
	bool plain = LLVMGetNumOperandBundles(call) == 0 && k != PTRMAP_NONE
		&& LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(callee);

	if (k != PTRMAP_NONE && !plain)
		exclude(v, k);
	bool enters = id == INTR_GET_PGCSTACK_OR_NEW || id == INTR_CANCELLATION_POINT; /* these change its state */
	if (!enters && (!intrinsic_may_be_safepoint(id) || effects_exclude_collection(&v->l, call)))
		return;
	if (enters || !plain
		|| LLVMGetCallSiteStringAttribute(call, AT_FUNCTION, OPTIMISTIC, sizeof OPTIMISTIC - 1) != NULL) {
		exclude(v, i);
	} else if (ARENA_PUSH(&v->l.e.arena, v->call, v->ncall, v->call_cap)) {
		v->call[v->ncall] = (struct leaf_call){ i, v->calls[k] };
		v->calls[k] = v->ncall++;
	}
}

/* May the access be a poll or a change of the GC state that is lowered already? */
static bool
may_talk_to_collector(LLVMValueRef inst, LLVMOpcode op)
{
	if (op == LLVMLoad || op == LLVMStore)
		return LLVMGetVolatile(inst) || LLVMGetOrdering(inst) > LLVMAtomicOrderingUnordered;
	return op == LLVMFence || op == LLVMAtomicCmpXchg || op == LLVMAtomicRMW;
}

static void
look_at_function(struct leaves *v, uint32_t i)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(v->fn[i]); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst != NULL;
			inst = LLVMGetNextInstruction(inst)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(inst);
			if (op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				look_at_call(v, i, inst);
			else if (may_talk_to_collector(inst, op))
				exclude(v, i);
		}
}

static bool
list_functions(struct leaves *v, LLVMModuleRef m)
{
	struct arena *ar = &v->l.e.arena;
	uint32_t n = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		n += !LLVMIsDeclaration(f);
	v->fn = arena_array(ar, n, sizeof *v->fn);
	v->calls = arena_array(ar, n, sizeof *v->calls);
	v->todo = arena_array(ar, n, sizeof *v->todo);
	v->not_leaf = arena_zarray(ar, n, sizeof *v->not_leaf);
	if (n == 0 || ar->failed)
		return !ar->failed;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		v->fn[v->n] = f;
		v->calls[v->n] = PTRMAP_NONE;
		ptrmap_set(&v->index, f, v->n++);
	}
	for (uint32_t i = 0; i < v->n; i++)
		if (!is_candidate(v->fn[i]))
			exclude(v, i);
	return !v->index.failed;
}

/* Marks the functions that root their arguments because musttail calls reach them, which takes the whole module. */
static lr_status
stamp_tail_targets(lr_context *cx, LLVMModuleRef m)
{
	struct tail_targets t;

	tail_targets_find(&t, m, NULL, cx->options.alloc, cx->options.user);
	for (LLVMValueRef fn = t.any && !t.failed ? LLVMGetFirstFunction(m) : NULL; fn != NULL;
		fn = LLVMGetNextFunction(fn))
		if (ptrmap_get(&t.of, fn) != PTRMAP_NONE && !roots_arguments_stated(fn)) {
			roots_arguments_stamp(fn);
			cx->changed |= LR_CHANGED_IR;
		}
	bool ok = !t.failed;
	tail_targets_free(&t);
	return ok ? LR_OK : lr_nomem(cx);
}

lr_status
pass_infer_gc_leaf(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct leaves v = { .l = { .cx = cx, .profile = &cx->profile } };
	struct edit *e = &v.l.e;
	lr_status st = params == NULL
		? LR_OK : lr_fail(cx, LR_E_PIPELINE, NULL, "InferGCLeaf takes no parameters, not '%s'", params);

	(void)fns;
	(void)nfns;
	if (st == LR_OK)
		st = stamp_tail_targets(cx, m);
	if (st != LR_OK || (cx->options.without & LR_LEAF_INFERENCE))
		return st;
	ptrmap_init(&v.index, cx->options.alloc, cx->options.user);
	bool ok = edit_begin(e, cx, m) && list_functions(&v, m);
	for (uint32_t i = 0; ok && i < v.n; i++)
		look_at_function(&v, i);
	while (ok && v.ntodo > 0)
		for (uint32_t c = v.calls[v.todo[--v.ntodo]]; c != PTRMAP_NONE; c = v.call[c].next)
			exclude(&v, v.call[c].caller);
	if (!ok || !edit_ready(e))
		st = lr_nomem(cx);
	for (uint32_t i = 0; i < v.n && st == LR_OK; i++)
		if (!v.not_leaf[i]) {
			cx->changed |= LR_CHANGED_IR;
			LLVMAddAttributeAtIndex(v.fn[i], AT_FUNCTION,
				LLVMCreateStringAttribute(e->context, LEAF, sizeof LEAF - 1, "inferred", 8));
		}
	ptrmap_free(&v.index);
	edit_end(e);
	return st;
}
