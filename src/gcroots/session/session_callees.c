/* SPDX-License-Identifier: MIT */
/* session_callees.c -- what is known of a function that is called, looked up once a callee: whether a call of it is a
** safepoint, whether it returns twice or roots its arguments, and which of its parameters matter. */
#include "dialect/abi.h"
#include "dialect/bundle_kind.h"
#include "dialect/walked.h"
#include "dialect/edit/edit.h"
#include "gcroots/model/session.h"
#include "ir/linkage.h"
#include "ir/llvm_calls.h"
#include "lowering/common/lowering.h"

static bool
is_named(LLVMAttributeRef a, const char *name, unsigned bytes)
{
	unsigned n;
	const char *kind = LLVMGetStringAttributeKind(a, &n);

	return n == bytes && memcmp(kind, name, n) == 0;
}

/* Records one attribute of the function. */
static void
read_attribute(const struct session *s, LLVMAttributeRef a, struct callee_info *c)
{
	if (LLVMIsStringAttribute(a)) {
		c->leaf |= is_named(a, "gc-leaf-function", 16);
		c->optimistic |= is_named(a, "julia.safepoint", 15);
		c->walked |= is_named(a, WALKED_ATTRIBUTE, sizeof WALKED_ATTRIBUTE - 1);
	} else if (LLVMIsEnumAttribute(a)) {
		unsigned kind = LLVMGetEnumAttributeKind(a);
		c->returns_twice |= kind == s->kind_returns_twice;
		c->cold |= kind == s->kind_cold;
		if (kind == s->kind_memory)
			c->memory &= (uint32_t)LLVMGetEnumAttributeValue(a);
	}
}

/* Reads all attributes of a function or call.  One that is asked for by name costs as much as ten that are fetched
** together. */
static bool
read_attributes(struct session *s, LLVMValueRef v, struct callee_info *c, unsigned n,
	void (*get)(LLVMValueRef, LLVMAttributeIndex, LLVMAttributeRef *))
{
	LLVMAttributeRef few[16], *a = n <= sizeof few / sizeof *few ? few : arena_array(&s->perm, n, sizeof *a);

	if (!a)
		return false;
	if (n)
		get(v, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
	for (unsigned i = 0; i < n; i++)
		read_attribute(s, a[i], c);
	return true;
}

/* Do the memory effects rule out a collection?  They are two bits for each location: 1 reads, 2 writes.  The lowest
** location is memory that arguments point to. */
static bool
memory_cannot_collect(uint32_t effects)
{
	bool writes = (effects & 0xAAAAAAAAu) != 0;
	bool beyond_arguments = (effects & ~3u) != 0;

	return !writes || !beyond_arguments;
}

/* What the attributes leave open of a function that is not known by its name. */
static bool
attributes_allow_collection(const struct callee_info *c)
{
	/* where the front end has set optimistic attributes, memory effects tell nothing about the collector */
	return !c->leaf && (c->optimistic || !memory_cannot_collect(c->memory));
}

static void
set_safepoint(struct callee_info *c)
{
	c->collects = intrinsic_may_be_safepoint(c->intr) && attributes_allow_collection(c);
	c->safepoint = c->collects || c->returns_twice;
}

LLVMAttributeRef
session_argument_attribute(LLVMValueRef call, unsigned p, unsigned kind)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMAttributeRef a = kind ? LLVMGetCallSiteEnumAttribute(call, p + 1, kind) : NULL;

	if (!a && kind && LLVMIsAFunction(callee) && p < LLVMCountParams(callee))
		a = LLVMGetEnumAttributeAtIndex(callee, p + 1, kind);
	return a;
}

bool
session_call_site(struct session *s, LLVMValueRef call, struct callee_info *c)
{
	unsigned n = LLVMGetCallSiteAttributeCount(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);

	bool ok = read_attributes(s, call, c, n, LLVMGetCallSiteAttributes);
	set_safepoint(c);
	return ok;
}

