/* SPDX-License-Identifier: MIT */
/* nonintegral.c -- AddNI and RemoveNI: add the dialect's address spaces to the data layout's `ni:` list, and remove
** them.
**
** As long as they are listed, LLVM makes no integers of their pointers.  Once roots are placed it may treat them as
** ordinary pointers.  Other spaces in the list stay. */
#include <stdlib.h>

#include "addrspace/remove/kept_variables.h"
#include "addrspace/remove/wasm.h"
#include "dialect/alloc_kind.h"
#include "dialect/kind.h"
#include "dialect/module_marks.h"
#include "host/context.h"
#include "dialect/names.h"
#include "host/passes.h"

/* Copies a specification "ni:A:B..." of `n` bytes without the special spaces; returns the new end.  Writes nothing
** if no space is left. */
static char *
copy_spaces(char *to, const char *spec, size_t n)
{
	const char *end = spec + n;
	char *start = to;
	bool any = false;

	memcpy(to, "ni", 2);
	to += 2;
	for (const char *p = spec + 2; p < end;) { /* p is at a colon */
		const char *q = p + 1;
		unsigned long as = 0;
		while (q < end && *q != ':') {
			if (as <= LR_AS_LAST_SPECIAL)
				as = as * 10 + (unsigned long)(*q - '0');
			q++;
		}
		if (as > LR_AS_LAST_SPECIAL || !as_is_special((unsigned)as)) {
			memcpy(to, p, (size_t)(q - p));
			to += q - p;
			any = true;
		}
		p = q;
	}
	return any ? to : start;
}

lr_status
pass_remove_ni(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	const char *layout = LLVMGetDataLayoutStr(m);
	const size_t bytes = strlen(layout) + 1;
	char *copy, *to;

	(void)fns, (void)nfns, (void)params;
	if (strstr(layout, "ni:") == NULL)
		return LR_OK;
	to = copy = lr_realloc(cx, NULL, 0, bytes + 1); /* one more for a separator that may be dropped again */
	if (copy == NULL)
		return lr_nomem(cx);
	for (const char *spec = layout;;) {
		size_t n = strcspn(spec, "-");
		char *before = to;
		if (to != copy)
			*to++ = '-';
		char *start = to;
		if (n >= 3 && memcmp(spec, "ni:", 3) == 0)
			to = copy_spaces(to, spec, n);
		else {
			memcpy(to, spec, n);
			to += n;
		}
		if (to == start)
			to = before;
		if (spec[n] == '\0')
			break;
		spec += n + 1;
	}
	*to = '\0';
	if (strcmp(copy, layout) != 0) {
		LLVMSetDataLayout(m, copy);
		cx->changed |= LR_CHANGED_IR;
	}
	lr_realloc(cx, copy, bytes + 1, 0);
	return LR_OK;
}

/* Is `as` in one of the `ni:` lists of `layout`? */
static bool
has_space(const char *layout, unsigned as)
{
	for (const char *spec = layout;;) {
		size_t n = strcspn(spec, "-");
		if (n >= 3 && memcmp(spec, "ni:", 3) == 0)
			for (const char *p = spec + 2; p < spec + n; p += 1 + strcspn(p + 1, ":-"))
				if (strtoul(p + 1, NULL, 10) == as)
					return true;
		if (spec[n] == '\0')
			return false;
		spec += n + 1;
	}
}

/* Takes a promise back where it is made at calls of a function. */
static void
remove_at_calls(lr_context *cx, LLVMValueRef f, unsigned promise)
{
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if ((!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) || LLVMGetCalledValue(call) != f
			|| LLVMGetCallSiteEnumAttribute(call, at, promise) == NULL)
			continue;
		LLVMRemoveCallSiteEnumAttribute(call, at, promise);
		cx->changed |= LR_CHANGED_IR;
	}
}

