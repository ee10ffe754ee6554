/* SPDX-License-Identifier: MIT */
/* alloc_kind.c -- attributes that say to LLVM what an allocation is; see alloc_kind.h. */
#include "dialect/alloc_kind.h"

#include <llvm-c/Target.h>

#include "dialect/bundle_kind.h"
#include "dialect/names.h"
#include "dialect/type_hooks.h"

enum { ARG_TYPE = 2 };

/* LLVM deletes the call of an object that is not used if it is willreturn and of a kind. It takes stores for dead if
** the result is noalias and the address does not leave the function. */
enum promise { KIND, WILLRETURN, NOALIAS, NPROMISES };
static const struct { const char *name; LLVMAttributeIndex at; } promises[NPROMISES] = {
	[KIND] = { "allockind", (LLVMAttributeIndex)LLVMAttributeFunctionIndex },
	[WILLRETURN] = { "willreturn", (LLVMAttributeIndex)LLVMAttributeFunctionIndex },
	[NOALIAS] = { "noalias", (LLVMAttributeIndex)LLVMAttributeReturnIndex }
};

static unsigned
kind_of(enum promise p)
{
	return LLVMGetEnumAttributeKindForName(promises[p].name, strlen(promises[p].name));
}

static LLVMAttributeRef
of_function(LLVMValueRef fn, enum promise p)
{
	return LLVMGetEnumAttributeAtIndex(fn, promises[p].at, kind_of(p));
}

static LLVMAttributeRef
of_call(LLVMValueRef call, enum promise p)
{
	return LLVMGetCallSiteEnumAttribute(call, promises[p].at, kind_of(p));
}

uint64_t
alloc_kind(LLVMValueRef call)
{
	static const char name[] = ALLOC_CONTENT_ATTRIBUTE;
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMAttributeRef a = of_call(call, KIND);
	LLVMAttributeRef content = LLVMGetCallSiteStringAttribute(call, promises[KIND].at, name, sizeof name - 1);
	unsigned n = 0;

	if (a == NULL && LLVMIsAFunction(callee))
		a = of_function(callee, KIND);
	uint64_t bits = a != NULL ? LLVMGetEnumAttributeValue(a) : 0;
	const char *value = content != NULL ? LLVMGetStringAttributeValue(content, &n) : "";
	if (n == 6 && memcmp(value, "zeroed", n) == 0)
		bits |= ALLOC_KIND_ZEROED;
	else if (n == 13 && memcmp(value, "uninitialized", n) == 0)
		bits |= ALLOC_KIND_UNINITIALIZED;
	return bits;
}

/* Does a bundle promise that a part of the new object is zero? */
static bool
has_zeros(LLVMValueRef call)
{
	bool found = false;

	for (unsigned i = 0, n = LLVMGetNumOperandBundles(call); i < n; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		enum bundle kind = bundle_kind(b);
		found |= kind == BUNDLE_ZEROINIT || kind == BUNDLE_PTR_OFFSETS;
		LLVMDisposeOperandBundle(b);
	}
	return found;
}

uint64_t
alloc_kind_for_llvm(LLVMValueRef call)
{
	uint64_t bits = ALLOC_KIND_ALLOC | alloc_kind(call);

	return has_zeros(call) ? bits & ~(uint64_t)ALLOC_KIND_UNINITIALIZED : bits;
}

static bool
is_direct_call(LLVMValueRef user, LLVMValueRef fn)
{
	return (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && LLVMGetCalledValue(user) == fn;
}

/* The type that the call names; NULL: a number, which is not looked at. */
static LLVMValueRef
type_operand(LLVMValueRef call)
{
	LLVMValueRef type = LLVMGetNumArgOperands(call) > ARG_TYPE ? LLVMGetOperand(call, ARG_TYPE) : NULL;

	return type != NULL && LLVMGetTypeKind(LLVMTypeOf(type)) == LLVMPointerTypeKind ? type : NULL;
}

static void
note_content(LLVMContextRef c, LLVMValueRef call)
{
	static const char name[] = ALLOC_CONTENT_ATTRIBUTE;
	const uint64_t bits = alloc_kind(call);
	const char *content = bits & ALLOC_KIND_ZEROED ? "zeroed"
		: bits & ALLOC_KIND_UNINITIALIZED ? "uninitialized" : NULL;

	if (content != NULL)
		LLVMAddCallSiteAttribute(call, promises[KIND].at,
			LLVMCreateStringAttribute(c, name, sizeof name - 1, content, (unsigned)strlen(content)));
}

/* Takes the promises from a call. */
static bool
withdraw_from_call(LLVMContextRef c, LLVMValueRef call)
{
	bool changed = false;

	note_content(c, call);
	for (enum promise p = 0; p < NPROMISES; p++)
		if (of_call(call, p) != NULL) {
			LLVMRemoveCallSiteEnumAttribute(call, promises[p].at, kind_of(p));
			changed = true;
		}
	return changed;
}

static bool
withdraw_from(const struct lr_context *cx, LLVMModuleRef m, LLVMValueRef fn)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
	bool hooks = false, changed = false;

	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!is_direct_call(call, fn)) {
			hooks = true;
		} else if (type_hook(cx, layout, type_operand(call)) != HOOK_NONE) {
			hooks = true;
			changed |= withdraw_from_call(c, call);
		}
	}
	for (enum promise p = 0; p < NPROMISES && hooks; p++) {
		LLVMAttributeRef a = of_function(fn, p);
		if (a == NULL)
			continue;
		for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef call = LLVMGetUser(u);
			if (is_direct_call(call, fn) && of_call(call, p) == NULL
				&& type_hook(cx, layout, type_operand(call)) == HOOK_NONE)
				LLVMAddCallSiteAttribute(call, promises[p].at, a);
		}
		LLVMRemoveEnumAttributeAtIndex(fn, promises[p].at, kind_of(p));
		changed = true;
	}
	return changed;
}

static bool
is_allocator(LLVMValueRef fn)
{
	const enum intrinsic id = intrinsic_of(fn);

	return id == INTR_GC_ALLOC_OBJ || id == INTR_GC_ALLOC_MEMORY || id == INTR_GC_ALLOC_BYTES;
}

bool
alloc_kind_settle(LLVMModuleRef m)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	bool changed = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		for (LLVMUseRef u = is_allocator(f) ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef call = LLVMGetUser(u);
			if (!is_direct_call(call, f))
				continue;
			LLVMAttributeRef own = of_call(call, KIND), known = own != NULL ? own : of_function(f, KIND);
			const uint64_t bits = alloc_kind_for_llvm(call);
			if (known == NULL || (LLVMGetEnumAttributeValue(known) & ~bits) == 0)
				continue;
			note_content(c, call);
			LLVMRemoveCallSiteEnumAttribute(call, promises[KIND].at, kind_of(KIND));
			LLVMAddCallSiteAttribute(call, promises[KIND].at,
				LLVMCreateEnumAttribute(c, kind_of(KIND), bits));
			changed = true;
		}
	return changed;
}

bool
alloc_kind_withdraw(const struct lr_context *cx, LLVMModuleRef m)
{
	bool changed = false;

	if (type_hook(cx, LLVMGetModuleDataLayout(m), NULL) == HOOK_NONE) /* no type has one */
		return false;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (is_allocator(f))
			changed |= withdraw_from(cx, m, f);
	return changed;
}