bool
session_never_collects(struct session *s, LLVMValueRef fn, const char **attribute, bool *explicit)
{
	struct callee_info own = { .memory = UINT32_MAX };
	unsigned n = LLVMGetAttributeCountAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);

	*attribute = NULL;
	if (!read_attributes(s, fn, &own, n, LLVMGetAttributesAtIndex))
		return false;
	*explicit = own.leaf;
	if (own.leaf)
		*attribute = "\"gc-leaf-function\"";
	else if (!attributes_allow_collection(&own))
		*attribute = own.memory == 0 ? "memory(none)"
			: (own.memory & 0xAAAAAAAAu) == 0 ? "memory(read)" : "memory(argmem)";
	return true;
}

bool
session_is_walked(const struct callee_info *target, LLVMValueRef call)
{
	return target->walkable
		&& (target->walked || (session_has_attributes(call) && walked_is_stated_at(call)))
		&& !has_bundle(call, BUNDLE_TRANSITION);
}

/* Finds out from the parameters which operands matter.  A parameter may be the address of a stack variable that is
** cast to address space 11. */
static bool
read_parameters(struct session *s, LLVMValueRef callee, struct callee_info *c)
{
	LLVMTypeRef few[MASKED_PARAMS + 1], *param = few;

	c->nparams = LLVMCountParamTypes(c->type);
	if (c->nparams > MASKED_PARAMS + 1 && !(param = arena_array(&s->perm, c->nparams, sizeof *param)))
		return false;
	LLVMGetParamTypes(c->type, param);
	for (uint32_t p = 0; p < c->nparams; p++) {
		const struct type_info *t = session_type(s, param[p]);
		uint32_t bit = 1u << (p < MASKED_PARAMS ? p : MASKED_PARAMS);
		if (!t)
			return false;
		if (t->count)
			c->special |= bit;
		if (t->as == LR_AS_CALLEE_ROOTED)
			c->callee_rooted |= bit;
		/* a stack address may be passed in address space 0, or cast to address space 11 */
		if (t->as < 0 || (t->count && t->as != LR_AS_DERIVED))
			continue;
		if (c->intr != INTR_NONE)
			continue;
		c->generic |= bit;
		if (LLVMGetAttributeCountAtIndex(callee, p + 1) == 0)
			continue;
		if (LLVMGetStringAttributeAtIndex(callee, p + 1, "julia.return_roots", 18) != NULL
			|| LLVMGetEnumAttributeAtIndex(callee, p + 1, s->kind_sret) != NULL
			|| LLVMGetEnumAttributeAtIndex(callee, p + 1, s->kind_byval) != NULL)
			c->pointees |= bit;
	}
	return (c->result = session_type(s, LLVMGetReturnType(c->type))) != NULL;
}

/* Does intrinsic_call of scan/calls.c have a case for the intrinsic? */
static bool
has_own_case(enum intrinsic i)
{
	return i == INTR_LLVM_DEBUG || i == INTR_LLVM_LIFETIME || i == INTR_GET_PGCSTACK
		|| i == INTR_GET_PGCSTACK_OR_NEW || i == INTR_GC_LOADED || i == INTR_TYPEOF || i == INTR_PRESERVE_BEGIN
		|| i == INTR_IMMEDIATE_MAKE || i == INTR_PRESERVE_END
		|| i == INTR_NEW_GC_FRAME || i == INTR_PUSH_GC_FRAME;
}