/* Lets LLVM treat calls of a declaration like arithmetic: join, move and delete them. */
static void
promise_nothing_happens(lr_context *cx, LLVMValueRef f)
{
	static const char *const names[] = { "memory", "nofree", "nosync", "nounwind", "speculatable", "willreturn" };
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(f));

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
		if (LLVMGetEnumAttributeAtIndex(f, at, kind) != NULL)
			continue;
		LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(llvm, kind, 0));
		cx->changed |= LR_CHANGED_IR;
	}
}

/* Tells the inliner what a function of the dialect costs once it is lowered: one instruction counts 5.  Otherwise each
** counts like a call, and small functions that only test and read an object seem too large to be inlined. */
static void
say_cost(lr_context *cx, LLVMValueRef f, enum intrinsic id)
{
	static const struct { enum intrinsic id; const char *cost; } costs[] = { { INTR_TYPEOF, "10" },
		{ INTR_POINTER_FROM_OBJREF, "0" }, { INTR_TRACKED_POINTER, "0" }, { INTR_GC_LOADED, "0" },
		{ INTR_WRITE_BARRIER, "25" }, { INTR_PRESERVE_BEGIN, "0" }, { INTR_PRESERVE_END, "0" },
		{ INTR_IMMEDIATE_MAKE, "0" }, { INTR_IMMEDIATE_TEST, "10" }, { INTR_IMMEDIATE_VALUE, "5" } };
	static const char name[] = "call-inline-cost";
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	const unsigned bytes = sizeof name - 1;

	for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
		if (costs[i].id != id || LLVMGetStringAttributeAtIndex(f, at, name, bytes) != NULL)
			continue;
		LLVMAddAttributeAtIndex(f, at, LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(f)), name, bytes,
			costs[i].cost, (unsigned)strlen(costs[i].cost)));
		cx->changed |= LR_CHANGED_IR;
	}
}

/* Sets what LLVM must know about the functions of the dialect before it optimises.  They do not unwind, except for
** those that stand for calls of other functions; otherwise the inliner would turn each into an invoke where an
** exception is caught.  The getters of the GC stack must not be willreturn: LLVM deletes an unused call that
** returns, and then the function has no roots. */
static void
set_promises(lr_context *cx, LLVMModuleRef m)
{
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	const unsigned kind = LLVMGetEnumAttributeKindForName("nounwind", 8),
		returns = LLVMGetEnumAttributeKindForName("willreturn", 10);
	LLVMAttributeRef nounwind = LLVMCreateEnumAttribute(LLVMGetModuleContext(m), kind, 0);

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (!LLVMIsDeclaration(f))
			continue;
		const enum intrinsic id = intrinsic_of(f);
		const char *name = value_name(f);
		bool ours = strncmp(name, "julia.", 6) == 0 || strncmp(name, "llvm.julia.", 11) == 0;
		if (id == INTR_GET_PGCSTACK || id == INTR_GET_PGCSTACK_OR_NEW) {
			remove_at_calls(cx, f, returns);
			if (LLVMGetEnumAttributeAtIndex(f, at, returns) != NULL) {
				LLVMRemoveEnumAttributeAtIndex(f, at, returns);
				cx->changed |= LR_CHANGED_IR;
			}
		}
		say_cost(cx, f, id);
		if (id == INTR_IMMEDIATE_MAKE || id == INTR_IMMEDIATE_TEST || id == INTR_IMMEDIATE_VALUE)
			promise_nothing_happens(cx, f);
		if (!ours || id == INTR_NONE || id == INTR_LLVM || id == INTR_CALL || id == INTR_CALL2
			|| id == INTR_CALL3 || LLVMGetEnumAttributeAtIndex(f, at, kind) != NULL)
			continue;
		LLVMAddAttributeAtIndex(f, at, nounwind);
		cx->changed |= LR_CHANGED_IR;
	}
}

