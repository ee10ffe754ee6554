/* SPDX-License-Identifier: MIT */
/* statepoint_trampoline.c -- trampolines: functions of ours by way of which code is called whose frames no table
** describes, if an anchor of the calling function itself cannot serve.
**
** From such code no walker finds the way back to the frame of its caller, so an anchor has to be in the chain meanwhile
** (abi.h).  The table describes the frame of the caller by return address, and the caller does not know where that lies
** if arguments go over the stack (statepoint_anchor.c).  Its callee does.  So there is one more function in between,
** which keeps its frame pointer, and has this form:
**
**   anchor = { no address, head of the chain, frame pointer };  head = anchor;  call;  head = old head
**
** The walker that finds the anchor reads return address, frame pointer and stack pointer of the caller off the stack
** frame of the trampoline.  In a call that is a GC transition, the trampoline stores the state of the thread, too:
** the thread must not become safe before the frame of the caller can be walked.  One trampoline serves all calls of
** one callee, or of callees known only at run time that take the same arguments.
**
** AArch64 has a register of its own for the address of a result in memory (sret).  LLVM allows that attribute on the
** first two parameters only, which at a statepoint are none of the callee's.  So the trampoline takes that address like
** any other, and makes the call with the attribute, whatever is called. */
#include <stdio.h>

#include "gcroots/statepoint/statepoint.h"
#include "dialect/abi.h"
#include "ir/inherit.h"
#include "lowering/common/lowering.h"

/* `call` is the call in it. */
struct trampoline { LLVMValueRef fn, call; uint32_t next; bool transition; };

void
trampolines_init(struct trampolines *l, const struct session *s, struct arena *keep)
{
	static const char *const names[ARG_ATTRIBUTES] = {
		[ARG_ZEROEXT] = "zeroext", [ARG_SIGNEXT] = "signext", [ARG_INREG] = "inreg", [ARG_BYVAL] = "byval",
		[ARG_NEST] = "nest", [ARG_SWIFTSELF] = "swiftself", [ARG_SWIFTERROR] = "swifterror",
		[ARG_SWIFTASYNC] = "swiftasync", [ARG_ALIGN] = "align",
		[ARG_INALLOCA] = "inalloca", [ARG_PREALLOCATED] = "preallocated", [ARG_SRET] = "sret"
	};

	*l = (struct trampolines){ .ar = keep };
	ptrmap_init(&l->by_callee, s->cx->options.alloc, s->cx->options.user);
	for (enum statepoint_attribute k = 0; k < ARG_ATTRIBUTES; k++)
		l->attribute[k] = LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]));
}

void
trampolines_free(struct trampolines *l)
{
	ptrmap_free(&l->by_callee);
}

bool
trampolines_reserve(struct statepoints *sp, uint32_t calls)
{
	struct trampolines *l = sp->trampolines;

	l->calls += calls;
	if (l->calls > l->cap) { /* the list is empty so far */
		l->cap = 2 * l->calls;
		l->list = arena_array(l->ar, l->cap, sizeof *l->list);
	}
	ptrmap_grow_for(&l->by_callee, l->calls);
	return (l->list || l->calls == 0) && !l->by_callee.failed;
}

static bool
is_entry(const struct lr_profile *p, const char *name)
{
	static const char *const polls[] = { "lr_gc_safepoint", "lr_safepoint" };

	for (size_t i = 0; i < sizeof polls / sizeof *polls; i++)
		if (strcmp(name, polls[i]) == 0)
			return true;
	return strcmp(name, p->small_alloc) == 0 || strcmp(name, p->big_alloc) == 0 || strcmp(name, p->typed_alloc) == 0
		|| (p->memory_alloc[0] != '\0' && strcmp(name, p->memory_alloc) == 0);
}

/* Does the result of the call lie at an address that a statepoint would pass in the wrong register? */
static bool
has_result_register(const struct statepoints *sp, LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (statepoint_argument_attribute(sp->trampolines, call, i, ARG_SRET))
			return abi_architecture(sp->r.s->module) == ARCH_AARCH64;
	return false;
}

bool
needs_trampoline(struct statepoints *sp, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (has_result_register(sp, call))
		return true;
	/* functions of the runtime that find their return address, and code that is walked like its caller, need
	** none */
	const struct callee_info *c = session_callee(sp->r.s, callee);
	if (c && session_is_walked(c, call))
		return false;
	if (!LLVMIsAFunction(callee))
		return true;
	if (LLVMIsDeclaration(callee))
		return !is_entry(&sp->r.s->cx->profile, value_name(callee));
	return !c || !(c->statepoint || c->table);
}