static const struct callee_info *
look_up_callee(struct session *s, LLVMValueRef callee)
{
	uint32_t known = ptrmap_get(&s->callees, callee);

	if (known != PTRMAP_NONE)
		return s->callee[known];
	if (s->ncallee == s->callee_made) {
		struct callee_info *fresh = arena_alloc(&s->perm, sizeof *fresh);
		if (!fresh || !ARENA_PUSH(&s->perm, s->callee, s->ncallee, s->callee_cap))
			return NULL;
		s->callee[s->callee_made++] = fresh;
	}
	struct callee_info *keep = s->callee[s->ncallee];
	struct callee_info info = { .intr = s->edit ? edit_callee(s->edit, callee)->id : intrinsic_of(callee),
		.memory = UINT32_MAX, .type = LLVMGlobalGetValueType(callee) };
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	if (!intrinsic_may_be_safepoint(info.intr)) /* these have many attributes, of which one matters */
		info.returns_twice = LLVMGetEnumAttributeAtIndex(callee, at, s->kind_returns_twice) != NULL;
	else if (!read_attributes(s, callee, &info, LLVMGetAttributeCountAtIndex(callee, at),
		LLVMGetAttributesAtIndex))
		return NULL;
	if (info.intr == INTR_NONE && LLVMGetIntrinsicID(callee) != 0) {
		enum llvm_call kind = llvm_call_kind(callee);
		info.leaf = false; /* attributes in the input do not change what an intrinsic of LLVM does */
		info.optimistic |= kind == LLVM_CALL_ALWAYS || kind == LLVM_CALL_TWICE || kind == LLVM_CALL_SPLITS;
		info.returns_twice |= kind == LLVM_CALL_TWICE;
		info.splits = kind == LLVM_CALL_SPLITS;
		info.deopts = llvm_call_needs_deopt(callee);
	}
	if (definition_is_final(callee)) {
		lr_abi abi = abi_given(callee, s->abi);
		bool by_address = abi == LR_ABI_FRAMEMAP || abi == LR_ABI_STATEPOINT;
		/* references that the callee reads by va_arg are not relocated */
		info.tolerates_relocation = !LLVMIsFunctionVarArg(info.type)
			&& (abi == LR_ABI_STATEPOINT || reload_given(callee, abi, s->reload));
		if ((by_address || info.tolerates_relocation) && gcstack_find(&s->getters, callee) == NULL)
			by_address = info.tolerates_relocation = false;
		/* a tail callee takes the place of the function, and it may have no table */
		bool listed = by_address && !makes_tail_calls(callee);
		info.table = listed && abi == LR_ABI_FRAMEMAP;
		info.statepoint = listed && abi == LR_ABI_STATEPOINT;
	}
	info.walkable = info.intr == INTR_NONE && LLVMGetIntrinsicID(callee) == 0
		&& (LLVMIsDeclaration(callee) || abi_has_table(abi_given(callee, s->abi)));
	info.asks = intrinsic_may_be_safepoint(info.intr) || info.returns_twice;
	set_safepoint(&info);
	info.fixed = !LLVMIsFunctionVarArg(info.type);
	if (info.intr == INTR_LLVM) {
		const char *name = value_name(callee);
		info.says_constant = strncmp(name, "llvm.invariant.start.p1", 23) == 0
			|| strncmp(name, "llvm.invariant.end.p1", 21) == 0;
		info.masked_store = strncmp(name, "llvm.masked.store.", 18) == 0
			|| strncmp(name, "llvm.masked.scatter.", 20) == 0;
		s->expects |= strncmp(name, "llvm.expect.", 12) == 0;
	}
	if (!read_parameters(s, callee, &info))
		return NULL;
	/* allocation functions and polls find the return address of their caller on the stack */
	info.runs_unmanaged = !info.table && info.intr != INTR_GC_ALLOC_OBJ && info.intr != INTR_GC_ALLOC_BYTES
		&& info.intr != INTR_GC_ALLOC_MEMORY && info.intr != INTR_SAFEPOINT;
	info.boxed = info.intr == INTR_CALL || info.intr == INTR_CALL3 ? 2 : info.intr == INTR_CALL2 ? 3 : 0;
	info.own = info.says_constant || has_own_case(info.intr);
	info.plain = info.fixed && info.nparams <= MASKED_PARAMS && !info.own && !info.boxed && !info.cold
		&& !info.splits && !info.masked_store && !info.result->bad
		&& (info.intr != INTR_LLVM || info.result->count == 0);
	info.idle = info.intr == INTR_LLVM && !info.asks && !info.special
		&& info.result->count == 0;
	*keep = info;
	return ptrmap_set(&s->callees, callee, s->ncallee++) ? keep : NULL;
}

const struct callee_info *
session_callee_slow(struct session *s, LLVMValueRef callee)
{
	if (!LLVMIsAFunction(callee))
		return LLVMIsAInlineAsm(callee) ? &s->assembly : &s->unknown;
	const struct callee_info *info = look_up_callee(s, callee);
	if (info)
		*session_hot_callee(s, callee) = (struct hot_callee){ callee, info };
	return info;
}
