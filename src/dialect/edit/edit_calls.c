/* SPDX-License-Identifier: MIT */
/* edit_calls.c -- rebuilds calls with all their parts: attributes, metadata, convention, bundles, name.
**
** The scratch buffer of the plan (edit_plan_call) holds one of these at a time. */
#include "dialect/edit/edit.h"

#include <string.h>

#include "ir/llvm_calls.h"
#include "dialect/alloc_kind.h"
#include "dialect/names.h"

static bool
is_one_of(LLVMAttributeRef a, const unsigned *kinds, size_t n)
{
	unsigned kind = LLVMGetEnumAttributeKind(a);

	for (size_t i = 0; i < n; i++)
		if (kind == kinds[i])
			return true;
	return false;
}

static bool
dropped(const struct edit *e, LLVMAttributeRef a, unsigned drop)
{
	static const char *const strings[] = { "alloc-family", ALLOC_CONTENT_ATTRIBUTE };
	unsigned n;

	if (LLVMIsStringAttribute(a)) {
		const char *kind = LLVMGetStringAttributeKind(a, &n);
		for (size_t i = 0; (drop & EDIT_DROP_ALLOC) && i < sizeof strings / sizeof *strings; i++)
			if (n == strlen(strings[i]) && memcmp(kind, strings[i], n) == 0)
				return true;
		return false;
	}
	if (!LLVMIsEnumAttribute(a))
		return false;
	if ((drop & EDIT_DROP_NOALIAS) && a == e->noalias)
		return true;
	return ((drop & EDIT_DROP_MEMORY)
		&& is_one_of(a, e->promise_memory, sizeof e->promise_memory / sizeof *e->promise_memory))
		|| ((drop & EDIT_DROP_ALLOC)
			&& is_one_of(a, e->promise_alloc, sizeof e->promise_alloc / sizeof *e->promise_alloc));
}

void
edit_copy_attributes(struct edit *e, LLVMValueRef from, LLVMAttributeIndex from_at, LLVMValueRef to,
	LLVMAttributeIndex to_at, unsigned drop)
{
	unsigned n = LLVMGetCallSiteAttributeCount(from, from_at);
	LLVMAttributeRef *a = e->scratch;

	if (n == 0)
		return;
	LLVMGetCallSiteAttributes(from, from_at, a);
	for (unsigned i = 0; i < n; i++)
		if (drop == 0 || !dropped(e, a[i], drop))
			LLVMAddCallSiteAttribute(to, to_at, a[i]);
}

/* ---- models ---- */

static const LLVMAttributeIndex MODEL_AT[2] = { AT_FUNCTION, AT_RETURN };

LLVMValueRef
edit_from_model(struct edit *e, const struct edit_model *m, LLVMValueRef from, LLVMTypeRef type, LLVMValueRef callee,
	LLVMValueRef *args, unsigned n)
{
	if (m->call == NULL || LLVMGetCalledFunctionType(m->call) != type)
		return NULL;
	for (int i = 0; i < 2; i++) {
		LLVMAttributeRef *own = e->scratch;
		if (LLVMGetCallSiteAttributeCount(from, MODEL_AT[i]) != m->n[i])
			return NULL;
		if (m->n[i] > 0)
			LLVMGetCallSiteAttributes(from, MODEL_AT[i], own);
		if (memcmp(own, m->attributes[i], m->n[i] * sizeof *own) != 0)
			return NULL;
	}
	LLVMValueRef made = LLVMInstructionClone(m->call);
	for (unsigned i = 0; i < n; i++)
		LLVMSetOperand(made, i, args[i]);
	LLVMSetOperand(made, n, callee);
	LLVMInsertIntoBuilder(e->builder, made);
	return made;
}

