/* lowering_names.c -- functions that the dialect knows by name, and those that only look like them. */
#include "api.h"

#include "ir/names.h"

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
#include "ir/intrinsics.def"
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
	ASSERT_IS("llvm.julia.gc_preserve_middle", INTR_LLVM);
	cr_assert_eq(intrinsic_of(NULL), INTR_NONE);
	cr_assert_eq(intrinsic_of(LLVMConstNull(LLVMInt32TypeInContext(llvm))), INTR_NONE);
	cr_assert(intrinsic_may_be_safepoint(INTR_NONE));
	cr_assert_not(intrinsic_may_be_safepoint(INTR_LLVM));
	cr_assert_null(intrinsic_name(INTR_NONE));
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}
