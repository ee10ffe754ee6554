/* SPDX-License-Identifier: MIT */
/* retype_call.c -- rebuilds calls over types without special address spaces.
**
** LLVM-C adds attributes to a call one by one, and each costs as much as making the call.  So a call with attributes is
** cloned from a model, a call made before with the same attributes, if there is one; then it gets its operands. */
#include "addrspace/remove/remove.h"

static void
copy_attributes(struct remover *r, LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex at)
{
	const unsigned n = LLVMGetCallSiteAttributeCount(from, at);

	if (n == 0)
		return;
	LLVMGetCallSiteAttributes(from, at, r->attributes);
	for (unsigned i = 0; i < n; i++) {
		LLVMAttributeRef a = r->attributes[i], mapped = typemap_attribute(r, a);
		if (from == to) {
			if (mapped == a)
				continue;
			LLVMRemoveCallSiteEnumAttribute(from, at, LLVMGetEnumAttributeKind(a));
		}
		LLVMAddCallSiteAttribute(to, at, mapped);
	}
}

static void
copy_all_attributes(struct remover *r, LLVMValueRef from, LLVMValueRef to)
{
	const unsigned n = LLVMGetNumArgOperands(from);

	if (from != to)
		copy_attributes(r, from, to, FUNCTION_INDEX);
	for (unsigned i = 0; i <= n; i++)
		copy_attributes(r, from, to, i);
}

/* Lists the attributes of `call`, with NULL behind those of each index.  Returns the length; 0 if it has none, or
** more than a model can hold. */
static unsigned
list_attributes(LLVMValueRef call, unsigned nargs, LLVMAttributeRef *list)
{
	unsigned n = 0, any = 0;

	for (unsigned i = 0; i <= nargs + 1; i++) {
		LLVMAttributeIndex at = i == 0 ? FUNCTION_INDEX : i - 1;
		unsigned here = LLVMGetCallSiteAttributeCount(call, at);
		if (here >= MODEL_ATTRIBUTES - n)
			return 0;
		if (here > 0)
			LLVMGetCallSiteAttributes(call, at, list + n);
		any += here;
		n += here;
		list[n++] = NULL;
	}
	return any > 0 ? n : 0;
}

static struct call_model *
model_for(struct remover *r, LLVMTypeRef type, LLVMAttributeRef *list, unsigned n)
{
	uint64_t hash = ptrmap_hash(type);

	for (unsigned i = 0; i < n; i++)
		hash = (hash ^ ptrmap_hash(list[i])) * 0x9E3779B97F4A7C15u;
	return &r->models[hash >> 40 & (CALL_MODELS - 1)];
}

static LLVMValueRef
copy_model(struct remover *r, const struct call_model *m, LLVMValueRef call, unsigned nargs, LLVMValueRef callee)
{
	LLVMValueRef v = LLVMInstructionClone(m->call);

	for (unsigned i = 0; i < nargs; i++)
		LLVMSetOperand(v, i, operand_of(call, i));
	LLVMSetOperand(v, nargs, callee);
	LLVMInsertIntoBuilder(r->builder, v);
	return v;
}

/* Keeps a clone of `v`, which has its attributes and nothing else yet. */
static void
set_model(struct call_model *m, LLVMTypeRef type, LLVMAttributeRef *list, unsigned n, LLVMValueRef v, unsigned nargs)
{
	if (m->call != NULL)
		LLVMDeleteInstruction(m->call);
	m->type = type;
	m->n = n;
	memcpy(m->list, list, n * sizeof *list);
	m->call = LLVMInstructionClone(v);
	LLVMInstructionSetDebugLoc(m->call, NULL);
	for (unsigned i = 0; i <= nargs; i++) /* so that it uses no value of the program */
		LLVMSetOperand(m->call, i, LLVMGetPoison(LLVMTypeOf(operand_of(m->call, i))));
}

void
retype_free_models(struct remover *r)
{
	for (size_t i = 0; i < CALL_MODELS; i++)
		if (r->models[i].call != NULL)
			LLVMDeleteInstruction(r->models[i].call);
}