void
edit_model_set(struct edit_model *m, LLVMValueRef from, LLVMValueRef made)
{
	unsigned n[2];

	if (!LLVMIsACallInst(made) || !LLVMIsACallInst(from) || LLVMGetNumOperandBundles(made) > 0)
		return;
	for (int i = 0; i < 2; i++)
		if ((n[i] = LLVMGetCallSiteAttributeCount(from, MODEL_AT[i])) > EDIT_ATTRIBUTES)
			return;
	edit_model_free(m);
	for (int i = 0; i < 2; i++)
		if ((m->n[i] = n[i]) > 0)
			LLVMGetCallSiteAttributes(from, MODEL_AT[i], m->attributes[i]);
	m->call = LLVMInstructionClone(made);
	LLVMInstructionSetDebugLoc(m->call, NULL);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(m->call); i++) /* so that the model uses no value of the
	                                                                      * program */
		LLVMSetOperand(m->call, i, LLVMGetPoison(LLVMTypeOf(LLVMGetOperand(m->call, i))));
}

void
edit_model_free(struct edit_model *m)
{
	if (m->call != NULL)
		LLVMDeleteInstruction(m->call);
	m->call = NULL;
}

/* ---- rebuilding ---- */

static void
copy_metadata(const struct edit *e, LLVMValueRef from, LLVMValueRef to)
{
	size_t n = 0;

	if (!LLVMHasMetadata(from))
		return;
	LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
	for (unsigned i = 0; i < n; i++)
		edit_metadata(e, to, LLVMValueMetadataEntriesGetKind(all, i),
			LLVMValueMetadataEntriesGetMetadata(all, i));
	LLVMDisposeValueMetadataEntries(all);
}

void
edit_copy_call_site(struct edit *e, LLVMValueRef from, LLVMValueRef to)
{
	LLVMSetInstructionCallConv(to, LLVMGetInstructionCallConv(from));
	if (LLVMIsACallInst(from) && LLVMIsACallInst(to))
		LLVMSetTailCallKind(to, LLVMGetTailCallKind(from));
	if (LLVMCanValueUseFastMathFlags(from) && LLVMCanValueUseFastMathFlags(to))
		LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
	copy_metadata(e, from, to);
	LLVMInstructionSetDebugLoc(to, LLVMInstructionGetDebugLoc(from));
}

void
edit_replace(struct edit *e, LLVMValueRef old, LLVMValueRef new_value)
{
	size_t n = 0;

	if (LLVMGetTypeKind(LLVMTypeOf(old)) != LLVMVoidTypeKind) {
		const char *name = LLVMGetValueName2(old, &n);
		if (n > 0)
			memcpy(e->scratch, name, n);
		LLVMReplaceAllUsesWith(old, new_value);
	}
	LLVMInstructionEraseFromParent(old);
	/* After the old value is erased, otherwise the name would get a suffix. */
	if (n > 0 && LLVMIsAInstruction(new_value))
		LLVMSetValueName2(new_value, e->scratch, n);
}

/* Does code generation act upon the bundle?  Dropping it would change or break the program. */
static bool
bundle_stays(const char *tag, size_t n, bool all, bool deopt)
{
	static const char *const kept[] = { "funclet", "preallocated", "cfguardtarget", "kcfi", "ptrauth",
		"convergencectrl", "clang.arc.attachedcall" };

	if (all || (deopt && n == 5 && memcmp(tag, "deopt", 5) == 0))
		return true;
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		if (strlen(kept[i]) == n && memcmp(kept[i], tag, n) == 0)
			return true;
	return false;
}

static bool
is_assume(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMIsAFunction(callee) && strcmp(value_name(callee), "llvm.assume") == 0;
}

