/* SPDX-License-Identifier: MIT */
/* coerced_change.c -- part of AdoptDialect: functions and calls get references in the place of integers: see
** coerced.c. */
#include "dialect/kind.h"
#include "ir/copy_global.h"
#include "lowering/import/coerced_parts.h"

/* What replaces a type. */
static LLVMTypeRef
slot_type(const struct coerced *c, LLVMTypeRef type, enum vote v)
{
	LLVMTypeRef words[] = { v & FIRST ? c->e.tracked : c->e.word, v & SECOND ? c->e.tracked : c->e.word };

	return v == UNSAID ? type
		: type != c->pair ? c->e.tracked
		: v == BOTH ? LLVMArrayType2(c->e.tracked, 2)
		: LLVMStructTypeInContext(LLVMGetModuleContext(c->e.module), words, 2, false);
}

/* The references that are passed as the integers `v`. */
static LLVMValueRef
given(struct coerced *c, LLVMValueRef v, enum vote vote)
{
	LLVMTypeRef type = slot_type(c, LLVMTypeOf(v), vote);

	if (LLVMIsUndef(v))
		return LLVMIsPoison(v) ? LLVMGetPoison(type) : LLVMGetUndef(type);
	if (LLVMIsAPtrToIntInst(v))
		return LLVMGetOperand(v, 0);
	edit_before(&c->e, v);
	LLVMValueRef made = LLVMBuildLoad2(c->e.builder, type, LLVMGetOperand(v, 0), "");
	LLVMSetAlignment(made, LLVMGetAlignment(v));
	return made;
}

/* Deletes the integer that the call passed, if nothing uses it any more. */
static void
drop_given(LLVMValueRef v)
{
	if (LLVMIsAInstruction(v) && LLVMGetFirstUse(v) == NULL)
		LLVMInstructionEraseFromParent(v);
}

/* Makes the user of the integer parameter `v` use the reference `made`. */
static void
take(LLVMValueRef v, LLVMValueRef made)
{
	LLVMValueRef user = sole_user(v);

	if (user == NULL)
		return;
	if (LLVMIsAStoreInst(user)) {
		LLVMSetOperand(user, 0, made);
		return;
	}
	LLVMReplaceAllUsesWith(user, made);
	LLVMInstructionEraseFromParent(user);
}

static LLVMTypeRef
new_type(struct coerced *c, LLVMTypeRef type, const struct signature *s)
{
	const unsigned n = LLVMCountParamTypes(type);

	LLVMGetParamTypes(type, c->types);
	for (unsigned i = 0; i < n && i < s->n; i++)
		c->types[i] = slot_type(c, c->types[i], s->slot[i]);
	return LLVMFunctionType(slot_type(c, LLVMGetReturnType(type), s->result), c->types, n,
		LLVMIsFunctionVarArg(type));
}

static void
copy_attributes(struct coerced *c, LLVMValueRef old, LLVMValueRef fn)
{
	for (unsigned i = 0; i <= LLVMCountParams(old) + 1; i++) {
		const LLVMAttributeIndex at = i <= LLVMCountParams(old) ? i : AT_FUNCTION;
		const unsigned n = LLVMGetAttributeCountAtIndex(old, at);
		LLVMGetAttributesAtIndex(old, at, c->attributes);
		for (unsigned k = 0; k < n; k++)
			LLVMAddAttributeAtIndex(fn, at, c->attributes[k]);
	}
}

static void
replace_parameters(const struct signature *s)
{
	for (unsigned i = 0; i < s->n; i++) {
		LLVMValueRef p = LLVMGetParam(s->value, i), made = LLVMGetParam(s->made, i);
		size_t bytes;
		const char *name = LLVMGetValueName2(p, &bytes);
		if (bytes > 0)
			LLVMSetValueName2(made, name, bytes);
		if (s->slot[i] != UNSAID)
			take(p, made);
		else if (LLVMGetFirstUse(p) != NULL)
			LLVMReplaceAllUsesWith(p, made);
	}
}

static void
replace_results(struct coerced *c, const struct signature *s)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(s->made); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb), v;
		if (end == NULL || !LLVMIsAReturnInst(end))
			continue;
		v = LLVMGetOperand(end, 0);
		LLVMSetOperand(end, 0, given(c, v, s->result));
		drop_given(v);
	}
}

/* Replaces a function by one of the new type, at the end of the module: LLVM-C cannot change the type of a function. */
void
coerced_change_function(struct coerced *c, struct signature *s)
{
	LLVMValueRef old = s->value, waiting = LLVMAddFunction(c->e.module, "", LLVMGlobalGetValueType(old));
	size_t bytes;

	move_body(old, waiting); /* function_is_dso_local reads the text of a function without a body */
	const bool dso_local = function_is_dso_local(old);
	s->made = LLVMAddFunction(c->e.module, "", new_type(c, LLVMGlobalGetValueType(old), s));
	copy_global_common(old, s->made, dso_local);
	copy_attributes(c, old, s->made);
	if (!copy_global_metadata(old, s->made))
		lr_report(c->cx, LR_WARNING, s->made,
			"the function has several metadata entries of one kind; with this version of LLVM only the "
			"last stays");
	copy_function_parts(old, s->made);
	move_body(waiting, s->made);
	LLVMDeleteFunction(waiting);
	replace_parameters(s);
	if (s->result != UNSAID)
		replace_results(c, s);
	LLVMReplaceAllUsesWith(old, s->made);
	const char *name = LLVMGetValueName2(old, &bytes);
	char *kept = c->e.scratch;
	memcpy(kept, name, bytes);
	LLVMDeleteFunction(old);
	LLVMSetValueName2(s->made, kept, bytes);
}

void
coerced_change_call(struct coerced *c, struct signature *s)
{
	LLVMValueRef call = s->value;

	LLVMTypeRef type = new_type(c, LLVMGetCalledFunctionType(call), s);
	for (unsigned i = 0; i < s->n; i++) {
		LLVMValueRef v = LLVMGetOperand(call, i);
		c->args[i] = s->slot[i] != UNSAID ? given(c, v, s->slot[i]) : v;
	}
	s->made = edit_retype_call(&c->e, call, type, c->args);
	for (unsigned i = 0; i < s->n; i++)
		c->args[i] = LLVMGetOperand(call, i);
	if (s->result != UNSAID) {
		take(call, s->made);
		LLVMInstructionEraseFromParent(call);
	} else
		edit_replace(&c->e, call, s->made);
	for (unsigned i = 0; i < s->n; i++)
		if (s->slot[i] != UNSAID)
			drop_given(c->args[i]);
}