static LLVMValueRef
retype_asm(struct remover *r, LLVMValueRef callee)
{
	size_t text_bytes, constraints_bytes;
	const char *text = LLVMGetInlineAsmAsmString(callee, &text_bytes);
	const char *constraints = LLVMGetInlineAsmConstraintString(callee, &constraints_bytes);

	return LLVMGetInlineAsm(typemap_get(r, LLVMGetInlineAsmFunctionType(callee)), text, text_bytes, constraints,
		constraints_bytes, LLVMGetInlineAsmHasSideEffects(callee), LLVMGetInlineAsmNeedsAlignedStack(callee),
		LLVMGetInlineAsmDialect(callee), LLVMGetInlineAsmCanUnwind(callee));
}

static LLVMValueRef
build_call(struct remover *r, LLVMValueRef call, LLVMOpcode op, LLVMTypeRef type, LLVMValueRef callee,
	unsigned nbundles)
{
	const unsigned n = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < n; i++)
		r->values[i] = operand_of(call, i);
	switch (op) {
	case LLVMCall:
		return LLVMBuildCallWithOperandBundles(r->builder, type, callee, r->values, n, r->bundles, nbundles,
			"");
	case LLVMInvoke:
		return LLVMBuildInvokeWithOperandBundles(r->builder, type, callee, r->values, n,
			LLVMGetNormalDest(call), LLVMGetUnwindDest(call), r->bundles, nbundles, "");
	default:
		for (unsigned i = 0; i < LLVMGetCallBrNumIndirectDests(call); i++)
			r->blocks[i] = LLVMGetCallBrIndirectDest(call, i);
		return LLVMBuildCallBr(r->builder, type, callee, LLVMGetCallBrDefaultDest(call), r->blocks,
				       LLVMGetCallBrNumIndirectDests(call), r->values, n, r->bundles, nbundles, "");
	}
}

/* Builds the call with its attributes. */
static LLVMValueRef
make_call(struct remover *r, LLVMValueRef call, LLVMOpcode op, LLVMTypeRef type, LLVMValueRef callee)
{
	const unsigned nbundles = LLVMGetNumOperandBundles(call), nargs = LLVMGetNumArgOperands(call);
	LLVMAttributeRef list[MODEL_ATTRIBUTES];
	unsigned n = op == LLVMCall && nbundles == 0 ? list_attributes(call, nargs, list) : 0;
	struct call_model *m = n > 0 ? model_for(r, type, list, n) : NULL;

	if (m != NULL && m->call != NULL && m->type == type && m->n == n
		&& memcmp(m->list, list, n * sizeof *list) == 0)
		return copy_model(r, m, call, nargs, callee);
	for (unsigned i = 0; i < nbundles; i++)
		r->bundles[i] = LLVMGetOperandBundleAtIndex(call, i);
	LLVMValueRef v = build_call(r, call, op, type, callee, nbundles);
	for (unsigned i = 0; i < nbundles; i++)
		LLVMDisposeOperandBundle(r->bundles[i]);
	copy_all_attributes(r, call, v);
	if (m != NULL)
		set_model(m, type, list, n, v, nargs);
	return v;
}

void
retype_call(struct remover *r, LLVMValueRef call, LLVMOpcode op)
{
	LLVMTypeRef t = LLVMGetCalledFunctionType(call), new_type = typemap_get(r, t);
	LLVMValueRef callee = LLVMGetCalledValue(call), v;

	if (new_type == t) {
		copy_all_attributes(r, call, call);
		return;
	}
	LLVMPositionBuilderBefore(r->builder, call);
	if (LLVMGetValueKind(callee) == LLVMInlineAsmValueKind)
		callee = retype_asm(r, callee);
	v = make_call(r, call, op, new_type, callee);
	LLVMSetInstructionCallConv(v, LLVMGetInstructionCallConv(call));
	if (op == LLVMCall)
		LLVMSetTailCallKind(v, LLVMGetTailCallKind(call));
	if (LLVMCanValueUseFastMathFlags(v) && LLVMCanValueUseFastMathFlags(call))
		LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(call));
	retype_replace(r, call, v);
}