static LLVMValueRef
build_like(struct edit *e, LLVMValueRef call, LLVMTypeRef type, LLVMValueRef *args, unsigned nargs,
	LLVMOperandBundleRef *bundles, unsigned nbundles)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	switch (LLVMGetInstructionOpcode(call)) {
	case LLVMInvoke:
		return LLVMBuildInvokeWithOperandBundles(e->builder, type, callee, args, nargs, LLVMGetNormalDest(call),
			LLVMGetUnwindDest(call), bundles, nbundles, "");
	case LLVMCallBr: {
		unsigned n = LLVMGetCallBrNumIndirectDests(call);
		/* Destinations are operands too, so the scratch buffer has space for them behind the arguments. */
		LLVMBasicBlockRef *dests = (LLVMBasicBlockRef *)e->scratch + nargs + nbundles;
		for (unsigned i = 0; i < n; i++)
			dests[i] = LLVMGetCallBrIndirectDest(call, i);
		return LLVMBuildCallBr(e->builder, type, callee, LLVMGetCallBrDefaultDest(call), dests, n, args, nargs,
			bundles, nbundles, "");
	}
	default:
		return LLVMBuildCallWithOperandBundles(e->builder, type, callee, args, nargs, bundles, nbundles, "");
	}
}

static void
copy_attributes_and_site(struct edit *e, LLVMValueRef call, LLVMValueRef made, unsigned nargs)
{
	edit_copy_attributes(e, call, AT_FUNCTION, made, AT_FUNCTION, 0);
	for (unsigned i = 0; i <= nargs; i++)
		edit_copy_attributes(e, call, i, made, i, 0);
	edit_copy_call_site(e, call, made);
}

LLVMValueRef
edit_strip_bundles(struct edit *e, LLVMValueRef call)
{
	unsigned all = LLVMGetNumOperandBundles(call), nargs = LLVMGetNumArgOperands(call), kept = 0;
	LLVMValueRef *args = e->scratch;
	LLVMOperandBundleRef *bundles = (LLVMOperandBundleRef *)e->scratch + nargs;
	bool assume = is_assume(call), deopt = llvm_call_needs_deopt(LLVMGetCalledValue(call));

	for (unsigned i = 0; i < all; i++) {
		size_t n;
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		const char *tag = LLVMGetOperandBundleTag(b, &n);
		if (bundle_stays(tag, n, assume, deopt))
			bundles[kept++] = b;
		else
			LLVMDisposeOperandBundle(b);
	}
	LLVMValueRef made = call;
	if (kept < all) {
		for (unsigned i = 0; i < nargs; i++)
			args[i] = LLVMGetOperand(call, i);
		edit_before(e, call);
		made = build_like(e, call, LLVMGetCalledFunctionType(call), args, nargs, bundles, kept);
	}
	for (unsigned i = 0; i < kept; i++)
		LLVMDisposeOperandBundle(bundles[i]);
	if (made == call)
		return call;
	copy_attributes_and_site(e, call, made, nargs);
	edit_replace(e, call, made);
	return made;
}

LLVMValueRef
edit_retype_call(struct edit *e, LLVMValueRef call, LLVMTypeRef type, LLVMValueRef *args)
{
	unsigned n = LLVMGetNumOperandBundles(call), nargs = LLVMGetNumArgOperands(call);
	LLVMOperandBundleRef *bundles = (LLVMOperandBundleRef *)e->scratch + nargs;

	for (unsigned i = 0; i < n; i++)
		bundles[i] = LLVMGetOperandBundleAtIndex(call, i);
	edit_before(e, call);
	LLVMValueRef made = build_like(e, call, type, args, nargs, bundles, n);
	for (unsigned i = 0; i < n; i++)
		LLVMDisposeOperandBundle(bundles[i]);
	copy_attributes_and_site(e, call, made, nargs);
	return made;
}

bool
call_has_attribute(LLVMValueRef call, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (LLVMGetCallSiteEnumAttribute(call, AT_FUNCTION, kind) != NULL)
		return true;
	return LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, AT_FUNCTION, kind) != NULL;
}

uint64_t
edit_result_align(const struct edit *e, LLVMValueRef call)
{
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, AT_RETURN, e->attr_align);
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (a == NULL && LLVMIsAFunction(callee))
		a = LLVMGetEnumAttributeAtIndex(callee, AT_RETURN, e->attr_align);
	return a != NULL ? LLVMGetEnumAttributeValue(a) : 0;
}
