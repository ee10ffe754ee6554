/* SPDX-License-Identifier: MIT */
/* promise.c -- PromiseAllocations: says to LLVM what an allocation is, so that its own passes can do without it.
**
** The call of an object whose type can have no hook gets noalias, nonnull, nounwind, willreturn, allockind("alloc") and
** allocsize. LLVM then deletes it if nobody needs the object, and knows that no other pointer leads there.
**
** The memory effect of an allocation, memory(argmem: read, inaccessiblemem: readwrite), says less than is true: the
** collector reads every object. Where LLVM believes it, a store may move behind the allocation. That does no harm if
** the collector finds null there meanwhile, since what is to be stored is a live value, and has a root. So the effect
** is given only if each object of the module is born without references that are not null, by bundles or because its
** type has none. A store must not lose its write barrier that way either: a barrier has to stand behind its store, and
** to read its parent as far as LLVM knows. Passes that delete stores must not run before lowering in any case.
**
** Lowering takes these promises away again. */
#include "optimize/alloc/object/object.h"

#include "dialect/alloc_kind.h"
#include "dialect/bundle_kind.h"
#include "host/passes.h"

enum { ARG_SIZE = 1, ARG_TYPE = 2, ARG_ZERO = 4 };
enum { READS_ARGUMENTS = 1, READS_AND_WRITES_INACCESSIBLE = 12 }; /* bits of the attribute `memory` */

static LLVMAttributeRef
attribute_of(LLVMValueRef call, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMAttributeRef own = LLVMGetCallSiteEnumAttribute(call, AT_FUNCTION, kind);

	return own != NULL || !LLVMIsAFunction(callee) ? own : LLVMGetEnumAttributeAtIndex(callee, AT_FUNCTION, kind);
}

/* Does a bundle make all references of a new object null? */
static bool
is_nulled_by_bundle(LLVMValueRef call)
{
	LLVMValueRef size = operand_of(call, ARG_SIZE);
	bool does = false;

	for (unsigned i = 0, n = LLVMGetNumOperandBundles(call); i < n && !does; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		enum bundle kind = bundle_kind(b);
		does = kind == BUNDLE_PTR_OFFSETS;
		if (kind == BUNDLE_ZEROINIT && LLVMGetNumOperandBundleArgs(b) == 2) {
			LLVMValueRef from = LLVMGetOperandBundleArgAtIndex(b, 0);
			does = LLVMIsConstant(from) && LLVMIsNull(from)
				&& LLVMGetOperandBundleArgAtIndex(b, 1) == size;
		}
		LLVMDisposeOperandBundle(b);
	}
	return does;
}

/* Can the collector find nothing but null in a new object, until it is stored into? */
static bool
is_born_null(const struct alloc_opt *a, LLVMValueRef call, enum intrinsic id)
{
	if ((alloc_kind(call) & ALLOC_KIND_ZEROED) != 0)
		return true;
	if (type_content(a->cx, a->layout, operand_of(call, ARG_TYPE)) == CONTENT_BITS)
		return true;
	if (id == INTR_GC_ALLOC_OBJ)
		return is_nulled_by_bundle(call);
	LLVMValueRef zero = operand_of(call, ARG_ZERO);
	return LLVMIsAConstantInt(zero) && !LLVMIsNull(zero);
}

/* Are the objects of all allocations of the module born without references that are not null? */
static bool
are_born_null(const struct alloc_opt *a)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(a->e.module); f != NULL; f = LLVMGetNextFunction(f)) {
		const enum intrinsic id = intrinsic_of(f);
		if (id == INTR_GC_ALLOC_BYTES && LLVMGetFirstUse(f) != NULL)
			return false;
		if (id != INTR_GC_ALLOC_OBJ && id != INTR_GC_ALLOC_MEMORY)
			continue;
		const unsigned args = id == INTR_GC_ALLOC_OBJ ? 3 : 5;
		for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef call = LLVMGetUser(u);
			if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f
				|| LLVMGetNumArgOperands(call) != args || !is_born_null(a, call, id))
				return false;
		}
	}
	return true;
}