static bool
fits(const struct trampolines *l, const struct trampoline *t, LLVMValueRef call, LLVMTypeRef type)
{
	LLVMValueRef fn = t->fn;
	LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));

	if (!inherit_is_same(fn, caller) || LLVMGlobalGetValueType(fn) != type
		|| LLVMGetFunctionCallConv(fn) != LLVMGetInstructionCallConv(call))
		return false;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		for (enum statepoint_attribute k = 0; k < ARG_ATTRIBUTES_KEPT; k++)
			if (statepoint_argument_attribute(l, call, i, k)
				!= LLVMGetEnumAttributeAtIndex(fn, i + 1, l->attribute[k]))
				return false;
		if (statepoint_argument_attribute(l, call, i, ARG_SRET)
			!= statepoint_argument_attribute(l, t->call, i, ARG_SRET))
			return false;
	}
	return true;
}

/* -- its body */

struct body { struct edit *e; LLVMBuilderRef b; LLVMValueRef fn, anchor, chain; };

static LLVMValueRef
word(struct body *w, unsigned n)
{
	LLVMValueRef index = edit_i32(w->e, n);

	return LLVMBuildInBoundsGEP2(w->b, w->e->word, w->anchor, &index, 1, "");
}

static void
push(struct body *w)
{
	LLVMValueRef zero = edit_i32(w->e, 0);
	static const char name[] = "llvm.frameaddress";
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(w->e->module, LLVMLookupIntrinsicID(name, sizeof name - 1),
		&w->e->ptr, 1);

	w->anchor = LLVMBuildArrayAlloca(w->b, w->e->word, edit_i32(w->e, LR_ANCHOR_WORDS), "gcanchor");
	LLVMSetAlignment(w->anchor, LR_FRAME_ALIGN_BYTES);
	LLVMBuildStore(w->b, edit_word(w->e, LR_ANCHOR_IN_BETWEEN << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR),
		w->anchor);
	LLVMValueRef fp = LLVMBuildCall2(w->b, LLVMGlobalGetValueType(f), f, &zero, 1, "fp");
	LLVMBuildStore(w->b, fp, word(w, LR_ANCHOR_FP_WORD));
	LLVMValueRef prev = LLVMBuildLoad2(w->b, w->e->ptr, w->chain, "");
	LLVMBuildStore(w->b, prev, word(w, LR_FRAME_PREV_WORD));
	LLVMBuildStore(w->b, w->anchor, w->chain);
}

static void
pop(struct body *w)
{
	LLVMBuildStore(w->b, LLVMBuildLoad2(w->b, w->e->ptr, word(w, LR_FRAME_PREV_WORD), ""), w->chain);
}

static void
store_state(struct body *w, LLVMValueRef state, LLVMValueRef at)
{
	LLVMValueRef store = LLVMBuildStore(w->b, state, at);

	LLVMSetOrdering(store, LLVMAtomicOrderingRelease);
	LLVMSetAlignment(store, 1);
}