/* May objects move in code of this module? */
static bool
may_move(const lr_context *cx, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	static const char reload[] = "lateroot-reload", abi[] = "lateroot-abi";
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	if (params != NULL)
		return strcmp(params, "moving") == 0;
	if (cx->options.reload || cx->options.abi == LR_ABI_STATEPOINT)
		return true;
	for (size_t i = 0; i < nfns; i++)
		if (LLVMGetStringAttributeAtIndex(fns[i], at, reload, sizeof reload - 1) != NULL
			|| LLVMGetStringAttributeAtIndex(fns[i], at, abi, sizeof abi - 1) != NULL)
			return true;
	return false;
}

/* Where objects move, an address holds until the next safepoint.  LLVM must not move or join calls that give addresses
** over one, as it may if they depend on no memory. */
static void
bind_addresses(lr_context *cx, LLVMModuleRef m)
{
	enum { READS_INACCESSIBLE = 1 << 2 };
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	const unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6),
		speculatable = LLVMGetEnumAttributeKindForName("speculatable", 12);
	LLVMValueRef f = LLVMGetNamedFunction(m, intrinsic_name(INTR_POINTER_FROM_OBJREF));
	LLVMAttributeRef effect = f != NULL ? LLVMGetEnumAttributeAtIndex(f, at, memory) : NULL;

	if (f == NULL)
		return;
	for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
			continue;
		LLVMRemoveCallSiteEnumAttribute(call, at, memory);
		LLVMRemoveCallSiteEnumAttribute(call, at, speculatable);
	}
	LLVMRemoveEnumAttributeAtIndex(f, at, speculatable);
	if (effect != NULL && LLVMGetEnumAttributeValue(effect) == 0) {
		LLVMRemoveEnumAttributeAtIndex(f, at, memory);
		LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(LLVMGetModuleContext(m), memory,
			READS_INACCESSIBLE));
	}
	cx->changed |= LR_CHANGED_IR;
}

lr_status
pass_add_ni(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	enum { ROOM = sizeof "-ni:10:11:12:13" };
	const char *layout = LLVMGetDataLayoutStr(m);
	const size_t bytes = strlen(layout);
	const bool typed = memory_is_typed(cx, m) || is_c_dialect(m); /* AdoptDialect says so behind this */
	bool any = false;
	struct kept_variables kept;

	if (typed && kept_variables_plan(&kept, cx, m) != LR_OK)
		return cx->first;
	char *copy = lr_realloc(cx, NULL, 0, bytes + ROOM), *to = copy;
	if (copy == NULL) {
		if (typed)
			kept_variables_free(&kept);
		return lr_nomem(cx);
	}
	memcpy(copy, layout, bytes);
	to += bytes;
	for (unsigned as = LR_AS_FIRST_SPECIAL; as <= LR_AS_LAST_SPECIAL; as++) {
		if (has_space(layout, as))
			continue;
		if (!any) {
			memcpy(to, "-ni", 3);
			to += bytes > 0 ? 3 : 2;
			if (bytes == 0)
				memcpy(copy, "ni", 2);
		}
		any = true;
		*to++ = ':';
		*to++ = (char)('0' + as / 10);
		*to++ = (char)('0' + as % 10);
	}
	*to = '\0';
	if (any) {
		LLVMSetDataLayout(m, copy);
		cx->changed |= LR_CHANGED_IR;
	}
	lr_realloc(cx, copy, bytes + ROOM, 0);
	if (wasm_has_references(m))
		wasm_hold_vectors(cx, m);
	set_promises(cx, m);
	bool withdrawn = alloc_kind_withdraw(cx, m), settled = alloc_kind_settle(m);
	if (withdrawn || settled)
		cx->changed |= LR_CHANGED_IR;
	if (may_move(cx, fns, nfns, params))
		bind_addresses(cx, m);
	if (typed) {
		kept_variables_apply(&kept, cx, m);
		kept_variables_free(&kept);
	}
	return LR_OK;
}
