/* SPDX-License-Identifier: MIT */
/* lowering_names.c -- functions that the dialect knows by name, and those that only look like them. */
#include "api.h"

#include "check/model/check_table.h"
#include "ir/llvm_calls.h"
#include "dialect/names.h"

static enum intrinsic
of(LLVMModuleRef m, const char *name)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), NULL, 0, false);
	LLVMValueRef f = LLVMGetNamedFunction(m, name);

	return intrinsic_of(f ? f : LLVMAddFunction(m, name, type));
}

#define ASSERT_IS(name, id) cr_assert_eq(of(m, name), id, "%s", name)

Test(names, every_entry_of_the_table)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", llvm);

#define INTRINSIC(id, text, safepoint) \
	ASSERT_IS(text, INTR_##id); \
	cr_assert_str_eq(intrinsic_name(INTR_##id), text); \
	cr_assert_eq(intrinsic_may_be_safepoint(INTR_##id), safepoint, text);
#define HELPER(id, text) \
	ASSERT_IS("jl_" text, INTR_##id); ASSERT_IS("ijl_" text, INTR_##id); ASSERT_IS("lr_" text, INTR_##id); \
	ASSERT_IS(text, INTR_NONE); \
	cr_assert_not(intrinsic_may_be_safepoint(INTR_##id), text);
#include "dialect/intrinsics.def"
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

Test(names, neighbours)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", llvm);
	static const char *const ordinary[] = {
		"julia.call4", "julia.cal", "julia.", "julia", "julia.call.1", "Julia.call", "jl_", "ijl_", "lr_", "jl_lock_valu",
		"jl_lock_value2", "xjl_lock_value", "jl_julia.call", "memcmp2", "memcm", "memcpy", "", "l", "llvm", "j", "main"
	};

	for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++)
		ASSERT_IS(ordinary[i], INTR_NONE);
	ASSERT_IS("memcmp", INTR_MEMCMP);
	ASSERT_IS("llvm.dbg.value", INTR_LLVM_DEBUG);
	ASSERT_IS("llvm.lifetime.start.p0", INTR_LLVM_LIFETIME);
	ASSERT_IS("llvm.memcpy.p0.p0.i64", INTR_LLVM);
	ASSERT_IS("llvm.julia.gc_preserve_middle", INTR_NONE);
	ASSERT_IS("llvm.unheard.of", INTR_NONE);
	cr_assert_eq(intrinsic_of(NULL), INTR_NONE);
	cr_assert_eq(intrinsic_of(LLVMConstNull(LLVMInt32TypeInContext(llvm))), INTR_NONE);
	cr_assert(intrinsic_may_be_safepoint(INTR_NONE));
	cr_assert_not(intrinsic_may_be_safepoint(INTR_LLVM));
	cr_assert_null(intrinsic_name(INTR_NONE));
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

/* A declaration of intrinsic `id` as LLVM makes it.  Of one with types of the caller's choice there may be no more than
** the name. */
static LLVMValueRef
declare(LLVMModuleRef m, unsigned id)
{
	LLVMContextRef llvm = LLVMGetModuleContext(m);
	char name[200];
	size_t n;

	if (!LLVMIntrinsicIsOverloaded(id))
		return LLVMGetIntrinsicDeclaration(m, id, NULL, 0);
	const char *text = LLVMIntrinsicGetName(id, &n);
	snprintf(name, sizeof name, "%.*s", (int)n, text);
	return LLVMAddFunction(m, name, LLVMFunctionType(LLVMVoidTypeInContext(llvm), NULL, 0, false));
}

static bool
has(LLVMValueRef f, const char *attribute)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(attribute, strlen(attribute));

	return LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

/* Those of machines that the library makes no code for are left to their attributes; the checker takes them for
** calls. */
static bool
is_foreign(const char *name)
{
	static const char *const targets[] = { "amdgcn.", "bpf.", "dx.", "hexagon.", "nvvm.", "r600.", "spv.", "ve.",
		"wasm.", "xcore.", "genx." };

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		if (strncmp(name + 5, targets[i], strlen(targets[i])) == 0)
			return true;
	return false;
}

/* Two tables, written apart, for all that LLVM has: what LLVM does not say is harmless is so in neither, but for the
** machines' own. */
Test(names, every_intrinsic_of_llvm)
{
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", llvm);
	unsigned last = LLVMLookupIntrinsicID("llvm.xcore.zext", 15), attributes = 0, calls = 0;

	cr_assert_gt(last, 1000);
	for (unsigned id = 1; id <= last; id++) {
		LLVMValueRef f = declare(m, id);
		const char *name = value_name(f);
		cr_assert_eq(LLVMGetIntrinsicID(f), id, "%s", name);
		enum llvm_call placer = llvm_call_kind(f);
		enum check_fn checker = check_fn_of(f);
		bool known = LLVMGetAttributeCountAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex) > 0;
		bool always = placer == LLVM_CALL_ALWAYS || placer == LLVM_CALL_SPLITS;
		attributes += known;
		calls += placer != LLVM_CALL_NEVER && known;
		if (!is_foreign(name)) {
			cr_expect_eq(always, checker == FN_LLVM_SAFEPOINT, "%s", name);
			cr_expect_eq(placer == LLVM_CALL_TWICE, checker == FN_LLVM_TWICE, "%s", name);
			/* what is not known to LLVM-C is not known to the placer */
			if (known || placer == LLVM_CALL_NEVER)
				cr_expect_eq(placer == LLVM_CALL_NEVER, !check_fn_may_collect(checker), "%s: %d, %d", name,
					placer, checker);
		} else if (known && !has(f, "nocallback") && !has(f, "memory")) {
			cr_expect_neq(placer, LLVM_CALL_NEVER, "%s", name);
		}
		cr_expect_eq(intrinsic_may_be_safepoint(intrinsic_of(f)), placer != LLVM_CALL_NEVER, "%s", name);
		LLVMDeleteFunction(f);
	}
	cr_expect_gt(attributes, 5000);
	cr_expect_gt(calls, 30);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}