static bool
is_used(LLVMModuleRef m, enum intrinsic id)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, intrinsic_name(id));

	return f != NULL && LLVMGetFirstUse(f) != NULL;
}

/* Does a barrier keep the stores in front of it there? */
static bool
barriers_hold(LLVMModuleRef m)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, intrinsic_name(INTR_WRITE_BARRIER));
	unsigned kind = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));

	/* these stand in front of their stores */
	if (is_used(m, INTR_OBJECT_WRITE_BARRIER) || is_used(m, INTR_FIELD_WRITE_BARRIER_P11)
		|| is_used(m, INTR_FIELD_WRITE_BARRIER_P13))
		return false;
	if (f == NULL)
		return true;
	LLVMAttributeRef own = LLVMGetEnumAttributeAtIndex(f, AT_FUNCTION, kind);
	if (own != NULL && (LLVMGetEnumAttributeValue(own) & READS_ARGUMENTS) == 0)
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u))
		if (!LLVMIsACallInst(LLVMGetUser(u)) || LLVMGetCallSiteEnumAttribute(LLVMGetUser(u), AT_FUNCTION, kind))
			return false;
	return true;
}

static void
promise_one(const struct alloc_opt *a, LLVMValueRef call, LLVMAttributeIndex at, const char *name, uint64_t value)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	if (LLVMGetCallSiteEnumAttribute(call, at, kind) == NULL)
		LLVMAddCallSiteAttribute(call, at, LLVMCreateEnumAttribute(a->e.context, kind, value));
}

static void
promise(const struct alloc_opt *a, LLVMValueRef call, bool effect)
{
	static const uint64_t no_count = UINT32_MAX;

	promise_one(a, call, AT_RETURN, "noalias", 0);
	promise_one(a, call, AT_RETURN, "nonnull", 0);
	promise_one(a, call, AT_FUNCTION, "nounwind", 0);
	promise_one(a, call, AT_FUNCTION, "willreturn", 0);
	if (attribute_of(call, "allockind") == NULL)
		promise_one(a, call, AT_FUNCTION, "allockind", alloc_kind_for_llvm(call));
	if (attribute_of(call, "allocsize") == NULL)
		promise_one(a, call, AT_FUNCTION, "allocsize", (uint64_t)ARG_SIZE << 32 | no_count);
	if (effect)
		promise_one(a, call, AT_FUNCTION, "memory", READS_ARGUMENTS | READS_AND_WRITES_INACCESSIBLE);
	a->cx->changed |= LR_CHANGED_IR;
}

static void
promise_calls(const struct alloc_opt *a, LLVMValueRef f, bool effect)
{
	for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f && LLVMGetNumArgOperands(call) == 3
			&& LLVMTypeOf(call) == a->e.tracked
			&& LLVMGetTypeKind(LLVMTypeOf(operand_of(call, ARG_SIZE))) == LLVMIntegerTypeKind
			&& !type_may_have_hook(a, operand_of(call, ARG_TYPE)))
			promise(a, call, effect);
	}
}

lr_status
pass_promise_allocations(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct alloc_opt a = { .cx = cx, .layout = LLVMGetModuleDataLayout(m) };

	(void)fns, (void)nfns, (void)params;
	if (!intrinsic_declared(m, INTR_GC_ALLOC_OBJ))
		return LR_OK;
	if (!edit_begin(&a.e, cx, m)) {
		edit_end(&a.e);
		return lr_nomem(cx);
	}
	const bool effect = barriers_hold(m) && are_born_null(&a);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (intrinsic_of(f) == INTR_GC_ALLOC_OBJ)
			promise_calls(&a, f, effect);
	edit_end(&a.e);
	return LR_OK;
}