/* Waits if a collection is going on. */
static void
poll(struct body *w, const struct lr_profile *p, LLVMValueRef ptls)
{
	LLVMValueRef page = LLVMBuildLoad2(w->b, w->e->ptr, edit_offset(w->e, ptls, p->safepoint_in_ptls, ""),
		"signal_page");

	LLVMSetOrdering(page, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(page, w->e->word_bytes);
	LLVMBuildFence(w->b, LLVMAtomicOrderingSequentiallyConsistent, true, "");
	LLVMSetVolatile(LLVMBuildLoad2(w->b, w->e->word, page, ""), true);
	LLVMBuildFence(w->b, LLVMAtomicOrderingSequentiallyConsistent, true, "");
}

static LLVMValueRef
call_on(struct body *w, const struct trampolines *l, LLVMValueRef call, bool direct, LLVMValueRef *args)
{
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef target = direct ? LLVMGetCalledValue(call) : LLVMGetParam(w->fn, LLVMCountParams(w->fn) - 1);

	for (unsigned i = 0; i < n; i++)
		args[i] = LLVMGetParam(w->fn, i);
	LLVMValueRef made = LLVMBuildCall2(w->b, LLVMGetCalledFunctionType(call), target, args, n, "");
	LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
	for (unsigned i = 0; i < n; i++) {
		LLVMAttributeRef a = statepoint_argument_attribute(l, call, i, ARG_SRET);
		if (a)
			LLVMAddCallSiteAttribute(made, i + 1, a);
		for (enum statepoint_attribute k = 0; k < ARG_ATTRIBUTES_KEPT; k++)
			if ((a = statepoint_argument_attribute(l, call, i, k))) {
				LLVMAddCallSiteAttribute(made, i + 1, a);
				LLVMAddAttributeAtIndex(w->fn, i + 1, a);
			}
	}
	return made;
}

/* Returns the call in the trampoline. */
static LLVMValueRef
build(struct statepoints *sp, LLVMValueRef call, LLVMTypeRef type, bool direct, bool transition, LLVMValueRef *args)
{
	struct edit *e = sp->r.e;
	unsigned n = LLVMGetNumArgOperands(call);
	char name[112];

	snprintf(name, sizeof name, "lr.leave.%.96s", direct ? value_name(LLVMGetCalledValue(call)) : "");
	struct body w = { .e = e, .b = e->builder, .fn = LLVMAddFunction(e->module, name, type) };
	LLVMSetLinkage(w.fn, LLVMInternalLinkage);
	LLVMSetFunctionCallConv(w.fn, LLVMGetInstructionCallConv(call));
	LLVMAddTargetDependentFunctionAttr(w.fn, "frame-pointer", "all");
	LLVMAddTargetDependentFunctionAttr(w.fn, ABI_ATTRIBUTE, "gcframe");
	add_attribute(e->context, w.fn, AT_FUNCTION, "noinline", 0);
	inherit_machine(w.fn, sp->r.ir.fn);
	if (abi_architecture(e->module) != ARCH_X86_64)
		add_attribute(e->context, w.fn, AT_FUNCTION, "uwtable", UNWIND_AT_CALLS);
	LLVMPositionBuilderAtEnd(w.b, LLVMAppendBasicBlockInContext(e->context, w.fn, ""));
	LLVMSetCurrentDebugLocation2(w.b, NULL);
	w.chain = LLVMGetParam(w.fn, n);
	push(&w);
	const struct lr_profile *p = &sp->r.s->cx->profile;
	LLVMValueRef ptls = transition ? LLVMGetParam(w.fn, n + 1) : NULL, state = NULL, old = NULL;
	if (transition) {
		state = edit_offset(e, ptls, p->gc_state_in_ptls, "gc_state");
		old = LLVMBuildLoad2(w.b, e->i8, state, "gc_state.old");
		LLVMSetOrdering(old, LLVMAtomicOrderingMonotonic);
		LLVMSetAlignment(old, 1);
		store_state(&w, LLVMConstInt(e->i8, p->gc_state_safe, false), state);
		poll(&w, p, ptls);
	}
	LLVMValueRef result = call_on(&w, sp->trampolines, call, direct, args);
	if (transition) {
		store_state(&w, old, state);
		poll(&w, p, ptls);
	}
	pop(&w);
	if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(w.b);
	else
		LLVMBuildRet(w.b, result);
	return result;
}

/* -- its callers */

LLVMValueRef
trampoline(struct statepoints *sp, LLVMValueRef call, LLVMValueRef ptls, LLVMValueRef *more, unsigned *nmore)
{
	struct trampolines *l = sp->trampolines;
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMTypeRef *types = sp->types;
	bool direct = LLVMIsAFunction(callee) != NULL;

	for (unsigned i = 0; i < n; i++)
		types[i] = LLVMTypeOf(LLVMGetOperand(call, i));
	*nmore = 0;
	more[(*nmore)++] = sp->r.ir.pgcstack;
	if (ptls)
		more[(*nmore)++] = ptls;
	if (!direct)
		more[(*nmore)++] = callee;
	for (unsigned i = 0; i < *nmore; i++)
		types[n + i] = sp->r.e->ptr;
	LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), types, n + *nmore, false);
	const void *key = direct ? (const void *)callee : (const void *)type;
	uint32_t first = ptrmap_get(&l->by_callee, key);
	for (uint32_t i = first; i != PTRMAP_NONE; i = l->list[i].next)
		if (l->list[i].transition == (ptls != NULL) && fits(l, &l->list[i], call, type))
			return l->list[i].fn;
	LLVMValueRef inner = build(sp, call, type, direct, ptls != NULL, sp->args);
	l->list[l->n] = (struct trampoline){ LLVMGetBasicBlockParent(LLVMGetInstructionParent(inner)), inner, first,
		ptls != NULL };
	ptrmap_set(&l->by_callee, key, l->n); /* trampolines_reserve has taken the memory */
	return l->list[l->n++].fn;
}
